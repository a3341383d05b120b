// Launches of threads by the reference interpreter: what kernels with barriers compute in every order of their threads,
// and one minimal program for each fault that threads can have between them, with its clean twin, which differs in the
// marked line alone.
#include <gmock/gmock.h>

#include "vm/reference/run_launch.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(GpuThreadsTest, ABarrierLetsThreadsReadWhatOthersWrote) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        s = T.alloc_buffer((8,), "int32", scope="shared")
        for i in T.thread_binding(8, thread="threadIdx.x"):
            s[i] = A[i]
            T.tvm_storage_sync("shared")
            B[i] = s[7 - i]
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 8 7 6 5 4 3 2 1");
}

TEST(GpuThreadsTest, EveryBlockHasSharedMemoryOfItsOwn) {
  // A sum by halves in shared memory, with a barrier in a loop; the last block is not full.
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func
    def main(A: T.Buffer((14,), "int32"), B: T.Buffer((4,), "int32")):
        bx = T.launch_thread("blockIdx.x", 4)
        s = T.alloc_buffer((4,), "int32", scope="shared.dyn")
        tx = T.launch_thread("threadIdx.x", 4)
        s[tx] = T.if_then_else(bx * 4 + tx < 14, A[bx * 4 + tx], 0)
        T.tvm_storage_sync("shared.dyn")
        for k in range(2):
            if tx < T.shift_right(2, k):
                s[tx] = s[tx] + s[tx + T.shift_right(2, k)]
            T.tvm_storage_sync("shared.dyn")
        if tx == 0:
            B[bx] = s[0]
)",
                         {Counted(14), Zeros({4})}),
            "int32[4] 10 26 42 27");
}

TEST(GpuThreadsTest, LoopsThatBindAnAxisAgainNameTheSameThread) {
  // Beside each other, one in the other, with a start, and all of what stands between them is run by all threads.
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.y"):
            s = T.alloc_buffer((4,), "int32", scope="shared")
            n = T.alloc_buffer((1,), "int32", scope="local")
            n[0] = 10
            for i in T.thread_binding(4, thread="threadIdx.x"):
                s[i] = A[b * 4 + i]
                for j in T.thread_binding(4, thread="threadIdx.x"):
                    n[0] = n[0] + j
            T.tvm_storage_sync("shared")
            for k in T.thread_binding(1, 5, thread="threadIdx.x"):
                B[b * 4 + k - 1] = s[4 - k] * n[0]
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 40 33 24 13 80 77 72 65");
}

// Without a barrier as well: what one loop leaves in a register, the next one of that thread finds there.
TEST(GpuThreadsTest, MemoryOfAThreadIsItsOwnInAllItsLoops) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            n = T.alloc_buffer((1,), "int32", scope="local")
            for i in T.thread_binding(4, thread="threadIdx.x"):
                n[0] = A[b * 4 + i]
            for i in T.thread_binding(4, thread="threadIdx.x"):
                B[b * 4 + i] = n[0] * 10
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 10 20 30 40 50 60 70 80");
  // Bound again inside of itself, it is the same thread.
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        for i in T.thread_binding(4, thread="threadIdx.x"):
            n = T.alloc_buffer((1,), "int32", scope="local")
            n[0] = A[i]
            for j in T.thread_binding(4, thread="threadIdx.x"):
                n[0] = n[0] + j * 10
            B[i] = n[0]
)",
                         {Counted(4), Zeros({4})}),
            "int32[4] 1 12 23 34");
}

TEST(GpuThreadsTest, LaunchesFollowEachOtherAndStandInLoops) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        s = T.alloc_buffer((4,), "int32", scope="shared")
        g = T.alloc_buffer((8,), "int32")
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for i in T.thread_binding(4, thread="threadIdx.x"):
                s[i] = A[b * 4 + i]
                T.tvm_storage_sync("shared")
                g[b * 4 + i] = s[3 - i]
        for r in range(2):
            for i in T.thread_binding(4, thread="threadIdx.x"):
                s[i] = g[r * 4 + 3 - i]
                T.tvm_storage_sync("shared")
                B[7 - r * 4 - i] = s[i] + r
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 9 8 7 6 4 3 2 1");
}

TEST(GpuThreadsTest, VirtualThreadsAreLoopsOfAThread) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in T.thread_binding(4, thread="threadIdx.x"):
            s = T.alloc_buffer((8,), "int32", scope="shared")
            for v in T.thread_binding(2, thread="vthread.x"):
                s[v * 4 + i] = A[v * 4 + i]
            T.tvm_storage_sync("shared")
            for v in T.thread_binding(2, thread="vthread.x"):
                B[v * 4 + i] = s[7 - v * 4 - i]
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 8 7 6 5 4 3 2 1");
}

TEST(GpuThreadsTest, WarpsHaveBarriersAndMemoryOfTheirOwn) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), B: T.Buffer((2,), "int32")):
        for i in T.thread_binding(64, thread="threadIdx.x"):
            w = T.alloc_buffer((32,), "int32", scope="warp")
            w[i % 32] = A[i]
            if i < 32:
                T.tvm_storage_sync("warp")
            else:
                T.tvm_storage_sync("warp")
            if i % 32 == 31:
                B[i // 32] = w[0] * 100 + w[31]
)",
                         {Counted(64), Zeros({2})}),
            "int32[2] 132 3364");
}

TEST(GpuThreadsTest, LanesOfAWarpExchangeValues) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), B: T.Buffer((2,), "int32")):
        tx = T.launch_thread("threadIdx.x", 64)
        m = T.alloc_buffer((1,), "uint32", scope="local")
        v = T.alloc_buffer((1,), "int32", scope="local")
        m[0] = T.tvm_warp_activemask()
        v[0] = A[tx]
        for k in range(5):
            v[0] = v[0] + T.tvm_warp_shuffle_down(m[0], v[0], T.shift_right(16, k), 32, 32)
        v[0] = T.tvm_warp_shuffle(m[0], v[0], 0, 32, 32)
        if tx % 32 == 9:
            B[tx // 32] = v[0]
)",
                         {Counted(64), Zeros({2})}),
            "int32[2] 528 1552");
  // Within segments; a warp that is not full, and lanes that look behind their segment.
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8, 3), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        B[tx, 0] = T.tvm_warp_shuffle_up(T.uint32(255), A[tx], 1, 4, 32)
        B[tx, 1] = T.tvm_warp_shuffle_xor(T.uint32(255), A[tx], 1, 4, 32)
        if tx < 4:
            B[tx, 2] = T.tvm_warp_shuffle(T.uint32(15), A[tx], 6, 4, 32)
        else:
            B[tx, 2] = T.Cast("float32", T.tvm_warp_activemask())
)",
                         {FloatsValue({8}, {0, 1, 2, 3, 4, 5, 6, 7}), Zeros({8, 3}, DType::Float(32))}),
            "float32[8, 3] 0 1 2 0 0 2 1 3 2 2 2 2 4 5 240 4 4 240 5 7 240 6 6 240");
}

TEST(GpuThreadsTest, ManyShapesOfLaunches) {
  // Blocks and threads of three axes, an extent that an argument says, and none at all.
  constexpr std::string_view kAxes = R"(
    @T.prim_func(s_tir=True)
    def main(n: T.int32, A: T.Buffer((48,), "int32"), B: T.Buffer((48,), "int32")):
        for i in range(48):
            B[i] = 0
        for bz in T.thread_binding(n, thread="blockIdx.z"):
            for by in T.thread_binding(2, thread="blockIdx.y"):
                for tz in T.thread_binding(2, thread="threadIdx.z"):
                    for ty in T.thread_binding(3, thread="threadIdx.y"):
                        for tx in T.thread_binding(2, thread="threadIdx.x"):
                            s = T.alloc_buffer((12,), "int32", scope="shared")
                            s[tz * 6 + ty * 2 + tx] = A[bz * 24 + by * 12 + tz * 6 + ty * 2 + tx]
                            T.tvm_storage_sync("shared")
                            B[bz * 24 + by * 12 + tz * 6 + ty * 2 + tx] = s[11 - (tz * 6 + ty * 2 + tx)]
)";
  std::string two = InEveryOrder(kAxes, {IntValue(2, DType::Int(32)), Counted(48), Zeros({48})});
  EXPECT_THAT(two, testing::StartsWith("int32[48] 12 11 10"));
  EXPECT_THAT(two, testing::EndsWith(" 40 39 38 37"));
  std::string one = InEveryOrder(kAxes, {IntValue(1, DType::Int(32)), Counted(48), Zeros({48})});
  EXPECT_THAT(one, testing::EndsWith(" 13 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"));
  std::string none = InEveryOrder(kAxes, {IntValue(0, DType::Int(32)), Counted(48), Zeros({48})});
  EXPECT_THAT(none, testing::StartsWith("int32[48] 0 0 0"));
}

TEST(GpuThreadsTest, ARaceShowsInTheOrder) {
  constexpr std::string_view kLast = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), B: T.Buffer((1,), "int32")):
        for i in T.thread_binding(4, thread="threadIdx.x"):
            B[0] = A[i]
            T.tvm_storage_sync("shared")
)";
  EXPECT_EQ(RunMain(kLast, {Counted(4), Zeros({1})}, {}).outcome, "int32[1] 4");
  EXPECT_EQ(RunMain(kLast, {Counted(4), Zeros({1})}, {.order = kReverse}).outcome, "int32[1] 1");
  std::vector<std::string> drawn;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    drawn.push_back(RunMain(kLast, {Counted(4), Zeros({1})}, {.order = Drawn(seed)}).outcome);
    EXPECT_EQ(RunMain(kLast, {Counted(4), Zeros({1})}, {.order = Drawn(seed)}).outcome, drawn.back());
  }
  EXPECT_THAT(drawn, testing::Contains("int32[1] 2"));
  EXPECT_THAT(drawn, testing::Contains("int32[1] 3"));
}

TEST(GpuThreadsTest, LaunchesThatAreTooLargeUseUpTheBudget) {
  for (const char* extents :
       {"1000000000000,1", "1,1000000000000", "9223372036854775807,9223372036854775807", "1,9223372036854775807"}) {
    std::string blocks(extents), threads = blocks.substr(blocks.find(',') + 1);
    blocks.resize(blocks.find(','));
    std::string text = fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        for b in T.thread_binding(T.int64({}), thread="blockIdx.x"):
            for i in T.thread_binding(T.int64({}), thread="threadIdx.x"):
                T.tvm_storage_sync("shared")
                B[0] = A[0]
)",
                                   blocks, threads);
    EXPECT_EQ(RunMain(text, {Counted(1), Zeros({1})}, {}).outcome, "out of budget") << extents;
  }
  // Memory of each thread counts.
  constexpr std::string_view kLocal = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        for i in T.thread_binding(1000, thread="threadIdx.x"):
            n = T.alloc_buffer((1000,), "int32", scope="local")
            n[0] = A[0]
            T.tvm_storage_sync("shared")
            B[0] = n[0]
)";
  EXPECT_EQ(RunMain(kLocal, {Counted(1), Zeros({1})}, {}, {.bytes = 3'000'000}).outcome, "out of budget");
  EXPECT_EQ(RunMain(kLocal, {Counted(1), Zeros({1})}, {}, {.bytes = 8'000'000}).outcome, "int32[1] 1");
  // A thread that waits for a value goes on until the steps are used up.
  constexpr std::string_view kSpin = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32")):
        for i in T.thread_binding(2, thread="threadIdx.x"):
            s = T.alloc_buffer((1,), "int32", scope="shared")
            s[0] = 0
            while s[0] == 0:
                B[0] = A[0]
            T.tvm_storage_sync("shared")
)";
  EXPECT_EQ(RunMain(kSpin, {Counted(1), Zeros({1})}, {}, {.steps = 1000}).outcome, "out of budget");
}

TEST(GpuThreadsTest, WhatItCannotRunIsNamed) {
  auto refusal = [](std::string_view body) {
    std::string text =
        "\n    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), "
        "\"int32\")):\n" +
        std::string(body);
    return RunMain(text, {Counted(4), Zeros({4})}, {}).outcome;
  };
  EXPECT_THAT(refusal("        T.tvm_storage_sync(\"shared\")\n        B[0] = A[0]\n"),
              HasSubstr("outside of a launch"));
  EXPECT_THAT(refusal("        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
                      "            T.tvm_storage_sync(\"global\")\n            B[i] = A[i]\n"),
              HasSubstr("for 'global'"));
  EXPECT_THAT(refusal("        for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
                      "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
                      "                T.tvm_storage_sync(\"shared\")\n"
                      "            for i in T.thread_binding(2, thread=\"threadIdx.x\"):\n"
                      "                B[i] = A[i]\n"),
              HasSubstr("two extents of threadIdx.x in one launch"));
  EXPECT_THAT(refusal("        for k in range(2):\n"
                      "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
                      "                s = T.alloc_buffer((i + 1,), \"int32\", scope=\"shared\")\n"
                      "                T.tvm_storage_sync(\"shared\")\n                B[i] = A[i]\n"),
              HasSubstr("allocate it in different sizes"));
}

// ---- faults

struct Case {
  std::string_view name;
  // "@" stands where the two programs differ.
  std::string_view program;
  std::string_view faulty;
  std::string_view clean;
  std::string_view kind;
  // Words of the message.
  std::string_view message;
  // Where the trap is, in lines behind the marked one.
  int behind = 0;
};

constexpr std::string_view kHead =
    "\n    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n";
constexpr std::string_view kSync = "T.tvm_storage_sync(\"shared\")";
// clang-format off: a table of cases
constexpr Case kCases[] = {
    {"no barrier between a write and a read",
     "        s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
     "            s[i] = A[i]\n            @\n            B[i] = s[i // 2]\n",
     "T.evaluate(0)", kSync, "data_race", "s[0] is read here by thread (1, 0, 0) and written by thread (0, 0, 0) of one block, block (0, 0, 0)", 1},
    {"no barrier between a read and a write",
     "        s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
     "            s[i] = A[i]\n            T.tvm_storage_sync(\"shared\")\n            B[i] = s[7 - i]\n            @\n            s[i] = 0\n",
     "T.evaluate(0)", kSync, "data_race", "s[3] is read here by thread (4, 0, 0) and written by thread (3, 0, 0)", -1},
    {"one place of shared memory for all",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((8,), \"int32\", scope=\"@\")\n"
     "            s[0] = A[i]\n            B[i] = s[0]\n",
     "shared", "local", "data_race", "s[0] is written here by thread (1, 0, 0) and written by thread (0, 0, 0)", 1},
    {"the iteration before is still read",
     "        s = T.alloc_buffer((4,), \"int32\", scope=\"shared\")\n        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
     "            for k in range(2):\n                s[i] = A[k * 4 + i]\n                T.tvm_storage_sync(\"shared\")\n"
     "                B[k * 4 + i] = s[3 - i]\n                @\n",
     "T.evaluate(0)", kSync, "data_race", "s[1] is read here by thread (2, 0, 0) and written by thread (1, 0, 0)", -1},
    {"one element of global memory from two threads",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            B[i] = 0\n            B[@] = A[i]\n",
     "i // 2 * 2", "i", "data_race", "by thread (0, 0, 0) of one block", 0},
    {"one element from two blocks",
     "        for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
     "                B[@ + i] = A[b * 4 + i]\n        for j in range(4):\n            B[j + 4] = 0\n",
     "0", "b * 4", "data_race", "B[0] is written here by thread (0, 0, 0) of block (1, 0, 0) and written by thread (0, 0, 0) of block (0, 0, 0), in no order", 0},
    {"a barrier does not order blocks",
     "        for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
     "                B[b * 4 + i] = A[b * 4 + i]\n                T.tvm_storage_sync(\"shared\")\n"
     "                B[b * 4 + i] = B[@ + i] + 1\n",
     "0", "b * 4", "data_race", "is read here by thread (0, 0, 0) of block (1, 0, 0)", 0},
    {"two values in one place",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((1,), \"int32\", scope=\"shared\")\n"
     "            s[0] = @\n            T.tvm_storage_sync(\"shared\")\n            B[i] = s[0] + A[i]\n",
     "i // 4", "i // 8", "data_race", "s[0] is written here by thread (4, 0, 0)", 0},
    {"the same value, but read before the barrier",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((1,), \"int32\", scope=\"shared\")\n"
     "            s[0] = 5\n            @\n            B[i] = s[0] + A[i]\n",
     "T.evaluate(0)", kSync, "data_race", "s[0] is written here by thread (1, 0, 0) and read by thread (0, 0, 0)", -1},
    {"a warp's barrier for the block",
     "        for i in T.thread_binding(64, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
     "            s[i] = A[i % 8]\n            T.tvm_storage_sync(\"@\")\n            if i < 8:\n                B[i] = s[63 - i]\n",
     "warp", "shared", "data_race", "by thread (63, 0, 0)", 2},
    {"other bytes of one memory",
     "        s = T.alloc_buffer((32,), \"uint8\", scope=\"shared.dyn\")\n        v = T.decl_buffer((8,), \"int32\", data=s.data, scope=\"shared.dyn\")\n"
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s[i * 4 @] = T.uint8(1)\n            v[i] = A[i]\n            B[i] = v[i]\n",
     "+ 4 - i // 7 * 4", "+ 0", "data_race", "by thread (1, 0, 0)", 1},
    {"a barrier in a branch of some threads",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            if i < @:\n                T.tvm_storage_sync(\"shared\")\n            B[i] = A[i]\n",
     "4", "8", "divergent_barrier", "thread (0, 0, 0) of block (0, 0, 0) waits here, and thread (4, 0, 0) of block (0, 0, 0) has ended", 1},
    {"two barriers in two branches",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            if i < @:\n                T.tvm_storage_sync(\"shared\")\n"
     "            else:\n                T.tvm_storage_sync(\"shared\")\n            B[i] = A[i]\n",
     "4", "8", "divergent_barrier", "waits elsewhere", 1},
    {"one iteration more",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            for k in range(@):\n                T.tvm_storage_sync(\"shared\")\n            B[i] = A[i]\n",
     "1 + i // 7", "1 + i // 8", "divergent_barrier", "thread (7, 0, 0) of block (0, 0, 0) waits here", 1},
    {"a warp's barrier in a branch",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            if i < @:\n                T.tvm_storage_sync(\"warp\")\n            B[i] = A[i]\n",
     "4", "8", "divergent_barrier", "has ended", 1},
    {"a thread that returns before the barrier",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            B[i] = A[i]\n            if i == @:\n                T.thread_return()\n"
     "            T.tvm_storage_sync(\"shared\")\n",
     "3", "8", "divergent_barrier", "thread (3, 0, 0) of block (0, 0, 0) has ended", 2},
    {"a lane that is not there",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            B[i] = T.tvm_warp_shuffle(T.uint32(255), A[i], @, 32, 32)\n",
     "8", "7", "out_of_bounds", "reads lane 8 of a warp of 8 threads", 0},
    {"a lane that takes no part",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            B[i] = A[i]\n            if i < 4:\n"
     "                B[i] = T.tvm_warp_shuffle(T.uint32(15), A[i], @, 32, 32)\n",
     "5", "3", "divergent_barrier", "reads lane 5, which takes no part", 0},
    {"an exchange in a branch",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            B[i] = A[i]\n            if i < @:\n"
     "                B[i] = T.tvm_warp_shuffle(T.uint32(255), A[i], 0, 32, 32)\n",
     "7", "8", "divergent_barrier", "thread (7, 0, 0) of block (0, 0, 0) has ended", 1},
    {"an exchange orders no memory",
     "        s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
     "            s[i] = A[i]\n            B[i] = T.tvm_warp_shuffle(T.uint32(255), A[i], 0, 32, 32)\n            @\n            B[i] = s[7 - i]\n",
     "T.evaluate(0)", "T.tvm_storage_sync(\"warp\")", "data_race", "by thread (7, 0, 0) of one block", 1},
    {"shared memory that nobody wrote",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
     "            if i < @:\n                s[i] = A[i]\n            T.tvm_storage_sync(\"shared\")\n            B[i] = s[7 - i]\n",
     "7", "8", "read_before_write", "element 7 of buffer s", 3},
    {"local memory that another thread wrote",
     "        s = T.alloc_buffer((8,), \"int32\", scope=\"local\")\n        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
     "            s[i] = A[i]\n            T.tvm_storage_sync(\"shared\")\n            B[i] = s[@]\n",
     "7 - i", "i", "read_before_write", "element 7 of buffer s", 0},
    {"shared memory of another block",
     "        s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n        for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                s[b * 4 + i] = A[b * 4 + i]\n"
     "                T.tvm_storage_sync(\"shared\")\n                B[b * 4 + i] = s[@ * 4 + i]\n",
     "(1 - b)", "b", "read_before_write", "element 4 of buffer s", 0},
    {"outside of shared memory",
     "        for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n            s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
     "            s[i @] = A[i]\n            T.tvm_storage_sync(\"shared\")\n            B[i] = s[i]\n",
     "+ 1", "+ 0", "out_of_bounds", "index 8 of axis 0 of buffer s", 0},
};
// clang-format on

std::string ProgramOf(const Case& c, std::string_view choice, uint32_t& marked) {
  std::string program = std::string(kHead) + std::string(c.program);
  size_t at = program.find('@', kHead.size());
  // Six lines of the script are above.
  marked = static_cast<uint32_t>(std::count(program.begin(), program.begin() + static_cast<int64_t>(at), '\n')) + 7;
  return program.replace(at, 1, choice);
}

TEST(GpuThreadsTest, EachFaultIsFoundAndPlacedAndItsTwinIsClean) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    uint32_t marked = 0;
    Found faulty = RunMain(ProgramOf(c, c.faulty, marked), {Counted(8), Zeros({8})}, {.checks = TirChecks::kAll});
    EXPECT_EQ(faulty.outcome, c.kind) << faulty.message;
    EXPECT_THAT(faulty.message, HasSubstr(std::string(c.message)));
    EXPECT_EQ(static_cast<int>(faulty.line), static_cast<int>(marked) + c.behind);
    // In another order it is found as well: of two accesses that race, the read may come to where nothing is yet.
    for (const ThreadOrder& order : {kReverse, Drawn(7)}) {
      Found again = RunMain(ProgramOf(c, c.faulty, marked), {Counted(8), Zeros({8})}, {TirChecks::kAll, order});
      bool early = c.kind == "data_race" && again.outcome == "read_before_write";
      EXPECT_TRUE(again.outcome == c.kind || early) << again.outcome << " " << again.message;
    }
    EXPECT_THAT(InEveryOrder(ProgramOf(c, c.clean, marked), {Counted(8), Zeros({8})}),
                testing::StartsWith("int32[8] "));
  }
}

// Without the checks a race changes nothing but what its order changes, and a kernel without barriers runs as loops do.
TEST(GpuThreadsTest, RacesAreLookedForOnRequestAlone) {
  for (const Case& c : kCases) {
    if (c.kind != "data_race") continue;
    SCOPED_TRACE(c.name);
    uint32_t marked = 0;
    Found found = RunMain(ProgramOf(c, c.faulty, marked), {Counted(8), Zeros({8})}, {});
    EXPECT_NE(found.outcome, "data_race") << found.message;
  }
}

// Loops around blocks are a schedule, whose barriers TVM places later: they run in their order, whatever is looked for.
TEST(GpuThreadsTest, SchedulesRunAsLoops) {
  EXPECT_EQ(InEveryOrder(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        s = T.alloc_buffer((8,), "int32", scope="shared")
        for i in T.thread_binding(2, thread="threadIdx.x"):
            for k in range(4):
                for j in T.thread_binding(2, thread="threadIdx.x"):
                    with T.sblock("fetch"):
                        v = T.axis.spatial(8, k * 2 + j)
                        T.reads(A[v])
                        T.writes(s[v])
                        s[v] = A[v]
                with T.sblock("use"):
                    v = T.axis.spatial(8, k * 2 + i)
                    T.reads(s[v // 2 * 2 + 1 - v % 2])
                    T.writes(B[v])
                    B[v] = s[v // 2 * 2 + 1 - v % 2]
)",
                         {Counted(8), Zeros({8})}),
            "int32[8] 2 1 4 3 6 5 8 7");
}

}  // namespace
}  // namespace assay
