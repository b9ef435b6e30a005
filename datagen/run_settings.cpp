#include "datagen/run_settings.h"

#include <fmt/format.h>

#include <stdexcept>
#include <type_traits>

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

// One list of names for both directions: `visit(name, member)`, with the range of a number that has one.
template <class Settings, class Visit>
void forEachSetting(Settings& s, Visit&& visit) {
  visit("seed", s.game.seed);
  visit("nodes", s.game.nodes, ranges::kNodes);
  visit("soft_nodes", s.game.softNodes, ranges::kSoftNodes);
  visit("hash_mb", s.game.hashMb, ranges::kHashMb);
  visit("random_plies", s.game.randomPlies, ranges::kRandomPlies);
  visit("start_tries", s.game.startTries, ranges::kStartTries);
  visit("max_start_score", s.game.maxStartScore, ranges::kMaxStartScore);
  visit("chess960", s.game.chess960, ranges::kShare);
  visit("double_chess960", s.game.doubleChess960, ranges::kShare);
  visit("keep_score", s.game.keepScore, ranges::kKeepScore);
  visit("draw_score", s.game.rules.drawScore, ranges::kDrawScore);
  visit("draw_plies", s.game.rules.drawPlies, ranges::kDrawPlies);
  visit("draw_from_ply", s.game.rules.drawFromPly, ranges::kDrawFromPly);
  visit("win_score", s.game.rules.winScore, ranges::kWinScore);
  visit("win_plies", s.game.rules.winPlies, ranges::kWinPlies);
  visit("max_plies", s.game.rules.maxPlies, ranges::kMaxPlies);
  visit("game_log", s.game.gameLog);
  visit("games", s.games);
  visit("positions", s.positions);
  visit("first_game", s.firstGame);
  visit("chunk_games", s.chunkGames, ranges::kChunkGames);
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
  template <class T, class R>
  void operator()(const char* name, const T& value, Range<R>) {
    (*this)(name, value);
  }
};

// Throws std::runtime_error for what no run could have written.
struct FromJson {
  const Json& json;

  template <class T>
  void operator()(const char* name, T& value) {
    value = read<T>(name, json.at(name));
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& value) {
    const Json& stored = json.at(name);
    if (stored.is_null())
      value.reset();
    else
      value = read<T>(name, stored);
  }
  template <class T, class R>
  void operator()(const char* name, T& value, Range<R> range) {
    (*this)(name, value);
    const auto within = [&](R number) { return number >= range.least && number <= range.most; };
    bool good = true;
    if constexpr (std::is_same_v<T, R>)
      good = within(value);
    else
      good = !value || within(*value);
    if (!good) refuse(name, json.at(name), fmt::format("{} to {}", range.least, range.most));
  }

 private:
  [[noreturn]] static void refuse(const char* name, const Json& found, const std::string& expected) {
    throw std::runtime_error(fmt::format("{} is {}, expected {}", name,
                                         found.dump(-1, ' ', false, Json::error_handler_t::replace), expected));
  }
  template <class T>
  static T read(const char* name, const Json& stored) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!stored.is_boolean()) refuse(name, stored, "true or false");
    } else if constexpr (std::is_same_v<T, u64>) {
      if (!stored.is_number_unsigned()) refuse(name, stored, "a whole number from 0 on");
    } else if constexpr (std::is_integral_v<T>) {
      if (!stored.is_number_integer() || stored.get<i64>() != static_cast<T>(stored.get<i64>()))
        refuse(name, stored, "a whole number");
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!stored.is_number()) refuse(name, stored, "a number");
    } else {
      if (!stored.is_string()) refuse(name, stored, "a text");
    }
    return stored.get<T>();
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
    if (auto good = checkSettings(run.settings); !good) throw std::runtime_error(good.error());
    run.sources.net = json.at("notes").at("net").get<std::string>();
    run.sources.book = json.at("notes").at("book").get<std::string>();
    return run;
  } catch (const Json::parse_error& error) {
    return Error{fmt::format("{} is damaged: no JSON at byte {}", path, error.byte)};
  } catch (const Json::out_of_range&) {
    return Error{path + " is not the run.json of a data run: a setting is missing"};
  } catch (const Json::exception&) {
    return Error{path + " is not the run.json of a data run: it holds no settings and notes"};
  } catch (const std::runtime_error& error) {
    return Error{fmt::format("{} is damaged: {}", path, error.what())};
  }
}

Result<void> checkSettings(const RunSettings& s) {
  if (s.games.has_value() == s.positions.has_value()) return Error{"give either --games or --positions"};
  if (s.games.value_or(1) == 0 || s.positions.value_or(1) == 0) return Error{"a run of nothing has nothing to do"};
  if (s.games && *s.games > ~u64{0} - s.firstGame) return Error{"--first-game and --games go beyond 64 bits"};
  if (s.shards == 0 || s.shard >= s.shards)
    return Error{
        fmt::format("--shard {} of --shards {}: shards count from 0 to one less than their number", s.shard, s.shards)};
  if (!(s.game.chess960 + s.game.doubleChess960 <= 1))  // also when one is no number
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
