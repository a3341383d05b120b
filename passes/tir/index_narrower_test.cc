// What no text shows of a kernel is narrow, too: the sizes in the function's own type.
#include "passes/tir/index_narrower.h"

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"
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

}  // namespace
}  // namespace assay
