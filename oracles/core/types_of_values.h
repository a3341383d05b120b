// What a module says of its variables and what is known of them: a variable may be declared to be less than the value
// that it is bound to, and a function to give something else than it does. Tested by types_of_values_test.cc.
#pragma once

#include <string_view>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

struct TypedByValues {
  Module module;
  // A function declares a result of another dtype, rank or device than what it gives.
  bool contradicts_result = false;
};

// The module with each variable of the type that its value has, and in place of sizes that casts name the numbers that
// they are, as far as operators take their operands of these types: what one refuses is left as it was said to be.
Result<TypedByValues> WithTypesOfValues(Context& ctx, const Module& module);

// A variable or a function's result is declared to have an extent that its value has at most where some size is less
// than 1: nothing that the module computes for other sizes is what it says.
bool DeclaresExtentsOfNoValue(Context& ctx, const Module& module);
// What skips say of such a module.
inline constexpr std::string_view kExtentsOfNoValue =
    "a variable or a result is declared to have an extent that its value never has";

}  // namespace assay
