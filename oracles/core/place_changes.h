// Changes that break a rule where the checker looks at another kind of place for it (changes.h). Tested by
// changes_test.cc.
#pragma once

#include <optional>

#include "ir/module.h"

namespace assay {

// Each breaks the rule of its row in changes.def; nothing where the module has no place for it.
std::optional<Module> NumberAsBranch(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberAsWhile(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberAsClaim(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberSelects(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberChooses(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberNegated(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberInLogic(Context& ctx, const Module& module, size_t place);
std::optional<Module> FloatExtent(Context& ctx, const Module& module, size_t place);
std::optional<Module> FloatStart(Context& ctx, const Module& module, size_t place);
std::optional<Module> FloatReadIndex(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedExtent(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedCondition(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedValue(Context& ctx, const Module& module, size_t place);
std::optional<Module> TupleInKernel(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedName(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedBuffer(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndeclaredRead(Context& ctx, const Module& module, size_t place);
std::optional<Module> NamedTwice(Context& ctx, const Module& module, size_t place);
std::optional<Module> OneReadIndexMore(Context& ctx, const Module& module, size_t place);
std::optional<Module> UnnamedRead(Context& ctx, const Module& module, size_t place);
std::optional<Module> ThreadOfSerial(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedArgument(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedBranch(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedField(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedSize(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndefinedCallableSize(Context& ctx, const Module& module, size_t place);
std::optional<Module> UsedBefore(Context& ctx, const Module& module, size_t place);
std::optional<Module> ParameterBound(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallAsCondition(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallAsField(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallAsResult(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallAsBranch(Context& ctx, const Module& module, size_t place);

}  // namespace assay
