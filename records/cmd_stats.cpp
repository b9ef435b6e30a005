// tabiya-records stats: what record files hold, as a table or as JSON.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "records/inputs.h"
#include "records/manifest.h"
#include "records/tool.h"

namespace tabiya {
namespace {

double percent(u64 part, u64 whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

double average(double sum, u64 n) {
  return n ? sum / static_cast<double>(n) : 0.0;
}

std::string binName(std::size_t bin) {
  if (bin == 0) return fmt::format("below {}", kScoreEdges[1]);
  if (bin + 1 == kScoreEdges.size()) return fmt::format("from {}", kScoreEdges[bin]);
  return fmt::format("{} to {}", kScoreEdges[bin], kScoreEdges[bin + 1] - 1);
}

std::string bar(u64 part, u64 largest) {
  constexpr u64 kWidth = 30;
  return std::string(largest ? (part * kWidth + largest / 2) / largest : 0, '#');
}

// What deserves a second look: each was a real fault in somebody's data.
std::vector<std::string> alarms(const RecordStats& s) {
  std::vector<std::string> found;
  if (s.records == 0) return found;
  if (s.results[0] == 0) found.push_back("no record comes from a game that Black won");
  if (s.results[2] == 0) found.push_back("no record comes from a game that White won");
  if (percent(s.results[1], s.records) > 90) found.push_back("over 90 % of the records come from draws");
  if (s.fullDuplicates.share() > 0.01)
    found.push_back(
        fmt::format("over 1 % of the positions with {} pieces and more are duplicates", RecordStats::kManyPieces));
  if (s.sideToMove[0] == 0 || s.sideToMove[1] == 0) found.push_back("one side is never to move");
  // White's scores must go with White's results.
  const auto meanPoints = [&](std::size_t from, std::size_t to) {
    u64 n = 0, points = 0;
    for (std::size_t b = from; b < to; ++b) n += s.scoreBins[b], points += s.scoreBinPoints[b];
    return n ? static_cast<double>(points) / (2.0 * static_cast<double>(n)) : 0.5;
  };
  if (meanPoints(0, 6) > meanPoints(9, kScoreEdges.size()))
    found.push_back("White does better where Black is ahead: scores or results are from the wrong side");
  return found;
}

nlohmann::ordered_json toJson(const RecordStats& s) {
  nlohmann::ordered_json json;
  json["files"] = s.files;
  json["records"] = s.records;
  json["rejected"] = nlohmann::json::object();
  for (const auto& [reason, count] : s.rejects.reasons()) json["rejected"][reason] = count;
  json["mended"] = nlohmann::json::object();
  for (const auto& [reason, count] : s.rejects.mended()) json["mended"][reason] = count;
  json["results"] = {{"white_wins", s.results[2]}, {"draws", s.results[1]}, {"black_wins", s.results[0]}};
  json["games"] = {{"count", s.games},
                   {"from_index", s.gamesFromIndex},
                   {"without_records", s.gamesWithoutRecords},
                   {"white_wins", s.gameResults[2]},
                   {"draws", s.gameResults[1]},
                   {"black_wins", s.gameResults[0]},
                   {"shuffled_files", s.shuffledFiles}};
  json["white_to_move"] = s.sideToMove[0];
  json["black_to_move"] = s.sideToMove[1];
  json["score"] = {{"mean", average(s.scoreSum, s.records)},
                   {"mean_absolute", average(s.absoluteScoreSum, s.records)},
                   {"lowest", s.lowestScore},
                   {"highest", s.highestScore},
                   {"within_100", s.withinPawn},
                   {"beyond_500", s.beyondFivePawns}};
  json["score_histogram"] = nlohmann::json::array();
  for (std::size_t b = 0; b < kScoreEdges.size(); ++b)
    json["score_histogram"].push_back(
        {{"from", kScoreEdges[b]},
         {"count", s.scoreBins[b]},
         {"white_result", average(static_cast<double>(s.scoreBinPoints[b]) / 2, s.scoreBins[b])}});
  for (int n = 2; n <= 32; ++n)
    if (s.pieces[n]) json["pieces"][std::to_string(n)] = s.pieces[n];
  for (Phase p : {Phase::Opening, Phase::Middlegame, Phase::Endgame})
    json["phases"][toString(p)] = s.phases[static_cast<std::size_t>(p)];
  json["with_castling"] = s.withCastling;
  json["with_en_passant"] = s.withEnPassant;
  json["in_check"] = s.inCheck;
  json["move_known"] = s.moveKnown;
  json["move_noisy"] = s.moveNoisy;
  json["fullmove"] = {{"mean", average(static_cast<double>(s.fullmoveSum), s.records)}, {"highest", s.highestFullmove}};
  json["highest_halfmove_clock"] = s.highestHalfmove;
  json["duplicate_share"] = s.duplicates.share();
  json["duplicate_share_exact"] = s.duplicates.exact();
  json["alarms"] = alarms(s);
  return json;
}

void printGames(const RecordStats& s) {
  if (s.games) {
    const u64 known = s.gameResults[0] + s.gameResults[1] + s.gameResults[2];
    const char* source = s.gamesFromIndex == s.games ? "from the index"
                         : s.gamesFromIndex          ? "partly inferred"
                                                     : "inferred";
    fmt::print("games        {} ({}), {:.1f} records each; White won {:.1f} %, drawn {:.1f} %, Black won {:.1f} %\n",
               s.games, source, average(static_cast<double>(s.records), s.games), percent(s.gameResults[2], known),
               percent(s.gameResults[1], known), percent(s.gameResults[0], known));
  }
  if (s.gamesWithoutRecords) fmt::print("             {} kept no record\n", counted(s.gamesWithoutRecords, "game"));
  if (s.shuffledFiles) fmt::print("             {} shuffled files: their games cannot be told\n", s.shuffledFiles);
}

void printTable(const RecordStats& s) {
  fmt::print("records      {} in {} file{}\n", s.records, s.files, s.files == 1 ? "" : "s");
  for (const auto& [reason, count] : s.rejects.reasons()) fmt::print("rejected     {}: {}\n", count, reason);
  for (const auto& [reason, count] : s.rejects.mended()) fmt::print("mended       {}: {}\n", count, reason);
  if (s.records == 0) return;
  fmt::print("results      White won {} ({:.1f} %), drawn {} ({:.1f} %), Black won {} ({:.1f} %)\n", s.results[2],
             percent(s.results[2], s.records), s.results[1], percent(s.results[1], s.records), s.results[0],
             percent(s.results[0], s.records));
  printGames(s);
  fmt::print("to move      White {:.1f} %, Black {:.1f} %\n", percent(s.sideToMove[0], s.records),
             percent(s.sideToMove[1], s.records));
  fmt::print("phases       opening {:.1f} %, middlegame {:.1f} %, endgame {:.1f} %\n", percent(s.phases[0], s.records),
             percent(s.phases[1], s.records), percent(s.phases[2], s.records));
  fmt::print("moves        number {:.1f} on average, {} at most; halfmove clock {} at most\n",
             average(static_cast<double>(s.fullmoveSum), s.records), s.highestFullmove, s.highestHalfmove);
  fmt::print(
      "positions    with castling {:.1f} %, en passant {:.2f} %, in check {}; played move known {:.1f} %, noisy {}\n",
      percent(s.withCastling, s.records), percent(s.withEnPassant, s.records), s.inCheck,
      percent(s.moveKnown, s.records), s.moveNoisy);
  fmt::print("duplicates   {:.2f} % of the positions stood there before{}\n", 100 * s.duplicates.share(),
             s.duplicates.exact() ? "" : " (estimated)");
  fmt::print(
      "scores       mean {:+.1f}, mean distance from 0 {:.1f}, from {} to {}; within 100: {:.1f} %, beyond 500: {:.1f} "
      "%\n",
      average(s.scoreSum, s.records), average(s.absoluteScoreSum, s.records), s.lowestScore, s.highestScore,
      percent(s.withinPawn, s.records), percent(s.beyondFivePawns, s.records));
  fmt::print("\nWhite's score (cp)  share    White's result\n");
  const u64 most = *std::max_element(s.scoreBins.begin(), s.scoreBins.end());
  for (std::size_t b = 0; b < kScoreEdges.size(); ++b) {
    const std::string result =
        s.scoreBins[b]
            ? fmt::format("{:.3f}", static_cast<double>(s.scoreBinPoints[b]) / 2 / static_cast<double>(s.scoreBins[b]))
            : "-";
    fmt::print("{:>16}  {:5.1f} %   {:>5}  {}\n", binName(b), percent(s.scoreBins[b], s.records), result,
               bar(s.scoreBins[b], most));
  }
  fmt::print("\n          pieces  share\n");
  const u64 mostPieces = *std::max_element(s.pieces.begin(), s.pieces.end());
  for (int n = 32; n >= 2; --n)
    if (s.pieces[n])
      fmt::print("{:>16}  {:5.1f} %          {}\n", n, percent(s.pieces[n], s.records), bar(s.pieces[n], mostPieces));
  for (const std::string& alarm : alarms(s)) fmt::print("\nwarning: {}\n", alarm);
}

int runStats(const std::vector<std::string>& paths, bool json, ToolContext& context) {
  const std::vector<std::string> files = orFail(findRecordFiles(paths));
  RecordStats stats;
  FileProgress progress("stats", files.size(), context.interrupted);
  for (const std::string& file : files) {
    const auto counts = orFail(readGameIndex(file));
    GameCounter games(counts ? &*counts : nullptr);
    const bool whole = forEachRecordBlock(file, progress, [&](std::span<const Record> block) {
      for (const Record& record : block) {
        stats.add(record);
        games.add(record);
      }
    });
    if (!whole) return stoppedBySignal("nothing was changed");
    games.finish(stats);
    ++stats.files;
  }
  progress.end();
  if (json)
    fmt::print("{}\n", toJson(stats).dump(2));
  else
    printTable(stats);
  return 0;
}

}  // namespace

void addStats(CLI::App& app, ToolContext& context) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("stats", "What record files hold: results, scores, material, games, duplicates");
  command->add_option("files", options->files, "Record files (*.bin, *.bin.zst) or directories of them")->required();
  command->add_flag("--json", options->json, "Print JSON instead of a table");
  command->footer("Example: tabiya-records stats data/chunk-*.bin");
  command->callback([options, &context] {
    context.run = [options, &context] { return runStats(options->files, options->json, context); };
  });
}

}  // namespace tabiya
