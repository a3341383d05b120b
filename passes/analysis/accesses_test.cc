// Loads and stores with what is around them, and buffers that are used otherwise.
#include "passes/analysis/accesses.h"

#include <fmt/format.h>

#include "passes/test_kernels.h"

namespace assay {
namespace {

std::string ScopeText(const Stmt* s) {
  if (const auto* loop = As<For>(s)) return std::string(loop->loop_var->name.text());
  return Is<While>(s) ? "while" : "block";
}
// "write A[i + 1] in i; ".
std::string TextOf(const Accesses& accesses) {
  std::string text;
  for (const Access& access : accesses.all) {
    std::vector<std::string> indices, scopes;
    for (const Expr* index : access.indices) indices.push_back(IndexText(index));
    for (const Stmt* scope : access.scopes) {
      if (ScopeText(scope) != "block" || !scopes.empty()) scopes.push_back(ScopeText(scope));
    }
    text += fmt::format("{} {}[{}] in {}; ", access.writes ? "write" : "read", access.buffer->name.text(),
                        fmt::join(indices, ", "), fmt::join(scopes, " "));
  }
  return text;
}

TEST(AccessesTest, WithWhatIsAroundThem) {
  struct Case {
    const char* name;
    const char* body;
    const char* bound;
    const char* as_written;
  };
  const Case cases[] = {
      {"a store before what it stores", "A[0] = A[1]", "write A[0] in ; read A[1] in ; ", nullptr},
      {"heads of loops are outside", "for i in range(A[0]):\n    A[i] = 1", "read A[0] in ; write A[i] in i; ",
       nullptr},
      {"conditions of whiles are inside", "while A[0] > 1:\n    A[0] = 1", "read A[0] in while; write A[0] in while; ",
       nullptr},
      {"both cases", "if A[0] > 1:\n    A[1] = 1\nelse:\n    A[2] = 1",
       "read A[0] in ; write A[1] in ; write A[2] in ; ", nullptr},
      {"axes of blocks",
       "for i in range(4):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v * 2] = 1",
       "write A[i * 2] in i block; ", "write A[v * 2] in i block; "},
      {"blocks in blocks",
       "for i in range(2):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(2, i)\n        for j in range(2):\n"
       "            with T.sblock(\"c\"):\n                w = T.axis.spatial(4, v * 2 + j)\n                A[w] = 1",
       "write A[i * 2 + j] in i block j block; ", "write A[w] in i block j block; "},
  };
  for (const Case& one : cases) {
    TestKernel kernel(one.body);
    EXPECT_EQ(TextOf(AccessesIn(kernel.ctx, kernel.func->body)), one.bound) << one.name;
    EXPECT_EQ(TextOf(AccessesAsWritten(kernel.func->body)), one.as_written == nullptr ? one.bound : one.as_written)
        << one.name;
  }
}

TEST(AccessesTest, BuffersThatAreUsedOtherwise) {
  struct Case {
    const char* name;
    const char* body;
    // Of E.
    bool opaque;
    size_t accesses;
  };
  const Case cases[] = {
      {"loads and stores", "E[0] = 1\nA[0] = E[0]", false, 2},
      {"its pointer", "E[0] = 1\nT.evaluate(T.call_extern(\"int32\", \"f\", E.data))", true, 1},
      {"its pointer alone", "T.evaluate(T.call_extern(\"int32\", \"f\", E.data))", true, 0},
      {"an address", "T.evaluate(T.call_extern(\"int32\", \"f\", T.address_of(E[1])))", true, 1},
      {"a view", "F = T.decl_buffer((4,), \"int32\", data=E.data)\nF[0] = 1\nE[0] = 2", true, 1},
      {"a part", "with T.sblock(\"b\"):\n    F = T.match_buffer(E[0:2], (2,), \"int32\")\n    F[0] = 1", true, 0},
  };
  for (const Case& one : cases) {
    TestKernel kernel(std::string("E = T.alloc_buffer((4,), \"int32\")\n") + one.body);
    Accesses accesses = AccessesIn(kernel.ctx, kernel.func->body);
    const BufferUse& use = accesses.uses[kernel.Named("E")];
    EXPECT_EQ(use.opaque, one.opaque) << one.name;
    EXPECT_EQ(use.accesses.size(), one.accesses) << one.name;
  }
}

}  // namespace
}  // namespace assay
