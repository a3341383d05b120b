#include "fuzzers/bench/mutation_detector.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "fuzzers/campaign/case_source.h"
#include "fuzzers/process/shared_array.h"
#include "ir/entries.h"
#include "ir/support/hash.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "oracles/conform/isolate.h"
#include "oracles/core/oracle.h"
#include "oracles/core/results.h"
#include "passes/options.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// A mutant that only other modules show, so many of them alike, is taken for one that loses rewrites.
constexpr uint32_t kMostDiffering = 60;
// What so many builds did not tell apart is tried on one in so many from then on.
constexpr uint32_t kPatience = 60;
constexpr uint64_t kOneInLater = 8;
// A module with all passes and all mutants; what hangs for good takes this long.
constexpr double kSlowestModule = 60;
constexpr std::array kNames = {std::string_view("nothing"), std::string_view("lost rewrite"), std::string_view("type"),
                               std::string_view("verdict"), std::string_view("result")};

// What is known of a mutant, in memory that all processes share.
struct Standing {
  Shown shown;
  uint32_t reached, differing, built;
  // Index into the table of passes; one behind the last for a build.
  uint32_t where;
  uint64_t run;
  // Some process is at it: one more than that process's run, and what it tries. Should the run not end, the mutant did
  // it.
  uint64_t trying;
  uint32_t at;
};

// What stands in a module's bindings one by one: the kind or operator, and the type.
struct TypedBinding {
  std::string what, type;
};

std::vector<TypedBinding> BindingsOf(const Module& module) {
  std::vector<TypedBinding> bindings;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      if (binding == nullptr) return true;
      const auto* call = As<Call>(binding->value);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      bindings.push_back({std::string(op != nullptr ? op->name.text() : NodeKindName(binding->value->kind)),
                          binding->var->type == nullptr ? "" : PrintType(binding->var->type)});
      return true;
    });
  }
  return bindings;
}

// The same functions and bindings, some of which have other types.
bool TypesDiffer(const Module& before, const Module& after) {
  for (const ModuleEntry& entry : before.entries) {
    const Node* other = after.Find(entry.var->name.text());
    if (other == nullptr || entry.func == nullptr) continue;
    const auto *a = As<Function>(entry.func), *b = As<Function>(other);
    if (a != nullptr && b != nullptr && PrintType(a->type) != PrintType(b->type)) return true;
  }
  std::vector<TypedBinding> a = BindingsOf(before), b = BindingsOf(after);
  if (!std::ranges::equal(a, b, {}, &TypedBinding::what, &TypedBinding::what)) return false;
  return !std::ranges::equal(a, b, {}, &TypedBinding::type, &TypedBinding::type);
}

// What a pass made of a module, or why not.
struct Became {
  ModuleRef module;
  std::optional<RefusalKind> refused;
  uint64_t hash = 0;
};

class Detector {
 public:
  Detector(const DetectorOptions& options, const CaseSource& source, SharedArray<Standing>& standings)
      : options_(options), source_(source), standings_(standings), passes_(options.passes) {
    if (passes_.empty()) passes_.assign(AllRelaxAndTirPasses().begin(), AllRelaxAndTirPasses().end());
  }

  void LookAt(uint64_t run) {
    Context ctx;
    std::unique_ptr<Subject> subject = options_.make_subject ? options_.make_subject(ctx) : MakeNativeSubject(ctx);
    run_ = run;
    Case c = source_.Make(ctx, run, Corpus()).c;
    ByteSource bytes = ByteSource::FromSeed(HashCombine(options_.seed, run));
    c.passes.clear();
    for (const PassSpec* pass : passes_) {
      PassCall call{pass, {}};
      if (subject->Has(*pass) && DrawOptions(ctx, c.module, bytes, call)) c.passes.push_back(std::move(call));
    }
    OracleContext oc(ctx, *subject, c);
    for (const PassCall& call : c.passes) TryPass(oc, call);
    TryBuild(oc);
  }

  std::string_view NameOf(uint32_t where) const { return where < passes_.size() ? passes_[where]->name : "build"; }

 private:
  static bool CanShowMore(const Standing& one) {
    return one.shown == Shown::kNothing || (one.shown == Shown::kRewrite && one.differing < kMostDiffering);
  }
  // Those that were reached since `forget`, and of which more can be learned.
  std::vector<size_t> Candidates() {
    std::vector<size_t> candidates;
    for (size_t i = 0; i < options_.mutants.size(); ++i) {
      if (CanShowMore(standings_[i]) && options_.reached(options_.mutants[i].number)) candidates.push_back(i);
    }
    return candidates;
  }
  template <class Work>
  auto With(size_t mutant, uint32_t where, Work&& work) {
    Begin(mutant, where);
    options_.switch_on(options_.mutants[mutant].number);
    auto result = work();
    options_.switch_on(0);
    standings_[mutant].trying = 0;
    return result;
  }
  void Begin(size_t mutant, uint32_t where) {
    standings_[mutant].at = where;
    standings_[mutant].trying = run_ + 1;
  }
  void Shows(size_t mutant, Shown shown, uint32_t where) {
    Standing& one = standings_[mutant];
    ++one.differing;
    if (shown <= one.shown) return;
    one.shown = shown;
    one.where = where;
    one.run = run_;
  }

  static Became Apply(OracleContext& oc, const PassCall& pass, const ModuleRef& input) {
    Answer<ModuleRef> after = oc.subject.ApplyDirect(pass, input);
    if (!after.ok()) return {nullptr, after.refusal().kind};
    return {*after, std::nullopt, oc.subject.Hash(*after).value_or(0)};
  }

  void TryPass(OracleContext& oc, const PassCall& pass) {
    Answer<ModuleRef> input = oc.FreshInputOf(pass);
    if (!input.ok()) return;
    options_.forget();
    Became plain = Apply(oc, pass, *input);
    auto where = static_cast<uint32_t>(std::ranges::find(passes_, pass.pass) - passes_.begin());
    for (size_t mutant : Candidates()) {
      ++standings_[mutant].reached;
      Became other = With(mutant, where, [&] { return Apply(oc, pass, *input); });
      if (other.refused == plain.refused && other.hash == plain.hash) continue;
      // What a module is good for may end the process as well.
      Begin(mutant, where);
      Shown shown = Compare(oc, plain, other);
      standings_[mutant].trying = 0;
      Shows(mutant, shown, where);
    }
  }

  static Shown Compare(OracleContext& oc, const Became& plain, const Became& other) {
    if (plain.refused || other.refused) return plain.refused == other.refused ? Shown::kRewrite : Shown::kVerdict;
    if (oc.subject.Violations(plain.module).empty() != oc.subject.Violations(other.module).empty())
      return Shown::kVerdict;
    const Module *a = oc.subject.Native(plain.module), *b = oc.subject.Native(other.module);
    if (a == nullptr || b == nullptr) return Shown::kRewrite;
    Shown shown = CompareRuns(oc, plain.module, other.module);
    return shown == Shown::kRewrite && TypesDiffer(*a, *b) ? Shown::kType : shown;
  }

  // Every public function that both have, on the same arguments.
  static Shown CompareRuns(OracleContext& oc, const ModuleRef& plain, const ModuleRef& other) {
    SubjectTraits traits = oc.subject.Traits();
    for (std::string_view engine : {traits.graph_engine, traits.interpreted}) {
      BuildOptions how{.engine = std::string(engine)};
      Answer<ProgramRef> before = oc.subject.Build(plain, how);
      // Nobody could run it without the mutant.
      if (!before.ok()) continue;
      Answer<ProgramRef> after = oc.subject.Build(other, how);
      if (!after.ok()) return Shown::kVerdict;
      const Module& module = *oc.subject.Native(plain);
      for (const std::string& entry : EntriesOf(module)) {
        for (uint64_t seed : {1, 2}) {
          std::vector<Value> args = MakeInputs(module, entry, seed);
          Shown shown =
              CompareOutcomes(oc, module, entry, args, oc.subject.Run(*before, entry, args, oc.settings.budget),
                              oc.subject.Run(*after, entry, args, oc.settings.budget));
          if (shown > Shown::kRewrite) return shown;
        }
      }
      return Shown::kRewrite;
    }
    return Shown::kRewrite;
  }

  // Where the first has no value, there is nothing to hold the second to.
  static Shown CompareOutcomes(OracleContext& oc, const Module& module, const std::string& entry,
                               std::span<const Value> args, const Outcome& plain, const Outcome& other) {
    if (!std::holds_alternative<Value>(plain) || std::holds_alternative<OutOfBudget>(other)) return Shown::kRewrite;
    if (!std::holds_alternative<Value>(other)) return Shown::kVerdict;
    ReferenceOutcome reference{plain, {}};
    if (!CompareWithReference(other, reference).mismatch) return Shown::kRewrite;
    AddPerturbedRuns(oc.ctx, module, entry, args, oc.settings.budget, reference);
    Perturber perturber(Perturbation::kRandom);
    for (int i = 0; i < 3; ++i) AddMovedInputs(oc.ctx, module, entry, args, oc.settings.budget, perturber, reference);
    return CompareWithReference(other, reference).mismatch ? Shown::kResult : Shown::kRewrite;
  }

  struct Built {
    std::optional<RefusalKind> refused;
    std::optional<Outcome> outcome;
  };
  static Built Build(OracleContext& oc, const ModuleRef& module, const BuildOptions& how) {
    Answer<ProgramRef> program = oc.subject.Build(module, how);
    if (!program.ok()) return {program.refusal().kind, std::nullopt};
    return {std::nullopt, oc.subject.Run(*program, oc.c.entry, oc.c.inputs[0], oc.settings.budget)};
  }

  // Machine code and its build, for what is no pass's own.
  void TryBuild(OracleContext& oc) {
    Answer<ModuleRef> module = oc.Fresh();
    if (!module.ok() || oc.c.inputs.empty()) return;
    SubjectTraits traits = oc.subject.Traits();
    for (const BuildOptions& how : {BuildOptions{.engine = std::string(traits.interpreted)},
                                    BuildOptions{.engine = std::string(traits.compiled), .opt_level = 0},
                                    BuildOptions{.engine = std::string(traits.compiled), .opt_level = 2}}) {
      options_.forget();
      Built plain = Build(oc, *module, how);
      for (size_t mutant : Candidates()) TryMutantOfBuild(oc, *module, how, plain, mutant);
    }
  }
  void TryMutantOfBuild(OracleContext& oc, const ModuleRef& module, const BuildOptions& how, const Built& plain,
                        size_t mutant) {
    Standing& one = standings_[mutant];
    bool later = one.built > kPatience && HashCombine(run_, mutant) % kOneInLater != 0;
    if (later) return;
    ++one.built;
    auto build = static_cast<uint32_t>(passes_.size());
    Built other = With(mutant, build, [&] { return Build(oc, module, how); });
    if (plain.refused || other.refused) {
      if (plain.refused != other.refused) Shows(mutant, Shown::kVerdict, build);
      return;
    }
    Shown shown = CompareOutcomes(oc, oc.c.module, oc.c.entry, oc.c.inputs[0], *plain.outcome, *other.outcome);
    if (shown > Shown::kRewrite) Shows(mutant, shown, build);
  }

  const DetectorOptions& options_;
  const CaseSource& source_;
  SharedArray<Standing>& standings_;
  std::vector<const PassSpec*> passes_;
  uint64_t run_ = 0;
};

// Nobody takes a crash for anything else.
void MarkEnded(SharedArray<Standing>& standings, size_t run) {
  for (Standing& one : standings) {
    if (one.trying != run + 1) continue;
    one.shown = Shown::kVerdict;
    ++one.differing;
    one.where = one.at;
    one.run = run;
    one.trying = 0;
  }
}

}  // namespace

std::string_view ShownName(Shown shown) { return kNames[static_cast<size_t>(shown)]; }
Shown ShownOf(std::string_view name) {
  auto found = std::ranges::find(kNames, name);
  return found == kNames.end() ? Shown::kNothing : static_cast<Shown>(found - kNames.begin());
}

Result<std::vector<DetectedMutant>> DetectMutants(const DetectorOptions& options) {
  CampaignOptions campaign;
  campaign.seed = options.seed;
  campaign.evolve = false;
  campaign.generate = options.generate;
  campaign.seed_files = options.seed_files;
  CaseSource source(campaign);
  ASSAY_RETURN_IF_ERROR(source.Load());
  SharedArray<Standing> standings(options.mutants.size());
  Detector detector(options, source, standings);
  IsolateOptions isolate{.jobs = options.jobs, .case_seconds = kSlowestModule, .batch = 16, .progress = nullptr};
  isolate.finished = [&](size_t run, const IsolatedResult& answer) {
    if (!answer.finished) MarkEnded(standings, run);
  };
  size_t runs = source.seeds() + options.modules;
  if (options.progress) isolate.progress = [&](size_t done) { options.progress(done, runs); };
  options.switch_on(0);
  RunIsolated(runs, [&](size_t run) { return detector.LookAt(run), std::string(); }, isolate);
  std::vector<DetectedMutant> detected;
  for (size_t i = 0; i < options.mutants.size(); ++i) {
    const Standing& one = standings[i];
    std::string_view where = one.shown == Shown::kNothing ? "" : detector.NameOf(one.where);
    detected.push_back(
        {options.mutants[i].number, one.shown, std::string(where), one.run, one.reached + one.built, one.differing});
  }
  return detected;
}

}  // namespace assay
