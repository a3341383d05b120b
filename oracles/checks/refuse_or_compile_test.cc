// Modules that say less of their variables and sizes than is known, in every form: the build takes them at their word,
// and what it refuses there is no finding.
#include <algorithm>

#include "generators/modules/generate.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// Legalizes nothing at first, and all where it is asked once more.
struct LegalizesLate : Wrapper {
  using Wrapper::Wrapper;
  static bool Legalizes(const PassCall& call) { return call.pass->name == "LegalizeOps"; }
  Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
    return Legalizes(p) ? Answer<ModuleRef>(left) : inner->ApplyDirect(p, m);
  }
  Answer<ModuleRef> ApplySequential(std::span<const PassCall> p, const ModuleRef& m) override {
    return std::ranges::count_if(p, Legalizes) == 1 ? Answer<ModuleRef>(left) : inner->ApplySequential(p, m);
  }
  Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
    return o.lowered ? inner->Build(m, o) : Answer<ProgramRef>(left);
  }
  Refusal left{RefusalKind::kUnsupported, "an operator cannot be compiled"};
};

class RefuseOrCompileTest : public testing::Test {
 protected:
  template <class S = Wrapper>
  Verdict Judge(std::string_view function) {
    Result<Module> module =
        ParseModule(ctx, "test.py", fmt::format("@I.ir_module\nclass Module:\n    @R.function\n{}", function));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    if (!module.ok()) return Agree{};
    Case judged;
    judged.module = *module;
    judged.entry = "main";
    judged.inputs = {MakeInputs(*module, "main", 1)};
    S subject(ctx);
    OracleContext oc(ctx, subject, judged);
    return FindOracle("refuse_or_compile")->judge(nullptr, oc);
  }
  static void ExpectRefused(const Verdict& verdict) {
    const auto* skip = std::get_if<Skip>(&verdict);
    const auto* finding = std::get_if<Finding>(&verdict);
    EXPECT_TRUE(skip != nullptr && (skip->kind == SkipKind::kRefused || skip->kind == SkipKind::kRunsNowhere))
        << (skip != nullptr      ? skip->why
            : finding != nullptr ? finding->detail
                                 : "compiles");
  }
  Context ctx;
};

// What is unused may refuse what its operand really is.
TEST_F(RefuseOrCompileTest, VariablesThatAreSaidToBeLess) {
  for (std::string_view type : {"R.Tensor(ndim=2)", "R.Tensor()", "R.Tensor(dtype=\"int32\", ndim=2)"}) {
    for (std::string_view unused :
         {"", "v: R.Tensor(ndim=2) = R.tanh(gv)", "v: R.Tensor(ndim=2) = R.exp(y)", "v = R.negative(y)",
          "v: R.Tensor(ndim=2) = R.exp(y)\n        w: R.Tensor(ndim=2) = R.negative(v)"}) {
      // An operator tells by what is declared whether it takes that.
      if (type.find("int32") != std::string_view::npos && unused.find("R.Tensor(") != std::string_view::npos) continue;
      SCOPED_TRACE(std::string(type) + ": " + std::string(unused));
      ExpectRefused(Judge(fmt::format(R"(
    def main(x: R.Tensor((1, 2), dtype="int32")) -> R.Tensor(ndim=2):
        gv: {} = x
        y: R.Tensor(ndim=2) = R.negative(gv)
        {}
        return y
)",
                                      type, unused)));
    }
  }
}

// What is unused may hold on to the name of a size.
TEST_F(RefuseOrCompileTest, SizesThatAreNamedAndHaveANumber) {
  for (std::string_view made : {"R.zeros(s1, dtype=\"float32\")", "R.ones(s1, dtype=\"float32\")"}) {
    for (std::string_view unused : {"", "q: T.int64 = c * 2", "q: T.int64 = c\n        p: T.int64 = q + 1",
                                    "q: R.Shape(ndim=1) = R.shape([c + 1])", "q = R.prim_value(c + 1)"}) {
      SCOPED_TRACE(std::string(made) + ": " + std::string(unused));
      ExpectRefused(Judge(fmt::format(R"(
    def main(z: R.Tensor((2,), dtype="float32"), s0: R.Shape([2])) -> R.Tensor(dtype="float32", ndim=1):
        c = T.int64()
        s1: R.Shape([c]) = R.match_cast(s0, R.Shape([c]))
        w: R.Tensor(s1, dtype="float32") = {}
        y: R.Tensor(dtype="float32", ndim=1) = R.add(w, z)
        {}
        return y
)",
                                      made, unused)));
    }
  }
}

TEST_F(RefuseOrCompileTest, WhatIsLegalizedTooLateShouldCompile) {
  constexpr std::string_view kKnown = R"(
    def main(x: R.Tensor((1, 2), dtype="float32")) -> R.Tensor((1, 2), dtype="float32"):
        y: R.Tensor((1, 2), dtype="float32") = R.negative(x)
        return y
)";
  Verdict verdict = Judge<LegalizesLate>(kKnown);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kRejectsValid);
  EXPECT_TRUE(finding->facts.legalizes_late);
  EXPECT_TRUE(std::holds_alternative<Agree>(Judge(kKnown)));
}

// Of what the reference refuses, too, nothing says what it computes.
TEST_F(RefuseOrCompileTest, WhatRunsNowhereNeedNotCompile) {
  Verdict verdict = Judge<LegalizesLate>(R"(
    def main(x: R.Tensor((1, 2), dtype="int32")) -> R.Tensor((1, 2), dtype="int32"):
        gv: R.Tensor(ndim=2) = x
        v: R.Tensor(ndim=2) = R.tanh(gv)
        y: R.Tensor((1, 2), dtype="int32") = R.negative(x)
        return y
)");
  EXPECT_TRUE(std::holds_alternative<Skip>(verdict));
}

}  // namespace
}  // namespace assay
