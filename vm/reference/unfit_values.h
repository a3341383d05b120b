// Rules of dtypes and ranks that inference could not ask, since a type leaves them open, are asked of the values: the
// operators' evaluators take what inference takes. Tested by open_ranks_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/module.h"
#include "vm/engine.h"

namespace assay {

// Refused where a dtype was open, a Trap kShapeMismatch where a rank was; nothing where the values fit.
std::optional<Outcome> UnfitValues(Context& ctx, const Module& module, const Call& call, std::string_view name,
                                   std::span<const Value> args);

}  // namespace assay
