// Aspects are found for operators that are known to have them, and every aspect is some operator's.
#include "generators/modules/aspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

bool Has(std::string_view op, Aspect aspect) { return (AspectsOf(*FindOp(op)) & BitOf(aspect)) != 0; }

std::vector<std::string_view> NamesIn(const AspectSet& set) {
  std::vector<std::string_view> names;
  for (const OpSpec* row : RowsIn(set)) names.push_back(row->name);
  return names;
}

TEST(AspectsTest, EveryAspectIsSomeOperatorsAndNotAll) {
  for (size_t i = 0; i < AllAspects().size(); ++i) {
    size_t count = RowsIn({.any = Aspects{1} << i}).size();
    EXPECT_GT(count, 0u) << AllAspects()[i].label;
    EXPECT_LT(count, AllOps().size()) << AllAspects()[i].label;
  }
}

TEST(AspectsTest, FieldsOfRowsSayWhatPassesAsk) {
  EXPECT_TRUE(Has("matmul", Aspect::kContracts));
  EXPECT_TRUE(Has("matmul", Aspect::kNarrowed));
  EXPECT_TRUE(Has("nn.conv2d", Aspect::kLaidOut));
  EXPECT_TRUE(Has("exp", Aspect::kDifferentiable));
  EXPECT_TRUE(Has("print", Aspect::kImpure));
  EXPECT_FALSE(Has("add", Aspect::kImpure));
  EXPECT_TRUE(Has("take", Aspect::kTakesIndices));
  EXPECT_TRUE(Has("concat", Aspect::kTakesList));
  EXPECT_TRUE(Has("zeros", Aspect::kTakesNone));
  EXPECT_TRUE(Has("call_tir", Aspect::kTakesFunction));
}

TEST(AspectsTest, SamplesShowWhatKernelsDo) {
  EXPECT_TRUE(Has("exp", Aspect::kElemwise));
  EXPECT_TRUE(Has("permute_dims", Aspect::kMoves));
  EXPECT_TRUE(Has("layout_transform", Aspect::kMoves));
  EXPECT_TRUE(Has("reshape", Aspect::kRestates));
  EXPECT_TRUE(Has("expand_dims", Aspect::kRestates));
  EXPECT_FALSE(Has("permute_dims", Aspect::kRestates));
  EXPECT_FALSE(Has("exp", Aspect::kRestates));
  EXPECT_TRUE(Has("sum", Aspect::kReduces));
  EXPECT_TRUE(Has("matmul", Aspect::kFusable));
  EXPECT_TRUE(Has("take", Aspect::kOpaque));
  EXPECT_TRUE(Has("concat", Aspect::kJoins));
  EXPECT_TRUE(Has("nn.batch_norm", Aspect::kStaged));
  EXPECT_TRUE(Has("nn.batch_norm", Aspect::kGivesTuple));
  EXPECT_TRUE(Has("shape_of", Aspect::kGivesShape));
  EXPECT_TRUE(Has("hint_on_device", Aspect::kNamesDevice));
  EXPECT_TRUE(Has("astype", Aspect::kConverts));
}

TEST(AspectsTest, SetsAreOfAnyAllAndNone) {
  AspectSet set{.any = Bits(Aspect::kMoves, Aspect::kRestates), .all = Bits(Aspect::kDifferentiable)};
  EXPECT_THAT(NamesIn(set), testing::IsSupersetOf({"reshape", "permute_dims"}));
  set.none = Bits(Aspect::kMoves);
  EXPECT_THAT(NamesIn(set), testing::Not(testing::Contains("permute_dims")));
  EXPECT_EQ(RowsIn({}).size(), AllOps().size());
}

}  // namespace
}  // namespace assay
