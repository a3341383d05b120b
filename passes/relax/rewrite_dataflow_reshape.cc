// RewriteDataflowReshape: inside dataflow blocks, a call of a kernel that only reshapes becomes relax.reshape, which
// the VM does without copying. Outputs of the block keep their kernel. Tested by testdata/rewrite_dataflow_reshape.
#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/arith/dims.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/reshape_pattern.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// The only one of the first `count` parameters that is a buffer and is read; -1 when there is none or are several.
int OnlyUsedBuffer(const PrimFunc* kernel, size_t count) {
  int only = -1;
  for (size_t i = 0; i < count && i < kernel->buffers.size(); ++i) {
    if (kernel->buffers[i] == nullptr) continue;
    bool used = AnyAccess(kernel->body, [&](const ElementAccess& access) {
      return !access.writes && access.buffer == kernel->buffers[i];
    });
    if (!used) continue;
    if (only != -1) return -1;
    only = static_cast<int>(i);
  }
  return only;
}

class ReshapeRewriter : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    bool local = InDataflow() && binding->var->flavor == VarFlavor::kDataflow;
    const Expr* reshape = local && IsCallOf(binding->value, "relax.call_tir")
                              ? AsReshape(static_cast<const Call*>(RelaxMutator::VisitExpr(binding->value)))
                              : nullptr;
    if (reshape == nullptr) {
      RelaxMutator::VisitVarBinding(binding);
    } else {
      ReEmit(binding, reshape);
    }
  }

 private:
  // To relax.reshape a 0 means "as in the input".
  static bool HasZero(const ShapeExpr& shape) {
    return std::ranges::any_of(shape.values, [](const Expr* dim) {
      const auto* number = As<IntImm>(dim);
      return number != nullptr && number->value == 0;
    });
  }
  // relax.reshape in place of the call; nullptr when its kernel does something else.
  const Expr* AsReshape(const Call* call) {
    const auto* callee = As<GlobalVar>(call->args[0]);
    const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module_->Find(callee->name.text()));
    const auto* args = As<Tuple>(call->args[1]);
    const auto* result = As<TensorType>(call->type);
    const auto* shape = result == nullptr ? nullptr : As<ShapeExpr>(result->shape);
    if (kernel == nullptr || args == nullptr || shape == nullptr || HasZero(*shape)) return nullptr;
    int index = OnlyUsedBuffer(kernel, args->fields.size());
    if (index < 0 || !HasReshapePattern(ctx, kernel, kernel->buffers[index])) return nullptr;
    const Expr* input = args->fields[index];
    const auto* type = As<TensorType>(input->type);
    const auto* dims = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    if (dims == nullptr || type->dtype.IsVoid() || type->dtype != result->dtype) return nullptr;
    // A slice reads in order too, but not everything.
    if (!ProveEqual(ctx, ProductOf(ctx, dims->values), ProductOf(ctx, shape->values))) return nullptr;
    Call* reshape =
        ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.reshape"), {input, shape}, nullptr, {}, result));
    reshape->span = call->span;
    return reshape;
  }
};

Result<Module> RunRewriteDataflowReshape(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    // A reshape shares storage with its argument, where the kernel made a copy.
    if (HasInplaceCalls(module, func) && !FaultOn(Fault::inplace_ignores_view_alias)) return func;
    ReshapeRewriter rewriter(ctx, &module);
    const Function* rewritten = rewriter.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(rewriter.status());
    return rewritten;
  });
}

}  // namespace

const PassSpec kRewriteDataflowReshape = {
    .name = "RewriteDataflowReshape",
    .doc = "calls of kernels that only reshape become relax.reshape inside dataflow blocks",
    .changes = Alters({Facet::kGraphs}),
    .run = RunRewriteDataflowReshape,
};

}  // namespace assay
