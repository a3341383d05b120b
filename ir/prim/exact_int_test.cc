// Arithmetic of numbers that int64 holds.
#include "ir/prim/exact_int.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

struct Case {
  NodeKind kind;
  int64_t a, b;
  std::optional<int64_t> value;
};
const Case kCases[] = {
    {NodeKind::kAdd, INT64_MAX, 1, std::nullopt},
    {NodeKind::kAdd, INT64_MAX, INT64_MIN, -1},
    {NodeKind::kSub, INT64_MIN, 1, std::nullopt},
    {NodeKind::kSub, -1, INT64_MIN, INT64_MAX},
    {NodeKind::kMul, INT64_MIN, -1, std::nullopt},
    {NodeKind::kMul, INT64_MIN, 1, INT64_MIN},
    {NodeKind::kDiv, INT64_MIN, -1, std::nullopt},
    {NodeKind::kDiv, -7, 2, -3},
    {NodeKind::kDiv, 7, 0, std::nullopt},
    {NodeKind::kMod, INT64_MIN, -1, 0},
    {NodeKind::kMod, -7, 2, -1},
    {NodeKind::kMod, 7, 0, std::nullopt},
    {NodeKind::kFloorDiv, INT64_MIN, -1, std::nullopt},
    {NodeKind::kFloorDiv, 7, -2, -4},
    {NodeKind::kFloorDiv, -7, 2, -4},
    {NodeKind::kFloorDiv, 7, 0, std::nullopt},
    {NodeKind::kFloorMod, INT64_MIN, -1, 0},
    {NodeKind::kFloorMod, 7, -2, -1},
    {NodeKind::kFloorMod, -7, 2, 1},
    {NodeKind::kFloorMod, 7, 0, std::nullopt},
    {NodeKind::kMin, INT64_MIN, INT64_MAX, INT64_MIN},
    {NodeKind::kMax, INT64_MIN, INT64_MAX, INT64_MAX},
    {NodeKind::kLT, INT64_MIN, INT64_MAX, 1},
    {NodeKind::kGE, INT64_MIN, INT64_MAX, 0},
    {NodeKind::kEQ, -1, -1, 1},
    {NodeKind::kNE, -1, -1, 0},
    {NodeKind::kAnd, 2, 0, 0},
    {NodeKind::kOr, 2, 0, 1},
};

TEST(ExactIntTest, NumbersThatFit) {
  for (const Case& one : kCases)
    EXPECT_EQ(ExactInt(one.kind, one.a, one.b), one.value) << NodeKindName(one.kind) << " " << one.a << " " << one.b;
}

// Where there is a number, arithmetic of int64 that wraps gives it, too.
TEST(ExactIntTest, AgreesWithScalars) {
  constexpr int64_t kNumbers[] = {INT64_MIN, INT64_MIN + 1, -5, -2, -1, 0, 1, 2, 5, INT64_MAX - 1, INT64_MAX};
  for (int k = static_cast<int>(NodeKind::kAdd); k <= static_cast<int>(NodeKind::kOr); ++k) {
    auto kind = static_cast<NodeKind>(k);
    for (int64_t a : kNumbers) {
      for (int64_t b : kNumbers) {
        std::optional<int64_t> value = ExactInt(kind, a, b);
        if (!value) continue;
        DType dtype = DType::Int(64);
        EXPECT_EQ(BinaryFunction(kind)(Scalar::Int(dtype, a), Scalar::Int(dtype, b)).i, *value)
            << NodeKindName(kind) << " " << a << " " << b;
      }
    }
  }
}

}  // namespace
}  // namespace assay
