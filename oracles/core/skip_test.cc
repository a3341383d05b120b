#include "oracles/core/skip.h"

#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Skips, EachKindIsReadBackFromItsText) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < AllSkipKinds().size(); ++i) {
    auto kind = static_cast<SkipKind>(i);
    EXPECT_TRUE(names.insert(SkipKindName(kind)).second) << SkipKindName(kind);
    EXPECT_FALSE(AllSkipKinds()[i].doc.empty()) << SkipKindName(kind);
    for (std::string why : {"", "sort", "a: b", "refused: this", "not applicable: (needs)", "of passes: x"}) {
      for (const char* oracle : {"", "round_trip"}) {
        for (bool of_pass : {false, true}) {
          SkipReason reason{oracle, of_pass && *oracle != '\0', {kind, why}};
          EXPECT_EQ(SkipReasonFromText(reason.Text()), reason) << reason.Text();
        }
      }
    }
  }
}

TEST(Skips, RefusalsHaveTheirKind) {
  for (size_t i = 0; i < AllRefusalKinds().size(); ++i) {
    Skip skip{SkipKind::kRefused, "sort; add", static_cast<RefusalKind>(i)};
    EXPECT_EQ(SkipFromText(skip.Text()), skip) << skip.Text();
    skip.why.clear();
    EXPECT_EQ(SkipFromText(skip.Text()), skip) << skip.Text();
  }
  EXPECT_EQ((SkipReason{"refuse_or_compile", true, {SkipKind::kRefused, "order", RefusalKind::kNeeds}}.Text()),
            "refuse_or_compile of passes: refused (needs): order");
}

TEST(Skips, WhatAnotherBuildWroteIsKept) {
  SkipReason read = SkipReasonFromText("round_trip: the text leaves constants out");
  EXPECT_EQ(read, (SkipReason{"round_trip", false, {SkipKind::kOther, "the text leaves constants out"}}));
  EXPECT_EQ(SkipFromText("refusedly").kind, SkipKind::kOther) << "no word of its own";
  EXPECT_EQ(SkipReasonFromText("").skip.kind, SkipKind::kOther);
}

}  // namespace
}  // namespace assay
