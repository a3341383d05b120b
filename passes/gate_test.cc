// Tests of the gate before code generation: what is left is named with place and cause, split into later and now.
#include "passes/gate.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2), y: R.Tensor((2, 2), dtype="float32")) -> R.Tensor(dtype="float32"):
        a = R.add(x, x)
        b = R.exp(y)
        c = R.builtin.stop_lift_params(b)
        return a
)";

TEST(GateTest, NamesEveryOperatorLeft) {
  Context ctx;
  auto module = ParseModule(ctx, "gate.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  Status ready = CheckCodegenReady(ctx, *module, {});
  ASSERT_FALSE(ready.ok());
  EXPECT_EQ(ready.error().kind, DiagKind::kCannotLower);
  ASSERT_EQ(ready.error().labels.size(), 3u);
  EXPECT_EQ(ctx.sources.Locate(ready.error().span.file, ready.error().span.begin).line, 9u);
  EXPECT_EQ(ready.error().message,
            "relax.add cannot be compiled yet, LegalizeOps deals with it: it has not been lowered");
}

TEST(GateTest, NotesOfRemovedOperatorsStillRefuse) {
  Context ctx;
  auto module = ParseModule(ctx, "gate.py", std::string(kModule));
  PassContext pass_ctx(ctx);
  auto lowered = RunSequential(pass_ctx, *ParsePassList(ctx, "LegalizeOps"), *module);
  ASSERT_TRUE(lowered.ok()) << lowered.error().message;
  ASSERT_EQ(pass_ctx.notes.size(), 2u);
  // The note about relax.add says why; without any function the gate still refuses it.
  Status ready = CheckCodegenReady(ctx, Module{}, pass_ctx.notes);
  ASSERT_FALSE(ready.ok());
  ASSERT_EQ(ready.error().labels.size(), 1u);
  EXPECT_EQ(ready.error().message, "relax.add cannot be compiled: the shape of argument 0 is not known");
}

}  // namespace
}  // namespace assay
