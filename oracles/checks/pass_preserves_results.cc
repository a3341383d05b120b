// pass_preserves_results: a module gives the same results after a pass as before.
#include <algorithm>

#include "generators/modules/generate.h"
#include "ir/support/function_ref.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "oracles/core/beyond_engines.h"
#include "oracles/core/changed_calls.h"
#include "oracles/core/changed_entry.h"
#include "oracles/core/norm_mode.h"
#include "oracles/core/results.h"
#include "passes/rewrite/complete_regions.h"
#include "passes/target_pass.h"

namespace assay {
extern const OracleSpec kPassPreservesResults;
namespace {

bool InPipeline(const PassCall& pass, OracleContext& oc) {
  for (const PassCall& step : oc.subject.BuildPipeline()) {
    if (step.pass->run == pass.pass->run) return true;
  }
  return false;
}

// A kernel that is called as it is may overwrite what the caller hands over, also once that was given away.
bool CallsKernels(const Module& module) {
  bool calls = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      calls |= callee != nullptr && Is<PrimFunc>(module.Find(callee->name.text()));
    });
  }
  return calls;
}

// recursion: once, with the function that the pass is about
// The new functions, called so that they give what the old entry did.
Verdict JudgeChanged(const PassCall& pass, const ModuleRef& output, const BuildOptions& how, OracleContext& oc) {
  const ChangedCall& changed = *FindChangedCall(*pass.pass);
  if (CallsKernels(oc.c.module))
    return Skip{SkipKind::kNotApplicable, "kernels are called as they are, and may overwrite what is handed over"};
  if (changed.entry != nullptr && changed.entry(oc.c.module) != oc.c.entry) {
    Case other = oc.c;
    other.entry = changed.entry(oc.c.module);
    if (other.entry.empty()) return Skip{SkipKind::kNotApplicable, "the module has no function that the pass is about"};
    other.inputs.clear();
    for (uint64_t seed : {1, 2}) other.inputs.push_back(MakeInputs(oc.c.module, other.entry, seed));
    OracleContext fresh(oc.ctx, oc.subject, other, oc.settings);
    return JudgeChanged(pass, output, how, fresh);
  }
  const auto* entry = As<Function>(oc.c.module.Find(oc.c.entry));
  if (entry == nullptr) return Skip{SkipKind::kNotApplicable, "the entry is no Relax function"};
  auto call = [&](const ProgramRef& program, std::span<const Value> args) {
    auto run = [&](std::string_view name, std::span<const Value> values) {
      return oc.subject.Run(program, name, values, oc.settings.budget);
    };
    return changed.call(oc.c.module, oc.c.entry, pass, args, run);
  };
  if (changed.fixed == nullptr) return CompareRunsWithReference(kPassPreservesResults, &pass, output, how, oc, call);
  // The reference, too, is of the arguments that the options fix.
  Case fixed = oc.c;
  fixed.inputs.clear();
  for (const std::vector<Value>& args : oc.c.inputs) {
    auto as_bound = changed.fixed(oc.ctx, *entry, pass, args);
    if (as_bound) fixed.inputs.push_back(std::move(*as_bound));
  }
  OracleContext other(oc.ctx, oc.subject, fixed);
  return CompareRunsWithReference(kPassPreservesResults, &pass, output, how, other, call);
}

bool Applies(const PassSpec& pass) {
  return pass.signatures != Signatures::kChanged || FindChangedCall(pass) != nullptr;
}

// Fusion hides which tensors share storage.
Verdict JudgeUnfused(const PassCall& pass, const ModuleRef& output, OracleContext& oc) {
  Answer<ModuleRef> lowered = oc.subject.ApplySequential(oc.subject.OtherPipelines().front().second, output);
  if (!lowered.ok()) return FromRefusal(kPassPreservesResults, &pass, lowered.refusal());
  return CompareRunsWithReference(kPassPreservesResults, &pass, *lowered, Interpreted(oc), oc);
}

// A pass for inference, or for training, is judged on what it was given and what it made in that mode.
Verdict InItsMode(const PassCall& pass, const ModuleRef& output, OracleContext& oc,
                  FunctionRef<Verdict(const ModuleRef&, OracleContext&)> judge) {
  std::optional<NormMode> mode = NormModeOf(pass.pass->exact);
  if (!mode) return judge(output, oc);
  const Module* made = oc.subject.Native(output);
  if (made == nullptr) return Skip{SkipKind::kNotApplicable, "the mode of norms is set for assay's engines alone"};
  Answer<ModuleRef> moded = oc.subject.Import(WithNormsIn(*mode, oc.ctx, *made, pass));
  if (!moded.ok()) return FromRefusal(kPassPreservesResults, &pass, moded.refusal());
  Case other = oc.c;
  other.module = WithNormsIn(*mode, oc.ctx, oc.c.module, pass);
  OracleContext fresh(oc.ctx, oc.subject, other, oc.settings);
  return judge(*moded, fresh);
}

Verdict JudgeRuns(const PassCall& pass, const ModuleRef& output, std::string_view engine, OracleContext& oc) {
  BuildOptions how{.engine = std::string(engine)};
  if (pass.pass->signatures == Signatures::kChanged) return JudgeChanged(pass, output, how, oc);
  return CompareRunsWithReference(kPassPreservesResults, &pass, output, how, oc);
}

Verdict JudgeBuiltAsItIs(const PassCall& pass, const ModuleRef& output, OracleContext& oc) {
  bool changes = pass.pass->signatures == Signatures::kChanged;
  if (changes && oc.subject.Traits().elsewhere && FindChangedCall(*pass.pass)->on_own_engines)
    return Skip{SkipKind::kNotApplicable, "what it calls, assay's engines alone have"};
  bool in_place = !changes && OverwritesArguments(output, oc);
  if (in_place && !oc.subject.OtherPipelines().empty()) return JudgeUnfused(pass, output, oc);
  // A graph-level pass is run as it is; a step of the build is built on from there.
  SubjectTraits traits = oc.subject.Traits();
  bool built = InPipeline(pass, oc) || OverwritesArguments(output, oc);
  return JudgeRuns(pass, output, built ? traits.interpreted : traits.graph_engine, oc);
}

// What the subject's own build makes of the pass's output.
Verdict JudgeBuilt(const PassCall& pass, const ModuleRef& output, OracleContext& oc) {
  return InItsMode(pass, output, oc,
                   [&](const ModuleRef& made, OracleContext& given) { return JudgeBuiltAsItIs(pass, made, given); });
}

// What assay's engines say of a module of the subject's; nothing, and why, where they cannot run it.
struct OwnVerdict {
  std::optional<Verdict> verdict = {};
  std::string why_not = {};
};

// Another compiler's builds compute one side of a choice that reads memory: a side that is not taken may lie outside.
Module WithOneSideOfChoices(Context& ctx, const Module& module) {
  PassContext pass_ctx(ctx);
  Result<Module> guarded = FindPass("RewriteUnsafeSelect")->run(pass_ctx, module, {});
  return guarded.ok() ? *guarded : module;
}

// Read from its text and run by assay's engines: milliseconds, where another compiler's build takes hundreds.
OwnVerdict RunOnOwnEngines(const PassCall& pass, const ModuleRef& module, OracleContext& oc) {
  std::string text = oc.subject.Print(module);
  Result<Module> read = ParseModule(oc.ctx, std::string(pass.pass->name), text);
  if (!read.ok()) {
    std::string why = WhyBeyondEngines(text);
    return {.why_not = why.empty() ? "assay does not read it" : why};
  }
  // As it is scheduled, a loop of threads stands for what they all do up to where the next loop begins.
  bool launched = !IsTargetPass(*pass.pass);
  std::string why = launched && oc.subject.Traits().for_device ? WhyBeyondEngines(*read) : "";
  if (!why.empty()) return {.why_not = why};
  OracleContext& own = oc.OnOwnEngines();
  bool chooses = text.find("T.Select(") != std::string::npos;
  // Nothing of that compiler asks whether blocks name all that they access.
  Module complete = CompleteRegions(oc.ctx, *read);
  Answer<ModuleRef> taken = own.subject.Import(chooses ? WithOneSideOfChoices(oc.ctx, complete) : complete);
  if (!taken.ok()) return {.why_not = "assay does not take it"};
  if (!own.subject.Violations(*taken).empty()) return {.why_not = "it is ill-formed to assay"};
  Verdict verdict = InItsMode(pass, *taken, own, [&](const ModuleRef& made, OracleContext& given) {
    return JudgeRuns(pass, made, given.subject.Traits().graph_engine, given);
  });
  if (const auto* skip = std::get_if<Skip>(&verdict)) return {.why_not = skip->Text()};
  return {.verdict = verdict};
}

// What the pass was given may have gone wrong before it, where other passes brought the module into the form that it
// takes.
OwnVerdict JudgeOnOwnEngines(const PassCall& pass, const ModuleRef& output, OracleContext& oc) {
  OwnVerdict own = RunOnOwnEngines(pass, output, oc);
  if (!own.verdict || !std::holds_alternative<Finding>(*own.verdict) || pass.pass->signatures == Signatures::kChanged)
    return own;
  Answer<ModuleRef> input = oc.FreshInputOf(pass);
  OwnVerdict given = input.ok() ? RunOnOwnEngines(pass, *input, oc) : OwnVerdict{};
  if (!given.verdict || !std::holds_alternative<Finding>(*given.verdict)) return own;
  return {.verdict = Skip{SkipKind::kNotToBlame, "what the pass was given is no better"}};
}

// Its own build is asked for what assay's engines cannot run or see go wrong, and for a share of the rest, which it
// alone may do wrong; of a case on its own, for all.
Verdict JudgeElsewhere(const PassCall& pass, const ModuleRef& output, OracleContext& oc) {
  constexpr uint64_t kOneInBuilt = 32, kOneInBeyond = 8;
  OwnVerdict judged = JudgeOnOwnEngines(pass, output, oc);
  const std::optional<Verdict>& own = judged.verdict;
  // Nothing that is built for it runs here.
  if (oc.subject.Traits().for_device) return own ? *own : Skip{SkipKind::kNotCompared, judged.why_not};
  if (own && std::holds_alternative<Skip>(*own)) return *own;
  bool agrees = own && std::holds_alternative<Agree>(*own);
  auto asks = [&](uint64_t one_in) { return oc.settings.Asks(HashText(pass.pass->name), one_in); };
  if (agrees && !asks(kOneInBuilt)) return Agree{};
  if (!own && !asks(kOneInBeyond))
    return Skip{SkipKind::kNotCompared, "the subject's build is not asked: " + judged.why_not};
  Verdict built = JudgeBuilt(pass, output, oc);
  if (!own || std::holds_alternative<Finding>(built)) return built;
  if (agrees || std::holds_alternative<Skip>(built)) return *own;
  return Skip{SkipKind::kUndecided,
              "what the subject builds of the pass's output is right, and what assay reads of its text is not"};
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(*pass);
  if (!output.ok()) return FromRefusal(kPassPreservesResults, pass, output.refusal());
  // Nothing is left to ask of the pass; what the build makes of the module itself is for others to judge.
  if (oc.LeavesAlone(*pass)) return Agree{};
  if (oc.subject.Traits().elsewhere) return JudgeElsewhere(*pass, *output, oc);
  return JudgeWhereChanged(*pass, *output, oc,
                           [&](OracleContext& at_entry) { return JudgeBuilt(*pass, *output, at_entry); });
}

}  // namespace

const OracleSpec kPassPreservesResults = {
    .name = "pass_preserves_results",
    .doc =
        "Results of the module before and after a pass agree within derived bounds, on several inputs. Cannot see "
        "faults that these inputs do not reach.",
    .scope = OracleScope::kPass,
    .looks_at_runs = true,
    .seen_at_a_glance = true,
    .applies = Applies,
    .judge = Judge,
};

}  // namespace assay
