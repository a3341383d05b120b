// Recorded suites beside campaigns: what of them fails now and did not before. A mutant that leaves results alone, such
// as a rewrite that no longer happens, shows where the whole outcome is written down. Tested by mutation_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fuzzers/campaign/campaign.h"
#include "oracles/conform/conform.h"

namespace assay {

class RecordedChanges {
 public:
  // Judges the suites (files or folders) once, to know what fails anyway. Diag of the suites.
  static Result<RecordedChanges> Open(const std::vector<std::string>& suites, const SubjectFactory& make_subject);

  // The first score that fails now and did not then; judges again.
  std::optional<ConformFailure> First() const;
  // What judging took, by the clock.
  double seconds() const { return seconds_; }

 private:
  ConformOptions options_;
  std::vector<ConformFailure> known_;
  double seconds_ = 0;
};

}  // namespace assay
