#include "ir/ops/kernel.h"

#include "ir/equal.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

TEST(Term, FoldsIntegersAndNeutralElementsOnly) {
  Context ctx;
  Term n(ctx, MakeVar(ctx, "n", DType::Int(64)));
  EXPECT_EQ((n + 0).expr(), n.expr());
  EXPECT_EQ((1 * n).expr(), n.expr());
  EXPECT_TRUE((IntLiteral(ctx, 7) / 2).IsInt(3));
  EXPECT_TRUE((IntLiteral(ctx, -7) % 2).IsInt(1));
  EXPECT_TRUE(Is<FloorDiv>((n / 0).expr()));
  Term x(ctx, MakeVar(ctx, "x", DType::Float(32)));
  EXPECT_TRUE(Is<Div>((x / 2.0).expr()));
  EXPECT_EQ(As<FloatImm>(Like(x, 2).expr())->value, 2.0);
  EXPECT_TRUE(Is<LT>((0.0 < x).expr()));
}

TEST(Term, CastOfAnIntegerLiteralIsALiteral) {
  Context ctx;
  EXPECT_EQ(As<FloatImm>(CastTo(DType::Float(32), IntLiteral(ctx, 20)).expr())->value, 20.0);
  EXPECT_EQ(CastTo(DType::Int(32), IntLiteral(ctx, -3)).dtype(), DType::Int(32));
  EXPECT_TRUE(CastTo(DType::Int(32), IntLiteral(ctx, -3)).IsInt(-3));
  EXPECT_TRUE(Is<Cast>(CastTo(DType::Int(8), IntLiteral(ctx, 300)).expr()));
  EXPECT_TRUE(Is<Cast>(CastTo(DType::Float(16), IntLiteral(ctx, 100000)).expr()));
}

TEST(Term, ComparisonsKeepConstantsPositive) {
  Context ctx;
  Term n(ctx, MakeVar(ctx, "n", DType::Int(64))), m(ctx, MakeVar(ctx, "m", DType::Int(64)));
  auto same = [](const Term& a, const Term& b) { return Equal(a.expr(), b.expr()); };
  EXPECT_TRUE(same(IsBelow(n - 2, m), n < m + 2));
  EXPECT_TRUE(same(IsBelow(n + 3, m), n + 3 < m));
  EXPECT_TRUE(same(IsBelow(n, m + 1), n <= m));
  EXPECT_TRUE(same(IsAtMost(n + 1, m), n < m));
  EXPECT_TRUE(same(IsAtMost(n, m - 2), n + 2 <= m));
  EXPECT_TRUE(same(IsAtMost(IntLiteral(ctx, 1), m), IntLiteral(ctx, 1) <= m));
}

class Kernel : public testing::Test {
 protected:
  // The stage of the kernel's root block with this number: the loops' variables, then the block.
  const SBlock* StageOf(const PrimFunc* kernel, size_t stage, std::vector<std::string>* loops = nullptr) {
    const SBlock* root = As<SBlockRealize>(kernel->body)->block;
    const auto* seq = As<SeqStmt>(root->body);
    const Stmt* stmt = seq == nullptr ? root->body : seq->seq[stage];
    while (const auto* loop = As<For>(stmt)) {
      if (loops != nullptr) loops->push_back(loop->loop_var->name.str());
      stmt = loop->body;
    }
    return As<SBlockRealize>(stmt)->block;
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Kernel, HasTvmsLegalisedForm) {
  const Expr* n = bench.Symbol("n", 3);
  const TensorType* type = MakeTensorType(ctx, {n, MakeInt(ctx, 4)}, DType::Float(16));
  KernelBuilder k(ctx);
  KernelBuffer x = k.Input("x", type);
  KernelBuffer sum = k.Reduce("x_red", Axes("ax", {x.dim(0)}), {{"k1", x.dim(1)}}, Literal(ctx, x.dtype(), 0),
                              [&](Term value, const Terms& s, const Terms& r) { return value + x(s[0], r[0]); });
  KernelBuffer twice = k.Compute("x_red", Axes("ax", sum.dims()), [&](const Terms& i) { return sum(i) + sum(i); });
  const PrimFunc* kernel = k.Finish({twice});

  ASSERT_EQ(kernel->params.size(), 2u);
  EXPECT_EQ(kernel->buffers[0], x.buffer());
  EXPECT_EQ(kernel->buffers[1], twice.buffer());
  EXPECT_NE(x.buffer()->shape[0], n) << "the kernel has its own variables";
  EXPECT_EQ(As<Var>(x.buffer()->shape[0])->name, "n");
  EXPECT_TRUE(As<AttrBool>(kernel->attrs->Find("tirx.noalias"))->value);
  const SBlock* root = As<SBlockRealize>(kernel->body)->block;
  EXPECT_EQ(root->name_hint, "root");
  ASSERT_EQ(root->alloc_buffers.size(), 1u);
  EXPECT_EQ(root->alloc_buffers[0], sum.buffer());

  std::vector<std::string> loops;
  const SBlock* block = StageOf(kernel, 0, &loops);
  EXPECT_EQ(loops, (std::vector<std::string>{"ax0", "k1"}));
  EXPECT_EQ(block->name_hint, "x_red");
  EXPECT_EQ(block->iter_vars[0]->var->name, "v_ax0");
  EXPECT_EQ(block->iter_vars[1]->iter_type, IterType::kCommReduce);
  EXPECT_NE(block->init, nullptr);
  ASSERT_EQ(block->reads.size(), 1u) << "a reduction does not list itself among its reads";
  EXPECT_EQ(block->reads[0]->buffer, x.buffer());
  EXPECT_EQ(block->writes[0]->buffer, sum.buffer());
  EXPECT_EQ(StageOf(kernel, 1)->name_hint, "x_red_1");
}

TEST_F(Kernel, VariablesThatAreNoDimensionBecomeScalarParameters) {
  const Expr* start = bench.Symbol("start", 2);
  const TensorType* type = MakeTensorType(ctx, Dims{MakeInt(ctx, 8)}, DType::Int(32));
  KernelBuilder k(ctx);
  KernelBuffer x = k.Input("x", type);
  KernelBuffer y = k.Compute("y", Axes("ax", {k.Int(3)}), [&](const Terms& i) { return x(i[0] + k.Import(start)); });
  const PrimFunc* kernel = k.Finish({y});
  ASSERT_EQ(kernel->params.size(), 3u);
  EXPECT_EQ(kernel->buffers[1], nullptr);
  EXPECT_EQ(kernel->params[1]->name, "start");
  EXPECT_EQ(k.scalar_arguments(), std::vector<const Expr*>{start});
}

TEST_F(Kernel, RankZeroStageHasThePlaceholderVariable) {
  KernelBuilder k(ctx);
  KernelBuffer x = k.Input("x", MakeTensorType(ctx, Dims{}, DType::Float(32)));
  const PrimFunc* kernel = k.Finish({k.Compute("y", {}, [&](const Terms& i) { return x(i); })});
  const SBlock* block = StageOf(kernel, 0);
  ASSERT_EQ(block->iter_vars.size(), 1u);
  EXPECT_EQ(block->iter_vars[0]->var->name, "vi");
  EXPECT_EQ(DTypeOf(block->iter_vars[0]->var), DType::Int(32));
}

TEST_F(Kernel, JoinsRegionsOfRepeatedReads) {
  KernelBuilder k(ctx);
  KernelBuffer x = k.Input("x", MakeTensorType(ctx, Dims{MakeInt(ctx, 8)}, DType::Float(32)));
  KernelBuffer y = k.Compute("y", Axes("ax", {k.Int(6)}), [&](const Terms& i) { return x(i[0]) + x(i[0] + 2); });
  const SBlock* block = StageOf(k.Finish({y}), 0);
  ASSERT_EQ(block->reads.size(), 1u);
  EXPECT_EQ(AsInt(block->reads[0]->region[0]->extent)->value, 3);
}

TEST_F(Kernel, CallsWithUnknownShapesAreRefused) {
  const Expr* x = bench.Typed(MakeTensorTypeOfRank(ctx, 2, DType::Float(32)));
  Result<const Call*> call = bench.Infer("nn.relu", {x});
  ASSERT_TRUE(call.ok());
  Lowered lowered = SpecOf(*call)->lower.rule(bench, **call);
  EXPECT_TRUE(std::holds_alternative<Refused>(lowered));
}

}  // namespace
}  // namespace assay
