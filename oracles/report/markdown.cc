// A report as Markdown, for job summaries (report.h); and the counts that all forms share.
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "oracles/report/report.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr size_t kMostLines = 40;

// One line for a table's cell, with numbers made alike: failures of one cause then read the same.
std::string Cell(std::string_view text, bool general) {
  std::string out;
  for (char c : text.substr(0, 140)) {
    bool digit = general && c >= '0' && c <= '9';
    if (digit && !out.empty() && out.back() == '#') continue;
    out += digit ? '#' : (c == '\n' || c == '|') ? ' ' : c;
  }
  return out;
}

struct Cause {
  std::string suite, klass, why, first;
  uint64_t count = 0;
};

// Failures by cause, most frequent first.
std::vector<Cause> Causes(const ReportedRun& report) {
  std::map<std::tuple<std::string, std::string, std::string>, Cause> causes;
  for (const ReportedCase& one : report.cases) {
    if (one.ending != CaseEnding::kFailed) continue;
    std::string why = Cell(one.detail, true);
    Cause& cause = causes[{one.suite, one.klass, why}];
    if (cause.count++ == 0) cause = {one.suite, one.klass, why, one.name, 1};
  }
  std::vector<Cause> sorted;
  for (const auto& [key, cause] : causes) sorted.push_back(cause);
  std::sort(sorted.begin(), sorted.end(), [](const Cause& a, const Cause& b) { return std::tie(b.count, a.first) < std::tie(a.count, b.first); });
  if (sorted.size() > kMostLines) sorted.resize(kMostLines);
  return sorted;
}

std::string Row(std::string_view name, const Endings& endings) {
  return fmt::format("| {} | {} | {} | {} | {} | {:.1f} |\n", name, endings.passed, endings.failed, endings.known, endings.skipped,
                     endings.Percent());
}
constexpr std::string_view kHead = " | passed | failed | known | skipped | % |\n|--|--|--|--|--|--|\n";

std::string Suites(const ReportedRun& report) {
  std::map<std::string, Endings> suites;
  for (const ReportedCase& one : report.cases) suites[one.suite].Count(one.ending);
  std::string out = "| suite" + std::string(kHead);
  for (const auto& [name, endings] : suites) out += Row(name, endings);
  return out;
}

// Groups with failures alone: the others say nothing that the suites' lines do not.
std::string Groups(const ReportedRun& report) {
  std::map<std::string, Endings> groups;
  for (const ReportedCase& one : report.cases) groups[one.group].Count(one.ending);
  std::string rows;
  for (const auto& [name, endings] : groups) {
    if (endings.failed + endings.known > 0) rows += Row(name, endings);
  }
  return rows.empty() ? "" : "\n## With failures\n\n| about" + std::string(kHead) + rows;
}

std::string List(std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string out = fmt::format("\n## {}\n\n", title);
  for (size_t i = 0; i < std::min(names.size(), kMostLines); ++i) out += fmt::format("- {}\n", names[i]);
  if (names.size() > kMostLines) out += fmt::format("- … and {} more\n", names.size() - kMostLines);
  return out;
}

}  // namespace

void Endings::Count(CaseEnding ending) {
  switch (ending) {
    case CaseEnding::kPassed: ++passed; break;
    case CaseEnding::kFailed: ++failed; break;
    case CaseEnding::kKnown: ++known; break;
    case CaseEnding::kSkipped: ++skipped; break;
  }
}

double Endings::Percent() const {
  uint64_t judged = passed + failed + known;
  return judged == 0 ? 100 : 100 * static_cast<double>(passed) / static_cast<double>(judged);
}

Endings EndingsOf(const std::vector<ReportedCase>& cases) {
  Endings endings;
  for (const ReportedCase& one : cases) endings.Count(one.ending);
  return endings;
}

std::string MarkdownReport(const ReportedRun& report) {
  std::string out = fmt::format("# {} of {}\n\n", report.title, report.subject) + Suites(report) + Groups(report);
  std::vector<std::string> failing;
  for (const ReportedCase& one : report.cases) {
    if (one.ending == CaseEnding::kFailed) failing.push_back(fmt::format("{}: {}", one.name, Cell(one.detail, false)));
  }
  if (report.compared) out += List("Newly failing", failing) + List("Newly passing", report.newly_passing);
  if (failing.empty()) return out + "\nNo failures.\n";
  out += "\n## Failures by cause\n\n| count | suite | kind | cause | first |\n|--|--|--|--|--|\n";
  for (const Cause& cause : Causes(report)) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", ShowCount(cause.count), cause.suite, cause.klass, cause.why, cause.first);
  }
  return out;
}

}  // namespace assay
