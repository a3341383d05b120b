// Oracles: each maps a case to agree, skip (why), or a finding; one file each, one line in oracles.def. An oracle that
// looks at passes is asked once for each pass of the case. Tested by oracles_test.cc, which proves that each can fire.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "oracles/core/finding.h"
#include "oracles/core/skip.h"
#include "oracles/core/subject.h"
#include "oracles/core/tolerance.h"

namespace assay {

// What is judged: a well-formed module, the passes to try on it, and inputs for its entry function.
struct Case {
  Module module;
  std::string entry = "main";
  // Several sets of arguments for `entry`; may be empty (then oracles that run skip).
  std::vector<std::vector<Value>> inputs;
  // Tried one by one.
  std::vector<PassCall> passes;
  // What passes and builds find in the PassContext.
  PassOptions config = {};
};

struct Agree {};
using Verdict = std::variant<Agree, Skip, Finding>;

struct OracleSpec;

// How oracles are asked, whichever case it is.
struct OracleSettings {
  Budget budget{.steps = 2'000'000, .bytes = int64_t{256} << 20};
  // Levels of optimisation, besides the plain one, at which machine code is compared; campaigns draw one for each case.
  std::vector<int> opt_levels = {1, 2, 3};
  // Drawn for each case by campaigns, which then ask some oracles about some of the passes only (`passes_one_in`), and
  // some ask some of their questions only; unset: about all, and all.
  std::optional<uint64_t> draw;
  // Nothing is asked of the module and of the subject's build: what the case's passes make is all that counts, as where
  // the build has none of them.
  bool passes_only = false;
  // Whether a finding is of a bug that is on file: it is set apart (CaseReport::known), and what it would hide is
  // looked for behind it. May be empty.
  std::function<bool(const Finding&)> is_known;
  // Called before an oracle is asked (`pass` may be null), so that whoever survives a crash knows what ran; may be
  // empty.
  std::function<void(const OracleSpec&, const PassCall* pass)> on_ask;

  // Whether the i-th of an oracle's questions is asked, of which one in so many is where there is a draw.
  bool Asks(size_t i, uint64_t one_in) const;
};

// What oracles of one case share: the case, the subject, and results that several of them need.
class OracleContext {
 public:
  // Tells the subject the case's config. The case must outlive it.
  OracleContext(Context& context, Subject& tested, const Case& judged, OracleSettings given = {});
  OracleContext(const OracleContext&) = delete;
  OracleContext& operator=(const OracleContext&) = delete;

  Context& ctx;
  Subject& subject;
  const Case& c;
  const OracleSettings settings;

  // Forgets what the subject has made of this case's module.
  void ForgetMade();

  // The subject's object for the case's module, and a fresh one that shares nothing with it.
  Answer<ModuleRef> Original();
  Answer<ModuleRef> Fresh();
  // A fresh module object for trying one pass: the case's module where it has what the pass needs and expects,
  // otherwise as the subject's build pipeline hands it to that pass; without what the pass is there to mend.
  Answer<ModuleRef> FreshInputOf(const PassCall& pass);

  // What the pass makes of such a fresh object, once per case and pass; for oracles that only look at it.
  Answer<ModuleRef> OutputOf(const PassCall& pass);
  // The same with the object that it was given, in which whatever a pass writes into its input stands, that object's
  // fingerprint before, and seconds of this thread's processor.
  struct Application {
    Answer<ModuleRef> input, output;
    std::string before;
    double seconds = 0;
  };
  const Application& ApplicationOf(const PassCall& pass);

  // A second such object, and what the pass makes of it, once per case and pass: for oracles that compare with the
  // first, and that give it to nobody who may write into it.
  const Answer<ModuleRef>& SecondInputOf(const PassCall& pass);
  const Answer<ModuleRef>& SecondOutputOf(const PassCall& pass);

  // Whether that output differs from its input; false for a pass that no oracle has applied.
  bool Changed(const PassCall& pass) const;

  // Whether that output is the case's module itself.
  bool LeavesAlone(const PassCall& pass);

  // The subject's build pipeline on the case's module, step by step, once per case; ends with the first step that
  // refuses or whose result is not well-formed. Empty where the build has no steps of its own.
  struct Step {
    PassCall pass;
    Answer<ModuleRef> module;
    std::vector<Violation> violations;
  };
  const std::vector<Step>& StepsOf();
  // What the last step makes; a refusal when a step's result is not well-formed.
  Answer<ModuleRef> LoweredOf();

  // What another of the subject's pipelines makes of the case's module, by its name; once per case.
  Answer<ModuleRef> BuiltBy(const std::string& name, std::span<const PassCall> passes);
  // The first step of that pipeline that leaves an ill-formed module; applies them all again.
  std::optional<Step> IllFormedStepOf(std::span<const PassCall> passes);

  // What the reference engine says of the case's module as written, for each set of inputs; computed once per case, and
  // without perturbed runs.
  const std::vector<ReferenceOutcome>& ReferenceOf();
  // The same of the i-th inputs, with perturbed runs.
  const ReferenceOutcome& PerturbedReferenceOf(size_t i);
  // `got` of the i-th inputs against that: equal values need no perturbed runs, by which only differences are measured.
  Comparison CompareWithReferenceOf(size_t i, const Outcome& got);

  // How a module runs with interpreted kernels, for each set of inputs; `lowered`: a pipeline has been run.
  Answer<std::vector<Outcome>> Interpret(const Answer<ModuleRef>& module, bool lowered);
  // How a program runs with the i-th inputs, once per case: whoever asks again wants to compare with something else.
  const Outcome& RunOf(const ProgramRef& program, size_t i);
  // The same of what the build pipeline makes of the case's module, once per case.
  const Answer<std::vector<Outcome>>& InterpretedOf();

  // The same case for assay's own engines, which are to run modules that the subject made.
  OracleContext& OnOwnEngines();

 private:
  Answer<ModuleRef> InputOf(const PassCall& pass);
  const Answer<ModuleRef>& KnownInputOf(const PassCall& pass);
  Application ApplyToFresh(const PassCall& pass, const ModuleRef& module);
  const Application& Keep(const PassCall& pass, Application application);
  // Of a TIR pass that is another compiler's.
  Answer<ModuleRef> KernelsFor(const PassSpec& pass);
  // The case's module behind these passes, and behind the first few of them, once per case.
  Answer<ModuleRef> Behind(std::span<const PassCall> passes);
  Step Apply(const PassCall& pass, const ModuleRef& module);

  std::optional<Answer<ModuleRef>> original_;
  std::map<std::string, Answer<ModuleRef>, std::less<>> inputs_;
  using PassKey = std::pair<const PassSpec*, PassOptions>;
  std::map<PassKey, Application> applied_;
  std::map<PassKey, Answer<ModuleRef>> second_inputs_, second_outputs_;
  std::set<PassKey> changed_;
  // Passes that got another module than the case's.
  std::set<std::string_view> elsewhere_;
  // By program, which is kept, and number of inputs.
  std::map<std::pair<ProgramRef, size_t>, Outcome> runs_;
  std::vector<Step> steps_;
  // What the pipeline hands to those of its steps that the case tries, put aside before the step sees it.
  std::map<const PassSpec*, Answer<ModuleRef>> handed_;
  std::map<std::string, Answer<ModuleRef>> built_;
  std::optional<std::vector<ReferenceOutcome>> reference_;
  std::map<size_t, ReferenceOutcome> perturbed_;
  std::optional<Answer<std::vector<Outcome>>> interpreted_;
  std::unique_ptr<Subject> own_engines_;
  std::unique_ptr<OracleContext> own_;
};

// kBoth: asked for the module (the subject's build pipeline) and for each pass.
enum class OracleScope : uint8_t { kModule, kPass, kBoth };

enum class OtherForm : uint8_t { kNone, kRenamed, kMoved, kSubstituted };

struct OracleSpec {
  std::string_view name;
  // What it promises, and what it cannot see.
  std::string_view doc;
  OracleScope scope = OracleScope::kModule;
  // Campaigns ask it in one run of so many, unless it is their only one: for what costs much and goes wrong rarely.
  uint64_t one_in = 1;
  // The same for a subject in another process, to which reading a module takes as long as a hundred passes, and
  // building one longer.
  uint64_t one_in_elsewhere = one_in;
  // The same for modules of the sweep, which stand for single calls: less often where calls must come together for the
  // oracle to see more than it sees in other modules.
  uint64_t one_in_swept = one_in;
  // Campaigns ask it about one pass in so many, unless it is their only one; about the module always.
  uint64_t passes_one_in = 1;
  // What it sees shows by chance: who looks whether a case shows a fault asks so many times before it counts as absent.
  int tries = 1;
  // Runs programs: which of such oracles sees one go wrong first, and in what way, depends on the inputs.
  bool looks_at_runs = false;
  // Sees of a pass what a campaign's glance does, too (fuzzers/campaign/glance.h): modules are screened where it is
  // asked.
  bool seen_at_a_glance = false;
  // Judges another form of the case as well: the module under other names, with a move made, or with sizes that have
  // numbers. A script that repeats a finding has that form.
  OtherForm other_form = OtherForm::kNone;
  // Whether the pass's contract promises what the oracle checks; null: every pass's does.
  bool (*applies)(const PassSpec&) = nullptr;
  // Applies the pass more than once to one object, so that it says nothing of a pass that writes into what it is given.
  bool shares_input = false;
  // `pass` is null when the module is judged.
  Verdict (*judge)(const PassCall* pass, OracleContext&) = nullptr;
  // Whether such a subject has what the oracle looks at; null: every one has. Where it does not the oracle is not asked
  // beside others, and skips with these words when it is alone.
  bool (*suits)(const Subject&) = nullptr;
  std::string_view lacking = {};
};

// All oracles, in oracles.def order, which is the order of cause: the first that fires names the finding.
std::span<const OracleSpec* const> AllOracles();
// nullptr when there is none of that name.
const OracleSpec* FindOracle(std::string_view name);
// Those of these names, all of which there are.
std::vector<const OracleSpec*> FindOracles(std::initializer_list<std::string_view> names);

// ---- judging a case by many oracles

struct OracleTally {
  uint64_t agree = 0;
  uint64_t skip = 0;
  uint64_t finding = 0;
  double seconds = 0;
};
using OracleTallies = std::map<std::string, OracleTally, std::less<>>;
// What became of one pass: how often it was tried, and how often its output differs from its input.
struct PassTally {
  uint64_t tried = 0;
  uint64_t changed = 0;
  OracleTallies oracles;
};
struct CaseReport {
  // By oracle name; `passes` has the same once more for each pass that was tried.
  OracleTallies tallies;
  SkipCounts skips;
  std::map<std::string, PassTally, std::less<>> passes;
  // One for each pass that is to blame (or none), the first oracle's, with the others in `also`.
  std::vector<Finding> findings;
  // Those that OracleSettings::is_known knows, likewise.
  std::vector<Finding> known;
};
// The reason of a case that nobody judged, among its skips.
inline SkipReason EndedFromOutside() {
  return {.skip = {SkipKind::kNotAsked, "what answers for the subject is ended from outside each time"}};
}
CaseReport JudgeCase(Context& ctx, Subject& subject, const Case& c, std::span<const OracleSpec* const> oracles,
                     const OracleSettings& settings = {});

// The words by which findings are merged: class and cause where there is a cause; otherwise the pass (with oracle and
// class, where it is not about results) and operators in order of name, but for the plain ones: those that the pass
// took away, where that is known, or those of the reduced module.
std::string Signature(const Finding& finding, const Module& module);
// The distinct operators (and kinds of construct) that occur in a module, sorted: "nn.relu", "call_tir", "If".
std::vector<std::string> OperatorsOf(const Module& module);
// Those of which `after` has none, and kinds of division in kernels.
std::vector<std::string> OperatorsTaken(const Module& before, const Module& after);
// Those whose results have a dtype in `after` that they have nowhere in `before`.
std::vector<std::string> OperatorsRetyped(const Module& before, const Module& after);
// OracleSpec::looks_at_runs by the oracle's name; false where there is none of it.
bool LooksAtRuns(std::string_view oracle);
// OracleSpec::other_form likewise.
OtherForm FormOf(std::string_view oracle);
// Whether two forms of a case show the same: in what way results are wrong depends on how much of the module is left.
bool SameFinding(const Finding& a, const Finding& b);

}  // namespace assay
