// Bitwise operators of floats are refused by whoever would run them, also where one operand is a scalar.
#include <gmock/gmock.h>

#include "passes/pass.h"
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(BitsOfFloatsTest, RefusedWhicheverOperandIsOne) {
  constexpr const char *kTensor = "R.const([0.5], \"float32\")", *kScalar = "T.float32(1.5)";
  for (const char* op : {"bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"}) {
    for (auto [a, b] : {std::pair{kTensor, kTensor}, std::pair{kTensor, kScalar}, std::pair{kScalar, kTensor}}) {
      Script script(fmt::format(R"(
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.{}({}, {})
        return y
)",
                                op, a, b));
      SCOPED_TRACE(fmt::format("{} of {} and {}", op, a, b));
      EXPECT_THAT(script.Run(*FindEngine("relax-reference"), {}), HasSubstr("floats have no bitwise operators"));
      PassContext passes(script.ctx);
      Result<std::vector<PassCall>> legalize = ParsePassList(script.ctx, "LegalizeOps");
      Result<Module> lowered = RunSequential(passes, *legalize, script.module);
      ASSERT_TRUE(lowered.ok());
      ASSERT_EQ(passes.notes.size(), 1u);
      EXPECT_THAT(passes.notes[0].why, HasSubstr("floats have no bitwise operators"));
    }
  }
}

}  // namespace
}  // namespace assay
