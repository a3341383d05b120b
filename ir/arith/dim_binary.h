// Arithmetic of dimensions whose widths may differ. Tested by analyzer_test.cc.
#pragma once

#include "ir/builder.h"

namespace assay {

// a op b of two dimensions, not simplified. Relax measures in int64, TIR's buffers also in int32: where the two meet,
// int64 it is.
const Expr* DimBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b);

}  // namespace assay
