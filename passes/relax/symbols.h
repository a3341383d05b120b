// Variables of a function by what they are to it: which its parameters define, which stay free, and copies with
// variables of their own. Tested by the golden texts of the passes that use it (testdata/inline_private_functions, …).
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/module.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"
#include "ir/walk.h"

namespace assay {

// Scalar variables that parameters of these types define: those that are a whole dimension somewhere (TVM's
// DefinableTIRVarsInType).
std::vector<const Var*> DefinableSymbols(const std::vector<const Type*>& types);
// Those, of the types of parameters, and parameters that are scalars, each of which is a size by itself.
std::vector<const Var*> SymbolsThatParamsDefine(Nodes<Var> params);
// Variables that parameters have in their types, and those that are scalars: what a function's result may speak of, also where
// symbols of a function around it are visible.
std::vector<const Var*> SymbolsInParams(const std::vector<const Var*>& params);
// Scalar variables that the function's own parameters define, by their types or as parameters; then those that
// match_cast in its body (not in nested functions) defines first. What the body computes is none, nor an index of a layout.
std::vector<const Var*> DefinedSymbols(const Function* func);
// The function's parameters that are shapes by whose names its types speak: `s` of R.Tensor(s).
std::vector<const Var*> ShapesNamedByTypes(const Function* func);
// Variables of any kind that are used in `root` and defined nowhere in it, in order of first use.
std::vector<const Var*> FreeVarsIn(const Node* root, Types types = Types::kInclude);
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

// Names that some function of the module mentions.
std::unordered_set<std::string_view> MentionedFunctions(const Module& module);
// For passes that change the signature of a function and leave calls alone. Diag kPassOrder when `changed` is another
// node than `entry`'s and its name is in `mentioned`.
Status CheckCallersFit(const ModuleEntry& entry, const Expr* changed,
                       const std::unordered_set<std::string_view>& mentioned);

// What single functions go through inside other passes, as TVM calls its passes' functions directly.
Result<const Function*> NormalizeFunction(Context& ctx, const Module& module, const Function* func);
Result<const Function*> EliminateCommonSubexpr(Context& ctx, const Module& module, const Function* func,
                                               bool call_only);
// Bindings that nothing needs go (TVM's RemoveAllUnused).
Result<const Function*> RemoveUnusedBindings(Context& ctx, const Module& module, const Function* func);
// The parameters after the first num_input (if the function says so) as one tuple.
Result<const Function*> BundleModelParams(Context& ctx, const Module& module, const Function* func,
                                          std::string_view tuple_name);
// CanonicalizeBindings and DeadCodeElimination on the whole module: how TVM tidies up after passes on signatures.
Result<Module> CanonicalizeAndTrim(Context& ctx, const Module& module);
// Without the functions that nothing reaches, public ones and `entries` aside, and without bindings that nothing needs.
Result<Module> EliminateDeadCode(Context& ctx, const Module& module, const std::vector<std::string>& entries);

}  // namespace assay
