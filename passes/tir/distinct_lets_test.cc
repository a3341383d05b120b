// A let that stands at two places is one definition as long as it has one value: passes that know more at one of the
// places than at the other leave two definitions.
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct Row {
  const PassSpec& pass;
  std::string_view body;
};

// `t` is the variable of the let.
const Row kRows[] = {
    {tir_pass::kRenormalizeSplitPattern,
     "            a[i] = a[i] % 7 - T.Let(0, where={t: i * 0})\n"
     "            a[i] = T.Let(0, where={t: i * 0})\n"},
    {tir_pass::kStmtSimplify,
     "            a[i] = T.Let(t + 1, where={t: i // 2})\n"
     "            if i < 2:\n"
     "                a[i] = T.Let(t + 1, where={t: i // 2})\n"},
    {tir_pass::kLoopPartition,
     "            if T.likely(i < 3):\n"
     "                a[i] = T.Let(t + 1, where={t: i})\n"
     "            a[i] = T.Let(t + 1, where={t: i})\n"},
};

TEST(DistinctLets, WhereOnePlaceKnowsMore) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.pass.name);
    Context ctx;
    auto parsed = ParseModule(ctx, "module.py",
                              R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((4,), "int32")):
        for i in range(4):
            t = T.int32()
)" + std::string(row.body));
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    ASSERT_TRUE(IsWellFormed(ctx, *parsed));
    PassContext pass_ctx(ctx);
    Result<Module> after = RunPass(pass_ctx, {&row.pass, {}}, *parsed);
    ASSERT_TRUE(after.ok()) << after.error().message;
    EXPECT_TRUE(IsWellFormed(ctx, *after)) << PrintModule(*after);
  }
}

}  // namespace
}  // namespace assay
