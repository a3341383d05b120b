// Constants in Relax functions. TVM 0.26 has a text only for finite scalars of some dtypes; it writes all other
// constants as references to metadata, which no reader takes back. Those are made here from such scalars, by operators,
// except in modules that have the feature kUnreadable.
#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/values.h"
#include "generators/modules/written_constants.h"

namespace assay {
namespace {

// Longer lists of scalars would make modules unreadable.
constexpr int64_t kMaxListed = 6;

}  // namespace

const Expr* FunctionGen::Filled(Scalar value, const std::vector<const Expr*>& dims) {
  return FilledTensor(ctx(), value, dims, [&](const Call* typed) { return Emit(typed); });
}

const Expr* FunctionGen::Written(const Constant* constant) {
  if (module_.Has(Feature::kUnreadable)) return constant;
  return WrittenConstant(ctx(), constant, [&](const Call* typed) { return Emit(typed); });
}

const Call* FunctionGen::WithWrittenConstants(const Call* call) {
  return WithConstants(ctx(), call, [&](const Constant* constant) { return Written(constant); });
}

// A tensor of known values: a shared constant, a short list, or one value everywhere.
const Expr* FunctionGen::FreshConstant(const std::vector<const Expr*>& dims, DType dtype) {
  std::vector<int64_t> shape;
  for (const Expr* dim : dims) shape.push_back(As<IntImm>(dim)->value);
  bool listed = module_.Has(Feature::kUnreadable) || LargestCount(dims) <= kMaxListed;
  if (listed) return Written(module_.TensorConstant(dtype, shape));
  return Filled(RandomScalar(bytes(), dtype, PickStyle(bytes())), dims);
}

}  // namespace assay
