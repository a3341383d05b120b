// pass_preserves_results of passes that may round to float16 on the way: what such rounding comes to agrees, what it
// does not is a finding, and what float16 does not hold is not compared.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

Module ModuleOf(Context& ctx, std::string_view lines, std::string_view result) {
  auto module =
      ParseModule(ctx, "module.py",
                  fmt::format("from tvm.script import ir as I, relax as R, tirx as T\n@I.ir_module\nclass Module:\n"
                              "    @R.function\n"
                              "    def main(x: R.Tensor((2, 2), \"float32\")) -> R.Tensor({}):\n        {}\n"
                              "        return y\n",
                              result, lines));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  return *module;
}

enum class Says : uint8_t { kAgree, kDiffers, kTypeDiffers, kSkip };
struct Row {
  std::string_view before, after;
  double largest = 7;
  Says says = Says::kAgree;
};

constexpr std::string_view kFloats = "(2, 2), \"float32\"";
std::string_view after;  // What the pass makes.
std::string_view after_type;

Result<Module> Replace(PassContext& pass_ctx, const Module&, const PassOptions&) {
  return ModuleOf(pass_ctx.ctx, after, after_type);
}

Says Ask(const Row& row, std::string_view type = kFloats) {
  Context ctx;
  after = row.after;
  after_type = type;
  PassSpec pass = *FindPass("ToMixedPrecision");
  pass.run = Replace;
  Case c;
  c.module = ModuleOf(ctx, row.before, kFloats);
  std::vector<double> x = {0.3, -1.25, 3.1, row.largest};
  c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {2, 2}, x), -1}}}};
  c.passes = {PassCall{&pass, {}}};
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  OracleContext oc(ctx, *subject, c);
  Verdict verdict = FindOracle("pass_preserves_results")->judge(&c.passes[0], oc);
  if (const auto* finding = std::get_if<Finding>(&verdict))
    return finding->klass == FindingClass::kTypeDiffers ? Says::kTypeDiffers : Says::kDiffers;
  return std::holds_alternative<Skip>(verdict) ? Says::kSkip : Says::kAgree;
}

TEST(NarrowedResults, AreThoseOfTheModuleUpToFloat16) {
  const Row rows[] = {
      {"y = R.add(x, x)", "y = R.add(x, x)"},
      // What the pass is for: operands, results and constants rounded, sums of products rounded.
      {"y = R.add(x, R.exp(x))",
       "y = R.astype(R.add(R.astype(x, \"float16\"), R.exp(R.astype(x, \"float16\"))), \"float32\")"},
      {"y = R.matmul(x, x)", "y = R.astype(R.matmul(R.astype(x, \"float16\"), R.astype(x, \"float16\")), \"float32\")"},
      {"y = R.multiply(x, R.const(0.1, \"float32\"))",
       "y = R.astype(R.multiply(R.astype(x, \"float16\"), R.const(0.1, \"float16\")), \"float32\")"},
      {"y = R.nn.softmax(x)", "y = R.astype(R.nn.softmax(R.astype(x, \"float16\")), \"float32\")"},
      // Eight bits are not sixteen.
      {"y = R.add(x, x)", "y = R.astype(R.astype(R.add(x, x), \"float8_e4m3fn\"), \"float32\")", 7, Says::kDiffers},
      {"y = R.add(x, x)", "y = x", 7, Says::kDiffers},
      {"y = R.matmul(x, x)", "y = R.matmul(R.permute_dims(x), x)", 7, Says::kDiffers},
      // A constant that float16 does not hold stays what it is: it becomes no infinity.
      {"y = R.divide(x, R.const(-70000, \"float32\"))",
       "y = R.astype(R.divide(R.astype(x, \"float16\"), R.const(-70000, \"float16\")), \"float32\")", 7,
       Says::kDiffers},
      {"y = R.minimum(x, R.const(1e6, \"float32\"))", "y = R.minimum(x, R.const(0, \"float32\"))", 7, Says::kDiffers},
      // Operands and results that it does not hold may become infinite.
      {"y = R.multiply(x, x)",
       "y = R.astype(R.multiply(R.astype(x, \"float16\"), R.astype(x, \"float16\")), \"float32\")", 300, Says::kSkip},
      {"y = R.negative(x)", "y = R.astype(R.negative(R.astype(x, \"float16\")), \"float32\")", 70000, Says::kSkip},
  };
  for (const Row& row : rows) EXPECT_EQ(Ask(row), row.says) << row.before << " becomes " << row.after;
}

// Where operands are as narrow already, a polynomial in their dtype stands in for a function; another function does
// not.
TEST(NarrowedResults, AreThoseOfAPolynomialInFloat16) {
  auto in_halves = [](std::string_view function) {
    return fmt::format("y = R.astype(R.{}(R.astype(x, \"float16\")), \"float32\")", function);
  };
  // As far off as the quotient that topi's fast_erf has in half precision at 4, and twice as far.
  std::string before = in_halves("erf");
  std::string near =
      "y = R.multiply(R.astype(R.erf(R.astype(x, \"float16\")), \"float32\"), R.const(1.041, \"float32\"))";
  std::string far =
      "y = R.multiply(R.astype(R.erf(R.astype(x, \"float16\")), \"float32\"), R.const(1.09, \"float32\"))";
  EXPECT_EQ(Ask({before, near, -3.9}), Says::kAgree);
  EXPECT_EQ(Ask({before, far, -3.9}), Says::kDiffers);
  EXPECT_EQ(Ask({before, in_halves("tanh"), -3.9}), Says::kDiffers);
}

TEST(NarrowedResults, AreOfTheSameDType) {
  EXPECT_EQ(Ask({"y = R.add(x, x)", "y = R.astype(R.add(x, x), \"float16\")"}, "(2, 2), \"float16\""),
            Says::kTypeDiffers);
}

}  // namespace
}  // namespace assay
