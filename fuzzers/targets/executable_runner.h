// What the fuzz targets of executables share: bytes that get the checksums that belong to them, arguments for functions
// that nobody wrote, and a run of all of them. Used by executable_fuzz and executable_llvm_fuzz.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "ir/serial/serial.h"
#include "vm/bytecode/executable.h"

namespace assay {

inline Value SmallTensor(DType dtype, Nodes<Expr> dims) {
  constexpr int64_t kMostElements = 4096;
  std::vector<int64_t> shape;
  int64_t count = 1;
  for (const Expr* dim : dims) {
    const auto* extent = As<IntImm>(dim);
    shape.push_back(extent != nullptr && extent->value >= 0 && extent->value <= kMostElements / count ? extent->value
                                                                                                      : 2);
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

// The image in the bytes, once it has saved to the same bytes again.
inline Result<LoadedImage> LoadHostile(Context& ctx, const uint8_t* data, size_t size) {
  ASSAY_TRY(VmImage image, DecodeVm(WithVmChecksum({data, data + size})));
  auto again = DecodeVm(EncodeVm(image));
  if (!again.ok() || EncodeVm(*again) != EncodeVm(image)) std::abort();
  if (image.module.size() > 8) image.module = WithChecksum(std::span(image.module).first(image.module.size() - 8));
  return LoadImage(ctx, std::move(image));
}

// Every function on small arguments: a value, a trap, a refusal, or the end of the budget.
inline void RunAll(Executable& executable, const std::vector<VmFunction>& functions, const Module& module) {
  constexpr Budget kBudget{.steps = 20'000, .bytes = int64_t{1} << 22};
  for (const VmFunction& function : functions) {
    if (function.kind == VmFunctionKind::kPacked || function.params > 16) continue;
    std::vector<Value> args = SmallInputs(module.Find(function.name));
    if (args.empty()) args.resize(static_cast<size_t>(function.params), Value{ShapeValue{{2, 3}}});
    executable.Run(function.name, args, kBudget);
  }
}

}  // namespace assay
