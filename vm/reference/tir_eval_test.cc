// The reference interpreter: what programs compute, and the faults that it alone can see.
#include "vm/reference/tir_eval.h"

#include <gmock/gmock.h>

#include "vm/run_script.h"

namespace assay {
namespace {

// Runs kernel "main" with the last tensor as its output, which holds nothing yet; the output's text, or what stopped
// it.
std::string RunMain(std::string_view function, std::vector<Value> args, const Budget& budget = {}) {
  Script script(function);
  auto library = MakeReferenceKernels(script.module, /*strict=*/true);
  if (!library.ok()) return library.error().message;
  Meter meter(budget);
  Outcome outcome = (*library)->Find("main")->Run(args, args.size() - 1, meter);
  if (const Trap* trap = std::get_if<Trap>(&outcome))
    return std::string(TrapKindName(trap->kind)) + ": " + trap->message;
  const auto* value = std::get_if<Value>(&outcome);
  return value != nullptr && value->As<NullValue>() != nullptr ? ValueText(args.back()) : RunText(outcome);
}
Value Zeros(std::vector<int64_t> shape, DType dtype = DType::Int(32)) {
  return Value{TensorValue{Tensor(dtype, std::move(shape))}};
}

TEST(TirEvalTest, ReductionStartsAtInit) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 3), "int32"), B: T.Buffer((2,), "int32")):
        for i, k in T.grid(2, 3):
            with T.sblock("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 100
                B[vi] = B[vi] + A[vi, vk]
)",
                    {IntsValue({2, 3}, {1, 2, 3, 4, 5, 6}), Zeros({2})}),
            "int32[2] 106 115");
}

// The same without init: the first sum reads an output that holds nothing.
TEST(TirEvalTest, ReadBeforeWrite) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
        for i in range(2):
            B[i] = B[i] + A[i]
)",
                    {IntsValue({2}, {1, 2}), Zeros({2})}),
            "read_before_write: element 0 of buffer B is read before it is written");
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
        C = T.alloc_buffer((2,), "int32")
        for i in range(2):
            C[0] = A[i]
            B[i] = C[i]
)",
                    {IntsValue({2}, {1, 2}), Zeros({2})}),
            "read_before_write: element 1 of buffer C is read before it is written");
}

TEST(TirEvalTest, IndicesAreCheckedAxisByAxis) {
  // Inside the memory, but outside its row.
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 3), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = A[0, i]
)",
                    {Zeros({2, 3}), Zeros({4})}),
            "out_of_bounds: index 3 of axis 1 of buffer A is outside [0, 3)");
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
        B[A[0]] = 1
)",
                    {IntsValue({2}, {-1, 0}), Zeros({2})}),
            "out_of_bounds: index -1 of axis 0 of buffer B is outside [0, 2)");
}

TEST(TirEvalTest, ChoicesThatGuardAreLazy) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32"), B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = T.if_then_else(i < 2, A[i], -1)
)",
                    {IntsValue({2}, {7, 8}), Zeros({4})}),
            "int32[4] 7 8 -1 -1");
}

TEST(TirEvalTest, BlocksSkipOnPredicates) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((5,), "int32"), B: T.Buffer((5,), "int32")):
        for i, j in T.grid(2, 3):
            with T.sblock("B"):
                vi = T.axis.spatial(5, i * 3 + j)
                T.where(i * 3 + j < 5)
                B[vi] = A[vi] * 2
)",
                    {IntsValue({5}, {1, 2, 3, 4, 5}), Zeros({5})}),
            "int32[5] 2 4 6 8 10");
}

TEST(TirEvalTest, IntegersWrapAtEveryWidth) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int8"), B: T.Buffer((2,), "int8")):
        for i in range(2):
            B[i] = A[i] + A[i]
)",
                    {IntsValue({2}, {100, -100}, DType::Int(8)), Zeros({2}, DType::Int(8))}),
            "int8[2] -56 56");
}

TEST(TirEvalTest, NarrowFloatsRoundAfterEachOperation) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float16"), B: T.Buffer((2,), "float16")):
        for i in range(2):
            B[i] = (A[i] + T.float16(1)) - A[i]
)",
                    {FloatsValue({2}, {1, 2048}, DType::Float(16)), Zeros({2}, DType::Float(16))}),
            "float16[2] 1 0");
}

TEST(TirEvalTest, ThreadsRunInOrder) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        for i in T.thread_binding(2, thread="blockIdx.x"):
            for j in T.thread_binding(2, thread="threadIdx.x"):
                B[i * 2 + j] = A[i * 2 + j] + i * 10 + j
)",
                    {IntsValue({4}, {0, 0, 0, 0}), Zeros({4})}),
            "int32[4] 0 1 10 11");
}

TEST(TirEvalTest, BudgetEndsEndlessLoops) {
  constexpr std::string_view kEndless = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        while A[0] == 0:
            B[0] = 1
)";
  EXPECT_EQ(RunMain(kEndless, {Zeros({1}), Zeros({1})}, {.steps = 1000}), "out of budget");
  constexpr std::string_view kHuge = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        for i in range(T.int64(9223372036854775807)):
            B[0] = A[0]
)";
  EXPECT_EQ(RunMain(kHuge, {Zeros({1}), Zeros({1})}), "out of budget");
}

TEST(TirEvalTest, DivisionsAndAssertionsTrap) {
  EXPECT_THAT(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int64"), B: T.Buffer((1,), "int64")):
        B[0] = T.truncmod(T.int64(1), A[0])
)",
                      {Zeros({1}, DType::Int(64)), Zeros({1}, DType::Int(64))}),
              testing::StartsWith("division_by_zero"));
  EXPECT_THAT(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        assert A[0] > 0, "positive wanted"
        B[0] = A[0]
)",
                      {Zeros({1}), Zeros({1})}),
              testing::HasSubstr("positive wanted"));
}

TEST(TirEvalTest, WhatItCannotDoIsNamed) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        B[0] = T.call_extern("int32", "getpid")
)",
                    {Zeros({1}), Zeros({1})}),
            "the TIR reference does not evaluate a call of 'tirx.call_extern'");
}

}  // namespace
}  // namespace assay
