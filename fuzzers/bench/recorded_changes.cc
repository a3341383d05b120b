#include "fuzzers/bench/recorded_changes.h"

#include "generators/modules/generate.h"
#include "oracles/subjects/native/native_subject.h"

namespace assay {

Result<RecordedChanges> RecordedChanges::Open(const std::vector<std::string>& suites, const SubjectFactory& make_subject) {
  RecordedChanges changes;
  changes.options_.suites = suites;
  changes.options_.make_subject = make_subject;
  if (!make_subject) changes.options_.make_subject = MakeNativeSubject;
  changes.options_.make_inputs = MakeInputs;
  ASSAY_TRY(ConformResult result, RunConformance(changes.options_));
  changes.seconds_ = result.seconds;
  changes.known_ = std::move(result.failures);
  return changes;
}

std::optional<ConformFailure> RecordedChanges::First() const {
  Result<ConformResult> result = RunConformance(options_);
  if (!result.ok()) return std::nullopt;
  std::vector<ConformFailure> fresh = NewFailures(result->failures, known_);
  return fresh.empty() ? std::nullopt : std::optional(std::move(fresh.front()));
}

}  // namespace assay
