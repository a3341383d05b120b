// The command line as users meet it: exit codes, messages, and what is left on disk.
#include <filesystem>
#include <fstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"
#include "ir/support/fault.h"
#include "ir/tensor/npy.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kAdd = "cli/testdata/add.py";

void Put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

// Standard output must be one JSON object and nothing else.
nlohmann::json OneObject(const ProgramRun& run) {
  nlohmann::json json = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_TRUE(json.is_object()) << run.out << run.err;
  return json;
}

TEST(CliTest, EverySubcommandHasHelp) {
  for (const char* name :
       {"fuzz", "merge", "units",  "replay", "reduce", "bisect",  "conform", "gen",     "check", "print",     "opt",
        "run",  "build", "disasm", "report", "triage", "regress", "list",    "explain", "bench", "completion"}) {
    ProgramRun run = RunAssay({name, "--help"});
    EXPECT_EQ(run.code, 0) << name;
    EXPECT_THAT(run.out, HasSubstr("Usage:")) << name;
    EXPECT_THAT(run.out, HasSubstr(std::string("\nExamples:\n  ")));
  }
  EXPECT_EQ(RunAssay({"--help"}).code, 0);
}

TEST(CliTest, UsageErrorsAreTwoAndSuggest) {
  EXPECT_EQ(RunAssay({}).code, 2);
  ProgramRun command = RunAssay({"fuz"});
  EXPECT_EQ(command.code, 2);
  EXPECT_THAT(command.err, HasSubstr("did you mean 'fuzz'?"));
  ProgramRun inner = RunAssay({"bench", "rediscovry"});
  EXPECT_EQ(inner.code, 2);
  EXPECT_EQ(inner.err,
            "assay: error: unknown subcommand 'rediscovry'; did you mean 'rediscovery'?\nsee 'assay bench --help'\n");
  ProgramRun none = RunAssay({"bench"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, testing::StartsWith("assay: error: missing subcommand: expected one of "));
  EXPECT_THAT(none.err, HasSubstr("rediscovery"));
  ProgramRun option = RunAssay({"gen", "--cuont", "3", "--count", "1", "--out", "x"});
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("did you mean '--count'?"));
  EXPECT_EQ(RunAssay({"gen", "--count", "-3", "--out", "x"}).code, 2);
  EXPECT_EQ(RunAssay({"check"}).code, 2);
}

// One shape for all: what was written, and the names that are near, all names, or how they are listed.
TEST(CliTest, UnknownNamesAreSaidWithTheNearestOrTheList) {
  struct Row {
    std::vector<std::string> args;
    std::string message;
  };
  const std::string engines = "expected one of relax-reference, tir-reference, vm, vm-llvm, vm-compiled";
  for (const Row& row : {
           Row{{"opt", kAdd, "--passes=LegalizOps"}, "unknown pass 'LegalizOps'; did you mean 'LegalizeOps'?\n"},
           Row{{"opt", kAdd, "--passes=Frobnicate"}, "unknown pass 'Frobnicate'; `assay list passes` has them\n"},
           Row{{"fuzz", "--pass", "LegalizOps"}, "unknown pass 'LegalizOps'; did you mean 'LegalizeOps'?\n"},
           Row{{"run", kAdd, "--engine", "relax-refrence"},
               "unknown engine 'relax-refrence': " + engines + "; did you mean 'relax-reference'?\n"},
           Row{{"run", kAdd, "--engine", "frob"}, "unknown engine 'frob': " + engines + "\n"},
           Row{{"fuzz", "--oracle", "idempotnt"}, "unknown oracle 'idempotnt'; did you mean 'idempotent'?\n"},
           Row{{"fuzz", "--oracle", "frob"}, "unknown oracle 'frob'; `assay list oracles` has them\n"},
           Row{{"fuzz", "--op", "nn.rellu"}, "unknown operator 'nn.rellu'; did you mean 'nn.relu'?\n"},
           Row{{"fuzz", "--op", "relu"}, "unknown operator 'relu'; did you mean 'nn.relu'?\n"},
           Row{{"fuzz", "--op", "frob"}, "unknown operator 'frob'; `assay list ops` has them\n"},
           Row{{"fuzz", "--subject", "natve"},
               "unknown subject 'natve': expected native, or a real TVM: tvm:VERSION, tvm@PYTHON, tvm; did you mean "
               "'native'?\n"},
           Row{{"run", kAdd, "--subject", "tvn:0.27"},
               "unknown subject 'tvn:0.27': expected native, or a real TVM: tvm:VERSION, tvm@PYTHON, tvm; did you mean "
               "'tvm'?\n"},
           Row{{"fuzz", "--dtype", "flaot32"}, "unknown dtype 'flaot32': expected one of bool, int4, int8"},
           Row{{"gen", "--count", "1", "--out", "x", "--op", "bitwise_and", "--dtype", "float32"},
               "invalid --op: expected operators that take float32 (--dtype), got bitwise_and"},
           Row{{"gen", "--count", "1", "--out", "x", "--op", "where,logical_not", "--dtype", "float32"},
               "invalid --op: expected operators that take float32 (--dtype), got logical_not"},
           Row{{"gen", "--count", "1", "--out", "x", "--op", "matmul", "--profile", "tir"},
               "invalid --op: expected none with --profile tir, whose kernels have no operators, got matmul"},
           Row{{"fuzz", "--dtype", "flaot32"}, "; did you mean 'float32'?\n"},
           Row{{"list", "opps"}, ", got 'opps'; did you mean 'ops'?"},
           Row{{"conform", kAdd, "--suite-kind", "infr"}, ", got 'infr'; did you mean 'infer'?"},
           Row{{"opt", kAdd, "--passes=Normalize", "--target", "cuda"},
               "invalid target: expected none, as the subject native compiles for this machine's processor alone, got "
               "cuda; --subject tvm:VERSION schedules kernels for GPUs\n"},
           Row{{"fuzz", "--subject", "tvm:0.0", "--target", "cudo"}, "invalid target: expected llvm, c, cuda, "},
           Row{{"fuzz", "--subject", "tvm:0.0", "--target", "cudo"}, "got cudo; did you mean 'cuda'?\n"},
           Row{{"run", kAdd, "--subject", "tvm:0.0", "--target", "{\"arch\": \"sm_80\"}"},
               "got {\"arch\": \"sm_80\"}\n"},
           Row{{"bisect", kAdd, "--target", "metal"}, "invalid target: expected none, "},
           Row{{"opt", kAdd, "--subject", "tvm:0.0", "--passes=LegalizeOps", "--explain"},
               "--explain is for assay's own passes, not for tvm:0.0\n"},
           Row{{"explain", "relu"}, "'relu'; did you mean 'nn.relu'?\n"},
           Row{{"explain", "frobnicate"},
               "unknown rule, operator, pass, oracle, engine or class 'frobnicate'; `assay list "
               "rules|ops|passes|oracles|engines` has them\n"},
           Row{{"opt", kAdd, "--passes=Normalize", "--config", "relax.fallback_device_typ=1"},
               "unknown config key 'relax.fallback_device_typ'"},
           Row{{"opt", kAdd, "--passes=FuseOpsByPattern{\"patterns\":[\"frob\"]}"}, "unknown pattern 'frob'"},
       }) {
    ProgramRun run = RunAssay(row.args);
    EXPECT_EQ(run.code, 2) << row.message;
    EXPECT_THAT(run.err, HasSubstr(row.message));
    EXPECT_EQ(run.out, "");
  }
}

// Whatever is wrong with the options of a pass, names, kinds of value or values, is usage.
TEST(CliTest, OptionsOfPassesAreUsage) {
  for (const auto& [pass, said] :
       {std::pair{
            "FuseOps{\"fuse_opt_levl\":1}",
            "unknown option 'fuse_opt_levl' of FuseOps: expected fuse_opt_level: int; did you mean 'fuse_opt_level'?"},
        std::pair{"Normalize{\"frob\":1}", "unknown option 'frob' of Normalize: expected no options"},
        std::pair{"LegalizeOps{\"frob\":1}",
                  "unknown option 'frob' of LegalizeOps: expected customize_legalize_map: dict, skip_ops: list[str], "
                  "enable_warning: bool\n"},
        std::pair{"FuseOps{\"fuse_opt_level\":\"x\"}",
                  "invalid option 'fuse_opt_level': expected an integer, got \"x\""},
        std::pair{"DeadCodeElimination{\"entry_functions\":[\"nope\"]}", "the module has no function 'nope'"}}) {
    ProgramRun run = RunAssay({"opt", kAdd, std::string("--passes=") + pass});
    EXPECT_EQ(run.code, 2) << pass;
    EXPECT_THAT(run.err, HasSubstr(said));
  }
}

TEST(CliTest, BadTextIsThreeWithPlaceAndCaret) {
  ProgramRun run = RunAssay({"check", "cli/testdata/syntax_error.py"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("cli/testdata/syntax_error.py:8:"));
  EXPECT_THAT(run.err, HasSubstr("missing"));
  EXPECT_THAT(run.err, HasSubstr("^"));
  for (const char* command : {"print", "run"})
    EXPECT_EQ(RunAssay({command, "cli/testdata/syntax_error.py"}).code, 3) << command;
  EXPECT_EQ(RunAssay({"opt", "cli/testdata/syntax_error.py", "--passes=Normalize"}).code, 3);
}

TEST(CliTest, FilesThatCannotBeReadAreThreeWithTheCause) {
  ProgramRun missing = RunAssay({"check", "no/such.py"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("No such file"));
  ProgramRun folder = RunAssay({"print", "cli"});
  EXPECT_EQ(folder.code, 3);
  EXPECT_THAT(folder.err, HasSubstr("is a folder"));
  std::string huge = FreshFolder() + "/huge.py";
  Put(huge, "");
  fs::resize_file(huge, uint64_t{100} << 20);
  ProgramRun large = RunAssay({"check", huge});
  EXPECT_EQ(large.code, 3);
  EXPECT_THAT(large.err, HasSubstr("larger than 64 MiB"));
  EXPECT_EQ(RunAssay({"check", "-"}, "print('no module')\n").code, 3);
  EXPECT_EQ(RunAssay({"conform", "no/such.jsonl"}).code, 3);
  EXPECT_EQ(RunAssay({"replay", "no/such"}).code, 3);
  EXPECT_EQ(RunAssay({"report", "cli"}).code, 3);
}

TEST(CliTest, ReplaySkipsCasesAboutAnImplementationThatIsNotThere) {
  std::string folder = FreshFolder();
  Put(folder + "/module.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x
)");
  Put(folder + "/case.json",
      R"({"version": 1, "oracle": "round_trip", "subject": "tvm:0.0", "status": "open", "expect": "differs"})");
  ProgramRun run = RunAssay({"replay", folder, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(OneObject(run)["cases"][0]["result"], "skip") << run.out;
  EXPECT_THAT(RunAssay({"replay", folder}).out, HasSubstr(": skip: there is no environment with TVM 0.0"));
  EXPECT_EQ(RunAssay({"replay", folder, "--subject", "tvm:0.0"}).code, 4) << "asked for, it must be there";
}

TEST(CliTest, CheckSaysHowManyAreWellFormed) {
  ProgramRun run = RunAssay({"check", kAdd, kAdd});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "2 modules are well-formed\n");
  ProgramRun folder = RunAssay({"check", "corpus/basics"});
  EXPECT_EQ(folder.code, 0) << folder.err;
  EXPECT_EQ(RunAssay({"check", "docs"}).code, 3);
  ProgramRun json = RunAssay({"check", kAdd, "cli/testdata/syntax_error.py", "--json"});
  EXPECT_EQ(json.code, 3);
  EXPECT_EQ(OneObject(json)["files"].size(), 2u);
}

TEST(CliTest, PrintWritesWhatWasRead) {
  ProgramRun run = RunAssay({"print", kAdd});
  EXPECT_EQ(run.code, 0);
  std::ifstream in(kAdd);
  EXPECT_EQ(run.out, std::string(std::istreambuf_iterator<char>(in), {}));
  EXPECT_EQ(RunAssay({"print", kAdd, "--dialect", "0.18"}).code, 2);
}

TEST(CliTest, OptAppliesPassesAndExplains) {
  ProgramRun run = RunAssay({"opt", kAdd, "--passes=LegalizeOps", "--times", "--explain", "--print-diff"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("R.call_tir"));
  EXPECT_THAT(run.err, HasSubstr("LegalizeOps"));
  EXPECT_THAT(run.err, HasSubstr("\n  operators: add 1 -> 0, call_tir 0 -> 2, multiply 1 -> 0\n"));
  EXPECT_THAT(run.err, HasSubstr("\n+            z = R.call_tir(cls.add, (x, y)"));
  // Plain, since nobody sees it on a terminal.
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
  ProgramRun json = RunAssay({"opt", kAdd, "--passes=Normalize", "--json"});
  EXPECT_EQ(OneObject(json)["passes"][0]["changed"], false);
  EXPECT_EQ(OneObject(json)["passes"][0]["changes"].size(), 0u);
}

TEST(CliTest, PassesAreGivenByEitherWord) {
  EXPECT_EQ(RunAssay({"opt", kAdd, "--pass", "Normalize"}).out, RunAssay({"opt", kAdd, "--passes=Normalize"}).out);
  std::vector<std::string> fuzz{"fuzz", "--runs", "2", "--no-out", "--json"};
  auto with = [&](const std::string& option) {
    std::vector<std::string> words = fuzz;
    words.push_back(option);
    return RunAssay(words);
  };
  EXPECT_EQ(with("--passes=Normalize").code, 0);
  EXPECT_EQ(with("--passes=Normaliz").err, with("--pass=Normaliz").err);
  EXPECT_EQ(RunAssay({"opt", kAdd, "--pass=Normaliz"}).err, RunAssay({"opt", kAdd, "--passes=Normaliz"}).err);
}

TEST(CliTest, OptTakesWhatPassesFindInThePassContext) {
  ProgramRun off =
      RunAssay({"opt", kAdd, "--passes=LegalizeOps", "--config", "relax.transform.apply_legalize_ops=false"});
  EXPECT_EQ(off.code, 0);
  EXPECT_EQ(off.out.find("R.call_tir"), std::string::npos);
  ProgramRun unknown =
      RunAssay({"opt", kAdd, "--passes=LegalizeOps", "--config", "relax.transform.apply_legalise_ops=false"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'relax.transform.apply_legalize_ops'?"));
}

TEST(CliTest, OptShowsEveryStep) {
  ProgramRun run =
      RunAssay({"opt", kAdd, "--passes=LegalizeOps,LambdaLift", "--verify-each", "--print-after-all", "--explain"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("# LegalizeOps\n"));
  EXPECT_THAT(run.err, HasSubstr("# LambdaLift\n"));
  EXPECT_THAT(run.err, HasSubstr("\n  changed nothing\n"));
  // What a pass leaves is named with place and cause.
  ProgramRun left = RunAssay({"opt", "cli/testdata/left_over.py", "--passes=LegalizeOps", "--explain"});
  EXPECT_THAT(left.err, HasSubstr("left relax.builtin.stop_lift_params at "));
  EXPECT_THAT(left.err, HasSubstr("(later: LiftTransformParams)"));
  EXPECT_THAT(left.err,
              HasSubstr("left relax.add at cli/testdata/left_over.py:8:13: the shape of argument 0 is not known\n"));
}

TEST(CliTest, OptTakesPipelinesAndRefusesWrongOrders) {
  for (const char* pipeline :
       {"default", "default_build", "zero", "static_shape_tuning", "minimal", "zero,default_build"}) {
    ProgramRun run = RunAssay({"opt", kAdd, std::string("--passes=") + pipeline, "--verify-each"});
    EXPECT_EQ(run.code, 0) << pipeline << ": " << run.err;
    EXPECT_THAT(run.out, HasSubstr("@T.prim_func")) << pipeline;
  }
  ProgramRun early = RunAssay({"opt", kAdd, "--passes=FuseTIR,LegalizeOps"});
  EXPECT_EQ(early.code, 3);
  EXPECT_THAT(early.err, HasSubstr("pass FuseTIR runs before LegalizeOps"));
  ProgramRun missing = RunAssay({"opt", kAdd, "--passes=ToNonDataflow,RemovePurityChecking,CallTIRRewrite"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("run LegalizeOps first"));
  ProgramRun level = RunAssay({"opt", kAdd, "--passes=CanonicalizeBindings", "--opt-level", "0", "--explain"});
  EXPECT_EQ(level.code, 0);
  EXPECT_THAT(level.err, HasSubstr("left out: it runs from --opt-level 1 on"));
}

TEST(CliTest, RunTakesInputsAndCompares) {
  ProgramRun run = RunAssay({"run", kAdd, "--engine", "relax-reference", "--inputs", "cli/testdata/add_inputs.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "float32[2, 3] [[110, 440, 990], [1760, 2750, 3960]]\n");
  ProgramRun compared = RunAssay({"run", kAdd, "--compare", "--json"});
  EXPECT_EQ(compared.code, 0) << compared.out;
  EXPECT_EQ(OneObject(compared)["agree"], true);
  EXPECT_EQ(RunAssay({"run", kAdd, "--entry", "mian"}).code, 2);
  ProgramRun trace = RunAssay({"run", kAdd, "--engine", "relax-reference", "--trace"});
  EXPECT_THAT(trace.out, HasSubstr("z = float32[2, 3]"));
  EXPECT_THAT(trace.out, HasSubstr("return = float32[2, 3]"));
}

TEST(CliTest, RunSavesWhatItCanReadBack) {
  std::string folder = FreshFolder();
  std::string saved = folder + "/out.npz", alone = folder + "/out.npy";
  std::vector<std::string> run{
      "run", kAdd, "--engine", "relax-reference", "--inputs", "cli/testdata/add_inputs.json", "--outputs"};
  for (const std::string& path : {saved, alone}) {
    run.push_back(path);
    EXPECT_EQ(RunAssay(run).code, 0);
    EXPECT_TRUE(fs::exists(path));
    run.pop_back();
  }
  ProgramRun few = RunAssay({"run", kAdd, "--inputs", saved});
  EXPECT_EQ(few.code, 3);
  EXPECT_THAT(few.err, HasSubstr("out.npz: expected 2 arrays (x, y), got 1"));
  Put(folder + "/bad.npz", "no archive");
  ProgramRun bad = RunAssay({"run", kAdd, "--inputs", folder + "/bad.npz"});
  EXPECT_EQ(bad.code, 3);
  EXPECT_THAT(bad.err, HasSubstr("bad.npz"));
  EXPECT_EQ(RunAssay({"run", kAdd, "--compare", "--outputs", saved}).code, 2);
}

// What WriteOutputs calls the fields of a tuple, ListArrays looks for.
TEST(CliTest, ArchivesHoldEveryKindOfArgument) {
  constexpr const char* kKinds = "cli/testdata/kinds_of_arguments.py";
  std::string folder = FreshFolder(), archive = folder + "/in.npz", saved = folder + "/out.npz";
  auto ints = [](DType dtype, std::vector<int64_t> values) {
    return Tensor::Ints(dtype, {static_cast<int64_t>(values.size())}, values);
  };
  std::vector<NamedTensor> arrays{{"t_1_0", ints(DType::Int(32), {7})},
                                  {"t_0", ints(DType::Float(32), {5, 6})},
                                  {"p", Tensor::Of(Scalar::Int(DType::Int(64), 9))},
                                  {"s", ints(DType::Int(64), {3, 4})},
                                  {"x", ints(DType::Float(32), {1, 2})}};
  Put(archive, WriteNpz(arrays));
  ProgramRun run = RunAssay({"run", kKinds, "--inputs", archive, "--outputs", saved});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("(float32[2] [6, 8], shape [3, 4], int64 9, (int32[1] [7]))"));
  arrays[2].tensor = ints(DType::Int(64), {1, 2});
  Put(archive, WriteNpz(arrays));
  ProgramRun wrong = RunAssay({"run", kKinds, "--inputs", archive});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("in.npz: argument 2 (p): expected an array of one int64, got an array int64[2]"));
}

// A fault planted in a pass: the comparison names the pass and what goes wrong behind it, and an element with both
// values.
TEST(CliTest, CompareNamesThePassThatDiverges) {
  std::string module = "cli/testdata/dynamic_call.py";
  ProgramRun run = RunAssay({"run", module, "--compare", "--faults", "impure_builtin_marked_pure"});
  if (!kFaultsBuilt) {
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("this build has no faults"));
    return;
  }
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_THAT(run.out, testing::ContainsRegex("vm-llvm +value +result: \\[0\\]: got [-0-9.e+]+, want "));
  EXPECT_THAT(run.out, HasSubstr("first in pass FoldConstant, function main, return: got trap "
                                 "read_before_write: element 0 of buffer d"));
  EXPECT_EQ(RunAssay({"run", module, "--compare"}).code, 0);
  ProgramRun bisected = RunAssay({"bisect", module, "--faults", "impure_builtin_marked_pure"});
  EXPECT_EQ(bisected.code, 1) << bisected.err;
  EXPECT_THAT(bisected.out, HasSubstr("first bad pass: FoldConstant (after "));
  EXPECT_THAT(bisected.out, HasSubstr("return: got trap read_before_write: element 0 of buffer d"));
  ProgramRun clean = RunAssay({"bisect", module});
  EXPECT_EQ(clean.code, 0) << clean.out << clean.err;
  EXPECT_THAT(clean.out, HasSubstr("agrees with relax-reference after every pass"));
}

// What shows without the fault is not its doing; what does not is.
TEST(CliTest, RediscoveryFindsWhatItPlants) {
  ProgramRun run = RunAssay({"bench", "rediscovery", "--faults", "realize_vdevice_mutates_input", "--seeds", "1"});
  EXPECT_EQ(run.code, kFaultsBuilt ? 0 : 2) << run.err;
  if (kFaultsBuilt) EXPECT_THAT(run.out, HasSubstr("1 of 1"));
}

TEST(CliTest, RunPlacesTrapsAndLooksForUndefinedBehaviour) {
  std::string race = "cli/testdata/race.py";
  EXPECT_EQ(RunAssay({"run", race}).code, 0);
  ProgramRun run = RunAssay({"run", race, "--checks", "all"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("cli/testdata/race.py:9:"));
  EXPECT_THAT(run.err,
              HasSubstr("in main: trap race: B[1] is read here and written by another of the iterations of loop i"));
  EXPECT_EQ(OneObject(RunAssay({"run", race, "--checks", "all", "--json"}))["place"]["line"], 9);
  EXPECT_EQ(RunAssay({"run", race, "--checks", "all", "--compare"}).code, 2);
  EXPECT_EQ(RunAssay({"run", race, "--checks", "all", "--engine", "vm-llvm"}).code, 2);
}

// Kernels of a device with tiles in shared memory and all threads that a block may have.
TEST(CliTest, LaunchesComputeTheSameOnAllEnginesInAllOrders) {
  for (const auto& file : std::filesystem::directory_iterator("corpus/gpu")) {
    std::string kernel = file.path().string();
    EXPECT_EQ(RunAssay({"run", kernel, "--compare"}).code, 0) << kernel;
    for (const char* order : {"forward", "reverse", "random"}) {
      ProgramRun run = RunAssay({"run", kernel, "--checks", "all", "--thread-order", order});
      EXPECT_EQ(run.code, 0) << kernel << ' ' << order << ": " << run.err;
    }
  }
}

TEST(CliTest, RunSaysWhatIsWrongWithInputs) {
  std::string inputs = FreshFolder() + "/inputs.json";
  Put(inputs, R"([{"dtype": "float32", "shape": [2, 2], "data": [1]}])");
  ProgramRun run = RunAssay({"run", kAdd, "--inputs", inputs});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("argument 0"));
  Put(inputs, "[");
  EXPECT_EQ(RunAssay({"run", kAdd, "--inputs", inputs}).code, 3);
}

TEST(CliTest, GenCallsWritesCasesOfTheRunSuite) {
  std::string folder = FreshFolder();
  ProgramRun run = RunAssay(
      {"gen", "--calls", "--count", "2", "--seed", "1", "--op", "add,nn.relu", "--out", folder + "/c", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(OneObject(run)["calls"], 4);
  std::ifstream in(folder + "/c/run.jsonl");
  std::vector<std::string> ids;
  for (std::string line; std::getline(in, line);) {
    nlohmann::json call = nlohmann::json::parse(line, nullptr, false);
    ids.push_back(call["id"]);
    EXPECT_THAT(std::string(call["module"]), HasSubstr("R." + std::string(call["op"])));
    EXPECT_EQ(call["entry"], "main");
    EXPECT_TRUE(call["args"].is_array());
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"add-000", "add-001", "nn.relu-000", "nn.relu-001"}));
}

TEST(CliTest, GenWritesNumberedModulesThatAreTheSameAgain) {
  std::string folder = FreshFolder();
  ASSERT_EQ(RunAssay({"gen", "--count", "3", "--seed", "5", "--out", folder + "/a"}).code, 0);
  ASSERT_EQ(RunAssay({"gen", "--count", "3", "--seed", "5", "--out", folder + "/b", "--stats"}).code, 0);
  std::ifstream a(folder + "/a/000003.py"), b(folder + "/b/000003.py");
  std::string text(std::istreambuf_iterator<char>(a), {});
  EXPECT_THAT(text, HasSubstr("@I.ir_module"));
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(b), {}));
}

TEST(CliTest, FoldersForOutputAreWholeOrNotThere) {
  std::string folder = FreshFolder();
  Put(folder + "/something", "");
  ProgramRun full = RunAssay({"gen", "--count", "1", "--out", folder});
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, HasSubstr("not empty"));
  // Below a file there is no place for a folder.
  EXPECT_EQ(RunAssay({"gen", "--count", "1", "--out", folder + "/something/x"}).code, 4);
  EXPECT_EQ(RunAssay({"opt", kAdd, "--passes=Normalize", "-o", "/proc/no"}).code, 4);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST(CliTest, FuzzPrintsOneObjectAndKeepsItsFolder) {
  std::string folder = FreshFolder() + "/out";
  ProgramRun run = RunAssay({"fuzz", "--runs", "3", "--seed", "1", "--out", folder, "--json"});
  ASSERT_TRUE(run.code == 0 || run.code == 1) << run.err;
  nlohmann::json json = OneObject(run);
  EXPECT_EQ(json["runs"], 3);
  for (const char* key : {"findings", "oracles", "skips", "compiled_share", "refusals", "rates", "coverage"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(RunAssay({"fuzz", "--runs", "3", "--out", folder}).code, 2);
  EXPECT_EQ(RunAssay({"report", folder, "--format", "html,junit,sarif,md,json"}).code, 0);
  EXPECT_TRUE(fs::exists(folder + "/report.sarif"));
  EXPECT_EQ(RunAssay({"triage", folder}).code, 0);
  EXPECT_EQ(RunAssay({"fuzz", "--time", "soon"}).code, 2);
}

// A TVM that is not there is a matter of set-up, and never a finding.
TEST(CliTest, SubjectsThatAreNotThereAreFour) {
  for (std::string subject : {"tvm@/no/such/python", "tvm@/bin/true", "tvm:0.0"}) {
    for (std::vector<std::string> args : {std::vector<std::string>{"fuzz", "--runs", "1", "--no-out"},
                                          {"run", kAdd},
                                          {"replay", kAdd},
                                          {"conform", "oracles/conform/testdata"},
                                          {"reduce", kAdd, "--oracle", "idempotent"}}) {
      args.insert(args.end(), {"--subject", subject});
      ProgramRun run = RunAssay(args);
      EXPECT_EQ(run.code, 4) << args[0] << " " << subject << ": " << run.err;
      EXPECT_THAT(run.err, HasSubstr("TVM")) << subject;
      EXPECT_EQ(run.out, "");
    }
  }
  EXPECT_THAT(RunAssay({"fuzz", "--subject", "tvm:0.0"}).err, HasSubstr("./dev tvm 0.0"));
  EXPECT_EQ(RunAssay({"fuzz", "--subject", "tvm@"}).code, 2);
}

TEST(CliTest, ListsEveryTable) {
  for (const char* table : {"ops", "passes", "oracles", "engines", "moves", "faults"}) {
    ProgramRun run = RunAssay({"list", table, "--markdown"});
    EXPECT_EQ(run.code, 0) << table;
    EXPECT_THAT(run.out, HasSubstr("|--|")) << table;
  }
}

// After a change of a table: build/dev/assay list ops --markdown > docs/reference/operators.md
TEST(CliTest, TablesAreAsTheReferenceSays) {
  for (auto [table, file] : {std::pair{"ops", "operators"}, std::pair{"moves", "moves"}}) {
    std::ifstream in(std::string("docs/reference/") + file + ".md");
    std::string page{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(RunAssay({"list", table, "--markdown"}).out, page);
  }
}

TEST(CliTest, AFullDiskUnderStandardOutputIsFour) {
  std::string binary = (fs::read_symlink("/proc/self/exe").parent_path() / "assay").string();
  int status = std::system((binary + " list ops >/dev/full 2>/dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
}

}  // namespace
}  // namespace assay
