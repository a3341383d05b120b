// What rows share in type inference: reading argument types, broadcasting, normalizing axes, and the Diags for broken
// preconditions. Rules are those of TVM's relax/op/op_common. Tested through the rows by ops_table_test.cc.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "ir/arith/analyzer.h"
#include "ir/ops/describe.h"
#include "ir/ops/op_spec.h"

namespace assay {

using Dims = std::vector<const Expr*>;

// A precondition of the row does not hold; `number` 1 is its first. The rule is the precondition's label, and the
// message is the operator's name, a colon and `what`.
Diag BrokenBy(const InferIn& in, int number, std::string_view what);
std::string GotText(const std::vector<std::string>& facts);
// "softmax: expected axis in [-2, 2), got axis=5, x: Tensor((2, 3), float32)". What is found stands there by itself: a
// row says only which arguments and attributes (describe.h) its rule is about.
template <class... Facts>
  requires(sizeof...(Facts) > 0)
Diag Broken(const InferIn& in, int number, std::string_view expected, const Facts&... facts) {
  return BrokenBy(in, number, "expected " + std::string(expected) + ", got " + GotText({FactText(in.call, facts)...}));
}
// "matmul: inner dimensions differ: x has 3 (axis 1), w has 4 (axis 0)".
template <class... Facts>
  requires(sizeof...(Facts) > 1)
Diag Differ(const InferIn& in, int number, std::string_view what, const Facts&... facts) {
  return BrokenBy(in, number, std::string(what) + " differ: " + GotText({FactText(in.call, facts)...}));
}
// While one lives, inference on its thread notes extents that only the run can compare, and that the type that is
// inferred takes for equal.
class AssumedExtents {
 public:
  AssumedExtents();
  ~AssumedExtents();
  AssumedExtents(const AssumedExtents&) = delete;
  AssumedExtents& operator=(const AssumedExtents&) = delete;
  std::vector<std::pair<const Expr*, const Expr*>> pairs;

 private:
  AssumedExtents* before_;
};
// Whether extents surely differ. Where the run alone can tell, the call assumes that they are equal.
bool ExtentsDiffer(const InferIn& in, const Expr* a, const Expr* b);
// The same of an extent that may also be 1, and is broadcast then.
bool ExtentsDifferAndNoneIsOne(const InferIn& in, const Expr* own, const Expr* wanted);
// An attribute that is no axis in [-rank, rank) of argument `of`, or of a result of that rank.
Diag BadAxis(const InferIn& in, int number, std::string_view attr, int rank, size_t of = 0);
// The i-th argument is not what the row asks for: Diag kTypeMismatch.
Diag WrongOperand(const InferIn& in, size_t i, std::string_view wanted);
// The i-th argument's type as T; Diag kTypeMismatch otherwise.
Result<const TensorType*> TensorArg(const InferIn& in, size_t i);
// The fields of a tuple argument, all tensors; Diag kTypeMismatch otherwise.
Result<std::vector<const TensorType*>> TensorTupleArg(const InferIn& in, size_t i);
// Dimensions where they are known: of a ShapeExpr, or of a shape variable whose type has values.
std::optional<Dims> DimsOf(const TensorType* type);
// Dimensions of any expression of ShapeType, where they are known.
std::optional<Dims> DimsOfShape(const Expr* shape);
// The same tensor with another dtype.
const TensorType* WithDType(Context& ctx, const TensorType* type, DType dtype);
bool SameVDevice(const VDevice* a, const VDevice* b);
// float16, float32, float64 or bfloat16: what TVM's rules call a float dtype.
bool IsTvmFloat(DType dtype);

// The common dtype of two operands, the first and the `second`, as TVM's InferBinaryArithOpOutDtype: void when either
// is unknown; bool goes with anything (the left one wins); else broken precondition `number` where they differ.
Result<DType> JoinDTypes(const InferIn& in, int number, const TensorType* a, const TensorType* b, size_t second = 1);

// How two shapes broadcast, as TVM's InferBinaryBroadcastShape.
struct Broadcast2 {
  enum class Answer : uint8_t { kKnown, kUnknown, kConflict } answer = Answer::kUnknown;
  // With kKnown.
  Dims dims;
  // With kConflict: dimensions counted from the last.
  int from_end = 0;
};
Broadcast2 BroadcastDims(Context& ctx, const Dims& a, const Dims& b);

// Axis in [-rank, rank) made non-negative; nothing when it is outside.
std::optional<int> NormalizeAxis(int64_t axis, int rank);
// All axes of the first argument, of that rank, or of the result, made non-negative; broken precondition `number` when
// one is outside or stands twice. Order is kept.
Result<std::vector<int>> NormalizeAxes(const InferIn& in, int number, const std::vector<int64_t>& axes, int rank);

// The product as TVM multiplies dimensions where it does not simplify: constants fold, and nothing else is rearranged
// (text shows 2 * n * 5 as it came).
const Expr* PlainProduct(Context& ctx, const Dims& dims);

}  // namespace assay
