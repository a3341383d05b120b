// DataflowUseInplaceCalls: in dataflow blocks, elementwise operators write their result into an argument that nothing
// reads any more. TVM also overwrites constants, and fields of tuples that are taken later; here neither is touched.
// Tested by testdata/dataflow_use_inplace_calls.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"
#include "ir/ops/kernel.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/block_storage.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/kernel_mutator.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool CanBeInplace(std::string_view op) {
  static constexpr std::array kOps = {"relax.add",    "relax.subtract", "relax.multiply",
                                      "relax.divide", "relax.nn.silu",  "relax.nn.relu"};
  return std::ranges::find(kOps, op) != kOps.end();
}

// The kernel with its last parameter, the output, replaced by the one at `index`.
const PrimFunc* InplaceKernel(Context& ctx, const PrimFunc* kernel, size_t index) {
  const Buffer *output = kernel->buffers.back(), *input = kernel->buffers[index];
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    return original == output ? input : rebuilt;
  };
  PrimFunc* inplace = ctx.arena.New<PrimFunc>(*kernel);
  inplace->params = kernel->params.first(kernel->params.size() - 1);
  inplace->buffers = kernel->buffers.first(kernel->buffers.size() - 1);
  inplace->body = static_cast<const Stmt*>(Rewrite(ctx, kernel->body, rule));
  return inplace;
}

// Lowers one call, and keeps the kernel for itself.
class ModuleReader : public LowerSite {
 public:
  explicit ModuleReader(Context& context) : ctx_(context) {}

  Context& ctx() override { return ctx_; }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    name_ = hint;
    kernel_ = kernel;
    return MakeGlobalVar(ctx_, hint);
  }
  const Var* Emit(const Expr* value) override {
    alone_ = false;
    return MakeVar(ctx_, "lv", value->type);
  }
  // R.call_tir of one kernel; nullptr when it takes more than that.
  const Call* Lower(const Call& call) {
    const OpSpec* row = SpecOf(&call);
    if (row == nullptr || row->lower.rule == nullptr) return nullptr;
    Lowered lowered = row->lower.rule(*this, call);
    const auto* value = std::get_if<const Expr*>(&lowered);
    const auto* made = value == nullptr ? nullptr : As<Call>(*value);
    bool one = alone_ && kernel_ != nullptr && IsCallOf(made, "relax.call_tir") && made->args.size() >= 2;
    return one ? made : nullptr;
  }
  const std::string& name() const { return name_; }
  const PrimFunc* kernel() const { return kernel_; }

 private:
  Context& ctx_;
  std::string name_;
  const PrimFunc* kernel_ = nullptr;
  bool alone_ = true;
};

class InplaceMutator : public RelaxMutator {
 public:
  InplaceMutator(Context& context, const Module* module, ModuleEditor& editor)
      : RelaxMutator(context, module), editor_(editor) {}

 protected:
  void BeginBindings(const BindingBlock* block) override {
    targets_.clear();
    if (!block->is_dataflow) return;
    BlockStorage storage(block);
    for (size_t i = 0; i < block->bindings.size(); ++i) {
      const auto* call = As<Call>(block->bindings[i]->value);
      if (call == nullptr || !CanBeInplace(OpNameOf(call))) continue;
      // The last of those that will do, as TVM's.
      for (size_t arg = 0; arg < call->args.size(); ++arg) {
        const auto* var = As<Var>(call->args[arg]);
        if (var == nullptr || !Fits(call->type, var->type) || !storage.MayOverwrite(var, call, i)) continue;
        targets_[block->bindings[i]->var] = arg;
      }
    }
  }
  void VisitVarBinding(const VarBinding* binding) override {
    const VarBinding* outer = std::exchange(binding_, binding);
    RelaxMutator::VisitVarBinding(binding);
    binding_ = outer;
  }
  const Expr* VisitCall(const Call* call, const Call* original) override {
    if (binding_ == nullptr || binding_->value != original) return call;
    auto target = targets_.find(binding_->var);
    return target == targets_.end() ? call : Inplace(call, target->second);
  }

 private:
  // Same shape, dtype and device, all of them known.
  bool Fits(const Type* result, const Type* arg) {
    const auto *to = As<TensorType>(result), *from = As<TensorType>(arg);
    const ShapeExpr *to_shape = KnownShape(to), *from_shape = KnownShape(from);
    if (to_shape == nullptr || from_shape == nullptr || to->dtype.IsVoid() || to->dtype != from->dtype) return false;
    if ((to->vdevice == nullptr) != (from->vdevice == nullptr)) return false;
    if (to->vdevice != nullptr && !Equal(to->vdevice, from->vdevice)) return false;
    return std::ranges::equal(to_shape->values, from_shape->values,
                              [&](const Expr* a, const Expr* b) { return ProveEqual(ctx, a, b); });
  }
  const Expr* Inplace(const Call* call, size_t index) {
    ModuleReader lowerer(ctx);
    const Call* lowered = lowerer.Lower(*call);
    if (lowered == nullptr) return call;
    // Constants may have gone into the kernel.
    const auto* given = As<Tuple>(lowered->args[1]);
    if (given == nullptr) return call;
    auto place = std::find(given->fields.rbegin(), given->fields.rend(), call->args[index]);
    if (place == given->fields.rend()) return call;
    index = static_cast<size_t>(given->fields.rend() - place) - 1;
    const PrimFunc* kernel = InplaceKernel(ctx, lowerer.kernel(), index);
    std::vector<const Expr*> args(lowered->args.begin(), lowered->args.end());
    args[0] = editor_.AddFunction(lowerer.name() + "_inplace", kernel);
    const AttrDict* attrs =
        MakeDict(ctx, {{"inplace_indices", MakeAttrList(ctx, {MakeAttrInt(ctx, static_cast<int64_t>(index))})}});
    Call* made = ctx.arena.New<Call>(
        *MakeCall(ctx, OpNode(ctx, "relax.call_tir_inplace"), args, attrs, {call->type}, call->type));
    made->span = call->span;
    return made;
  }

  ModuleEditor& editor_;
  const VarBinding* binding_ = nullptr;
  // Which argument the call that each variable of the block is bound to overwrites; one call may be bound to several.
  std::unordered_map<const Var*, size_t> targets_;
};

Result<Module> RunDataflowUseInplaceCalls(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateWithKernels<InplaceMutator>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kDataflowUseInplaceCalls = {
    .name = "DataflowUseInplaceCalls",
    .doc = "elementwise operators write into an argument that nothing reads any more, inside dataflow blocks",
    .exact = Exactness::kRounding,
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunDataflowUseInplaceCalls,
};

}  // namespace assay
