// A report as Markdown, for job summaries (report.h): few columns, what failed first, and failures by cause, where
// those that differ in values are told apart by what they are about and how far off they are.
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "oracles/report/report.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr size_t kMostLines = 40;

// One line for a table's cell; `general` makes numbers alike: failures of one cause then read the same.
std::string Cell(const std::string& text, bool general) {
  std::string out;
  for (char c : FirstLine(text, 140)) {
    bool digit = general && c >= '0' && c <= '9';
    if (digit && !out.empty() && out.back() == '#') continue;
    out += digit ? '#' : c == '|' ? ' ' : c;
  }
  return out;
}

struct Cause {
  std::string group, klass, why, first;
  uint64_t count = 0;
};

std::string WhyOf(const ReportedCase& one) {
  std::string kind = KindOfDifference(one.sides);
  return kind.empty() ? Cell(one.detail, true) : fmt::format("values differ: {}", kind);
}

// Failures by cause, most frequent first. What a subject lacks is one cause whatever it is asked about; values that
// differ are one for each thing that computes them.
std::vector<Cause> Causes(const ReportedRun& report) {
  std::map<std::tuple<std::string, std::string, std::string>, Cause> causes;
  for (const ReportedCase& one : report.cases) {
    if (one.ending != CaseEnding::kFailed) continue;
    bool of_values = !one.sides.elements.empty();
    std::string why = WhyOf(one);
    Cause& cause = causes[{of_values ? one.group : one.suite, one.klass, why}];
    if (cause.count++ == 0) cause = {one.group, one.klass, why, one.name, 1};
    if (cause.group != one.group) cause.group = one.suite;
  }
  std::vector<Cause> sorted;
  for (const auto& [key, cause] : causes) sorted.push_back(cause);
  std::ranges::sort(
      sorted, [](const Cause& a, const Cause& b) { return std::tie(b.count, a.first) < std::tie(a.count, b.first); });
  return sorted;
}

std::string CausesOf(const ReportedRun& report) {
  std::vector<Cause> causes = Causes(report);
  if (causes.empty()) return "";
  std::string out = fmt::format("\n## Failures by cause\n\n| count | {} | {} | cause | first |\n|--:|--|--|--|--|\n",
                                report.group_word, report.class_word);
  for (size_t i = 0; i < std::min(causes.size(), kMostLines); ++i) {
    const Cause& cause = causes[i];
    out += fmt::format("| {} | {} | {} | {} | {} |\n", ShowCount(cause.count), Cell(cause.group, false),
                       Cell(cause.klass, false), cause.why, Cell(cause.first, false));
  }
  if (causes.size() > kMostLines) out += fmt::format("\n… and {} other causes.\n", causes.size() - kMostLines);
  return out;
}

std::string Row(std::string_view name, const Endings& endings) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} |\n", name, endings.passed, endings.failed,
                     endings.known + endings.closed, endings.skipped, endings.not_applicable, endings.Percent());
}
constexpr std::string_view kHead =
    " | passed | failed | known or closed | skipped | not applicable | % |\n|--|--:|--:|--:|--:|--:|--:|\n";

std::string Suites(const ReportedRun& report) {
  std::map<std::string, Endings> suites;
  for (const ReportedCase& one : report.cases) suites[one.suite].Count(one.ending);
  std::string out = suites.empty() ? "" : "\n| suite" + std::string(kHead);
  for (const auto& [name, endings] : suites) out += Row(name, endings);
  return out;
}

std::string Facts(const ReportedRun& report) {
  std::string out;
  for (const auto& [name, value] : report.facts) {
    // A ` would end what stands between two.
    std::string plain = value;
    std::ranges::replace(plain, '`', '\'');
    out += fmt::format("- {}: `{}`\n", name, FirstLine(plain, 300));
  }
  return out.empty() ? "" : "\n" + out;
}

// What failed, one line each, where those are few enough to read; then what was known.
std::string Cases(const ReportedRun& report, CaseEnding ending, std::string_view title) {
  size_t count = 0;
  std::string out;
  for (const ReportedCase& one : report.cases) {
    if (one.ending != ending || ++count > kMostLines) continue;
    out += fmt::format("| {} | {} | {} | {} | {} |\n", Cell(one.name, false), StatusWord(one, report),
                       Cell(one.group, false), Cell(one.klass, false),
                       Cell(one.reason.empty() ? one.detail : one.reason, false));
  }
  if (count == 0) return "";
  std::string more = count > kMostLines ? fmt::format("\n… and {} more.\n", count - kMostLines) : "";
  return fmt::format("\n## {}\n\n| {} | status | {} | {} | what |\n|--|--|--|--|--|\n{}{}", title, report.case_word,
                     report.group_word, report.class_word, out, more);
}

std::string List(std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string out = fmt::format("\n## {}\n\n", title);
  for (size_t i = 0; i < std::min(names.size(), kMostLines); ++i) out += fmt::format("- {}\n", names[i]);
  if (names.size() > kMostLines) out += fmt::format("- … and {} more\n", names.size() - kMostLines);
  return out;
}

// What is not there, by reason: which cases ask for it, the suite says.
std::string LackingOf(const ReportedRun& report) {
  std::map<std::string, uint64_t> reasons;
  for (const ReportedCase& one : report.cases) {
    if (one.ending == CaseEnding::kNotApplicable) ++reasons[Cell(one.reason, false)];
  }
  std::vector<std::string> lines;
  for (const auto& [reason, count] : reasons) lines.push_back(fmt::format("{}: {}", reason, ShowCount(count)));
  return List("Not applicable", lines);
}

std::string TableText(const ReportedTable& table) {
  if (table.page_only || table.rows.empty()) return "";
  std::string head = "|", rule = "|", out;
  for (const ReportedColumn& column : table.columns) {
    if (column.page_only) continue;
    head += fmt::format(" {} |", column.label);
    rule += column.number ? "--:|" : "--|";
  }
  for (size_t at = 0; at < std::min(table.rows.size(), kMostLines); ++at) {
    out += "|";
    for (size_t i = 0; i < table.rows[at].size(); ++i) {
      if (!table.columns[i].page_only) out += fmt::format(" {} |", Cell(table.rows[at][i].text, false));
    }
    out += "\n";
  }
  if (table.rows.size() > kMostLines) out += fmt::format("\n… and {} more.\n", table.rows.size() - kMostLines);
  return fmt::format("\n## {}\n\n{}{}\n{}\n{}", table.title, table.note.empty() ? "" : table.note + "\n\n", head, rule,
                     out);
}

}  // namespace

std::string MarkdownReport(const ReportedRun& report) {
  std::string out = fmt::format("# {}\n\n{}.\n", TitleOf(report), SummaryOf(report)) + Facts(report) + Suites(report);
  std::string failing = Cases(report, CaseEnding::kFailed, report.compared ? "Newly failing" : "Failing");
  out += failing.empty() && !report.cases.empty() ? "\nNo failures.\n" : failing;
  out += CausesOf(report) + List("Newly passing", report.newly_passing);
  out += Cases(report, CaseEnding::kKnown, "Known") + Cases(report, CaseEnding::kClosed, "Closed");
  out += LackingOf(report);
  if (!report.history.empty()) out += TableText(HistoryTable(report.history));
  for (const ReportedTable& table : report.tables) out += TableText(table);
  return out;
}

}  // namespace assay
