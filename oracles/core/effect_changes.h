// Changes that put an effect where none may stand, by each kind of callee, and uses of a variable outside of where it
// is in scope. Tested by changes_test.cc.
#pragma once

#include <optional>

#include "ir/module.h"

namespace assay {

// Each breaks the rule of its row in changes.def; nothing where the module has no place for it.
std::optional<Module> EffectInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> PackedInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> ImpureCallInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallableInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallingKernelInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> WritingKernelInDataflow(Context& ctx, const Module& module, size_t place);
std::optional<Module> EffectInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> PackedInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> ImpureCallInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallableInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> CallingKernelInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> WritingKernelInPureFunction(Context& ctx, const Module& module, size_t place);
std::optional<Module> ImpureHeldAsPure(Context& ctx, const Module& module, size_t place);
std::optional<Module> EffectInBranch(Context& ctx, const Module& module, size_t place);
std::optional<Module> BranchVarInOther(Context& ctx, const Module& module, size_t place);

}  // namespace assay
