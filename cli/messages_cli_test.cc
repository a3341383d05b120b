// What users are told, kind by kind: each kind of wrong input is given to every subcommand that takes it.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"
#include "fuzzers/campaign/store.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kAdd = "corpus/basics/add.py";

std::string Put(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// ---- files that hold no module

TEST(Messages, AFileWithoutAModuleIsNamedWithWhatWasExpected) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::string>> files = {
      {"empty.py", "", "got an empty file"},
      {"blank.py", "\n \t\n", "got only blank lines"},
      {"comment.py", "# nothing\n", "got text without one"},
      {"x.py", "x = 1\n", "got text without one"},
  };
  const std::vector<std::vector<std::string>> commands = {
      {"run"},
      {"build", "-o", folder + "/out.vm"},
      {"opt", "--passes=Normalize"},
      {"check"},
      {"print"},
      {"bisect"},
      {"reduce"},
      {"replay"},
  };
  for (const auto& [name, text, got] : files) {
    std::string path = Put(folder + "/" + name, text);
    for (std::vector<std::string> command : commands) {
      command.push_back(path);
      ProgramRun run = RunAssay(command);
      std::string said = run.err + run.out;
      EXPECT_NE(run.code, 0) << command[0] << " " << name;
      EXPECT_THAT(said, HasSubstr(path)) << command[0];
      EXPECT_THAT(said, HasSubstr("expected a module of TVMScript")) << command[0];
      EXPECT_THAT(said, HasSubstr(got)) << command[0];
    }
  }
  EXPECT_THAT(RunAssay({"check", Put(folder + "/two.py", "")}).err,
              StartsWith(folder + "/two.py:1:1: error: expected a"));
}

TEST(Messages, ALineThatIsNoCaseIsNamedWithWhatWasExpected) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::string>> files = {
      {"text.jsonl", "hello world\n", "line 1: expected a JSON object, a case, got `hello world`"},
      {"cut.jsonl", "\n{\"id\": \"x\", \"args\": [1,\n", "line 2: expected JSON, got the end of the text (column 24)"},
      {"noid.jsonl", "{\"call\": \"x\"}\n", "line 1: expected a case with a string \"id\", got none"},
      {"id.jsonl", "{\"id\": 7}\n", "line 1: expected a case with a string \"id\", got 7"},
  };
  for (const auto& [name, text, said] : files) {
    std::string path = Put(folder + "/" + name, text);
    ProgramRun run = RunAssay({"conform", path});
    EXPECT_EQ(run.code, 3) << name;
    EXPECT_THAT(run.err, HasSubstr(path + ": " + said));
  }
}

// ---- fields of cases

TEST(Messages, UnknownFieldsAreSaidWithFileAndTheFieldsThatThereAre) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> files = {
      {"mine.jsonl",
       R"({"id": "a", "cal": "R.add"})",
       {"mine.jsonl:1: case a: unknown field 'cal': expected id, test, label and those of one kind: print (module "
        "reprinted), ",
        "infer (call vars type error)", "; did you mean 'call'?"}},
      {"mine2.jsonl", R"({"id": "a", "zzzzzz": 1})", {"mine2.jsonl:1: case a: unknown field 'zzzzzz': expected id, "}},
      {"mine3.jsonl", R"({"id": "a"})", {"mine3.jsonl:1: case a: no field says of which kind it is: expected id, "}},
      {"run.jsonl",
       R"({"id": "a", "moddule": "x", "args": []})",
       {"run.jsonl:1: case a: ",
        "unknown field 'moddule': expected one of id, test, label, module, entry, args, result",
        "; did you mean 'module'?"}},
  };
  for (const auto& [name, text, said] : files) {
    ProgramRun run = RunAssay({"conform", Put(folder + "/" + name, text + "\n")});
    EXPECT_EQ(run.code, 3) << name;
    for (const std::string& part : said) EXPECT_THAT(run.err, HasSubstr(part)) << name;
  }
}

// ---- NumPy files

std::string NpyWith(const std::string& descr, size_t bytes) {
  std::string dict = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (2,), }";
  while ((10 + dict.size() + 1) % 64 != 0) dict += ' ';
  dict += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dict.size()) + '\0' + dict + std::string(bytes, '\0');
}

TEST(Messages, ArraysOfOtherDTypesAreSaidWithARemedy) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::string>> rows = {
      {"'>f4'", "invalid dtype '>f4': expected booleans, integers or floats in little-endian order, got big-endian",
       "astype('<f4')"},
      {"'>i8'", "invalid dtype '>i8'", "astype('<i8')"},
      {"'|O'", "invalid dtype '|O': expected booleans, integers or floats in little-endian order, got Python objects",
       "astype('<f4')"},
      {"'<c8'", "got complex numbers", "astype('<f4')"},
      {"'<U3'", "got text", "astype('<f4')"},
      {"'<M8[ns]'", "got times", "astype('<f4')"},
      {"[('a', '<f4'), ('b', '<i4')]", "got a structured dtype", "save each field"},
  };
  for (const auto& [descr, said, remedy] : rows) {
    std::string path = Put(folder + "/in.npy", NpyWith(descr, 64));
    ProgramRun run = RunAssay({"run", kAdd, "--inputs", path});
    EXPECT_EQ(run.code, 3) << descr;
    EXPECT_THAT(run.err, HasSubstr(path + ": ")) << descr;
    EXPECT_THAT(run.err, HasSubstr(said));
    EXPECT_THAT(run.err, HasSubstr(remedy)) << descr;
  }
}

// ---- control characters

TEST(Messages, ControlCharactersAreShownEscaped) {
  const std::string folder = FreshFolder();
  std::string source = Put(folder + "/a.py", std::string("\x1b[31mx = (\n"));
  std::string nul = Put(folder + "/b.py", std::string("x\0y\n", 4));
  std::string name = Put(folder + "/c\x1b[2J.py", "x = 1\n");
  for (const char* command : {"check", "print", "run"}) {
    for (const std::string& path : {source, nul, name, folder + "/no\x1b[2J.py"}) {
      ProgramRun run = RunAssay({command, path});
      EXPECT_EQ(run.code, 3) << path;
      bool clean =
          std::ranges::all_of(run.err + run.out, [](char c) { return c == '\n' || c == '\t' || c < 0 || c >= ' '; });
      EXPECT_TRUE(clean) << run.err;
      EXPECT_THAT(run.err, HasSubstr("\\x")) << path;
    }
  }
  ProgramRun unknown = RunAssay({"explain", "a\x1b[2J"});
  EXPECT_THAT(unknown.err, HasSubstr("'a\\x1b[2J'"));
}

// ---- counts

TEST(Messages, OneIsNoPlural) {
  ProgramRun check = RunAssay({"check", kAdd});
  EXPECT_EQ(check.out, "1 module is well-formed\n");
  std::string folder = FreshFolder();
  ProgramRun gen = RunAssay({"gen", "--count", "1", "--seed", "1", "--out", folder + "/one"});
  EXPECT_THAT(gen.out, StartsWith("1 module in ")) << gen.err;
  ProgramRun fuzz =
      RunAssay({"fuzz", "--runs", "1", "--seed", "1", "--jobs", "1", "--op", "add", "--no-out", "--quiet"});
  EXPECT_THAT(fuzz.out, HasSubstr("\n1 run in ")) << fuzz.err;
}

// ---- resuming

TEST(Messages, ResumingWhatIsNoCampaignIsUsage) {
  const std::string folder = FreshFolder();
  std::filesystem::create_directories(folder + "/empty");
  std::filesystem::create_directories(folder + "/other");
  Put(folder + "/other/mine.txt", "x");
  Put(folder + "/file", "x");
  for (const auto& [out, why] :
       {std::pair{"missing", "there is no such folder"}, std::pair{"empty", "the folder is empty"},
        std::pair{"other", "it has no index.sqlite"}, std::pair{"file", "is not a folder"}}) {
    ProgramRun run = RunAssay({"fuzz", "--resume", "--out", folder + "/" + out, "--runs", "1", "--quiet"});
    EXPECT_EQ(run.code, 2) << out;
    EXPECT_THAT(run.err, HasSubstr(folder + "/" + out)) << out;
    EXPECT_THAT(run.err, HasSubstr(why)) << out;
  }
  EXPECT_FALSE(std::filesystem::exists(folder + "/missing"));
  EXPECT_TRUE(std::filesystem::is_empty(folder + "/empty"));
}

TEST(Messages, ResumingGoesOnWithTheCampaignsSubject) {
  const std::string folder = FreshFolder() + "/out";
  std::vector<std::string> args{"fuzz", "--op", "add", "--jobs", "1", "--runs", "2", "--quiet", "--out", folder};
  ASSERT_EQ(RunAssay(args).code, 0);
  args.emplace_back("--resume");
  ProgramRun again = RunAssay(args);
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.err, HasSubstr("note: 2 runs have ended already: --runs counts from the campaign's beginning\n"));
  EXPECT_THAT(again.err, Not(HasSubstr("no run has ended")));
  auto store = Store::Open(folder, true);
  ASSERT_TRUE(store.ok() && (*store)->SaveFact("asked", R"({"subject": "tvm:0.0", "against": ""})").ok());
  store->reset();
  // Without the campaign's TVM it does not go on with anything else.
  ProgramRun without = RunAssay(args);
  EXPECT_EQ(without.code, 4);
  EXPECT_THAT(without.err, HasSubstr("there is no environment with TVM 0.0"));
  for (const auto& [option, said] : {std::pair{"--subject", ": the campaign in " + folder + " is of tvm:0.0\n"},
                                     std::pair{"--against", ": the campaign in " + folder + " has no --against\n"}}) {
    std::vector<std::string> other = args;
    other.insert(other.end(), {option, "native"});
    ProgramRun run = RunAssay(other);
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr(std::string("invalid ") + option + " native" + said));
  }
  Put(folder + "/index.sqlite", std::string(4096, 'x'));
  for (const auto& reader : std::vector<std::vector<std::string>>{args, {"report", folder}, {"triage", folder}})
    EXPECT_EQ(RunAssay(reader).code, 3) << reader[0];
}

// ---- cases

TEST(Messages, ACaseNamesItsOracleAndHasNoUnknownFields) {
  const std::string folder = FreshFolder();
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(kAdd, folder + "/module.py");
  for (const auto& [fields, said] :
       {std::pair{R"("oracle": "nope")", "unknown oracle 'nope'"},
        std::pair{R"("entry": "main")", "missing field oracle"},
        std::pair{R"("oracle": 1)", "invalid \"oracle\": expected a name, got 1"},
        std::pair{R"("oracle": "idempotent", "statsu": "open")", "unknown field 'statsu'"}}) {
    Put(folder + "/case.json", std::string(R"({"version": 1, )") + fields + "}");
    ProgramRun run = RunAssay({"replay", folder});
    EXPECT_EQ(run.code, 3) << run.out;
    EXPECT_THAT(run.out, HasSubstr(said));
  }
}

// ---- what was not compared

TEST(Messages, ComparingNothingIsNoted) {
  const std::string folder = FreshFolder();
  std::string none = Put(folder + "/none.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tuple():
        return R.tuple()
)");
  ProgramRun nothing = RunAssay({"run", none, "--compare"});
  EXPECT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr("assay: note: nothing was compared: function main has no results\n"));
  ProgramRun compared = RunAssay({"run", kAdd, "--compare"});
  EXPECT_EQ(compared.code, 0);
  EXPECT_THAT(compared.err, Not(HasSubstr("nothing was compared")));
}

// ---- what is empty

// What is left of a shell's variable that is not set.
TEST(Messages, AnEmptyValueIsMissing) {
  struct {
    std::vector<std::string> words;
    const char* said;
  } const rows[] = {
      {{"run", kAdd, "--inputs", ""}, "missing value: --inputs FILE"},
      {{"run", kAdd, "--inputs="}, "missing value: --inputs FILE"},
      {{"run", "--inputs=", kAdd}, "missing value: --inputs FILE"},
      {{"run", kAdd, "--outputs", ""}, "missing value: --outputs FILE"},
      {{"run", kAdd, "--entry", ""}, "missing value: --entry FUNCTION"},
      {{"run", ""}, "missing value: FILE"},
      {{"check", ""}, "missing value: FILE"},
      {{"check", kAdd, ""}, "missing value: FILE"},
      {{"conform", "init", "x.jsonl", kAdd, "--id", ""}, "missing value: --id NAME"},
      {{"conform", "init", "x.jsonl", kAdd, "--id="}, "missing value: --id NAME"},
      {{"fuzz", "--out", ""}, "missing value: --out DIR"},
      {{"fuzz", "--out=", "--no-sweep"}, "missing value: --out DIR"},
      {{"fuzz", "--runs=", "--no-out"}, "invalid --runs: expected a whole number from 1 to 1000000000000, got nothing"},
      {{"opt", kAdd, "--passes", ""}, "missing value: --passes PASSES"},
  };
  for (const auto& row : rows) {
    ProgramRun run = RunAssay(row.words);
    EXPECT_EQ(run.code, 2) << row.said;
    EXPECT_THAT(run.err, StartsWith(std::string("assay: error: ") + row.said + "\n"));
    EXPECT_EQ(run.out, "") << row.said;
  }
}

TEST(Messages, AFolderWithoutModulesSaysWhatItLacks) {
  const std::string folder = FreshFolder() + "/none";
  std::filesystem::create_directory(folder);
  Put(folder + "/notes.txt", "nothing");
  for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"check", folder}, "holds no *.py"},
           {{"check", kAdd, folder}, "holds no *.py"},
           {{"replay", folder}, "holds no case.json and no module"},
           {{"fuzz", "--runs", "1", "--no-out", "--seeds", folder}, "holds no module: expected *.py"}}) {
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 3) << words[0];
    EXPECT_THAT(run.err, HasSubstr(folder + ": " + said)) << words[0];
  }
}

// One path in a line, the narrowest: the error's place, or the case's where the error has none.
TEST(Messages, ReplayNamesAnUnreadableFileOnce) {
  const std::string folder = FreshFolder(), lone = folder + "/lone.py";
  for (const char* name : {"text", "json", "missing"}) std::filesystem::create_directories(folder + "/" + name);
  const std::string json = R"({"version": 1, "oracle": "idempotent", "entry": "main", "inputs": {"seeds": [1]}})";
  Put(lone, "garbage (\n");
  Put(folder + "/text/module.py", "garbage (\n");
  Put(folder + "/text/case.json", json);
  Put(folder + "/json/module.py", "garbage (\n");
  Put(folder + "/json/case.json", "{");
  Put(folder + "/missing/case.json", json);
  for (const auto& [path, start] : std::vector<std::pair<std::string, std::string>>{
           {lone, lone + ":1:1: error: expected a module"},
           {folder + "/text", folder + "/text/module.py:1:1: error: expected a module"},
           {folder + "/json", folder + "/json: error: invalid " + folder + "/json/case.json: expected JSON"},
           {folder + "/missing", folder + "/missing/module.py: error: "}}) {
    ProgramRun run = RunAssay({"replay", path});
    EXPECT_EQ(run.code, 3) << path;
    EXPECT_THAT(run.out, StartsWith(start));
  }
}

// That oracles agree says little where none of them has run the module.
TEST(Messages, ReplayOfAModuleThatNothingRunsSaysSo) {
  const std::string folder = FreshFolder(), kHead =
                                                "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n"
                                                "@I.ir_module\nclass Module:\n";
  auto function = [](const std::string& name, const std::string& call) {
    return fmt::format("    @R.function\n    def {}(x: R.Tensor((2,), \"float32\")):\n        return {}\n\n", name,
                       call);
  };
  const std::string runs = function("good", "R.exp(x)"), not_run = function("main", "R.bitwise_not(x)");
  for (const auto& [text, said] :
       std::vector<std::pair<std::string, std::string>>{{runs, "pass\n"},
                                                        {not_run, "pass: nothing ran it: "},
                                                        {not_run + runs, "pass: function main: nothing ran it: "},
                                                        {runs + not_run, "pass: function main: nothing ran it: "}}) {
    Put(folder + "/module.py", kHead + text);
    ProgramRun run = RunAssay({"replay", folder + "/module.py"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, StartsWith(folder + "/module.py: " + said));
  }
}

// A pipe gives what it has once, to whoever reads first.
TEST(Messages, SeedsFromAPipeAreReadOnce) {
  const std::string pipe = FreshFolder() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::ifstream file(kAdd);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& given : {text, std::string("garbage (\n")}) {
    std::thread writer([&] { Put(pipe, given); });
    ProgramRun run = RunAssay({"fuzz", "--runs", "1", "--no-out", "--seeds", pipe});
    writer.join();
    EXPECT_EQ(run.code, 0) << run.err;
    bool good = given == text;
    EXPECT_EQ(run.err.find("seed left out: " + pipe) == std::string::npos, good) << run.err;
    EXPECT_EQ(run.out.find("\nseeds: 1 not read\n") == std::string::npos, good) << run.out;
  }
}

}  // namespace
}  // namespace assay
