// Files in one file, and what is none.
#include "fuzzers/units/packed_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using testing::HasSubstr;

TEST(PackedFilesTest, GoThroughText) {
  for (const PackedFiles& files : {PackedFiles{}, PackedFiles{{"a", ""}},
                                   PackedFiles{{"a", "12 b\n\n"}, {"b/c d", std::string("\0\n", 2)}, {"z", "end"}}}) {
    auto read = ParsePacked(PackedText(files), "p");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, files);
  }
}

TEST(PackedFilesTest, WhatIsNoneIsRefused) {
  struct Row {
    const char *text, *message;
  };
  for (const Row& row : {
           Row{"", "invalid p: expected 'assay packed 1', got ''"},
           Row{"assay packed 2\n", "expected 'assay packed 1', got 'assay packed 2'"},
           Row{"assay packed 1\n3 a", "expected 'BYTES NAME', got '3 a'"},
           Row{"assay packed 1\n03 a\nabc", "expected 'BYTES NAME', got '03 a'"},
           Row{"assay packed 1\n-1 a\nabc", "expected 'BYTES NAME', got '-1 a'"},
           Row{"assay packed 1\n99999999999999999999 a\nabc", "expected 'BYTES NAME'"},
           Row{"assay packed 1\n3 \nabc", "expected 'BYTES NAME', got '3 '"},
           Row{"assay packed 1\n4 a\nabc", "expected 4 bytes of a, got '3 bytes'"},
           Row{"assay packed 1\n3 a\nabcd", "expected 'BYTES NAME', got 'd'"},
           Row{"assay packed 1\n0 b\n0 a\n", "expected names in order, got 'a'"},
           Row{"assay packed 1\n0 a\n0 a\n", "expected names in order, got 'a'"},
       }) {
    auto read = ParsePacked(row.text, "p");
    ASSERT_FALSE(read.ok()) << row.text;
    EXPECT_EQ(read.error().kind, DiagKind::kCorrupt);
    EXPECT_THAT(read.error().message, HasSubstr(row.message)) << row.text;
  }
}

}  // namespace
}  // namespace assay
