// The page of a rediscovery measurement (rediscovery.h): survival curves as in Magma's reports, and a row for each bug.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/bench/rediscovery.h"
#include "oracles/report/report.h"

namespace assay {
namespace {

// Time runs logarithmically from a tenth of a second to the budget.
class Axis {
 public:
  Axis(double budget, double left, double width) : budget_(std::max(budget, 1.0)), left_(left), width_(width) {}
  double At(double seconds) const {
    double whole = std::log(budget_ / kLeast);
    return left_ + width_ * std::log(std::clamp(seconds, kLeast, budget_) / kLeast) / whole;
  }
  // Ticks at powers of ten, as SVG over the given height.
  std::string Ticks(double height) const {
    std::string out;
    for (double tick = kLeast; tick <= budget_; tick *= 10) {
      out += fmt::format(
          "<line class=\"grid-line\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1}\"/><text x=\"{0:.1f}\" "
          "y=\"{2}\">{3:g} s</text>\n",
          At(tick), height, height + 14, tick);
    }
    return out;
  }

 private:
  static constexpr double kLeast = 0.1;
  double budget_, left_, width_;
};

// The share of trials that have found nothing yet, as a step curve.
std::string SurvivalCurve(const RediscoveryResult& result) {
  std::vector<double> times;
  for (const RediscoveryTrial& trial : result.trials) {
    if (trial.found) times.push_back(trial.seconds);
  }
  std::ranges::sort(times);
  constexpr double kHeight = 160;
  Axis axis(result.budget, 40, 700);
  std::string points = "40,0";
  auto all = static_cast<double>(std::max<size_t>(result.trials.size(), 1));
  for (size_t i = 0; i < times.size(); ++i) {
    double x = axis.At(times[i]);
    points += fmt::format(" {:.1f},{:.1f} {:.1f},{:.1f}", x, kHeight * static_cast<double>(i) / all, x,
                          kHeight * static_cast<double>(i + 1) / all);
  }
  points += fmt::format(" 740,{:.1f}", kHeight * static_cast<double>(times.size()) / all);
  return fmt::format(
      "<svg viewBox=\"0 0 790 180\" width=\"790\" role=\"img\" aria-label=\"share of trials without a finding over "
      "time\">{}"
      "<text x=\"0\" y=\"12\">100 %</text><text x=\"12\" y=\"{}\">0 %</text>"
      "<polyline class=\"good-line\" points=\"{}\"/></svg>\n",
      axis.Ticks(kHeight), kHeight, points);
}

template <class Of>
double MedianOf(const std::vector<const RediscoveryTrial*>& trials, Of&& of) {
  std::vector<double> values;
  for (const RediscoveryTrial* trial : trials) {
    if (trial->found) values.push_back(of(*trial));
  }
  std::ranges::sort(values);
  return values.empty() ? std::nan("") : values[values.size() / 2];
}

ReportedCell Cell(double value, int digits) {
  if (!std::isfinite(value)) return {.text = "–"};
  return {.text = fmt::format("{:.{}f}", value, digits), .number = value};
}

// When each trial found the bug, in order; those that did not are counted.
std::string Times(const std::vector<const RediscoveryTrial*>& trials) {
  std::vector<double> times;
  for (const RediscoveryTrial* trial : trials) {
    if (trial->found) times.push_back(trial->seconds);
  }
  std::ranges::sort(times);
  std::string out;
  for (double time : times) out += fmt::format("{}{:.1f}", out.empty() ? "" : " ", time);
  size_t missed = trials.size() - times.size();
  return missed == 0 ? out : fmt::format("{}{}{} not", out, out.empty() ? "" : ", ", missed);
}

std::vector<ReportedCell> Row(const RediscoveryResult& result, const PlantedBug& bug) {
  std::vector<const RediscoveryTrial*> trials = result.TrialsOf(bug.name);
  auto found = static_cast<size_t>(std::ranges::count_if(trials, [](const auto* trial) { return trial->found; }));
  std::set<std::string> oracles;
  for (const RediscoveryTrial* trial : trials) {
    if (trial->found) oracles.insert(trial->oracle + (trial->expected ? "" : " (not named)"));
  }
  double share = trials.empty() ? 0 : static_cast<double>(found) / static_cast<double>(trials.size());
  return {{std::string(bug.name)},
          {.text = fmt::format("{} of {}", found, trials.size()), .number = share},
          {.bar = {share, 0, 0, 1 - share}},
          Cell(MedianSeconds(trials), 1),
          {Times(trials)},
          {fmt::format("{}", fmt::join(oracles, ", "))},
          Cell(MedianOf(trials, [](const auto& t) { return static_cast<double>(t.runs); }), 0),
          Cell(MedianOf(trials, [](const auto& t) { return static_cast<double>(t.reduced_lines); }), 0),
          {std::string(bug.component)},
          {std::string(bug.klass)}};
}

}  // namespace

std::string RediscoveryPage(const RediscoveryResult& result) {
  ReportedRun report{.title = "Rediscovery of historical bugs", .made_by = "assay " ASSAY_VERSION};
  report.lead = fmt::format("{} bugs, {} campaigns of at most {:.0f} s each on one core: {:.1f} % found theirs",
                            result.bugs.size(), result.trials.size(), result.budget, 100 * result.found_share());
  report.charts = {{"Campaigns without a finding, over time", SurvivalCurve(result),
                    "The share of campaigns that have found nothing yet; time runs logarithmically."}};
  ReportedTable table{.title = "Bugs",
                      .columns = {{"bug"},
                                  {"found", true},
                                  {.label = "share", .page_only = true},
                                  {"median s", true},
                                  {"seconds of each campaign"},
                                  {"first seen by"},
                                  {"median runs", true},
                                  {"lines", true},
                                  {"component"},
                                  {"class"}}};
  for (const PlantedBug& bug : result.bugs) table.rows.push_back(Row(result, bug));
  report.tables = {table};
  return HtmlReport(report);
}

}  // namespace assay
