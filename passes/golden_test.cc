// Every golden text (golden_text.h) of testdata/<pass>/*.py gives what it says. ASSAY_UPDATE_GOLDEN=1 rewrites what is
// expected; review reads the diff.
#include "passes/golden_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/equal.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, Matches) {
  auto golden = SplitGoldenText(ReadText(GetParam()));
  ASSERT_TRUE(golden.ok()) << golden.error().message;
  Context ctx;
  auto module = ParseModule(ctx, GetParam(), golden->input);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  uint64_t before = StructuralHash(*module);
  PassContext pass_ctx(ctx);
  auto after = RunGoldenText(pass_ctx, *golden, *module);
  EXPECT_EQ(StructuralHash(*module), before) << "the input was changed";
  std::string actual = GoldenOutcome(pass_ctx, after);
  if (std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(GetParam(), std::ios::binary) << golden->input << kGoldenSeparator << actual;
    return;
  }
  EXPECT_EQ(actual, golden->expected);
}

TEST(GoldenTextTest, PartsStandWhereTheyAreSaidToBe) {
  auto golden = SplitGoldenText("# RUN: Normalize\n# CONFIG: a.b\nmodule\n# ---\nafter\n");
  ASSERT_TRUE(golden.ok());
  EXPECT_EQ(golden->run, "Normalize");
  EXPECT_EQ(golden->setting, "a.b");
  EXPECT_EQ(golden->input, "# RUN: Normalize\n# CONFIG: a.b\nmodule\n");
  EXPECT_EQ(golden->expected, "after\n");
  EXPECT_EQ(SplitGoldenText("# RUN: Normalize")->setting, "");
  EXPECT_FALSE(SplitGoldenText("").ok());
  EXPECT_FALSE(SplitGoldenText("module\n# RUN: Normalize\n").ok());
}

std::string NameOf(const testing::TestParamInfo<std::string>& info) {
  fs::path path = info.param;
  std::string name = path.parent_path().filename().string() + "_" + path.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Passes, GoldenTest, testing::ValuesIn(GoldenTextsIn("passes/testdata")), NameOf);

}  // namespace
}  // namespace assay
