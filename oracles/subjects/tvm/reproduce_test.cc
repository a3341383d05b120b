// Scripts are Python whatever the module's text holds, and end with 1 while the bug is there and 0 when it is not:
// tried on the stand-in for TVM.
#include "oracles/subjects/tvm/reproduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <csignal>

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "ir/support/temp_folder.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/tvm/fake_tvm.h"
#include "oracles/subjects/tvm/tvm_subject.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

TvmFinding FindingOf(std::string oracle, std::string pass, std::string module = "a 'module'\n") {
  TvmFinding finding{.subject = "tvm 0.27.fake",
                     .oracle = std::move(oracle),
                     .klass = FindingClass::kInputChanged,
                     .detail = "the input\nis changed",
                     .module = std::move(module),
                     .pass = nullptr};
  if (!pass.empty()) finding.pass = {{"name", pass}, {"options", nlohmann::json::object()}};
  return finding;
}

// The exit code of the finding's script.
int ExitCodeOf(const TvmFinding& finding) {
  TempFolder folder;
  std::string path = folder.path() + "/reproduce.py";
  std::ofstream(path) << ReproduceScript(finding);
  std::string command =
      "PYTHONPATH=" ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake " + std::string(kPython) + " " + path;
  int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Reproduce, ExitsWithOneWhileTheBugIsThere) {
  EXPECT_EQ(ExitCodeOf(FindingOf("input_unchanged", "DeadCodeElimination")), 1);
  EXPECT_EQ(ExitCodeOf(FindingOf("well_formed_after_pass", "LegalizeOps")), 128 + SIGSEGV)
      << "by the crash itself, as its head says";
  EXPECT_EQ(ExitCodeOf(FindingOf("refuse_or_compile", "CanonicalizeBindings")), 1) << "an error";
  EXPECT_EQ(ExitCodeOf(FindingOf("round_trip", "ConvertToDataflow")), 1);
}

TEST(Reproduce, ExitsWithZeroWhenItIsNot) {
  EXPECT_EQ(ExitCodeOf(FindingOf("input_unchanged", "Normalize")), 0);
  EXPECT_EQ(ExitCodeOf(FindingOf("idempotent", "Normalize", "quotes ''' and \\ and '")), 0);
}

// A script that falls over itself would end with 1, too.
TEST(Reproduce, KnowsEveryOracleThatTvmIsAskedBy) {
  Context ctx;
  auto server = StartFakeTvm();
  ASSERT_TRUE(server.ok()) << server.error().message;
  std::unique_ptr<Subject> tvm = MakeTvmSubject(ctx, *server);
  std::string script = ReproduceScript(FindingOf("no_such_oracle", "Normalize"));
  for (const OracleSpec* oracle : AllOracles()) {
    if (oracle->suits != nullptr && !oracle->suits(*tvm)) continue;
    EXPECT_THAT(script, HasSubstr(fmt::format("\"{}\": check_", oracle->name)));
  }
  EXPECT_EQ(ExitCodeOf(FindingOf("no_such_oracle", "Normalize")), 2);
}

TEST(Reproduce, AppliesWhatComesBeforeThePass) {
  TvmFinding finding = FindingOf("round_trip", "Normalize");
  EXPECT_EQ(ExitCodeOf(finding), 0);
  finding.before = {{{"name", "ConvertToDataflow"}, {"options", nlohmann::json::object()}}};
  EXPECT_EQ(ExitCodeOf(finding), 1) << "whose text does not read back";
}

TEST(Reproduce, TheIssueSaysWhatHappensAndWhatShould) {
  std::string text = IssueText(FindingOf("input_unchanged", "DeadCodeElimination"));
  for (const char* part : {"# [Bug][Relax] DeadCodeElimination changes the module that it is given\n",
                           "`relax.transform.DeadCodeElimination` returns a new IRModule", "is changed",
                           "tvm 0.27.fake", "a 'module'", "PASS = relax.transform.DeadCodeElimination()"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

}  // namespace
}  // namespace assay
