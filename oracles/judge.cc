// Judging a case: every oracle in order of cause, on the module and on each pass; the first to fire for a pass names
// the finding and the others are listed in it.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/walk.h"
#include "oracles/cause.h"
#include "oracles/loosened.h"
#include "oracles/oracle.h"
#include "oracles/pass_input.h"
#include "passes/op_names.h"
#include "passes/tir/kernel_passes.h"
#include "vm/packed.h"

namespace assay {

#define ASSAY_ORACLE(Constant) extern const OracleSpec Constant;
#include "oracles/oracles.def"

std::span<const OracleSpec* const> AllOracles() {
  static constexpr const OracleSpec* kOracles[] = {
#define ASSAY_ORACLE(Constant) &Constant,
#include "oracles/oracles.def"
  };
  return kOracles;
}

const OracleSpec* FindOracle(std::string_view name) {
  for (const OracleSpec* oracle : AllOracles()) {
    if (oracle->name == name) return oracle;
  }
  return nullptr;
}

std::vector<const OracleSpec*> FindOracles(std::initializer_list<std::string_view> names) {
  std::vector<const OracleSpec*> oracles;
  for (std::string_view name : names) {
    oracles.push_back(FindOracle(name));
    ASSAY_CHECK(oracles.back() != nullptr, "an oracle that is asked for by its name exists");
  }
  return oracles;
}

// ---- what oracles of one case share

void OracleContext::StartCase(const Case& c) {
  subject.Enter(c.config);
  original_.reset();
  changed_.clear();
  reference_.reset();
  perturbed_.clear();
  ForgetMade();
}

void OracleContext::ForgetMade() {
  inputs_.clear();
  applied_.clear();
  steps_.clear();
  handed_.clear();
  interpreted_.reset();
  built_.clear();
  elsewhere_.clear();
  runs_.clear();
}

Answer<ModuleRef> OracleContext::Original(const Case& c) {
  if (!original_) original_ = subject.Import(c.module);
  return *original_;
}

Answer<ModuleRef> OracleContext::Fresh(const Case& c) {
  Answer<ModuleRef> original = Original(c);
  return original.ok() ? subject.LoadAgain(*original) : original;
}

OracleContext::Step OracleContext::Apply(const PassCall& pass, const ModuleRef& module) {
  Step step{pass, subject.ApplyDirect(pass, module), {}};
  if (step.module.ok()) step.violations = subject.Violations(*step.module);
  return step;
}

const std::vector<OracleContext::Step>& OracleContext::StepsOf(const Case& c) {
  if (!steps_.empty()) return steps_;
  Answer<ModuleRef> module = Fresh(c);
  for (const PassCall& pass : subject.BuildPipeline()) {
    auto same = [&](const PassCall& tried) { return tried.pass->run == pass.pass->run; };
    if (!module.ok()) {
      steps_.push_back({pass, module, {}});
    } else {
      if (std::ranges::any_of(c.passes, same)) handed_.emplace(pass.pass, subject.LoadAgain(*module));
      steps_.push_back(Apply(pass, *module));
    }
    module = steps_.back().module;
    if (!module.ok() || !steps_.back().violations.empty()) break;
  }
  return steps_;
}

Answer<ModuleRef> OracleContext::LoweredOf(const Case& c) {
  const Step& last = StepsOf(c).back();
  if (last.violations.empty()) return last.module;
  // No fault that counts here: well_formed_after_pass says so, once.
  return Refusal{"cannot", fmt::format("after {} in the build pipeline: {}", last.pass.pass->name, last.violations.front())};
}

Answer<ModuleRef> OracleContext::InputOf(const Case& c, const PassCall& pass) {
  auto elsewhere = elsewhere_.insert(pass.pass->name).first;
  if (!subject.Traits().checks_needs && IsKernelPass(*pass.pass)) return KernelsFor(c, *pass.pass);
  if (pass.pass->mends != kNoProps) return subject.Import(Loosened(ctx, c.module, pass.pass->mends));
  Answer<ModuleRef> original = Original(c);
  auto itself = [&] {
    elsewhere_.erase(elsewhere);
    return original;
  };
  if (!original.ok() || (pass.pass->needs | pass.pass->expects) == kNoProps) return itself();
  bool asks = subject.Traits().checks_needs;
  bool expected = HasProps(ctx, c.module, asks ? pass.pass->expects : pass.pass->expects | pass.pass->needs);
  Application tried{original, Refusal{"needs", "the module is not in the form that the pass takes", {}}, {}};
  if (asks) tried = ApplyToFresh(pass, *original);
  const Answer<ModuleRef>& output = tried.output;
  bool taken = output.ok() || output.refusal().kind != "needs" || (!asks && expected);
  if (expected && taken) {
    if (asks) Keep(pass, tried);
    return itself();
  }
  StepsOf(c);
  for (const auto& [step, handed] : handed_) {
    // An older name of the same pass stands at the same place.
    if (step->run == pass.pass->run) return handed;
  }
  if (taken) return original;
  // What an earlier step does wrong is not this pass's.
  if (!asks) return output.refusal();
  return steps_.back().module.ok() ? output.refusal() : steps_.back().module;
}

const Answer<ModuleRef>& OracleContext::KnownInputOf(const Case& c, const PassCall& pass) {
  auto found = inputs_.find(pass.pass->name);
  if (found == inputs_.end()) found = inputs_.emplace(std::string(pass.pass->name), InputOf(c, pass)).first;
  return found->second;
}

Answer<ModuleRef> OracleContext::KernelsFor(const Case& c, const PassSpec& pass) {
  std::vector<PassCall> before = FormBefore(subject, pass);
  if (before.empty()) return Fresh(c);
  Answer<ModuleRef> formed = BuiltBy(c, fmt::format("in front of {}", pass.name), before);
  // What is wrong by then is not this pass's.
  if (!formed.ok()) return Refusal{"needs", "the kernels do not come into the form that the pass takes", {}};
  std::vector<std::string> violations = subject.Violations(*formed);
  if (!violations.empty()) return Refusal{"needs", "what is in front of the pass leaves: " + violations.front(), {}};
  return formed;
}

Answer<ModuleRef> OracleContext::FreshInputOf(const Case& c, const PassCall& pass) {
  const Answer<ModuleRef>& known = KnownInputOf(c, pass);
  return known.ok() ? subject.LoadAgain(*known) : known;
}

OracleContext::Application OracleContext::ApplyToFresh(const PassCall& pass, const ModuleRef& module) {
  Answer<ModuleRef> input = subject.LoadAgain(module);
  if (!input.ok()) return {input, input, {}};
  // All copies of a module that nobody has written into say the same, so that one that was given to another pass has said it.
  std::string before;
  for (const auto& [key, application] : applied_) {
    auto given = inputs_.find(key.first->name);
    bool same = given != inputs_.end() && given->second.ok() && *given->second == module;
    if (same && application.input.ok()) before = application.before;
  }
  if (before.empty()) before = subject.Fingerprint(*input);
  return {input, subject.ApplyDirect(pass, *input), std::move(before)};
}

const OracleContext::Application& OracleContext::Keep(const PassCall& pass, Application application) {
  PassKey key(pass.pass, pass.options);
  const auto& [input, output, before] = application;
  if (input.ok() && output.ok() && subject.Difference(*input, *output)) changed_.insert(key);
  return applied_.emplace(std::move(key), std::move(application)).first->second;
}

const OracleContext::Application& OracleContext::ApplicationOf(const Case& c, const PassCall& pass) {
  // Asking for the input may apply the pass, too.
  Answer<ModuleRef> known = KnownInputOf(c, pass);
  auto found = applied_.find({pass.pass, pass.options});
  if (found != applied_.end()) return found->second;
  return Keep(pass, known.ok() ? ApplyToFresh(pass, *known) : Application{known, known, {}});
}

Answer<ModuleRef> OracleContext::OutputOf(const Case& c, const PassCall& pass) { return ApplicationOf(c, pass).output; }

bool OracleContext::LeavesAlone(const Case& c, const PassCall& pass) {
  return OutputOf(c, pass).ok() && !Changed(pass) && !elsewhere_.contains(pass.pass->name);
}

const Outcome& OracleContext::RunOf(const Case& c, const ProgramRef& program, size_t i) {
  auto found = runs_.find({program, i});
  if (found != runs_.end()) return found->second;
  return runs_.emplace(std::pair(program, i), subject.Run(program, c.entry, c.inputs[i], budget)).first->second;
}

bool OracleContext::Changed(const PassCall& pass) const { return changed_.contains({pass.pass, pass.options}); }

namespace {

// A packed function that writes into its argument and is called as if it did not; empty when there is none. A compiler may leave
// such a call out or make it twice.
std::string ImpureCalledPure(const Module& module) {
  std::string found;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* packed = IsCallOf(call, "relax.call_pure_packed") && !call->args.empty() ? As<ExternFunc>(call->args[0]) : nullptr;
      if (packed != nullptr && PackedWrites(packed->global_symbol.text())) found = packed->global_symbol.str();
    });
  }
  return found;
}

Result<std::vector<ReferenceOutcome>> RunReference(Context& ctx, const Case& c, const Budget& budget) {
  std::string impure = ImpureCalledPure(c.module);
  if (impure.empty()) return RunReferenceOnce(ctx, c.module, c.entry, c.inputs, budget);
  return Diag{DiagKind::kUnsupported, {}, impure + " is called as if it were pure, and writes into its argument", "", {}};
}

}  // namespace

const std::vector<ReferenceOutcome>& OracleContext::ReferenceOf(const Case& c) {
  if (!reference_) {
    auto outcomes = RunReference(ctx, c, budget);
    if (outcomes.ok()) {
      reference_ = std::move(*outcomes);
    } else {
      reference_.emplace(c.inputs.size(), ReferenceOutcome{Refused{outcomes.error().message}, {}});
    }
  }
  return *reference_;
}

const ReferenceOutcome& OracleContext::PerturbedReferenceOf(const Case& c, size_t i) {
  auto found = perturbed_.find(i);
  if (found != perturbed_.end()) return found->second;
  ReferenceOutcome reference = ReferenceOf(c)[i];
  AddPerturbedRuns(ctx, c.module, c.entry, c.inputs[i], budget, reference);
  return perturbed_.emplace(i, std::move(reference)).first->second;
}

Comparison OracleContext::CompareWithReferenceOf(const Case& c, size_t i, const Outcome& got) {
  Comparison plain = CompareWithReference(got, ReferenceOf(c)[i]);
  return plain.mismatch ? CompareWithReference(got, PerturbedReferenceOf(c, i)) : plain;
}

Answer<ModuleRef> OracleContext::BuiltBy(const Case& c, const std::string& name, std::span<const PassCall> passes) {
  auto found = built_.find(name);
  if (found != built_.end()) return found->second;
  Answer<ModuleRef> module = Fresh(c);
  if (module.ok()) module = subject.ApplySequential(passes, *module);
  return built_.emplace(name, module).first->second;
}

std::optional<OracleContext::Step> OracleContext::IllFormedStepOf(const Case& c, std::span<const PassCall> passes) {
  Answer<ModuleRef> module = Fresh(c);
  for (const PassCall& pass : passes) {
    if (!module.ok()) return std::nullopt;
    Step step = Apply(pass, *module);
    if (!step.violations.empty()) return step;
    module = step.module;
  }
  return std::nullopt;
}

Answer<std::vector<Outcome>> OracleContext::Interpret(const Case& c, const Answer<ModuleRef>& module, bool lowered) {
  if (!module.ok()) return module.refusal();
  Answer<ProgramRef> program = subject.Build(*module, {.engine = std::string(subject.Traits().interpreted), .lowered = lowered});
  if (!program.ok()) return program.refusal();
  std::vector<Outcome> outcomes;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    // Where nothing is caught, a program without a meaning may do harm that shows only later.
    bool harmless = subject.Traits().tells_traps || std::holds_alternative<Value>(ReferenceOf(c)[i].outcome);
    outcomes.push_back(harmless ? RunOf(c, *program, i)
                                : Refused{"the module has no meaning for these inputs"});
  }
  return outcomes;
}

const Answer<std::vector<Outcome>>& OracleContext::InterpretedOf(const Case& c) {
  if (!interpreted_) interpreted_ = Interpret(c, LoweredOf(c), /*lowered=*/true);
  return *interpreted_;
}

// ---- judging

namespace {

class Judge {
 public:
  Judge(const Case& c, OracleContext& oc) : case_(c), oc_(oc) {}
  CaseReport report;

  void Ask(const OracleSpec& oracle, const PassCall* pass) {
    if (pass != nullptr && oracle.applies != nullptr && !oracle.applies(*pass->pass)) return;
    if (pass != nullptr && writers_.contains(pass->pass)) return;
    if (oc_.on_ask) oc_.on_ask(oracle, pass);
    auto start = std::chrono::steady_clock::now();
    Verdict verdict = Suits(oracle) ? Explained(oracle.judge(case_, pass, oc_)) : Skip{std::string(oracle.lacking)};
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Count(verdict, seconds, report.tallies[std::string(oracle.name)]);
    if (pass != nullptr) {
      Count(verdict, seconds, report.passes[std::string(pass->pass->name)].oracles[std::string(oracle.name)]);
    }
    if (const auto* skip = std::get_if<Skip>(&verdict)) ++report.skips[fmt::format("{}: {}", oracle.name, skip->why)];
    if (auto* finding = std::get_if<Finding>(&verdict)) {
      if (pass != nullptr && finding->klass == "input_changed") SetApart(*pass);
      Add(std::move(*finding));
    }
  }

  bool Suits(const OracleSpec& oracle) const { return oracle.suits == nullptr || oracle.suits(oc_.subject); }

  void CountPasses() {
    for (const PassCall& pass : case_.passes) {
      PassTally& tally = report.passes[std::string(pass.pass->name)];
      ++tally.tried;
      tally.changed += oc_.Changed(pass) ? 1 : 0;
    }
  }

 private:
  // What other passes made of that input may share the nodes into which this one wrote, and would be blamed for it.
  void SetApart(const PassCall& pass) {
    writers_.insert(pass.pass);
    oc_.ForgetMade();
  }

  Verdict Explained(Verdict verdict) const {
    auto* finding = std::get_if<Finding>(&verdict);
    if (finding == nullptr) return verdict;
    std::string known = oc_.subject.AllowanceFor(finding->oracle, finding->pass, finding->klass, finding->detail);
    if (!known.empty()) return Skip{"known difference: " + known};
    if (finding->cause.empty()) finding->cause = CauseInWords(*finding);
    return verdict;
  }

  static void Count(const Verdict& verdict, double seconds, OracleTally& tally) {
    tally.seconds += seconds;
    tally.agree += std::holds_alternative<Agree>(verdict) ? 1 : 0;
    tally.skip += std::holds_alternative<Skip>(verdict) ? 1 : 0;
    tally.finding += std::holds_alternative<Finding>(verdict) ? 1 : 0;
  }

  void Add(Finding finding) {
    for (Finding& known : report.findings) {
      if (known.pass != finding.pass && !finding.pass.empty()) continue;
      // One that is asked for the pass and for the module may see it twice.
      bool named = known.oracle == finding.oracle || std::ranges::find(known.also, finding.oracle) != known.also.end();
      if (!named) known.also.push_back(finding.oracle);
      return;
    }
    report.findings.push_back(std::move(finding));
  }

  const Case& case_;
  OracleContext& oc_;
  // Passes that were seen to write into what they are given: nothing more is asked of them.
  std::set<const PassSpec*> writers_;
};

}  // namespace

namespace {

CaseReport JudgeOnce(const Case& c, std::span<const OracleSpec* const> oracles, OracleContext& oc) {
  oc.StartCase(c);
  Judge judge(c, oc);
  bool alone = oracles.size() == 1;
  for (const OracleSpec* oracle : oracles) {
    if (!alone && !judge.Suits(*oracle)) continue;
    for (size_t i = 0; i < c.passes.size() && oracle->scope != OracleScope::kModule; ++i) {
      bool drawn = alone || !oc.draw || (*oc.draw + i) % oracle->passes_one_in == 0;
      if (drawn) judge.Ask(*oracle, &c.passes[i]);
    }
    if (oracle->scope != OracleScope::kPass) judge.Ask(*oracle, nullptr);
  }
  judge.CountPasses();
  return std::move(judge.report);
}

constexpr int kMostInterruptions = 3;

}  // namespace

CaseReport JudgeCase(const Case& c, std::span<const OracleSpec* const> oracles, OracleContext& oc) {
  for (int i = 0; i < kMostInterruptions; ++i) {
    uint64_t before = oc.subject.Interruptions();
    CaseReport report = JudgeOnce(c, oracles, oc);
    if (oc.subject.Interruptions() == before) return report;
  }
  CaseReport nothing;
  ++nothing.skips["what answers for the subject is ended from outside each time"];
  return nothing;
}

namespace {

// By what reduction makes modules plain, and what calls a kernel or chooses in it, which says nothing of what was lowered to it.
bool IsPlain(std::string_view name) {
  constexpr std::string_view kPlain[] = {"add", "negative", "call_tir", "builtin.alloc_tensor", "vm.call_tir_dyn", "tirx.if_then_else"};
  return std::ranges::find(kPlain, name) != std::end(kPlain);
}
std::string_view PlainName(std::string_view name) { return name.starts_with("relax.") ? name.substr(6) : name; }
bool IsControl(std::string_view name) { return name == "If" || name == "MatchCast"; }

// What stays of control is needed for the fault, as reduction tries to do without; the operators are what it holds.
std::vector<std::string> TellingOperators(const Finding& finding, const Module& module) {
  std::vector<std::string> names = OperatorsOf(module);
  if (std::ranges::any_of(names, IsControl)) {
    std::erase_if(names, [](const std::string& name) { return !IsControl(name); });
  } else if (finding.taken) {
    names = *finding.taken;
  }
  std::erase_if(names, IsPlain);
  return names;
}

// Both say that what is bound or passed is of another type than it should be.
std::string RuleFamily(std::string cause) {
  size_t at = cause.find("relax.wf17");
  return at == std::string::npos ? cause : cause.replace(at, std::string_view::npos, "relax.wf11");
}

// The operators of a module's calls with their results' dtypes, "relax.matmul float16".
std::set<std::pair<std::string_view, std::string>> ResultDtypes(const Module& module) {
  std::set<std::pair<std::string_view, std::string>> dtypes;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      const auto* tensor = call == nullptr ? nullptr : As<TensorType>(call->type);
      if (op != nullptr && tensor != nullptr) dtypes.emplace(op->name.text(), DTypeName(tensor->dtype));
    });
  }
  return dtypes;
}

// Where integers are divided, kernels' simplification goes by rules of its own.
std::set<std::string> DivisionsOf(const Module& module) {
  std::set<std::string> kinds;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (node->kind == NodeKind::kFloorDiv || node->kind == NodeKind::kFloorMod) kinds.emplace(NodeKindName(node->kind));
    });
  }
  return kinds;
}

}  // namespace

std::vector<std::string> OperatorsOf(const Module& module) {
  std::set<std::string> names;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (node->kind == NodeKind::kIf || node->kind == NodeKind::kMatchCast) names.emplace(NodeKindName(node->kind));
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      if (op == nullptr) return;
      names.emplace(PlainName(op->name.text()));
    });
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> OperatorsTaken(const Module& before, const Module& after) {
  std::vector<std::string> taken;
  std::ranges::set_difference(OperatorsOf(before), OperatorsOf(after), std::back_inserter(taken));
  std::ranges::set_difference(DivisionsOf(before), DivisionsOf(after), std::back_inserter(taken));
  return taken;
}

std::vector<std::string> OperatorsRetyped(const Module& before, const Module& after) {
  std::vector<std::string> names;
  auto now = ResultDtypes(after), were = ResultDtypes(before);
  for (const auto& [name, dtype] : now) {
    bool known = std::ranges::any_of(were, [&](const auto& was) { return was.first == name; });
    if (known && !were.contains({name, dtype}) && !std::ranges::count(names, PlainName(name))) names.emplace_back(PlainName(name));
  }
  return names;
}

bool LooksAtRuns(std::string_view oracle) {
  constexpr std::string_view kOracles[] = {"type_sound", "memory_plan", "pass_preserves_results", "interpreted_equals_compiled",
                                           "pipeline_differential", "symbolic_equals_substituted", "metamorphic", "equals_rewritten"};
  return std::ranges::find(kOracles, oracle) != std::end(kOracles);
}

std::string Signature(const Finding& finding, const Module& module) {
  if (BreaksRule(finding)) return fmt::format("ill_formed|{}", RuleFamily(finding.cause));
  if (!finding.cause.empty()) return fmt::format("{}|{}", finding.klass, finding.cause);
  std::string operators = fmt::format("{}", fmt::join(TellingOperators(finding, module), "+"));
  // Results of another type have them for all inputs.
  std::string_view what = finding.klass == "type_differs" ? "types" : "results";
  if (LooksAtRuns(finding.oracle)) return fmt::format("{}|{}|{}", what, finding.pass, operators);
  return fmt::format("{}|{}|{}|{}", finding.oracle, finding.pass, finding.klass, operators);
}

}  // namespace assay
