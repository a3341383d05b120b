// Canonical form of integer scalar expressions: sums of products of atoms with constant coefficients, and what can be
// proven with it. Tested by analyzer_test.cc.
#pragma once

#include <optional>

#include "ir/arith/bounds.h"

namespace assay {

// The expression in canonical form, rebuilt: constants folded, like terms collected; equal sums become one text.
// Floor division and modulo by constants are simplified where that is exact. Non-integer expressions stay as they are.
// Min, max, comparisons, truncating division, logic and choice follow the rules of rules.def.
const Expr* Simplify(Context& ctx, const Expr* e);
// The same, for the values of the variables that lie within `bounds`.
const Expr* Simplify(Context& ctx, const Expr* e, const ConstBounds& bounds);
// True when both are equal for every value of their variables; false when unknown.
bool ProveEqual(Context& ctx, const Expr* a, const Expr* b);
// True when they differ for every value of their variables (by a non-zero constant); false when unknown.
bool ProveUnequal(Context& ctx, const Expr* a, const Expr* b);
// The value when the expression is a constant.
std::optional<int64_t> ConstantValue(Context& ctx, const Expr* e);
// a op b, with both constants folded; a thin maker for shape arithmetic (int64).
const Expr* AddDims(Context& ctx, const Expr* a, const Expr* b);
const Expr* SubDims(Context& ctx, const Expr* a, const Expr* b);
const Expr* MulDims(Context& ctx, const Expr* a, const Expr* b);
const Expr* FloorDivDims(Context& ctx, const Expr* a, const Expr* b);

}  // namespace assay
