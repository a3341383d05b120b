// The table of patterns: every line reads, names a compiler, and is found by name.
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "passes/pattern/registry.h"

namespace assay {
namespace {

TEST(PatternRegistryTest, EveryLineReads) {
  Context ctx;
  for (const PatternSpec& row : AllPatterns()) {
    auto graph = ParsePattern(ctx, row.text);
    EXPECT_TRUE(graph.ok()) << row.name << ": " << graph.error().message;
    EXPECT_TRUE(row.name.starts_with("assay.")) << row.name;
    EXPECT_NE(row.check, nullptr) << row.name;
    EXPECT_EQ(FindPattern(row.name), &row) << "two lines are called " << row.name;
  }
  EXPECT_EQ(FindPattern("assay.nothing"), nullptr);
}

// How many functions carry the attribute Composite after the pattern has been applied.
size_t Composites(std::string_view pattern, std::string_view body) {
  Context ctx;
  std::string text =
      "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((4, 4), \"float32\"), "
      "w: R.Tensor((4, 4), \"float32\"), b: R.Tensor((4,), \"float32\")):\n        with R.dataflow():\n";
  text += body;
  text += "            R.output(z)\n        return z\n";
  auto module = ParseModule(ctx, "test.py", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  PassContext pass_ctx(ctx);
  auto calls = ParsePassList(ctx, "FuseOpsByPattern{\"patterns\":[\"" + std::string(pattern) + "\"]}");
  auto fused = RunPass(pass_ctx, (*calls)[0], *module);
  EXPECT_TRUE(fused.ok()) << fused.error().message;
  size_t count = 0;
  for (const ModuleEntry& entry : fused->entries)
    count += StringAttr(AttrsOf(entry.func), "Composite") == pattern ? 1 : 0;
  return count;
}

TEST(PatternRegistryTest, MatmulWithBiasAndActivation) {
  constexpr std::string_view kBody =
      "            y = R.matmul(x, w)\n            s = R.add(y, b)\n            z = R.nn.relu(s)\n";
  EXPECT_EQ(Composites("assay.matmul_bias_relu", kBody), 1u);
  EXPECT_EQ(Composites("assay.matmul_bias_gelu", kBody), 0u);
  EXPECT_EQ(Composites("assay.matmul_bias", kBody), 1u);
}

TEST(PatternRegistryTest, WhatIsUsedOutsideStaysOutside) {
  constexpr std::string_view kBody =
      "            y = R.matmul(x, w)\n            s = R.add(y, b)\n            z = R.multiply(s, y)\n";
  EXPECT_EQ(Composites("assay.matmul_bias", kBody), 0u);
  EXPECT_EQ(Composites("assay.matmul", kBody), 1u);
}

TEST(PatternRegistryTest, OneNameForThreeActivations) {
  for (std::string_view activation : {"relu", "gelu", "silu"}) {
    std::string body =
        "            t = R.permute_dims(w)\n            y = R.matmul(x, t)\n            s = R.add(b, y)\n            z "
        "= R.nn." +
        std::string(activation) + "(s)\n";
    EXPECT_EQ(Composites("assay.matmul_transposed_bias_activation", body), 1u) << activation;
  }
}

}  // namespace
}  // namespace assay
