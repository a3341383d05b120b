// A matrix times a vector, along whose fastest axis is added up: a block of threads has several rows and brings the
// vector into shared memory. Source: python/tvm/s_tir/dlight/gpu/gemv.py, whose sizes these are.
#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/block_facts.h"
#include "passes/dlight/dominant_read.h"
#include "passes/dlight/epilogue.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

constexpr int64_t kUnroll = 256;

Diag DoesNotApply(std::string why) { return RefusedRule("gemv", std::move(why)); }

// The largest of the multiples that divides the extent, as a multiple; 1 where none does or it is not known.
int64_t MostThatDivide(const Expr* extent, int64_t of) {
  const IntImm* known = AsInt(extent);
  for (int64_t times : {8, 4, 2}) {
    if (known != nullptr && known->value % (of * times) == 0) return times;
  }
  return 1;
}

// Threads for rows, and for each row.
struct Sizes {
  int64_t rows = 1;
  int64_t per_row = 64;
  // What shared memory a vector may take, in bytes; 0 for none.
  int64_t shared = 0;
};
Sizes SizesFor(const Device& device, const Expr* rows) {
  Sizes sizes;
  bool known = AsInt(rows) != nullptr;
  if (device.kind == "cuda" && known) sizes = {16, 32};
  if (device.kind == "vulkan" && known) sizes = {16, 32};
  if (device.kind == "rocm" && known) sizes = {8, 64};
  if (device.kind == "metal" && known) sizes = {2, 64};
  if (device.kind == "cuda") sizes.shared = 49152;
  if (device.kind == "vulkan") sizes.shared = 16384;
  while (sizes.rows * sizes.per_row > device.max_threads) (sizes.rows > 1 ? sizes.rows : sizes.per_row) /= 2;
  return sizes;
}

// The number of the block's read that is the vector: it counts fewer variables than others do.
Result<size_t> FindVector(const SBlock& block) {
  std::optional<size_t> vector;
  for (size_t i = 0; i < block.reads.size(); ++i) {
    std::optional<VarSet> vars = VariablesIn(block, *block.reads[i]);
    if (!vars) return DoesNotApply("an operand is read in more than elements");
    if (vars->empty() || vars->size() == block.iter_vars.size()) continue;
    if (vector) return DoesNotApply("several operands are vectors");
    vector = i;
  }
  bool product = vector && block.reads.size() >= 2 && (block.iter_vars.size() == 2 || block.iter_vars.size() == 3);
  return product ? Result<size_t>(*vector) : DoesNotApply("no operand is a vector, and another one a matrix");
}

// The block's loops become two, for rows and along them.
Status OrderLoops(KernelSchedule& schedule, const std::string& block) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  const auto& iters = site.block().iter_vars;
  std::optional<DominantRead> read = DominantReadOf(site.block());
  if (!read || read->parts.size() != iters.size())
    return DoesNotApply(fmt::format("block {} does not count over what it reads", block));
  std::vector<size_t> rows, reduced;
  for (const CountedPart& part : read->parts) {
    auto number = static_cast<size_t>(std::ranges::find(iters, part.var, &IterVar::var) - iters.begin());
    if (part.factor > 1) return DoesNotApply(fmt::format("block {} reads packed values", block));
    (iters[number]->iter_type == IterType::kCommReduce ? reduced : rows).push_back(number);
  }
  bool inner = !reduced.empty() && iters[reduced.back()]->var == read->parts.back().var;
  if (!inner || rows.empty()) return DoesNotApply(fmt::format("block {} does not add up the fastest axis", block));
  return GroupLoops(schedule, block, {rows, reduced});
}

// The vector in shared memory, where it is no longer than that is.
Status StageVector(KernelSchedule& schedule, const std::string& block, const Buffer* vector, const Sizes& sizes) {
  int64_t bytes = vector->dtype.bits / 8;
  for (const Expr* extent : vector->shape) {
    const IntImm* known = AsInt(extent);
    if (known == nullptr || __builtin_mul_overflow(bytes, known->value, &bytes)) return Done{};
  }
  if (bytes > sizes.shared) return Done{};
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  auto read = std::ranges::find(site.block().reads, vector, &BufferRegion::buffer);
  ASSAY_TRY(std::string copy,
            CacheRead(schedule, block, static_cast<size_t>(read - site.block().reads.begin()), "shared"));
  ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, copy, block, 0));
  ASSAY_TRY(BlockSite staged, schedule.Site(copy));
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, copy, 1, staged.loops.size() - 1));
  ASSAY_TRY(staged, schedule.Site(copy));
  int64_t lanes = MostThatDivide(staged.loops[1]->extent, sizes.rows * sizes.per_row);
  ASSAY_RETURN_IF_ERROR(Split(schedule, copy, 1, {std::nullopt, sizes.rows, sizes.per_row, lanes}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, 2, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, 3, "threadIdx.x"));
  return lanes > 1 ? Vectorize(schedule, copy, 4) : Done{};
}

Status FinishEpilogue(KernelSchedule& schedule, const SumBlocks& blocks, const Sizes& sizes) {
  ASSAY_TRY(bool broadcast, PlaceEpilogue(schedule, blocks));
  ASSAY_RETURN_IF_ERROR(FuseEpilogue(schedule, blocks.epilogue));
  int64_t threads = broadcast ? sizes.per_row : sizes.rows;
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.epilogue, 1, {std::nullopt, threads}));
  return Bind(schedule, blocks.epilogue, 2, broadcast ? "threadIdx.x" : "threadIdx.y");
}

}  // namespace

Result<const PrimFunc*> Gemv(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  schedule.adds_in_any_order = schedule.begins_later = true;
  ASSAY_TRY(SumBlocks blocks, FindSum(schedule, "gemv"));
  ASSAY_TRY(BlockSite site, schedule.Site(blocks.sum));
  ASSAY_TRY(size_t number, FindVector(site.block()));
  const Buffer* vector = site.block().reads[number]->buffer;
  ASSAY_RETURN_IF_ERROR(OrderLoops(schedule, blocks.sum));
  ASSAY_TRY(site, schedule.Site(blocks.sum));
  Sizes sizes = SizesFor(device, site.loops[0]->extent);
  int64_t together = MostThatDivide(site.loops[1]->extent, sizes.per_row);
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.sum, 1, {std::nullopt, sizes.per_row, together}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.sum, 0, {std::nullopt, sizes.rows}));
  ASSAY_TRY(std::string partial, Rfactor(schedule, blocks.sum, 3));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, partial, 2, {1, 0, 2}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 0, "blockIdx.x"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 1, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 2, "threadIdx.x"));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, partial, "local"));
  ASSAY_RETURN_IF_ERROR(JoinSums(schedule, blocks.sum, partial));
  ASSAY_TRY(std::string update, DecomposeReduction(schedule, partial, 3));
  ASSAY_RETURN_IF_ERROR(AnnotateUnroll(schedule, update, 3, kUnroll));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.sum, 1, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.sum, 2, "threadIdx.x"));
  if (!blocks.epilogue.empty()) ASSAY_RETURN_IF_ERROR(FinishEpilogue(schedule, blocks, sizes));
  ASSAY_RETURN_IF_ERROR(StageVector(schedule, update, vector, sizes));
  return schedule.func;
}

}  // namespace assay::dlight
