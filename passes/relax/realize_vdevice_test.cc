// RealizeVDevice leaves its input alone, so that a second application agrees with the first and Sequential with direct;
// with the historical fault switched on, it does not.
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/support/fault.h"
#include "ir/text/parse.h"
#include "passes/pass.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm"}), I.vdevice({"kind": "cuda"})]})
    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="llvm:0")) -> R.Tensor((2,), dtype="float32"):
        a = R.hint_on_device(x, R.device(2, 0), "global")
        return a
)";

struct Applied {
  bool input_unchanged;
  bool results_agree;
};

Applied ApplyTwice() {
  Context ctx;
  auto module = ParseModule(ctx, "s1.py", std::string(kModule));
  EXPECT_TRUE(module.ok()) << module.error().message;
  uint64_t before = StructuralHash(*module);
  PassContext pass_ctx(ctx);
  pass_ctx.verify_each = false;
  std::vector<PassCall> calls{{FindPass("RealizeVDevice"), {}}};
  auto direct = RunPass(pass_ctx, calls[0], *module);
  bool unchanged = StructuralHash(*module) == before;
  auto sequential = RunSequential(pass_ctx, calls, *module);
  EXPECT_TRUE(direct.ok() && sequential.ok());
  return {unchanged, Equal(*direct, *sequential)};
}

TEST(RealizeVDeviceTest, InputIsNotTouched) {
  Applied applied = ApplyTwice();
  EXPECT_TRUE(applied.input_unchanged);
  EXPECT_TRUE(applied.results_agree);
}

#ifdef ASSAY_FAULTS
TEST(RealizeVDeviceTest, TheHistoricalFaultTouchesIt) {
  SetFaults({Fault::realize_vdevice_mutates_input});
  Applied applied = ApplyTwice();
  SetFaults({});
  EXPECT_FALSE(applied.input_unchanged);
  EXPECT_FALSE(applied.results_agree);
}
#endif

}  // namespace
}  // namespace assay
