// Subject: an implementation under test, behind what every oracle needs of it: read, check, apply passes, compare,
// print, build, run. Oracles are written against this alone, and so run on every subject. Modules are opaque handles,
// so that a subject may keep them in another process. Tested by native_subject_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "coverage/reach.h"
#include "ir/module.h"
#include "oracles/core/arithmetic.h"
#include "oracles/core/finding.h"
#include "oracles/core/refusal.h"
#include "oracles/core/violation.h"
#include "passes/foreign_pass.h"
#include "passes/pass.h"
#include "passes/target_pass.h"
#include "vm/engine.h"

namespace assay {

struct Case;

// A module as the subject holds it. Handles are shared; whether applying a pass changes one is what oracles look at.
class SubjectModule {
 public:
  virtual ~SubjectModule() = default;
};
using ModuleRef = std::shared_ptr<const SubjectModule>;

// Something built, ready to run.
class SubjectProgram {
 public:
  virtual ~SubjectProgram() = default;
};
using ProgramRef = std::shared_ptr<SubjectProgram>;

// How a module is built and run.
struct BuildOptions {
  // One of the subject's own ways: for native an engine's name.
  std::string engine;
  int opt_level = 0;
  // The module is what the subject's build pipeline makes already.
  bool lowered = false;
  // By the pipeline that the subject's users get where they name none, rather than by BuildPipeline().
  bool usual_pipeline = false;
  // For "relax-reference": a value that is not what its variable's type says is a Trap kUnsoundType.
  bool check_types = false;
  // That share the iterations of parallel loops, for subjects that can.
  int threads = 1;
};

// What a pass may look at beside the module, as TVM's PassContext has it.
struct PassSettings {
  int opt_level = 2;
  PassOptions config;
};

// A type as the subject writes it, and whether it is the one that was asked for.
struct InferredType {
  std::string type;
  bool equal = false;
};

// What oracles have to know of a subject beside its answers.
struct SubjectTraits {
  // Engines, by their part: what runs a module as a graph-level pass leaves it, what runs a built one step by step,
  // what runs it as machine code, and other ways to run it that give the same to the bit (names with spaces between).
  std::string_view graph_engine = "relax-reference";
  std::string_view interpreted = "vm";
  std::string_view compiled = "vm-llvm";
  std::string_view modes = "vm-llvm vm-compiled";
  // Programs are caught that read what nothing wrote.
  bool watches_storage = true;
  // Programs without a meaning end in a trap that says so; others may give anything then. Scalars have dtypes.
  bool tells_traps = true;
  // A pass refuses a module that lacks what it needs.
  bool checks_needs = true;
  // Modules go to it as text, which cannot say all that a module may be; it saves none.
  bool takes_text = false;
  // Formats of which the text that it reads has no numbers, as T.int4(3).
  std::span<const DType> without_numbers = {};
  // Its functions and its order of operations round otherwise than assay's: bounds have to allow for that.
  bool rounds_otherwise = false;
  // Has an inference of its own (Disagreements).
  bool infers_again = false;
  // Its arithmetic can be asked (ClaimsOf).
  bool claims_arithmetic = false;
  // Answers from another process, to which reading a module takes as long as a hundred passes.
  bool elsewhere = false;
  // It compiles for a device that is not here: passes are what can be asked of it, and what they leave assay's engines
  // run, as far as they can (beyond_engines.h).
  bool for_device = false;
  // Builds without one of its steps, so that findings bear the name of the step that is to blame (attribution.h).
  bool names_faults = false;
};

// A variable whose type contradicts what the subject infers for the call that it is bound to.
struct TypeDisagreement {
  // What they say otherwise: kKind, kArity, kDtype, kRank, kShape; kRefused: the subject does not take the call.
  FindingClass klass;
  std::string op;
  std::string what;
  // The type that the variable was given, and the inferred one, or the refusal.
  std::string given = {}, inferred = {};
};

// A module as it is behind one pass of a build, in the text of the subject's version.
struct BuildStep {
  std::string pass;
  std::string text;
  // Why the build ended here; empty where it went on.
  std::string error = {};
};

// What another process was asked of one kind: how often, and how many seconds it spent on that.
struct QuestionTally {
  uint64_t asked = 0;
  double seconds = 0;
  // Of its code, those that nobody had reached before, where that is watched.
  uint64_t blocks = 0;
};
using QuestionTallies = std::map<std::string, QuestionTally, std::less<>>;

class Subject {
 public:
  virtual ~Subject() = default;
  virtual std::string_view name() const = 0;
  virtual SubjectTraits Traits() const { return {}; }
  // The id of a known difference that explains a finding; empty: nothing does.
  virtual std::string AllowanceFor(const Finding&) const { return ""; }
  // Words of the subject's own without what changes from module to module; empty where rules and kinds say what is
  // wrong.
  virtual std::string NormalizedMessage(std::string_view) const { return ""; }
  // The same of a trap, where its kind says too little; empty where it says enough.
  virtual std::string NormalizedTrap(const Trap& trap) const {
    return trap.kind == TrapKind::kInternal ? std::string(TrapKindName(trap.kind)) : "";
  }
  // Files by which its developers can repeat the finding on the case without assay, by name; none: assay replays it.
  virtual std::map<std::string, std::string> Reproducer(const Case&, const Finding&) { return {}; }
  // Whether it has the pass, with options as campaigns draw them.
  virtual bool Has(const PassSpec& pass) const { return WhyLacks(pass).empty(); }
  // Why it has not, for a reader: "no module named 'mine'"; empty where it has.
  virtual std::string WhyLacks(const PassSpec& pass) const {
    if (IsForeign(pass)) return "a pass that is written in Python runs on a TVM subject alone";
    return IsTargetPass(pass) && !IsOwnTargetPass(pass) ? "a rule that assay has not runs on a TVM subject alone" : "";
  }
  // Why the call of a pass that is there cannot be made, with its options; empty: it can, or only a module shows.
  virtual std::string WhyNotMade(const PassCall&) const { return ""; }
  // What another process has been asked for this one so far, by kind.
  virtual QuestionTallies QuestionsElsewhere() const { return {}; }
  // How often what answers for it was ended from outside: what was asked then, and what follows from it, says nothing.
  virtual uint64_t Interruptions() const { return 0; }
  // For one that answers from another process: seconds that an answer may take, bytes of that process's address space.
  // Before the first question; without it, what suits campaigns. Those that answer themselves go by budgets.
  virtual void LimitAnswers(double, uint64_t) {}
  // Passes whose hangs are on file: an answer about one of these is not waited for as long.
  virtual void ExpectHangs(const std::set<std::string>&) {}
  // Has it count from now on which blocks of its code are reached, before the first question; `folder`: where maps of
  // code are kept (coverage/code_map.h). Diag kEnvironment where that cannot be.
  virtual Result<std::shared_ptr<Reach>> WatchCode(const std::string& folder) {
    (void)folder;
    return Diag{DiagKind::kEnvironment, {}, "this subject's code cannot be watched", "", {}};
  }
  // How often it gave no answer within its limit so far.
  virtual uint64_t Hangs() const { return 0; }

  // A fresh module object, sharing nothing with other handles.
  virtual Answer<ModuleRef> Import(const Module& module) = 0;
  // The same by its reader of text, where Import goes another way; nothing where there is one way in.
  virtual std::optional<Answer<ModuleRef>> ImportAsText(const Module&) { return std::nullopt; }
  // What it had to do otherwise since it was last asked, in words that reports count.
  virtual std::vector<std::string> TakeNotes() { return {}; }
  virtual Answer<ModuleRef> Parse(std::string_view text) = 0;
  virtual std::string Print(const ModuleRef& module) = 0;
  // What a text can say of the module, where it is in a form that none can.
  virtual Answer<ModuleRef> AsRead(const ModuleRef& module) { return module; }
  // Everything about the module object, as bytes: types, attributes, devices, names.
  virtual std::string Fingerprint(const ModuleRef& module) = 0;
  // A copy that went through the subject's own save format.
  virtual Answer<ModuleRef> SaveAndLoad(const ModuleRef& module) = 0;
  // The same, for a module that no pass is ever given: the subject may keep the saved form, or give the same object
  // again as long as nobody has written into it.
  virtual Answer<ModuleRef> LoadAgain(const ModuleRef& module) { return SaveAndLoad(module); }
  // A module that LoadAgain made, as an object of its own where that may have been shared; lies elsewhere in memory.
  virtual Answer<ModuleRef> Separated(const ModuleRef& module) { return module; }
  // Whether both are the same nodes, and not only equal ones: what a pass hands on as it got it. False where that
  // cannot be told.
  virtual bool AreOne(const ModuleRef&, const ModuleRef&) { return false; }
  // Where two modules first differ structurally, or nothing.
  virtual std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) = 0;
  // Equal for modules between which there is no difference; nothing when the subject has no hash.
  virtual std::optional<uint64_t> Hash(const ModuleRef&) { return std::nullopt; }
  // The first few violations of well-formedness; empty when well-formed.
  virtual std::vector<Violation> Violations(const ModuleRef& module) = 0;

  // Where the types of a module's variables contradict the subject's own inference.
  virtual Answer<std::vector<TypeDisagreement>> Disagreements(const ModuleRef&) {
    return Refusal{RefusalKind::kCannot, "the subject has no inference of its own"};
  }

  // The config of the PassContext in which passes are applied and modules are built from now on.
  virtual void Enter(const PassOptions& config) { (void)config; }
  virtual Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) = 0;
  virtual Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& module) = 0;
  // ApplyDirect inside a PassContext; a subject without one ignores the settings.
  virtual Answer<ModuleRef> ApplyWithin(const PassSettings&, const PassCall& pass, const ModuleRef& module) {
    return ApplyDirect(pass, module);
  }
  // The type of a call, written as text, whose variables have the types in `vars` (also as text; a free name in one is
  // an int64 variable), compared with the type `want` (empty: with none).
  virtual Answer<InferredType> Infer(std::string_view call, const std::map<std::string, std::string>& vars,
                                     std::string_view want) {
    (void)call, (void)vars, (void)want;
    return Refusal{RefusalKind::kUnsupported, "this subject does not infer types of single calls"};
  }
  // What its arithmetic makes of an expression whose variables have these values, and says of it.
  virtual Answer<std::vector<ArithmeticClaim>> ClaimsOf(const ArithmeticExpr&) {
    return Refusal{RefusalKind::kUnsupported, "the subject's arithmetic cannot be asked"};
  }
  // The module itself when the subject keeps it in assay's own IR; null otherwise.
  virtual const Module* Native(const ModuleRef&) { return nullptr; }
  // The passes that a build runs, one by one.
  virtual std::vector<PassCall> BuildPipeline() = 0;
  // What schedules the kernels of a module as it was written for the device that the subject compiles for; empty where
  // that is this machine's processor.
  virtual std::vector<PassCall> Schedule() { return {}; }
  // Other lists of passes that end in what engines for built modules take, by name; may be none.
  virtual std::vector<std::pair<std::string, std::vector<PassCall>>> OtherPipelines() { return {}; }

  // What the subject's own compiler makes of the module, pass by pass as it names them; passes that change nothing are
  // left out.
  virtual Answer<std::vector<BuildStep>> StepsOfBuild(const ModuleRef& module);

  virtual std::vector<std::string> Engines() const = 0;
  // Takes a module as it was written, and runs the build pipeline unless the options say that it has been run.
  virtual Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) = 0;
  // The same by way of the subject's file of executables, saved and loaded.
  virtual Answer<ProgramRef> BuildThroughFile(const ModuleRef& module, const BuildOptions& options) {
    (void)module, (void)options;
    return Refusal{RefusalKind::kUnsupported, "this subject keeps no executables in files"};
  }
  virtual Outcome Run(const ProgramRef& program, std::string_view entry, std::span<const Value> args,
                      const Budget& budget) = 0;
};

inline Answer<std::vector<BuildStep>> Subject::StepsOfBuild(const ModuleRef& module) {
  std::vector<BuildStep> steps;
  ModuleRef current = module;
  std::string before = Print(module);
  for (const PassCall& pass : BuildPipeline()) {
    Answer<ModuleRef> after = ApplyDirect(pass, current);
    if (!after.ok()) {
      steps.push_back({std::string(pass.pass->name), "", after.refusal().message});
      break;
    }
    current = *after;
    std::string text = Print(current);
    if (text != before) steps.push_back({std::string(pass.pass->name), text});
    before = std::move(text);
  }
  return steps;
}

// assay's own compiler. `ctx` must outlive it and all handles.
std::unique_ptr<Subject> MakeNativeSubject(Context& ctx);

}  // namespace assay
