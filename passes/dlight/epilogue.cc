#include "passes/dlight/epilogue.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/block_facts.h"
#include "passes/analysis/reductions.h"
#include "passes/dlight/dominant_read.h"
#include "passes/dlight/instructions.h"

namespace assay::dlight {

const Expr* SummandOf(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  const auto* sum = store == nullptr ? nullptr : As<Add>(store->value);
  const auto* own = sum == nullptr ? nullptr : As<BufferLoad>(sum->a);
  bool adds = own != nullptr && own->buffer == store->buffer && std::ranges::equal(own->indices, store->indices);
  return adds && block.init != nullptr && block.writes.size() == 1 && ReductionOf(block) ? sum->b : nullptr;
}

Result<bool> IsBroadcast(const KernelSchedule& schedule, const std::string& block, const std::string& epilogue) {
  ASSAY_TRY(BlockSite made, schedule.Site(block));
  ASSAY_TRY(BlockSite reader, schedule.Site(epilogue));
  for (const BufferRegion* read : reader.block().reads) {
    auto same = [&](const BufferRegion* write) { return write->buffer == read->buffer; };
    if (std::ranges::none_of(made.block().writes, same)) continue;
    std::optional<VarSet> vars = VariablesIn(reader.block(), *read);
    if (!vars || vars->size() < reader.block().iter_vars.size()) return true;
  }
  return false;
}

Result<SumBlocks> FindSum(KernelSchedule& schedule, std::string_view rule) {
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  InlineRuns(schedule, blocks);
  // Where nothing sees what the blocks store, all of them are gone by now.
  if (blocks.empty()) return RefusedRule(rule, "no block is left");
  if (blocks.size() > 2 || (blocks.size() == 2 && !blocks[1].IsInjective()))
    return RefusedRule(rule, "more stands in the kernel than a reduction and what is fused behind it");
  ASSAY_TRY(BlockSite site, schedule.Site(blocks[0].name));
  if (SummandOf(site.block()) == nullptr || blocks[0].kinds.find('R') == std::string::npos)
    return RefusedRule(rule, fmt::format("block {} is no sum", blocks[0].name));
  return SumBlocks{blocks[0].name, blocks.size() == 2 ? blocks[1].name : ""};
}

Status JoinSums(KernelSchedule& schedule, const std::string& sum, const std::string& partial) {
  ASSAY_RETURN_IF_ERROR(ReverseComputeAt(schedule, sum, partial, 0));
  ASSAY_TRY(BlockSite site, schedule.Site(sum));
  return Fuse(schedule, sum, 1, site.loops.size() - 2);
}

Result<bool> PlaceEpilogue(KernelSchedule& schedule, const SumBlocks& blocks) {
  ASSAY_RETURN_IF_ERROR(ReverseComputeAt(schedule, blocks.epilogue, blocks.sum, 0));
  ASSAY_TRY(bool broadcast, IsBroadcast(schedule, blocks.sum, blocks.epilogue));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, blocks.sum, broadcast ? "shared" : "local"));
  return broadcast;
}
Status FuseEpilogue(KernelSchedule& schedule, const std::string& epilogue) {
  ASSAY_TRY(BlockSite site, schedule.Site(epilogue));
  return Fuse(schedule, epilogue, 1, site.loops.size() - 1);
}

}  // namespace assay::dlight
