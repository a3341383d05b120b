// HasReshapePattern: whether a kernel copies one buffer into another of as many elements in row-major order, whatever
// their shapes; such a kernel need not run. Tested by testdata/rewrite_dataflow_reshape.
#pragma once

#include "ir/module.h"

namespace assay {

// `source` is one of the kernel's buffers, its last one is the destination. False when it cannot be shown.
bool HasReshapePattern(Context& ctx, const PrimFunc* kernel, const Buffer* source);

}  // namespace assay
