// assay run on kernels of GPUs: which engines run them, races, and orders of threads.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(GpuCliTest, KernelsWithBarriersRunOnEveryEngine) {
  std::string kernel = "cli/testdata/synchronised.py", exe = FreshFolder() + "/x.vm";
  ProgramRun run = RunAssay({"run", kernel, "--engine", "tir-reference"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(RunAssay({"run", kernel, "--engine", "vm"}).out, run.out);
  EXPECT_EQ(RunAssay({"run", kernel, "--checks", "all"}).out, run.out);
  EXPECT_EQ(RunAssay({"run", kernel, "--engine", "vm-llvm"}).out, run.out);
  EXPECT_EQ(RunAssay({"run", kernel, "--engine", "vm-compiled"}).out, run.out);
  ProgramRun compared = RunAssay({"run", kernel, "--compare"});
  EXPECT_EQ(compared.code, 0) << compared.out << compared.err;
  ProgramRun build = RunAssay({"build", kernel, "-o", exe});
  EXPECT_EQ(build.code, 0) << build.err;
  EXPECT_EQ(RunAssay({"run", exe}).out, run.out);
}

// Whether all threads come to a barrier must be seen in the text.
TEST(GpuCliTest, MachineCodeRefusesWhatItCannotWriteAsLoops) {
  std::string folder = FreshFolder(), kernel = folder + "/kernel.py";
  std::ifstream in("cli/testdata/synchronised.py");
  std::string text(std::istreambuf_iterator<char>(in), {});
  size_t barrier = text.find("T.tvm_storage_sync");
  ASSERT_NE(barrier, std::string::npos);
  text.insert(barrier, "if A[i] == A[i]:\n                ");
  std::ofstream(kernel) << text;
  EXPECT_EQ(RunAssay({"run", kernel, "--engine", "tir-reference"}).code, 0);
  ProgramRun compiled = RunAssay({"run", kernel, "--engine", "vm-llvm"});
  EXPECT_EQ(compiled.code, 3);
  EXPECT_THAT(compiled.err, HasSubstr("tvm_storage_sync"));
  ProgramRun build = RunAssay({"build", kernel, "-o", folder + "/x.vm"});
  EXPECT_EQ(build.code, 0) << build.err;
  EXPECT_THAT(build.err, HasSubstr("`assay run --engine vm` can run it"));
}

TEST(GpuCliTest, RacesOfThreadsAreFoundAndShowInTheirOrder) {
  std::string race = "cli/testdata/unsynchronised.py";
  ProgramRun run = RunAssay({"run", race, "--checks", "all"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("cli/testdata/unsynchronised.py:13:"));
  EXPECT_THAT(run.err, HasSubstr("in main: trap data_race: s[0] is written here by thread (1, 0, 0)"));
  auto in_order = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", race, "--thread-order"});
    ProgramRun ordered = RunAssay(words);
    EXPECT_EQ(ordered.code, 0) << ordered.err;
    return ordered.out;
  };
  EXPECT_EQ(in_order({"forward", "--engine", "tir-reference"}), RunAssay({"run", race, "--engine", "vm"}).out);
  EXPECT_NE(in_order({"reverse"}), in_order({"forward", "--engine", "tir-reference"}));
  EXPECT_EQ(in_order({"random", "--seed", "5"}), in_order({"random", "--seed", "5"}));
  EXPECT_EQ(RunAssay({"run", race, "--thread-order", "reverse", "--engine", "vm"}).code, 2);
  EXPECT_EQ(RunAssay({"run", race, "--thread-order", "reverse", "--compare"}).code, 2);
}

}  // namespace
}  // namespace assay
