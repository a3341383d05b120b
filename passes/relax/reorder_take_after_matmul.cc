// ReorderTakeAfterMatmul: matmul with some columns of a table of weights becomes taking those columns of the matmul
// with the whole table; and the same for a table of matrices, one per row of activations. Tested by
// testdata/reorder_take_after_matmul.
#include "ir/arith/analyzer.h"
#include "ir/ops/kernel.h"
#include "ir/support/fault.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

class TakeReorderer : public OpRewriter {
 public:
  using OpRewriter::OpRewriter;

 protected:
  const Expr* Replace(const Call* call) override {
    const Call* take = IsCallOf(call, "relax.matmul") ? BoundCall(call->args[1], "relax.take") : nullptr;
    if (take == nullptr || take->args.size() < 2 || IsNullAttr(*take, "axis")) return nullptr;
    const Expr* lhs = call->args[0];
    const Expr* weights = take->args[0];
    const Expr* indices = take->args[1];
    int64_t axis = IntAttr(*take, "axis");
    // A vector has no columns: what is taken of it are terms of the product's sums.
    if (RankOf(indices) != 1 || RankOf(lhs) < 1 || RankOf(weights) < 2 || RankOf(call) < 1) return nullptr;
    bool forgets = FaultOn(Fault::rebuilt_take_loses_mode);
    mode_ = forgets ? MakeAttrString(ctx, "fast") : take->attrs->Find("mode");
    out_dtype_ = OutDtypeOf(call);
    if (axis + 1 == RankOf(weights)) return TakeColumns(call, lhs, weights, indices);
    if (RankOf(lhs) == 3 && RankOf(weights) == 3 && axis == 0) return TakeMatrices(lhs, weights, indices);
    return nullptr;
  }

 private:
  const Expr* Product(const Expr* lhs, const Expr* rhs) {
    return Emitted(Op("matmul", {Now(lhs), rhs}, {{"out_dtype", out_dtype_}}));
  }
  const Expr* Taken(const Expr* table, const Expr* indices, int64_t axis) {
    return Op("take", {table, Now(indices)}, {{"axis", MakeAttrInt(ctx, axis)}, {"mode", mode_}});
  }
  const Expr* TakeColumns(const Call* call, const Expr* lhs, const Expr* weights, const Expr* indices) {
    return Taken(Product(lhs, Now(weights)), indices, RankOf(call) - 1);
  }
  const Expr* TakeMatrices(const Expr* lhs, const Expr* weights, const Expr* indices) {
    const ShapeExpr* rows = KnownShape(lhs->type);
    const ShapeExpr* tables = KnownShape(weights->type);
    if (rows == nullptr || tables == nullptr) return nullptr;
    const Expr* count = tables->values[0];
    const Expr* features = tables->values[2];
    std::vector<int64_t> axes{1, 0, 2};
    const Expr* permuted = Emitted(Op("permute_dims", {Now(weights)}, {{"axes", MakeAttrInts(ctx, axes)}}));
    const Expr* flat = MakeShape(ctx, {tables->values[1], MulDims(ctx, count, features)});
    const Expr* fused = Emitted(Op("reshape", {permuted, flat}));
    const Expr* product = Product(lhs, fused);
    const Expr* split = MakeShape(ctx, {rows->values[0], rows->values[1], count, features});
    const Expr* indexed = Emitted(Op("reshape", {product, split}));
    const Expr* taken = Emitted(Taken(indexed, indices, 2));
    if (taken == nullptr) return nullptr;
    return Op("einsum", {MakeTuple(ctx, {taken})}, {{"subscripts", MakeAttrString(ctx, "ijik->ijk")}});
  }

  // Of the call and the take that are rebuilt.
  const Attr* mode_ = nullptr;
  const Attr* out_dtype_ = nullptr;
};

Result<Module> RunReorderTake(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module,
                           [&](const Function* func) { return RewriteCalls<TakeReorderer>(pass_ctx, module, func); });
}

}  // namespace

const PassSpec kReorderTakeAfterMatmul = {
    .name = "ReorderTakeAfterMatmul",
    .doc = "takes columns after the matmul with the whole table of weights",
    .opt_level = 1,
    .exact = Exactness::kRounding,
    .changes =
        kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs, Facet::kVariableTypes}),
    .run = RunReorderTake,
};

}  // namespace assay
