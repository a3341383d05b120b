// What becomes of a finding that is kept: the same case, without what only this machine knows.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

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
  ProgramRun run = RunAssay({"regress", finding, "--into", into, "--slug", "a-name", "--status", "fixed", "--note", "why"});
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

}  // namespace
}  // namespace assay
