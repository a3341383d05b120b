// Kernels that reduce along the same last axes, once or several times, and end with a spatial block: a softmax, a norm.
// Each block of threads has a row of its own, and keeps what is reduced in shared memory. Source:
// python/tvm/s_tir/dlight/gpu/general_reduction.py.
#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "passes/analysis/block_facts.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/normal_form.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

Diag DoesNotApply(std::string why) { return RefusedRule("general_reduction", std::move(why)); }

// How many threads, and how far loops in them are unrolled.
struct Sizes {
  int64_t threads = 64;
  int64_t unroll = 64;
};
Sizes SizesFor(const Device& device) {
  if (device.kind == "cuda") return {256, 256};
  if (device.kind == "opencl") return {256, 64};
  return {};
}

size_t LeadingSpatial(const RuleBlock& block) {
  return std::min(block.kinds.find_first_not_of('S'), block.kinds.size());
}
size_t TrailingReductions(const RuleBlock& block) {
  size_t last = block.kinds.find_last_not_of('R');
  return block.kinds.size() - (last == std::string::npos ? 0 : last + 1);
}

// All blocks but the last one have the same axes, of which the last are reduced; the last one is injective.
Status CheckKinds(const std::vector<RuleBlock>& blocks) {
  const RuleBlock& first = blocks.front();
  if (LeadingSpatial(first) == 0 || TrailingReductions(first) == 0)
    return DoesNotApply(fmt::format("block {} does not reduce its last axes", first.name));
  for (size_t i = 1; i + 1 < blocks.size(); ++i) {
    if (blocks[i].kinds != first.kinds)
      return DoesNotApply(fmt::format("block {} has other axes than block {}", blocks[i].name, first.name));
  }
  const RuleBlock& last = blocks.back();
  if (!last.IsInjective() || last.kinds.size() > first.kinds.size())
    return DoesNotApply(fmt::format("block {}, the last one, is not injective, or has more axes", last.name));
  return Done{};
}

// The last block with loops of one iteration where it has fewer axes than the others: loops that match those of the
// first block keep their places, or they come behind the new ones.
Status AlignLast(KernelSchedule& schedule, const std::vector<RuleBlock>& blocks) {
  ASSAY_TRY(BlockSite first, schedule.Site(blocks.front().name));
  ASSAY_TRY(BlockSite last, schedule.Site(blocks.back().name));
  size_t missing = first.loops.size() - last.loops.size(), matched = 0;
  std::vector<size_t> fresh;
  for (size_t i = 0; i < first.loops.size(); ++i) {
    bool match = matched < last.loops.size() &&
                 DTypeOf(first.loops[i]->extent) == DTypeOf(last.loops[matched]->extent) &&
                 ProveEqual(schedule.ctx, first.loops[i]->extent, last.loops[matched]->extent);
    if (match) ++matched;
    if (!match) fresh.push_back(i);
  }
  if (matched != last.loops.size()) {
    fresh.clear();
    for (size_t i = 0; i < missing; ++i) fresh.push_back(i);
  }
  for (size_t place : fresh) ASSAY_RETURN_IF_ERROR(AddUnitLoop(schedule, blocks.back().name, place));
  return Done{};
}

// Buffers that the blocks but the last one make.
std::vector<const Buffer*> ReducedBuffers(const KernelSchedule& schedule, const std::vector<RuleBlock>& blocks) {
  std::vector<const Buffer*> buffers;
  for (size_t i = 0; i + 1 < blocks.size(); ++i) {
    Result<BlockSite> site = schedule.Site(blocks[i].name);
    if (!site.ok()) continue;
    for (const BufferRegion* region : site->block().writes) buffers.push_back(region->buffer);
  }
  return buffers;
}

// Loops of the last block that count places in reduced buffers come first: they are the rows.
Status RowsFirst(KernelSchedule& schedule, const std::vector<RuleBlock>& blocks) {
  std::vector<const Buffer*> reduced = ReducedBuffers(schedule, blocks);
  ASSAY_TRY(BlockSite site, schedule.Site(blocks.back().name));
  auto is_row = [&](const For* loop) {
    const IntImm* extent = AsInt(loop->extent);
    if (extent != nullptr && extent->value == 1) return true;
    for (const IterVar* iter : BoundBy(*site.realize, loop->loop_var)) {
      for (const BufferRegion* read : site.block().reads) {
        bool counts = std::ranges::any_of(read->region, [&](const Range* range) {
          return Mentions(range->min, iter->var) || Mentions(range->extent, iter->var);
        });
        if (counts && std::ranges::find(reduced, read->buffer) != reduced.end()) return true;
      }
    }
    return false;
  };
  std::vector<size_t> order, columns;
  for (size_t i = 0; i < site.loops.size(); ++i) (is_row(site.loops[i]) ? order : columns).push_back(i);
  order.insert(order.end(), columns.begin(), columns.end());
  return Reorder(schedule, blocks.back().name, 0, order);
}

// The last loop over threads, which take their turns in a loop inside that is to be unrolled.
Status SpreadLast(KernelSchedule& schedule, const std::string& block, const Sizes& sizes) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  size_t last = site.loops.size() - 1;
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, last, {std::nullopt, sizes.threads}));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, last, {1, 0}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, last, "threadIdx.x"));
  return AnnotateUnroll(schedule, block, last + 1, sizes.unroll);
}

}  // namespace

Result<const PrimFunc*> GeneralReduction(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  schedule.adds_in_any_order = true;
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  InlineRuns(schedule, blocks);
  if (blocks.size() < 2) return DoesNotApply("nothing stands behind a reduction");
  ASSAY_RETURN_IF_ERROR(CheckKinds(blocks));
  ASSAY_RETURN_IF_ERROR(AlignLast(schedule, blocks));
  ASSAY_RETURN_IF_ERROR(RowsFirst(schedule, blocks));
  const std::string& last = blocks.back().name;
  size_t rows = LeadingSpatial(blocks.front()), reductions = TrailingReductions(blocks.front());
  ASSAY_TRY(BlockSite site, schedule.Site(last));
  // All of its loops may be rows.
  if (rows >= site.loops.size()) return DoesNotApply(fmt::format("block {} has rows alone", last));
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, last, 0, rows));
  Sizes sizes = SizesFor(device);
  ASSAY_RETURN_IF_ERROR(SpreadLast(schedule, last, sizes));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, last, 0, "blockIdx.x"));
  for (size_t i = blocks.size() - 1; i-- > 0;) {
    const std::string& block = blocks[i].name;
    ASSAY_RETURN_IF_ERROR(SetScope(schedule, block, "shared"));
    ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, block, last, 0));
    ASSAY_TRY(BlockSite moved, schedule.Site(block));
    ASSAY_RETURN_IF_ERROR(Fuse(schedule, block, moved.loops.size() - reductions, reductions));
    ASSAY_RETURN_IF_ERROR(SpreadLast(schedule, block, sizes));
  }
  return schedule.func;
}

}  // namespace assay::dlight
