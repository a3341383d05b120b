// Rules for whatever kernel there is: spatial loops become one, which is split over blocks and threads. Sources:
// python/tvm/s_tir/dlight/gpu/fallback.py, src/s_tir/transform/default_gpu_schedule.cc.
#include <algorithm>

#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/normal_form.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

// other kinds: walked into
bool LaunchesThreads(const SBlock& block) {
  bool launches = false;
  WalkBeforeChildren(block.body, [&](const Node* node) {
    const Stmt* s = AsStmt(node);
    launches |= s != nullptr && ThreadOf(s) != nullptr;
    return !launches && AsExpr(node) == nullptr;
  });
  return launches;
}

bool IsSpatial(const BlockSite& site, const For* loop) {
  std::vector<const IterVar*> bound = BoundBy(*site.realize, loop->loop_var);
  return std::ranges::all_of(bound, [](const IterVar* iter) { return iter->iter_type == IterType::kDataPar; });
}

// The block's spatial loops in front of the others, as one: how many others there are. A block without gets a loop of
// one iteration.
Result<size_t> FuseSpatial(KernelSchedule& schedule, const std::string& block, bool keeps_units) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  std::vector<size_t> order, rest;
  for (size_t i = 0; i < site.loops.size(); ++i) (IsSpatial(site, site.loops[i]) ? order : rest).push_back(i);
  size_t spatial = order.size();
  order.insert(order.end(), rest.begin(), rest.end());
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, 0, order));
  if (spatial == 0) ASSAY_RETURN_IF_ERROR(AddUnitLoop(schedule, block, 0));
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, block, 0, spatial, keeps_units));
  return rest.size();
}

Status BindBlock(KernelSchedule& schedule, const std::string& block, const Device& device) {
  constexpr int64_t kMaxBlocks = 256;
  ASSAY_TRY(size_t rest, FuseSpatial(schedule, block, /*keeps_units=*/false));
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  const IntImm* extent = AsInt(site.loops[0]->extent);
  bool many = extent == nullptr || extent->value > device.max_threads * kMaxBlocks;
  if (!many) {
    int64_t threads = std::clamp<int64_t>(extent->value, 1, device.max_threads);
    ASSAY_RETURN_IF_ERROR(Split(schedule, block, 0, {std::nullopt, threads}));
  } else {
    ASSAY_RETURN_IF_ERROR(Split(schedule, block, 0, {std::nullopt, kMaxBlocks, device.max_threads}));
    std::vector<size_t> order{1, 2, 0};
    for (size_t i = 0; i < rest; ++i) order.push_back(3 + i);
    ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, 0, order));
  }
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, 0, "blockIdx.x"));
  return Bind(schedule, block, 1, "threadIdx.x");
}

}  // namespace

Result<const PrimFunc*> BindSpatialLoops(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  for (const std::string& block : LeafBlocks(schedule)) {
    ASSAY_TRY(BlockSite site, schedule.Site(block));
    if (IsBoundToThreads(site)) continue;
    ASSAY_RETURN_IF_ERROR(BindBlock(schedule, block, device));
  }
  return schedule.func;
}

Result<const PrimFunc*> Fallback(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  Inline(schedule, blocks);
  std::vector<std::string> reductions;
  for (const RuleBlock& block : blocks) {
    ASSAY_TRY(BlockSite site, schedule.Site(block.name));
    if (IsBoundToThreads(site) || (site.loops.empty() && LaunchesThreads(site.block()))) continue;
    ASSAY_TRY(size_t rest, FuseSpatial(schedule, block.name, /*keeps_units=*/true));
    ASSAY_RETURN_IF_ERROR(Split(schedule, block.name, 0, {std::nullopt, device.max_threads}));
    ASSAY_RETURN_IF_ERROR(Bind(schedule, block.name, 0, "blockIdx.x"));
    ASSAY_RETURN_IF_ERROR(Bind(schedule, block.name, 1, "threadIdx.x"));
    if (rest > 0 && site.block().init != nullptr) reductions.push_back(block.name);
  }
  for (const std::string& block : reductions) ASSAY_RETURN_IF_ERROR(DecomposeReduction(schedule, block, 2));
  return schedule.func;
}

}  // namespace assay::dlight
