// ManifestSharedMemoryLocalStage: a block that copies into memory of all threads, and is marked for it, first brings
// all of its values into memory of the thread, in loops of their own, and stores them from there. Named as in
// tvm.s_tir.transform. Tested by testdata/manifest_shared_memory_local_stage.
#include <algorithm>

#include <fmt/format.h>

#include "ir/mentions.h"
#include "ir/tir/threads.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/effects.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kMark = "tirx.manifest_shared_memory_local_stage";

bool IsMarked(const SBlock& block) { return block.annotations != nullptr && block.annotations->Find(kMark) != nullptr; }

// A marked block with the loops around it, which hold nothing else.
struct Nest {
  std::vector<const For*> loops;
  const SBlockRealize* realize = nullptr;
};
// other kinds: end a nest
std::optional<Nest> NestOf(const Stmt* s) {
  Nest nest;
  while (const auto* loop = As<For>(s)) {
    nest.loops.push_back(loop);
    s = loop->body;
  }
  nest.realize = As<SBlockRealize>(s);
  if (nest.realize == nullptr || !IsMarked(*nest.realize->block)) return std::nullopt;
  return nest;
}

// Empty: the values may be brought before all of the stores.
std::string_view WhyNot(const Nest& nest, const SBlock& outer) {
  const SBlock& block = *nest.realize->block;
  const auto* store = As<BufferStore>(block.body);
  if (store == nullptr || store->predicate != nullptr || block.init != nullptr || !block.match_buffers.empty())
    return "it does more than store a value";
  if (!store->buffer->scope.text().starts_with("shared")) return "what it stores into is no shared memory";
  if (!block.iter_vars.empty()) return "it has iteration variables; run ConvertBlocksToOpaque first";
  if (std::ranges::find(outer.alloc_buffers, store->buffer) == outer.alloc_buffers.end())
    return "what it stores into is not allocated by the block around its loops";
  for (const For* loop : nest.loops) {
    bool plain = loop->for_kind == ForKind::kSerial || loop->for_kind == ForKind::kVectorized;
    if (!plain || loop->step != nullptr) return "a loop around it is neither serial nor vectorized";
    bool fixed = std::ranges::none_of(nest.loops, [&](const For* other) {
      return Mentions(loop->extent, other->loop_var) || Mentions(loop->min, other->loop_var);
    });
    if (!fixed) return "the loops around it depend on each other";
  }
  EffectSet effects = EffectsOf(nest.realize);
  if (effects.unknown) return "what it does is not known";
  return effects.reads.contains(store->buffer->data) ? "it reads what it stores into" : "";
}

class StageMaker : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: hold blocks, or none
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* realize = As<SBlockRealize>(s);
    if (realize == nullptr) return Children(s);
    if (IsMarked(*realize->block))
      return Refuse(*realize, "its loops stand in no block, beside or under something else");
    return InBlock(*realize);
  }

 private:
  using Stmts = std::vector<const Stmt*>;

  const Stmt* Refuse(const SBlockRealize& realize, std::string_view why) {
    if (!failure_) {
      std::string text = fmt::format("block {}: {}", realize.block->name_hint.text(), why);
      failure_ = Diag{DiagKind::kCannotLower, realize.span, std::move(text), "", {}};
    }
    return &realize;
  }
  // What stands in the block, one behind the other, with the stages of those that are marked in front of them.
  const Stmt* InBlock(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    Stmts items;
    std::vector<const Buffer*> buffers(block.alloc_buffers.begin(), block.alloc_buffers.end());
    const auto* seq = As<SeqStmt>(block.body);
    const Stmt* alone[] = {block.body};
    bool changed = false;
    for (const Stmt* item : seq != nullptr ? seq->seq : Nodes<Stmt>(alone)) {
      std::optional<Nest> nest = NestOf(item);
      if (nest) {
        std::string_view why = WhyNot(*nest, block);
        if (!why.empty()) return Refuse(*nest->realize, why);
        AddStaged(*nest, items, buffers);
      } else if (const Stmt* visited = Visit(item)) {
        items.push_back(visited);
      }
      changed |= nest || items.empty() || items.back() != item;
    }
    if (!changed || failure_) return &realize;
    SBlock* made = ctx.arena.New<SBlock>(block);
    made->alloc_buffers = ctx.Copy(buffers);
    made->body = OrNoOp(ctx, items.empty() ? nullptr : MakeSeqStmt(ctx, items), block.body);
    SBlockRealize* grown = ctx.arena.New<SBlockRealize>(realize);
    grown->block = made;
    return grown;
  }

  void AddStaged(const Nest& nest, Stmts& items, std::vector<const Buffer*>& buffers) {
    const auto& store = *As<BufferStore>(nest.realize->block->body);
    std::vector<const Expr*> shape, indices;
    for (const For* loop : nest.loops) {
      shape.push_back(loop->extent);
      const IntImm* begin = AsInt(loop->min);
      bool at_zero = begin != nullptr && begin->value == 0;
      indices.push_back(at_zero ? static_cast<const Expr*>(loop->loop_var)
                                : MakeBinary(ctx, NodeKind::kSub, loop->loop_var, loop->min));
    }
    std::string name = fmt::format("{}_local", store.buffer->name.text());
    const Buffer* local = MakeBuffer(ctx, name, store.buffer->dtype, shape, "local");
    buffers.push_back(local);
    items.push_back(Brings(nest, local, indices));
    items.push_back(Stores(nest, local, indices));
  }
  const Stmt* Brings(const Nest& nest, const Buffer* local, const std::vector<const Expr*>& indices) {
    const SBlock& of = *nest.realize->block;
    SBlock* block = ctx.arena.New<SBlock>();
    block->name_hint = ctx.Intern("");
    block->body = MakeStore(ctx, local, As<BufferStore>(of.body)->value, indices);
    block->reads = ctx.Copy(ReadsOf(ctx, block->body));
    block->writes = ctx.Copy(std::vector{PointRegion(ctx, local, indices)});
    const Stmt* nested = Around(nest, block);
    VarMap fresh;
    for (const For* loop : nest.loops)
      fresh[loop->loop_var] = MakeVar(ctx, loop->loop_var->name.text(), DTypeOf(loop->loop_var));
    return SubstituteIn(ctx, nested, fresh);
  }
  const Stmt* Stores(const Nest& nest, const Buffer* local, const std::vector<const Expr*>& indices) {
    SBlock* block = ctx.arena.New<SBlock>(*nest.realize->block);
    BufferStore* store = ctx.arena.New<BufferStore>(*As<BufferStore>(block->body));
    store->value = MakeLoad(ctx, local, indices);
    block->body = store;
    block->reads = ctx.Copy(ReadsOf(ctx, store));
    AttrItems kept;
    for (size_t i = 0; i < block->annotations->keys.size(); ++i) {
      std::string_view key = block->annotations->keys[i].text();
      if (key != kMark) kept.emplace_back(key, block->annotations->values[i]);
    }
    block->annotations = kept.empty() ? nullptr : MakeDict(ctx, kept);
    return Around(nest, block);
  }
  // The block under the nest's predicate, in its loops.
  const Stmt* Around(const Nest& nest, const SBlock* block) {
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
    realize->predicate = nest.realize->predicate;
    realize->block = block;
    realize->span = nest.realize->span;
    const Stmt* nested = realize;
    for (size_t i = nest.loops.size(); i-- > 0;) nested = WithBody(nest.loops[i], nested);
    return nested;
  }
};

Result<Module> RunManifest(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<StageMaker>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kManifestSharedMemoryLocalStage = {
    .name = "ManifestSharedMemoryLocalStage",
    .doc = "brings what marked blocks copy into shared memory by way of memory of the thread",
    .changes = Alters({Facet::kKernels}) | Adds({Facet::kOwnShapes, Facet::kOwnDTypes, Facet::kOwnMemory}) |
               Adds({Facet::kBlockNames}) | Drops({Facet::kAnnotations}),
    .run = RunManifest,
};

}  // namespace assay
