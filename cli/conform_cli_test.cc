// Suites of users at the command line: what is wrong with one is said with its place before anything runs, how cases
// are counted, and how a case is made.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kModule = R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        z: R.Tensor((n,), dtype="float32") = R.add(x, y)
        return z
)";

json TensorOf(const char* dtype, const json& data) {
  return {{"dtype", dtype}, {"shape", {data.size()}}, {"data", data}};
}

// A case that passes, changed; null removes a field.
json CaseWith(const json& changes, const std::string& id = "a") {
  json one{{"id", id},
           {"module", kModule},
           {"entry", "main"},
           {"args", {TensorOf("float32", {1, 2}), TensorOf("float32", {3, 4})}},
           {"result", TensorOf("float32", {4, 6})}};
  for (const auto& [field, value] : changes.items()) {
    if (value.is_null()) one.erase(field);
    if (!value.is_null()) one[field] = value;
  }
  return one;
}

class ConformCliTest : public testing::Test {
 protected:
  ConformCliTest() { fs::create_directories(folder_); }
  std::string Put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
    return folder_ + "/" + name;
  }
  std::string Suite(const std::vector<json>& cases, const std::string& name = "run.jsonl") {
    std::string text;
    for (const json& one : cases) text += one.dump() + "\n";
    return Put(name, text);
  }
  static ProgramRun Conform(const std::string& suite, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"conform", suite, "--jobs", "1"});
    return RunAssay(more);
  }

  std::string folder_ = FreshFolder();
};

// Nothing is judged of a suite that is wrong; the line and the case are named.
TEST_F(ConformCliTest, WhatIsWrongWithACaseIsBadInput) {
  Put("corrupt.npz", "PK no archive");
  json int32 = TensorOf("int32", {3, 4}), float32 = TensorOf("float32", {1, 2}),
       longer = TensorOf("float32", {1, 2, 3});
  struct Row {
    json changes;
    std::string said;
  };
  const Row rows[] = {
      {{{"error", "it traps"}}, R"(has both "error" and "result": expected one of them)"},
      {{{"result", nullptr}, {"error", 5}}, R"(invalid "error": expected a string, got 5)"},
      {{{"result", nullptr}, {"error", true}}, R"(invalid "error": expected a string, got true)"},
      {{{"result", nullptr}}, R"(neither "result" nor "error")"},
      {{{"args", {float32}}}, "expected 2 arguments (x, y), got 1"},
      {{{"args", {float32, int32}}}, "argument 1 (y): expected float32[n], got int32[2]"},
      {{{"args", {float32, longer}}}, "argument 1 (y): expected float32[n], got float32[3]"},
      {{{"args", {float32}}, {"result", nullptr}, {"error", "it traps"}},
       "expected 2 arguments (x, y), got 1; an \"error\" that is meant for the arguments names the parameter"},
      {{{"args", {float32, int32}}, {"result", nullptr}, {"error", "overflow"}},
       "argument 1 (y): expected float32[n], got int32[2]; an \"error\""},
      {{{"args", "corrupt.npz"}}, "corrupt.npz: too short to be a zip archive"},
      {{{"args", "missing.npz"}}, "missing.npz: no such file"},
      {{{"args", {float32, {{"npz", "corrupt.npz"}, {"array", "x"}}}}}, "corrupt.npz: too short to be a zip archive"},
      {{{"result", "corrupt.npz"}}, "corrupt.npz: too short to be a zip archive"},
      {{{"result", {{"dtype", "float32"}, {"shape", {3}}, {"data", {1}}}}},
       R"(result: a tensor of 3 elements has 1 in "data")"},
      {{{"result", {float32, float32, float32}}}, "got tuple of 3"},
      {{{"entry", "mian"}}, "the module has no function \"mian\""},
  };
  for (const Row& row : rows) {
    ProgramRun run = Conform(Suite({CaseWith({}, "good"), CaseWith(row.changes, "bad")}));
    EXPECT_EQ(run.code, 3) << row.said << run.out << run.err;
    EXPECT_EQ(run.out, "") << row.said;
    EXPECT_THAT(run.err, HasSubstr("run.jsonl:2: case bad: ")) << row.said;
    EXPECT_THAT(run.err, HasSubstr(row.said));
  }
}

// An error that says so is about the arguments.
TEST_F(ConformCliTest, ArgumentsMayBeMeantToBeWrong) {
  for (const char* error : {"y: expected float32", "param=y, expect Tensor with dtype float32", "wrong arguments"}) {
    json meant = CaseWith(
        {{"args", {TensorOf("float32", {1, 2}), TensorOf("int32", {3, 4})}}, {"result", nullptr}, {"error", error}});
    ProgramRun run = Conform(Suite({meant}));
    EXPECT_EQ(run.code, 0) << error << run.out << run.err;
    EXPECT_THAT(run.out, Not(HasSubstr("failures")));
  }
}

TEST_F(ConformCliTest, IdsAreUniqueInASuite) {
  ProgramRun run = Conform(Suite({CaseWith({}, "x"), CaseWith({}, "y"), CaseWith({}, "x")}));
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr(R"(run.jsonl: lines 1 and 3 have the same "id" "x")"));
}

TEST_F(ConformCliTest, FieldsWithoutEffectAreNotedOnce) {
  ProgramRun run = Conform(Suite({CaseWith({{"tolerances", {{"rtol", 1}}}}, "x"),
                                  CaseWith({{"tolerances", {{"rtol", 1}}}, {"label", "l"}, {"zzzzzz", 1}}, "y")}));
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string fields = "expected one of id, test, label, module, entry, args, result, error, tolerance";
  EXPECT_THAT(run.err, HasSubstr("run.jsonl:1: case x: unknown field 'tolerances': " + fields +
                                 "; did you mean 'tolerance'? (it has no effect)\n"));
  EXPECT_THAT(run.err, HasSubstr("run.jsonl:2: case y: unknown field 'zzzzzz': " + fields + " (it has no effect)\n"));
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 2) << run.err;
}

TEST_F(ConformCliTest, TheProjectsSuitesHaveNoUnknownFields) {
  for (const char* suite : {"oracles/conform/testdata", "corpus/conformance/wellformed.jsonl"})
    EXPECT_EQ(Conform(suite).err, "") << suite;
}

// Cases of one test share a point; one of no test is a point.
TEST_F(ConformCliTest, PointsAreThoseOfTestsAndOfCasesWithoutOne) {
  json wrong{{"result", TensorOf("float32", {0, 0})}}, shared{{"test", "t[1]"}}, wrong_shared = wrong;
  wrong_shared["test"] = "t[2]";
  json scores = json::parse(Conform(Suite({CaseWith({}, "a"), CaseWith({}, "b"), CaseWith(wrong, "c"),
                                           CaseWith(shared, "d"), CaseWith(wrong_shared, "e")}),
                                    {"--json"})
                                .out,
                            nullptr, false)["suites"]["run"]["scores"]["vm"];
  EXPECT_EQ(scores["of"], 4);
  EXPECT_EQ(scores["passed"], 2.5);
}

TEST_F(ConformCliTest, ASuiteWithoutCasesSaysSo) {
  ProgramRun run = Conform(Put("run.jsonl", ""));
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("run.jsonl: 0 cases"));
  EXPECT_THAT(run.out, HasSubstr("run    0 cases"));
  // Whatever its name is, and where its lines hold blanks.
  for (const char* text : {"", "\n\n", "  \n\t\r\n"}) {
    ProgramRun blank = Conform(Put("mine.jsonl", text));
    EXPECT_EQ(blank.code, 0) << blank.err;
    EXPECT_THAT(blank.err, HasSubstr("mine.jsonl: 0 cases"));
  }
  EXPECT_EQ(Conform(Put("blanks.jsonl", CaseWith({}, "a").dump() + "\n  \n" + CaseWith({}, "b").dump() + "\n")).code,
            0);
}

// Every file of JSON that a command reads, however deep it nests.
TEST_F(ConformCliTest, JsonThatNestsTooDeepIsBadInput) {
  const std::string deep(200000, '['), closed = deep + std::string(200000, ']');
  fs::create_directories(folder_ + "/case");
  Put("case/case.json", "{\"signature\": " + closed + "}");
  Put("case/module.py", kModule);
  std::string module = Put("module.py", kModule), open = Put("open.json", deep), list = Put("list.json", closed),
              object = Put("object.json", "{\"failures\": " + closed + "}"), suite = "oracles/conform/testdata",
              open_suite = Put("print.jsonl", deep + "\n"),
              long_suite = Put("run.jsonl", "{\"id\": \"a\", \"args\": " + closed + "}\n");
  const std::vector<std::string> rows[] = {
      {"conform", open_suite},
      {"conform", long_suite},
      {"conform", suite, "--baseline", object},
      {"conform", suite, "--known", object},
      {"conform", suite, "--known", folder_ + "/case"},
      {"conform", suite, "--allow", list},
      {"conform", "init", folder_ + "/new.jsonl", module, "--expected", open},
      {"conform", "init", long_suite, module},
      {"run", module, "--inputs", list},
      {"replay", folder_ + "/case"},
      {"replay", module, "--baseline", object},
  };
  for (const std::vector<std::string>& row : rows) {
    ProgramRun run = RunAssay(row);
    EXPECT_EQ(run.code, 3) << row[0] << " " << row[1];
    EXPECT_THAT(run.out + run.err, HasSubstr("nested deeper than 500")) << row[0] << " " << row[1];
  }
}

TEST_F(ConformCliTest, InitTakesWhatIsOfTheFunctionsTypeUnderANewId) {
  std::string suite = folder_ + "/mine.jsonl", module = Put("two.py", R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")):
        return (x, x)

    @R.function
    def g(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        return x
)");
  auto init = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"conform", "init", suite, module});
    return RunAssay(more);
  };
  ProgramRun none = init({});
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr(R"(the module has no function "main" (it has f, g; --entry chooses))"));
  struct Row {
    std::string entry, expected, said;
  };
  const Row rows[] = {
      {"g", R"({"dtype": "float32", "shape": [4], "data": [1, 2, 3, 4]})",
       "result: expected float32[3], got float32[4]"},
      {"g", R"({"dtype": "int32", "shape": [3], "data": [1, 2, 3]})", "result: expected float32[3], got int32[3]"},
      {"g", "[1, 2, 3]", "result: expected float32[3], got shape[1, 2, 3]"},
      {"g", "7", "result: expected float32[3], got int64"},
      {"f", R"({"dtype": "float32", "shape": [3], "data": [1, 2, 3]})", "result: expected tuple of 2, got float32[3]"},
      {"f", R"([{"dtype": "float32", "shape": [3], "data": [1, 2, 3]},
                                {"dtype": "float32", "shape": [2], "data": [1, 2]}])",
       "result[1]: expected float32[3], got float32[2]"}};
  for (const Row& row : rows) {
    std::string expected = Put("expected.json", row.expected);
    ProgramRun run = init({"--entry", row.entry, "--expected", expected});
    EXPECT_EQ(run.code, 3) << row.expected;
    EXPECT_THAT(run.err, HasSubstr(expected + ": " + row.said));
    EXPECT_FALSE(fs::exists(suite));
  }
  EXPECT_EQ(init({"--entry", "g"}).code, 0);
  ProgramRun again = init({"--entry", "f"});
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("mine.jsonl:1: there is a case two already; --id gives this one another name"));
  EXPECT_EQ(init({"--entry", "f", "--id", "of f"}).code, 0);
  // An array alone, as --inputs takes it.
  ASSERT_EQ(RunAssay({"run", module, "--entry", "g", "--outputs", folder_ + "/g.npy"}).code, 0);
  EXPECT_EQ(init({"--entry", "g", "--id", "npy", "--expected", folder_ + "/g.npy"}).code, 0);
  ProgramRun misfit = init({"--entry", "f", "--id", "other", "--expected", folder_ + "/g.npy"});
  EXPECT_EQ(misfit.code, 3);
  EXPECT_THAT(misfit.err, HasSubstr("g.npy: result: expected tuple of 2, got float32[3]"));
  EXPECT_EQ(Conform(suite).code, 0);
}

// Engines of two subjects may bear other names, or the same; what both fail is failed by both.
TEST_F(ConformCliTest, TwoSubjectsHaveOneTable) {
  std::string suite = Suite({CaseWith({}, "good"), CaseWith({{"result", TensorOf("float32", {0, 0})}}, "bad")});
  ProgramRun run = Conform(suite, {"--against", "native", "--report", folder_ + "/report"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("passed (native)"));
  EXPECT_THAT(run.out, HasSubstr("5 failed by both"));
  EXPECT_THAT(run.out, Not(HasSubstr("alone")));
  std::ifstream in(folder_ + "/report/conform.md");
  std::string markdown{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(markdown, HasSubstr("0 failed by native alone, 0 by native alone, 5 by both"));
  EXPECT_THAT(markdown, HasSubstr("passed (native)"));
}

}  // namespace
}  // namespace assay
