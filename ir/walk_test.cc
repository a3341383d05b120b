// Walks: their order, what is gone into, and that depth is a matter of memory.
#include "ir/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

using testing::ElementsAre;

class WalkTest : public testing::Test {
 protected:
  const Expr* Int(int64_t value) { return MakeInt(ctx, value); }
  const Expr* Sum(const Expr* a, const Expr* b) { return MakeBinary(ctx, NodeKind::kAdd, a, b); }
  // "7" or "+".
  static std::string Text(const Node* node) {
    const auto* imm = As<IntImm>(node);
    return imm == nullptr ? "+" : std::to_string(imm->value);
  }
  template <Order kOrder>
  std::vector<std::string> AfterChildren(const Expr* root, const Node* closed = nullptr) {
    std::vector<std::string> seen;
    NodeSet done;
    WalkAfterChildren<kOrder>(
        static_cast<const Node*>(root), [&](const Node* node) { return done.contains(node); },
        [&](const Node* node, auto push) {
          if (node == closed) return false;
          ForEachChild(node, Types::kSkip, push);
          return true;
        },
        [&](const Node* node, bool entered) {
          done.Insert(node, {});
          seen.push_back(entered ? Text(node) : Text(node) + "!");
        });
    return seen;
  }
  Context ctx;
};

TEST_F(WalkTest, ChildrenComeFirstAndInOrder) {
  const Expr* root = Sum(Sum(Int(1), Int(2)), Int(3));
  EXPECT_THAT(AfterChildren<Order::kFirstToLast>(root), ElementsAre("1", "2", "+", "3", "+"));
  EXPECT_THAT(AfterChildren<Order::kLastToFirst>(root), ElementsAre("3", "2", "1", "+", "+"));
  EXPECT_THAT(AfterChildren<Order::kFirstToLast>(nullptr), ElementsAre());
}

TEST_F(WalkTest, WhatIsSharedIsVisitedOnce) {
  const Expr* shared = Sum(Int(1), Int(2));
  EXPECT_THAT(AfterChildren<Order::kFirstToLast>(Sum(shared, Sum(Int(3), shared))),
              ElementsAre("1", "2", "+", "3", "+", "+"));
}

TEST_F(WalkTest, WhatIsNotEnteredIsVisitedAllTheSame) {
  const Expr* closed = Sum(Int(1), Int(2));
  EXPECT_THAT(AfterChildren<Order::kFirstToLast>(Sum(closed, Int(3)), closed), ElementsAre("+!", "3", "+"));
}

TEST_F(WalkTest, BeforeChildrenGoesWhereItIsTold) {
  const Expr* closed = Sum(Int(1), Int(2));
  std::vector<std::string> seen;
  WalkBeforeChildren(Sum(closed, Int(3)), [&](const Node* node) {
    seen.push_back(Text(node));
    return node != closed;
  });
  EXPECT_THAT(seen, ElementsAre("+", "+", "3"));
}

TEST_F(WalkTest, DepthIsThatOfMemory) {
  const Expr* deep = Int(0);
  for (int i = 0; i < 300'000; ++i) deep = Sum(deep, Int(1));
  EXPECT_EQ(AfterChildren<Order::kFirstToLast>(deep).size(), 600'001u);
  size_t count = 0;
  WalkOnce(deep, [&](const Node*) { ++count; });
  EXPECT_EQ(count, 600'001u);
  EXPECT_EQ(Rewrite(ctx, deep, [](const Node* rebuilt, const Node*) { return rebuilt; }), deep);
}

}  // namespace
}  // namespace assay
