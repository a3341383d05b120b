// Kernels with one thing changed so that a rule of scopes is broken (changes.def): what is defined in a statement is
// used behind it, for each kind of statement that ends what is defined in it. Tested by changes_test.cc.
#pragma once

#include <optional>

#include "ir/module.h"

namespace assay {

std::optional<Module> EndedInWhile(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedInBranch(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedInElse(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedInAttribute(Context& ctx, const Module& module, size_t place);
std::optional<Module> EndedInBlock(Context& ctx, const Module& module, size_t place);
std::optional<Module> BufferEndedInWhile(Context& ctx, const Module& module, size_t place);
std::optional<Module> BufferEndedInBranch(Context& ctx, const Module& module, size_t place);
std::optional<Module> BufferEndedInBlock(Context& ctx, const Module& module, size_t place);
std::optional<Module> LoopVarBehind(Context& ctx, const Module& module, size_t place);
std::optional<Module> LetVarBehind(Context& ctx, const Module& module, size_t place);
std::optional<Module> BranchNameInElse(Context& ctx, const Module& module, size_t place);

}  // namespace assay
