// The page of a rediscovery measurement (rediscovery.h): survival curves as in Magma's reports, and a row for each bug.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/bench/rediscovery.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr std::string_view kStyle =
    ":root{color-scheme:light dark;--fg:#222;--bg:#fff;--soft:#f4f6f8;--line:#ddd;--grey:#777}"
    "@media(prefers-color-scheme:dark){:root{--fg:#ddd;--bg:#16181b;--soft:#22262b;--line:#3a3f46;--grey:#999}}"
    "body{font:15px/1.4 system-ui,sans-serif;max-width:110em;margin:2em auto;padding:0 1em;color:var(--fg);background:var(--bg)}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}th,td{text-align:left;padding:3px 12px 3px 0;white-space:nowrap}"
    "td.n,th.n{text-align:right}tr{border-bottom:1px solid var(--line)}svg{max-width:100%;height:auto}"
    "svg text{font:12px sans-serif;fill:var(--grey)}.axis{stroke:var(--line)}.low{color:#c33;font-weight:600}";

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
      out += fmt::format("<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1}\"/><text x=\"{0:.1f}\" y=\"{2}\">{3:g} s</text>\n",
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
      "<svg viewBox=\"0 0 790 180\" width=\"790\" role=\"img\" aria-label=\"share of trials without a finding over time\">{}"
      "<text x=\"0\" y=\"12\">100 %</text><text x=\"12\" y=\"{}\">0 %</text>"
      "<polyline points=\"{}\" fill=\"none\" stroke=\"#2f9d78\" stroke-width=\"2\"/></svg>\n",
      axis.Ticks(kHeight), kHeight, points);
}

// A mark for each trial: full where it found the bug, hollow at the end where it did not.
std::string Marks(const RediscoveryResult& result, const std::vector<const RediscoveryTrial*>& trials) {
  Axis axis(result.budget, 6, 288);
  std::string out = "<svg viewBox=\"0 0 300 14\" width=\"300\" height=\"14\" role=\"img\"><line class=\"axis\" x1=\"6\" x2=\"294\" y1=\"7\" y2=\"7\"/>";
  for (const RediscoveryTrial* trial : trials) {
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"7\" r=\"4\" {}><title>seed {}, {:.2f} s, {} runs</title></circle>", axis.At(trial->seconds),
                       trial->found ? "fill=\"#2f9d78\" fill-opacity=\".7\"" : "fill=\"none\" stroke=\"#c33\"", trial->seed, trial->seconds,
                       trial->runs);
  }
  return out + "</svg>";
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

std::string Cell(double value, std::string_view form) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(form), value) : "–";
}

std::string Row(const RediscoveryResult& result, const PlantedBug& bug) {
  std::vector<const RediscoveryTrial*> trials = result.TrialsOf(bug.name);
  auto found = static_cast<size_t>(std::ranges::count_if(trials, [](const auto* trial) { return trial->found; }));
  std::set<std::string> oracles;
  for (const RediscoveryTrial* trial : trials) {
    if (trial->found) oracles.insert(trial->oracle + (trial->expected ? "" : " (not named)"));
  }
  return fmt::format(
      "<tr><td><code>{}</code></td><td class=\"n{}\">{} of {}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
      HtmlEscaped(bug.name), found < trials.size() ? " low" : "", found, trials.size(), Cell(MedianSeconds(trials), "{:.1f}"),
      Marks(result, trials), HtmlEscaped(fmt::format("{}", fmt::join(oracles, ", "))),
      Cell(MedianOf(trials, [](const auto& t) { return static_cast<double>(t.runs); }), "{:.0f}"),
      Cell(MedianOf(trials, [](const auto& t) { return static_cast<double>(t.reduced_lines); }), "{:.0f}"), HtmlEscaped(bug.component),
      HtmlEscaped(bug.klass));
}

}  // namespace

std::string RediscoveryPage(const RediscoveryResult& result) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      "<title>assay: rediscovery</title>\n<style>{}</style></head><body>\n<h1>Rediscovery of historical bugs</h1>\n"
      "<p>{} bugs, {} campaigns of at most {:.0f} s each on one core: {:.1f} % found theirs.</p>\n"
      "<h2>Campaigns without a finding, over time</h2>\n",
      kStyle, result.bugs.size(), result.trials.size(), result.budget, 100 * result.found_share());
  out += SurvivalCurve(result);
  out +=
      "<h2>Bugs</h2>\n<table><tr><th>bug</th><th class=\"n\">found</th><th class=\"n\">median s</th><th>seconds of each campaign</th>"
      "<th>first seen by</th><th class=\"n\">median runs</th><th class=\"n\">lines</th><th>component</th><th>class</th></tr>\n";
  for (const PlantedBug& bug : result.bugs) out += Row(result, bug);
  return out + "</table>\n</body></html>\n";
}

}  // namespace assay
