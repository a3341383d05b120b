// Which launches plain loops over their threads cannot stand for.
#include "ir/tir/threads.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/text/parse.h"

namespace assay {
namespace {

struct Case {
  const char* name;
  const char* body;
  bool needs;
};
// clang-format off: a table of cases
constexpr Case kCases[] = {
    {"one loop",
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
     "            n = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n            n[0] = A[i]\n            B[i] = n[0]\n", false},
    {"two loops and nothing of their own between them",
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n            B[i] = 0\n"
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n            B[i] = A[i]\n", false},
    {"two launches",
     "        n = T.alloc_buffer((1,), \"int32\")\n"
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n            n[0] = A[i]\n"
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n            B[i] = n[0]\n", false},
    {"a register from one loop to the next",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                n[0] = A[i]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                B[i] = n[0]\n", true},
    {"the same in a view of it",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((2,), \"int32\", scope=\"local\")\n"
     "            v = T.decl_buffer((1,), \"int32\", data=n.data, scope=\"local\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                n[0] = A[i]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                B[i] = v[0]\n", true},
    {"memory that the block shares",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((4,), \"int32\", scope=\"shared\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                n[i] = A[i]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                B[i] = n[i]\n", false},
    {"memory of a warp from one loop to the next",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((4,), \"int32\", scope=\"warp\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                n[i] = A[i]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                B[i] = n[i]\n", true},
    {"loops of two axes",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((4,), \"int32\", scope=\"local\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                n[i] = A[i]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.y\"):\n                B[i] = n[i]\n", false},
    {"an axis bound again inside of itself",
     "        for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n            for j in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
     "                B[j] = A[i]\n", true},
    {"the same by launch_thread",
     "        i = T.launch_thread(\"threadIdx.x\", 4)\n        j = T.launch_thread(\"threadIdx.x\", 4)\n        B[j] = A[i]\n", true},
    {"a virtual thread again",
     "        for i in T.thread_binding(2, thread=\"vthread.x\"):\n            for j in T.thread_binding(2, thread=\"vthread.x\"):\n"
     "                B[i * 2 + j] = A[i * 2 + j]\n", false},
    {"a schedule",
     "        for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n            n = T.alloc_buffer((4,), \"int32\", scope=\"local\")\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                with T.sblock(\"x\"):\n"
     "                    v = T.axis.spatial(4, i)\n                    T.reads(A[v])\n                    T.writes(n[v])\n                    n[v] = A[v]\n"
     "            for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n                with T.sblock(\"y\"):\n"
     "                    v = T.axis.spatial(4, i)\n                    T.reads(n[v])\n                    T.writes(B[v])\n                    B[v] = n[v]\n", false},
};
// clang-format on

TEST(ThreadsTest, LaunchesThatLoopsCannotStandFor) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    Context ctx;
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n"
        "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\")):\n" +
        std::string(c.body);
    auto module = ParseModule(ctx, "threads", text);
    ASSERT_TRUE(module.ok()) << module.error().message;
    EXPECT_EQ(FindLaunchThatNeedsThreads(As<PrimFunc>(module->entries[0].func)->body) != nullptr, c.needs);
  }
}

TEST(ThreadsTest, Axes) {
  Context ctx;
  For loop;
  IterVar thread;
  loop.for_kind = ForKind::kThreadBinding;
  loop.thread_binding = &thread;
  for (size_t axis = 0; axis < kThreadAxes; ++axis) {
    thread.thread_tag = ctx.Intern(kThreadAxisNames[axis]);
    EXPECT_EQ(ThreadAxisOf(&loop), axis);
  }
  thread.thread_tag = ctx.Intern("vthread.x");
  EXPECT_EQ(ThreadAxisOf(&loop), std::nullopt);
  loop.for_kind = ForKind::kSerial;
  EXPECT_EQ(ThreadOf(&loop), nullptr);
}

}  // namespace
}  // namespace assay
