// ExpandMatmulOfSum: x @ (A + B) becomes x @ A + x @ B, unless A and B are weights. Tested by
// testdata/expand_matmul_of_sum.
#include "passes/module_editor.h"
#include "passes/pass_names.h"
#include "passes/relax/op_rewriter.h"
#include "passes/relax/weights.h"

namespace assay {
namespace {

class SumExpander : public OpRewriter {
 public:
  SumExpander(Context& context, const Module* module, const Function* func, const VarSet& weights)
      : OpRewriter(context, module, func), weights_(weights) {}

 protected:
  const Expr* Replace(const Call* call) override {
    if (!IsCallOf(call, "relax.matmul")) return nullptr;
    const Call* permute = BoundCall(call->args[1], "relax.permute_dims");
    const Call* sum = BoundCall(permute == nullptr ? call->args[1] : permute->args[0], "relax.add");
    if (sum == nullptr || (IsWeight(sum->args[0]) && IsWeight(sum->args[1]))) return nullptr;
    // A sum that broadcasts is no sum of two matrices.
    if (!SameType(sum->args[0]->type, sum->args[1]->type) || ShapeOf(sum->args[0]) == nullptr) return nullptr;
    const Expr* lhs = Now(call->args[0]);
    std::vector<const Expr*> products;
    const Attr* out_dtype = OutDtypeOf(call);
    for (const Expr* term : sum->args) {
      const Expr* rhs = Now(term);
      if (permute != nullptr) rhs = Emitted(Op("permute_dims", {rhs}, {{"axes", permute->attrs->Find("axes")}}));
      products.push_back(Emitted(Op("matmul", {lhs, rhs}, {{"out_dtype", out_dtype}})));
    }
    return Op("add", products);
  }

 private:
  // To TVM, what the pattern sees is not the variable.
  bool IsWeight(const Expr* e) const { return Seen(e) == nullptr && weights_.contains(As<Var>(e)); }

  // Of the function as it was at first.
  const VarSet& weights_;
};

Result<Module> RunExpandMatmulOfSum(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module,
                           [&](const Function* func) { return RewriteCalls<SumExpander>(pass_ctx.ctx, module, func, WeightsOf(func)); });
}

}  // namespace

const PassSpec kExpandMatmulOfSum = {
    .name = "ExpandMatmulOfSum",
    .doc = "multiplies by each term of a sum that comes in at run time",
    .opt_level = 1,
    .exact = Exactness::kRounding,
    .run = RunExpandMatmulOfSum,
};

}  // namespace assay
