// A matrix is transposed tile by tile through shared memory, so that threads next to each other read and write elements
// next to each other. Source: python/tvm/s_tir/dlight/gpu/transpose.py.
#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/block_facts.h"
#include "passes/dlight/dominant_read.h"
#include "passes/dlight/instructions.h"
#include "passes/dlight/normal_form.h"
#include "passes/dlight/rules.h"

namespace assay::dlight {
namespace {

Diag DoesNotApply(std::string why) { return RefusedRule("transpose", std::move(why)); }

// A tile has so many rows and columns, one for each thread.
struct Sizes {
  int64_t columns = 8;
  int64_t rows = 4;
  int64_t unroll = 64;
};
Sizes SizesFor(const Device& device) {
  if (device.kind == "cuda") return {16, 8, 256};
  if (device.kind == "opencl") return {16, 8, 64};
  return {};
}

// The variables among the indices; nothing where others than the places of axes of one element stand beside them.
std::optional<std::vector<const Expr*>> VariablesAt(Nodes<Expr> indices) {
  std::vector<const Expr*> variables;
  for (const Expr* index : indices) {
    if (!Is<Var>(index) && AsInt(index) == nullptr) return std::nullopt;
    if (Is<Var>(index)) variables.push_back(index);
  }
  return variables;
}

// One load that is stored at the same variables in another order.
bool IsTranspose(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  const auto* load = store == nullptr ? nullptr : As<BufferLoad>(store->value);
  if (load == nullptr || block.init != nullptr) return false;
  auto to = VariablesAt(store->indices), from = VariablesAt(load->indices);
  return to && from && *to != *from && std::ranges::is_permutation(*to, *from);
}

// The number of the last transpose, behind which all blocks are injective.
Result<size_t> FindTranspose(const KernelSchedule& schedule, const std::vector<RuleBlock>& blocks) {
  for (size_t i = blocks.size(); i-- > 0;) {
    ASSAY_TRY(BlockSite site, schedule.Site(blocks[i].name));
    if (IsTranspose(site.block())) return i;
    if (!blocks[i].IsInjective()) return DoesNotApply(fmt::format("block {} is not injective", blocks[i].name));
  }
  return DoesNotApply("no block transposes");
}

// How many elements of what is made in front lie together.
int64_t Packed(const KernelSchedule& schedule, const std::string& maker) {
  Result<BlockSite> site = schedule.Site(maker);
  std::optional<DominantRead> read = site.ok() ? DominantReadOf(site->block()) : std::nullopt;
  return read && !read->parts.empty() ? read->parts[0].factor : 1;
}

// The block's loops as tiles of threads: two of blocks, two of threads, and one or two inside.
Status Tile(KernelSchedule& schedule, const std::string& block, const Sizes& sizes, int64_t packed) {
  constexpr int64_t kMostLanes = 4;
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 0, {std::nullopt, packed}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 0, {std::nullopt, sizes.rows}));
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 3, {std::nullopt, sizes.columns}));
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, 0, {0, 3, 1, 4, 2}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, 0, "blockIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, 1, "blockIdx.x"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, 2, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, block, 3, "threadIdx.x"));
  int64_t lanes = std::min(kMostLanes, packed);
  ASSAY_RETURN_IF_ERROR(Split(schedule, block, 4, {std::nullopt, lanes}));
  return lanes > 1 ? Vectorize(schedule, block, 5) : Done{};
}

// All threads of a block bring its tile into shared memory.
Status StageTile(KernelSchedule& schedule, const std::string& block, const Sizes& sizes, int64_t packed) {
  ASSAY_TRY(std::string copy, CacheRead(schedule, block, 0, "shared"));
  ASSAY_RETURN_IF_ERROR(ComputeAt(schedule, copy, block, 1));
  ASSAY_TRY(BlockSite site, schedule.Site(copy));
  ASSAY_RETURN_IF_ERROR(Fuse(schedule, copy, 2, site.loops.size() - 2));
  ASSAY_RETURN_IF_ERROR(Split(schedule, copy, 2, {std::nullopt, sizes.rows, sizes.columns, packed}));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, 3, "threadIdx.y"));
  ASSAY_RETURN_IF_ERROR(Bind(schedule, copy, 4, "threadIdx.x"));
  ASSAY_RETURN_IF_ERROR(Unroll(schedule, copy, 5));
  // Columns of a tile begin in banks of their own.
  return StorageAlign(schedule, copy, {0, 32, 1});
}

}  // namespace

Result<const PrimFunc*> Transpose(Context& ctx, const PrimFunc& func, const Device& device) {
  KernelSchedule schedule(ctx, &func);
  ASSAY_TRY(std::vector<RuleBlock> blocks, Normalize(schedule));
  ASSAY_TRY(size_t at, FindTranspose(schedule, blocks));
  auto found = blocks.begin() + static_cast<std::ptrdiff_t>(at);
  std::string block = found->name;
  std::vector<RuleBlock> before(blocks.begin(), found), behind(found + 1, blocks.end());
  std::string maker = before.empty() ? "" : before.back().name;
  if (!before.empty()) before.pop_back();
  InlineRuns(schedule, before);
  Inline(schedule, behind);
  if (!before.empty() || !behind.empty())
    return DoesNotApply(fmt::format("block {} is not inlined", before.empty() ? behind[0].name : before[0].name));
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  if (site.loops.size() != 2) return DoesNotApply(fmt::format("block {} has {} axes", block, site.loops.size()));
  int64_t packed = maker.empty() ? 1 : Packed(schedule, maker);
  Sizes sizes = SizesFor(device);
  ASSAY_RETURN_IF_ERROR(Tile(schedule, block, sizes, packed));
  ASSAY_RETURN_IF_ERROR(StageTile(schedule, block, sizes, packed));
  ASSAY_RETURN_IF_ERROR(AnnotateUnroll(schedule, block, 0, sizes.unroll));
  if (!maker.empty()) ASSAY_RETURN_IF_ERROR(ComputeInline(schedule, maker));
  return schedule.func;
}

}  // namespace assay::dlight
