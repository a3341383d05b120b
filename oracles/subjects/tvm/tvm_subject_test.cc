// TVM as a subject, on the stand-in: oracles find what it does wrong, a crash is one finding and the case goes on, and
// what TVM refuses or does not have is none.
#include "oracles/subjects/tvm/tvm_subject.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/support/temp_folder.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle.h"
#include "oracles/core/pass_input.h"
#include "oracles/subjects/tvm/fake_tvm.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "vm/effects.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
        return y
)";

class TvmSubjectTest : public testing::Test {
 protected:
  void SetUp() override {
    Start("");
    auto parsed = ParseModule(ctx, "case.py", std::string(kModule));
    ASSERT_TRUE(parsed.ok());
    c.module = *parsed;
  }
  void Start(const std::string& how, const std::string& target = "") {
    TvmLimits limits;
    limits.seconds = 2;
    auto server = StartFakeTvm(how, limits);
    ASSERT_TRUE(server.ok()) << server.error().message;
    subject = MakeTvmSubject(ctx, *server, target);
  }
  // What the oracle says of a pass.
  CaseReport Judge(std::string_view oracle, std::initializer_list<std::string_view> passes) {
    for (std::string_view pass : passes) c.passes.push_back({FindPass(pass), {}});
    const OracleSpec* asked[] = {FindOracle(oracle)};
    return JudgeCase(ctx, *subject, c, asked);
  }
  Context ctx;
  std::unique_ptr<Subject> subject;
  Case c;
};

TEST_F(TvmSubjectTest, APassThatWritesIntoItsInputIsFound) {
  CaseReport report = Judge("input_unchanged", {"DeadCodeElimination"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kInputChanged);
  EXPECT_EQ(report.findings[0].pass, "DeadCodeElimination");
}

TEST_F(TvmSubjectTest, APassThatWritesIntoItsInputIsAskedNothingMore) {
  for (std::string_view pass : {"Normalize", "DeadCodeElimination"}) c.passes.push_back({FindPass(pass), {}});
  // The stand-in's Normalize gives back the module itself, into which the other pass writes.
  const OracleSpec* asked[] = {FindOracle("input_unchanged"), FindOracle("sequential_equals_direct")};
  CaseReport report = JudgeCase(ctx, *subject, c, asked);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].pass, "DeadCodeElimination");
  EXPECT_TRUE(report.findings[0].also.empty());
  EXPECT_EQ(report.tallies["sequential_equals_direct"].agree, 1u) << "Normalize, on a module of its own";
}

TEST_F(TvmSubjectTest, SequentialAndDirectSeeTheSameObject) {
  CaseReport report = Judge("sequential_equals_direct", {"DeadCodeElimination"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kDiffers);
}

// The stand-in's own programs give back their first argument, whatever the module.
TEST_F(TvmSubjectTest, WhatAPassLeavesIsRunByAssaysEngines) {
  c.inputs = {MakeInputs(c.module, "main", 1), MakeInputs(c.module, "main", 2)};
  CaseReport report = Judge("pass_preserves_results", {"ExpandMatmulOfSum", "ReorderTakeAfterMatmul"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kDiffers);
  EXPECT_EQ(report.findings[0].pass, "ExpandMatmulOfSum");
  EXPECT_EQ(report.tallies["pass_preserves_results"].agree, 1u)
      << "the other one leaves another text that says the same";
  EXPECT_GT(subject->QuestionsElsewhere().count("build"), 0u) << "what is wrong is asked of the subject's own build";
}

// What a campaign saw by its draw shows again when the case is replayed, which has none.
TEST_F(TvmSubjectTest, TheBuildIsAskedOfEveryCaseOnItsOwn) {
  c.inputs = {MakeInputs(c.module, "main", 1)};
  CaseReport report = Judge("pass_preserves_results", {"ReorderTakeAfterMatmul"});
  EXPECT_EQ(report.tallies["pass_preserves_results"].agree, 1u);
  EXPECT_EQ(subject->QuestionsElsewhere().count("build"), 1u);
}

TEST_F(TvmSubjectTest, QuestionsAreCounted) {
  (void)Judge("input_unchanged", {"Normalize"});
  QuestionTallies asked = subject->QuestionsElsewhere();
  EXPECT_EQ(asked["parse"].asked, 1u);
  EXPECT_EQ(asked["apply Normalize"].asked, 1u);
  EXPECT_GT(asked["apply Normalize"].seconds, 0);
}

// The second TIR pass begins where the first one's form ends.
TEST_F(TvmSubjectTest, FormsThatBeginAlikeAreMadeOnce) {
  (void)Judge("well_formed_after_pass", {"ConvertBlocksToOpaque", "LowerOpaqueBlock"});
  QuestionTallies asked = subject->QuestionsElsewhere();
  // Once for the form that both begin with, and once in the build's own pipeline.
  EXPECT_EQ(asked["apply LowerInitBlock"].asked, 1u);
}

TEST_F(TvmSubjectTest, ACrashIsOneFindingAndTheCaseGoesOn) {
  CaseReport report = Judge("well_formed_after_pass", {"LegalizeOps", "CanonicalizeBindings", "Normalize"});
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kCrash);
  EXPECT_THAT(report.findings[0].cause.text, HasSubstr("SIGSEGV"));
  EXPECT_EQ(report.findings[1].klass, FindingClass::kInternal);
  EXPECT_EQ(report.tallies["well_formed_after_pass"].agree, 1u) << "Normalize, after two crashes";
}

TEST_F(TvmSubjectTest, ACaseThatIsInterruptedIsJudgedOnceMore) {
  TempFolder folder;
  std::string file = folder.path() + "/interruptions_to_come";
  std::ofstream(file) << "one";
  Start(file);
  // What the stand-in's DeadCodeElimination writes is found, and no other pass is blamed for what is missing.
  CaseReport report = Judge("input_unchanged", {"RemoveRedundantReshape", "DeadCodeElimination", "Normalize"});
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(subject->Interruptions(), 1u);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].pass, "DeadCodeElimination");
  EXPECT_EQ(report.tallies["input_unchanged"].agree, 2u);
}

TEST_F(TvmSubjectTest, ACaseThatIsInterruptedEachTimeIsLeftOut) {
  CaseReport report = Judge("input_unchanged", {"FuseTIR", "DeadCodeElimination"});
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.skips.size(), 1u);
}

TEST_F(TvmSubjectTest, AFunctionOfThisProcessIsNoArgument) {
  Value function = MakeHostFunction([](std::span<const Value>) -> Outcome { return Refused{}; });
  // Whatever the program: nobody is asked.
  Outcome outcome = subject->Run(nullptr, "main", {&function, 1}, {});
  EXPECT_TRUE(std::holds_alternative<Refused>(outcome));
}

TEST_F(TvmSubjectTest, HandlesOutliveTheChildThatHeldThem) {
  Answer<ModuleRef> module = subject->Import(c.module);
  ASSERT_TRUE(module.ok());
  Answer<ModuleRef> after = subject->ApplyDirect({FindPass("Normalize"), {}}, *module);
  ASSERT_TRUE(after.ok());
  std::string text = subject->Print(*after);
  EXPECT_FALSE(subject->ApplyDirect({FindPass("LegalizeOps"), {}}, *module).ok());
  EXPECT_EQ(subject->Print(*after), text);
  EXPECT_THAT(text, HasSubstr("R.add"));
}

TEST_F(TvmSubjectTest, AFreshModuleIsAsItWasBeforeAPassWroteIntoIt) {
  Answer<ModuleRef> module = subject->Import(c.module);
  ASSERT_TRUE(module.ok());
  std::string text = subject->Print(*module);
  Answer<ModuleRef> given = subject->LoadAgain(*module);
  ASSERT_TRUE(given.ok());
  ASSERT_TRUE(subject->ApplyDirect({FindPass("DeadCodeElimination"), {}}, *given).ok());
  EXPECT_THAT(subject->Print(*given), HasSubstr("# touched")) << "whoever looks at the input sees it";
  EXPECT_EQ(subject->Print(*subject->LoadAgain(*module)), text);
}

TEST_F(TvmSubjectTest, WithoutBuildersModulesAreReadAsTextAndThatIsCounted) {
  ASSERT_TRUE(subject->Import(c.module).ok());
  EXPECT_THAT(subject->TakeNotes(), testing::ElementsAre("import: read as text: this TVM has no script builders"));
  EXPECT_TRUE(subject->TakeNotes().empty());
  EXPECT_FALSE(subject->ImportAsText(c.module)) << "there is one way in";
}

TEST_F(TvmSubjectTest, RefusalsAndWhatThereIsNotAreNoFindings) {
  CaseReport report = Judge("deterministic", {"EliminateCommonSubexpr", "AdjustMatmulOrder"});
  EXPECT_TRUE(report.findings.empty());
  EXPECT_FALSE(subject->Has(*FindPass("AdjustMatmulOrder")));
}

TEST_F(TvmSubjectTest, TextThatDoesNotReadBackIsFound) {
  CaseReport report = Judge("round_trip", {"ConvertToDataflow"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kUnreadable);
}

TEST_F(TvmSubjectTest, APassOverKernelsGetsWhatTheOnesInFrontLeave) {
  std::vector<PassCall> before = FormBefore(*subject, *FindPass("LowerOpaqueBlock"));
  ASSERT_EQ(before.size(), 2u) << "of those that the subject has";
  EXPECT_EQ(before[0].pass->name, "LowerInitBlock");
  EXPECT_EQ(before[1].pass->name, "ConvertBlocksToOpaque");
  EXPECT_TRUE(FormBefore(*subject, *FindPass("LegalizeOps")).empty());
  // What goes wrong in front of it is no fault of its own.
  CaseReport report = Judge("well_formed_after_pass", {"ConvertBlocksToOpaque", "LowerOpaqueBlock"});
  EXPECT_EQ(report.passes["ConvertBlocksToOpaque"].oracles["well_formed_after_pass"].finding, 1u);
  EXPECT_EQ(report.passes["LowerOpaqueBlock"].oracles["well_formed_after_pass"].skip, 1u);
}

TEST_F(TvmSubjectTest, FindingsOfOneCauseAreOne) {
  Finding one{"idempotent", "A", FindingClass::kInternal, "", {}, {}, {"InternalError x"}},
      other{"round_trip", "B", FindingClass::kInternal, "", {}, {}, {"InternalError x"}};
  EXPECT_EQ(Signature(one, c.module), Signature(other, c.module));
  other.cause = {"InternalError y"};
  EXPECT_NE(Signature(one, c.module), Signature(other, c.module));
}

TEST(Knowledge, ProgramsAreForTheVersionsWhoseBuildersAreKnown) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", std::string(kModule));
  ASSERT_TRUE(module.ok());
  for (const char* version : {"0.25.0", "0.26.0", "0.27.0.post1"}) {
    Result<std::string> program = ProgramFor(*module, version);
    ASSERT_TRUE(program.ok()) << version;
    EXPECT_THAT(*program, HasSubstr("y = emit(\"y\", R.add(x, x), "));
  }
  EXPECT_FALSE(ProgramFor(*module, "0.17.0").ok());
}

TEST(Knowledge, EveryAllowanceSaysWhyAndOfWhat) {
  for (const Allowance& row : AllAllowances()) {
    EXPECT_FALSE(row.id.empty() || row.reason.empty() || row.source.empty()) << row.id;
    // An operator or a class alone is too much to let pass.
    EXPECT_FALSE(row.oracle.empty()) << row.id;
    EXPECT_FALSE(row.said.empty() && row.changes.size() == 0 && !row.frame && !row.trap) << row.id;
    // What assay's own oracles and engines say of a finding counts for nothing: only what refuses has words of TVM's.
    bool in_tvms_words = row.klass == FindingClass::kRejectsValid || row.klass == FindingClass::kInternal ||
                         row.klass == FindingClass::kUnreadable;
    EXPECT_TRUE(row.said.empty() || in_tvms_words) << row.id;
  }
}

TEST(Knowledge, AnAllowanceOfTheFrameOrOfATrapGoesByTheirTables) {
  Finding bound{"frame_kept", "LowerIntrin", FindingClass::kFrameBroken, "any words", {}, {}};
  bound.facts.frame = FrameBreach{Facet::kFunctionAttrs, Way::kAdded, "target"};
  EXPECT_NE(FindAllowance("0.27.0", bound), nullptr);
  for (FrameBreach other : {FrameBreach{Facet::kFunctionAttrs, Way::kDropped, "target"},
                            FrameBreach{Facet::kModuleAttrs, Way::kAdded, "target"},
                            FrameBreach{Facet::kFunctionAttrs, Way::kAdded, "noalias"}}) {
    bound.facts.frame = other;
    EXPECT_EQ(FindAllowance("0.27.0", bound), nullptr) << other.Text() << " " << other.key;
  }
  bound.facts = {.said = "attributes of functions added: function main, attribute target"};
  EXPECT_EQ(FindAllowance("0.27.0", bound), nullptr) << "words alone";

  Finding lanes{"pass_preserves_results", "LowerThreadAllreduce", FindingClass::kTrap, "any words", {}, {}};
  lanes.facts.trap = TrapFact{TrapKind::kReadBeforeWrite, "red_buf1"};
  EXPECT_NE(FindAllowance("0.27.0", lanes), nullptr);
  for (TrapFact other : {TrapFact{TrapKind::kReadBeforeWrite, "shared"}, TrapFact{TrapKind::kDataRace, "red_buf1"}}) {
    lanes.facts.trap = other;
    EXPECT_EQ(FindAllowance("0.27.0", lanes), nullptr) << TrapKindName(other.kind) << " " << other.buffer;
  }
}

// The stand-in's Matmul turns sums into products, behind its LegalizeOps, which crashes for this machine's processor.
TEST_F(TvmSubjectTest, WhatIsScheduledForADeviceIsRunByAssaysEngines) {
  Start("", R"({"kind": "cuda", "arch": "sm_80"})");
  c.inputs = {MakeInputs(c.module, "main", 1)};
  CaseReport report =
      Judge("pass_preserves_results", {"dlight.gpu.Matmul", "dlight.gpu.Fallback", "dlight.gpu.Transpose"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kDiffers);
  EXPECT_EQ(report.findings[0].pass, "dlight.gpu.Matmul");
  EXPECT_EQ(report.tallies["pass_preserves_results"].agree, 1u);
  EXPECT_EQ(report.skips[(
                SkipReason{"pass_preserves_results", true, {SkipKind::kNotCompared, "a barrier (tvm_storage_sync)"}})],
            1u);
  EXPECT_EQ(subject->QuestionsElsewhere().count("build"), 0u) << "nothing that is built for a device runs here";
  auto files = subject->Reproducer(c, report.findings[0]);
  EXPECT_THAT(files["reproduce.py"], HasSubstr(R"("target":"{\"kind\": \"cuda\", \"arch\": \"sm_80\"}")"));
  EXPECT_THAT(files["reproduce.py"], HasSubstr(R"("before":[{"name":"LegalizeOps","options":{}}])"));
  EXPECT_THAT(files["issue.md"], HasSubstr("sm_80"));
}

TEST_F(TvmSubjectTest, WhatWritesIntoItsInputHasChangedIt) {
  Start("", "cuda");
  CaseReport report = Judge("input_unchanged", {"dlight.gpu.Fallback", "Normalize"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].cause.text, "ApplyDefaultSchedule writes") << "whichever rule it was";
  EXPECT_EQ(report.passes["dlight.gpu.Fallback"].changed, 1u);
  EXPECT_EQ(report.passes["Normalize"].changed, 0u);
}

TEST_F(TvmSubjectTest, AModuleForADeviceRunsAsItIsScheduled) {
  Start("", "cuda");
  EXPECT_EQ(subject->Engines(), std::vector<std::string>{"scheduled"});
  EXPECT_TRUE(subject->Traits().for_device);
  Answer<ModuleRef> module = subject->Import(c.module);
  ASSERT_TRUE(module.ok());
  Answer<ProgramRef> program = subject->Build(*module, {.engine = "scheduled"});
  ASSERT_TRUE(program.ok()) << program.refusal().message;
  std::vector<Value> args = MakeInputs(c.module, "main", 1);
  EXPECT_TRUE(std::holds_alternative<Value>(subject->Run(*program, "main", args, OracleSettings().budget)));
  EXPECT_EQ(subject->Build(*module, {.engine = "scheduled", .lowered = true}).refusal().kind, RefusalKind::kCannot);
  EXPECT_TRUE(subject->Has(*FindPass("dlight.gpu.Matmul")));
  EXPECT_FALSE(subject->Has(*FindPass("dlight.gpu.GEMV"))) << "the stand-in has none";
  EXPECT_FALSE(subject->Has(*FindPass("dlight.adreno.Pool2D")));
  Start("", R"({"kind": "opencl", "device": "adreno"})");
  EXPECT_EQ(subject->WhyLacks(*FindPass("dlight.adreno.Pool2D")), "");
}

TEST_F(TvmSubjectTest, AModuleMayComeOfManyOthersInTurn) {
  // More than calls fit on a stack: nothing is asked of them before the last one is.
  Answer<ModuleRef> module = subject->Import(c.module);
  ASSERT_TRUE(module.ok());
  for (int i = 0; i < 200'000; ++i) module = subject->SaveAndLoad(*module);
  EXPECT_THAT(subject->Print(*module), HasSubstr("R.add(x, x)"));
}

TEST_F(TvmSubjectTest, AModuleThatWasBuiltEndsWithTheLastThatHasIt) {
  std::weak_ptr<const SubjectModule> watched;
  ProgramRef program;
  {
    Answer<ModuleRef> module = subject->Import(c.module);
    ASSERT_TRUE(module.ok());
    watched = *module;
    for (int i = 0; i < 2; ++i) {
      Answer<ProgramRef> built = subject->Build(*module, {.engine = "bytecode", .lowered = true});
      ASSERT_TRUE(built.ok()) << built.refusal().message;
      EXPECT_TRUE(program == nullptr || program == *built) << "kept";
      program = *built;
    }
  }
  EXPECT_FALSE(watched.expired());
  program = nullptr;
  EXPECT_TRUE(watched.expired());
}

TEST(Knowledge, AnAllowanceMatchesAllThatItNames) {
  Finding seen{"rejects_invalid", "", FindingClass::kAcceptsInvalid, "", {}, {.change = ChangeKind::kAnotherSymbol}};
  ASSERT_NE(FindAllowance("0.27.0", seen), nullptr);
  Finding other_oracle = seen, other_change = seen, no_change = seen;
  other_oracle.oracle = "idempotent";
  other_change.facts.change = ChangeKind::kUndefinedResult;
  no_change.facts = {.said = "a function's symbol is not its name"};
  EXPECT_EQ(FindAllowance("0.27.0", other_oracle), nullptr);
  EXPECT_EQ(FindAllowance("0.27.0", other_change), nullptr);
  EXPECT_EQ(FindAllowance("0.27.0", no_change), nullptr) << "words alone";
}

TEST(Knowledge, SomeDifferencesAreOfSomeVersions) {
  Finding seen{"rejects_invalid", "", FindingClass::kAcceptsInvalid, "", {}, {.change = ChangeKind::kOneIndexMore}};
  EXPECT_NE(FindAllowance("0.27.0.post1", seen), nullptr);
  EXPECT_EQ(FindAllowance("0.26.0", seen), nullptr);
}

TEST(Knowledge, CallsOfUnknownShapesStayAndOthersAreFindings) {
  std::string what =
      "InternalError: CodeGenVM cannot emit this Relax operator directly. Run the lowering pass.\nOffending call:\n";
  Finding seen{"refuse_or_compile", "", FindingClass::kInternal, "", {}, {.said = what + "R.negative(y)"}};
  EXPECT_NE(FindAllowance("0.27.0", seen), nullptr);
  Finding behind_pass{"pass_preserves_results", "KillAfterLastUse", FindingClass::kInternal, "", {}, seen.facts};
  EXPECT_NE(FindAllowance("0.27.0", behind_pass), nullptr) << "whoever builds it";
  seen.facts.said = what + "R.call_tir_with_grad(cls.f, (x,))";
  EXPECT_EQ(FindAllowance("0.27.0", seen), nullptr);
}

TEST(Knowledge, VersionsHaveTheirForms) {
  EXPECT_EQ(DialectOf("0.17.0"), TextDialect::k017);
  EXPECT_EQ(DialectOf("0.24.0"), TextDialect::k017);
  EXPECT_EQ(DialectOf("0.25.0"), TextDialect::k025);
  EXPECT_EQ(DialectOf("0.26.0"), TextDialect::k026);
  EXPECT_EQ(DialectOf("0.27.0.post1"), TextDialect::k026);
}

// As T.Buffer(("n",), …) the size would be int32 in TVM until the line that says int64.
TEST(Knowledge, SizesOfBuffersHaveTheirDtypeFromTheFirst) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", R"(
@T.prim_func(private=True)
def kernel(x: T.Buffer(("n",), "float32"), y: T.Buffer(("n",), "float32")):
    n = T.int64()
    for i in range(n):
        y[i] = x[i]
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  std::string text = TextFor(*module, "0.27.0");
  EXPECT_NE(text.find("def kernel(x_handle: T.handle, y_handle: T.handle):"), std::string::npos) << text;
  EXPECT_EQ(text.find("T.Buffer((\"n\""), std::string::npos) << text;
}

}  // namespace
}  // namespace assay
