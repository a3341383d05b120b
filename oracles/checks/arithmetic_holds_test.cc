// arithmetic_holds fires on a claim that some values break, and names the least part that shows it.
#include "ir/builder.h"
#include "oracles/core/cause.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

TEST_F(OraclesTest, ArithmeticHoldsSeesAWrongClaimAndNamesItsLeastPart) {
  auto parsed = ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((64,), "int32")):
        for i in range(8):
            a[i] = (i - 4) // 3 * 2 + i
)");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  c.module = *parsed;
  // Divides as C does.
  struct Truncates : Wrapper {
    using Wrapper::Wrapper;
    SubjectTraits Traits() const override { return {.claims_arithmetic = true}; }
    Answer<std::vector<ArithmeticClaim>> ClaimsOf(const ArithmeticExpr& one) override {
      if (right) return inner->ClaimsOf(one);
      const Expr* wrong = RewriteNodes(ctx, one.e);
      return std::vector<ArithmeticClaim>{{"it", one.e, wrong}};
    }
    static const Expr* RewriteNodes(Context& ctx, const Expr* e) {
      const BinaryExpr* binary = AsBinary(e);
      if (binary == nullptr) return e;
      const Expr *a = RewriteNodes(ctx, binary->a), *b = RewriteNodes(ctx, binary->b);
      return MakeBinary(ctx, e->kind == NodeKind::kFloorDiv ? NodeKind::kDiv : e->kind, a, b);
    }
    bool right = true;
  } truncates(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(Ask("arithmetic_holds", truncates)));
  truncates.right = false;
  ExpectFinding("arithmetic_holds", truncates, FindingClass::kArithmetic);
  Verdict verdict = Ask("arithmetic_holds", truncates);
  const auto& finding = std::get<Finding>(verdict);
  EXPECT_EQ(CauseOf(finding).text, "arithmetic of FloorDiv Sub (it)");
  EXPECT_NE(finding.detail.find("`(i - T.int32(4)) // T.int32(3)` is taken for"), std::string::npos) << finding.detail;
  Wrapper without(ctx);
  const OracleSpec* alone = FindOracle("arithmetic_holds");
  EXPECT_EQ(JudgeCase(ctx, without, c, {&alone, 1}).tallies["arithmetic_holds"].skip, 1u);
}

}  // namespace
}  // namespace assay
