// InjectVirtualThread: virtual threads, loops that are bound to "vthread", become loops over each statement that they
// matter to, written out where they are few; memory that each of them allocates has a place for each. Barriers and what
// is the same for all stand once. Named as in tvm.s_tir.transform. Where their iterations are not known to be apart,
// they are one loop after the other. Tested by testdata/inject_virtual_thread.
#include <algorithm>
#include <unordered_map>

#include "ir/mentions.h"
#include "ir/tir/barriers.h"
#include "ir/tir/compact.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/iterations.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/rewrite/placed_access.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// As many are written out, as in TVM.
constexpr int64_t kMostWrittenOut = 16;

bool IsBarrier(const Stmt* s) { return BarrierScopeOf(s).has_value(); }

// What of a virtual thread's body differs by thread: variables, and memory that it allocates.
class Differences {
 public:
  explicit Differences(const For& loop) : vars_{loop.loop_var} {
    WalkOnce(loop.body, [&](const Node* node) {
      const auto* alloc = As<AllocBuffer>(node);
      if (alloc != nullptr) allocated_[alloc->buffer->data] = alloc->buffer;
    });
    size_t before = 0;
    while (before < vars_.size() + memory_.size()) {
      before = vars_.size() + memory_.size();
      Scan(loop.body, false);
    }
  }
  bool In(const Node* root) const {
    bool differs = false;
    WalkOnce(root, [&](const Node* node) {
      const auto* load = As<BufferLoad>(node);
      const auto* store = As<BufferStore>(node);
      const Buffer* buffer = load != nullptr ? load->buffer : store != nullptr ? store->buffer : nullptr;
      differs |= vars_.contains(As<Var>(node)) || (buffer != nullptr && memory_.contains(buffer->data));
    });
    return differs;
  }
  bool Owns(const Buffer* buffer) const { return allocated_.contains(buffer->data); }
  bool Of(const Buffer* buffer) const { return memory_.contains(buffer->data); }
  // Whether what it allocates is used as it was allocated, by loads and stores alone, so that it can have another
  // shape.
  bool CanGrow(const Accesses& accesses) const {
    return std::ranges::all_of(accesses.uses, [&](const auto& use) {
      const auto& [buffer, how] = use;
      auto own = allocated_.find(buffer->data);
      if (own == allocated_.end()) return !how.opaque;
      return !how.opaque && own->second == buffer && (!Of(buffer) || (IsCompact(*buffer) && !buffer->shape.empty()));
    });
  }

 private:
  // `apart`: whether and how often the statement runs differs.
  // other kinds: neither store nor define
  // recursion: statements nest as deep as the parser lets them
  void Scan(const Stmt* s, bool apart) {
    WalkBeforeChildren(s, [&](const Node* node) {
      if (const auto* store = As<BufferStore>(node)) {
        bool differs = apart || In(store->value) || (store->predicate != nullptr && In(store->predicate));
        for (const Expr* index : store->indices) differs |= In(index);
        if (differs && allocated_.contains(store->buffer->data)) memory_.insert(store->buffer->data);
      } else if (const auto* bind = As<Bind>(node)) {
        if (In(bind->value)) vars_.insert(bind->var);
      } else if (const auto* loop = As<For>(node)) {
        bool differs = In(loop->min) || In(loop->extent) || (loop->step != nullptr && In(loop->step));
        if (differs) vars_.insert(loop->loop_var);
        if (!apart && differs) return Scan(loop->body, true), false;
      } else if (const auto* choice = As<IfThenElse>(node); choice != nullptr && !apart && In(choice->condition)) {
        Scan(choice->then_case, true);
        if (choice->else_case != nullptr) Scan(choice->else_case, true);
        return false;
      } else if (const auto* loop_while = As<While>(node);
                 loop_while != nullptr && !apart && In(loop_while->condition)) {
        return Scan(loop_while->body, true), false;
      }
      return true;
    });
  }

  VarSet vars_, memory_;
  std::unordered_map<const Var*, const Buffer*> allocated_;
};

// Puts what differs in place of its variable, where it is the same wherever it is computed.
class BindPlacer : public StmtMutator {
 public:
  BindPlacer(Context& context, const Var* thread) : StmtMutator(context), thread_(thread) {}
  using StmtMutator::Visit;

 protected:
  // other kinds: define no value
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* bind = As<Bind>(visited);
    if (bind == nullptr || !Mentions(bind->value, thread_) || !IsSpeculatable(bind->value)) return visited;
    values_[bind->var] = bind->value;
    return nullptr;
  }
  const Expr* VisitExpr(const Expr* e) override { return values_.empty() ? e : SubstituteInValue(ctx, e, values_); }

 private:
  const Var* thread_;
  VarMap values_;
};

// Gives each statement a loop over the virtual threads of its own.
class Distributor {
 public:
  Distributor(Context& context, const For& loop, const Differences& differences)
      : ctx_(context), loop_(loop), differences_(differences), threads_(AsInt(loop.extent)->value) {}

  // Null where a variable differs.
  const Stmt* Run() {
    const Stmt* made = Distribute(loop_.body);
    return failed_ ? nullptr : made;
  }

 private:
  // other kinds: one thing that all threads do, or each of them
  // recursion: statements nest as deep as the parser lets them
  const Stmt* Distribute(const Stmt* s) {
    if (const auto* seq = As<SeqStmt>(s)) {
      std::vector<const Stmt*> items;
      for (const Stmt* item : seq->seq) items.push_back(Distribute(item));
      return MakeSeqStmt(ctx_, items);
    }
    if (const auto* alloc = As<AllocBuffer>(s)) return differences_.Of(alloc->buffer) ? Grown(*alloc) : s;
    if (const auto* bind = As<Bind>(s)) {
      failed_ |= differences_.In(bind->value);
      return s;
    }
    if (const auto* loop = As<For>(s)) return InLoop(*loop);
    if (const auto* attr = As<AttrStmt>(s)) return InAttribute(*attr);
    if (const auto* choice = As<IfThenElse>(s); choice != nullptr && !differences_.In(choice->condition)) {
      IfThenElse* made = ctx_.arena.New<IfThenElse>(*choice);
      made->then_case = Distribute(choice->then_case);
      if (choice->else_case != nullptr) made->else_case = Distribute(choice->else_case);
      return made;
    }
    return RunsOnce(s) ? s : Each(s);
  }
  const Stmt* InLoop(const For& loop) {
    bool same = !differences_.In(loop.min) && !differences_.In(loop.extent) &&
                (loop.step == nullptr || !differences_.In(loop.step));
    bool in_turn = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled ||
                   loop.for_kind == ForKind::kThreadBinding;
    if (!same || !in_turn || JumpsOut(loop.body)) return RunsOnce(&loop) ? &loop : Each(&loop);
    For* made = ctx_.arena.New<For>(loop);
    made->body = Distribute(loop.body);
    return made;
  }
  const Stmt* InAttribute(const AttrStmt& attr) {
    if (!ThreadOf(&attr)) return RunsOnce(&attr) ? &attr : Each(&attr);
    AttrStmt* made = ctx_.arena.New<AttrStmt>(attr);
    made->body = Distribute(attr.body);
    return made;
  }
  bool RunsOnce(const Stmt* s) const {
    if (IsBarrier(s)) return true;
    bool calls = false;
    WalkOnce(s, [&](const Node* node) { calls |= EffectsOfNode(node).calls; });
    return !calls && !differences_.In(s);
  }

  // Where a thread's part begins: rows of a buffer of one dimension follow each other.
  const Stmt* Grown(const AllocBuffer& alloc) {
    const Buffer& buffer = *alloc.buffer;
    std::vector<const Expr*> shape(buffer.shape.begin(), buffer.shape.end());
    const Expr* threads = MakeInt(ctx_, threads_, DTypeOf(shape[0]));
    if (shape.size() == 1)
      shape[0] = MakeInt(ctx_, threads_ * AsInt(shape[0])->value, DTypeOf(shape[0]));
    else
      shape.insert(shape.begin(), threads);
    Buffer* grown = ctx_.arena.New<Buffer>(buffer);
    grown->shape = ctx_.Copy(shape);
    grown->strides = {};
    grown_[alloc.buffer] = grown;
    AllocBuffer* made = ctx_.arena.New<AllocBuffer>(alloc);
    made->buffer = grown;
    return made;
  }
  std::vector<const Expr*> At(const Buffer* buffer, Nodes<Expr> indices) {
    std::vector<const Expr*> at(indices.begin(), indices.end());
    DType dtype = DTypeOf(buffer->shape[0]);
    const Expr* thread = DTypeOf(loop_.loop_var) == dtype ? loop_.loop_var : MakeCast(ctx_, dtype, loop_.loop_var);
    if (at.size() > 1) return at.insert(at.begin(), thread), at;
    DType index = DTypeOf(at[0]);
    const Expr* first = MakeBinary(ctx_, NodeKind::kMul, thread, buffer->shape[0]);
    if (DTypeOf(first) != index.WithLanes(1)) first = MakeCast(ctx_, index.WithLanes(1), first);
    at[0] = MovedIndex(ctx_, first, at[0]);
    return at;
  }
  // With the places of a thread's own memory.
  const Stmt* Placed(const Stmt* s) {
    return WithPlacedAccesses(ctx_, s, [&](const Buffer* buffer, Nodes<Expr> indices) -> std::optional<Place> {
      auto grown = grown_.find(buffer);
      if (grown == grown_.end()) return std::nullopt;
      return Place{grown->second, ctx_.Copy(At(buffer, indices))};
    });
  }
  const Stmt* Each(const Stmt* s) {
    s = Placed(s);
    if (threads_ > kMostWrittenOut) {
      const Var* thread = MakeVar(ctx_, loop_.loop_var->name.text(), DTypeOf(loop_.loop_var));
      const Stmt* body = FreshCopy(ctx_, s, {{loop_.loop_var, thread}});
      return MakeFor(ctx_, thread, loop_.extent, body);
    }
    std::vector<const Stmt*> each;
    for (int64_t i = 0; i < threads_; ++i)
      each.push_back(FreshCopy(ctx_, s, {{loop_.loop_var, MakeInt(ctx_, i, DTypeOf(loop_.loop_var))}}));
    return MakeSeqStmt(ctx_, each);
  }

  Context& ctx_;
  const For& loop_;
  const Differences& differences_;
  int64_t threads_;
  bool failed_ = false;
  std::unordered_map<const Buffer*, const Buffer*> grown_;
};

class VirtualThreadInjector : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

 protected:
  // other kinds: bind no threads
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    const auto* attr = As<AttrStmt>(s);
    if (attr != nullptr && ThreadAxisOf(attr)) {
      const Var* thread = ThreadOf(attr)->var;
      BindRange(thread, MakeInt(ctx, 0, DTypeOf(thread)), attr->value);
    }
    if (const For* loop = VirtualThreadAsLoop(ctx, s)) {
      BindLoop(loop);
      const Stmt* body = OrNoOp(ctx, BindPlacer(ctx, loop->loop_var).Visit(Visit(loop->body)), loop->body);
      return Injected(*WithBody(loop, body));
    }
    return Children(s);
  }

 private:
  const Stmt* Injected(const For& loop) {
    const IntImm *first = AsInt(loop.min), *extent = AsInt(loop.extent);
    bool counted = first != nullptr && first->value == 0 && extent != nullptr && extent->value > 0;
    if (!counted || loop.step != nullptr) return &loop;
    Differences differences(loop);
    Accesses accesses = AccessesAsWritten(&loop);
    if (!AreIndependent(loop, differences, accesses) || !differences.CanGrow(accesses)) return &loop;
    const Stmt* made = Distributor(ctx, loop, differences).Run();
    return made == nullptr ? &loop : made;
  }
  // In memory that the threads do not allocate. What calls do cannot be told.
  bool AreIndependent(const For& loop, const Differences& differences, const Accesses& accesses) {
    bool apart = !HasBlocksOrCalls(loop.body);
    std::unordered_map<const Var*, std::vector<const Access*>> memories;
    for (const Access& access : accesses.all) {
      if (!differences.Owns(access.buffer)) memories[access.buffer->data].push_back(&access);
    }
    for (const auto& [data, touches] : memories) {
      bool written = std::ranges::any_of(touches, &Access::writes);
      apart = apart && (!written || IterationsAreIndependent(ctx, *facts_, loop, touches));
    }
    return apart;
  }
  static bool HasBlocksOrCalls(const Stmt* s) {
    bool has = false;
    // other kinds: call nothing by themselves
    WalkBeforeChildren(s, [&](const Node* node) {
      const auto* evaluate = As<Evaluate>(node);
      if (evaluate != nullptr && IsBarrier(evaluate)) return false;
      NodeEffects effects = EffectsOfNode(node);
      has |= Is<SBlock>(node) || effects.calls || effects.jumps || effects.unknown;
      return !Is<Buffer>(node);
    });
    return has;
  }
};

Result<Module> RunInjectVirtualThread(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<VirtualThreadInjector>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kInjectVirtualThread = {
    .name = "InjectVirtualThread",
    .doc = "writes virtual threads out as loops over what they do, between barriers that stand once",
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes, Facet::kLoopKinds}) | Adds({Facet::kOwnShapes}) |
               Drops({Facet::kStatementAttrs, Facet::kLoopKinds}),
    .run = RunInjectVirtualThread,
    .about_threads = true,
};

}  // namespace assay
