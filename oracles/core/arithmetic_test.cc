// Expressions come out of modules with their variables' ranges, wrong claims are seen at the value that breaks them,
// and what assay's own arithmetic says holds.
#include "oracles/core/arithmetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/arith/rule_table.h"
#include "ir/arith/scalar_sample.h"
#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/tensor/int_range.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/subjects/native/native_arithmetic.h"

namespace assay {
namespace {

using testing::ElementsAre;

constexpr std::string_view kKernel = R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((64,), "int32"), n: T.int32):
        for i in range(3, 8):
            for j in range(4):
                if i * 4 + j < n:
                    a[i * 4 + j] = (a[j] + i) // 4 + T.Select(i < j, T.int32(1), T.int32(2))
)";

class ArithmeticTest : public testing::Test {
 protected:
  std::vector<ArithmeticExpr> Of(std::string_view text, size_t most = 100) {
    auto module = ParseModule(ctx, "arithmetic.py", std::string(text));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    return ArithmeticOf(ctx, *module, most);
  }
  const Expr* Int(int64_t value) { return MakeInt(ctx, value, DType::Int(32)); }
  const Expr* Op(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx, kind, a, b); }

  Context ctx;
};

TEST_F(ArithmeticTest, TheLargestExpressionsHaveTheRangesOfTheirVariables) {
  std::vector<std::string> texts, ranges;
  for (const ArithmeticExpr& one : Of(kKernel)) {
    texts.push_back(PrintExpr(one.e));
    std::string said;
    for (const auto& [var, range] : one.vars)
      said += std::string(var->name.text()) + " " + std::to_string(range.low) + ".." + std::to_string(range.high) + ";";
    ranges.push_back(said);
  }
  EXPECT_THAT(texts,
              ElementsAre("i * T.int32(4) + j < n", "(v1 + i) // T.int32(4) + T.Select(i < j, T.int32(1), T.int32(2))",
                          "i * T.int32(4) + j"));
  EXPECT_THAT(ranges, ElementsAre("i 3..7;j 0..3;n -4..6;", "v1 -4..6;i 3..7;j 0..3;", "i 3..7;j 0..3;"));
  EXPECT_EQ(Of(kKernel, 1).size(), 1u);
}

// Whether two equal parts are one node, and what else a module has, no text of an expression says.
TEST_F(ArithmeticTest, WhatIsMadeOfAnExpressionIsOfItsTextAlone) {
  constexpr std::string_view kText = R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((64,), "int32"), b: T.Buffer((64,), "int32")):
{}        a[0] = T.Select(a[1] == 0, T.int32(1), a[1]) // (a[1] + 3)
)";
  auto made = [&](std::string_view before) {
    std::vector<std::string> texts;
    std::vector<ArithmeticExpr> all = Of(fmt::format(fmt::runtime(kText), before));
    auto choice = std::ranges::find_if(
        all, [](const ArithmeticExpr& one) { return Is<FloorDiv>(one.e) && Is<Select>(AsBinary(one.e)->a); });
    EXPECT_NE(choice, all.end());
    EXPECT_EQ(choice->vars.size(), 1u);
    for (uint64_t variant = 0; variant < kVariants; ++variant) {
      for (const ArithmeticExpr& more : MoreArithmetic(ctx, *choice, variant)) {
        VarMap plain;
        for (const auto& [var, range] : more.vars) plain.emplace(var, MakeVar(ctx, "v", DTypeOf(var)));
        texts.push_back(PrintExpr(SubstituteIn(ctx, more.e, plain)));
      }
    }
    return texts;
  };
  std::vector<std::string> alone = made("");
  EXPECT_EQ(alone, made("        a[2] = b[3] // 2\n"));
  EXPECT_EQ(alone, made("        for i in range(4):\n            b[i] = b[i + 1] + i * 2\n"));
}

// `a and b` is what b is where a holds, `a or b` where a does not: there alone what is known of b need be so.
TEST_F(ArithmeticTest, WhatIsKnownBehindAnOperandHoldsBehindIt) {
  const Var* x = MakeVar(ctx, "x", DType::Int(32));
  const Expr* zero = Op(NodeKind::kEQ, x, Int(0));
  const Expr* some = MakeSelect(ctx, zero, Int(1), x);
  const Expr* none = MakeSelect(ctx, zero, x, Int(1));
  auto quotient = [&](const Expr* divisor) { return Op(NodeKind::kEQ, Op(NodeKind::kDiv, Int(1), divisor), Int(1)); };
  const struct {
    NodeKind kind;
    const Expr *a, *b;
  } kTable[] = {{NodeKind::kOr, zero, quotient(some)},
                {NodeKind::kAnd, MakeNot(ctx, zero), quotient(some)},
                {NodeKind::kAnd, Op(NodeKind::kNE, x, Int(0)), quotient(some)},
                {NodeKind::kAnd, zero, quotient(Op(NodeKind::kAdd, none, Int(1)))}};
  size_t behind = 0;
  for (const auto& [kind, a, b] : kTable) {
    ArithmeticExpr one{Op(kind, a, b), {{x, {-3, 3}}}};
    for (const ArithmeticClaim& claim : NativeClaimsOf(ctx, one)) {
      behind += claim.by == "KernelFacts behind an operand" ? 1 : 0;
      EXPECT_FALSE(BreachOf(claim, one.vars))
          << claim.by << ": " << PrintExpr(claim.left) << " for " << PrintExpr(claim.right);
    }
  }
  EXPECT_GE(behind, 2u);
}

TEST_F(ArithmeticTest, WrongClaimsAreSeen) {
  const Var *x = MakeVar(ctx, "x", DType::Int(32)), *y = MakeVar(ctx, "y", DType::Int(32));
  std::vector<std::pair<const Var*, Interval>> vars{{x, {-8, 8}}, {y, {0, 3}}};
  auto breach = [&](const Expr* left, const Expr* right) { return BreachOf({"it", left, right, false}, vars); };
  const Expr* sum = Op(NodeKind::kAdd, x, y);
  EXPECT_FALSE(breach(sum, Op(NodeKind::kAdd, y, x)));
  EXPECT_TRUE(breach(sum, x));
  // Truncation and floor part for negative operands alone.
  auto parted = breach(Op(NodeKind::kFloorDiv, x, Int(4)), Op(NodeKind::kDiv, x, Int(4)));
  ASSERT_TRUE(parted);
  EXPECT_LT(parted->values[0].second, 0);
  EXPECT_FALSE(breach(Op(NodeKind::kFloorDiv, y, Int(4)), Op(NodeKind::kDiv, y, Int(4))));
  // At one end only.
  EXPECT_TRUE(breach(Op(NodeKind::kLT, x, Int(8)), Op(NodeKind::kLE, x, Int(8))));
  EXPECT_FALSE(breach(Op(NodeKind::kLT, x, Int(9)), Op(NodeKind::kLE, x, Int(8))));
  // A division by zero has no value to hold the other side to; one that comes new is seen.
  EXPECT_FALSE(breach(Op(NodeKind::kFloorDiv, Int(5), Op(NodeKind::kMul, y, Int(0))), Int(7)));
  auto divides = breach(x, Op(NodeKind::kAdd, x, Op(NodeKind::kMul, Int(0), Op(NodeKind::kFloorDiv, Int(1), y))));
  ASSERT_TRUE(divides);
  EXPECT_FALSE(divides->right);
  // Nothing is said of what is not computed here.
  const Expr* unknown = MakeIntrinsic(ctx, "tirx.of_nobody", DType::Int(32), {x});
  EXPECT_FALSE(breach(x, unknown));
  EXPECT_FALSE(breach(unknown, x));
}

TEST_F(ArithmeticTest, WideResultsThatOverflowAreHeldToClaimsOfWrappingAlone) {
  const Var* x = MakeVar(ctx, "x", DType::Int(32));
  std::vector<std::pair<const Var*, Interval>> vars{{x, {INT32_MAX - 2, INT32_MAX}}};
  const Expr *next = Op(NodeKind::kAdd, x, Int(1)), *greater = Op(NodeKind::kLT, x, next);
  EXPECT_FALSE(BreachOf({"it", greater, MakeBool(ctx, true), false}, vars));
  EXPECT_TRUE(BreachOf({"it", greater, MakeBool(ctx, true), true}, vars));
  // Narrow ones wrap by definition.
  const Var* small = MakeVar(ctx, "s", DType::Int(8));
  const Expr* wraps = Op(NodeKind::kLT, small, Op(NodeKind::kAdd, small, MakeInt(ctx, 1, DType::Int(8))));
  EXPECT_TRUE(BreachOf({"it", wraps, MakeBool(ctx, true), false}, std::vector{std::pair(small, Interval{120, 127})}));
}

TEST_F(ArithmeticTest, WhatAssaySaysOfRandomExpressionsHolds) {
  ByteSource bytes = ByteSource::FromSeed(11);
  int claimed = 0;
  for (DType dtype : {DType::Int(32), DType::Int(64), DType::Int(8), DType::UInt(8), DType::UInt(32)}) {
    for (int iteration = 0; iteration < 400; ++iteration) {
      ScalarSampler sampler(ctx, bytes, dtype);
      const Expr* e = iteration % 3 == 0 ? sampler.Truth(3) : sampler.Number(4);
      int64_t low = dtype.IsUInt() ? 0 : -6;
      ArithmeticExpr one{e, {{sampler.vars[0], {low, low + 11}}, {sampler.vars[1], {low + 5, low + 9}}}};
      for (const ArithmeticClaim& claim : NativeClaimsOf(ctx, one)) {
        ++claimed;
        auto breach = BreachOf(claim, one.vars);
        EXPECT_FALSE(breach) << claim.by << ": " << PrintExpr(claim.left) << " as " << PrintExpr(claim.right) << " for "
                             << breach->values[0].second << ", " << breach->values[1].second;
      }
    }
  }
  EXPECT_GT(claimed, 4000);
}

// Of every operation, over values at the ends of their dtype as well.
TEST_F(ArithmeticTest, WhatIsMadeOfExpressionsHoldsAsWell) {
  ByteSource bytes = ByteSource::FromSeed(13);
  std::set<NodeKind> kinds;
  int ends = 0, below = 0;
  for (DType dtype : {DType::Int(32), DType::Int(64), DType::Int(8), DType::UInt(8), DType::UInt(32)}) {
    for (uint64_t iteration = 0; iteration < 150; ++iteration) {
      ScalarSampler sampler(ctx, bytes, dtype);
      int64_t low = dtype.IsUInt() ? 0 : -6;
      ArithmeticExpr given{sampler.Number(2),
                           {{sampler.vars[0], {low, low + 11}}, {sampler.vars[1], {low + 5, low + 9}}}};
      std::vector<ArithmeticExpr> made = MoreArithmetic(ctx, given, iteration % kVariants);
      EXPECT_TRUE(Equal(made[0].e, MoreArithmetic(ctx, given, iteration % kVariants)[0].e));
      for (const ArithmeticExpr& one : made) {
        kinds.insert(one.e->kind);
        for (const auto& [var, range] : one.vars) {
          ASSERT_LE(range.low, range.high);
          ends += range.high == GreatestInt(dtype) ? 1 : 0;
          below += range.high < 0 ? 1 : 0;
        }
        for (const ArithmeticClaim& claim : NativeClaimsOf(ctx, one)) {
          auto breach = BreachOf(claim, one.vars);
          EXPECT_FALSE(breach) << claim.by << ": " << PrintExpr(claim.left) << " as " << PrintExpr(claim.right);
        }
      }
    }
  }
  EXPECT_GE(kinds.size(), 16u);
  EXPECT_GT(ends, 100);
  EXPECT_GT(below, 30);
}

// Each rule is asked about where its condition holds, and what layouts make of indices is among the rest.
TEST_F(ArithmeticTest, FormsOfRulesAndDigitsAreMade) {
  ByteSource bytes = ByteSource::FromSeed(17);
  std::set<const RewriteRule*> fit;
  int digits = 0;
  auto make = [&](NodeKind, const std::vector<const Expr*>& operands) { return operands[0]; };
  auto over = [](const Expr* e, NodeKind kind) {
    const BinaryExpr* binary = e == nullptr || e->kind != kind ? nullptr : AsBinary(e);
    return binary == nullptr || AsInt(binary->b) == nullptr ? nullptr : binary->a;
  };
  for (uint64_t i = 0; i < 4000; ++i) {
    ScalarSampler sampler(ctx, bytes, DType::Int(32));
    ArithmeticExpr given{sampler.Number(2), {{sampler.vars[0], {0, 7}}, {sampler.vars[1], {-2, 3}}}};
    for (const ArithmeticExpr& one : MoreArithmetic(ctx, given, i % kVariants)) {
      for (const RewriteRule* rule : RewriteRulesOf(one.e->kind)) {
        if (ApplyRule(ctx, *rule, one.e, make) != nullptr) fit.insert(rule);
      }
      const Expr* scaled = over(over(one.e, NodeKind::kFloorMod), NodeKind::kMul);
      digits += over(over(scaled, NodeKind::kFloorDiv), NodeKind::kFloorMod) != nullptr ? 1 : 0;
    }
  }
  EXPECT_GT(fit.size(), AllRewriteRules().size() * 9 / 10);
  EXPECT_GE(digits, 5);
}

}  // namespace
}  // namespace assay
