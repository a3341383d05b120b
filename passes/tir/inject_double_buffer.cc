// InjectDoubleBuffer: what an iteration of a loop fills under the attribute double_buffer_scope is filled by the
// iteration before it, in the other half of memory that is twice as large; the first one's stands in front of the loop.
// Named as in tvm.s_tir.transform, where `split_loop` is an entry of the config. A loop stays as it is, with a note,
// where something else would come of it. Tested by testdata/inject_double_buffer.
#include <algorithm>
#include <unordered_map>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/tir/accesses.h"
#include "ir/tir/barriers.h"
#include "ir/tir/compact.h"
#include "ir/tir/threads.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/iterations.h"
#include "passes/analysis/lifetimes.h"
#include "passes/analysis/loop_indices.h"
#include "passes/options.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/rewrite/placed_access.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kScope = "double_buffer_scope", kWrite = "double_buffer_write";
constexpr std::string_view kOptions[] = {"split_loop"};
// What the text may grow to.
constexpr int64_t kMostCopies = 16;

const AttrStmt* AsAttr(const Stmt* s, std::string_view key) {
  const auto* attr = As<AttrStmt>(s);
  return attr != nullptr && attr->attr_key == key ? attr : nullptr;
}
const Var* MemoryOf(const AttrStmt& attr) {
  const auto* buffer = As<Buffer>(attr.node);
  return buffer != nullptr ? buffer->data : As<Var>(attr.node);
}
std::vector<const Stmt*> ItemsOf(const Stmt* s) {
  const auto* seq = As<SeqStmt>(s);
  return seq == nullptr ? std::vector{s} : std::vector<const Stmt*>(seq->seq.begin(), seq->seq.end());
}

// Statements without barriers and without what is said of double buffers: what is left touches memory.
class Bare : public StmtMutator {
 public:
  explicit Bare(Context& context) : StmtMutator(context) {}

  bool waits() const { return waits_; }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    if (BarrierScopeOf(s)) return waits_ = true, nullptr;
    if (AsAttr(s, kScope) != nullptr || AsAttr(s, kWrite) != nullptr) return Visit(As<AttrStmt>(s)->body);
    return Children(s);
  }

 private:
  bool waits_ = false;
};

bool MayTrap(const Stmt* s) {
  bool traps = false;
  WalkBeforeChildren(s, [&](const Node* node) {
    traps |= EffectsOfNode(node).may_trap;
    return !traps && !Is<Buffer>(node);
  });
  return traps;
}

// A statement of a loop that fills memory for the others.
struct Filler {
  size_t item = 0;
  const AttrStmt* attr = nullptr;
  const AllocBuffer* alloc = nullptr;
  const Buffer* grown = nullptr;
};

// Whether a statement stores each element of a buffer, whatever its values are.
class FillCheck {
 public:
  // `threads` are those that all run the statement, and share the buffer.
  FillCheck(Context& ctx, const Buffer& buffer, std::vector<const For*> threads)
      : ctx_(ctx), buffer_(buffer), loops_(std::move(threads)) {}

  // other kinds: may store nothing
  // recursion: statements nest as deep as the parser lets them
  bool Fills(const Stmt* s) {
    if (const auto* seq = As<SeqStmt>(s)) return std::ranges::any_of(seq->seq, [&](const Stmt* i) { return Fills(i); });
    if (const auto* attr = As<AttrStmt>(s)) return ThreadOf(attr) == nullptr && Fills(attr->body);
    if (const auto* loop = As<For>(s)) {
      const IntImm* extent = AsInt(loop->extent);
      if (!StartsAtZero(*loop) || loop->step != nullptr || extent == nullptr || extent->value < 1) return false;
      // Memory of a thread's own is filled by that thread.
      bool counts = loop->for_kind != ForKind::kThreadBinding || IsSharedByThreads(buffer_);
      if (counts) loops_.push_back(loop);
      bool fills = Fills(loop->body);
      if (counts) loops_.pop_back();
      return fills;
    }
    const auto* store = As<BufferStore>(s);
    return store != nullptr && store->buffer == &buffer_ && store->predicate == nullptr && StoresAll(store->indices[0]);
  }

 private:
  bool StoresAll(const Expr* index) {
    int64_t size = AsInt(buffer_.shape[0])->value;
    std::vector<const For*> loops = loops_;
    if (const auto* ramp = As<Ramp>(index)) {
      const IntImm *stride = AsInt(ramp->stride), *lanes = AsInt(ramp->lanes);
      if (stride == nullptr || stride->value != 1 || lanes == nullptr) return false;
      const Var* lane = MakeVar(ctx_, "lane", DTypeOf(ramp->base));
      loops.push_back(MakeFor(ctx_, lane, MakeInt(ctx_, lanes->value, DTypeOf(lane)), nullptr));
      index = MakeBinary(ctx_, NodeKind::kAdd, ramp->base, lane);
    }
    if (!DTypeOf(index).IsScalar()) return false;
    const IntImm* known = AsInt(Simplify(ctx_, index));
    if (known != nullptr) return known->value == 0 && size == 1;
    std::optional<std::vector<const For*>> counted = CountsOver(ctx_, index, loops);
    if (!counted) return false;
    int64_t places = 1;
    for (const For* loop : *counted) places *= AsInt(loop->extent)->value;
    return places == size;
  }

  Context& ctx_;
  const Buffer& buffer_;
  std::vector<const For*> loops_;
};

// Writes a loop out whose fillers run an iteration ahead.
class Ahead {
 public:
  Ahead(Context& ctx, KernelFacts& facts, const For& loop, std::vector<Filler> fillers, int64_t split)
      : ctx_(ctx),
        facts_(facts),
        loop_(loop),
        fillers_(std::move(fillers)),
        split_(split),
        items_(ItemsOf(loop.body)) {}

  const Stmt* Write() {
    std::vector<const Stmt*> made, all;
    for (const Filler& filler : fillers_) {
      if (std::ranges::find(items_, filler.alloc) != items_.end()) all.push_back(Grown(*filler.alloc, filler.grown));
      made.push_back(Placed(FreshCopy(ctx_, filler.attr->body, {{loop_.loop_var, Int(0)}}), Int(0)));
    }
    if (split_ == 0)
      AddWhole(made);
    else
      AddSplit(made);
    const Stmt* runs = MakeSeqStmt(ctx_, made);
    all.push_back(Guarded(runs, MakeBinary(ctx_, NodeKind::kLT, Int(0), loop_.extent)));
    return MakeSeqStmt(ctx_, all);
  }
  const Stmt* Grown(const AllocBuffer& alloc, const Buffer* grown) {
    AllocBuffer* made = ctx_.arena.New<AllocBuffer>(alloc);
    made->buffer = grown;
    return made;
  }

 private:
  const Expr* Int(int64_t value) { return MakeInt(ctx_, value, DTypeOf(loop_.loop_var)); }
  const Expr* Plus(const Expr* a, int64_t b) {
    return b == 0 ? a : Simplify(ctx_, MakeBinary(ctx_, NodeKind::kAdd, a, Int(b)));
  }
  const Stmt* Guarded(const Stmt* s, const Expr* condition) {
    condition = facts_.Simplify(condition);
    if (IsTrue(condition)) return s;
    IfThenElse* guarded = ctx_.arena.New<IfThenElse>();
    guarded->condition = condition;
    guarded->then_case = s;
    return guarded;
  }
  // In the half of an iteration.
  const Stmt* Placed(const Stmt* s, const Expr* iteration) {
    return WithPlacedAccesses(ctx_, s, [&](const Buffer* buffer, Nodes<Expr> indices) -> std::optional<Place> {
      auto filler = std::ranges::find_if(fillers_, [&](const Filler& one) { return one.alloc->buffer == buffer; });
      if (filler == fillers_.end()) return std::nullopt;
      DType dtype = DTypeOf(indices[0]).Scalar();
      const Expr* half = MakeBinary(ctx_, NodeKind::kFloorMod, iteration, Int(2));
      if (DTypeOf(half) != dtype) half = MakeCast(ctx_, dtype, half);
      const Expr* size = MakeInt(ctx_, AsInt(buffer->shape[0])->value, dtype);
      const Expr* begin = facts_.Simplify(MakeBinary(ctx_, NodeKind::kMul, half, size));
      return Place{filler->grown, ctx_.Copy(std::vector<const Expr*>{MovedIndex(ctx_, begin, indices[0])})};
    });
  }
  // One iteration, and what the next one needs, where there is one.
  std::vector<const Stmt*> Iteration(const Expr* number, bool says) {
    std::vector<const Stmt*> made;
    const Expr* next = Plus(number, 1);
    // What one statement of an iteration defines, others use.
    std::vector<const Stmt*> parts;
    for (size_t i = 0; i < items_.size(); ++i) {
      auto own = std::ranges::find(fillers_, items_[i], &Filler::alloc);
      if (own != fillers_.end()) continue;
      auto filler = std::ranges::find(fillers_, i, &Filler::item);
      if (filler == fillers_.end())
        parts.push_back(items_[i]);
      else if (const Stmt* ahead = Next(*filler, next, says))
        parts.push_back(ahead);
    }
    if (parts.empty()) return made;
    return {Placed(FreshCopy(ctx_, MakeSeqStmt(ctx_, parts), {{loop_.loop_var, number}}), number)};
  }
  // Null where there is no next one.
  const Stmt* Next(const Filler& filler, const Expr* next, bool says) {
    const Expr* condition = facts_.Simplify(MakeBinary(ctx_, NodeKind::kLT, next, loop_.extent));
    const IntImm* known = AsInt(condition);
    if (known != nullptr && known->value == 0) return nullptr;
    const Stmt* fills = Placed(FreshCopy(ctx_, filler.attr->body, {{loop_.loop_var, next}}), next);
    if (says) {
      AttrStmt* attr = ctx_.arena.New<AttrStmt>();
      attr->node = filler.grown->data;
      attr->attr_key = ctx_.Intern(kWrite);
      attr->value = MakeInt(ctx_, 1, DType::Int(32));
      attr->body = fills;
      fills = attr;
    }
    return Guarded(fills, condition);
  }
  void AddWhole(std::vector<const Stmt*>& made) {
    std::vector<const Stmt*> body = Iteration(loop_.loop_var, true);
    For* loop = ctx_.arena.New<For>(loop_);
    loop->body = body.empty() ? NoOp(ctx_) : MakeSeqStmt(ctx_, body);
    made.push_back(loop);
  }
  void AddSplit(std::vector<const Stmt*>& made) {
    const Expr* most = Plus(loop_.extent, -1);
    const Expr* iterations = Simplify(ctx_, MakeBinary(ctx_, NodeKind::kFloorDiv, most, Int(split_)));
    const Var* outer = MakeVar(ctx_, loop_.loop_var->name.str() + "_outer", DTypeOf(loop_.loop_var));
    facts_.BindRange(outer, Int(0), facts_.Simplify(iterations));
    std::vector<const Stmt*> body;
    const Expr* first = Simplify(ctx_, MakeBinary(ctx_, NodeKind::kMul, outer, Int(split_)));
    for (int64_t k = 0; k < split_; ++k) Add(body, Iteration(Plus(first, k), true));
    const IntImm* known = AsInt(iterations);
    if (!body.empty() && (known == nullptr || known->value > 0)) {
      For* loop = ctx_.arena.New<For>(*MakeFor(ctx_, outer, iterations, MakeSeqStmt(ctx_, body)));
      loop->for_kind = loop_.for_kind;
      loop->span = loop_.span;
      made.push_back(loop);
    }
    const Expr* rest = Simplify(ctx_, MakeBinary(ctx_, NodeKind::kMul, iterations, Int(split_)));
    for (int64_t k = 0; k < split_; ++k) {
      const Expr* number = Plus(rest, k);
      const Expr* runs = facts_.Simplify(MakeBinary(ctx_, NodeKind::kLT, number, loop_.extent));
      const IntImm* decided = AsInt(runs);
      if (decided != nullptr && decided->value == 0) continue;
      std::vector<const Stmt*> tail = Iteration(number, false);
      if (!tail.empty()) made.push_back(Guarded(MakeSeqStmt(ctx_, tail), runs));
    }
  }
  static void Add(std::vector<const Stmt*>& made, const std::vector<const Stmt*>& more) {
    made.insert(made.end(), more.begin(), more.end());
  }

  Context& ctx_;
  KernelFacts& facts_;
  const For& loop_;
  std::vector<Filler> fillers_;
  int64_t split_;
  std::vector<const Stmt*> items_;
};

class DoubleBufferInjector : public FactsMutator {
 public:
  DoubleBufferInjector(PassContext& pass_ctx, const PrimFunc* func, int64_t split)
      : FactsMutator(pass_ctx.ctx), notes_(pass_ctx.notes), func_(func), split_(split) {}

 protected:
  // other kinds: neither allocate nor repeat anything
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    if (const auto* alloc = As<AllocBuffer>(s)) allocated_[alloc->buffer->data] = alloc;
    bool around = Is<For>(s) || Is<While>(s) || Is<IfThenElse>(s) || ThreadAxisOf(s).has_value();
    if (around) around_.push_back(s);
    const Stmt* visited = Children(s);
    if (around) around_.pop_back();
    if (const auto* seq = As<SeqStmt>(visited)) return WithGrown(*seq);
    const auto* loop = As<For>(visited);
    return loop == nullptr ? visited : Injected(*As<For>(s), *loop);
  }

 private:
  const Stmt* Injected(const For& original, const For& loop) {
    std::vector<const Stmt*> items = ItemsOf(loop.body);
    std::vector<Filler> fillers;
    for (size_t i = 0; i < items.size(); ++i) {
      const AttrStmt* attr = AsAttr(items[i], kScope);
      if (attr == nullptr) continue;
      auto alloc = allocated_.find(MemoryOf(*attr));
      Filler filler{i, attr, alloc == allocated_.end() ? nullptr : alloc->second, nullptr};
      std::string_view why = WhyNot(original, loop, items, filler);
      if (why.empty()) {
        filler.grown = Twice(*filler.alloc->buffer);
        grown_[filler.alloc->buffer] = filler.grown;
        fillers.push_back(filler);
      } else {
        notes_.push_back({"InjectDoubleBuffer", PassNote::Kind::kNow, "loop " + loop.loop_var->name.str(), attr->span,
                          std::string(why), ""});
      }
    }
    return fillers.empty() ? &loop : Ahead(ctx, *facts_, loop, fillers, split_).Write();
  }
  const Buffer* Twice(const Buffer& buffer) {
    Buffer* grown = ctx.arena.New<Buffer>(buffer);
    const Expr* size = MakeInt(ctx, 2 * AsInt(buffer.shape[0])->value, DTypeOf(buffer.shape[0]));
    grown->shape = ctx.Copy(std::vector<const Expr*>{size});
    grown->strides = {};
    return grown;
  }
  // Allocations in front of the loops that fill them.
  const Stmt* WithGrown(const SeqStmt& seq) {
    std::vector<const Stmt*> items(seq.seq.begin(), seq.seq.end());
    bool changed = false;
    for (const Stmt*& item : items) {
      const auto* alloc = As<AllocBuffer>(item);
      auto grown = alloc == nullptr ? grown_.end() : grown_.find(alloc->buffer);
      if (grown == grown_.end()) continue;
      AllocBuffer* made = ctx.arena.New<AllocBuffer>(*alloc);
      made->buffer = grown->second;
      item = made;
      changed = true;
    }
    return changed ? MakeSeqStmt(ctx, items) : &seq;
  }

  // Empty: the filler may run an iteration ahead.
  std::string_view WhyNot(const For& original, const For& loop, const std::vector<const Stmt*>& items,
                          const Filler& filler) {
    bool plain = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled;
    if (!plain || loop.step != nullptr || !StartsAtZero(loop) || !IsSpeculatable(loop.extent))
      return "it is no plain loop from 0";
    if (filler.alloc == nullptr) return "what it fills is not allocated in the kernel";
    const Buffer& buffer = *filler.alloc->buffer;
    if (buffer.shape.size() != 1 || !IsCompact(buffer)) return "what it fills is not flat; run FlattenBuffer first";
    if (IsVolatile(*filler.alloc)) return "what it fills may change by itself";
    if (IsUsedOutside(original, buffer)) return "what it fills is used outside of the loop as well";
    std::string_view why = WhyNotAhead(loop, items, filler);
    if (!why.empty()) return why;
    FillCheck check(ctx, buffer, ThreadsAround(original, buffer));
    return check.Fills(filler.attr->body) ? "" : "it is not known to fill all of its memory";
  }
  std::string_view WhyNotAhead(const For& loop, const std::vector<const Stmt*>& items, const Filler& filler) {
    const Var* data = filler.alloc->buffer->data;
    Bare bare(ctx);
    EffectSet before, after;
    VarSet defined;
    bool traps = false;
    for (size_t i = 0; i < items.size(); ++i) {
      const Stmt* item = i == filler.item || items[i] == filler.alloc ? nullptr : bare.Visit(items[i]);
      if (item == nullptr) continue;
      traps |= MayTrap(item);
      (i < filler.item ? before : after).Add(EffectsOf(item));
      if (i < filler.item) {
        for (const Var* var : DefinedIn(item)) defined.insert(var);
      }
    }
    const Stmt* fills = bare.Visit(filler.attr->body);
    if (fills == nullptr) return "it fills nothing";
    EffectSet own = EffectsOf(fills);
    if (own.unknown || before.unknown || after.unknown) return "what a statement of the loop does is not known";
    if (MentionsAny(fills, defined)) return "it needs what the iteration defines in front of it";
    if (own.reads.contains(data)) return "it reads what it fills";
    if (before.Touches(data)) return "what it fills is used in front of it";
    if (after.writes.contains(data)) return "what it fills is written by others as well";
    if (traps && MayTrap(fills)) return "either may trap first";
    if (bare.waits() && ReadsWhatThreadsWrite(fills))
      return "threads wait for each other, and it reads what they write";
    own.writes.erase(data);
    after.reads.erase(data);
    return MayMeet(loop, own, before, after, bare.waits()) ? "it may depend on what the iteration before it does" : "";
  }
  // What other threads store is there behind the barrier in front of the statement, and not further in front.
  bool ReadsWhatThreadsWrite(const Stmt* fills) const {
    return AnyAccess(fills, [&](const ElementAccess& access) {
      return !access.writes && access.buffer->scope != "local" && StoresInto(*func_, access.buffer) > 0;
    });
  }
  bool MayMeet(const For& loop, const EffectSet& own, const EffectSet& before, const EffectSet& after, bool waits) {
    if (!CanReorder(own, before)) return true;
    if (CanReorder(own, after)) return false;
    // Of threads that wait for each other, what one does may be meant for another.
    Bare bare(ctx);
    const auto* body = As<For>(bare.Visit(&loop));
    if (waits || body == nullptr) return true;
    std::unordered_map<const Var*, std::vector<const Access*>> memories;
    Accesses accesses = AccessesIn(ctx, body);
    for (const Access& access : accesses.all) memories[access.buffer->data].push_back(&access);
    return std::ranges::any_of(memories, [&](const auto& memory) {
      const Var* data = memory.first;
      bool meet =
          (own.writes.contains(data) && after.Touches(data)) || (after.writes.contains(data) && own.Touches(data));
      return meet && !IterationsAreIndependent(ctx, *facts_, *body, memory.second);
    });
  }
  bool IsUsedOutside(const For& loop, const Buffer& buffer) const {
    bool used = false;
    WalkBeforeChildren(func_->body, [&](const Node* node) {
      if (node == &loop) return false;
      if (const auto* alloc = As<AllocBuffer>(node); alloc != nullptr && alloc->buffer == &buffer) return false;
      const auto* other = As<Buffer>(node);
      used |= node == buffer.data || (other != nullptr && other->data == buffer.data);
      return !used;
    });
    // Or otherwise than as it was allocated.
    Bare bare(ctx);
    const Stmt* body = bare.Visit(&loop);
    Accesses accesses = AccessesAsWritten(body);
    for (const auto& [seen, use] : accesses.uses) used |= seen->data == buffer.data && (use.opaque || seen != &buffer);
    return used;
  }
  // Of the block, which all come to the loop's iterations, where they have the buffer together.
  // other kinds: bind no thread
  std::vector<const For*> ThreadsAround(const For& loop, const Buffer& buffer) {
    std::vector<const For*> threads;
    if (!buffer.scope.text().starts_with("shared")) return threads;
    VarSet vars;
    std::vector<const Stmt*> around = around_;
    around.push_back(&loop);
    for (const Stmt* s : around) {
      std::optional<size_t> axis = ThreadAxisOf(s);
      const auto* bound = As<For>(s);
      if (axis && *axis >= kFirstThreadAxis) {
        const Expr* extent = bound != nullptr ? bound->extent : As<AttrStmt>(s)->value;
        const Var* var = bound != nullptr ? bound->loop_var : ThreadOf(s)->var;
        if (AsInt(extent) == nullptr) return {};
        threads.push_back(MakeFor(ctx, var, extent, nullptr));
        vars.insert(var);
      } else if (!axis && !vars.empty()) {
        // Not all threads may come to what stands here.
        bool all = bound != nullptr && IsPure(bound->extent) && IsPure(bound->min) &&
                   !MentionsAny(bound->extent, vars) && !MentionsAny(bound->min, vars);
        if (!all) return {};
      }
    }
    return threads;
  }

  std::vector<PassNote>& notes_;
  const PrimFunc* func_;
  int64_t split_;
  std::vector<const Stmt*> around_;
  std::unordered_map<const Var*, const AllocBuffer*> allocated_;
  std::unordered_map<const Buffer*, const Buffer*> grown_;
};

Result<Module> RunInjectDoubleBuffer(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(int64_t split, IntOption(options, "split_loop", 1));
  bool fits = split == 1 || (split >= 0 && split <= kMostCopies && split % 2 == 0);
  if (!fits) return InvalidOption(options, "split_loop", "1, or an even number up to 16");
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    if (HasBlocks(*func)) return BlocksAreLeft(*func);
    return DoubleBufferInjector(pass_ctx, func, split).VisitFunction(func);
  });
}

// Most times the default.
bool SampleOptions(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  constexpr int64_t kSplits[] = {1, 1, 0, 2, 4};
  options["split_loop"] = MakeAttrInt(ctx, kSplits[bytes.Below(std::size(kSplits))]);
  return true;
}

}  // namespace

const PassSpec tir_pass::kInjectDoubleBuffer = {
    .name = "InjectDoubleBuffer",
    .doc = "fills memory that is marked as a double buffer an iteration ahead, in two halves",
    .options = kOptions,
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes}) |
               Adds({Facet::kStatementAttrs, Facet::kLoopKinds, Facet::kAnnotations, Facet::kOwnShapes,
                     Facet::kOwnDTypes, Facet::kOwnMemory}) |
               Drops({Facet::kStatementAttrs, Facet::kLoopKinds, Facet::kAnnotations}),
    .run = RunInjectDoubleBuffer,
    .sample_options = SampleOptions,
    .about_threads = true,
};

}  // namespace assay
