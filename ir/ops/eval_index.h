// What rows share in reference evaluation: reading arguments and plain loops over indices. Written to be read, not to
// be quick. Nothing here knows about lowering. Tested through the rows' own tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/ops/op_spec.h"

namespace assay::eval {

// A position in a tensor, or a shape: one number per dimension.
using Index = std::vector<int64_t>;

// The i-th argument, which inference has found to be a tensor.
const Tensor& TensorOf(const EvalIn& in, size_t i);
const Tensor& TensorOf(const Value& value);
// Numbers of a shape value, or of a tuple of scalars.
Index IntsOf(const Value& value);

// Run-time shapes that inference could not check do not fit together.
Trap ShapeMismatch(const EvalIn& in, std::string message);
Trap OutOfBounds(const EvalIn& in, std::string message);

Value ValueOf(Tensor tensor);

// Row-major position of `index` in `shape`.
int64_t Offset(const Index& shape, const Index& index);
// The same where `shape` is broadcast: aligned at the last dimension, extents of 1 stand for any index.
int64_t BroadcastOffset(const Index& shape, const Index& index);
inline Scalar At(const Tensor& tensor, const Index& index) { return tensor.At(Offset(tensor.shape(), index)); }

// The shape that both broadcast to; false where they do not.
bool BroadcastShapes(const Index& a, const Index& b, Index* out);

// No more than the largest int64_t says.
int64_t ElementCount(const Index& shape);

// How many elements evaluation on this thread may look at while this stands, by the loops below and by what says so
// itself: one operator can ask for billions. Beyond that Fill leaves the rest of its tensor as it is, and whoever set
// the limit asks.
class VisitLimit {
 public:
  explicit VisitLimit(int64_t visits);
  ~VisitLimit();
  VisitLimit(const VisitLimit&) = delete;
  VisitLimit& operator=(const VisitLimit&) = delete;
  // More than the limit where it was not enough.
  int64_t visits() const;

 private:
  int64_t before_, limit_;
};
// Whether there is anything left after these.
bool Visit(int64_t count);

// Moves to the next index in row-major order; false after the last.
bool Next(const Index& shape, Index* index);
// Calls f(index) for each index of `shape` in row-major order.
template <class F>
void ForEach(const Index& shape, F&& f) {
  int64_t count = ElementCount(shape);
  Visit(count);
  if (count == 0) return;
  Index index(shape.size(), 0);
  do f(std::as_const(index));
  while (Next(shape, &index));
}

// A tensor of `dtype` and `shape` whose element at each index is element(index), of that dtype. A trap, as on the
// VM, when an extent is negative or it would be larger than any tensor may be.
template <class F>
EvalResult Fill(DType dtype, const Index& shape, F&& element) {
  Result<Tensor> made = Tensor::Make(dtype, shape);
  if (!made.ok()) return Trap{TrapKind::kOutOfMemory, made.error().message, {}};
  Index index(shape.size(), 0);
  int64_t count = ElementCount(shape);
  for (int64_t at = 0; at < count && Visit(1); ++at, Next(shape, &index)) made->Set(at, element(std::as_const(index)));
  return ValueOf(*std::move(made));
}

// Elementwise over one tensor.
template <class F>
EvalResult Map(const EvalIn& in, F&& function) {
  const Tensor& x = TensorOf(in, 0);
  return Fill(x.dtype(), x.shape(), [&](const Index& i) { return function(At(x, i)); });
}

// The math function of ir/tensor/math.h applied to one scalar.
Scalar Math(std::string_view name, Scalar x);

}  // namespace assay::eval
