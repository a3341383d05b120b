// Types of variables by what they are bound to, and results that contradict what is declared, each in every form.
#include "oracles/core/types_of_values.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

class TypesOfValuesTest : public testing::Test {
 protected:
  TypedByValues Of(std::string_view declared, std::string_view bindings, std::string_view result = "y") {
    std::string text = fmt::format(R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_global_infos({{"vdevice": [I.vdevice("llvm", 0), I.vdevice("cuda", 0)]}})
    @R.function
    def main(a: R.Tensor((1,), dtype="float64"), b: R.Tensor((1,), dtype="int32"), d: R.Tensor((1,), dtype="float32", vdevice="llvm:0")) -> {}:
        {}
        return {}
)",
                                   declared, bindings, result);
    Result<Module> module = ParseModule(ctx, "module.py", std::move(text));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    if (!module.ok()) return {};
    Result<TypedByValues> typed = WithTypesOfValues(ctx, *module);
    EXPECT_TRUE(typed.ok()) << (typed.ok() ? "" : typed.error().message);
    return typed.ok() ? *typed : TypedByValues{};
  }
  Context ctx;
};

// Ways in which a variable that is said to be less comes to stand for something of `a`.
constexpr std::string_view kHidden[] = {
    "y: R.Tensor(ndim=1) = a",
    "y: R.Tensor() = a",
    "t: R.Tensor(ndim=1) = a\n        y: R.Tensor(ndim=1) = t",
    "t: R.Tensor(ndim=1) = a\n        y: R.Tensor(ndim=1) = R.negative(t)",
    "t: R.Tuple(R.Tensor(ndim=1), R.Tensor(ndim=1)) = (a, b)\n        y: R.Tensor(ndim=1) = t[0]",
};

TEST_F(TypesOfValuesTest, ResultsContradictWhatIsDeclared) {
  for (std::string_view bindings : kHidden) {
    SCOPED_TRACE(bindings);
    const struct {
      std::string_view declared, result;
      bool contradicts;
    } kTable[] = {
        {"R.Tensor(dtype=\"float32\", ndim=1)", "y", true},
        {"R.Tensor(dtype=\"float64\", ndim=2)", "y", true},
        {"R.Tensor(dtype=\"int32\")", "y", true},
        {"R.Tensor(dtype=\"float64\", ndim=1)", "y", false},
        {"R.Tensor((1,), dtype=\"float64\")", "y", false},
        {"R.Tensor((2,), dtype=\"float64\")", "y", false},
        {"R.Tensor(ndim=1)", "y", false},
        {"R.Tensor()", "y", false},
        {"R.Object", "y", false},
        {"R.Tuple(R.Tensor(ndim=1), R.Tensor(dtype=\"float32\", ndim=1))", "(b, y)", true},
        {"R.Tuple(R.Tensor(ndim=1), R.Tensor(dtype=\"float64\", ndim=1))", "(b, y)", false},
    };
    for (const auto& [declared, result, contradicts] : kTable)
      EXPECT_EQ(Of(declared, bindings, result).contradicts_result, contradicts) << declared;
  }
  EXPECT_TRUE(Of("R.Tensor(ndim=1, vdevice=\"cuda:0\")", "y: R.Tensor(ndim=1) = d").contradicts_result);
  EXPECT_FALSE(Of("R.Tensor(ndim=1, vdevice=\"llvm:0\")", "y: R.Tensor(ndim=1) = d").contradicts_result);
  EXPECT_FALSE(Of("R.Tensor(ndim=1)", "y: R.Tensor(ndim=1) = d").contradicts_result);
  EXPECT_TRUE(Of("R.Tensor(ndim=1, vdevice=\"cuda:0\")", "y: R.Tensor(ndim=1) = b").contradicts_result)
      << "b is nowhere";
}

// What it computes of such operands nothing says: it stays as it was said to be, and so does what goes by it.
TEST_F(TypesOfValuesTest, OperatorsThatRefuseWhatTheirOperandsAreStay) {
  for (std::string_view refused : {"R.tanh(t)", "R.exp(t)", "R.add(t, a)", "R.matmul(t, a)"}) {
    TypedByValues typed = Of("R.Tensor()", fmt::format("t: R.Tensor() = b\n        y: R.Tensor() = {}", refused));
    std::string text = PrintModule(typed.module);
    EXPECT_NE(text.find("t: R.Tensor((1,), dtype=\"int32\") = b"), std::string::npos) << text;
    EXPECT_NE(text.find("y: R.Tensor = " + std::string(refused.substr(0, refused.size() - 1))), std::string::npos)
        << text;
  }
  TypedByValues typed = Of("R.Tensor()", "t: R.Tensor() = b\n        y: R.Tensor() = R.negative(t)");
  std::string text = PrintModule(typed.module);
  EXPECT_NE(text.find("y: R.Tensor((1,), dtype=\"int32\") = R.negative(t)"), std::string::npos) << text;
}

// Wherever the name stands.
TEST_F(TypesOfValuesTest, SizesThatCastsNameAreTheirNumbers) {
  for (std::string_view cast :
       {"t: R.Tensor((n,), dtype=\"float64\") = R.match_cast(a, R.Tensor((n,), dtype=\"float64\"))",
        "t: R.Shape([n]) = R.match_cast(R.shape_of(a), R.Shape([n]))",
        "u: R.Tuple(R.Tensor((n,), \"int32\"), R.Tensor((m,), \"float64\")) = R.match_cast((b, a), "
        "R.Tuple(R.Tensor((n,), \"int32\"), R.Tensor((m,), \"float64\")))"}) {
    for (std::string_view use : {"y = R.zeros(R.shape([n + 1]), dtype=\"float32\")", "y: T.int64 = n + 1",
                                 "y: R.Shape([n + 1]) = R.shape([n + 1])"}) {
      SCOPED_TRACE(std::string(cast) + ": " + std::string(use));
      std::string text = PrintModule(Of("R.Object", fmt::format("n = T.int64()\n        m = T.int64()\n        {}\n"
                                                                "        {}",
                                                                cast, use))
                                         .module);
      EXPECT_EQ(text.find("n + "), std::string::npos) << text;
      EXPECT_EQ(text.find("[n]"), std::string::npos) << text;
      EXPECT_EQ(text.find("(n,)"), std::string::npos) << text;
    }
  }
}

TEST(DeclaredExtentsTest, AgainstThoseOfTheValue) {
  struct Row {
    std::string_view declared;
    bool never;
  } rows[] = {
      {"R.Tensor((n * 4, 2), \"float32\")", true},    {"R.Tensor((n * 2 + 1, 2), \"float32\")", true},
      {"R.Tensor((n + n, 2), \"float32\")", false},   {"R.Tensor((n + 3, 2), \"float32\")", false},
      {"R.Tensor((n * m, 2), \"float32\")", false},   {"R.Tensor((n * 2 + m, 2), \"float32\")", true},
      {"R.Tensor(ndim=2, dtype=\"float32\")", false}, {"R.Tensor((8, 2), \"float32\")", false},
      {"R.Tensor((m // 2, 2), \"float32\")", false},
  };
  for (const Row& row : rows) {
    for (bool tuple : {false, true}) {
      Context ctx;
      std::string type = tuple ? fmt::format("R.Tuple({}, R.Shape([n]))", row.declared) : std::string(row.declared);
      std::string value = tuple ? "(x, R.shape([n]))" : "R.negative(x)";
      Result<Module> module = ParseModule(ctx, "module.py",
                                          fmt::format(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n * 2", 2), "float32"), s: R.Shape(["n", "m"])) -> R.Object:
        n = T.int64()
        m = T.int64()
        y: {} = {}
        return y
)",
                                                      type, value));
      ASSERT_TRUE(module.ok()) << module.error().message;
      EXPECT_EQ(DeclaresExtentsOfNoValue(ctx, *module), row.never) << type;
    }
  }
}

// What a function declares to give, and gives: what casts find out counts.
TEST_F(TypesOfValuesTest, ResultsHaveTheirExtents) {
  struct Row {
    std::string_view declared, found;
    bool never;
  };
  constexpr Row rows[] = {
      {"R.Tensor((1,), \"float32\")", "p", true},      {"R.Tensor((2,), \"float32\")", "p", false},
      {"R.Tensor((1,), \"float32\")", "2", true},      {"R.Tensor(ndim=1, dtype=\"float32\")", "p", false},
      {"R.Tensor((n * 2,), \"float32\")", "p", false},
  };
  for (const Row& row : rows) {
    for (bool tuple : {false, true}) {
      Context ctx;
      std::string type = tuple ? fmt::format("R.Tuple({}, R.Shape([n]))", row.declared) : std::string(row.declared);
      std::string value = tuple ? "(y, R.shape([n]))" : "R.negative(y)";
      Result<Module> module = ParseModule(ctx, "module.py",
                                          fmt::format(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32"), s: R.Shape(["n"])) -> {}:
        n = T.int64()
        p = T.int64()
        y = R.match_cast(x, R.Tensor(({},), "float32"))
        z = {}
        return z
)",
                                                      type, row.found, value));
      ASSERT_TRUE(module.ok()) << module.error().message;
      EXPECT_EQ(DeclaresExtentsOfNoValue(ctx, *module), row.never) << type;
    }
  }
}

// What a caller is told may have no value for its sizes alone.
TEST_F(TypesOfValuesTest, ResultsHaveTheirExtentsWhereTheyAreCalled) {
  for (bool two : {false, true}) {
    Result<Module> module = ParseModule(ctx, "module.py",
                                        fmt::format(R"(
@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((2,), "float32"), s: R.Shape(["n"])) -> R.Tensor(("n * n",), "float32"):
        n = T.int64()
        p = T.int64()
        y = R.match_cast(x, R.Tensor((p,), "float32"))
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Module
        y: R.Tensor(({},), "float32") = cls.helper(x, R.shape([1]))
        return y
)",
                                                    two ? 2 : 1));
    ASSERT_TRUE(module.ok()) << module.error().message;
    EXPECT_TRUE(DeclaresExtentsOfNoValue(ctx, *module));
  }
}

}  // namespace
}  // namespace assay
