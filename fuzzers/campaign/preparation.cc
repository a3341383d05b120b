#include "fuzzers/campaign/preparation.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fuzzers/bench/pass_contracts.h"
#include "fuzzers/campaign/neighbourhoods.h"
#include "generators/modules/bait.h"
#include "generators/modules/bait_text.h"
#include "generators/moves/relax_places.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/check.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "passes/options.h"
#include "passes/rewrite/global_names.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr Features kDevices = BitOf(Feature::kDevices);
constexpr Features kFlow = BitOf(Feature::kDataflow);
constexpr Features kHelpers = BitOf(Feature::kManyFunctions);
// Sizes among the parameters.
constexpr Features kGivenSizes = BitOf(Feature::kSymbolic) | BitOf(Feature::kAliases);
// What no gradient goes through: it takes one dataflow block of operators.
constexpr Features kWithoutGradient = BitOf(Feature::kIf) | BitOf(Feature::kMatchCast) | BitOf(Feature::kKernels) |
                                      BitOf(Feature::kClosures) | BitOf(Feature::kImpure);

// What is bound to more names than one, or under conditions.
constexpr Features kMoreThanNames = BitOf(Feature::kMatchCast) | BitOf(Feature::kTuples) | BitOf(Feature::kIf) |
                                    BitOf(Feature::kClosures) | BitOf(Feature::kConstants);
// One bait in so many of those that there are for a case's other passes is laid beside the module.
constexpr uint32_t kOneInBeside = 4;

constexpr Preparation kRows[] = {
    {"CanonicalizeBindings", "", kFlow | BitOf(Feature::kAliases) | BitOf(Feature::kMatchCast), 0, kMoreThanNames},
    {"DeadCodeElimination", "",
     BitOf(Feature::kMatchCast) | BitOf(Feature::kImpure) | BitOf(Feature::kIf) | BitOf(Feature::kUnknownShapes)},
    {"StaticPlanBlockMemory", "", BitOf(Feature::kIf) | BitOf(Feature::kMatchCast)},
    {"ExpandTupleArguments", "", kHelpers | BitOf(Feature::kTuples)},
    {"RemoveUnusedParameters", "", kHelpers},
    {"RemoveUnusedOutputs", "", kHelpers | BitOf(Feature::kTuples)},
    {"InlinePrivateFunctions", "", kHelpers | BitOf(Feature::kSymbolic) | BitOf(Feature::kEmpty)},
    {"LambdaLift", "", BitOf(Feature::kClosures) | BitOf(Feature::kSymbolic)},
    {"AllocateWorkspace", "", kHelpers | BitOf(Feature::kWorkspace)},
    {"LiftTransformParams", "", kFlow | BitOf(Feature::kAttributes) | kGivenSizes},
    {"LazyGetInput", "", BitOf(Feature::kAttributes)},
    {"LazyTransformParams", "LiftTransformParams,ToNonDataflow", kFlow | kHelpers | BitOf(Feature::kAttributes)},
    {"BundleModelParams", "", BitOf(Feature::kAttributes) | kGivenSizes | BitOf(Feature::kIf)},
    {"CombineParallelMatmul", "", kFlow},
    {"FoldConstant", "", BitOf(Feature::kConstants)},
    {"Gradient", "", kFlow, kWithoutGradient},
    {"ConvertLayout", "", kFlow},
    {"UpdateVDevice", "", kDevices},
    {"RealizeVDevice", "", kDevices},
    {"DataflowUseInplaceCalls", "", kFlow},
    {"FuseTransposeMatmul", "", kFlow},
    {"AnnotateTIROpPattern", "LegalizeOps"},
    {"FuseOps", "LegalizeOps,AnnotateTIROpPattern", kFlow},
    {"FuseTIR", "LegalizeOps,AnnotateTIROpPattern,FuseOps",
     kFlow | kHelpers | BitOf(Feature::kKernels) | BitOf(Feature::kSymbolic) | BitOf(Feature::kUnreadable)},
    {"RewriteDataflowReshape", "LegalizeOps", kFlow},
    {"SplitCallTIRByPattern", "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR", kFlow},
    {"FuseOpsByPattern", "", kFlow | BitOf(Feature::kUnreadable)},
    {"MergeCompositeFunctions", R"(FuseOpsByPattern{"patterns":["assay.*"]})", kFlow},
    {"RunCodegen", R"(FuseOpsByPattern{"patterns":["assay.*"],"annotate_codegen":true})", kFlow},
    {"FoldBatchnormToConv2D", "", kFlow | BitOf(Feature::kUnreadable)},
    {"AlterOpImpl", "", BitOf(Feature::kKernels) | BitOf(Feature::kAttributes)},
    {"OptimizeLayoutTransform", "", kFlow},
    {"ManifestSharedMemoryLocalStage", "LowerInitBlock,ConvertBlocksToOpaque", BitOf(Feature::kKernels)},
    {"VectorizeLoop", "", BitOf(Feature::kKernels) | BitOf(Feature::kLoopKinds)},
    {"AttachGlobalSymbol", "", kHelpers | BitOf(Feature::kKernels) | BitOf(Feature::kAttributes)},
};

}  // namespace

Preparation PreparationFor(const PassSpec& pass) {
  const Preparation* row = std::ranges::find(kRows, pass.name, &Preparation::pass);
  if (row != std::end(kRows)) return *row;
  if (IsTirPass(pass)) return {pass.name, "", BitOf(Feature::kKernels)};
  if (IsTargetPass(pass)) return {pass.name, ""};
  const Concern* concern = ConcernOf(pass);
  bool any = concern == nullptr || concern->operators == AspectSet();
  // A bait is laid in the module of a pass that is prepared for.
  return any && !HasBait(pass) ? Preparation{} : Preparation{pass.name, ""};
}

Topics TopicsFor(const PassSpec& pass) {
  struct Row {
    std::string_view pass;
    Topics topics;
  };
  auto all = [](auto... topics) { return (BitOf(topics) | ...); };
  using enum Topic;
  static const Row kTopics[] = {
#define ASSAY_KERNEL_CONCERN(name, ...) {name, all(__VA_ARGS__)},
#include "fuzzers/campaign/kernel_concerns.def"
  };
  const Row* row = std::ranges::find(kTopics, pass.name, &Row::pass);
  return row == std::end(kTopics) ? 0 : row->topics;
}

bool HasBait(const PassSpec& pass) { return FindBait(pass.name) != nullptr || HasBaitText(pass.name); }

GenOptions Favouring(GenOptions options, const Preparation& preparation) {
  if (!options.ops.empty()) return options;
  const PassSpec* pass = FindPass(preparation.pass);
  const Concern* concern = pass == nullptr || IsTirPass(*pass) ? nullptr : ConcernOf(*pass);
  if (concern != nullptr) {
    for (const AspectSet& set : {concern->operators, concern->partners}) {
      // Any operator at all needs no favour.
      if (set == AspectSet()) continue;
      for (const OpSpec* row : RowsIn(set)) options.favoured_ops.emplace_back(row->name);
    }
  }
  options.wanted |= preparation.features;
  options.unwanted |= preparation.unwanted;
  return options;
}

void AddBaits(GenOptions& options, const Preparation& preparation, std::span<const PassCall> passes) {
  if (!options.ops.empty()) return;
  if (BaitLayer bait = FindBait(preparation.pass)) options.baits = {bait};
  options.bait_text_for = preparation.pass;
  for (const PassCall& call : passes) {
    BaitLayer bait = FindBait(call.pass->name);
    if (bait != nullptr && std::ranges::find(options.baits, bait) == options.baits.end()) options.baits.push_back(bait);
  }
}

namespace {

// Memory, shapes, scalars and closures stay as they are written.
bool LeavesGraph(const PassSpec& pass) {
  constexpr Props kLowering = kCallTIRLowered | kAllocLowered | kShapeLowered | kPurityForced;
  bool computes_scalars = pass.name == "ComputePrimValue";
  return !computes_scalars && ((pass.needs | pass.expects | pass.gives) & kLowering) == 0;
}

// Code generation takes none before LambdaLift.
bool HasLocalFunctions(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      found |= Is<Function>(node);
      return !found && !IsTypeKind(node->kind);
    });
  }
  return found;
}

}  // namespace

// In a copy, and only as long as each leaves alone what it is given: one that wrote into it would be found out by what
// others say of the case's module, which is not its own any longer.
Module AfterPasses(Context& ctx, const Module& module, std::span<const PassCall> calls) {
  if (calls.empty()) return module;
  PassContext pass_ctx(ctx);
  std::vector<uint8_t> given = Serialize(module);
  Result<Module> current = Deserialize(ctx, given, OpOfFullName);
  for (const PassCall& call : calls) {
    if (!current.ok()) return module;
    Result<Module> next = RunPass(pass_ctx, call, *current);
    if (!next.ok() || Serialize(*current) != given) return module;
    if (&call != &calls.back()) given = Serialize(*next);
    current = std::move(next);
  }
  return IsWellFormed(ctx, *current) ? *current : module;
}

Module Prepare(Context& ctx, const Module& module, std::string_view passes) {
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
  return calls.ok() ? AfterPasses(ctx, module, *calls) : module;
}

Module PrepareGraph(Context& ctx, ByteSource& bytes, const Module& module, std::string_view passes) {
  constexpr uint32_t kOneInOperands = 3;
  constexpr uint64_t kMostCalls = 3;
  constexpr const MoveSpec* kMoves[] = {&kUnreadOperand, &kOperandsInOtherOrder};
  size_t first = passes.find(',');
  if (passes.substr(0, first) != "LegalizeOps" || !bytes.Chance(1, kOneInOperands)) return Prepare(ctx, module, passes);
  Module legalized = Prepare(ctx, module, "LegalizeOps");
  Module moved =
      ApplyMoves({ctx, legalized, bytes, EntryOf(legalized), nullptr}, kMoves, 1 + bytes.Below(kMostCalls)).module;
  return first == std::string_view::npos ? moved : Prepare(ctx, moved, passes.substr(first + 1));
}

// Purity as a matter of trust, in modules of any form.
static Module WithForcedPurity(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || !func->is_pure) continue;
    Function* forced = ctx.arena.New<Function>(*func);
    forced->attrs = WithAttr(ctx, func->attrs, "relax.force_pure", MakeAttrBool(ctx, true));
    entry.func = forced;
  }
  Module with = WithEntries(ctx, module, entries);
  return IsWellFormed(ctx, with) ? with : module;
}

bool ComesLate(const PassSpec& pass) { return !IsTirPass(pass) && ((pass.needs | pass.expects) & ~kNormal) != 0; }

Module PartlyLowered(Context& ctx, ByteSource& bytes, Module module, const PassSpec& pass) {
  constexpr std::array<std::string_view, 2> kBuilds = {"default_build", "default"};
  Result<std::vector<PassCall>> build = Pipeline(bytes.Pick(kBuilds));
  ASSAY_CHECK(build.ok(), "the builds are pipelines");
  auto own = std::ranges::find_if(*build, [&](const PassCall& call) { return call.pass->run == pass.run; });
  if (own == build->end()) return module;
  build->erase(own, build->end());
  // Effects of what lies behind these are of memory that is not filled, and of what was pure.
  constexpr Props kExplicit = kCallTIRLowered | kAllocLowered | kShapeLowered | kPurityForced;
  for (const PassCall& step : *build) {
    bool kept = (step.pass->gives & kExplicit) == 0 && !bytes.Chance(1, 3);
    if (kept) module = AfterPasses(ctx, module, {&step, 1});
  }
  // What gives this takes no dataflow blocks, which the pass itself may take.
  bool forced = (pass.needs & kPurityForced) == 0 || CheckProp(ctx, module, kPurityForced).ok();
  return forced ? module : WithForcedPurity(ctx, module);
}

Module WithMemoryWritten(Context& ctx, ByteSource& bytes, const Module& module) {
  constexpr std::string_view kFused = "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR";
  constexpr std::string_view kWritten = "ToNonDataflow,RemovePurityChecking,CallTIRRewrite";
  constexpr std::string_view kLater[] = {"StaticPlanBlockMemory", "LowerAllocTensor", "KillAfterLastUse",
                                         "LowerRuntimeBuiltin",   "ComputePrimValue", "VMShapeLower"};
  uint64_t drawn = bytes.Below(4);
  Module first = drawn == 0 ? module : Prepare(ctx, module, drawn == 1 ? kFused : "LegalizeOps");
  Module written = Prepare(ctx, first, kWritten);
  if (!CheckProp(ctx, written, kCallTIRLowered).ok()) return module;
  for (std::string_view step : kLater) {
    if (bytes.Chance(1, 3)) written = Prepare(ctx, written, step);
  }
  return written;
}

bool IsScheduledFirst(const PassSpec& pass) { return PassesBefore(pass.name).starts_with("ApplySchedule"); }

GenOptions ToBeScheduled(GenOptions options) {
  constexpr Features kBare = BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops) | BitOf(Feature::kLoopKinds);
  options.profile = Profile::kTir;
  options.wanted &= ~kBare;
  options.unwanted |= kBare;
  options.bare_kernels = false;
  return options;
}

GenOptions OfItsDTypes(ByteSource& bytes, GenOptions options, const PassSpec& pass) {
  std::vector<DType> dtypes = DTypesBefore(pass.name);
  if (options.dtypes.empty() && !dtypes.empty() && bytes.Chance(3, 4)) options.dtypes = std::move(dtypes);
  return options;
}

Module PrepareKernels(Context& ctx, ByteSource& bytes, Module module, const PassSpec& pass) {
  constexpr std::string_view kLegalized = "LegalizeOps", kFused = "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR";
  uint64_t drawn = bytes.Below(4);
  if (drawn > 0) module = Prepare(ctx, module, drawn == 1 ? kFused : kLegalized);
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, PassesBefore(pass.name));
  ASSAY_CHECK(calls.ok(), "passes in front of TIR passes are a list");
  for (PassCall& call : *calls) {
    if (DrawOptions(ctx, module, bytes, call)) module = AfterPasses(ctx, module, {&call, 1});
  }
  return module;
}

Module WithBaitsBeside(Context& ctx, ByteSource& bytes, const Module& module, const PassSpec& prepared,
                       std::span<const PassCall> passes) {
  Module with = module;
  for (const PassCall& call : passes) {
    bool other = call.pass != &prepared && !IsTirPass(*call.pass) && HasBaitText(call.pass->name);
    if (!other || !bytes.Chance(1, kOneInBeside)) continue;
    Result<Module> bait = ParseModule(ctx, "bait", BaitModule(call.pass->name, bytes));
    ASSAY_CHECK(bait.ok(), bait.error().message);
    GlobalRenaming renaming;
    Module taken = with;
    for (const ModuleEntry& entry : bait->entries) {
      const GlobalVar* var = FreshGlobal(ctx, taken, fmt::format("{}_beside", entry.var->name.text()), entry.func);
      renaming[entry.var->name] = var;
      taken = WithFunction(ctx, taken, var, entry.func);
    }
    std::vector<ModuleEntry> entries(with.entries.begin(), with.entries.end());
    for (ModuleEntry entry : RenamedEntries(ctx, *bait, renaming)) {
      if (IsPublic(entry.func)) entry.func = WithGlobalSymbol(ctx, entry.func, entry.var->name.text());
      entries.push_back(entry);
    }
    with = WithEntries(ctx, with, entries);
  }
  return with;
}

std::optional<Module> KernelBait(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) {
  std::vector<std::string_view> baited;
  for (const PassCall& call : passes) {
    if (HasBaitText(call.pass->name)) baited.push_back(call.pass->name);
  }
  if (baited.empty()) return std::nullopt;
  Result<Module> bait = ParseModule(ctx, "bait", BaitModule(bytes.Pick(baited), bytes));
  ASSAY_CHECK(bait.ok(), bait.error().message);
  return *bait;
}

Module ApplyAnother(Context& ctx, ByteSource& bytes, const Module& module) {
  PassCall call{bytes.Pick(AllPasses()), {}};
  if (!LeavesGraph(*call.pass) || !DrawOptions(ctx, module, bytes, call)) return module;
  Module after = AfterPasses(ctx, module, {&call, 1});
  return HasLocalFunctions(after) ? module : after;
}

}  // namespace assay
