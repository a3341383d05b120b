// Executables as users meet them: built by one process, run by another; damage and refusals named, nothing half
// written.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kAdd = "cli/testdata/add.py";
const std::string kInputs = "cli/testdata/add_inputs.json";

std::string Bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void Put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

// The executable of kAdd in a fresh folder.
std::string BuiltAdd(const std::string& folder) {
  std::string exe = folder + "/add.vm";
  EXPECT_EQ(RunAssay({"build", kAdd, "-o", exe, "--opt-level", "1"}).code, 0);
  return exe;
}

TEST(ExecutableCliTest, RunsInAnotherProcessOnEveryEngine) {
  std::string exe = BuiltAdd(FreshFolder());
  for (const char* engine : {"vm", "tir-reference", "vm-llvm", "vm-compiled"}) {
    ProgramRun run = RunAssay({"run", exe, "--engine", engine, "--inputs", kInputs});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "float32[2, 3] [[110, 440, 990], [1760, 2750, 3960]]\n") << engine;
  }
  // What the function takes is known: inputs can be made for it, the same as for the module.
  EXPECT_EQ(RunAssay({"run", exe, "--seed", "7"}).out, RunAssay({"run", kAdd, "--seed", "7"}).out);
  EXPECT_EQ(RunAssay({"run", exe, "--entry", "mian"}).code, 2);
  EXPECT_EQ(RunAssay({"run", exe, "--engine", "relax-reference"}).code, 2);
  EXPECT_EQ(RunAssay({"run", exe, "--compare"}).code, 2);
}

// The mode is written into the executable, which any engine runs all the same.
TEST(ExecutableCliTest, FunctionsAreCompiledToo) {
  std::string folder = FreshFolder(), exe = folder + "/add.vm";
  ProgramRun listing = RunAssay({"build", kAdd, "-o", exe, "--exec-mode", "compiled", "--emit-llvm", "-"});
  EXPECT_EQ(listing.code, 0) << listing.err;
  EXPECT_THAT(listing.out, HasSubstr("i1 @relax.main("));
  EXPECT_THAT(listing.out, HasSubstr("i32 @fused_add_multiply("));
  EXPECT_THAT(RunAssay({"disasm", exe}).out, StartsWith("executable: O2, compiled, "));
  EXPECT_EQ(nlohmann::json::parse(RunAssay({"run", exe, "--json", "--inputs", kInputs}).out, nullptr, false)["engine"],
            "vm-compiled");
  ProgramRun interpreted = RunAssay({"run", exe, "--engine", "vm-llvm", "--inputs", kInputs});
  EXPECT_EQ(interpreted.out, RunAssay({"run", exe, "--inputs", kInputs}).out);
  EXPECT_EQ(RunAssay({"build", kAdd, "-o", exe, "--exec-mode", "fast"}).code, 2);
}

TEST(ExecutableCliTest, TrapsNameTheirFunction) {
  std::string folder = FreshFolder(), module = folder + "/divide.py", inputs = folder + "/inputs.json";
  Put(module,
      "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((2,), \"int32\")):\n"
      "        y = R.add(x, x)\n        z = R.floor_divide(y, x)\n        return z\n");
  ASSERT_EQ(RunAssay({"build", module, "-o", folder + "/exe"}).code, 0);
  Put(inputs, R"([{"dtype": "int32", "shape": [2], "data": [1, 0]}])");
  for (const char* engine : {"vm-llvm", "vm-compiled"}) {
    ProgramRun zero = RunAssay({"run", folder + "/exe", "--engine", engine, "--inputs", inputs});
    EXPECT_EQ(zero.code, 1);
    EXPECT_THAT(zero.err, HasSubstr("trap division_by_zero: an integer is divided by zero (in main of " + module));
  }
  Put(inputs, R"([{"dtype": "int32", "shape": [3], "data": [1, 1, 1]}])");
  ProgramRun wide = RunAssay({"run", folder + "/exe", "--inputs", inputs});
  EXPECT_EQ(wide.code, 3);
  EXPECT_THAT(wide.err, HasSubstr("argument 0 (x): expected int32[2], got int32[3]"));
}

TEST(ExecutableCliTest, DisassemblyNamesEverything) {
  std::string exe = BuiltAdd(FreshFolder());
  ProgramRun run = RunAssay({"disasm", exe, "--kernels"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("executable: O1, "));
  EXPECT_THAT(run.out, HasSubstr("@main packed=2 registers="));
  EXPECT_THAT(run.out, HasSubstr("ret "));
  EXPECT_THAT(run.out, HasSubstr("@T.prim_func"));
  EXPECT_THAT(run.out, HasSubstr("def main(x: R.Tensor((2, 3)"));
  nlohmann::json json = nlohmann::json::parse(RunAssay({"disasm", exe, "--json"}).out, nullptr, false);
  EXPECT_EQ(json["opt_level"], 1);
  EXPECT_EQ(RunAssay({"disasm", "-"}, Bytes(exe)).code, 0);
}

TEST(ExecutableCliTest, ListingsGoToFilesOrStandardOutput) {
  std::string folder = FreshFolder();
  EXPECT_THAT(RunAssay({"build", kAdd, "--emit-llvm", "-"}).out, HasSubstr("i32 @fused_add_multiply("));
  ProgramRun run = RunAssay({"build", kAdd, "--emit-asm", folder + "/a.s", "--emit-obj", folder + "/a.o", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out, nullptr, false)["files"].size(), 2u);
  EXPECT_THAT(Bytes(folder + "/a.s"), HasSubstr(".globl"));
  EXPECT_THAT(Bytes(folder + "/a.o"), StartsWith("\x7f"
                                                 "ELF"));
  EXPECT_EQ(RunAssay({"build", kAdd}).code, 2);
  EXPECT_EQ(RunAssay({"build", kAdd, "--emit-llvm", "-", "--json"}).code, 2);
  EXPECT_EQ(RunAssay({"build", kAdd, "-o", "x", "--opt-level", "4"}).code, 2);
}

TEST(ExecutableCliTest, AnotherSubjectTakesText) {
  ProgramRun run = RunAssay({"run", BuiltAdd(FreshFolder()), "--subject", "tvm:0.27"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("invalid FILE: expected TVMScript for tvm:0.27"));
}

TEST(ExecutableCliTest, DamageIsNamed) {
  std::string folder = FreshFolder();
  std::string good = Bytes(BuiltAdd(folder)), bad = folder + "/bad.vm";
  auto expect = [&](const std::string& bytes, const std::string& sentence) {
    Put(bad, bytes);
    for (const char* command : {"run", "disasm"}) {
      if (!bytes.starts_with("ASVM") && command == std::string("run")) continue;
      ProgramRun run = RunAssay({command, bad});
      EXPECT_EQ(run.code, 3) << command;
      EXPECT_THAT(run.err, HasSubstr(bad)) << command;
      EXPECT_THAT(run.err, HasSubstr(sentence)) << command;
      EXPECT_EQ(run.out, "");
    }
  };
  expect(good.substr(0, good.size() / 2), "cut short or damaged");
  expect(good.substr(0, 4), "cut short or damaged");
  expect("ELF", "invalid executable: expected ASVM in the first four bytes, got ELF");
  expect("", "invalid executable: expected ASVM");
  std::string flipped = good;
  flipped[good.size() / 3] ^= 1;
  expect(flipped, "cut short or damaged");
  std::string newer = good;
  newer[4] = 99;
  expect(newer, "executable format 99 is not");
  EXPECT_THAT(RunAssay({"disasm", folder + "/none"}).err, HasSubstr("No such file"));
  EXPECT_EQ(RunAssay({"disasm", folder}).code, 3);
}

TEST(ExecutableCliTest, NothingIsHalfWritten) {
  std::string folder = FreshFolder();
  EXPECT_EQ(RunAssay({"build", "cli/testdata/syntax_error.py", "-o", folder + "/x"}).code, 3);
  EXPECT_EQ(RunAssay({"build", "no/such.py", "-o", folder + "/x"}).code, 3);
  // What the pipeline cannot lower is named, with its line.
  ProgramRun left = RunAssay({"build", "cli/testdata/left_over.py", "-o", folder + "/x"});
  EXPECT_EQ(left.code, 3);
  EXPECT_THAT(left.err, HasSubstr("line 8"));
  EXPECT_TRUE(fs::is_empty(folder));
  EXPECT_EQ(RunAssay({"build", kAdd, "-o", "/proc/no"}).code, 4);
  EXPECT_EQ(RunAssay({"build", kAdd, "-o", folder + "/none/x"}).code, 4);
  ProgramRun full = RunAssay({"build", kAdd, "-o", "/dev/full"});
  EXPECT_EQ(full.code, 4);
  EXPECT_THAT(full.err, HasSubstr("No space left"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  std::string binary = (fs::read_symlink("/proc/self/exe").parent_path() / "assay").string();
  int status = std::system((binary + " build " + kAdd + " -o - >/dev/full 2>/dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
}

}  // namespace
}  // namespace assay
