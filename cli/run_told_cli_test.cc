// What runs tell of places, sizes that nobody gave, and functions that are not there.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kAdd = "cli/testdata/add.py";

void Put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

// Text without the prefix that names the command's own file.
std::string Module(const std::string& functions) { return "@I.ir_module\nclass Module:\n" + functions; }

// `check` takes such a function, as TVM does; where it runs, whoever tells of it says where it stands.
TEST(RunToldCliTest, AResultThatContradictsItsDeclarationHasThePlaceOfTheFunction) {
  std::string folder = FreshFolder(), file = folder + "/contradicts.py",
              what = "trap result: expected an extent of 3, got 2";
  Put(file, Module("    @R.function(private=True)\n    def f(x: R.Tensor((2,), \"float32\")) -> R.Tensor((3,), "
                   "\"float32\"):\n        y = R.abs(x)\n        return y\n"
                   "    @R.function\n    def main(x: R.Tensor((2,), \"float32\")) -> R.Tensor((3,), \"float32\"):\n"
                   "        z = Module.f(x)\n        return z\n"));
  EXPECT_EQ(RunAssay({"check", file}).code, 0);
  ProgramRun run = RunAssay({"run", file, "--engine", "relax-reference"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, file + ":4:5: relax-reference: in f: " + what + "\n");
  ProgramRun trace = RunAssay({"run", file, "--engine", "relax-reference", "--trace"});
  EXPECT_EQ(trace.code, 1);
  EXPECT_EQ(trace.err, file + ":4:5: relax-reference: in f: binding 1: " + what + "\n");
  ProgramRun bisect = RunAssay({"bisect", file});
  EXPECT_EQ(bisect.code, 3);
  EXPECT_THAT(bisect.err,
              StartsWith(file + ":4:5: error: relax-reference gives no value to compare with: " + what + "\n"));
  EXPECT_THAT(RunAssay({"run", file, "--compare"}).out,
              HasSubstr("no defined result (" + file + ":4:5: " + what + ")"));
}

// 3^20 bytes are more than a tensor holds.
TEST(RunToldCliTest, SizesThatAskForTooMuchAreSaidToBeSmaller) {
  std::string folder = FreshFolder(), file = folder + "/many.py", dims = "n";
  for (int i = 1; i < 20; ++i) dims += ", n";
  auto put = [&](const std::string& bound) {
    Put(file, Module("    @R.function\n    def main(s: R.Shape([\"n\"]), x: R.Tensor((" + dims +
                     "), \"int8\")):\n        n = T.int64()\n" + bound + "        return x\n"));
  };
  put("");
  size_t said = 0;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    ProgramRun run = RunAssay({"run", file, "--seed", seed, "--compare"});
    EXPECT_EQ(run.code, 0) << run.err;
    size_t first = run.err.find("assay: note: sizes are n = 1: a parameter of shape (n, n, ");
    if (first == std::string::npos) continue;
    ++said;
    EXPECT_THAT(run.err, HasSubstr("has more than 1 GiB, the most that one tensor holds, with n = "));
    EXPECT_EQ(run.err.find("sizes are", first + 20), std::string::npos) << "once";
  }
  EXPECT_GT(said, 0u);
  put("        R.func_attr({\"tir_var_lower_bound\": {\"n\": 4}})\n");
  ProgramRun none = RunAssay({"run", file});
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr("has more than 1 GiB, the most that one tensor holds, with n = "));
  EXPECT_THAT(none.err, HasSubstr("; --inputs gives others"));
}

// Who names a function on the command line that the module lacks has a wrong option, whichever it is.
TEST(RunToldCliTest, OptionsThatNameAnUnknownFunctionAreUsage) {
  std::string folder = FreshFolder(), exe = folder + "/add.vm", suite = folder + "/suite.jsonl";
  ASSERT_EQ(RunAssay({"build", kAdd, "-o", exe}).code, 0);
  std::vector<std::vector<std::string>> rows{
      {"run", kAdd, "--entry", "mian"},
      {"run", exe, "--entry", "mian"},
      {"run", kAdd, "--compare", "--entry", "mian"},
      {"bisect", kAdd, "--entry", "mian"},
      {"reduce", kAdd, "--oracle", "idempotent", "--entry", "mian"},
      {"conform", "init", suite, kAdd, "--entry", "mian"},
  };
  // Options that no pass looks at where there is no such function, as in TVM, are missing.
  for (const char* pass :
       {R"(DeadCodeElimination{"entry_functions":["mian"]})", R"(RunCodegen{"entry_functions":["mian"]})",
        R"(FuseOpsByPattern{"patterns":[],"entry_functions":["mian"]})",
        R"(BindSymbolicVars{"func_name":"mian","binding_map":{}})", R"(Gradient{"func_name":"mian"})",
        R"(LiftTransformParams{"shared_transform":["mian"]})"})
    rows.push_back({"opt", kAdd, "--passes", pass});
  for (const std::vector<std::string>& words : rows) {
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 2) << words[0] << " " << words.back() << ": " << run.err;
    EXPECT_THAT(run.err, testing::ContainsRegex("the (module|executable) has no (Relax )?function ['\"]mian['\"]"));
  }
  EXPECT_EQ(RunAssay({"run", "cli/testdata/no_such_file.py", "--entry", "mian"}).code, 3);
}

}  // namespace
}  // namespace assay
