// Reads and writes the state and the pairs of a match.
#include "datagen/match/state.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/files.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

constexpr int kStateVersion = 2;
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

Json timeAsJson(const MatchTime& time) {
  return {{"wall_us", time.wallUs},          {"draw_us", time.drawUs}, {"moves_us", time.movesUs},
          {"search_us", time.searchUs},      {"moves", time.moves},    {"player_us", time.playerUs},
          {"player_moves", time.playerMoves}};
}

MatchTime timeFrom(const Json& json) {
  MatchTime time;
  json.at("wall_us").get_to(time.wallUs);
  json.at("draw_us").get_to(time.drawUs);
  json.at("moves_us").get_to(time.movesUs);
  json.at("search_us").get_to(time.searchUs);
  json.at("moves").get_to(time.moves);
  json.at("player_us").get_to(time.playerUs);
  json.at("player_moves").get_to(time.playerMoves);
  return time;
}

constexpr std::array<const char*, 3> kResults{"0-1", "1/2-1/2", "1-0"};

GameResult resultFrom(const std::string& text) {
  for (std::size_t i = 0; i < kResults.size(); ++i)
    if (text == kResults[i]) return static_cast<GameResult>(i);
  throw std::invalid_argument("'" + text + "' is no result");
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
    state.time = timeFrom(json.at("time"));
    json.at("pair_bytes").get_to(state.pairBytes);
    json.at("pgn_bytes").get_to(state.pgnBytes);
    json.at("seconds").get_to(state.seconds);
  } catch (const std::exception& problem) {
    return Error{path + " is damaged: " + problem.what()};
  }
  return state;
}

void writeMatchState(const MatchState& state, const std::string& path) {
  nlohmann::ordered_json json;
  json["version"] = kStateVersion;
  json["pairs"] = state.tally.pairs;
  json["by_color"] = state.tally.byColor;
  json["ends"] = countsByEnd(state.tally.ends);
  json["faults"] = {countsByEnd(state.tally.faults[0]), countsByEnd(state.tally.faults[1])};
  json["plies"] = state.tally.plies;
  json["pair_bytes"] = state.pairBytes;
  json["pgn_bytes"] = state.pgnBytes;
  json["seconds"] = state.seconds;
  json["time"] = timeAsJson(state.time);
  writeWholeFile(path, json.dump() + "\n");
}

std::string pairLine(const PairFacts& pair, bool timed) {
  nlohmann::ordered_json json;
  json["pair"] = pair.number;
  json["start"] = fmt::format("{:016x}", pair.start);
  json["opening"] = pair.opening;
  for (const GameFacts& game : pair.games) {
    nlohmann::ordered_json one = {{"result", kResults[static_cast<std::size_t>(game.result)]},
                                  {"end", toString(game.end)},
                                  {"plies", game.plies}};
    if (timed) one["think_ms"] = game.thinkMs;
    json["games"].push_back(one);
  }
  if (pair.pgnBytes > 0) json["pgn_bytes"] = pair.pgnBytes;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<PairFacts> readPairLine(const std::string& line) {
  PairFacts pair;
  try {
    const Json json = Json::parse(line);
    json.at("pair").get_to(pair.number);
    pair.start = std::stoull(json.at("start").get<std::string>(), nullptr, 16);
    json.at("opening").get_to(pair.opening);
    for (std::size_t g = 0; g < 2; ++g) {
      const Json& one = json.at("games").at(g);
      GameFacts& game = pair.games[g];
      game.result = resultFrom(one.at("result").get<std::string>());
      const auto end = matchEndNamed(one.at("end").get<std::string>());
      if (!end) return Error{"'" + one.at("end").get<std::string>() + "' is no end of a game"};
      game.end = *end;
      one.at("plies").get_to(game.plies);
      game.thinkMs = one.value("think_ms", game.thinkMs);
    }
    pair.pgnBytes = json.value("pgn_bytes", u64{0});
  } catch (const std::exception& problem) {
    return Error{problem.what()};
  }
  return pair;
}

Result<StoredMatch> readStoredMatch(const std::string& directory) {
  const std::string statePath = directory + "/state.json", path = directory + "/pairs.jsonl";
  auto state = readMatchState(statePath);
  if (!state) return Error{state.error()};
  StoredMatch stored;
  stored.state = std::move(*state);
  const u64 counted = stored.state.pairBytes;
  if (counted == 0 && stored.state.tally.pairCount() == 0) return stored;
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  if (bytes->size() < counted)
    return Error{
        fmt::format("{} has {} bytes, but {} counts {}: pairs are missing", path, bytes->size(), statePath, counted)};
  MatchTally tally;
  for (std::size_t at = 0; at < counted;) {
    const auto end = std::find(bytes->begin() + static_cast<std::ptrdiff_t>(at), bytes->end(), '\n');
    const auto next = static_cast<std::size_t>(end - bytes->begin());
    auto pair = readPairLine(std::string(bytes->begin() + static_cast<std::ptrdiff_t>(at), end));
    if (!pair) return Error{fmt::format("{} is damaged in line {}: {}", path, stored.pairs.size() + 1, pair.error())};
    tally.add(*pair);
    stored.pairs.push_back(std::move(*pair));
    at = next + 1;
  }
  if (tally != stored.state.tally)
    return Error{fmt::format("{} is damaged: it counts {} pairs otherwise than {} holds them", statePath,
                             stored.state.tally.pairCount(), path)};
  return stored;
}

Result<MatchRecorder> MatchRecorder::open(const std::string& directory, bool pgn, bool timed) {
  auto stored = readStoredMatch(directory);
  if (!stored) return Error{stored.error()};
  MatchRecorder recorder(std::move(*stored));
  recorder.statePath_ = directory + "/state.json";
  recorder.timed_ = timed;
  const MatchState& state = recorder.state();
  recorder.secondsBefore_ = state.seconds;
  recorder.pairFile_.emplace(directory + "/pairs.jsonl");
  recorder.pairFile_->cutTo(state.pairBytes);
  if (!pgn) return recorder;
  const std::string path = directory + "/games.pgn";
  recorder.pgnFile_.emplace(path);
  if (recorder.pgnFile_->size() < state.pgnBytes)
    return Error{fmt::format("{} has {} bytes, but {} counts {}: games are missing", path, recorder.pgnFile_->size(),
                             recorder.statePath_, state.pgnBytes)};
  recorder.pgnFile_->cutTo(state.pgnBytes);
  return recorder;
}

void MatchRecorder::add(const MatchTally& tally, const MatchTime& time, PairFacts facts, const std::string& pgn) {
  if (pgnFile_) facts.pgnBytes = pgn.size();
  const std::string line = pairLine(facts, timed_);
  try {
    pairFile_->append(line.data(), line.size());
    if (pgnFile_) pgnFile_->append(pgn.data(), pgn.size());
  } catch (const std::exception&) {
    pairFile_->cutTo(state().pairBytes);
    if (pgnFile_) pgnFile_->cutTo(state().pgnBytes);
    throw;
  }
  stored_.state.tally = tally;
  stored_.state.time = time;
  stored_.state.pairBytes = pairFile_->size();
  if (pgnFile_) stored_.state.pgnBytes = pgnFile_->size();
  stored_.pairs.push_back(std::move(facts));
  if (std::chrono::duration<double>(Clock::now() - saved_).count() >= kSaveSeconds) save();
}

void MatchRecorder::save() {
  stored_.state.seconds = secondsBefore_ + std::chrono::duration<double>(Clock::now() - opened_).count();
  pairFile_->sync();
  if (pgnFile_) pgnFile_->sync();
  writeMatchState(stored_.state, statePath_);
  saved_ = Clock::now();
}

}  // namespace tabiya
