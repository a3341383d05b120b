#include "passes/rewrite/complete_regions.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

class RegionCompleter : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  // other kinds: say nothing of what they access
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    if (block == nullptr) return visited;
    bool silent = block->iter_vars.empty() && block->reads.empty() && block->writes.empty();
    return silent ? visited : Completed(*block);
  }

 private:
  using Buffers = std::vector<const Buffer*>;

  static bool Names(Nodes<BufferRegion> regions, const Buffer* buffer) {
    return std::ranges::any_of(regions, [&](const BufferRegion* region) { return region->buffer == buffer; });
  }
  // other kinds: declare nothing
  static void AddDeclared(const Node* node, Buffers& own) {
    if (const auto* alloc = As<AllocBuffer>(node)) own.push_back(alloc->buffer);
    if (const auto* view = As<DeclBuffer>(node)) own.push_back(view->buffer);
    if (const auto* match = As<MatchBufferRegion>(node)) own.push_back(match->buffer);
    if (const auto* block = As<SBlock>(node))
      own.insert(own.end(), block->alloc_buffers.begin(), block->alloc_buffers.end());
  }
  const Stmt* Completed(const SBlock& block) {
    Buffers own, read, written;
    WalkBeforeChildren(&block, [&](const Node* node) {
      AddDeclared(node, own);
      if (std::optional<ElementAccess> access = ElementAccessOf(node))
        (access->writes ? written : read).push_back(access->buffer);
      return !Is<Buffer>(node) && !Is<BufferRegion>(node);
    });
    SBlock* made = ctx.arena.New<SBlock>(block);
    made->writes = With(block.writes, block.writes, written, own);
    made->reads = With(block.reads, made->writes, read, own);
    bool same = made->writes.size() == block.writes.size() && made->reads.size() == block.reads.size();
    return same ? &block : made;
  }
  // A buffer that a block writes it may also read.
  Nodes<BufferRegion> With(Nodes<BufferRegion> regions, Nodes<BufferRegion> written, const Buffers& accessed,
                           const Buffers& own) {
    std::vector<const BufferRegion*> all(regions.begin(), regions.end());
    for (const Buffer* buffer : accessed) {
      bool named = Names(written, buffer) || Names(Nodes<BufferRegion>(all), buffer) ||
                   std::ranges::find(own, buffer) != own.end();
      if (named) continue;
      std::vector<const Range*> ranges;
      for (const Expr* extent : buffer->shape)
        ranges.push_back(MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), extent));
      all.push_back(MakeRegion(ctx, buffer, ranges));
    }
    return all.size() == regions.size() ? regions : ctx.Copy(all);
  }
};

}  // namespace

Module CompleteRegions(Context& ctx, const Module& module) {
  Result<Module> completed = MutatePrimFuncs<RegionCompleter>(ctx, module);
  return completed.ok() ? *completed : module;
}

}  // namespace assay
