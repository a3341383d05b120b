// Placements as TVM reads and writes them, meshes, and what makes a distributed tensor's type.
#include "ir/placement.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/equal.h"

namespace assay {
namespace {

std::string Normal(std::string_view text) {
  std::optional<Placement> placement = ParsePlacement(text);
  return placement ? PlacementText(*placement) : "malformed";
}

TEST(Placement, IsReadAndWrittenInItsNormalForm) {
  EXPECT_EQ(Normal("S[0], R"), "S[0], R");
  EXPECT_EQ(Normal("RR"), "R, R");
  EXPECT_EQ(Normal(" R ,S[ 12]"), "R, S[12]");
  EXPECT_EQ(Normal("S[-1]"), "S[-1]");
  EXPECT_EQ(Normal(""), "");
  EXPECT_EQ(Normal("S[]"), "S[0]");
  EXPECT_EQ(Normal("R, S[1"), "R, S[1]");
  for (const char* text : {"S", "S[x]", "S[0 ]", "Q", "S0", "S[99999999999]"})
    EXPECT_EQ(Normal(text), "malformed") << text;
}

TEST(Placement, MeshesHaveOneDeviceForEachPlace) {
  Context ctx;
  EXPECT_TRUE(MakeDeviceMesh(ctx, {2, 2}, {0, 1, 2, 3}, true).ok());
  EXPECT_TRUE(MakeDeviceMesh(ctx, {}, {7}, false).ok());
  EXPECT_TRUE(MakeDeviceMesh(ctx, {0, 4}, {}, false).ok());
  EXPECT_FALSE(MakeDeviceMesh(ctx, {2, 2}, {0, 1, 2}, false).ok());
  EXPECT_FALSE(MakeDeviceMesh(ctx, {-1, -1}, {0}, false).ok());
  EXPECT_FALSE(MakeDeviceMesh(ctx, {int64_t{1} << 32, int64_t{1} << 32}, {}, false).ok());
}

TEST(Placement, TypesFitTheirMesh) {
  Context ctx;
  const TensorType* tensor = MakeTensorType(ctx, {MakeInt(ctx, 4), MakeInt(ctx, 2)}, DType::Float(32));
  const DeviceMesh* mesh = *MakeDeviceMesh(ctx, {2, 2}, {0, 1, 2, 3}, true);
  EXPECT_TRUE(MakeDTensorType(ctx, tensor, mesh, *ParsePlacement("S[1], R")).ok());
  EXPECT_FALSE(MakeDTensorType(ctx, tensor, mesh, *ParsePlacement("R")).ok());
  EXPECT_FALSE(MakeDTensorType(ctx, tensor, mesh, *ParsePlacement("S[2], R")).ok());
}

TEST(Placement, TypesAreComparedByAllTheirParts) {
  Context ctx;
  auto type = [&](const std::vector<int64_t>& ids, bool is_range, std::string_view placement) {
    const TensorType* tensor = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 4)}, DType::Float(32));
    return *MakeDTensorType(ctx, tensor, *MakeDeviceMesh(ctx, {2}, ids, is_range), *ParsePlacement(placement));
  };
  const DTensorType* one = type({0, 1}, true, "R");
  EXPECT_TRUE(Equal(one, type({0, 1}, true, "R")));
  EXPECT_EQ(StructuralHash(one), StructuralHash(type({0, 1}, true, "R")));
  EXPECT_FALSE(Equal(one, type({0, 2}, false, "R")));
  EXPECT_FALSE(Equal(one, type({0, 1}, false, "R"))) << "TVM tells a range from a list";
  EXPECT_FALSE(Equal(one, type({0, 1}, true, "S[0]")));
  EXPECT_FALSE(Equal(one, one->tensor));
}

}  // namespace
}  // namespace assay
