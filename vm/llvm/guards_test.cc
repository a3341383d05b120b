// Machine code that strays, made by leaving out its checks: it ends in a Trap with function and line, and the process
// goes on.
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

    @T.prim_func(s_tir=True)
    def reads_own(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        own = T.alloc_buffer((4,), "int32")
        for i in range(4):
            own[i] = A[i]
        for i in range(4):
            B[i] = own[A[i]]

    @T.prim_func(s_tir=True)
    def writes_own(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        own = T.alloc_buffer((4,), "int32")
        for i in range(4):
            own[A[i] - 1022] = A[i]
        for i in range(4):
            B[i] = own[i]

    @T.prim_func(s_tir=True)
    def fine_own(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        own = T.alloc_buffer((4,), "int32")
        for i in range(4):
            own[A[i] - 1] = A[i]
        for i in range(4):
            B[i] = own[i]

    @T.prim_func(s_tir=True)
    def reads_large(A: T.Buffer((65537,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = A[i + 65534]

    @T.prim_func(s_tir=True)
    def writes_large(A: T.Buffer((65537,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            A[B[i] - 1100] = i

    @T.prim_func(s_tir=True)
    def fine_large(A: T.Buffer((65537,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            A[i + 65533] = i
        for i in range(4):
            B[i] = A[i + 65533]
)";

class GuardsTest : public testing::TestWithParam<int> {
 protected:
  Outcome Run(std::string_view name) { return Run(name, args_); }
  Outcome Run(std::string_view name, std::span<const Value> args) {
    Meter meter{Budget()};
    return Run(name, args, meter);
  }
  Outcome Run(std::string_view name, std::span<const Value> args, Meter& meter) {
    auto library = MakeLlvmKernels(script_.module, {.opt_level = GetParam(), .unchecked = true});
    EXPECT_TRUE(library.ok());
    return (*library)->Find(name)->Run(args, args.size(), meter);
  }
  uint32_t LineOf(const Trap& trap) { return script_.ctx.sources.Locate(trap.span.file, trap.span.begin).line; }
  // Of the first line with these words.
  uint32_t LineWith(std::string_view words) {
    std::string_view text = script_.ctx.sources.TextOf(1);
    return static_cast<uint32_t>(std::ranges::count(text.substr(0, text.find(words)), '\n')) + 1;
  }
  void ExpectFault(const Outcome& outcome, std::string_view what, std::string_view line) {
    const Trap* trap = std::get_if<Trap>(&outcome);
    ASSERT_NE(trap, nullptr);
    EXPECT_EQ(trap->kind, TrapKind::kSignal);
    EXPECT_EQ(trap->message, "machine code gets SIGSEGV at " + std::string(what));
    EXPECT_EQ(LineOf(*trap), LineWith(line));
  }

  Script script_{kStrays};
  std::vector<Value> args_{IntsValue({4}, {1, 2, 3, 4}), IntsValue({4}, {0, 0, 0, 0})};
};

TEST_P(GuardsTest, AReadBehindATensorIsATrapAtItsLine) {
  ExpectFault(Run("reads"), "byte 16 of buffer A, which has 16", "A[i + 1]");
}

TEST_P(GuardsTest, AWriteBeforeATensorIsATrapAndTheNextRunIsFine) {
  Outcome outcome = Run("writes");
  const Trap* trap = std::get_if<Trap>(&outcome);
  ASSERT_NE(trap, nullptr);
  EXPECT_THAT(trap->message, HasSubstr("of buffer B"));
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine")));
  EXPECT_EQ(ValueText(args_[1]), "int32[4] 2 3 4 5");
}

TEST_P(GuardsTest, AKernelsOwnMemoryIsGuarded) {
  // The last element is the index 4 into four of them; optimised code may read all of them at once.
  ExpectFault(Run("reads_own"), "byte 16 of buffer own, which has 16", "own[A[i]]");
  const Outcome written = Run("writes_own");
  const Trap* trap = std::get_if<Trap>(&written);
  ASSERT_NE(trap, nullptr);
  EXPECT_THAT(trap->message, HasSubstr("of buffer own, which has 16"));
  EXPECT_EQ(LineOf(*trap), LineWith("own[A[i] - 1022]"));
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine_own")));
  EXPECT_EQ(ValueText(args_[1]), "int32[4] 1 2 3 4");
}

TEST_P(GuardsTest, OwnMemoryIsPaidForAndGivenBackAfterAFault) {
  Meter meter{Budget{.steps = 1000, .bytes = 16}};
  EXPECT_TRUE(std::holds_alternative<Trap>(Run("reads_own", args_, meter)));
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine_own", args_, meter)));
  Meter too_small{Budget{.steps = 1000, .bytes = 15}};
  EXPECT_TRUE(std::holds_alternative<OutOfBudget>(Run("fine_own", args_, too_small)));
}

TEST_P(GuardsTest, LargeTensorsAreGuardedWhereTheyAre) {
  std::vector<Value> args = {Value{TensorValue{Tensor(DType::Int(32), {65537})}}, IntsValue({4}, {0, 1, 2, 3})};
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine_large", args)));
  EXPECT_EQ(ValueText(args[1]), "int32[4] 0 1 2 3");
  ExpectFault(Run("reads_large", args), "byte 262148 of buffer A, which has 262148", "A[i + 65534]");
  const Outcome written = Run("writes_large", args);
  ASSERT_NE(std::get_if<Trap>(&written), nullptr);
  EXPECT_THAT(std::get_if<Trap>(&written)->message, HasSubstr("of buffer A, which has 262148"));
  EXPECT_TRUE(std::holds_alternative<Value>(Run("fine_large", args)));
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
