// Kernels of the sweep: every family makes some with each level that goes with any other, in readable form too.
#include "generators/sweep/kernel_unit.h"

#include <gtest/gtest.h>

#include <set>

#include "generators/modules/plan.h"
#include "ir/walk.h"

namespace assay {
namespace {

class KernelUnitTest : public testing::TestWithParam<bool> {};

TEST_P(KernelUnitTest, EachLevelStandsInSomeRow) {
  for (const auto& unit : KernelUnits(AllTensorDTypes(), GetParam())) {
    CoveringResult covering = Cover(*unit);
    EXPECT_EQ(covering.uncovered, 0u) << unit->name();
    EXPECT_EQ(covering.refused, 0u) << unit->name();
    for (size_t f = 0; f < unit->factors().size(); ++f) {
      std::set<int16_t> shown;
      for (const CoveringRow& row : covering.rows) shown.insert(row.shown[f]);
      for (size_t a = 0; a < unit->factors()[f].levels.size(); ++a) shown.erase(kAnyLevel);
      const SweepFactor& factor = unit->factors()[f];
      bool some_lack = factor.name == "dtype" || factor.name == "intrinsic" || factor.name == "other operand" ||
                       factor.name == "compared with" || (GetParam() && factor.name == "divisor");
      if (some_lack)
        EXPECT_GE(shown.size(), factor.levels.size() / 5) << unit->name() << " " << factor.name;
      else
        EXPECT_EQ(shown.size(), factor.levels.size()) << unit->name() << " " << factor.name;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Both, KernelUnitTest, testing::Bool());

TEST(KernelUnit, NoKernelWritesNumbersThatAreNotRead) {
  DType int4{DTypeCode::kInt, 4, 1};
  uint64_t with = 0, without = 0;
  for (bool read : {true, false}) {
    for (const auto& unit :
         KernelUnits({int4, DType::Float(32)}, true, read ? std::vector<DType>{} : std::vector{int4})) {
      for (const CoveringRow& row : Cover(*unit).rows) {
        Context ctx;
        Levels shown(row.asked.size(), kAnyLevel);
        SweptCall made;
        ASSERT_EQ(unit->Make(ctx, row.asked, row.attempt, {}, shown, made), RowAnswer::kMade);
        WalkBeforeChildren(made.kernels[0].func, [&](const Node* node) {
          if (Is<IntImm>(node) && DTypeOf(static_cast<const Expr*>(node)) == int4) ++(read ? with : without);
          return true;
        });
      }
    }
  }
  EXPECT_GT(with, 0u);
  EXPECT_EQ(without, 0u);
}

TEST(KernelUnit, ARowIsMadeAgainAlike) {
  for (const auto& unit : KernelUnits({DType::Float(32), DType::Int(8)}, false)) {
    CoveringResult covering = Cover(*unit);
    ASSERT_FALSE(covering.rows.empty());
    const CoveringRow& row = covering.rows.front();
    Context ctx;
    Levels shown(row.asked.size(), kAnyLevel);
    SweptCall made;
    EXPECT_EQ(unit->Make(ctx, row.asked, row.attempt, {.param = 3, .symbol = 0, .kernel = 2}, shown, made),
              RowAnswer::kMade);
    EXPECT_EQ(shown, row.shown);
    ASSERT_EQ(made.kernels.size(), 1u);
    EXPECT_EQ(made.kernels[0].var->name, "kernel2");
    EXPECT_EQ(made.params[0]->name, "x3");
  }
}

}  // namespace
}  // namespace assay
