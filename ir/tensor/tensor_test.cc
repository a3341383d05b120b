// Sizes are checked, handles share, clones do not.
#include "ir/tensor/tensor.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TensorTest, StartsAtZeroAndHoldsElements) {
  Tensor tensor(DType::Float(32), {2, 3});
  EXPECT_EQ(tensor.size(), 6);
  EXPECT_EQ(tensor.At(5).f, 0);
  tensor.Set(5, Scalar::Float(DType::Float(32), 1.5));
  EXPECT_EQ(tensor.As<float>()[5], 1.5f);
}

TEST(TensorTest, CopiesShareAndClonesDoNot) {
  int64_t values[] = {1, 2, 3};
  Tensor first = Tensor::Ints(DType::Int(4), {3}, values);
  Tensor shared = first;
  Tensor clone = first.Clone();
  first.Set(0, Scalar::Int(DType::Int(4), -8));
  EXPECT_EQ(shared.At(0).i, -8);
  EXPECT_EQ(clone.At(0).i, 1);
}

TEST(TensorTest, RankZeroHasOneElement) {
  Tensor scalar = Tensor::Of(Scalar::Bool(true));
  EXPECT_EQ(scalar.size(), 1);
  EXPECT_TRUE(scalar.At(0).IsTrue());
}

TEST(TensorTest, SizesThatOverflowAreDiagnosed) {
  int64_t huge = int64_t{1} << 40;
  for (std::vector<int64_t> shape : {std::vector<int64_t>{-1}, {huge, huge}, {huge}, {3, -2, 0}}) {
    Result<Tensor> tensor = Tensor::Make(DType::Int(8), shape);
    ASSERT_FALSE(tensor.ok());
    EXPECT_EQ(tensor.error().kind, DiagKind::kTooLarge);
  }
  EXPECT_FALSE(Tensor::Make(DType::Float(64), {kMaxTensorBytes / 8 + 1}).ok());
  EXPECT_EQ(*CheckedElementCount(std::vector<int64_t>{huge, huge, 0}), 0);
}

TEST(TensorTest, ATooLargeShapeIsToldWithItsSize) {
  auto told = [](DType dtype, std::vector<int64_t> shape) { return CheckedByteCount(dtype, shape).error().message; };
  int64_t wide = int64_t{1} << 32;
  EXPECT_EQ(told(DType::Float(32), {wide, wide}),
            "float32[4294967296, 4294967296] takes 64 EiB: expected at most 1 GiB, the most that one tensor holds");
  EXPECT_TRUE(told(DType::Float(32), {3037000500, 3037000500, 2})
                  .starts_with("float32[3037000500, 3037000500, 2] takes 64 EiB: "));
  EXPECT_TRUE(told(DType::Int(8), {kMaxTensorBytes + 1}).starts_with("int8[1073741825] takes 1073741825 bytes: "));
  EXPECT_TRUE(told(DType::Int(64), {wide, wide, wide})
                  .starts_with("int64[4294967296, 4294967296, 4294967296] takes 524288 YiB: "));
  EXPECT_EQ(told(DType::Int(8), {2, -1}),
            "invalid tensor shape [2, -1]: expected extents of 0 or more, got -1 (axis 1)");
}

TEST(TensorTest, VectorElementsCountLanes) {
  Tensor tensor(DType::Float(32, 4), {2});
  EXPECT_EQ(tensor.size(), 8);
  EXPECT_EQ(tensor.byte_count(), 32);
}

TEST(TensorTest, ReshapeSharesElements) {
  Tensor tensor(DType::Int(32), {2, 3});
  Tensor flat = tensor.Reshaped({6});
  tensor.Set(4, Scalar::Int(DType::Int(32), 9));
  EXPECT_EQ(flat.At(4).i, 9);
}

}  // namespace
}  // namespace assay
