// Two kinds of drawings as inline SVG: lines over a common x axis, and bars. Text in, text out; knows no chess.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// Text with what HTML would take for markup written out.
std::string escapeHtml(std::string_view text);

struct ChartPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // half the width of the band around it
};

struct LineChart {
  std::string title;
  std::string xLabel;
  std::vector<ChartPoint> points;  // x rising
  std::vector<double> levels;      // dashed horizontal lines
};
std::string lineChart(const LineChart& chart);

struct Bar {
  std::string label;
  double value = 0;
};
std::string barChart(const std::string& title, const std::vector<Bar>& bars);

}  // namespace tabiya
