// Bench: how long a merge of many units takes, and how much memory. The units are made (fuzzers/units/made_units.h).
// Tested by merge_scale_test.cc.
#pragma once

#include <string>

#include "fuzzers/units/made_units.h"
#include "ir/support/result.h"

namespace assay {

struct MergeScale {
  size_t files = 0;
  double make_seconds = 0;
  double merge_seconds = 0;
  // Once more, of what is merged already.
  double again_seconds = 0;
  // Of the processor, of the first.
  double cpu_seconds = 0;
  // Of the process that merges, at most.
  uint64_t peak_bytes = 0;
  size_t units = 0, findings = 0, corpus = 0;
};

// Makes them below `folder`, which must be empty or missing, and merges them there, in a process of its own. Diag
// kEnvironment.
Result<MergeScale> MeasureMerge(const MadeUnits& made, const std::string& folder);

}  // namespace assay
