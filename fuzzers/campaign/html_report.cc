// A campaign as one HTML page that needs nothing else: figures, findings with their details folded, charts as inline
// SVG, and which operators met which dtypes (report.h).
#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "fuzzers/campaign/report.h"
#include "ir/ops/op_spec.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr size_t kMostReasons = 20;
constexpr size_t kMostText = 20'000;
constexpr std::string_view kStyle =
    ".grid td{padding:0 1px}.grid tr{border:0}.grid i{display:block;width:15px;height:11px;background:var(--soft)}.grid th{font:11px sans-serif;"
    "padding:0 8px 0 0}.grid th.d{writing-mode:vertical-rl;padding:4px 0}.grid .s1{background:#bfe3d6}.grid .s2{background:#7cc5ab}"
    ".grid .s3{background:#2f9d78}";

// ---- figures

std::set<std::string_view> CoveredOperators(const Tally& tally) {
  std::set<std::string_view> operators;
  for (const std::string& entry : tally.op_coverage)
    operators.insert(std::string_view(entry).substr(0, entry.find(' ')));
  return operators;
}

std::string Figures(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  double rate = summary.seconds > 0 ? static_cast<double>(tally.runs) / summary.seconds : 0;
  size_t found = summary.findings.size();
  std::string out = "<div class=\"figures\">\n";
  out += Figure(std::to_string(found), found == 1 ? "finding" : "findings", found == 0 ? "good" : "bad");
  out += Figure(ShowCount(tally.runs), fmt::format("runs in {:.0f} s, {:.1f} a second", summary.seconds, rate));
  out += Figure(fmt::format("{:.1f} %", 100 * CompiledShare(tally)), "of what was built compiled");
  // A report made again from a campaign's folder knows no more than is stored there.
  if (!tally.op_coverage.empty()) {
    out += Figure(fmt::format("{} of {}", CoveredOperators(tally).size(), AllOps().size()), "operators came up");
    out += Figure(ShowCount(tally.op_coverage.size()), "operators by dtype and kind of shape");
  }
  if (!tally.passes.empty()) out += Figure(std::to_string(tally.passes.size()), "passes tried");
  return out + "</div>\n";
}

// ---- findings

// A file of the finding's folder, folded out of sight when it is long; nothing when it is not there.
std::string FileOf(const FindingRecord& finding, std::string_view name) {
  std::ifstream in(fmt::format("{}/{}", finding.path, name), std::ios::binary);
  std::string text(kMostText, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  if (finding.path.empty() || text.empty()) return "";
  return fmt::format("<p>{}</p>\n<pre>{}</pre>\n", name, HtmlEscaped(text));
}

std::string Findings(const CampaignSummary& summary) {
  if (summary.findings.empty()) return "<p>None.</p>\n";
  std::string out;
  for (const FindingRecord& finding : summary.findings) {
    out += fmt::format(
        "<details><summary><b>{}</b> {}{} — {}, {} lines, seen {}, first after {:.0f} s</summary>\n<p>Repeat it "
        "with "
        "<code>assay replay {}</code></p>\n<pre>{}</pre>\n{}{}</details>\n",
        HtmlEscaped(finding.oracle), finding.pass.empty() ? "" : "after ", HtmlEscaped(finding.pass),
        HtmlEscaped(finding.klass.name()) + (finding.flaky ? " (flaky: it did not show again)" : ""), finding.reduced_lines,
        finding.seen == 1 ? "once" : fmt::format("{} times", finding.seen), finding.at_seconds, HtmlEscaped(finding.path),
        HtmlEscaped(finding.detail), FileOf(finding, "reduced.py"), FileOf(finding, "values.json"));
  }
  return out;
}

// One step for each new signature.
std::string FindingsChart(const CampaignSummary& summary) {
  std::vector<double> times;
  for (const FindingRecord& finding : summary.findings) times.push_back(finding.at_seconds);
  if (times.empty()) return "";
  std::sort(times.begin(), times.end());
  double span = std::max(summary.seconds, 1.0), height = 120, count = static_cast<double>(times.size());
  std::string points = fmt::format("40,{}", height);
  for (size_t i = 0; i < times.size(); ++i) {
    double x = 40 + 700 * std::min(1.0, times[i] / span);
    double before = height - height * static_cast<double>(i) / count;
    points +=
        fmt::format(" {:.1f},{:.1f} {:.1f},{:.1f}", x, before, x, height - height * static_cast<double>(i + 1) / count);
  }
  return fmt::format(
      "<h2>Findings over time</h2>\n<svg width=\"780\" height=\"145\" role=\"img\"><text x=\"0\" "
      "y=\"12\">{}</text><text "
      "x=\"0\" y=\"{}\">0</text><polyline points=\"{} 740,0\" fill=\"none\" stroke=\"#c22\" stroke-width=\"2\"/><text "
      "x=\"700\" y=\"138\">{:.0f} s</text></svg>\n",
      times.size(), height, points, span);
}

// ---- oracles and passes

// Agreements, skips and findings side by side, scaled to the longest.
std::string Bar(const OracleTally& counts, double scale) {
  std::string bar = "<svg width=\"320\" height=\"14\" role=\"img\">";
  double x = 0;
  const std::array<std::pair<uint64_t, std::string_view>, 3> parts = {
      {{counts.agree, "#2f9d78"}, {counts.skip, "#bbb"}, {counts.finding, "#c22"}}};
  for (auto [count, colour] : parts) {
    // A finding is seen however few there are.
    double width = count == 0 ? 0 : std::max(static_cast<double>(count) * scale, 2.0);
    bar += fmt::format("<rect x=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" fill=\"{}\"/>", x, width, colour);
    x += width;
  }
  return bar + "</svg>";
}

std::string Oracles(const Tally& tally) {
  uint64_t most = 1;
  for (const auto& [name, counts] : tally.oracles) most = std::max(most, counts.agree + counts.skip + counts.finding);
  std::string out =
      "<div class=\"scroll\"><table><tr><th>oracle</th><th class=\"n\">agree</th><th class=\"n\">skip</th><th class=\"n\">finding</th><th "
      "class=\"n\">seconds</th><th></th></tr>\n";
  for (const auto& [name, counts] : tally.oracles) {
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{:.1f}</td><td>{}</td></tr>\n",
        HtmlEscaped(name), ShowCount(counts.agree), ShowCount(counts.skip), ShowCount(counts.finding), counts.seconds,
        Bar(counts, 310.0 / static_cast<double>(most)));
  }
  return out + "</table></div>\n";
}

std::string Passes(const Tally& tally) {
  uint64_t most = 1;
  for (const auto& [name, pass] : tally.passes) {
    OracleTally total = Total(pass);
    most = std::max(most, total.agree + total.skip + total.finding);
  }
  std::string out =
      "<div class=\"scroll\"><table><tr><th>pass</th><th class=\"n\">tried</th><th class=\"n\">changed</th><th class=\"n\">agree</th><th "
      "class=\"n\">skip</th><th class=\"n\">finding</th><th></th></tr>\n";
  for (const auto& [name, pass] : tally.passes) {
    OracleTally total = Total(pass);
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.1f} %</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
        HtmlEscaped(name), ShowCount(pass.tried), ChangedPercent(pass), ShowCount(total.agree), ShowCount(total.skip),
        ShowCount(total.finding), Bar(total, 310.0 / static_cast<double>(most)));
  }
  return out + "</table></div>\n";
}

// The same reason from several oracles is one line.
std::string Skips(const Tally& tally) {
  std::map<std::string, uint64_t> reasons;
  for (const auto& [why, count] : tally.skips) {
    size_t colon = why.find(": ");
    reasons[colon == std::string::npos ? why : why.substr(colon + 2)] += count;
  }
  if (reasons.empty()) return "<p>None.</p>\n";
  std::vector<std::pair<std::string, uint64_t>> sorted(reasons.begin(), reasons.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string out = "<table><tr><th class=\"n\">count</th><th>reason</th></tr>\n";
  for (size_t i = 0; i < std::min(sorted.size(), kMostReasons); ++i) {
    out += fmt::format("<tr><td class=\"n\">{}</td><td>{}</td></tr>\n", ShowCount(sorted[i].second),
                       HtmlEscaped(std::string_view(sorted[i].first).substr(0, 200)));
  }
  out += "</table>\n";
  if (sorted.size() > kMostReasons) out += fmt::format("<p>… and {} more reasons</p>\n", sorted.size() - kMostReasons);
  return out;
}

// ---- coverage

// Operators by dtypes; the darker, the more kinds of shape (scalar, static, symbolic, …) of that dtype came up.
std::string Coverage(const Tally& tally) {
  std::map<std::string_view, std::map<std::string_view, int>> kinds;
  std::set<std::string_view> dtypes;
  for (const std::string& text : tally.op_coverage) {
    std::string_view entry = text;
    size_t first = entry.find(' '), last = entry.rfind(' ');
    if (first == last) continue;
    std::string_view dtype = entry.substr(first + 1, last - first - 1);
    dtypes.insert(dtype);
    ++kinds[entry.substr(0, first)][dtype];
  }
  std::string out = "<div class=\"scroll\"><table class=\"grid\"><tr><th></th>";
  for (std::string_view dtype : dtypes) out += fmt::format("<th class=\"d\">{}</th>", HtmlEscaped(dtype));
  out += "</tr>\n";
  for (const OpSpec* row : AllOps()) {
    out += fmt::format("<tr><th>{}</th>", HtmlEscaped(row->name));
    for (std::string_view dtype : dtypes) {
      int count = std::min(kinds[row->name][dtype], 3);
      out += count == 0 ? std::string("<td><i></i></td>") : fmt::format("<td><i class=\"s{}\"></i></td>", count);
    }
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string HtmlReport(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  std::string out = PageHead(summary.title, kStyle);
  out += Figures(summary);
  out += "<h2>Findings</h2>\n" + Findings(summary) + FindingsChart(summary);
  out += "<h2>Oracles</h2>\n" + Oracles(tally);
  out += "<h2>Skips by reason</h2>\n" + Skips(tally);
  if (!tally.passes.empty()) out += "<h2>Passes</h2>\n" + Passes(tally);
  if (!tally.op_coverage.empty()) {
    out += "<h2>Operators and dtypes</h2>\n<p>Grey: never; green, the darker the more kinds of shape.</p>\n" +
           Coverage(tally);
  }
  return out + std::string(kPageEnd);
}

}  // namespace assay
