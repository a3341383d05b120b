// Checkpoints of the Gradient pass: marks are taken out, and the variables found that need not be computed again.
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/relax/gradient_parts.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class CheckpointTaker : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

  std::unordered_set<const Var*> kept;
  std::unordered_map<const Var*, const Var*> marked;

  const Function* VisitFunction(const Function* func) override {
    kept.insert(func->params.begin(), func->params.end());
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  void VisitMatchCast(const MatchCast* binding) override {
    Fail({DiagKind::kUnsupported, binding->span, "match_cast has no gradient", "", {}});
    EmitBinding(binding);
  }
  void VisitVarBinding(const VarBinding* binding) override {
    bool starts = IsCallOf(binding->value, "relax.grad.start_checkpoint");
    bool ends = IsCallOf(binding->value, "relax.grad.end_checkpoint");
    if (!starts && !ends) {
      if (NeedsNothingElse(binding->value)) kept.insert(binding->var);
      return RelaxMutator::VisitVarBinding(binding);
    }
    const auto* inner = As<Var>(As<Call>(binding->value)->args[0]);
    if (inner == nullptr) {
      Fail({DiagKind::kUnsupported, binding->span, "a checkpoint must be of a variable", "", {}});
      return EmitBinding(binding);
    }
    const auto* original = As<Var>(VisitVar(inner));
    const Var* stands = original;
    bool output = binding->var->flavor != VarFlavor::kDataflow && original->flavor == VarFlavor::kDataflow;
    if (output) {
      stands = MakeVar(ctx, original->name.text(), original->type);
      EmitBinding(MakeBinding(ctx, stands, original));
    }
    Remap(binding->var, stands);
    marked[binding->var] = original;
    if (starts) kept.insert(original);
    if (ends) ended_.insert(binding->var);
  }

 private:
  // All that it mentions is kept, or stands at the end of a checkpoint.
  bool NeedsNothingElse(const Expr* value) const {
    for (const Var* var : VarsIn(value, Types::kSkip)) {
      if (!Is<PrimType>(var->type) && !kept.contains(var) && !ended_.contains(var)) return false;
    }
    return true;
  }

  std::unordered_set<const Var*> ended_;
};

}  // namespace

Result<Checkpoints> TakeCheckpoints(Context& ctx, const Module& module, const Function* func) {
  CheckpointTaker taker(ctx, &module);
  const Function* plain = taker.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(taker.status());
  return Checkpoints{plain, std::move(taker.kept), std::move(taker.marked)};
}

}  // namespace assay
