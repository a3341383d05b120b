// Values that passes compute themselves, by the rows' reference evaluation, within the budget of the PassContext.
// Tested by evaluate_test.cc.
#pragma once

#include <optional>
#include <span>

#include "ir/ops/op_spec.h"
#include "passes/pass.h"

namespace assay {

// A call that takes more than this alone is left for the run, which has compiled code for it.
inline constexpr Budget kOneCallBudget{.steps = 50'000'000, .bytes = int64_t{256} << 20};

// The call's value; nothing where it traps, is refused, or is left with a note as it is over kOneCallBudget. Diag
// kOutOfBudget, with the place, when the meter of the PassContext is used up. `pass` is for the note.
Result<std::optional<Value>> EvaluateCall(PassContext& pass_ctx, std::string_view pass, const OpSpec& row,
                                          const Call& call, std::span<const Value> args);

// Counts a constant that stays in the module. Diag kOutOfBudget.
Status KeepBytes(PassContext& pass_ctx, const Call& call, int64_t bytes);

// Diag kOutOfBudget: the call's value is over what is left.
Diag CannotFold(const Call& call);

// Of its tensors' elements.
int64_t BytesOf(const Value& value);

}  // namespace assay
