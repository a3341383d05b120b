#include "ir/ops/kernel_broadcast.h"

#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

// Each operator that broadcasts, with extents that the run alone shows to be 1, or not to be.
class KernelBroadcast : public testing::TestWithParam<int64_t> {
 protected:
  // Elements 1, 2, 3, … with symbolic dims; `dtype` is float32 or int64.
  const Expr* Counted(const std::vector<const Expr*>& dims, DType dtype = DType::Float(32)) {
    int64_t count = 1;
    std::vector<int64_t> shape;
    for (const Expr* dim : dims) {
      shape.push_back(bench.ValueOf(dim).As<PrimValue>()->scalar.AsInt());
      count *= shape.back();
    }
    Tensor tensor(dtype, shape);
    for (int64_t i = 0; i < count; ++i) {
      tensor.Set(i, dtype.IsFloating() ? Scalar::Float(dtype, static_cast<double>(i + 1)) : Scalar::Int(dtype, i + 1));
    }
    return bench.Given(std::move(tensor), "x", dims);
  }
  const Expr* Indices(const std::vector<const Expr*>& dims) { return Counted(dims, DType::Int(64)); }
  const Expr* Number(int64_t value) const { return MakeInt(ctx, value); }
  // A call whose annotation says the shape that inference leaves open.
  void AgreeAs(const std::vector<const Expr*>& dims, std::string_view op, const std::vector<const Expr*>& args) {
    Result<const Call*> inferred = bench.Infer(op, args);
    ASSERT_TRUE(inferred.ok());
    ASSERT_EQ(KnownShape(As<TensorType>((*inferred)->type)), nullptr) << "nothing is left open";
    Call* call = ctx.arena.New<Call>(**inferred);
    call->type = MakeTensorType(ctx, dims, As<TensorType>(call->type)->dtype);
    bench.Agree(call);
  }
  RowBench bench;
  Context& ctx = bench.ctx();
  // 1 or 3 at run time, against what is 3.
  const Expr* k = bench.Symbol("k", GetParam());
  const Expr* n = bench.Symbol("n", 3);
};

TEST_P(KernelBroadcast, ToAShape) {
  const Expr* x = Counted({Number(1), k});
  bench.Agree("broadcast_to", {x, MakeShape(ctx, {Number(2), n})});
  bench.Agree("broadcast_to", {x, MakeShape(ctx, {Number(2), Number(3)})});
}
TEST_P(KernelBroadcast, Elementwise) {
  AgreeAs({n}, "add", {Counted({k}), Counted({n})});
  AgreeAs({n}, "where", {Counted({n}, DType::Bool()), Counted({n}), Counted({k})});
}
TEST_P(KernelBroadcast, BatchesOfMatrices) {
  AgreeAs({n, Number(2), Number(2)}, "matmul",
          {Counted({k, Number(2), Number(2)}), Counted({n, Number(2), Number(2)})});
}
TEST_P(KernelBroadcast, LabelsOfEinsum) {
  AttrItems sum{{"subscripts", MakeAttrString(ctx, "i,i->")}}, each{{"subscripts", MakeAttrString(ctx, "i,i->i")}};
  const Expr *a = Counted({k}), *b = Counted({n});
  bench.Agree("einsum", {MakeTuple(ctx, {a, b})}, sum);
  bench.Agree("einsum", {MakeTuple(ctx, {b, a})}, sum);
  bench.Agree("einsum", {MakeTuple(ctx, {b, a})}, each);
}
TEST_P(KernelBroadcast, TensorsOfIndices) {
  const Expr *data = Counted({Number(4), Number(4)}), *values = Counted({n});
  const Expr *a = Indices({k}), *b = Indices({n});
  bench.Agree("index_put", {data, MakeTuple(ctx, {a, b}), values});
  bench.Agree("index_put", {data, MakeTuple(ctx, {b, a}), values});
  AgreeAs({n}, "index_tensor", {data, MakeTuple(ctx, {a, b})});
}
TEST_P(KernelBroadcast, SlopesAndBias) {
  bench.Agree("nn.prelu", {Counted({Number(2), n}), Counted({k})}, {{"axis", MakeAttrInt(ctx, 1)}});
  const Expr* q = Counted({Number(3), Number(2), Number(1), Number(1)});
  bench.Agree("nn.attention_bias", {q, q, q, Counted({k, Number(1), Number(2), Number(2)})});
}
INSTANTIATE_TEST_SUITE_P(All, KernelBroadcast, testing::Values(1, 3));

// Operators that take a bool beside numbers: their kernels compute the same, or there is none.
TEST(KernelBroadcastDTypes, BoolsBesideNumbers) {
  int asked = 0, refused = 0;
  for (const OpSpec* row : AllOps()) {
    auto mixes = [](const Precondition& rule) { return rule.text.find("or one of them is bool") != rule.text.npos; };
    if (std::ranges::none_of(row->preconditions, mixes)) continue;
    for (bool first : {true, false}) {
      for (bool whole : {true, false}) {
        SCOPED_TRACE(std::string(row->name) + (first ? ": bool first, " : ": bool last, ") + (whole ? "int" : "float"));
        RowBench bench;
        Tensor bools(DType::Bool(), {2}), numbers(whole ? DType::Int(32) : DType::Float(32), {2});
        bools.Set(0, Scalar::Bool(true));
        for (int64_t i = 0; i < 2; ++i)
          numbers.Set(i, whole ? Scalar::Int(DType::Int(32), i + 1) : Scalar::Float(DType::Float(32), 0.5));
        const Expr *a = bench.Given(std::move(bools)), *b = bench.Given(std::move(numbers), "y");
        Result<const Call*> call = bench.Infer(row->name, first ? std::vector{a, b} : std::vector{b, a});
        if (!call.ok()) continue;
        ++asked;
        EvalResult evaluated = bench.Evaluate(*call);
        bool lowers = std::holds_alternative<const Expr*>(row->lower.rule(bench, **call));
        refused += lowers ? 0 : 1;
        if (lowers && std::holds_alternative<Value>(evaluated)) bench.Agree(*call);
      }
    }
  }
  EXPECT_GE(asked, 40);
  EXPECT_GE(refused, 12);
}

TEST(KernelBroadcastForm, LooksOnlyAtWhatIsNotKnown) {
  Context ctx;
  const Expr* n = MakeVar(ctx, "n", DType::Int(64));
  const Expr* m = MakeVar(ctx, "m", DType::Int(64));
  const Expr* dims[] = {n, m, MakeInt(ctx, 1), MakeInt(ctx, 3)};
  KernelBuilder k(ctx);
  KernelBuffer x = k.Input("x", MakeTensorType(ctx, {dims, dims + 4}, DType::Float(32)));
  Term i(ctx, MakeVar(ctx, "i", DType::Int(64))), extent = x.dim(0);
  EXPECT_EQ(BroadcastPlace(x, 0, extent, i).expr(), i.expr());
  EXPECT_TRUE(Is<Select>(BroadcastPlace(x, 1, extent, i).expr()));
  EXPECT_TRUE(BroadcastPlace(x, 2, extent, i).IsInt(0));
  EXPECT_EQ(BroadcastPlace(x, 3, extent, i).expr(), i.expr());
  EXPECT_EQ(BroadcastExtent(extent, extent).expr(), extent.expr());
  EXPECT_TRUE(Is<Select>(BroadcastExtent(extent, x.dim(1)).expr()));
  EXPECT_EQ(BroadcastExtent(x.dim(2), extent).expr(), extent.expr());
  EXPECT_EQ(BroadcastExtent(extent, x.dim(2)).expr(), extent.expr());
  EXPECT_TRUE(BroadcastExtent(extent, x.dim(3)).IsInt(3));
}

}  // namespace
}  // namespace assay
