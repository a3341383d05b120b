// The last look at memory (tir_free.h): a buffer is filled, then another one like it, and only then is the first one
// read for the last time, at one of the places where statements read memory. Whoever does not look there takes the
// one's memory for the other. Memory that is filled anew in each iteration of a loop stands here as well.
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "generators/modules/tir_free.h"
#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};

}  // namespace

// Whether an element of `held` is less, … than the one of `next` at its place; without that, than what else is there.
const Expr* FreeStmts::LooksAt(const Buffer* held, const Buffer* next) {
  std::vector<const Expr*> at = Indices(held), also;
  for (const Expr* index : at) also.push_back(FreshCopy(ctx(), index));
  const Expr* element = MakeLoad(ctx(), held, at);
  const Expr* other = next == nullptr ? Value(held->dtype) : MakeLoad(ctx(), next, also);
  if (held->dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, element, other);
  return MakeBinary(ctx(), bytes().Pick(kOrders), element, other);
}

// 0 or 1, by what is there; `most` is at least 1.
FreeStmts::Ranged FreeStmts::NumberOf(const Expr* condition, int64_t most) {
  return bytes().Chance(1, 2)
             ? Ranged{MakeCast(ctx(), index_, condition), 0, 1}
             : Ranged{MakeIntrinsic(ctx(), IntrinsicId::if_then_else, index_, {condition, Int(0), Int(most)}), 0, most};
}

// Stores into the target at a place, or what it stores, by the condition.
const Stmt* FreeStmts::StoreBy(const Expr* condition, bool by_place) {
  const Buffer* target = writable_[0];
  std::vector<const Expr*> at = Indices(target);
  if (!by_place || at.empty()) {
    const Expr *a = Value(target->dtype), *b = Value(target->dtype);
    const Expr* value = bytes().Chance(1, 2)
                            ? MakeSelect(ctx(), condition, a, b)
                            : MakeIntrinsic(ctx(), IntrinsicId::if_then_else, target->dtype, {condition, a, b});
    return MakeStore(ctx(), target, value, at);
  }
  const auto* extent = As<IntImm>(target->shape.back());
  int64_t most = extent == nullptr ? 0 : extent->value - 1;
  at.back() = most < 1 ? Int(0) : NumberOf(condition, most).expr;
  return MakeStore(ctx(), target, Value(target->dtype), at);
}

// A statement that looks there in its head: a branch, a loop's start, extent or step, a while, a name, a block's
// predicate or axis, a view's offset; else a store does.
const Stmt* FreeStmts::HeadBy(const Expr* condition, int depth) {
  auto loop = [&](Ranged start, Ranged extent, const Expr* step) {
    For* made = ctx().arena.New<For>();
    made->loop_var = MakeVar(ctx(), Fresh("f"), index_);
    made->min = start.expr;
    made->extent = extent.expr;
    made->step = step;
    vars_.push_back({made->loop_var, start.low, start.high + extent.high - 1});
    made->body = StoreAll(made->loop_var);
    vars_.pop_back();
    return made;
  };
  const Ranged zero{Int(0), 0, 0}, three{Int(3), 3, 3};
  switch (bytes().Below(8)) {
    case 0: return loop(zero, NumberOf(condition, 3), nullptr);
    case 1: return loop(NumberOf(condition, 2), three, nullptr);
    case 2: return loop(zero, three, MakeBinary(ctx(), NodeKind::kAdd, NumberOf(condition, 1).expr, Int(1)));
    case 3: return Counted(depth, condition);
    case 4: {
      Bind* bind = ctx().arena.New<Bind>();
      Ranged number = NumberOf(condition, 2);
      bind->var = MakeVar(ctx(), Fresh("u"), index_);
      bind->value = number.expr;
      vars_.push_back({bind->var, number.low, number.high});
      return MakeSeqStmt(ctx(), {bind, StoreAll(bind->var)});
    }
    case 5:
    case 6:
      if (blocks_) return Block(depth, condition);
      [[fallthrough]];
    default: {
      IfThenElse* choice = ctx().arena.New<IfThenElse>();
      choice->condition = condition;
      choice->then_case = Store();
      if (bytes().Chance(1, 2)) choice->else_case = Store();
      return choice;
    }
  }
}

// A number that shows in the target, wherever it lies.
const Stmt* FreeStmts::StoreAll(const Expr* number) {
  const Buffer* target = writable_[0];
  return MakeStore(ctx(), target, InDType(number, target->dtype), Indices(target));
}

const Expr* FreeStmts::InDType(const Expr* number, DType dtype) {
  if (dtype.IsBool() && Is<IntImm>(number)) return MakeBool(ctx(), As<IntImm>(number)->value > 1);
  if (dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kGT, number, Int(1));
  return dtype == index_ ? number : MakeCast(ctx(), dtype, number);
}

// What is left of `held` goes into `next`, element by element, and each round looks at another element as well.
const Stmt* FreeStmts::Melted(const Buffer* held, const Buffer* next, int depth) {
  Scope outer = Here();
  std::vector<const Expr*> indices;
  for (const Expr* extent : held->shape) {
    indices.push_back(MakeVar(ctx(), Fresh("f"), index_));
    vars_.push_back({indices.back(), 0, As<IntImm>(extent)->value - 1});
  }
  std::vector<const Stmt*> round{MakeStore(ctx(), next, MakeLoad(ctx(), held, indices), indices),
                                 LastLook(LooksAt(held, nullptr), depth)};
  if (bytes().Chance(1, 2)) std::swap(round[0], round[1]);
  BackTo(outer);
  const Stmt* body = MakeSeqStmt(ctx(), round);
  for (size_t i = indices.size(); i-- > 0;)
    body = MakeFor(ctx(), static_cast<const Var*>(indices[i]), held->shape[i], body);
  return body;
}

const Stmt* FreeStmts::LastLook(const Expr* condition, int depth) {
  return bytes().Chance(1, 4) ? StoreBy(condition, bytes().Chance(1, 2)) : HeadBy(condition, depth);
}

// An element, where nothing else stands.
const Stmt* FreeStmts::Shown(const Buffer* buffer) {
  const Buffer* target = writable_[0];
  const Expr* element = MakeLoad(ctx(), buffer, Indices(buffer));
  if (target->dtype != buffer->dtype) element = MakeCast(ctx(), target->dtype, element);
  return MakeStore(ctx(), target, element, Indices(target));
}

const Stmt* FreeStmts::Held(int depth) {
  std::vector<const Expr*> shape;
  // Most of one dimension, as memory that is shared has it.
  for (uint64_t i = bytes().Chance(1, 4) ? 2 : 1; i > 0; --i)
    shape.push_back(Int(2 + static_cast<int64_t>(bytes().Below(3))));
  DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
  std::string_view scope = SomeScope();
  // Of another sort now and then: memory is not shared between those.
  bool alike = !bytes().Chance(1, 6);
  auto alloc = [&](std::string_view where) {
    AllocBuffer* made = ctx().arena.New<AllocBuffer>();
    made->buffer = MakeBuffer(ctx(), Fresh("held"), dtype, shape, where);
    return made;
  };
  const AllocBuffer *first = alloc(scope), *second = alloc(alike ? scope : SomeScope());
  const Buffer *held = first->buffer, *next = second->buffer;
  std::vector<const Stmt*> stmts{first, Filled(held)};
  switch (bytes().Below(4)) {
    case 0: stmts.insert(stmts.end(), {second, Melted(held, next, depth), Shown(next)}); break;
    case 1:
      // In a loop the next round looks there when the other one was filled; blocks know no loops around them.
      if (!blocks_) {
        Scope outer = Here();
        const Stmt* look = LastLook(LooksAt(held, nullptr), depth);
        BackTo(outer);
        const Stmt* round = MakeSeqStmt(ctx(), {look, second, Filled(next), Shown(next)});
        stmts.push_back(MakeFor(ctx(), MakeVar(ctx(), Fresh("f"), index_), Int(2), round));
        break;
      }
      [[fallthrough]];
    default: {
      Scope outer = Here();
      const Stmt* filled = Filled(next);
      const Stmt* look = LastLook(LooksAt(held, next), depth);
      BackTo(outer);
      stmts.insert(stmts.end(), {second, filled, look, Shown(next)});
    }
  }
  return MakeSeqStmt(ctx(), stmts);
}

const Stmt* FreeStmts::Padded() {
  int64_t count = 2 + static_cast<int64_t>(bytes().Below(4));
  auto first = static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(count) + 1));
  DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  alloc->buffer = MakeBuffer(ctx(), Fresh("pad"), dtype, {Int(count)}, SomeScope());
  const Expr* held = dtype.IsBool() ? MakeBool(ctx(), bytes().Chance(1, 2))
                                    : MakeImmediate(ctx(), Scalar::Int(dtype, static_cast<int64_t>(bytes().Below(3))));
  auto chosen = [&](DType type, const Expr* condition, const Expr* a, const Expr* b) {
    return MakeIntrinsic(ctx(), IntrinsicId::if_then_else, type, {condition, a, b});
  };
  auto over = [&](const Expr* from, const std::function<const Stmt*(const Var*)>& body) {
    const Var* var = MakeVar(ctx(), Fresh("f"), index_);
    return MakeFor(ctx(), var, from, body(var));
  };
  auto inside = [&](const Expr* i) { return MakeBinary(ctx(), NodeKind::kLT, i, Int(first)); };
  auto load = [&](const Expr* i) { return MakeLoad(ctx(), alloc->buffer, {i}); };
  std::vector<const Stmt*> stmts{alloc, Filled(alloc->buffer, [&](const std::vector<const Expr*>& at) {
                                   return chosen(dtype, inside(at[0]), Value(dtype), held);
                                 })};
  stmts.push_back(over(Int(count), [&](const Var* i) {
    Evaluate* assumed = ctx().arena.New<Evaluate>();
    const Expr* equal = MakeBinary(ctx(), NodeKind::kEQ, load(i), held);
    assumed->value =
        MakeIntrinsic(ctx(), IntrinsicId::assume, DType::Bool(), {MakeBinary(ctx(), NodeKind::kOr, inside(i), equal)});
    return assumed;
  }));
  // Written again, so that it holds something else by now.
  if (bytes().Chance(1, 8)) stmts.push_back(Filled(alloc->buffer));
  const Buffer* target = writable_[0];
  bool mirrored = bytes().Chance(1, 4), other = bytes().Chance(1, 6), negated = bytes().Chance(1, 3);
  // Most times what reads no other memory, so that nothing stands in the way of one of the two.
  const Expr* more = bytes().Chance(1, 4) ? Value(dtype) : MakeImmediate(ctx(), Scalar::Int(dtype, 1));
  auto computed = [&](const Expr* e) {
    const Expr* made = dtype.IsBool() ? MakeBinary(ctx(), NodeKind::kNE, e, FreshCopy(ctx(), more))
                                      : MakeBinary(ctx(), NodeKind::kAdd, e, FreshCopy(ctx(), more));
    return dtype == target->dtype ? made : MakeCast(ctx(), target->dtype, made);
  };
  stmts.push_back(over(Int(count), [&](const Var* i) {
    const Expr* at = mirrored ? MakeBinary(ctx(), NodeKind::kSub, Int(count - 1), i) : i;
    const Expr* condition = other ? MakeBinary(ctx(), NodeKind::kLE, at, Int(first)) : inside(at);
    const Expr *a = computed(load(at)), *b = computed(held);
    if (negated) std::swap(a, b);
    if (negated) condition = MakeNot(ctx(), condition);
    return MakeStore(ctx(), target, chosen(target->dtype, condition, a, b), Indices(target));
  }));
  return MakeSeqStmt(ctx(), stmts);
}

FreeStmts::Element FreeStmts::Carried() {
  const Buffer* target = writable_[0];
  std::vector<const Expr*> at = Indices(target);
  bool one = bytes().Chance(1, 2);
  for (size_t i = 0; one && i < at.size(); ++i) {
    const auto* extent = As<IntImm>(target->shape[i]);
    at[i] = Int(extent == nullptr ? 0 : static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent->value))));
  }
  return {target, at};
}

const Expr* FreeStmts::Telling(const Expr* value, const Expr* number) {
  DType dtype = DTypeOf(value);
  if (!dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kAdd, value, InDType(number, dtype));
  const Expr* odd = MakeBinary(ctx(), NodeKind::kFloorMod, number, Int(2));
  return MakeBinary(ctx(), NodeKind::kNE, value, MakeBinary(ctx(), NodeKind::kEQ, odd, Int(1)));
}

const Expr* FreeStmts::WithCarried(const Element& element, const Expr* value) {
  std::vector<const Expr*> again;
  for (const Expr* index : element.indices) again.push_back(FreshCopy(ctx(), index));
  DType dtype = DTypeOf(value);
  const Expr* brought = Converted(MakeLoad(ctx(), element.buffer, again), dtype);
  if (dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, brought, value);
  return MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kMax, brought, value);
}

const Stmt* FreeStmts::Staged(int depth) {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  std::vector<const Expr*> shape{Int(1 + static_cast<int64_t>(bytes().Below(4)))};
  // Each thing that keeps it from being filled ahead comes up, and most times none.
  bool varied = bytes().Chance(1, 2);
  auto chance = [&](uint32_t one_in) { return varied && bytes().Chance(1, one_in); };
  if (chance(5)) shape.push_back(Int(2));
  alloc->buffer = MakeBuffer(ctx(), Fresh("stage"), module_.plan.PickDType(bytes(), kAnyDType), shape, SomeScope());
  std::vector<const Stmt*> stmts{alloc};
  // Memory that holds something before may be looked at anywhere.
  bool filled = chance(2);
  if (filled) stmts.push_back(Filled(alloc->buffer));
  Scope outer = Here();
  For* loop = ctx().arena.New<For>();
  loop->loop_var = MakeVar(ctx(), Fresh("f"), index_);
  auto rounds = static_cast<int64_t>(bytes().Below(5));
  int64_t from = chance(4) ? bytes().Between(1, 3) : 0;
  loop->min = Int(from);
  loop->extent = Int(rounds);
  if (chance(5)) loop->step = Int(2);
  if (bytes().Chance(1, 6)) loop->for_kind = ForKind::kUnrolled;
  vars_.push_back({loop->loop_var, from, from + std::max<int64_t>(rounds - 1, 0)});
  std::vector<const Stmt*> body;
  if (bytes().Chance(1, 4)) body.push_back(Store());
  if (const Stmt* named = chance(4) ? Named() : nullptr) body.push_back(named);
  if (filled && bytes().Chance(1, 3)) body.push_back(Shown(alloc->buffer));
  // Most times not of what the rounds before it have changed.
  std::vector<const Buffer*> all = readable_;
  if (bytes().Chance(3, 4))
    std::erase_if(readable_, [&](const Buffer* b) { return std::ranges::find(writable_, b) != writable_.end(); });
  AttrStmt* stage = ctx().arena.New<AttrStmt>();
  stage->node = alloc->buffer->data;
  stage->attr_key = ctx().Intern("double_buffer_scope");
  stage->value = MakeInt(ctx(), 1, DType::Int(32));
  std::optional<Element> carried;
  if (bytes().Chance(1, 4)) carried = Carried();
  bool own = filled && bytes().Chance(1, 4);
  stage->body = Filled(alloc->buffer, [&](const std::vector<const Expr*>& at) {
    const Expr* value = Value(alloc->buffer->dtype);
    if (bytes().Chance(3, 4)) value = Telling(value, loop->loop_var);
    if (own) value = WithCarried({alloc->buffer, at}, value);
    return carried ? WithCarried(*carried, value) : value;
  });
  readable_ = std::move(all);
  body.push_back(stage);
  readable_.push_back(alloc->buffer);
  body.push_back(Shown(alloc->buffer));
  if (chance(4)) body.push_back(StoreInto({alloc->buffer, Indices(alloc->buffer)}));
  if (carried) body.push_back(StoreInto(*carried));
  if (bytes().Chance(1, 3)) body.push_back(depth > 0 ? Sequence(depth - 1) : Store());
  BackTo(outer);
  loop->body = MakeSeqStmt(ctx(), body);
  stmts.push_back(loop);
  // What the last round has left.
  if ((filled || rounds > 0) && chance(3)) stmts.push_back(Shown(alloc->buffer));
  return MakeSeqStmt(ctx(), stmts);
}

}  // namespace assay
