// Reference loops of elementwise rows with two operands.
#include "ir/ops/elementwise.h"

namespace assay {
namespace {

// An operand seen through broadcasting: a tensor, or one scalar that stands everywhere.
struct Operand2 {
  const Tensor* tensor = nullptr;
  Scalar scalar;
  DType dtype() const { return tensor == nullptr ? scalar.dtype : tensor->dtype(); }
  eval::Index shape() const { return tensor == nullptr ? eval::Index{1} : tensor->shape(); }
  Scalar At(const eval::Index& i) const {
    return tensor == nullptr ? scalar : tensor->At(eval::BroadcastOffset(tensor->shape(), i));
  }
};

Operand2 OperandOf(const EvalIn& in, size_t i) {
  if (const auto* prim = in.args[i].As<PrimValue>()) return {nullptr, prim->scalar};
  return {&eval::TensorOf(in, i), {}};
}

Scalar Converted(Scalar value, DType to) { return value.dtype == to ? value : scalar::Cast(value, to); }

}  // namespace

EvalResult EvalBroadcast(const EvalIn& in, DType result, const BinaryScalar& f) {
  Operand2 a = OperandOf(in, 0);
  Operand2 b = OperandOf(in, 1);
  DType common = a.dtype().IsBool() ? b.dtype() : a.dtype();
  DType out = result.IsVoid() ? a.dtype() : result;
  auto apply = [&](Scalar x, Scalar y) { return Converted(f(Converted(x, common), Converted(y, common)), out); };
  if (a.tensor == nullptr && b.tensor == nullptr) return Value{PrimValue{apply(a.scalar, b.scalar)}};
  eval::Index shape;
  if (!eval::BroadcastShapes(a.shape(), b.shape(), &shape)) {
    return eval::ShapeMismatch(in, "the operands' shapes do not broadcast");
  }
  return eval::Fill(out, shape, [&](const eval::Index& i) { return apply(a.At(i), b.At(i)); });
}

}  // namespace assay
