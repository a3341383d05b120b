// What oracles of one case share (oracle.h): the subject's objects for a module, and results that several of them need.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/walk.h"
#include "oracles/core/denormalize.h"
#include "oracles/core/oracle.h"
#include "oracles/core/pass_input.h"
#include "oracles/core/thread_seconds.h"
#include "oracles/subjects/native/native_subject.h"
#include "passes/op_names.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"
#include "vm/packed.h"

namespace assay {

OracleContext::OracleContext(Context& context, Subject& tested, const Case& judged, OracleSettings given)
    : ctx(context), subject(tested), c(judged), settings(std::move(given)) {
  subject.Enter(c.config);
}

void OracleContext::ForgetMade() {
  inputs_.clear();
  applied_.clear();
  second_inputs_.clear();
  second_outputs_.clear();
  steps_.clear();
  handed_.clear();
  interpreted_.reset();
  built_.clear();
  elsewhere_.clear();
  runs_.clear();
}

Answer<ModuleRef> OracleContext::Original() {
  if (!original_) original_ = subject.Import(c.module);
  return *original_;
}

Answer<ModuleRef> OracleContext::Fresh() {
  Answer<ModuleRef> original = Original();
  return original.ok() ? subject.LoadAgain(*original) : original;
}

OracleContext::Step OracleContext::Apply(const PassCall& pass, const ModuleRef& module) {
  Step step{pass, subject.ApplyDirect(pass, module), {}};
  if (step.module.ok()) step.violations = subject.Violations(*step.module);
  return step;
}

const std::vector<OracleContext::Step>& OracleContext::StepsOf() {
  if (!steps_.empty()) return steps_;
  Answer<ModuleRef> module = Fresh();
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

Answer<ModuleRef> OracleContext::LoweredOf() {
  // A build without steps of its own takes modules as they are.
  if (StepsOf().empty()) return Fresh();
  const Step& last = steps_.back();
  if (last.violations.empty()) return last.module;
  // No fault that counts here: well_formed_after_pass says so, once.
  return Refusal{.kind = RefusalKind::kCannot,
                 .message = fmt::format("after {} in the build pipeline: {}", last.pass.pass->name,
                                        last.violations.front().message),
                 .rule = last.violations.front().rule,
                 .step = std::string(last.pass.pass->name)};
}

Answer<ModuleRef> OracleContext::InputOf(const PassCall& pass) {
  auto elsewhere = elsewhere_.insert(pass.pass->name).first;
  bool lowered = IsTargetPass(*pass.pass) || (IsTirPass(*pass.pass) && !subject.Traits().checks_needs);
  if (lowered) return KernelsFor(*pass.pass);
  if (pass.pass->establishes != kNoProps) return subject.Import(Denormalized(ctx, c.module, pass.pass->establishes));
  Answer<ModuleRef> original = Original();
  auto itself = [&] {
    elsewhere_.erase(elsewhere);
    return original;
  };
  if (!original.ok() || (pass.pass->needs | pass.pass->expects) == kNoProps) return itself();
  bool asks = subject.Traits().checks_needs;
  bool expected = HasProps(ctx, c.module, asks ? pass.pass->expects : pass.pass->expects | pass.pass->needs);
  Application tried{
      original, Refusal{RefusalKind::kNeeds, "the module is not in the form that the pass takes", {}}, {}};
  if (asks) tried = ApplyToFresh(pass, *original);
  const Answer<ModuleRef>& output = tried.output;
  bool taken = output.ok() || output.refusal().kind != RefusalKind::kNeeds || (!asks && expected);
  if (expected && taken) {
    if (asks) Keep(pass, tried);
    return itself();
  }
  StepsOf();
  for (const auto& [step, handed] : handed_) {
    // An older name of the same pass stands at the same place.
    if (step->run == pass.pass->run) return handed;
  }
  if (taken) return original;
  // What an earlier step does wrong is not this pass's.
  if (!asks || steps_.empty()) return output.refusal();
  return steps_.back().module.ok() ? output.refusal() : steps_.back().module;
}

const Answer<ModuleRef>& OracleContext::KnownInputOf(const PassCall& pass) {
  auto found = inputs_.find(pass.pass->name);
  if (found == inputs_.end()) found = inputs_.emplace(std::string(pass.pass->name), InputOf(pass)).first;
  return found->second;
}

Answer<ModuleRef> OracleContext::KernelsFor(const PassSpec& pass) {
  std::vector<PassCall> before = FormBefore(subject, pass);
  if (before.empty()) return Fresh();
  Answer<ModuleRef> formed = Behind(before);
  // What is wrong by then is not this pass's.
  if (!formed.ok())
    return Refusal{RefusalKind::kNeeds, "the kernels do not come into the form that the pass takes", {}};
  std::vector<Violation> violations = subject.Violations(*formed);
  if (!violations.empty())
    return Refusal{RefusalKind::kNeeds, "what is in front of the pass leaves: " + violations.front().message};
  return formed;
}

Answer<ModuleRef> OracleContext::FreshInputOf(const PassCall& pass) {
  const Answer<ModuleRef>& known = KnownInputOf(pass);
  return known.ok() ? subject.LoadAgain(*known) : known;
}

// recursion: over a list of passes that the source holds
Answer<ModuleRef> OracleContext::Behind(std::span<const PassCall> passes) {
  if (passes.empty()) return Fresh();
  std::string name = "behind";
  for (const PassCall& pass : passes) name += fmt::format(" {}", pass.pass->name);
  if (auto found = built_.find(name); found != built_.end()) return found->second;
  Answer<ModuleRef> module = Behind(passes.first(passes.size() - 1));
  if (module.ok()) module = subject.LoadAgain(*module);
  if (module.ok()) module = subject.ApplySequential(passes.last(1), *module);
  return built_.emplace(std::move(name), module).first->second;
}

OracleContext& OracleContext::OnOwnEngines() {
  constexpr int64_t kStepsOfTiles = 16;
  if (own_ == nullptr) {
    own_engines_ = MakeNativeVariant(ctx, {.of_another = true});
    OracleSettings own = settings;
    // Padded to whole tiles, a kernel does many times what it did before.
    if (subject.Traits().for_device) own.budget.steps *= kStepsOfTiles;
    own_ = std::make_unique<OracleContext>(ctx, *own_engines_, c, own);
  }
  return *own_;
}

OracleContext::Application OracleContext::ApplyToFresh(const PassCall& pass, const ModuleRef& module) {
  Answer<ModuleRef> input = subject.LoadAgain(module);
  if (!input.ok()) return {input, input, {}};
  // All copies of a module that nobody has written into say the same, so that one that was given to another pass has
  // said it.
  std::string before;
  for (const auto& [key, application] : applied_) {
    auto given = inputs_.find(key.first->name);
    bool same = given != inputs_.end() && given->second.ok() && *given->second == module;
    if (same && application.input.ok()) before = application.before;
  }
  if (before.empty()) before = subject.Fingerprint(*input);
  double start = ThreadCpuSeconds();
  Answer<ModuleRef> output = subject.ApplyDirect(pass, *input);
  return {input, output, std::move(before), ThreadCpuSeconds() - start};
}

const OracleContext::Application& OracleContext::Keep(const PassCall& pass, Application application) {
  PassKey key(pass.pass, pass.options);
  const auto& [input, output, before, seconds] = application;
  bool both = input.ok() && output.ok();
  // What writes into its input hands on that very module; elsewhere there are such passes by the dozen.
  bool writes = both && subject.Traits().elsewhere && !before.empty() && subject.Fingerprint(*input) != before;
  if (both && (writes || subject.Difference(*input, *output))) changed_.insert(key);
  return applied_.emplace(std::move(key), std::move(application)).first->second;
}

const OracleContext::Application& OracleContext::ApplicationOf(const PassCall& pass) {
  // Asking for the input may apply the pass, too.
  Answer<ModuleRef> known = KnownInputOf(pass);
  auto found = applied_.find({pass.pass, pass.options});
  if (found != applied_.end()) return found->second;
  return Keep(pass, known.ok() ? ApplyToFresh(pass, *known) : Application{known, known, {}});
}

const Answer<ModuleRef>& OracleContext::SecondInputOf(const PassCall& pass) {
  auto found = second_inputs_.find({pass.pass, pass.options});
  if (found != second_inputs_.end()) return found->second;
  return second_inputs_.emplace(PassKey(pass.pass, pass.options), FreshInputOf(pass)).first->second;
}

const Answer<ModuleRef>& OracleContext::SecondOutputOf(const PassCall& pass) {
  auto found = second_outputs_.find({pass.pass, pass.options});
  if (found != second_outputs_.end()) return found->second;
  const Answer<ModuleRef>& input = SecondInputOf(pass);
  Answer<ModuleRef> output = input.ok() ? subject.ApplyDirect(pass, *input) : input;
  return second_outputs_.emplace(PassKey(pass.pass, pass.options), output).first->second;
}

Answer<ModuleRef> OracleContext::OutputOf(const PassCall& pass) { return ApplicationOf(pass).output; }

bool OracleContext::LeavesAlone(const PassCall& pass) {
  return OutputOf(pass).ok() && !Changed(pass) && !elsewhere_.contains(pass.pass->name);
}

const Outcome& OracleContext::RunOf(const ProgramRef& program, size_t i) {
  auto found = runs_.find({program, i});
  if (found != runs_.end()) return found->second;
  return runs_.emplace(std::pair(program, i), subject.Run(program, c.entry, c.inputs[i], settings.budget))
      .first->second;
}

bool OracleContext::Changed(const PassCall& pass) const { return changed_.contains({pass.pass, pass.options}); }

namespace {

// A packed function that writes into its argument and is called as if it did not; empty when there is none. A compiler
// may leave such a call out or make it twice.
std::string ImpureCalledPure(const Module& module) {
  std::string found;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* packed =
          IsCallOf(call, "relax.call_pure_packed") && !call->args.empty() ? As<ExternFunc>(call->args[0]) : nullptr;
      if (packed != nullptr && PackedWrites(packed->global_symbol.text())) found = packed->global_symbol.str();
    });
  }
  return found;
}

Result<std::vector<ReferenceOutcome>> RunReference(Context& ctx, const Case& c, const Budget& budget) {
  std::string impure = ImpureCalledPure(c.module);
  if (impure.empty()) return RunReferenceOnce(ctx, c.module, c.entry, c.inputs, budget);
  return Diag{
      DiagKind::kUnsupported, {}, impure + " is called as if it were pure, and writes into its argument", "", {}};
}

}  // namespace

const std::vector<ReferenceOutcome>& OracleContext::ReferenceOf() {
  if (!reference_) {
    auto outcomes = RunReference(ctx, c, settings.budget);
    if (outcomes.ok()) {
      reference_ = std::move(*outcomes);
    } else {
      reference_.emplace(c.inputs.size(), ReferenceOutcome{Refused{outcomes.error().message}, {}});
    }
  }
  return *reference_;
}

const ReferenceOutcome& OracleContext::PerturbedReferenceOf(size_t i) {
  auto found = perturbed_.find(i);
  if (found != perturbed_.end()) return found->second;
  ReferenceOutcome reference = ReferenceOf()[i];
  AddPerturbedRuns(ctx, c.module, c.entry, c.inputs[i], settings.budget, reference);
  return perturbed_.emplace(i, std::move(reference)).first->second;
}

Comparison OracleContext::CompareWithReferenceOf(size_t i, const Outcome& got) {
  Comparison plain = CompareWithReference(got, ReferenceOf()[i]);
  return plain.mismatch ? CompareWithReference(got, PerturbedReferenceOf(i)) : plain;
}

Answer<ModuleRef> OracleContext::BuiltBy(const std::string& name, std::span<const PassCall> passes) {
  auto found = built_.find(name);
  if (found != built_.end()) return found->second;
  Answer<ModuleRef> module = Fresh();
  if (module.ok()) module = subject.ApplySequential(passes, *module);
  return built_.emplace(name, module).first->second;
}

std::optional<OracleContext::Step> OracleContext::IllFormedStepOf(std::span<const PassCall> passes) {
  Answer<ModuleRef> module = Fresh();
  for (const PassCall& pass : passes) {
    if (!module.ok()) return std::nullopt;
    Step step = Apply(pass, *module);
    if (!step.violations.empty()) return step;
    module = step.module;
  }
  return std::nullopt;
}

Answer<std::vector<Outcome>> OracleContext::Interpret(const Answer<ModuleRef>& module, bool lowered) {
  if (!module.ok()) return module.refusal();
  Answer<ProgramRef> program =
      subject.Build(*module, {.engine = std::string(subject.Traits().interpreted), .lowered = lowered});
  if (!program.ok()) return program.refusal();
  std::vector<Outcome> outcomes;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    // Where nothing is caught, a program without a meaning may do harm that shows only later.
    bool harmless = subject.Traits().tells_traps || std::holds_alternative<Value>(ReferenceOf()[i].outcome);
    outcomes.push_back(harmless ? RunOf(*program, i) : Refused{"the module's behaviour is undefined for these inputs"});
  }
  return outcomes;
}

const Answer<std::vector<Outcome>>& OracleContext::InterpretedOf() {
  if (!interpreted_) interpreted_ = Interpret(LoweredOf(), /*lowered=*/true);
  return *interpreted_;
}

}  // namespace assay
