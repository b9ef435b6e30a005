// Opens, locks and compares run directories (run_directory.h).
#include "records/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "engine/base/files.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kRunFile = "/run.json";
constexpr const char* kLockFile = "/.lock";

std::string withoutTrailingSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// What stands in a directory without run.json that is none of ours; nothing when it may be used.
std::optional<std::string> foreignEntry(const std::string& path) {
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    // The leavings of a first start that was killed.
    if (name != ".lock" && name != "run.json.part") return name;
  }
  return std::nullopt;
}

// Takes the lock of the directory that stands at `path` now. Another process may set the directory aside between our
// open and our lock; then the file we hold is no longer the one at `path`, and we try again.
Result<int> takeLock(const std::string& path) {
  for (;;) {
    const std::string lockPath = path + kLockFile;
    const int fd = ::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return Error{"cannot write " + lockPath + ": " + std::strerror(errno)};
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(fd);
      if (error == EINTR) continue;
      if (error == EWOULDBLOCK)
        return Error{"another process is at work in " + path + "; wait until it ends, or choose another directory"};
      return Error{"cannot lock " + lockPath + ": " + std::strerror(error)};
    }
    struct stat held {
    }, there{};
    if (::fstat(fd, &held) == 0 && ::stat(lockPath.c_str(), &there) == 0 && held.st_ino == there.st_ino &&
        held.st_dev == there.st_dev) {
      return fd;
    }
    ::close(fd);
    std::error_code ignored;
    fs::create_directories(path, ignored);
  }
}

std::string shown(const Json* value) {
  return value ? value->dump(-1, ' ', false, Json::error_handler_t::replace) : "not set";
}

std::string entries(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " entry" : " entries");
}

// "nodes is 6000 there and 5000 now" for the first difference in key order, "data[2].records is ..." within a list;
// empty when there is none.
std::string firstDifference(const Json* there, const Json* now, const std::string& key) {
  if (there && now && *there == *now) return "";
  if (there && now && there->is_object() && now->is_object()) {
    Json keys = *there;
    keys.update(*now);
    for (const auto& item : keys.items()) {
      const auto in = [&](const Json& object) {
        const auto found = object.find(item.key());
        return found == object.end() ? nullptr : &*found;
      };
      const std::string path = key.empty() ? item.key() : key + "." + item.key();
      if (std::string found = firstDifference(in(*there), in(*now), path); !found.empty()) return found;
    }
    return "";
  }
  if (there && now && there->is_array() && now->is_array()) {
    if (there->size() != now->size())
      return key + " has " + entries(there->size()) + " there and " + entries(now->size()) + " now";
    for (std::size_t i = 0; i < now->size(); ++i) {
      const std::string path = key + "[" + std::to_string(i) + "]";
      if (std::string found = firstDifference(&(*there)[i], &(*now)[i], path); !found.empty()) return found;
    }
    return "";
  }
  return (key.empty() ? "settings" : key) + " is " + shown(there) + " there and " + shown(now) + " now";
}

// The settings as they would be read back: a number that JSON cannot hold differs from nothing but itself.
Json asStored(const Json& settings) {
  return Json::parse(settings.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// What a directory's run.json holds; an error when it is damaged.
Result<Json> readRun(const std::string& path) {
  const std::string runPath = path + kRunFile;
  auto bytes = readWholeFile(runPath);
  if (!bytes) return Error{bytes.error()};
  Json run = Json::parse(bytes->begin(), bytes->end(), nullptr, false);
  if (run.is_discarded() || !run.is_object() || !run.contains("settings") || !run["settings"].is_object())
    return Error{runPath + " is damaged: no JSON object with settings; --fresh sets the directory aside"};
  return run;
}

// The tool that a run's notes name; empty when they name none.
std::string toolOf(const Json& notes) {
  if (!notes.is_object()) return "";
  const auto tool = notes.find("tool");
  return tool != notes.end() && tool->is_string() ? tool->get<std::string>() : "";
}

// Another tool's run is neither gone on with nor set aside.
Result<void> compareTools(const std::string& path, const Json& run, const Json& notes) {
  const std::string there = run.contains("notes") ? toolOf(run["notes"]) : "";
  const std::string now = toolOf(notes);
  if (there.empty() || now.empty() || there == now) return {};
  return Error{path + " holds a run of " + there + ", not of " + now + "; choose another directory"};
}

Result<void> compareSettings(const std::string& path, const Json& run, const Json& settings) {
  const Json now = asStored(settings);
  const std::string difference = firstDifference(&run["settings"], &now, "");
  if (difference.empty()) return {};
  return Error{path + " holds a run with other settings: " + difference +
               "; give the same ones to go on, choose another directory, or set the old run aside with --fresh"};
}

// Renames a run to the first free NAME.old-N. The absolute name serves "." too.
Result<void> setAside(const std::string& path) {
  const std::string from = withoutTrailingSlashes(fs::absolute(path).lexically_normal().string());
  for (int n = 1;; ++n) {
    const std::string to = from + ".old-" + std::to_string(n);
    if (fs::exists(fs::symlink_status(to))) continue;
    if (::rename(from.c_str(), to.c_str()) != 0)
      return Error{"cannot set " + from + " aside as " + to + ": " + std::strerror(errno)};
    return {};
  }
}

Result<void> createDirectory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{"cannot make the directory " + path + ": " + error.message()};
  return {};
}

}  // namespace

Result<RunDirectory> RunDirectory::open(const std::string& givenPath, const Json& settings, const Json& notes,
                                        bool fresh) {
  if (givenPath.empty()) return Error{"the run directory has no name"};
  RunDirectory run;
  run.path_ = withoutTrailingSlashes(givenPath);
  if (fs::exists(run.path_) && !fs::is_directory(run.path_))
    return Error{run.path_ + " is no directory, so it cannot hold a run"};
  if (auto made = createDirectory(run.path_); !made) return Error{made.error()};

  // Before the lock, so that nothing of ours is left in a directory that is refused.
  const auto hasRun = [&] { return fs::exists(run.path_ + kRunFile); };
  if (!hasRun()) {
    if (auto foreign = foreignEntry(run.path_); foreign && !hasRun())
      return Error{run.path_ + " holds other things (" + *foreign +
                   ") but no run.json, so it is no run directory; choose another"};
  }
  auto lock = takeLock(run.path_);
  if (!lock) return Error{lock.error()};
  run.lock_ = *lock;

  if (fresh && hasRun()) {
    const auto there = readRun(run.path_);
    if (there) {
      if (auto same = compareTools(run.path_, *there, notes); !same) return Error{same.error()};
    }
    if (auto aside = setAside(run.path_); !aside) return Error{aside.error()};
    ::close(run.lock_);
    run.lock_ = -1;
    if (auto made = createDirectory(run.path_); !made) return Error{made.error()};
    lock = takeLock(run.path_);
    if (!lock) return Error{lock.error()};
    run.lock_ = *lock;
  }
  if (hasRun()) {
    const auto there = readRun(run.path_);
    if (!there) return Error{there.error()};
    if (auto same = compareTools(run.path_, *there, notes); !same) return Error{same.error()};
    if (auto same = compareSettings(run.path_, *there, settings); !same) return Error{same.error()};
    run.continued_ = true;
    return run;
  }
  nlohmann::ordered_json stored;
  stored["settings"] = settings;
  stored["notes"] = notes;
  writeWholeFile(run.path_ + kRunFile,
                 stored.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  return run;
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)), continued_(other.continued_) {}

RunDirectory::~RunDirectory() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace tabiya
