// Launches as loops: the loops compute what the reference computes of the launch, also where threads meet, and none is
// left to run as threads; what cannot be written so stays.
#include "vm/launch_loops.h"

#include <gmock/gmock.h>

#include "ir/text/print.h"
#include "ir/walk.h"
#include "vm/reference/run_launch.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

// What is left of threads in the module's text after the rewriting.
std::string Split(std::string_view function) {
  Script script(function);
  return PrintModule(WithLaunchesAsLoops(script.ctx, script.module));
}
std::string RunSplit(std::string_view function, std::vector<Value> args) {
  Script script(function);
  Module split = WithLaunchesAsLoops(script.ctx, script.module);
  std::string text = PrintModule(split);
  EXPECT_THAT(text, Not(HasSubstr("threadIdx"))) << text;
  EXPECT_THAT(text, Not(HasSubstr("tvm_"))) << text;
  auto library = MakeReferenceKernels(split, /*strict=*/true, {TirChecks::kAll});
  if (!library.ok()) return library.error().message;
  args = OwnedCopies(args);
  Meter meter{Budget{}};
  Outcome outcome = (*library)->Find("main")->Run(args, args.size() - 1, meter);
  const auto* value = std::get_if<Value>(&outcome);
  return value != nullptr ? ValueText(args.back()) : RunText(outcome) + text;
}
void ExpectSame(std::string_view function, const std::vector<Value>& args) {
  EXPECT_EQ(RunSplit(function, args), RunMain(function, args, {}).outcome) << function;
}

constexpr std::string_view kHead =
    "\n    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((16,), \"int32\"), B: T.Buffer((16,), \"int32\")):\n";

// Bodies of two blocks of eight threads, b and t, with shared memory s and a register r.
struct Case {
  std::string_view name;
  std::string_view body;
};
// clang-format off: a table of cases
constexpr Case kCases[] = {
    {"a barrier", "s[t] = A[b * 8 + t]\nT.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = s[7 - t]"},
    {"a register across a barrier", "r[0] = A[b * 8 + t]\ns[t] = r[0]\nT.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = r[0] * 100 + s[7 - t]"},
    {"a variable across a barrier", "v: T.let[T.int32] = A[b * 8 + t]\ns[t] = v\nT.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = v * 100 + s[7 - t]"},
    {"a variable of the block as a loop's end", "n: T.let[T.int32] = A[b] % 3 + 1\nr[0] = 0\nfor k in range(n):\n    s[t] = A[b * 8 + t] + k\n    T.tvm_storage_sync(\"shared\")\n    r[0] = r[0] + s[(t + 1) % 8]\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = r[0]"},
    {"a loop with a step, unrolled", "r[0] = 0\nfor k in T.unroll(3):\n    s[t] = A[b * 8 + t] * k\n    T.tvm_storage_sync(\"shared\")\n    r[0] = r[0] + s[7 - t]\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = r[0]"},
    {"both sides of a choice of the block", "if b == 0:\n    s[t] = A[t]\n    T.tvm_storage_sync(\"shared\")\n    B[t] = s[7 - t]\nelse:\n    s[t] = A[8 + t] * 2\n    T.tvm_storage_sync(\"shared\")\n    B[8 + t] = s[t // 2]"},
    {"a guard of some threads between barriers", "s[t] = A[b * 8 + t]\nT.tvm_storage_sync(\"shared\")\nif t < 4:\n    s[t] = s[t] + s[t + 4]\nT.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = s[t % 4]"},
    {"memory of a warp", "w = T.alloc_buffer((8,), \"int32\", scope=\"warp\")\nw[t] = A[b * 8 + t]\nT.tvm_storage_sync(\"warp\")\nB[b * 8 + t] = w[7 - t]"},
    {"an exchange with a lane", "r[0] = A[b * 8 + t]\nB[b * 8 + t] = T.tvm_warp_shuffle(T.uint32(255), r[0], 3, 8, 32)"},
    {"an exchange with a lane of its own", "r[0] = A[b * 8 + t]\nB[b * 8 + t] = T.tvm_warp_shuffle(T.uint32(255), r[0], t * 3, 4, 32)"},
    {"exchanges upwards, downwards and across", "r[0] = A[b * 8 + t]\nr[0] = r[0] * 10 + T.tvm_warp_shuffle_up(T.uint32(255), r[0], 1, 4, 32)\nr[0] = r[0] * 3 + T.tvm_warp_shuffle_down(T.uint32(255), r[0], 2, 8, 32)\nB[b * 8 + t] = r[0] - T.tvm_warp_shuffle_xor(T.uint32(255), r[0], 5, 8, 32)"},
    {"an exchange within another", "r[0] = A[b * 8 + t]\nB[b * 8 + t] = T.tvm_warp_shuffle_xor(T.uint32(255), T.tvm_warp_shuffle_up(T.uint32(255), r[0], 1, 8, 32) + 1, 1, 8, 32)"},
    {"who is there", "B[b * 8 + t] = T.Cast(\"int32\", T.tvm_warp_activemask()) + A[t]"},
    {"a reduction over all", "with T.attr(T.comm_reducer(lambda x, y: x + y, [0]), \"reduce_scope\", 0):\n    T.tvm_thread_allreduce(T.uint32(1), A[b * 8 + t], t < 5, r[0], t)\nB[b * 8 + t] = r[0]"},
    {"a reduction of two that is not symmetric", "q = T.alloc_buffer((1,), \"int32\", scope=\"local\")\nwith T.attr(T.comm_reducer(lambda x0, x1, y0, y1: (x0 * 3 + y1, x1 - y0), [0, 1]), \"reduce_scope\", 0):\n    T.tvm_thread_allreduce(T.uint32(2), A[b * 8 + t], t, T.bool(True), r[0], q[0], t)\nB[b * 8 + t] = r[0] - q[0]"},
    {"barriers within virtual threads", "r[0] = 1\nfor v in T.thread_binding(2, thread=\"vthread.x\"):\n    q = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n    q[0] = A[b * 8 + t] + v\n    s[t] = q[0]\n    T.tvm_storage_sync(\"shared\")\n    r[0] = r[0] * 10 + q[0] + s[7 - t]\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = r[0]"},
    {"barriers within launched virtual threads", "r[0] = 1\nwith T.launch_thread(\"vthread.x\", 3) as v:\n    s[t] = A[b * 8 + t] + v\n    T.tvm_storage_sync(\"shared\")\n    r[0] = r[0] * 10 + s[(t + v) % 8]\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = r[0]"},
    {"memory of a thread with its strides written out", "m = T.alloc_buffer((2, 3), \"int32\", scope=\"local\", strides=(3, 1))\nm[1, 2] = A[b * 8 + t]\ns[t] = m[1, 2]\nT.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = m[1, 2] * 100 + s[7 - t]"},
    {"memory of a warp with its strides written out", "w = T.alloc_buffer((2, 4), \"int32\", scope=\"warp\", strides=(4, 1))\nw[t // 4, t % 4] = A[b * 8 + t]\nT.tvm_storage_sync(\"warp\")\nB[b * 8 + t] = w[1 - t // 4, t % 4]"},
    {"a reduction in a loop", "r[0] = A[b * 8 + t]\nfor k in range(3):\n    with T.attr(T.comm_reducer(lambda x, y: T.max(x, y), [0]), \"reduce_scope\", 0):\n        T.tvm_thread_allreduce(T.uint32(1), (r[0] * 7 + t) % 23, T.bool(True), r[0], t)\n    r[0] = r[0] + k * t\nB[b * 8 + t] = r[0]"},
};
// clang-format on

std::string Kernel(std::string_view body) {
  std::string text(kHead);
  text +=
      "        for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
      "            s = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
      "            for t in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
      "                r = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n                ";
  for (char letter : body) {
    text += letter;
    if (letter == '\n') text += "                ";
  }
  return text + "\n";
}

TEST(LaunchLoopsTest, LoopsComputeWhatThreadsDo) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    ExpectSame(Kernel(one.body), {Counted(16), Zeros({16})});
  }
}

TEST(LaunchLoopsTest, AxesThatAreBoundAgain) {
  // With a start, in two axes, and without a barrier: memory of a thread's own from one loop to the next.
  ExpectSame(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.y"):
            s = T.alloc_buffer((2, 4), "int32", scope="shared")
            n = T.alloc_buffer((1,), "int32", scope="local")
            n[0] = 10
            for j in T.thread_binding(2, thread="threadIdx.y"):
                for i in T.thread_binding(4, thread="threadIdx.x"):
                    s[j, i] = A[b * 8 + j * 4 + i]
                    n[0] = n[0] + j * 4 + i
            T.tvm_storage_sync("shared")
            for i in T.thread_binding(1, 5, thread="threadIdx.x"):
                for j in T.thread_binding(2, thread="threadIdx.y"):
                    B[b * 8 + j * 4 + i - 1] = s[1 - j, 4 - i] * n[0]
)",
             {Counted(16), Zeros({16})});
  ExpectSame(R"(
    @T.prim_func
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            n = T.alloc_buffer((1,), "int32", scope="local")
            for i in T.thread_binding(8, thread="threadIdx.x"):
                n[0] = A[b * 8 + i]
            for i in T.thread_binding(8, thread="threadIdx.x"):
                B[b * 8 + i] = n[0]
)",
             {Counted(16), Zeros({16})});
}

TEST(LaunchLoopsTest, MemoryWhoseSizeIsKnownBeforeTheLaunch) {
  ExpectSame(R"(
    @T.prim_func
    def main(A: T.Buffer(("n",), "int32"), B: T.Buffer(("n",), "int32")):
        n = T.int64()
        s = T.alloc_buffer((n * 2,), "int32", scope="shared")
        r = T.alloc_buffer((n,), "int32", scope="local")
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 8)
        w = T.alloc_buffer((n + 1,), "int32", scope="local")
        s[T.int64(15) - T.Cast("int64", b * 8 + t)] = A[b * 8 + t]
        r[T.Cast("int64", t)] = t
        w[n] = t * 10
        T.tvm_storage_sync("shared")
        B[b * 8 + t] = s[T.int64(15) - T.Cast("int64", b * 8 + t)] + r[T.Cast("int64", t)] + w[n]
)",
             {Counted(16), Zeros({16})});
}

TEST(LaunchLoopsTest, MemoryThatIsAllocatedBeforeTheLaunch) {
  ExpectSame(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        s = T.alloc_buffer((8,), "int32", scope="shared")
        r = T.alloc_buffer((1,), "int32", scope="local")
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for t in T.thread_binding(8, thread="threadIdx.x"):
                s[t] = A[b * 8 + t]
                r[0] = t
                T.tvm_storage_sync("shared")
                B[b * 8 + t] = s[7 - t] + r[0]
)",
             {Counted(16), Zeros({16})});
}

// As TVM leaves schedules before it takes blocks away, and with ends of loops that each thread keeps by itself.
TEST(LaunchLoopsTest, BlocksWithinLaunches) {
  ExpectSame(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.sblock("all"):
                    T.reads(A[0:16])
                    T.writes(B[b * 8 + t])
                    s = T.sblock_alloc_buffer((8,), "int32", scope="shared")
                    n = T.sblock_alloc_buffer((1,), "int32", scope="local")
                    r = T.sblock_alloc_buffer((1,), "int32", scope="local")
                    n[0] = A[b] % 3 + 1
                    r[0] = 0
                    for k in range(n[0] + b):
                        with T.sblock("load"):
                            T.reads(A[b * 8 + t])
                            T.writes(s[t])
                            s[t] = A[b * 8 + t] * (k + 1)
                        T.tvm_storage_sync("shared")
                        with T.sblock("use"):
                            i = T.axis.spatial(8, 7 - t)
                            T.reads(s[i])
                            T.writes(r[0])
                            r[0] = r[0] + s[i]
                        T.tvm_storage_sync("shared")
                    B[b * 8 + t] = r[0]
)",
             {Counted(16), Zeros({16})});
}

TEST(LaunchLoopsTest, WhatCannotBeWrittenSoStays) {
  for (std::string_view body : {
           // Not all threads come, or it is not known.
           "if t < 4:\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = A[t]",
           "r[0] = A[t]\nfor k in range(r[0]):\n    T.tvm_storage_sync(\"shared\")\nB[b * 8 + t] = A[t]",
           "r[0] = A[t]\nB[b * 8 + t] = T.if_then_else(t < 4, T.tvm_warp_shuffle(T.uint32(15), r[0], 0, 4, 32), 0)",
           // A barrier that no launch has, a width that no warp has, a reduction without a reducer.
           "T.tvm_storage_sync(\"global\")\nB[b * 8 + t] = A[t]",
           "r[0] = A[t]\nB[b * 8 + t] = T.tvm_warp_shuffle(T.uint32(255), r[0], 0, 5, 32)",
           "T.tvm_thread_allreduce(T.uint32(1), A[t], T.bool(True), r[0], t)\nB[b * 8 + t] = r[0]",
       }) {
    EXPECT_THAT(Split(Kernel(body)), HasSubstr("threadIdx")) << body;
  }
}

}  // namespace
}  // namespace assay
