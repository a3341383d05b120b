// type_sound blames no pass for what functions of the module are declared to give and do not: passes take the body's
// word, and callers go on by what was declared.
#include <fmt/format.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// The helper gives the extent `given` of its argument where its caller reads `declared`.
Case CaseOf(Context& ctx, int64_t given, std::string_view declared) {
  Case c;
  std::string text = fmt::format(R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(s: R.Shape(["m"]), x: R.Tensor(("k",), dtype="float32")) -> R.Tensor(("m",), dtype="float32"):
        m = T.int64()
        k = T.int64()
        y: R.Tensor((k,), dtype="float32") = R.exp(x)
        z: R.Tensor(({0},), dtype="float32") = R.match_cast(y, R.Tensor(({0},), dtype="float32"))
        return z

    @R.function
    def main(x: R.Tensor(({0},), dtype="float32")) -> R.Tensor(({1},), dtype="float32"):
        cls = Module
        y: R.Tensor(({1},), dtype="float32") = cls.helper(R.shape([{1}]), x)
        return y
)",
                                 given, declared);
  c.module = *ParseModule(ctx, "declared.py", text);
  std::vector<double> numbers(static_cast<size_t>(given), 1.0);
  c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {given}, numbers), -1}}}};
  return c;
}

TEST(DeclaredResultsTest, NoPassOwesWhatTheModuleDeclares) {
  for (std::string_view pass : {"Normalize", "CanonicalizeBindings"}) {
    Context ctx;
    Case c = CaseOf(ctx, 1, "5");
    c.passes = *ParsePassList(ctx, pass);
    Wrapper subject(ctx);
    OracleContext oc(ctx, subject, c);
    EXPECT_FALSE(std::holds_alternative<Finding>(FindOracle("type_sound")->judge(&c.passes[0], oc))) << pass;
  }
}

// A pass that makes a declaration of its own is seen.
TEST(DeclaredResultsTest, APassOwesWhatItDeclares) {
  struct Declares : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return inner->Import(other); }
    Module other;
  };
  Context ctx;
  Case c = CaseOf(ctx, 5, "5");
  c.passes = *ParsePassList(ctx, "CanonicalizeBindings");
  Declares subject(ctx);
  std::string text = subject.Print(*subject.Import(c.module));
  size_t at = text.find("R.Tensor((5,), dtype=\"float32\") = cls.helper");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, std::string_view("R.Tensor((5,)").size(), "R.Tensor((6,)");
  Result<Module> other = ParseModule(ctx, "other.py", text);
  ASSERT_TRUE(other.ok()) << other.error().message;
  subject.other = *other;
  OracleContext oc(ctx, subject, c);
  EXPECT_TRUE(std::holds_alternative<Finding>(FindOracle("type_sound")->judge(&c.passes[0], oc)));
}

}  // namespace
}  // namespace assay
