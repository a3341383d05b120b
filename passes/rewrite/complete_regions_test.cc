// Blocks that leave out what they access are well-formed behind it, and others stay the same nodes.
#include "passes/rewrite/complete_regions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

struct Case {
  const char* name;
  const char* reads;
  const char* writes;
  // Of the block; what it does is B[v] = A[v] + B[v] * C[0].
  const char* completed_reads;
  const char* completed_writes;
};
constexpr Case kCases[] = {
    {"all is named", "A[v], C[0]", "B[v]", "A[v], C[0]", "B[v]"},
    {"one read is left out", "A[v]", "B[v]", "A[v], C[0:4]", "B[v]"},
    {"what it writes is left out", "A[v], B[v], C[0]", "A[v]", "A[v], B[v], C[0]", "A[v], B[0:4]"},
    {"all is left out", "", "", "A[0:4], C[0:4]", "B[0:4]"},
};

std::string Text(const char* reads, const char* writes) {
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.reads({})
                T.writes({})
                B[v] = A[v] + B[v] * C[0]
)",
                     reads, writes);
}
Module Parsed(Context& ctx, const std::string& text) {
  auto module = ParseModule(ctx, "blocks", text);
  EXPECT_TRUE(module.ok()) << text;
  return module.ok() ? *module : Module{};
}

TEST(CompleteRegionsTest, BlocksNameAllThatTheyAccess) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    Context ctx;
    Module module = Parsed(ctx, Text(one.reads, one.writes));
    Module completed = CompleteRegions(ctx, module);
    EXPECT_EQ(PrintModule(completed), PrintModule(Parsed(ctx, Text(one.completed_reads, one.completed_writes))));
    DiagSink sink;
    CheckWellFormed(ctx, completed, sink);
    EXPECT_TRUE(sink.ok());
    bool same = std::string_view(one.reads) == one.completed_reads;
    EXPECT_EQ(completed.entries[0].func == module.entries[0].func,
              same && std::string_view(one.writes) == one.completed_writes);
  }
}

}  // namespace
}  // namespace assay
