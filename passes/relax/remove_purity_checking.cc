// RemovePurityChecking: pure functions get relax.force_pure, and the calls that claim purity become plain ones, so that
// later passes may put impure calls anywhere. Nested functions too. Tested by testdata/remove_purity_checking.
#include "ir/ops/op_spec.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class PurityRemover : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

  const Function* VisitFunction(const Function* func) override {
    const Function* visited = RelaxMutator::VisitFunction(func);
    if (!func->is_pure) return visited;
    const auto* forced = visited->attrs == nullptr ? nullptr : visited->attrs->Find("relax.force_pure");
    if (const auto* flag = As<AttrBool>(forced); flag != nullptr && flag->value) return visited;
    Function* fresh = ctx.arena.New<Function>(*visited);
    fresh->attrs = WithAttr(ctx, visited->attrs, "relax.force_pure", MakeAttrBool(ctx, true));
    return fresh;
  }

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (IsCallOf(call, "relax.invoke_pure_closure")) {
      Call* fresh = ctx.arena.New<Call>(*call);
      fresh->op = OpNode(ctx, "relax.invoke_closure");
      return fresh;
    }
    bool inplace = IsCallOf(call, "relax.call_inplace_packed");
    if (!inplace && !IsCallOf(call, "relax.call_pure_packed")) return call;
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->op = call->args[0];
    fresh->args = call->args.subspan(1);
    // The in-place indices mean nothing to a plain call.
    if (inplace) fresh->attrs = nullptr;
    return fresh;
  }
};

Result<Module> RunRemovePurityChecking(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateRelaxFunctions<PurityRemover>(pass_ctx.ctx, module);
}

}  // namespace

constexpr std::string_view kRemovePurityCheckingAttrs[] = {"relax.force_pure"};

const PassSpec kRemovePurityChecking = {
    .name = "RemovePurityChecking",
    .doc = "marks pure functions relax.force_pure and unwraps calls that claim purity",
    // A call that claimed purity is impure without the claim, which a dataflow block may not hold.
    .needs = kDataflowFree,
    .gives = kPurityForced,
    .changes = Alters({Facet::kGraphs}),
    .attrs = kRemovePurityCheckingAttrs,
    .run = RunRemovePurityChecking,
};

}  // namespace assay
