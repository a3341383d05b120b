// A mutant that a random module shows gets a text, reduced and read back, one that a text at hand shows gets none, and
// one that ends the process does so alone.
#include "fuzzers/bench/golden_growth.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "ir/text/parse.h"
#include "ir/walk.h"
#include "passes/golden_text.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

uint32_t on = 0;
bool reached[8] = {};

bool MutantIs(uint32_t number) {
  reached[number] = true;
  return on == number;
}

bool HasExp(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const auto* op = As<Op>(node);
      found |= op != nullptr && op->name.text() == "relax.exp";
      return true;
    });
  }
  return found;
}

// What the passes give, but for mutants: 1 refuses what has an exp, 3 refuses everything, 4 ends the process; 2 does
// nothing.
Result<Module> RunWithMutants(PassContext& pass_ctx, const GoldenText& golden, const Module& module) {
  bool refuses = (MutantIs(1) && HasExp(module)) || MutantIs(3);
  MutantIs(2);
  if (MutantIs(4)) abort();
  if (refuses) return Diag{DiagKind::kUnsupported, {}, "a mutant is on", "", {}};
  return RunGoldenText(pass_ctx, golden, module);
}

GrowthOptions Options() {
  GrowthOptions options;
  for (uint32_t i = 1; i < 6; ++i) options.mutants.push_back({i, "a.cc", static_cast<int>(i), "negation", "x > y", ""});
  options.passes = {FindPass("Normalize")};
  options.runs = 240;
  options.reduce_seconds = 2;
  options.switch_on = [](uint32_t number) { on = number; };
  options.reached = [](uint32_t number) { return reached[number]; };
  options.forget = [] { std::ranges::fill(reached, false); };
  options.run = RunWithMutants;
  return options;
}

TEST(GoldenGrowthTest, WhatAModuleShowsGetsAText) {
  GrowthOptions options = Options();
  std::vector<GrownText> grown;
  options.grown = [&](const GrownText& one) { grown.push_back(one); };
  auto result = GrowGoldenTexts(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->known, 0u);
  EXPECT_EQ(result->told, 2u);
  EXPECT_EQ(result->ended, 1u);
  EXPECT_THAT(result->left, ElementsAre(2));
  EXPECT_THAT(result->unreached, ElementsAre(5));
  ASSERT_FALSE(grown.empty());
  for (const GrownText& one : grown) {
    EXPECT_EQ(one.pass, "Normalize");
    EXPECT_THAT(one.text, HasSubstr("# RUN: Normalize\n# Shows a mutant of a.cc (negation): x > y\n"));
    auto golden = SplitGoldenText(one.text);
    ASSERT_TRUE(golden.ok());
    Context ctx;
    auto module = ParseModule(ctx, "grown", golden->input);
    ASSERT_TRUE(module.ok()) << module.error().message;
    PassContext pass_ctx(ctx);
    EXPECT_EQ(GoldenOutcome(pass_ctx, RunGoldenText(pass_ctx, *golden, *module)), golden->expected);
    // What shows the first has what it looks for, and hardly more.
    if (std::ranges::find(one.mutants, 1u) != one.mutants.end()) {
      EXPECT_TRUE(HasExp(*module));
    }
    EXPECT_LE(std::ranges::count(golden->input, '\n'), 14) << one.text;
  }
}

TEST(GoldenGrowthTest, WhatATextAtHandShowsGetsNone) {
  std::string folder = testing::TempDir() + "growth_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/exp.py") << R"(# RUN: Normalize
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.exp(x)
        return y
# ---
)";
  GrowthOptions options = Options();
  options.texts = {folder};
  size_t grown = 0;
  options.grown = [&](const GrownText&) { ++grown; };
  auto result = GrowGoldenTexts(options);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->known, 2u);
  EXPECT_EQ(result->told, 0u);
  EXPECT_EQ(result->ended, 1u);
  EXPECT_EQ(grown, 0u);
}

TEST(GoldenGrowthTest, ATextWithoutPassesIsAnError) {
  std::string folder = testing::TempDir() + "growth_bad_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/bad.py") << "no passes\n";
  GrowthOptions options = Options();
  options.texts = {folder};
  EXPECT_FALSE(GrowGoldenTexts(options).ok());
  std::filesystem::remove_all(folder);
  auto nowhere = GrowGoldenTexts(options);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().message, HasSubstr("no golden texts in " + folder));
}

}  // namespace
}  // namespace assay
