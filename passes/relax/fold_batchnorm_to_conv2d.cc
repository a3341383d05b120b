// FoldBatchnormToConv2D: a batch_norm of a convolution with constant weights, scale, shift and statistics becomes a
// convolution with other weights and a sum; FoldConstant then does the arithmetic on constants. It is for inference:
// the statistics are taken as they are, whatever `training` says, as in TVM. Tested by
// testdata/fold_batchnorm_to_conv2d.
#include "ir/ops/op_spec.h"
#include "passes/analysis/private_function.h"
#include "passes/pass_names.h"
#include "passes/pattern/match.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr std::string_view kPattern =
    "($norm=nn.batch_norm($conv=nn.conv2d($input, $weight=const), $gamma=const, $beta=const, $mean=const, "
    "$variance=const))"
    "[0]";

class NormFolder : public RelaxMutator {
 public:
  NormFolder(Context& context, const Module* module, const PatternGraph& pattern)
      : RelaxMutator(context, module), pattern_(pattern) {}
  bool changed() const { return changed_; }

 protected:
  // Only what the block itself binds is looked through: what else there is may not be visible here.
  void BeginBindings(const BindingBlock*) override { values_.clear(); }
  void VisitVarBinding(const VarBinding* binding) override {
    auto match =
        Is<TupleGetItem>(binding->value) ? MatchPattern(ctx, pattern_.root, binding->value, values_) : std::nullopt;
    values_.emplace(binding->var, binding->value);
    if (!match || !CanFold(*match)) return RelaxMutator::VisitVarBinding(binding);
    changed_ = true;
    ReEmit(binding, Folded(*match));
  }

 private:
  const Expr* Part(const PatternMatch& match, std::string_view name) const { return match.Find(pattern_.Find(name)); }
  // Channels are the second dimension of what the convolution gives, both flags are on, and there is one dtype.
  bool CanFold(const PatternMatch& match) const {
    const auto* conv = As<Call>(Part(match, "conv"));
    const auto* norm = As<Call>(Part(match, "norm"));
    std::string_view kernel = TextAttr(*conv, "kernel_layout"), out = TextAttr(*conv, "data_layout");
    if (!IsNullAttr(*conv, "out_layout")) out = TextAttr(*conv, "out_layout");
    bool layouts = out == "NCHW" && (kernel == "OIHW" || (kernel == "IOHW" && IntAttr(*conv, "groups") == 1));
    int64_t axis = IntAttr(*norm, "axis");
    if (!layouts || (axis != 1 && axis != -3) || !BoolAttr(*norm, "center") || !BoolAttr(*norm, "scale")) return false;
    const auto* type = As<TensorType>(norm->args[0]->type);
    for (std::string_view name : {"input", "weight", "gamma", "beta", "mean", "variance"}) {
      const auto* part = As<TensorType>(Part(match, name)->type);
      if (type == nullptr || part == nullptr || part->dtype != type->dtype || !part->dtype.IsFloating()) return false;
    }
    return true;
  }
  const Expr* Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    return Emit(Typed(MakeOpCall(ctx, *FindOp(op), args, attrs)));
  }
  // In TVM's order: weight * (gamma / sqrt(variance + epsilon)), and beta - mean * that.
  const Expr* Folded(const PatternMatch& match) {
    const auto* conv = As<Call>(Part(match, "conv"));
    const auto* gamma = As<Constant>(Part(match, "gamma"));
    DType dtype = gamma->value.dtype;
    const Expr* epsilon = MakeFloat(ctx, FloatAttr(*As<Call>(Part(match, "norm")), "epsilon"), dtype);
    const Expr* deviation = Op("sqrt", {Op("add", {Part(match, "variance"), epsilon})});
    const Expr* scale = Op("divide", {gamma, deviation});
    const Expr *channels = MakeInt(ctx, gamma->value.shape[0]), *one = MakeInt(ctx, 1);
    bool outputs_first = TextAttr(*conv, "kernel_layout") == "OIHW";
    const Expr* spread =
        MakeShape(ctx, outputs_first ? std::vector{channels, one, one, one} : std::vector{one, channels, one, one});
    const Expr* weight = Op("multiply", {Part(match, "weight"), Op("reshape", {scale, spread})});
    Call* convolution = ctx.arena.New<Call>(*conv);
    convolution->args = ctx.Copy(std::vector{AsArgument(VisitExpr(conv->args[0])), weight});
    const Expr* convolved = Emit(Typed(convolution));
    const Expr* shift = Op("subtract", {Part(match, "beta"), Op("multiply", {Part(match, "mean"), scale})});
    const Expr* along = Op("reshape", {shift, MakeShape(ctx, {one, channels, one, one})});
    return Typed(MakeOpCall(ctx, *FindOp("add"), {convolved, along}));
  }

  const PatternGraph& pattern_;
  BoundValues values_;
  bool changed_ = false;
};

Result<Module> RunFoldBatchnorm(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(PatternGraph pattern, ParsePattern(ctx, kPattern));
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    if (IsPrimitive(func)) return func;
    NormFolder folder(ctx, &module, pattern);
    const Function* folded = folder.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(folder.status());
    return FinishRewriting(pass_ctx, module, folder.changed() ? folded : func, folder.changed());
  });
}

}  // namespace

const PassSpec kFoldBatchnormToConv2D = {
    .name = "FoldBatchnormToConv2D",
    .doc = "a batch_norm of a convolution, all of constants, becomes other weights and a sum; for inference",
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent =
        "ends in CanonicalizeBindings, after which what stood in a tuple, or behind a cast, may be a batch_norm of a "
        "convolution",
    .idempotent_on =
        [](const Module& module) { return BindsNo(module, NodeKind::kTuple) && BindsNo(module, NodeKind::kMatchCast); },
    .exact = Exactness::kInference,
    .signatures = Signatures::kRefined,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunFoldBatchnorm,
};

}  // namespace assay
