// Which loops are proven to have independent iterations: for threads, with why others are not, for passes and for
// vectors.
#include "passes/analysis/iterations.h"

#include <algorithm>

#include "passes/analysis/loop_indices.h"
#include "passes/test_kernels.h"

namespace assay {
namespace {

struct LoopCase {
  std::string_view name;
  // Of a TestKernel.
  std::string_view body;
  std::string_view why;
};

constexpr std::string_view kMeetInB = "possible loop-carried dependence on buffer B";

const LoopCase kCases[] = {
    {"an axis each", "for i in T.parallel(4):\n    for j in range(16):\n        B[i, j] = B[i, j] + T.float32(1)", ""},
    {"the other axis", "for j in T.parallel(16):\n    for i in range(4):\n        B[i, j] = B[3 - i, j]", ""},
    {"backwards", "for i in T.parallel(4):\n    B[3 - i, A[i]] = T.float32(1)", ""},
    {"a symbolic number of iterations", "for i in T.parallel(n):\n    C[i, A[i]] = C[i, 0]", ""},
    {"shifted", "for i in T.parallel(n):\n    C[i - n + 1, 0] = C[i - n + 1, 1]", ""},
    {"tiles", "for i in T.parallel(4):\n    for j in range(16):\n        A[i * 16 + j] = A[i * 16 + 15 - j]", ""},
    {"a loop from its tile", "for i in T.parallel(4):\n    for j in range(i * 16, i * 16 + 16):\n        A[j] = 1", ""},
    {"fused", "for k in T.parallel(64):\n    B[k // 16, k % 16] = T.float32(1)", ""},
    {"three fused, by a bind",
     "for k in T.parallel(64):\n    t: T.let[T.int32] = k % 16\n    A[k // 16 * 16 + t // 4 * 4 + t % "
     "4] = k",
     ""},
    {"blocks",
     "for k in T.parallel(64):\n    with T.sblock(\"b\"):\n        vi = T.axis.spatial(4, k // 16)\n        vj = "
     "T.axis.spatial(16, k % 16)\n        B[vi, vj] = T.float32(1)",
     ""},
    {"a memory each",
     "for i in T.parallel(4):\n    own = T.alloc_buffer((4,), \"float32\")\n    own[0] = "
     "T.float32(1)\n    B[i, 0] = own[0]",
     ""},
    {"reads alone", "for i in T.parallel(4):\n    A[i] = T.Cast(\"int32\", B[0, 0] + B[3, i])", ""},
    {"one element", "for i in T.parallel(4):\n    B[0, 0] = T.float32(1)", kMeetInB},
    {"a sum", "for i in T.parallel(4):\n    for j in range(16):\n        B[0, j] = B[0, j] + B[i, j]", kMeetInB},
    {"the neighbour", "for i in T.parallel(3):\n    B[i, 0] = B[i + 1, 0]", kMeetInB},
    {"tiles that overlap", "for i in T.parallel(4):\n    for j in range(17):\n        A[i * 16 + j - 1] = j",
     "possible loop-carried dependence on buffer A"},
    {"a part of the fused", "for k in T.parallel(64):\n    B[k // 16, 0] = T.float32(1)", kMeetInB},
    {"halves mixed", "for k in T.parallel(64):\n    B[k // 16, k % 8] = T.float32(1)", kMeetInB},
    {"from memory", "for i in T.parallel(4):\n    B[A[i], 0] = T.float32(1)", kMeetInB},
    {"far apart, but around the end of int32", "for i in T.parallel(3):\n    A[i * 1000000000 + i * 1000000000] = i",
     "possible loop-carried dependence on buffer A"},
    {"two steps of another", "for i in T.parallel(4):\n    for j in range(4):\n        A[i + j] = 1",
     "possible loop-carried dependence on buffer A"},
    {"digits of a widened variable",
     "for k in T.parallel(64):\n    B[T.Cast(\"int64\", k) // T.int64(16), T.Cast(\"int64\", k) % T.int64(16)] = "
     "T.float32(1)",
     ""},
    {"digits of a widened sum that fits",
     "for k in T.parallel(64):\n    t: T.let[T.int64] = T.Cast(\"int64\", k * 3 - k * 2)\n    B[t // T.int64(16), t % "
     "T.int64(16)] = T.float32(1)",
     ""},
    {"digits of a sum that wraps and wraps back",
     "for k in T.parallel(64):\n    t: T.let[T.int32] = k * 536870912 - k * 536870911\n    B[t // 16, t % 16] = "
     "T.float32(1)",
     ""},
    // k + m * 2^32 has other digits than k.
    {"digits of a widened sum that wraps",
     "for k in T.parallel(48):\n    B[T.Cast(\"int64\", k) // T.int64(12), (T.Cast(\"int64\", k * 536870912) - "
     "T.Cast(\"int64\", k * 536870911)) % T.int64(12)] = T.float32(1)",
     kMeetInB},
    {"digits of a widened name of a sum that wraps",
     "for k in T.parallel(48):\n    s: T.let[T.int32] = k * 536870912\n    t: T.let[T.int64] = T.Cast(\"int64\", s) - "
     "T.Cast(\"int64\", k * 536870911)\n    B[T.Cast(\"int64\", k) // T.int64(12), t % T.int64(12)] = T.float32(1)",
     kMeetInB},
    {"a widened sum that wraps, undivided",
     "for k in T.parallel(64):\n    A[T.Cast(\"int64\", k * 536870912) - T.Cast(\"int64\", k * 536870911)] = 1", ""},
    {"digits that cancel", "for k in T.parallel(64):\n    A[k % 64 * 3 - k * 3] = 1",
     "possible loop-carried dependence on buffer A"},
    {"digits that add up", "for k in T.parallel(8):\n    A[k % 8 * 3 + k] = 1", ""},
    {"a way out",
     "for i in T.parallel(4):\n    for j in range(16):\n        if A[j] > 3:\n            "
     "break\n        B[i, j] = T.float32(1)",
     "an iteration may leave it"},
};

class ThreadIterationsTest : public testing::TestWithParam<LoopCase> {};

TEST_P(ThreadIterationsTest, LoopsAreProvenIndependentOrSayWhyNot) {
  TestKernel kernel(GetParam().body);
  const PrimFunc& func = *kernel.func;
  LoopSurroundings around;
  around.memory_of = [&](const Buffer* buffer) -> std::optional<size_t> {
    auto found = std::ranges::find(func.buffers, buffer);
    return found == func.buffers.end() ? std::nullopt
                                       : std::optional(static_cast<size_t>(found - func.buffers.begin()));
  };
  around.has_value = [&](const Var* var) {
    return var == func.buffers[2]->shape[0] || std::ranges::find(func.params, var) != func.params.end();
  };
  EXPECT_EQ(WhyNotIndependent(*kernel.First<For>(), around), GetParam().why);
}

INSTANTIATE_TEST_SUITE_P(Loops, ThreadIterationsTest, testing::ValuesIn(kCases), [](const auto& c) {
  std::string name;
  for (char letter : c.param.name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      name += letter;
    else if (letter == ' ')
      name += '_';
  }
  return name;
});

struct IndependenceCase {
  const char* name;
  const char* body;
  // The memory that the loop at the outside accesses.
  const char* memory;
  bool independent;
};

TEST(IterationsTest, ForPasses) {
  const IndependenceCase cases[] = {
      {"an element each", "for i in range(64):\n    A[i] = A[i] + 1", "A", true},
      {"tiles", "for i in range(4):\n    for j in range(16):\n        A[i * 16 + j] = A[i * 16 + 15 - j]", "A", true},
      {"tiles that overlap", "for i in range(4):\n    for j in range(17):\n        A[i * 15 + j] = 1", "A", false},
      {"one dimension of two", "for i in range(4):\n    for j in range(16):\n        B[i, j] = B[i, 15 - j]", "B",
       true},
      {"the neighbour", "for i in range(63):\n    A[i] = A[i + 1]", "A", false},
      {"two steps", "for i in range(4):\n    A[i * 2] = A[i * 2 + 1]", "A", true},
      {"backwards", "for i in range(4):\n    A[p % 8 + 20 - i * 2] = A[p % 8 + 21 - i * 2]", "A", true},
      {"the lesser of two", "for i in range(4):\n    for j in range(20):\n        A[i * 16 + T.min(j, 15)] = 1", "A",
       false},
      {"a quotient inside", "for i in range(4):\n    for j in range(32):\n        A[i * 16 + j // 2] = 1", "A", true},
      {"its quotient", "for i in range(64):\n    A[i // 2] = 1", "A", false},
      {"from memory", "for i in range(64):\n    A[A[i]] = 1", "A", false},
      {"all that can overflow", "for i in range(64):\n    A[i * 2 + p] = 1", "A", false},
      {"as many as n", "for i in range(n):\n    for j in range(4):\n        C[i, j] = C[i, 3 - j]", "C", true},
      {"one element", "for i in range(64):\n    A[0] = i", "A", false},
      {"none", "for i in range(64):\n    A[0] = i", "B", true},
  };
  for (const IndependenceCase& one : cases) {
    TestKernel kernel(one.body);
    const For& loop = *kernel.First<For>();
    KernelFacts facts(kernel.ctx, *kernel.func);
    BindLoops(facts, kernel.func->body);
    Accesses accesses = AccessesIn(kernel.ctx, kernel.func->body);
    EXPECT_EQ(IterationsAreIndependent(kernel.ctx, facts, loop, accesses.uses[kernel.Named(one.memory)].accesses),
              one.independent)
        << one.name;
  }
}

// Loops of a known number of iterations. Indices may wrap.
TEST(IterationsTest, ForVectors) {
  const IndependenceCase cases[] = {
      {"an element each", "for i in range(64):\n    A[i] = A[i] + 1", "", true},
      {"reads alone", "for i in range(64):\n    A[i] = T.Cast(\"int32\", B[0, 0])", "", true},
      {"the same number behind", "for i in range(64):\n    A[i * 3 - p] = A[i * 3 - p] + 1", "", true},
      {"the other sign", "for i in range(64):\n    A[p - i] = A[p - i] + 1", "", true},
      {"a quotient from outside", "for i in range(64):\n    A[i + p // q] = 1", "", true},
      {"from memory", "for i in range(64):\n    D[i + A[0]] = T.float32(1)", "", false},
      {"the neighbour", "for i in range(4):\n    A[i] = A[i + 1]", "", false},
      {"the first dimension alone", "for i in range(4):\n    B[i, 0] = T.float32(1)", "", false},
      {"other rows", "for i in range(4):\n    B[0, i] = B[1, i]", "", false},
      {"what changes inside", "for i in range(4):\n    for j in range(4):\n        A[i * 4 + j] = 1", "", false},
      {"around the end of int32", "for i in range(64):\n    A[i * 67108864] = 1", "", false},
      {"to the end of int32", "for i in range(32):\n    A[i * 67108864] = 1", "", true},
      {"threads that wait", "for i in range(64):\n    A[i] = 1\n    T.tvm_storage_sync(\"shared\")", "", false},
      {"memory of its own", "for i in range(4):\n    E = T.alloc_buffer((4,), \"int32\")\n    E[i] = 1\n    A[i] = 1",
       "", false},
  };
  for (const IndependenceCase& one : cases) {
    TestKernel kernel(one.body);
    EXPECT_EQ(IterationsAreIndependent(*kernel.First<For>()), one.independent) << one.name;
  }
}

}  // namespace
}  // namespace assay
