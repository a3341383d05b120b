// What goes with a call that nothing needs, and what stays.
#include "oracles/core/unneeded_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

Module ModuleOf(Context& ctx, std::string_view result, std::string_view behind = "") {
  return *ParseModule(ctx, "calls.py",
                      fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def checks(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        assert T.bool(False), ("RuntimeError", ["a claim does not hold"])
        y[0] = x[0]

    @R.function
    def main(x: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        cls = Module
        y = R.call_tir(cls.checks, (x,), out_ty=R.Tensor((1,), "float32"))
        {}
        return {}
)",
                                  behind, result));
}

TEST(UnneededCalls, GoWhereNothingNeedsTheirResults) {
  Context ctx;
  Module needed = ModuleOf(ctx, "y");
  for (std::string_view behind : {"", "z = y", "z = R.add(y, x)"}) {
    Module unneeded = ModuleOf(ctx, "x", behind);
    EXPECT_THAT(PrintModule(WithoutUnneededCalls(ctx, unneeded)), Not(HasSubstr("call_tir"))) << behind;
  }
  // A cast that cannot fail needs its value for nothing, also where it gives sizes a name; one that may fail does.
  constexpr std::string_view kCast = "n = T.int64()\n        z = R.match_cast({}, R.Tensor(({},), \"float32\"))";
  for (std::string_view size : {"1", "n"}) {
    Module cast = ModuleOf(ctx, "x", fmt::format(kCast, "y", size));
    EXPECT_THAT(PrintModule(WithoutUnneededCalls(ctx, cast)), Not(HasSubstr("call_tir"))) << size;
  }
  Module sized = ModuleOf(ctx, "R.ones((n,), \"float32\")", fmt::format(kCast, "y", "n"));
  EXPECT_THAT(PrintModule(WithoutUnneededCalls(ctx, sized)), Not(HasSubstr("call_tir")));
  for (std::string_view claim : {"2", "n + 1"}) {
    Module claimed = ModuleOf(ctx, "x", fmt::format(kCast, "y", claim));
    EXPECT_TRUE(Equal(WithoutUnneededCalls(ctx, claimed), claimed)) << claim;
  }
  Module printed = ModuleOf(ctx, "x", "z = R.print(y, format=\"{}\")");
  EXPECT_TRUE(Equal(WithoutUnneededCalls(ctx, printed), printed));
  EXPECT_TRUE(Equal(WithoutUnneededCalls(ctx, needed), needed));
}

// The build drops such a call, and is right; one that drops a check whose call is needed is not.
TEST(UnneededCalls, TheirChecksMayGo) {
  // Under a second name, in a tuple, or an operator's argument it is needed no more than what that is for.
  for (std::string_view behind : {"", "z = R.negative(R.const(True, \"bool\"))", "z = y", "z = (y, x)",
                                  "z: R.Tensor((1,), \"float32\") = y\n        w = R.add(z, x)",
                                  "z = R.match_cast(y, R.Tensor((1,), \"float32\"))",
                                  "n = T.int64()\n        z = R.match_cast(y, R.Tensor((n,), \"float32\"))"}) {
    Context ctx;
    Case c;
    c.module = ModuleOf(ctx, "x", behind);
    c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {1}, std::vector<double>{1}), -1}}}};
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject, c);
    Verdict verdict = FindOracle("interpreted_equals_compiled")->judge(nullptr, oc);
    const auto* skip = std::get_if<Skip>(&verdict);
    ASSERT_NE(skip, nullptr) << behind;
    EXPECT_EQ(skip->why, "a check stands in a call whose result nothing needs") << behind;
  }
}

}  // namespace
}  // namespace assay
