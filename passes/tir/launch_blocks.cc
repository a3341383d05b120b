#include "passes/tir/launch_blocks.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "ir/arith/sum.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/loop_vars.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

Diag CannotRun(const Node* node, std::string why) {
  return Diag{DiagKind::kCannotLower, node->span, std::move(why), "", {}};
}

// The loops over threads of a block, one for each axis.
using ThreadLoops = std::array<const For*, kThreadAxes>;

// What writes memory that threads share and is the same for all threads of an axis runs in the first one: in that of
// the loop around it, or of one of its own.
class SingleThreads : public StmtMutator {
 public:
  SingleThreads(Context& context, const ThreadLoops& loops, const std::unordered_set<const Stmt*>& made,
                const VarSet& own)
      : StmtMutator(context), loops_(loops), made_(made), own_(own) {}
  using StmtMutator::Visit;
  // Blocks that one thread runs, and no other.
  std::unordered_set<const Stmt*> by_one;
  // Of loops over threads that were made.
  VarSet fresh;

 protected:
  // other kinds: neither bind an axis nor write by themselves
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    if (std::optional<size_t> axis = ThreadAxisOf(s)) {
      const For* outer = std::exchange(bound_[*axis], As<For>(s));
      const Stmt* visited = Children(s);
      bound_[*axis] = outer;
      return visited;
    }
    if (made_.contains(s)) return ByOne(s);
    bool whole = Is<SBlockRealize>(s) && !HoldsThreads(s);
    return whole ? ByOne(s) : Children(s);
  }

 private:
  static bool HoldsThreads(const Stmt* s) {
    bool holds = false;
    WalkOnce(s, [&](const Node* node) {
      // other kinds: bind no axis
      holds |= (Is<For>(node) || Is<AttrStmt>(node)) && ThreadAxisOf(static_cast<const Stmt*>(node)).has_value();
    });
    return holds;
  }
  const Stmt* ByOne(const Stmt* s) {
    EffectSet effects = EffectsOf(s);
    bool writes = std::ranges::any_of(effects.writes, [&](const Var* data) { return !own_.contains(data); });
    if (!writes) return s;
    std::vector<const For*> around, first;
    for (size_t axis = kFirstThreadAxis; axis < kThreadAxes; ++axis) {
      if (loops_[axis] == nullptr) continue;
      if (bound_[axis] != nullptr) {
        if (!Mentions(s, bound_[axis]->loop_var)) first.push_back(bound_[axis]);
        continue;
      }
      around.push_back(LoopLike(*loops_[axis]));
      first.push_back(around.back());
    }
    auto axes = std::ranges::count_if(loops_, [](const For* loop) { return loop != nullptr && BindsThread(loop); });
    const Stmt* body = InFirst(s, first, static_cast<size_t>(axes) == first.size());
    for (const For* loop : around) body = WithBody(loop, body);
    return body;
  }
  const For* LoopLike(const For& of) {
    For* loop = ctx.arena.New<For>(of);
    IterVar* thread = ctx.arena.New<IterVar>(*of.thread_binding);
    thread->var = MakeVar(ctx, thread->var->name.text(), DTypeOf(thread->var));
    loop->thread_binding = thread;
    loop->loop_var = MakeVar(ctx, of.loop_var->name.text(), DTypeOf(of.loop_var));
    fresh.insert(loop->loop_var);
    return loop;
  }
  // other kinds: neither a block nor one of `made`, whose last item is a block
  const Stmt* InFirst(const Stmt* s, const std::vector<const For*>& loops, bool alone) {
    const auto* seq = As<SeqStmt>(s);
    const Stmt* writes = seq == nullptr ? s : seq->seq.back();
    SBlockRealize* one = ctx.arena.New<SBlockRealize>(*As<SBlockRealize>(writes));
    for (const For* loop : loops) one->predicate = AndFirst(ctx, one->predicate, loop);
    if (alone) by_one.insert(one);
    if (seq == nullptr) return one;
    std::vector<const Stmt*> items(seq->seq.begin(), seq->seq.end());
    items.back() = one;
    return MakeSeqStmt(ctx, items);
  }

  const ThreadLoops& loops_;
  const std::unordered_set<const Stmt*>& made_;
  const VarSet& own_;
  ThreadLoops bound_{};
};

class Barriers : public StmtMutator {
 public:
  Barriers(Context& context, const VarSet& own, const VarSet& differ, const std::unordered_set<const Stmt*>& by_one)
      : StmtMutator(context), own_(own), differ_(differ), by_one_(by_one) {}
  using StmtMutator::Visit;
  std::optional<Diag> failure;

 protected:
  // other kinds: nothing of several parts
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* seq = As<SeqStmt>(s)) return InOrder(*seq);
    const auto* loop = As<For>(s);
    if (loop != nullptr && !ThreadAxisOf(s)) return Iterations(*loop);
    // What one thread does it sees itself.
    if (by_one_.contains(s)) return s;
    const auto* realize = As<SBlockRealize>(s);
    bool some = realize != nullptr && MentionsAny(realize->predicate, differ_);
    if (!Is<IfThenElse>(s) && !Is<While>(s) && !some) return Children(s);
    bool outer = std::exchange(apart_, true);
    const Stmt* visited = Children(s);
    apart_ = outer;
    return visited;
  }

 private:
  // Of what threads share.
  EffectSet SharedEffects(const Stmt* s) const {
    EffectSet effects = EffectsOf(s);
    for (const Var* data : own_) effects.reads.erase(data), effects.writes.erase(data);
    effects.unknown = false;
    return effects;
  }
  const Stmt* Barrier(const Stmt* at) {
    if (apart_ && !failure) failure = CannotRun(at, "threads would have to wait for others where not all of them come");
    return MakeBarrier(ctx, "shared");
  }
  const Stmt* InOrder(const SeqStmt& seq) {
    std::vector<const Stmt*> items;
    EffectSet before;
    for (const Stmt* item : seq.seq) {
      EffectSet effects = SharedEffects(item);
      if (!CanReorder(before, effects)) {
        items.push_back(Barrier(item));
        before = {};
      }
      before.Add(effects);
      items.push_back(Visit(item));
    }
    return MakeSeqStmt(ctx, items);
  }
  // What an iteration wrote, the next one sees.
  const Stmt* Iterations(const For& loop) {
    bool uniform = true;
    for (const Expr* part : {loop.min, loop.extent, loop.step})
      uniform &= part == nullptr || !MentionsAny(part, differ_);
    bool outer = std::exchange(apart_, apart_ || !uniform);
    EffectSet effects = SharedEffects(loop.body);
    const Stmt* body = Visit(loop.body);
    bool meets = std::ranges::any_of(effects.writes, [&](const Var* data) { return effects.reads.contains(data); });
    if (meets && !HasOneIteration(loop) && !SeesOwnAlone(loop)) body = MakeSeqStmt(ctx, {body, Barrier(&loop)});
    apart_ = outer;
    return WithBody(&loop, body);
  }
  // A block that reads of what it writes the element that it is about to write.
  static bool SeesOwnAlone(const For& loop) {
    const SBlockRealize* realize = OnlyBlock(&loop);
    const BufferStore* store = realize == nullptr ? nullptr : OnlyStore(*realize->block);
    bool alone = store != nullptr;
    if (!alone) return false;
    WalkOnce(realize, [&](const Node* node) {
      const auto* load = As<BufferLoad>(node);
      if (load == nullptr || load->buffer->data != store->buffer->data) return;
      alone &= load->buffer == store->buffer && std::ranges::equal(load->indices, store->indices, SameFactor);
    });
    return alone;
  }

  // Memory that each thread has for itself; variables that differ by thread.
  const VarSet& own_;
  const VarSet& differ_;
  const std::unordered_set<const Stmt*>& by_one_;
  // Not all threads come here together.
  bool apart_ = false;
};

}  // namespace

bool BindsThread(const Stmt* s) {
  std::optional<size_t> axis = ThreadAxisOf(s);
  return axis && *axis >= kFirstThreadAxis;
}

bool IsOfOneThread(const Buffer& buffer) { return !IsSharedByThreads(buffer) && buffer.scope.text() != "global"; }

const Expr* AndFirst(Context& ctx, const Expr* condition, const For* loop) {
  const Expr* first = MakeBinary(ctx, NodeKind::kEQ, loop->loop_var, loop->min);
  return IsTrue(condition) ? first : MakeBinary(ctx, NodeKind::kAnd, condition, first);
}

Result<const Stmt*> AsThreads(Context& ctx, const Stmt* launch, const std::unordered_set<const Stmt*>& made) {
  ThreadLoops loops{};
  VarSet own, differ;
  std::optional<Diag> failure;
  // other kinds: bind no axis, and have no memory
  WalkOnce(launch, [&](const Node* node) {
    const auto* buffer = As<Buffer>(node);
    if (buffer != nullptr && IsOfOneThread(*buffer)) own.insert(buffer->data);
    const auto* loop = As<For>(node);
    if (loop == nullptr || !BindsThread(loop)) return;
    differ.insert(loop->loop_var);
    const For*& first = loops[*ThreadAxisOf(loop)];
    if (first == nullptr) first = loop;
    if (!Equal(first->extent, loop->extent) && !failure)
      failure = CannotRun(loop, fmt::format("loops over one axis of threads, {} and {}, have several extents",
                                            first->loop_var->name.text(), loop->loop_var->name.text()));
  });
  if (failure) return *failure;
  SingleThreads threads(ctx, loops, made, own);
  const Stmt* single = threads.Visit(launch);
  differ.insert(threads.fresh.begin(), threads.fresh.end());
  Barriers barriers(ctx, own, differ, threads.by_one);
  const Stmt* whole = barriers.Visit(single);
  if (barriers.failure) return *barriers.failure;
  return whole;
}

}  // namespace assay
