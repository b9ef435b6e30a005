// tabiya-match merge DIR...: the shards of a match as one.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "datagen/match/cmd_session.h"
#include "datagen/match/commands.h"
#include "datagen/match/report.h"
#include "datagen/match/report_page.h"
#include "datagen/match/state_merge.h"
#include "engine/base/files.h"
#include "engine/base/version.h"
#include "records/run_directory.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

struct MergeOptions {
  std::vector<std::string> shards;
  std::string out;
  std::string report;
  bool fresh = false;
  std::vector<double> sprt;
};

int failed(const std::string& sentence) {
  fmt::print(stderr, "tabiya-match merge: {}\n", sentence);
  return 1;
}

// Writes what a run would have left: run.json, pairs.jsonl, state.json and, when all shards have one, games.pgn.
Result<void> writeMerged(const MergedMatch& merged, const std::vector<Shard>& shards, const MergeOptions& options,
                         bool timed) {
  const Json notes = {{"tool", "tabiya-match"},
                      {"build", versionLine("tabiya-match")},
                      {"merged", options.shards},
                      {"copies", merged.copies}};
  Json settings = merged.settings;
  settings["first_pair"] = merged.pairs.empty() ? 0 : merged.pairs.front().facts.number;
  const auto directory = RunDirectory::open(options.out, settings, notes, options.fresh);
  if (!directory) return Error{directory.error()};
  if (directory->continued()) return Error{options.out + " holds a match already: give --fresh or another directory"};
  const bool pgn = settings.value("pgn", false);
  std::vector<std::string> games(shards.size());
  for (std::size_t i = 0; pgn && i < shards.size(); ++i) {
    const auto bytes = readWholeFile(shards[i].directory + "/games.pgn");
    if (!bytes) return Error{bytes.error()};
    if (bytes->size() < shards[i].match.state.pgnBytes)
      return Error{shards[i].directory + "/games.pgn is shorter than its state counts: games are missing"};
    games[i].assign(bytes->begin(), bytes->end());
  }
  auto recorder = MatchRecorder::open(options.out, pgn, timed);
  if (!recorder) return Error{recorder.error()};
  MatchTally tally;
  for (const MergedPair& pair : merged.pairs) {
    tally.add(pair.facts);
    recorder->add(tally, merged.time, pair.facts,
                  pgn ? games[pair.shard].substr(pair.pgnOffset, pair.facts.pgnBytes) : "");
  }
  recorder->save();
  return {};
}

int runMerge(const MergeOptions& options) {
  std::vector<Shard> shards;
  for (const std::string& directory : options.shards) {
    auto shard = readShard(directory);
    if (!shard) return failed(shard.error());
    shards.push_back(std::move(*shard));
  }
  const auto merged = mergeShards(shards);
  if (!merged) return failed(merged.error());

  MatchSettings settings;
  settings.sprt = sprtOf(merged->settings);
  if (!options.sprt.empty()) {
    settings.sprt = settings.sprt.value_or(SprtSettings{});
    settings.sprt->elo0 = options.sprt[0];
    settings.sprt->elo1 = options.sprt[1];
    if (const auto good = checkSprt(*settings.sprt); !good) {
      fmt::print(stderr, "tabiya-match merge: {}\n", good.error());
      return 2;
    }
  }
  std::array<std::string, 2> names;
  bool timed = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& player = merged->settings.at(i == 0 ? "a" : "b");
    names[i] = settings.players[i].word = player.at("player").get<std::string>();
    const Json limits = player.value("limits", Json::object());
    timed = timed || limits.contains("tc") || limits.contains("movetime");
  }
  if (!options.out.empty())
    if (const auto written = writeMerged(*merged, shards, options, timed); !written) return failed(written.error());
  if (!options.report.empty()) {
    std::vector<PairFacts> pairs;
    for (const MergedPair& pair : merged->pairs) pairs.push_back(pair.facts);
    writeWholeFile(options.report, reportPage({names, settings, merged->tally, merged->time, pairs}));
  }
  if (merged->copies > 0) fmt::print("{} pairs began where another one did, and are left out\n", merged->copies);
  fmt::print("{}{}{}\n", resultText(merged->tally, settings), timeText(merged->time),
             verdictText(merged->tally, settings));
  return verdictCode(merged->tally, settings.sprt);
}

}  // namespace

std::function<int()> addMergeCommand(CLI::App& app) {
  auto* command = app.add_subcommand("merge", "adds up shards of a match (see run --first-pair)");
  auto options = std::make_shared<MergeOptions>();
  command->add_option("DIR", options->shards, "run directories")->required();
  command->add_option("--out", options->out, "write the whole match as a run directory of its own");
  command->add_flag("--fresh", options->fresh, "set an old run in --out aside");
  command->add_option("--report", options->report, "write a page of the match (HTML with drawings) to this file");
  command->add_option("--sprt", options->sprt, "ELO0,ELO1 instead of the shards' own")->delimiter(',')->expected(2);
  command->footer("Example: tabiya-match merge runs/shard-0 runs/shard-1 --out runs/whole");
  return [options] { return runMerge(*options); };
}

}  // namespace tabiya
