#include "generators/modules/tir_gen.h"

#include <algorithm>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "generators/modules/tir_blocks.h"
#include "generators/modules/tir_copies.h"
#include "generators/modules/tir_edges.h"
#include "generators/modules/tir_extras.h"
#include "generators/modules/tir_free.h"
#include "generators/modules/tir_outline.h"
#include "generators/modules/tir_plain.h"
#include "ir/prim/intrinsics.h"
#include "ir/targets.h"
#include "ir/tir/accesses.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

constexpr size_t kMaxTargetRank = 4;
// Of the stages of blocks, one in so many goes on from what the one before it made, element by element.
constexpr uint32_t kOneInPointwise = 3;

const Type* TensorTypeOf(Context& ctx, const TensorSpec& spec) { return MakeTensorType(ctx, spec.dims, spec.dtype); }

// As TVM types PrimFuncs for Relax: tensors in, nothing out.
const Type* KernelType(Context& ctx, const GenKernel& kernel) {
  std::vector<const Type*> params;
  for (const TensorSpec& spec : kernel.inputs) params.push_back(TensorTypeOf(ctx, spec));
  for (const Var* number : kernel.numbers) params.push_back(number->type);
  for (const TensorSpec& spec : kernel.outputs) params.push_back(TensorTypeOf(ctx, spec));
  return MakeFuncType(ctx, params, MakeTupleType(ctx, {}), false);
}

bool AssumesOfMemory(const Stmt* body) {
  bool assumes = false;
  WalkBeforeChildren(body, [&](const Node* node) {
    bool assumption = IsCallOf(As<Call>(node), IntrinsicId::assume);
    assumes |= assumption && AnyAccess(node, [](const ElementAccess&) { return true; });
    return !assumes && !Is<Buffer>(node);
  });
  return assumes;
}

}  // namespace

TirGen::TirGen(ModuleGen& module) : scope_{.module = module} {
  bool bare = module.plan.options->bare_kernels;
  scope_.plain = bare ? bytes().Chance(1, 2) : module.Has(Feature::kPlainLoops) && bytes().Chance(1, 4);
}

GenKernel TirGen::PrivateKernel(std::vector<TensorSpec> inputs, const std::vector<const Var*>& symbols,
                                std::vector<const Var*> numbers) {
  // TVM 0.26 reads quoted dimensions as int32 only.
  bool narrow = symbols.empty() ? bytes().Chance(1, 8) : DTypeOf(symbols[0]) == DType::Int(32);
  if (narrow) UseNarrowIndices(inputs);
  scope_.numbers = std::move(numbers);
  return Build(std::move(inputs), symbols, {});
}

void TirGen::UseNarrowIndices(std::vector<TensorSpec>& inputs) {
  scope_.index = DType::Int(32);
  for (TensorSpec& spec : inputs) {
    for (const Expr*& dim : spec.dims) {
      if (const auto* constant = As<IntImm>(dim)) dim = IndexInt(constant->value);
    }
    scope_.plain = scope_.plain && !IsSingle(spec.dims);
  }
}

// TVM 0.26 writes such a buffer of a function without blocks by its bare name, which it does not read.
bool TirGen::IsSingle(const std::vector<const Expr*>& dims) const {
  const auto* only = dims.size() == 1 ? As<IntImm>(dims[0]) : nullptr;
  return only != nullptr && only->value == 1 && scope_.index == DType::Int(32);
}

GenKernel TirGen::PublicKernel(std::string_view symbol) {
  scope_.stands_for_itself = true;
  scope_.index = bytes().Chance(1, 2) ? DType::Int(32) : DType::Int(64);
  std::vector<const Var*> symbols;
  if (scope_.index == DType::Int(32) && scope_.module.Has(Feature::kSymbolic))
    symbols.push_back(MakeVar(ctx(), "n", scope_.index));
  std::vector<TensorSpec> inputs;
  size_t count = 1 + bytes().Below(3);
  for (size_t i = 0; i < count; ++i) {
    TensorSpec spec{scope_.module.plan.PickDType(bytes(), kAnyDType), {}};
    size_t rank =
        bytes().Below(static_cast<uint64_t>(std::min<int>(kMaxTargetRank, scope_.module.plan.options->max_rank)) + 1);
    for (size_t d = 0; d < rank; ++d) {
      bool symbolic = !symbols.empty() && bytes().Chance(1, 3);
      spec.dims.push_back(symbolic ? static_cast<const Expr*>(symbols[0])
                                   : IndexInt(bytes().Pick(scope_.module.plan.extents)));
    }
    if (scope_.plain && IsSingle(spec.dims)) spec.dims.push_back(IndexInt(1));
    inputs.push_back(std::move(spec));
  }
  return Build(std::move(inputs), std::move(symbols), symbol);
}

GenKernel TirGen::ScheduledKernel(std::string_view symbol) {
  scope_.plain = false;
  scope_.scheduled = true;
  return PublicKernel(symbol);
}

// Dimensions of a buffer to fill: those of one that can be read, one dropped, reversed, or one more.
std::vector<const Expr*> TirGen::TargetDims() {
  const Buffer* source = bytes().Pick(scope_.readable);
  std::vector<const Expr*> dims(source->shape.begin(), source->shape.end());
  switch (bytes().Below(6)) {
    case 3:
      if (!dims.empty()) dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(bytes().Below(dims.size())));
      break;
    case 4: std::reverse(dims.begin(), dims.end()); break;
    case 5:
      if (dims.size() < kMaxTargetRank) dims.push_back(IndexInt(bytes().Pick(scope_.module.plan.extents)));
      break;
    default: break;
  }
  for (size_t i = 0; LargestCount(dims) > scope_.module.plan.options->max_elements && i < dims.size(); ++i)
    dims[i] = IndexInt(1);
  if (scope_.plain && IsSingle(dims)) dims.push_back(IndexInt(1));
  return dims;
}

const Stmt* TirGen::Stage(const Buffer* target) {
  bool reduce = scope_.copied == nullptr && bytes().Chance(1, scope_.scheduled ? 2 : 3);
  bool pair = scope_.copied == nullptr && !scope_.plain &&
              (scope_.module.plan.options->bare_kernels || scope_.scheduled) && !target->shape.empty() &&
              bytes().Chance(1, 3);
  const Stmt* stage = scope_.plain ? PlainStages(scope_).PlainStage(target, reduce)
                      : pair       ? BlockStages(scope_).PairStage(target)
                                   : BlockStages(scope_).BlockStage(target, reduce);
  if (scope_.plain && scope_.module.plan.options->bare_kernels && bytes().Chance(1, 2))
    stage = OutlinedStages(scope_).Outlined(stage);
  if (scope_.plain && bytes().Chance(1, scope_.module.plan.options->bare_kernels ? 3 : 6))
    stage = ExtraStages(scope_).WithExtra(target, stage);
  if (std::ranges::find(scope_.readable, target) == scope_.readable.end()) scope_.readable.push_back(target);
  // What a kernel is about is free statements.
  bool about = scope_.module.plan.options->topics != 0;
  bool free = about ? bytes().Chance(3, 4) : scope_.module.Has(Feature::kFreeStmts) && bytes().Chance(1, 2);
  bool part = !scope_.plain && !reduce && scope_.copied == nullptr && !target->shape.empty() && bytes().Chance(1, 8);
  if (part) stage = MakeSeqStmt(ctx(), {stage, EdgeStages(scope_).PartStage(target)});
  const Stmt* more = free && !scope_.scheduled
                         ? MakeFreeStmts(scope_.module, scope_.readable, target, scope_.index, !scope_.plain)
                         : nullptr;
  return more == nullptr ? stage : MakeSeqStmt(ctx(), {stage, more});
}

// From other memory.
const Stmt* TirGen::Again(const Buffer* target) {
  std::erase(scope_.readable, target);
  return Stage(target);
}

// Every element of the memory has a share in the result.
const Stmt* TirGen::Shown(const Buffer* memory, const Buffer* result) {
  std::vector<StageParts::Loop> loops;
  std::vector<const Expr*> from, into;
  for (const Expr* extent : memory->shape) {
    loops.push_back({MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index), extent, ForKind::kSerial});
    from.push_back(loops.back().var);
  }
  for (size_t i = 0; i < result->shape.size(); ++i) {
    bool alike = i < from.size() && !SameDim(result->shape[i], IndexInt(1));
    const auto* extent = As<IntImm>(result->shape[i]);
    if (extent != nullptr && extent->value == 0) return NoOp(ctx());
    into.push_back(!alike ? IndexInt(0)
                   : SameDim(result->shape[i], memory->shape[i])
                       ? from[i]
                       : MakeBinary(ctx(), NodeKind::kFloorMod, from[i], result->shape[i]));
  }
  const Expr *own = MakeLoad(ctx(), result, into), *share = MakeLoad(ctx(), memory, from);
  if (memory->dtype != result->dtype) share = MakeCast(ctx(), result->dtype, share);
  const Expr* both = MakeBinary(ctx(), result->dtype.IsBool() ? NodeKind::kNE : NodeKind::kAdd, own, share);
  const Stmt* nest = BlockStages(scope_).Nest(loops, MakeStore(ctx(), result, both, into));
  if (scope_.plain) return nest;
  auto whole = [&](const Buffer* buffer) {
    std::vector<const Range*> ranges;
    for (const Expr* extent : buffer->shape) ranges.push_back(MakeRange(ctx(), IndexInt(0), extent));
    return MakeRegion(ctx(), buffer, ranges);
  };
  SBlock* block = ctx().arena.New<SBlock>();
  block->name_hint = ctx().Intern(memory->name.str() + "_shown");
  block->reads = ctx().Copy(std::vector<const BufferRegion*>{whole(memory), whole(result)});
  block->writes = ctx().Copy(std::vector<const BufferRegion*>{whole(result)});
  block->body = nest;
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  realize->predicate = MakeBool(ctx(), true);
  realize->block = block;
  return realize;
}

// Stages in a row: some fill buffers of the function's own, the last ones fill the outputs.
const Stmt* TirGen::MakeBody(GenKernel& kernel, std::vector<const Buffer*>& outputs) {
  std::vector<const Stmt*> stages;
  std::vector<const Buffer*> allocated;
  const Buffer* before = nullptr;
  size_t temporaries = bytes().Chance(1, 3) ? 1 + bytes().Below(scope_.module.plan.options->bare_kernels ? 4 : 2) : 0;
  size_t results = bytes().Chance(1, 6) ? 2 : 1;
  for (size_t i = 0; i < temporaries + results; ++i) {
    bool temporary = i < temporaries;
    scope_.pointwise = before != nullptr && !scope_.plain && bytes().Chance(1, kOneInPointwise);
    const Buffer* copied = scope_.copied = scope_.pointwise ? before : CopyStages(scope_).CopiedBuffer();
    DType dtype = copied != nullptr ? copied->dtype : scope_.module.plan.PickDType(bytes(), kAnyDType);
    std::vector<const Expr*> dims = copied == nullptr  ? TargetDims()
                                    : scope_.pointwise ? std::vector(copied->shape.begin(), copied->shape.end())
                                                       : CopyStages(scope_).CopiedDims(copied);
    std::string name = temporary ? "t" + std::to_string(i) : "out" + std::to_string(i - temporaries);
    // Memory that was read since it was filled is filled anew.
    if (bool again = temporary && i > 1 && bytes().Chance(1, 3); again) {
      scope_.copied = nullptr;
      stages.push_back(Again(bytes().Pick(allocated)));
      continue;
    }
    bool of_blocks = !scope_.plain && (scope_.module.plan.options->topics & BitOf(Topic::kBlocks)) != 0;
    bool shared = temporary && of_blocks && bytes().Chance(1, 2);
    const Buffer* target = MakeBuffer(ctx(), name, dtype, dims, shared ? "shared" : "global");
    (temporary ? allocated : outputs).push_back(target);
    if (temporary && scope_.plain) {
      AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
      alloc->buffer = target;
      stages.push_back(alloc);
    }
    bool part = scope_.pointwise && scope_.stands_for_itself && !temporary && !dims.empty() && bytes().Chance(1, 3);
    stages.push_back(part ? EdgeStages(scope_).PartStage(target) : Stage(target));
    before = part ? nullptr : target;
    if (!temporary) kernel.outputs.push_back({dtype, {target->shape.begin(), target->shape.end()}});
  }
  const Buffer* result = outputs.back();
  for (const Buffer* temporary : allocated) {
    if (!scope_.scheduled && bytes().Chance(1, scope_.plain ? 2 : 3)) stages.push_back(Shown(temporary, result));
  }
  const Stmt* body = MakeSeqStmt(ctx(), stages);
  allocated.insert(allocated.end(), scope_.own.begin(), scope_.own.end());
  return scope_.plain ? body : BlockStages(scope_).WithRoot(body, allocated);
}

GenKernel TirGen::Build(std::vector<TensorSpec> inputs, std::vector<const Var*> symbols, std::string_view symbol) {
  GenKernel kernel;
  kernel.inputs = std::move(inputs);
  kernel.symbols = std::move(symbols);
  kernel.numbers = scope_.numbers;
  scope_.symbols = kernel.symbols;
  std::vector<const Buffer*> buffers;
  for (const TensorSpec& spec : kernel.inputs) {
    buffers.push_back(MakeBuffer(ctx(), "a" + std::to_string(buffers.size()), spec.dtype, spec.dims));
  }
  scope_.readable = buffers;
  const Stmt* body = MakeBody(kernel, buffers);
  FinishKernel(scope_.module, kernel, buffers, body, symbol, !scope_.plain);
  return kernel;
}

GenKernel TirGen::InPlaceKernel(TensorSpec tensor) {
  scope_.plain = false;
  scope_.in_place = true;
  scope_.index = DType::Int(64);
  GenKernel kernel;
  const Buffer* buffer = MakeBuffer(ctx(), "a0", tensor.dtype, tensor.dims);
  kernel.inputs = {std::move(tensor)};
  FinishKernel(scope_.module, kernel, {buffer},
               BlockStages(scope_).WithRoot(BlockStages(scope_).BlockStage(buffer, /*reduce=*/false), {}), {}, true);
  return kernel;
}

void FinishKernel(ModuleGen& module, GenKernel& kernel, const std::vector<const Buffer*>& buffers, const Stmt* body,
                  std::string_view symbol, bool s_tir) {
  Context& ctx = module.ctx;
  PrimFunc* func = ctx.arena.New<PrimFunc>();
  func->body = body;
  std::vector<const Var*> params;
  for (const Buffer* buffer : buffers) params.push_back(MakeVar(ctx, buffer->name.str() + "_handle", DType::Handle()));
  std::vector<const Buffer*> own(buffers);
  const auto behind_inputs = static_cast<std::ptrdiff_t>(kernel.inputs.size());
  params.insert(params.begin() + behind_inputs, kernel.numbers.begin(), kernel.numbers.end());
  own.insert(own.begin() + behind_inputs, kernel.numbers.size(), nullptr);
  func->params = ctx.Copy(params);
  func->buffers = ctx.Copy(own);
  func->is_s_tir = s_tir;
  AttrItems attrs{{"tirx.noalias", MakeAttrBool(ctx, true)}};
  if (!symbol.empty()) attrs.emplace_back("global_symbol", MakeAttrString(ctx, symbol));
  // As kernels of operators have it, for passes that replace them.
  if (module.Has(Feature::kAttributes) && module.bytes.Chance(1, 2)) {
    attrs.emplace_back("operator_name", MakeAttrString(ctx, "assay.kernel" + std::to_string(module.kernels.size())));
  }
  if (module.Has(Feature::kAttributes) && module.bytes.Chance(1, 32)) {
    AttrTarget* target = ctx.arena.New<AttrTarget>();
    target->config = CompleteTarget(ctx, MakeSortedDict(ctx, {{"kind", MakeAttrString(ctx, "llvm")}}));
    attrs.emplace_back("target", target);
  }
  // What some passes ask for that go by what kernels assume of memory.
  if (AssumesOfMemory(body) && module.bytes.Chance(3, 4))
    attrs.emplace_back("op_pattern", MakeAttrInt(ctx, static_cast<int64_t>(module.bytes.Below(3))));
  AddNote(module, attrs);
  func->attrs = MakeSortedDict(ctx, attrs);
  func->type = KernelType(ctx, kernel);
  kernel.func = func;
}

}  // namespace assay
