#include "fuzzers/bench/recorded_changes.h"

#include "generators/modules/generate.h"
#include "oracles/subjects/native/native_subject.h"

namespace assay {
namespace {

// What a mutant refuses is a change, too, whatever it says of it.
std::vector<ConformFailure> NotPassed(const ConformResult& result) {
  std::vector<ConformFailure> scores = result.failures;
  for (const JudgedScore& one : result.judged) {
    if (!one.applies) scores.push_back({one.suite, one.id, one.score, one.why, one.group});
  }
  return scores;
}

}  // namespace

Result<RecordedChanges> RecordedChanges::Open(const std::vector<std::string>& suites,
                                              const SubjectFactory& make_subject) {
  RecordedChanges changes;
  changes.options_.suites = suites;
  changes.options_.make_subject = make_subject;
  if (!make_subject) changes.options_.make_subject = MakeNativeSubject;
  changes.options_.make_inputs = MakeInputs;
  ASSAY_TRY(ConformResult result, RunConformance(changes.options_));
  changes.seconds_ = result.seconds;
  changes.known_ = NotPassed(result);
  return changes;
}

std::optional<ConformFailure> RecordedChanges::First() const {
  Result<ConformResult> result = RunConformance(options_);
  if (!result.ok()) return std::nullopt;
  std::vector<ConformFailure> fresh = NewFailures(NotPassed(*result), known_);
  return fresh.empty() ? std::nullopt : std::optional(std::move(fresh.front()));
}

}  // namespace assay
