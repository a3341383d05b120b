// Each part of a chain is looked at once, however often and in whatever order links are asked about.
#include "passes/analysis/all_parts.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

TEST(AllPartsTest, EachPartIsLookedAtOnce) {
  constexpr size_t kLinks = 10'000;
  Context ctx;
  const Var* var = MakeVar(ctx, "p", DType::Int(32));
  std::vector<const Expr*> links{var};
  for (size_t i = 0; i < kLinks; ++i)
    links.push_back(MakeBinary(ctx, NodeKind::kAdd, links.back(), MakeInt(ctx, 1, DType::Int(32))));
  AllParts fits([](const Node* node) { return !Is<Mul>(node); });
  EXPECT_TRUE(fits(links[kLinks / 2]));
  size_t half = fits.asked();
  for (const Expr* link : links) EXPECT_TRUE(fits(link));
  EXPECT_LE(half, kLinks + 1);
  EXPECT_LE(fits.asked(), 2 * kLinks + 1);
}

TEST(AllPartsTest, WhatIsTrueOfAllButOnePart) {
  Context ctx;
  const Var* var = MakeVar(ctx, "p", DType::Int(32));
  const Expr* product = MakeBinary(ctx, NodeKind::kMul, var, var);
  const Expr* sum = MakeBinary(ctx, NodeKind::kAdd, product, var);
  AllParts fits([](const Node* node) { return !Is<Mul>(node); });
  EXPECT_FALSE(fits(sum));
  EXPECT_FALSE(fits(product));
  EXPECT_TRUE(fits(var));
}

TEST(AllPartsTest, OfOneNode) {
  Context ctx;
  const Var* var = MakeVar(ctx, "p", DType::Int(32));
  const Expr* quotient = MakeBinary(ctx, NodeKind::kFloorDiv, var, var);
  EXPECT_FALSE(IsSpeculatableAlone(quotient));
  EXPECT_TRUE(IsSpeculatableAlone(MakeBinary(ctx, NodeKind::kAdd, quotient, var)));
}

}  // namespace
}  // namespace assay
