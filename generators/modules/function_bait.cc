#include "generators/modules/function_bait.h"

#include <algorithm>
#include <utility>

#include "generators/modules/bait.h"
#include "generators/modules/call_binder.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_dims.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

constexpr DType kFloat32 = DType::Float(32);

class Baiter final : public BaitSite {
 public:
  explicit Baiter(FunctionScope& scope) : scope_(scope) {}
  Context& ctx() override { return scope_.ctx(); }
  ByteSource& bytes() override { return scope_.bytes(); }
  const Expr* AnyDim() override { return FunctionDims(scope_).SmallDim(); }
  const Expr* Floats(const std::vector<const Expr*>& dims, bool fresh) override {
    if (!fresh) return scope_.ExactTensor(dims, kFloat32, scope_.home);
    return scope_.FreshParam(scope_.module.StaticTensorType(dims, kFloat32, scope_.home));
  }
  const Expr* Indices(int64_t count, int64_t extent) override {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent))));
    return FunctionConstants(scope_).Written(MakeConstant(ctx(), Tensor::Ints(DType::Int(64), {count}, values)));
  }
  const Expr* Bind(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs) override {
    const OpSpec* row = FindOp(op);
    bool possible = row != nullptr && std::ranges::count(args, nullptr) == 0;
    if (!possible || !CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *row, args, std::move(attrs)), row)) return nullptr;
    return scope_.entries.back().value;
  }
  const Expr* Item(const Expr* tuple, int64_t index) override {
    return tuple == nullptr ? nullptr : scope_.Emit(MakeTupleGetItem(ctx(), tuple, index));
  }

 private:
  FunctionScope& scope_;
};

}  // namespace

bool FunctionBait::BaitStep() {
  const std::vector<BaitLayer>& baits = scope_.module.plan.options->baits;
  if (baits.empty() || scope_.nested > 0 || !bytes().Chance(1, 4)) return false;
  Baiter baiter(scope_);
  size_t before = scope_.frames.back().vars.size();
  bytes().Pick(baits)(baiter);
  if (scope_.frames.back().vars.size() > before) scope_.laid = scope_.frames.back().vars.back();
  --scope_.budget;
  return true;
}

}  // namespace assay
