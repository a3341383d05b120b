#include "cli/refused.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string Said(size_t count) {
  testing::internal::CaptureStderr();
  SayRefused(std::vector<std::string>(count, "u/3: of another campaign"));
  return testing::internal::GetCapturedStderr();
}

TEST(RefusedTest, OfManyTheFirstOnesAreNamed) {
  EXPECT_EQ(Said(0), "");
  EXPECT_EQ(Said(1), "assay: error: refused: u/3: of another campaign\n");
  std::string all = Said(20), many = Said(10'020);
  EXPECT_EQ(std::ranges::count(all, '\n'), 20);
  EXPECT_EQ(many, all + "assay: error: refused: 10,000 more\n");
}

}  // namespace
}  // namespace assay
