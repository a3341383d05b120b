// Builtins behind the operators inspect.…: facts of a tensor as scalars.
#include "vm/bytecode/builtins.h"

namespace assay {
namespace {

Outcome Number(DType dtype, int64_t value) { return Value{PrimValue{Scalar::Int(dtype, value)}}; }
Outcome NoTensor(const BuiltinSite& site) {
  return MakeTrap(TrapKind::kArgument, "what is inspected is no tensor", site.span);
}

}  // namespace

Outcome InspectDTypeCode(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* x = TensorArg(args, 0);
  return x == nullptr ? NoTensor(site) : Number(DType::UInt(8), static_cast<uint8_t>(x->dtype().code));
}
Outcome InspectDTypeBits(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* x = TensorArg(args, 0);
  return x == nullptr ? NoTensor(site) : Number(DType::UInt(8), x->dtype().bits);
}
Outcome InspectDTypeLanes(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* x = TensorArg(args, 0);
  return x == nullptr ? NoTensor(site) : Number(DType::UInt(16), x->dtype().lanes);
}
Outcome InspectRank(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* x = TensorArg(args, 0);
  return x == nullptr ? NoTensor(site) : Number(DType::Int(32), static_cast<int64_t>(x->shape().size()));
}
Outcome InspectOffset(std::span<const Value> args, const BuiltinSite& site) {
  return TensorArg(args, 0) == nullptr ? NoTensor(site) : Number(DType::UInt(64), 0);
}
Outcome InspectExtent(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* x = TensorArg(args, 0);
  std::optional<int64_t> axis = IntArg(args, 1);
  if (x == nullptr || !axis) return NoTensor(site);
  bool inside = *axis >= 0 && *axis < static_cast<int64_t>(x->shape().size());
  if (!inside) return MakeTrap(TrapKind::kAssert, "the tensor has no such axis", site.span);
  return Number(DType::Int(64), x->shape()[static_cast<size_t>(*axis)]);
}
Outcome InspectStride(std::span<const Value> args, const BuiltinSite& site) {
  Outcome extent = InspectExtent(args, site);
  if (!std::holds_alternative<Value>(extent)) return extent;
  int64_t inner = 1;
  const std::vector<int64_t>& shape = TensorArg(args, 0)->shape();
  for (size_t d = shape.size(); --d > static_cast<size_t>(*IntArg(args, 1));) inner *= shape[d];
  return Number(DType::Int(64), inner);
}

}  // namespace assay
