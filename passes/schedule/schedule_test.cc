// Traces as text, and the table of schedule primitives: every precondition's label is refused in some test of
// testdata/schedule or here.
#include "passes/schedule/schedule.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/support/file.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

TEST(ScheduleTest, TracesComeBackAsText) {
  std::string text = "@main\nsplit(C, 1, [4, None])\nreorder(C, [1, 0])\n@other\nbind(D, 0, \"threadIdx.x\")\n";
  Result<std::vector<TraceInstruction>> instructions = ParseTrace("# a comment\n" + text + "\n");
  ASSERT_TRUE(instructions.ok()) << instructions.error().message;
  EXPECT_EQ(instructions->size(), 3u);
  EXPECT_EQ((*instructions)[1].line, 4);
  EXPECT_EQ(TraceText(*instructions), text);
}

TEST(ScheduleTest, BadTextIsPlaced) {
  for (std::string_view text :
       {"split", "split(C)", "split(C, x, [1])", "split(C, 0, [1)", "nothing(C)", "bind(C, 0, threadIdx.x)", "()"}) {
    Result<std::vector<TraceInstruction>> instructions = ParseTrace("\n" + std::string(text));
    ASSERT_FALSE(instructions.ok()) << text;
    EXPECT_EQ(instructions.error().kind, DiagKind::kSyntax) << text;
    EXPECT_NE(instructions.error().message.find("line 2"), std::string::npos) << instructions.error().message;
  }
}

TEST(ScheduleTest, RowsAreComplete) {
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    EXPECT_FALSE(primitive->name.empty() || primitive->doc.empty() || primitive->args.empty() ||
                 primitive->preconditions.empty())
        << primitive->name;
    EXPECT_EQ(primitive->args.find_first_not_of("bint"), std::string_view::npos) << primitive->name;
    EXPECT_EQ(FindPrimitive(primitive->name), primitive);
  }
}

// Each precondition is refused by some text of testdata/schedule.
TEST(ScheduleTest, EveryPreconditionIsRefusedSomewhere) {
  std::string texts;
  for (const auto& file : std::filesystem::directory_iterator("passes/testdata/schedule"))
    texts += *ReadFile(file.path());
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    for (size_t i = 0; i < primitive->preconditions.size(); ++i) {
      std::string label = SchedulePreconditionLabel(*primitive, i);
      EXPECT_NE(texts.find(fmt::format("# error: [{}] line", label)), std::string::npos) << label;
    }
  }
  for (const SchedulePrecondition& general : GeneralSchedulePreconditions())
    EXPECT_NE(texts.find(fmt::format("# error: [{}] line", general.label)), std::string::npos) << general.label;
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
  size_t instructions = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    std::vector<TraceInstruction> drawn = DrawTrace(ctx, *module, bytes, 4, {});
    instructions += drawn.size();
    Result<std::vector<TraceInstruction>> read = ParseTrace(TraceText(drawn));
    ASSERT_TRUE(read.ok()) << read.error().message;
    Result<Module> once = ApplyTrace(ctx, *module, drawn), again = ApplyTrace(ctx, *module, *read);
    ASSERT_TRUE(once.ok() && again.ok()) << TraceText(drawn);
    EXPECT_TRUE(Equal(*once, *again)) << TraceText(drawn);
  }
  EXPECT_GT(instructions, 20u);
}

}  // namespace
}  // namespace assay
