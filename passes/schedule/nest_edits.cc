#include "passes/schedule/nest_edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/plural.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

class Remover : public StmtMutator {
 public:
  Remover(Context& context, const Stmt* gone) : StmtMutator(context), gone_(gone) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return s == gone_ ? nullptr : Children(s); }

 private:
  const Stmt* gone_;
};

class Deallocator : public StmtMutator {
 public:
  Deallocator(Context& context, const Buffer* buffer) : StmtMutator(context), buffer_(buffer) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    if (block == nullptr) return visited;
    std::vector<const Buffer*> kept(block->alloc_buffers.begin(), block->alloc_buffers.end());
    std::erase(kept, buffer_);
    const AttrDict* annotations = Unnamed(block->annotations);
    if (kept.size() == block->alloc_buffers.size() && annotations == block->annotations) return visited;
    SBlock* without = ctx.arena.New<SBlock>(*block);
    without->alloc_buffers = ctx.Copy(kept);
    without->annotations = annotations;
    return without;
  }

 private:
  // Without what names the buffer (TVM's compute_inline leaves it).
  const AttrDict* Unnamed(const AttrDict* annotations) {
    const AttrDict* without = annotations;
    for (size_t i = 0; annotations != nullptr && i < annotations->keys.size(); ++i) {
      bool names = false;
      WalkBeforeChildren(annotations->values[i], [&](const Node* node) {
        names = names || node == buffer_;
        return !names && !Is<Buffer>(node);
      });
      if (names) without = WithAttr(ctx, without, annotations->keys[i].text(), nullptr);
    }
    return without;
  }

  const Buffer* buffer_;
};

class BufferSwapper : public StmtMutator {
 public:
  BufferSwapper(Context& context, const Buffer* from, const Buffer* to) : StmtMutator(context), from_(from), to_(to) {}

 protected:
  const Buffer* VisitBuffer(const Buffer* buffer) override { return buffer == from_ ? to_ : buffer; }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      if (load == nullptr || load->buffer != from_) return rebuilt;
      BufferLoad* other = ctx.arena.New<BufferLoad>(*load);
      other->buffer = to_;
      return other;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  const Buffer* from_;
  const Buffer* to_;
};

}  // namespace

const PrimFunc* WithoutStmt(Context& ctx, const PrimFunc* func, const Stmt* gone) {
  return Remover(ctx, gone).VisitFunction(func);
}
const PrimFunc* WithoutBuffer(Context& ctx, const PrimFunc* func, const Buffer* buffer) {
  return Deallocator(ctx, buffer).VisitFunction(func);
}
const Stmt* WithOtherBuffer(Context& ctx, const Stmt* s, const Buffer* from, const Buffer* to) {
  return BufferSwapper(ctx, from, to).Visit(s);
}
const PrimFunc* WithOtherBuffer(Context& ctx, const PrimFunc* func, const Buffer* from, const Buffer* to) {
  return BufferSwapper(ctx, from, to).VisitFunction(func);
}

const Stmt* OutermostAround(const BlockSite& site) {
  const Stmt* whole = site.realize;
  for (size_t i = site.loops.size(); i-- > 0 && site.loops[i]->body == whole;) whole = site.loops[i];
  return whole;
}

const BufferRegion* PointRegion(Context& ctx, const Buffer* buffer, std::span<const Expr* const> indices) {
  std::vector<const Range*> points;
  for (const Expr* index : indices) points.push_back(MakeRange(ctx, index, MakeInt(ctx, 1, DTypeOf(index))));
  return MakeRegion(ctx, buffer, points);
}

NewAxes::NewAxes(Context& ctx, std::span<const Expr* const> extents) {
  for (size_t i = 0; i < extents.size(); ++i) {
    DType dtype = DTypeOf(extents[i]);
    IterVar* iter = ctx.arena.New<IterVar>();
    iter->var = MakeVar(ctx, fmt::format("v{}", i), dtype);
    iter->dom = MakeRange(ctx, MakeInt(ctx, 0, dtype), extents[i]);
    iters.push_back(iter);
    indices.push_back(iter->var);
    values.push_back(MakeVar(ctx, fmt::format("ax{}", i), dtype));
  }
}

const Stmt* MakeNest(KernelSchedule& schedule, const NewAxes& axes, std::string_view name, const BufferStore* store) {
  Context& ctx = schedule.ctx;
  SBlock* block = ctx.arena.New<SBlock>();
  block->name_hint = ctx.Intern(schedule.FreshBlockName(name));
  block->iter_vars = ctx.Copy(axes.iters);
  block->reads = ctx.Copy(ReadsOf(ctx, store));
  block->writes = ctx.Copy(std::vector<const BufferRegion*>{PointRegion(ctx, store->buffer, store->indices)});
  block->body = store;
  SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
  realize->block = block;
  realize->iter_values = ctx.Copy(axes.values);
  realize->predicate = MakeBool(ctx, true);
  const Stmt* nest = realize;
  for (size_t i = axes.iters.size(); i-- > 0;)
    nest = MakeFor(ctx, As<Var>(axes.values[i]), axes.iters[i]->dom->extent, nest);
  return nest;
}

const Stmt* CopyNest(KernelSchedule& schedule, const Buffer* from, const Buffer* to, std::string_view name) {
  NewAxes axes(schedule.ctx, from->shape);
  return MakeNest(schedule, axes, name,
                  MakeStore(schedule.ctx, to, MakeLoad(schedule.ctx, from, axes.indices), axes.indices));
}

void AddToScope(KernelSchedule& schedule, std::string_view block, const std::vector<const Buffer*>& buffers,
                std::vector<const Stmt*> before, const std::vector<const Stmt*>& after) {
  Context& ctx = schedule.ctx;
  BlockSite site = *schedule.Site(block);
  before.push_back(site.top);
  before.insert(before.end(), after.begin(), after.end());
  if (before.size() > 1) schedule.Replace(site.top, MakeSeqStmt(ctx, before));
  const SBlock* scope = schedule.Site(block)->scope;
  SBlock* with = ctx.arena.New<SBlock>(*scope);
  std::vector<const Buffer*> all(scope->alloc_buffers.begin(), scope->alloc_buffers.end());
  all.insert(all.end(), buffers.begin(), buffers.end());
  with->alloc_buffers = ctx.Copy(all);
  schedule.Replace(scope, with);
}

Result<LoopSite> LoopAt(const KernelSchedule& schedule, std::string_view block, int64_t number) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  auto count = static_cast<int64_t>(site.loops.size());
  if (number < 0 || number >= count) {
    return RefusedPrimitive(
        "loop", fmt::format("it is {}, and block {} stands in {}", number, block, Counted(site.loops.size(), "loop")));
  }
  const For* loop = site.loops[static_cast<size_t>(number)];
  return LoopSite{std::move(site), loop};
}

}  // namespace assay
