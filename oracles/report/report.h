// What was judged and how it ended, in the forms that people and CI systems read: JUnit XML, SARIF 2.1.0 (a result for
// each failure, located in the file that shows it), GitHub's Markdown, and one HTML page that needs nothing else. Tests
// of a suite, stored cases and findings of a campaign are all ReportedCases; measurements without cases have tables and
// charts alone. All that a report says of time and place is handed in: the same run gives the same bytes. Tested by
// report_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oracles/core/sides.h"
#include "oracles/report/history.h"

namespace assay {

// kKnown is a failure that was known before, kClosed one that people have decided about; neither counts.
// kNotApplicable: what is judged has no such thing.
enum class CaseEnding : uint8_t { kPassed, kFailed, kKnown, kClosed, kSkipped, kNotApplicable };

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
  // Text for readers of a failure: the module, the call.
  std::string module = "";
  // Stays the same while the failure does.
  std::string fingerprint = "";
  uint64_t seen = 1;
  double seconds = 0;
  // What it is called on the page, for links; cases of one id are shown as one. Empty: the suite and the name.
  std::string id = "";
  // Which of the scores of that case this is, and what the page calls the case, where other columns say the rest of its
  // name.
  std::string score = "";
  std::string case_name = "";
  // Status in a word where that says more than the ending: "open", "flaky"; and why it is known, closed or skipped.
  std::string status = "";
  std::string reason = "";
  std::string pass = "";
  std::vector<std::string> also = {};
  // What was expected and what came; may be several comparisons of one failure.
  Sides sides = {};
  int lines = 0;
  // How to see it again.
  std::string replay = "";
  // Files that belong to it: name, and path from the report's folder.
  std::vector<std::pair<std::string, std::string>> links = {};
  // A path for tools that follow a failure from run to run; empty: `file`.
  std::string stable_file = "";
  // With a second subject: whether that fails it, and what it says.
  bool other_fails = false;
  std::string other_detail = "";
  // Not where the page's tables say the same.
  bool on_page = true;
};

// What a group of cases is about, in a sentence: rules of SARIF.
struct ReportedGroup {
  std::string name = "";
  std::string doc = "";
};

struct ReportedCell {
  std::string text = "";
  // What the column is sorted by; the text where there is none.
  std::optional<double> number = {};
  // Agreements, skips, known failures and failures, in shares of the longest bar: drawn in place of text.
  std::array<double, 4> bar = {};
  // 1 to 3: the darker, the more; beside a text that says it, too.
  int shade = 0;
};
struct ReportedColumn {
  std::string label = "";
  bool number = false;
  // A bar, or one column too many for a job's summary.
  bool page_only = false;
};
struct ReportedTable {
  std::string title = "";
  std::string note = "";
  std::vector<ReportedColumn> columns = {};
  std::vector<std::vector<ReportedCell>> rows = {};
  // Many narrow columns whose first one names the row.
  bool grid = false;
  // Too long for a job's summary, where only HTML has it.
  bool page_only = false;
};
struct ReportedFigure {
  std::string value = "";
  std::string what = "";
  // "good", "bad" or nothing.
  std::string tone = "";
};
struct ReportedChart {
  std::string title = "";
  // The drawing, and what it shows in words.
  std::string svg = "";
  std::string text = "";
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
  // The second subject: failures are what the first fails alone.
  std::string against = "";
  // Who, what and when: "Subject", "Seed", "Command".
  std::vector<std::pair<std::string, std::string>> facts = {};
  // Beside the counts of cases.
  std::vector<ReportedFigure> figures = {};
  std::vector<ReportedTable> tables = {};
  std::vector<ReportedChart> charts = {};
  // This run and those before it; none without a baseline.
  std::vector<RunSummary> history = {};
  // What cases, groups and classes are called, those that fail, and the list of them.
  std::string case_word = "case";
  std::string group_word = "about";
  std::string class_word = "kind";
  std::string failing_word = "failed";
  std::string list_title = "Cases that did not pass";
  // The first sentence, where counts of cases would not say it.
  std::string lead = "";
  // "assay 0.1.0".
  std::string made_by = "";
  // Where the project's pages stand, for tools that link to them; may be empty.
  std::string home = "";
};

std::string JUnitReport(const ReportedRun& report);
std::string SarifReport(const ReportedRun& report);
std::string MarkdownReport(const ReportedRun& report);
std::string HtmlReport(const ReportedRun& report);

// Says in a report that the run was ended before it had judged `count` others: as a fact, and as a skipped case of the
// suite. 0: nothing.
void AddNotJudged(ReportedRun& report, std::string suite, uint64_t count);

// ---- what reports share

struct Endings {
  uint64_t passed = 0, failed = 0, known = 0, closed = 0, skipped = 0, not_applicable = 0;
  void Count(CaseEnding ending);
  // Those that passed among those that were judged; 100 when there is none.
  double Percent() const;
  uint64_t all() const { return passed + failed + known + closed + skipped + not_applicable; }
};
Endings EndingsOf(const std::vector<ReportedCase>& cases);

// Of two subjects: what one fails alone, the other alone, both.
struct AgainstCounts {
  uint64_t ours = 0, theirs = 0, both = 0;
};
AgainstCounts CountAgainst(const ReportedRun& report);

// A case's text as far as machines want it: the lines around `line`, at most so many, with `line` of the text among
// them.
struct Excerpt {
  std::string text;
  int first_line = 1;
};
Excerpt ExcerptOf(const std::string& text, int line);
// Excerpts of one report: of each case once, whatever the number of its scores, and of all together no more than
// viewers load.
class Excerpts {
 public:
  // Empty for a case that had its excerpt, or once there is no room.
  std::string Of(const ReportedCase& one);

 private:
  std::set<std::string> had_;
  size_t spent_ = 0;
};
// The first lines of a text, at most 40 and 4 KiB.
std::string Head(const std::string& text);
// The first line, cut before `most` bytes and never within a character.
std::string FirstLine(const std::string& text, size_t most);
// "open", "known", "failed", "fails alone": what a report calls the case's ending.
std::string StatusWord(const ReportedCase& one, const ReportedRun& report);
// "5 failed, 3 known, 1 closed, 20 passed": the run in a sentence.
std::string SummaryOf(const ReportedRun& report);
// A cell that shows a number and is sorted by it.
ReportedCell NumberCell(uint64_t count);
// A row for each run, the last one first.
ReportedTable HistoryTable(const std::vector<RunSummary>& history);
// A title with the subject or subjects.
std::string TitleOf(const ReportedRun& report);

}  // namespace assay
