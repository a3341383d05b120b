// Node kinds and intrinsics against the scalar functions they stand for, and the three ways in which evaluation can
// end.
#include "vm/scalar_ops.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/context.h"
#include "ir/prim/intrinsics.h"

namespace assay {
namespace {

class ScalarOpsTest : public testing::Test {
 protected:
  // "5", "trap division_by_zero", "refused".
  std::string Eval(const Expr* e) {
    VarLookup lookup = [&](const Var* var) -> std::optional<Scalar> {
      if (var == n_) return Scalar::Int(DType::Int(64), 7);
      return std::nullopt;
    };
    ScalarOutcome outcome = EvalScalar(e, lookup);
    if (const Trap* trap = std::get_if<Trap>(&outcome)) return "trap " + std::string(TrapKindName(trap->kind));
    if (std::holds_alternative<Refused>(outcome)) return "refused";
    return ToText(*std::get_if<Scalar>(&outcome));
  }
  const Expr* Int(int64_t value) { return MakeInt(ctx_, value); }
  const Expr* Binary(NodeKind kind, int64_t a, int64_t b) { return MakeBinary(ctx_, kind, Int(a), Int(b)); }

  Context ctx_;
  const Var* n_ = MakeVar(ctx_, "n", DType::Int(64));
};

TEST_F(ScalarOpsTest, EveryBinaryKind) {
  struct Row {
    NodeKind kind;
    const char* want;
  };
  for (const Row& row : std::vector<Row>{{NodeKind::kAdd, "-5"},
                                         {NodeKind::kSub, "-9"},
                                         {NodeKind::kMul, "-14"},
                                         {NodeKind::kDiv, "-3"},
                                         {NodeKind::kMod, "-1"},
                                         {NodeKind::kFloorDiv, "-4"},
                                         {NodeKind::kFloorMod, "1"},
                                         {NodeKind::kMin, "-7"},
                                         {NodeKind::kMax, "2"},
                                         {NodeKind::kEQ, "False"},
                                         {NodeKind::kNE, "True"},
                                         {NodeKind::kLT, "True"},
                                         {NodeKind::kLE, "True"},
                                         {NodeKind::kGT, "False"},
                                         {NodeKind::kGE, "False"}}) {
    EXPECT_EQ(Eval(Binary(row.kind, -7, 2)), row.want) << NodeKindName(row.kind);
  }
  const Expr* yes = MakeBool(ctx_, true);
  const Expr* no = MakeBool(ctx_, false);
  EXPECT_EQ(Eval(MakeBinary(ctx_, NodeKind::kAnd, yes, no)), "False");
  EXPECT_EQ(Eval(MakeBinary(ctx_, NodeKind::kOr, yes, no)), "True");
}

TEST_F(ScalarOpsTest, DivisionByZeroTraps) {
  for (NodeKind kind : {NodeKind::kDiv, NodeKind::kMod, NodeKind::kFloorDiv, NodeKind::kFloorMod}) {
    EXPECT_EQ(Eval(Binary(kind, 1, 0)), "trap division_by_zero");
  }
  const Expr* zero = MakeFloat(ctx_, 0);
  EXPECT_EQ(Eval(MakeBinary(ctx_, NodeKind::kDiv, MakeFloat(ctx_, 1), zero)), "inf");
}

TEST_F(ScalarOpsTest, ChoicesEvaluateOneBranch) {
  const Expr* bad = Binary(NodeKind::kDiv, 1, 0);
  EXPECT_EQ(Eval(MakeSelect(ctx_, MakeBool(ctx_, true), Int(3), bad)), "3");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::if_then_else, DType::Int(64), {MakeBool(ctx_, false), bad, Int(4)})),
            "4");
}

TEST_F(ScalarOpsTest, VariablesAndCasts) {
  EXPECT_EQ(Eval(n_), "7");
  EXPECT_EQ(Eval(MakeVar(ctx_, "m", DType::Int(64))), "trap unbound");
  EXPECT_EQ(Eval(MakeCast(ctx_, DType::Int(8), Int(300))), "44");
  EXPECT_EQ(Eval(MakeNot(ctx_, MakeBool(ctx_, true))), "False");
}

TEST_F(ScalarOpsTest, ElementsOfVectors) {
  auto element = [&](const Expr* vector, int64_t lane) {
    Shuffle* shuffle = ctx_.arena.New<Shuffle>();
    shuffle->vectors = ctx_.Copy(std::vector<const Expr*>{Int(5), vector});
    shuffle->indices = ctx_.Copy(std::vector<const Expr*>{MakeInt(ctx_, lane, DType::Int(32))});
    shuffle->type = ctx_.Prim(DType::Int(64));
    return Eval(shuffle);
  };
  Ramp* ramp = ctx_.arena.New<Ramp>();
  ramp->base = n_;
  ramp->stride = Int(3);
  ramp->lanes = MakeInt(ctx_, 4, DType::Int(32));
  ramp->type = ctx_.Prim(DType::Int(64).WithLanes(4));
  Broadcast* broadcast = ctx_.arena.New<Broadcast>();
  broadcast->value = n_;
  broadcast->lanes = ramp->lanes;
  broadcast->type = ramp->type;
  EXPECT_EQ(element(ramp, 0), "5");
  EXPECT_EQ(element(ramp, 3), "13");
  EXPECT_EQ(element(broadcast, 4), "7");
  EXPECT_EQ(element(broadcast, 5), "refused");
}

TEST_F(ScalarOpsTest, Intrinsics) {
  DType i32 = DType::Int(32);
  auto of = [&](int64_t value) { return MakeInt(ctx_, value, i32); };
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::shift_left, i32, {of(3), of(4)})), "48");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::bitwise_xor, i32, {of(6), of(3)})), "5");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::clz, i32, {of(1)})), "31");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::max_value, i32, {})), "2147483647");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::exp, DType::Float(32), {MakeFloat(ctx_, 0)})), "1");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::isnan, DType::Bool(), {MakeFloat(ctx_, 0)})), "False");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, "tirx.nobody_knows", i32, {of(1)})), "refused");
  EXPECT_EQ(Eval(MakeIntrinsic(ctx_, IntrinsicId::shift_left, i32, {of(3)})), "refused");
}

TEST_F(ScalarOpsTest, DeepExpressionsAreRefused) {
  const Expr* chain = Int(0);
  for (int i = 0; i < 100000; ++i) chain = MakeBinary(ctx_, NodeKind::kAdd, chain, Int(1));
  EXPECT_EQ(Eval(chain), "refused");
}

}  // namespace
}  // namespace assay
