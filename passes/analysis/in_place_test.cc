// Which statements may write their results over what they read.
#include "passes/analysis/in_place.h"

#include "passes/analysis/loop_indices.h"
#include "passes/test_kernels.h"

namespace assay {
namespace {

TEST(InPlaceTest, ResultsOverOperands) {
  struct Case {
    const char* name;
    // The last statement writes F from E.
    const char* body;
    bool can;
  };
  const Case cases[] = {
      {"element by element", "for i in range(4):\n    F[i] = E[i] + 1", true},
      {"the same element twice", "for i in range(4):\n    F[i] = E[i] * E[i]", true},
      {"beside another buffer", "for i in range(4):\n    F[i] = E[i] + A[i + 1]", true},
      {"two loops", "for i in range(2):\n    for j in range(2):\n        F[i * 2 + j] = E[i * 2 + j]", true},
      {"one element", "F[0] = E[0]", true},
      {"another element", "for i in range(4):\n    F[i] = E[3 - i]", false},
      {"an element more", "for i in range(3):\n    F[i] = E[i] + E[i + 1]", false},
      {"written again", "for i in range(2):\n    for j in range(2):\n        F[j] = E[j] + 1", false},
      {"its own sum", "for i in range(4):\n    F[i] = F[i] + E[i]", false},
      {"read by a condition", "for i in range(4):\n    if E[0] > 1:\n        F[i] = E[i]", false},
      {"two stores", "for i in range(4):\n    F[i] = E[i]\n    F[i] = E[i] + 1", false},
      {"read by a call", "for i in range(4):\n    F[i] = T.call_extern(\"int32\", \"f\", T.address_of(E[i]))", false},
      {"a loop that may not end", "while A[0] > 1:\n    F[0] = E[0]", false},
  };
  for (const Case& one : cases) {
    TestKernel kernel(std::string("E = T.alloc_buffer((4,), \"int32\")\nF = T.alloc_buffer((4,), \"int32\")\n") +
                      one.body);
    KernelFacts facts(kernel.ctx, *kernel.func);
    BindLoops(facts, kernel.func->body);
    const Stmt* last = kernel.Statements().back();
    EXPECT_EQ(CanReuseBuffer(kernel.ctx, facts, last, kernel.Named("E"), kernel.Named("F")), one.can) << one.name;
  }
}

}  // namespace
}  // namespace assay
