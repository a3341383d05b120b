// Functions, types and shapes with variables replaced: by fresh ones, by arguments of a call, by values. Tested by the
// golden texts of the passes that use it (testdata/bind_symbolic_vars, testdata/inline_private_functions, …).
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"

namespace assay {

// The same function with a fresh variable for each one that it defines. `renamed` gets the map.
const Function* WithFreshVars(Context& ctx, const Function* func, VarMap* renamed = nullptr);
// What the whole-dimension variables of `params` are when called with `args`: TVM's InferSymbolicVarMap.
VarMap SymbolsOfCall(Context& ctx, const std::vector<const Var*>& params, const std::vector<const Expr*>& args);
// A scalar, shape or type with variables replaced; dimensions that changed are simplified.
const Node* SubstituteDims(Context& ctx, const Node* root, const VarMap& map);
template <class T>
const T* SubstituteDimsIn(Context& ctx, const T* root, const VarMap& map) {
  return root == nullptr ? nullptr : static_cast<const T*>(SubstituteDims(ctx, root, map));
}
// The function with variables replaced everywhere, types inferred again, bound parameters gone (TVM's Bind).
Result<const Function*> BindVars(Context& ctx, const Module& module, const Function* func, const VarMap& map);

}  // namespace assay
