// Copies of kernels that share no variable with the original: two functions of a module must not. Tested by
// testdata/fuse_tir and testdata/legalize_ops.
#pragma once

#include "ir/module.h"

namespace assay {

// A fresh variable of the same name, type and flavor.
const Var* Renewed(Context& ctx, const Var* var);
// The kernel with a fresh variable and buffer for each that it has (TVM's RenewDefs).
const PrimFunc* RenewDefs(Context& ctx, const PrimFunc* kernel);

}  // namespace assay
