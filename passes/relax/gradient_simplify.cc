// What the Gradient pass leaves of transposes: two cancel out, and one moves into a matmul.
#include "ir/ops/op_spec.h"
#include "passes/op_names.h"
#include "passes/relax/function_passes.h"
#include "passes/relax/gradient_parts.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

// permute_dims that swaps the last two axes.
bool IsTranspose(const Expr* e) {
  if (!IsCallOf(e, "relax.permute_dims")) return false;
  const auto& call = *As<Call>(e);
  int rank = RankOf(call.args[0]);
  if (rank < 2) return false;
  if (IsNullAttr(call, "axes")) return rank == 2;
  std::vector<int64_t> axes = IntsAttr(call, "axes");
  for (int i = 0; i < rank - 2; ++i) {
    if (axes[static_cast<size_t>(i)] != i) return false;
  }
  return axes[static_cast<size_t>(rank) - 2] == rank - 1 && axes[static_cast<size_t>(rank) - 1] == rank - 2;
}

class TransposeSimplifier : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const Expr* value = VisitExpr(binding->value);
    if (IsTranspose(value)) {
      const Expr* source = ValueOf(As<Call>(value)->args[0]);
      bool local = binding->var->flavor == VarFlavor::kDataflow;
      if (IsTranspose(source) && Is<Var>(As<Call>(source)->args[0]) && local) {
        return Remap(binding->var, As<Var>(As<Call>(source)->args[0]));
      }
      if (IsCallOf(source, "relax.matmul")) value = Swapped(As<Call>(source), value);
    }
    ReEmit(binding, value);
    values_[As<Var>(VisitVar(binding->var))] = value;
  }

 private:
  // What the variable is bound to, in the output; null for anything else.
  const Expr* ValueOf(const Expr* e) const {
    auto found = values_.find(As<Var>(e));
    return found == values_.end() ? nullptr : found->second;
  }
  const Expr* TransposeOf(const Expr* e) {
    const Expr* value = ValueOf(e);
    if (IsTranspose(value)) return As<Call>(value)->args[0];
    std::vector<int64_t> axes;
    for (int i = 0; i < RankOf(e) - 2; ++i) axes.push_back(i);
    axes.push_back(RankOf(e) - 1);
    axes.push_back(RankOf(e) - 2);
    return Emit(Typed(MakeOpCall(ctx, *FindOp("permute_dims"), {e}, {{"axes", MakeAttrInts(ctx, axes)}})));
  }
  // The transposed matmul as the matmul of its transposed operands; `otherwise` for vectors.
  const Expr* Swapped(const Call* matmul, const Expr* otherwise) {
    if (RankOf(matmul->args[0]) < 2 || RankOf(matmul->args[1]) < 2) return otherwise;
    const Expr* b = TransposeOf(matmul->args[1]);
    const Expr* a = TransposeOf(matmul->args[0]);
    return Typed(MakeOpCall(ctx, *FindOp("matmul"), {b, a}, {{"out_dtype", matmul->attrs->Find("out_dtype")}}));
  }

  std::unordered_map<const Var*, const Expr*> values_;
};

}  // namespace

Result<const Function*> SimplifyGradient(PassContext& pass_ctx, const Module& module, const Function* func) {
  TransposeSimplifier simplifier(pass_ctx.ctx, &module);
  const Function* simple = simplifier.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(simplifier.status());
  return RemoveUnusedBindings(pass_ctx, module, simple);
}

}  // namespace assay
