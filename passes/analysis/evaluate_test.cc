// What passes compute themselves: dear calls stay, and the budget of the PassContext ends them.
#include "passes/analysis/evaluate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// A chain of `links` additions to a constant of `count` elements.
std::string Chain(int64_t count, int links) {
  std::string text = fmt::format(
      "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
      "    @R.function\n    def main() -> R.Tensor(({0},), \"float32\"):\n        with R.dataflow():\n"
      "            v0: R.Tensor(({0},), \"float32\") = R.full(R.shape([{0}]), R.const(2.0, \"float32\"), "
      "dtype=\"float32\")\n",
      count);
  for (int i = 0; i < links; ++i)
    text += fmt::format("            v{0}: R.Tensor(({1},), \"float32\") = R.add(v{2}, v0)\n", i + 1, count, i);
  return text + fmt::format(
                    "            gv: R.Tensor(({},), \"float32\") = R.negative(v{})\n            R.output(gv)\n"
                    "        return gv\n",
                    count, links);
}

struct Folded {
  Result<std::string> text;
  std::vector<PassNote> notes;
  OutOfBudget spent;
};

Folded Fold(const std::string& text, const Budget& budget, std::string_view pass = "FoldConstant") {
  Context ctx;
  auto module = ParseModule(ctx, "chain.py", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  PassContext pass_ctx(ctx);
  pass_ctx.meter = Meter(budget);
  Result<Module> made = RunSequential(pass_ctx, *ParsePassList(ctx, pass), *module);
  Result<std::string> printed = made.ok() ? Result<std::string>(PrintModule(*made)) : made.error();
  return {printed, pass_ctx.notes, pass_ctx.meter.Spent()};
}

TEST(EvaluateTest, ACallThatIsTooDearAloneIsLeftForTheRun) {
  // Of bytes, before it is computed; of steps, while it is.
  struct Row {
    int64_t count;
    const char* why;
  };
  for (const Row& row : {Row{10'000'000'000, "its value takes over 268435456 bytes"},
                         Row{67'000'000, "its value takes over 50000000 steps"}}) {
    Folded folded = Fold(Chain(row.count, 0), kPassBudget);
    ASSERT_TRUE(folded.text.ok()) << folded.text.error().message;
    EXPECT_NE(folded.text->find("R.full("), std::string::npos);
    ASSERT_EQ(folded.notes.size(), 1u) << row.count;
    EXPECT_EQ(folded.notes[0].op, "relax.full");
    EXPECT_EQ(folded.notes[0].why, row.why);
    EXPECT_EQ(folded.notes[0].kind, PassNote::Kind::kLater);
  }
}

TEST(EvaluateTest, TheMeterCountsEveryStepAndEveryConstantOfAChain) {
  // full, three additions and the negation of 8 elements: 40 steps, 160 bytes.
  std::string chain = Chain(8, 3);
  Folded enough = Fold(chain, {.steps = 40, .bytes = 160});
  ASSERT_TRUE(enough.text.ok()) << enough.text.error().message;
  EXPECT_EQ(enough.text->find("R.add"), std::string::npos);
  Folded few = Fold(chain, {.steps = 39, .bytes = 160});
  ASSERT_FALSE(few.text.ok());
  EXPECT_EQ(few.text.error().kind, DiagKind::kOutOfBudget);
  EXPECT_EQ(few.text.error().message, "cannot fold relax.negative: out of budget");
  EXPECT_GT(few.text.error().span.end, few.text.error().span.begin);
  EXPECT_EQ(few.spent.limit, Limit::kSteps);
  Folded small = Fold(chain, {.steps = 40, .bytes = 64});
  ASSERT_FALSE(small.text.ok());
  EXPECT_EQ(small.text.error().message, "cannot fold relax.add: out of budget");
  EXPECT_EQ(small.spent.limit, Limit::kBytes);
}

TEST(EvaluateTest, WhatLegalizationMakesConstantIsCounted) {
  std::string text =
      "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
      "    @R.function\n    def main() -> R.Tensor((100,), \"float32\"):\n"
      "        gv: R.Tensor((100,), \"float32\") = R.arange(0, 100, 1, dtype=\"float32\")\n        return gv\n";
  EXPECT_TRUE(Fold(text, {.steps = 100, .bytes = 400}, "LegalizeOps").text.ok());
  for (const Budget& budget : {Budget{.steps = 99, .bytes = 400}, Budget{.steps = 100, .bytes = 399}}) {
    Folded folded = Fold(text, budget, "LegalizeOps");
    ASSERT_FALSE(folded.text.ok());
    EXPECT_EQ(folded.text.error().message, "cannot fold relax.arange: out of budget");
  }
}

}  // namespace
}  // namespace assay
