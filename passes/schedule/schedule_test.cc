// Traces as text, and the table of schedule primitives: every precondition's label is refused in some test of
// testdata/schedule or here.
#include "passes/schedule/schedule.h"

#include <algorithm>
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

// A kernel of A (8 by 6), B (8 by 6), C (8) and D (8 by 6, allocated), with these statements.
std::string KernelOf(std::string_view statements) {
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 6), "float32"), B: T.Buffer((8, 6), "float32"), C: T.Buffer((8,), "float32")):
        D = T.sblock_alloc_buffer((8, 6), "float32")
{})",
                     statements);
}

// Blocks in loops i and j: "b", a store at its own variables; "twice", whose instances write the same elements.
constexpr std::string_view kPlain = R"(        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
)";
constexpr std::string_view kTwoBlocks = R"(        for i in range(8):
            for j in range(6):
                with T.sblock("b"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]
            with T.sblock("c"):
                vi = T.axis.spatial(8, i)
                C[vi] = A[vi, 0]
)";
constexpr std::string_view kFromOne = R"(        for i in range(8):
            for j in T.serial(1, 6):
                with T.sblock("b"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]
)";
constexpr std::string_view kTriangle = R"(        for i in range(6):
            for j in range(i + 1):
                with T.sblock("b"):
                    vi = T.axis.spatial(8, i)
                    vj = T.axis.spatial(6, j)
                    B[vi, vj] = A[vi, vj]
)";
constexpr std::string_view kOverwrites = R"(        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.spatial(6, j)
                C[0] = A[vi, vj]
)";
constexpr std::string_view kMirrors = R"(        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = B[7 - vi, vj]
)";
constexpr std::string_view kSum = R"(        for i, k in T.grid(8, 6):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]
)";
constexpr std::string_view kTriangleSum = R"(        for i in range(6):
            for k, l in T.grid(6, i + 1):
                with T.sblock("b"):
                    vi = T.axis.spatial(8, i)
                    vk = T.axis.reduce(6, k)
                    vl = T.axis.reduce(6, l)
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + A[vi, vk] * A[vi, vl]
)";
constexpr std::string_view kBothKinds = R"(        for i, j in T.grid(6, 6):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.spatial(6, j)
                vk = T.axis.reduce(6, j)
                with T.init():
                    B[vi, vj] = T.float32(0)
                B[vi, vj] = B[vi, vj] + A[vi, vk]
)";
constexpr std::string_view kViewed = R"(        E = T.decl_buffer((48,), "float32", data=D.data)
        for i, j in T.grid(8, 6):
            with T.sblock("d"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj]
        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = E[vi * 6 + vj]
)";
constexpr std::string_view kReadsWritten = R"(        for i, j in T.grid(8, 6):
            with T.sblock("d"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = B[vi, vj]
        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = D[vi, vj]
)";
constexpr std::string_view kReadsResult = R"(        for i, j in T.grid(8, 6):
            with T.sblock("d"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj]
        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = D[vi, vj]
        for i in range(8):
            with T.sblock("c"):
                vi = T.axis.spatial(8, i)
                C[vi] = B[vi, 0]
)";
constexpr std::string_view kTwoStores = R"(        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
                D[vi, vj] = A[vi, vj]
)";

struct RefusedTrace {
  std::string_view label, statements, trace;
};
constexpr RefusedTrace kRefused[] = {
    {"split.r1", kFromOne, "split(b, 1, [2, None])"},
    {"split.r5", kTwoBlocks, "split(b, 0, [2, 4])"},
    {"fuse.r2", kFromOne, "fuse(b, 0)"},
    {"fuse.r3", kPlain, "parallel(b, 0)\nfuse(b, 0)"},
    {"fuse.r4", kTriangle, "fuse(b, 0)"},
    {"reorder.r2", kTwoBlocks, "reorder(b, [1, 0])"},
    {"reorder.r3", kTriangle, "reorder(b, [1, 0])"},
    {"reorder.r4", kOverwrites, "reorder(b, [1, 0])"},
    {"reorder.r6", kBothKinds, "reorder(b, [1, 0])"},
    {"tile.r1", kSum, "tile(b, [2])"},
    {"tile.r2", kOverwrites, "tile(b, [2, 2])"},
    {"parallel.r1", kTwoBlocks, "parallel(b, 0)"},
    {"parallel.r3", kOverwrites, "parallel(b, 0)"},
    {"parallel.r4", kPlain, "unroll(b, 0)\nparallel(b, 0)"},
    {"vectorize.r1", kTwoBlocks, "vectorize(b, 0)"},
    {"vectorize.r2", kSum, "vectorize(b, 1)"},
    {"vectorize.r3", kOverwrites, "vectorize(b, 1)"},
    {"vectorize.r4", kPlain, "unroll(b, 1)\nvectorize(b, 1)"},
    {"bind.r1", kTwoBlocks, "bind(b, 0, \"threadIdx.x\")"},
    {"bind.r2", kSum, "bind(b, 1, \"blockIdx.x\")"},
    {"bind.r3", kOverwrites, "bind(b, 0, \"threadIdx.x\")"},
    {"bind.r4", kPlain, "unroll(b, 0)\nbind(b, 0, \"threadIdx.x\")"},
    {"compute_inline.r3", kViewed, "compute_inline(d)"},
    {"compute_inline.r4", kReadsWritten, "compute_inline(d)"},
    {"reverse_compute_inline.r4", kReadsResult, "reverse_compute_inline(b)"},
    {"decompose_reduction.r3", kTriangleSum, "decompose_reduction(b, 0)"},
    {"cache_read.r3", kTwoStores, "cache_read(b, 0, \"local\")"},
    {"cache_write.r2", kMirrors, "cache_write(b, \"local\")"},
    {"set_scope.r3", kViewed, "set_scope(d, 0, \"local\")"},
    {"storage_align.r1", kPlain, "storage_align(b, 0, [0, 2, 0])"},
};

TEST(ScheduleTest, WhatBreaksAPreconditionIsRefusedByIt) {
  for (const RefusedTrace& row : kRefused) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "kernel.py", KernelOf(row.statements));
    ASSERT_TRUE(module.ok()) << module.error().message;
    Result<std::vector<TraceInstruction>> trace = ParseTrace(row.trace);
    ASSERT_TRUE(trace.ok()) << row.label << ": " << trace.error().message;
    Result<Module> made = ApplyTrace(ctx, *module, *trace);
    ASSERT_FALSE(made.ok()) << row.label;
    EXPECT_EQ(made.error().rule, SchedulePrimitiveLabel(row.label)) << made.error().message;
    EXPECT_EQ(made.error().kind, DiagKind::kCannotLower);
  }
}

// By a text of testdata/schedule, or above.
TEST(ScheduleTest, EveryPreconditionIsRefusedSomewhere) {
  std::string texts;
  for (const auto& file : std::filesystem::directory_iterator("passes/testdata/schedule"))
    texts += *ReadFile(file.path());
  auto is_refused = [&](std::string_view label) {
    auto is = [&](const RefusedTrace& row) { return SchedulePrimitiveLabel(row.label) == label; };
    return std::ranges::any_of(kRefused, is) ||
           texts.find(fmt::format("# error: [{}] line", label)) != std::string::npos;
  };
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    for (size_t i = 0; i < primitive->preconditions.size(); ++i) {
      std::string label = SchedulePreconditionLabel(*primitive, i);
      EXPECT_TRUE(is_refused(label)) << label;
    }
  }
  for (const SchedulePrecondition& general : GeneralSchedulePreconditions())
    EXPECT_TRUE(is_refused(general.label)) << general.label;
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
