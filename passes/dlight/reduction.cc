// One sum, with what is fused behind it. Threads of a block add up parts of it, and then what they have. Source:
// python/tvm/s_tir/dlight/gpu/reduction.py.
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

constexpr int64_t kUnroll = 256;

Diag DoesNotApply(std::string why) { return RefusedRule("reduction", std::move(why)); }

// The block's loops become three: the spatial ones, those of the sum, and what lies together of a packed one; whether
// the sum runs along the fastest axis.
Result<bool> OrderLoops(KernelSchedule& schedule, const std::string& block) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  std::optional<DominantRead> read = DominantReadOf(site.block());
  if (!read || !read->from_zero || read->parts.empty())
    return DoesNotApply(fmt::format("block {} does not count over what it reads", block));
  const auto& iters = site.block().iter_vars;
  std::vector<size_t> spatial, reduced, packed;
  std::vector<bool> found(iters.size(), false);
  for (const CountedPart& part : read->parts) {
    auto number = static_cast<size_t>(std::ranges::find(iters, part.var, &IterVar::var) - iters.begin());
    bool reduces = iters[number]->iter_type == IterType::kCommReduce;
    if (found[number] || (part.factor > 1 && (!reduces || !packed.empty())))
      return DoesNotApply(fmt::format("block {} reads packed values", block));
    found[number] = true;
    // The new loop takes the next number.
    if (part.factor > 1) {
      ASSAY_RETURN_IF_ERROR(Split(schedule, block, number, {std::nullopt, part.factor}));
      packed.push_back(number);
    }
    (reduces ? reduced : spatial).push_back(number);
  }
  for (size_t i = 0; i < iters.size(); ++i) {
    const IntImm* extent = AsInt(iters[i]->dom->extent);
    if (found[i]) continue;
    if (iters[i]->iter_type != IterType::kDataPar || extent == nullptr || extent->value != 1)
      return DoesNotApply(fmt::format("block {} does not read along {}", block, iters[i]->var->name.text()));
    spatial.push_back(i);
  }
  if (spatial.empty() || reduced.empty()) return DoesNotApply(fmt::format("block {} has no such axes", block));
  auto behind = [&](size_t& number) { number += !packed.empty() && number > packed[0] ? 1 : 0; };
  std::ranges::for_each(spatial, behind);
  std::ranges::for_each(reduced, behind);
  if (!packed.empty()) ++packed[0];
  bool inner = (*std::ranges::find(iters, read->parts.back().var, &IterVar::var))->iter_type == IterType::kCommReduce;
  ASSAY_RETURN_IF_ERROR(GroupLoops(schedule, block, {spatial, reduced, packed}));
  return inner;
}

// A block of threads has one sum.
Status SumsOfThreads(KernelSchedule& schedule, const SumBlocks& blocks, const Device& device) {
  ASSAY_TRY(BlockSite site, schedule.Site(blocks.sum));
  std::optional<int64_t> threads = ThreadsFor(device, site.loops[1]->extent);
  if (!threads) return DoesNotApply(fmt::format("block {} adds up nothing", blocks.sum));
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.sum, 1, {std::nullopt, threads}));
  ASSAY_TRY(std::string partial, Rfactor(schedule, blocks.sum, 2));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, partial, 1, {1, 0, 2}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 0, "blockIdx.x"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 1, "threadIdx.x"));
  ASSAY_RETURN_IF_ERROR(AnnotateUnroll(schedule, partial, 1, kUnroll));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, partial, "local"));
  ASSAY_RETURN_IF_ERROR(JoinSums(schedule, blocks.sum, partial));
  ASSAY_RETURN_IF_ERROR(DecomposeReduction(schedule, partial, 2));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.sum, 2, "threadIdx.x"));
  if (blocks.epilogue.empty()) return Done{};
  ASSAY_TRY(bool broadcast, PlaceEpilogue(schedule, blocks));
  if (!broadcast) return Done{};
  ASSAY_RETURN_IF_ERROR(FuseEpilogue(schedule, blocks.epilogue));
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.epilogue, 1, {std::nullopt, threads}));
  return Bind(schedule, blocks.epilogue, 2, "threadIdx.x");
}

// How many sums a block of threads has: they lie together along the last spatial axis.
int64_t SumsTogether(const BlockSite& site) {
  int64_t together = 16;
  const IntImm* last = nullptr;
  for (const IterVar* iter : site.block().iter_vars) {
    if (iter->iter_type == IterType::kDataPar) last = AsInt(iter->dom->extent);
  }
  if (last == nullptr) return 1;
  while (last->value % together != 0) --together;
  return together;
}

// A block of threads has several sums.
Status SumsOfRows(KernelSchedule& schedule, const SumBlocks& blocks) {
  constexpr int64_t kPerSum = 16;
  ASSAY_TRY(BlockSite site, schedule.Site(blocks.sum));
  int64_t sums = SumsTogether(site);
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.sum, 1, {std::nullopt, kPerSum}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.sum, 0, {std::nullopt, sums}));
  ASSAY_TRY(std::string partial, Rfactor(schedule, blocks.sum, 3));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, partial, 2, {1, 0, 2}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 1, "threadIdx.x"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 2, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, partial, 0, "blockIdx.x"));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, partial, "local"));
  ASSAY_RETURN_IF_ERROR(JoinSums(schedule, blocks.sum, partial));
  ASSAY_RETURN_IF_ERROR(DecomposeReduction(schedule, partial, 3));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.sum, 1, "threadIdx.x"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.sum, 2, "threadIdx.y"));
  if (blocks.epilogue.empty()) return Done{};
  ASSAY_TRY(bool broadcast, PlaceEpilogue(schedule, blocks));
  ASSAY_RETURN_IF_ERROR(FuseEpilogue(schedule, blocks.epilogue));
  if (!broadcast) {
    ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.epilogue, 1, {sums, std::nullopt}));
    return Bind(schedule, blocks.epilogue, 1, "threadIdx.x");
  }
  ASSAY_RETURN_IF_ERROR(Split(schedule, blocks.epilogue, 1, {std::nullopt, sums, kPerSum}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.epilogue, 2, "threadIdx.x"));
  return Bind(schedule, blocks.epilogue, 3, "threadIdx.y");
}

}  // namespace

Result<const PrimFunc*> Reduction(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  schedule.adds_in_any_order = schedule.begins_later = true;
  ASSAY_TRY(SumBlocks blocks, FindSum(schedule, "reduction"));
  ASSAY_TRY(bool inner, OrderLoops(schedule, blocks.sum));
  ASSAY_RETURN_IF_ERROR(inner ? SumsOfThreads(schedule, blocks, device) : SumsOfRows(schedule, blocks));
  return schedule.func;
}

}  // namespace assay::dlight
