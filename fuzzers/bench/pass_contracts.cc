#include "fuzzers/bench/pass_contracts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "fuzzers/bench/kernel_runs.h"
#include "fuzzers/campaign/preparation.h"
#include "generators/modules/bait_text.h"
#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/support/check.h"
#include "ir/support/interrupt.h"
#include "ir/text/as_read.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/value_json.h"
#include "passes/golden_text.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/target_pass.h"
#include "vm/bytecode/executable.h"
#include "vm/kernel_calls.h"
#include "vm/launch_loops.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

constexpr std::array kLevels = {0, 2};
// One module in so many has dtypes that campaigns do not draw.
constexpr uint64_t kRare = 8;
// And one in so many is bait, where the pass has some; for a rule of dlight all others are.
constexpr uint64_t kBait = 4;

// Faults of the program that a pass may take away: TVM calls them undefined (docs/semantics.md).
bool IsUndefined(TrapKind trap) {
  return trap == TrapKind::kReadBeforeWrite || trap == TrapKind::kOutOfBounds || trap == TrapKind::kDivisionByZero;
}

// Each kernel's body stands twice, so that all that it defines is defined twice: no text can say that.
Module TwiceOver(Context& ctx, const Module& module) {
  auto doubled = MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    if (func->is_s_tir) return func;
    return WithBody(ctx, func, MakeSeqStmt(ctx, {func->body, func->body}));
  });
  return doubled.ok() ? *doubled : module;
}

// Binds some loops to threads, as no generated kernel has them: outermost ones to blocks of threads, some inside to
// threads.
class ThreadBinder : public StmtMutator {
 public:
  ThreadBinder(Context& context, uint64_t seed) : StmtMutator(context), bytes_(ByteSource::FromSeed(seed)) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    const IntImm* extent = loop == nullptr ? nullptr : AsInt(loop->extent);
    bool may = extent != nullptr && loop->step == nullptr &&
               (loop->for_kind == ForKind::kSerial || loop->for_kind == ForKind::kParallel);
    if (!may) return Children(s);
    std::string_view tag = depth_ == 0 ? "blockIdx.x" : "threadIdx.x";
    // What is bound to one name has one extent, most times.
    bool fits = depth_ == 0 ? blocks_ == 0 || extent->value == blocks_ || bytes_.Chance(1, 8)
                            : threads_ == 0 || extent->value == threads_;
    bool binds = tag != bound_ && bytes_.Chance(7, 8) && fits;
    std::string_view before = bound_;
    if (depth_ == 0) threads_ = 0;
    if (binds && depth_ == 0) blocks_ = extent->value;
    if (binds && depth_ > 0) std::tie(threads_, bound_) = std::pair(extent->value, tag);
    ++depth_;
    const auto* visited = static_cast<const For*>(Children(loop));
    --depth_;
    bound_ = before;
    return binds ? Bound(*visited, tag) : visited;
  }

 private:
  const For* Bound(const For& loop, std::string_view tag) {
    IterVar* thread = ctx.arena.New<IterVar>();
    thread->var = MakeVar(ctx, "", DTypeOf(loop.loop_var));
    thread->iter_type = IterType::kThreadIndex;
    thread->thread_tag = ctx.Intern(tag);
    For* bound = ctx.arena.New<For>(loop);
    bound->for_kind = ForKind::kThreadBinding;
    bound->thread_binding = thread;
    return bound;
  }

  ByteSource bytes_;
  int depth_ = 0;
  int64_t blocks_ = 0, threads_ = 0;
  std::string_view bound_;
};

// Marks copies into shared memory, as schedules for tensor cores do, for their values to come by memory of each thread.
class StageMarker : public StmtMutator {
 public:
  StageMarker(Context& context, uint64_t seed) : StmtMutator(context), bytes_(ByteSource::FromSeed(seed)) {}

 protected:
  // other kinds: are no blocks that copy
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    const auto* store = block == nullptr ? nullptr : As<BufferStore>(block->body);
    if (store == nullptr || !store->buffer->scope.text().starts_with("shared") || bytes_.Chance(1, 8)) return visited;
    SBlock* marked = ctx.arena.New<SBlock>(*block);
    marked->annotations =
        WithAttr(ctx, block->annotations, "tirx.manifest_shared_memory_local_stage", MakeAttrInt(ctx, 1));
    return marked;
  }

 private:
  ByteSource bytes_;
};

// The pass that asks for it takes kernels of elements alone, as their attribute says.
Module SayElementwise(Context& ctx, const Module& module, uint64_t seed) {
  const Attr* pattern = MakeAttrInt(ctx, static_cast<int64_t>(seed % 2));
  return *MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    PrimFunc* said = ctx.arena.New<PrimFunc>(*func);
    said->attrs = WithAttr(ctx, func->attrs, "op_pattern", pattern);
    return said;
  });
}

Module MarkStages(Context& ctx, const Module& module, uint64_t seed) {
  return *MutatePrimFuncs<StageMarker>(ctx, module, seed);
}

Module BindThreads(Context& ctx, const Module& module, uint64_t seed) {
  return *MutatePrimFuncs<ThreadBinder>(ctx, module, seed);
}
// What kernels are made for a pass, so that it has something to do.
struct KernelPreparation {
  std::string_view pass;
  // Passes that run first.
  std::string_view before = {};
  // What kernels are made of; all dtypes when empty.
  std::array<std::string_view, 4> dtypes = {};
  Module (*change_first)(Context&, const Module&) = nullptr;
  Module (*change_last)(Context&, const Module&, uint64_t seed) = nullptr;
};
constexpr std::string_view kOpaque = "LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer";
constexpr std::string_view kPlain = "LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock";
// Binds that simplifying leaves without uses.
constexpr std::string_view kShared =
    "LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock,CommonSubexprElim,StmtSimplify";
// Loops that a schedule has marked, or taken apart and put together.
constexpr std::string_view kMarked =
    R"(ApplySchedule{"primitives": ["vectorize"]},LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock)";
// Reductions that run over threads.
constexpr std::string_view kBound = R"(ApplySchedule{"primitives": ["split", "bind", "bind"]})";
constexpr std::string_view kSplit =
    R"(ApplySchedule{"primitives": ["split", "fuse"]},LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock)";
constexpr std::string_view kFlat =
    "LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock,FlattenBuffer";
// Buffers whose rows a schedule has moved apart, no longer than what is accessed of them.
constexpr std::string_view kAligned =
    R"(ApplySchedule{"primitives": ["storage_align"]},LowerInitBlock,PlanAndUpdateBufferAllocationLocation,ConvertBlocksToOpaque)";
constexpr std::string_view kCompact =
    R"(ApplySchedule{"primitives": ["storage_align"]},LowerInitBlock,PlanAndUpdateBufferAllocationLocation,ConvertBlocksToOpaque,)"
    "CompactBufferAllocation,LowerMatchBuffer,LowerOpaqueBlock";
constexpr std::array<std::string_view, 4> kBF16 = {"bfloat16", "bfloat16", "float32", "int32"};
constexpr std::array<std::string_view, 4> kFP8 = {"float8_e4m3fn", "float8_e5m2", "float32", "int32"};
// Loops around several blocks, as pipelines.
constexpr std::string_view kPipelined =
    R"(ApplySchedule{"primitives": ["compute_at", "merge", "annotate", "annotate"]},ApplySchedule{"primitives": ["annotate"]},LowerInitBlock,)"
    "ConvertBlocksToOpaque";
constexpr std::string_view kVirtual =
    R"(ApplySchedule{"primitives": ["split", "bind", "cache_write", "bind"]},LowerInitBlock,)"
    "PlanAndUpdateBufferAllocationLocation,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock,FlattenBuffer";
constexpr std::string_view kLaunched =
    R"(ApplySchedule{"primitives": ["split", "bind"]},LowerInitBlock,PlanAndUpdateBufferAllocationLocation,)"
    "ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock,FlattenBuffer";
// Copies into shared memory.
constexpr std::string_view kCopied =
    R"(ApplySchedule{"primitives": ["cache_read", "cache_read", "cache_read", "compute_at"]},LowerInitBlock,ConvertBlocksToOpaque)";
constexpr std::string_view kForGpu =
    R"(ApplySchedule{"primitives": ["split", "bind"]},BindTarget{"target": {"kind": "cuda"}})";
// Sums in another order have the same bits.
constexpr std::array<std::string_view, 4> kWhole = {"int32", "int64", "int8", "uint16"};
constexpr std::string_view kFused = "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR";
constexpr KernelPreparation kPreparations[] = {
    {.pass = "PlanAndUpdateBufferAllocationLocation", .before = "LowerInitBlock"},
    {.pass = "CompactBufferAllocation", .before = kAligned},
    {.pass = "LiftThreadBinding", .before = "LowerInitBlock,ConvertBlocksToOpaque", .change_last = BindThreads},
    {.pass = "UnifyThreadBinding", .before = "LowerInitBlock,ConvertBlocksToOpaque", .change_last = BindThreads},
    {.pass = "UseAssumeToReduceBranches", .change_last = SayElementwise},
    {.pass = "ManifestSharedMemoryLocalStage", .before = kCopied, .change_last = MarkStages},
    {.pass = "LowerCrossThreadReduction", .before = kBound, .dtypes = kWhole},
    {.pass = "InjectVirtualThread", .before = kVirtual},
    {.pass = "InjectDoubleBuffer", .before = kFlat},
    {.pass = "SplitHostDevice", .before = kLaunched},
    {.pass = "VerifyGPUCode", .before = kLaunched},
    {.pass = "VerifyMemory", .before = kForGpu},
    {.pass = "InjectSoftwarePipeline", .before = kPipelined},
    {.pass = "BF16ComputeLegalize", .dtypes = kBF16},
    {.pass = "BF16StorageLegalize", .before = kFlat, .dtypes = kBF16},
    {.pass = "FP8ComputeLegalize", .dtypes = kFP8},
    {.pass = "FP8StorageLegalize", .before = kFlat, .dtypes = kFP8},
    {.pass = "ConvertSSA", .change_first = TwiceOver},
    {.pass = "HoistExpression", .before = kPlain},
    {.pass = "LoopPartition", .before = kPlain},
    {.pass = "StorageRewrite", .before = kFlat},
    {.pass = "NarrowDataType", .before = kFlat},
    {.pass = "LowerMatchBuffer", .before = "LowerInitBlock,ConvertBlocksToOpaque"},
    {.pass = "RemoveNoOp", .before = kShared},
    {.pass = "VectorizeLoop", .before = kMarked},
    {.pass = "RenormalizeSplitPattern", .before = kSplit},
    {.pass = "ConvertBlocksToOpaque", .before = "LowerInitBlock"},
    {.pass = "LowerOpaqueBlock", .before = kOpaque},
    {.pass = "FlattenBuffer", .before = kCompact},
};
KernelPreparation KernelPreparationOf(std::string_view pass) {
  // Rules are about operators, and what is fused with them.
  const PassSpec* found = FindPass(pass);
  if (found != nullptr && IsOwnTargetPass(*found)) return {.pass = pass, .before = kFused};
  const KernelPreparation* row = std::ranges::find(kPreparations, pass, &KernelPreparation::pass);
  return row == std::end(kPreparations) ? KernelPreparation() : *row;
}

class ContractChecker {
 public:
  ContractChecker(const PassContractOptions& options, PassContractResult& result)
      : options_(options), result_(result) {}

  void Check(uint64_t seed) {
    seed_ = seed;
    Context ctx;
    Module module = Prepared(ctx, Draw(ctx));
    given_ = &module;
    std::vector<const ModuleEntry*> kernels = Kernels(module);
    result_.kernels += kernels.size();
    uint64_t hash = StructuralHash(module);
    call_ = options_.pass;
    if (!DrawOptions(ctx, module)) return;
    PassContext pass_ctx(ctx);
    Result<Module> after = RunPass(pass_ctx, call_, module);
    for (const PassNote& note : pass_ctx.notes) ++result_.refusals[note.why];
    if (options_.show) options_.show(seed_, TextOf(module) + (after.ok() ? "\n# ---\n" + PrintModule(*after) : ""));
    if (StructuralHash(module) != hash) Breach("input_unchanged", "", "the pass wrote into its input");
    if (!after.ok()) return Refused(after.error());
    CheckForm(ctx, module, *after);
    std::vector<const ModuleEntry*> changed;
    for (const ModuleEntry* entry : kernels) {
      const Expr* made = after->Find(entry->var->name.text());
      if (made == nullptr || !Equal(entry->func, made)) changed.push_back(entry);
    }
    result_.changed += changed.size();
    if (!changed.empty()) CheckResults(ctx, module, *after, changed);
  }

 private:
  Module Draw(Context& ctx) const {
    ByteSource bytes = ByteSource::FromSeed(seed_);
    bool whole = IsOwnTargetPass(*options_.pass.pass);
    if ((whole || seed_ % kBait == 1) && seed_ % kRare != 0 && HasBaitText(options_.pass.pass->name)) {
      Result<Module> bait = ParseModule(ctx, "bait", BaitModule(options_.pass.pass->name, bytes));
      ASSAY_CHECK(bait.ok(), bait.error().message);
      return *bait;
    }
    GenOptions generate;
    generate.profile = Profile::kTir;
    generate.bare_kernels = true;
    if (options_.launches) generate.profile = Profile::kGpu;
    // Most are about what the pass is about.
    if (seed_ % 4 != 3) generate.topics = TopicsFor(*options_.pass.pass);
    if (seed_ % kRare == 0) generate.dtypes = {DType::Int(4), DType::UInt(4), DType::Int(8), DType::Float(32)};
    std::vector<DType> own = DTypesBefore(options_.pass.pass->name);
    if (!own.empty()) generate.dtypes = std::move(own);
    return Generate(ctx, bytes, generate);
  }
  // Where the pass wants options that fit the module; false when none do.
  bool DrawOptions(Context& ctx, const Module& module) {
    if (call_.pass->sample_options == nullptr || call_.options.contains(call_.pass->options[0])) return true;
    ByteSource bytes = ByteSource::FromSeed(seed_ + 1);
    return call_.pass->sample_options(ctx, module, bytes, call_.options);
  }
  Module Prepared(Context& ctx, Module module) {
    if (preparation_.change_first != nullptr && !options_.launches) module = preparation_.change_first(ctx, module);
    for (const PassCall& call : options_.before) {
      PassContext pass_ctx(ctx);
      PassCall drawn = call;
      ByteSource bytes = ByteSource::FromSeed(seed_ + 2);
      bool wants = call.pass->sample_options != nullptr && !call.options.contains(call.pass->options[0]);
      if (wants && !call.pass->sample_options(ctx, module, bytes, drawn.options)) continue;
      Result<Module> next = RunPass(pass_ctx, drawn, module);
      if (!next.ok()) {
        ++result_.refusals[fmt::format("{} before it: {}", call.pass->name, next.error().message)];
        continue;
      }
      module = *next;
    }
    return preparation_.change_last == nullptr || options_.launches ? module
                                                                    : preparation_.change_last(ctx, module, seed_);
  }
  static std::vector<const ModuleEntry*> Kernels(const Module& module) {
    std::vector<const ModuleEntry*> kernels;
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func != nullptr && !TakesPointers(*func)) kernels.push_back(&entry);
    }
    return kernels;
  }

  // With the pass and its options.
  std::string TextOf(const Module& module) const {
    return fmt::format("{}{}\n{}", kGoldenRun, PassToText(call_), PrintModule(module));
  }
  void Breach(std::string_view contract, std::string_view kernel, std::string what) {
    result_.breaches.push_back({seed_, std::string(contract), std::string(kernel), std::move(what), TextOf(*given_)});
  }
  // An ill-formed result is the pass's fault; anything else it says is a refusal.
  void Refused(const Diag& why) {
    if (why.kind == DiagKind::kIllFormed) return Breach("well_formed_after_pass", "", why.message);
    ++result_.refusals[why.message];
  }

  void CheckForm(Context& ctx, const Module& module, const Module& after) {
    PassContext again(ctx);
    auto sequential = RunSequential(again, {&call_, 1}, module);
    if (!sequential.ok()) {
      Breach("sequential_equals_direct", "", sequential.error().message);
    } else if (auto difference = FirstDifference(after, *sequential)) {
      Breach("sequential_equals_direct", "", difference->path);
    }
    if (options_.pass.pass->idempotent) CheckTwice(ctx, after);
    auto back = ParseModule(ctx, "after", PrintModule(after));
    if (!back.ok()) {
      Breach("round_trip", "", back.error().message);
    } else if (auto difference = FirstDifference(AsRead(ctx, after), *back)) {
      Breach("round_trip", "", fmt::format("{}: {} against {}", difference->path, difference->left, difference->right));
    }
  }
  void CheckTwice(Context& ctx, const Module& after) {
    PassContext again(ctx);
    auto twice = RunPass(again, call_, after);
    if (!twice.ok()) return Breach("idempotent", "", twice.error().message);
    auto difference = FirstDifference(after, *twice);
    if (difference)
      Breach("idempotent", "", fmt::format("{}: {} against {}", difference->path, difference->left, difference->right));
  }

  void CheckResults(Context& ctx, const Module& before, const Module& after,
                    std::span<const ModuleEntry* const> changed) {
    Module from = KernelsOf(ctx, before), to = KernelsOf(ctx, after);
    auto want = MakeReferenceKernels(from, /*strict=*/false);
    std::vector<std::pair<std::string, std::unique_ptr<KernelLibrary>>> engines;
    auto walker = MakeReferenceKernels(to, /*strict=*/false);
    if (!want.ok() || !walker.ok()) return Breach("results", "", "the reference interpreter does not load the module");
    engines.emplace_back("tir-reference", *std::move(walker));
    Module loops = WithLaunchesAsLoops(ctx, to);
    for (int level : kLevels) {
      auto library = MakeLlvmKernels(loops, {.opt_level = level});
      if (library.ok()) {
        engines.emplace_back(fmt::format("O{}", level), *std::move(library));
      } else {
        ++result_.undecided;
      }
    }
    for (const ModuleEntry* entry : changed) {
      std::string name = entry->var->name.str();
      std::vector<Value> args = MakeInputs(before, name, seed_);
      int rounds_to = rounds_ ? NarrowestFloat(*As<PrimFunc>(entry->func)) : 0;
      std::vector<std::vector<Value>> all{args};
      // What overflows on the way to a sum depends on its order.
      if (!rounds_) all.push_back(WithSpecialValues(args, seed_));
      for (const auto& inputs : all) {
        Observed expected = Observe(*(*want)->Find(name), inputs);
        for (auto& [engine, library] : engines)
          Compare(name, engine, expected, Observe(*library->Find(name), inputs), rounds_to);
      }
    }
  }
  void Compare(const std::string& kernel, const std::string& engine, const Observed& want, const Observed& got,
               int rounds_to) {
    ++result_.runs;
    bool undefined = want.trap && IsUndefined(*want.trap_kind);
    if (want.out_of_budget || got.out_of_budget || (undefined && got.trap) ||
        (want.undefined && engine != "tir-reference")) {
      ++result_.undecided;
    } else if (undefined) {
      ++result_.traps_removed;
    } else if (want.trap || got.trap) {
      if (want.trap_kind != got.trap_kind)
        Breach("results", kernel, fmt::format("{}: {} against {}", engine, got.outcome, want.outcome));
    } else if (want.outcome != got.outcome) {
      Breach("results", kernel, fmt::format("{}: {} against {}", engine, got.outcome, want.outcome));
    } else if (std::string what = FirstDifference(want, got, rounds_to); !what.empty()) {
      Breach("results", kernel, engine + ": " + what);
    }
  }

  const PassContractOptions& options_;
  const KernelPreparation preparation_ = KernelPreparationOf(options_.pass.pass->name);
  const bool rounds_ = options_.pass.pass->exact == Exactness::kRounding;
  PassContractResult& result_;
  uint64_t seed_ = 0;
  const Module* given_ = nullptr;
  PassCall call_;
};

}  // namespace

std::string_view PassesBefore(std::string_view pass) { return KernelPreparationOf(pass).before; }
std::vector<DType> DTypesBefore(std::string_view pass) {
  std::vector<DType> dtypes;
  for (std::string_view dtype : KernelPreparationOf(pass).dtypes) {
    if (!dtype.empty()) dtypes.push_back(*ParseDType(dtype));
  }
  return dtypes;
}

PassContractResult CheckPassContract(const PassContractOptions& options) {
  PassContractResult result;
  ContractChecker checker(options, result);
  for (uint64_t module = 0; result.kernels < options.kernels && !Interrupted(); ++module) {
    checker.Check(options.seed + module);
    if (options.progress && module % 64 == 63) options.progress(result.kernels);
  }
  return result;
}

nlohmann::json PassContractJson(const PassContractResult& result) {
  nlohmann::json breaches = nlohmann::json::array();
  for (const ContractBreach& b : result.breaches) {
    breaches.push_back({{"seed", b.seed}, {"contract", b.contract}, {"kernel", b.kernel}, {"what", b.what}});
  }
  return {{"kernels", result.kernels},
          {"changed", result.changed},
          {"runs", result.runs},
          {"undecided", result.undecided},
          {"traps_removed", result.traps_removed},
          {"refusals", result.refusals},
          {"breaches", breaches}};
}

}  // namespace assay
