// Scales, axes and shapes.
#include "datagen/match/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tabiya {
namespace {

constexpr double kWidth = 720, kHeight = 260, kLeft = 60, kRight = 12, kTop = 28, kBottom = 34;

// From values to pixels; the range is never empty.
class Scale {
 public:
  Scale(double low, double high, double from, double to) : low_(low), high_(high), from_(from), to_(to) {
    if (!(high_ > low_)) high_ = low_ + 1;
  }
  double operator()(double value) const { return from_ + (value - low_) / (high_ - low_) * (to_ - from_); }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_, high_, from_, to_;
};

// About `count` round numbers within the scale: 1, 2 or 5 times a power of ten apart.
std::vector<double> ticks(const Scale& scale, int count) {
  const double rough = (scale.high() - scale.low()) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = power;
  for (const double factor : {2.0, 5.0, 10.0})
    if (step < rough) step = factor * power;
  std::vector<double> values;
  for (double n = std::ceil(scale.low() / step); n * step <= scale.high() + step * 1e-9; ++n)
    values.push_back(n == 0 ? 0 : n * step);
  return values;
}

std::string opened(const std::string& title, double height) {
  return fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n<text class=\"title\" x=\"{}\" y=\"16\">{}</text>\n",
      kWidth, height, escapeHtml(title), kLeft, escapeHtml(title));
}

}  // namespace

std::string escapeHtml(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return safe;
}

std::string lineChart(const LineChart& chart) {
  if (chart.points.empty()) return "";
  double low = chart.points[0].y, high = low;
  for (const ChartPoint& p : chart.points) {
    low = std::min(low, p.y - p.error);
    high = std::max(high, p.y + p.error);
  }
  for (const double level : chart.levels) {
    low = std::min(low, level);
    high = std::max(high, level);
  }
  const double air = (high - low) * 0.04;
  const Scale x(0, chart.points.back().x, kLeft, kWidth - kRight);
  const Scale y(low - air, high + air, kHeight - kBottom, kTop);

  std::string svg = opened(chart.title, kHeight);
  for (const double tick : ticks(y, 5))
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text class=\"y\" x=\"{}\" "
        "y=\"{:.1f}\">{:g}</text>\n",
        kLeft, kWidth - kRight, y(tick), y(tick), kLeft - 6, y(tick) + 4, tick);
  for (const double tick : ticks(x, 6))
    svg += fmt::format("<text class=\"x\" x=\"{:.1f}\" y=\"{}\">{:g}</text>\n", x(tick), kHeight - kBottom + 16, tick);
  svg += fmt::format("<text class=\"x\" x=\"{}\" y=\"{}\">{}</text>\n", (kLeft + kWidth) / 2, kHeight - 4,
                     escapeHtml(chart.xLabel));
  for (const double level : chart.levels)
    svg += fmt::format("<line class=\"level\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kLeft,
                       kWidth - kRight, y(level), y(level));
  std::string band, line;
  for (const ChartPoint& p : chart.points) {
    line += fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.y));
    band += fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.y + p.error));
  }
  for (auto p = chart.points.rbegin(); p != chart.points.rend(); ++p)
    band += fmt::format("{:.1f},{:.1f} ", x(p->x), y(p->y - p->error));
  svg += fmt::format("<polygon class=\"band\" points=\"{}\"/>\n<polyline class=\"line\" points=\"{}\"/>\n</svg>\n",
                     band, line);
  return svg;
}

std::string barChart(const std::string& title, const std::vector<Bar>& bars) {
  constexpr double kRow = 20, kLabels = 190;
  if (bars.empty()) return "";
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const Scale x(0, most, kLabels, kWidth - 80);
  const double height = kTop + kRow * static_cast<double>(bars.size()) + 6;
  std::string svg = opened(title, height);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double top = kTop + kRow * static_cast<double>(i);
    svg += fmt::format(
        "<text class=\"y\" x=\"{}\" y=\"{:.1f}\">{}</text><rect class=\"bar\" x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{}\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\">{:g}</text>\n",
        kLabels - 8, top + 13, escapeHtml(bars[i].label), kLabels, top + 2, std::max(0.5, x(bars[i].value) - kLabels),
        kRow - 5, x(bars[i].value) + 6, top + 13, bars[i].value);
  }
  return svg + "</svg>\n";
}

}  // namespace tabiya
