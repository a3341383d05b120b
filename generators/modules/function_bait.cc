// Laying a bait (bait.h) into the function under construction.
#include "generators/modules/bait.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

constexpr DType kFloat32 = DType::Float(32);

}  // namespace

class FunctionGen::Baiter final : public BaitSite {
 public:
  explicit Baiter(FunctionGen& gen) : gen_(gen) {}
  Context& ctx() override { return gen_.ctx(); }
  ByteSource& bytes() override { return gen_.bytes(); }
  const Expr* AnyDim() override { return gen_.SmallDim(); }
  const Expr* Floats(const std::vector<const Expr*>& dims, bool fresh) override {
    if (!fresh) return gen_.ExactTensor(dims, kFloat32, gen_.home_);
    return gen_.FreshParam(gen_.module_.StaticTensorType(dims, kFloat32, gen_.home_));
  }
  const Expr* Indices(int64_t count, int64_t extent) override {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent))));
    return gen_.Written(MakeConstant(ctx(), assay::Tensor::Ints(DType::Int(64), {count}, values)));
  }
  const Expr* Bind(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs) override {
    const OpSpec* row = FindOp(op);
    bool possible = row != nullptr && std::ranges::count(args, nullptr) == 0;
    if (!possible || !gen_.EmitCall(MakeOpCall(ctx(), *row, args, std::move(attrs)), row)) return nullptr;
    return gen_.scope_.back().value;
  }
  const Expr* Item(const Expr* tuple, int64_t index) override {
    return tuple == nullptr ? nullptr : gen_.Emit(MakeTupleGetItem(ctx(), tuple, index));
  }

 private:
  FunctionGen& gen_;
};

bool FunctionGen::BaitStep() {
  const std::vector<BaitLayer>& baits = module_.plan.options->baits;
  if (baits.empty() || nested_ > 0 || !bytes().Chance(1, 4)) return false;
  Baiter baiter(*this);
  size_t before = frames_.back().vars.size();
  bytes().Pick(baits)(baiter);
  if (frames_.back().vars.size() > before) laid_ = frames_.back().vars.back();
  --budget_;
  return true;
}

}  // namespace assay
