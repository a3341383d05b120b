// effects_kept: what a run prints, asserts and hands to packed functions, one after the other, is the same by every
// engine, and before and after each pass. Tested by effects_kept_test.cc.
#include <algorithm>
#include <set>

#include "ir/ops/purity.h"
#include "ir/walk.h"
#include "oracles/core/changed_calls.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/unwritten.h"
#include "passes/op_names.h"
#include "vm/effects.h"
#include "vm/llvm/engines.h"

namespace assay {
extern const OracleSpec kEffectsKept;
namespace {

// The names of effects that a function has; empty where one is forced to be pure, so that passes may drop what it does.
std::set<std::string> EffectsIn(const Module& module, std::string_view entry) {
  std::set<std::string> effects, pure;
  bool trusted = false;
  for (const ModuleEntry& function : module.entries) {
    bool found = false;
    const auto* relax = As<Function>(function.func);
    WalkOnce(relax, [&](const Node* node) {
      const auto* call = As<Call>(node);
      if (call == nullptr) return;
      if (const auto* external = As<ExternFunc>(call->op)) {
        std::string_view name = external->global_symbol.text();
        bool has_effects = IsImpureCall(&module, *call);
        if (has_effects && !name.starts_with("vm.builtin.")) found = effects.emplace(name).second || found;
      }
      for (std::string_view name : {"print", "assert_op"}) {
        if (!IsCallOf(call, fmt::format("relax.{}", name))) continue;
        effects.insert(fmt::format("relax.run.{}", name));
        found = true;
      }
      bool promised = IsCallOf(call, "relax.call_pure_packed") || IsCallOf(call, "relax.call_dps_packed");
      const auto* callee = promised && !call->args.empty() ? As<ExternFunc>(call->args[0]) : nullptr;
      if (callee != nullptr) pure.insert(callee->global_symbol.str());
    });
    trusted |= found && relax != nullptr && relax->is_pure && function.var->name.text() != entry;
  }
  if (trusted) return {};
  for (const std::string& name : pure) effects.erase(name);
  return effects;
}

// What was noted, as a value: a tuple for each effect, its name first. A run that ends otherwise is not compared.
Outcome AsOutcome(const Outcome& outcome, const EffectLog& log, const std::set<std::string>& effects) {
  if (!std::holds_alternative<Value>(outcome)) return outcome;
  TupleValue all;
  for (const Effect& effect : log.effects) {
    if (!effects.contains(effect.name)) continue;
    TupleValue one{{Value{StringValue{effect.name}}}};
    one.fields.insert(one.fields.end(), effect.args.begin(), effect.args.end());
    all.fields.push_back(Value{std::move(one)});
  }
  return Value{std::move(all)};
}

// What a call hands over to be filled has nobody's value yet.
Comparison ComparedWritten(Outcome got, ReferenceOutcome wanted) {
  std::vector<Value*> runs;
  auto add = [&runs](Outcome& outcome) {
    if (auto* value = std::get_if<Value>(&outcome)) runs.push_back(value);
  };
  add(wanted.outcome);
  for (Outcome& outcome : wanted.perturbed) add(outcome);
  size_t known = runs.size();
  add(got);
  ZeroWhereUnwritten(runs, known);
  return CompareWithReference(got, wanted);
}

class EffectsJudge {
 public:
  EffectsJudge(std::set<std::string> effects, OracleContext& oc) : case_(oc.c), effects_(std::move(effects)), oc_(oc) {}

  // The same effects, of another case.
  EffectsJudge Of(OracleContext& other) const { return {effects_, other}; }

  Verdict Compare(const PassCall* pass, const ModuleRef& module, const BuildOptions& how) {
    Answer<ProgramRef> program = oc_.subject.Build(module, how);
    if (!program.ok()) return FromRefusal(kEffectsKept, pass, program.refusal());
    Skip skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
    bool compared = false;
    for (size_t i = 0; i < case_.inputs.size(); ++i) {
      if (!std::holds_alternative<Value>(oc_.ReferenceOf()[i].outcome)) {
        skip = Skip{SkipKind::kNoResult, "the reference"};
        continue;
      }
      EffectLog log;
      Outcome got = AsOutcome(Run(pass, *program, i), log, effects_);
      if (!std::holds_alternative<Value>(got)) {
        skip = Skip{SkipKind::kNoResult, "the run"};
        continue;
      }
      compared = true;
      Comparison comparison = ComparedWritten(got, WantedOf(i, Perturbed::kNo));
      if (comparison.mismatch) comparison = ComparedWritten(got, WantedOf(i, Perturbed::kYes));
      // As results are where operations come in another order.
      bool rounds = pass != nullptr && pass->pass->exact == Exactness::kRounding;
      for (int tries = 0; rounds && comparison.mismatch && tries < kMostTries; ++tries)
        comparison = ComparedWritten(got, WantedOf(i, Perturbed::kWidely));
      if (!comparison.mismatch) continue;
      const Outcome want = WantedOf(i, Perturbed::kNo).outcome;
      return WithSides(MakeFinding(kEffectsKept, pass, FindingClass::kEffectsDiffer,
                                   fmt::format("effects of {} against relax-reference, inputs {}: {}", how.engine, i,
                                               comparison.mismatch->what)),
                       {.expected_title = "relax-reference",
                        .got_title = how.engine,
                        .expected = ValueText(*std::get_if<Value>(&want)),
                        .got = ValueText(*std::get_if<Value>(&got))});
    }
    if (!compared) return skip;
    return Agree{};
  }

 private:
  enum class Perturbed : uint8_t { kNo, kYes, kWidely };
  static constexpr int kMostTries = 10, kMovedInputs = 6;

  Outcome Run(const PassCall* pass, const ProgramRef& program, size_t i) {
    auto run = [&](std::string_view name, std::span<const Value> args) {
      return oc_.subject.Run(program, name, args, oc_.settings.budget);
    };
    const ChangedCall* changed =
        pass == nullptr || pass->pass->signatures != Signatures::kChanged ? nullptr : FindChangedCall(*pass->pass);
    return changed == nullptr ? run(case_.entry, case_.inputs[i])
                              : changed->call(case_.module, case_.entry, *pass, case_.inputs[i], run);
  }

  // The effects of the module as written, with rounding operators moved, and on inputs that are moved.
  ReferenceOutcome WantedOf(size_t i, Perturbed perturbed) {
    const std::vector<Value>& inputs = case_.inputs[i];
    ReferenceOutcome wanted{ReferenceRun(inputs, Perturbation::kNone), {}};
    if (perturbed == Perturbed::kNo) return wanted;
    for (Perturbation mode : {Perturbation::kUp, Perturbation::kDown, Perturbation::kRandom}) {
      wanted.perturbed.push_back(ReferenceRun(inputs, mode));
    }
    for (int run = 0; perturbed == Perturbed::kWidely && run < kMovedInputs; ++run) {
      std::vector<Value> moved;
      for (const Value& input : inputs) moved.push_back(perturber_.MoveInput(input));
      wanted.perturbed.push_back(ReferenceRun(moved, Perturbation::kNone));
    }
    return wanted;
  }
  Outcome ReferenceRun(std::span<const Value> inputs, Perturbation mode) {
    auto executable = FindEngine("relax-reference")->load(oc_.ctx, case_.module, {.perturbation = mode});
    if (!executable.ok()) return Refused{executable.error().message};
    EffectLog log;
    Outcome outcome = (*executable)->Run(case_.entry, inputs, oc_.settings.budget);
    return AsOutcome(outcome, log, effects_);
  }

  const Case& case_;
  std::set<std::string> effects_;
  OracleContext& oc_;
  Perturber perturber_{Perturbation::kRandom};
};

Verdict JudgePass(const PassCall& pass, EffectsJudge& judge, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(pass);
  if (!output.ok()) return FromRefusal(kEffectsKept, &pass, output.refusal());
  if (oc.LeavesAlone(pass)) return Agree{};
  if (pass.pass->signatures == Signatures::kChanged && FindChangedCall(*pass.pass) == nullptr)
    return Skip{SkipKind::kNotApplicable, "nobody can call what the pass made as before"};
  auto same = [&](const PassCall& step) { return step.pass->run == pass.pass->run; };
  bool in_pipeline = std::ranges::any_of(oc.subject.BuildPipeline(), same);
  SubjectTraits traits = oc.subject.Traits();
  BuildOptions how{.engine = std::string(in_pipeline ? traits.interpreted : traits.graph_engine)};
  const ChangedCall* changed = pass.pass->signatures == Signatures::kChanged ? FindChangedCall(*pass.pass) : nullptr;
  const auto* entry = As<Function>(oc.c.module.Find(oc.c.entry));
  if (changed == nullptr || changed->fixed == nullptr || entry == nullptr) return judge.Compare(&pass, *output, how);
  // The reference, too, is of the arguments that the options fix.
  Case fixed = oc.c;
  fixed.inputs.clear();
  for (const std::vector<Value>& args : oc.c.inputs) {
    auto as_bound = changed->fixed(oc.ctx, *entry, pass, args);
    if (as_bound) fixed.inputs.push_back(std::move(*as_bound));
  }
  OracleContext other(oc.ctx, oc.subject, fixed);
  return judge.Of(other).Compare(&pass, *output, how);
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  std::set<std::string> effects = EffectsIn(oc.c.module, oc.c.entry);
  if (effects.empty()) return Agree{};
  EffectsJudge judge(std::move(effects), oc);
  if (pass != nullptr) return JudgePass(*pass, judge, oc);
  Answer<ModuleRef> lowered = oc.LoweredOf();
  if (!lowered.ok()) return FromRefusal(kEffectsKept, nullptr, lowered.refusal());
  std::string engines = fmt::format("{} {}", oc.subject.Traits().interpreted, oc.subject.Traits().modes);
  for (size_t at = 0; at < engines.size();) {
    size_t end = std::min(engines.find(' ', at), engines.size());
    Verdict verdict = judge.Compare(nullptr, *lowered, {.engine = engines.substr(at, end - at), .lowered = true});
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
    at = end + 1;
  }
  return Agree{};
}

}  // namespace

const OracleSpec kEffectsKept = {
    .name = "effects_kept",
    .doc =
        "What a run prints, asserts and hands to packed functions is the same, in the same order, by every engine and "
        "after each pass. Cannot see what a function does that the program calls pure.",
    .scope = OracleScope::kBoth,
    .applies = [](const PassSpec& pass) { return ResultsCompare(pass.exact); },
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().checks_needs; },
    .lacking = "the subject's programs run where nobody notes what they do",
};

}  // namespace assay
