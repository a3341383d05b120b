#include "ir/ops/eval_index.h"

#include <algorithm>
#include <limits>

#include "ir/tensor/math.h"

namespace assay::eval {

const Tensor& TensorOf(const Value& value) {
  const auto* tensor = value.As<TensorValue>();
  ASSAY_CHECK(tensor != nullptr, "an engine passed something else where inference found a tensor");
  return tensor->tensor;
}
const Tensor& TensorOf(const EvalIn& in, size_t i) { return TensorOf(in.args[i]); }

Index IntsOf(const Value& value) {
  if (const auto* shape = value.As<ShapeValue>()) return shape->dims;
  Index ints;
  if (const auto* tuple = value.As<TupleValue>()) {
    for (const Value& field : tuple->fields) {
      const auto* prim = field.As<PrimValue>();
      ASSAY_CHECK(prim != nullptr, "inference found a tuple of scalars");
      ints.push_back(prim->scalar.AsInt());
    }
  }
  return ints;
}

Trap ShapeMismatch(const EvalIn& in, std::string message) {
  return {TrapKind::kShapeMismatch, std::move(message), in.call.span};
}
Trap OutOfBounds(const EvalIn& in, std::string message) {
  return {TrapKind::kOutOfBounds, std::move(message), in.call.span};
}

Value ValueOf(Tensor tensor) { return {TensorValue{std::move(tensor), -1}}; }

int64_t Offset(const Index& shape, const Index& index) {
  ASSAY_CHECK(shape.size() == index.size());
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i) offset = offset * shape[i] + index[i];
  return offset;
}
int64_t BroadcastOffset(const Index& shape, const Index& index) {
  size_t skipped = index.size() - shape.size();
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i) offset = offset * shape[i] + (shape[i] == 1 ? 0 : index[i + skipped]);
  return offset;
}

bool BroadcastShapes(const Index& a, const Index& b, Index* out) {
  const Index& longer = a.size() >= b.size() ? a : b;
  const Index& shorter = a.size() >= b.size() ? b : a;
  *out = longer;
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& extent = (*out)[longer.size() - shorter.size() + i];
    if (extent == 1) extent = shorter[i];
    if (shorter[i] != 1 && shorter[i] != extent) return false;
  }
  return true;
}

namespace {
thread_local int64_t visits_left = std::numeric_limits<int64_t>::max() - 1;
}

VisitLimit::VisitLimit(int64_t visits) : before_(visits_left), limit_(visits) { visits_left = visits; }
VisitLimit::~VisitLimit() { visits_left = before_; }
int64_t VisitLimit::visits() const { return limit_ - visits_left; }
bool Visit(int64_t count) {
  visits_left -= std::min(count, visits_left + 1);
  return visits_left >= 0;
}

int64_t ElementCount(const Index& shape) {
  if (std::ranges::any_of(shape, [](int64_t extent) { return extent <= 0; })) return 0;
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (__builtin_mul_overflow(count, extent, &count)) return std::numeric_limits<int64_t>::max();
  }
  return count;
}
bool Next(const Index& shape, Index* index) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++(*index)[i] < shape[i]) return true;
    (*index)[i] = 0;
  }
  return false;
}

Scalar Math(std::string_view name, Scalar x) {
  const MathFunction* function = FindMathFunction(name);
  ASSAY_CHECK(function != nullptr, name);
  return ApplyMath(*function, x);
}

}  // namespace assay::eval
