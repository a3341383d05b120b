// Widening (widen.h): bottom up, scalars stay scalars until they meet a vector.
#include "generators/modules/widen.h"

#include <algorithm>

#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/text/scalar_build.h"

namespace assay {
namespace {

bool IsWide(const Expr* e) { return DTypeOf(e).lanes > 1; }

class Widener {
 public:
  Widener(Context& ctx, const WideVar& over)
      : ctx_(ctx), over_(over), ramp_(MakeRamp(ctx, over.base, over.lanes)), mask_(over.mask) {}

  // recursion: as deep as the expressions that TirExpr makes
  const Expr* Widen(const Expr* e) {
    if (const auto* var = As<Var>(e)) return OfVar(var);
    if (const BinaryExpr* binary = AsBinary(e)) {
      const Expr *a = Widen(binary->a), *b = Widen(binary->b);
      bool wide = IsWide(a) || IsWide(b);
      return MakeBinary(ctx_, e->kind, wide ? Whole(a) : a, wide ? Whole(b) : b);
    }
    if (const auto* cast = As<Cast>(e)) {
      const Expr* value = Widen(cast->value);
      return MakeCast(ctx_, DTypeOf(cast).WithLanes(DTypeOf(value).lanes), value);
    }
    if (const auto* negation = As<Not>(e)) return MakeNot(ctx_, Widen(negation->a));
    if (const auto* select = As<Select>(e)) {
      const Expr* condition = Widen(select->condition);
      return SelectOf(condition, Widen(select->true_value), Widen(select->false_value));
    }
    if (const auto* let = As<Let>(e)) {
      values_[let->var] = Widen(let->value);
      return Widen(let->body);
    }
    if (const auto* load = As<BufferLoad>(e)) return OfLoad(*load);
    if (const auto* call = As<Call>(e)) return OfCall(*call);
    if (const auto* shuffle = As<Shuffle>(e)) return OfElement(*shuffle);
    return e;
  }
  const Expr* Whole(const Expr* e) { return Spread(ctx_, e, over_.lanes); }

 private:
  const Expr* OfVar(const Var* var) {
    if (var == over_.var) return ramp_;
    auto value = values_.find(var);
    return value == values_.end() ? var : value->second;
  }

  const Expr* SelectOf(const Expr* condition, const Expr* a, const Expr* b) {
    bool wide = IsWide(condition) || IsWide(a) || IsWide(b);
    return MakeSelect(ctx_, condition, wide ? Whole(a) : a, wide ? Whole(b) : b);
  }

  const Expr* First(const Expr* wide) {
    if (!IsWide(wide)) return wide;
    Shuffle* first = ctx_.arena.New<Shuffle>();
    first->vectors = ctx_.Copy(std::vector<const Expr*>{wide});
    first->indices = ctx_.Copy(std::vector<const Expr*>{MakeInt(ctx_, 0, DType::Int(32))});
    first->type = ctx_.Prim(DTypeOf(wide).Scalar());
    return first;
  }

  // What the first lane computes, with the vectors that it has itself; nothing of that where it may be switched off.
  const Expr* InFirstLane(const Expr* vector) {
    DType dtype = DTypeOf(vector);
    if (mask_ != nullptr) return Spread(ctx_, BuildImmediate(ctx_, dtype.Scalar(), int64_t{0}), dtype.lanes);
    VarMap first{{over_.var, over_.base}};
    for (const auto& [var, value] : values_) first[var] = First(value);
    return SubstituteIn(ctx_, vector, first);
  }

  // An element of a vector is the one of the first lane's.
  const Expr* OfElement(const Shuffle& element) {
    std::vector<const Expr*> vectors;
    for (const Expr* vector : element.vectors) {
      if (const auto* ramp = As<Ramp>(vector)) {
        Ramp* counting = ctx_.arena.New<Ramp>(*ramp);
        counting->base = First(Widen(ramp->base));
        vectors.push_back(counting);
      } else if (const auto* broadcast = As<Broadcast>(vector)) {
        vectors.push_back(Spread(ctx_, First(Widen(broadcast->value)), DTypeOf(broadcast).lanes));
      } else {
        vectors.push_back(InFirstLane(vector));
      }
    }
    Shuffle* made = ctx_.arena.New<Shuffle>(element);
    made->vectors = ctx_.Copy(vectors);
    return made;
  }

  // TVM takes a vector as the last index only.
  const Expr* OfLoad(const BufferLoad& load) {
    std::vector<const Expr*> indices;
    for (const Expr* index : load.indices) {
      const Expr* wide = Widen(index);
      indices.push_back(indices.size() + 1 == load.indices.size() ? wide : First(wide));
    }
    const BufferLoad* made = MakeLoad(ctx_, load.buffer, indices);
    if (mask_ == nullptr || !IsWide(made)) return made;
    BufferLoad* masked = ctx_.arena.New<BufferLoad>(*made);
    masked->predicate = mask_;
    return masked;
  }

  const Expr* OfCall(const Call& call) {
    const IntrinsicSpec& row = *IntrinsicOf(&call);
    if (row.id == IntrinsicId::if_then_else) return OfGuard(call);
    std::vector<const Expr*> args;
    for (const Expr* arg : call.args) args.push_back(Widen(arg));
    bool wide = std::ranges::any_of(args, IsWide);
    // The first lane represents the vector for what TVM's code generation has no vectors for.
    for (const Expr*& arg : args) arg = row.tvm_code == TvmCode::kWideScalars ? First(arg) : wide ? Whole(arg) : arg;
    return MakeIntrinsic(ctx_, row.id, DTypeOf(&call).WithLanes(DTypeOf(args[0]).lanes), args);
  }

  // What is guarded in each lane by itself is switched off there, and chosen among afterwards.
  const Expr* OfGuard(const Call& call) {
    const Expr* condition = Widen(call.args[0]);
    if (!IsWide(condition)) {
      const Expr *a = Widen(call.args[1]), *b = Widen(call.args[2]);
      bool wide = IsWide(a) || IsWide(b);
      if (wide) a = Whole(a), b = Whole(b);
      return MakeIntrinsic(ctx_, IntrinsicId::if_then_else, DTypeOf(a), {condition, a, b});
    }
    const Expr* outer = mask_;
    auto where = [&](const Expr* on, const Expr* e) {
      mask_ = outer == nullptr ? on : MakeBinary(ctx_, NodeKind::kAnd, outer, on);
      const Expr* wide = Widen(e);
      mask_ = outer;
      return wide;
    };
    const Expr* a = where(condition, call.args[1]);
    return SelectOf(condition, a, where(MakeNot(ctx_, condition), call.args[2]));
  }

  Context& ctx_;
  const WideVar& over_;
  const Expr* ramp_;
  const Expr* mask_;
  VarMap values_;
};

}  // namespace

const Expr* Widened(Context& ctx, const WideVar& over, const Expr* scalar) {
  Widener widener(ctx, over);
  return widener.Whole(widener.Widen(scalar));
}

const Expr* MakeRamp(Context& ctx, const Expr* base, int lanes) {
  Ramp* ramp = ctx.arena.New<Ramp>();
  ramp->base = base;
  ramp->stride = MakeInt(ctx, 1, DTypeOf(base));
  ramp->lanes = MakeInt(ctx, lanes, DType::Int(32));
  ramp->type = ctx.Prim(DTypeOf(base).WithLanes(static_cast<int16_t>(lanes)));
  return ramp;
}

const Expr* Spread(Context& ctx, const Expr* e, int lanes) {
  if (IsWide(e)) return e;
  Broadcast* broadcast = ctx.arena.New<Broadcast>();
  broadcast->value = e;
  broadcast->lanes = MakeInt(ctx, lanes, DType::Int(32));
  broadcast->type = ctx.Prim(DTypeOf(e).WithLanes(static_cast<int16_t>(lanes)));
  return broadcast;
}

}  // namespace assay
