// VectorizeLoop: a loop that is marked as vectorized becomes statements on vectors where that gives the same, bit for
// bit: each iteration touches its own element, and nothing branches by the iteration. Any other one becomes a serial
// loop, and a note says why. Tested by testdata/vectorize_loop.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/analysis/iterations.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr int64_t kMaxLanes = 1024;

// One statement or expression of the loop at a time; gives null and says why where it cannot be a vector.
class Vectorizer {
 public:
  Vectorizer(Context& ctx, const For& loop, int lanes)
      : ctx_(ctx), lanes_(lanes), lanes_expr_(MakeInt(ctx, lanes, DType::Int(32))) {
    Ramp* ramp = ctx.arena.New<Ramp>();
    ramp->base = loop.min;
    ramp->stride = MakeInt(ctx, 1, DTypeOf(loop.loop_var));
    ramp->lanes = lanes_expr_;
    ramp->type = ctx.Prim(DTypeOf(loop.loop_var).WithLanes(static_cast<int16_t>(lanes)));
    vectors_[loop.loop_var] = ramp;
  }

  // other kinds: refused, with a note
  // recursion: statements nest as deep as the parser lets them
  const Stmt* Statement(const Stmt* s) {
    if (const auto* store = As<BufferStore>(s)) return Store(store);
    if (const auto* seq = As<SeqStmt>(s)) return Sequence(seq);
    if (const auto* branch = As<IfThenElse>(s)) return Branch(branch);
    if (const auto* loop = As<For>(s)) return Loop(loop);
    if (const auto* bind = As<Bind>(s)) return Bound(bind);
    if (IsNoOp(s)) return s;
    return Fail<Stmt>("a statement that has no vector form stands in it");
  }
  const std::string& why() const { return why_; }

 private:
  template <class T>
  const T* Fail(std::string_view why) {
    if (why_.empty()) why_ = why;
    return nullptr;
  }
  bool IsVector(const Expr* e) const { return !DTypeOf(e).IsScalar(); }
  DType Wide(DType dtype) const { return dtype.WithLanes(static_cast<int16_t>(lanes_)); }
  const Expr* Spread(const Expr* e) {
    if (IsVector(e)) return e;
    Broadcast* spread = ctx_.arena.New<Broadcast>();
    spread->value = e;
    spread->lanes = lanes_expr_;
    spread->type = ctx_.Prim(Wide(DTypeOf(e)));
    return spread;
  }

  // All parts of the expression; empty where one has no vector form.
  template <class Range>
  std::vector<const Expr*> All(const Range& parts) {
    std::vector<const Expr*> all;
    for (const Expr* part : parts) {
      const Expr* value = Value(part);
      if (value == nullptr) return {};
      all.push_back(value);
    }
    return all;
  }
  // A vector of all iterations, or a scalar that is the same in each.
  // recursion: calls and right operands nest as deep as the parser lets them
  const Expr* Value(const Expr* e) {
    if (const auto* var = As<Var>(e)) {
      auto found = vectors_.find(var);
      return found == vectors_.end() ? e : found->second;
    }
    if (Is<IntImm>(e) || Is<FloatImm>(e)) return e;
    if (IsVector(e)) return Fail<Expr>("vectors stand in it already");
    if (const BinaryExpr* binary = AsBinary(e)) return Binary(binary);
    if (const auto* load = As<BufferLoad>(e)) return Load(load);
    if (const auto* call = As<Call>(e)) return CallOf(call);
    if (const auto* let = As<Let>(e)) return LetOf(let);
    if (const auto* cast = As<Cast>(e)) {
      const Expr* value = Value(cast->value);
      if (value == nullptr || !IsVector(value)) return value == nullptr ? nullptr : WithValue(cast, value);
      return MakeCast(ctx_, Wide(DTypeOf(e)), value);
    }
    if (const auto* negation = As<Not>(e)) {
      const Expr* value = Value(negation->a);
      return value == nullptr ? nullptr : MakeNot(ctx_, value);
    }
    if (const auto* select = As<Select>(e)) {
      std::vector<const Expr*> parts = All(std::array{select->condition, select->true_value, select->false_value});
      if (parts.empty()) return nullptr;
      if (std::ranges::any_of(parts, [&](const Expr* part) { return IsVector(part); })) {
        for (const Expr*& part : parts) part = Spread(part);
      }
      return MakeSelect(ctx_, parts[0], parts[1], parts[2]);
    }
    return Fail<Expr>("an expression that has no vector form stands in it");
  }
  const Expr* WithValue(const Cast* cast, const Expr* value) {
    return value == cast->value ? static_cast<const Expr*>(cast) : MakeCast(ctx_, DTypeOf(cast), value);
  }
  // Left operands in a loop, as chains of operators are long.
  const Expr* Binary(const BinaryExpr* e) {
    std::vector<const BinaryExpr*> chain{e};
    while (AsBinary(chain.back()->a) != nullptr && !IsVector(chain.back()->a))
      chain.push_back(AsBinary(chain.back()->a));
    const Expr* value = Value(chain.back()->a);
    for (; value != nullptr && !chain.empty(); chain.pop_back()) value = BinaryOf(chain.back(), value);
    return value;
  }
  const Expr* BinaryOf(const BinaryExpr* e, const Expr* a) {
    const Expr* b = Value(e->b);
    if (b == nullptr) return nullptr;
    if (!IsVector(a) && !IsVector(b))
      return a == e->a && b == e->b ? static_cast<const Expr*>(e) : MakeBinary(ctx_, e->kind, a, b);
    bool guards = (e->kind == NodeKind::kAnd || e->kind == NodeKind::kOr) && !IsSpeculatable(e->b);
    if (guards) return Fail<Expr>("a guard depends on the iteration");
    if (const Expr* ramp = Linear(e->kind, a, b)) return ramp;
    return MakeBinary(ctx_, e->kind, Spread(a), Spread(b));
  }
  // A ramp plus, minus or times what is the same in all iterations is a ramp; null for anything else.
  const Expr* Linear(NodeKind kind, const Expr* a, const Expr* b) {
    bool swap = kind != NodeKind::kSub && Is<Ramp>(b) && !IsVector(a);
    const auto* ramp = As<Ramp>(swap ? b : a);
    const Expr* other = swap ? a : b;
    bool linear = kind == NodeKind::kAdd || kind == NodeKind::kSub || kind == NodeKind::kMul;
    if (ramp == nullptr || IsVector(other) || !linear) return nullptr;
    if (kind == NodeKind::kMul && AsInt(other) == nullptr) return nullptr;
    Ramp* made = ctx_.arena.New<Ramp>(*ramp);
    made->base = Folded(kind, swap ? other : ramp->base, swap ? ramp->base : other);
    if (kind == NodeKind::kMul) made->stride = Folded(kind, ramp->stride, other);
    return made;
  }
  const Expr* Folded(NodeKind kind, const Expr* a, const Expr* b) {
    const IntImm *x = AsInt(a), *y = AsInt(b);
    if (x != nullptr && x->value == 0 && kind == NodeKind::kAdd) return b;
    if (y != nullptr && y->value == 0 && kind != NodeKind::kMul) return a;
    if (x != nullptr && x->value == 0 && kind == NodeKind::kMul) return a;
    if (x != nullptr && x->value == 1 && kind == NodeKind::kMul) return b;
    return MakeBinary(ctx_, kind, a, b);
  }

  bool Indices(Nodes<Expr> indices, std::vector<const Expr*>& made) {
    made = All(indices);
    if (made.size() != indices.size()) return false;
    for (size_t i = 0; i + 1 < made.size(); ++i) {
      if (IsVector(made[i]))
        return Fail<Expr>("the iteration chooses along an axis that is not the last one") != nullptr;
    }
    return true;
  }
  const Expr* Load(const BufferLoad* load) {
    std::vector<const Expr*> indices;
    if (load->predicate != nullptr) return Fail<Expr>("a load has a predicate");
    if (!Indices(load->indices, indices)) return nullptr;
    return std::ranges::equal(indices, load->indices) ? load : MakeLoad(ctx_, load->buffer, indices);
  }
  const Expr* CallOf(const Call* call) {
    std::vector<const Expr*> args = All(call->args);
    if (args.size() != call->args.size()) return nullptr;
    bool vector = std::ranges::any_of(args, [&](const Expr* arg) { return IsVector(arg); });
    bool chooses = IsCallOf(call, IntrinsicId::if_then_else);
    if (vector && chooses && IsVector(args[0])) return Fail<Expr>("a choice depends on the iteration");
    if (vector && !chooses && !IsPureCall(call)) return Fail<Expr>("a call has no vector form");
    Call* made = ctx_.arena.New<Call>(*call);
    for (size_t i = chooses ? 1 : 0; vector && i < args.size(); ++i) args[i] = Spread(args[i]);
    made->args = ctx_.Copy(args);
    if (vector) made->type = ctx_.Prim(Wide(DTypeOf(call)));
    return made;
  }
  static bool IsPureCall(const Call* call) {
    bool reads_bits = IsCallOf(call, IntrinsicId::reinterpret);
    for (const Expr* arg : call->args) reads_bits |= DTypeOf(arg).Scalar() != DTypeOf(call).Scalar();
    return IsPureIntrinsic(call) && IntrinsicOf(call)->form == CallForm::kScalar && !reads_bits;
  }
  const Expr* LetOf(const Let* let) {
    const Expr* value = Value(let->value);
    if (value == nullptr) return nullptr;
    const Var* var = MakeVar(ctx_, let->var->name.text(), DTypeOf(value));
    vectors_[let->var] = var;
    const Expr* body = Value(let->body);
    if (body == nullptr) return nullptr;
    Let* made = ctx_.arena.New<Let>(*let);
    made->value = value;
    made->var = var;
    made->body = body;
    made->type = body->type;
    return made;
  }

  const Stmt* Store(const BufferStore* store) {
    std::vector<const Expr*> indices;
    const Expr* value = Value(store->value);
    if (value == nullptr || !Indices(store->indices, indices)) return nullptr;
    if (store->predicate != nullptr) return Fail<Stmt>("a store has a predicate");
    if (indices.empty() || !IsVector(indices.back())) return Fail<Stmt>("all iterations store into one element");
    BufferStore* made = ctx_.arena.New<BufferStore>(*store);
    made->value = Spread(value);
    made->indices = ctx_.Copy(indices);
    return made;
  }
  const Stmt* Sequence(const SeqStmt* seq) {
    std::vector<const Stmt*> items;
    for (const Stmt* item : seq->seq) {
      items.push_back(Statement(item));
      if (items.back() == nullptr) return nullptr;
    }
    return MakeSeqStmt(ctx_, items);
  }
  const Stmt* Branch(const IfThenElse* branch) {
    const Expr* condition = Value(branch->condition);
    if (condition == nullptr) return nullptr;
    if (IsVector(condition)) return Fail<Stmt>("a branch depends on the iteration");
    const Stmt* then_case = Statement(branch->then_case);
    const Stmt* else_case = branch->else_case == nullptr ? nullptr : Statement(branch->else_case);
    if (then_case == nullptr || (branch->else_case != nullptr && else_case == nullptr)) return nullptr;
    IfThenElse* made = ctx_.arena.New<IfThenElse>(*branch);
    made->condition = condition;
    made->then_case = then_case;
    made->else_case = else_case;
    return made;
  }
  const Stmt* Loop(const For* loop) {
    std::vector<const Expr*> ends = All(std::array{loop->min, loop->extent});
    if (ends.empty()) return nullptr;
    bool even = !IsVector(ends[0]) && !IsVector(ends[1]) && loop->step == nullptr && loop->thread_binding == nullptr;
    if (!even) return Fail<Stmt>("the length of an inner loop depends on the iteration");
    const Stmt* body = Statement(loop->body);
    if (body == nullptr) return nullptr;
    For* made = ctx_.arena.New<For>(*loop);
    made->min = ends[0];
    made->extent = ends[1];
    made->body = body;
    return made;
  }
  const Stmt* Bound(const Bind* bind) {
    const Expr* value = Value(bind->value);
    if (value == nullptr) return nullptr;
    const Var* var = MakeVar(ctx_, bind->var->name.text(), DTypeOf(value));
    vectors_[bind->var] = var;
    Bind* made = ctx_.arena.New<Bind>(*bind);
    made->value = value;
    made->var = var;
    return made;
  }

  Context& ctx_;
  int lanes_;
  const Expr* lanes_expr_;
  std::unordered_map<const Var*, const Expr*> vectors_;
  std::string why_;
};

class LoopVectorizer : public StmtMutator {
 public:
  LoopVectorizer(Context& context, std::vector<PassNote>& notes, bool enabled)
      : StmtMutator(context), notes_(notes), enabled_(enabled) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* inside = Children(s);
    const auto* visited = As<For>(inside);
    if (visited == nullptr || visited->for_kind != ForKind::kVectorized) return inside;
    if (HoldsBlock(*visited)) {
      Note(*visited, PassNote::Kind::kLater, "it runs around a block", "LowerOpaqueBlock");
      return visited;
    }
    if (!enabled_) return Serial(*visited);
    const IntImm* extent = AsInt(visited->extent);
    if (extent == nullptr || extent->value < 2 || extent->value > kMaxLanes || visited->step != nullptr) {
      if (extent == nullptr || extent->value > kMaxLanes)
        Note(*visited, PassNote::Kind::kNow, "its extent is no number of lanes");
      return Serial(*visited);
    }
    // The start stands in each statement that uses the variable, and would be read once more behind the first one.
    if (!IsSpeculatable(visited->min)) {
      Note(*visited, PassNote::Kind::kNow, "its start is read from memory, or may divide by zero");
      return Serial(*visited);
    }
    Vectorizer vectorizer(ctx, *visited, static_cast<int>(extent->value));
    const Stmt* vectors = IterationsAreIndependent(*visited) ? vectorizer.Statement(visited->body) : nullptr;
    if (vectors != nullptr) return vectors;
    Note(*visited, PassNote::Kind::kNow,
         vectorizer.why().empty() ? "possible loop-carried dependence" : vectorizer.why());
    return Serial(*visited);
  }

 private:
  static bool HoldsBlock(const For& loop) {
    bool found = false;
    WalkBeforeChildren(loop.body, [&](const Node* node) {
      found |= Is<SBlock>(node);
      return !found && AsExpr(node) == nullptr;
    });
    return found;
  }
  void Note(const For& loop, PassNote::Kind kind, std::string why, std::string who = "") {
    notes_.push_back(
        {"VectorizeLoop", kind, "loop " + loop.loop_var->name.str(), loop.span, std::move(why), std::move(who)});
  }
  const Stmt* Serial(const For& loop) {
    For* serial = ctx.arena.New<For>(loop);
    serial->for_kind = ForKind::kSerial;
    return serial;
  }

  std::vector<PassNote>& notes_;
  bool enabled_;
};

constexpr std::string_view kOptions[] = {"enable_vectorize"};

Result<Module> RunVectorizeLoop(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(bool enabled, BoolOption(options, "enable_vectorize", true));
  return MutatePrimFuncs<LoopVectorizer>(pass_ctx.ctx, module, pass_ctx.notes, enabled);
}

}  // namespace

const PassSpec tir_pass::kVectorizeLoop = {
    .name = "VectorizeLoop",
    .doc =
        "makes statements on vectors of loops that are marked as vectorized, and serial loops of those where that "
        "would show",
    .options = kOptions,
    .changes = Alters({Facet::kKernels, Facet::kLoopKinds}),
    .run = RunVectorizeLoop,
};

}  // namespace assay
