// Arguments that nothing takes: TVM's functions are Python's, which refuse them. Tested by parse_test.cc.
#pragma once

#include <span>

#include "ir/support/diag.h"
#include "ir/text/py_ast.h"

namespace assay {

// Of calls that were lowered, those with keywords that lowering did not ask for, or with more positional arguments
// where it asks for them one by one (R.Tensor's, say); `plain_defs` were not lowered.
void ReportUntakenArguments(std::span<const PyExpr* const> calls, std::span<const PyStmt* const> plain_defs,
                            DiagSink& sink);

}  // namespace assay
