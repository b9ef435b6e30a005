// tabiya-match stats: Elo, nElo, LOS and LLR of counts from anywhere, or of a PGN file.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "datagen/match/commands.h"
#include "datagen/match/pgn_counts.h"
#include "datagen/match/sprt.h"
#include "engine/base/command_line.h"
#include "engine/movegen/pgn_reader.h"

namespace tabiya {
namespace {

constexpr u64 kMostResults = 1'000'000'000'000;  // of a class: sums and squares stay exact enough

struct StatsOptions {
  std::vector<u64> pairs;
  std::vector<u64> games;
  std::string pgn;
  std::string player;
  bool singleGames = false;
  std::string model = "normalised";
  SprtSettings sprt;
  bool json = false;
};

nlohmann::json orNull(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

std::string scoreLine(const std::array<u64, 3>& lossesDrawsWins) {
  return fmt::format("+{} ={} -{}", lossesDrawsWins[2], lossesDrawsWins[1], lossesDrawsWins[0]);
}

std::string described(const PgnCounts& counts) {
  const ScoreCounts games = counts.gameCounts();
  std::string opponents;
  for (const std::string& name : counts.opponents) opponents += (opponents.empty() ? "" : ", ") + name;
  std::string text = fmt::format("A     {} against {}\n", counts.player, opponents);
  text += fmt::format("Games {} ({}), with White {}, with Black {}\n", games.total(),
                      scoreLine({games.n[0], games.n[1], games.n[2]}), scoreLine(counts.byColor[0]),
                      scoreLine(counts.byColor[1]));
  const auto& p = counts.pairs;
  text += fmt::format("Pairs {}: LL {}, LD {}, WL+DD {}, WD {}, WW {}; {} games without a partner, {} unfinished\n",
                      counts.pairCount(), p[0], p[1], p[2], p[3], p[4], counts.unpaired, counts.unfinished);
  return text;
}

int runStats(StatsOptions options) {
  if (!options.pairs.empty() + !options.games.empty() + !options.pgn.empty() != 1) {
    fmt::print(stderr,
               "tabiya-match stats: give the counts as --pairs LL,LD,D,WD,WW or as --games L,D,W, or a --pgn FILE\n");
    return 2;
  }
  for (const u64 count : options.pairs.empty() ? options.games : options.pairs)
    if (count > kMostResults) {
      fmt::print(stderr, "tabiya-match stats: {} results are more than the {} that can be counted with\n", count,
                 kMostResults);
      return 2;
    }
  std::optional<PgnCounts> counted;
  if (!options.pgn.empty()) {
    const auto games = readPgnFile(options.pgn, PgnMoves::Skip);
    auto found = games ? countPgn(*games, options.player) : Result<PgnCounts>(Error{games.error()});
    if (!found) {
      fmt::print(stderr, "tabiya-match stats: {}\n", games ? options.pgn + ": " + found.error() : found.error());
      return 1;
    }
    counted = std::move(*found);
    // Games that were never played as pairs have statistics of their own.
    options.singleGames = options.singleGames || counted->pairCount() == 0;
  }
  options.sprt.model = options.model == "logistic" ? EloModel::Logistic : EloModel::Normalised;
  if (const auto good = checkSprt(options.sprt); !good) {
    fmt::print(stderr, "tabiya-match stats: {}\n", good.error());
    return 2;
  }
  ScoreCounts counts{options.pairs.empty() ? options.games : options.pairs};
  if (counted) counts = options.singleGames ? counted->gameCounts() : ScoreCounts::pairs(counted->pairs);
  const auto llr = logLikelihoodRatio(counts, options.sprt.elo0, options.sprt.elo1, options.sprt.model);
  const SprtVerdict verdict = llr ? sprtVerdict(*llr, options.sprt) : SprtVerdict::Undecided;
  const char* word = verdict == SprtVerdict::H1 ? "H1" : verdict == SprtVerdict::H0 ? "H0" : "undecided";
  const Estimate plain = elo(counts), normalised = normalisedElo(counts);
  const double los = likelihoodOfSuperiority(counts);
  if (options.json) {
    nlohmann::ordered_json json;
    json["llr"] = orNull(llr);
    json["lower"] = options.sprt.lowerBound();
    json["upper"] = options.sprt.upperBound();
    json["verdict"] = word;
    json["elo"] = orNull(plain.value);
    json["elo_error"] = orNull(plain.error);
    json["nelo"] = orNull(normalised.value);
    json["nelo_error"] = orNull(normalised.error);
    json["los"] = los;
    json["score"] = counts.mean();
    json["results"] = counts.total();
    if (counted) {
      json["player"] = counted->player;
      json["opponents"] = counted->opponents;
      json["games"] = counted->gameCounts().n;
      json["pairs"] = counted->pairs;
      json["unpaired"] = counted->unpaired;
      json["unfinished"] = counted->unfinished;
    }
    fmt::print("{}\n", json.dump());
    return 0;
  }
  if (counted) fmt::print("{}", described(*counted));
  fmt::print("Elo   {}\nnElo  {}\nLOS   {:.4f} %\n", toString(plain, 4), toString(normalised, 4), 100 * los);
  fmt::print("LLR   {} ({:.6f}, {:.6f}) for [{}, {}] {}{}: {}\n", llr ? fmt::format("{:.6f}", *llr) : "undefined",
             options.sprt.lowerBound(), options.sprt.upperBound(), options.sprt.elo0, options.sprt.elo1,
             toString(options.sprt.model), counts.classes() == 3 ? ", single games" : "", word);
  return 0;
}

}  // namespace

std::function<int()> addStatsCommand(CLI::App& app) {
  auto* command = app.add_subcommand("stats", "Elo, nElo, LOS and LLR from counts or a PGN file");
  auto options = std::make_shared<StatsOptions>();
  command->add_option("--pairs", options->pairs, "pairs: LL,LD,WL+DD,WD,WW")
      ->delimiter(',')
      ->expected(5)
      ->check(wholeNumberFault);
  command->add_option("--games", options->games, "single games: losses,draws,wins")
      ->delimiter(',')
      ->expected(3)
      ->check(wholeNumberFault);
  command->add_option("--pgn", options->pgn, "count the games of this file");
  command->add_option("--player", options->player, "whose games of it [White of the first]");
  command->add_flag("--single-games", options->singleGames, "count its games one by one even where they are pairs");
  command->add_option("--elo0", options->sprt.elo0, "the hypothesis H0")->capture_default_str();
  command->add_option("--elo1", options->sprt.elo1, "the hypothesis H1")->capture_default_str();
  command->add_option("--alpha", options->sprt.alpha, "how often H1 may be accepted wrongly")->capture_default_str();
  command->add_option("--beta", options->sprt.beta, "how often H0 may be accepted wrongly")->capture_default_str();
  command->add_option("--model", options->model, "normalised or logistic Elo")
      ->check(CLI::IsMember({"normalised", "logistic"}))
      ->capture_default_str();
  command->add_flag("--json", options->json,
                    "one JSON object: llr, elo, nelo with their errors, los from 0 to 1; null where undefined");
  command->footer("Example: tabiya-match stats --pairs 12,95,300,118,15 --elo0 0 --elo1 5");
  return [options] { return runStats(*options); };
}

}  // namespace tabiya
