// Changes that break the rules which assay's checker has beside those that any has (changes.h). Tested by
// changes_test.cc.
#pragma once

#include <optional>

#include "ir/module.h"

namespace assay {

// Each breaks the rule of its row in changes.def; nothing where the module has no place for it.
std::optional<Module> UntypedValue(Context& ctx, const Module& module, size_t place);
std::optional<Module> SequenceAsValue(Context& ctx, const Module& module, size_t place);
std::optional<Module> ForcedAndImpure(Context& ctx, const Module& module, size_t place);
std::optional<Module> KernelAsValue(Context& ctx, const Module& module, size_t place);
std::optional<Module> UnsignedDimension(Context& ctx, const Module& module, size_t place);
std::optional<Module> UnknownOperator(Context& ctx, const Module& module, size_t place);
std::optional<Module> LoopVarTwice(Context& ctx, const Module& module, size_t place);
std::optional<Module> UndeclaredBuffer(Context& ctx, const Module& module, size_t place);
std::optional<Module> OtherStoredType(Context& ctx, const Module& module, size_t place);
std::optional<Module> OneValueMore(Context& ctx, const Module& module, size_t place);
std::optional<Module> NumberAsPredicate(Context& ctx, const Module& module, size_t place);
std::optional<Module> LoopVarInBlock(Context& ctx, const Module& module, size_t place);
std::optional<Module> NoRegions(Context& ctx, const Module& module, size_t place);
std::optional<Module> FloatIndex(Context& ctx, const Module& module, size_t place);
std::optional<Module> ThreadOfNone(Context& ctx, const Module& module, size_t place);
std::optional<Module> KernelCallsNobody(Context& ctx, const Module& module, size_t place);

}  // namespace assay
