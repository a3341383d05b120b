// What of a module can be differentiated: functions with rules all the way, and the largest such part of any function,
// as a function of its own. For gradient_numeric. Tested by program_oracles_test.cc.
#pragma once

#include <optional>

#include "ir/module.h"

namespace assay {

// Whether adjoints end at some binding by intent, as in TVM: its rules have no gradient for some operands, such as the
// weights of a loss, its Gradient goes through no calls of functions, and what is rounded to another dtype has the
// slope of what it was.
bool HoldsBack(Context& ctx, const Function* func);

// A module with one function "main": the longest chain of operators with gradient rules that a function of the module
// ends in, with what it needs from outside as parameters, over static shapes; its result is the sum of the last value,
// of which each element has a weight. Nothing when no operator of the module has a rule.
std::optional<Module> DifferentiablePart(Context& ctx, const Module& module);

}  // namespace assay
