// RelaxBody: a Relax function taken apart into a flat list of bindings, edited, and put together again.
// Used by the shrinks of Relax functions. Tested by reduce_test.cc.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/rewrite.h"

namespace assay {

struct RelaxBody {
  struct Item {
    const Binding* binding;
    // Which block of the function it stands in.
    size_t block;
  };
  const Function* func = nullptr;
  std::vector<const Var*> params;
  std::vector<Item> items;
  std::vector<bool> is_dataflow;
  const Expr* result = nullptr;
  // What stands for variables that are gone; applied when the function is put together.
  VarMap replaced;

  static RelaxBody Of(const Function& func);
  // Variables that are used after (or returned by) what is left. Types count as uses.
  std::vector<const Var*> UsedBy(size_t from) const;
  // Something of the same type that is in scope before item `index`; nullptr when there is none.
  const Expr* SameTypeBefore(size_t index, const Type* type) const;
  // A result may not be local to a dataflow block: such variables become ordinary ones.
  void Widen(Context& ctx, const Expr* used);
  const Function* Build(Context& ctx) const;
};

}  // namespace assay
