// Arguments for functions of modules that nobody wrote: tensors of zeros in the declared shapes where these are small.
// Used by the fuzz target executable_fuzz.
#pragma once

#include <algorithm>
#include <vector>

#include "ir/module.h"
#include "ir/ops/value.h"

namespace assay {

inline Value SmallTensor(DType dtype, Nodes<Expr> dims) {
  constexpr int64_t kMostElements = 4096;
  std::vector<int64_t> shape;
  int64_t count = 1;
  for (const Expr* dim : dims) {
    const auto* extent = As<IntImm>(dim);
    shape.push_back(extent != nullptr && extent->value >= 0 && extent->value <= kMostElements / count ? extent->value : 2);
    count = std::clamp<int64_t>(count * shape.back(), 1, kMostElements);
  }
  Result<Tensor> tensor = Tensor::Make(dtype.IsScalar() && dtype.ElementBytes() > 0 ? dtype : DType::Float(32), shape);
  return tensor.ok() ? Value{TensorValue{*std::move(tensor)}} : Value{};
}

// For a Function or a PrimFunc; nothing for another.
inline std::vector<Value> SmallInputs(const Expr* func) {
  std::vector<Value> values;
  if (const auto* prim = As<PrimFunc>(func)) {
    for (size_t i = 0; i < prim->params.size(); ++i) {
      const Buffer* buffer = i < prim->buffers.size() ? prim->buffers[i] : nullptr;
      values.push_back(buffer != nullptr ? SmallTensor(buffer->dtype, buffer->shape)
                                         : Value{PrimValue{Scalar::Int(DType::Int(64), 2)}});
    }
  }
  const auto* relax = As<Function>(func);
  for (const Var* param : relax == nullptr ? Nodes<Var>() : relax->params) {
    const auto* type = As<TensorType>(param->type);
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    bool tensor = type != nullptr && !type->dtype.IsVoid();
    values.push_back(tensor ? SmallTensor(type->dtype, shape == nullptr ? Nodes<Expr>() : shape->values)
                            : Value{ShapeValue{{2, 3}}});
  }
  return values;
}

}  // namespace assay
