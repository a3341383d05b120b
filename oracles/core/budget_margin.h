// What it says that one of two runs that should agree ends and the other uses up its budget. Counted in steps, so that
// a case says the same on every machine. Tested by budget_margin_test.cc.
#pragma once

#include "ir/support/function_ref.h"
#include "vm/engine.h"

namespace assay {

// How many times the steps of the module as it was written what a pass or a build makes of it may take. An operator's
// own evaluation counts elements, and what it is lowered to counts iterations, of padding and whole tiles, too: of 800
// generated modules one was beyond it, by a schedule that launches all threads of a device, which is left out.
inline constexpr int64_t kStepsOfAnotherForm = 64;
// The same for one module on two engines, which count the same loops and instructions, each in its own units of them.
inline constexpr int64_t kStepsOfAnotherEngine = 4;

// A run of the other side within a budget.
using RunWithin = FunctionRef<Outcome(const Budget&)>;

// Whether a run that is out of `budget` takes more than `times` the steps of another one, which has a value within so
// small a share of it. False where something else than steps ran out.
bool TakesFarMore(const Outcome& outcome, const Budget& budget, int64_t times, RunWithin other);

// "vm-llvm does not end within 2000000 steps, of which relax-reference takes less than one in 64".
std::string FarMoreText(std::string_view who, std::string_view other, const Budget& budget, int64_t times);

}  // namespace assay
