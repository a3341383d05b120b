// assay run, opt and build on what is wrong or too much: modules, arguments, entries, budgets.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"
#include "ir/tensor/npy.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kAdd = "cli/testdata/add.py";
const std::string kIllFormed = "cli/testdata/ill_formed.py";

void Put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

// Text without the prefix that names the command's own file.
std::string Module(const std::string& functions) { return "@I.ir_module\nclass Module:\n" + functions; }

TEST(RunCliTest, WhatIsIllFormedIsRefusedAsCheckSaysIt) {
  std::string said = RunAssay({"check", kIllFormed}).err, out = FreshFolder() + "/x.vm";
  said = said.substr(0, said.find("\n"));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", kIllFormed},
                                             {"run", kIllFormed, "--compare"},
                                             {"run", kIllFormed, "--trace"},
                                             {"bisect", kIllFormed},
                                             {"conform", "init", out + ".jsonl", kIllFormed},
                                             {"build", kIllFormed, "-o", out},
                                             {"opt", kIllFormed, "--passes=LegalizeOps"}}) {
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 3) << words[0];
    EXPECT_THAT(run.err, HasSubstr(said)) << words[0];
    EXPECT_EQ(run.out, "") << words[0];
  }
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_FALSE(std::filesystem::exists(out + ".jsonl"));
  ProgramRun unchecked = RunAssay({"opt", kIllFormed, "--passes=DeadCodeElimination", "--no-check"});
  EXPECT_EQ(unchecked.code, 0) << unchecked.err;
  EXPECT_THAT(RunAssay({"run", kIllFormed, "--no-check"}).err, Not(HasSubstr(said)));
}

// Random arguments have the shapes that parameters ask for, or there is a word about it.
TEST(RunCliTest, LargeParametersGetArgumentsOfTheirShape) {
  std::string folder = FreshFolder();
  auto sum = [&](const std::string& shape) {
    std::string file = folder + "/sum.py";
    Put(file, Module("    @R.function\n    def main(x: R.Tensor(" + shape + ", \"int8\")):\n" +
                     "        y = R.shape_of(x)\n        return y\n"));
    return RunAssay({"run", file});
  };
  EXPECT_EQ(sum("(1048577,)").out, "shape [1048577]\n");
  EXPECT_EQ(sum("(1025, 1024)").out, "shape [1025, 1024]\n");
  ProgramRun huge = sum("(1048576, 65536)");
  EXPECT_EQ(huge.code, 3);
  EXPECT_THAT(huge.err,
              HasSubstr("parameter x is int8[1048576, 65536]: expected at most 1 GiB, the most that one tensor holds; "
                        "the module needs a smaller extent"));
}

// One tensor holds 1 GiB, whatever its dtype is and wherever it stands.
TEST(RunCliTest, ParametersLargerThanATensorAreNamed) {
  std::string file = FreshFolder() + "/large.py";
  const std::string relax = "    @R.function\n    def main(";
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {relax + "x: R.Tensor((268435457,), \"float32\")):\n        return 1\n", "x is float32[268435457]"},
           {relax + "t: R.Tuple(R.Tensor((2,), \"int8\"), R.Tensor((1073741824,), \"float16\"))):\n        return 1\n",
            "t[1] is float16[1073741824]"},
           {"    @T.prim_func\n    def main(A: T.Buffer((1073741824,), \"int16\")):\n        A[0] = T.int16(1)\n",
            "A is int16[1073741824]"}}) {
    Put(file, Module(text));
    ProgramRun run = RunAssay({"run", file});
    EXPECT_EQ(run.code, 3) << said;
    EXPECT_THAT(run.err, HasSubstr("parameter " + said + ": expected at most 1 GiB")) << said;
  }
  Put(file,
      Module(relax + "x: R.Tensor((0, 107374182400), \"float32\")):\n        y = R.shape_of(x)\n        return y\n"));
  EXPECT_EQ(RunAssay({"run", file}).out, "shape [0, 107374182400]\n");
}

// Sizes are such that no extent is negative; where there are none, a message says so.
TEST(RunCliTest, RandomSizesMakeNoExtentNegative) {
  std::string folder = FreshFolder();
  auto shape_of = [&](const std::string& extent) {
    std::string file = folder + "/sizes.py";
    Put(file, Module("    @R.function\n    def main(x: R.Tensor((\"n\",), \"int8\"), y: R.Tensor((\"" + extent +
                     "\",), \"int8\")):\n        z = R.shape_of(y)\n        return z\n"));
    return RunAssay({"run", file});
  };
  for (const char* extent : {"n - 5", "n - 70", "2 * n - 900", "3 - n", "1 - n"}) {
    ProgramRun run = shape_of(extent);
    EXPECT_EQ(run.code, 0) << extent << ": " << run.err;
    EXPECT_THAT(run.out, StartsWith("shape [")) << extent;
  }
  ProgramRun none = shape_of("0 - n - 1");
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("sizes.py:"), HasSubstr("invalid extent 0 - n - 1"), HasSubstr("--inputs")));
}

// Sizes in bytes wrap around at 64 bits; what is said of them does not.
TEST(RunCliTest, ATensorWhoseSizeWrapsAroundIsOutOfMemoryOnEveryEngine) {
  std::string file = FreshFolder() + "/large.py";
  auto all_say = [&](const std::string& body, const std::string& said) {
    Put(file, Module("    @R.function\n    def main():\n" + body));
    for (const char* engine : {"relax-reference", "tir-reference", "vm", "vm-llvm", "vm-compiled"}) {
      EXPECT_THAT(RunAssay({"run", file, "--engine", engine}).err,
                  AllOf(HasSubstr("out_of_memory"), HasSubstr(said), HasSubstr("large.py:")))
          << engine;
    }
  };
  all_say("        y = R.zeros((4294967296, 4294967296), \"float32\")\n        return y\n",
          "float32[4294967296, 4294967296] takes 64 EiB");
  all_say("        y = R.zeros((3037000500, 3037000500, 2), \"float32\")\n        return y\n",
          "float32[3037000500, 3037000500, 2] takes 64 EiB");
  all_say("        y = R.zeros((4000000000, 4000000000), \"float32\")\n        return y\n", "takes 55.5 EiB");
  Put(file, Module("    @T.prim_func\n    def main(A: T.Buffer((2,), \"float32\")):\n"
                   "        with T.sblock(\"root\"):\n"
                   "            B = T.sblock_alloc_buffer((2, 4294967296, 4294967296))\n"
                   "            for i in range(2):\n                with T.sblock(\"b\"):\n"
                   "                    vi = T.axis.spatial(2, i)\n"
                   "                    B[vi, vi, vi] = A[vi]\n                    A[vi] = B[vi, vi, vi]\n"));
  for (const char* engine : {"relax-reference", "vm", "vm-llvm"}) {
    EXPECT_THAT(
        RunAssay({"run", file, "--engine", engine}).err,
        AllOf(HasSubstr("out_of_memory"), HasSubstr("buffer B: float32[2, 4294967296, 4294967296] takes 128 EiB"),
              HasSubstr("large.py:6:13: ")))
        << engine;
  }
}

// An engine that keeps no places of the text has those of the reference; --compare says which trap it was.
TEST(RunCliTest, ATrapHasItsPlaceAndItsValuesOnEveryEngine) {
  std::string file = FreshFolder() + "/large.py";
  Put(file, Module("    @R.function\n    def main(x: R.Tensor((3,), \"float32\")):\n"
                   "        y = R.broadcast_to(x, (300000000, 3))\n        return y\n"));
  for (const char* engine : {"relax-reference", "tir-reference", "vm", "vm-llvm", "vm-compiled"}) {
    ProgramRun run = RunAssay({"run", file, "--engine", engine});
    EXPECT_EQ(run.code, 1) << engine;
    EXPECT_THAT(run.err,
                AllOf(HasSubstr("large.py:"), HasSubstr("in main"), HasSubstr("out_of_memory"), HasSubstr("1 GiB")))
        << engine;
  }
  for (const char* engine : {"relax-reference", "vm-llvm"})
    EXPECT_THAT(RunAssay({"run", file, "--engine", engine}).err, HasSubstr("float32[300000000, 3] takes 3.4 GiB"));
  EXPECT_THAT(RunAssay({"run", file, "--compare"}).out, HasSubstr("agrees: trap out_of_memory"));
}

TEST(RunCliTest, ATraceIsOneJsonObject) {
  nlohmann::json trace = nlohmann::json::parse(RunAssay({"run", kAdd, "--trace", "--json"}).out, nullptr, false);
  ASSERT_TRUE(trace.is_object());
  EXPECT_FALSE(trace["bindings"].empty());
  EXPECT_EQ(trace["bindings"].back()["name"], "return");
  EXPECT_EQ(trace["end"], "");
}

TEST(RunCliTest, OptionsWithoutEffectAreNoted) {
  for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"run", kAdd, "--engine", "tir-reference", "--threads", "2"}, "no effect on tir-reference: --threads"},
           {{"run", kAdd, "--engine", "vm", "--opt-level", "3"}, "no effect on vm: --opt-level"},
           {{"run", kAdd, "--compare", "--engine", "vm"}, "no effect with --compare: --engine"},
           {{"reduce", kAdd, "--predicate", "true", "--passes=FuseOps"}, "no effect with --predicate"}}) {
    EXPECT_THAT(RunAssay(words).err, HasSubstr(said));
  }
  EXPECT_EQ(RunAssay({"run", kAdd, "--threads", "2", "--opt-level", "3"}).err, "");
}

TEST(RunCliTest, WhatCannotBeWrittenIsToldBeforeTheWork) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", "cli/testdata/missing.py", "--outputs", "/nowhere/x.npz"},
                                             {"reduce", kAdd, "--predicate", "sleep 30", "-o", "/nowhere/x.py"},
                                             {"build", "cli/testdata/missing.py", "-o", "/nowhere/x.vm"}}) {
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 4) << words[0];
    EXPECT_THAT(run.err, HasSubstr("/nowhere/x")) << words[0];
  }
}

TEST(RunCliTest, TheTimeOfAReductionEndsItsCommand) {
  ProgramRun run = RunAssay({"reduce", kAdd, "--predicate", "sleep 50 # $1", "--time", "1s"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("the command takes longer than 1s"));
}

// An executable's callers see the functions that the module had for them.
TEST(RunCliTest, AnExecutableHasTheEntryOfItsModule) {
  std::string folder = FreshFolder(), file = folder + "/m.py", out = folder + "/m.vm";
  Put(file, Module("    @R.function(private=True)\n    def pre(x: R.Tensor((2,), \"float32\")):\n        y = R.abs(x)\n"
                   "        return y\n    @R.function\n    def tri(x: R.Tensor((2,), \"float32\")):\n"
                   "        cls = Module\n        y = cls.pre(x)\n        z = R.exp(y)\n        return z\n"));
  ASSERT_EQ(RunAssay({"build", file, "-o", out}).code, 0);
  ProgramRun built = RunAssay({"run", out}), direct = RunAssay({"run", file});
  EXPECT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(built.out, direct.out);
}

// Each public function of a module is a case.
TEST(RunCliTest, ReplayAndReduceLookAtEveryPublicFunction) {
  std::string folder = FreshFolder(), file = folder + "/two.py";
  std::string body = "(x: R.Tensor((2,), \"float32\")):\n        y = ";
  Put(file,
      Module("    @R.function\n    def first" + body + "R.abs(x)\n        return y\n" +
             "    @R.function\n    def second" + body +
             "R.call_pure_packed(\"test.identity\", x, ty_args=(R.Tensor((2,), \"float32\"),))\n        return y\n"));
  EXPECT_EQ(RunAssay({"replay", file}).code, 0);
  ProgramRun unknown = RunAssay({"reduce", file, "--oracle", "round_trip", "--entry", "third"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no function \"third\" (it has first, second)"));
}

TEST(RunCliTest, EveryStageOfTheBuildIsTaken) {
  std::string folder = FreshFolder(), stage = folder + "/stage.py";
  std::filesystem::copy(kAdd, stage);
  for (const char* pass : {"LegalizeOps", "AnnotateTIROpPattern", "FuseOps", "FuseTIR", "ToNonDataflow",
                           "RemovePurityChecking", "CallTIRRewrite", "StaticPlanBlockMemory", "LowerAllocTensor",
                           "KillAfterLastUse", "VMBuiltinLower", "VMShapeLower"}) {
    ProgramRun run = RunAssay({"opt", stage, std::string("--passes=") + pass, "-o", stage});
    EXPECT_EQ(run.code, 0) << pass << ": " << run.err;
  }
}

TEST(RunCliTest, TheEntryIsNamedOrTheOnlyOne) {
  std::string folder = FreshFolder(), one = folder + "/one.py", two = folder + "/two.py";
  std::string predict = "    @R.function\n    def predict(x: R.Tensor((2,), \"float32\")):\n        return x\n";
  std::string helper =
      "    @R.function(private=True)\n    def helper(x: R.Tensor((2,), \"float32\")):\n        return x\n";
  Put(one, Module(helper + predict));
  Put(two, Module(predict + "    @R.function\n    def train(x: R.Tensor((2,), \"float32\")):\n        return x\n"));
  EXPECT_EQ(RunAssay({"run", one}).out, RunAssay({"run", one, "--entry", "predict"}).out);
  ASSERT_EQ(RunAssay({"build", one, "-o", folder + "/one.vm"}).code, 0);
  EXPECT_EQ(RunAssay({"run", folder + "/one.vm"}).out, RunAssay({"run", one}).out);
  ProgramRun which = RunAssay({"run", two});
  EXPECT_EQ(which.code, 3);
  EXPECT_THAT(which.err, HasSubstr("the module has no function \"main\" (it has predict, train; --entry chooses)"));
  ProgramRun near = RunAssay({"run", two, "--entry", "predic"});
  EXPECT_EQ(near.code, 2);
  EXPECT_THAT(near.err, HasSubstr("no function \"predic\"; did you mean 'predict'?"));
  // Nobody outside of the module calls a private one, whichever engine could.
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", one},
                                             {"run", one, "--engine", "relax-reference"},
                                             {"bisect", one},
                                             {"conform", "init", folder + "/mine.jsonl", one},
                                             {"reduce", one, "--oracle", "round_trip"}}) {
    std::vector<std::string> with_entry = words;
    with_entry.insert(with_entry.end(), {"--entry", "helper"});
    ProgramRun run = RunAssay(with_entry);
    EXPECT_EQ(run.code, 2) << words[0] << run.err;
    EXPECT_THAT(run.err, HasSubstr("function helper is private: only public functions are entries (give it a "
                                   "global_symbol)"))
        << words[0];
  }
  EXPECT_THAT(RunAssay({"run", one, "--entry", "nope"}).err,
              HasSubstr("the module has no function \"nope\" (it has predict; --entry chooses)"));
  ProgramRun built = RunAssay({"run", folder + "/one.vm", "--entry", "nope"});
  EXPECT_EQ(built.code, 2);
  EXPECT_THAT(built.err, HasSubstr("the executable has no function \"nope\" (it has predict; --entry chooses)"));
}

TEST(RunCliTest, CompareSucceedsWhereAnEngineGivesAValueAlone) {
  // Machine code gives something where nothing is defined: that is compared with nothing.
  ProgramRun undefined = RunAssay({"run", "cli/testdata/unwritten.py", "--compare"});
  EXPECT_EQ(undefined.code, 0) << undefined.out << undefined.err;
  EXPECT_THAT(
      undefined.out,
      HasSubstr(
          "not compared: the run has no defined result (cli/testdata/unwritten.py:11:24: trap read_before_write"));
  ProgramRun refused = RunAssay({"run", "cli/testdata/calls_out.py", "--compare"});
  EXPECT_EQ(refused.code, 3) << refused.out;
  EXPECT_THAT(refused.err, HasSubstr("assay: error: no engine gives a value: none runs the function"));
  std::string folder = FreshFolder(), module = folder + "/divide.py", inputs = folder + "/inputs.json";
  Put(module, Module("    @R.function\n    def main(x: R.Tensor((2,), \"int32\")):\n        z = R.floor_divide(x, x)\n "
                     "       return z\n"));
  Put(inputs, R"([{"dtype": "int32", "shape": [2], "data": [1, 0]}])");
  ProgramRun trapped = RunAssay({"run", module, "--compare", "--inputs", inputs});
  EXPECT_EQ(trapped.code, 1) << trapped.out;
  EXPECT_THAT(trapped.out, HasSubstr("agrees"));
  EXPECT_THAT(trapped.err, HasSubstr("no engine gives a value: the function traps"));
}

TEST(RunCliTest, ArgumentsThatDoNotFitAreBadInputInEveryForm) {
  std::string folder = FreshFolder();
  Tensor good(DType::Float(32), {2, 3}), wide(DType::Float(64), {2, 3}), flat(DType::Float(32), {6});
  struct Row {
    std::string file, bytes, said;
  };
  auto json = [](const char* dtype, const char* shape) {
    return fmt::format(R"({{"dtype": "{}", "shape": {}, "data": [1, 2, 3, 4, 5, 6]}})", dtype, shape);
  };
  for (const Row& row :
       {Row{"few.npz", WriteNpz(std::vector<NamedTensor>{{"a", good}}), "expected 2 arrays (x, y), got 1"},
        Row{"wide.npz", WriteNpz(std::vector<NamedTensor>{{"x", good}, {"y", wide}}),
            "argument 1 (y): expected float32[2, 3], got float64[2, 3]"},
        Row{"flat.npz", WriteNpz(std::vector<NamedTensor>{{"x", flat}, {"y", good}}),
            "argument 0 (x): expected float32[2, 3], got float32[6]"},
        Row{"one.npy", WriteNpy(good), "expected 2 arguments (x, y), got 1"},
        Row{"few.json", "[" + json("float32", "[2, 3]") + "]", "expected 2 arguments (x, y), got 1"},
        Row{"wide.json", "[" + json("float32", "[2, 3]") + ", " + json("int32", "[2, 3]") + "]",
            "argument 1 (y): expected float32[2, 3], got int32[2, 3]"},
        Row{"many.json", "[" + json("float32", "[2, 3]") + "," + json("float32", "[2, 3]") + ", 1]",
            "expected 2 arguments (x, y), got 3"},
        Row{"scalar.json", "[" + json("float32", "[2, 3]") + ", 1]", "argument 1"},
        Row{"null.json", "[" + json("float32", "[2, 3]") + ", null]", "argument 1"}}) {
    Put(folder + "/" + row.file, row.bytes);
    for (const char* how : {"--engine=vm-llvm", "--engine=relax-reference", "--compare"}) {
      ProgramRun run = RunAssay({"run", kAdd, how, "--inputs", folder + "/" + row.file});
      EXPECT_EQ(run.code, 3) << row.file << how;
      EXPECT_THAT(run.err, HasSubstr(row.file + ": " + row.said)) << how;
    }
  }
}

TEST(RunCliTest, EightBitFloatsComeInAndGoOutUnderTheirNames) {
  std::string folder = FreshFolder(), module = folder + "/m.py", in = folder + "/in.npz", out = folder + "/out.npz";
  Put(module, Module("    @R.function\n    def main(x: R.Tensor((2,), \"float8_e5m2\")):\n        return x\n"));
  // What NumPy and ml_dtypes write.
  std::string array =
      WriteNpy(*WithDType(Tensor::Ints(DType::UInt(8), {2}, std::vector<int64_t>{0x3c, 0x40}), DType::UInt(8)));
  array.replace(array.find("|u1"), 3, "<f1");
  Put(folder + "/in.npy", array);
  ProgramRun run = RunAssay({"run", module, "--inputs", folder + "/in.npy", "--outputs", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "float8_e5m2[2] [1, 2]\n");
  std::ifstream saved(out, std::ios::binary);
  std::vector<NamedTensor> arrays = *ReadNpz(std::string(std::istreambuf_iterator<char>(saved), {}));
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].name, "result.float8_e5m2");
  Put(in, WriteNpz(std::vector<NamedTensor>{{"x.float8_e5m2", arrays[0].tensor}}));
  EXPECT_EQ(RunAssay({"run", module, "--inputs", in}).out, run.out);
  Put(in, WriteNpz(std::vector<NamedTensor>{{"x.float8_e4m3fn", arrays[0].tensor}}));
  ProgramRun other = RunAssay({"run", module, "--inputs", in});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("argument 0 (x): expected float8_e5m2[2], got float8_e4m3fn[2]"));
}

TEST(RunCliTest, LimitsEndRunsAndSayWhichOneAndHowToRaiseIt) {
  struct Row {
    std::vector<std::string> words;
    std::string said;
  };
  std::string exe = FreshFolder() + "/add.vm";
  ASSERT_EQ(RunAssay({"build", kAdd, "-o", exe}).code, 0);
  for (const std::string& file : {kAdd, exe}) {
    for (const Row& row :
         {Row{{"--steps", "1"}, "out of budget: the one step is taken; --steps raises the limit"},
          Row{{"--memory", "8"}, "out of budget: more memory is needed than 8 bytes; --memory raises the limit"}}) {
      for (const char* engine : {"vm", "vm-llvm", "vm-compiled"}) {
        std::vector<std::string> words{"run", file, "--engine", engine};
        words.insert(words.end(), row.words.begin(), row.words.end());
        ProgramRun run = RunAssay(words);
        EXPECT_EQ(run.code, 3) << file << engine;
        EXPECT_THAT(run.err, HasSubstr(row.said)) << file << engine;
      }
    }
  }
  EXPECT_EQ(RunAssay({"run", kAdd, "--steps", "1M", "--memory", "1MiB", "--time", "1m"}).code, 0);
}

TEST(RunCliTest, TimeEndsARunThatWouldTakeHours) {
  std::string folder = FreshFolder(), module = folder + "/long.py";
  Put(module, Module("    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((1,), \"int32\")):\n        for i in "
                     "range(1000000000000):\n            A[0] = A[0] * 3 + 1\n"));
  for (const char* how : {"--engine=vm-llvm", "--engine=tir-reference", "--compare"}) {
    ProgramRun run = RunAssay({"run", module, how, "--time", "500ms", "--steps", "100T"});
    EXPECT_EQ(run.code, 3) << how << run.err;
    EXPECT_THAT(run.err + run.out, HasSubstr("out of budget: 0.5s are over; --time raises the limit")) << how;
  }
  nlohmann::json json = nlohmann::json::parse(
      RunAssay({"run", module, "--time", "500ms", "--steps", "100T", "--json"}).out, nullptr, false);
  EXPECT_EQ(json["outcome"], "out_of_budget");
}

// A main of one line, whose result has `count` elements.
std::string Constant(int64_t count, const std::string& call) {
  return Module(
      fmt::format("    @R.function\n    def main() -> R.Tensor(({0},), \"float32\"):\n"
                  "        with R.dataflow():\n            gv: R.Tensor(({0},), \"float32\") = {1}\n"
                  "            R.output(gv)\n        return gv\n",
                  count, call));
}

TEST(RunCliTest, LimitsEndBuildsThatFoldTooMuch) {
  std::string folder = FreshFolder(), range = folder + "/range.py", huge = folder + "/huge.py", exe = folder + "/x.vm";
  Put(range, Constant(1000, "R.arange(0, 1000, 1, dtype=\"float32\")"));
  EXPECT_EQ(RunAssay({"build", range, "-o", exe, "--steps", "1000", "--memory", "4000"}).code, 0);
  std::filesystem::remove(exe);
  struct Row {
    std::vector<std::string> limit;
    const char* says;
  };
  for (const Row& row :
       {Row{{"--steps", "999"}, "all 999 steps are taken; --steps raises the limit"},
        Row{{"--memory", "3999"}, "more memory is needed than 3999 bytes; --memory raises the limit"}}) {
    for (std::vector<std::string> words : {std::vector<std::string>{"build", range, "-o", exe},
                                           std::vector<std::string>{"opt", range, "--passes=LegalizeOps"}}) {
      words.insert(words.end(), row.limit.begin(), row.limit.end());
      ProgramRun run = RunAssay(words);
      EXPECT_EQ(run.code, 3) << row.says;
      EXPECT_THAT(run.err, HasSubstr("range.py:6:")) << run.err;
      EXPECT_THAT(run.err, HasSubstr(std::string("cannot fold relax.arange: out of budget: ") + row.says));
      EXPECT_EQ(run.out, "");
    }
  }
  EXPECT_FALSE(std::filesystem::exists(exe));
  // What no limit is set for: a call that is too dear stays.
  for (const char* call : {"R.zeros(R.shape([10000000000]), dtype=\"float32\")",
                           "R.full(R.shape([10000000000]), R.const(2, \"float32\"), dtype=\"float32\")"}) {
    Put(huge, Constant(10'000'000'000, call));
    ProgramRun run = RunAssay({"opt", huge, "--passes=FoldConstant", "--explain"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(std::string(call).substr(0, 6)));
    bool full = std::string(call).starts_with("R.full");
    EXPECT_EQ(run.err.find("left relax.full") != std::string::npos, full) << run.err;
    EXPECT_EQ(RunAssay({"build", huge, "-o", exe}).code, 0);
  }
}

TEST(RunCliTest, WhatNoEngineRunsIsNotBuilt) {
  std::string exe = FreshFolder() + "/x.vm";
  ProgramRun run = RunAssay({"build", "cli/testdata/calls_out.py", "-o", exe});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("call_extern"));
  EXPECT_FALSE(std::filesystem::exists(exe));
}

TEST(RunCliTest, HintsWithoutEffectAreNoted) {
  std::string hints = "cli/testdata/hints.py", exe = FreshFolder() + "/x.vm";
  ProgramRun build = RunAssay({"build", hints, "-o", exe});
  EXPECT_EQ(build.code, 0) << build.err;
  for (const char* hint : {"pragma_auto_unroll_max_step", "pragma_loop_partition_hint"}) {
    EXPECT_THAT(build.err, HasSubstr(std::string("assay: note: ") + hint + " of 1 loop (first at " + hints)) << hint;
  }
  EXPECT_THAT(RunAssay({"opt", hints, "--passes=UnrollLoop"}).err, HasSubstr("pragma_auto_unroll_max_step"));
  EXPECT_EQ(RunAssay({"opt", hints, "--passes=FlattenBuffer"}).err, "");
}

TEST(RunCliTest, MissingAndMisplacedWordsAreSaid) {
  ProgramRun option = RunAssay({"build", kAdd, "--emit-obj", "-o", "X"});
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("invalid --emit-obj: expected FILE, got the option -o"));
  ProgramRun missing = RunAssay({"build", kAdd, "--emit-llvm"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("missing value: --emit-llvm FILE"));
  ProgramRun extra = RunAssay({"run", kAdd, "extra"});
  EXPECT_EQ(extra.code, 2);
  EXPECT_THAT(extra.err, HasSubstr("unexpected argument 'extra'"));
  EXPECT_THAT(extra.err, HasSubstr("see 'assay run --help'"));
  ProgramRun passes = RunAssay({"opt", kAdd, "--passes=FuseOps,,FuseTIR"});
  EXPECT_EQ(passes.code, 2);
  EXPECT_THAT(passes.err, HasSubstr("expected a pass name at position 2"));
  EXPECT_THAT(RunAssay({"report", "x", "--format", "pdf"}).err,
              HasSubstr("expected one of html, junit, sarif, md, json, got 'pdf'"));
  ProgramRun none = RunAssay({"check", "no/such.py"});
  EXPECT_THAT(none.err, HasSubstr("of 1 file, 1 cannot be read"));
}

TEST(RunCliTest, OptStopsAfterAPass) {
  auto opt = [](const char* passes, const char* stop) {
    return RunAssay({"opt", kAdd, std::string("--passes=") + passes, "--stop-after", stop, "--print-after-all"});
  };
  ProgramRun named = opt("Normalize,LegalizeOps,FuseOps", "LegalizeOps");
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_THAT(named.err, HasSubstr("# LegalizeOps"));
  EXPECT_THAT(named.err, testing::Not(HasSubstr("# FuseOps")));
  EXPECT_THAT(named.out, HasSubstr("@T.prim_func"));
  ProgramRun counted = opt("Normalize,LegalizeOps,FuseOps", "1");
  EXPECT_EQ(counted.code, 0) << counted.err;
  EXPECT_THAT(counted.out, testing::Not(HasSubstr("@T.prim_func")));
  for (const char* wrong : {"0", "4", "-1", "2x", "FuseOp"}) {
    ProgramRun refused = opt("Normalize,LegalizeOps,FuseOps", wrong);
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("expected 1 to 3, or one of Normalize, LegalizeOps, FuseOps")) << wrong;
  }
  EXPECT_THAT(opt("Normalize,FuseOps", "FuseOp").err, HasSubstr("did you mean 'FuseOps'?"));
}

// A function of two integer vectors.
const std::string kSum = Module(
    "    @R.function\n    def main(x: R.Tensor((2,), \"int32\"), s: R.Shape([\"m\"])) -> R.Tensor((2,), \"int32\"):\n"
    "        y = R.add(x, x)\n        return y\n");

// Broken JSON, and JSON that is not what parameters ask for: where, and what.
TEST(RunCliTest, WrongArgumentsInJsonAreNamedWithTheirPlace) {
  std::string folder = FreshFolder(), module = folder + "/sum.py", inputs = folder + "/in.json";
  Put(module, kSum);
  struct {
    const char *text, *said;
  } const rows[] = {
      {R"([{"dtype": "int32", "shape": [2], "data": [1, 3.5]}, [1]])",
       "argument 0 (x), element 1: expected int32 (-2147483648 to 2147483647), got 3.5"},
      {R"([{"dtype": "int32", "shape": [2], "data": [1, 3]}, [-1]])",
       "argument 1 (s): expected extents of 0 or more, got -1 (axis 0)"},
      {R"([{"dtype": "int32", "shape": [2]}, [1]])",
       R"(argument 0 (x): expected a tensor with "dtype", "shape" and "data", got {"dtype":"int32","shape":[2]} without "data")"},
      {R"({"x": 1})", R"(invalid arguments: expected a list, a value for each parameter, got {"x":1})"},
      {"[1,\n 2 3]", "invalid arguments: expected JSON, got `3]` (line 2, column 4)"},
      {"", "invalid arguments: expected JSON, got an empty text"},
  };
  for (const auto& row : rows) {
    Put(inputs, row.text);
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"run", module}, {"run", module, "--compare"}, {"bisect", module}}) {
      std::vector<std::string> line = words;
      line.insert(line.end(), {"--inputs", inputs});
      ProgramRun run = RunAssay(line);
      EXPECT_EQ(run.code, 3) << row.text;
      EXPECT_THAT(run.err, HasSubstr(inputs + ": " + row.said)) << words[0];
      EXPECT_EQ(run.out, "") << words[0];
    }
  }
}

// A pipe gives its text once.
TEST(RunCliTest, ArgumentsAndModulesComeFromPipes) {
  std::string folder = FreshFolder(), module = folder + "/sum.py";
  const std::string inputs = R"([{"dtype": "int32", "shape": [2], "data": [1, 3]}, [1]])";
  Put(module, kSum);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", module}, {"run", module, "--engine", "relax-reference"}, {"run", module, "--trace"}}) {
    std::vector<std::string> line = words;
    line.insert(line.end(), {"--inputs", "-"});
    ProgramRun run = RunAssay(line, inputs);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("int32[2] [2, 6]")) << words.back();
  }
  ProgramRun all = RunAssay({"run", module, "--compare", "--inputs", "/dev/stdin"}, inputs);
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_THAT(all.out, AllOf(HasSubstr("agrees"), Not(HasSubstr("refused"))));
  std::string suite = folder + "/s.jsonl";
  ProgramRun init = RunAssay({"conform", "init", suite, "/dev/stdin", "--id", "x"}, kSum);
  EXPECT_EQ(init.code, 0) << init.err;
  EXPECT_EQ(RunAssay({"conform", suite}).code, 0);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", "-"}, {"bisect", "-"}, {"conform", "init", folder + "/t.jsonl", "-"}}) {
    std::vector<std::string> line = words;
    line.insert(line.end(), {"--inputs", "-"});
    ProgramRun both = RunAssay(line, kSum);
    EXPECT_EQ(both.code, 2) << words[0];
    EXPECT_THAT(both.err, HasSubstr("invalid --inputs: expected a file, as FILE is standard input already, got -"));
  }
}

// A run may write into its arguments, and the next one gets them as they were.
TEST(RunCliTest, EnginesGetTheArgumentsOfTheFileEach) {
  std::string folder = FreshFolder(), module = folder + "/m.py", inputs = folder + "/in.json";
  Put(module, Module("    @T.prim_func\n    def main(A: T.Buffer((2,), \"int32\")):\n        for i in range(2):\n"
                     "            with T.block(\"b\"):\n                v = T.axis.spatial(2, i)\n"
                     "                A[v] = A[v] + 1\n"));
  Put(inputs, R"([{"dtype": "int32", "shape": [2], "data": [1, 3]}])");
  ProgramRun run = RunAssay({"run", module, "--compare", "--inputs", inputs});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

// What the type says of the result is told before the run.
TEST(RunCliTest, OneNpyFileHoldsOneArray) {
  std::string folder = FreshFolder(), file = folder + "/o.npy", module = folder + "/m.py";
  struct {
    const char *type, *result;
    int code;
    std::string said;
  } const rows[] = {
      {"R.Tuple(R.Tensor((2,), \"int32\"), R.Tensor((2,), \"int32\"))", "(x, x)", 2,
       "invalid --outputs: expected a file that ends in .npz, as the result has 2 arrays, got " + file},
      {"R.Tuple(R.Tensor((2,), \"int32\"))", "(x,)", 0, ""},
      {"R.Object", "(x, x)", 2, file + ": one .npy file does not hold 2 arrays; .npz holds several"},
  };
  for (const auto& row : rows) {
    Put(module, Module(fmt::format("    @R.function\n    def main(x: R.Tensor((2,), \"int32\")) -> {}:\n"
                                   "        y: {} = {}\n        return y\n",
                                   row.type, row.type, row.result)));
    ProgramRun run = RunAssay({"run", module, "--outputs", file});
    EXPECT_EQ(run.code, row.code) << row.type << run.err;
    EXPECT_THAT(run.err, HasSubstr(row.said)) << row.type;
  }
}

}  // namespace
}  // namespace assay
