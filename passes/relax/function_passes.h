// Passes that others run on one function, or on the module at their end, as TVM's passes call each other's functions
// directly. Each is defined beside its pass and tested by that pass's golden texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"
#include "passes/pass.h"

namespace assay {

// What single functions go through inside other passes, as TVM calls its passes' functions directly.
Result<const Function*> NormalizeFunction(Context& ctx, const Module& module, const Function* func);
Result<const Function*> EliminateCommonSubexpr(Context& ctx, const Module& module, const Function* func,
                                               bool call_only);
// Bindings that nothing needs go (TVM's RemoveAllUnused).
Result<const Function*> RemoveUnusedBindings(PassContext& pass_ctx, const Module& module, const Function* func);
// The parameters after the first num_input (if the function says so) as one tuple.
Result<const Function*> BundleModelParams(Context& ctx, const Module& module, const Function* func,
                                          std::string_view tuple_name);
// CanonicalizeBindings and DeadCodeElimination on the whole module: how TVM tidies up after passes on signatures.
Result<Module> CanonicalizeAndTrim(PassContext& pass_ctx, const Module& module);
// Without the functions that nothing reaches, public ones and `entries` aside, and without bindings that nothing needs.
Result<Module> EliminateDeadCode(PassContext& pass_ctx, const Module& module, const std::vector<std::string>& entries);

}  // namespace assay
