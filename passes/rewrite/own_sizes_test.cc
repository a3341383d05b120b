// Blocks that share the variable of a size that each of them finds out, which text cannot say.
#include "passes/rewrite/own_sizes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

class OwnSizesTest : public testing::Test {
 protected:
  const PrimFunc* Kernel(std::string_view parameter, std::string_view defined, std::string_view shape) {
    Result<Module> module = ParseModule(ctx_, "kernel.py",
                                        fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main({}):
        {}
        for i in range(2):
            with T.sblock("b"):
                vi = T.axis.spatial(2, i)
                T.reads()
                T.writes(B[0:4, 0:2])
                n = T.int32()
                M = T.match_buffer(B[vi:vi + 3, 0:2], ({}), "int32", strides=("s", "t"), offset_factor=1)
                M[0, vi] = n
)",
                                                    parameter, defined, shape));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    return As<PrimFunc>(module->Find("main"));
  }
  // The loop twice, of which the second shares what its block matches.
  const PrimFunc* Twice(const PrimFunc* func) {
    const Stmt* copy = FreshCopy(ctx_, func->body, {});
    return WithBody(ctx_, func, MakeSeqStmt(ctx_, {func->body, copy}));
  }
  static std::vector<const Node*> FirstExtents(const PrimFunc* func) {
    std::vector<const Node*> extents;
    WalkOnce(func->body, [&](const Node* node) {
      if (const auto* match = As<MatchBufferRegion>(node)) extents.push_back(match->buffer->shape[0]);
    });
    return extents;
  }
  Context ctx_;
};

TEST_F(OwnSizesTest, CopiesFindOutTheirOwn) {
  const PrimFunc* shared = Twice(Kernel("B: T.Buffer((4, 2), \"int32\")", "", "n, 2"));
  std::vector<const Node*> before = FirstExtents(shared);
  ASSERT_EQ(before.size(), 2u);
  ASSERT_EQ(before[0], before[1]);
  const PrimFunc* own = WithOwnSizes(ctx_, shared);
  std::vector<const Node*> after = FirstExtents(own);
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[0]);
  // What is stored in the second block is the second block's.
  int names_first = 0;
  WalkOnce(As<SeqStmt>(own->body)->seq[1], [&](const Node* node) { names_first += node == before[0]; });
  EXPECT_EQ(names_first, 0);
  EXPECT_EQ(WithOwnSizes(ctx_, own), own);
}

TEST_F(OwnSizesTest, WhatIsKnownAroundTheBlockStaysOne) {
  struct Row {
    std::string_view what, parameter, defined;
  } rows[] = {
      {"a scalar parameter", "n: T.int32, b: T.handle", "B = T.match_buffer(b, (4, 2), \"int32\")"},
      {"an extent of a parameter", "b: T.handle, c: T.handle",
       "n = T.int32()\n        C = T.match_buffer(c, (n,), \"int32\")\n        B = T.match_buffer(b, (4, 2), "
       "\"int32\")"},
  };
  for (const Row& row : rows) {
    const PrimFunc* func = Kernel(row.parameter, row.defined, "n, 2");
    ASSERT_NE(func, nullptr) << row.what;
    const PrimFunc* shared = Twice(func);
    EXPECT_EQ(WithOwnSizes(ctx_, shared), shared) << row.what;
  }
}

}  // namespace
}  // namespace assay
