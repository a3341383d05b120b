// Dimensions: how large they can get, whether two are the same, and their value for given symbols.
// A symbolic variable of a generated module is at least 1 and at most kLargestSymbol, but for few arguments
// (inputs.cc). Tested by inputs_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace assay {

inline constexpr int64_t kLargestSymbol = 8;
// Stands for "too large to care" in estimates.
inline constexpr int64_t kHugeDim = int64_t{1} << 40;

// The value of an integer expression for the symbols' values that `symbol` gives; nothing for kinds that dimensions do
// not use, for a division by zero, or for nesting beyond 64.
std::optional<int64_t> EvalDim(const Expr* dim, const std::function<int64_t(const Var*)>& symbol);
// An upper estimate with every symbol at kLargestSymbol.
int64_t LargestDim(const Expr* dim);
// Product of the estimates; kHugeDim when it is beyond that, or when the shape is unknown (then only as a guess: 0).
int64_t LargestCount(std::span<const Expr* const> dims);
// Elements of all tensors in the type, tuples included.
int64_t LargestElements(const Type* type);
// The same expression, told without proofs: one node, equal constants, or equal text.
bool SameDim(const Expr* a, const Expr* b);
bool SameDims(std::span<const Expr* const> a, std::span<const Expr* const> b);
inline bool IsConstantDim(const Expr* dim) { return Is<IntImm>(dim); }
// The dimensions of a tensor type; nullptr when they are not known one by one.
const ShapeExpr* ShapeListOf(const Type* type);
// Variables that are the whole shape of a tensor, tuples included.
std::vector<const Var*> ShapeVarsOf(const Type* type);
// Tensors of known shape and dtype, or tuples of such.
bool IsKnown(const Type* type);

}  // namespace assay
