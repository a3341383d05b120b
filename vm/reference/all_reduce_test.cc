// Reductions over threads by the reference interpreter: who is in a group, what each brings and gets, and what goes
// wrong.
#include <gmock/gmock.h>

#include "vm/reference/run_launch.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::string_view kSum = "T.comm_reducer(lambda x, y: x + y, [0]), \"reduce_scope\", 0";

// A kernel of 2 blocks of 4 by 3 threads; each thread writes what it gets.
std::string Kernel(std::string_view reducer, std::string_view call) {
  return fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((24,), "int32"), B: T.Buffer((24,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for j in T.thread_binding(3, thread="threadIdx.y"):
                for i in T.thread_binding(4, thread="threadIdx.x"):
                    r = T.alloc_buffer((1,), "int32", scope="local")
                    with T.attr({}):
                        {}
                    B[b * 12 + j * 4 + i] = r[0]
)",
                     reducer, call);
}
std::string Reduced(std::string_view reducer, std::string_view call) {
  return InEveryOrder(Kernel(reducer, call), {Counted(24), Zeros({24})});
}

TEST(AllReduceTest, AGroupStretchesOverTheAxesThatAreNamed) {
  // Sums of four neighbours, which all four get.
  EXPECT_EQ(Reduced(kSum, "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], T.bool(True), r[0], i)"),
            "int32[24] 10 10 10 10 26 26 26 26 42 42 42 42 58 58 58 58 74 74 74 74 90 90 90 90");
  EXPECT_EQ(Reduced(kSum, "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], T.bool(True), r[0], j)"),
            "int32[24] 15 18 21 24 15 18 21 24 15 18 21 24 51 54 57 60 51 54 57 60 51 54 57 60");
  // In either order of the axes; an axis that is named twice is one.
  for (std::string_view axes : {"i, j", "j, i", "j, i, j", "j, 0, i"}) {
    EXPECT_EQ(
        Reduced(kSum, fmt::format("T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], True, r[0], {})", axes)),
        "int32[24] 78 78 78 78 78 78 78 78 78 78 78 78 222 222 222 222 222 222 222 222 222 222 222 222");
  }
  // Over nothing, each keeps its own.
  EXPECT_EQ(Reduced(kSum, "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], True, r[0], 0)"),
            ValueText(Counted(24)));
}

TEST(AllReduceTest, WhereTheConditionIsFalseAThreadBringsTheIdentity) {
  EXPECT_EQ(Reduced(kSum, "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], i < 3 - j, r[0], i)"),
            "int32[24] 6 6 6 6 11 11 11 11 9 9 9 9 42 42 42 42 35 35 35 35 21 21 21 21");
  EXPECT_EQ(Reduced("T.comm_reducer(lambda x, y: T.min(x, y), [100]), \"reduce_scope\", 0",
                    "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], j == 2, r[0], i)"),
            "int32[24] 100 100 100 100 100 100 100 100 9 9 9 9 100 100 100 100 100 100 100 100 21 21 21 21");
}

TEST(AllReduceTest, ValuesAreCombinedInTheOrderOfTheThreads) {
  // Neither the first value nor the last is lost, and x runs first.
  EXPECT_EQ(Reduced("T.comm_reducer(lambda x, y: x * 3 + y, [0]), \"reduce_scope\", 0",
                    "T.tvm_thread_allreduce(T.uint32(1), A[i + j * 4], i < 2 and j < 2, r[0], j, i)"),
            ("int32[24]" + [] {
              int sum = 1;
              for (int i = 1; i < 12; ++i) sum = sum * 3 + (i % 4 < 2 && i < 8 ? i + 1 : 0);
              std::string all;
              for (int i = 0; i < 24; ++i) all += " " + std::to_string(sum);
              return all;
            }()));
}

// As LowerCrossThreadReduction leaves an argmax: the first greatest value and where it is, of 5 threads, in blocks.
TEST(AllReduceTest, SeveralValuesGoTogether) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((2, 5), "int32"), A: T.Buffer((2, 5), "int32"), D: T.Buffer((4,), "int32")):
        at = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        value = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        for i in T.thread_binding(2, thread="blockIdx.x"):
            for k in T.thread_binding(5, thread="threadIdx.x"):
                with T.sblock("cross_thread"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk], X[vi, vk])
                    T.writes(at[0], value[0])
                    T.attr(T.comm_reducer(lambda x0, x1, y0, y1: (T.Select(x1 >= y1, x0, y0), T.Select(x1 >= y1, x1, y1)), [-1, T.min_value("int32")]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(2), X[vi, vk], A[vi, vk], T.bool(True), at[0], value[0], k)
                with T.sblock("write_back"):
                    vi = T.axis.spatial(2, i)
                    T.where(k == 0)
                    T.reads(at[0], value[0])
                    T.writes(D[vi * 2:vi * 2 + 2])
                    D[vi * 2] = at[0]
                    D[vi * 2 + 1] = value[0]
)",
                         {IntsValue({2, 5}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}),
                          IntsValue({2, 5}, {3, 9, 1, 9, 2, -5, -7, -9, -6, -4}), Zeros({4})}),
            "int32[4] 1 9 4 -4");
}

struct Refusal {
  std::string_view reducer;
  std::string_view call;
  std::string_view words;
};
// clang-format off: a table of cases
constexpr Refusal kRefusals[] = {
    {"{\"hint\": 1}", "T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], i)", "without a reducer around it"},
    {kSum, "T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], b)", "over what is no thread of its block"},
    {kSum, "T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], i + 1)", "over what is no thread of its block"},
    {kSum, "T.tvm_thread_allreduce(T.uint32(1), A[i], True, A[i] + 1, i)", "whose operands are not values, a condition and results"},
    {kSum, "T.tvm_thread_allreduce(T.uint32(2), A[i], A[j], True, r[0], r[0], i)", "a reduction of 2 values by a reducer of 1"},
    {kSum, "T.tvm_thread_allreduce(T.uint32(1), T.float32(1), True, r[0], i)", "not of the reducer's dtypes"},
    {"T.comm_reducer(lambda x, y: x + y + A[0], [0]), \"reduce_scope\", 0", "T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], i)", "a reducer that reads memory"},
};
// clang-format on

TEST(AllReduceTest, WhatItCannotRunIsNamed) {
  for (const Refusal& refusal : kRefusals) {
    EXPECT_THAT(RunMain(Kernel(refusal.reducer, refusal.call), {Counted(24), Zeros({24})}, {}).outcome,
                HasSubstr(refusal.words))
        << refusal.call;
  }
}

TEST(AllReduceTest, AllThreadsOfTheBlockHaveToCome) {
  std::string_view call =
      "if j < 2:\n                            T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], i)\n"
      "                        else:\n                            r[0] = 0";
  Found found = RunMain(Kernel(kSum, call), {Counted(24), Zeros({24})}, {});
  EXPECT_EQ(found.outcome, "divergent_barrier");
  EXPECT_THAT(found.message, HasSubstr("waits here, and thread (0, 2, 0)"));
}

// It orders nothing but itself, as an exchange.
TEST(AllReduceTest, ItIsNoBarrierForMemory) {
  constexpr std::string_view kShared = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        s = T.alloc_buffer((8,), "int32", scope="shared")
        for i in T.thread_binding(8, thread="threadIdx.x"):
            r = T.alloc_buffer((1,), "int32", scope="local")
            s[i] = A[i]
            with T.attr(T.comm_reducer(lambda x, y: x + y, [0]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), A[i], True, r[0], i)
            $
            B[i] = s[7 - i] + r[0]
)";
  auto run = [&](std::string_view between) {
    std::string text(kShared);
    text.replace(text.find('$'), 1, between);
    return RunMain(text, {Counted(8), Zeros({8})}, {TirChecks::kAll}).outcome;
  };
  EXPECT_EQ(run("T.evaluate(0)"), "data_race");
  EXPECT_EQ(run("T.tvm_storage_sync(\"shared\")"), "int32[8] 44 43 42 41 40 39 38 37");
}

TEST(AllReduceTest, ATrapOfTheCombinerIsToldOnce) {
  Found found = RunMain(Kernel("T.comm_reducer(lambda x, y: x // (y - 3), [0]), \"reduce_scope\", 0",
                               "T.tvm_thread_allreduce(T.uint32(1), A[b * 12 + j * 4 + i], True, r[0], i)"),
                        {Counted(24), Zeros({24})}, {});
  EXPECT_EQ(found.outcome, "division_by_zero");
}

}  // namespace
}  // namespace assay
