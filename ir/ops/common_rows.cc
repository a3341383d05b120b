#include "ir/ops/common_rows.h"

#include "ir/ops/elementwise.h"
#include "ir/ops/kernel.h"
#include "ir/ops/row_types.h"

namespace assay {

Result<const Type*> InferOperand(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return x;
}
Result<const Type*> InferFloatOperand(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (!x->dtype.IsVoid() && !IsTvmFloat(x->dtype)) return Broken(in, 1, "a float dtype", fact::Arg{0});
  return x;
}
Result<const Type*> InferLikeOperand(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return SameAsFirst(in, x, x->dtype);
}
DType DTypeOfResult(const Call& call, DType data) {
  DType dtype = DTypeAttr(call, "dtype");
  return dtype.IsVoid() ? data : dtype;
}

Value TupleOf(std::vector<Value> fields) { return {TupleValue{std::move(fields)}}; }
bool HoldsBool(const Call& call) { return As<TensorType>(call.args[0]->type)->dtype.IsBool(); }
Lowered LowerRefill(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "reshape", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    return std::vector{Reshaped(k, in[0], k.ImportDims(KnownShape(call.type)->values))};
  });
}

const Call* SampleOfAnyTensor(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 0, 4))});
}

}  // namespace assay
