// What stays of TVM's words: of its checker, of programs that fail, of its structural equality.
#include "oracles/subjects/tvm/essence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(TvmNormalizedMessage, ARuleThatBeginsWithAFunctionGoesByWhatStandsBefore) {
  EXPECT_EQ(TvmNormalizedMessage("Function # from typing import TypeVar\n…"),
            TvmNormalizedMessage("Function # from tvm.script import relax as R\n…"));
  EXPECT_EQ(TvmNormalizedMessage("Var n is not defined."), TvmNormalizedMessage("Var m is not defined."));
}

TEST(TvmNormalizedMessage, AFaultOfAProgramGoesByItsFirstLineWithoutNumbers) {
  EXPECT_EQ(
      TvmNormalizedMessage(Trap{TrapKind::kInternal, "InternalError: Unsupported input dtype: int16\nand more", {}}),
      "InternalError: Unsupported input dtype: intNN");
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kCrash, "SIGSEGV", {}}), "SIGSEGV");
  EXPECT_EQ(TvmNormalizedMessage(Trap{TrapKind::kOutOfBounds, "index 7", {}}), "") << "the kind says enough";
}

TEST(TvmNormalizedMessage, ADifferenceGoesByTheLastTwoMembers) {
  ModuleDifference found =
      TvmDifference("<root>.functions[I.GlobalVar(\"a.b\")].body.seq[0].buffer.ty.layout: <root>.x\nmore");
  EXPECT_THAT(found.path, ElementsAre("", "functions", "body", "seq", "buffer", "ty", "layout"));
  EXPECT_EQ(found.tail, "ty.layout");
  EXPECT_TRUE(found.of_objects);
  EXPECT_EQ(TvmDifference("<root>.body.blocks[0]").tail, "body.blocks");
  EXPECT_EQ(TvmDifference("TVM's process ended by SIGSEGV").tail, "") << "no path";
}

}  // namespace
}  // namespace assay
