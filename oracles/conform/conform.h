// Conformance: recorded suites judged on a subject, every case isolated in a child process; scores, failures, allowed
// differences, and what is new against a baseline. Shapes of the JSON: docs/reference/json.md. Tested by
// conform_test.cc.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "oracles/conform/isolate.h"
#include "oracles/conform/suite.h"
#include "oracles/core/known_as.h"

namespace assay {

// Passed points of possible ones; fractions where cases are weighed. What the subject has no such thing for counts
// apart.
struct Score {
  double passed = 0;
  double of = 0;
  double not_applicable = 0;
};
using Scores = std::map<std::string, Score, std::less<>>;

struct SuiteResult {
  uint64_t cases = 0;
  Scores scores;
  // The pass suite alone: scores of each pass.
  std::map<std::string, Scores, std::less<>> by_pass;
};

struct ConformFailure {
  std::string suite;
  std::string id;
  std::string score;
  std::string why;
  // The test or pass that the case belongs to; for reports.
  std::string group;
  // The bug on file that it is of.
  KnownAs known = {};
};

// One score of one case; for reports.
struct JudgedScore {
  std::string suite;
  std::string id;
  std::string score;
  // The test, operator or pass that the case is about.
  std::string group;
  bool passed = false;
  // Not matched on purpose; `why` has the reason.
  bool allowed = false;
  // Not judged, since the subject has no such thing; `why` says what.
  bool applies = true;
  KnownAs known = {};
  std::string why;
  std::string file;
  int line = 0;
  // What was judged, where it failed; and what was recorded and what came.
  std::string text;
  Sides sides = {};
};

// A recorded case that is not matched on purpose.
struct AllowedDifference {
  // Of a case, or of all whose ids begin like it, with a star.
  std::string id;
  std::string reason;
  // The only score that may fail; empty for all.
  std::string score = "";
};

struct ConformResult {
  // By kind.
  std::map<std::string, SuiteResult, std::less<>> suites;
  std::vector<ConformFailure> failures;
  std::vector<JudgedScore> judged;
  // Those of the allow-list that failed.
  std::vector<AllowedDifference> allowed;
  // What people should know of the suites: "FILE:LINE: case ID: unknown field …", "FILE: 0 cases".
  std::vector<std::string> notes;
  // Cases that were not judged, since the run was interrupted or had enough (IsolateOptions).
  uint64_t skipped = 0;
  double seconds = 0;
};

struct ConformOptions {
  // Files or folders.
  std::vector<std::string> suites;
  // Empty: each file's stem.
  std::string suite_kind;
  std::function<std::unique_ptr<Subject>(Context&)> make_subject;
  InputMaker make_inputs;
  std::vector<AllowedDifference> allow;
  IsolateOptions isolate;
  // What runs of cases may use.
  GivenBudget budget = {};
  // The bug on file that a failure is of, asked in the child that judged the case; may be empty.
  std::function<KnownAs(JudgeSite&, const Finding&)> known_as = {};
  // What came of a case elsewhere, by its number among all cases of all suites: it is not run. May be empty.
  std::function<std::optional<IsolatedResult>(uint64_t number)> given = nullptr;
  // Told of each case that is run.
  std::function<void(uint64_t number, const IsolatedResult&)> told = nullptr;
  // Called with the suite's name and how far it is; may be empty.
  std::function<void(std::string_view suite, size_t done, size_t of)> progress;
};

// Diag kIo, kTooLarge, kCorrupt for suites that cannot be read, kUnknownName for one whose kind is not known.
Result<ConformResult> RunConformance(const ConformOptions& options);

// Reads [{"id", "reason"}].
Result<std::vector<AllowedDifference>> ReadAllowed(const std::string& path);

nlohmann::json ConformJson(const ConformResult& result);
// Failures (suite, id, score) of an earlier run's JSON. Diag kIo or kCorrupt.
Result<std::vector<ConformFailure>> ReadFailures(const std::string& path);
// Those of `failures` that are not among `known`, by suite, id and score.
std::vector<ConformFailure> NewFailures(const std::vector<ConformFailure>& failures,
                                        const std::vector<ConformFailure>& known);
// What two subjects make of the same cases, score by score of the first one. Where the second has no score of that name
// (engines bear other names), it fails it if it fails any score of the case that only it has.
struct ComparedSubjects {
  // Failures of the first alone, and of both.
  std::vector<ConformFailure> ours, both;
  // What the first passes and the second fails: the first one's score, with what the second says.
  std::vector<ConformFailure> theirs;
};
class OtherSubject {
 public:
  OtherSubject(const ConformResult& ours, const ConformResult& other);
  // What it says of the score that it fails; nullptr: it does not.
  const std::string* Failing(const JudgedScore& one) const;
  ComparedSubjects Compare(const ConformResult& ours) const;

 private:
  // By suite, id and score: those that it judged, and that it fails; by suite and id, failures that only it judged.
  std::set<std::string> judged_;
  std::map<std::string, std::string> failing_, failing_alone_;
};

// What `known` calls failing and this run saw passing: "id score".
std::vector<std::string> NewlyPassing(const ConformResult& result, const std::vector<ConformFailure>& known);

// Failures of the result that are among `failures`, by suite, id and score, are on file under that name unless they
// have one.
void NameKnown(const std::vector<ConformFailure>& failures, const std::string& name, ConformResult& result);
// Those that count, since they are of no bug on file.
std::vector<ConformFailure> NotOnFile(const std::vector<ConformFailure>& failures);

// "1157", "54.33": whole numbers without a fraction.
std::string ShowPoints(double points);

}  // namespace assay
