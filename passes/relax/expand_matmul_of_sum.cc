// ExpandMatmulOfSum: x @ (A + B) becomes x @ A + x @ B, unless A and B are weights. Tested by
// testdata/expand_matmul_of_sum.
#include "ir/arith/analyzer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/kernel.h"
#include "passes/analysis/weights.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

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
    if (!IsSumOfMatrices(sum, permute) || WrapsBefore(sum, call)) return nullptr;
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
  // A sum of integers wraps at its own width, products of its terms in a wider dtype do not; a product of floats that
  // is given as integers loses its fraction once, products of its terms each lose theirs; in a narrower dtype the sum
  // is rounded once, and its terms, which may cancel, each for itself. TVM expands all of them.
  static bool WrapsBefore(const Call* sum, const Call* product) {
    const auto *terms = As<TensorType>(sum->type), *result = As<TensorType>(product->type);
    if (terms == nullptr || result == nullptr) return true;
    if (terms->dtype.IsFloating()) return !result->dtype.IsFloating() || result->dtype.bits < terms->dtype.bits;
    return terms->dtype != result->dtype;
  }
  // Whether both terms are matrices that are summed over in full: what broadcasts in other dimensions does so after the
  // product, too.
  bool IsSumOfMatrices(const Call* sum, const Call* permute) const {
    const ShapeExpr* dims[] = {KnownShape(sum->args[0]->type), KnownShape(sum->args[1]->type)};
    if (dims[0] == nullptr || dims[1] == nullptr || RankOf(sum->args[0]) < 2 || RankOf(sum->args[1]) < 2) return false;
    const auto *a = As<TensorType>(sum->args[0]->type), *b = As<TensorType>(sum->args[1]->type);
    if (a->dtype != b->dtype || !SameVDevice(a->vdevice, b->vdevice)) return false;
    if (permute != nullptr && a->rank != b->rank) return false;
    const Expr* summed[] = {SummedOver(dims[0], permute), SummedOver(dims[1], permute)};
    return ProveEqual(ctx, summed[0], summed[1]);
  }
  // The last dimension but one, of what the permutation makes of it.
  static const Expr* SummedOver(const ShapeExpr* dims, const Call* permute) {
    auto rank = static_cast<int64_t>(dims->values.size());
    int64_t axis = rank - 2;
    if (permute != nullptr)
      axis = IsNullAttr(*permute, "axes") ? 1 : IntsAttr(*permute, "axes")[static_cast<size_t>(axis)];
    return dims->values[static_cast<size_t>(axis < 0 ? axis + rank : axis)];
  }
  // To TVM, what the pattern sees is not the variable.
  bool IsWeight(const Expr* e) const { return Seen(e) == nullptr && weights_.contains(As<Var>(e)); }

  // Of the function as it was at first.
  const VarSet& weights_;
};

Result<Module> RunExpandMatmulOfSum(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) {
    return RewriteCalls<SumExpander>(pass_ctx, module, func, WeightsOf(func));
  });
}

}  // namespace

const PassSpec kExpandMatmulOfSum = {
    .name = "ExpandMatmulOfSum",
    .doc = "multiplies by each term of a sum that comes in at run time",
    .opt_level = 1,
    .exact = Exactness::kRounding,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunExpandMatmulOfSum,
};

}  // namespace assay
