// AttachAttrLayoutFreeBuffers: a kernel that takes weights (parameters after num_input, or constants) is copied with
// the attribute layout_free_buffers, which says in which places. Kernels that nothing calls any more go. Tested by
// testdata/attach_attr_layout_free_buffers.
#include "passes/analysis/private_function.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

class LayoutFreeMarker : public RelaxMutator {
 public:
  LayoutFreeMarker(Context& context, const Module* module, ModuleEditor& editor)
      : RelaxMutator(context, module), editor_(editor) {}

  const Function* VisitFunction(const Function* func) override {
    int64_t num_input = NumInputAttr(func);
    for (size_t i = 0; num_input >= 0 && i < func->params.size(); ++i) {
      if (i >= static_cast<size_t>(num_input)) weights_.insert(func->params[i]);
    }
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!IsCallOf(call, "relax.call_tir") || call->args.size() < 2) return call;
    const auto* callee = As<GlobalVar>(call->args[0]);
    const auto* args = As<Tuple>(call->args[1]);
    const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module_->Find(callee->name.text()));
    if (kernel == nullptr || args == nullptr) return call;
    std::vector<int64_t> places;
    for (size_t i = 0; i < args->fields.size(); ++i) {
      const auto* var = As<Var>(args->fields[i]);
      bool weight = Is<Constant>(args->fields[i]) || (var != nullptr && weights_.contains(var));
      if (weight) places.push_back(static_cast<int64_t>(i));
    }
    PrimFunc* marked = ctx.arena.New<PrimFunc>(*RenewDefs(ctx, kernel));
    // The copy has a name of its own, which the kernel's symbol is not.
    const AttrDict* attrs = WithAttr(ctx, kernel->attrs, "global_symbol", nullptr);
    marked->attrs = WithAttr(ctx, attrs, "layout_free_buffers", MakeAttrInts(ctx, places));
    std::vector<const Expr*> operands(call->args.begin(), call->args.end());
    operands[0] = editor_.AddFunction(callee->name.text(), marked);
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->args = ctx.Copy(operands);
    return fresh;
  }

 private:
  ModuleEditor& editor_;
  std::unordered_set<const Var*> weights_;
};

Result<Module> RunAttachAttrLayoutFreeBuffers(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    LayoutFreeMarker marker(ctx, &module, editor);
    editor.Replace(i, marker.VisitFunction(func));
    ASSAY_RETURN_IF_ERROR(marker.status());
  }
  return kDeadCodeElimination.run(pass_ctx, editor.Finish(), {});
}

}  // namespace

const PassSpec kAttachAttrLayoutFreeBuffers = {
    .name = "AttachAttrLayoutFreeBuffers",
    .doc = "marks the places of kernels that take weights, whose layout is free",
    .idempotent = false,
    .why_not_idempotent = "each application names its marked kernels anew",
    .changes = Adds({Facet::kPrivateFunctions}) | Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .run = RunAttachAttrLayoutFreeBuffers,
};

}  // namespace assay
