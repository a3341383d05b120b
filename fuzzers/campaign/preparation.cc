#include "fuzzers/campaign/preparation.h"

#include <algorithm>

#include "fuzzers/bench/pass_contracts.h"
#include "generators/modules/bait.h"
#include "generators/modules/bait_text.h"
#include "ir/check/well_formed.h"
#include "ir/support/check.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "passes/options.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr Features kDevices = BitOf(Feature::kDevices);
constexpr Features kFlow = BitOf(Feature::kDataflow);
constexpr Features kHelpers = BitOf(Feature::kManyFunctions);
// What no gradient goes through: it takes one dataflow block of operators.
constexpr Features kWithoutGradient = BitOf(Feature::kIf) | BitOf(Feature::kMatchCast) | BitOf(Feature::kKernels) |
                                      BitOf(Feature::kClosures) | BitOf(Feature::kImpure);
constexpr std::string_view kFusible = "add multiply exp nn.relu matmul reshape sum";
constexpr std::string_view kPatterned =
    "matmul add multiply nn.relu nn.gelu nn.silu nn.conv2d permute_dims nn.layer_norm exp";

constexpr Preparation kRows[] = {
    {"CanonicalizeBindings", "", "", BitOf(Feature::kAliases) | BitOf(Feature::kMatchCast)},
    {"DeadCodeElimination", "", "", BitOf(Feature::kMatchCast) | BitOf(Feature::kImpure)},
    {"EliminateCommonSubexpr", "", "exp add"},
    {"KillAfterLastUse", "", "exp matmul add"},
    {"StaticPlanBlockMemory", "", "exp matmul add", BitOf(Feature::kIf) | BitOf(Feature::kMatchCast)},
    {"RewriteCUDAGraph", "", "exp matmul add nn.softmax"},
    {"ExpandTupleArguments", "", "", kHelpers | BitOf(Feature::kTuples)},
    {"RemoveUnusedParameters", "", "", kHelpers},
    {"RemoveUnusedOutputs", "", "", kHelpers | BitOf(Feature::kTuples)},
    {"InlinePrivateFunctions", "", "", kHelpers | BitOf(Feature::kSymbolic)},
    {"LambdaLift", "", "", BitOf(Feature::kClosures)},
    {"AllocateWorkspace", "", "", kHelpers | BitOf(Feature::kWorkspace)},
    {"LiftTransformParams", "", "", kFlow | BitOf(Feature::kAttributes)},
    {"LazyGetInput", "", "", BitOf(Feature::kAttributes)},
    {"LazyTransformParams", "LiftTransformParams,ToNonDataflow", "", kFlow | BitOf(Feature::kAttributes)},
    {"BundleModelParams", "", "", BitOf(Feature::kAttributes)},
    {"ReorderPermuteDimsAfterConcat", "", "permute_dims concat"},
    {"ReorderTakeAfterMatmul", "", "take matmul"},
    {"AdjustMatmulOrder", "", "matmul permute_dims"},
    {"ExpandMatmulOfSum", "", "add matmul"},
    {"CombineParallelMatmul", "", "matmul", kFlow},
    {"DecomposeOpsForInference", "", "nn.batch_norm nn.layer_norm nn.group_norm tensor_to_shape"},
    {"DecomposeOpsForTraining", "", "nn.batch_norm nn.layer_norm nn.group_norm"},
    {"RemoveRedundantReshape", "", "reshape expand_dims squeeze"},
    {"FoldConstant", "", "full zeros ones arange", BitOf(Feature::kConstants)},
    {"Gradient", "", "sum matmul multiply exp", kFlow, kWithoutGradient},
    {"ConvertLayout", "", "nn.conv2d nn.max_pool2d nn.relu", kFlow},
    {"UpdateVDevice", "", "hint_on_device to_vdevice", kDevices},
    {"RealizeVDevice", "", "hint_on_device to_vdevice", kDevices},
    {"DataflowUseInplaceCalls", "", "add multiply subtract divide nn.relu nn.silu expand_dims reshape", kFlow},
    {"FastMathTransform", "", "exp erf tanh nn.softmax"},
    {"FuseTransposeMatmul", "", "permute_dims matmul", kFlow},
    {"DispatchSampling", "", "multinomial_from_uniform"},
    {"DispatchSortScan", "", "sort argsort topk cumsum cumprod bucketize"},
    {"AnnotateTIROpPattern", "LegalizeOps"},
    {"FuseOps", "LegalizeOps,AnnotateTIROpPattern", kFusible, kFlow},
    {"FuseTIR", "LegalizeOps,AnnotateTIROpPattern,FuseOps", kFusible, kFlow},
    {"RewriteDataflowReshape", "LegalizeOps", "reshape expand_dims squeeze flatten", kFlow},
    {"SplitCallTIRByPattern", "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR", kFusible, kFlow},
    {"FuseOpsByPattern", "", kPatterned, kFlow | BitOf(Feature::kUnreadable)},
    {"MergeCompositeFunctions", R"(FuseOpsByPattern{"patterns":["assay.*"]})", kPatterned, kFlow},
    {"RunCodegen", R"(FuseOpsByPattern{"patterns":["assay.*"],"annotate_codegen":true})", kPatterned, kFlow},
    {"FoldBatchnormToConv2D", "", "nn.conv2d nn.batch_norm", kFlow | BitOf(Feature::kUnreadable)},
    {"AlterOpImpl", "", "", BitOf(Feature::kKernels) | BitOf(Feature::kAttributes)},
    {"OptimizeLayoutTransform", "", "layout_transform", kFlow},
    {"VectorizeLoop", "", "", BitOf(Feature::kKernels) | BitOf(Feature::kLoopKinds)},
    {"AttachGlobalSymbol", "", "", kHelpers | BitOf(Feature::kKernels) | BitOf(Feature::kAttributes)},
};

// "a b" as names.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

Preparation PreparationFor(const PassSpec& pass) {
  const Preparation* row = std::ranges::find(kRows, pass.name, &Preparation::pass);
  if (row != std::end(kRows)) return *row;
  return IsTirPass(pass) ? Preparation{pass.name, "", "", BitOf(Feature::kKernels)} : Preparation{};
}

bool HasBait(const PassSpec& pass) { return FindBait(pass.name) != nullptr || HasBaitText(pass.name); }

GenOptions Favouring(GenOptions options, const Preparation& preparation) {
  if (!options.ops.empty()) return options;
  for (std::string& name : Words(preparation.ops)) options.favoured_ops.push_back(std::move(name));
  options.wanted |= preparation.features;
  options.unwanted |= preparation.unwanted;
  if (BaitLayer bait = FindBait(preparation.pass)) options.baits = {bait};
  options.bait_text_for = preparation.pass;
  return options;
}

void AddBaits(GenOptions& options, std::span<const PassCall> passes) {
  if (!options.ops.empty()) return;
  for (const PassCall& call : passes) {
    BaitLayer bait = FindBait(call.pass->name);
    if (bait != nullptr && std::ranges::find(options.baits, bait) == options.baits.end()) options.baits.push_back(bait);
  }
}

namespace {

Module After(Context& ctx, const std::vector<PassCall>& calls, const Module& module) {
  PassContext pass_ctx(ctx);
  Module current = module;
  for (const PassCall& call : calls) {
    Result<Module> next = RunPass(pass_ctx, call, current);
    if (!next.ok()) return module;
    current = *next;
  }
  return IsWellFormed(ctx, current) ? current : module;
}

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

Module Prepare(Context& ctx, const Module& module, std::string_view passes) {
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
  return calls.ok() ? After(ctx, *calls, module) : module;
}

Module PrepareKernels(Context& ctx, ByteSource& bytes, Module module, const PassSpec& pass) {
  constexpr std::string_view kLegalized = "LegalizeOps", kFused = "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR";
  uint64_t drawn = bytes.Below(4);
  if (drawn > 0) module = Prepare(ctx, module, drawn == 1 ? kFused : kLegalized);
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, PassesBefore(pass.name));
  ASSAY_CHECK(calls.ok(), "passes in front of TIR passes are a list");
  for (PassCall& call : *calls) {
    if (DrawOptions(ctx, module, bytes, call)) module = After(ctx, {call}, module);
  }
  return module;
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
  Module after = After(ctx, {call}, module);
  return HasLocalFunctions(after) ? module : after;
}

}  // namespace assay
