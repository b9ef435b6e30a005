// Reads and writes the state and the games of a match.
#include "datagen/match/state.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/base/files.h"
#include "engine/movegen/pgn.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kStateVersion = 1;
constexpr double kSaveSeconds = 1;

Json countsByEnd(const std::array<u64, kMatchEnds>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kMatchEnds; ++i)
    if (counts[i] > 0) json[toString(static_cast<MatchEnd>(i))] = counts[i];
  return json;
}

std::array<u64, kMatchEnds> endsFrom(const Json& json) {
  std::array<u64, kMatchEnds> counts{};
  for (std::size_t i = 0; i < kMatchEnds; ++i) counts[i] = json.value(toString(static_cast<MatchEnd>(i)), u64{0});
  return counts;
}

// "+0.35", "-M3": the mover's.
std::string scoreText(int score) {
  if (isMateScore(score)) return fmt::format("{}M{}", score > 0 ? '+' : '-', std::abs(mateInMoves(score)));
  return fmt::format("{:+.2f}", score / 100.0);
}

std::string noteText(const MoveNote& note, bool timed) {
  const std::string score = note.score ? scoreText(*note.score) : "?";
  if (!timed) return fmt::format("{}/{} {}", score, note.depth, note.nodes);
  return fmt::format("{}/{} {:.3f}s {}", score, note.depth, static_cast<double>(note.timeMs) / 1000, note.nodes);
}

const char* resultText(GameResult result) {
  switch (result) {
    case GameResult::WhiteWins:
      return "1-0";
    case GameResult::BlackWins:
      return "0-1";
    case GameResult::Draw:
      break;
  }
  return "1/2-1/2";
}

[[noreturn]] void cannot(const std::string& what, const std::string& path) {
  throw std::runtime_error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

}  // namespace

Result<MatchState> readMatchState(const std::string& path) {
  MatchState state;
  if (!std::filesystem::exists(path)) return state;
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  try {
    const Json json = Json::parse(bytes->begin(), bytes->end());
    if (json.at("version").get<int>() != kStateVersion)
      return Error{fmt::format("{} has version {}, {} was expected", path, json.at("version").dump(), kStateVersion)};
    json.at("pairs").get_to(state.tally.pairs);
    json.at("by_color").get_to(state.tally.byColor);
    state.tally.ends = endsFrom(json.at("ends"));
    for (std::size_t i = 0; i < 2; ++i) state.tally.faults[i] = endsFrom(json.at("faults").at(i));
    json.at("plies").get_to(state.tally.plies);
    json.at("pgn_bytes").get_to(state.pgnBytes);
    json.at("seconds").get_to(state.seconds);
    for (const auto& key : json.at("starts")) state.starts.push_back(std::stoull(key.get<std::string>(), nullptr, 16));
  } catch (const std::exception& problem) {
    return Error{path + " is damaged: " + problem.what()};
  }
  if (state.starts.size() != state.tally.pairCount())
    return Error{
        fmt::format("{} is damaged: {} starts for {} pairs", path, state.starts.size(), state.tally.pairCount())};
  return state;
}

void writeMatchState(const MatchState& state, const std::string& path) {
  Json json;
  json["version"] = kStateVersion;
  json["pairs"] = state.tally.pairs;
  json["by_color"] = state.tally.byColor;
  json["ends"] = countsByEnd(state.tally.ends);
  json["faults"] = {countsByEnd(state.tally.faults[0]), countsByEnd(state.tally.faults[1])};
  json["plies"] = state.tally.plies;
  json["pgn_bytes"] = state.pgnBytes;
  json["seconds"] = state.seconds;
  Json& starts = json["starts"] = Json::array();
  for (const u64 key : state.starts) starts.push_back(fmt::format("{:016x}", key));
  writeWholeFile(path, json.dump() + "\n");
}

Result<MatchRecorder> MatchRecorder::open(const std::string& directory, bool pgn) {
  MatchRecorder recorder;
  recorder.statePath_ = directory + "/state.json";
  recorder.pgnPath_ = directory + "/games.pgn";
  auto state = readMatchState(recorder.statePath_);
  if (!state) return Error{state.error()};
  recorder.state_ = std::move(*state);
  recorder.secondsBefore_ = recorder.state_.seconds;
  if (!pgn) return recorder;

  recorder.pgn_ = ::open(recorder.pgnPath_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (recorder.pgn_ < 0) cannot("write", recorder.pgnPath_);
  struct stat there {};
  if (fstat(recorder.pgn_, &there) != 0) cannot("read", recorder.pgnPath_);
  const u64 counted = recorder.state_.pgnBytes;
  if (static_cast<u64>(there.st_size) < counted)
    return Error{fmt::format("{} has {} bytes, but {} counts {}: games are missing", recorder.pgnPath_, there.st_size,
                             recorder.statePath_, counted)};
  if (ftruncate(recorder.pgn_, static_cast<off_t>(counted)) != 0) cannot("cut", recorder.pgnPath_);
  if (lseek(recorder.pgn_, 0, SEEK_END) < 0) cannot("write", recorder.pgnPath_);
  return recorder;
}

MatchRecorder::MatchRecorder(MatchRecorder&& other) noexcept
    : statePath_(std::move(other.statePath_)),
      pgnPath_(std::move(other.pgnPath_)),
      pgn_(std::exchange(other.pgn_, -1)),
      state_(std::move(other.state_)),
      secondsBefore_(other.secondsBefore_),
      opened_(other.opened_),
      saved_(other.saved_) {}

MatchRecorder::~MatchRecorder() {
  if (pgn_ >= 0) ::close(pgn_);
}

void MatchRecorder::add(const MatchTally& tally, const MatchPair& pair, const std::string& pgn) {
  state_.tally = tally;
  state_.starts.push_back(pair.games[0].start.key());
  std::size_t done = 0;
  while (pgn_ >= 0 && done < pgn.size()) {
    const ssize_t wrote = write(pgn_, pgn.data() + done, pgn.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int error = errno;
      [[maybe_unused]] const int cut = ftruncate(pgn_, static_cast<off_t>(state_.pgnBytes));
      errno = error;
      cannot("write", pgnPath_);
    }
    done += static_cast<std::size_t>(wrote);
  }
  state_.pgnBytes += done;
  if (std::chrono::duration<double>(Clock::now() - saved_).count() >= kSaveSeconds) save();
}

void MatchRecorder::save() {
  state_.seconds = secondsBefore_ + std::chrono::duration<double>(Clock::now() - opened_).count();
  if (pgn_ >= 0 && fsync(pgn_) != 0) cannot("write", pgnPath_);
  writeMatchState(state_, statePath_);
  saved_ = Clock::now();
}

std::string pairAsPgn(const MatchPair& pair, const std::array<std::string, 2>& names, const std::string& event,
                      bool timed, bool chess960) {
  std::string text;
  for (std::size_t g = 0; g < 2; ++g) {
    const MatchGame& game = pair.games[g];
    PgnGame pgn;
    pgn.tags = {{"Event", event}, {"Site", "?"}};
    pgn.tags.emplace_back("Date", "????.??.??");
    pgn.tags.emplace_back("Round", fmt::format("{}.{}", pair.number + 1, g + 1));
    pgn.tags.emplace_back("White", names[g]);
    pgn.tags.emplace_back("Black", names[1 - g]);
    if (chess960) pgn.tags.emplace_back("Variant", "fischerandom");
    pgn.tags.emplace_back("Termination", toString(game.end));
    if (!game.detail.empty()) pgn.tags.emplace_back("TerminationDetails", game.detail);
    pgn.start = game.start;
    pgn.moves = game.moves;
    for (const MoveNote& note : game.notes) pgn.comments.push_back(noteText(note, timed));
    pgn.result = resultText(game.result);
    text += writePgn(pgn);
  }
  return text;
}

}  // namespace tabiya
