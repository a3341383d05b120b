// What a perturbation moves: rounding operators' results, and those of integers only where their dtype cannot hold the
// sums.
#include "vm/reference/perturb.h"

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"
#include "vm/run_script.h"

namespace assay {
namespace {

Value Of(DType dtype, std::vector<double> values) {
  Tensor tensor = *Tensor::Make(dtype, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) tensor.Set(static_cast<int64_t>(i), Scalar::Float(dtype, values[i]));
  return Value{TensorValue{std::move(tensor)}};
}

// What upward perturbation makes of the row's result.
std::string Moved(std::string_view op, std::vector<Value> args, Value result) {
  Perturber perturber(Perturbation::kUp);
  return ValueText(perturber.Move(*FindOp(op), args, std::move(result)));
}

constexpr DType kFloat = DType::Float(32), kHalf = DType::Float(16);

TEST(PerturberTest, SumsOfIntegersStay) {
  Value six = Of(kFloat, {6});
  EXPECT_EQ(Moved("sum", {Of(kFloat, {1, 2, 3})}, six), ValueText(six));
  EXPECT_EQ(Moved("matmul", {Of(kFloat, {1, -2}), Of(kFloat, {-2, -4})}, six), ValueText(six));
}

TEST(PerturberTest, OneFractionMovesThem) {
  Value sum = Of(kFloat, {6.5});
  EXPECT_NE(Moved("sum", {Of(kFloat, {1, 2.5, 3})}, sum), ValueText(sum));
  EXPECT_NE(Moved("matmul", {Of(kFloat, {1, 2}), Of(kFloat, {0.5, 3})}, sum), ValueText(sum));
}

TEST(PerturberTest, IntegersBeyondTheDtypeMove) {
  // 3 * 1000 is more than 2^11, up to which float16 has every integer.
  Value sum = Of(kHalf, {1002});
  EXPECT_NE(Moved("sum", {Of(kHalf, {1000, 1, 1})}, sum), ValueText(sum));
  EXPECT_EQ(Moved("sum", {Of(kHalf, {600, 1, 1})}, sum), ValueText(sum));
  EXPECT_NE(Moved("sum", {Of(kHalf, {INFINITY, 1})}, sum), ValueText(sum));
}

TEST(PerturberTest, OtherRowsRoundIntegers) {
  Value mean = Of(kFloat, {2});
  EXPECT_NE(Moved("mean", {Of(kFloat, {1, 2, 3})}, mean), ValueText(mean));
}

TEST(PerturberTest, FieldsOfATupleMove) {
  auto pair = [](double first) {
    TupleValue tuple;
    tuple.fields = {Of(kFloat, {first}), Of(DType::Int(64), {3})};
    return Value{std::move(tuple)};
  };
  Value nested{TupleValue{{pair(0.3F), pair(-2)}}};
  EXPECT_NE(Moved("nn.batch_norm", {Of(kFloat, {0.1F})}, pair(0.3F)), ValueText(pair(0.3F)));
  EXPECT_NE(Moved("nn.batch_norm", {Of(kFloat, {0.1F})}, nested), ValueText(nested));
  EXPECT_EQ(Moved("split", {Of(kFloat, {0.1F})}, pair(0.3F)), ValueText(pair(0.3F)));
}

TEST(PerturberTest, ExactRowsStay) {
  Value sum = Of(kFloat, {0.3F});
  EXPECT_EQ(Moved("add", {Of(kFloat, {0.1F}), Of(kFloat, {0.2F})}, sum), ValueText(sum));
}

// What another library gives for a row is off where the row calls one.
TEST(PerturberTest, FunctionsOfAnotherLibraryMove) {
  Value half = Of(kFloat, {0.5F});
  for (std::string_view op : {"tanh", "exp", "sigmoid", "power", "atan2", "sqrt", "add", "floor"}) {
    Perturber own(Perturbation::kUp), other(Perturbation::kUp, true);
    bool exact = op == "sqrt" || op == "add" || op == "floor";
    EXPECT_EQ(ValueText(own.Move(*FindOp(op), {}, half)), ValueText(half)) << op;
    EXPECT_EQ(ValueText(other.Move(*FindOp(op), {}, half)) == ValueText(half), exact) << op;
  }
}

// What takes the exponential of its operands leaves the range of a narrower format where these do not.
TEST(PerturberTest, FunctionsThatAreMadeOfOthersLeaveTheRange) {
  struct Row {
    std::string_view op;
    double operand;
    bool leaves;
  };
  const Row rows[] = {{"log_add_exp", 20, true}, {"log_add_exp", 4, false}, {"nn.softplus", 20, true},
                      {"nn.softplus", 4, false}, {"add", 20, false},        {"add", 60000, true},
                      {"tanh", 20, false}};
  for (const Row& row : rows) {
    Context ctx;
    const OpSpec& spec = *FindOp(row.op);
    const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 1)}, kFloat));
    const Call* call = MakeOpCall(ctx, spec, std::vector<const Expr*>(spec.operands.size(), x));
    std::vector<Value> args(spec.operands.size(), Of(kFloat, {row.operand}));
    Perturber perturber(Perturbation::kUp, false, kHalf);
    perturber.MoveOperands(*call, args);
    EXPECT_EQ(perturber.left_range(), row.leaves) << row.op << " of " << row.operand;
  }
}

// gelu of -3.6875 is -3.6875 * (0.5 - 0.49989), of which float16 leaves nothing.
TEST(PerturberTest, TermsThatCancelInNarrowFormats) {
  Value operand = Of(kFloat, {-3.6875}), result = Of(kFloat, {-0.0004176});
  Perturber narrow(Perturbation::kUp, false, kHalf), wide(Perturbation::kUp);
  double moved = narrow.Move(*FindOp("nn.gelu"), std::array{operand}, result).As<TensorValue>()->tensor.At(0).f;
  EXPECT_GT(moved, 0);
  EXPECT_LT(moved, 0.01);
  EXPECT_LT(wide.Move(*FindOp("nn.gelu"), std::array{operand}, result).As<TensorValue>()->tensor.At(0).f, -0.0004);
}

// Arguments, by units of their dtype: nothing computes in 8 bits, and an error relative to 0 is none.
// What a kernel accumulates in floats hangs on the order of its terms, or factors.
TEST(PerturberTest, AccumulationsOfFloats) {
  auto accumulates = [](std::string_view dtype, std::string_view value) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "accumulates.py",
                                        fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func
    def kernel(x: T.Buffer((8,), "{0}"), y: T.Buffer((8,), "{0}")):
        for i in range(8):
            y[0] = {1}
)",
                                                    dtype, value));
    EXPECT_TRUE(module.ok());
    return module.ok() && SumsFloats(module->entries[0].func);
  };
  EXPECT_TRUE(accumulates("float32", "y[0] + x[i]"));
  EXPECT_TRUE(accumulates("float32", "x[i] * y[0]"));
  EXPECT_FALSE(accumulates("float32", "T.max(y[0], x[i])"));
  EXPECT_FALSE(accumulates("float32", "x[i] * x[i]"));
  EXPECT_FALSE(accumulates("int32", "y[0] * x[i]"));
}

TEST(PerturberTest, ArgumentsMoveByWhatIsComputedFromThem) {
  struct Row {
    DType dtype;
    double value, moved;
  };
  constexpr DType kNarrow{DTypeCode::kFloat8E4M3FN, 8, 1}, kNarrower{DTypeCode::kFloat4E2M1FN, 4, 1};
  const Row rows[] = {{kNarrow, 2.5, 2.75},    {kNarrow, 0, 0}, {kNarrow, -5, -4.5}, {kNarrower, 1, 1.5},
                      {kHalf, 1, 1.001953125}, {kHalf, 0, 0},   {kFloat, 0, 0}};
  for (const Row& row : rows) {
    Perturber up(Perturbation::kUp);
    EXPECT_EQ(ValueText(up.MoveInput(Of(row.dtype, {row.value}))), ValueText(Of(row.dtype, {row.moved}))) << row.value;
  }
}

}  // namespace
}  // namespace assay
