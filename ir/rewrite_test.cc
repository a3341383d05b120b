// Rewriting bottom-up: what is shared stays shared, what is not entered is seen, and what does not change is the same
// node.
#include "ir/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {
namespace {

class RewriteTest : public testing::Test {
 protected:
  const Expr* Int(int64_t value) { return MakeInt(ctx, value); }
  const Expr* Sum(const Expr* a, const Expr* b) { return MakeBinary(ctx, NodeKind::kAdd, a, b); }
  // Every number one greater.
  const Node* Greater(const Node* rebuilt) {
    const auto* imm = As<IntImm>(rebuilt);
    return imm == nullptr ? rebuilt : Int(imm->value + 1);
  }
  static std::vector<int64_t> Numbers(const Node* root) {
    std::vector<int64_t> numbers;
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* imm = As<IntImm>(node)) numbers.push_back(imm->value);
      return true;
    });
    return numbers;
  }
  Context ctx;
};

TEST_F(RewriteTest, NothingToDoGivesTheSameNode) {
  const Expr* root = Sum(Sum(Int(1), Int(2)), Int(3));
  EXPECT_EQ(Rewrite(ctx, root, [](const Node* rebuilt, const Node*) { return rebuilt; }), root);
}

TEST_F(RewriteTest, SharedPartsAreRewrittenOnce) {
  const Expr* shared = Sum(Int(1), Int(2));
  int calls = 0;
  const Node* result = Rewrite(ctx, Sum(shared, shared), [&](const Node* rebuilt, const Node*) {
    ++calls;
    return Greater(rebuilt);
  });
  EXPECT_THAT(Numbers(result), testing::ElementsAre(2, 3, 2, 3));
  EXPECT_EQ(calls, 4);
  const auto* sum = As<Add>(result);
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->a, sum->b);
}

TEST_F(RewriteTest, WhatIsNotEnteredIsSeenAsItIs) {
  const Expr* closed = Sum(Int(1), Int(2));
  RewriteMemo memo;
  bool seen = false;
  const Node* result = Rewrite(
      ctx, Sum(closed, Sum(Int(3), MakeInt(ctx, 1))),
      [&](const Node* rebuilt, const Node* original) {
        if (original == closed) seen = rebuilt == closed;
        return Greater(rebuilt);
      },
      [&](const Node* node) { return node != closed; }, Types::kSkip, memo);
  EXPECT_TRUE(seen);
  EXPECT_THAT(Numbers(result), testing::ElementsAre(1, 2, 4, 2));
}

TEST_F(RewriteTest, AClosedNodeKeepsPartsThatAreRewrittenElsewhere) {
  const Expr* shared = Int(1);
  const Expr* closed = Sum(shared, Int(2));
  RewriteMemo memo;
  const Node* result = Rewrite(
      ctx, Sum(shared, closed), [&](const Node* rebuilt, const Node*) { return Greater(rebuilt); },
      [&](const Node* node) { return node != closed; }, Types::kSkip, memo);
  EXPECT_THAT(Numbers(result), testing::ElementsAre(2, 1, 2));
}

TEST_F(RewriteTest, WhatAMapAmongAttributesSaysIsLeftUnlessItIsAskedFor) {
  const Var* i = MakeVar(ctx, "i", DType::Int(64));
  IndexMap* map = ctx.arena.New<IndexMap>();
  map->initial_indices = ctx.Copy(std::vector<const Var*>{i});
  map->final_indices = ctx.Copy(std::vector<const Expr*>{Sum(i, Int(1))});
  const Node* root = MakeAttrList(ctx, {MakeAttrNode(ctx, map), MakeAttrNode(ctx, Sum(i, Int(5)))});
  auto rule = [&](const Node* rebuilt, const Node*) { return Greater(rebuilt); };
  auto enter = [](const Node*) { return true; };
  RewriteMemo left, entered;
  EXPECT_THAT(Numbers(Rewrite(ctx, root, rule, enter, Types::kSkip, left)), testing::ElementsAre(1, 6));
  EXPECT_THAT(Numbers(Rewrite(ctx, root, rule, enter, Types::kSkip, entered, Said::kEntered)),
              testing::ElementsAre(2, 6));
}

TEST_F(RewriteTest, VariablesInTypesFollow) {
  const Var* n = MakeVar(ctx, "n", ctx.Prim(DType::Int(64)));
  const Var* m = MakeVar(ctx, "m", ctx.Prim(DType::Int(64)));
  const Expr* shape = MakeShape(ctx, {n, Sum(n, Int(1))});
  EXPECT_THAT(VarsIn(SubstituteIn(ctx, shape, {{n, m}})), testing::ElementsAre(m));
  EXPECT_EQ(SubstituteIn(ctx, shape, {}), shape);
}

}  // namespace
}  // namespace assay
