// Products of matrices, tile by tile: a block of threads brings what a tile needs into shared memory, a few columns at
// a time, and adds up the tile there. Source: python/tvm/s_tir/dlight/gpu/matmul.py, whose tiles these are; there, a
// thread adds up in memory of its own, inside of whose loop others bring its operands.
#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/block_facts.h"
#include "passes/dlight/dominant_read.h"
#include "passes/dlight/epilogue.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/normal_form.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

Diag DoesNotApply(std::string why) { return RefusedRule("matmul", std::move(why)); }

// Rows and columns of threads, of the elements that each has, and how many products are added up at a time.
struct Sizes {
  int64_t rows = 8;
  int64_t columns = 8;
  int64_t own = 4;
  int64_t depth = 8;
  int64_t lanes = 1;
  int64_t unroll = 256;
  bool aligns = false;
};
Sizes SizesFor(const Device& device) {
  if (device.kind == "cuda" || device.kind == "rocm") return {8, 16, 4, 16, 2, 256, true};
  return {};
}

// Which variables count rows, columns, what is added up, and products of their own.
struct Axes {
  std::vector<size_t> batch, rows, columns, depth;
};

bool ReadsVariables(const BufferRegion& region) {
  return std::ranges::all_of(region.region, [](const Range* r) { return Is<Var>(r->min) || AsInt(r->min) != nullptr; });
}

// C[batch, rows, columns] += A[batch, rows, depth] * B[batch, columns, depth], each in any order.
Result<Axes> AxesOf(const SBlock& block) {
  std::string_view name = block.name_hint.text();
  if (SummandOf(block) == nullptr || block.reads.size() != 2 ||
      !std::ranges::all_of(block.reads, [](const auto* r) { return ReadsVariables(*r); }))
    return DoesNotApply(fmt::format("block {} adds up no products of two buffers", name));
  std::optional<VarSet> first = VariablesIn(block, *block.reads[0]), second = VariablesIn(block, *block.reads[1]),
                        made = VariablesIn(block, *block.writes[0]);
  if (!first || !second || !made) return DoesNotApply(fmt::format("block {} reads more than elements", name));
  Axes axes;
  for (size_t i = 0; i < block.iter_vars.size(); ++i) {
    const Var* var = block.iter_vars[i]->var;
    bool in_first = first->contains(var), in_second = second->contains(var);
    if (block.iter_vars[i]->iter_type == IterType::kCommReduce) {
      if (!in_first || !in_second) return DoesNotApply(fmt::format("block {} adds up one operand alone", name));
      axes.depth.push_back(i);
    } else if (!made->contains(var) || (!in_first && !in_second)) {
      return DoesNotApply(fmt::format("block {} does not read along {}", name, var->name.text()));
    } else {
      (in_first && in_second ? axes.batch : in_first ? axes.rows : axes.columns).push_back(i);
    }
  }
  if (axes.rows.empty() || axes.columns.empty() || axes.depth.size() != 1)
    return DoesNotApply(fmt::format("block {} has no rows, no columns, or no one axis to add up", name));
  // Tiles lie along the last ones.
  for (std::vector<size_t>* side : {&axes.rows, &axes.columns}) {
    axes.batch.insert(axes.batch.end(), side->begin(), side->end() - 1);
    side->erase(side->begin(), side->end() - 1);
  }
  std::ranges::sort(axes.batch);
  return axes;
}

// Loops of blocks, of what is added up at a time, of threads, and of what each has: z, rows, columns, depth, columns of
// threads, rows of threads, one product after the other, rows, columns.
constexpr size_t kBlocks = 3, kStep = 3;
Status Tile(KernelSchedule& schedule, const std::string& block, const Axes& axes, const Sizes& sizes) {
  ASSAY_RETURN_IF_ERROR(GroupLoops(schedule, block, {axes.batch, axes.rows, axes.columns, axes.depth}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 3, {std::nullopt, sizes.depth}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 2, {std::nullopt, sizes.columns, sizes.own}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 1, {std::nullopt, sizes.rows, sizes.own}));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, 0, {0, 1, 4, 7, 5, 2, 8, 3, 6}));
  constexpr std::string_view kThreads[] = {"blockIdx.z", "blockIdx.x", "blockIdx.y", "", "threadIdx.y", "threadIdx.x"};
  for (size_t i = 0; i < std::size(kThreads); ++i) {
    if (!kThreads[i].empty()) ASSAY_RETURN_IF_ERROR(Bind(schedule, block, i, kThreads[i]));
  }
  return AnnotateUnroll(schedule, block, 5, sizes.unroll);
}

// Loops of a copy from `from` on, over all threads of a block.
Status Spread(KernelSchedule& schedule, const std::string& copy, size_t from, const Sizes& sizes) {
  ASSAY_TRY(BlockSite site, schedule.Site(copy));
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, copy, from, site.loops.size() - from));
  ASSAY_RETURN_IF_ERROR(Split(schedule, copy, from, {std::nullopt, sizes.columns, sizes.rows, sizes.lanes}));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, copy, from, {1, 2, 0, 3}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, from, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, from + 1, "threadIdx.x"));
  return sizes.lanes > 1 ? Vectorize(schedule, copy, from + 3) : Done{};
}

// The block's operand, a few columns at a time.
Status StageOperand(KernelSchedule& schedule, const std::string& block, size_t operand, const Sizes& sizes) {
  ASSAY_TRY(std::string copy, CacheRead(schedule, block, operand, "shared"));
  ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, copy, block, kStep));
  ASSAY_RETURN_IF_ERROR(Spread(schedule, copy, kStep + 1, sizes));
  ASSAY_TRY(BlockSite site, schedule.Site(copy));
  auto last = static_cast<int64_t>(site.block().writes[0]->buffer->shape.size()) - 2;
  return sizes.aligns && last >= 0 ? StorageAlign(schedule, copy, {last, 8, sizes.lanes}) : Done{};
}

}  // namespace

Result<const PrimFunc*> Matmul(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  schedule.adds_in_any_order = schedule.begins_later = true;
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  InlineRuns(schedule, blocks);
  if (blocks.empty()) return RefusedRule("matmul", "no block is left");
  const std::string block = blocks[0].name;
  for (size_t i = 1; i < blocks.size(); ++i) {
    if (!blocks[i].IsInjective()) return DoesNotApply(fmt::format("block {} is not injective", blocks[i].name));
  }
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  ASSAY_TRY(Axes axes, AxesOf(site.block()));
  Sizes sizes = SizesFor(device);
  if (sizes.rows * sizes.columns > device.max_threads) return DoesNotApply("a block has too few threads");
  ASSAY_RETURN_IF_ERROR(Tile(schedule, block, axes, sizes));
  ASSAY_TRY(std::string result, CacheWrite(schedule, block, "shared"));
  for (size_t i = 1; i < blocks.size(); ++i) ASSAY_RETURN_IF_ERROR(ReverseComputeInline(schedule, blocks[i].name));
  ASSAY_RETURN_IF_ERROR(ReverseComputeAt(schedule, result, block, kBlocks - 1));
  ASSAY_RETURN_IF_ERROR(Spread(schedule, result, kBlocks, sizes));
  // It reads first what it has so far.
  ASSAY_TRY(std::string update, DecomposeReduction(schedule, block, kStep));
  for (size_t operand : {size_t{1}, size_t{2}}) ASSAY_RETURN_IF_ERROR(StageOperand(schedule, update, operand, sizes));
  return schedule.func;
}

}  // namespace assay::dlight
