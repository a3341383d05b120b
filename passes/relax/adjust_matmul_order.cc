// AdjustMatmulOrder: of (A @ B) @ C and A @ (B @ C) the one that costs fewer operations, or that multiplies weights
// with weights; also where the inner product is transposed. Tested by testdata/adjust_matmul_order.
#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/ops/infer.h"
#include "ir/support/fault.h"
#include "passes/module_editor.h"
#include "passes/pass_names.h"
#include "passes/relax/op_rewriter.h"
#include "passes/relax/weights.h"

namespace assay {
namespace {

using Dims = std::vector<const Expr*>;

// Three factors in order, as they stand in the input, and whether the inner product is the left one.
struct Chain {
  const Expr* factors[3];
  bool lhs_first = false;
  // Two factors come transposed: the inner ones.
  bool transposed = false;
};

class MatmulReorderer : public OpRewriter {
 public:
  MatmulReorderer(Context& context, const Module* module, const Function* func)
      : OpRewriter(context, module, func), weights_(WeightsOf(func)) {
    BindSizes(func);
  }

 protected:
  const Expr* Replace(const Call* call) override {
    if (!IsCallOf(call, "relax.matmul")) return nullptr;
    for (bool lhs : {true, false}) {
      Chain chain;
      if (!Match(call, lhs, chain)) continue;
      std::optional<bool> lhs_first = Better(chain);
      // The order that stands already stays as it is.
      if (!lhs_first || *lhs_first == chain.lhs_first) continue;
      if (const Expr* product = Product(chain, *lhs_first)) return product;
    }
    return nullptr;
  }

 private:
  // Sizes are positive, and within what the function's attributes say.
  void BindSizes(const Function* func);
  bool Match(const Call* call, bool lhs, Chain& chain) const;
  // Whether the left product should come first; nothing when neither order is known to be better.
  std::optional<bool> Better(const Chain& chain);
  const Expr* Product(const Chain& chain, bool lhs_first);
  bool IsWeight(const Expr* e) const { return weights_.contains(As<Var>(e)); }
  const Expr* Transposed(const Expr* e);
  const Expr* Times(const Dims& dims);

  std::unordered_set<const Var*> weights_;
  ConstBounds sizes_;
};

void MatmulReorderer::BindSizes(const Function* func) {
  auto bound = [&](std::string_view key, const Var* var) -> std::optional<int64_t> {
    const auto* dict = As<AttrDict>(func->attrs == nullptr ? nullptr : func->attrs->Find(key));
    const auto* value = dict == nullptr ? nullptr : As<AttrInt>(dict->Find(var->name.text()));
    return value == nullptr ? std::nullopt : std::optional(value->value);
  };
  for (const Var* var : DefinedSymbols(func)) {
    int64_t low = std::max<int64_t>(1, bound("tir_var_lower_bound", var).value_or(1));
    std::optional<int64_t> high = bound("tir_var_upper_bound", var);
    sizes_.Bind(var, {low, high ? std::max(low, *high - 1) : INT64_MAX});
  }
}

bool MatmulReorderer::Match(const Call* call, bool lhs, Chain& chain) const {
  const Expr* inner_side = call->args[lhs ? 0 : 1];
  const Expr* outer_side = call->args[lhs ? 1 : 0];
  const Call* permute = BoundCall(inner_side, "relax.permute_dims");
  const Call* inner = BoundCall(permute == nullptr ? inner_side : permute->args[0], "relax.matmul");
  if (inner == nullptr) return false;
  chain.lhs_first = lhs;
  chain.transposed = permute != nullptr;
  // The transpose of a product is the product of the transposes in the other order.
  const Expr* first = inner->args[permute == nullptr ? 0 : 1];
  const Expr* second = inner->args[permute == nullptr ? 1 : 0];
  if (permute != nullptr) {
    int rank = RankOf(permute->args[0]);
    if (rank != 2 || RankOf(first) != 2 || RankOf(second) != 2) return false;
    bool swaps = IsNullAttr(*permute, "axes") || IntsAttr(*permute, "axes") == std::vector<int64_t>{1, 0};
    if (!swaps && !FaultOn(Fault::matmul_order_ignores_permutation_axes)) return false;
  }
  chain.factors[0] = lhs ? first : outer_side;
  chain.factors[1] = lhs ? second : first;
  chain.factors[2] = lhs ? outer_side : second;
  // An inner product of another dtype rounds elsewhere.
  const auto* outer_type = As<TensorType>(call->type);
  const auto* inner_type = As<TensorType>(inner->type);
  return outer_type != nullptr && inner_type != nullptr && outer_type->dtype == inner_type->dtype;
}

const Expr* MatmulReorderer::Transposed(const Expr* e) { return Emitted(Op("permute_dims", {e})); }

const Expr* MatmulReorderer::Product(const Chain& chain, bool lhs_first) {
  const Expr* factors[3];
  for (int i = 0; i < 3; ++i) factors[i] = Now(chain.factors[i]);
  if (chain.transposed) {
    int inner = chain.lhs_first ? 0 : 1;
    for (int i : {inner, inner + 1}) factors[i] = Transposed(factors[i]);
  }
  if (lhs_first) return Op("matmul", {Emitted(Op("matmul", {factors[0], factors[1]})), factors[2]});
  return Op("matmul", {factors[0], Emitted(Op("matmul", {factors[1], factors[2]}))});
}

const Expr* MatmulReorderer::Times(const Dims& dims) {
  const Expr* product = MakeInt(ctx, 1);
  for (const Expr* dim : dims) product = MulDims(ctx, product, dim);
  return product;
}

std::optional<bool> MatmulReorderer::Better(const Chain& chain) {
  const auto& [a, b, c] = chain.factors;
  if (IsWeight(a) && IsWeight(b) && IsWeight(c)) return std::nullopt;
  Dims dims[3];
  for (int i = 0; i < 3; ++i) {
    const ShapeExpr* shape = ShapeOf(chain.factors[i]);
    // Batches would have to broadcast alike in both orders.
    if (shape == nullptr || shape->values.size() != 2) return std::nullopt;
    dims[i].assign(shape->values.begin(), shape->values.end());
    bool inner = chain.transposed && (chain.lhs_first ? i < 2 : i > 0);
    if (inner) std::swap(dims[i][0], dims[i][1]);
  }
  if (IsWeight(a) && IsWeight(b)) return true;
  if (IsWeight(b) && IsWeight(c)) return false;
  const Expr* n = dims[0][0];
  const Expr* r = dims[0][1];
  const Expr* m = dims[2][0];
  const Expr* k = dims[2][1];
  const Expr* lhs_cost = AddDims(ctx, Times({n, r, m}), Times({n, m, k}));
  const Expr* rhs_cost = AddDims(ctx, Times({r, m, k}), Times({n, r, k}));
  if (ProveLess(ctx, sizes_, lhs_cost, rhs_cost)) return true;
  if (ProveLess(ctx, sizes_, rhs_cost, lhs_cost)) return false;
  return std::nullopt;
}

Result<Module> RunAdjustMatmulOrder(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) {
    return RewriteCalls<MatmulReorderer>(pass_ctx.ctx, module, func);
  });
}

}  // namespace

const PassSpec kAdjustMatmulOrder = {
    .name = "AdjustMatmulOrder",
    .doc = "multiplies three matrices in the order that costs less",
    .opt_level = 1,
    .exact = Exactness::kRounding,
    .run = RunAdjustMatmulOrder,
};

}  // namespace assay
