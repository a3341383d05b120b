// Modules that say less of their variables and sizes than is known, in every form: the build takes them at their word,
// and what it refuses there is no finding.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class RefuseOrCompileTest : public testing::Test {
 protected:
  Verdict Judge(std::string_view function) {
    Result<Module> module =
        ParseModule(ctx, "test.py", fmt::format("@I.ir_module\nclass Module:\n    @R.function\n{}", function));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    if (!module.ok()) return Agree{};
    Case judged;
    judged.module = *module;
    judged.entry = "main";
    Wrapper subject(ctx);
    OracleContext oc(ctx, subject, judged);
    return FindOracle("refuse_or_compile")->judge(nullptr, oc);
  }
  static void ExpectRefused(const Verdict& verdict) {
    const auto* skip = std::get_if<Skip>(&verdict);
    const auto* finding = std::get_if<Finding>(&verdict);
    EXPECT_TRUE(skip != nullptr && skip->why.starts_with("refused")) << (skip != nullptr      ? skip->why
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

}  // namespace
}  // namespace assay
