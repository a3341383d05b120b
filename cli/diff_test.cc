#include "cli/diff.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(DiffTest, EqualTextsHaveNone) { EXPECT_EQ(LineDiff("a\nb\n", "a\nb\n"), ""); }

TEST(DiffTest, ShowsChangedLinesWithContext) {
  EXPECT_EQ(LineDiff("1\n2\n3\n4\nold\n6\n7\n8\n9\n", "1\n2\n3\n4\nnew\n6\n7\n8\n9\n"),
            "...\n 3\n 4\n-old\n+new\n 6\n 7\n...\n");
}

TEST(DiffTest, KeepsCommonLinesBetweenChanges) {
  EXPECT_EQ(LineDiff("a\nb\nc\n", "x\nb\ny\n"), "-a\n+x\n b\n-c\n+y\n");
}

TEST(DiffTest, OneSideMayBeEmpty) {
  EXPECT_EQ(LineDiff("", "a\n"), "+a\n");
  EXPECT_EQ(LineDiff("a\n", ""), "-a\n");
}

}  // namespace
}  // namespace assay
