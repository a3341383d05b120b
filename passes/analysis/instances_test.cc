// Whether instances of blocks may change places, and whether they fill their axes.
#include "passes/analysis/instances.h"

#include "passes/test_kernels.h"

namespace assay {
namespace {

struct InstancesCase {
  const char* name;
  // With one block, b.
  const char* body;
  const char* why_ordered;
  bool over_axes;
};

const InstancesCase kInstances[] = {
    {"a store each",
     "for i in range(64):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        A[v] = 1", "", true},
    {"two loops for one axis",
     "for i, j in T.grid(4, 16):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i * 16 + j)\n        A[v] "
     "= 1",
     "", true},
    {"a part of the axis",
     "for i in range(32):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        A[v] = 1", "", false},
    {"the other half by a predicate",
     "for i in range(80):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        T.where(i < 64)\n     "
     "   "
     "A[v] = 1",
     "", true},
    {"a sum",
     "for i, k in T.grid(4, 16):\n    with T.sblock(\"b\"):\n        v, r = T.axis.remap(\"SR\", [i, k])\n        with "
     "T.init():\n            A[v] = 0\n        A[v] = A[v] + T.Cast(\"int32\", B[v, r])",
     "", true},
    {"a loop of one iteration within another one's count",
     "for i, k, l in T.grid(4, 16, 1):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        r = "
     "T.axis.reduce(16, T.Mul(k, 1) + l)\n        with T.init():\n            A[v] = 0\n        A[v] = A[v] + "
     "T.Cast(\"int32\", B[v, r])",
     "", true},
    {"a sum that begins again",
     "for i, j, k in T.grid(4, 2, 16):\n    with T.sblock(\"b\"):\n        v, r = T.axis.remap(\"SR\", [i, k])\n       "
     " "
     "with T.init():\n            A[v] = 0\n        A[v] = A[v] + T.Cast(\"int32\", B[v, r])",
     "its variables do not tell the iterations of j apart", true},
    {"one place for all",
     "for i in range(4):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[0] = v",
     "what it stores does not tell its spatial variables apart", true},
    {"what others store",
     "for i in range(4):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v] = A[v + 1]",
     "it reads what other instances store", true},
    {"the loop itself",
     "for i in range(4):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v] = i",
     "it uses loop i itself", true},
    {"a loop as long as what it stores",
     "for i in range(A[0]):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v] = 1",
     "what it stores decides how often it runs", false},
    {"behind a condition",
     "for i in range(64):\n    if p > 1:\n        with T.sblock(\"b\"):\n            v = T.axis.spatial(64, i)\n       "
     "     "
     "A[v] = 1",
     "", false},
    {"digits of a count, as fuse and split write them",
     "E = T.sblock_alloc_buffer((3, 8, 5), \"int32\")\nfor i, j in T.grid(2, 60):\n    with T.sblock(\"b\"):\n        "
     "x = T.axis.spatial(3, (i * 60 + j) // 40)\n        y "
     "= T.axis.spatial(8, (i * 60 + j) % 40 // 5)\n        z = T.axis.spatial(5, (i * 60 + j) % 5)\n        with "
     "T.init():\n            E[x, y, z] = 0\n        E[x, y, z] = E[x, y, z] + 1",
     "", true},
    {"digits of a count, over many iterations",
     "E = T.sblock_alloc_buffer((30, 50, 60), \"int32\")\nfor i, j in T.grid(90, 1000):\n    with T.sblock(\"b\"):\n   "
     "     x = T.axis.spatial(30, (i * 1000 + j) // "
     "3000)\n        y = T.axis.spatial(50, (i * 1000 + j) // 60 % 50)\n        z = T.axis.spatial(60, (i * 1000 + j) "
     "% 60)\n        with T.init():\n            E[x, y, z] = 0\n        E[x, y, z] = E[x, y, z] + 1",
     "", true},
    {"a digit too few",
     "E = T.sblock_alloc_buffer((30, 50, 60), \"int32\")\nfor i, j in T.grid(90, 1000):\n    with T.sblock(\"b\"):\n   "
     "     x = T.axis.spatial(30, (i * 1000 + j) // "
     "3000)\n        z = T.axis.spatial(60, (i * 1000 + j) % 60)\n        with T.init():\n            E[x, 0, z] = 0\n "
     " "
     "      E[x, 0, z] = E[x, 0, z] + 1",
     "its variables do not tell the iterations of i apart", false},
    {"two stores",
     "for i in range(4):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v] = 1\n        D[v] "
     "= "
     "T.float32(1)",
     "its body is not one store", true},
};

TEST(InstancesTest, OrderAndAxes) {
  for (const InstancesCase& one : kInstances) {
    TestKernel kernel(one.body);
    KernelSchedule schedule(kernel.ctx, kernel.func);
    Result<BlockSite> site = schedule.Site("b");
    ASSERT_TRUE(site.ok()) << one.name;
    EXPECT_EQ(WhyOrdered(kernel.ctx, *site), one.why_ordered) << one.name;
    EXPECT_EQ(RunsOverAxes(kernel.ctx, *site), one.over_axes) << one.name;
  }
}

}  // namespace
}  // namespace assay
