// What BoundsOf says and what CompareWithReference allows are the same.
#include "oracles/core/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Value Floats(const std::vector<float>& x) {
  Tensor tensor(DType::Float(32), {static_cast<int64_t>(x.size())});
  for (size_t i = 0; i < x.size(); ++i) tensor.Set(static_cast<int64_t>(i), Scalar::Float(DType::Float(32), x[i]));
  return {TensorValue{std::move(tensor)}};
}
std::vector<double> Elements(const Value& value) {
  std::span<const double> elements = value.As<TensorValue>()->tensor.As<double>();
  return {elements.begin(), elements.end()};
}

TEST(Bounds, AreWhatIsAllowed) {
  ReferenceOutcome reference{Floats({1, 2, 1, kInf, kNan, 0}),
                             {Floats({1.5F, 2, kNan, 1, 1, 0}), Floats({0.75F, 2, 1, kInf, kNan, 0})}};
  std::vector<double> bounds = Elements(BoundsOf(reference));
  constexpr double kAnything = std::numeric_limits<double>::infinity();
  EXPECT_EQ(bounds, (std::vector<double>{2, 0, kAnything, kAnything, kAnything, 0}));
  // Each element by itself: at its bound it is allowed, beyond it not.
  const std::vector<float> want = {1, 2, 1, kInf, kNan, 0};
  for (size_t i = 0; i < want.size(); ++i) {
    for (float beyond : {0.0F, 0.5F}) {
      std::vector<float> got = want;
      got[i] = std::isinf(bounds[i]) ? 1000 : want[i] + static_cast<float>(bounds[i]) + beyond;
      bool allowed = beyond == 0.0F || std::isinf(bounds[i]);
      EXPECT_EQ(!CompareWithReference(Floats(got), reference).mismatch, allowed) << i << " " << got[i];
    }
  }
}

TEST(Bounds, ATrapOnTheEdgeAllowsAnything) {
  ReferenceOutcome reference{Floats({1}), {Trap{TrapKind::kOutOfBounds, "here", {}}}};
  EXPECT_TRUE(std::isinf(Elements(BoundsOf(reference))[0]));
}

TEST(Bounds, OfTuplesAndShapes) {
  ReferenceOutcome reference{Value{TupleValue{{Floats({1}), Value{ShapeValue{{3}}}}}}, {}};
  Value bounds = BoundsOf(reference);
  const auto* tuple = bounds.As<TupleValue>();
  ASSERT_NE(tuple, nullptr);
  EXPECT_EQ(Elements(tuple->fields[0]), std::vector<double>{0});
  EXPECT_NE(tuple->fields[1].As<NullValue>(), nullptr);
}

}  // namespace
}  // namespace assay
