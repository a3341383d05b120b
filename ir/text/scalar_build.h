// Scalar expressions as TVM's Python front end builds them: operands are brought to one dtype, constants and neutral
// elements fold at construction. The printer asks the same code whether `a + b` would read back as written.
// Tested by scalar_build_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/builder.h"

namespace assay {

// The value converted to `to`; immediates are converted at once, equal dtypes are left alone.
const Expr* BuildCast(Context& ctx, DType to, const Expr* value);
// 1 in the dtype of an index; in int32 beside what is no integer, which well-formedness refuses.
const Expr* OneOf(Context& ctx, const Expr* index);
// Both operands brought to their common dtype (TVM's BinaryOpMatchTypes); false when there is none.
bool MatchDTypes(Context& ctx, const Expr*& a, const Expr*& b);
// "the operands have no common dtype: int32x4 and float32x8", of two for which there is none; null ones are not named.
std::string NoCommonDType(std::string_view what, const Expr* a, const Expr* b);
// "invalid number of indices into A: expected 2, its rank, got 1".
std::string WrongIndexCount(const Buffer* buffer, size_t got);
// What `kind(a, b)` folds to, or nullptr when it stays; operands have one dtype (TVM's TryConstFold).
const Expr* TryFold(Context& ctx, NodeKind kind, const Expr* a, const Expr* b);
// Match, fold, make. nullptr when the operands have no common dtype or a constant divisor is zero.
const Expr* BuildBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b);
// An immediate of any arithmetic dtype, wrapped or rounded to its width.
const Expr* BuildImmediate(Context& ctx, DType dtype, double value);
const Expr* BuildImmediate(Context& ctx, DType dtype, int64_t value);
// True for an IntImm or FloatImm of this value.
bool IsConstant(const Expr* e, int64_t value);

}  // namespace assay
