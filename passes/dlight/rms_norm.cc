// RMS norm: a block of threads has a row, adds up its squares, keeps the root in shared memory, and scales the row by
// it. Source: python/tvm/s_tir/dlight/gpu/rmsnorm.py.
#include <algorithm>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "passes/analysis/block_facts.h"
#include "passes/dlight/epilogue.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/normal_form.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

// So many elements of a row lie together for a thread.
constexpr int64_t kTogether = 8;

Diag DoesNotApply(std::string why) { return RefusedRule("rms_norm", std::move(why)); }

int64_t ThreadsOf(const Device& device) {
  int64_t most = device.kind == "cuda" ? 512 : device.kind == "opencl" ? 256 : 64;
  return std::min(most, device.max_threads);
}

bool TakesRoot(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  bool single = store != nullptr && block.init == nullptr && block.reads.size() == 1 && block.writes.size() == 1;
  return single && IsCallOf(store->value, IntrinsicId::rsqrt);
}

// Of each row: the sum of its squares, the root, and what it is scaled to.
struct Blocks {
  std::string sum, root, norm;
};

Result<Blocks> FindBlocks(KernelSchedule& schedule) {
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  auto takes_root = [&](const RuleBlock& block) {
    Result<BlockSite> site = schedule.Site(block.name);
    return site.ok() && TakesRoot(site->block());
  };
  auto root = std::ranges::find_if(blocks, takes_root);
  if (root == blocks.end()) return DoesNotApply("no block takes a root");
  std::vector<RuleBlock> before(blocks.begin(), root), behind(root + 1, blocks.end());
  InlineRuns(schedule, before);
  InlineRuns(schedule, behind);
  if (before.size() != 1 || behind.size() != 1 || !behind[0].IsInjective())
    return DoesNotApply(
        fmt::format("more than a sum, a root and a norm stand in the kernel, {} blocks in front and {} behind",
                    before.size(), behind.size()));
  Blocks found{before[0].name, root->name, behind[0].name};
  ASSAY_TRY(BlockSite sum, schedule.Site(found.sum));
  ASSAY_TRY(RuleBlock summed, BlockNamed(schedule, found.sum));
  bool rows = summed.kinds.size() >= 2 && summed.kinds.find('R') == summed.kinds.size() - 1;
  if (SummandOf(sum.block()) == nullptr || !rows)
    return DoesNotApply(fmt::format("block {} does not add up rows", found.sum));
  return found;
}

// The last of the block's loops over threads, from loop `at` on, of which each has several elements side by side.
Status SpreadRow(KernelSchedule& schedule, const std::string& block, size_t at, int64_t threads) {
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, at, {threads, std::nullopt, kTogether}));
  return Bind(schedule, block, at, "threadIdx.x");
}

}  // namespace

Result<const PrimFunc*> RmsNorm(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  schedule.adds_in_any_order = true;
  ASSAY_TRY(Blocks blocks, FindBlocks(schedule));
  ASSAY_TRY(BlockSite norm, schedule.Site(blocks.norm));
  size_t rows = norm.loops.size() - 1;
  if (rows == 0) ASSAY_RETURN_IF_ERROR(AddUnitLoop(schedule, blocks.norm, rows++));
  int64_t threads = ThreadsOf(device);
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, blocks.norm, 0, rows));
  ASSAY_RETURN_IF_ERROR(SpreadRow(schedule, blocks.norm, 1, threads));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, blocks.norm, 0, "blockIdx.x"));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, blocks.root, "shared"));
  ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, blocks.root, blocks.norm, 0));
  ASSAY_RETURN_IF_ERROR(SetScope(schedule, blocks.sum, "shared"));
  ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, blocks.sum, blocks.root, 0));
  ASSAY_TRY(BlockSite sum, schedule.Site(blocks.sum));
  ASSAY_RETURN_IF_ERROR(SpreadRow(schedule, blocks.sum, sum.loops.size() - 1, threads));
  return schedule.func;
}

}  // namespace assay::dlight
