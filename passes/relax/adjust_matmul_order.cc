// AdjustMatmulOrder: of (A @ B) @ C and A @ (B @ C) the one that costs fewer operations, or that multiplies weights
// with weights; also where the inner product is transposed, and in batches. Tested by testdata/adjust_matmul_order.
#include <algorithm>
#include <array>
#include <numeric>

#include "ir/arith/analyzer.h"
#include "ir/arith/dims.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/kernel.h"
#include "ir/ops/purity.h"
#include "ir/support/fault.h"
#include "passes/analysis/symbols.h"
#include "passes/analysis/weights.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

// Three factors in order, as they stand in the input, and whether the inner product is the left one.
struct Chain {
  const Expr* factors[3];
  // What the factors are bound to, as far as the pattern sees it.
  const Expr* values[3];
  // As they are multiplied, with the transposed ones transposed.
  Dims dims[3];
  bool lhs_first;
  // Two factors come transposed: the inner ones.
  bool transposed;

  Chain(bool lhs, bool inner_transposed) : lhs_first(lhs), transposed(inner_transposed) {}
  bool IsTransposed(int i) const { return transposed && (lhs_first ? i < 2 : i > 0); }
};

class MatmulReorderer : public OpRewriter {
 public:
  MatmulReorderer(Context& context, const Module* module, const Function* func, const VarSet& weights)
      : OpRewriter(context, module, func), weights_(weights) {
    BindSizes(func);
  }

 protected:
  void BeginBindings(const BindingBlock* block) override {
    OpRewriter::BeginBindings(block);
    for (bool transposed : {false, true}) {
      for (bool lhs : {true, false}) Plan(block, lhs, transposed);
    }
  }
  const Expr* Replace(const Call* call) override {
    auto planned = planned_.find(call);
    return planned == planned_.end() ? nullptr : Product(planned->second.first, planned->second.second);
  }

 private:
  // Tries one pattern on all bindings of a block that none before it has taken.
  void Plan(const BindingBlock* block, bool lhs, bool transposed);
  // Sizes are positive, and within what the function's attributes say.
  void BindSizes(const Function* func);
  // The factors, for the order and the transposition that the chain names.
  bool Match(const Call* call, Chain& chain) const;
  bool Swaps(const Call* permute) const;
  // The dimensions; false where they are not known.
  static bool Measure(Chain& chain);
  // Whether the two orders are the same product.
  static bool Associates(const Chain& chain);
  // Whether the left product should come first; nothing when neither order is known to be better.
  std::optional<bool> Better(const Chain& chain);
  std::optional<bool> Cheaper(const Chain& chain);
  const Expr* Product(const Chain& chain, bool lhs_first);
  // To TVM, what the pattern sees is not the variable.
  bool IsWeight(const Expr* e) const { return Seen(e) == nullptr && weights_.contains(As<Var>(e)); }
  // A factor of the product, in the output.
  const Expr* Factor(const Chain& chain, int i);
  const Expr* Transposed(const Expr* e);

  // Of the function as it was at first.
  const VarSet& weights_;
  ConstBounds sizes_;
  // Calls of the input that are multiplied anew, and whether their left product comes first.
  std::unordered_map<const Call*, std::pair<Chain, bool>> planned_;
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

// The axes of a transposition of the last two dimensions.
std::vector<int64_t> LastTwoSwapped(int rank) {
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  return axes;
}

// Whether the permutation turns a product around, batch by batch.
bool MatmulReorderer::Swaps(const Call* permute) const {
  int rank = RankOf(permute->args[0]);
  if (rank < 2) return false;
  if (IsNullAttr(*permute, "axes")) return rank == 2 || FaultOn(Fault::matmul_order_ignores_permutation_axes);
  return IntsAttr(*permute, "axes") == LastTwoSwapped(rank) || FaultOn(Fault::matmul_order_ignores_permutation_axes);
}

bool MatmulReorderer::Match(const Call* call, Chain& chain) const {
  const Expr* inner_side = call->args[chain.lhs_first ? 0 : 1];
  const Expr* outer_side = call->args[chain.lhs_first ? 1 : 0];
  const Call* permute = chain.transposed ? BoundCall(inner_side, "relax.permute_dims") : nullptr;
  if (chain.transposed && (permute == nullptr || !Swaps(permute))) return false;
  const Call* inner = BoundCall(permute == nullptr ? inner_side : permute->args[0], "relax.matmul");
  if (inner == nullptr) return false;
  // The transpose of a product is the product of the transposes in the other order.
  const Expr* first = inner->args[permute == nullptr ? 0 : 1];
  const Expr* second = inner->args[permute == nullptr ? 1 : 0];
  if (permute != nullptr && (RankOf(first) < 2 || RankOf(second) < 2)) return false;
  chain.factors[0] = chain.lhs_first ? first : outer_side;
  chain.factors[1] = chain.lhs_first ? second : first;
  chain.factors[2] = chain.lhs_first ? outer_side : second;
  for (int i = 0; i < 3; ++i) chain.values[i] = Seen(chain.factors[i]);
  // An inner product of another dtype rounds elsewhere.
  const auto* outer_type = As<TensorType>(call->type);
  const auto* inner_type = As<TensorType>(inner->type);
  return outer_type != nullptr && inner_type != nullptr && outer_type->dtype == inner_type->dtype;
}

// Also where the better order is the one that stands: to TVM, that is a replacement like any other.
void MatmulReorderer::Plan(const BindingBlock* block, bool lhs, bool transposed) {
  for (const Binding* binding : block->bindings) {
    const auto* bound = As<VarBinding>(binding);
    const auto* call = bound == nullptr ? nullptr : As<Call>(bound->value);
    if (bound == nullptr || planned_.contains(call)) continue;
    Chain chain(lhs, transposed);
    bool matches = IsCallOf(call, "relax.matmul") && Match(call, chain) && Measure(chain);
    std::optional<bool> lhs_first = matches ? Better(chain) : std::nullopt;
    if (lhs_first && (*lhs_first == lhs || Associates(chain))) {
      planned_.emplace(call, std::pair(chain, *lhs_first));
    } else {
      See(bound);
    }
  }
  Forget();
}

bool MatmulReorderer::Measure(Chain& chain) {
  for (int i = 0; i < 3; ++i) {
    const ShapeExpr* shape = KnownShape(chain.factors[i]->type);
    if (shape == nullptr) return false;
    Dims& dims = chain.dims[i];
    dims.assign(shape->values.begin(), shape->values.end());
    if (chain.IsTransposed(i)) std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  }
  return true;
}

// A product with a vector has a dimension less, so that one of the batch would be taken for a row or a column.
bool MatmulReorderer::Associates(const Chain& chain) {
  const auto& [a, b, c] = chain.dims;
  return b.size() == 2 || (b.size() > 2 && c.size() > 1 && (a.size() > 1 || c.size() == 2));
}

const Expr* MatmulReorderer::Transposed(const Expr* e) {
  int rank = RankOf(e);
  return Emitted(rank == 2 ? Op("permute_dims", {e})
                           : Op("permute_dims", {e}, {{"axes", MakeAttrInts(ctx, LastTwoSwapped(rank))}}));
}

// To TVM, a factor is what its variable is bound to, and computed again; where that has been replaced meanwhile, it
// shows.
const Expr* MatmulReorderer::Factor(const Chain& chain, int i) {
  const Expr* factor = nullptr;
  if (const auto* value = As<Call>(chain.values[i]); planned_.contains(value)) {
    factor = Emitted(
        Op("matmul", {Now(value->args[0]), Now(value->args[1])}, {{"out_dtype", value->attrs->Find("out_dtype")}}));
  } else {
    factor = Now(chain.factors[i]);
  }
  return factor != nullptr && chain.IsTransposed(i) ? Transposed(factor) : factor;
}

const Expr* MatmulReorderer::Product(const Chain& chain, bool lhs_first) {
  const Expr* a = Factor(chain, 0);
  const Expr* b = Factor(chain, 1);
  if (lhs_first) {
    const Expr* left = Emitted(Op("matmul", {a, b}));
    return Op("matmul", {left, Factor(chain, 2)});
  }
  return Op("matmul", {a, Emitted(Op("matmul", {b, Factor(chain, 2)}))});
}

std::optional<bool> MatmulReorderer::Better(const Chain& chain) {
  const auto& [a, b, c] = chain.factors;
  if (IsWeight(a) && IsWeight(b) && IsWeight(c)) return std::nullopt;
  // What has to be transposed first is no weight any more.
  if (!chain.transposed && IsWeight(a) && IsWeight(b)) return true;
  if (!chain.transposed && IsWeight(b) && IsWeight(c)) return false;
  return Cheaper(chain);
}

// Dimensions in front of the last two, as batches of a product have them; nothing where these do not fit.
std::optional<Dims> BatchOf(Context& ctx, const std::optional<Dims>& a, const std::optional<Dims>& b) {
  if (!a || !b) return std::nullopt;
  Broadcast2 both = BroadcastDims(ctx, *a, *b);
  return both.answer == Broadcast2::Answer::kKnown ? std::optional(both.dims) : std::nullopt;
}

// Sizes that stand in each of the products are left out of all: they are positive, and hide which sum is less.
void DropCommon(std::array<Dims, 4>& products) {
  Dims first = products[0];
  for (const Expr* dim : first) {
    auto is_dim = [&](const Expr* other) { return Equal(dim, other); };
    if (!std::ranges::all_of(products, [&](const Dims& dims) { return std::ranges::any_of(dims, is_dim); })) continue;
    for (Dims& dims : products) dims.erase(std::ranges::find_if(dims, is_dim));
  }
}

std::optional<bool> MatmulReorderer::Cheaper(const Chain& chain) {
  Dims dims[3] = {chain.dims[0], chain.dims[1], chain.dims[2]};
  for (int i = 0; i < 3; ++i) {
    // A vector is a row or a column; as TVM has it, the middle one what it is as the order stands.
    bool row = i == 0 || (i == 1 && !chain.lhs_first);
    if (dims[i].size() == 1) dims[i].insert(row ? dims[i].begin() : dims[i].end(), MakeInt(ctx, 1));
    if (dims[i].size() < 2) return std::nullopt;
  }
  std::optional<Dims> batch[3];
  for (int i = 0; i < 3; ++i) batch[i].emplace(dims[i].begin(), dims[i].end() - 2);
  std::optional<Dims> lhs = BatchOf(ctx, batch[0], batch[1]);
  std::optional<Dims> rhs = BatchOf(ctx, batch[1], batch[2]);
  std::optional<Dims> lhs_outer = BatchOf(ctx, lhs, batch[2]);
  std::optional<Dims> rhs_outer = BatchOf(ctx, batch[0], rhs);
  if (!lhs_outer || !rhs_outer) return std::nullopt;
  const Expr* n = dims[0].end()[-2];
  const Expr* r = dims[0].end()[-1];
  const Expr* m = dims[2].end()[-2];
  const Expr* k = dims[2].end()[-1];
  std::array<Dims, 4> products{*lhs, *lhs_outer, *rhs, *rhs_outer};
  const Dims matrices[4] = {{n, r, m}, {n, m, k}, {r, m, k}, {n, r, k}};
  for (size_t i = 0; i < 4; ++i) products[i].insert(products[i].end(), matrices[i].begin(), matrices[i].end());
  DropCommon(products);
  const Expr* lhs_cost = AddDims(ctx, ProductOf(ctx, products[0]), ProductOf(ctx, products[1]));
  const Expr* rhs_cost = AddDims(ctx, ProductOf(ctx, products[2]), ProductOf(ctx, products[3]));
  if (ProveLess(ctx, sizes_, lhs_cost, rhs_cost)) return true;
  if (ProveLess(ctx, sizes_, rhs_cost, lhs_cost)) return false;
  return std::nullopt;
}

Result<Module> RunAdjustMatmulOrder(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) {
    return RewriteCalls<MatmulReorderer>(pass_ctx, module, func, WeightsOf(func));
  });
}

// No function multiplies more than three matrices.
bool HasShortChains(const Module& module) {
  return std::ranges::all_of(module.entries, [](const ModuleEntry& entry) {
    size_t products = 0;
    WalkOnce(entry.func, [&](const Node* node) { products += IsCallOf(AsExpr(node), "relax.matmul") ? 1 : 0; });
    return products <= 2;
  });
}

}  // namespace

const PassSpec kAdjustMatmulOrder = {
    .name = "AdjustMatmulOrder",
    .doc = "multiplies three matrices in the order that costs less",
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent =
        "as TVM's: a product of products of products is judged as it stands, and has other factors when its inner "
        "ones are in another order",
    .idempotent_on = HasShortChains,
    .exact = Exactness::kRounding,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunAdjustMatmulOrder,
};

}  // namespace assay
