// Short scripts are Python, end as the long ones do on the stand-in for TVM, and are short; titles are whole sentences.
#include "oracles/subjects/tvm/short_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include "ir/support/temp_folder.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/tvm/fake_tvm.h"
#include "oracles/subjects/tvm/issue_words.h"
#include "oracles/subjects/tvm/tvm_subject.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TvmFinding FindingOf(std::string oracle, std::string pass, std::string module = "a module\n") {
  TvmFinding finding{.subject = "tvm 0.27.fake",
                     .oracle = std::move(oracle),
                     .klass = FindingClass::kDiffers,
                     .detail = "it differs",
                     .module = std::move(module),
                     .pass = nullptr};
  if (!pass.empty()) finding.pass = {{"name", pass}, {"options", nlohmann::json::object()}};
  return finding;
}

int ExitCodeOf(const std::string& script) {
  TempFolder folder;
  std::string path = folder.path() + "/reproduce.py";
  std::ofstream(path) << script;
  std::string command =
      "PYTHONPATH=" ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake " + std::string(kPython) + " " + path;
  int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ShortScript, EndsWithOneWhileTheBugIsThereAndZeroWhenItIsNot) {
  struct Row {
    const char* oracle;
    const char* pass;
    int code;
  };
  for (const Row& row : {Row{"input_unchanged", "DeadCodeElimination", 1},
                         {"input_unchanged", "Normalize", 0},
                         {"idempotent", "ConvertToDataflow", 1},
                         {"idempotent", "Normalize", 0},
                         {"sequential_equals_direct", "DeadCodeElimination", 1},
                         {"sequential_equals_direct", "Normalize", 0},
                         {"deterministic", "Normalize", 0},
                         {"round_trip", "ConvertToDataflow", 1},
                         {"round_trip", "", 0},
                         {"refuse_or_compile", "CanonicalizeBindings", 1},
                         {"refuse_or_compile", "Normalize", 0},
                         {"no_crash_or_hang", "CanonicalizeBindings", 1}}) {
    std::optional<std::string> script = ShortScript(FindingOf(row.oracle, row.pass));
    ASSERT_TRUE(script) << row.oracle;
    EXPECT_EQ(ExitCodeOf(*script), row.code) << row.oracle << " " << row.pass << "\n" << *script;
    EXPECT_LE(std::ranges::count(*script, '\n'), 25) << row.oracle;
  }
}

TEST(ShortScript, ValuesStandInItAsNumPyWritesThem) {
  TvmFinding finding = FindingOf("pass_preserves_results", "FuseOps", "@R.function\ndef main(x):\n");
  finding.pass["options"] = {{"fuse_opt_level", 0}};
  finding.pipeline = nlohmann::json::array({{{"name", "LegalizeOps"}, {"options", {{"enable_warning", false}}}},
                                            {{"name", "DispatchSampling"}, {"options", nlohmann::json::object()}}});
  nlohmann::json tensor{{"dtype", "float32"}, {"shape", {1, 2}}, {"data", {1.5, "nan"}}};
  finding.inputs = nlohmann::json::array({nlohmann::json::array({tensor})});
  finding.expected = nlohmann::json::array({tensor});
  std::optional<std::string> script = ShortScript(finding);
  ASSERT_TRUE(script);
  EXPECT_THAT(*script, HasSubstr("PASS = relax.transform.FuseOps(fuse_opt_level=0)\n"));
  EXPECT_THAT(*script,
              HasSubstr(" relax.transform.LegalizeOps(enable_warning=False), relax.backend.DispatchSampling(),\n"));
  EXPECT_THAT(*script, HasSubstr("np.array([1.5, float(\"nan\")], \"float32\").reshape(1, 2)"));
  EXPECT_THAT(*script, HasSubstr("assert_allclose(one.numpy(), want, rtol=1e-4, atol=1e-4)"));
  EXPECT_LE(std::ranges::count(*script, '\n'), 35);
  TvmFinding build = finding;
  build.oracle = "refuse_or_compile";
  build.pass = nullptr;
  EXPECT_THAT(ShortScript(build).value_or(""), HasSubstr("    relax.build(module, \"llvm\", relax_pipeline=BUILD)\n"));
  finding.expected = nlohmann::json::array({nlohmann::json{{"tuple", {tensor, tensor}}}});
  EXPECT_THAT(ShortScript(finding).value_or(""), HasSubstr("for one, want in zip(got, wanted):"));
  TvmFinding kernel = finding;
  kernel.module = "@R.function\ndef other(x):\n@T.prim_func\ndef main(x):\n";
  EXPECT_FALSE(ShortScript(kernel)) << "kernels are called otherwise";
  finding.expected = nlohmann::json::array({nlohmann::json{{"scalar", 1}}});
  EXPECT_FALSE(ShortScript(finding)) << "results of other kinds";
}

// Each kind of finding has a form of its own, of some 25 lines beside the module.
TEST(ShortScript, EveryKindHasItsForm) {
  struct Row {
    const char* oracle;
    const char* pass;
    FindingClass klass;
    const char* says;
  };
  const Row rows[] = {
      {"input_unchanged", "FuseOps", FindingClass::kInputChanged, "module.script() == before"},
      {"input_unchanged", "FuseOps", FindingClass::kInternal, "    PASS(module)\n"},
      {"idempotent", "FuseOps", FindingClass::kDiffers, "twice = PASS(once)"},
      {"round_trip", "FuseOps", FindingClass::kUnreadable, "again = tvm.script.from_source(module.script()"},
      {"well_formed_after_pass", "FuseOps", FindingClass::kIllFormed,
       "well_formed(module) is not False, \"the result is ill-formed"},
      {"metamorphic", "Normalize", FindingClass::kOneRefuses, "    PASS(module)\n"},
      {"refuse_or_compile", "FuseOps", FindingClass::kHang, "signal.alarm(30)"},
      {"pass_preserves_results", "FuseOps", FindingClass::kHang,
       "relax.build(PASS(module), \"llvm\", relax_pipeline=BUILD)"},
      {"idempotent", "LowerInitBlock", FindingClass::kDiffers,
       "getattr(tvm.s_tir.transform, \"LowerInitBlock\", None))()"}};
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.oracle) + " " + row.pass);
    TvmFinding finding = FindingOf(row.oracle, row.pass);
    finding.klass = row.klass;
    std::optional<std::string> script = ShortScript(finding);
    ASSERT_TRUE(script);
    EXPECT_THAT(*script, HasSubstr(row.says));
    EXPECT_LE(std::ranges::count(*script, '\n') - std::ranges::count(finding.module, '\n'), 30);
  }
}

TEST(ShortScript, APassIsTriedAsAStepOfTheBuildToo) {
  TvmFinding finding = FindingOf("well_formed_after_pass", "FuseTIR");
  finding.klass = FindingClass::kIllFormed;
  auto step = [](const char* name) { return nlohmann::json{{"name", name}, {"options", nlohmann::json::object()}}; };
  finding.pipeline = nlohmann::json::array({step("LegalizeOps"), step("FuseTIR"), step("CallTIRRewrite")});
  std::string script = ShortScript(finding).value_or("");
  EXPECT_THAT(
      script,
      HasSubstr(
          "BUILD = tvm.transform.Sequential([\n    relax.transform.LegalizeOps(), relax.transform.FuseTIR(),\n])"));
  EXPECT_THAT(script, HasSubstr("for step in BUILD.passes:"));
  finding.before = nlohmann::json::array({step("ToNonDataflow")});
  EXPECT_THAT(ShortScript(finding).value_or(""), HasSubstr("    module = BEFORE(module)\n    module = PASS(module)\n"));
}

TEST(ShortScript, WhatNeedsMoreGetsTheLongOne) {
  EXPECT_FALSE(ShortScript(FindingOf("idempotent", "Normalize", "quotes ''' in it")));
  EXPECT_FALSE(ShortScript(FindingOf("idempotent", "LowerIntrin"))) << "a pass that wants a target";
  EXPECT_FALSE(ShortScript(FindingOf("execution_modes", "FuseOps")));
  EXPECT_FALSE(ShortScript(FindingOf("structural_equality", "FuseOps")));
  TvmFinding later = FindingOf("deterministic", "Normalize");
  later.before = nlohmann::json::array({{{"name", "ToNonDataflow"}}});
  EXPECT_FALSE(ShortScript(later));
  TvmFinding objects = FindingOf("idempotent", "RealizeVDevice");
  objects.pass["options"] = {{"params", {{"x", 1}}}};
  EXPECT_FALSE(ShortScript(objects));
}

TEST(ShortScript, StandsUnderTheTargetOfTheCampaign) {
  TvmFinding finding = FindingOf("idempotent", "LegalizeOps");
  EXPECT_THAT(*ShortScript(finding), HasSubstr("with tvm.target.Target(\"llvm\"), "));
  finding.target = "cuda";
  EXPECT_THAT(*ShortScript(finding), HasSubstr("with tvm.target.Target(\"cuda\"), "));
  finding.target = R"({"kind": "cuda", "arch": "sm_80"})";
  EXPECT_THAT(*ShortScript(finding), HasSubstr(R"(with tvm.target.Target({"arch": "sm_80", "kind": "cuda"}), )"));
  // Rules of dlight are made in the longer one.
  EXPECT_FALSE(ShortScript(FindingOf("idempotent", "dlight.gpu.GEMV")));
  TvmFinding runs = FindingOf("pass_preserves_results", "LegalizeOps", "@R.function\ndef main(x):\n");
  nlohmann::json tensor{{"dtype", "float32"}, {"shape", {2}}, {"data", {1.5, 2}}};
  runs.inputs = nlohmann::json::array({nlohmann::json::array({tensor})});
  runs.expected = nlohmann::json::array({tensor});
  EXPECT_TRUE(ShortScript(runs));
  runs.target = "cuda";
  EXPECT_FALSE(ShortScript(runs)) << "its threads have to be put one after the other";
}

TEST(ShortScript, PythonWritesJsonItsOwnWay) {
  EXPECT_EQ(PythonOf(nlohmann::json::parse(R"({"a": [true, null, 1.5, "x\"y"], "b": {}})")),
            R"({"a": [True, None, 1.5, "x\"y"], "b": {}})");
}

TEST(IssueWords, EveryOracleThatTvmIsAskedByHasThem) {
  Context ctx;
  auto server = StartFakeTvm();
  ASSERT_TRUE(server.ok()) << server.error().message;
  std::unique_ptr<Subject> tvm = MakeTvmSubject(ctx, *server);
  for (const OracleSpec* oracle : AllOracles()) {
    if (oracle->suits != nullptr && !oracle->suits(*tvm)) continue;
    EXPECT_TRUE(HasIssueWords(oracle->name)) << oracle->name;
  }
}

TEST(IssueWords, TitlesAreNotCutWithinAWord) {
  TvmFinding finding = FindingOf("no_such_oracle", "FuseOps");
  finding.klass = FindingClass::kInternal;
  finding.detail =
      "InternalError: Check failed: (lv7 == 3) is false: the reduction dimension of the very long expression that "
      "follows here is not what was expected of it\nmore";
  std::string title = IssueTitle(finding);
  EXPECT_THAT(title, HasSubstr("[Bug][Relax] FuseOps fails an internal check: InternalError: Check failed: (lv7 == 3) "
                               "is false: the reduction"));
  EXPECT_THAT(title, ::testing::EndsWith(" …"));
  EXPECT_LT(title.size(), 150u);
  finding.klass = FindingClass::kDiffers;
  finding.detail = "short";
  EXPECT_EQ(IssueTitle(finding), "[Bug][Relax] FuseOps: short");
  EXPECT_EQ(IssueTitle(FindingOf("idempotent", "FuseOps")), "[Bug][Relax] FuseOps is not idempotent");
  EXPECT_THAT(Expectation(FindingOf("idempotent", "FuseOps")),
              HasSubstr("`relax.transform.FuseOps` applied to its own output"));
}

// Whoever reads an issue knows TVM and not assay.
void ExpectInWordsOfTvm(const std::string& text) {
  for (const OracleSpec* oracle : AllOracles()) {
    // Names that are words of a sentence, too.
    if (oracle->name.find('_') == std::string_view::npos) continue;
    EXPECT_THAT(text, Not(HasSubstr(std::string(oracle->name))));
  }
  for (const char* word : {"relax-reference", "vm-llvm", "assay", "{", "}"}) EXPECT_THAT(text, Not(HasSubstr(word)));
}

TEST(IssueWords, EveryClassSaysWhatIsExpectedOfThePassWithTheValues) {
  std::set<std::string> said;
  for (size_t i = 0; i < AllFindingClasses().size(); ++i) {
    const FindingClassSpec& spec = AllFindingClasses()[i];
    for (const char* pass : {"LegalizeOps", "DispatchSampling", ""}) {
      SCOPED_TRACE(std::string(spec.name) + " " + pass);
      TvmFinding finding = FindingOf("pass_preserves_results", pass);
      finding.klass = FindingClass(static_cast<FindingClass::Row>(i));
      finding.facts.op = "relax.add";
      finding.facts.said = "TVM says no: ";
      finding.facts.change = ChangeKind::kAnotherFloat;
      finding.sides.elements = {{"result[0, 3]", "2.5", "0.0", "-2.5"}};
      finding.sides.differing = 1;
      std::string sentence = Expectation(finding);
      ExpectInWordsOfTvm(sentence);
      EXPECT_THAT(sentence, ::testing::EndsWith("."));
      if (*pass != 0 || sentence.find("The module ") == std::string::npos)
        EXPECT_THAT(sentence, HasSubstr(*pass == 0                    ? "`tvm.compile`"
                                        : std::string(pass)[0] == 'D' ? "`relax.backend.DispatchSampling`"
                                                                      : "`relax.transform.LegalizeOps`"));
      said.insert(sentence);
      // Modules are shown whole, and what is said of a type or a change names it.
      bool values = sentence.find("element [0, 3] is 2.5") != std::string::npos;
      bool whole = finding.klass == FindingClass::kInputChanged || finding.klass == FindingClass::kIllFormed;
      bool change = finding.klass == FindingClass::kEqual || finding.klass == FindingClass::kAcceptsInvalid;
      bool refusal = sentence.find(", instead of failing with `TVM says no`") != std::string::npos;
      EXPECT_EQ(values, spec.sides == SidesShown::kTwo && !whole && !change && !refusal) << sentence;
      if (change) EXPECT_THAT(sentence, HasSubstr("a float is another one"));
      std::string happens = WhatHappens(finding);
      ExpectInWordsOfTvm(happens);
      EXPECT_THAT(happens, HasSubstr("TVM says no"));
      if (values) EXPECT_THAT(happens, HasSubstr("| result[0, 3] | 2.5 | 0.0 |"));
    }
  }
  EXPECT_GT(said.size(), AllFindingClasses().size());
}

TEST(IssueWords, SentencesNameWhatDiffers) {
  TvmFinding results = FindingOf("pass_preserves_results", "LegalizeOps");
  results.sides.elements = {{"result[0, 3]", "2.5", "0.0", "-2.5"}};
  EXPECT_EQ(
      Expectation(results),
      "`relax.transform.LegalizeOps` keeps the result of `main`; here element [0, 3] is 2.5 without the pass and 0.0 "
      "after it.");
  TvmFinding types = FindingOf("interpreted_equals_compiled", "");
  types.klass = FindingClass::kTypeDiffers;
  types.sides = {.expected = "R.Tensor((2,), dtype=\"int32\")", .got = "R.Tensor((2,), dtype=\"int64\")"};
  EXPECT_EQ(Expectation(types),
            "What `tvm.compile` makes of `main` computes what its operators are documented to compute, also its type; "
            "here it "
            "is `R.Tensor((2,), dtype=\"int32\")` by their definitions and `R.Tensor((2,), dtype=\"int64\")` when it "
            "runs.");
  TvmFinding text = FindingOf("round_trip", "");
  text.facts.difference = ModuleDifference{"main.body: int64 against int32"};
  text.sides = {.expected = "one\nmodule", .got = "another\nmodule"};
  EXPECT_THAT(Expectation(text), HasSubstr("they first differ at `main.body: int64 against int32`."));
  text.facts.said = "main.body: int64 against int32";
  EXPECT_EQ(WhatHappens(text),
            "```\nmain.body: int64 against int32\n```\n\n"
            "The module in what is read:\n\n```python\nanother\nmodule\n```");
  std::string path = "<root>.functions[I.GlobalVar(\"main\")].args[0].ty.dtype";
  text.facts.difference = ModuleDifference{path + ": " + path};
  EXPECT_THAT(Expectation(text),
              HasSubstr("they first differ at `mod.functions[I.GlobalVar(\"main\")].args[0].ty.dtype`."));
  text.facts.difference->dtypes = DTypeDifference{DType::Bool(), DType::Int(64)};
  EXPECT_THAT(Expectation(text), HasSubstr("ty.dtype` is bool in the module and int64 in what is read."));
  for (const OracleSpec* oracle : AllOracles()) {
    for (FindingClass klass : {FindingClass::kDiffers, FindingClass::kOneRefuses, FindingClass::kTrap}) {
      TvmFinding finding = FindingOf(std::string(oracle->name), "FuseOps");
      finding.klass = klass;
      finding.facts.op = "relax.add";
      ExpectInWordsOfTvm(Expectation(finding));
    }
  }
}

// Such a pass is imported first, which the long script does; its name is its own.
TEST(ShortScript, APassOfOnesOwnHasTheLongScript) {
  TvmFinding finding{.subject = "tvm 0.27",
                     .oracle = "idempotent",
                     .klass = FindingClass::kDiffers,
                     .detail = "",
                     .module = "a module",
                     .pass = {{"name", "mine.passes:Fast"}, {"options", nlohmann::json::object()}}};
  EXPECT_FALSE(ShortScript(finding).has_value());
  std::string script = ReproduceScript(finding);
  EXPECT_THAT(script, HasSubstr("mine.passes:Fast"));
  EXPECT_THAT(script, HasSubstr("python_path"));
  EXPECT_THAT(IssueText(finding), testing::Not(HasSubstr("relax.transform.mine")));
}

// The script makes every pass that it has, and imports those of one's own from there.
TEST(ShortScript, APassOfOnesOwnBeforeTheBlamedOneIsImportedToo) {
  const nlohmann::json own{{"name", "mine.passes:Fast"}, {"options", nlohmann::json::object()}},
      blamed{{"name", "FuseOps"}, {"options", nlohmann::json::object()}};
  TvmFinding finding{.subject = "tvm 0.27",
                     .oracle = "idempotent",
                     .klass = FindingClass::kDiffers,
                     .detail = "",
                     .module = "a module",
                     .pass = blamed};
  finding.before = {own};
  EXPECT_THAT(ReproduceScript(finding), HasSubstr("python_path"));
  finding.before = nlohmann::json::array();
  finding.oracle = "pass_preserves_results";
  finding.pipeline = {own, blamed};
  EXPECT_THAT(ReproduceScript(finding), HasSubstr("python_path"));
}

}  // namespace
}  // namespace assay
