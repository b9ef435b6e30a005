// Resolves the options of a match and writes them down.
#include "datagen/match/run_options.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "engine/base/files.h"
#include "records/manifest.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

Result<PlayLimits> limitsOf(const SideOptions& options) {
  PlayLimits limits;
  limits.nodes = options.nodes;
  limits.depth = options.depth;
  limits.movetimeMs = options.movetime;
  if (!options.tc.empty()) {
    const auto clock = parseTimeControl(options.tc);
    if (!clock) return Error{clock.error()};
    limits.clock = *clock;
  }
  return limits;
}

Result<PlayerSettings> playerOf(const RunOptions& options, std::size_t side) {
  const SideOptions &both = options.both, &own = options.own[side];
  auto player = parsePlayer(options.players[side]);
  if (!player) return player;
  if (!options.labels[side].empty()) player->label = options.labels[side];
  // The nearest word counts: --a-nodes before `,nodes=` before --nodes.
  if (own.limits() || !player->limits.any()) {
    const auto limits = limitsOf(own.limits() ? own : both);
    if (!limits) return Error{limits.error()};
    player->limits = *limits;
  }
  if (const std::string& protocol = own.protocol.empty() ? both.protocol : own.protocol; !protocol.empty()) {
    const auto parsed = parseProtocol(protocol);
    if (!parsed) return Error{parsed.error()};
    if (player->kind == PlayerSettings::Kind::Process) player->protocol = *parsed;
  }
  // XBoard has no limit in nodes.
  if (!player->limits.any()) player->limits.nodes = kDefaultNodes;
  if (own.hash || (both.hash && player->word.find(",hash=") == std::string::npos))
    player->hashMb = own.hash ? *own.hash : *both.hash;
  player->startupMs = static_cast<i64>(options.startupSeconds * 1000);
  const bool process = player->kind == PlayerSettings::Kind::Process;
  player->chess960 = options.openings.chess960;
  for (const auto* list : {&both.options, &own.options})
    for (const std::string& option : *list) player->options.push_back(parseOption(option));
  std::istringstream words(own.arguments);
  for (std::string word; words >> word;) player->arguments.push_back(word);
  if (!process && !player->arguments.empty())
    return Error{fmt::format("'{}' runs in this process and takes no arguments", player->word)};
  return player;
}

}  // namespace

Result<MatchSettings> settingsOf(RunOptions& options) {
  MatchSettings settings;
  for (std::size_t side = 0; side < 2; ++side) {
    auto player = playerOf(options, side);
    if (!player) return Error{player.error()};
    settings.players[side] = std::move(*player);
  }
  settings.rules = options.rules;
  settings.rules.hangMs = static_cast<i64>(options.hangSeconds * 1000);
  // The error rates are looked at even where no test asks for them.
  SprtSettings rates;
  rates.alpha = options.alpha;
  rates.beta = options.beta;
  if (const auto good = checkSprt(rates); !good) return Error{good.error()};
  if (!options.sprt.empty()) {
    const EloModel model = options.model == "logistic" ? EloModel::Logistic : EloModel::Normalised;
    settings.sprt =
        SprtSettings{options.sprt[0], options.sprt[1], options.alpha, options.beta, model, options.singleGames};
    if (const auto good = checkSprt(*settings.sprt); !good) return Error{good.error()};
  }
  settings.pairs = settings.sprt ? kDefaultSprtPairs : kDefaultPairs;
  if (options.games) settings.pairs = (*options.games + 1) / 2;
  if (options.pairs) settings.pairs = *options.pairs;
  settings.firstPair = options.firstPair;
  settings.concurrency = options.concurrency;

  options.openings.sequential = options.order == "sequential";
  options.openings.randomPlies = options.randomPlies.value_or(options.openings.file.empty() ? kRandomPlies : 0);
  if (options.maxStartScore == "none") {
    options.openings.maxScore.reset();
  } else {
    int score = 0;
    const char* end = options.maxStartScore.data() + options.maxStartScore.size();
    if (std::from_chars(options.maxStartScore.data(), end, score).ptr != end || score < 1)
      return Error{fmt::format("--max-start-score is '{}', not a number from 1 on or none", options.maxStartScore)};
    options.openings.maxScore = score;
  }
  return settings;
}

Json limitsAsJson(const PlayLimits& limits) {
  Json json = Json::object();
  if (limits.nodes) json["nodes"] = *limits.nodes;
  if (limits.depth) json["depth"] = *limits.depth;
  if (limits.movetimeMs) json["movetime"] = *limits.movetimeMs;
  if (limits.clock) json["tc"] = toString(*limits.clock);
  return json;
}

Result<Json> settingsAsJson(const MatchSettings& settings, const RunOptions& options,
                            const std::array<std::string, 2>& evaluations) {
  Json json;
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayerSettings& player = settings.players[side];
    json[side == 0 ? "a" : "b"] = {{"player", player.word},
                                   {"evaluation", evaluations[side]},
                                   {"options", player.options},
                                   {"arguments", player.arguments},
                                   {"hash_mb", player.hashMb},
                                   {"limits", limitsAsJson(player.limits)},
                                   {"protocol", player.protocol == PlayerSettings::Protocol::Uci ? "uci" : "xboard"}};
  }
  json["seed"] = options.seed;
  json["first_pair"] = settings.firstPair;
  if (settings.sprt)
    json["sprt"] = {{"elo0", settings.sprt->elo0},
                    {"elo1", settings.sprt->elo1},
                    {"alpha", settings.sprt->alpha},
                    {"beta", settings.sprt->beta},
                    {"model", toString(settings.sprt->model)},
                    {"single_games", settings.sprt->singleGames}};
  Json& openings = json["openings"];
  openings = {{"file", options.openings.file},
              {"file_plies", options.openings.filePlies},
              {"chess960", options.openings.chess960},
              {"order", options.order},
              {"random_plies", options.openings.randomPlies},
              {"max_start_score", options.maxStartScore}};
  if (!options.openings.file.empty()) {
    const auto bytes = readWholeFile(options.openings.file);
    if (!bytes) return Error{bytes.error()};
    openings["xxh3"] = xxh3Hex(bytes->data(), bytes->size());
  }
  const RefereeRules& referee = settings.rules.referee;
  json["rules"] = {{"mates", referee.mates},
                   {"draw_score", referee.drawScore},
                   {"draw_plies", referee.drawPlies},
                   {"draw_from_move", referee.drawFromMove},
                   {"win_score", referee.winScore},
                   {"win_plies", referee.winPlies},
                   {"win_one_sided", referee.winOneSided},
                   {"max_plies", referee.maxPlies},
                   {"margin_ms", settings.rules.marginMs},
                   {"hang_ms", settings.rules.hangMs}};
  json["pgn"] = options.pgn;
  return json;
}

}  // namespace tabiya
