// Making the case of a run (case_source.h).
#include "fuzzers/campaign/case_source.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/own_texts.h"
#include "fuzzers/campaign/pass_lists.h"
#include "fuzzers/campaign/preparation.h"
#include "generators/modules/bait_text.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/check.h"
#include "ir/support/hash.h"
#include "ir/text/as_read.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/config.h"
#include "passes/options.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Sets of arguments for each case.
constexpr uint64_t kInputSets = 2;
// One run in so many moves on from the corpus, once that holds enough, by up to so many moves; as many begin with an
// own text.
constexpr uint64_t kOneInMoves = 4, kTurnOfCorpus = 0, kTurnOfTexts = 1;
constexpr size_t kLeastEntries = 16;
constexpr uint64_t kMostMoves = 4;
// One case in so many is about TIR passes, so many times as many of them: they take less time.
constexpr uint32_t kOneInKernels = 4;
// In so many cases other passes than its own are configured, too.
constexpr uint32_t kOneInConfigs = 4;
constexpr size_t kTimesKernels = 2;
// One case in so many with a pass that comes late has a module that is partly lowered.
constexpr uint32_t kOneInLowered = 2;
// One case in so many with passes over graphs alone has its memory written out.
constexpr uint32_t kOneInWritten = 8;
// A case for another compiler is bait of a TIR pass.
constexpr uint32_t kOneInBuilds = 16;
// One run in so many lays neighbourhoods of its passes' operators.
constexpr uint64_t kOneInPlanned = 5;
// Of so many modules the one is taken with which the case's passes do most; one run in so many takes the first.
constexpr int kTriedModules = 3;
// Kernels are large: of two the better one.
constexpr int kTriedKernels = 2;
constexpr uint64_t kOneInFirst = 4;
// What stands in kernels that no operator is lowered to.
constexpr Features kAnyKernels =
    BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops) | BitOf(Feature::kLoopKinds) | BitOf(Feature::kIntrinsics);
// So many of four cases of TIR passes have kernels alone, most of which no operator is lowered to.
constexpr uint32_t kOwnKernelsOfFour = 3;
constexpr int64_t kMostOwnElements = 256;
// Choices that must not depend on how the module was made have streams of their own.
constexpr uint64_t kMovesStream = 101;
constexpr uint64_t kOptionsStream = 102;
constexpr uint64_t kSweepStream = 103;
constexpr uint64_t kTextsStream = 104;
constexpr uint64_t kOthersStream = 105;
constexpr uint64_t kTriesStream = 106;
constexpr uint64_t kKernelsStream = 107;
constexpr uint64_t kFreshStream = 108;
constexpr uint64_t kLaunchesStream = 109;
// One run in so many gives TIR passes kernels that the sweep has, at drawn levels.
constexpr uint64_t kOneInDrawn = 5;
// Of these, one in so many has launches of threads that wait for each other.
constexpr uint64_t kOneInLaunches = 2;
// One generated module in so many is changed by a move or two.
constexpr uint64_t kOneInFresh = 8, kMostFreshMoves = 2;
// Of four for TIR passes, so many, by up to so many.
constexpr uint32_t kNearOfFour = 3;
constexpr uint64_t kMostNearMoves = 3;
// What chance finds it finds soon: of the first runs, one in so many is of the sweep.
constexpr uint64_t kFirstRuns = 1024, kFirstOneInSweep = 8;
static_assert(kFirstRuns % kFirstOneInSweep == 0);

// The seed is spread first: combined as they are, campaigns of close seeds would share most of their runs.
uint64_t RunSeed(uint64_t seed, uint64_t run) { return HashCombine(HashCombine(0, seed), run); }

// The module as its text reads back: moves may leave types less exact than readers have them.
Module Reread(Context& ctx, const Module& module) {
  Result<Module> read = ParseModule(ctx, "moved.py", PrintModule(module));
  return read.ok() && IsWellFormed(ctx, *read) ? *read : module;
}

// Each definition with a variable of its own, as TVM's checker of kernels wants it; here a let may stand at two places.
Module WithDistinctDefinitions(Context& ctx, const Module& module) {
  return *MapPrimFuncs(ctx, module,
                       [&](const PrimFunc* func) -> Result<const PrimFunc*> { return WithOwnDefinitions(ctx, func); });
}

// Those of a table that the subject has.
std::vector<const PassSpec*> OfferedOf(const CampaignOptions& options, std::span<const PassSpec* const> table) {
  std::vector<const PassSpec*> offered(table.begin(), table.end());
  auto lacks = [&](const PassSpec* pass) { return std::ranges::find(options.offered, pass) == options.offered.end(); };
  if (!options.offered.empty()) std::erase_if(offered, lacks);
  return offered;
}

// The passes that campaigns draw from.
std::vector<const PassSpec*> PassesOf(const CampaignOptions& options) {
  std::vector<const PassSpec*> passes;
  for (const PassCall& call : options.passes) passes.push_back(call.pass);
  return passes.empty() ? OfferedOf(options, AllRelaxAndTirPasses()) : passes;
}

NeighbourhoodPlan PlanOf(const CampaignOptions& options) {
  bool any = options.generate.ops.empty() && options.generate.profile == Profile::kMixed && options.passes_per_case > 0;
  size_t for_each = any ? static_cast<size_t>(options.passes_per_case) : 0;
  return {PassesOf(options), for_each, options.seed, options.generate.unwanted};
}

// The operators that the passes which are asked about have to do with; none where these are about any, or about
// kernels.
std::vector<const OpSpec*> ConcernedBy(const CampaignOptions& options) {
  std::vector<const OpSpec*> rows;
  for (const PassCall& call : options.passes) {
    const Concern* concern = IsTirPass(*call.pass) ? nullptr : ConcernOf(*call.pass);
    if (concern == nullptr || concern->operators == AspectSet() || concern->partners == AspectSet()) return {};
    for (const std::vector<const OpSpec*>& some :
         {OperatorsOf(*call.pass, options.generate.unwanted), PartnersOf(*call.pass, options.generate.unwanted)}) {
      for (const OpSpec* row : some) {
        if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
      }
    }
  }
  return rows;
}

std::unique_ptr<Sweep> SweepOf(const CampaignOptions& options) {
  if (options.sweep_one_in == 0) return nullptr;
  SweepOptions sweep{.dtypes = options.generate.dtypes,
                     .readable = options.sweep_readable,
                     .without_numbers = options.generate.without_numbers,
                     .seed = options.seed};
  for (const std::string& name : options.generate.ops) {
    if (const OpSpec* row = FindOp(name)) sweep.ops.push_back(row);
  }
  if (options.generate.ops.empty()) sweep.ops = ConcernedBy(options);
  sweep.operators = HasOperators(options.generate.profile);
  sweep.kernels = HasLoopNests(options.generate.profile);
  if (!sweep.operators && !sweep.kernels) return nullptr;
  return std::make_unique<Sweep>(sweep);
}

}  // namespace

CaseSource::CaseSource(const CampaignOptions& options)
    : options_(options), plan_(PlanOf(options)), sweep_(SweepOf(options)) {}

std::vector<uint64_t> CaseSource::InputSeeds(uint64_t run) const {
  if (swept_seeds_ && swept_seeds_->first == run) return swept_seeds_->second;
  if (StepOf(run) || DrawsKernels(run)) {
    Context ctx;
    if (std::optional<SweptModule> swept = SweptFor(ctx, run)) return swept->seeds;
  }
  std::vector<uint64_t> seeds;
  for (uint64_t i = 0; i < kInputSets; ++i) seeds.push_back(HashCombine(RunSeed(options_.seed, run), i) >> 16);
  return seeds;
}

std::vector<PassCall> CaseSource::DrawPasses(ByteSource& bytes, PassesFor what) const {
  std::vector<PassCall> passes;
  size_t wanted = static_cast<size_t>(std::max(0, options_.passes_per_case));
  if (!options_.passes.empty() && options_.passes.size() <= wanted) return options_.passes;
  std::vector<const PassSpec*> offered = OfferedOf(options_, AllPasses()), kernels = OfferedOf(options_, TirPasses());
  // Those that schedule: another compiler's where there is a device to schedule for, else assay's own.
  std::span<const PassSpec* const> schedule = options_.offered;
  if (options_.offered.empty()) schedule = TargetPasses();
  std::ranges::copy_if(schedule, std::back_inserter(offered), [&](const PassSpec* pass) {
    return IsTargetPass(*pass) && (!options_.offered.empty() || IsOwnTargetPass(*pass));
  });
  if (!kernels.empty() && options_.passes.empty() && wanted > 0 &&
      (what != PassesFor::kAnything || bytes.Chance(1, kOneInKernels))) {
    offered = std::move(kernels);
    wanted *= kTimesKernels;
  }
  std::vector<const PassSpec*> threads, others;
  std::ranges::partition_copy(offered, std::back_inserter(threads), std::back_inserter(others),
                              &PassSpec::about_threads);
  for (size_t i = 0; i < wanted; ++i) {
    bool about_threads = what == PassesFor::kLaunches && !threads.empty() && bytes.Chance(1, 2);
    std::vector<const PassSpec*>* from = about_threads ? &threads : &offered;
    // The module is made for the first of them.
    bool alike = what == PassesFor::kAnything && !passes.empty() && !others.empty() && bytes.Chance(3, 4);
    if (alike) from = passes[0].pass->about_threads ? &threads : &others;
    PassCall call = options_.passes.empty() ? PassCall{bytes.Pick(*from), {}} : bytes.Pick(options_.passes);
    bool again = std::ranges::any_of(passes, [&](const PassCall& p) { return p.pass == call.pass; });
    if (!again) passes.push_back(std::move(call));
  }
  return passes;
}

// For passes that schedule kernels, three times in four: a graph around an operator that one of them knows, most times
// as it is written, else with its operators lowered or fused as assay does it. Where nothing schedules for a device,
// such passes are few among many, and so are these graphs.
std::optional<Module> CaseSource::AnchorFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const {
  std::vector<const PassSpec*> schedule;
  for (const PassCall& call : passes) {
    if (IsTargetPass(*call.pass)) schedule.push_back(call.pass);
  }
  constexpr uint64_t kOneInOfProcessor = 16;
  auto for_device = [](const PassSpec* pass) {
    return IsTargetPass(*pass) && WhatIsScheduledFor(*pass) != ScheduledFor::kProcessor;
  };
  if (options_.passes.empty() && !std::ranges::any_of(options_.offered, for_device)) {
    if (schedule.empty() || !bytes.Chance(1, kOneInOfProcessor)) return std::nullopt;
  } else if (schedule.empty() && options_.passes.empty()) {
    // TIR passes are given what these have scheduled.
    std::ranges::copy_if(options_.offered, std::back_inserter(schedule), for_device);
  }
  if (!options_.baits || schedule.empty() || !bytes.Chance(3, 4)) return std::nullopt;
  const PassSpec& about = *bytes.Pick(schedule);
  Result<Module> module = ParseModule(ctx, "bait", BaitModule(about.name, bytes));
  ASSAY_CHECK(module.ok(), module.error().message);
  if (WhatIsScheduledFor(about) == ScheduledFor::kAdreno) return *module;
  uint64_t form = bytes.Below(8);
  if (form == 0) return Prepare(ctx, *module, "LegalizeOps");
  if (form <= 2) return Prepare(ctx, *module, "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR");
  return *module;
}

// For TIR passes: kernels that stand for themselves, with statements of every kind; half of them as bare as none that
// is lowered.
std::optional<Module> CaseSource::OwnKernelsFor(Context& ctx, ByteSource& bytes,
                                                std::span<const PassCall> passes) const {
  bool kernels = !passes.empty() && IsTirPass(*passes[0].pass) && options_.generate.profile == Profile::kMixed;
  if (!kernels || !options_.generate.ops.empty()) return std::nullopt;
  // What operators become has no threads.
  bool about_threads = passes[0].pass->about_threads;
  if (!about_threads && !bytes.Chance(kOwnKernelsOfFour, 4)) return std::nullopt;
  GenOptions own = options_.generate;
  bool launches = about_threads && bytes.Chance(7, 8);
  own.profile = launches ? Profile::kGpu : Profile::kTir;
  own.wanted |= kAnyKernels & ~BitOf(Feature::kIntrinsics);
  own.unwanted |= BitOf(Feature::kManyFunctions);
  own.bare_kernels = bytes.Chance(1, 2) && !options_.elsewhere;
  if (IsScheduledFirst(*passes[0].pass) && bytes.Chance(1, 2)) own = ToBeScheduled(own);
  own.topics = TopicsFor(*passes[0].pass);
  own = OfItsDTypes(bytes, std::move(own), *passes[0].pass);
  // Every pass is judged on them, which takes as long as they run.
  own.max_elements = std::min(own.max_elements, kMostOwnElements);
  return PrepareKernels(ctx, bytes, Generate(ctx, bytes, own), *passes[0].pass);
}

// The first of the passes that wants something gets it, every other time the first that there is a bait for. One time
// in four the module is like any other.
Module CaseSource::GenerateFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const {
  if (std::optional<Module> anchor = AnchorFor(ctx, bytes, passes)) return *anchor;
  if (std::optional<Module> kernels = OwnKernelsFor(ctx, bytes, passes)) return *kernels;
  bool baits = options_.baits && options_.passes.empty();
  if (baits && !passes.empty() && IsTirPass(*passes[0].pass) && bytes.Chance(1, 2)) {
    if (std::optional<Module> bait = KernelBait(ctx, bytes, passes)) return *bait;
  }
  // Another compiler runs its TIR passes when it builds.
  if (baits && !options_.offered.empty() && bytes.Chance(1, kOneInBuilds)) {
    std::vector<PassCall> built;
    for (const PassSpec* pass : TirPasses()) built.push_back({pass, {}});
    return *KernelBait(ctx, bytes, built);
  }
  std::vector<PassCall> in_turn(passes.begin(), passes.end());
  auto baited = std::ranges::find_if(in_turn, [](const PassCall& call) { return HasBait(*call.pass); });
  if (options_.baits && baited != in_turn.end() && bytes.Chance(1, 2)) std::rotate(in_turn.begin(), baited, baited + 1);
  for (const PassCall& call : in_turn) {
    Preparation wanted = PreparationFor(*call.pass);
    if (wanted.pass.empty() || bytes.Chance(1, 4)) continue;
    if (wanted.unpromised != 0 && bytes.Chance(1, 2)) {
      wanted.features &= ~wanted.unpromised;
      wanted.unwanted |= wanted.unpromised;
    }
    GenOptions favouring = Favouring(options_.generate, wanted);
    if (IsTirPass(*call.pass) && favouring.ops.empty() && bytes.Chance(1, 2)) favouring.wanted |= kAnyKernels;
    if (options_.baits) AddBaits(favouring, wanted, passes);
    Module module = Generate(ctx, bytes, favouring);
    if (IsTirPass(*call.pass)) return PrepareKernels(ctx, bytes, module, *call.pass);
    if (options_.baits && wanted.before.empty()) module = WithBaitsBeside(ctx, bytes, module, *call.pass, passes);
    return wanted.before.empty() ? AfterOthers(ctx, bytes, LoweredFor(ctx, bytes, module, passes))
                                 : PrepareGraph(ctx, bytes, module, wanted.before);
  }
  return AfterOthers(ctx, bytes, LoweredFor(ctx, bytes, Generate(ctx, bytes, options_.generate), passes));
}

std::optional<PlannedModule> CaseSource::PlannedFor(uint64_t run) const {
  if (plan_.empty() || run < seeds_.size() || run % kOneInPlanned != 0) return std::nullopt;
  return plan_.At(run / kOneInPlanned);
}

Module CaseSource::Planned(Context& ctx, ByteSource& bytes, const PlannedModule& planned) const {
  const PassSpec& first = *planned.passes[0];
  Module module = Generate(ctx, bytes, plan_.Options(options_.generate, planned));
  if (IsTirPass(first)) return PrepareKernels(ctx, bytes, module, first);
  std::string_view before = PreparationFor(first).before;
  return before.empty() ? AfterOthers(ctx, bytes, module) : PrepareGraph(ctx, bytes, module, before);
}

Module CaseSource::LoweredFor(Context& ctx, ByteSource& bytes, const Module& module,
                              std::span<const PassCall> passes) const {
  auto late = std::ranges::find_if(passes, [](const PassCall& call) { return ComesLate(*call.pass); });
  // Another compiler's builds have steps of their own.
  if (!options_.offered.empty()) return module;
  if (late == passes.end()) return bytes.Chance(1, kOneInWritten) ? WithMemoryWritten(ctx, bytes, module) : module;
  return bytes.Chance(1, kOneInLowered) ? PartlyLowered(ctx, bytes, module, *late->pass) : module;
}

// Passes meet each other in any order that their needs allow: one time in four, up to three others have been at the
// module.
Module CaseSource::AfterOthers(Context& ctx, ByteSource& bytes, Module module) const {
  if (!options_.passes.empty() || options_.passes_per_case == 0 || !bytes.Chance(1, 4)) return module;
  size_t count = 1 + bytes.Below(3);
  for (size_t i = 0; i < count; ++i) module = ApplyAnother(ctx, bytes, module);
  return module;
}

Case CaseSource::Begin(Context& ctx, ByteSource& bytes, const std::optional<PlannedModule>& planned,
                       PassesFor what) const {
  Case c;
  if (!planned.has_value()) {
    c.passes = DrawPasses(bytes, what);
  } else {
    for (const PassSpec* pass : planned->passes) {
      auto given = std::ranges::find(options_.passes, pass, &PassCall::pass);
      c.passes.push_back(given == options_.passes.end() ? PassCall{pass, {}} : *given);
    }
  }
  c.config = options_.config;
  for (const PassCall& call : c.passes) DrawConfig(ctx, bytes, *call.pass, c.config);
  // What passes read that are tried beside, or are steps of the build: without, some of them never do anything there.
  if (!options_.elsewhere && bytes.Chance(1, kOneInConfigs)) {
    for (const PassSpec* pass : AllPasses()) DrawConfig(ctx, bytes, *pass, c.config);
  }
  return c;
}

void CaseSource::Finish(Context& ctx, uint64_t run, Case& c) const {
  DrawPassOptions(ctx, run, c);
  AddInputs(run, c);
}

void CaseSource::DrawPassOptions(Context& ctx, uint64_t run, Case& c) const {
  // What passes and oracles do in turn, they do again where the text is read.
  c.module = InTextOrder(ctx, c.module);
  // Options name sizes, which a text calls otherwise where two would have one name.
  if (options_.elsewhere) c.module = WithDistinctDefinitions(ctx, Reread(ctx, c.module));
  ByteSource bytes = ByteSource::FromSeed(HashCombine(RunSeed(options_.seed, run), kOptionsStream));
  std::erase_if(c.passes, [&](PassCall& call) { return !DrawOptions(ctx, c.module, bytes, call); });
}

// What it is worth that the passes do something with the module: those that seldom do count more than all others. In a
// copy, since what a pass writes into the module that it is given would be the case's own from then on.
static size_t WorthOf(Context& ctx, const Case& c, CaseSource::Watch watch) {
  PassContext pass_ctx(ctx);
  pass_ctx.config = c.config;
  size_t worth = 0;
  Result<Module> copy = Deserialize(ctx, Serialize(c.module), OpOfFullName);
  if (!copy.ok()) return 0;
  for (const PassCall& call : c.passes) {
    if (IsCommon(*call.pass)) continue;
    watch(c.module, *call.pass);
    Result<Module> output = RunPass(pass_ctx, call, *copy);
    if (output.ok() && !Equal(*copy, *output)) worth += MostWorthOf(*call.pass);
  }
  return worth;
}

Case CaseSource::WithModule(Context& ctx, uint64_t run, ByteSource& bytes, const Case& begun,
                            const std::optional<PlannedModule>& planned, Watch watch) const {
  size_t most = 0;
  for (const PassCall& call : begun.passes) most += MostWorthOf(*call.pass);
  bool kernels = !begun.passes.empty() && IsTirPass(*begun.passes[0].pass);
  const int tries = kernels ? kTriedKernels : kTriedModules;
  bool first = tries == 1 || HashCombine(RunSeed(options_.seed, run), kTriesStream) % kOneInFirst == 0;
  if (first) most = 0;
  Case best;
  std::optional<size_t> worth;
  for (int i = 0; i < tries && (!worth || *worth < most); ++i) {
    Case tried = begun;
    tried.module = planned ? Planned(ctx, bytes, *planned) : GenerateFor(ctx, bytes, tried.passes);
    DrawPassOptions(ctx, run, tried);
    size_t now = most == 0 ? 0 : WorthOf(ctx, tried, watch);
    if (worth && now <= *worth) continue;
    best = std::move(tried);
    worth = now;
  }
  return best;
}

std::vector<PassCall> CaseSource::Other(Context& ctx, uint64_t run, const Module& module, const PassSpec& pass) const {
  uint64_t stream = HashCombine(RunSeed(options_.seed, run), kOthersStream);
  std::vector<PassCall> calls;
  for (uint64_t draw = 0; draw < DrawsOf(pass); ++draw) {
    ByteSource bytes = ByteSource::FromSeed(HashCombine(HashCombine(stream, HashText(pass.name)), draw));
    PassCall call{&pass, {}};
    if (DrawOptions(ctx, module, bytes, call)) calls.push_back(std::move(call));
  }
  return calls;
}

std::vector<PassCall> CaseSource::Others(Context& ctx, uint64_t run, const Case& c, size_t most) const {
  return OthersThat(ctx, run, c, most, /*common=*/false);
}

std::vector<PassCall> CaseSource::CommonOthers(Context& ctx, uint64_t run, const Case& c) const {
  return OthersThat(ctx, run, c, SIZE_MAX, /*common=*/true);
}

std::vector<PassCall> CaseSource::OthersThat(Context& ctx, uint64_t run, const Case& c, size_t most,
                                             bool common) const {
  if (!options_.passes.empty() || options_.passes_per_case <= 0) return {};
  uint64_t stream = HashCombine(RunSeed(options_.seed, run), kOthersStream);
  std::vector<const PassSpec*> passes = PassesOf(options_);
  std::erase_if(passes, [&](const PassSpec* pass) {
    return IsCommon(*pass) != common || std::ranges::count(c.passes, pass, &PassCall::pass) != 0;
  });
  std::ranges::sort(passes, {}, [&](const PassSpec* pass) {
    return std::pair(!IsSeldom(*pass), HashCombine(stream, HashText(pass->name)));
  });
  passes.resize(std::min(passes.size(), most));
  std::vector<PassCall> others;
  for (const PassSpec* pass : passes) {
    for (PassCall& call : Other(ctx, run, c.module, *pass)) others.push_back(std::move(call));
  }
  return others;
}

std::optional<uint64_t> CaseSource::TurnOf(uint64_t run) const {
  bool anything = options_.generate.ops.empty() && options_.generate.dtypes.empty();
  if (!anything || run < seeds_.size() || PlannedFor(run).has_value()) return std::nullopt;
  return HashCombine(RunSeed(options_.seed, run), kMovesStream) % kOneInMoves;
}

MadeCase CaseSource::MoveOn(Context& ctx, uint64_t run, const Corpus& corpus) const {
  ByteSource bytes = ByteSource::FromSeed(HashCombine(RunSeed(options_.seed, run), kMovesStream));
  auto module = Deserialize(ctx, corpus.Draw(bytes)->bytes, OpOfFullName);
  auto donor = Deserialize(ctx, corpus.Draw(bytes)->bytes, OpOfFullName);
  ASSAY_CHECK(module.ok() && donor.ok(), "what a corpus holds can be loaded");
  Moved moved = ApplyMoves({ctx, *module, bytes, EntryOf(*module), &*donor}, AllMoves(), 1 + bytes.Below(kMostMoves));
  MadeCase made{{}, std::move(moved.moves)};
  made.c.module = Reread(ctx, moved.module);
  return made;
}

// What moves reach, a generator has no step for; not where the module is to be of one kind alone.
std::vector<const MoveSpec*> CaseSource::MoveFresh(Context& ctx, uint64_t run, Case& c) const {
  ByteSource bytes = ByteSource::FromSeed(HashCombine(RunSeed(options_.seed, run), kFreshStream));
  if (!options_.evolve || !TurnOf(run)) return {};
  // What TIR passes look for is many facts at once: near misses, each of them but for one.
  bool kernels = std::ranges::any_of(c.passes, [](const PassCall& call) { return IsTirPass(*call.pass); });
  if (kernels ? !bytes.Chance(kNearOfFour, 4) : !bytes.Chance(1, kOneInFresh)) return {};
  Moved moved = ApplyMoves({ctx, c.module, bytes, EntryOf(c.module), nullptr}, kernels ? KernelMoves() : AllMoves(),
                           1 + bytes.Below(kernels ? kMostNearMoves : kMostFreshMoves));
  if (moved.moves.empty()) return {};
  c.module = Reread(ctx, moved.module);
  DrawPassOptions(ctx, run, c);
  return std::move(moved.moves);
}

// Its passes are drawn first, since a text may have been written for one of them.
std::optional<MadeCase> CaseSource::FromOwnText(Context& ctx, uint64_t run) const {
  const OwnTexts& texts = OwnTextsFor(options_.elsewhere);
  ByteSource bytes = ByteSource::FromSeed(RunSeed(options_.seed, run));
  MadeCase made{Begin(ctx, bytes, std::nullopt, PassesFor::kAnything), {}};
  ByteSource drawn = ByteSource::FromSeed(HashCombine(RunSeed(options_.seed, run), kTextsStream));
  std::optional<Module> module = texts.Draw(ctx, drawn, made.c.passes), donor = texts.Draw(ctx, drawn, made.c.passes);
  if (!module) return std::nullopt;
  Moved moved = ApplyMoves({ctx, *module, drawn, EntryOf(*module), donor ? &*donor : nullptr}, AllMoves(),
                           drawn.Below(kMostMoves + 1));
  made.c.module = Reread(ctx, moved.module);
  made.moves = std::move(moved.moves);
  made.own_text = true;
  Finish(ctx, run, made.c);
  return made;
}

// One of so many runs in a row, at a drawn place, so that each worker has its share.
std::optional<uint64_t> CaseSource::StepOf(uint64_t run) const {
  if (sweep_ == nullptr || run < seeds_.size()) return std::nullopt;
  uint64_t of_rest = run - seeds_.size(), one_in = options_.sweep_one_in, before = 0;
  if (of_rest < kFirstRuns) {
    one_in = std::max(one_in, kFirstOneInSweep);
  } else {
    before = kFirstRuns / std::max(one_in, kFirstOneInSweep);
    of_rest -= kFirstRuns;
  }
  uint64_t step = before + of_rest / one_in;
  uint64_t place = HashCombine(RunSeed(options_.seed, step), kSweepStream) % one_in;
  return of_rest % one_in == place ? std::optional(step) : std::nullopt;
}

bool CaseSource::DrawsKernels(uint64_t run) const {
  bool anything = options_.generate.ops.empty() && options_.generate.dtypes.empty() && options_.passes_per_case > 0;
  if (sweep_ == nullptr || !anything || run < seeds_.size() || PlannedFor(run) || StepOf(run)) return false;
  auto is_tir = [](const PassCall& call) { return IsTirPass(*call.pass); };
  if (!options_.passes.empty() && std::ranges::none_of(options_.passes, is_tir)) return false;
  return HashCombine(RunSeed(options_.seed, run), kKernelsStream) % kOneInDrawn == 0;
}

// What another compiler's passes leave of barriers, a later one of its own mends.
bool CaseSource::DrawsLaunches(uint64_t run) const {
  return DrawsKernels(run) && !options_.elsewhere &&
         HashCombine(RunSeed(options_.seed, run), kLaunchesStream) % kOneInLaunches == 0;
}

Module CaseSource::LaunchesOf(Context& ctx, uint64_t run) const {
  ByteSource bytes = ByteSource::FromSeed(HashCombine(HashCombine(RunSeed(options_.seed, run), kLaunchesStream), 0));
  GenOptions launches = options_.generate;
  launches.profile = Profile::kGpu;
  return Generate(ctx, bytes, launches);
}

std::optional<SweptModule> CaseSource::SweptFor(Context& ctx, uint64_t run) const {
  std::optional<SweptModule> swept;
  if (std::optional<uint64_t> step = StepOf(run)) swept = sweep_->Step(ctx, *step);
  if (DrawsKernels(run))
    swept = sweep_->Kernels(ctx, HashCombine(HashCombine(RunSeed(options_.seed, run), kKernelsStream), 0));
  if (swept) swept_seeds_ = {run, swept->seeds};
  return swept;
}

std::optional<MadeCase> CaseSource::SweptCase(Context& ctx, uint64_t run) const {
  bool launches = DrawsLaunches(run);
  std::optional<SweptModule> swept = launches ? std::nullopt : SweptFor(ctx, run);
  if (!swept && !launches) return std::nullopt;
  MadeCase made{Around(ctx, run, launches ? LaunchesOf(ctx, run) : swept->module), {}};
  if (DrawsKernels(run)) {
    made.moves = MoveFresh(ctx, run, made.c);
    return made;
  }
  // Single calls are for half as many passes: what passes make of calls that stand together, other modules show.
  std::vector<PassCall>& passes = made.c.passes;
  if (options_.passes.empty())
    passes.erase(passes.begin() + static_cast<ptrdiff_t>((passes.size() + 1) / 2), passes.end());
  made.swept = swept->unit;
  made.swept_rows = swept->rows;
  return made;
}

Case CaseSource::Around(Context& ctx, uint64_t run, const Module& module) const {
  ByteSource bytes = ByteSource::FromSeed(RunSeed(options_.seed, run));
  PassesFor what = DrawsLaunches(run)  ? PassesFor::kLaunches
                   : DrawsKernels(run) ? PassesFor::kKernels
                                       : PassesFor::kAnything;
  Case c = Begin(ctx, bytes, PlannedFor(run), what);
  c.module = module;
  Finish(ctx, run, c);
  return c;
}

MadeCase CaseSource::Make(Context& ctx, uint64_t run, const Corpus& corpus, Watch watch) const {
  if (std::optional<MadeCase> swept = SweptCase(ctx, run)) return *std::move(swept);
  return MakeDrawn(ctx, run, corpus, watch);
}
MadeCase CaseSource::MakeDrawn(Context& ctx, uint64_t run, const Corpus& corpus, Watch watch) const {
  std::optional<uint64_t> turn = TurnOf(run);
  if (options_.own_texts && turn == kTurnOfTexts && options_.generate.profile == Profile::kMixed) {
    if (std::optional<MadeCase> made = FromOwnText(ctx, run)) return *std::move(made);
  }
  if (options_.evolve && turn == kTurnOfCorpus && corpus.entries().size() >= kLeastEntries) {
    MadeCase made = MoveOn(ctx, run, corpus);
    made.c = Around(ctx, run, made.c.module);
    return made;
  }
  ByteSource bytes = ByteSource::FromSeed(RunSeed(options_.seed, run));
  std::optional<PlannedModule> planned = PlannedFor(run);
  Case c = Begin(ctx, bytes, planned, PassesFor::kAnything);
  std::string_view seed;
  if (run < seeds_.size()) {
    auto parsed = ParseModule(ctx, seeds_[run].name, seeds_[run].text);
    // Suites also hold what a checker is to reject.
    seed = !parsed.ok() ? "not read" : !IsWellFormed(ctx, *parsed) ? "not well-formed" : "tried";
    if (seed == "tried") c.module = *parsed;
  }
  std::vector<const MoveSpec*> moves;
  if (seed == "tried") {
    DrawPassOptions(ctx, run, c);
  } else {
    c = WithModule(ctx, run, bytes, c, planned, watch);
    moves = MoveFresh(ctx, run, c);
  }
  AddInputs(run, c);
  return {std::move(c), std::move(moves), seed};
}

}  // namespace assay
