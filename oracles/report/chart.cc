#include "oracles/report/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "oracles/report/show.h"

namespace assay {
namespace {

// Of the left margin, some is for numbers as long as 1,000,000, and some for what they are of.
constexpr double kLeft = 90, kTop = 14, kWidth = 660, kHeight = 170;

// As tables have it: 15,000, and 0.5.
std::string ShowTick(double value) {
  return value == std::floor(value) ? ShowCount(static_cast<uint64_t>(value)) : fmt::format("{:g}", value);
}

// Plain coordinates of the drawing for values from 0 to the most of both axes.
class Axes {
 public:
  Axes(double most_x, double most_y) : most_x_(std::max(most_x, 1e-9)), most_y_(std::max(most_y, 1.0)) {}
  double X(double value) const { return kLeft + kWidth * std::clamp(value / most_x_, 0.0, 1.0); }
  double Y(double value) const { return kTop + kHeight * (1 - std::clamp(value / most_y_, 0.0, 1.0)); }
  std::string At(double x, double y) const { return fmt::format("{:.1f},{:.1f}", X(x), Y(y)); }

  // The upright axis with its lines, and both labels.
  std::string Frame(const std::string& of_x, const std::string& of_y) const {
    std::string out;
    for (double tick : Ticks(most_y_)) {
      out += fmt::format(
          "<line class=\"grid-line\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text x=\"{}\" y=\"{:.1f}\" "
          "text-anchor=\"end\">{}</text>",
          kLeft, kLeft + kWidth, Y(tick), Y(tick), kLeft - 6, Y(tick) + 4, ShowTick(tick));
    }
    double bottom = kTop + kHeight;
    out += fmt::format(
        "<line class=\"axis\" x1=\"{0}\" x2=\"{0}\" y1=\"{1}\" y2=\"{2}\"/><line class=\"axis\" x1=\"{0}\" x2=\"{3}\" "
        "y1=\"{2}\" y2=\"{2}\"/>",
        kLeft, kTop, bottom, kLeft + kWidth);
    out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>", kLeft + kWidth / 2,
                       bottom + 36, HtmlEscaped(of_x));
    return out + fmt::format("<text transform=\"translate(14 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                             kTop + kHeight / 2, HtmlEscaped(of_y));
  }
  std::string TickX(double value, const std::string& label) const {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>", X(value),
                       kTop + kHeight + 17, HtmlEscaped(label));
  }

 private:
  double most_x_, most_y_;
};

std::string Drawing(const std::string& said, const std::string& inside) {
  return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" role=\"img\" aria-label=\"{}\">{}</svg>",
                     kLeft + kWidth + 40, kTop + kHeight + 44, kLeft + kWidth + 40, HtmlEscaped(said), inside);
}

std::string Line(const Axes& axes, const std::vector<double>& values, std::string_view line, std::string_view dot) {
  std::string points, dots;
  for (size_t i = 0; i < values.size(); ++i) {
    auto x = static_cast<double>(i);
    points += axes.At(x, values[i]) + " ";
    dots +=
        fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", dot, axes.X(x), axes.Y(values[i]));
  }
  return fmt::format("<polyline class=\"{}\" points=\"{}\"/>{}", line, points, dots);
}

}  // namespace

std::vector<double> Ticks(double most) {
  double step = std::pow(10, std::floor(std::log10(std::max(most, 1e-9))));
  for (double factor : {0.2, 0.5, 1.0}) {
    if (most / (step * factor) <= 6) {
      step *= factor;
      break;
    }
  }
  std::vector<double> ticks;
  for (int i = 0; step * i <= most * (1 + 1e-9); ++i) ticks.push_back(step * i);
  return ticks;
}

ReportedChart StepChart(const std::string& title, std::vector<double> times, double end, const std::string& of_time,
                        const std::string& of_count) {
  std::ranges::sort(times);
  if (!times.empty()) end = std::max(end, times.back());
  Axes axes(end, static_cast<double>(times.size()));
  std::string points = axes.At(0, 0);
  for (size_t i = 0; i < times.size(); ++i) {
    auto before = static_cast<double>(i);
    points += fmt::format(" {} {}", axes.At(times[i], before), axes.At(times[i], before + 1));
  }
  points += " " + axes.At(end, static_cast<double>(times.size()));
  std::string inside = axes.Frame(of_time, of_count);
  for (double tick : Ticks(end)) inside += axes.TickX(tick, ShowTick(tick));
  std::string said =
      times.empty()
          ? fmt::format("none in {:.0f} {}", end, of_time)
          : fmt::format("{} in {:.0f} {}: the first after {:.1f}, half of them by {:.1f}, the last after {:.1f}.",
                        times.size(), end, of_time, times.front(), times[(times.size() - 1) / 2], times.back());
  return {title, Drawing(title + ": " + said, inside + fmt::format("<polyline class=\"line\" points=\"{}\"/>", points)),
          said};
}

ReportedChart CurveChart(const std::string& title, const std::vector<std::pair<double, double>>& points,
                         const std::string& of_x, const std::string& of_y) {
  auto [end_x, end_y] = points.empty() ? std::pair(0.0, 0.0) : points.back();
  Axes axes(end_x, end_y);
  std::string inside = axes.Frame(of_x, of_y), line = axes.At(0, 0);
  for (double tick : Ticks(end_x)) inside += axes.TickX(tick, ShowTick(tick));
  // More than the drawing has columns show nothing more.
  size_t step = 1 + points.size() / static_cast<size_t>(kWidth);
  for (size_t i = 0; i < points.size(); i += step) line += " " + axes.At(points[i].first, points[i].second);
  line += " " + axes.At(end_x, end_y);
  auto half = std::ranges::find_if(points, [&](const auto& point) { return 2 * point.second >= end_y; });
  std::string said = end_y == 0 ? fmt::format("none in {} {}", ShowTick(end_x), of_x)
                                : fmt::format("{} in {} {}, half of them in the first {}.", ShowTick(end_y),
                                              ShowTick(end_x), of_x, ShowTick(half->first));
  return {title,
          Drawing(title + ": " + said, inside + fmt::format("<polyline class=\"good-line\" points=\"{}\"/>", line)),
          said};
}

std::vector<ReportedChart> TrendCharts(const std::vector<RunSummary>& history) {
  if (history.size() < 2) return {};
  std::vector<double> failing, fresh;
  for (const RunSummary& run : history) {
    failing.push_back(static_cast<double>(run.failing));
    fresh.push_back(static_cast<double>(run.fresh));
  }
  Axes axes(static_cast<double>(history.size() - 1), *std::ranges::max_element(failing));
  std::string inside = axes.Frame("run", "failures");
  inside += axes.TickX(0, history.front().when.substr(0, 10)) +
            axes.TickX(static_cast<double>(history.size() - 1), history.back().when.substr(0, 10));
  inside += Line(axes, failing, "line", "dot") + Line(axes, fresh, "line2", "dot2");
  std::string said = fmt::format(
      "{} runs: from {} failures in the first to {} in the last, of which {} are new. Solid: all failures; dashed: new "
      "ones.",
      history.size(), history.front().failing, history.back().failing, history.back().fresh);
  return {{"Failures from run to run", Drawing(said, inside), said}};
}

}  // namespace assay
