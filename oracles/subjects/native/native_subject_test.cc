// The native subject: nested functions are lifted by its build, refusals say what is missing and where, and handles
// share nothing that a pass could write to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ir/text/parse.h"
#include "oracles/subjects/native/native_build.h"
#include "oracles/subjects/native/native_subject.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kHead = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
)";
constexpr std::string_view kClosure = R"(
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        @R.function
        def inner(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            s: R.Tensor((2,), dtype="float32") = R.add(a, y)
            return s
        z: R.Tensor((2,), dtype="float32") = inner(x)
        return z
)";
constexpr std::string_view kDataflow = R"(
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2,), dtype="float32") = R.add(x, x)
            R.output(y)
        return y
)";

class NativeSubjectTest : public testing::Test {
 protected:
  ModuleRef Parsed(std::string_view body) { return *subject->Parse(std::string(kHead) + std::string(body)); }
  static Value Floats(double a, double b) {
    return Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{a, b}), -1}};
  }
  Context ctx;
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
};

TEST_F(NativeSubjectTest, AStepCanBeLeftOutOfEveryPipeline) {
  auto steps = [](const std::vector<PassCall>& pipeline) {
    return std::ranges::count_if(pipeline,
                                 [](const PassCall& step) { return step.pass->name == "StaticPlanBlockMemory"; });
  };
  EXPECT_EQ(steps(subject->BuildPipeline()), 1);
  std::unique_ptr<Subject> without = MakeNativeVariant(ctx, {.without = "StaticPlanBlockMemory"});
  EXPECT_EQ(without->BuildPipeline().size() + 1, subject->BuildPipeline().size());
  EXPECT_EQ(steps(without->BuildPipeline()), 0);
  for (const auto& [name, passes] : without->OtherPipelines()) EXPECT_EQ(steps(passes), 0) << name;
}

TEST_F(NativeSubjectTest, WhatPassesMadeUnusedCanBeLeft) {
  ModuleRef module = Parsed(R"(
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        z: R.Tensor((2,), dtype="float32") = R.multiply(x, x)
        return z
)");
  std::unique_ptr<Subject> untidy = MakeNativeVariant(ctx, {.leaves_unused = true});
  for (std::string_view pass : {"DeadCodeElimination", "FoldConstant"}) {
    PassCall call{FindPass(pass), {}};
    EXPECT_EQ(subject->Print(*subject->ApplyDirect(call, module)).find("R.add"), std::string::npos) << pass;
    for (const Answer<ModuleRef>& left :
         {untidy->ApplyDirect(call, module), untidy->ApplySequential({&call, 1}, module)})
      EXPECT_NE(untidy->Print(*left).find("R.add"), std::string::npos) << pass;
  }
}

TEST_F(NativeSubjectTest, NestedFunctionsAreLiftedByTheBuild) {
  for (const std::string& engine : subject->Engines()) {
    ModuleRef module = Parsed(kClosure);
    Answer<ProgramRef> program = subject->Build(module, {.engine = engine});
    ASSERT_TRUE(program.ok()) << engine << ": " << program.refusal().message;
    std::vector<Value> args{Floats(1, 2), Floats(10, 20)};
    Outcome outcome = subject->Run(*program, "main", args, Budget{});
    const auto* value = std::get_if<Value>(&outcome);
    ASSERT_NE(value, nullptr) << engine;
    const auto* sum = value->As<TensorValue>();
    ASSERT_NE(sum, nullptr) << engine;
    EXPECT_EQ(sum->tensor.At(0).AsDouble(), 11) << engine;
    EXPECT_EQ(sum->tensor.At(1).AsDouble(), 22) << engine;
  }
}

// A variable that nobody defines: not what the pipeline left of it.
TEST_F(NativeSubjectTest, WhatCameInIllFormedIsNamed) {
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def copy(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), n: T.int64):
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.where(i < n)
                b[v] = a[v]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  Result<Module> built = BuildNatively(ctx, *module);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message.find("pipeline"), std::string::npos) << built.error().message;
}

TEST_F(NativeSubjectTest, ARefusalSaysWhichPassIsMissing) {
  PassCall pass = (*ParsePassList(ctx, "RemovePurityChecking"))[0];
  Answer<ModuleRef> refused = subject->ApplyDirect(pass, Parsed(kDataflow));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.refusal().kind, RefusalKind::kNeeds);
  EXPECT_THAT(refused.refusal().message, HasSubstr("run ToNonDataflow"));
}

TEST_F(NativeSubjectTest, WhatIsLoadedAgainIsTheSameModuleAndAnotherObject) {
  ModuleRef module = Parsed(kDataflow);
  Answer<ModuleRef> again = subject->LoadAgain(module);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(subject->Difference(module, *again).has_value());
  EXPECT_NE(subject->Native(module)->entries[0].func, subject->Native(*again)->entries[0].func);
}

}  // namespace
}  // namespace assay
