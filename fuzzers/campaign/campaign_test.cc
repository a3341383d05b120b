// Campaigns with oracles made for the test: what they find is kept, reduced and merged; workers that crash, hang or are
// killed cost nothing but their case; limits and folders are obeyed.
#include "fuzzers/campaign/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/report.h"
#include "fuzzers/campaign/store.h"
#include "ir/support/temp_folder.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"
#include "oracles/subjects/tvm/reproduce.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool HasOp(const Module& module, std::string_view name) {
  for (const std::string& op : OperatorsOf(module)) {
    if (op == name) return true;
  }
  return false;
}

Verdict FindAdd(const PassCall*, OracleContext& oc) {
  if (!HasOp(oc.c.module, "add")) return Agree{};
  return Finding{"finds_add", "", FindingClass::kDiffers, "there is an add", {}};
}
Verdict FindKnown(const PassCall*, OracleContext&) {
  return Finding{"known_bug", "", FindingClass::kInternal, "the one on file", {}, {.normalized = "the known one"}};
}
Verdict FindBehindIt(const PassCall*, OracleContext& oc) {
  if (!HasOp(oc.c.module, "add")) return Agree{};
  return Finding{"behind_it", "", FindingClass::kDiffers, "there is an add", {}};
}
Verdict CrashOnMultiply(const PassCall*, OracleContext& oc) {
  if (HasOp(oc.c.module, "multiply")) std::abort();
  return Skip{SkipKind::kNotApplicable, "no multiply"};
}
Verdict HangOnSubtract(const PassCall*, OracleContext& oc) {
  while (HasOp(oc.c.module, "subtract")) usleep(1000);
  return Agree{};
}
Verdict SpinOnSubtract(const PassCall*, OracleContext& oc) {
  for (volatile bool spins = HasOp(oc.c.module, "subtract"); spins;) {
  }
  return Agree{};
}
Verdict WaitLong(const PassCall*, OracleContext&) {
  usleep(400'000);
  return Agree{};
}
Verdict AlwaysAgree(const PassCall*, OracleContext&) { return Agree{}; }

constexpr OracleSpec kFindsAdd{.name = "finds_add", .doc = "made for the test", .judge = FindAdd};
constexpr OracleSpec kKnownBug{.name = "known_bug", .doc = "made for the test", .judge = FindKnown};
constexpr OracleSpec kBehindIt{.name = "behind_it", .doc = "made for the test", .judge = FindBehindIt};
constexpr OracleSpec kCrashes{.name = "crashes", .doc = "made for the test", .judge = CrashOnMultiply};
constexpr OracleSpec kSpins{.name = "spins", .doc = "made for the test", .judge = SpinOnSubtract};
constexpr OracleSpec kWaits{.name = "waits", .doc = "made for the test", .judge = WaitLong};
constexpr OracleSpec kHangs{.name = "hangs", .doc = "made for the test", .judge = HangOnSubtract};
constexpr OracleSpec kAgrees{.name = "agrees", .doc = "made for the test", .judge = AlwaysAgree};

class CampaignTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("assay-campaign-" + std::to_string(getpid()) + "-" + info->name());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  CampaignOptions Options(const OracleSpec& oracle, std::vector<std::string> ops) {
    CampaignOptions options;
    options.oracles = {&oracle};
    options.generate.profile = Profile::kRelax;
    options.generate.ops = std::move(ops);
    options.generate.bindings = 4;
    options.runs = 40;
    options.quiet = true;
    options.passes_per_case = 0;
    options.reduce_seconds = 2;
    options.out = folder_;
    return options;
  }
  std::vector<std::string> FilesOf(const FindingRecord& finding) {
    std::vector<std::string> names;
    for (const auto& item : fs::directory_iterator(finding.path)) names.push_back(item.path().filename());
    return names;
  }

  fs::path folder_;
};

TEST_F(CampaignTest, CountsRunsAndVerdicts) {
  CampaignOptions options = Options(kAgrees, {"add"});
  options.jobs = 2;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.runs, 40u);
  EXPECT_EQ(result->tally.oracles["agrees"].agree, 40u);
  EXPECT_THAT(result->findings, testing::IsEmpty());
  EXPECT_TRUE(fs::exists(folder_ / "report.md"));
  EXPECT_TRUE(fs::exists(folder_ / "report.html"));
  EXPECT_TRUE(fs::exists(folder_ / "report.json"));
}

TEST_F(CampaignTest, ReducesAndMergesWhatItFinds) {
  auto result = RunCampaign(Options(kFindsAdd, {"add", "nn.relu"}));
  ASSERT_TRUE(result.ok()) << result.error().message;
  // Everything reduces to the same pattern, so there is one finding, seen often.
  ASSERT_EQ(result->findings.size(), 1u);
  const FindingRecord& finding = result->findings[0];
  EXPECT_EQ(finding.signature, "finds_add||differs|");
  EXPECT_LE(finding.reduced_lines, 12);
  EXPECT_GT(finding.seen, 1u);
  EXPECT_THAT(FilesOf(finding), testing::IsSupersetOf({"module.py", "reduced.py", "case.json", "values.json",
                                                       "environment.json", "reproduce.txt"}));
  Context ctx;
  auto loaded = LoadCase(ctx, finding.path);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(HasOp(loaded->c.module, "add"));
  EXPECT_EQ(loaded->file.oracle, "finds_add");
  EXPECT_EQ(loaded->c.inputs.size(), 2u);
}

TEST_F(CampaignTest, FindingsAboutAnotherSubjectCarryAScriptAndAnIssue) {
  // As TVM, whose files it gives.
  struct Elsewhere : Wrapper {
    using Wrapper::Wrapper;
    std::map<std::string, std::string> Reproducer(const Case& c, const Finding& finding) override {
      return TvmReproducer(TvmFindingOf(ctx, *this, "0.27.0", c, finding));
    }
  };
  CampaignOptions options = Options(kFindsAdd, {"add"});
  options.make_subject = [](Context& ctx) { return std::make_unique<Elsewhere>(ctx); };
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_THAT(FilesOf(result->findings[0]), testing::IsSupersetOf({"reproduce.py", "issue.md"}));
  auto script = ReadFile(result->findings[0].path + "/reproduce.py");
  ASSERT_TRUE(script.ok());
  EXPECT_THAT(*script, testing::HasSubstr("R.add"));
  EXPECT_THAT(*script, testing::HasSubstr("\"expected\":[{"));
}

// One bug of a pass and one of the module, by the same oracle.
Verdict FindTwo(const PassCall* pass, OracleContext&) {
  if (pass != nullptr)
    return Finding{"finds_two", std::string(pass->pass->name), FindingClass::kInternal, "a pass", {}};
  return Finding{"finds_two", "", FindingClass::kDiffers, "the module", {}};
}
Verdict FindInFork(const PassCall*, OracleContext& oc) {
  if (oc.subject.name() != "fork") return Agree{};
  return Finding{"finds_in_fork", "", FindingClass::kDiffers, "a bug of its own", {}};
}
// Both do the same wrong, which shows in the one each time and in the other in one time of four.
Verdict FindByChance(const PassCall*, OracleContext& oc) {
  static int asked = 0;
  if (oc.subject.name() != "fork" && ++asked % 4 != 0) return Agree{};
  return Finding{"finds_by_chance", "", FindingClass::kTextDiffers, "by order of addresses", {}};
}
constexpr OracleSpec kFindsTwo{
    .name = "finds_two", .doc = "made for the test", .scope = OracleScope::kBoth, .judge = FindTwo};
constexpr OracleSpec kFindsInFork{.name = "finds_in_fork", .doc = "made for the test", .judge = FindInFork};
constexpr OracleSpec kFindsByChance{
    .name = "finds_by_chance", .doc = "made for the test", .tries = 4, .judge = FindByChance};

TEST_F(CampaignTest, WhatAnotherSubjectShowsTooIsNoFinding) {
  struct Fork : Wrapper {
    using Wrapper::Wrapper;
    std::string_view name() const override { return "fork"; }
  };
  CampaignOptions options = Options(kFindsTwo, {"add"});
  options.passes_per_case = 1;
  options.runs = 4;
  options.oracles = {&kFindsTwo, &kFindsInFork};
  options.make_subject = [](Context& ctx) { return std::make_unique<Fork>(ctx); };
  options.make_against = [](Context& ctx) { return std::make_unique<Wrapper>(ctx); };
  options.against = "upstream";
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_EQ(result->findings[0].oracle, "finds_in_fork");
  // Of the module in each run, and of the pass where it is asked about.
  EXPECT_GE(result->tally.skips.at(SkipReasonFromText("finds_two: shown elsewhere: upstream")), 4u);

  options.oracles = {&kFindsByChance};
  options.out += "/by-chance";
  auto by_chance = RunCampaign(options);
  ASSERT_TRUE(by_chance.ok()) << by_chance.error().message;
  EXPECT_TRUE(by_chance->findings.empty());
  EXPECT_EQ(by_chance->tally.skips.at(SkipReasonFromText("finds_by_chance: shown elsewhere: upstream")), 4u);
}

// Builds nothing, and says why.
struct RefusesAll : Wrapper {
  RefusesAll(Context& context, std::string named, std::string words)
      : Wrapper(context), who(std::move(named)), said(std::move(words)) {}
  std::string_view name() const override { return who; }
  Answer<ProgramRef> Build(const ModuleRef&, const BuildOptions&) override {
    return Refusal{RefusalKind::kUnsupported, said};
  }
  std::string who, said;
};
Verdict WantsForkToBuild(const PassCall*, OracleContext& oc) {
  if (oc.subject.name() != "fork") return Agree{};
  return Finding{"refuse_or_compile", "", FindingClass::kRejectsValid,
                 "ought to be taken", {}, {.said = "no such operator"}};
}
constexpr OracleSpec kWantsForkToBuild{
    .name = "refuse_or_compile", .doc = "made for the test", .judge = WantsForkToBuild};

TEST_F(CampaignTest, ARefusalInTheOtherSubjectsWordsIsNoFinding) {
  for (std::string_view words : {"no such operator", "no such dtype"}) {
    CampaignOptions options = Options(kWantsForkToBuild, {"add"});
    options.passes_per_case = 0;
    options.runs = 4;
    options.make_subject = [](Context& ctx) { return std::make_unique<RefusesAll>(ctx, "fork", "no such operator"); };
    options.make_against = [&](Context& ctx) {
      return std::make_unique<RefusesAll>(ctx, "upstream", std::string(words));
    };
    options.against = "upstream";
    options.out += "/" + std::to_string(words.size());
    auto result = RunCampaign(options);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->findings.empty(), words == "no such operator") << words;
  }
}

TEST_F(CampaignTest, ACrashIsAFindingAndTheCampaignGoesOn) {
  auto result = RunCampaign(Options(kCrashes, {"multiply", "nn.relu"}));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.runs, 40u);
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_EQ(result->findings[0].oracle, "no_crash_or_hang");
  EXPECT_EQ(result->findings[0].klass, FindingClass(FindingClass::kSignal, SIGABRT));
  EXPECT_EQ(result->findings[0].signature, "no_crash_or_hang||SIGABRT|multiply");
  EXPECT_GT(result->tally.oracles["no_crash_or_hang"].finding, 0u);
  EXPECT_TRUE(fs::exists(fs::path(result->findings[0].path) / "module.bin"));
}

TEST_F(CampaignTest, AHangIsAFinding) {
  CampaignOptions options = Options(kSpins, {"subtract"});
  options.case_seconds = 0.3;
  options.reduce_seconds = 1;
  options.runs = 3;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.runs, 3u);
  ASSERT_FALSE(result->findings.empty());
  EXPECT_EQ(result->findings[0].klass, FindingClass::kHang);
}

TEST_F(CampaignTest, WhatWaitsForEverIsAHangToo) {
  CampaignOptions options = Options(kHangs, {"subtract"});
  options.case_seconds = 0.05;
  options.reduce_seconds = 0.2;
  // Not every module that may call it does.
  options.runs = 4;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_EQ(result->findings[0].klass, FindingClass::kHang);
}

TEST_F(CampaignTest, SecondsOfTheProcessorDoNotCountWaiting) {
  CampaignOptions waits = Options(kWaits, {"subtract"});
  waits.cpu_seconds = true;
  waits.case_seconds = 0.2;
  waits.runs = 2;
  auto nothing = RunCampaign(waits);
  ASSERT_TRUE(nothing.ok()) << nothing.error().message;
  EXPECT_TRUE(nothing->findings.empty());
  CampaignOptions spins = Options(kSpins, {"subtract"});
  spins.cpu_seconds = true;
  spins.out += "-spins";
  spins.case_seconds = 0.2;
  spins.reduce_seconds = 0.5;
  spins.runs = 2;
  auto hang = RunCampaign(spins);
  fs::remove_all(spins.out);
  ASSERT_TRUE(hang.ok()) << hang.error().message;
  ASSERT_FALSE(hang->findings.empty());
  EXPECT_EQ(hang->findings[0].klass, FindingClass::kHang);
}

TEST_F(CampaignTest, TheSameSeedFindsTheSameWithAnyNumberOfJobs) {
  auto one = RunCampaign(Options(kFindsAdd, {"add", "exp"}));
  fs::remove_all(folder_);
  CampaignOptions options = Options(kFindsAdd, {"add", "exp"});
  options.jobs = 2;
  auto two = RunCampaign(options);
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(one->tally.oracles["finds_add"].finding, two->tally.oracles["finds_add"].finding);
  EXPECT_EQ(one->tally.op_coverage, two->tally.op_coverage);
}

TEST_F(CampaignTest, AFolderThatIsNotEmptyNeedsResume) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "mine.txt") << "keep me";
  auto refused = RunCampaign(Options(kAgrees, {"add"}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, DiagKind::kBadArgument);
  CampaignOptions resume = Options(kAgrees, {"add"});
  resume.resume = true;
  auto no_campaign = RunCampaign(resume);
  ASSERT_FALSE(no_campaign.ok());
  EXPECT_EQ(no_campaign.error().kind, DiagKind::kBadArgument);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(CampaignTest, ResumingNeedsACampaign) {
  CampaignOptions options = Options(kAgrees, {"add"});
  options.resume = true;
  for (bool there : {false, true}) {
    if (there) fs::create_directories(folder_);
    auto refused = RunCampaign(options);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, DiagKind::kBadArgument);
    EXPECT_EQ(fs::exists(folder_), there);
  }
}

TEST_F(CampaignTest, ResumingGoesOnWhereItStopped) {
  CampaignOptions options = Options(kFindsAdd, {"add"});
  ASSERT_TRUE(RunCampaign(options).ok());
  options.resume = true;
  options.runs = 60;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.runs, 20u);
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_TRUE(result->findings[0].earlier);
  EXPECT_FALSE(result->findings[0].known());
  EXPECT_FALSE(result->findings[0].IsNew());
  EXPECT_EQ(result->runs_before, 40u);
}

TEST_F(CampaignTest, ReportsCountAllStretches) {
  CampaignOptions options = Options(kFindsAdd, {"add"});
  auto first = RunCampaign(options);
  ASSERT_TRUE(first.ok());
  options.resume = true;
  options.runs = 60;
  auto second = RunCampaign(options);
  ASSERT_TRUE(second.ok()) << second.error().message;
  nlohmann::json report = nlohmann::json::parse(*ReadFile(folder_ / "report.json"));
  EXPECT_EQ(report["runs"], 60);
  EXPECT_NEAR(report["seconds"].get<double>(), first->seconds + second->seconds, 0.01);
  EXPECT_EQ(report["oracles"]["finds_add"]["finding"],
            first->tally.oracles["finds_add"].finding + second->tally.oracles["finds_add"].finding);
  EXPECT_NE(ReadFile(folder_ / "report.md")->find("60 runs in "), std::string::npos);
  // One campaign, one row.
  auto history = HistoryFromJson(nlohmann::json::parse(Store::FactsOf(folder_)[kHistoryName]));
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(history[0].failing, 1u);
}

TEST_F(CampaignTest, TheBaselineMakesFindingsKnown) {
  CampaignOptions options = Options(kFindsAdd, {"add"});
  ASSERT_TRUE(RunCampaign(options).ok());
  options.known = {folder_};
  options.out = folder_.string() + "-second";
  auto result = RunCampaign(options);
  fs::remove_all(options.out);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_TRUE(result->findings[0].known());
}

// The bug on file is counted under its name and not reduced, and fails nothing; the one behind it, of the same pass, is
// new.
TEST_F(CampaignTest, AKnownBugHidesNoOther) {
  CampaignOptions options = Options(kFindsAdd, {"add"});
  options.oracles = {&kKnownBug, &kBehindIt};
  options.runs = 10;
  fs::path on_file = folder_.string() + "-known";
  fs::create_directories(on_file / "a-slug");
  std::ofstream(on_file / "a-slug/case.json")
      << R"({"subject": "native", "status": "open", "signature": "internal|the known one", "upstream": "#1"})";
  options.known = {on_file};
  auto result = RunCampaign(options);
  fs::remove_all(on_file);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 2u);
  const FindingRecord& known = result->findings[result->findings[0].known() ? 0 : 1];
  const FindingRecord& fresh = result->findings[result->findings[0].known() ? 1 : 0];
  EXPECT_EQ(known.KnownLabel(), "known: a-slug (upstream #1)");
  EXPECT_FALSE(known.IsNew());
  EXPECT_EQ(known.seen, 10u);
  EXPECT_THAT(*ReadFile(known.path + "/case.json"), testing::HasSubstr("not reduced: a known bug, a-slug"));
  EXPECT_TRUE(fresh.IsNew());
  EXPECT_EQ(fresh.oracle, "behind_it");
}

std::set<std::string> CorpusOf(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& item : fs::directory_iterator(folder / "corpus")) names.insert(item.path().filename());
  return names;
}

TEST_F(CampaignTest, WhatReachesSomethingFirstIsKeptAndMovedOnFrom) {
  CampaignOptions options = Options(kAgrees, {});
  options.generate.profile = Profile::kMixed;
  options.runs = 300;
  options.jobs = 2;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  std::set<std::string> kept = CorpusOf(folder_);
  EXPECT_GE(kept.size(), 20u);
  // Distilled: what others have as well is gone.
  EXPECT_LT(kept.size(), result->tally.kept);
  EXPECT_GE(result->tally.moves.size(), 20u);
  for (const std::string& name : kept) {
    Context ctx;
    auto text = ReadFile(folder_ / "corpus" / name);
    ASSERT_TRUE(text.ok());
    EXPECT_TRUE(ParseModule(ctx, name, *text).ok()) << name;
  }
  // A draft that a killed campaign left, and a file of somebody else, hurt nobody.
  std::ofstream(folder_ / "corpus" / ".draft-x.py") << "half";
  std::ofstream(folder_ / "corpus" / "mine.py") << "nothing";
  options.resume = true;
  options.runs = 320;
  auto resumed = RunCampaign(options);
  ASSERT_TRUE(resumed.ok()) << resumed.error().message;
  EXPECT_LT(resumed->tally.kept, result->tally.kept / 2);
  EXPECT_FALSE(CorpusOf(folder_).contains(".draft-x.py"));
  EXPECT_TRUE(CorpusOf(folder_).contains("mine.py"));
}

TEST_F(CampaignTest, ModulesOfARecordedSuiteComeFirstAndOnce) {
  auto text = [](std::string_view op) {
    return nlohmann::json(
               "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((2,), \"float32\")) -> "
               "R.Tensor((2,), \"float32\"):\n        y = R." +
               std::string(op) + "(x)\n        return y\n")
        .dump();
  };
  TempFolder folder;
  std::string path = folder.path() + "/seeds.jsonl";
  std::ofstream(path) << R"({"id": "pass-0", "pass": "Normalize", "before": )" << text("exp") << "}\n"
                      << R"({"id": "pass-1", "pass": "FuseOps", "before": )" << text("exp") << "}\n"
                      << R"({"id": "print-0", "module": )" << text("tanh") << "}\n"
                      << R"({"id": "wellformed-0", "module": )" << text("print") << "}\n";
  CampaignOptions options;
  options.seed_files = {path};
  CaseSource source(options);
  ASSERT_TRUE(source.Load().ok());
  auto operators = [&](uint64_t run) {
    Context ctx;
    return OperatorsOf(source.Make(ctx, run, Corpus()).c.module);
  };
  EXPECT_EQ(operators(0), std::vector<std::string>{"exp"});
  EXPECT_EQ(operators(1), std::vector<std::string>{"tanh"});
  EXPECT_NE(operators(2), std::vector<std::string>{"print"}) << "in a pure function, which makes it ill-formed";
  Context ctx;
  EXPECT_EQ(source.Make(ctx, 1, Corpus()).seed, "tried");
  EXPECT_EQ(source.Make(ctx, 2, Corpus()).seed, "not well-formed");
  EXPECT_EQ(source.Make(ctx, 3, Corpus()).seed, "");
  std::ofstream(path) << "no suite\n";
  EXPECT_FALSE(CaseSource(options).Load().ok());
}

// A private kernel in front, several public functions, none called main, and a file of kernels alone.
TEST_F(CampaignTest, EveryPublicFunctionOfASeedIsRun) {
  TempFolder folder;
  std::ofstream(folder.path() + "/a.py") << "@I.ir_module\nclass Module:\n"
                                            "    @T.prim_func(private=True, s_tir=True)\n    def helper(A: "
                                            "T.Buffer((2,), \"float32\")):\n        A[0] = T.float32(1)\n\n"
                                            "    @R.function\n    def predict(x: R.Tensor((2,), \"float32\")) -> "
                                            "R.Tensor((2,), \"float32\"):\n        return x\n\n"
                                            "    @R.function\n    def train(x: R.Tensor((3,), \"float32\")) -> "
                                            "R.Tensor((3,), \"float32\"):\n        return x\n";
  std::ofstream(folder.path() + "/b.py")
      << "@I.ir_module\nclass Module:\n"
         "    @T.prim_func(s_tir=True)\n    def scale(A: T.Buffer((2,), \"float32\")):\n        A[0] = T.float32(2)\n";
  CampaignOptions options;
  options.seed_files = {folder.path()};
  CaseSource source(options);
  ASSERT_TRUE(source.Load().ok());
  std::vector<std::string> entries;
  for (uint64_t run = 0; run < 3; ++run) {
    Context ctx;
    MadeCase made = source.Make(ctx, run, Corpus());
    EXPECT_EQ(made.seed, "tried");
    entries.push_back(made.c.entry);
    ASSERT_FALSE(made.c.inputs.empty());
    EXPECT_EQ(made.c.inputs[0].size(), 1u);
    // As after a crash, from the module alone.
    EXPECT_EQ(source.Around(ctx, run, made.c.module).entry, made.c.entry);
  }
  EXPECT_EQ(entries, (std::vector<std::string>{"predict", "train", "scale"}));
  Context ctx;
  EXPECT_EQ(source.Make(ctx, 3, Corpus()).seed, "");
}

// A pair of a module and what a pass makes of it, as golden texts are; one that is ill-formed is left out and named.
TEST_F(CampaignTest, EveryModuleOfASeedFileIsASeed) {
  TempFolder folder;
  auto module = [](std::string_view op, std::string_view arg) {
    return fmt::format(
        "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((2,), \"float32\")):\n"
        "        y = R.{}({})\n        return y\n",
        op, arg);
  };
  std::ofstream(folder.path() + "/pair.py") << module("exp", "x") << "# ---\n" << module("tanh", "x");
  std::ofstream(folder.path() + "/two.py") << module("sin", "x") << module("print", "x");
  CampaignOptions options;
  options.seed_files = {folder.path()};
  CaseSource source(options);
  ASSERT_TRUE(source.Load().ok());
  std::vector<std::string> seeds;
  for (uint64_t run = 0; run < 3; ++run) {
    Context ctx;
    MadeCase made = source.Make(ctx, run, Corpus());
    EXPECT_EQ(made.seed, "tried");
    seeds.push_back(fmt::format("{}", fmt::join(OperatorsOf(made.c.module), "+")));
  }
  EXPECT_EQ(seeds, (std::vector<std::string>{"exp", "tanh", "sin"}));
  ASSERT_EQ(source.unread().size(), 1u);
  EXPECT_THAT(source.unread()[0], testing::HasSubstr("two.py: line "));
}

// What is said of a seed is what `check` says first.
TEST_F(CampaignTest, ASeedIsLeftOutForItsFirstErrorInTheFile) {
  TempFolder folder;
  std::ofstream(folder.path() + "/twice.py") << R"(@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2,), "float32")):
        for i in range(2):
            A[i, i] = T.float32(1)

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x
)";
  CampaignOptions options;
  options.seed_files = {folder.path()};
  CaseSource source(options);
  ASSERT_TRUE(source.Load().ok());
  ASSERT_EQ(source.unread().size(), 1u);
  EXPECT_THAT(source.unread()[0], testing::HasSubstr("twice.py: line 6: "));
}

// TIR passes have cases of their own, also where a subject has not all of them.
TEST_F(CampaignTest, CasesAreAboutGraphsOrAboutKernelsAsTheSubjectHasThem) {
  CampaignOptions options;
  options.offered = {FindPass("LegalizeOps"), FindPass("FuseOps"), FindPass("UnrollLoop"), FindPass("FlattenBuffer")};
  options.generate.unwanted = BitOf(Feature::kUnreadable);
  CaseSource source(options);
  std::set<std::string> graphs, kernels;
  for (uint64_t run = 0; run < 40; ++run) {
    Context ctx;
    Case c = source.Make(ctx, run, Corpus()).c;
    ASSERT_FALSE(c.passes.empty());
    bool over_kernels = IsTirPass(*c.passes[0].pass);
    for (const PassCall& call : c.passes) {
      EXPECT_EQ(IsTirPass(*call.pass), over_kernels);
      (over_kernels ? kernels : graphs).emplace(call.pass->name);
    }
  }
  EXPECT_EQ(graphs, (std::set<std::string>{"LegalizeOps", "FuseOps"}));
  EXPECT_EQ(kernels, (std::set<std::string>{"UnrollLoop", "FlattenBuffer"}));
}

TEST_F(CampaignTest, TimeEndsIt) {
  CampaignOptions options = Options(kAgrees, {"add"});
  options.runs = 0;
  options.seconds = 0.5;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok());
  EXPECT_GT(result->tally.runs, 0u);
  EXPECT_LT(result->seconds, 20);
}

}  // namespace
}  // namespace assay
