// What stays of TVM's words: of its checker, of programs that fail, of its structural equality.
#include "oracles/subjects/tvm/tvm_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(TvmNormalizedMessage, ARuleThatBeginsWithAFunctionGoesByWhatStandsBefore) {
  EXPECT_EQ(TvmNormalizedMessage("Function # from typing import TypeVar\n…"),
            TvmNormalizedMessage("Function # from tvm.script import relax as R\n…"));
  EXPECT_EQ(TvmNormalizedMessage("Var n is not defined."), TvmNormalizedMessage("Var m is not defined."));
}

TEST(TvmNormalizedMessage, WhatAFunctionTakesIsOfTheModule) {
  EXPECT_EQ(TvmNormalizedMessage(
                "Expected TensorType, but got R.Callable((R.Tensor((2,), dtype=\"int8\"),), R.Tensor, True)"),
            TvmNormalizedMessage("Expected TensorType, but got R.Callable((R.Tensor, R.Shape), R.Tuple, False)"));
}

TEST(TvmNormalizedMessage, TheExpressionAndItsTypesAreOfTheModule) {
  auto annotated = [](std::string_view expression, std::string_view type, std::string_view other) {
    return TvmNormalizedMessage(fmt::format(
        "All information in Type annotations must be correct.  However, while the expression {} is annotated as "
        "{}, the expression outputs {}",
        expression, type, other));
  };
  std::string concat =
      annotated("R.concat((a, b), axis=1)", "R.Tensor((1, 4), dtype=\"float32\", vdevice=\"llvm:-1:global\")",
                "R.Tensor((1, 4), dtype=\"float32\")");
  EXPECT_EQ(
      concat,
      annotated("R.nn.batch_norm(x, gamma, beta, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True)",
                "R.Tensor(dtype=\"float32\", ndim=2)", "R.Tensor((n, m), dtype=\"float16\")"));
  EXPECT_THAT(concat, ::testing::EndsWith("the expression outputs V.Tensor(…)"));
  EXPECT_NE(concat, annotated("R.shape_of(x)", "R.Shape([1])", "R.Shape([2])"));
}

TEST(TvmNormalizedMessage, TheNamesOfAFunctionAreOfTheModule) {
  auto unequal = [](std::string_view name, std::string_view symbol) {
    return TvmNormalizedMessage(
        fmt::format("Name in GlobalVar is not equal to name in gsymbol: I.GlobalVar(\"{}\") != {}", name, symbol));
  };
  EXPECT_EQ(unequal("main", "main_"), unequal("entry", "other"));
  EXPECT_THAT(unequal("main", "main_"), ::testing::HasSubstr("name in gsymbol"));
}

TEST(TvmNormalizedMessage, KernelsAndTheirVariablesAreOfTheModule) {
  auto undefined = [](std::string_view kernel, std::string_view variables) {
    return TvmNormalizedMessage(fmt::format(
        "In PrimFunc {} variables ({}) are used, but are not passed in as API arguments", kernel, variables));
  };
  EXPECT_EQ(undefined("kernel", "a,"), undefined("left_shift1", "n7, n6, n5"));
  EXPECT_THAT(undefined("kernel", "a,"), ::testing::HasSubstr("are not passed in"));
}

TEST(TvmNormalizedMessage, RangesOfVariablesAreOfTheModule) {
  auto bound = [](std::string_view range, std::string_view before) {
    return TvmNormalizedMessage(
        fmt::format("Check failed: (allow_override) is false: Binding of variable t8 as I.Range({}) conflicts with "
                    "previous binding "
                    "as I.Range({})",
                    range, before));
  };
  EXPECT_EQ(bound("0, 1", "T.min(v, 0), 1 + T.min(v, 0)"), bound("T.int64(0), T.int64(1)", "T.Mul(T.int64(0), n), 1"));
  EXPECT_THAT(bound("0, 1", "0, 2"), ::testing::HasSubstr("variable V as V.Range(…) conflicts"));
}

TEST(TvmNormalizedMessage, CausesOfRefusalsLeaveOutTheSame) {
  auto undefined = [](std::string_view kernel, std::string_view variables) {
    return TvmCause(fmt::format(
        "InternalError In PrimFunc {} variables ({}) are used, but are not passed in as API arguments ir/a.py:b",
        kernel, variables));
  };
  EXPECT_EQ(undefined("kernel", "V,"),
            "InternalError In PrimFunc … variables (V…) are used, but are not passed in as API arguments ir/a.py:b");
  EXPECT_EQ(undefined("left_shiftN", "V, V, V"), undefined("kernel", "V,"));
}

TEST(TvmNormalizedMessage, AFaultOfAProgramGoesByItsFirstLineWithoutNumbers) {
  EXPECT_EQ(
      TvmNormalizedMessage(Trap{TrapKind::kInternal, "InternalError: Unsupported input dtype: int16\nand more", {}}),
      "InternalError: Unsupported input dtype: intNN");
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kInternal, "arr_size == nbytes (32 vs. 64) : size mismatch", {}}),
            TvmNormalizedMessage(Trap{TrapKind::kInternal, "arr_size == nbytes (1 vs. 2) : size mismatch", {}}));
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kCrash, "SIGSEGV", {}}), "SIGSEGV");
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kCrash, "ended by SIGSEGV\nIt said:\n01 -3.07889462e-01]", {}}),
            TvmNormalizedMessage(Trap{TrapKind::kCrash, "ended by SIGSEGV\nIt said:\n!!! Segfault encountered", {}}));
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kOutOfBounds, "index 7", {}}), "") << "the kind says enough";
}

TEST(TvmNormalizedMessage, ADifferenceGoesByTheLastTwoMembers) {
  ModuleDifference found =
      TvmDifference("<root>.functions[I.GlobalVar(\"a.b\")].body.seq[0].buffer.ty.layout: <root>.x\nmore");
  EXPECT_THAT(found.path, ElementsAre("", "functions", "body", "seq", "buffer", "ty", "layout"));
  EXPECT_EQ(found.tail, "ty.layout");
  EXPECT_TRUE(found.of_objects);
  EXPECT_EQ(TvmDifference("<root>.body.blocks[0]").tail, "body.blocks");
  auto dtypes = TvmDifference("<root>.args[0].ty.dtype: <root>.args[0].ty.dtype", "bool", "int64").dtypes;
  EXPECT_EQ(dtypes, (DTypeDifference{DType::Bool(), DType::Int(64)}));
  EXPECT_FALSE(TvmDifference("<root>.ty", "", "int64").dtypes) << "no dtype stands there";
  EXPECT_EQ(TvmDifference("TVM's process ended by SIGSEGV").tail, "") << "no path";
}

}  // namespace
}  // namespace assay
