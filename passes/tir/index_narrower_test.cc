// What no text shows of a kernel is narrow, too: the sizes in the function's own type.
#include "passes/tir/index_narrower.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

TEST(IndexNarrower, TheTypeOfAKernelHasTheSizesOfItsBuffers) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "sizes.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n + 1", "2 * n"), "float32"), s: R.Shape(["n"])) -> R.Tensor(("n + 1", "2 * n"), "float32"):
        n = T.int64()
        y = R.add(x, x)
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  for (const char* passes : {"LegalizeOps,ForceNarrowIndexToInt32", "LegalizeOps,NarrowDataType"}) {
    PassContext pass_ctx(ctx);
    Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
    ASSERT_TRUE(calls.ok()) << calls.error().message;
    Result<Module> made = RunSequential(pass_ctx, *calls, *module);
    ASSERT_TRUE(made.ok()) << passes << ": " << made.error().message;
    std::vector<uint8_t> bytes = Serialize(*made);
    Context other;
    Result<Module> loaded = Deserialize(other, bytes, OpOfFullName);
    ASSERT_TRUE(loaded.ok()) << passes << ": " << loaded.error().message;
    EXPECT_TRUE(Equal(*made, *loaded)) << passes;
  }
}

// A view's size that something else defines is that one, behind the view as well.
TEST(IndexNarrower, ViewsDefineNoSizeThatIsThere) {
  const struct {
    const char* above;
    const char* size;
  } kTable[] = {
      {"for i in range(T.int64(1)):", "s"},     {"for i in T.thread_binding(T.int64(4), thread=\"threadIdx.x\"):", "i"},
      {"for i in range(T.int64(4)):", "i"},     {"for i in T.serial(T.int64(4), step=T.int64(2)):", "i"},
      {"for i in range(T.int64(1)):", "named"}, {"for i in range(T.int64(1)):", "fresh"}};
  for (const auto& [above, size] : kTable) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "view.py",
                                        fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), s: T.int64):
        named: T.let[T.int64] = T.int64(3)
        {0}
            with T.sblock("view"):
                T.reads(A[0:8])
                T.writes(A[0:8])
                fresh = T.int64()
                B = T.match_buffer(A[0:{1}], ({2},), offset_factor=1)
                B[0] = T.Cast("float32", {2})
            with T.sblock("behind"):
                T.reads(A[0:8])
                T.writes(A[0:8])
                A[0] = T.Cast("float32", {3})
)",
                                                    above, std::string_view(size) == "fresh" ? "4" : size, size,
                                                    std::string_view(size) == "fresh" ? "s" : size));
    ASSERT_TRUE(module.ok()) << size << ": " << module.error().message;
    ASSERT_TRUE(IsWellFormed(ctx, *module)) << size;
    PassContext pass_ctx(ctx);
    Result<Module> made = RunPass(pass_ctx, {FindPass("ForceNarrowIndexToInt32"), {}}, *module);
    ASSERT_TRUE(made.ok()) << size << ": " << made.error().message;
    EXPECT_TRUE(IsWellFormed(ctx, *made)) << PrintModule(*made);
  }
}

// An index of a narrow loop is narrow at once, whatever it is cast to on the way: nothing is left for a second time.
TEST(IndexNarrower, WhatIsNarrowedHasNothingLeftToNarrow) {
  const char* kIndices[] = {"i",
                            "T.Cast(\"int32\", i)",
                            "T.Cast(\"int64\", T.Cast(\"int32\", i))",
                            "T.Cast(\"int32\", i * 2) + T.Cast(\"int32\", i)",
                            "T.Cast(\"int64\", T.Cast(\"int32\", i) + 1) + i",
                            "T.Select(i < 2, T.Cast(\"int32\", i), T.Cast(\"int32\", i + 1))",
                            "T.Cast(\"int64\", T.Cast(\"uint8\", i))",
                            "T.Cast(\"int32\", T.Cast(\"int8\", i))",
                            "T.Cast(\"int32\", i * T.int64(100000)) // 100000"};
  for (const char* index : kIndices) {
    for (int bits : {16, 32}) {
      Context ctx;
      Result<Module> module = ParseModule(ctx, "cast.py",
                                          fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32")):
        for i in range(T.int64(4)):
            A[{}] = T.float32(1)
)",
                                                      index));
      ASSERT_TRUE(module.ok()) << module.error().message;
      PassContext pass_ctx(ctx);
      PassCall call{FindPass("NarrowDataType"), {{"target_bits", MakeAttrInt(ctx, bits)}}};
      Result<Module> once = RunPass(pass_ctx, call, *module);
      ASSERT_TRUE(once.ok()) << once.error().message;
      EXPECT_FALSE(Equal(*module, *once)) << index;
      Result<Module> twice = RunPass(pass_ctx, call, *once);
      ASSERT_TRUE(twice.ok()) << twice.error().message;
      EXPECT_TRUE(Equal(*once, *twice)) << PrintModule(*once) << "\n" << PrintModule(*twice);
    }
  }
}

}  // namespace
}  // namespace assay
