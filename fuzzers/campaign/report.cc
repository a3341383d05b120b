// Summaries of a campaign as Markdown and HTML (report.h).
#include "fuzzers/campaign/report.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr size_t kMostReasons = 20;

std::vector<std::pair<std::string, uint64_t>> ByCount(const std::map<std::string, uint64_t, std::less<>>& counts) {
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (sorted.size() > kMostReasons) sorted.resize(kMostReasons);
  return sorted;
}

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '|', '/');
  return text.substr(0, 200);
}

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

// One bar: agreements, skips and findings side by side, scaled to the longest.
std::string OracleBar(const std::string& name, const OracleTally& counts, double scale, int row) {
  struct Part {
    uint64_t count;
    std::string_view colour;
  };
  std::string bar = fmt::format(R"(<text x="0" y="{}">{}</text>)", row * 22 + 14, Escaped(name));
  double x = 230;
  for (Part part : {Part{counts.agree, "#4a9"}, Part{counts.skip, "#bbb"}, Part{counts.finding, "#d33"}}) {
    double width = static_cast<double>(part.count) * scale;
    // A finding is seen however few there are.
    if (part.count != 0) width = std::max(width, 2.0);
    bar += fmt::format(R"(<rect x="{:.1f}" y="{}" width="{:.1f}" height="16" fill="{}"><title>{}</title></rect>)", x,
                       row * 22 + 2, width, part.colour, part.count);
    x += width;
  }
  return bar + "\n";
}

std::string OracleChart(const Tally& tally) {
  uint64_t most = 1;
  for (const auto& [name, counts] : tally.oracles) most = std::max(most, counts.agree + counts.skip + counts.finding);
  std::string chart = fmt::format("<svg width=\"760\" height=\"{}\" role=\"img\">\n", tally.oracles.size() * 22 + 6);
  int row = 0;
  for (const auto& [name, counts] : tally.oracles)
    chart += OracleBar(name, counts, 520.0 / static_cast<double>(most), row++);
  return chart + "</svg>\n";
}

// Findings over time: one step for each new signature.
std::string FindingsChart(const CampaignSummary& summary) {
  std::vector<double> times;
  for (const FindingRecord& finding : summary.findings) times.push_back(finding.at_seconds);
  std::sort(times.begin(), times.end());
  double span = std::max(summary.seconds, 1.0), height = 120,
         count = std::max<double>(1, static_cast<double>(times.size()));
  std::string points = fmt::format("0,{}", height);
  for (size_t i = 0; i < times.size(); ++i) {
    double x = 740 * std::min(1.0, times[i] / span);
    points += fmt::format(" {:.1f},{:.1f} {:.1f},{:.1f}", x, height - height * static_cast<double>(i) / count, x,
                          height - height * static_cast<double>(i + 1) / count);
  }
  points += fmt::format(" 740,{:.1f}", times.empty() ? height : 0.0);
  return fmt::format(
      "<svg width=\"760\" height=\"130\" role=\"img\"><polyline points=\"{}\" fill=\"none\" stroke=\"#d33\" "
      "stroke-width=\"2\"/></svg>\n",
      points);
}

}  // namespace

std::string MarkdownReport(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  std::string out = fmt::format(
      "# {}\n\n{} runs in {:.0f} s ({:.1f} runs/s), {} findings; {:.1f} % of what was built compiled.\n", summary.title,
      tally.runs, summary.seconds, summary.seconds > 0 ? static_cast<double>(tally.runs) / summary.seconds : 0,
      summary.findings.size(), 100 * CompiledShare(tally));
  out += "\n## Findings\n\n";
  if (summary.findings.empty()) out += "None.\n";
  if (!summary.findings.empty())
    out += "| id | oracle | pass | class | lines | seen | replay |\n|--|--|--|--|--|--|--|\n";
  for (const FindingRecord& finding : summary.findings) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | `assay replay {}` |\n", finding.id, finding.oracle,
                       finding.pass, finding.klass, finding.reduced_lines, finding.seen, finding.path);
  }
  out += "\n## Oracles\n\n| oracle | agree | skip | finding | seconds |\n|--|--|--|--|--|\n";
  for (const auto& [name, counts] : tally.oracles) {
    out += fmt::format("| {} | {} | {} | {} | {:.2f} |\n", name, counts.agree, counts.skip, counts.finding,
                       counts.seconds);
  }
  out += "\n## Most frequent skips\n\n| count | reason |\n|--|--|\n";
  for (const auto& [why, count] : ByCount(tally.skips)) out += fmt::format("| {} | {} |\n", count, OneLine(why));
  return out;
}

std::string HtmlReport(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n<style>body{{font:15px "
      "sans-serif;max-width:60em;margin:2em auto}}td,th{{text-align:left;padding:2px 10px 2px 0}}svg "
      "text{{font:13px sans-serif}}</style></head><body>\n<h1>{0}</h1>\n<p>{1} runs in {2:.0f} s, {3} findings, "
      "{4:.1f} % "
      "compiled</p>\n",
      Escaped(summary.title), tally.runs, summary.seconds, summary.findings.size(), 100 * CompiledShare(tally));
  out +=
      "<h2>Findings</h2>\n<table><tr><th>id</th><th>oracle</th><th>pass</th><th>class</th><th>lines</th><th>seen</th></"
      "tr>\n";
  for (const FindingRecord& finding : summary.findings) {
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", finding.id,
                       Escaped(finding.oracle), Escaped(finding.pass), Escaped(finding.klass), finding.reduced_lines,
                       finding.seen);
  }
  out += "</table>\n<h2>Findings over time</h2>\n" + FindingsChart(summary);
  out += "<h2>Oracles</h2>\n<p>agree (green), skip (grey), finding (red)</p>\n" + OracleChart(tally);
  out += "<h2>Most frequent skips</h2>\n<table>\n";
  for (const auto& [why, count] : ByCount(tally.skips)) {
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", count, Escaped(OneLine(why)));
  }
  return out + "</table>\n</body></html>\n";
}

}  // namespace assay
