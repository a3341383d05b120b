// Equal expressions have one number, others another, and each node of a chain is looked at once.
#include "passes/analysis/value_numbers.h"

#include <gtest/gtest.h>

#include "ir/arith/sum.h"
#include "ir/builder.h"
#include "passes/test_kernels.h"

namespace assay {
namespace {

TEST(ValueNumbersTest, EqualExpressionsHaveOneNumber) {
  // Values of D[0], two by two.
  const char* values[] = {"T.Cast(\"float32\", p + q)",
                          "T.Cast(\"float32\", q + p)",
                          "T.Cast(\"float32\", p - q)",
                          "T.Cast(\"float32\", T.Cast(\"int64\", p) + T.int64(1))",
                          "T.Cast(\"float32\", T.Cast(\"int16\", p) + T.int16(1))",
                          "T.Select(p > q, T.float32(1), T.float32(0))",
                          "T.Select(p > q, T.float32(0), T.float32(1))",
                          "T.Cast(\"float32\", p // 3)",
                          "T.Cast(\"float32\", p // 4)",
                          "T.Cast(\"float32\", not p > q)"};
  std::string body;
  for (const char* value : values) body += fmt::format("D[0] = {}\nD[1] = {}\n", value, value);
  TestKernel kernel(body);
  std::vector<const Expr*> all;
  for (const Stmt* s : kernel.Statements()) all.push_back(As<BufferStore>(s)->value);
  ASSERT_EQ(all.size(), 2 * std::size(values));
  ValueNumbers numbers;
  for (const Expr* a : all) {
    ASSERT_TRUE(numbers.Of(a).has_value());
    for (const Expr* b : all) EXPECT_EQ(numbers.Of(a) == numbers.Of(b), SameFactor(a, b));
  }
}

TEST(ValueNumbersTest, CallsAndMemoryHaveNone) {
  for (const char* value : {"D[1]", "T.exp(T.Cast(\"float32\", p))", "D[1] + T.Cast(\"float32\", p)"}) {
    TestKernel kernel(fmt::format("D[0] = {}", value));
    EXPECT_FALSE(ValueNumbers().Of(kernel.First<BufferStore>()->value)) << value;
  }
}

TEST(ValueNumbersTest, EachNodeIsLookedAtOnce) {
  constexpr size_t kLinks = 10'000;
  Context ctx;
  const Var* var = MakeVar(ctx, "p", DType::Int(32));
  std::vector<const Expr*> links{var};
  for (size_t i = 0; i < kLinks; ++i)
    links.push_back(MakeBinary(ctx, NodeKind::kAdd, links.back(), MakeInt(ctx, 1, DType::Int(32))));
  ValueNumbers numbers;
  for (const Expr* link : links) EXPECT_TRUE(numbers.Of(link));
  EXPECT_EQ(numbers.Of(links.back()), numbers.Of(links.back()));
  EXPECT_LE(numbers.asked(), 2 * kLinks + 1);
}

}  // namespace
}  // namespace assay
