// Each oracle agrees on a sound subject, and fires on one that breaks exactly its promise.
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "oracles/core/oracle_fixture.h"
#include "oracles/core/pass_input.h"

namespace assay {
namespace {

TEST_F(OraclesTest, AllAgreeOnASoundSubject) {
  for (const OracleSpec* oracle : AllOracles()) {
    // The case has no symbolic sizes and no Gradient, program_oracles_test.cc asks with them; native has one inference,
    // and the case no arithmetic and no threads.
    constexpr std::string_view kLeft[] = {"symbolic_equals_substituted", "gradient_numeric", "inference_agrees",
                                          "arithmetic_holds", "barriers_restored"};
    if (std::ranges::find(kLeft, oracle->name) == std::end(kLeft)) ExpectAgree(oracle->name);
  }
}

TEST_F(OraclesTest, InferenceAgreesSeesAContradiction) {
  struct Infers : Wrapper {
    using Wrapper::Wrapper;
    SubjectTraits Traits() const override { return {.infers_again = true}; }
    Answer<std::vector<TypeDisagreement>> Disagreements(const ModuleRef&) override { return said; }
    std::vector<TypeDisagreement> said;
  } infers(ctx);
  Verdict verdict = Ask("inference_agrees", infers);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
  infers.said = {{FindingClass::kDtype, "relax.add", "main: y: given float32, inferred float16", "float32", "float16"}};
  ExpectFinding("inference_agrees", infers, FindingClass::kDtype);
  Wrapper without(ctx);
  verdict = Ask("inference_agrees", without);
  EXPECT_TRUE(std::holds_alternative<Skip>(verdict)) << "the native subject's inference is assay's own";
}

TEST_F(OraclesTest, KnownDifferencesAreSkipsAndNotFindings) {
  struct Explained : Wrapper {
    using Wrapper::Wrapper;
    std::vector<Violation> Violations(const ModuleRef&) override { return {"not to my taste"}; }
    std::string AllowanceFor(const Finding& finding) const override {
      bool rejects = finding.oracle == "rejects_invalid" && finding.klass == FindingClass::kRejectsValid;
      return rejects && finding.facts.said == "not to my taste" ? "taste" : "";
    }
  } explained(ctx);
  const OracleSpec* asked[] = {FindOracle("rejects_invalid")};
  CaseReport report = JudgeCase(ctx, explained, c, asked);
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.skips.count({"rejects_invalid", false, {SkipKind::kKnownDifference, "taste"}}), 1u);
}

TEST_F(OraclesTest, RejectsInvalidSeesACheckerThatIsTooStrictOrTooLax) {
  struct Strict : Wrapper {
    using Wrapper::Wrapper;
    std::vector<Violation> Violations(const ModuleRef&) override { return {"not to my taste"}; }
  } strict(ctx);
  ExpectFinding("rejects_invalid", strict, FindingClass::kRejectsValid);
  struct Lax : Wrapper {
    using Wrapper::Wrapper;
    std::vector<Violation> Violations(const ModuleRef&) override { return {}; }
  } lax(ctx);
  ExpectFinding("rejects_invalid", lax, FindingClass::kAcceptsInvalid);
}

TEST_F(OraclesTest, WhatASubjectLacksIsNotLookedAt) {
  struct Bare : Wrapper {
    using Wrapper::Wrapper;
    SubjectTraits Traits() const override {
      return {.watches_storage = false, .checks_needs = false, .takes_text = true};
    }
    std::vector<std::string> Engines() const override { return {}; }
  } bare(ctx);
  size_t lacking = 0;
  for (const OracleSpec* oracle : AllOracles()) {
    if (oracle->suits == nullptr) continue;
    ++lacking;
    const OracleSpec* twice[] = {oracle, oracle};
    c.passes.clear();
    if (oracle->scope == OracleScope::kPass) c.passes = {{FindPass("LegalizeOps"), {}}};
    CaseReport alone = JudgeCase(ctx, bare, c, {twice, 1});
    Skip skip{SkipKind::kNotApplicable, std::string(oracle->lacking)};
    EXPECT_EQ(alone.skips, (SkipCounts{{{std::string(oracle->name), !c.passes.empty(), skip}, 1}}));
    EXPECT_FALSE(oracle->lacking.empty());
    EXPECT_TRUE(JudgeCase(ctx, bare, c, twice).tallies.empty()) << oracle->name;
  }
  EXPECT_GE(lacking, 7u);
}

TEST_F(OraclesTest, InputUnchangedSeesAWrite) {
  struct Writes : Wrapper {
    using Wrapper::Wrapper;
    // After a pass ran, the module object reads differently.
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      ++applied;
      return inner->ApplyDirect(p, m);
    }
    std::string Fingerprint(const ModuleRef& m) override { return inner->Fingerprint(m) + std::to_string(applied); }
    int applied = 0;
  } subject(ctx);
  ExpectFinding("input_unchanged", subject, FindingClass::kInputChanged);
}

// What the first copy of a module says before a pass sees it is taken for the others; each is judged after its pass.
TEST_F(OraclesTest, InputUnchangedSeesTheWriteOfALaterPass) {
  struct SecondWrites : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      auto* main = const_cast<Function*>(As<Function>(inner->Native(m)->Find("main")));
      if (p.pass->name == "FoldConstant") main->is_pure = !main->is_pure;
      return inner->ApplyDirect(p, m);
    }
    std::string Fingerprint(const ModuleRef& m) override { return ++asked, inner->Fingerprint(m); }
    int asked = 0;
  } subject(ctx);
  c.passes = {{FindPass("DeadCodeElimination"), {}}, {FindPass("FoldConstant"), {}}};
  const OracleSpec* oracle = FindOracle("input_unchanged");
  CaseReport report = JudgeCase(ctx, subject, c, {&oracle, 1});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].pass, "FoldConstant");
  EXPECT_EQ(subject.asked, 3);
}

TEST_F(OraclesTest, WellFormedSeesAViolation) {
  struct Breaks : Wrapper {
    using Wrapper::Wrapper;
    // Drops the function's bindings, so that its result is undefined.
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override {
      const Var* lost = MakeVar(ctx, "lost", ctx.Object());
      const Function* f = MakeFunction(ctx, {}, MakeSeq(ctx, {}, lost), ctx.Object());
      return inner->Import(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "main"), f}}));
    }
  } subject(ctx);
  ExpectFinding("well_formed_after_pass", subject, FindingClass::kIllFormed);
}

TEST_F(OraclesTest, SequentialEqualsDirectSeesADifference) {
  struct Differs : Wrapper {
    using Wrapper::Wrapper;
    using Passes = std::span<const PassCall>;
    Answer<ModuleRef> ApplySequential(Passes, const ModuleRef&) override { return inner->Import({}); }
  } subject(ctx);
  ExpectFinding("sequential_equals_direct", subject, FindingClass::kDiffers);
}

TEST_F(OraclesTest, SequentialEqualsDirectSeesOneRefusal) {
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplySequential(std::span<const PassCall>, const ModuleRef&) override {
      return Refusal{RefusalKind::kUnsupported, "not through Sequential"};
    }
  } subject(ctx);
  ExpectFinding("sequential_equals_direct", subject, FindingClass::kOneRefuses);
}

TEST_F(OraclesTest, IdempotentSeesASecondChange) {
  // The first call is p(m), the second p(p(m)).
  struct SecondChange : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      return ++calls == 2 ? inner->Import({}) : inner->ApplyDirect(p, m);
    }
    int calls = 0;
  } subject(ctx);
  // Nothing follows for one that changes nothing.
  EXPECT_TRUE(std::holds_alternative<Agree>(Ask("idempotent", subject)));
  EXPECT_EQ(subject.calls, 1);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  subject.calls = 0;
  ExpectFinding("idempotent", subject, FindingClass::kDiffers);
}

// What the pass adds to the module, which itself reads back.
bool HasKernel(std::string_view text) { return text.find("prim_func") != std::string_view::npos; }

TEST_F(OraclesTest, RoundTripSeesUnreadableTextAndLoss) {
  struct Garbles : Wrapper {
    using Wrapper::Wrapper;
    std::string Print(const ModuleRef& m) override {
      std::string text = inner->Print(m);
      return all || HasKernel(text) ? "@I.ir_module\nclass Module(:\n" : text;
    }
    bool all = false;
  } unreadable(ctx);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  ExpectFinding("round_trip", unreadable, FindingClass::kUnreadable);
  struct Loses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> Parse(std::string_view text) override {
      return HasKernel(text) ? inner->Import({}) : inner->Parse(text);
    }
  } loses(ctx);
  ExpectFinding("round_trip", loses, FindingClass::kDiffers);
  // What the module itself loses is not the pass's doing.
  unreadable.all = true;
  OracleContext oc(ctx, unreadable, c);
  EXPECT_TRUE(std::holds_alternative<Finding>(FindOracle("round_trip")->judge(nullptr, oc)));
  EXPECT_TRUE(std::holds_alternative<Skip>(FindOracle("round_trip")->judge(&c.passes[0], oc)));
}

TEST_F(OraclesTest, ADrawAsksForTheTextOfOnePassInFour) {
  c.passes.assign(8, {FindPass("Normalize"), {}});
  Wrapper subject(ctx);
  const OracleSpec* text = FindOracle("round_trip");
  const OracleSpec* both[] = {FindOracle("input_unchanged"), text};
  // Each of the passes, and the module.
  EXPECT_EQ(JudgeCase(ctx, subject, c, both).tallies["round_trip"].agree, 9u);
  OracleSettings settings;
  for (settings.draw = 0; settings.draw < 4; ++*settings.draw) {
    CaseReport report = JudgeCase(ctx, subject, c, both, settings);
    EXPECT_EQ(report.tallies["round_trip"].agree, 3u);
    EXPECT_EQ(report.tallies["input_unchanged"].agree, 8u);
  }
  // Alone it is asked about all.
  EXPECT_EQ(JudgeCase(ctx, subject, c, {&text, 1}, settings).tallies["round_trip"].agree, 9u);
}

// Of passes that the build does not have, what the module and the build show is nothing.
TEST_F(OraclesTest, PassesOnlyAsksNothingOfTheModuleAndItsBuild) {
  c.passes.assign(3, {FindPass("Normalize"), {}});
  Wrapper subject(ctx);
  OracleSettings settings;
  settings.passes_only = true;
  CaseReport report = JudgeCase(ctx, subject, c, AllOracles(), settings);
  for (const auto& [name, tally] : report.tallies) {
    EXPECT_NE(FindOracle(name)->scope, OracleScope::kModule) << name;
  }
  EXPECT_EQ(report.tallies["round_trip"].agree, 3u);
  // The other findings are of the build, which is wrong.
  WrongResults wrong(ctx);
  EXPECT_FALSE(JudgeCase(ctx, wrong, c, AllOracles()).findings.empty());
  for (const Finding& finding : JudgeCase(ctx, wrong, c, AllOracles(), settings).findings)
    EXPECT_EQ(finding.pass, "Normalize") << finding.oracle;
}

TEST_F(OraclesTest, ResultOraclesSeeAWrongValue) {
  WrongResults subject(ctx);
  ExpectFinding("interpreted_equals_compiled", subject, FindingClass::kDiffers);
  // Nobody runs what a pass left as it was.
  EXPECT_TRUE(std::holds_alternative<Agree>(Ask("pass_preserves_results", subject)));
  c.passes = {{FindPass("LegalizeOps"), {}}};
  ExpectFinding("pass_preserves_results", subject, FindingClass::kDiffers);
}

TEST_F(OraclesTest, OfAnotherImplementationABuildThatIsWrongBlamesNoPass) {
  struct Foreign : WrongResults {
    using WrongResults::WrongResults;
    SubjectTraits Traits() const override { return {.rounds_otherwise = true}; }
  } subject(ctx);
  ExpectFinding("interpreted_equals_compiled", subject, FindingClass::kDiffers);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  Verdict verdict = Ask("pass_preserves_results", subject);
  ASSERT_TRUE(std::holds_alternative<Skip>(verdict));
  EXPECT_EQ(std::get<Skip>(verdict).why, "what the build alone makes is no better");
}

TEST_F(OraclesTest, OfAnotherImplementationACheckerThatRefusesTheModuleBlamesNoPass) {
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    SubjectTraits Traits() const override { return {.takes_text = true}; }
    std::vector<Violation> Violations(const ModuleRef&) override { return {"no"}; }
  } subject(ctx);
  EXPECT_TRUE(std::holds_alternative<Skip>(Ask("well_formed_after_pass", subject)));
  c.passes.clear();
  const OracleSpec* asked[] = {FindOracle("well_formed_after_pass")};
  CaseReport report = JudgeCase(ctx, subject, c, asked);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].klass, FindingClass::kRejectsValid);
}

TEST_F(OraclesTest, ThePipelineHandsOverWhatAModuleIsNotYet) {
  EXPECT_FALSE(IsHandedOver(ctx, c.module, *FindPass("DeadCodeElimination")));
  EXPECT_TRUE(IsHandedOver(ctx, c.module, *FindPass("StaticPlanBlockMemory")));
  EXPECT_FALSE(IsHandedOver(ctx, c.module, *FindPass("Normalize"))) << "it mends what it is given";
}

TEST_F(OraclesTest, ExecutionModesSeesOneThatDiffersOrRefuses) {
  struct OneIsWrong : Wrapper {
    using Wrapper::Wrapper;
    Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
      if (o.engine == "vm-compiled" && refuses) return Refusal{RefusalKind::kUnsupported, "too hard"};
      Answer<ProgramRef> program = inner->Build(m, o);
      if (o.engine == "vm-compiled") wrong = *program;
      return program;
    }
    Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& b) override {
      Outcome outcome = inner->Run(p, entry, args, b);
      if (p == wrong && traps) return MakeTrap(TrapKind::kCondition, "no");
      // The lowest bit of one element.
      if (p == wrong) Tensor(std::get_if<Value>(&outcome)->As<TensorValue>()->tensor).data()[0] ^= std::byte{1};
      return outcome;
    }
    ProgramRef wrong;
    bool refuses = false, traps = false;
  } subject(ctx);
  ExpectFinding("execution_modes", subject, FindingClass::kBitsDiffer);
  subject.traps = true;
  ExpectFinding("execution_modes", subject, FindingClass::kBitsDiffer);
  subject.refuses = true;
  ExpectFinding("execution_modes", subject, FindingClass::kOneRefuses);
}

TEST_F(OraclesTest, InterpretedEqualsCompiledSeesATrap) {
  struct Traps : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return Trap{TrapKind::kOutOfBounds, "index 7", {}};
    }
  } subject(ctx);
  ExpectFinding("interpreted_equals_compiled", subject, FindingClass::kTrap);
}

TEST_F(OraclesTest, MemoryPlanSeesAStaleRead) {
  struct Stale : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return Trap{TrapKind::kStaleRead, "byte 4 of alloc", {}};
    }
  } subject(ctx);
  ExpectFinding("memory_plan", subject, FindingClass::kStaleRead);
}

// What the build does not take as it was written is no fault of a pass behind which it does not, either.
TEST_F(OraclesTest, MemoryPlanBlamesNoPassForWhatTheBuildRefuses) {
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      if (p.pass->name == "AttachGlobalSymbol" && as_written)
        return Refusal{.kind = RefusalKind::kUnsupported, .message = "no such storage"};
      return inner->ApplyDirect(p, m);
    }
    Answer<ProgramRef> Build(const ModuleRef&, const BuildOptions&) override {
      return Refusal{.kind = RefusalKind::kInternal, .message = "storage is not there"};
    }
    bool as_written = true;
  } subject(ctx);
  c.passes = {{FindPass("KillAfterLastUse"), {}}};
  EXPECT_TRUE(std::holds_alternative<Skip>(Ask("memory_plan", subject)));
  subject.as_written = false;
  ExpectFinding("memory_plan", subject, FindingClass::kInternal);
}

TEST_F(OraclesTest, OutOfBudgetIsInconclusive) {
  struct Slow : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return OutOfBudget{};
    }
  } subject(ctx);
  Verdict verdict = Ask("interpreted_equals_compiled", subject);
  EXPECT_TRUE(std::holds_alternative<Skip>(verdict));
}

TEST_F(OraclesTest, DeterministicSeesAnotherOutcome) {
  // Every second application gives another module.
  struct Fickle : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      return ++calls % 2 == 0 ? inner->Import({}) : inner->ApplyDirect(p, m);
    }
    int calls = 0;
  } subject(ctx);
  ExpectFinding("deterministic", subject, FindingClass::kDiffers);
  struct Moody : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      if (++calls % 2 == 0) return Refusal{RefusalKind::kUnsupported, "not again"};
      return inner->ApplyDirect(p, m);
    }
    int calls = 0;
  } moody(ctx);
  ExpectFinding("deterministic", moody, FindingClass::kOneRefuses);
}

TEST_F(OraclesTest, OperatorsAreTakenOfWhichNoneIsLeft) {
  PassContext pass_ctx(ctx);
  Result<Module> lowered = RunPass(pass_ctx, {FindPass("LegalizeOps"), {}}, c.module);
  ASSERT_TRUE(lowered.ok());
  EXPECT_EQ(OperatorsTaken(c.module, *lowered), (std::vector<std::string>{"add", "multiply"}));
  EXPECT_TRUE(OperatorsTaken(c.module, c.module).empty());
  EXPECT_EQ(OperatorsTaken(*lowered, c.module), std::vector<std::string>{"call_tir"});
}

TEST_F(OraclesTest, RefuseOrCompileSeesUnclearAndNeedlessRefusals) {
  struct Refuses : Wrapper {
    Refuses(Context& context, Refusal words) : Wrapper(context), refusal(std::move(words)) {}
    Answer<ProgramRef> Build(const ModuleRef&, const BuildOptions&) override { return refusal; }
    Refusal refusal;
  };
  auto ask = [&](Refusal refusal) {
    Refuses subject(ctx, std::move(refusal));
    OracleContext oc(ctx, subject, c);
    return FindOracle("refuse_or_compile")->judge(nullptr, oc);
  };
  auto klass = [&](Refusal refusal) {
    Verdict verdict = ask(std::move(refusal));
    const auto* finding = std::get_if<Finding>(&verdict);
    return finding == nullptr ? std::string() : finding->klass.name();
  };
  EXPECT_EQ(klass({RefusalKind::kUnsupported, ""}), "unexplained");
  EXPECT_EQ(klass({RefusalKind::kInternal, "lost my way"}), "internal");
  EXPECT_EQ(klass({RefusalKind::kBadInput, "the module is ill-typed"}), "rejects_valid");
  EXPECT_EQ(klass({RefusalKind::kUnsupported, "nn.conv2d cannot be compiled yet", {"LegalizeOps"}}), "rejects_valid");
  // What is missing for good, or left to a pass that a build does not run, is a refusal as it should be.
  EXPECT_TRUE(std::holds_alternative<Skip>(ask({RefusalKind::kUnsupported, "ccl.allreduce cannot be compiled"})));
  const std::string hint = "hint_on_device cannot be compiled";
  EXPECT_TRUE(std::holds_alternative<Skip>(ask({RefusalKind::kUnsupported, hint, {"RealizeVDevice"}})));
}

// What the reference refuses as well is told apart from what it runs and the build does not take.
TEST_F(OraclesTest, RefuseOrCompileSaysWhatNoEngineRuns) {
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.bitwise_not(x)
        return y
)");
  ASSERT_TRUE(module.ok());
  c.module = *module;
  Wrapper subject(ctx);
  OracleContext oc(ctx, subject, c);
  Verdict verdict = FindOracle("refuse_or_compile")->judge(nullptr, oc);
  EXPECT_EQ(std::get<Skip>(verdict).kind, SkipKind::kRunsNowhere) << std::get<Skip>(verdict).why;
}

// The build takes the module at its word, and folds that name after operators are legalized.
TEST_F(OraclesTest, RefuseOrCompileLeavesNamesAloneThatSayLessThanTheirValues) {
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        @R.function
        def inner(z: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            w: R.Tensor((1, 1), dtype="float32") = R.exp(z)
            return w
        a: R.Tensor(dtype="float32", ndim=2) = inner(x)
        b: R.Tensor((1, 1), dtype="float32") = inner(x)
        y: R.Tensor(dtype="float32", ndim=2) = R.add(R.negative(a), R.negative(b))
        return y
)");
  ASSERT_TRUE(module.ok());
  c.module = *module;
  Wrapper subject(ctx);
  OracleContext oc(ctx, subject, c);
  Verdict verdict = FindOracle("refuse_or_compile")->judge(nullptr, oc);
  EXPECT_EQ(std::get<Skip>(verdict).kind, SkipKind::kRefused) << std::get<Skip>(verdict).why;
}

// Machine code of no module.
struct NoMachineCode : Wrapper {
  NoMachineCode(Context& context, RefusalKind kind)
      : Wrapper(context), refusal{kind, "machine code cannot be made of a buffer of float32"} {}
  Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
    if (o.engine == "vm-llvm" && o.opt_level >= least) return refusal;
    return inner->Build(m, o);
  }
  Refusal refusal;
  int least = 0;
};

TEST_F(OraclesTest, RefuseOrCompileSeesWhatOnlyMachineCodeRefuses) {
  NoMachineCode needless(ctx, RefusalKind::kUnsupported), limit(ctx, RefusalKind::kTooLarge);
  OracleContext oc(ctx, needless, c), at_limit(ctx, limit, c);
  Verdict verdict = FindOracle("refuse_or_compile")->judge(nullptr, oc);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kOneRefuses);
  EXPECT_EQ(finding->facts.refuser, "vm-llvm");
  EXPECT_TRUE(std::holds_alternative<Skip>(FindOracle("refuse_or_compile")->judge(nullptr, at_limit)));
}

TEST_F(OraclesTest, OptimisationLevelsSeesThatAllLevelsButTheFirstRefuse) {
  NoMachineCode subject(ctx, RefusalKind::kUnsupported);
  subject.least = 1;
  ExpectFinding("optimisation_levels", subject, FindingClass::kOneRefuses);
}

// Knows only functions called main.
struct OnlyMain : Wrapper {
  using Wrapper::Wrapper;
  bool HasMain(const ModuleRef& m) { return inner->Print(m).find("def main(") != std::string::npos; }
};

TEST_F(OraclesTest, MetamorphicSeesThatNamesMatter) {
  struct Refuses : OnlyMain {
    using OnlyMain::OnlyMain;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      if (!HasMain(m)) return Refusal{RefusalKind::kUnsupported, "there is no main"};
      return inner->ApplyDirect(p, m);
    }
  } refuses(ctx);
  ExpectFinding("metamorphic", refuses, FindingClass::kOneRefuses);
  struct Breaks : OnlyMain {
    using OnlyMain::OnlyMain;
    std::vector<Violation> Violations(const ModuleRef& m) override {
      return HasMain(m) ? std::vector<Violation>{} : std::vector<Violation>{"main is not defined"};
    }
  } breaks(ctx);
  ExpectFinding("metamorphic", breaks, FindingClass::kIllFormed);
}

// What comes before the pass refuses the module under other names: its reader, or a pass.
TEST_F(OraclesTest, MetamorphicSaysNothingOfWhatDoesNotReachThePass) {
  struct Before : OnlyMain {
    Before(Context& context, RefusalKind why, bool by_reader, bool as_text)
        : OnlyMain(context), kind(why), reads(by_reader), text(as_text) {}
    SubjectTraits Traits() const override {
      SubjectTraits traits = inner->Traits();
      traits.takes_text = text;
      return traits;
    }
    Answer<ModuleRef> Import(const Module& m) override {
      Answer<ModuleRef> taken = inner->Import(m);
      if (reads && !HasMain(*taken)) return Refusal{kind, "the reader wants a main"};
      return taken;
    }
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      if (!reads && !HasMain(m)) return Refusal{kind, "an earlier pass wants a main"};
      return inner->ApplyDirect(p, m);
    }
    RefusalKind kind;
    bool reads, text;
  };
  struct Row {
    RefusalKind kind;
    bool by_reader, as_text, found;
  };
  constexpr Row kRows[] = {{RefusalKind::kBadInput, true, true, false},
                           {RefusalKind::kNeeds, false, true, false},
                           {RefusalKind::kUnsupported, false, true, true},
                           {RefusalKind::kBadInput, true, false, true},
                           {RefusalKind::kUnsupported, false, false, true}};
  for (const Row& row : kRows) {
    Before subject(ctx, row.kind, row.by_reader, row.as_text);
    OracleContext oc(ctx, subject, c);
    Verdict verdict = FindOracle("metamorphic")->judge(&c.passes[0], oc);
    EXPECT_EQ(std::holds_alternative<Finding>(verdict), row.found)
        << RefusalKindName(row.kind) << row.by_reader << row.as_text;
    EXPECT_EQ(std::holds_alternative<Skip>(verdict), !row.found)
        << RefusalKindName(row.kind) << row.by_reader << row.as_text;
  }
}

TEST_F(OraclesTest, MetamorphicComparesResultsOfTheBuild) {
  WrongResults subject(ctx);
  OracleContext oc(ctx, subject, c);
  Verdict verdict = FindOracle("metamorphic")->judge(nullptr, oc);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kDiffers);
}

TEST_F(OraclesTest, TheFirstOracleNamesTheFindingAndOthersAreListed) {
  WrongResults subject(ctx);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  CaseReport report = JudgeCase(ctx, subject, c, AllOracles());
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].oracle, "pass_preserves_results");
  EXPECT_EQ(report.findings[0].also, (std::vector<std::string>{"interpreted_equals_compiled", "pipeline_differential",
                                                               "metamorphic", "equals_rewritten"}));
  EXPECT_EQ(Signature(report.findings[0], c.module), "results|LegalizeOps|multiply");
}

}  // namespace
}  // namespace assay
