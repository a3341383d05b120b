// A question about an expression is a kernel that TVM reads, and an answer gives claims about the question's variables.
#include "oracles/subjects/tvm/tvm_claims.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

class TvmClaimsTest : public testing::Test {
 protected:
  TvmClaimsTest() : x(MakeVar(ctx, "x", DType::Int(32))), y(MakeVar(ctx, "y", DType::Int(64))) {
    const Expr* wide = MakeCast(ctx, DType::Int(64), x);
    one = {MakeBinary(ctx, NodeKind::kAdd, wide, y), {{x, {0, 7}}, {y, {-2, 3}}}};
  }
  std::string WhyNot(const nlohmann::json& answer) {
    Answer<std::vector<ArithmeticClaim>> claims = ClaimsIn(ctx, answer, one);
    return claims.ok() ? "" : claims.refusal().message;
  }

  Context ctx;
  const Var *x, *y;
  ArithmeticExpr one;
};

constexpr std::string_view kAnswer = R"(
@I.ir_module
class Module:
    @T.prim_func
    def main(x_1: T.int32, y_1: T.int64):
        T.evaluate(T.Cast("int64", x_1) + y_1)
        T.evaluate(y_1)
)";

TEST_F(TvmClaimsTest, AQuestionIsAKernelOfTheVariables) {
  std::string text = PrintModule(KernelOf(ctx, one));
  EXPECT_NE(text.find("def main(x: T.int32, y: T.int64)"), std::string::npos) << text;
  EXPECT_TRUE(ParseModule(ctx, "question.py", text).ok()) << text;
  EXPECT_EQ(RangesOf(one).dump(), "[[0,7],[-2,3]]");
}

TEST_F(TvmClaimsTest, AnAnswersClaimsAreOfTheQuestionsVariables) {
  Answer<std::vector<ArithmeticClaim>> claims = ClaimsIn(ctx, {{"by", {"simplify"}}, {"text", kAnswer}}, one);
  ASSERT_TRUE(claims.ok()) << claims.refusal().message;
  ASSERT_EQ(claims->size(), 1u);
  EXPECT_EQ((*claims)[0].by, "simplify");
  EXPECT_EQ((*claims)[0].right, y);
  auto breach = BreachOf((*claims)[0], one.vars);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->right->i + breach->values[0].second, breach->left.i);
}

TEST_F(TvmClaimsTest, AnswersThatAreNoneAreRefused) {
  EXPECT_EQ(WhyNot(nlohmann::json::object()), "the answer is no claims");
  EXPECT_EQ(WhyNot({{"by", {"simplify", "again"}}, {"text", kAnswer}}), "the answer has other claims than it says");
  EXPECT_EQ(WhyNot({{"by", {1}}, {"text", kAnswer}}), "the answer names nobody");
  EXPECT_NE(WhyNot({{"by", {"simplify"}}, {"text", "@I.ir_module\nclass"}}).find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace assay
