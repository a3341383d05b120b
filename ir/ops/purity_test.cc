// Which calls may have side effects, which values may stand in a dataflow block, and the first impure call of a body.
#include "ir/ops/purity.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

class PurityTest : public testing::Test {
 protected:
  // A module whose function "main" binds `v` to the value, beside callees of every kind.
  const Expr* ValueOf(std::string_view value) {
    std::string text = R"(from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def writes(A: T.Buffer((2,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func(private=True, s_tir=True)
    def reads(A: T.Buffer((2,), "float32")):
        own = T.alloc_buffer((1,), "float32")
        own[0] = A[0]

    @T.prim_func(private=True, s_tir=True)
    def calls(A: T.Buffer((2,), "float32")):
        T.evaluate(T.call_extern("int32", "f", A[0]))

    @R.function(private=True)
    def quiet(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x

    @R.function(pure=False, private=True)
    def loud(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.print(x, format=R.str("{}"))
        return x

    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32"), c: R.Prim("bool"), f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"), True), g: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"), False)) -> R.Tensor((2,), "float32"):
        cls = Module
        v = )" + std::string(value) +
                       "\n        return x\n";
    Result<Module> parsed = ParseModule(ctx_, "test.py", text);
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : Render(parsed.error(), ctx_.sources));
    if (!parsed.ok()) return nullptr;
    module_ = *parsed;
    const auto* main = As<Function>(module_.Find("main"));
    return main->body->blocks[0]->bindings[0]->value;
  }

  Context ctx_;
  Module module_;
};

TEST_F(PurityTest, OfCalls) {
  struct Case {
    const char* call;
    bool impure;
  };
  const Case cases[] = {
      {"R.add(x, x)", false},
      {"R.print(x, format=R.str(\"{}\"))", true},
      {"R.assert_op(R.const(True), format=R.str(\"\"))", true},
      {"R.call_packed(\"f\", x, ty_args=R.Tensor((2,), \"float32\"))", true},
      {"R.call_packed(\"runtime.TVMTensorCreateView\", x, ty_args=R.Tensor((2,), \"float32\"))", false},
      {"R.call_pure_packed(\"f\", x, ty_args=R.Tensor((2,), \"float32\"))", false},
      {"R.call_tir(cls.writes, (), out_ty=R.Tensor((2,), \"float32\"))", false},
      {"cls.quiet(x)", false},
      {"cls.loud(x)", true},
      {"cls.writes(x)", true},
      {"cls.reads(x)", false},
      {"cls.calls(x)", true},
      {"f(x)", false},
      {"g(x)", true},
  };
  for (const Case& one : cases) {
    const auto* call = As<Call>(ValueOf(one.call));
    ASSERT_NE(call, nullptr) << one.call;
    EXPECT_EQ(IsImpureCall(&module_, *call), one.impure) << one.call;
    EXPECT_EQ(MayBeInDataflow(&module_, call), !one.impure) << one.call;
    EXPECT_EQ(FindImpureCall(&module_, call), one.impure ? call : nullptr) << one.call;
    // Nothing is known of the module's functions without it.
    if (Is<GlobalVar>(call->op)) EXPECT_TRUE(IsImpureCall(nullptr, *call)) << one.call;
  }
}

TEST_F(PurityTest, OfOtherValues) {
  struct Case {
    const char* value;
    bool in_dataflow;
  };
  const Case cases[] = {{"x", true}, {"(x, x)", true}, {"R.shape([2])", true}, {"R.const(1)", true}};
  for (const Case& one : cases) {
    const Expr* value = ValueOf(one.value);
    EXPECT_EQ(MayBeInDataflow(&module_, value), one.in_dataflow) << one.value;
    EXPECT_EQ(FindImpureCall(&module_, value), nullptr) << one.value;
  }
}

TEST_F(PurityTest, OfBodies) {
  ValueOf("R.add(x, x)");
  const auto *loud = As<Function>(module_.Find("loud")), *quiet = As<Function>(module_.Find("quiet"));
  const Call* found = FindImpureCall(&module_, loud->body);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(As<Op>(found->op)->name, "relax.print");
  EXPECT_EQ(FindImpureCall(&module_, quiet->body), nullptr);
  // What a nested function does is not done where it stands.
  EXPECT_EQ(FindImpureCall(&module_, loud), nullptr);
}

}  // namespace
}  // namespace assay
