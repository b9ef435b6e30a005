// Puts a match's page together from its facts.
#include "datagen/match/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "datagen/match/report.h"
#include "datagen/match/svg_chart.h"

namespace tabiya {
namespace {

constexpr std::size_t kChartPoints = 300;
constexpr u64 kLengthStep = 20;        // plies a bar of the histogram
constexpr std::size_t kOpenings = 40;  // rows shown at once; the rest is folded away

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 780px; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg .title { font-weight: 600; } svg .y { text-anchor: end; } svg .x { text-anchor: middle; }
svg .grid { stroke: #e5e5e5; } svg .level { stroke: #b33; stroke-dasharray: 5 4; }
svg .line { fill: none; stroke: #1c5d99; stroke-width: 2; } svg .band { fill: #1c5d99; opacity: .15; } svg .bar { fill: #5b8fbf; }
table { border-collapse: collapse; } td, th { padding: .15em .8em .15em 0; text-align: right; }
td:first-child, th:first-child { text-align: left; } th { border-bottom: 1px solid #bbb; }
pre { background: #f6f6f6; padding: .8em; overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1d; color: #ddd; } pre { background: #262629; }
  svg text { fill: #ddd; } svg .grid { stroke: #38383b; } svg .line { stroke: #7db4e6; } }
)";

std::string row(std::initializer_list<std::string> cells, const char* tag = "td") {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += fmt::format("<{}>{}</{}>", tag, escapeHtml(cell), tag);
  return text + "</tr>\n";
}

// LLR and Elo as they went, at up to kChartPoints moments.
std::string courses(const PageData& data) {
  const std::size_t step = std::max<std::size_t>(1, data.pairs.size() / kChartPoints);
  LineChart ratio{"LLR against its bounds", "games", {}, {}};
  LineChart strength{"Elo with its 95 % interval", "games", {}, {0}};
  if (data.settings.sprt) ratio.levels = {data.settings.sprt->lowerBound(), 0, data.settings.sprt->upperBound()};
  MatchTally tally;
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    tally.add(data.pairs[i]);
    if ((i + 1) % step != 0 && i + 1 != data.pairs.size()) continue;
    const double games = 2 * static_cast<double>(i + 1);
    if (const auto now = standing(tally, data.settings.sprt); now.llr) ratio.points.push_back({games, *now.llr, 0});
    const Estimate estimate = elo(tally.pairCounts());
    if (estimate.value && estimate.error) strength.points.push_back({games, *estimate.value, *estimate.error});
  }
  // The first intervals are so wide that nothing else would be seen.
  const auto wide = [&](const ChartPoint& p) { return p.error > 400; };
  std::erase_if(strength.points, wide);
  return lineChart(ratio) + lineChart(strength);
}

std::string scoreOf(const std::array<u64, 3>& lossesDrawsWins) {
  const auto games = static_cast<double>(lossesDrawsWins[0] + lossesDrawsWins[1] + lossesDrawsWins[2]);
  if (games == 0) return "";
  const double points = static_cast<double>(lossesDrawsWins[2]) + 0.5 * static_cast<double>(lossesDrawsWins[1]);
  return fmt::format("{:.1f} %", 100 * points / games);
}

std::string countRow(const std::string& label, const std::array<u64, 3>& counts) {
  return row({label, fmt::format("{}", counts[2]), fmt::format("{}", counts[1]), fmt::format("{}", counts[0]),
              scoreOf(counts)});
}

std::string byColour(const PageData& data) {
  const std::string head = row({data.names[0], "wins", "draws", "losses", "score"}, "th");
  return "<h2>Results by colour</h2>\n<table>\n" + head + countRow("with White", data.tally.byColor[0]) +
         countRow("with Black", data.tally.byColor[1]) + "</table>\n";
}

std::string byOpening(const PageData& data) {
  std::map<std::string, std::array<u64, 3>> counts;
  for (const PairFacts& pair : data.pairs)
    for (std::size_t g = 0; g < 2; ++g) ++counts[pair.opening][pair.halfPoints(g)];
  std::vector<std::pair<std::string, std::array<u64, 3>>> rows(counts.begin(), counts.end());
  const auto games = [](const auto& one) { return one.second[0] + one.second[1] + one.second[2]; };
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return games(a) > games(b); });
  const std::string head = row({"opening", "wins", "draws", "losses", "score"}, "th");
  std::string text = "<h2>Results by opening</h2>\n<table>\n" + head;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == kOpenings)
      text += fmt::format("</table>\n<details><summary>{} more</summary>\n<table>\n{}", rows.size() - i, head);
    text += countRow(rows[i].first, rows[i].second);
  }
  return text + "</table>\n" + (rows.size() > kOpenings ? "</details>\n" : "");
}

std::string lengthsAndEnds(const PageData& data) {
  std::map<u64, double> lengths;
  for (const PairFacts& pair : data.pairs)
    for (const GameFacts& game : pair.games) ++lengths[game.plies / kLengthStep];
  std::vector<Bar> bars;
  if (!lengths.empty())
    for (u64 step = lengths.begin()->first; step <= lengths.rbegin()->first; ++step)
      bars.push_back({fmt::format("{} to {}", step * kLengthStep, (step + 1) * kLengthStep - 1), lengths[step]});
  std::string text = "<h2>Games</h2>\n" + barChart("Length in plies", bars);
  bars.clear();
  for (std::size_t i = 0; i < kMatchEnds; ++i)
    if (data.tally.ends[i] > 0)
      bars.push_back({toString(static_cast<MatchEnd>(i)), static_cast<double>(data.tally.ends[i])});
  return text + barChart("How they ended", bars);
}

std::string timeUse(const PageData& data) {
  const auto outside = data.time.outsideShare(), overhead = data.time.overheadUs();
  if (!outside || !overhead) return "";
  std::string text = "<h2>Time use</h2>\n<table>\n" + row({"", "moves", "searching", "a move"}, "th");
  for (std::size_t i = 0; i < 2; ++i) {
    const double seconds = static_cast<double>(data.time.playerUs[i]) / 1e6;
    const double moves = static_cast<double>(std::max<u64>(1, data.time.playerMoves[i]));
    text += row({data.names[i], fmt::format("{}", data.time.playerMoves[i]), fmt::format("{:.1f} s", seconds),
                 fmt::format("{:.1f} ms", 1000 * seconds / moves)});
  }
  return text +
         fmt::format(
             "</table>\n<p>Outside the searches: {:.2f} % of the workers' time; overhead of a move: {:.3f} ms.</p>\n",
             100 * *outside, *overhead / 1000);
}

}  // namespace

std::string reportPage(const PageData& data) {
  const std::string title = data.names[0] + " against " + data.names[1];
  std::string figures;
  const std::string text = resultText(data.tally, data.settings) + verdictText(data.tally, data.settings);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    figures += escapeHtml(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  const std::string head = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n",
      escapeHtml(title), kStyle);
  const std::string summary =
      fmt::format("<h1>{}</h1>\n<p>A is {}, B is {}; all figures are from A's side.</p>\n<pre>{}</pre>\n",
                  escapeHtml(title), escapeHtml(data.names[0]), escapeHtml(data.names[1]), figures);
  return head + summary + courses(data) + byColour(data) + lengthsAndEnds(data) + timeUse(data) + byOpening(data) +
         "</body>\n</html>\n";
}

}  // namespace tabiya
