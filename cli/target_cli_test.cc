// --target as users meet it: passes under a target, targets that there are not, and the records of a campaign. TVM is
// the stand-in of oracles/subjects/tvm/testdata/fake, whose Matmul turns sums into products.
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"
#include "ir/support/file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kFakeTvm = "tvm@/usr/bin/python3";
constexpr const char* kModule = "cli/testdata/add.py";
const std::string kSm80 = R"({"kind": "cuda", "arch": "sm_80"})";

class TargetCliTest : public testing::Test {
 protected:
  void SetUp() override { setenv("PYTHONPATH", ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", 1); }
  void TearDown() override { unsetenv("PYTHONPATH"); }
};

TEST_F(TargetCliTest, OptPrintsWhatTheSubjectMakes) {
  ProgramRun run = RunAssay(
      {"opt", kModule, "--subject", kFakeTvm, "--target", kSm80, "--passes", "LegalizeOps,dlight.gpu.Fallback"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("# scheduled for cuda\n"));
  ProgramRun here = RunAssay({"opt", kModule, "--subject", kFakeTvm, "--passes", "dlight.gpu.Fallback"});
  EXPECT_THAT(here.out, HasSubstr("# scheduled for llvm\n"));
  ProgramRun lacking =
      RunAssay({"opt", kModule, "--subject", kFakeTvm, "--target", "cuda", "--passes", "dlight.gpu.GEMV"});
  EXPECT_EQ(lacking.code, 2);
  EXPECT_THAT(lacking.err, HasSubstr("invalid pass dlight.gpu.GEMV: TVM 0.27.fake has no pass dlight.gpu.GEMV"));
}

TEST_F(TargetCliTest, WhatTvmDoesNotTakeIsUsage) {
  const std::string slip = R"({"kind": "cuda", "arhc": "sm_80"})";
  for (const std::vector<std::string>& args : {std::vector<std::string>{"fuzz", "--runs", "1", "--no-out"},
                                               {"opt", kModule, "--passes", "Normalize"},
                                               {"run", kModule},
                                               {"bisect", kModule},
                                               {"replay", kModule},
                                               {"reduce", kModule, "--oracle", "idempotent"},
                                               {"conform", "corpus/conformance/wellformed.jsonl"}}) {
    std::vector<std::string> with = args;
    with.insert(with.end(), {"--subject", kFakeTvm, "--target", slip});
    ProgramRun run = RunAssay(with);
    EXPECT_EQ(run.code, 2) << args[0] << ": " << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr("invalid target: expected one that TVM 0.27.fake takes, got " + slip +
                                   ": ValueError: unknown attribute arhc of a target\n"))
        << args[0];
  }
}

// A case of a device says nothing of a subject that does not compile for it; who asks for the device himself is told.
TEST_F(TargetCliTest, CasesOfADeviceAreSkippedElsewhere) {
  const std::string stored = "regressions/tvm/tvm-dlight-writes-input";
  ProgramRun run = RunAssay({"replay", stored, "--subject", "native"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 case: 0 passed, 1 skipped, 0 failed"));
  EXPECT_EQ(RunAssay({"replay", stored, "--subject", "native", "--target", "cuda"}).code, 2);
}

TEST_F(TargetCliTest, ACampaignsTargetStandsInItsRecords) {
  std::string out = FreshFolder();
  std::vector<std::string> fuzz{"fuzz",
                                "--subject",
                                kFakeTvm,
                                "--target",
                                kSm80,
                                "--pass",
                                "dlight.gpu.Matmul",
                                "--oracle",
                                "pass_preserves_results",
                                "--seeds",
                                kModule,
                                "--runs",
                                "1",
                                "--no-known",
                                "--out",
                                out};
  ProgramRun run = RunAssay(fuzz);
  ASSERT_EQ(run.code, 1) << run.out << run.err;
  std::string finding = fs::directory_iterator(out + "/findings")->path().string();
  Result<std::string> stored = ReadFile(finding + "/case.json");
  ASSERT_TRUE(stored.ok());
  EXPECT_THAT(*stored, HasSubstr(R"("target": "{\"kind\": \"cuda\", \"arch\": \"sm_80\"}")"));
  EXPECT_THAT(*ReadFile(out + "/report.md"), HasSubstr("sm_80"));
  // Under no target the stand-in would crash in front of the rule.
  EXPECT_THAT(RunAssay({"replay", finding, "--no-known"}).out, HasSubstr(": expected failure\n"));
  std::string slug = FreshFolder();
  RunAssay({"regress", finding, "--into", slug, "--slug", "kept"});
  EXPECT_THAT(*ReadFile(slug + "/kept/case.json"), HasSubstr("sm_80"));
  ProgramRun other = RunAssay({"fuzz", "--resume", "--out", out, "--target", "metal", "--runs", "2"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("invalid --target metal: the campaign in " + out + " is for " + kSm80));
}

TEST_F(TargetCliTest, TargetsAreListedAndExplained) {
  EXPECT_THAT(RunAssay({"list", "targets"}).out, HasSubstr("webgpu"));
  EXPECT_THAT(RunAssay({"explain", "opencl"}).out, HasSubstr("--subject tvm --target opencl\n"));
  EXPECT_THAT(RunAssay({"explain", "dlight.gpu.GEMV"}).out, HasSubstr("campaigns give it what LegalizeOps leave"));
  EXPECT_THAT(RunAssay({"list", "passes"}).out, HasSubstr("dlight.gpu.RMSNorm"));
}

}  // namespace
}  // namespace assay
