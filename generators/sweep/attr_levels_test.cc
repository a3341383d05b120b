// Levels of attributes: each is found again in what it makes, texts are known for every attribute that has some, and
// axes go from either end.
#include "generators/sweep/attr_levels.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

TEST(AttrLevels, WhatIsMadeIsAtItsLevel) {
  Context ctx;
  const Attr* sampled = MakeAttrInts(ctx, std::vector<int64_t>{2, 1});
  std::set<AttrForm> forms;
  for (const OpSpec* row : AllOps()) {
    for (const AttrSpec& spec : row->attrs) {
      for (const AttrLevel& level : LevelsOf(spec, {DType::Float(32), DType::Int(8)})) {
        const Attr* made = AttrAt(ctx, level, sampled, 3);
        ASSERT_NE(made, nullptr);
        EXPECT_TRUE(IsAtLevel(level, made, 3)) << row->name << " " << spec.name << " " << LevelText(level);
        forms.insert(level.form);
      }
    }
  }
  EXPECT_EQ(forms.size(), 9u);
}

// A text whose choices nobody listed is swept over nothing: these hold any text.
TEST(AttrLevels, TextsHaveChoices) {
  const std::set<std::string_view> kFree = {"subscripts", "te_grad_name"};
  for (const OpSpec* row : AllOps()) {
    for (const AttrSpec& spec : row->attrs) {
      if (spec.kind != AttrKind::kString) continue;
      EXPECT_EQ(ChoicesOf(spec).empty(), kFree.contains(spec.name)) << row->name << " " << spec.name;
    }
  }
}

TEST(AttrLevels, AxesGoFromEitherEnd) {
  const AttrSpec axis{"axis", AttrKind::kInt, "-1"}, maybe{"batch_axis", AttrKind::kInt, "None"};
  EXPECT_EQ(LevelsOf(axis, {}).size(), 8u);
  EXPECT_EQ(LevelsOf(maybe, {}).size(), 9u);
  EXPECT_FALSE(IsAxisAttr({"groups", AttrKind::kInt, "1"}));
}

}  // namespace
}  // namespace assay
