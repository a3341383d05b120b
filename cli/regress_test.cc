// What becomes of a finding that is kept: the same case, without what only this machine knows.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/case_update.h"
#include "cli/subprocess.h"
#include "ir/support/fault.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A copy of a case of ours as a finding of the subject.
std::string FindingOf(const std::string& subject) {
  std::string folder = FreshFolder() + "/finding";
  fs::copy("regressions/passes/BindSymbolicVars/bare-truth-operand", folder);
  nlohmann::json json = nlohmann::json::parse(TextOf(folder + "/case.json"));
  json["subject"] = subject;
  json["status"] = "open";
  std::ofstream(folder + "/case.json") << json.dump(2);
  return folder;
}

TEST(RegressTest, TheCaseIsKeptUnderItsNewName) {
  std::string finding = FindingOf("native"), into = FreshFolder();
  ProgramRun run =
      RunAssay({"regress", finding, "--into", into, "--slug", "a-name", "--status", "fixed", "--note", "why"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, into + "/a-name\n");
  nlohmann::json json = nlohmann::json::parse(TextOf(into + "/a-name/case.json"));
  EXPECT_EQ(json["status"], "fixed");
  EXPECT_EQ(json["note"], "why");
  EXPECT_EQ(json["subject"], "native");
  EXPECT_EQ(json["passes"], nlohmann::json::parse(TextOf(finding + "/case.json"))["passes"]);
  EXPECT_THAT(TextOf(into + "/a-name/module.py"), testing::HasSubstr("R.assert_op("));
  EXPECT_EQ(TextOf(into + "/a-name/values.json"), TextOf(finding + "/values.json"));
  EXPECT_EQ(RunAssay({"replay", into + "/a-name"}).code, 0);
  // What stands there already is not written over.
  EXPECT_EQ(RunAssay({"regress", finding, "--into", into, "--slug", "a-name"}).code, 2);
}

TEST(RegressTest, TheCaseForgetsWhereTheSubjectStood) {
  std::string into = FreshFolder();
  ASSERT_EQ(RunAssay({"regress", FindingOf("tvm@/some/where/bin/python"), "--into", into, "--slug", "a-name"}).code, 0);
  EXPECT_EQ(nlohmann::json::parse(TextOf(into + "/a-name/case.json"))["subject"], "tvm");
}

TEST(RegressTest, WhatIsNoFindingIsRefused) {
  std::string into = FreshFolder();
  EXPECT_EQ(RunAssay({"regress", into + "/nothing", "--into", into}).code, 3);
  EXPECT_EQ(RunAssay({"regress", FindingOf("native"), "--into", into, "--slug", "a/b"}).code, 2);
  EXPECT_TRUE(fs::is_empty(into));
}

// What a case says of its finding: of one that shows nothing any more, a signature of before in the form of today.
TEST(RegressTest, SignaturesAreBroughtUpToDate) {
  std::string folder = FindingOf("native");
  nlohmann::json json = nlohmann::json::parse(TextOf(folder + "/case.json"));
  json["signature"] = "rejects_valid|checker: variable V is not defined [relax.wf5]";
  json["status"] = "fixed";
  std::ofstream(folder + "/case.json") << json.dump(2);
  EXPECT_EQ(RunAssay({"replay", folder}).code, 0);
  EXPECT_EQ(nlohmann::json::parse(TextOf(folder + "/case.json")), json) << "only where it is asked";
  ASSERT_EQ(RunAssay({"replay", folder, "--update-signatures"}).code, 0);
  json["signature"] = "rejects_valid|checker: relax.wf5";
  EXPECT_EQ(nlohmann::json::parse(TextOf(folder + "/case.json")), json);
  std::string text = TextOf(folder + "/case.json");
  ASSERT_EQ(RunAssay({"replay", folder, "--update-signatures"}).code, 0);
  EXPECT_EQ(TextOf(folder + "/case.json"), text) << "once more";
}

// An open case must not hide another bug behind the one that it is about.
TEST(RegressTest, ACaseThatFailsByAnotherSignatureIsDistinguished) {
  Context ctx;
  Result<LoadedCase> loaded = LoadCase(ctx, "corpus/basics/add.py");
  ASSERT_TRUE(loaded.ok());
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  Finding finding{"round_trip", "", FindingClass::kDiffers, "the module", {}};
  EXPECT_TRUE(FailsAsRecorded(ctx, *subject, *loaded, {finding})) << "nothing is recorded";
  loaded->file.signature = Signature(finding, loaded->c.module);
  EXPECT_TRUE(FailsAsRecorded(ctx, *subject, *loaded, {finding}));
  EXPECT_TRUE(FailsAsRecorded(ctx, *subject, *loaded, {})) << "it does not fail";
  Finding other = finding;
  other.klass = FindingClass::kUnreadable;
  EXPECT_FALSE(FailsAsRecorded(ctx, *subject, *loaded, {other}));
  EXPECT_TRUE(FailsAsRecorded(ctx, *subject, *loaded, {other, finding}));
}

#ifdef ASSAY_FAULTS
TEST(RegressTest, ACaseThatShowsItsFindingGetsItsSignatureAndFacts) {
  std::string folder = FreshFolder() + "/case";
  fs::copy("regressions/passes/RealizeVDevice/realize-vdevice-mutates-input", folder);
  nlohmann::json json = nlohmann::json::parse(TextOf(folder + "/case.json"));
  for (const char* key : {"facts", "blamed"}) json.erase(key);
  json["signature"] = "";
  std::ofstream(folder + "/case.json") << json.dump(2);
  ASSERT_EQ(RunAssay({"replay", folder, "--faults", "realize_vdevice_mutates_input", "--update-signatures"}).code, 0);
  nlohmann::json now = nlohmann::json::parse(TextOf(folder + "/case.json"));
  EXPECT_EQ(now["signature"], "input_changed|RealizeVDevice writes");
  EXPECT_EQ(now["blamed"], "RealizeVDevice");
  EXPECT_TRUE(now.contains("facts"));
}
#endif

}  // namespace
}  // namespace assay
