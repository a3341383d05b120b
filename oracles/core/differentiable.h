// What of a module can be differentiated: functions with rules all the way, and such parts of any function, as
// functions of their own. For gradient_numeric. Tested by program_oracles_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace assay {

// Whether adjoints end at some binding by intent, as in TVM: its rules have no gradient for some operands, such as the
// weights of a loss, its Gradient goes through no calls of functions, and what is rounded to another dtype has the
// slope of what it was.
bool HoldsBack(Context& ctx, const Function* func);

// Modules with one function "main" each: a chain of operators with gradient rules that ends where none of them goes on,
// in any sequence of any function, with what it needs from outside as parameters and numbers for sizes; its result is
// the sum of the last value, of which each element has a weight. At most so many, from a drawn one on.
std::vector<Module> DifferentiableParts(Context& ctx, const Module& module, uint64_t draw, size_t most);

}  // namespace assay
