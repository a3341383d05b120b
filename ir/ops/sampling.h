// What kernels that draw from distributions share.
#pragma once

#include <functional>

#include "ir/ops/term.h"

namespace assay {

// Whether the sample falls between the running sum before `n` and that at `n`, behind which the last of `length` takes
// all; of several the last is drawn, as in TVM's generic_get_sample_index.
Term IsDrawn(const std::function<Term(const Term&)>& sum, const Term& sample, const Term& n, const Term& length);

}  // namespace assay
