// DecomposeOpsForInference and DecomposeOpsForTraining: norms become the arithmetic that they stand for, and
// tensor_to_shape a packed call whose result is cast to symbolic dimensions; for training, batch_norm first learns its
// moving averages. Tested by testdata/decompose_ops.
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/tensor/tensor.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class OpDecomposer : public RelaxMutator {
 public:
  OpDecomposer(Context& context, const Module* module, bool training, bool shapes)
      : RelaxMutator(context, module), training_(training), shapes_(shapes) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (IsCallOf(call, "relax.tensor_to_shape")) return shapes_ ? ShapeOfTensor(call) : call;
    const auto* data = call->args.empty() ? nullptr : As<TensorType>(call->args[0]->type);
    if (data == nullptr || data->rank == kUnknownRank || data->dtype.IsVoid()) return call;
    dtype_ = data->dtype;
    rank_ = data->rank;
    if (!LieTogether(call->args)) return call;
    if (IsCallOf(call, "relax.nn.batch_norm")) return training_ ? TrainedBatchNorm(call) : BatchNorm(call, call->args);
    if (training_ && IsCallOf(call, "relax.nn.layer_norm")) return LayerNorm(call);
    return call;
  }

 private:
  // Arithmetic takes operands of one device, a norm does not ask; TVM's pass ends in the arithmetic's error.
  static bool LieTogether(std::span<const Expr* const> operands) {
    const VDevice* device = nullptr;
    for (const Expr* operand : operands) {
      const auto* type = As<TensorType>(operand->type);
      if (type == nullptr || type->vdevice == nullptr) continue;
      if (device != nullptr && !Equal(device, type->vdevice)) return false;
      device = type->vdevice;
    }
    return true;
  }
  const Expr* Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    return Emit(Typed(MakeOpCall(ctx, *FindOp(op), args, attrs)));
  }
  const Expr* Scalar(double value) { return MakeConstant(ctx, Tensor::Of(assay::Scalar::Float(dtype_, value))); }
  // A vector along `axis`, with axes of extent 1 around it.
  const Expr* AlongAxis(const Expr* vector, int64_t axis) {
    std::vector<int64_t> others;
    for (int64_t i = 0; i < rank_; ++i) {
      if (i != axis) others.push_back(i);
    }
    return Op("expand_dims", {vector}, {{"axis", MakeAttrInts(ctx, others)}});
  }
  int64_t AxisOf(const Call* call) const {
    int64_t axis = IntAttr(*call, "axis");
    return axis < 0 ? axis + rank_ : axis;
  }
  // (data - mean) / sqrt(variance + epsilon), for operands that broadcast; `spread` makes the variance fit after the
  // difference is made, which is TVM's order.
  template <class F>
  const Expr* Normalized(const Call* call, const Expr* mean, F&& spread) {
    const Expr* difference = Op("subtract", {call->args[0], mean});
    const Expr* variance = Op("add", {spread(), Scalar(FloatAttr(*call, "epsilon"))});
    return Op("divide", {difference, Op("sqrt", {variance})});
  }
  const Expr* BatchNorm(const Call* call, std::span<const Expr* const> operands) {
    int64_t axis = AxisOf(call);
    const Expr* out = Normalized(call, AlongAxis(operands[3], axis), [&] { return AlongAxis(operands[4], axis); });
    if (BoolAttr(*call, "scale")) out = Op("multiply", {out, AlongAxis(operands[1], axis)});
    if (BoolAttr(*call, "center")) out = Op("add", {out, AlongAxis(operands[2], axis)});
    return MakeTuple(ctx, {out, operands[3], operands[4]});
  }
  // Normalizes by the batch's own moments, and moves the averages toward them.
  const Expr* TrainedBatchNorm(const Call* call) {
    std::vector<int64_t> axes;
    for (int64_t i = 0; i < rank_; ++i) {
      if (i != AxisOf(call)) axes.push_back(i);
    }
    const AttrItems reduced{{"axis", MakeAttrInts(ctx, axes)}, {"keepdims", MakeAttrBool(ctx, false)}};
    std::vector<const Expr*> operands(call->args.begin(), call->args.end());
    operands[3] = Op("mean", {call->args[0]}, reduced);
    operands[4] = Op("variance", {call->args[0]}, reduced);
    const Expr* normal = Emit(BatchNorm(call, operands));
    const Expr* out = Emit(MakeTupleGetItem(ctx, normal, 0));
    double momentum = FloatAttr(*call, "momentum");
    std::vector<const Expr*> fields{out};
    for (size_t i : {3U, 4U}) {
      const Expr* kept = Op("multiply", {Scalar(1 - momentum), call->args[i]});
      const Expr* learned = Op("multiply", {Scalar(momentum), operands[i]});
      fields.push_back(Op("add", {kept, learned}));
    }
    return MakeTuple(ctx, fields);
  }
  // Scale and centre broadcast from the last dimension: over other axes TVM's decomposition computes something else.
  static bool NormsLastAxes(const Call* call) {
    const auto* axes = As<AttrList>(call->attrs->Find("axes"));
    const auto* type = As<TensorType>(call->args[0]->type);
    if (axes == nullptr || type == nullptr || type->rank == kUnknownRank) return false;
    auto count = static_cast<int64_t>(axes->items.size());
    for (int64_t i = 0; i < count; ++i) {
      const auto* axis = As<AttrInt>(axes->items[static_cast<size_t>(i)]);
      if (axis == nullptr || (axis->value < 0 ? axis->value + type->rank : axis->value) != type->rank - count + i)
        return false;
    }
    return true;
  }
  const Expr* LayerNorm(const Call* call) {
    // The operator itself takes both into account whatever its attributes say; TVM's decomposition leaves them out.
    if (!BoolAttr(*call, "scale") || !BoolAttr(*call, "center")) return call;
    if (!NormsLastAxes(call)) return call;
    const AttrItems reduced{{"axis", call->attrs->Find("axes")}, {"keepdims", MakeAttrBool(ctx, true)}};
    const Expr* data = call->args[0];
    const Expr* mean = Op("mean", {data}, reduced);
    const Expr* out = Normalized(call, mean, [&] { return Op("variance", {data}, reduced); });
    out = Op("multiply", {out, call->args[1]});
    Op("add", {out, call->args[2]});
    // The last operation is what the norm's own variable is bound to.
    const Expr* value = CurrentBindings().back()->value;
    CurrentBindings().pop_back();
    return value;
  }
  const Expr* ShapeOfTensor(const Call* call) {
    const auto* type = As<ShapeType>(call->type);
    if (type == nullptr || type->rank == kUnknownRank) return call;
    const Expr* builtin = MakePackedFunc(ctx, "vm.builtin.tensor_to_shape");
    const Expr* shape =
        Emit(MakeCall(ctx, OpNode(ctx, "relax.call_pure_packed"), {builtin, call->args[0]}, nullptr, {type}, type));
    std::vector<const Expr*> dims;
    for (int i = 0; i < type->rank; ++i) dims.push_back(MakeVar(ctx, "x", DType::Int(64)));
    const Type* cast = MakeShapeType(ctx, dims);
    VarFlavor flavor = InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain;
    EmitBinding(MakeMatchCast(ctx, MakeVar(ctx, "y", cast, flavor), shape, cast));
    return MakeShape(ctx, dims);
  }

  bool training_, shapes_;
  DType dtype_;
  int64_t rank_ = 0;
};

// An operator may take a shape of unknown extents, and not one of extents that have names: then shapes stay whole.
Result<const Function*> Decomposed(Context& ctx, const Module& module, const Function* func, bool training) {
  OpDecomposer decomposer(ctx, &module, training, true);
  const Function* decomposed = decomposer.VisitFunction(func);
  if (decomposer.status().ok()) return decomposed;
  OpDecomposer without_shapes(ctx, &module, training, false);
  decomposed = without_shapes.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(without_shapes.status());
  return decomposed;
}

Result<Module> Decompose(PassContext& pass_ctx, const Module& module, const PassOptions& options, bool training) {
  ASSAY_TRY(std::string only, StringOption(options, "func_name", ""));
  ModuleEditor editor(pass_ctx.ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr || (!only.empty() && module.entries[i].var->name.text() != only)) continue;
    ASSAY_TRY(const Function* decomposed, Decomposed(pass_ctx.ctx, module, func, training));
    editor.Replace(i, decomposed);
  }
  return editor.Finish();
}
Result<Module> RunForInference(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  return Decompose(pass_ctx, module, options, false);
}
Result<Module> RunForTraining(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  return Decompose(pass_ctx, module, options, true);
}

constexpr std::string_view kOptions[] = {"func_name"};

}  // namespace

const PassSpec kDecomposeOpsForInference = {
    .name = "DecomposeOpsForInference",
    .doc = "replaces batch_norm and tensor_to_shape by what they stand for",
    .options = kOptions,
    .exact = Exactness::kInference,
    .signatures = Signatures::kRefined,
    // A batch_norm of unknown shape has each of its results where x lies; in inference two of them are operands, which
    // may say nothing of a device (InferStructInfoBatchNorm, SimplifyBatchNormInference).
    .changes = Adds({Facet::kExternals, Facet::kDevices}) | Drops({Facet::kDevices, Facet::kResultDevices}) |
               Alters({Facet::kGraphs}),
    .run = RunForInference,
};
const PassSpec kDecomposeOpsForTraining = {
    .name = "DecomposeOpsForTraining",
    .doc = "replaces norms by what they stand for in training, where moving averages learn",
    .options = kOptions,
    .exact = Exactness::kTraining,
    .signatures = Signatures::kRefined,
    .changes = Adds({Facet::kExternals, Facet::kDevices}) | Alters({Facet::kGraphs}),
    .run = RunForTraining,
};

}  // namespace assay
