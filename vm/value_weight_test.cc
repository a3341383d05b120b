#include "vm/value_weight.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ValueWeight, CountsWhatIsCopiedAndHowDeepItNests) {
  Value leaf{PrimValue{Scalar::Int(DType::Int(64), 1)}}, pair{TupleValue{{leaf, leaf}}}, four{TupleValue{{pair, pair}}};
  EXPECT_EQ(WeightOf(leaf).values, 1);
  EXPECT_EQ(WeightOf(leaf).depth, 1);
  EXPECT_EQ(WeightOf(four).values, 7);
  EXPECT_EQ(WeightOf(four).depth, 3);
  EXPECT_EQ(WeightOf(Value{ShapeValue{std::vector<int64_t>(400, 1)}}).values, 101);
  auto closure = std::make_shared<ClosureObject>(ObjectKind::kClosure);
  closure->depth = 9;
  EXPECT_EQ(WeightOf(Value{TupleValue{{Value{ObjectValue{closure}}}}}).depth, 10);
}

TEST(ValueWeight, DeepOnesTrapAndLargeOnesAreMetered) {
  Budget budget;
  budget.bytes = 1 << 16;
  Meter meter(budget);
  Value value;
  for (int depth = 1; depth < kMaxValueDepth; ++depth) value = Value{TupleValue{{value}}};
  EXPECT_NE(std::get_if<Value>(&*std::make_unique<Outcome>(Weighed(value, meter, {}))), nullptr);
  Outcome deep = Weighed(Value{TupleValue{{value}}}, meter, {});
  ASSERT_NE(std::get_if<Trap>(&deep), nullptr);
  EXPECT_EQ(std::get_if<Trap>(&deep)->kind, TrapKind::kTooDeep);
  Outcome large = Weighed(Value{TupleValue{std::vector<Value>(1 << 16)}}, meter, {});
  EXPECT_EQ(std::get_if<Value>(&large), nullptr);
}

}  // namespace
}  // namespace assay
