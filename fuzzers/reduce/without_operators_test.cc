#include "fuzzers/reduce/without_operators.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/text/parse.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        with R.dataflow():
            a: R.Tensor((2,), "float32") = R.exp(x)
            b: R.Tensor((2,), "float32") = R.tanh(a)
            c: R.Tensor((2,), "float32") = R.sqrt(b)
            R.output(c)
        return c
)";

struct WithoutCase {
  std::vector<std::string> operators;
  // Empty: nothing is given.
  std::vector<std::string> left;
};

TEST(WithoutOperatorsTest, TheirValuesAreHandedIn) {
  const WithoutCase kCases[] = {
      {{"tanh"}, {"exp", "sqrt"}}, {{"exp", "sqrt"}, {"tanh"}}, {{"sqrt"}, {"exp", "tanh"}}, {{"cos"}, {}},
      {{"exp", "cos"}, {}},
  };
  for (const WithoutCase& one : kCases) {
    Context ctx;
    auto module = ParseModule(ctx, "m.py", std::string(kModule));
    ASSERT_TRUE(module.ok());
    auto without = WithoutOperators(ctx, *module, "main", one.operators);
    ASSERT_EQ(without.has_value(), !one.left.empty()) << one.operators[0];
    if (without) EXPECT_EQ(OperatorsOf(*without), one.left);
  }
}

TEST(WithoutOperatorsTest, WhatBranchesAndOtherFunctionsCallIsLeftToReduction) {
  constexpr std::string_view kTexts[] = {R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32"), p: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
        if p:
            a: R.Tensor((2,), "float32") = R.exp(x)
            r: R.Tensor((2,), "float32") = a
        else:
            r: R.Tensor((2,), "float32") = x
        return r
)",
                                         R"(@I.ir_module
class Module:
    @R.function(private=True)
    def inner(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        a: R.Tensor((2,), "float32") = R.exp(x)
        return a

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        a: R.Tensor((2,), "float32") = cls.inner(x)
        b: R.Tensor((2,), "float32") = R.exp(a)
        return b
)"};
  std::vector<std::string> operators{"exp"};
  for (std::string_view text : kTexts) {
    Context ctx;
    auto module = ParseModule(ctx, "m.py", std::string(text));
    ASSERT_TRUE(module.ok()) << module.error().message;
    EXPECT_FALSE(WithoutOperators(ctx, *module, "main", operators).has_value()) << text;
  }
}

}  // namespace
}  // namespace assay
