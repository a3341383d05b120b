#include "passes/dlight/epilogue.h"

#include <algorithm>

#include "passes/analysis/block_facts.h"
#include "passes/analysis/reductions.h"
#include "passes/dlight/dominant_read.h"

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

}  // namespace assay::dlight
