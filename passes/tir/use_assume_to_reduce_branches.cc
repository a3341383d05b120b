// UseAssumeToReduceBranches: where a kernel assumes of padding what it holds, and a choice between two values gives the
// same by the one that reads it, the choice goes away: T.if_then_else(i < 14, f(A[i]), f(0)) becomes f(A[i]) where
// `i < 14 or A[i] == 0`. Named as in tvm.s_tir.transform, which also takes floats to hold a zero whose sign is not
// known. Tested by testdata/use_assume_to_reduce_branches.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/loop_indices.h"
#include "passes/analysis/op_pattern.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct Axis {
  const Var* var = nullptr;
  const Expr* min = nullptr;
  const Expr* extent = nullptr;
};
// For all values of the axes, an element is a value, unless a condition holds.
struct Assumption {
  const Buffer* buffer = nullptr;
  // One for each dimension.
  std::vector<Axis> axes;
  // What it is not said for; any of them.
  std::vector<const Expr*> but;
  const Expr* value = nullptr;
  // Of the statement, in the order of the text, and of the nest of loops that it stands in.
  size_t at = 0, nest = 0;
};
struct Written {
  size_t at = 0, nest = 0;
};

bool IsChoice(const Expr* e) { return IsCallOf(As<Call>(e), IntrinsicId::if_then_else); }

// What a kernel assumes of elements, and where it stores.
class AssumptionFinder {
 public:
  AssumptionFinder(Context& ctx, const Stmt* body) : ctx_(ctx) {
    Visit(body);
    uses_ = AccessesAsWritten(body);
  }

  // The assumptions that hold of the buffer's elements where the store stands.
  std::vector<const Assumption*> Of(const Buffer* buffer, const Stmt* store) const {
    std::vector<const Assumption*> found;
    auto use = uses_.uses.find(buffer);
    auto here = places_.find(store);
    if (use == uses_.uses.end() || use->second.opaque || here == places_.end()) return found;
    auto writes = writes_.find(buffer->data);
    for (const Assumption& one : all_) {
      bool holds = one.buffer == buffer && one.at < here->second.at;
      for (const Written& w : writes == writes_.end() ? std::vector<Written>() : writes->second)
        holds = holds && w.at < one.at && (w.nest == 0 || (w.nest != one.nest && w.nest != here->second.nest));
      if (holds) found.push_back(&one);
    }
    return found;
  }
  bool any() const { return !all_.empty(); }

 private:
  // other kinds: hold no statements, or such as may not run
  // recursion: statements nest as deep as the parser lets them
  void Visit(const Stmt* s) {
    ++now_;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* loop = As<For>(s)) {
      In([&] {
        if (loop->step != nullptr || loop->for_kind == ForKind::kThreadBinding) return InBranch(loop->body);
        axes_.push_back({loop->loop_var, loop->min, loop->extent});
        loops_.push_back(loop);
        Visit(loop->body);
        loops_.pop_back();
        axes_.pop_back();
      });
    } else if (const auto* choice = As<IfThenElse>(s)) {
      Where(choice->condition, false, choice->then_case);
      if (choice->else_case != nullptr) Where(choice->condition, true, choice->else_case);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      if (Is<IterVar>(attr->node)) return In([&] { InBranch(attr->body); });
      Visit(attr->body);
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      VisitBlock(*realize);
    } else if (const auto* evaluate = As<Evaluate>(s);
               evaluate != nullptr && IsCallOf(evaluate->value, IntrinsicId::assume)) {
      if (!in_branch_) Assume(As<Call>(evaluate->value)->args[0]);
    } else if (const auto* store = As<BufferStore>(s)) {
      places_[store] = {now_, nest_};
      writes_[store->buffer->data].push_back({now_, nest_});
    } else if (const auto* loop = As<While>(s)) {
      In([&] { InBranch(loop->body); });
    }
  }
  template <class F>
  void In(F&& visit) {
    bool outermost = depth_++ == 0;
    if (outermost) nest_ = ++nests_;
    visit();
    if (--depth_ == 0) nest_ = 0;
  }
  // What may not run, or runs for some alone, is not gone by.
  void InBranch(const Stmt* s) {
    bool outer = std::exchange(in_branch_, true);
    Visit(s);
    in_branch_ = outer;
  }
  void Where(const Expr* condition, bool holds, const Stmt* s) {
    if (!IsPure(condition)) return InBranch(s);
    but_.push_back(holds ? condition : Not(condition));
    Visit(s);
    but_.pop_back();
  }
  const Expr* Not(const Expr* e) { return MakeNot(ctx_, e); }
  void VisitBlock(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    size_t before = axes_.size();
    bool all = block.match_buffers.empty();
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      const IterVar& axis = *block.iter_vars[i];
      if (axis.dom == nullptr || !TakesAll(axis, realize.iter_values[i]))
        all = false;
      else
        axes_.push_back({axis.var, axis.dom->min, axis.dom->extent});
    }
    if (block.init != nullptr) InBranch(block.init);
    // A predicate is in terms of loops, which no element's place is.
    if (all && IsTrue(realize.predicate))
      Visit(block.body);
    else
      InBranch(block.body);
    axes_.resize(before);
  }
  bool TakesAll(const IterVar& axis, const Expr* value) {
    const IntImm *first = AsInt(axis.dom->min), *count = AsInt(axis.dom->extent);
    if (first == nullptr || first->value != 0) return false;
    for (const For* loop : loops_) {
      bool plain = loop->loop_var == value && StartsAtZero(*loop);
      if (plain && (loop->extent == axis.dom->extent || Equal(loop->extent, axis.dom->extent))) return true;
    }
    std::optional<std::vector<const For*>> counted = CountsOver(ctx_, value, loops_);
    if (!counted || count == nullptr) return false;
    int64_t places = 1;
    for (const For* loop : *counted) {
      const IntImm* extent = AsInt(loop->extent);
      if (extent == nullptr || __builtin_mul_overflow(places, extent->value, &places)) return false;
    }
    return places == count->value;
  }

  void Assume(const Expr* condition) {
    Assumption made;
    made.at = now_;
    made.nest = nest_;
    made.but = but_;
    std::vector<const Expr*> parts{condition};
    while (!parts.empty()) {
      const Expr* part = parts.back();
      parts.pop_back();
      const auto* either = As<Or>(part);
      if (either != nullptr) {
        parts.insert(parts.end(), {either->b, either->a});
      } else if (IsPure(part)) {
        made.but.push_back(part);
      } else if (made.buffer != nullptr || !IsOfElement(part, made)) {
        return;
      }
    }
    if (made.buffer != nullptr && IsUnderstood(made)) all_.push_back(std::move(made));
  }
  // `A[i] == value`, either way round.
  static bool IsOfElement(const Expr* e, Assumption& made) {
    const auto* equal = As<EQ>(e);
    if (equal == nullptr) return false;
    bool left = Is<BufferLoad>(equal->a);
    const auto* load = As<BufferLoad>(left ? equal->a : equal->b);
    made.value = left ? equal->b : equal->a;
    if (load == nullptr || load->predicate != nullptr || !IsPure(made.value)) return false;
    made.buffer = load->buffer;
    for (const Expr* index : load->indices) made.axes.push_back({As<Var>(index), nullptr, nullptr});
    return true;
  }
  // Each index is an axis of its own, on which alone all depends. Zeros of both signs are equal.
  bool IsUnderstood(Assumption& made) const {
    DType dtype = made.buffer->dtype;
    const auto* number = As<FloatImm>(made.value);
    if (!dtype.IsScalar() || (dtype.IsFloating() && (number == nullptr || number->value == 0))) return false;
    VarSet own, inner;
    for (Axis& axis : made.axes) {
      auto found = std::ranges::find(axes_, axis.var, &Axis::var);
      if (axis.var == nullptr || found == axes_.end() || !own.insert(axis.var).second) return false;
      axis = *found;
    }
    for (const Axis& axis : axes_) inner.insert(axis.var);
    auto depends = [&](const Expr* e) {
      return MentionsAny(e, [&](const Var* var) { return inner.contains(var) && !own.contains(var); });
    };
    for (const Axis& axis : made.axes) {
      if (MentionsAny(axis.min, inner) || MentionsAny(axis.extent, inner)) return false;
      if (!IsPure(axis.min) || !IsPure(axis.extent)) return false;
    }
    return !depends(made.value) && std::ranges::none_of(made.but, depends);
  }

  Context& ctx_;
  size_t now_ = 0, nest_ = 0, nests_ = 0, depth_ = 0;
  bool in_branch_ = false;
  std::vector<Axis> axes_;
  std::vector<const For*> loops_;
  std::vector<const Expr*> but_;
  std::vector<Assumption> all_;
  std::unordered_map<const Stmt*, Written> places_;
  std::unordered_map<const Var*, std::vector<Written>> writes_;
  Accesses uses_;
};

class BranchReducer : public FactsMutator {
 public:
  BranchReducer(Context& context, const PrimFunc* func) : FactsMutator(context), func_(func), found_(ctx, func->body) {}

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    return found_.any() ? FactsMutator::VisitFunction(func) : func;
  }

 protected:
  // other kinds: store nothing, and know nothing of variables
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    if (const auto* block = As<SBlock>(s)) {
      for (const IterVar* axis : block->iter_vars) {
        if (axis->dom != nullptr) BindRange(axis->var, axis->dom->min, axis->dom->extent);
      }
    }
    const auto* store = As<BufferStore>(s);
    const auto* choice = store == nullptr || !IsChoice(store->value) ? nullptr : As<Call>(store->value);
    if (choice == nullptr || !DTypeOf(choice->args[0]).IsScalar() || !IsPure(choice->args[0])) return Children(s);
    for (bool holds : {true, false}) {
      const Expr* kept = choice->args[holds ? 2 : 1];
      if (!IsSame(*choice, holds, kept, store)) continue;
      BufferStore* made = ctx.arena.New<BufferStore>(*store);
      made->value = facts_->Simplify(kept);
      return made;
    }
    return Children(s);
  }

 private:
  // Whether both give the same where the condition holds, or does not, and the one that stays may be computed there.
  bool IsSame(const Call& choice, bool holds, const Expr* kept, const Stmt* store) {
    if (!MayRunAnywhere(kept)) return false;
    size_t mark = facts_->Mark();
    facts_->Assume(choice.args[0], holds);
    bool known = true;
    const Expr* a = WithAssumed(choice.args[1], store, kept == choice.args[1] ? &known : nullptr);
    const Expr* b = WithAssumed(choice.args[2], store, kept == choice.args[2] ? &known : nullptr);
    bool same = known && Equal(facts_->Simplify(a), facts_->Simplify(b));
    facts_->ForgetTo(mark);
    return same;
  }
  // Reads elements that there are, of memory that holds something, and does nothing but give a value.
  bool MayRunAnywhere(const Expr* e) {
    bool may = true;
    WalkBeforeChildren(e, [&](const Node* node) {
      NodeEffects effects = EffectsOfNode(node);
      may = may && !effects.calls && !effects.unknown && !effects.may_trap;
      if (const auto* load = As<BufferLoad>(node)) may = may && IsInside(*load);
      return may && !Is<Buffer>(node);
    });
    return may;
  }
  bool IsInside(const BufferLoad& load) {
    if (load.predicate != nullptr) return false;
    for (size_t i = 0; i < load.indices.size(); ++i) {
      const Expr* index = load.indices[i];
      if (!DTypeOf(index).IsScalar() || DTypeOf(index) != DTypeOf(load.buffer->shape[i])) return false;
      if (!IsWithin(index, MakeInt(ctx, 0, DTypeOf(index)), load.buffer->shape[i])) return false;
    }
    return true;
  }
  bool IsWithin(const Expr* e, const Expr* min, const Expr* extent) {
    const Expr* end = Simplify(ctx, MakeBinary(ctx, NodeKind::kAdd, min, extent));
    return facts_->Proves(MakeBinary(ctx, NodeKind::kLE, min, e)) &&
           facts_->Proves(MakeBinary(ctx, NodeKind::kLT, e, end));
  }
  // `known`, where it is asked for: each element that it reads is one that is assumed, or a parameter's.
  const Expr* WithAssumed(const Expr* e, const Stmt* store, bool* known) {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      const auto* load = As<BufferLoad>(original);
      if (load == nullptr) return rebuilt;
      for (const Assumption* one : found_.Of(load->buffer, store)) {
        if (const Expr* value = Assumed(*one, *load)) return value;
      }
      if (known != nullptr) *known = *known && IsParameter(*func_, load->buffer);
      return rebuilt;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }
  // Null where it is not known to be of this element.
  const Expr* Assumed(const Assumption& one, const BufferLoad& load) {
    VarMap values;
    for (size_t i = 0; i < one.axes.size(); ++i) {
      const Axis& axis = one.axes[i];
      const Expr* index = load.indices[i];
      if (DTypeOf(index) != DTypeOf(axis.var) || !IsWithin(index, axis.min, axis.extent)) return nullptr;
      values[axis.var] = index;
    }
    for (const Expr* but : one.but) {
      if (!facts_->Proves(MakeNot(ctx, SubstituteInValue(ctx, but, values)))) return nullptr;
    }
    return SubstituteInValue(ctx, one.value, values);
  }

  const PrimFunc* func_;
  AssumptionFinder found_;
};

Result<Module> RunUseAssumeToReduceBranches(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    OpPattern pattern = AnnotatedOpPattern(func);
    bool fits = pattern == OpPattern::kElemWise || pattern == OpPattern::kBroadcast;
    if (!fits || Jumps(func->body)) return func;
    return BranchReducer(pass_ctx.ctx, func).VisitFunction(func);
  });
}

}  // namespace

const PassSpec tir_pass::kUseAssumeToReduceBranches = {
    .name = "UseAssumeToReduceBranches",
    .doc = "takes choices away that what elementwise kernels assume of padding decides",
    .changes = Alters({Facet::kKernels}),
    .run = RunUseAssumeToReduceBranches,
};

}  // namespace assay
