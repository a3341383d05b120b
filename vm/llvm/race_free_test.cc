// Which parallel loops are proven to run apart, and why others are not.
#include "vm/llvm/race_free.h"

#include "ir/walk.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct LoopCase {
  std::string_view name;
  // Of a kernel with A (64 int32), B (4 × 16 float32), C (n × 4 float32).
  std::string_view body;
  std::string_view why;
};

constexpr std::string_view kMeetInB = "possible loop-carried dependence on buffer B";

const LoopCase kCases[] = {
    {"an axis each",
     "for i in T.parallel(4):\n            for j in range(16):\n                B[i, j] = B[i, j] + T.float32(1)", ""},
    {"the other axis",
     "for j in T.parallel(16):\n            for i in range(4):\n                B[i, j] = B[3 - i, j]", ""},
    {"backwards", "for i in T.parallel(4):\n            B[3 - i, A[i]] = T.float32(1)", ""},
    {"a symbolic number of iterations", "for i in T.parallel(n):\n            C[i, A[i]] = C[i, 0]", ""},
    {"shifted", "for i in T.parallel(n):\n            C[i - n + 1, 0] = C[i - n + 1, 1]", ""},
    {"tiles",
     "for i in T.parallel(4):\n            for j in range(16):\n                A[i * 16 + j] = A[i * 16 + 15 - j]",
     ""},
    {"a loop from its tile",
     "for i in T.parallel(4):\n            for j in range(i * 16, i * 16 + 16):\n                A[j] = 1", ""},
    {"fused", "for k in T.parallel(64):\n            B[k // 16, k % 16] = T.float32(1)", ""},
    {"three fused, by a bind",
     "for k in T.parallel(64):\n            t: T.let[T.int32] = k % 16\n            A[k // 16 * 16 + t // 4 * 4 + t % "
     "4] = k",
     ""},
    {"blocks",
     "for k in T.parallel(64):\n            with T.sblock(\"b\"):\n                vi = T.axis.spatial(4, k // 16)\n   "
     "             vj = T.axis.spatial(16, k % 16)\n"
     "                B[vi, vj] = T.float32(1)",
     ""},
    {"a memory each",
     "for i in T.parallel(4):\n            own = T.alloc_buffer((4,), \"float32\")\n            own[0] = "
     "T.float32(1)\n            B[i, 0] = own[0]",
     ""},
    {"reads alone", "for i in T.parallel(4):\n            A[i] = T.Cast(\"int32\", B[0, 0] + B[3, i])", ""},
    {"one element", "for i in T.parallel(4):\n            B[0, 0] = T.float32(1)", kMeetInB},
    {"a sum", "for i in T.parallel(4):\n            for j in range(16):\n                B[0, j] = B[0, j] + B[i, j]",
     kMeetInB},
    {"the neighbour", "for i in T.parallel(3):\n            B[i, 0] = B[i + 1, 0]", kMeetInB},
    {"tiles that overlap",
     "for i in T.parallel(4):\n            for j in range(17):\n                A[i * 16 + j - 1] = j",
     "possible loop-carried dependence on buffer A"},
    {"a part of the fused", "for k in T.parallel(64):\n            B[k // 16, 0] = T.float32(1)", kMeetInB},
    {"halves mixed", "for k in T.parallel(64):\n            B[k // 16, k % 8] = T.float32(1)", kMeetInB},
    {"from memory", "for i in T.parallel(4):\n            B[A[i], 0] = T.float32(1)", kMeetInB},
    {"far apart, but around the end of int32",
     "for i in T.parallel(3):\n            A[i * 1000000000 + i * 1000000000] = i",
     "possible loop-carried dependence on buffer A"},
    {"two steps of another", "for i in T.parallel(4):\n            for j in range(4):\n                A[i + j] = 1",
     "possible loop-carried dependence on buffer A"},
    {"a way out",
     "for i in T.parallel(4):\n            for j in range(16):\n                if A[j] > 3:\n                    "
     "break\n                B[i, j] = T.float32(1)",
     "an iteration may leave it"},
};

const For* FirstLoop(const Node* func) {
  const For* found = nullptr;
  WalkBeforeChildren(func, [&](const Node* node) {
    if (found == nullptr) found = As<For>(node);
    return found == nullptr;
  });
  return found;
}

class RaceFreeTest : public testing::TestWithParam<LoopCase> {};

TEST_P(RaceFreeTest, LoopsAreProvenApartOrSayWhyNot) {
  Script script(
      "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((4, 16), \"float32\"), c: "
      "T.handle):\n"
      "        n = T.int32()\n        C = T.match_buffer(c, (n, 4), \"float32\")\n        " +
      std::string(GetParam().body) + "\n");
  const auto* func = As<PrimFunc>(script.module.Find("main"));
  ASSERT_NE(func, nullptr);
  LoopSurroundings around;
  around.memory_of = [func](const Buffer* buffer) -> std::optional<size_t> {
    auto found = std::ranges::find(func->buffers, buffer);
    return found == func->buffers.end() ? std::nullopt
                                        : std::optional(static_cast<size_t>(found - func->buffers.begin()));
  };
  around.has_value = [&](const Var* var) { return var == func->buffers[2]->shape[0]; };
  const For* loop = FirstLoop(func->body);
  ASSERT_NE(loop, nullptr);
  EXPECT_EQ(WhyNotIndependent(*loop, around), GetParam().why);
}

INSTANTIATE_TEST_SUITE_P(Loops, RaceFreeTest, testing::ValuesIn(kCases), [](const auto& c) {
  std::string name;
  for (char letter : c.param.name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      name += letter;
    else if (letter == ' ')
      name += '_';
  }
  return name;
});

}  // namespace
}  // namespace assay
