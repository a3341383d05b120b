// Whether a statement may write its results over what it reads. Tested by in_place_test.cc.
#pragma once

#include "passes/analysis/kernel_facts.h"

namespace assay {

// For a statement behind which nothing reads `from`, and before which nothing has touched `to`, of as many elements:
// each element of `to` that it writes needs of `from` the same one alone, and is written once. TVM's InplaceOpVerifier
// asks for the former only, so that a loop which writes an element again reads what it wrote itself
// (docs/tvm-findings.md).
bool CanReuseBuffer(Context& ctx, KernelFacts& facts, const Stmt* s, const Buffer* from, const Buffer* to);

}  // namespace assay
