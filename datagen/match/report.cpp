// The words of report.h.
#include "datagen/match/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "records/progress.h"

namespace tabiya {
namespace {

std::string scoreLine(const std::array<u64, 3>& lossesDrawsWins) {
  return fmt::format("+{} ={} -{}", lossesDrawsWins[2], lossesDrawsWins[1], lossesDrawsWins[0]);
}

std::string llrText(const MatchTally& tally, const SprtSettings& sprt) {
  const auto now = standing(tally, sprt);
  const std::string value = now.llr ? fmt::format("{:.2f}", *now.llr) : "undefined";
  return fmt::format("{} ({:.2f}, {:.2f})", value, sprt.lowerBound(), sprt.upperBound());
}

// Pairs until the SPRT should decide or the last one is played.
double pairsLeft(const MatchTally& tally, const MatchSettings& settings) {
  const u64 played = tally.pairCount();
  double left = static_cast<double>(settings.pairs - std::min(played, settings.pairs));
  if (!settings.sprt) return left;
  const double resultsAPair = settings.sprt->singleGames ? 2 : 1;
  if (const auto now = standing(tally, settings.sprt); now.llr)
    if (const auto expected = expectedLeft(tally.counts(settings.sprt->singleGames), *now.llr, *settings.sprt))
      left = std::min(left, *expected / resultsAPair);
  return left;
}

// "80 games/min, 900 games or 12 min left"
std::string paceText(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace) {
  const double left = pairsLeft(tally, settings);
  if (pace.pairs == 0 || pace.seconds <= 0) return fmt::format("{:.0f} games left", 2 * left);
  const double perPair = pace.seconds / static_cast<double>(pace.pairs);
  return fmt::format("{:.0f} games/min, {:.0f} games or {} left", 120 / perPair, 2 * left, humanTime(left * perPair));
}

std::string countsByName(const std::array<u64, kMatchEnds>& counts) {
  std::string text;
  for (std::size_t i = 0; i < kMatchEnds; ++i)
    if (counts[i] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", toString(static_cast<MatchEnd>(i)), counts[i]);
  return text;
}

}  // namespace

std::string progressText(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace) {
  const ScoreCounts games = tally.gameCounts(), pairs = tally.pairCounts();
  const auto& p = tally.pairs;
  std::string text =
      fmt::format("games {}: {}, pairs {} {} {} {} {}, Elo {}, nElo {}, LOS {:.1f} %", games.total(),
                  scoreLine({games.n[0], games.n[1], games.n[2]}), p[0], p[1], p[2], p[3], p[4], toString(elo(pairs)),
                  toString(normalisedElo(pairs)), 100 * likelihoodOfSuperiority(pairs));
  if (settings.sprt) text += ", LLR " + llrText(tally, *settings.sprt);
  return text + ", " + paceText(tally, settings, pace);
}

std::vector<std::string> progressTable(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace) {
  const ScoreCounts games = tally.gameCounts(), pairs = tally.pairCounts();
  const auto& p = tally.pairs;
  std::vector<std::string> lines;
  lines.push_back(fmt::format("Games  {} ({}), score {:.1f} %", games.total(),
                              scoreLine({games.n[0], games.n[1], games.n[2]}), 100 * games.mean()));
  lines.push_back(fmt::format("Pairs  LL {}, LD {}, WL+DD {}, WD {}, WW {}", p[0], p[1], p[2], p[3], p[4]));
  lines.push_back(fmt::format("Elo    {}, nElo {}, LOS {:.1f} %", toString(elo(pairs)), toString(normalisedElo(pairs)),
                              100 * likelihoodOfSuperiority(pairs)));
  if (settings.sprt)
    lines.push_back(fmt::format("LLR    {} for [{}, {}]", llrText(tally, *settings.sprt), settings.sprt->elo0,
                                settings.sprt->elo1));
  lines.push_back("Pace   " + paceText(tally, settings, pace));
  return lines;
}

std::string timeText(const MatchTime& time) {
  const auto outside = time.outsideShare(), overhead = time.overheadUs();
  if (!outside || !overhead) return "";
  const double wall = static_cast<double>(time.wallUs);
  std::string text =
      fmt::format("Time    {:.2f} % outside the searches (of it drawing starts {:.2f} %), overhead {:.3f} ms a move\n",
                  100 * *outside, 100 * static_cast<double>(time.drawUs) / wall, *overhead / 1000);
  text += "Think  ";
  for (std::size_t i = 0; i < 2; ++i)
    text += fmt::format(
        "{} {} {:.1f} ms a move", i == 0 ? "" : ",", i == 0 ? 'A' : 'B',
        static_cast<double>(time.playerUs[i]) / 1000 / static_cast<double>(std::max<u64>(1, time.playerMoves[i])));
  return text + "\n";
}

std::string resultText(const MatchTally& tally, const MatchSettings& settings) {
  const ScoreCounts games = tally.gameCounts(), pairs = tally.pairCounts();
  const auto played = std::max<double>(1, static_cast<double>(games.total()));
  std::string text = fmt::format("Games   {} ({}), score {:.1f} %, {:.0f} plies a game\n", games.total(),
                                 scoreLine({games.n[0], games.n[1], games.n[2]}), 100 * games.mean(),
                                 static_cast<double>(tally.plies) / played);
  text +=
      fmt::format("Colour  A with White {}, with Black {}\n", scoreLine(tally.byColor[0]), scoreLine(tally.byColor[1]));
  text += fmt::format("Pairs   {}: LL {}, LD {}, WL+DD {}, WD {}, WW {}\n", pairs.total(), tally.pairs[0],
                      tally.pairs[1], tally.pairs[2], tally.pairs[3], tally.pairs[4]);
  text += fmt::format("Elo     {}\nnElo    {}\nLOS     {:.1f} %\n", toString(elo(pairs)),
                      toString(normalisedElo(pairs)), 100 * likelihoodOfSuperiority(pairs));
  if (settings.sprt)
    text += fmt::format(
        "LLR     {} for [{}, {}] {}\n", llrText(tally, *settings.sprt), settings.sprt->elo0, settings.sprt->elo1,
        toString(settings.sprt->model) + std::string(settings.sprt->singleGames ? ", single games" : ""));
  text += fmt::format("Ends    {}\n", countsByName(tally.ends));
  for (std::size_t i = 0; i < 2; ++i)
    if (const std::string faults = countsByName(tally.faults[i]); !faults.empty())
      text += fmt::format("Faults  of {}: {}\n", i == 0 ? 'A' : 'B', faults);
  return text;
}

std::string verdictText(const MatchTally& tally, const MatchSettings& settings) {
  const std::string &a = settings.players[0].word, &b = settings.players[1].word;
  const u64 pairs = tally.pairCount();
  if (!settings.sprt) {
    if (pairs == 0) return "Verdict: none, no pair is finished";
    const double likely = likelihoodOfSuperiority(tally.pairCounts());
    if (likely == 0.5) return fmt::format("Verdict: {} and {} are level after {} pairs", a, b, pairs);
    const bool ahead = likely > 0.5;
    return fmt::format("Verdict: {} is {} {} after {} pairs, likelihood of superiority {:.1f} %", a,
                       ahead ? "ahead of" : "behind", b, pairs, 100 * likely);
  }
  const SprtSettings& sprt = *settings.sprt;
  const auto now = standing(tally, sprt);
  const std::string about =
      fmt::format("(LLR {} after {} pairs)", now.llr ? fmt::format("{:.2f}", *now.llr) : "undefined", pairs);
  const char* unit = sprt.model == EloModel::Normalised ? "nElo" : "Elo";
  switch (now.verdict) {
    case SprtVerdict::H1:
      return fmt::format("Verdict: H1 accepted: {} against {} is {:+} {} rather than {:+} {}", a, b, sprt.elo1, unit,
                         sprt.elo0, about);
    case SprtVerdict::H0:
      return fmt::format("Verdict: H0 accepted: {} against {} is {:+} {} rather than {:+} {}", a, b, sprt.elo0, unit,
                         sprt.elo1, about);
    case SprtVerdict::Undecided:
      break;
  }
  return fmt::format("Verdict: undecided between {:+} and {:+} {} for {} against {} {}", sprt.elo0, sprt.elo1, unit, a,
                     b, about);
}

}  // namespace tabiya
