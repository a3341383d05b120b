// Steps on blocks: what computes a buffer moves into its readers, or its reader into it; buffers in between; a reduction's start
// as a block of its own; scopes and alignment.
#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/walk.h"
#include "passes/schedule/block_facts.h"
#include "passes/schedule/step_specs.h"
#include "passes/tir/copies.h"
#include "passes/tir/kernel_facts.h"
#include "passes/tir/stmt_mutator.h"

namespace assay {
namespace {

using Args = std::span<const StepArg>;

bool IsTrue(const Expr* e) { return e == nullptr || (AsInt(e) != nullptr && AsInt(e)->value != 0); }

// Removes the loops and the block; what stands around may be left empty.
class Remover : public StmtMutator {
 public:
  Remover(Context& context, const Stmt* gone) : StmtMutator(context), gone_(gone) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return s == gone_ ? nullptr : Children(s); }

 private:
  const Stmt* gone_;
};

// Takes the buffer from the allocations of the block that has it.
class Deallocator : public StmtMutator {
 public:
  Deallocator(Context& context, const Buffer* buffer) : StmtMutator(context), buffer_(buffer) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    if (block == nullptr || std::ranges::find(block->alloc_buffers, buffer_) == block->alloc_buffers.end()) return visited;
    std::vector<const Buffer*> kept(block->alloc_buffers.begin(), block->alloc_buffers.end());
    std::erase(kept, buffer_);
    SBlock* without = ctx.arena.New<SBlock>(*block);
    without->alloc_buffers = ctx.Copy(kept);
    return without;
  }

 private:
  const Buffer* buffer_;
};

bool Allocates(const SBlock* scope, const Buffer* buffer) {
  return scope != nullptr && std::ranges::find(scope->alloc_buffers, buffer) != scope->alloc_buffers.end();
}

// Whether anything but a plain access names the buffer or its memory: calls that take pointers, views.
bool IsNamedOtherwise(const PrimFunc& func, const Buffer* buffer) {
  bool otherwise = false;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    if (const auto* decl = As<DeclBuffer>(node)) otherwise |= decl->buffer->data == buffer->data;
    if (const auto* match = As<MatchBufferRegion>(node)) otherwise |= match->source->buffer == buffer;
    otherwise |= node == buffer->data;
    return !Is<Buffer>(node);
  });
  return otherwise;
}

// Whether all spatial variables run over the whole axis that they index, so that the block fills its buffer.
bool FillsBuffer(const BlockSite& site, const BufferStore& store, Context& ctx) {
  if (store.indices.size() != store.buffer->shape.size()) return false;
  for (size_t i = 0; i < store.indices.size(); ++i) {
    auto iter = std::ranges::find(site.block().iter_vars, store.indices[i], [](const IterVar* v) -> const Expr* { return v->var; });
    if (iter == site.block().iter_vars.end()) return false;
    const IntImm* start = AsInt((*iter)->dom->min);
    bool whole = start != nullptr && start->value == 0 && ProveEqual(ctx, (*iter)->dom->extent, store.buffer->shape[i]);
    if (!whole || std::ranges::count(store.indices, store.indices[i]) != 1) return false;
  }
  return true;
}

int StoresInto(const PrimFunc& func, const Buffer* buffer) {
  int stores = 0;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* store = As<BufferStore>(node);
    stores += store != nullptr && store->buffer->data == buffer->data ? 1 : 0;
    return !Is<Buffer>(node);
  });
  return stores;
}

// How many of them are in a block's init.
int InitsOf(const PrimFunc& func, const Buffer* buffer) {
  int inits = 0;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    const auto* store = block == nullptr ? nullptr : As<BufferStore>(block->init);
    inits += store != nullptr && store->buffer->data == buffer->data ? 1 : 0;
    return AsExpr(node) == nullptr;
  });
  return inits;
}

// ---- compute_inline
constexpr std::string_view kInlinePreconditions[] = {
    "the block is one store of its own variables, each once, without a reduction or a condition",
    "the buffer is allocated around the block, which fills it and alone writes it",
    "readers see the buffer by plain accesses, behind the block",
    "its value has no let, and reads nothing that anything writes",
};

struct Producer {
  BlockSite site;
  const BufferStore* store = nullptr;
};

bool Reads(const Node* e, const Buffer* buffer) {
  bool reads = false;
  WalkBeforeChildren(e, [&](const Node* node) {
    const auto* load = As<BufferLoad>(node);
    reads |= load != nullptr && load->buffer->data == buffer->data;
    return !Is<Buffer>(node);
  });
  return reads;
}

bool IsWritten(const PrimFunc& func, const Expr* value) {
  bool written = false;
  WalkBeforeChildren(value, [&](const Node* node) {
    const auto* load = As<BufferLoad>(node);
    // What one block makes is there when the producer reads it, and stays; a parameter holds something before.
    int most = load != nullptr && IsParameter(func, load->buffer) ? 0 : 1;
    written |= load != nullptr && StoresInto(func, load->buffer) - InitsOf(func, load->buffer) > most;
    written |= Is<Let>(node);
    return !Is<Buffer>(node);
  });
  return written;
}

Result<Producer> ProducerAt(KernelSchedule& schedule, std::string_view name, std::string_view step) {
  auto label = [&](int number) { return fmt::format("{}.r{}", step, number); };
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  const BufferStore* store = OnlyStore(site.block());
  bool reduces = site.block().init != nullptr || std::ranges::any_of(site.block().iter_vars, [](const IterVar* v) { return v->iter_type != IterType::kDataPar; });
  if (store == nullptr || reduces || !IsTrue(site.realize->predicate) || !WhyOrdered(site.block()).empty()) {
    return RefusedStep(label(1), fmt::format("block {} is no plain store", name));
  }
  bool own = Allocates(site.scope, store->buffer) && FillsBuffer(site, *store, schedule.ctx) && StoresInto(*schedule.func, store->buffer) == 1;
  if (!own) return RefusedStep(label(2), fmt::format("block {} does not make all of a buffer that is allocated around it", name));
  if (IsNamedOtherwise(*schedule.func, store->buffer)) return RefusedStep(label(3), fmt::format("buffer {} is viewed", store->buffer->name.text()));
  if (IsWritten(*schedule.func, store->value) || Reads(store->value, store->buffer)) return RefusedStep(label(4), fmt::format("what block {} reads is written in several places", name));
  return Producer{std::move(site), store};
}

// Puts the producer's value for reads of its buffer; regions of readers follow.
class Inliner : public StmtMutator {
 public:
  Inliner(Context& context, const Producer& producer) : StmtMutator(context), producer_(producer) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    if (block == nullptr) return visited;
    auto reads_it = [&](const BufferRegion* region) { return region->buffer == producer_.store->buffer; };
    if (std::ranges::none_of(block->reads, reads_it)) return visited;
    std::vector<const BufferRegion*> reads;
    for (const BufferRegion* region : block->reads) {
      if (!reads_it(region)) reads.push_back(region);
    }
    // What the value reads, where this block now reads it.
    std::vector<const BufferRegion*> now = ReadsOf(ctx, block->body);
    for (const BufferRegion* region : producer_.site.block().reads) Add(region->buffer, now, reads);
    SBlock* reader = ctx.arena.New<SBlock>(*block);
    reader->reads = ctx.Copy(reads);
    return reader;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      if (load == nullptr || load->buffer != producer_.store->buffer) return rebuilt;
      VarMap values;
      for (size_t i = 0; i < load->indices.size(); ++i) values[As<Var>(producer_.store->indices[i])] = load->indices[i];
      for (const IterVar* iter : producer_.site.block().iter_vars) values.emplace(iter->var, iter->dom->min);
      return SubstituteInValue(ctx, producer_.store->value, values);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // A block around others keeps what it says of the buffer as a whole.
  void Add(const Buffer* buffer, const std::vector<const BufferRegion*>& now, std::vector<const BufferRegion*>& reads) {
    auto of_buffer = [&](const BufferRegion* region) { return region->buffer == buffer; };
    std::erase_if(reads, of_buffer);
    auto found = std::ranges::find_if(now, of_buffer);
    if (found != now.end()) reads.push_back(*found);
  }

  const Producer& producer_;
};

// Vectors read the buffer by ramps, and a stored value was cast to the buffer's dtype where it is bool.
bool ReadsPlainly(const PrimFunc& func, const Producer& producer) {
  bool plain = DTypeOf(producer.store->value) == producer.store->buffer->dtype;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* load = As<BufferLoad>(node);
    if (load != nullptr && load->buffer == producer.store->buffer) {
      plain &= load->predicate == nullptr;
      for (size_t i = 0; i < load->indices.size(); ++i) plain &= DTypeOf(load->indices[i]) == DTypeOf(producer.store->indices[i]);
    }
    return !Is<Buffer>(node);
  });
  return plain;
}

const Stmt* OutermostAround(const BlockSite& site) {
  const Stmt* whole = site.realize;
  for (size_t i = site.loops.size(); i-- > 0 && site.loops[i]->body == whole;) whole = site.loops[i];
  return whole;
}

Status ComputeInline(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(Producer producer, ProducerAt(schedule, args[0].text, "compute_inline"));
  if (!ReadsPlainly(*schedule.func, producer)) {
    return RefusedStep("compute_inline.r3", fmt::format("buffer {} is read in another dtype", producer.store->buffer->name.text()));
  }
  // What the value reads must be there, whole, when a reader comes: it is, since the producer read it before.
  const PrimFunc* func = Remover(schedule.ctx, OutermostAround(producer.site)).VisitFunction(schedule.func);
  func = Inliner(schedule.ctx, producer).VisitFunction(func);
  schedule.func = Deallocator(schedule.ctx, producer.store->buffer).VisitFunction(func);
  return Done{};
}

// ---- decompose_reduction
constexpr std::string_view kDecomposePreconditions[] = {
    "the block has an init, and one block stands in the loop",
    "no loop around the loop binds a reduction variable",
    "extents of the loops inside are known at the loop",
    "the predicate and spatial variables do not depend on the reduction",
    "the block's instances may run in another order",
};

// Loops of the nest that a set of variables needs, from `from` on.
std::vector<const For*> SpatialLoops(const BlockSite& site, size_t from) {
  std::vector<const For*> spatial;
  for (size_t i = from; i < site.loops.size(); ++i) {
    if (!HasKind(*site.realize, site.loops[i]->loop_var, IterType::kCommReduce)) spatial.push_back(site.loops[i]);
  }
  return spatial;
}

Status CanDecompose(const BlockSite& site, size_t from) {
  const For* loop = site.loops[from];
  if (site.block().init == nullptr || OnlyBlock(loop) != site.realize) return RefusedStep("decompose_reduction.r1", "the block has no init, or is not alone in the loop");
  std::string why = WhyOrdered(site.block());
  if (!why.empty()) return RefusedStep("decompose_reduction.r5", fmt::format("block {}: {}", site.block().name_hint.text(), why));
  std::vector<const Var*> inside;
  for (size_t i = 0; i < site.loops.size(); ++i) {
    bool reduces = HasKind(*site.realize, site.loops[i]->loop_var, IterType::kCommReduce);
    if (i < from && reduces) return RefusedStep("decompose_reduction.r2", fmt::format("loop {} binds a reduction", site.loops[i]->loop_var->name.text()));
    if (i >= from) inside.push_back(site.loops[i]->loop_var);
  }
  auto mentions = [](const Node* e, std::span<const Var* const> vars) {
    return e != nullptr && std::ranges::any_of(VarsIn(e), [&](const Var* var) { return std::ranges::find(vars, var) != vars.end(); });
  };
  for (size_t i = from; i < site.loops.size(); ++i) {
    if (mentions(site.loops[i]->extent, inside)) return RefusedStep("decompose_reduction.r3", "an extent depends on a loop inside");
  }
  std::vector<const Var*> reduced;
  for (size_t i = from; i < site.loops.size(); ++i) {
    if (HasKind(*site.realize, site.loops[i]->loop_var, IterType::kCommReduce)) reduced.push_back(site.loops[i]->loop_var);
  }
  bool tied = mentions(site.realize->predicate, reduced) && !IsTrue(site.realize->predicate);
  for (size_t i = 0; i < site.block().iter_vars.size(); ++i) {
    bool spatial = site.block().iter_vars[i]->iter_type != IterType::kCommReduce;
    tied |= spatial && mentions(site.realize->iter_values[i], reduced);
  }
  return tied ? Status(RefusedStep("decompose_reduction.r4", "where it starts depends on the reduction")) : Status(Done{});
}

Status DecomposeReduction(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  if (args[1].number < 0 || static_cast<size_t>(args[1].number) >= site.loops.size()) return RefusedStep("loop", fmt::format("block {} stands in {} loops", args[0].text, site.loops.size()));
  auto from = static_cast<size_t>(args[1].number);
  ASSAY_RETURN_IF_ERROR(CanDecompose(site, from));
  Context& ctx = schedule.ctx;
  SBlock* init = ctx.arena.New<SBlock>(site.block());
  SBlockRealize* realize = ctx.arena.New<SBlockRealize>(*site.realize);
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> values;
  VarMap starts;
  for (size_t i = 0; i < site.block().iter_vars.size(); ++i) {
    const IterVar* iter = site.block().iter_vars[i];
    bool reduces = iter->iter_type == IterType::kCommReduce;
    if (reduces) starts.emplace(iter->var, iter->dom->min);
    if (!reduces) iters.push_back(iter);
    if (!reduces) values.push_back(site.realize->iter_values[i]);
  }
  init->iter_vars = ctx.Copy(iters);
  init->reads = {};
  init->init = nullptr;
  init->body = SubstituteIn(ctx, site.block().init, starts);
  init->name_hint = ctx.Intern(schedule.FreshBlockName(args[0].text + "_init"));
  realize->iter_values = ctx.Copy(values);
  realize->block = init;
  const Stmt* nest = realize;
  std::vector<const For*> spatial = SpatialLoops(site, from);
  for (size_t i = spatial.size(); i-- > 0;) {
    For* loop = ctx.arena.New<For>(*spatial[i]);
    loop->body = nest;
    nest = loop;
  }
  SBlock* update = ctx.arena.New<SBlock>(site.block());
  update->init = nullptr;
  std::vector<const BufferRegion*> reads(update->reads.begin(), update->reads.end());
  for (const BufferRegion* region : update->writes) {
    auto same = [&](const BufferRegion* read) { return read->buffer == region->buffer; };
    if (std::ranges::none_of(reads, same)) reads.insert(reads.begin(), region);
  }
  update->reads = ctx.Copy(reads);
  update->name_hint = ctx.Intern(schedule.FreshBlockName(args[0].text + "_update"));
  SBlockRealize* rest = ctx.arena.New<SBlockRealize>(*site.realize);
  rest->block = update;
  schedule.Replace(site.realize, rest);
  ASSAY_TRY(BlockSite now, schedule.Site(update->name_hint.text()));
  const For* top = now.loops[from];
  schedule.Replace(top, MakeSeqStmt(ctx, {FreshCopy(ctx, nest, {}), top}));
  return Done{};
}

// ---- cache_read, cache_write
constexpr std::string_view kCacheReadPreconditions[] = {
    "the block reads a buffer of that number, which it does not write",
    "the buffer is a parameter that nothing writes",
    "the block is one store, and reads the buffer by plain accesses",
};
constexpr std::string_view kCacheWritePreconditions[] = {
    "the block is one store of its own variables, each once, which fills the buffer",
    "the block's instances may run in another order",
    "the buffer is written by this block alone, and viewed by none",
    "the block does not read what the buffer holds before it",
};

// Replaces one buffer by another in accesses and regions of one block.
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

// A block of its own loops that copies all of a buffer into another one.
const Stmt* CopyNest(KernelSchedule& schedule, const Buffer* from, const Buffer* to, std::string_view name) {
  Context& ctx = schedule.ctx;
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> values, indices;
  std::vector<const Range*> points;
  std::vector<const Var*> loops;
  for (size_t i = 0; i < from->shape.size(); ++i) {
    DType dtype = DTypeOf(from->shape[i]);
    IterVar* iter = ctx.arena.New<IterVar>();
    iter->var = MakeVar(ctx, fmt::format("v{}", i), dtype);
    iter->dom = MakeRange(ctx, MakeInt(ctx, 0, dtype), from->shape[i]);
    iters.push_back(iter);
    loops.push_back(MakeVar(ctx, fmt::format("ax{}", i), dtype));
    values.push_back(loops.back());
    indices.push_back(iter->var);
    points.push_back(MakeRange(ctx, iter->var, MakeInt(ctx, 1, dtype)));
  }
  SBlock* block = ctx.arena.New<SBlock>();
  block->name_hint = ctx.Intern(schedule.FreshBlockName(name));
  block->iter_vars = ctx.Copy(iters);
  block->reads = ctx.Copy(std::vector<const BufferRegion*>{MakeRegion(ctx, from, points)});
  block->writes = ctx.Copy(std::vector<const BufferRegion*>{MakeRegion(ctx, to, points)});
  block->body = MakeStore(ctx, to, MakeLoad(ctx, from, indices), indices);
  SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
  realize->block = block;
  realize->iter_values = ctx.Copy(values);
  realize->predicate = MakeBool(ctx, true);
  const Stmt* nest = realize;
  for (size_t i = loops.size(); i-- > 0;) nest = MakeFor(ctx, loops[i], from->shape[i], nest);
  return nest;
}

// The scope with one more allocation, and a statement before or after the one where the block stands.
void AddToScope(KernelSchedule& schedule, std::string_view block, const Buffer* buffer, const Stmt* copy, bool before) {
  Context& ctx = schedule.ctx;
  BlockSite site = *schedule.Site(block);
  schedule.Replace(site.top, before ? MakeSeqStmt(ctx, {copy, site.top}) : MakeSeqStmt(ctx, {site.top, copy}));
  const SBlock* scope = schedule.Site(block)->scope;
  SBlock* with = ctx.arena.New<SBlock>(*scope);
  std::vector<const Buffer*> buffers(scope->alloc_buffers.begin(), scope->alloc_buffers.end());
  buffers.push_back(buffer);
  with->alloc_buffers = ctx.Copy(buffers);
  schedule.Replace(scope, with);
}

const Buffer* CacheOf(Context& ctx, const Buffer* buffer, std::string_view scope) {
  std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end());
  return MakeBuffer(ctx, fmt::format("{}_{}", buffer->name.text(), scope), buffer->dtype, shape, scope);
}

Status CacheRead(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  auto number = static_cast<size_t>(args[1].number);
  const Buffer* buffer = args[1].number >= 0 && number < site.block().reads.size() ? site.block().reads[number]->buffer : nullptr;
  auto writes = [&](const BufferRegion* region) { return region->buffer == buffer; };
  if (buffer == nullptr || std::ranges::any_of(site.block().writes, writes)) return RefusedStep("cache_read.r1", fmt::format("block {} has no such read", args[0].text));
  bool fixed = IsParameter(*schedule.func, buffer) && StoresInto(*schedule.func, buffer) == 0 && buffer->strides.empty();
  if (!fixed || IsNamedOtherwise(*schedule.func, buffer)) return RefusedStep("cache_read.r2", fmt::format("buffer {} may change", buffer->name.text()));
  if (OnlyStore(site.block()) == nullptr || site.scope == nullptr) return RefusedStep("cache_read.r3", fmt::format("block {} is not one store", args[0].text));
  const Buffer* cache = CacheOf(schedule.ctx, buffer, args[2].text);
  const Stmt* reader = BufferSwapper(schedule.ctx, buffer, cache).Visit(site.realize);
  schedule.Replace(site.realize, reader);
  AddToScope(schedule, args[0].text, cache, CopyNest(schedule, buffer, cache, cache->name.text()), true);
  return Done{};
}

Status CacheWrite(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const BufferStore* store = OnlyStore(site.block());
  bool fills = store != nullptr && site.scope != nullptr && FillsBuffer(site, *store, schedule.ctx);
  if (!fills) return RefusedStep("cache_write.r1", fmt::format("block {} does not fill its buffer", args[0].text));
  std::string why = WhyOrdered(site.block());
  if (!why.empty()) return RefusedStep("cache_write.r2", fmt::format("block {}: {}", args[0].text, why));
  if (site.block().init == nullptr && Reads(store->value, store->buffer)) {
    return RefusedStep("cache_write.r4", fmt::format("block {} reads what {} holds before", args[0].text, store->buffer->name.text()));
  }
  int own = site.block().init != nullptr ? 2 : 1;
  const Buffer* buffer = store->buffer;
  if (StoresInto(*schedule.func, buffer) != own || IsNamedOtherwise(*schedule.func, buffer) || !buffer->strides.empty()) {
    return RefusedStep("cache_write.r3", fmt::format("buffer {} is written elsewhere", buffer->name.text()));
  }
  const Buffer* cache = CacheOf(schedule.ctx, buffer, args[1].text);
  const Stmt* writer = BufferSwapper(schedule.ctx, buffer, cache).Visit(site.realize);
  schedule.Replace(site.realize, writer);
  AddToScope(schedule, args[0].text, cache, CopyNest(schedule, cache, buffer, cache->name.text()), false);
  return Done{};
}

// ---- set_scope, storage_align
constexpr std::string_view kSetScopePreconditions[] = {
    "the block writes a buffer of that number that is allocated around it",
    "the scope is global, shared, local or another one that TVM knows",
    "the buffer is viewed by none",
};
constexpr std::string_view kStorageAlignPreconditions[] = {
    "the block writes a buffer of that number that is allocated around it",
    "the buffer has the axis, and the factor is positive",
};

// The buffer that the block writes; null when it is none that is allocated around it.
const Buffer* WrittenInScope(const BlockSite& site, int64_t number) {
  if (number < 0 || static_cast<size_t>(number) >= site.block().writes.size()) return nullptr;
  const Buffer* buffer = site.block().writes[static_cast<size_t>(number)]->buffer;
  return Allocates(site.scope, buffer) ? buffer : nullptr;
}

Status SetScope(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const Buffer* buffer = WrittenInScope(site, args[1].number);
  if (buffer == nullptr) return RefusedStep("set_scope.r1", fmt::format("block {} writes no such buffer", args[0].text));
  constexpr std::string_view kScopes[] = {"global", "shared", "shared.dyn", "local", "warp", "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"};
  if (std::ranges::find(kScopes, args[2].text) == std::end(kScopes)) return RefusedStep("set_scope.r2", fmt::format("{} is no scope", args[2].text));
  if (IsNamedOtherwise(*schedule.func, buffer)) return RefusedStep("set_scope.r3", fmt::format("buffer {} is viewed", buffer->name.text()));
  std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end());
  const Buffer* moved = MakeBuffer(schedule.ctx, buffer->name.text(), buffer->dtype, shape, args[2].text);
  schedule.func = BufferSwapper(schedule.ctx, buffer, moved).VisitFunction(schedule.func);
  return Done{};
}

// storage_align(block, buffer number, [axis, factor, offset]).
Status StorageAlign(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const Buffer* buffer = WrittenInScope(site, args[1].number);
  if (buffer == nullptr) return RefusedStep("storage_align.r1", fmt::format("block {} writes no such buffer", args[0].text));
  std::vector<int64_t> entry{args[1].number};
  for (std::optional<int64_t> number : args[2].numbers) entry.push_back(number.value_or(-1));
  auto rank = static_cast<int64_t>(buffer->shape.size());
  if (entry.size() != 4 || entry[1] < 0 || entry[1] >= rank || entry[2] <= 0 || entry[3] < 0) {
    return RefusedStep("storage_align.r2", fmt::format("buffer {} has {} axes", buffer->name.text(), rank));
  }
  SBlock* aligned = schedule.ctx.arena.New<SBlock>(site.block());
  const AttrList* entries = MakeAttrList(schedule.ctx, {MakeAttrInts(schedule.ctx, entry)});
  aligned->annotations = WithAttr(schedule.ctx, aligned->annotations, "buffer_dim_align", entries);
  schedule.Replace(&site.block(), aligned);
  return Done{};
}

}  // namespace

namespace step {
const StepSpec kComputeInline{"compute_inline", "what a block stores is computed where it is read", "b", kInlinePreconditions, ComputeInline};
const StepSpec kDecomposeReduction{"decompose_reduction", "the start of a reduction becomes a block in front of a loop", "bi", kDecomposePreconditions, DecomposeReduction};
const StepSpec kCacheRead{"cache_read", "a block reads a copy of a buffer", "bit", kCacheReadPreconditions, CacheRead};
const StepSpec kCacheWrite{"cache_write", "a block writes a buffer of its own, which is copied behind it", "bt", kCacheWritePreconditions, CacheWrite};
const StepSpec kSetScope{"set_scope", "a buffer lies in another scope of memory", "bit", kSetScopePreconditions, SetScope};
const StepSpec kStorageAlign{"storage_align", "an axis of a buffer is to be padded: [axis, factor, offset]", "bin", kStorageAlignPreconditions, StorageAlign};
}  // namespace step

}  // namespace assay
