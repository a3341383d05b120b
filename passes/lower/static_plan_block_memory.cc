// StaticPlanBlockMemory: tensors whose lives do not overlap share storage. Sizes that are not known are bounded by the
// function's attributes. Tested by testdata/static_plan_block_memory.
#include "ir/ops/op_spec.h"
#include "ir/text/scalar_build.h"
#include "passes/lower/storage_plan.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr std::string_view kPlanOutputs = "relax.memory_plan_dynamic_func_output";

bool PlansOutputs(const Function* func) {
  const Attr* attr = func->attrs == nullptr ? nullptr : func->attrs->Find(kPlanOutputs);
  if (const auto* flag = As<AttrBool>(attr)) return flag->value;
  const auto* number = As<AttrInt>(attr);
  return number != nullptr && number->value != 0;
}

class StorageRewriter : public RelaxMutator {
 public:
  StorageRewriter(Context& context, const Module* module, const StoragePlan& plan, const MemoryBounds* output_bounds)
      : RelaxMutator(context, module), plan_(plan), output_bounds_(output_bounds) {}

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* call = As<Call>(binding->value);
    if (!IsCallOf(call, "relax.builtin.alloc_tensor") || call->args.size() != 4) {
      return RelaxMutator::VisitVarBinding(binding);
    }
    const Expr* storage = StorageFor(binding->var, call);
    ReEmit(binding, storage == nullptr ? call : TensorIn(storage, call));
  }

 private:
  const Expr* StorageFor(const Var* var, const Call* call) {
    const auto* type = As<TensorType>(call->type);
    auto planned = plan_.storage_of.find(var);
    if (planned != plan_.storage_of.end()) {
      const Expr*& storage = storages_[planned->second];
      if (storage == nullptr) storage = EmitStorage(planned->second->bytes, call, planned->second->dtype);
      return storage;
    }
    // What escapes gets storage of its own, large enough for any size.
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    bool dynamic =
        shape != nullptr && std::ranges::any_of(shape->values, [](const Expr* dim) { return AsInt(dim) == nullptr; });
    if (output_bounds_ == nullptr || !dynamic) return nullptr;
    const Expr* bytes = nullptr;
    for (const Expr* dim : output_bounds_->UpperBound(ctx, shape->values)) {
      bytes = bytes == nullptr ? dim : BuildBinary(ctx, NodeKind::kMul, bytes, dim);
    }
    bytes =
        BuildBinary(ctx, NodeKind::kMul, bytes, MakeInt(ctx, type->dtype.ElementBytes() * int64_t{type->dtype.lanes}));
    return EmitStorage(bytes, call, type->dtype);
  }
  const Expr* EmitStorage(const Expr* bytes, const Call* call, DType dtype) {
    std::vector<const Expr*> args{MakeShape(ctx, {bytes}), call->args[2], call->args[3], MakeDataType(ctx, dtype)};
    return Emit(MakeCall(ctx, OpNode(ctx, "relax.memory.alloc_storage"), args, nullptr, {}, ctx.Object()), "storage");
  }
  const Expr* TensorIn(const Expr* storage, const Call* call) {
    const auto* type = As<TensorType>(call->type);
    std::vector<const Expr*> args{storage, MakeInt(ctx, 0), type->shape, MakeDataType(ctx, type->dtype), call->args[2]};
    Call* tensor =
        ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.memory.alloc_tensor"), args, nullptr, {}, call->type));
    tensor->span = call->span;
    return tensor;
  }

  const StoragePlan& plan_;
  // Null unless the function says that its results are to be planned, too.
  const MemoryBounds* output_bounds_;
  std::unordered_map<const StorageToken*, const Expr*> storages_;
};

Result<Module> RunStaticPlanBlockMemory(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    ASSAY_TRY(MemoryBounds bounds, MemoryBounds::Of(ctx, func));
    ASSAY_TRY(StoragePlan plan, PlanStorage(ctx, module, func, bounds));
    bool plans_outputs = PlansOutputs(func);
    StorageRewriter rewriter(ctx, &module, plan, plans_outputs ? &bounds : nullptr);
    const Function* rewritten = rewriter.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(rewriter.status());
    if (!plans_outputs) return rewritten;
    Function* done = ctx.arena.New<Function>(*rewritten);
    done->attrs = WithAttr(ctx, rewritten->attrs, kPlanOutputs, nullptr);
    return done;
  });
}

}  // namespace

constexpr std::string_view kStaticPlanBlockMemoryAttrs[] = {"relax.memory_plan_dynamic_func_output"};

const PassSpec kStaticPlanBlockMemory = {
    .name = "StaticPlanBlockMemory",
    .doc = "lets tensors whose lives do not overlap share storage",
    .needs = kDataflowFree | kPurityForced,
    .changes = Alters({Facet::kGraphs}),
    .attrs = kStaticPlanBlockMemoryAttrs,
    .run = RunStaticPlanBlockMemory,
};

}  // namespace assay
