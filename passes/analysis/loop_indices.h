// What indices are in terms of the loops around them: their linear forms (ir/arith/linear_form.h), and their bounds
// over the ranges of loops. Tested by loop_indices_test.cc.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/arith/bounds.h"
#include "ir/tir/node.h"
#include "passes/analysis/kernel_facts.h"

namespace assay {

// coefficient * var + rest, where the rest does not mention the variable.
struct LinearSplit {
  int64_t coefficient = 0;
  const Expr* rest = nullptr;
};
// Nothing where the expression has no such form. Sums and products hold modulo the width of the dtype.
std::optional<LinearSplit> LinearIn(Context& ctx, const Expr* e, const Var* var);

// The loops, slowest first, where the value counts 0, 1, 2, … over them; nothing where it does not, or mentions
// anything else.
std::optional<std::vector<const For*>> CountsOver(Context& ctx, const Expr* value, std::span<const For* const> loops);

// The ranges of the loops among these statements in terms of what is around them, leaving out one variable.
ExprDomains DomainsOf(Context& ctx, std::span<const Stmt* const> loops, const Var* without = nullptr);
ExprBound BoundIn(Context& ctx, const ExprDomains& domains, const Expr* e);
// b - a where that is the same for all values of their variables, and they have one dtype.
std::optional<int64_t> Gap(Context& ctx, const Expr* a, const Expr* b);
// The interval around both; unknown where one is, or their ends are no constant apart.
ExprBound Hull(Context& ctx, const ExprBound& a, const ExprBound& b);

// What is known where all loops and launches of threads of the statement are.
void BindLoops(KernelFacts& facts, const Stmt* s);

}  // namespace assay
