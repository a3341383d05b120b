// Tests of the gate before code generation: what is left is named with place and cause, split into later and now.
#include "passes/gate.h"

#include <gmock/gmock.h>
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
  EXPECT_EQ(ready.error().message,
            "relax.add cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it");
}

// The nine operators of the report "CodeGenVM cannot handle this intrinsic", typed.
constexpr std::string_view kTyped = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(A: T.Buffer((T.int64(2), T.int64(3)), "float32"), B: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        for i, j in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64"), d: R.Tensor((1, 2, 5, 5), dtype="float32"), w: R.Tensor((3, 2, 3, 3), dtype="float32")):
        cls = Module
        a = R.tensor_to_shape(s)
        b = R.add(x, x)
        c = R.ewise_fma(b, x, b)
        e = R.multiply(c, b)
        f = R.nn.conv2d(d, w)
        g = R.call_tir_with_grad(cls.k, (e,), out_ty=R.Tensor((2, 3), dtype="float32"), te_grad_name="k_grad", te_grad_kwargs={})
        h = R.wrap_param(R.const([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "float32"), dtype="float32")
        i = R.builtin.stop_lift_params(h)
        j = R.add(g, i)
        k = R.permute_dims(j)
        return (a, k, f)
)";

Status Compiles(Context& ctx, const std::string& text, std::string_view passes = "default") {
  ASSAY_TRY(Module module, ParseModule(ctx, "gate.py", text));
  PassContext pass_ctx(ctx);
  pass_ctx.verify_each = false;
  ASSAY_TRY(std::vector<PassCall> calls, ParsePassList(ctx, passes));
  ASSAY_TRY(Module built, RunSequential(pass_ctx, calls, module));
  return CheckCodegenReady(ctx, built, pass_ctx.notes);
}

// What fusion's removal of dead code must not hide (S0): the answer is the same with and without it.
constexpr const char* kWithAndWithoutFusion[] = {"default", "default_build", "minimal", "zero,default_build",
                                                 "LegalizeOps,FuseTIR,default_build"};

TEST(GateTest, TypedOperatorsOfTheReportCompile) {
  for (const char* passes : kWithAndWithoutFusion) {
    Context ctx;
    Status ready = Compiles(ctx, std::string(kTyped), passes);
    EXPECT_TRUE(ready.ok()) << passes << ": " << ready.error().message;
  }
}

TEST(GateTest, FusionDoesNotHideWhatCannotBeLowered) {
  for (const char* passes : kWithAndWithoutFusion) {
    Context ctx;
    Status ready = Compiles(ctx, R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor):
        with R.dataflow():
            dead = R.add(y, y)
            a = R.exp(x)
            b = R.multiply(a, x)
            R.output(b)
        return b
)",
                            passes);
    ASSERT_FALSE(ready.ok()) << passes;
    EXPECT_THAT(ready.error().message, testing::HasSubstr("relax.add cannot be compiled: the shape of argument 0"));
    EXPECT_EQ(ctx.sources.Locate(ready.error().span.file, ready.error().span.begin).line, 9u) << passes;
  }
}

struct UntypedCase {
  const char* call;
  const char* says;
};

// Without shapes or dtypes each is refused by name and cause; what only passes its argument on compiles.
TEST(GateTest, UntypedOperatorsOfTheReportAreRefusedByName) {
  for (const UntypedCase& c : std::vector<UntypedCase>{
           {"R.add(x, x)",
            "relax.add cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.multiply(x, x)",
            "relax.multiply cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.ewise_fma(x, x, x)",
            "relax.ewise_fma cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.permute_dims(x)",
            "relax.permute_dims cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.nn.conv2d(x, x)",
            "relax.nn.conv2d cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.wrap_param(x, dtype=\"float32\")",
            "relax.wrap_param cannot be compiled: the shape of argument 0 is not known"
            "; an annotation or a match_cast would give it"},
           {"R.call_tir_with_grad(cls.k, (x,), out_ty=R.Tensor((2, 3), dtype=\"float32\"), te_grad_name=\"g\", "
            "te_grad_kwargs={})",
            "relax.call_tir_with_grad cannot be compiled: rank or dtype of argument 0 of the kernel is not known"
            "; an annotation or a match_cast would give it"},
           // Refused while it is read, by the rule that names the operator.
           {"R.tensor_to_shape(x)",
            "tensor_to_shape: expected a tensor of rank 1 (an annotation or a match_cast gives a rank that is not "
            "known), got x (input): Tensor()"},
           {"R.builtin.stop_lift_params(x)", ""}}) {
    SCOPED_TRACE(c.call);
    Context ctx;
    std::string text(kTyped.substr(0, kTyped.find("    @R.function")));
    text += "    @R.function\n    def main(x: R.Tensor):\n        cls = Module\n        y = ";
    Status ready = Compiles(ctx, text + c.call + "\n        return y\n");
    EXPECT_EQ(ready.ok() ? "" : ready.error().message, c.says);
    if (!ready.ok() && ready.error().labels.empty()) EXPECT_EQ(ready.error().rule, "tensor_to_shape.r1");
    if (!ready.ok()) {
      EXPECT_EQ(ctx.sources.Locate(ready.error().span.file, ready.error().span.begin).line, 18u);
    }
  }
}

}  // namespace
}  // namespace assay
