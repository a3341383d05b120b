#include "generators/modules/tir_held.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free.h"
#include "generators/modules/tir_free_blocks.h"
#include "generators/modules/tir_free_names.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/copies.h"

namespace assay {

// A statement that looks there in its head: a branch, a loop's start, extent or step, a while, a name, a block's
// predicate or axis, a view's offset; else a store does.
const Stmt* HeldStmts::HeadBy(const Expr* condition, int depth) {
  auto loop = [&](Ranged start, Ranged extent, const Expr* step) {
    For* made = ctx().arena.New<For>();
    made->loop_var = MakeVar(ctx(), Fresh("f"), scope_.index);
    made->min = start.expr;
    made->extent = extent.expr;
    made->step = step;
    scope_.vars.push_back({made->loop_var, start.low, start.high + extent.high - 1});
    made->body = FreeStores(scope_).StoreAll(made->loop_var);
    scope_.vars.pop_back();
    return made;
  };
  const Ranged zero{Int(0), 0, 0}, three{Int(3), 3, 3};
  switch (bytes().Below(8)) {
    case 0: return loop(zero, FreeValues(scope_).NumberOf(condition, 3), nullptr);
    case 1: return loop(FreeValues(scope_).NumberOf(condition, 2), three, nullptr);
    case 2:
      return loop(zero, three,
                  MakeBinary(ctx(), NodeKind::kAdd, FreeValues(scope_).NumberOf(condition, 1).expr, Int(1)));
    case 3: return FreeStmts(scope_).Counted(depth, condition);
    case 4: {
      Bind* bind = ctx().arena.New<Bind>();
      Ranged number = FreeValues(scope_).NumberOf(condition, 2);
      bind->var = MakeVar(ctx(), Fresh("u"), scope_.index);
      bind->value = number.expr;
      scope_.vars.push_back({bind->var, number.low, number.high});
      return MakeSeqStmt(ctx(), {bind, FreeStores(scope_).StoreAll(bind->var)});
    }
    case 5:
    case 6:
      if (scope_.blocks) return FreeBlocks(scope_).Block(depth, condition);
      [[fallthrough]];
    default: {
      IfThenElse* choice = ctx().arena.New<IfThenElse>();
      choice->condition = condition;
      choice->then_case = FreeStores(scope_).Store();
      if (bytes().Chance(1, 2)) choice->else_case = FreeStores(scope_).Store();
      return choice;
    }
  }
}

// What is left of `held` goes into `next`, element by element, and each iteration looks at another element as well.
const Stmt* HeldStmts::Melted(const Buffer* held, const Buffer* next, int depth) {
  Mark outer = scope_.Here();
  std::vector<const Expr*> indices;
  for (const Expr* extent : held->shape) {
    indices.push_back(MakeVar(ctx(), Fresh("f"), scope_.index));
    scope_.vars.push_back({indices.back(), 0, As<IntImm>(extent)->value - 1});
  }
  std::vector<const Stmt*> iteration{MakeStore(ctx(), next, MakeLoad(ctx(), held, indices), indices),
                                     LastLook(FreeValues(scope_).LooksAt(held, nullptr), depth)};
  if (bytes().Chance(1, 2)) std::swap(iteration[0], iteration[1]);
  scope_.BackTo(outer);
  const Stmt* body = MakeSeqStmt(ctx(), iteration);
  for (size_t i = indices.size(); i-- > 0;)
    body = MakeFor(ctx(), static_cast<const Var*>(indices[i]), held->shape[i], body);
  return body;
}

const Stmt* HeldStmts::LastLook(const Expr* condition, int depth) {
  return bytes().Chance(1, 4) ? FreeStores(scope_).StoreBy(condition, bytes().Chance(1, 2)) : HeadBy(condition, depth);
}

const Stmt* HeldStmts::Held(int depth) {
  std::vector<const Expr*> shape;
  // Most of one dimension, as memory that is shared has it.
  for (uint64_t i = bytes().Chance(1, 4) ? 2 : 1; i > 0; --i)
    shape.push_back(Int(2 + static_cast<int64_t>(bytes().Below(3))));
  DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
  std::string_view scope = scope_.SomeScope();
  // Of another sort now and then: memory is not shared between those.
  bool alike = !bytes().Chance(1, 6);
  auto alloc = [&](std::string_view where) {
    AllocBuffer* made = ctx().arena.New<AllocBuffer>();
    made->buffer = MakeBuffer(ctx(), Fresh("held"), dtype, shape, where);
    return made;
  };
  const AllocBuffer *first = alloc(scope), *second = alloc(alike ? scope : scope_.SomeScope());
  const Buffer *held = first->buffer, *next = second->buffer;
  std::vector<const Stmt*> stmts{first, FreeStores(scope_).Filled(held)};
  switch (bytes().Below(4)) {
    case 0: stmts.insert(stmts.end(), {second, Melted(held, next, depth), FreeStores(scope_).Shown(next)}); break;
    case 1:
      // In a loop the next iteration looks there when the other one was filled; blocks know no loops around them.
      if (!scope_.blocks) {
        Mark outer = scope_.Here();
        const Stmt* look = LastLook(FreeValues(scope_).LooksAt(held, nullptr), depth);
        scope_.BackTo(outer);
        const Stmt* iteration =
            MakeSeqStmt(ctx(), {look, second, FreeStores(scope_).Filled(next), FreeStores(scope_).Shown(next)});
        stmts.push_back(MakeFor(ctx(), MakeVar(ctx(), Fresh("f"), scope_.index), Int(2), iteration));
        break;
      }
      [[fallthrough]];
    default: {
      Mark outer = scope_.Here();
      const Stmt* filled = FreeStores(scope_).Filled(next);
      const Stmt* look = LastLook(FreeValues(scope_).LooksAt(held, next), depth);
      scope_.BackTo(outer);
      stmts.insert(stmts.end(), {second, filled, look, FreeStores(scope_).Shown(next)});
    }
  }
  return MakeSeqStmt(ctx(), stmts);
}

const Stmt* HeldStmts::Padded() {
  int64_t count = 2 + static_cast<int64_t>(bytes().Below(4));
  auto first = static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(count) + 1));
  DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  alloc->buffer = MakeBuffer(ctx(), Fresh("pad"), dtype, {Int(count)}, scope_.SomeScope());
  const Expr* held = dtype.IsBool() ? MakeBool(ctx(), bytes().Chance(1, 2))
                                    : MakeImmediate(ctx(), Scalar::Int(dtype, static_cast<int64_t>(bytes().Below(3))));
  auto chosen = [&](DType type, const Expr* condition, const Expr* a, const Expr* b) {
    return MakeIntrinsic(ctx(), IntrinsicId::if_then_else, type, {condition, a, b});
  };
  auto over = [&](const Expr* from, const std::function<const Stmt*(const Var*)>& body) {
    const Var* var = MakeVar(ctx(), Fresh("f"), scope_.index);
    return MakeFor(ctx(), var, from, body(var));
  };
  auto inside = [&](const Expr* i) { return MakeBinary(ctx(), NodeKind::kLT, i, Int(first)); };
  auto load = [&](const Expr* i) { return MakeLoad(ctx(), alloc->buffer, {i}); };
  std::vector<const Stmt*> stmts{alloc,
                                 FreeStores(scope_).Filled(alloc->buffer, [&](const std::vector<const Expr*>& at) {
                                   return chosen(dtype, inside(at[0]), FreeValues(scope_).Value(dtype), held);
                                 })};
  stmts.push_back(over(Int(count), [&](const Var* i) {
    Evaluate* assumed = ctx().arena.New<Evaluate>();
    const Expr* equal = MakeBinary(ctx(), NodeKind::kEQ, load(i), held);
    assumed->value =
        MakeIntrinsic(ctx(), IntrinsicId::assume, DType::Bool(), {MakeBinary(ctx(), NodeKind::kOr, inside(i), equal)});
    return assumed;
  }));
  // Written again, so that it holds something else by now.
  if (bytes().Chance(1, 8)) stmts.push_back(FreeStores(scope_).Filled(alloc->buffer));
  const Buffer* target = scope_.writable[0];
  bool mirrored = bytes().Chance(1, 4), other = bytes().Chance(1, 6), negated = bytes().Chance(1, 3);
  // Most times what reads no other memory, so that nothing stands in the way of one of the two.
  const Expr* more =
      bytes().Chance(1, 4) ? FreeValues(scope_).Value(dtype) : MakeImmediate(ctx(), Scalar::Int(dtype, 1));
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
    return MakeStore(ctx(), target, chosen(target->dtype, condition, a, b), FreeForms(scope_).Indices(target));
  }));
  return MakeSeqStmt(ctx(), stmts);
}

const Stmt* HeldStmts::Staged(int depth) {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  std::vector<const Expr*> shape{Int(1 + static_cast<int64_t>(bytes().Below(4)))};
  // Each thing that keeps it from being filled ahead comes up, and most times none.
  bool varied = bytes().Chance(1, 2);
  auto chance = [&](uint32_t one_in) { return varied && bytes().Chance(1, one_in); };
  if (chance(5)) shape.push_back(Int(2));
  alloc->buffer =
      MakeBuffer(ctx(), Fresh("stage"), scope_.module.plan.PickDType(bytes(), kAnyDType), shape, scope_.SomeScope());
  std::vector<const Stmt*> stmts{alloc};
  // Memory that holds something before may be looked at anywhere.
  bool filled = chance(2);
  if (filled) stmts.push_back(FreeStores(scope_).Filled(alloc->buffer));
  Mark outer = scope_.Here();
  For* loop = ctx().arena.New<For>();
  loop->loop_var = MakeVar(ctx(), Fresh("f"), scope_.index);
  auto iterations = static_cast<int64_t>(bytes().Below(5));
  int64_t from = chance(4) ? bytes().Between(1, 3) : 0;
  loop->min = Int(from);
  loop->extent = Int(iterations);
  if (chance(5)) loop->step = Int(2);
  if (bytes().Chance(1, 6)) loop->for_kind = ForKind::kUnrolled;
  scope_.vars.push_back({loop->loop_var, from, from + std::max<int64_t>(iterations - 1, 0)});
  std::vector<const Stmt*> body;
  if (bytes().Chance(1, 4)) body.push_back(FreeStores(scope_).Store());
  if (const Stmt* named = chance(4) ? FreeNames(scope_).Named() : nullptr) body.push_back(named);
  if (filled && bytes().Chance(1, 3)) body.push_back(FreeStores(scope_).Shown(alloc->buffer));
  // Most times not of what the iterations before it have changed.
  std::vector<const Buffer*> all = scope_.readable;
  if (bytes().Chance(3, 4))
    std::erase_if(scope_.readable,
                  [&](const Buffer* b) { return std::ranges::find(scope_.writable, b) != scope_.writable.end(); });
  AttrStmt* stage = ctx().arena.New<AttrStmt>();
  stage->node = alloc->buffer->data;
  stage->attr_key = ctx().Intern("double_buffer_scope");
  stage->value = MakeInt(ctx(), 1, DType::Int(32));
  std::optional<Element> carried;
  if (bytes().Chance(1, 4)) carried = FreeValues(scope_).Carried();
  bool own = filled && bytes().Chance(1, 4);
  stage->body = FreeStores(scope_).Filled(alloc->buffer, [&](const std::vector<const Expr*>& at) {
    const Expr* value = FreeValues(scope_).Value(alloc->buffer->dtype);
    if (bytes().Chance(3, 4)) value = FreeValues(scope_).Telling(value, loop->loop_var);
    if (own) value = FreeValues(scope_).WithCarried({alloc->buffer, at}, value);
    return carried ? FreeValues(scope_).WithCarried(*carried, value) : value;
  });
  scope_.readable = std::move(all);
  body.push_back(stage);
  scope_.readable.push_back(alloc->buffer);
  body.push_back(FreeStores(scope_).Shown(alloc->buffer));
  if (chance(4))
    body.push_back(FreeStores(scope_).StoreInto({alloc->buffer, FreeForms(scope_).Indices(alloc->buffer)}));
  if (carried) body.push_back(FreeStores(scope_).StoreInto(*carried));
  if (bytes().Chance(1, 3))
    body.push_back(depth > 0 ? FreeStmts(scope_).Sequence(depth - 1) : FreeStores(scope_).Store());
  scope_.BackTo(outer);
  loop->body = MakeSeqStmt(ctx(), body);
  stmts.push_back(loop);
  // What the last iteration has left.
  if ((filled || iterations > 0) && chance(3)) stmts.push_back(FreeStores(scope_).Shown(alloc->buffer));
  return MakeSeqStmt(ctx(), stmts);
}

}  // namespace assay
