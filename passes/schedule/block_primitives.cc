// Steps on blocks: what computes a buffer moves into its readers, or its reader into it; a reduction's start becomes a
// block of its own.
#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

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

bool IsWritten(const PrimFunc& func, const Expr* value) {
  bool names = false;
  WalkBeforeChildren(value, [&](const Node* node) {
    names |= Is<Let>(node);
    return !names && !Is<Buffer>(node);
  });
  return names || AnyAccess(value, [&](const ElementAccess& read) {
           // What one block makes is there when the producer reads it, and stays; a parameter holds something before.
           int most = IsParameter(func, read.buffer) ? 0 : 1;
           return StoresInto(func, read.buffer) - InitsOf(func, read.buffer) > most;
         });
}

// Whether a block declares to write the buffer, whatever it stores.
// other kinds: declare nothing
bool IsWrittenBesides(const PrimFunc& func, const SBlock& producer, const Buffer* buffer) {
  bool found = false;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    found |= block != nullptr && block != &producer &&
             std::ranges::any_of(block->writes, [&](const BufferRegion* one) { return one->buffer == buffer; });
    return !found && !Is<BufferStore>(node);
  });
  return found;
}

Result<Producer> ProducerAt(KernelSchedule& schedule, std::string_view name, std::string_view primitive) {
  auto label = [&](int number) { return fmt::format("{}.r{}", primitive, number); };
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  const BufferStore* store = OnlyStore(site.block());
  bool reduces = site.block().init != nullptr || std::ranges::any_of(site.block().iter_vars, [](const IterVar* v) {
                   return v->iter_type != IterType::kDataPar;
                 });
  if (store == nullptr || reduces || !IsTrue(site.realize->predicate) || !WhyOrdered(schedule.ctx, site).empty()) {
    return RefusedPrimitive(label(1), fmt::format("block {} is no plain store", name));
  }
  bool own = Allocates(site.scope, store->buffer) && FillsBuffer(site, *store, schedule.ctx) &&
             StoresInto(*schedule.func, store->buffer) == 1 &&
             !IsWrittenBesides(*schedule.func, site.block(), store->buffer);
  if (!own)
    return RefusedPrimitive(label(2),
                            fmt::format("block {} does not make all of a buffer that is allocated around it", name));
  if (IsNamedOtherwise(*schedule.func, store->buffer))
    return RefusedPrimitive(label(3), fmt::format("buffer {} is viewed", store->buffer->name.text()));
  if (IsWritten(*schedule.func, store->value) || Reads(store->value, store->buffer))
    return RefusedPrimitive(label(4), fmt::format("what block {} reads is written in several places", name));
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
    for (const BufferRegion* region : producer_.site.block().reads) Add(*block, region->buffer, now, reads);
    // As they stand in the body, which is how TVM finds them.
    auto place = [&](const BufferRegion* region) {
      return std::ranges::find(now, region->buffer, &BufferRegion::buffer) - now.begin();
    };
    std::ranges::sort(reads, {}, place);
    SBlock* reader = ctx.arena.New<SBlock>(*block);
    reader->reads = ctx.Copy(reads);
    return reader;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      if (load == nullptr || load->buffer != producer_.store->buffer) return rebuilt;
      VarMap values;
      for (size_t i = 0; i < load->indices.size(); ++i) {
        if (const auto* at = As<Var>(producer_.store->indices[i])) values[at] = load->indices[i];
      }
      for (const IterVar* iter : producer_.site.block().iter_vars) values.emplace(iter->var, iter->dom->min);
      return SubstituteInValue(ctx, producer_.store->value, values);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // A block around others keeps what it says of the buffer as a whole, and one that matches a part of it what it said.
  static void Add(const SBlock& block, const Buffer* buffer, const std::vector<const BufferRegion*>& now,
                  std::vector<const BufferRegion*>& reads) {
    auto of_buffer = [&](const BufferRegion* region) { return region->buffer == buffer; };
    if (!Matches(block, buffer)) std::erase_if(reads, of_buffer);
    auto found = std::ranges::find_if(now, of_buffer);
    if (found != now.end()) reads.push_back(*found);
  }
  // other kinds: match no buffers
  static bool Matches(const SBlock& block, const Buffer* buffer) {
    bool matches = false;
    WalkBeforeChildren(&block, [&](const Node* node) {
      const auto* match = As<MatchBufferRegion>(node);
      matches |= match != nullptr && match->source->buffer == buffer;
      return !matches && AsExpr(node) == nullptr;
    });
    return matches;
  }

  const Producer& producer_;
};

// Vectors read the buffer by ramps, and a stored value was cast to the buffer's dtype where it is bool.
bool ReadsPlainly(const PrimFunc& func, const Producer& producer) {
  const BufferStore& store = *producer.store;
  auto same_type = [](const Expr* a, const Expr* b) { return DTypeOf(a) == DTypeOf(b); };
  return DTypeOf(store.value) == store.buffer->dtype && !AnyAccess(func.body, [&](const ElementAccess& access) {
           bool plain = access.predicate == nullptr && std::ranges::equal(access.indices, store.indices, same_type);
           return !access.writes && access.buffer == store.buffer && !plain;
         });
}

Status ComputeInline(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(Producer producer, ProducerAt(schedule, args[0].text, "compute_inline"));
  if (!ReadsPlainly(*schedule.func, producer)) {
    return RefusedPrimitive("compute_inline.r3",
                            fmt::format("buffer {} is read in another dtype", producer.store->buffer->name.text()));
  }
  // What the value reads must be there, whole, when a reader comes: it is, since the producer read it before.
  const PrimFunc* func = WithoutStmt(schedule.ctx, schedule.func, OutermostAround(producer.site));
  func = Inliner(schedule.ctx, producer).VisitFunction(func);
  schedule.func = WithoutBuffer(schedule.ctx, func, producer.store->buffer);
  return Done{};
}

// ---- reverse_compute_inline
constexpr std::string_view kReversePreconditions[] = {
    "the block is one plain store of its own variables, each once",
    "it reads one buffer that is allocated around it, all of it, at its variables in their order",
    "that buffer is read by this block alone, and made by one plain block, without a let",
    "what else it reads is never written, and what it stores is stored here alone and read nowhere",
};

// The block that makes the buffer; the name is empty for none, or several.
std::string MakerOf(const KernelSchedule& schedule, const Buffer* buffer) {
  std::string maker;
  for (const std::string& name : schedule.Blocks()) {
    Result<BlockSite> site = schedule.Site(name);
    const BufferStore* store = site.ok() ? OnlyStore(site->block()) : nullptr;
    if (store != nullptr && store->buffer == buffer) maker = name;
  }
  return maker;
}

// The loads of `buffer`, where all of them are at the same place; nothing otherwise.
std::optional<ElementAccess> OnlyLoad(const Stmt* s, const Buffer* buffer) {
  std::optional<ElementAccess> first;
  bool same = true;
  ForEachAccess(s, [&](const ElementAccess& access) {
    if (access.writes || access.buffer->data != buffer->data) return;
    same &= !first || std::ranges::equal(first->indices, access.indices);
    first = access;
  });
  return same ? first : std::nullopt;
}

// The only buffer allocated around the block that it reads.
const Buffer* ReadInScope(const BlockSite& site) {
  const Buffer* found = nullptr;
  for (const BufferRegion* region : site.block().reads) {
    if (!Allocates(site.scope, region->buffer)) continue;
    if (found != nullptr) return nullptr;
    found = region->buffer;
  }
  return found;
}

Status CanReverse(const KernelSchedule& schedule, const BlockSite& site, const BufferStore& store, const Buffer* from) {
  std::optional<ElementAccess> load = OnlyLoad(site.block().body, from);
  bool whole = load && load->predicate == nullptr && std::ranges::equal(load->indices, store.indices) &&
               load->indices.size() == from->shape.size();
  for (size_t i = 0; whole && i < from->shape.size(); ++i)
    whole = ProveEqual(schedule.ctx, from->shape[i], store.buffer->shape[i]);
  if (!whole)
    return RefusedPrimitive("reverse_compute_inline.r2",
                            fmt::format("buffer {} is not read element by element", from->name.text()));
  if (LoadsOf(schedule.func->body, from) != LoadsOf(site.block().body, from))
    return RefusedPrimitive("reverse_compute_inline.r3", fmt::format("buffer {} is read elsewhere", from->name.text()));
  bool fixed = StoresInto(*schedule.func, store.buffer) == 1 && !Reads(schedule.func->body, store.buffer) &&
               !IsNamedOtherwise(*schedule.func, store.buffer);
  for (const BufferRegion* region : ReadsOf(schedule.ctx, site.block().body, {{from}}))
    fixed &= StoresInto(*schedule.func, region->buffer) == 0;
  return fixed ? Status(Done{})
               : Status(
                     RefusedPrimitive("reverse_compute_inline.r4", "what the block reads or stores is used elsewhere"));
}

Status ReverseComputeInline(KernelSchedule& schedule, Args args) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const BufferStore* store = OnlyStore(site.block());
  bool plain = store != nullptr && site.block().init == nullptr && IsTrue(site.realize->predicate) &&
               WhyOrdered(schedule.ctx, site).empty();
  if (!plain || !FillsBuffer(site, *store, ctx) || !RunsOverAxes(ctx, site))
    return RefusedPrimitive("reverse_compute_inline.r1", fmt::format("block {} is no plain store", args[0].text));
  const Buffer* from = ReadInScope(site);
  if (from == nullptr)
    return RefusedPrimitive("reverse_compute_inline.r2",
                            fmt::format("block {} reads no buffer of its scope, or several", args[0].text));
  ASSAY_RETURN_IF_ERROR(CanReverse(schedule, site, *store, from));
  Result<Producer> producer = ProducerAt(schedule, MakerOf(schedule, from), "reverse_compute_inline");
  if (!producer.ok() || DTypeOf(producer->store->value) != from->dtype)
    return RefusedPrimitive("reverse_compute_inline.r3",
                            fmt::format("buffer {} is not made by one plain block", from->name.text()));
  // The reader's variables are those that the maker stores at.
  VarMap variables;
  for (size_t i = 0; i < store->indices.size(); ++i) {
    if (const auto* at = As<Var>(store->indices[i])) variables[at] = producer->store->indices[i];
  }
  for (const IterVar* iter : site.block().iter_vars) variables.emplace(iter->var, iter->dom->min);
  BufferStore* fused = ctx.arena.New<BufferStore>(*store);
  fused->indices = producer->store->indices;
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    auto found = Is<Var>(original) ? variables.find(As<Var>(original)) : variables.end();
    if (found != variables.end()) return found->second;
    const auto* load = As<BufferLoad>(original);
    return load != nullptr && load->buffer == from ? producer->store->value : rebuilt;
  };
  RewriteMemo memo;
  fused->value = static_cast<const Expr*>(
      Rewrite(ctx, store->value, rule, [](const Node* node) { return !Is<Buffer>(node); }, Types::kSkip, memo));
  SBlock* block = ctx.arena.New<SBlock>(producer->site.block());
  block->body = fused;
  block->reads = ctx.Copy(ReadsOf(ctx, fused));
  block->writes = ctx.Copy(std::vector<const BufferRegion*>{PointRegion(ctx, store->buffer, fused->indices)});
  schedule.Replace(&producer->site.block(), block);
  schedule.func = WithoutStmt(ctx, schedule.func, OutermostAround(site));
  schedule.func = WithoutBuffer(ctx, schedule.func, from);
  return Done{};
}

// ---- decompose_reduction
constexpr std::string_view kDecomposePreconditions[] = {
    "the block has an init, and one block stands in the loop",
    "no loop around the loop binds a reduction variable",
    "extents of the loops inside are known at the loop",
    "spatial variables do not depend on the reduction; nor does the predicate, or else the buffer is allocated in the "
    "kernel and stored by the block alone, and variables that the predicate ties to the reduction have loops of their "
    "own",
    "the block's instances may run in another order",
};

// Loops from `from` on in which the start stands: those of no reduction, but for such of one iteration that nothing of
// the block counts.
std::vector<const For*> SpatialLoops(const BlockSite& site, size_t from) {
  std::vector<const For*> spatial;
  for (size_t i = from; i < site.loops.size(); ++i) {
    const Var* var = site.loops[i]->loop_var;
    const IntImm* extent = AsInt(site.loops[i]->extent);
    bool once = extent != nullptr && extent->value == 1;
    bool needed = !once || !BoundBy(*site.realize, var).empty() || Mentions(site.realize->predicate, var);
    if (needed && !HasKind(*site.realize, var, IterType::kCommReduce)) spatial.push_back(site.loops[i]);
  }
  return spatial;
}

// Whether the start may be written where the predicate lets no iteration of the reduction come: nothing else is there,
// and it is within the buffer.
bool MayStartAnyway(const PrimFunc& func, Context& ctx, const BlockSite& site, const std::vector<const Var*>& reduced) {
  const SBlock& block = site.block();
  const BufferStore* store = OnlyStore(block);
  for (const Expr* part : PartsOfCondition(site.realize->predicate)) {
    if (!MentionsAny(part, reduced)) continue;
    if (IsParameter(func, store->buffer) || StoresInto(func, store->buffer) != 2) return false;
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      const Expr* value = site.realize->iter_values[i];
      bool meets = std::ranges::any_of(site.loops, [&](const For* loop) {
        return Mentions(part, loop->loop_var) && Mentions(value, loop->loop_var);
      });
      if (block.iter_vars[i]->iter_type == IterType::kCommReduce || !meets) continue;
      auto own = std::ranges::find(site.loops, value, [](const For* loop) -> const Expr* { return loop->loop_var; });
      const Range& axis = *block.iter_vars[i]->dom;
      bool whole = own != site.loops.end() && StartsAtZero(**own) && AsInt(axis.min) != nullptr &&
                   AsInt(axis.min)->value == 0 && ProveEqual(ctx, (*own)->extent, axis.extent);
      if (!whole) return false;
    }
  }
  return true;
}

Status CanDecompose(const PrimFunc& func, Context& ctx, const BlockSite& site, size_t from) {
  const For* loop = site.loops[from];
  if (site.block().init == nullptr || OnlyBlock(loop) != site.realize)
    return RefusedPrimitive("decompose_reduction.r1", "the block has no init, or is not alone in the loop");
  std::string why = WhyOrdered(ctx, site);
  if (!why.empty())
    return RefusedPrimitive("decompose_reduction.r5", fmt::format("block {}: {}", site.block().name_hint.text(), why));
  std::vector<const Var*> inside;
  for (size_t i = 0; i < site.loops.size(); ++i) {
    bool reduces = HasKind(*site.realize, site.loops[i]->loop_var, IterType::kCommReduce);
    if (i < from && reduces)
      return RefusedPrimitive("decompose_reduction.r2",
                              fmt::format("loop {} binds a reduction", site.loops[i]->loop_var->name.text()));
    if (i >= from) inside.push_back(site.loops[i]->loop_var);
  }
  for (size_t i = from; i < site.loops.size(); ++i) {
    if (MentionsAny(site.loops[i]->extent, inside))
      return RefusedPrimitive("decompose_reduction.r3", "an extent depends on a loop inside");
  }
  std::vector<const Var*> reduced;
  for (size_t i = from; i < site.loops.size(); ++i) {
    if (HasKind(*site.realize, site.loops[i]->loop_var, IterType::kCommReduce))
      reduced.push_back(site.loops[i]->loop_var);
  }
  bool tied = !MayStartAnyway(func, ctx, site, reduced);
  for (size_t i = 0; i < site.block().iter_vars.size(); ++i) {
    bool spatial = site.block().iter_vars[i]->iter_type != IterType::kCommReduce;
    tied |= spatial && MentionsAny(site.realize->iter_values[i], reduced);
  }
  return tied ? Status(RefusedPrimitive("decompose_reduction.r4", "where it starts depends on the reduction"))
              : Status(Done{});
}

// The predicate, but for what it says of reductions.
const Expr* StartCondition(Context& ctx, const BlockSite& site, size_t from) {
  std::vector<const Expr*> condition = PartsOfCondition(site.realize->predicate);
  for (size_t i = from; i < site.loops.size(); ++i) {
    const Var* loop = site.loops[i]->loop_var;
    if (!HasKind(*site.realize, loop, IterType::kCommReduce)) continue;
    std::erase_if(condition, [&](const Expr* part) { return Mentions(part, loop); });
  }
  return ConditionOf(ctx, condition);
}

Status DecomposeReduction(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  const BlockSite& site = at.at;
  auto from = static_cast<size_t>(args[1].number);
  ASSAY_RETURN_IF_ERROR(CanDecompose(*schedule.func, schedule.ctx, site, from));
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
  realize->predicate = StartCondition(ctx, site, from);
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

}  // namespace

namespace primitive {
const PrimitiveSpec kComputeInline{"compute_inline", "what a block stores is computed where it is read", "b",
                                   kInlinePreconditions, ComputeInline};
const PrimitiveSpec kReverseComputeInline{"reverse_compute_inline",
                                          "what a block stores is computed where its operand is made", "b",
                                          kReversePreconditions, ReverseComputeInline};
const PrimitiveSpec kDecomposeReduction{"decompose_reduction",
                                        "the start of a reduction becomes a block in front of a loop", "bi",
                                        kDecomposePreconditions, DecomposeReduction};
}  // namespace primitive

}  // namespace assay
