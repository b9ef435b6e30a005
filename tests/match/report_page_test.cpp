// The page of a match: whole, self-contained, and safe with any name.
#include "datagen/match/report_page.h"

#include <gtest/gtest.h>

#include "datagen/match/svg_chart.h"

namespace tabiya {
namespace {

struct Match {
  MatchSettings settings;
  MatchTally tally;
  MatchTime time;
  std::vector<PairFacts> pairs;

  std::string page(const std::array<std::string, 2>& names = {"new", "old"}) const {
    return reportPage({names, settings, tally, time, pairs});
  }
};

Match sample(u64 pairs) {
  Match match;
  match.settings.sprt = SprtSettings{};
  for (u64 n = 0; n < pairs; ++n) {
    PairFacts pair;
    pair.number = n;
    pair.opening = n % 2 ? "e2e4 e7e5" : "d2d4 <d7d5>";
    pair.games[0] = {n % 3 ? GameResult::WhiteWins : GameResult::Draw, MatchEnd::Checkmate, 40 + n, {}};
    pair.games[1] = {n % 5 ? GameResult::Draw : GameResult::WhiteWins, MatchEnd::Repetition, 90, {}};
    match.tally.add(pair);
    match.pairs.push_back(pair);
  }
  match.time.wallUs = 1000;
  match.time.searchUs = 990;
  match.time.moves = 10;
  return match;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(ReportPage, HoldsEveryPartAndNeedsNothingElse) {
  const std::string page = sample(700).page();
  for (const char* part :
       {"LLR against its bounds", "Elo with its 95 % interval", "Results by colour", "Results by opening",
        "Length in plies", "How they ended", "Time use", "1.00 % of the workers", "checkmate", "</html>"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(count(page, "<svg"), 4u);
  EXPECT_EQ(count(page, "<svg"), count(page, "</svg>"));
  EXPECT_EQ(count(page, "<table>"), count(page, "</table>"));
  for (const char* outside : {"<script", "http:", "https:", "src=", "@import", "url("})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_LT(page.size(), 100'000u);
}

TEST(ReportPage, NamesAreTextAndNumbersAreNumbers) {
  const std::string page = sample(3).page({"<b>&\"new\"", "old"});
  EXPECT_NE(page.find("&lt;b&gt;&amp;&quot;new&quot; against old"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_NE(page.find("d2d4 &lt;d7d5&gt;"), std::string::npos);
  for (u64 pairs : {0, 1, 2}) {
    const std::string small = sample(pairs).page();
    EXPECT_EQ(small.find("nan"), std::string::npos) << pairs;
    EXPECT_EQ(small.find("inf"), std::string::npos) << pairs;
    EXPECT_NE(small.find("</html>"), std::string::npos);
  }
}

TEST(SvgChart, PointsStandWhereTheirValuesAre) {
  const std::string chart = lineChart({"t", "x", {{0, 0, 0}, {10, 1, 0}}, {}});
  EXPECT_NE(chart.find("points=\"60.0,"), std::string::npos) << chart;
  EXPECT_NE(chart.find("708.0,"), std::string::npos);
  EXPECT_EQ(lineChart({"t", "x", {}, {}}), "");
  const std::string bars = barChart("t", {{"long", 10}, {"half", 5}});
  EXPECT_NE(bars.find("width=\"450.0\""), std::string::npos) << bars;
  EXPECT_NE(bars.find("width=\"225.0\""), std::string::npos) << bars;
}

}  // namespace
}  // namespace tabiya
