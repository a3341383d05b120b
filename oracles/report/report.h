// What was judged and how it ended, in the forms that people and CI systems read: JUnit XML, SARIF 2.1.0 (a result for each
// failure, located in the file that shows it), GitHub's Markdown, and one HTML page that needs nothing else. Tests of a suite,
// stored cases and findings of a campaign are all ReportedCases. Tested by report_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// kKnown is a failure that the baseline has, too; it does not count.
enum class CaseEnding { kPassed, kFailed, kKnown, kSkipped };

struct ReportedCase {
  // What it belongs to: a suite, "oracles", "findings".
  std::string suite = "";
  // What it is about: an operator, a pass, an oracle.
  std::string group = "";
  std::string name = "";
  CaseEnding ending = CaseEnding::kPassed;
  // The kind of failure in a word or two.
  std::string klass = "";
  // What went wrong, or why it was skipped.
  std::string detail = "";
  // Where it stands, as a path that the reader of the report can open; empty when nothing is stored.
  std::string file = "";
  int line = 1;
  // Text for readers of a failure: the module, the values.
  std::string module = "";
  // Stays the same while the failure does.
  std::string fingerprint = "";
  uint64_t seen = 1;
  double seconds = 0;
};

// What a group of cases is about, in a sentence: rules of SARIF.
struct ReportedGroup {
  std::string name = "";
  std::string doc = "";
};

struct ReportedRun {
  std::string title = "";
  std::string subject = "";
  std::vector<ReportedCase> cases = {};
  std::vector<ReportedGroup> groups = {};
  // With a baseline: what it calls failing and passes now.
  bool compared = false;
  std::vector<std::string> newly_passing = {};
  double seconds = 0;
};

std::string JUnitReport(const ReportedRun& report);
std::string SarifReport(const ReportedRun& report);
std::string MarkdownReport(const ReportedRun& report);
std::string HtmlReport(const ReportedRun& report);

// ---- what reports share

struct Endings {
  uint64_t passed = 0, failed = 0, known = 0, skipped = 0;
  void Count(CaseEnding ending);
  // Those that passed among those that were not skipped; 100 when there is none.
  double Percent() const;
  uint64_t all() const { return passed + failed + known + skipped; }
};
Endings EndingsOf(const std::vector<ReportedCase>& cases);

}  // namespace assay
