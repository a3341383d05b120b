// matmul's lowering with its second matrix transposed, for FuseTransposeMatmul. Tested by passes/testdata.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// The kernel NT_matmul for a typed call of matmul whose second operand is `second` with its last two dimensions
// swapped; it reads `second` as it lies. Refused as matmul's lowering.
Lowered LowerTransposedMatmul(LowerSite& site, const Call& call, const Expr* second);

}  // namespace assay
