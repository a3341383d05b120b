// FunctionEdit: a Relax function with bindings left out or replaced, variables that others stand for, new parameters
// and another result, all at once, in time linear in what is kept. Sequences within it are edited alike. What moves
// that shrink are written with; tested by shrinks_test.cc.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "generators/moves/move.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {

struct FunctionEdit {
  // Appends what stands in a binding's place to `out`. It is given the binding as all other edits have made it, and so
  // are the nodes of `first`.
  using Instead = std::function<void(const Binding* edited, const RewriteMemo& done, std::vector<const Binding*>& out)>;

  PointerSet<Binding> dropped;
  std::unordered_map<const Binding*, Instead> instead;
  // What is edited before all else, in this order: bodies that come to stand elsewhere.
  std::vector<const Node*> first;
  std::vector<const Var*> new_params;
  // Another result, of the variables as they were; null: the function's own.
  const Expr* result = nullptr;

  // `by`, or what already stands for it, stands for the variable from now on: in the order of definitions.
  void Replace(Context& ctx, const Var* var, const Expr* by);
  // What is local to a dataflow block no longer is: a result may not be, nor what leaves its block.
  void Widen(Context& ctx, const Expr* used);
  bool empty() const { return dropped.size() == 0 && instead.empty() && replaced_.empty() && result == nullptr; }
  const Function* Apply(Context& ctx, const Function* func) const;

 private:
  const SeqExpr* EditBody(Context& ctx, const Function* func, const VarMap& map) const;

  VarMap replaced_;
  VarMap widened_;
};
// By the index of the function's entry.
using FunctionEdits = std::map<size_t, FunctionEdit>;
// Nothing when nothing is edited.
std::optional<Module> WithEdits(const ShrinkSite& site, const FunctionEdits& edits);

// A binding of a Relax function, also one in a branch or in a local function.
struct BindingPlace {
  size_t entry = 0;
  const Binding* binding = nullptr;
  // It stands in the function's own blocks.
  bool outermost = false;
};
// The Relax functions at which the site may be changed, by their entries.
std::vector<size_t> ShrinkableFunctions(const ShrinkSite& site);
// All bindings of these, in the order of the text.
std::vector<BindingPlace> BindingPlaces(const ShrinkSite& site);

}  // namespace assay
