#include "ir/support/small_stack.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(SmallStackTest, LastInFirstOutBeyondTheInlineValues) {
  SmallStack<int, 4> stack;
  for (int i = 0; i < 100; ++i) stack.push_back(i);
  EXPECT_EQ(stack.size(), 100u);
  EXPECT_EQ(stack[3], 3);
  for (int i = 99; i >= 0; --i) {
    ASSERT_FALSE(stack.empty());
    EXPECT_EQ(stack.back(), i);
    stack.pop_back();
  }
  EXPECT_TRUE(stack.empty());
}

TEST(SmallStackTest, ReverseFromTurnsTheTopAround) {
  for (int count : {3, 9}) {
    SmallStack<int, 4> stack;
    for (int i = 0; i < count; ++i) stack.push_back(i);
    stack.ReverseFrom(1);
    EXPECT_EQ(stack[0], 0);
    EXPECT_EQ(stack[1], count - 1);
    EXPECT_EQ(stack.back(), 1);
  }
}

}  // namespace
}  // namespace assay
