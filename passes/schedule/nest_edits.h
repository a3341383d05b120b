// What primitives do to nests and scopes: statements and buffers come and go. Tested through the primitives.
#pragma once

#include <string_view>
#include <vector>

#include "passes/schedule/schedule.h"

namespace assay {

// The loop that a primitive's first two arguments name: a block, and how many of the loops around it stand further
// outside.
struct LoopSite {
  BlockSite at;
  const For* loop = nullptr;
};
Result<LoopSite> LoopAt(const KernelSchedule& schedule, std::string_view block, int64_t number);
inline Result<LoopSite> LoopAt(const KernelSchedule& schedule, std::span<const PrimitiveArg> args) {
  return LoopAt(schedule, args[0].text, args[1].number);
}
// What stands around may be left empty.
const PrimFunc* WithoutStmt(Context& ctx, const PrimFunc* func, const Stmt* gone);
// Takes the buffer from the allocations of the block that has it.
const PrimFunc* WithoutBuffer(Context& ctx, const PrimFunc* func, const Buffer* buffer);
// One buffer for another in accesses, regions and allocations.
const Stmt* WithOtherBuffer(Context& ctx, const Stmt* s, const Buffer* from, const Buffer* to);
const PrimFunc* WithOtherBuffer(Context& ctx, const PrimFunc* func, const Buffer* from, const Buffer* to);

// The loops around the block that hold nothing else, and the block.
const Stmt* OutermostAround(const BlockSite& site);
// Points of a buffer as a region.
const BufferRegion* PointRegion(Context& ctx, const Buffer* buffer, std::span<const Expr* const> indices);

// Axes of a block that is made anew: spatial variables v0, v1, … from 0, each bound to a loop ax0, ax1, … of its own.
struct NewAxes {
  NewAxes(Context& ctx, std::span<const Expr* const> extents);
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> indices, values;
};
// The store as a block of that name, in the loops of its axes.
const Stmt* MakeNest(KernelSchedule& schedule, const NewAxes& axes, std::string_view name, const BufferStore* store);
// A block of its own loops that copies all of a buffer into another one.
const Stmt* CopyNest(KernelSchedule& schedule, const Buffer* from, const Buffer* to, std::string_view name);
// The scope around the block with more allocations, and statements before and after the one where the block stands.
void AddToScope(KernelSchedule& schedule, std::string_view block, const std::vector<const Buffer*>& buffers,
                std::vector<const Stmt*> before, const std::vector<const Stmt*>& after);

}  // namespace assay
