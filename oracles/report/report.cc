// What all forms of a report share (report.h).
#include "oracles/report/report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr int kMostLines = 40;
constexpr size_t kMostBytes = 4096;

// Never within a character.
size_t EndBefore(std::string_view text, size_t most) {
  if (text.size() <= most) return text.size();
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return most;
}

}  // namespace

std::string FirstLine(const std::string& text, size_t most) {
  std::string line = text.substr(0, text.find('\n'));
  return line.size() <= most ? line : line.substr(0, EndBefore(line, most)) + "…";
}

Excerpt ExcerptOf(const std::string& text, int line) {
  Excerpt excerpt{"", std::max(1, line - kMostLines / 4)};
  size_t begin = 0;
  for (int at = 1; at < excerpt.first_line && begin < text.size(); ++at)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  size_t end = begin;
  for (int at = 0; at < kMostLines && end < text.size(); ++at)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string_view lines = std::string_view(text).substr(begin, end - begin);
  excerpt.text = lines.substr(0, EndBefore(lines, kMostBytes));
  return excerpt;
}

std::string Excerpts::Of(const ReportedCase& one) {
  constexpr size_t kMostOfAll = size_t{8} << 20;
  bool again = !one.score.empty() && !had_.insert(one.id).second;
  if (again || one.module.empty() || spent_ > kMostOfAll) return "";
  // The text of a case that stands in a line of a suite is not that line's.
  std::string text = ExcerptOf(one.module, one.score.empty() ? one.line : 1).text;
  spent_ += text.size();
  return text;
}

std::string Head(const std::string& text) {
  std::string head = ExcerptOf(text, 1).text;
  return head.size() == text.size() ? head : head + "…";
}

void Endings::Count(CaseEnding ending) {
  switch (ending) {
    case CaseEnding::kPassed: ++passed; break;
    case CaseEnding::kFailed: ++failed; break;
    case CaseEnding::kKnown: ++known; break;
    case CaseEnding::kClosed: ++closed; break;
    case CaseEnding::kSkipped: ++skipped; break;
    case CaseEnding::kNotApplicable: ++not_applicable; break;
  }
}

double Endings::Percent() const {
  uint64_t judged = passed + failed + known;
  return judged == 0 ? 100 : 100 * static_cast<double>(passed) / static_cast<double>(judged);
}

void AddNotJudged(ReportedRun& report, std::string suite, uint64_t count) {
  if (count == 0) return;
  std::string cases = Counted(count, "case"), why = "the run was ended before";
  report.facts.emplace_back("Not judged", fmt::format("{}: {}", cases, why));
  report.cases.push_back({.suite = std::move(suite),
                          .group = "not judged",
                          .name = cases + " not judged",
                          .ending = CaseEnding::kSkipped,
                          .detail = fmt::format("{} not judged: {}", cases, why),
                          .fingerprint = "not judged",
                          .reason = why});
}

Endings EndingsOf(const std::vector<ReportedCase>& cases) {
  Endings endings;
  for (const ReportedCase& one : cases) endings.Count(one.ending);
  return endings;
}

AgainstCounts CountAgainst(const ReportedRun& report) {
  AgainstCounts counts;
  for (const ReportedCase& one : report.cases) {
    bool fails = one.ending == CaseEnding::kFailed || one.ending == CaseEnding::kKnown;
    counts.ours += fails && !one.other_fails ? 1 : 0;
    counts.both += fails && one.other_fails ? 1 : 0;
    counts.theirs += one.ending == CaseEnding::kPassed && one.other_fails ? 1 : 0;
  }
  return counts;
}

std::string StatusWord(const ReportedCase& one, const ReportedRun& report) {
  if (!one.status.empty()) return one.status;
  bool two = !report.against.empty();
  switch (one.ending) {
    case CaseEnding::kPassed: return two && one.other_fails ? "other fails" : "passed";
    case CaseEnding::kFailed: return two ? "fails alone" : "failed";
    case CaseEnding::kKnown: return two && one.other_fails ? "both fail" : "known";
    case CaseEnding::kClosed: return "closed";
    case CaseEnding::kSkipped: return "skipped";
    case CaseEnding::kNotApplicable: return "not applicable";
  }
  return "";
}

std::string SummaryOf(const ReportedRun& report) {
  if (!report.lead.empty()) return report.lead;
  Endings all = EndingsOf(report.cases);
  if (!report.against.empty()) {
    AgainstCounts counts = CountAgainst(report);
    std::string lacking =
        all.not_applicable == 0 ? "" : fmt::format(", {} not applicable", ShowCount(all.not_applicable));
    return fmt::format("{} failed by {} alone, {} by {} alone, {} by both; {} passed, {} skipped{}",
                       ShowCount(counts.ours), report.subject, ShowCount(counts.theirs), report.against,
                       ShowCount(counts.both), ShowCount(all.passed - counts.theirs), ShowCount(all.skipped), lacking);
  }
  std::vector<std::string> parts{
      fmt::format("{} {}", ShowCount(all.failed), report.compared ? "newly failing" : "failed")};
  auto part = [&](uint64_t count, std::string_view word) {
    if (count > 0) parts.push_back(fmt::format("{} {}", ShowCount(count), word));
  };
  part(report.newly_passing.size(), "newly passing");
  part(all.known, "known");
  part(all.closed, "closed");
  part(all.passed, "passed");
  part(all.skipped, "skipped");
  part(all.not_applicable, "not applicable");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string TitleOf(const ReportedRun& report) {
  std::string title = report.subject.empty() ? report.title : fmt::format("{} of {}", report.title, report.subject);
  return report.against.empty() ? title : fmt::format("{} against {}", title, report.against);
}

}  // namespace assay
