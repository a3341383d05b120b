// Machine code that strays, made by leaving out its checks: it ends in a Trap with function and line, and the process goes on.
#include <gmock/gmock.h>

#include "vm/llvm/listing.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::string_view kStrays = R"(
    @T.prim_func(s_tir=True)
    def fine(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = A[i] + 1

    @T.prim_func(s_tir=True)
    def reads(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = 7
        for i in range(4):
            B[i] = A[i + 1]

    @T.prim_func(s_tir=True)
    def writes(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i - 1025] = A[i]
)";

class GuardsTest : public testing::TestWithParam<int> {
 protected:
  Outcome Run(std::string_view name) {
    auto library = MakeLlvmKernels(script_.module, {.opt_level = GetParam(), .unchecked = true});
    EXPECT_TRUE(library.ok());
    Meter meter{Budget()};
    return (*library)->Find(name)->Run(args_, args_.size(), meter);
  }
  uint32_t LineOf(const Trap& trap) { return script_.ctx.sources.Locate(trap.span.file, trap.span.begin).line; }

  Script script_{kStrays};
  std::vector<Value> args_{IntsValue({4}, {1, 2, 3, 4}), IntsValue({4}, {0, 0, 0, 0})};
};

TEST_P(GuardsTest, AReadBehindATensorIsATrapAtItsLine) {
  Outcome outcome = Run("reads");
  const Trap* trap = std::get_if<Trap>(&outcome);
  ASSERT_NE(trap, nullptr);
  EXPECT_EQ(trap->kind, "signal");
  EXPECT_THAT(trap->message, HasSubstr("SIGSEGV at byte 16 of buffer A, which has 16"));
  std::string_view text = script_.ctx.sources.TextOf(1);
  auto line = static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<int64_t>(text.find("A[i + 1]")), '\n')) + 1;
  EXPECT_EQ(LineOf(*trap), line);
}

TEST_P(GuardsTest, AWriteBeforeATensorIsATrapAndTheNextRunIsFine) {
  Outcome outcome = Run("writes");
  const Trap* trap = std::get_if<Trap>(&outcome);
  ASSERT_NE(trap, nullptr);
  EXPECT_THAT(trap->message, HasSubstr("of buffer B"));
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine")));
  EXPECT_EQ(ValueText(args_[1]), "int32[4] 2 3 4 5");
}

INSTANTIATE_TEST_SUITE_P(Levels, GuardsTest, testing::Values(0, 1, 2, 3));

TEST(DebugInfoTest, ListingsNameLines) {
  Script script(kStrays);
  Result<std::string> listed = ListKernels(script.module, 0, KernelForm::kAssembly, &script.ctx.sources);
  ASSERT_TRUE(listed.ok());
  EXPECT_THAT(*listed, HasSubstr(".loc\t"));
  EXPECT_THAT(*listed, HasSubstr("test.py"));
}

}  // namespace
}  // namespace assay
