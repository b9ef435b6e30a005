// tabiya-match stats: Elo, nElo, LOS and LLR of counts from anywhere.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "datagen/match/commands.h"
#include "datagen/match/sprt.h"

namespace tabiya {
namespace {

struct StatsOptions {
  std::vector<u64> pairs;
  std::vector<u64> games;
  std::string model = "normalised";
  SprtSettings sprt;
  bool json = false;
};

nlohmann::json orNull(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

int runStats(StatsOptions options) {
  if (options.pairs.empty() == options.games.empty()) {
    fmt::print(stderr, "tabiya-match stats: give the counts as --pairs LL,LD,D,WD,WW or as --games L,D,W\n");
    return 2;
  }
  options.sprt.model = options.model == "logistic" ? EloModel::Logistic : EloModel::Normalised;
  if (const auto good = checkSprt(options.sprt); !good) {
    fmt::print(stderr, "tabiya-match stats: {}\n", good.error());
    return 2;
  }
  const ScoreCounts counts{options.pairs.empty() ? options.games : options.pairs};
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
    fmt::print("{}\n", json.dump());
    return 0;
  }
  fmt::print("Elo   {}\nnElo  {}\nLOS   {:.4f} %\n", toString(plain, 4), toString(normalised, 4), 100 * los);
  fmt::print("LLR   {} ({:.6f}, {:.6f}) for [{}, {}] {}: {}\n", llr ? fmt::format("{:.6f}", *llr) : "undefined",
             options.sprt.lowerBound(), options.sprt.upperBound(), options.sprt.elo0, options.sprt.elo1,
             toString(options.sprt.model), word);
  return 0;
}

}  // namespace

std::function<int()> addStatsCommand(CLI::App& app) {
  auto* command = app.add_subcommand("stats", "Elo, nElo, LOS and LLR from counts");
  auto options = std::make_shared<StatsOptions>();
  command->add_option("--pairs", options->pairs, "pairs: LL,LD,WL+DD,WD,WW")->delimiter(',')->expected(5);
  command->add_option("--games", options->games, "single games: losses,draws,wins")->delimiter(',')->expected(3);
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
