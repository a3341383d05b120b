// Loops that do nothing new, in a kernel after a pass, in one engine, and in an adjoint: what runs out of steps is a
// finding where the other side takes few of them, and tells nothing where that takes many, too.
#include "oracles/core/budget_margin.h"

#include <fmt/format.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// Adds one to each element, so many times over the same, or by so many blocks of threads.
std::string Repeated(int64_t times, bool launched) {
  std::string loop =
      launched ? fmt::format("T.thread_binding({}, thread=\"blockIdx.x\")", times) : fmt::format("range({})", times);
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def inc(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for t in {}:
            for i in range(4):
                b[i] = a[i] + T.float32(1)
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.inc, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        return y
)",
                     loop);
}

class BudgetMarginTest : public OraclesTest {
 protected:
  BudgetMarginTest() {
    c.module = Read(1);
    c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {4}, std::vector<double>{1, 2, 3, 4}), -1}}}};
  }
  Module Read(int64_t times, bool launched = false) {
    auto parsed = ParseModule(ctx, "case.py", Repeated(times, launched));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    return *parsed;
  }
  // Steps that campaigns give, and a loop that takes more.
  const int64_t steps = OracleSettings().budget.steps;
};

// Every pass repeats the kernel.
struct PassRepeats : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return inner->Import(slow); }
  Module slow;
};

TEST_F(BudgetMarginTest, APassThatRepeatsAKernelIsSlow) {
  PassRepeats subject(ctx);
  subject.slow = Read(steps);
  ExpectFinding("pass_preserves_results", subject, FindingClass::kSlow);
}

TEST_F(BudgetMarginTest, RepeatingWithinTheBudgetIsNoFinding) {
  PassRepeats subject(ctx);
  subject.slow = Read(steps / 10);
  Verdict verdict = Ask("pass_preserves_results", subject);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
}

TEST_F(BudgetMarginTest, WhereTheModuleTakesManyStepsNothingIsSaid) {
  PassRepeats subject(ctx);
  c.module = Read(steps / 100), subject.slow = Read(steps);
  Verdict verdict = Ask("pass_preserves_results", subject);
  EXPECT_TRUE(std::holds_alternative<Skip>(verdict));
}

// A launch of all threads that a device has, around a kernel that does not need them.
TEST_F(BudgetMarginTest, WhatIsLaunchedForADeviceIsNoFinding) {
  PassRepeats subject(ctx);
  subject.slow = Read(steps, /*launched=*/true);
  Verdict verdict = Ask("pass_preserves_results", subject);
  EXPECT_TRUE(std::holds_alternative<Skip>(verdict));
}

// One engine is given a kernel that repeats, of what the pipeline makes.
struct EngineRepeats : Wrapper {
  EngineRepeats(Context& context, std::string_view engine) : Wrapper(context), repeats(engine) {}
  Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
    if (o.engine != repeats) return inner->Build(m, o);
    BuildOptions whole = o;
    whole.lowered = false;
    return inner->Build(*inner->Import(slow), whole);
  }
  std::string_view repeats;
  Module slow;
};

TEST_F(BudgetMarginTest, AnEngineThatRepeatsAKernelIsSlow) {
  for (auto [engine, oracle] : {std::pair("vm-llvm", "interpreted_equals_compiled"),
                                std::pair("vm", "interpreted_equals_compiled"), std::pair("vm", "execution_modes"),
                                std::pair("vm-compiled", "execution_modes"), std::pair("vm", "optimisation_levels")}) {
    EngineRepeats subject(ctx, engine);
    subject.slow = Read(steps);
    SCOPED_TRACE(fmt::format("{} {}", engine, oracle));
    ExpectFinding(oracle, subject, FindingClass::kSlow);
  }
}

// All engines count the same loops: what one of them ends within, the others do, within the margin.
TEST_F(BudgetMarginTest, EnginesTakeAboutTheSameSteps) {
  Wrapper subject(ctx);
  c.module = Read(steps / 16);
  for (const char* oracle : {"interpreted_equals_compiled", "execution_modes", "optimisation_levels"}) {
    Verdict verdict = Ask(oracle, subject);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << oracle;
  }
}

TEST_F(BudgetMarginTest, AnAdjointThatRepeatsIsSlow) {
  struct AdjointRepeats : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& b) override {
      if (entry.ends_with("_adjoint")) return OutOfBudget{Limit::kSteps};
      return inner->Run(p, entry, args, b);
    }
  } subject(ctx);
  auto parsed = ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((4,), dtype="float32") = R.multiply(x, x)
            z: R.Tensor((), dtype="float32") = R.sum(y)
            R.output(z)
        return z
)");
  ASSERT_TRUE(parsed.ok());
  c.module = *parsed;
  c.passes = {{FindPass("Gradient"), {{"func_name", MakeAttrString(ctx, "main")}}}};
  ExpectFinding("gradient_numeric", subject, FindingClass::kSlow);
}

// What is no matter of steps is none of a pass.
TEST(BudgetMargin, OtherLimitsSayNothing) {
  auto ends = [](const Budget&) -> Outcome { return Value{}; };
  Budget budget{.steps = 1000, .bytes = 1000};
  EXPECT_TRUE(TakesFarMore(OutOfBudget{Limit::kSteps}, budget, 64, ends));
  EXPECT_FALSE(TakesFarMore(OutOfBudget{Limit::kSeconds}, budget, 64, ends));
  EXPECT_FALSE(TakesFarMore(OutOfBudget{Limit::kBytes}, budget, 64, ends));
  EXPECT_FALSE(TakesFarMore(Value{}, budget, 64, ends));
  int64_t given = 0;
  auto counts = [&](const Budget& share) -> Outcome { return given = share.steps, OutOfBudget{}; };
  EXPECT_FALSE(TakesFarMore(OutOfBudget{Limit::kSteps}, budget, 64, counts));
  EXPECT_EQ(given, 1000 / 64);
}

}  // namespace
}  // namespace assay
