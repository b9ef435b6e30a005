// A run directory: run.json with every resolved setting, a lock, and going on where a run stopped.
//
// There is no --resume: the same settings go on, other settings are refused naming the difference, `fresh` sets the old
// run aside. Used by data generation, training and matches.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/result.h"

namespace tabiya {

class RunDirectory {
 public:
  // Creates `path` (and its parents) or opens it, takes the lock (`path`/.lock, flock), and compares `settings` with
  // those of its run.json. `notes` are stored too but not compared (threads, host, build, started), except that
  // `tool` names whose run it is. Refused, with a sentence: another process at work there; another tool's run, with
  // `fresh` too; other settings (naming the first that differs, with both values); a directory that holds other things
  // but no run.json. `fresh` renames an old run to `path`.old-N first.
  static Result<RunDirectory> open(const std::string& path, const nlohmann::json& settings, const nlohmann::json& notes,
                                   bool fresh);
  ~RunDirectory();
  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory& operator=(RunDirectory&&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Whether run.json was there already.
  bool continued() const { return continued_; }

 private:
  RunDirectory() = default;
  std::string path_;
  int lock_ = -1;
  bool continued_ = false;
};

}  // namespace tabiya
