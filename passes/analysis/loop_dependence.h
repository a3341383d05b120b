// What the iterations of a loop access, and whether two of them can ever access one element. Tested through
// PlanAndUpdateBufferAllocationLocation and UnifyThreadBinding.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/arith/bounds.h"
#include "passes/analysis/kernel_facts.h"

namespace assay {

// coefficient * var + rest, where the rest does not mention the variable.
struct LinearForm {
  int64_t coefficient = 0;
  const Expr* rest = nullptr;
};
// Nothing where the expression has no such form.
std::optional<LinearForm> LinearIn(Context& ctx, const Expr* e, const Var* var);

// One place where a buffer is read or written. Axes of blocks stand as the values that they are bound to.
struct ElementAccess {
  std::vector<const Expr*> indices;
  bool writes = false;
  // What is around it: loops, blocks and whiles, outermost first.
  std::vector<const Stmt*> scopes;
};
struct BufferUse {
  std::vector<ElementAccess> accesses;
  // Used other than by loads and stores: by its pointer, as the source of a view, through another buffer.
  bool opaque = false;
};
using BufferUses = std::unordered_map<const Buffer*, BufferUse>;
BufferUses UsesIn(Context& ctx, const Stmt* s);

// The ranges of the loops among these statements in terms of what is around them, leaving out one variable.
ExprDomains DomainsOf(Context& ctx, const std::vector<const Stmt*>& loops, const Var* without = nullptr);
ExprBound BoundIn(Context& ctx, const ExprDomains& domains, const Expr* e);

// What is known where all loops of the statement are.
void BindLoops(KernelFacts& facts, const Stmt* s);
// Proven: no two iterations of the loop access one element in these ways, all of which are in it.
bool RoundsAreApart(Context& ctx, KernelFacts& facts, const For& loop, const std::vector<ElementAccess>& accesses);

}  // namespace assay
