// What gtest writes of assay's own types when an expectation fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vm/engine.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::PrintToString;

TEST(PrintToTest, DiagsAndResults) {
  Diag diag{DiagKind::kBadArgument, {}, "expected 2, got 3", "matmul.r4", {}};
  EXPECT_EQ(PrintToString(diag), "BadArgument: expected 2, got 3 [matmul.r4]");
  EXPECT_EQ(PrintToString(Result<Module>(diag)), "BadArgument: expected 2, got 3 [matmul.r4]");
  EXPECT_EQ(PrintToString(Status(Done{})), "ok");
}

TEST(PrintToTest, Outcomes) {
  EXPECT_EQ(PrintToString(FloatsValue({2}, {1, 2.5})), "float32[2] 1 2.5");
  EXPECT_EQ(PrintToString(Value{TupleValue{{IntValue(4), IntsValue({1}, {7})}}}), "(int64 4, int32[1] 7)");
  EXPECT_EQ(PrintToString(MakeTrap(TrapKind::kOutOfBounds, "A[4]")),
            "trap " + std::string(TrapKindName(TrapKind::kOutOfBounds)) + ": A[4]");
  Outcome outcome = OutOfBudget{Limit::kBytes};
  EXPECT_THAT(PrintToString(outcome), testing::HasSubstr("out of budget (memory)"));
  outcome = Refused{"no such kernel"};
  EXPECT_THAT(PrintToString(outcome), testing::HasSubstr("refused: no such kernel"));
}

TEST(PrintToTest, LongTensorsAreCut) {
  std::string text = PrintToString(FloatsValue({100}, std::vector<double>(100, 1.0)));
  EXPECT_TRUE(text.ends_with(" 1 …")) << text;
}

TEST(PrintToTest, NamesKindsAndDtypes) {
  EXPECT_EQ(PrintToString(DType::Float(16)), "float16");
  EXPECT_EQ(PrintToString(Name("x")), "\"x\"");
  EXPECT_EQ(PrintToString(NodeKind::kIfThenElse), "IfThenElse");
}

}  // namespace
}  // namespace assay
