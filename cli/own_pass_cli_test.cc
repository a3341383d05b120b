// Passes of one's own (--python-path) as users meet them: which exit code says that one is not there. TVM is the
// stand-in of oracles/subjects/tvm/testdata/fake.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kFakeTvm = "tvm@/usr/bin/python3";
constexpr const char* kModule = "cli/testdata/add.py";

class OwnPassCliTest : public testing::Test {
 protected:
  void SetUp() override { setenv("PYTHONPATH", ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", 1); }
  void TearDown() override { unsetenv("PYTHONPATH"); }

  // A case of that pass.
  static std::string CaseOf(const std::string& subject, const std::string& pass) {
    std::string folder = FreshFolder();
    fs::create_directories(folder);
    fs::copy_file(kModule, folder + "/module.py");
    std::ofstream(folder + "/case.json")
        << R"({"version": 1, "oracle": "idempotent", "entry": "main", "inputs": {"seeds": [1]}, "status": "fixed", )"
        << R"("subject": ")" << subject << R"(", "passes": [{"name": ")" << pass << R"("}]})";
    return folder;
  }
};

// What the machine lacks, as a TVM that is not there.
TEST_F(OwnPassCliTest, WhatCannotBeImportedIsFourEverywhere) {
  std::string folder = CaseOf(kFakeTvm, "mine:X");
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"fuzz", "--subject", kFakeTvm, "--pass", "mine:X", "--runs", "1", "--no-out"},
        {"reduce", folder},
        {"reduce", kModule, "--oracle", "idempotent", "--subject", kFakeTvm, "--passes", "mine:X"},
        {"replay", folder}}) {
    ProgramRun run = RunAssay(args);
    EXPECT_EQ(run.code, 4) << args[0] << ": " << run.out << run.err;
    EXPECT_THAT(run.out + run.err,
                HasSubstr("error: invalid pass mine:X: cannot import the pass mine:X: No module named 'mine'; "
                          "--python-path says where it is\n"))
        << args[0];
  }
}

// assay's own compiler has none, wherever they stand.
TEST_F(OwnPassCliTest, OnAnotherSubjectItIsWrongWhereItIsWritten) {
  EXPECT_EQ(RunAssay({"fuzz", "--pass", "mine:X", "--runs", "1", "--no-out"}).code, 2);
  EXPECT_EQ(RunAssay({"reduce", kModule, "--oracle", "idempotent", "--passes", "mine:X"}).code, 2);
  EXPECT_EQ(RunAssay({"reduce", CaseOf("native", "mine:X")}).code, 3);
  EXPECT_EQ(RunAssay({"replay", CaseOf("native", "mine:X")}).code, 3);
}

// The Python that --python-path is for is started after it is read: here TVM itself is there alone.
TEST_F(OwnPassCliTest, PythonPathIsForTheSubjectsPython) {
  const std::string fake = std::getenv("PYTHONPATH");
  std::string folder = CaseOf(kFakeTvm, "mine:X");
  TearDown();
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"fuzz", "--subject", kFakeTvm, "--runs", "1", "--no-out"},
        {"reduce", kModule, "--oracle", "idempotent", "--subject", kFakeTvm, "--time", "2s"},
        {"replay", kModule, "--subject", kFakeTvm},
        {"bisect", kModule, "--subject", kFakeTvm}}) {
    ProgramRun without = RunAssay(args);
    EXPECT_EQ(without.code, 4) << args[0] << ": " << without.out << without.err;
    EXPECT_THAT(without.err, HasSubstr("is no Python with TVM")) << args[0];
    std::vector<std::string> with = args;
    with.insert(with.end(), {"--python-path", fake});
    ProgramRun run = RunAssay(with);
    EXPECT_NE(run.code, 4) << args[0] << ": " << run.out << run.err;
    EXPECT_NE(run.code, 2) << args[0] << ": " << run.out << run.err;
  }
}

// A case on file about another implementation says nothing where its pass is not.
TEST(OwnPassTest, CasesOfPassesThatAnotherImplementationHasAreSkipped) {
  ProgramRun run = RunAssay({"replay", "regressions/tvm/tvm-annotate-entry-writes", "--subject", "native"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 case: 0 passed, 1 skipped, 0 failed"));
}

}  // namespace
}  // namespace assay
