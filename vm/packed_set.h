// relax.run.unique and relax.run.nonzero: what their rows in ir/ops/set.cc say, written for the VM; neither looks at
// the other. Tested by packed_test.cc.
#pragma once

#include <span>

#include "vm/engine.h"

namespace assay {

// (x, sorted, return_index, return_inverse, return_counts[, axis]): the values, or a tuple with what is asked for.
Outcome PackedUnique(std::span<const Value> args);
// (x): indices of elements that are not zero, one row for each dimension.
Outcome PackedNonzero(std::span<const Value> args);

}  // namespace assay
