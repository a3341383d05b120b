// The folder of a merge as it is written: whatever is new is put beside and renamed, so that a merge that is ended
// leaves a folder from which the next one goes on. Tested by merge_test.cc.
#pragma once

#include <string>

#include "fuzzers/units/merge.h"
#include "fuzzers/units/merge_state.h"

namespace assay {

// Clears up what a merge that was ended has left.
Status SweepMerge(const std::string& out);

// Writes what `state` holds and `out` does not, takes away what others have taken the place of, and makes index and
// reports anew. Fills in what the result says of the whole. Diag kEnvironment.
Status WriteMerge(const std::string& out, const MergeState& state, const MakeCaseAgain& again, MergeResult& result);

}  // namespace assay
