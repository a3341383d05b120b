// Rows of operators: what is asked for is what they show, each can be made again elsewhere, and the special cases of a
// dtype, an extent, an axis and a text stand in some row.
#include "generators/sweep/op_unit.h"

#include <gtest/gtest.h>

#include <set>

#include "generators/modules/plan.h"
#include "ir/ops/infer_rules.h"

namespace assay {
namespace {

OpUnit UnitOf(std::string_view op) { return OpUnit(*FindOp(op), AllTensorDTypes(), /*constants=*/true); }

std::vector<const Call*> CallsOf(Context& ctx, const OpUnit& unit) {
  std::vector<const Call*> calls;
  for (const CoveringRow& row : Cover(unit).rows) {
    Levels shown(row.asked.size(), kAnyLevel);
    SweptCall made;
    EXPECT_EQ(unit.Make(ctx, row.asked, row.attempt, {}, shown, made), RowAnswer::kMade);
    EXPECT_EQ(shown, row.shown);
    calls.push_back(made.call);
  }
  return calls;
}
const TensorType* TypeOfFirst(const Call* call) { return As<TensorType>(call->args[0]->type); }

TEST(OpUnit, AnElementwiseOperatorMeetsEachDTypeExtentAndValue) {
  Context ctx;
  OpUnit unit = UnitOf("add");
  std::set<std::string> dtypes;
  bool empty = false, symbolic = false, constant = false;
  for (const Call* call : CallsOf(ctx, unit)) {
    const TensorType* type = TypeOfFirst(call);
    // One operand may be a scalar.
    if (type == nullptr) type = As<TensorType>(call->args[1]->type);
    dtypes.insert(DTypeName(type->dtype));
    Dims dims = *DimsOf(type);
    for (const Expr* dim : dims) {
      empty |= Is<IntImm>(dim) && As<IntImm>(dim)->value == 0;
      symbolic |= Is<Var>(dim);
    }
    constant |= Is<Constant>(call->args[0]);
  }
  for (const char* dtype : {"float32", "float16", "bfloat16", "int8", "uint64", "int64"})
    EXPECT_TRUE(dtypes.contains(dtype)) << dtype;
  EXPECT_TRUE(empty && symbolic && constant);
}

TEST(OpUnit, AReductionMeetsEachAxisFromEitherEnd) {
  Context ctx;
  std::set<std::vector<int64_t>> axes;
  bool all = false, keeps = false;
  for (const Call* call : CallsOf(ctx, UnitOf("max"))) {
    if (IsNullAttr(*call, "axis")) all = true;
    if (!IsNullAttr(*call, "axis")) axes.insert(IntsAttr(*call, "axis"));
    keeps |= BoolAttr(*call, "keepdims");
  }
  for (int64_t axis = -4; axis < 4; ++axis) EXPECT_TRUE(axes.contains({axis})) << axis;
  EXPECT_TRUE(axes.contains({}));
  EXPECT_TRUE(all && keeps);
}

TEST(OpUnit, TextsOfTheRowComeUpAndWrongOnesAreCounted) {
  Context ctx;
  std::set<std::string> modes;
  OpUnit unit = UnitOf("take");
  for (const Call* call : CallsOf(ctx, unit)) modes.insert(std::string(TextAttr(*call, "mode")));
  EXPECT_EQ(modes, (std::set<std::string>{"fast", "wrap", "clip", "nan"}));
  CoveringResult covering = Cover(unit);
  EXPECT_GT(covering.refused, 0u);
  EXPECT_EQ(covering.uncovered, 0u);
}

TEST(OpUnit, EveryRowOfTheTableIsPlanned) {
  size_t without = 0;
  for (const OpSpec* row : AllOps()) {
    SCOPED_TRACE(row->name);
    OpUnit unit(*row, {DType::Float(32), DType::Int(64), DType::Bool()}, true);
    if (unit.factors().empty()) {
      ++without;
      continue;
    }
    CoveringResult covering = Cover(unit);
    EXPECT_EQ(covering.uncovered, 0u);
    EXPECT_FALSE(covering.rows.empty());
  }
  // Those that only passes make, and calls of functions.
  EXPECT_LT(without, AllOps().size() / 3);
}

}  // namespace
}  // namespace assay
