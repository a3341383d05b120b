// Modules without some operators: whether a finding hangs on these is told by one try, without a whole reduction.
// Tested by without_operators_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ir/module.h"

namespace assay {

// The module with a new parameter of its function `entry` in place of what each call of these operators gives (names
// without "relax."); nothing when the entry calls not all of them, when other functions call them, too, or when what
// comes of it is not well-formed.
std::optional<Module> WithoutOperators(Context& ctx, const Module& module, std::string_view entry,
                                       std::span<const std::string> operators);

}  // namespace assay
