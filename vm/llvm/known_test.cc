// What conditions say of variables: no check is made where it cannot fail, every check that can fail stays, and results
// are the reference interpreter's.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "vm/llvm/agreement.h"
#include "vm/llvm/listing.h"

namespace assay {
namespace {

struct KnownCase {
  // What B[i], of ten elements, becomes from A, which has eight.
  std::string_view statement;
  // Nothing in it can trap.
  bool inside;
};

const KnownCase kCases[] = {
    {"B[i] = T.if_then_else(1 <= i and i < 9, A[i - 1], T.float32(0))", true},
    {"B[i] = T.if_then_else(i < 9 and i > 0, A[i - 1], T.float32(0))", true},
    {"B[i] = T.if_then_else(9 > i and 0 < i, A[i - 1], T.float32(0))", true},
    {"B[i] = T.if_then_else(8 <= i, A[i - 8], T.if_then_else(4 <= i, A[i - 4], A[i + 4]))", true},
    {"B[i] = T.if_then_else(i < 1 or 9 <= i, T.float32(0), A[i - 1])", true},
    {"B[i] = T.if_then_else(T.Not(i >= 8), A[i], T.float32(0))", true},
    {"B[i] = T.if_then_else(i == 9, A[i - 2], T.float32(0))", true},
    {"B[i] = T.if_then_else(i != 9, T.float32(0), A[i - 2])", true},
    {"if i < 8:\n                B[i] = A[i]\n            else:\n                B[i] = A[i - 2]", true},
    {"with T.sblock(\"b\"):\n                v = T.axis.spatial(10, i)\n                T.where(i < 8)\n               "
     " B[i] = A[i]",
     true},
    // One end is known, or the other branch is meant, or what is known is of no use.
    {"B[i] = T.if_then_else(1 <= i, A[i - 1], T.float32(0))", false},
    {"B[i] = T.if_then_else(1 <= i or i < 9, A[i - 1], T.float32(0))", false},
    {"B[i] = T.if_then_else(1 <= i and i < 9, T.float32(0), A[i - 1])", false},
    {"B[i] = T.if_then_else(i < 9, A[i], T.float32(0))", false},
    {"B[i] = T.if_then_else(i != 9, A[i - 2], T.float32(0))", false},
    {"B[i] = T.if_then_else(i < 8, A[i], A[i])", false},
    {"B[i] = T.Select(i < 8, A[i], T.float32(0))", false},
    {"B[i] = T.if_then_else(i < 8, A[i], T.float32(0)) + A[i]", false},
    // Never true: what stands there is not run, and may say anything.
    {"B[i] = T.if_then_else(i < 8 and 9 < i, A[i], T.float32(1))", true},
};

std::string TextOf(const KnownCase& c) {
  return fmt::format(
      "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((10,), \"float32\")):\n"
      "        for i in range(10):\n            {}\n",
      c.statement);
}

TEST(KnownTest, ChecksThatCannotFailAreLeftOut) {
  for (const KnownCase& c : kCases) {
    KernelScript script(TextOf(c));
    auto listing = ListKernels(script.module, 0, KernelForm::kLlvm);
    ASSERT_TRUE(listing.ok()) << c.statement;
    // A kernel that can trap stores where.
    bool traps =
        listing->find("store i64 0, ptr %") != std::string::npos && listing->find("ret i32 1") != std::string::npos;
    EXPECT_EQ(!traps, c.inside) << c.statement << "\n" << *listing;
  }
}

TEST(KnownTest, RunsAsTheTreeWalker) {
  for (const KnownCase& c : kCases) {
    SCOPED_TRACE(c.statement);
    std::string outcome = KernelScript(TextOf(c)).Run({F32({8}), F32({10})});
    EXPECT_EQ(outcome == "done", c.inside) << outcome;
  }
}

// Of a scalar that the caller gives, whatever it is: a bound beyond its type says nothing wrong.
TEST(KnownTest, ScalarsAtTheEndsOfTheirTypes) {
  for (std::string_view dtype : {"int8", "int32", "int64", "uint8", "uint32", "uint64"}) {
    KernelScript script(fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(n: T.{0}, A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
        B[0] = T.if_then_else(n >= T.{0}(0) and n < T.{0}(8), A[n], T.if_then_else(n > T.{0}(100), T.float32(7), T.float32(9)))
)",
                                    dtype));
    bool wide = dtype.ends_with("64");
    for (int64_t n : {int64_t{0}, int64_t{7}, int64_t{8}, int64_t{100}, int64_t{101}, int64_t{127},
                      wide ? int64_t{-1} : int64_t{1}}) {
      SCOPED_TRACE(fmt::format("{} {}", dtype, n));
      DType type = dtype.starts_with("u") ? DType::UInt(std::stoi(std::string(dtype.substr(4))))
                                          : DType::Int(std::stoi(std::string(dtype.substr(3))));
      EXPECT_EQ(script.Run({IntOf(type, n), F32({8}), F32({1})}), "done");
    }
  }
}

}  // namespace
}  // namespace assay
