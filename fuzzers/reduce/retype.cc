#include "fuzzers/reduce/retype.h"

#include "ir/ops/infer.h"
#include "ir/rewrite.h"
#include "passes/relax_mutator.h"

namespace assay {
namespace {

// The call itself where its type holds what it gives.
const Call* InStep(Context& ctx, const Module& module, const Call* call) {
  const auto* op = As<Op>(call->op);
  if (call->type == nullptr || (op != nullptr && op->spec == nullptr)) return call;
  Call untyped = *call;
  untyped.type = nullptr;
  Result<const Type*> inferred = InferType(ctx, &module, &untyped);
  if (!inferred.ok() || *inferred == nullptr) return call;
  if (IsSubtype(ctx, call->type, *inferred) == SubtypeAnswer::kAlways) return call;
  Call* typed = ctx.arena.New<Call>(*call);
  typed->type = *inferred;
  return typed;
}

class Retyper : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override { return InStep(ctx, *module_, call); }
};

}  // namespace

const Expr* WithTypesInStep(Context& ctx, const Module& module, const Expr* func) {
  const auto* relax = As<Function>(func);
  if (relax == nullptr) return func;
  Retyper retyper(ctx, &module);
  const Function* typed = retyper.VisitFunction(relax);
  if (retyper.status().ok()) return typed;
  // Something does not take what it is given now: the variables keep their types, and the checker sees that these are wrong.
  return static_cast<const Expr*>(Rewrite(ctx, func, [&](const Node* node, const Node*) -> const Node* {
    const auto* call = As<Call>(node);
    return call == nullptr ? node : InStep(ctx, module, call);
  }));
}

}  // namespace assay
