// The last look at memory (tir_free.h): a buffer is filled, then another one like it, and only then is the first one
// read for the last time, at one of the places where statements read memory. Whoever does not look there takes the
// one's memory for the other.
#include <algorithm>
#include <array>
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
  const Expr* value = target->dtype.IsBool()    ? MakeBinary(ctx(), NodeKind::kGT, number, Int(1))
                      : target->dtype == index_ ? number
                                                : MakeCast(ctx(), target->dtype, number);
  return MakeStore(ctx(), target, value, Indices(target));
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
  std::vector<const Buffer*> two;
  std::vector<const Stmt*> filled;
  for (int i = 0; i < 2; ++i) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx(), Fresh("held"), dtype, shape, alike || i == 0 ? scope : SomeScope());
    filled.push_back(MakeSeqStmt(ctx(), {alloc, Filled(alloc->buffer)}));
    two.push_back(alloc->buffer);
  }
  auto last_look = [&](const Expr* condition) {
    return bytes().Chance(1, 4) ? StoreBy(condition, bytes().Chance(1, 2)) : HeadBy(condition, depth);
  };
  Scope outer = Here();
  const Stmt* shown = nullptr;
  auto show = [&] {
    writable_.push_back(two[1]);
    readable_.push_back(two[1]);
    std::vector<const Expr*> at = Indices(two[1]);
    const Expr* element = MakeLoad(ctx(), two[1], at);
    const Buffer* target = writable_[0];
    if (target->dtype != dtype) element = MakeCast(ctx(), target->dtype, element);
    shown = MakeStore(ctx(), target, element, Indices(target));
  };
  std::vector<const Stmt*> stmts{filled[0]};
  if (!blocks_ && bytes().Chance(1, 4)) {
    // In a loop the next round looks there when the other one was filled.
    const Stmt* look = last_look(LooksAt(two[0], nullptr));
    show();
    BackTo(outer);
    const Stmt* round = MakeSeqStmt(ctx(), {look, filled[1], shown});
    stmts.push_back(MakeFor(ctx(), MakeVar(ctx(), Fresh("f"), index_), Int(2), round));
  } else {
    stmts.push_back(filled[1]);
    stmts.push_back(last_look(LooksAt(two[0], two[1])));
    show();
    BackTo(outer);
    stmts.push_back(shown);
  }
  return MakeSeqStmt(ctx(), stmts);
}

}  // namespace assay
