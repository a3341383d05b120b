// DispatchSampling: multinomial_from_uniform becomes a cumsum, which has kernels of its own on some targets, and a
// kernel that looks each sample up in it. On other devices than the host it stays. Tested by testdata/dispatch.
#include "ir/ops/kernel.h"
#include "ir/ops/sampling.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/kernel_mutator.h"

namespace assay {
namespace {

class SamplingDispatcher : public KernelMutator {
 public:
  using KernelMutator::KernelMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!IsCallOf(call, "relax.multinomial_from_uniform") || !LiesOnHost(call->type)) return call;
    const auto *prob = As<TensorType>(call->args[0]->type), *uniform = As<TensorType>(call->args[1]->type);
    bool known = KnownShape(prob) != nullptr && KnownShape(uniform) != nullptr &&
                 KnownShape(call->args[2]->type) != nullptr && KnownShape(call->type) != nullptr;
    if (!known || prob->dtype.IsVoid() || prob->dtype != uniform->dtype) return call;
    const AttrDict* attrs = MakeSortedDict(ctx(), {{"axis", MakeAttrInt(ctx(), 1)},
                                                   {"dtype", MakeAttrDType(ctx(), prob->dtype)},
                                                   {"exclusive", MakeAttrBool(ctx(), false)}});
    const Var* sums = Emit(Typed(MakeCall(ctx(), OpNode(ctx(), "relax.cumsum"), {call->args[0]}, attrs)));
    return OrItself(LookUp(*call, sums), call);
  }

 private:
  Lowered LookUp(const Call& call, const Var* sums) {
    DType dtype = As<TensorType>(call.type)->dtype;
    auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
      Term n = in[1].dim(0), length = in[0].dim(1), zero = k.Int(0);
      auto last_drawn = [&](Term last, const Terms& s, const Terms& r) {
        Term row = CastTo(DType::Int(64), in[2](s[0], zero));
        auto sum = [&](const Term& at) { return in[0](row, at); };
        return MaxOf(last, SelectOf(IsDrawn(sum, in[1](s[0], zero), r[0], length), r[0], zero));
      };
      KernelBuffer index = k.Reduce("index", Axes("ax", {n}), {{"k", length}}, zero, last_drawn);
      return std::vector{k.Compute("get_sample_index", Axes("ax", {n, k.Int(1)}),
                                   [&](const Terms& i) { return CastTo(dtype, index(i[0])); })};
    };
    return LowerToCallTIR(*this, call, "get_sample_index", {sums, call.args[1], call.args[2]}, body);
  }
};

Result<Module> RunDispatchSampling(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateWithKernels<SamplingDispatcher>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kDispatchSampling = {
    .name = "DispatchSampling",
    .doc = "multinomial_from_uniform becomes cumsum and a look-up, for the host; on other devices it stays",
    .exact = Exactness::kRounding,
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunDispatchSampling,
};

}  // namespace assay
