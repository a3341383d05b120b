// Which kernels of a device can be run thread by thread.
#include "oracles/core/beyond_engines.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

std::string WhyNot(std::string_view body) {
  Context ctx;
  std::string text(R"(
@T.prim_func(private=True)
def kernel(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
)");
  text += body;
  Result<Module> module = ParseModule(ctx, "case.py", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  return module.ok() ? WhyBeyondEngines(*module) : "";
}

TEST(BeyondEngines, ThreadsThatHandOverInSharedMemory) {
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((8,), scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        s[t] = x[t]
        y[t] = s[7 - t]
)"),
            "threads hand over to each other");
  EXPECT_EQ(WhyNot(R"(
    for t in T.thread_binding(8, thread="threadIdx.x"):
        with T.sblock("sum"):
            r = T.axis.reduce(8, t)
            with T.init():
                y[0] = T.float32(0)
            y[0] = y[0] + x[r]
)"),
            "threads hand over to each other");
}

TEST(BeyondEngines, ThreadsThatHaveTheirBarriersAreNone) {
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((8,), scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        s[t] = x[t]
        T.tvm_storage_sync("shared")
        y[t] = s[7 - t]
)"),
            "");
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((1,), scope="local")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        with T.attr(T.comm_reducer(lambda a, b: a + b, [T.float32(0)]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), x[t], T.bool(True), s[0], t)
        y[t] = s[0]
)"),
            "");
}

TEST(BeyondEngines, LoopsOfThreadsOneBehindTheOtherAreNone) {
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((8,), scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        s[t] = x[t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        y[t] = s[7 - t]
)"),
            "");
}

// As dlight schedules products: what is loaded together is loaded whole, within each thread's turn.
TEST(BeyondEngines, NorIsALoopOfThreadsWithinAnother) {
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((8,), scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for u in T.thread_binding(8, thread="threadIdx.x"):
            s[u] = x[u]
        y[t] = s[7 - t]
)"),
            "");
}

TEST(BeyondEngines, MemoryOfOneThreadIsItsOwn) {
  EXPECT_EQ(WhyNot(R"(
    s = T.alloc_buffer((8,), scope="local")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        s[t] = x[t]
        y[t] = s[t]
)"),
            "");
}

TEST(BeyondEngines, WhatThreadsDoTogetherIsNamed) {
  EXPECT_EQ(WhyBeyondEngines(R"(T.tvm_storage_sync("shared"))"), "a barrier (tvm_storage_sync)");
  EXPECT_EQ(WhyBeyondEngines("T.tvm_warp_shuffle(mask, x, 0, 32, 32)"), "a shuffle between the threads of a warp");
  EXPECT_EQ(WhyBeyondEngines("y = 1"), "");
}

}  // namespace
}  // namespace assay
