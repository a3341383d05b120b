// Regions found where T.reads and T.writes are left out, as TVM finds them.
#include "ir/text/regions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

// The text of a function over A (16, 16) and B (16, 16) whose block has this body, printed again.
std::string WithRegions(const std::string& body) {
  Context ctx;
  std::string text = R"(
@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16)), B: T.Buffer((16, 16))):
    for i, j, k in T.grid(16, 16, 4):
        with T.sblock("b"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
)";
  Result<Module> module = ParseModule(ctx, "test.py", text + body);
  return module.ok() ? PrintModule(*module) : Render(module.error(), ctx.sources);
}

TEST(RegionsTest, PointsOfTheBody) {
  std::string text = WithRegions("            B[vi, vj] = A[vj, vk * 4 + 3]\n");
  EXPECT_THAT(text, HasSubstr("T.reads(A[vj, vk * 4 + 3])\n"));
  EXPECT_THAT(text, HasSubstr("T.writes(B[vi, vj])\n"));
}

TEST(RegionsTest, UpdatesOfAReductionAreNotReads) {
  std::string text = WithRegions(
      "            with T.init():\n                B[vi, vj] = 0.0\n"
      "            B[vi, vj] = B[vi, vj] + A[vi, vk]\n");
  EXPECT_THAT(text, HasSubstr("T.reads(A[vi, vk])\n"));
  // Without an init the buffer is read.
  EXPECT_THAT(WithRegions("            B[vi, vj] = B[vi, vj] + A[vi, vk]\n"),
              HasSubstr("T.reads(B[vi, vj], A[vi, vk])\n"));
}

TEST(RegionsTest, InnerLoopsBecomeRanges) {
  EXPECT_THAT(WithRegions("            for q in range(4):\n                B[vi, vj * 0 + q * 2 + 1] = A[vi, q]\n"),
              HasSubstr("T.reads(A[vi, 0:4])\n                T.writes(B[vi, 1:8])"));
  // Two accesses join to their hull, whose ends are expressions where nobody knows which is the less.
  EXPECT_THAT(WithRegions("            B[vi, vj] = A[vi, 1] + A[vi, 5]\n"), HasSubstr("T.reads(A[vi, 1:6])"));
  EXPECT_THAT(WithRegions("            B[vi, vj] = A[vi, vj] + A[vk, vj]\n"),
              HasSubstr("T.reads(A[T.min(vi, vk):T.min(vi, vk) + (T.max(vi, vk) + 1 - T.min(vi, vk)), vj])"));
  EXPECT_THAT(
      WithRegions(
          "            for q in range(3):\n                B[vi, vj] = A[vi + q, 0] + A[vk + q, 0] + A[2 * vj, 1]\n"),
      HasSubstr("T.max(T.max(vi, vk) + 2, vj * 2) + 1 - "));
}

TEST(RegionsTest, AMatchedBufferIsTheRegionThatItStandsFor) {
  std::string text = WithRegions(
      "            M = T.match_buffer(A[vi, vk * 4:vk * 4 + 4], (4,))\n"
      "            for q in range(3):\n                B[vi, vj] = B[vi, vj] + M[q + 1]\n");
  EXPECT_THAT(text, HasSubstr("T.reads(B[vi, vj], A[vi, vk * 4 + 1:vk * 4 + 1 + 3])\n"));
}

TEST(RegionsTest, AMatchedBufferMayStandForARegionOfAnotherOne) {
  // As many in a chain as a block has lines.
  constexpr int kMany = 100'000;
  std::string body = "            M0 = T.match_buffer(A[vi, 8:16], (8,))\n";
  for (int i = 1; i <= kMany; ++i) {
    body += fmt::format("            M{} = T.match_buffer(M{}[{}:8], (8,))\n", i, i - 1, i == 2 ? 1 : 0);
  }
  body += fmt::format("            B[vi, vj] = M{}[3]\n", kMany);
  EXPECT_THAT(WithRegions(body), HasSubstr("T.reads(A[vi, 12])\n"));
}

}  // namespace
}  // namespace assay
