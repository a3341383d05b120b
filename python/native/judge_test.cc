// Passes of a TVM, judged by what they were given and what they made.
#include <string>

#include <gtest/gtest.h>

#include "python/native/api.h"

namespace assay::python {
namespace {

Source Kernel(const std::string& attrs) {
  return {.text =
              "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n"
              "    @T.prim_func\n    def main(A: T.Buffer((4,), \"float32\")):\n        T.func_attr({" +
              attrs + "})\n        for i in range(4):\n            A[i] = T.float32(1)\n"};
}

// The target that somebody binds in front of LowerIntrin is no change of that pass's; any other pass's it is, and so is
// any other attribute.
TEST(JudgeTest, WhatIsKnownOfTvmIsNoFinding) {
  const std::string name = "\"global_symbol\": \"main\"", target = ", \"target\": T.target({\"kind\": \"llvm\"})";
  struct Row {
    const char* pass;
    std::string added;
    const char* verdict;
  };
  const Row rows[] = {{"tirx.LowerIntrin", target, "skip"},
                      {"tirx.LowerIntrin", ", \"tirx.noalias\": True", "finding"},
                      {"tirx.RemoveNoOp", target, "finding"},
                      {"tirx.LowerIntrin", target + ", \"tirx.noalias\": True", "finding"},
                      {"tirx.LowerIntrin", "", "agree"}};
  for (const Row& row : rows) {
    JudgeOptions options;
    options.rules = {"frame_kept"};
    std::vector<Judgement> judged = Judge(row.pass, Kernel(name), Kernel(name + row.added), options, nullptr);
    ASSERT_EQ(judged.size(), 1u) << row.pass;
    EXPECT_EQ(judged[0].verdict, row.verdict) << row.pass << row.added << ": " << judged[0].detail;
  }
}

}  // namespace
}  // namespace assay::python
