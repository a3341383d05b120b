// A module as a plain Python program that makes it in TVM: calls of the script builders that TVM's reader calls in the
// end, with the same expressions, without the reader. The statements are calls of a few functions (kernel, param,
// named, begin, end, emit, …), which tvm_construct.py defines. Tested by print_program_test.cc.
#pragma once

#include "ir/module.h"
#include "ir/support/result.h"
#include "ir/text/print.h"

namespace assay {

// Diag kUnsupported where a part of the module has no such form; the message names the part.
Result<std::string> PrintProgram(const Module& module, const PrintOptions& options = {});

}  // namespace assay
