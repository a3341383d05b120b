// What kernels do, for fusion.
#include "passes/analysis/op_pattern.h"

#include "passes/test_kernels.h"

namespace assay {
namespace {

TEST(OpPatternTest, OfKernels) {
  struct Case {
    const char* name;
    const char* body;
    OpPattern pattern;
  };
  const Case cases[] = {
      {"element by element",
       "for i in range(64):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        D[v] = "
       "T.Cast(\"float32\", "
       "A[v])",
       OpPattern::kElemWise},
      {"a row for all",
       "for i, j in T.grid(4, 16):\n    with T.sblock(\"b\"):\n        v, w = T.axis.remap(\"SS\", [i, j])\n        "
       "B[v, w] = "
       "D[w]",
       OpPattern::kBroadcast},
      {"each from one, in another order",
       "for i in range(64):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        D[v] = "
       "T.Cast(\"float32\", A[63 - v])",
       OpPattern::kInjective},
      {"a sum of rows",
       "for i, k in T.grid(4, 16):\n    with T.sblock(\"b\"):\n        v, r = T.axis.remap(\"SR\", [i, k])\n        "
       "with "
       "T.init():\n            D[v] = T.float32(0)\n        D[v] = D[v] + B[v, r]",
       OpPattern::kCommReduce},
      {"from memory",
       "for i in range(64):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(64, i)\n        D[A[v]] = "
       "T.float32(1)",
       OpPattern::kOpaque},
      {"two places",
       "for i in range(32):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(32, i)\n        D[v] = "
       "T.float32(1)\n    "
       "    D[v + 32] = T.float32(2)",
       OpPattern::kOpaque},
  };
  for (const Case& one : cases) {
    TestKernel kernel(one.body);
    EXPECT_EQ(AnalyzeOpPattern(kernel.func), one.pattern) << one.name;
  }
}

}  // namespace
}  // namespace assay
