#include "datagen/run_settings.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/base/files.h"
#include "engine/board/fen.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

template <class T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// One list of names for both directions: `visit(name, member)`.
template <class Settings, class Visit>
void forEachSetting(Settings& s, Visit&& visit) {
  visit("seed", s.game.seed);
  visit("nodes", s.game.nodes);
  visit("soft_nodes", s.game.softNodes);
  visit("hash_mb", s.game.hashMb);
  visit("random_plies", s.game.randomPlies);
  visit("start_tries", s.game.startTries);
  visit("max_start_score", s.game.maxStartScore);
  visit("chess960", s.game.chess960);
  visit("double_chess960", s.game.doubleChess960);
  visit("keep_score", s.game.keepScore);
  visit("draw_score", s.game.rules.drawScore);
  visit("draw_plies", s.game.rules.drawPlies);
  visit("draw_from_ply", s.game.rules.drawFromPly);
  visit("win_score", s.game.rules.winScore);
  visit("win_plies", s.game.rules.winPlies);
  visit("max_plies", s.game.rules.maxPlies);
  visit("game_log", s.game.gameLog);
  visit("games", s.games);
  visit("positions", s.positions);
  visit("first_game", s.firstGame);
  visit("chunk_games", s.chunkGames);
  visit("shard", s.shard);
  visit("shards", s.shards);
  visit("compress", s.compress);
  visit("network", s.network);
  visit("openings", s.openings);
  visit("engine_behaviour", s.engine);
}

struct ToJson {
  Json& json;
  template <class T>
  void operator()(const char* name, const T& value) {
    json[name] = value;
  }
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    json[name] = orNull(value);
  }
};

struct FromJson {
  const Json& json;
  template <class T>
  void operator()(const char* name, T& value) {
    value = json.at(name).get<T>();
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& value) {
    const Json& stored = json.at(name);
    if (stored.is_null())
      value.reset();
    else
      value = stored.get<T>();
  }
};

}  // namespace

Json toJson(const RunSettings& settings) {
  Json json = Json::object();
  forEachSetting(settings, ToJson{json});
  return json;
}

Json notesOf(const RunSources& sources, const ChunkOrigin& origin) {
  return {{"tool", "tabiya-datagen"}, {"net", sources.net},  {"book", sources.book},
          {"build", origin.build},    {"host", origin.host}, {"threads", origin.threads}};
}

Result<StoredRun> readStoredRun(const std::string& directory) {
  const std::string path = directory + "/run.json";
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  try {
    const Json json = Json::parse(bytes->begin(), bytes->end());
    StoredRun run;
    forEachSetting(run.settings, FromJson{json.at("settings")});
    run.sources.net = json.at("notes").at("net").get<std::string>();
    run.sources.book = json.at("notes").at("book").get<std::string>();
    return run;
  } catch (const Json::parse_error& error) {
    return Error{fmt::format("{} is damaged: no JSON at byte {}", path, error.byte)};
  } catch (const Json::exception& error) {
    return Error{fmt::format("{} is not the run.json of a data run: {}", path, error.what())};
  }
}

Result<void> checkSettings(const RunSettings& s) {
  if (s.games.has_value() == s.positions.has_value()) return Error{"give either --games or --positions"};
  if (s.games.value_or(1) == 0 || s.positions.value_or(1) == 0) return Error{"a run of nothing has nothing to do"};
  if (s.games && *s.games > ~u64{0} - s.firstGame) return Error{"--first-game and --games go beyond 64 bits"};
  if (s.shards == 0 || s.shard >= s.shards)
    return Error{
        fmt::format("--shard {} of --shards {}: shards count from 0 to one less than their number", s.shard, s.shards)};
  if (s.game.chess960 + s.game.doubleChess960 > 1)
    return Error{fmt::format("--chess960 {} and --double-chess960 {} are shares of all games and may not exceed 1",
                             s.game.chess960, s.game.doubleChess960)};
  if (s.game.nodes == 0 && s.game.softNodes == 0) return Error{"give --nodes, --soft-nodes or both"};
  return {};
}

std::string engineBehaviour() {
  Engine engine(2);
  Limits limits;
  limits.nodes = 5000;
  const std::atomic<bool> stop{false};
  const std::vector<Opening> openings = builtinOpeningPool();
  std::string found;
  for (std::size_t i = 0; i < openings.size(); i += 10) {
    engine.newGame();
    const SearchResult result = engine.search(openings[i].game.position(), openings[i].game.history(), limits, stop);
    found += fmt::format("{} {} {} {};", result.best.bits(), result.score, result.depth, result.nodes);
  }
  return xxh3Hex(found.data(), found.size());
}

std::string openingsHash(const std::vector<Opening>& openings) {
  std::string positions;
  for (const Opening& opening : openings) positions += writeFen(opening.game.position(), FenCastling::Shredder) + "\n";
  return xxh3Hex(positions.data(), positions.size());
}

}  // namespace tabiya
