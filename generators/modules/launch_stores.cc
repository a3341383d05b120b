#include "generators/modules/launch_stores.h"

#include "ir/tir/barriers.h"

namespace assay {

// Each thread its own elements; what is read of others' memory is ready before.
void LaunchStores::FillAt(Shared& memory, uint64_t slots) {
  if (scope_.apart) slots = memory.slots;
  Shared* from = ToRead(&memory);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  bool again = memory.use == Shared::Use::kOwn && (memory.slots == slots || bytes().Chance(1, 2));
  if (!again) {
    Ready(memory, Shared::Use::kOwn);
    memory.slots = slots;
    // The barrier may have been another's as well.
    if (from != nullptr && !scope_.apart) from->use = Shared::Use::kAny;
  }
  if (!scope_.apart && bytes().Chance(1, 3)) {
    FillVirtually(memory, from);
    memory.filled = true;
    return;
  }
  const Buffer* buffer = memory.buffer;
  for (int64_t i = 0; i < memory.each; ++i) {
    const Expr* value = Value(buffer->dtype, from);
    // Which iteration it is of shows.
    bool tells = memory.staged && !scope_.iterations.empty() && buffer->dtype.IsScalar() && !buffer->dtype.IsBool();
    if (tells && bytes().Chance(3, 4)) {
      const Expr* iteration = scope_.iterations.back().var;
      value = Op(NodeKind::kAdd, value,
                 buffer->dtype == DType::Int(32) ? iteration : MakeCast(ctx(), buffer->dtype, iteration));
    }
    if (memory.filled && bytes().Chance(1, 3))
      value = Joined(buffer->dtype, MakeLoad(ctx(), buffer, {Own(memory, Int(i))}), value);
    const Stmt* store = MakeStore(ctx(), buffer, value, {Own(memory, Int(i))});
    if (memory.filled)
      AddGuarded(store);
    else
      Add(store);
  }
  memory.filled = true;
}

// Into one memory, or into another one, as the thread's number has it.
const Stmt* LaunchStores::Either(const Var* thread, const std::vector<const Buffer*>& into, const Shared* from) {
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition =
      bytes().Chance(3, 4) ? Op(NodeKind::kLT, thread, Int(1)) : Condition(/*uniform=*/bytes().Chance(1, 2));
  auto store = [&](const Buffer* buffer) { return MakeStore(ctx(), buffer, Value(buffer->dtype, from), {Int(0)}); };
  choice->then_case = store(into.front());
  if (bytes().Chance(2, 3)) choice->else_case = store(into.back());
  return choice;
}

// A virtual thread for each element, which brings its value by way of memory of its own, maybe across a barrier.
void LaunchStores::FillVirtually(Shared& memory, const Shared* from) {
  DType dtype = memory.buffer->dtype;
  Binding thread{"vthread.x", memory.each, MakeVar(ctx(), Fresh("v"), DType::Int(32))};
  scope_.iterations.push_back({thread.var, Int(thread.extent), false});
  const Expr* own = Own(memory, thread.var);
  std::vector<const Buffer*> brought;
  Stmts body;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx(), Fresh("l"), dtype, {Int(1)}, "local");
    brought.push_back(alloc->buffer);
    // What all bring alike may differ later on.
    const Expr* first = bytes().Chance(1, 3) ? Number(dtype, 1) : Value(dtype, from);
    body.insert(body.end(), {alloc, MakeStore(ctx(), alloc->buffer, first, {Int(0)})});
  }
  if (bytes().Chance(1, 3)) body.push_back(Either(thread.var, brought, from));
  if (bytes().Chance(1, 2)) body.push_back(InTurn(thread.var, brought[0], from));
  size_t named = scope_.names.size();
  if (bytes().Chance(1, 4)) body.push_back(NamedIn(bytes().Chance(1, 2) ? thread.var : nullptr));
  if (bytes().Chance(1, 3)) body.push_back(MakeBarrier(ctx(), "shared"));
  const Expr* value = MakeLoad(ctx(), brought[0], {Int(0)});
  if (brought.size() > 1) value = Joined(dtype, value, MakeLoad(ctx(), brought[1], {Int(0)}));
  if (memory.filled && bytes().Chance(1, 3)) value = Joined(dtype, MakeLoad(ctx(), memory.buffer, {own}), value);
  body.push_back(MakeStore(ctx(), memory.buffer, value, {own}));
  scope_.names.resize(named);
  scope_.iterations.pop_back();
  Add(Bound(thread, MakeSeqStmt(ctx(), body), /*by_loop=*/bytes().Chance(3, 4)));
}

// A few times over: as often as the thread's number has it, or from elsewhere, in steps.
const Stmt* LaunchStores::InTurn(const Var* thread, const Buffer* into, const Shared* from) {
  For* loop = ctx().arena.New<For>();
  int64_t most = 1 + static_cast<int64_t>(bytes().Below(3));
  loop->loop_var = MakeVar(ctx(), Fresh("k"), DType::Int(32));
  loop->min = bytes().Chance(1, 4) ? thread : static_cast<const Expr*>(Int(bytes().Chance(1, 4) ? 1 : 0));
  loop->extent = bytes().Chance(1, 2) ? Op(NodeKind::kMin, thread, Int(most)) : Int(most);
  if (bytes().Chance(1, 6)) loop->step = Int(2);
  if (Is<IntImm>(loop->extent) && bytes().Chance(1, 6)) loop->for_kind = ForKind::kUnrolled;
  const Expr* own = MakeLoad(ctx(), into, {Int(0)});
  const Expr* value = bytes().Chance(1, 2) ? Number(into->dtype, 1) : Value(into->dtype, from);
  loop->body = MakeStore(ctx(), into, Joined(into->dtype, own, value), {Int(0)});
  if (bytes().Chance(1, 6)) {
    AttrStmt* hint = ctx().arena.New<AttrStmt>();
    hint->attr_key = ctx().Intern("pragma_auto_unroll_max_step");
    hint->value = Int(4);
    hint->body = loop;
    return hint;
  }
  return loop;
}

// A name for a number of what is there, or of the variable; it is in scope from then on.
const Stmt* LaunchStores::NamedIn(const Var* of) {
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(4));
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), DType::Int(32));
  bind->value = Op(NodeKind::kFloorMod, of == nullptr ? Thread() : of, Int(extent));
  scope_.names.push_back({{bind->var, Int(extent), false}, false});
  return bind;
}

void LaunchStores::Keep() {
  const Buffer* buffer = bytes().Pick(scope_.registers);
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  AddGuarded(MakeStore(ctx(), buffer, Value(buffer->dtype, from), {Int(0)}));
}

// What the thread has kept and what reductions have given, of which nothing else may show.
const Expr* LaunchStores::WithKept(const Expr* value) {
  DType dtype = DTypeOf(value);
  if (!dtype.IsScalar()) return value;
  for (const std::vector<const Buffer*>* list : {&scope_.registers, &scope_.sums}) {
    for (const Buffer* kept : *list) {
      if (!kept->dtype.IsScalar() || bytes().Chance(1, 6)) continue;
      const Expr* share = MakeLoad(ctx(), kept, {Int(0)});
      // A cast of any float to an integer is not defined.
      bool defined = !kept->dtype.IsFloating() || dtype.IsFloating();
      if (!defined) share = Op(NodeKind::kGT, share, Number(kept->dtype, 1));
      if (DTypeOf(share) != dtype) share = MakeCast(ctx(), dtype, share);
      value = Op(dtype.IsBool() ? NodeKind::kNE : NodeKind::kAdd, value, share);
    }
  }
  return value;
}

void LaunchStores::WriteResult(const Buffer* result, bool ragged) {
  int64_t each = (As<IntImm>(result->shape[0])->value + scope_.block_count * scope_.thread_count - 1) /
                 (scope_.block_count * scope_.thread_count);
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  for (int64_t i = 0; i < each; ++i) {
    const Expr* thread = Op(NodeKind::kAdd, Op(NodeKind::kMul, Block(), Int(scope_.thread_count)), Thread());
    const Expr* index = i == 0 ? thread : Op(NodeKind::kAdd, thread, Int(i * scope_.block_count * scope_.thread_count));
    const Stmt* store = MakeStore(ctx(), result, WithKept(Value(result->dtype, from)), {index});
    if (ragged) {
      IfThenElse* some = ctx().arena.New<IfThenElse>();
      some->condition = Op(NodeKind::kLT, index, result->shape[0]);
      some->then_case = store;
      store = some;
    }
    Add(store);
  }
}

void LaunchStores::AddGuarded(const Stmt* stmt) {
  if (bytes().Chance(1, 8)) {
    // As often as the thread has it.
    const Expr* count = scope_.names.empty() || bytes().Chance(1, 2) ? Thread() : bytes().Pick(scope_.names).axis.var;
    const Expr* most = Int(1 + static_cast<int64_t>(bytes().Below(2)));
    For* loop = ctx().arena.New<For>(
        *MakeFor(ctx(), MakeVar(ctx(), Fresh("k"), DType::Int(32)), Op(NodeKind::kMin, count, most), stmt));
    if (bytes().Chance(1, 3)) loop->min = Thread();
    if (bytes().Chance(1, 3)) {
      // All begin, and some leave early.
      loop->extent = Int(1 + static_cast<int64_t>(bytes().Below(3)));
      IfThenElse* exit = ctx().arena.New<IfThenElse>();
      exit->condition = Condition(/*uniform=*/false);
      exit->then_case =
          bytes().Chance(1, 2) ? static_cast<const Stmt*>(ctx().arena.New<Break>()) : ctx().arena.New<Continue>();
      loop->body = MakeSeqStmt(ctx(), {exit, stmt});
    }
    return Add(loop);
  }
  if (!bytes().Chance(1, 3)) return Add(stmt);
  IfThenElse* some = ctx().arena.New<IfThenElse>();
  some->condition = scope_.names.empty() || bytes().Chance(1, 3) ? Condition(/*uniform=*/false) : OfName();
  some->then_case = stmt;
  Add(some);
}

}  // namespace assay
