#include "generators/modules/tir_blocks.h"

#include <algorithm>
#include <array>
#include <span>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "generators/modules/tir_copies.h"
#include "generators/modules/tir_edges.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

constexpr int64_t kMaxUnrolled = 8;
// For the pass ManifestSharedMemoryLocalStage.
constexpr std::string_view kLocalStage = "tirx.manifest_shared_memory_local_stage";

const IterVar* MakeIterVar(Context& ctx, const Axis& axis, const Expr* zero) {
  IterVar* iter = ctx.arena.New<IterVar>();
  iter->dom = MakeRange(ctx, zero, axis.extent);
  iter->var = axis.var;
  iter->iter_type = axis.reduce ? IterType::kCommReduce : IterType::kDataPar;
  return iter;
}

}  // namespace

// Data-parallel axes may run in any order; reductions keep theirs, so that floating sums are the same everywhere.
ForKind BlockStages::PickKind(const Axis& axis, bool outermost, bool innermost) {
  if (!scope_.module.Has(Feature::kLoopKinds) || !bytes().Chance(1, 4)) return ForKind::kSerial;
  const auto* extent = As<IntImm>(axis.extent);
  bool small = extent != nullptr && extent->value <= kMaxUnrolled;
  if (outermost && !axis.reduce && bytes().Chance(1, 2)) return ForKind::kParallel;
  if (small && innermost && !axis.reduce && extent->value > 1 && bytes().Chance(1, 2)) return ForKind::kVectorized;
  return small ? ForKind::kUnrolled : ForKind::kSerial;
}

// The value of an iteration variable in terms of the loops that it adds; narrows `predicate` where a split does not
// divide.
const Expr* BlockStages::Iterate(const Axis& axis, std::vector<Loop>& loops, const Expr*& predicate, bool innermost) {
  auto new_loop = [&](const Expr* extent, ForKind kind) {
    loops.push_back({MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index), extent, kind});
    return loops.back().var;
  };
  bool outermost = loops.empty();
  if (!scope_.module.Has(Feature::kSplitLoops) || !bytes().Chance(1, 4)) {
    const Expr* loop = new_loop(axis.extent, PickKind(axis, outermost, innermost));
    if (scope_.module.Has(Feature::kSplitLoops) && EdgeStages(scope_).GoesBeyond(axis, loops.back(), predicate))
      return loop;
    return scope_.module.Has(Feature::kSplitLoops) ? Counted(axis, loops.back(), loop) : loop;
  }
  int64_t factor = 2 + static_cast<int64_t>(bytes().Below(3));
  const auto* constant = As<IntImm>(axis.extent);
  const Expr* outer_extent = nullptr;
  if (constant != nullptr) {
    outer_extent = IndexInt((constant->value + factor - 1) / factor);
  } else {
    const Expr* padded = MakeBinary(ctx(), NodeKind::kAdd, axis.extent, IndexInt(factor - 1));
    outer_extent = MakeBinary(ctx(), NodeKind::kFloorDiv, padded, IndexInt(factor));
  }
  const Var* outer = new_loop(outer_extent, ForKind::kSerial);
  const Var* inner = new_loop(IndexInt(factor), ForKind::kSerial);
  const Expr* value =
      MakeBinary(ctx(), NodeKind::kAdd, MakeBinary(ctx(), NodeKind::kMul, outer, IndexInt(factor)), inner);
  if (constant == nullptr || constant->value % factor != 0) {
    const Expr* inside = MakeBinary(ctx(), NodeKind::kLT, value, axis.extent);
    predicate = predicate == nullptr ? inside : MakeBinary(ctx(), NodeKind::kAnd, predicate, inside);
  }
  return value;
}

// The axis by a loop over as many numbers: now and then one that begins elsewhere, or counts the axis down. A reduction
// begins where its axis does.
const Expr* BlockStages::Counted(const Axis& axis, Loop& loop, const Expr* value) {
  const auto* extent = As<IntImm>(axis.extent);
  if (extent != nullptr && extent->value > 1 && !axis.reduce && bytes().Chance(1, 8))
    return MakeBinary(ctx(), NodeKind::kSub, IndexInt(extent->value - 1), value);
  if (!bytes().Chance(1, 6)) return value;
  int64_t from = 1 + static_cast<int64_t>(bytes().Below(3));
  loop.min = IndexInt(from);
  return MakeBinary(ctx(), NodeKind::kSub, value, loop.min);
}

// Two axes by one loop, whose quotient and remainder they are. False where they are no two of one kind.
bool BlockStages::Fused(const Axis& first, const Axis& second, std::vector<Loop>& loops,
                        std::vector<const Expr*>& values) {
  const auto *outer = As<IntImm>(first.extent), *inner = As<IntImm>(second.extent);
  bool fits = scope_.module.Has(Feature::kSplitLoops) && outer != nullptr && inner != nullptr && outer->value > 0 &&
              inner->value > 1 && first.reduce == second.reduce && bytes().Chance(1, 6);
  if (!fits) return false;
  const Var* both = MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index);
  loops.push_back({both, IndexInt(outer->value * inner->value), ForKind::kSerial});
  values.push_back(MakeBinary(ctx(), NodeKind::kFloorDiv, both, second.extent));
  values.push_back(MakeBinary(ctx(), NodeKind::kFloorMod, both, second.extent));
  return true;
}

// The block with axes that begin elsewhere, as do the values that they are bound to.
const SBlockRealize* BlockStages::FromElsewhere(const SBlockRealize& realize) {
  if (!scope_.module.Has(Feature::kSplitLoops) || !bytes().Chance(1, 4)) return &realize;
  SBlock* block = ctx().arena.New<SBlock>(*realize.block);
  std::vector<const IterVar*> axes;
  std::vector<const Expr*> values;
  VarMap moved;
  for (size_t i = 0; i < block->iter_vars.size(); ++i) {
    const IterVar* axis = block->iter_vars[i];
    const Expr* value = realize.iter_values[i];
    if (!bytes().Chance(1, 2) || Is<IntImm>(value)) {
      axes.push_back(axis);
      values.push_back(value);
      continue;
    }
    IterVar* own = ctx().arena.New<IterVar>(*axis);
    const auto* shifted = As<Sub>(value);
    const auto* by = shifted == nullptr ? nullptr : As<IntImm>(shifted->b);
    // Where the loop begins, or somewhere else.
    const Expr* from =
        by != nullptr && bytes().Chance(1, 2) ? by : IndexInt(1 + static_cast<int64_t>(bytes().Below(4)));
    own->var = MakeVar(ctx(), axis->var->name.text(), scope_.index);
    own->dom = MakeRange(ctx(), from, axis->dom->extent);
    moved[axis->var] = MakeBinary(ctx(), NodeKind::kSub, own->var, from);
    axes.push_back(own);
    values.push_back(by != nullptr && from == by ? shifted->a : MakeBinary(ctx(), NodeKind::kAdd, value, from));
  }
  block->iter_vars = ctx().Copy(axes);
  SBlockRealize* other = ctx().arena.New<SBlockRealize>(realize);
  other->iter_values = ctx().Copy(values);
  other->block = SubstituteIn(ctx(), static_cast<const SBlock*>(block), moved);
  return other;
}

// TVM 0.26 reads `for i in range(T.int64(8))`, but gives block axes remapped to such a loop an int32 begin; in a grid,
// or with another kind of loop, all is int64.
void BlockStages::AvoidLoneSerialLoops(std::vector<Loop>& loops) const {
  if (scope_.index == DType::Int(32) || loops.size() < 2) return;
  auto is_serial = [&](size_t i) { return i < loops.size() && loops[i].kind == ForKind::kSerial; };
  for (size_t i = 0; i < loops.size(); ++i) {
    if (!is_serial(i) || is_serial(i + 1) || is_serial(i - 1)) continue;
    const auto* extent = As<IntImm>(loops[i].extent);
    if (extent == nullptr || extent->value > kMaxUnrolled) {
      for (Loop& loop : loops) loop.kind = ForKind::kSerial;
      return;
    }
    loops[i].kind = ForKind::kUnrolled;
  }
}

const Stmt* BlockStages::Nest(const std::vector<Loop>& loops, const Stmt* body) {
  for (size_t i = loops.size(); i-- > 0;) {
    For* loop = ctx().arena.New<For>(*MakeFor(ctx(), loops[i].var, loops[i].extent, body, loops[i].kind));
    loop->step = loops[i].step;
    if (loops[i].min != nullptr) loop->min = loops[i].min;
    loop->annotations = MaybeNote(scope_.module);
    if (!loops[i].tag.empty()) {
      IterVar* thread = ctx().arena.New<IterVar>();
      thread->var = MakeVar(ctx(), "", DTypeOf(loop->loop_var));
      thread->iter_type = IterType::kThreadIndex;
      thread->thread_tag = ctx().Intern(loops[i].tag);
      loop->for_kind = ForKind::kThreadBinding;
      loop->thread_binding = thread;
    }
    body = loop;
  }
  return body;
}

// The outermost loop to blocks of threads, where it is spatial, and others to threads, each to another axis.
void BlockStages::BindThreads(std::vector<Loop>& loops) {
  constexpr std::array<std::string_view, 3> kTags = {"threadIdx.x", "threadIdx.y", "vthread.x"};
  size_t next = 0;
  for (Loop& loop : loops) {
    bool inner = &loop != &loops[0];
    const auto* extent = As<IntImm>(loop.extent);
    bool fits = extent != nullptr && extent->value > 0 && loop.step == nullptr && loop.min == nullptr;
    if (loop.kind == ForKind::kParallel) loop.kind = ForKind::kSerial;
    if (!fits || loop.kind != ForKind::kSerial || bytes().Chance(1, 4)) continue;
    if (!inner && !loop.reduces && bytes().Chance(3, 4)) {
      loop.tag = "blockIdx.x";
    } else if (size_t tag = next + (bytes().Chance(1, 6) ? 1 : 0); tag < (loop.reduces ? 2 : kTags.size())) {
      loop.tag = kTags[tag];
      next = tag + 1;
    }
  }
}

const SBlock* BlockStages::MakeBlock(const Buffer* target, const std::vector<Axis>& axes, bool reduce) {
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  std::vector<const Expr*> indices = TargetIndices(target, axes);
  CopyStages copies(scope_);
  const Expr* element = scope_.copied != nullptr ? copies.CopiedElement(scope_.copied, target, axes) : nullptr;
  const Expr* value = element == nullptr ? expr.Value(target->dtype, 1 + static_cast<int>(bytes().Below(3)))
                      : scope_.pointwise ? copies.GoneOnFrom(element)
                                         : element;
  SBlock* block = ctx().arena.New<SBlock>();
  if (reduce) {
    Reducer reducer = PickReducer(target->dtype);
    block->init = MakeStore(ctx(), target, reducer.identity, indices);
    value = MakeBinary(ctx(), reducer.kind, MakeLoad(ctx(), target, indices), value);
  }
  block->body = MakeStore(ctx(), target, value, indices);
  std::vector<const IterVar*> iters;
  for (const Axis& axis : axes) iters.push_back(MakeIterVar(ctx(), axis, IndexInt(0)));
  std::vector<const Range*> written;
  for (const Expr* index : indices) written.push_back(MakeRange(ctx(), index, IndexInt(1)));
  block->iter_vars = ctx().Copy(iters);
  block->reads =
      ctx().Copy(element != nullptr ? copies.ElementOf(static_cast<const BufferLoad*>(element)) : expr.Reads());
  block->writes = ctx().Copy(std::vector<const BufferRegion*>{MakeRegion(ctx(), target, written)});
  block->name_hint = ctx().Intern(target->name.text());
  block->annotations = MaybeNote(scope_.module);
  // Values come to shared memory by way of memory of each thread's own.
  if (!reduce && target->scope == "shared" && bytes().Chance(3, 4))
    block->annotations = WithAttr(ctx(), block->annotations, kLocalStage, MakeAttrInt(ctx(), 1));
  if (bytes().Chance(1, scope_.module.plan.options->bare_kernels ? 5 : 24)) Match(*block);
  return block;
}

// One buffer that the block accesses at places that its axes name becomes a view of the region there: some axes in
// front are fixed, those behind are whole, so that its memory is in one piece.
void BlockStages::Match(SBlock& block) {
  std::vector<const BufferRegion*> choices;
  auto is_plain = [](const Range* range) { return Is<Var>(range->min) || Is<IntImm>(range->min); };
  for (Nodes<BufferRegion> regions : {block.reads, block.writes}) {
    for (const BufferRegion* region : regions) {
      if (!region->region.empty() && std::ranges::all_of(region->region, is_plain)) choices.push_back(region);
    }
  }
  if (choices.empty()) return;
  const BufferRegion& picked = *bytes().Pick(choices);
  size_t fixed = 1 + bytes().Below(picked.region.size());
  std::vector<const Range*> ranges;
  std::vector<const Expr*> shape;
  for (size_t i = 0; i < picked.region.size(); ++i) {
    shape.push_back(i < fixed ? IndexInt(1) : picked.buffer->shape[i]);
    ranges.push_back(MakeRange(ctx(), i < fixed ? picked.region[i]->min : IndexInt(0), shape.back()));
  }
  MatchBufferRegion* match = ctx().arena.New<MatchBufferRegion>();
  Buffer* view = ctx().arena.New<Buffer>(*MakeBuffer(ctx(), picked.buffer->name.str() + "_view", picked.buffer->dtype,
                                                     shape, picked.buffer->scope.text()));
  // Of a view that names no offset TVM's LowerMatchBuffer wants to prove that it begins where its buffer does.
  view->elem_offset = MakeVar(ctx(), view->name.str() + "_elem_offset", scope_.index);
  match->buffer = view;
  match->source = MakeRegion(ctx(), picked.buffer, ranges);
  auto inside = [&](Nodes<Expr> indices) {
    for (size_t i = 0; i < fixed; ++i) {
      if (!SameDim(indices[i], ranges[i]->min)) return false;
    }
    return true;
  };
  auto moved = [&](Nodes<Expr> indices) {
    std::vector<const Expr*> own(indices.begin(), indices.end());
    std::fill_n(own.begin(), fixed, IndexInt(0));
    return ctx().Copy(own);
  };
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* load = As<BufferLoad>(rebuilt);
    if (load != nullptr && load->buffer == picked.buffer && inside(load->indices)) {
      BufferLoad* own = ctx().arena.New<BufferLoad>(*load);
      own->buffer = match->buffer;
      own->indices = moved(load->indices);
      return own;
    }
    const auto* store = As<BufferStore>(rebuilt);
    if (store == nullptr || store->buffer != picked.buffer || !inside(store->indices)) return rebuilt;
    BufferStore* own = ctx().arena.New<BufferStore>(*store);
    own->buffer = match->buffer;
    own->indices = moved(store->indices);
    return own;
  };
  block.body = static_cast<const Stmt*>(Rewrite(ctx(), block.body, rule));
  if (block.init != nullptr) block.init = static_cast<const Stmt*>(Rewrite(ctx(), block.init, rule));
  block.match_buffers = ctx().Copy(std::vector<const MatchBufferRegion*>{match});
}

const Stmt* BlockStages::BlockStage(const Buffer* target, bool reduce) {
  std::vector<Axis> axes = MakeAxes(target, reduce);
  // A reduction without axes left is an assignment; a block of a scalar gets one unit axis, as TVM writes it.
  reduce = reduce && axes.size() > target->shape.size();
  if (axes.empty()) axes.push_back({MakeVar(ctx(), "v0", scope_.index), IndexInt(1), false});
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  SBlock* block = ctx().arena.New<SBlock>(*MakeBlock(target, axes, reduce));
  if (scope_.in_place) ReadToo(*block, target);
  realize->block = block;
  std::vector<Loop> loops;
  std::vector<const Expr*> values;
  const Expr* predicate = nullptr;
  bool unit = target->shape.empty() && !reduce;
  for (size_t i = 0; i < axes.size(); ++i) {
    size_t before = loops.size();
    bool reduces = axes[i].reduce;
    if (i + 1 < axes.size() && Fused(axes[i], axes[i + 1], loops, values))
      ++i;
    else
      values.push_back(unit ? IndexInt(0) : Iterate(axes[i], loops, predicate, i + 1 == axes.size()));
    for (Loop& loop : std::span(loops).subspan(before)) loop.reduces = reduces;
  }
  if (scope_.scheduled)
    BindThreads(loops);
  else
    AvoidLoneSerialLoops(loops);
  realize->iter_values = ctx().Copy(values);
  realize->predicate = predicate == nullptr ? MakeBool(ctx(), true) : predicate;
  return Nest(loops, FromElsewhere(*realize));
}

// Two blocks in one outer loop, as computing at a loop leaves them: a buffer of their own is filled, and the target
// from it.
const Stmt* BlockStages::PairStage(const Buffer* target) {
  constexpr std::array<std::string_view, 3> kScopes = {"global", "shared", "local"};
  bool known = std::ranges::all_of(target->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value; });
  bool binds = scope_.scheduled && known;
  const Buffer* own =
      MakeBuffer(ctx(), target->name.str() + "_part", target->dtype, {target->shape.begin(), target->shape.end()},
                 binds ? bytes().Pick(kScopes) : "global");
  scope_.own.push_back(own);
  const Var* outer = MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index);
  std::vector<const Stmt*> stages;
  for (const Buffer* buffer : {own, target}) {
    std::vector<Axis> axes = MakeAxes(buffer, false);
    SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
    SBlock* block = ctx().arena.New<SBlock>(*MakeBlock(buffer, axes, false));
    if (buffer == target) ReadToo(*block, own);
    realize->block = block;
    realize->predicate = MakeBool(ctx(), true);
    std::vector<const Expr*> values{outer};
    std::vector<Loop> loops;
    for (size_t i = 1; i < axes.size(); ++i) {
      loops.push_back(
          {MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index), axes[i].extent, ForKind::kSerial});
      if (binds && i == 1) loops.back().tag = "threadIdx.x";
      values.push_back(loops.back().var);
    }
    realize->iter_values = ctx().Copy(values);
    stages.push_back(Nest(loops, realize));
  }
  Loop around{outer, target->shape[0], ForKind::kSerial};
  if (binds)
    around.tag = "blockIdx.x";
  else if (scope_.module.Has(Feature::kLoopKinds) && bytes().Chance(1, 4))
    around.kind = ForKind::kParallel;
  return Nest({around}, MakeSeqStmt(ctx(), stages));
}

// What the block stores has a share of the buffer's element at its own axes.
void BlockStages::ReadToo(SBlock& block, const Buffer* buffer) {
  BufferStore* store = ctx().arena.New<BufferStore>(*static_cast<const BufferStore*>(block.body));
  std::vector<const Expr*> indices;
  std::vector<const Range*> ranges;
  for (const IterVar* axis : block.iter_vars) {
    indices.push_back(axis->var);
    ranges.push_back(MakeRange(ctx(), axis->var, IndexInt(1)));
  }
  store->value = MakeBinary(ctx(), PickReducer(buffer->dtype).kind, MakeLoad(ctx(), buffer, indices), store->value);
  block.body = store;
  std::vector<const BufferRegion*> reads(block.reads.begin(), block.reads.end());
  reads.push_back(MakeRegion(ctx(), buffer, ranges));
  block.reads = ctx().Copy(reads);
}

const Stmt* BlockStages::WithRoot(const Stmt* body, const std::vector<const Buffer*>& allocated) {
  SBlock* root = ctx().arena.New<SBlock>();
  root->name_hint = ctx().Intern("root");
  root->alloc_buffers = ctx().Copy(allocated);
  root->body = body;
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  realize->predicate = MakeBool(ctx(), true);
  realize->block = root;
  return realize;
}

}  // namespace assay
