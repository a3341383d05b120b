#include "ir/support/diag.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Diag, RendersPlaceSentenceRuleAndCaret) {
  SourceMap sources;
  uint32_t file = sources.Add("m.py", "first\n  bad thing\n");
  Diag diag{DiagKind::kIllFormed, {file, 8, 11}, "this is wrong", "relax.wf5", {}};
  EXPECT_EQ(Render(diag, sources), "m.py:2:3: error: this is wrong [relax.wf5]\n    bad thing\n    ^~~");
}

TEST(Diag, WithoutPlaceOnlyTheSentence) {
  Diag diag{DiagKind::kIo, {}, "no such file", {}, {}};
  EXPECT_EQ(Render(diag, SourceMap()), "error: no such file");
}

TEST(Diag, LabelsFollow) {
  SourceMap sources;
  uint32_t file = sources.Add("m.py", "a = b\n");
  Diag diag{DiagKind::kUndefinedName, {file, 4, 5}, "b is not defined", {}, {{{file, 0, 1}, "needed here"}}};
  EXPECT_NE(Render(diag, sources).find("m.py:1:1: note: needed here"), std::string::npos);
}

TEST(Diag, NearestNamesATypoAndNothingFarAway) {
  std::vector<std::string_view> names = {"LegalizeOps", "RealizeVDevice", "Normalize"};
  EXPECT_EQ(Nearest("LegaliseOps", names), "LegalizeOps");
  EXPECT_EQ(Nearest("normalise", names), "Normalize");
  EXPECT_EQ(Nearest("xyzzy", names), "");
}

}  // namespace
}  // namespace assay
