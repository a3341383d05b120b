// Inference of elementwise rows: TVM's InferTypeUnary and InferTypeBroadcast.
#include <fmt/format.h>

#include "ir/ops/elementwise.h"

namespace assay {
namespace {

struct OperandFacts {
  const TensorType* tensor = nullptr;
  DType dtype;
  int rank = 1;
  std::optional<Dims> dims;
};

OperandFacts FactsOf(Context& ctx, const Type* type) {
  if (const auto* prim = As<PrimType>(type)) return {nullptr, prim->dtype, 1, Dims{MakeInt(ctx, 1)}};
  const auto* tensor = As<TensorType>(type);
  return {tensor, tensor->dtype, tensor->rank, DimsOf(tensor)};
}

Result<const VDevice*> DeviceOf(const InferIn& in, const OperandFacts& a, const OperandFacts& b) {
  if (!in.call.ty_args.empty()) {
    const auto* given = As<TensorType>(in.call.ty_args[0]);
    return given == nullptr ? nullptr : given->vdevice;
  }
  const VDevice* left = a.tensor == nullptr ? nullptr : a.tensor->vdevice;
  const VDevice* right = b.tensor == nullptr ? nullptr : b.tensor->vdevice;
  if (left == nullptr || left->target == nullptr) return right;
  if (right == nullptr || right->target == nullptr) return left;
  // The row's last rule.
  int rule = static_cast<int>(SpecOf(&in.call)->preconditions.size());
  if (!SameVDevice(left, right)) return Differ(in, rule, "devices", fact::Arg{0}, fact::Arg{1});
  return left;
}

Result<DType> DTypeOfBoth(const InferIn& in, const OperandFacts& a, const OperandFacts& b, DType result) {
  if (!result.IsVoid()) return result;
  if (a.dtype.IsVoid() || b.dtype.IsVoid()) return DType::Void();
  if (a.dtype != b.dtype && !a.dtype.IsBool() && !b.dtype.IsBool()) {
    return Differ(in, 3, "dtypes", fact::Arg{0}, fact::Arg{1});
  }
  return a.dtype;
}

}  // namespace

const Type* SameAsFirst(const InferIn& in, const TensorType* first, DType dtype) {
  const TensorType* type = WithDType(in.ctx, first, dtype);
  const auto* given = in.call.ty_args.empty() ? nullptr : As<TensorType>(in.call.ty_args[0]);
  if (given == nullptr) return type;
  auto* placed = in.ctx.arena.New<TensorType>(*type);
  placed->vdevice = given->vdevice;
  return placed;
}

Result<const Type*> InferBroadcast(const InferIn& in, DType result) {
  for (size_t i = 0; i < in.call.args.size(); ++i) {
    const Type* type = in.call.args[i]->type;
    if (!Is<PrimType>(type) && !Is<TensorType>(type)) return Broken(in, 1, "tensors or scalars", fact::Arg{i});
  }
  OperandFacts a = FactsOf(in.ctx, in.call.args[0]->type);
  OperandFacts b = FactsOf(in.ctx, in.call.args[1]->type);
  ASSAY_TRY(DType dtype, DTypeOfBoth(in, a, b, result));
  if (a.tensor == nullptr && b.tensor == nullptr) return in.ctx.Prim(dtype);
  ASSAY_TRY(const VDevice* device, DeviceOf(in, a, b));
  if (a.dims && b.dims) {
    Broadcast2 both = BroadcastDims(in.ctx, *a.dims, *b.dims);
    if (both.answer == Broadcast2::Answer::kConflict) {
      return Broken(in, 2, fmt::format("shapes that broadcast (axis {} from the end)", both.from_end),
                    fact::Extent{0, -both.from_end}, fact::Extent{1, -both.from_end}, fact::Arg{0}, fact::Arg{1});
    }
    if (both.answer == Broadcast2::Answer::kKnown) return MakeTensorType(in.ctx, both.dims, dtype, device);
  }
  bool one_shape =
      a.tensor != nullptr && b.tensor != nullptr && a.tensor->shape != nullptr && a.tensor->shape == b.tensor->shape;
  if (one_shape) return MakeTensorType(in.ctx, a.tensor->shape, dtype, device);
  int rank = a.rank == kUnknownRank || b.rank == kUnknownRank ? kUnknownRank : std::max(a.rank, b.rank);
  return MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
}

}  // namespace assay
