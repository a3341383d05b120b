// Each row fits what it is about, and nothing that lacks one of its conditions.
#include "oracles/core/ambiguities.h"

#include <gtest/gtest.h>

#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

Module ModuleOf(Context& ctx, std::string_view result, std::string_view value) {
  Result<Module> module = ParseModule(
      ctx, "module.py",
      fmt::format("from tvm.script import ir as I, relax as R\n@I.ir_module\nclass Module:\n    @R.function\n"
                  "    def main(x: R.Tensor((1, 3), \"float32\")) -> {}:\n        gv = {}\n        return gv\n",
                  result, value));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  return *module;
}

TEST(AmbiguitiesTest, OperatorsOfRowsAreThere) {
  for (const Ambiguity& row : AllAmbiguities()) {
    EXPECT_TRUE(row.op.empty() || FindOp(row.op) != nullptr) << row.op;
    EXPECT_FALSE(row.why.empty());
    EXPECT_EQ(row.rule.has_value(), row.compared == Compared::kRules) << row.why;
  }
}

class AmbiguitiesOfRuns : public testing::Test {
 protected:
  const Ambiguity* At(const Module& module, FrameContract changes, const Outcome& want, const Outcome& got) {
    PassSpec pass = *FindPass("Normalize");
    pass.changes = changes;
    return AmbiguityAt(Compared::kRuns, {ctx, module, "main", pass, &want, &got});
  }
  Context ctx;
  Module squeezes = ModuleOf(ctx, "R.Tensor((3,), \"float32\")", "R.squeeze(x, axis=[0])");
  Module adds = ModuleOf(ctx, "R.Tensor((1, 3), \"float32\")", "R.add(x, x)");
  Outcome value = Value{PrimValue{Scalar::Int(DType::Int(64), 1)}};
  Outcome mismatch = Trap{TrapKind::kShapeMismatch, "", {}};
  Outcome cast = Trap{TrapKind::kMatchCast, "", {}};
};

TEST_F(AmbiguitiesOfRuns, SqueezeOfWhatHasBecomeUnknown) {
  FrameContract forgets = Drops({Facet::kVariableTypes});
  const Ambiguity* found = At(squeezes, forgets, value, mismatch);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->op, "squeeze");
  EXPECT_EQ(At(adds, forgets, value, mismatch), nullptr);
  EXPECT_EQ(At(squeezes, {}, value, mismatch), nullptr);
  EXPECT_EQ(At(squeezes, forgets, value, cast), nullptr);
}

TEST_F(AmbiguitiesOfRuns, ParametersThatSaidASize) {
  FrameContract lazily = Drops({Facet::kParameters});
  EXPECT_NE(At(adds, lazily, cast, value), nullptr);
  EXPECT_EQ(At(adds, {}, cast, value), nullptr);
  EXPECT_EQ(At(adds, lazily, value, cast), nullptr);
  EXPECT_EQ(At(adds, lazily, cast, mismatch), nullptr);
}

TEST_F(AmbiguitiesOfRuns, TopkOfWhatHasBecomeKnown) {
  Module tops = ModuleOf(ctx, "R.Tensor((1, 2), \"float32\")", "R.topk(x, k=2, axis=1, ret_type=\"values\")");
  FrameContract binds = Drops({Facet::kParameters});
  auto tensor = [](std::vector<int64_t> shape, double filled) {
    Tensor made(DType::Float(32), std::move(shape));
    made.Set(0, Scalar::Float(DType::Float(32), filled));
    return Outcome(Value{TensorValue{made, -1}});
  };
  EXPECT_NE(At(tops, binds, tensor({1, 2}, 0), tensor({1, 1}, 0)), nullptr);
  EXPECT_NE(At(tops, binds, tensor({1, 2}, 0), cast), nullptr) << "a cast behind it sees the number first";
  EXPECT_EQ(At(tops, binds, tensor({1, 2}, 0), mismatch), nullptr);
  EXPECT_EQ(At(tops, binds, tensor({1, 2}, 0), tensor({1, 2}, 1)), nullptr) << "other values are no other number";
  EXPECT_EQ(At(tops, {}, tensor({1, 2}, 0), tensor({1, 1}, 0)), nullptr);
  EXPECT_EQ(At(adds, binds, tensor({1, 2}, 0), tensor({1, 1}, 0)), nullptr);
}

TEST_F(AmbiguitiesOfRuns, ResultsOfNewFunctionsThatAreDeclaredAsNoSizeIs) {
  auto declared = [&](std::string_view extent) {
    Result<Module> module = ParseModule(
        ctx, "module.py",
        fmt::format(
            "from tvm.script import ir as I, relax as R, tirx as T\n@I.ir_module\nclass Module:\n    @R.function\n"
            "    def main(x: R.Tensor((\"n + n\", \"n * 2\"), \"float32\"), s: R.Shape([\"n\"])):\n"
            "        n = T.int64()\n        y: R.Tensor((n + n, {}), \"float32\") = R.negative(x)\n"
            "        return y\n",
            extent));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    return *module;
  };
  FrameContract groups = Adds({Facet::kPrivateFunctions});
  Outcome result = Trap{TrapKind::kResult, "", {}};
  EXPECT_NE(At(declared("n * 4"), groups, value, result), nullptr);
  EXPECT_EQ(At(declared("n * 2"), groups, value, result), nullptr) << "it is so";
  EXPECT_EQ(At(declared("n * 4"), {}, value, result), nullptr) << "no function is new";
  EXPECT_EQ(At(declared("n * 4"), groups, value, cast), nullptr);
  EXPECT_EQ(At(declared("n * 4"), groups, result, result), nullptr);
}

TEST_F(AmbiguitiesOfRuns, DrawsFromNoCategories) {
  auto draws = [&](std::string_view categories) {
    return ModuleOf(ctx, "R.Tensor((1, 1), \"int64\")",
                    fmt::format("R.multinomial_from_uniform(R.zeros(R.shape([1, {}]), \"float32\"), R.const([[0.5]], "
                                "\"float32\"), R.const([[0]], \"int64\"))",
                                categories));
  };
  auto drawn = [](int64_t index) {
    return Outcome(Value{TensorValue{Tensor::Ints(DType::Int(64), {1, 1}, std::vector<int64_t>{index}), -1}});
  };
  const Ambiguity* found = At(draws("0"), {}, drawn(0), drawn(-1));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->op, "multinomial_from_uniform");
  EXPECT_NE(At(draws("0"), {}, drawn(0), Trap{TrapKind::kOutOfBounds, "", {}}), nullptr);
  EXPECT_EQ(At(draws("3"), {}, drawn(0), drawn(2)), nullptr);
  EXPECT_EQ(At(adds, {}, drawn(0), drawn(2)), nullptr);
}

TEST_F(AmbiguitiesOfRuns, KernelsThatHaveTheSizesOfTheirCalls) {
  Result<Module> kernel =
      ParseModule(ctx, "kernel.py",
                  "from tvm.script import ir as I, tirx as T\n@I.ir_module\nclass Module:\n"
                  "    @T.prim_func(s_tir=True)\n    def main(a: T.Buffer((\"n\",), \"float32\")):\n"
                  "        n = T.int32()\n        a[0] = T.float32(0.0)\n");
  ASSERT_TRUE(kernel.ok()) << kernel.error().message;
  FrameContract sizes = Alters({Facet::kParameterShapes});
  Outcome argument = Trap{TrapKind::kArgument, "", {}};
  EXPECT_NE(At(*kernel, sizes, value, argument), nullptr);
  EXPECT_EQ(At(*kernel, {}, value, argument), nullptr);
  EXPECT_EQ(At(*kernel, sizes, value, cast), nullptr);
  EXPECT_EQ(At(adds, sizes, value, argument), nullptr) << "calls of it go on";
}

TEST(AmbiguitiesTest, ResultsThatContradictWhatIsDeclared) {
  Context ctx;
  const PassSpec& pass = *FindPass("Normalize");
  auto open = [&](std::string_view declared, std::string_view value) {
    Module module = ModuleOf(ctx, declared, value);
    return AmbiguityAt(Compared::kFrames, {ctx, module, "", pass}) != nullptr;
  };
  EXPECT_FALSE(open("R.Tensor((1, 3), \"float32\")", "R.add(x, x)"));
  EXPECT_FALSE(open("R.Tensor(dtype=\"float32\")", "R.add(x, x)"));
  EXPECT_FALSE(open("R.Tensor(ndim=2)", "R.add(x, x)"));
  EXPECT_TRUE(open("R.Tensor(dtype=\"float32\", ndim=3)", "R.add(x, x)"));
}

TEST(AmbiguitiesTest, SqueezeOfWhatHasBecomeUnknownHasAnotherRank) {
  Context ctx;
  auto open = [&](std::string_view pass, std::string_view value) {
    Module module = ModuleOf(ctx, "R.Tensor(dtype=\"float32\")", value);
    return AmbiguityAt(Compared::kFrames, {ctx, module, "", *FindPass(pass)}) != nullptr;
  };
  EXPECT_TRUE(open("UpdateParamType", "R.squeeze(x)"));
  EXPECT_FALSE(open("UpdateParamType", "R.add(x, x)"));
  EXPECT_FALSE(open("Normalize", "R.squeeze(x)"));
}

TEST(AmbiguitiesTest, ReductionsWhoseFirstStepIsLeftOut) {
  auto open = [](std::string_view pass, std::string_view condition) {
    Context ctx;
    Module module = *ParseModule(ctx, "reduction.py",
                                 fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(D: T.Buffer((1,), "float32"), n: T.int32):
        for k in range(3):
            with T.sblock("w"):
                vi = T.axis.spatial(1, 0)
                vk = T.axis.reduce(3, k)
                T.where({})
                T.reads()
                T.writes(D[vi])
                with T.init():
                    D[vi] = T.float32(0)
                D[vi] = D[vi] + T.float32(1)
)",
                                             condition));
    Outcome value = Value{TupleValue{}};
    return AmbiguityAt(Compared::kRuns, {ctx, module, "main", *FindPass(pass), &value, &value}) != nullptr;
  };
  for (std::string_view never : {"k < 0", "3 + k < 1", "k > 0"}) EXPECT_TRUE(open("CommonSubexprElim", never)) << never;
  for (std::string_view other : {"k < 2", "k < n", "n < 0", "T.bool(False)"})
    EXPECT_FALSE(open("CommonSubexprElim", other)) << other;
  EXPECT_FALSE(open("DeadCodeElimination", "k < 0"));
}

TEST_F(AmbiguitiesOfRuns, ParametersOfAPrivateFunctionThatRuns) {
  auto function = [&](std::string_view decorator) {
    return *ParseModule(ctx, "module.py",
                        fmt::format("@I.ir_module\nclass Module:\n    @R.function{}\n"
                                    "    def main(x: R.Tensor((1,), \"float32\")) -> R.Prim(value=1):\n"
                                    "        return R.prim_value(1)\n",
                                    decorator));
  };
  Module hidden = function("(private=True)"), open = function("");
  FrameContract changes = Drops({Facet::kPrivateParameters});
  Outcome argument = Trap{TrapKind::kArgument, "", {}};
  EXPECT_NE(At(hidden, changes, value, argument), nullptr);
  EXPECT_EQ(At(open, changes, value, argument), nullptr);
  EXPECT_EQ(At(hidden, {}, value, argument), nullptr);
  EXPECT_EQ(At(hidden, changes, value, mismatch), nullptr);
}

TEST_F(AmbiguitiesOfRuns, TopkOfWhatHasBecomeUnknown) {
  Module tops = ModuleOf(ctx, "R.Tensor((1, 2), \"float32\")", "R.topk(x, k=2, axis=1, ret_type=\"values\")");
  EXPECT_NE(At(tops, Drops({Facet::kVariableTypes}), value, Trap{TrapKind::kResult, "", {}}), nullptr);
  EXPECT_NE(At(tops, Drops({Facet::kVariableTypes}), value, mismatch), nullptr)
      << "an operator behind it sees it first";
  EXPECT_EQ(At(adds, Drops({Facet::kVariableTypes}), value, Trap{TrapKind::kResult, "", {}}), nullptr);
}

TEST(AmbiguitiesTest, WhatKernelsAssume) {
  Context ctx;
  Module module = *ParseModule(ctx, "module.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        T.evaluate(T.assume(A[0] == 7))
        B[0] = A[0]
)");
  PassSpec pass{.name = "p", .doc = "made for the test", .changes = Alters({Facet::kKernels})};
  auto open = [&](int64_t element) {
    std::vector<Value> inputs;
    for (int64_t i = 0; i < 2; ++i) {
      Tensor tensor(DType::Int(32), {1});
      tensor.Set(0, Scalar::Int(DType::Int(32), element));
      inputs.push_back({TensorValue{tensor, -1}});
    }
    Outcome value = inputs[0];
    return AmbiguityAt(Compared::kRuns, {ctx, module, "main", pass, &value, &value, inputs}) != nullptr;
  };
  EXPECT_TRUE(open(6));
  EXPECT_FALSE(open(7));
}

TEST(AmbiguitiesTest, ExtentsThatNoValueHas) {
  Context ctx;
  auto open = [&](std::string_view declared) {
    Module module = *ParseModule(ctx, "module.py",
                                 fmt::format(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n * 2",), "float32"), s: R.Shape(["n"])) -> R.Object:
        n = T.int64()
        y: R.Tensor(({},), "float32") = R.negative(x)
        return y
)",
                                             declared));
    return AmbiguityAt(Compared::kRules, {ctx, module, "", *FindPass("FuseOps")}) != nullptr;
  };
  EXPECT_TRUE(open("n * 4"));
  EXPECT_FALSE(open("n + n"));
}

}  // namespace
}  // namespace assay
