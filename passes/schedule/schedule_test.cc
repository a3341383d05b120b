// Traces as text, and the table of steps: every precondition's label is refused in some test of testdata/schedule or
// here.
#include "passes/schedule/schedule.h"

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

TEST(ScheduleTest, TracesComeBackAsText) {
  std::string text = "@main\nsplit(C, 1, [4, None])\nreorder(C, [1, 0])\n@other\nbind(D, 0, \"threadIdx.x\")\n";
  Result<std::vector<ScheduleStep>> steps = ParseTrace("# a comment\n" + text + "\n");
  ASSERT_TRUE(steps.ok()) << steps.error().message;
  EXPECT_EQ(steps->size(), 3u);
  EXPECT_EQ((*steps)[1].line, 4);
  EXPECT_EQ(TraceText(*steps), text);
}

TEST(ScheduleTest, BadTextIsPlaced) {
  for (std::string_view text :
       {"split", "split(C)", "split(C, x, [1])", "split(C, 0, [1)", "nothing(C)", "bind(C, 0, threadIdx.x)", "()"}) {
    Result<std::vector<ScheduleStep>> steps = ParseTrace("\n" + std::string(text));
    ASSERT_FALSE(steps.ok()) << text;
    EXPECT_EQ(steps.error().kind, DiagKind::kSyntax) << text;
    EXPECT_NE(steps.error().message.find("line 2"), std::string::npos) << steps.error().message;
  }
}

TEST(ScheduleTest, RowsAreComplete) {
  for (const PrimitiveSpec* step : AllPrimitives()) {
    EXPECT_FALSE(step->name.empty() || step->doc.empty() || step->args.empty() || step->preconditions.empty())
        << step->name;
    EXPECT_EQ(step->args.find_first_not_of("bint"), std::string_view::npos) << step->name;
    EXPECT_EQ(FindStep(step->name), step);
  }
}

constexpr std::string_view kKernel = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 6), "float32"), B: T.Buffer((8, 6), "float32")):
        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
)";

TEST(ScheduleTest, RandomTracesReplay) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "kernel.py", std::string(kKernel));
  ASSERT_TRUE(module.ok()) << module.error().message;
  size_t steps = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    std::vector<ScheduleStep> drawn = DrawTrace(ctx, *module, bytes, 4, {});
    steps += drawn.size();
    Result<std::vector<ScheduleStep>> read = ParseTrace(TraceText(drawn));
    ASSERT_TRUE(read.ok()) << read.error().message;
    Result<Module> once = ApplyTrace(ctx, *module, drawn), again = ApplyTrace(ctx, *module, *read);
    ASSERT_TRUE(once.ok() && again.ok()) << TraceText(drawn);
    EXPECT_TRUE(Equal(*once, *again)) << TraceText(drawn);
  }
  EXPECT_GT(steps, 20u);
}

}  // namespace
}  // namespace assay
