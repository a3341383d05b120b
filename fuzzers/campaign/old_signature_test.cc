// Signatures of before become those of today, and these stay as they are.
#include "fuzzers/campaign/old_signature.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kKernel = R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(y: T.Buffer((8,), "int32")):
        for i in range(4):
            y[i * 2:i * 2 + 2] = T.Broadcast(i, 2)
)";

TEST(OldSignature, BecomesThatOfToday) {
  Context ctx;
  auto kernel = ParseModule(ctx, "kernel.py", std::string(kKernel));
  ASSERT_TRUE(kernel.ok()) << kernel.error().message;
  struct Row {
    const char *old, *note, *now;
  };
  const Row rows[] = {
      {"results||", "", "results||Broadcast+Ramp"},
      {"types||", "", "types||Broadcast+Ramp"},
      {"execution_modes||bits_differ|", "", "execution_modes||bits_differ|Broadcast+Ramp"},
      {"rejects_valid|checker: two functions bear the name V [relax.wf2]", "", "rejects_valid|checker: relax.wf2"},
      {"rejects_valid|Gradient: variable V of main has no value",
       "a well-formed module is called bad input: variable n of main has no value [relax.wf5]\nmore",
       "rejects_valid|Gradient: relax.wf5"},
      {"one_refuses|vm-compiled: there is no code for", "", "one_refuses|vm-compiled: Unsupported"},
      {"one_refuses|vm-llvm: machine code cannot be made of a buffer of float32", "",
       "one_refuses|vm-llvm: Unsupported"},
      {"ill_formed|P: a V.Tensor((N, N), dtype='…', vdevice='…') is bound", "", "ill_formed|P: a V.Tensor(…) is bound"},
      {"rejects_valid|ApplySchedule: split.r4", "", "rejects_valid|ApplySchedule: schedule.split.r4"},
      {"one_refuses|ApplySchedule: tile.r1", "", "one_refuses|ApplySchedule: schedule.tile.r1"},
      // As they were, and are.
      {"rejects_valid|FuseOps: split.r1", "", "rejects_valid|FuseOps: split.r1"},
      {"", "", ""},
      {"results|FuseOps|", "", "results|FuseOps|"},
      {"results||add", "", "results||add"},
      {"rejects_valid|checker: Var V is not defined.", "", "rejects_valid|checker: Var V is not defined."},
      {"rejects_valid|LegalizeOps has run", "", "rejects_valid|LegalizeOps has run"},
      {"one_refuses|ValueError Cannot find global var: '…'", "", "one_refuses|ValueError Cannot find global var: '…'"},
      {"ill_formed|FuseTIR: relax.wf5", "", "ill_formed|FuseTIR: relax.wf5"},
  };
  for (const Row& row : rows) {
    std::string now = CurrentSignature(row.old, *kernel, row.note);
    EXPECT_EQ(now, row.now) << row.old;
    EXPECT_EQ(CurrentSignature(now, *kernel, row.note), now) << "once more";
  }
  EXPECT_EQ(CurrentSignature("results||", Module{}, ""), "results||") << "no kernel";
}

// What is on file since before is found by what it was called then.
TEST(OldSignature, OfBeforeIsWithoutDtypes) {
  EXPECT_EQ(SignatureOfBefore("differs|round trip loses ty.dtype: bool as int64"), "differs|round trip loses ty.dtype");
  EXPECT_EQ(SignatureOfBefore("differs|round trip loses ty.layout"), "differs|round trip loses ty.layout");
  EXPECT_EQ(SignatureOfBefore("rejects_valid|checker: relax.wf2"), "rejects_valid|checker: relax.wf2");
}

}  // namespace
}  // namespace assay
