// Inputs fit the parameters they are for: shapes agree on their symbols, bounds are kept, the same seed gives the same.
#include <gtest/gtest.h>

#include <set>

#include "generators/modules/dims.h"
#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kText = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(("2 * n", "n * m"), dtype="int8"), s: R.Shape(["m"]), t: R.Tuple(R.Tensor(("n",), dtype="bool"), R.Tensor(dtype="float16", ndim=2))) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        R.func_attr({"tir_var_upper_bound": {"n": 2}})
        return x
)";

const std::vector<int64_t>& ShapeOf(const Value& value) { return value.As<TensorValue>()->tensor.shape(); }

TEST(Inputs, AgreeOnSymbols) {
  Context ctx;
  auto module = ParseModule(ctx, "inputs.py", std::string(kText));
  ASSERT_TRUE(module.ok()) << module.error().message;
  std::set<int64_t> seen;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<Value> inputs = MakeInputs(*module, "main", seed);
    ASSERT_EQ(inputs.size(), 4u);
    int64_t n = ShapeOf(inputs[0])[0], m = ShapeOf(inputs[0])[1];
    EXPECT_LE(n, 2);
    seen.insert(m);
    EXPECT_EQ(ShapeOf(inputs[1]), (std::vector<int64_t>{2 * n, n * m}));
    EXPECT_EQ(inputs[2].As<ShapeValue>()->dims, std::vector<int64_t>{m});
    const auto& fields = inputs[3].As<TupleValue>()->fields;
    EXPECT_EQ(ShapeOf(fields[0]), std::vector<int64_t>{n});
    EXPECT_EQ(fields[1].As<TensorValue>()->tensor.dtype(), DType::Float(16));
  }
  EXPECT_TRUE(seen.contains(1) && seen.contains(7) && *seen.rbegin() <= kLargestSymbol);
}

TEST(Inputs, FollowTheSeed) {
  Context ctx;
  auto module = ParseModule(ctx, "inputs.py", std::string(kText));
  ASSERT_TRUE(module.ok());
  auto first = MakeInputs(*module, "main", 5), again = MakeInputs(*module, "main", 5);
  EXPECT_EQ(ShapeOf(first[0]), ShapeOf(again[0]));
  const Tensor& a = first[0].As<TensorValue>()->tensor;
  const Tensor& b = again[0].As<TensorValue>()->tensor;
  for (int64_t i = 0; i < a.size(); ++i) EXPECT_TRUE(SameBits(a.At(i), b.At(i)));
  EXPECT_TRUE(MakeInputs(*module, "no_such_function", 5).empty());
}

TEST(Dims, EvaluateAndEstimate) {
  Context ctx;
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  const Expr* twice = MakeBinary(ctx, NodeKind::kMul, n, MakeInt(ctx, 2));
  const Expr* below = MakeBinary(ctx, NodeKind::kFloorDiv, MakeInt(ctx, -7), MakeInt(ctx, 2));
  auto three = [](const Var*) { return int64_t{3}; };
  EXPECT_EQ(EvalDim(twice, three), 6);
  EXPECT_EQ(EvalDim(below, three), -4);
  EXPECT_EQ(EvalDim(MakeBinary(ctx, NodeKind::kFloorMod, n, MakeInt(ctx, 0)), three), std::nullopt);
  EXPECT_EQ(LargestDim(twice), 2 * kLargestSymbol);
  EXPECT_TRUE(SameDim(twice, MakeBinary(ctx, NodeKind::kMul, n, MakeInt(ctx, 2))));
  EXPECT_FALSE(SameDim(twice, n));
}

// However many elements may be asked for, no tensor is larger than one can be.
TEST(Inputs, FitIntoTensors) {
  Context ctx;
  auto module = ParseModule(ctx, "inputs.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1073741824, 3), "float32"), t: R.Tuple(R.Tensor((1073741824, 5), "float64"))):
        return x
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  std::vector<Value> inputs = MakeInputs(*module, "main", 1);
  EXPECT_EQ(ShapeOf(inputs[0]), (std::vector<int64_t>{1, 3}));
  EXPECT_EQ(ShapeOf(inputs[1].As<TupleValue>()->fields[0]), (std::vector<int64_t>{1, 5}));
}

// Fixed extents beside an extent of 0 take nothing.
TEST(Inputs, NoExtentOfATensorWithoutElementsIsCut) {
  Context ctx;
  auto module = ParseModule(ctx, "inputs.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4294967296, 0), "float32"), y: R.Tensor((0, 1000000, 1000), "float32")):
        return x
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  for (const std::vector<Value>& values :
       {MakeInputs(*module, "main", 1), MakeLargeInputs(*module, "main", 1, 1000).values}) {
    EXPECT_EQ(ShapeOf(values[0]), (std::vector<int64_t>{4294967296, 0}));
    EXPECT_EQ(ShapeOf(values[1]), (std::vector<int64_t>{0, 1000000, 1000}));
  }
}

// Where only a few elements may be asked for, sizes are small together, and what was drawn is told.
TEST(Inputs, SizesThatAskForTooMuchAreSmallEverywhere) {
  Context ctx;
  auto module = ParseModule(ctx, "inputs.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1000, "n"), "float32"), y: R.Tensor(("n",), "float32")):
        return x
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  size_t shrunk = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LargeInputs made = MakeLargeInputs(*module, "main", seed, 1000);
    ASSERT_FALSE(made.none);
    EXPECT_EQ(ShapeOf(made.values[0]), (std::vector<int64_t>{1000, 1}));
    EXPECT_EQ(ShapeOf(made.values[1]), (std::vector<int64_t>{1}));
    ASSERT_EQ(made.taken.size(), 1u);
    EXPECT_EQ(made.taken[0].second, 1);
    if (made.too_large.empty()) continue;
    ++shrunk;
    EXPECT_GT(made.drawn[0].second, 1);
    LargeInputs none = MakeLargeInputs(*module, "main", seed, 999);
    EXPECT_TRUE(none.none && none.values.empty()) << "no size is small enough";
  }
  EXPECT_GT(shrunk, 5u);
}

}  // namespace
}  // namespace assay
