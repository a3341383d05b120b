// PlanAndUpdateBufferAllocationLocation: what a block allocates is allocated in the innermost loop or block around all
// that uses it, if no iteration of the loops between can see what another one has written. What nothing uses is not
// allocated. Tested by testdata/plan_and_update_buffer_allocation_location.
#include <unordered_set>

#include <fmt/format.h>

#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/iterations.h"
#include "passes/analysis/lifetimes.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class AllocationMover : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    KernelFacts facts(ctx, *func);
    BindLoops(facts, func->body);
    facts_ = &facts;
    for (const Buffer* buffer : func->buffers) {
      if (buffer != nullptr) owners_.emplace(buffer->data, buffer);
    }
    accesses_ = AccessesIn(ctx, func->body);
    CollectAnnotated(func->body);
    CollectAllocations(func->body);
    return RefusingMutator::VisitFunction(func);
  }

 protected:
  // other kinds: walked into; allocations move to loops and blocks alone
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* realize = As<SBlockRealize>(s)) return VisitBlock(*realize);
    auto moved = allocated_.find(s);
    if (moved != allocated_.end()) visible_.insert(moved->second.begin(), moved->second.end());
    const Stmt* visited = Children(s);
    const auto* loop = As<For>(visited);
    if (loop == nullptr || moved == allocated_.end()) return visited;
    for (const Buffer* buffer : moved->second) visible_.erase(buffer);
    return WithBody(loop, Allocating(moved->second, loop->body));
  }

 private:
  // Annotations, such as layout_free_placeholders, name buffers that they do not access.
  void CollectAnnotated(const Stmt* body) {
    WalkBeforeChildren(body, [&](const Node* node) {
      const auto* attr = As<AttrNode>(node);
      const auto* buffer = attr == nullptr ? nullptr : As<Buffer>(attr->node);
      if (buffer != nullptr) annotated_.insert(buffer);
      return AsExpr(node) == nullptr;
    });
  }
  // other kinds: allocate nothing
  void CollectAllocations(const Stmt* body) {
    WalkBeforeChildren(body, [&](const Node* node) {
      if (const auto* alloc = As<AllocBuffer>(node)) owners_.emplace(alloc->buffer->data, alloc->buffer);
      if (const auto* match = As<MatchBufferRegion>(node)) owners_.emplace(match->buffer->data, match->buffer);
      const auto* realize = As<SBlockRealize>(node);
      if (realize == nullptr) return AsExpr(node) == nullptr;
      const SBlock& block = *realize->block;
      if (block.init != nullptr && !failure_) {
        std::string message = fmt::format("block {} has an init; run LowerInitBlock first", block.name_hint.text());
        failure_ = Diag{DiagKind::kCannotLower, block.span, std::move(message), "", {}};
      }
      for (const Buffer* buffer : block.alloc_buffers) {
        moving_.insert(buffer);
        owners_.emplace(buffer->data, buffer);
        if (const Stmt* place = PlaceOf(buffer, realize)) allocated_[place].push_back(buffer);
      }
      return true;
    });
  }
  // Null: nowhere.
  // other kinds: no place for an allocation
  const Stmt* PlaceOf(const Buffer* buffer, const Stmt* block) {
    if (annotated_.contains(buffer)) return block;
    auto use = accesses_.uses.find(buffer);
    if (use == accesses_.uses.end()) return nullptr;
    if (use->second.opaque) return block;
    const std::vector<const Access*>& accesses = use->second.accesses;
    std::vector<const Stmt*> path = ScopesAroundAll(accesses);
    auto place = std::ranges::find(path, block);
    for (auto next = place; next != path.end(); ++next) {
      const auto* loop = As<For>(*next);
      bool apart = loop == nullptr ? Is<SBlockRealize>(*next) : IterationsAreIndependent(ctx, *facts_, *loop, accesses);
      if (!apart) break;
      place = next;
    }
    return *place;
  }
  const Stmt* VisitBlock(const SBlockRealize& realize) {
    SBlock* block = ctx.arena.New<SBlock>(*realize.block);
    block->reads = Visible(block->reads);
    block->writes = Visible(block->writes);
    auto moved = allocated_.find(&realize);
    block->alloc_buffers = moved == allocated_.end() ? Nodes<Buffer>() : ctx.Copy(moved->second);
    visible_.insert(block->alloc_buffers.begin(), block->alloc_buffers.end());
    block->body = OrNoOp(ctx, Visit(block->body), block->body);
    for (const Buffer* buffer : block->alloc_buffers) visible_.erase(buffer);
    SBlockRealize* changed = ctx.arena.New<SBlockRealize>(realize);
    changed->block = block;
    return changed;
  }
  bool IsVisible(const Buffer* buffer) const { return !moving_.contains(buffer) || visible_.contains(buffer); }
  // Without what is allocated further inside, or elsewhere: a block may say that it reads what it does not. Where that
  // says which elements of another buffer are meant, all of the axis are.
  Nodes<BufferRegion> Visible(Nodes<BufferRegion> regions) {
    std::vector<const BufferRegion*> kept;
    for (const BufferRegion* region : regions) {
      if (IsVisible(region->buffer)) kept.push_back(WithVisibleBounds(*region));
    }
    return ctx.Copy(kept);
  }
  const BufferRegion* WithVisibleBounds(const BufferRegion& region) {
    std::vector<const Range*> ranges(region.region.begin(), region.region.end());
    bool changed = false;
    for (size_t i = 0; i < ranges.size(); ++i) {
      bool visible = true;
      WalkOnce(ranges[i], [&](const Node* node) { visible &= !Is<Buffer>(node) || IsVisible(As<Buffer>(node)); });
      if (visible) continue;
      ranges[i] = WholeAxis(region.buffer->shape[i]);
      changed = true;
    }
    return changed ? MakeRegion(ctx, region.buffer, ranges) : &region;
  }
  const Range* WholeAxis(const Expr* extent) { return MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), extent); }

  // A block around the body that allocates these, and says that it may access all of the others.
  // other kinds: access what their parts access
  const Stmt* Allocating(const std::vector<const Buffer*>& buffers, const Stmt* body) {
    SBlock* block = ctx.arena.New<SBlock>();
    block->alloc_buffers = ctx.Copy(buffers);
    block->body = body;
    std::vector<const Buffer*> own = buffers, read, written;
    // What a view shows is named where it is not of the block itself.
    std::unordered_set<const Buffer*> views;
    auto shown = [&](const Buffer* buffer) {
      auto owner = views.contains(buffer) ? owners_.find(buffer->data) : owners_.end();
      return owner == owners_.end() ? buffer : owner->second;
    };
    auto add = [&](std::vector<const Buffer*>& list, const Buffer* buffer) {
      bool known = std::ranges::find(own, buffer) != own.end() || std::ranges::find(list, buffer) != list.end();
      if (!known) list.push_back(buffer);
    };
    WalkBeforeChildren(body, [&](const Node* node) {
      if (const auto* inner = As<SBlock>(node)) {
        own.insert(own.end(), inner->alloc_buffers.begin(), inner->alloc_buffers.end());
        for (const MatchBufferRegion* match : inner->match_buffers) own.push_back(match->buffer);
        for (const BufferRegion* region : inner->reads) add(read, region->buffer);
        for (const BufferRegion* region : inner->writes) add(written, region->buffer);
      }
      if (const auto* alloc = As<AllocBuffer>(node)) own.push_back(alloc->buffer);
      if (const auto* declaration = As<DeclBuffer>(node)) {
        own.push_back(declaration->buffer);
        views.insert(declaration->buffer);
      }
      if (std::optional<ElementAccess> access = ElementAccessOf(node))
        add(access->writes ? written : read, shown(access->buffer));
      return !Is<Buffer>(node) && !Is<BufferRegion>(node);
    });
    block->reads = Whole(read);
    block->writes = Whole(written);
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
    realize->predicate = MakeBool(ctx, true);
    realize->block = block;
    return realize;
  }
  Nodes<BufferRegion> Whole(const std::vector<const Buffer*>& buffers) {
    std::vector<const BufferRegion*> regions;
    for (const Buffer* buffer : buffers) {
      std::vector<const Range*> ranges;
      for (const Expr* extent : buffer->shape) ranges.push_back(WholeAxis(extent));
      regions.push_back(MakeRegion(ctx, buffer, ranges));
    }
    return ctx.Copy(regions);
  }

  KernelFacts* facts_ = nullptr;
  Accesses accesses_;
  // The buffer that memory is allocated for, or passed as, by its pointer.
  std::unordered_map<const Var*, const Buffer*> owners_;
  // By loop or block, in the order in which they were allocated.
  std::unordered_map<const Stmt*, std::vector<const Buffer*>> allocated_;
  // Buffers that annotations name stay where they are.
  std::unordered_set<const Buffer*> annotated_, moving_, visible_;
};

Result<Module> RunPlan(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<AllocationMover>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kPlanAndUpdateBufferAllocationLocation = {
    .name = "PlanAndUpdateBufferAllocationLocation",
    .doc = "allocates buffers of blocks in the innermost loop or block that all uses are in",
    .changes = Adds({Facet::kBlockNames}) | Alters({Facet::kKernels}),
    .run = RunPlan,
};

}  // namespace assay
