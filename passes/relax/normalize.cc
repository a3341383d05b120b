// Normalize: A-normal form. Nested calls get variables of their own, everything gets a type, empty blocks go, adjacent
// ones merge, return types follow their bodies. Tested by testdata/normalize.
#include "ir/ops/infer.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class NormalizeMutator : public RelaxMutator {
 public:
  NormalizeMutator(Context& context, const Module* module) : RelaxMutator(context, module) { always_refines_ = true; }

  // A function whose annotation already says what its body says stays the same node.
  const Function* VisitFunction(const Function* func) override {
    const Function* visited = RelaxMutator::VisitFunction(func);
    bool same = visited->body == func->body && SameType(visited->ret_type, func->ret_type) && func->type != nullptr;
    for (size_t i = 0; same && i < func->params.size(); ++i) same = visited->params[i] == func->params[i];
    return same ? func : visited;
  }

 protected:
  // A variable of the empty tuple type stands for the empty tuple.
  const Expr* VisitVar(const Var* var) override {
    const Expr* visited = RelaxMutator::VisitVar(var);
    const auto* type = As<TupleType>(visited->type);
    return type != nullptr && type->fields.empty() ? MakeTuple(ctx, {}) : visited;
  }
};

// Calls of functions whose results contradict what they were declared to be say what these are now.
class CallRetyper : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!Is<GlobalVar>(call->op) || call->type == nullptr) return call;
    Result<const Type*> inferred = InferType(ctx, module_, call);
    if (!inferred.ok() || IsSubtype(ctx, call->type, *inferred) != SubtypeAnswer::kNever) return call;
    Call* retyped = ctx.arena.New<Call>(*call);
    retyped->type = *inferred;
    return retyped;
  }
};

bool Contradicts(Context& ctx, const ModuleEntry& before, const ModuleEntry& after) {
  const auto *old = As<Function>(before.func), *now = As<Function>(after.func);
  return old != nullptr && now != nullptr && old->ret_type != now->ret_type && old->ret_type != nullptr &&
         IsSubtype(ctx, old->ret_type, now->ret_type) == SubtypeAnswer::kNever;
}

Result<Module> RunNormalize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(Module normal, MutateRelaxFunctions<NormalizeMutator>(ctx, module));
  // A call's type may change its function's, and so the calls of that.
  Module before = module;
  for (size_t calls = 0; calls <= module.entries.size(); ++calls) {
    auto contradicts = [&](size_t i) { return Contradicts(ctx, before.entries[i], normal.entries[i]); };
    bool any = false;
    for (size_t i = 0; i < normal.entries.size(); ++i) any = any || contradicts(i);
    if (!any) break;
    before = normal;
    ASSAY_TRY(normal, MutateRelaxFunctions<CallRetyper>(ctx, normal));
  }
  return normal;
}

}  // namespace

Result<const Function*> NormalizeFunction(Context& ctx, const Module& module, const Function* func) {
  NormalizeMutator mutator(ctx, &module);
  const Function* normal = mutator.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(mutator.status());
  return normal;
}

const PassSpec kNormalize = {
    .name = "Normalize",
    .doc = "brings Relax functions into A-normal form with all types filled in",
    .gives = kNormal,
    .establishes = kNormal,
    .opt_level = 1,
    .signatures = Signatures::kRefined,
    .changes = Alters({Facet::kGraphs}),
    .run = RunNormalize,
};

}  // namespace assay
