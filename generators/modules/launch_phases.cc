// What the threads of a launch do between barriers (launch_gen.h).
#include <algorithm>
#include <array>

#include "generators/modules/launch_gen.h"
#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "ir/text/scalar_build.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr std::array kJoins = {NodeKind::kAdd, NodeKind::kAdd, NodeKind::kSub,
                               NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kReductions = {NodeKind::kAdd, NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kJoinsOfBools = {NodeKind::kAnd, NodeKind::kOr};

}  // namespace

// recursion: tiles come up in steps, and have none of their own
void LaunchGen::Step() {
  uint64_t roll = apart_ ? bytes().Between(3, 6) : bytes().Below(9);
  if (roll == 7 && thread_count_ % kWarpThreads == 0) return Tiles();
  if (roll == 3 || roll == 8) return Name();
  if (roll == 0) return Keep();
  if (roll == 1) return Exchange();
  if (roll == 2) return Reduce();
  std::vector<Shared*> possible;
  for (Shared& memory : shared_) {
    if (!memory.staged) possible.push_back(&memory);
  }
  Fill(*bytes().Pick(possible));
}

void LaunchGen::Ready(Shared& memory, Shared::Use use) {
  if (apart_) use = Shared::Use::kOwn;
  bool fits = apart_ || memory.use == Shared::Use::kNone || (memory.use == use && use == Shared::Use::kAny);
  if (!fits) Barrier(memory.of_warp && bytes().Chance(1, 2));
  memory.use = use;
}

LaunchGen::Shared* LaunchGen::ToRead(const Shared* but) {
  std::vector<Shared*> filled;
  for (Shared& memory : shared_) {
    if (memory.filled && &memory != but) filled.push_back(&memory);
  }
  return filled.empty() || bytes().Chance(1, 5) ? nullptr : bytes().Pick(filled);
}

// Each thread its own elements; what is read of others' memory is ready before.
void LaunchGen::FillAt(Shared& memory, uint64_t slots) {
  if (apart_) slots = memory.slots;
  Shared* from = ToRead(&memory);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  bool again = memory.use == Shared::Use::kOwn && (memory.slots == slots || bytes().Chance(1, 2));
  if (!again) {
    Ready(memory, Shared::Use::kOwn);
    memory.slots = slots;
    // The barrier may have been another's as well.
    if (from != nullptr && !apart_) from->use = Shared::Use::kAny;
  }
  if (!apart_ && bytes().Chance(1, 3)) {
    FillVirtually(memory, from);
    memory.filled = true;
    return;
  }
  const Buffer* buffer = memory.buffer;
  for (int64_t i = 0; i < memory.each; ++i) {
    const Expr* value = Value(buffer->dtype, from);
    // Which iteration it is of shows.
    bool tells = memory.staged && !iterations_.empty() && buffer->dtype.IsScalar() && !buffer->dtype.IsBool();
    if (tells && bytes().Chance(3, 4)) {
      const Expr* iteration = iterations_.back().var;
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
const Stmt* LaunchGen::Either(const Var* thread, const std::vector<const Buffer*>& into, const Shared* from) {
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition =
      bytes().Chance(3, 4) ? Op(NodeKind::kLT, thread, Int(1)) : Condition(/*uniform=*/bytes().Chance(1, 2));
  auto store = [&](const Buffer* buffer) { return MakeStore(ctx(), buffer, Value(buffer->dtype, from), {Int(0)}); };
  choice->then_case = store(into.front());
  if (bytes().Chance(2, 3)) choice->else_case = store(into.back());
  return choice;
}

// A virtual thread for each element, which brings its value by way of memory of its own, maybe across a barrier.
void LaunchGen::FillVirtually(Shared& memory, const Shared* from) {
  DType dtype = memory.buffer->dtype;
  Binding thread{"vthread.x", memory.each, MakeVar(ctx(), Fresh("v"), DType::Int(32))};
  iterations_.push_back({thread.var, Int(thread.extent), false});
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
  size_t named = names_.size();
  if (bytes().Chance(1, 4)) body.push_back(NamedIn(bytes().Chance(1, 2) ? thread.var : nullptr));
  if (bytes().Chance(1, 3)) body.push_back(MakeBarrier(ctx(), "shared"));
  const Expr* value = MakeLoad(ctx(), brought[0], {Int(0)});
  if (brought.size() > 1) value = Joined(dtype, value, MakeLoad(ctx(), brought[1], {Int(0)}));
  if (memory.filled && bytes().Chance(1, 3)) value = Joined(dtype, MakeLoad(ctx(), memory.buffer, {own}), value);
  body.push_back(MakeStore(ctx(), memory.buffer, value, {own}));
  names_.resize(named);
  iterations_.pop_back();
  Add(Bound(thread, MakeSeqStmt(ctx(), body), /*by_loop=*/bytes().Chance(3, 4)));
}

// A few times over: as often as the thread's number has it, or from elsewhere, in steps.
const Stmt* LaunchGen::InTurn(const Var* thread, const Buffer* into, const Shared* from) {
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
const Stmt* LaunchGen::NamedIn(const Var* of) {
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(4));
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), DType::Int(32));
  bind->value = Op(NodeKind::kFloorMod, of == nullptr ? Thread() : of, Int(extent));
  names_.push_back({{bind->var, Int(extent), false}, false});
  return bind;
}

void LaunchGen::Keep() {
  const Buffer* buffer = bytes().Pick(registers_);
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  AddGuarded(MakeStore(ctx(), buffer, Value(buffer->dtype, from), {Int(0)}));
}

void LaunchGen::Name() {
  bool uniform = bytes().Chance(1, 2);
  std::vector<Axis> axes = Axes(uniform);
  const Expr* number = TirExpr(module_, readable_, axes, DType::Int(32)).Value(DType::Int(32), 1);
  // What others have brought differs by thread.
  Shared* from = uniform ? nullptr : ToRead(nullptr);
  if (from != nullptr && from->buffer->dtype.IsInteger()) {
    Ready(*from, Shared::Use::kAny);
    const Expr* brought = Read(*from, Any(*from));
    number = DTypeOf(brought) == DType::Int(32) ? brought : MakeCast(ctx(), DType::Int(32), brought);
  }
  // Readers fold numbers alone.
  if (VarsIn(number).empty()) number = uniform ? Block() : Thread();
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(4));
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), DType::Int(32));
  bind->value = Op(NodeKind::kFloorMod, number, Int(extent));
  Add(bind);
  names_.push_back({{bind->var, Int(extent), false}, uniform});
}

// Among the lanes of a warp that there are in each segment.
void LaunchGen::Exchange() {
  int64_t width = std::min<int64_t>(thread_count_ & -thread_count_, kWarpThreads);
  if (width < 2 || (thread_count_ > kWarpThreads && thread_count_ % kWarpThreads != 0)) return Keep();
  if (bytes().Chance(1, 2)) width = 2;
  const Buffer* buffer = bytes().Pick(registers_);
  int64_t lanes = std::min<int64_t>(thread_count_, kWarpThreads);
  constexpr std::array kKinds = {IntrinsicId::tvm_warp_shuffle, IntrinsicId::tvm_warp_shuffle_up,
                                 IntrinsicId::tvm_warp_shuffle_down, IntrinsicId::tvm_warp_shuffle_xor};
  const Expr* mask = bytes().Chance(1, 4)
                         ? MakeIntrinsic(ctx(), IntrinsicId::tvm_warp_activemask, DType::UInt(32), {})
                         : static_cast<const Expr*>(MakeInt(ctx(), (int64_t{1} << lanes) - 1, DType::UInt(32)));
  const Expr* own = MakeLoad(ctx(), buffer, {Int(0)});
  const Expr* lane = Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(width))));
  const Expr* theirs =
      MakeIntrinsic(ctx(), bytes().Pick(kKinds), buffer->dtype, {mask, own, lane, Int(width), Int(kWarpThreads)});
  // First, since what stands behind a guard not all lanes come to.
  Add(MakeStore(ctx(), buffer, bytes().Chance(1, 2) ? theirs : Joined(buffer->dtype, theirs, own), {Int(0)}));
}

// What becomes of each side's variables: sums and their like; of two also the greater one with what comes along, of
// which the greater may stand first or last, or the product of two complex numbers, where each value is of all four.
std::vector<const Expr*> LaunchGen::Combined(std::span<const Var* const> lhs, std::span<const Var* const> rhs) {
  std::vector<const Expr*> result;
  uint64_t form = lhs.size() == 1 ? 0 : bytes().Below(4);
  bool alike = lhs.size() == 2 && DTypeOf(lhs[0]) == DTypeOf(lhs[1]) && !DTypeOf(lhs[0]).IsBool();
  if (form == 3 && alike) {
    auto product = [&](size_t i, size_t j) { return Op(NodeKind::kMul, lhs[i], rhs[j]); };
    return {Op(NodeKind::kSub, product(0, 0), product(1, 1)), Op(NodeKind::kAdd, product(0, 1), product(1, 0))};
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    size_t by = form == 1 ? 0 : lhs.size() - 1;
    bool chooses = form == 1 || form == 2;
    result.push_back(chooses ? MakeSelect(ctx(), Op(NodeKind::kGE, lhs[by], rhs[by]), lhs[i], rhs[i])
                             : Op(DTypeOf(lhs[i]).IsBool() ? bytes().Pick(kJoinsOfBools) : bytes().Pick(kReductions),
                                  lhs[i], rhs[i]));
  }
  return result;
}

const CommReducer* LaunchGen::Reducer(std::span<const DType> dtypes) {
  std::vector<const Var*> lhs, rhs;
  std::vector<const Expr*> identity;
  for (DType dtype : dtypes) {
    lhs.push_back(MakeVar(ctx(), Fresh("x"), dtype));
    rhs.push_back(MakeVar(ctx(), Fresh("y"), dtype));
    identity.push_back(BuildImmediate(ctx(), dtype, int64_t{bytes().Chance(1, 3) ? 1 : 0}));
  }
  CommReducer* reducer = ctx().arena.New<CommReducer>();
  reducer->lhs = ctx().Copy(lhs);
  reducer->rhs = ctx().Copy(rhs);
  reducer->result = ctx().Copy(Combined(lhs, rhs));
  reducer->identity_element = ctx().Copy(identity);
  return reducer;
}

// Two results into one place would be the second one.
std::vector<const Buffer*> LaunchGen::IntoWhat() {
  std::vector<const Buffer*> into{bytes().Pick(registers_)};
  for (const Buffer* other : registers_) {
    if (into.size() == 1 && other != into[0] && !other->dtype.IsBool() && bytes().Chance(1, 3)) into.push_back(other);
  }
  if (bytes().Chance(1, 3)) return into;
  for (const Buffer*& one : into) {
    one = MakeBuffer(ctx(), Fresh("r"), one->dtype, {Int(1)}, "local");
    all_sums_.push_back(one);
  }
  return into;
}

void LaunchGen::Reduce() {
  std::vector<const Buffer*> into = IntoWhat();
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  std::vector<DType> dtypes;
  std::vector<const Expr*> args{MakeInt(ctx(), static_cast<int64_t>(into.size()), DType::UInt(32))};
  for (const Buffer* buffer : into) {
    dtypes.push_back(buffer->dtype);
    bool own = std::ranges::find(registers_, buffer) != registers_.end() && bytes().Chance(1, 3);
    args.push_back(own ? MakeLoad(ctx(), buffer, {Int(0)}) : Value(buffer->dtype, from));
  }
  args.push_back(bytes().Chance(1, 3) ? Condition(/*uniform=*/false) : MakeBool(ctx(), true));
  for (const Buffer* buffer : into) args.push_back(MakeLoad(ctx(), buffer, {Int(0)}));
  size_t all = args.size();
  for (const Binding& thread : threads_) {
    if (bytes().Chance(2, 3)) args.push_back(thread.var);
  }
  if (args.size() == all) args.push_back(threads_[0].var);
  Evaluate* reduction = ctx().arena.New<Evaluate>();
  reduction->value = MakeIntrinsic(ctx(), IntrinsicId::tvm_thread_allreduce, DType::Void(), args);
  AttrStmt* scope = ctx().arena.New<AttrStmt>();
  scope->node = Reducer(dtypes);
  scope->attr_key = ctx().Intern("reduce_scope");
  scope->value = Int(0);
  scope->body = reduction;
  Add(scope);
  for (const Buffer* buffer : into) {
    if (std::ranges::find(registers_, buffer) == registers_.end()) sums_.push_back(buffer);
  }
}

const Expr* LaunchGen::Thread() {
  const Expr* number = threads_.back().var;
  for (size_t i = threads_.size() - 1; i-- > 0;)
    number = Op(NodeKind::kAdd, Op(NodeKind::kMul, number, Int(threads_[i].extent)), threads_[i].var);
  return number;
}

const Expr* LaunchGen::Block() {
  const Expr* number = blocks_.back().var;
  for (size_t i = blocks_.size() - 1; i-- > 0;)
    number = Op(NodeKind::kAdd, Op(NodeKind::kMul, number, Int(blocks_[i].extent)), blocks_[i].var);
  return number;
}

const Expr* LaunchGen::Own(const Shared& memory, const Expr* which) {
  if (memory.of_warp)
    return thread_count_ > kWarpThreads ? Op(NodeKind::kFloorMod, Thread(), Int(kWarpThreads)) : Thread();
  auto behind = [&](const Expr* index, const Expr* more) {
    const IntImm* known = AsInt(more);
    return known != nullptr && known->value == 0 ? index : Op(NodeKind::kAdd, index, more);
  };
  const IntImm* known = AsInt(which);
  const Expr* rows =
      known != nullptr ? Int(known->value * thread_count_) : Op(NodeKind::kMul, which, Int(thread_count_));
  int64_t last = thread_count_ * memory.each - 1;
  switch (memory.slots) {
    case 0: return memory.each == 1 ? Thread() : behind(Op(NodeKind::kMul, Thread(), Int(memory.each)), which);
    case 1: return behind(Thread(), rows);
    case 2: return Op(NodeKind::kSub, Int(last), behind(Thread(), rows));
    default: return behind(Op(NodeKind::kFloorMod, Op(NodeKind::kAdd, Thread(), Int(1)), Int(thread_count_)), rows);
  }
}

// Another thread's more often than not.
const Expr* LaunchGen::Any(const Shared& memory) {
  if (apart_) return Own(memory, Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(memory.each)))));
  int64_t count = As<IntImm>(memory.buffer->shape[0])->value;
  const Expr* lane = memory.of_warp ? Own(memory, Int(0)) : Thread();
  switch (bytes().Below(5)) {
    case 0: return Op(NodeKind::kSub, Int(count - 1), lane);
    case 1:
      return Op(NodeKind::kFloorMod, Op(NodeKind::kAdd, lane, Int(1 + static_cast<int64_t>(bytes().Below(3)))),
                Int(count));
    case 2:
      return Op(NodeKind::kFloorMod, Op(NodeKind::kMul, lane, Int(2 + static_cast<int64_t>(bytes().Below(3)))),
                Int(count));
    case 3: return Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(count))));
    default:
      if (iterations_.empty()) return lane;
      return Op(NodeKind::kFloorMod, Op(NodeKind::kAdd, lane, bytes().Pick(iterations_).var), Int(count));
  }
}

std::vector<Axis> LaunchGen::Axes(bool uniform) const {
  std::vector<Axis> axes = iterations_;
  auto add = [&](const std::vector<Binding>& bindings) {
    for (const Binding& one : bindings)
      axes.push_back({one.var, MakeInt(module_.ctx, one.extent, DType::Int(32)), false});
  };
  add(blocks_);
  if (!uniform) add(threads_);
  for (const Named& one : names_) {
    if (one.uniform || !uniform) axes.push_back(one.axis);
  }
  return axes;
}

const Expr* LaunchGen::Condition(bool uniform) {
  std::vector<Axis> axes = Axes(uniform);
  return TirExpr(module_, readable_, axes, DType::Int(32)).Condition(2);
}

const Expr* LaunchGen::Joined(DType dtype, const Expr* a, const Expr* b) {
  return Op(dtype.IsBool() ? bytes().Pick(kJoinsOfBools) : bytes().Pick(kJoins), a, b);
}

const Expr* LaunchGen::Number(DType dtype, int64_t value) {
  const Expr* one = BuildImmediate(ctx(), dtype.Scalar(), value);
  return dtype.IsScalar() ? one : Spread(ctx(), one, dtype.lanes);
}

// Each lane has another value.
const Expr* LaunchGen::InARow(DType dtype, const Shared* from) {
  std::vector<const Expr*> lanes, places;
  for (int i = 0; i < dtype.lanes; ++i) {
    lanes.push_back(ScalarValue(dtype.Scalar(), i == 0 ? from : nullptr));
    places.push_back(Int(i));
  }
  Shuffle* row = ctx().arena.New<Shuffle>();
  row->vectors = ctx().Copy(lanes);
  row->indices = ctx().Copy(places);
  row->type = ctx().Prim(dtype);
  return row;
}

const Expr* LaunchGen::Value(DType dtype, const Shared* from) {
  if (dtype.IsScalar()) return ScalarValue(dtype, from);
  if (bytes().Chance(1, 3)) return InARow(dtype, from);
  const Expr* wide = Spread(ctx(), ScalarValue(dtype.Scalar(), from), dtype.lanes);
  bool apart = dtype.IsInt() && bytes().Chance(1, 2);
  if (!apart) return wide;
  Ramp* lanes =
      ctx().arena.New<Ramp>(*static_cast<const Ramp*>(MakeRamp(ctx(), Number(dtype.Scalar(), 0), dtype.lanes)));
  lanes->stride = Number(dtype.Scalar(), 1);
  lanes->type = ctx().Prim(dtype);
  return Op(NodeKind::kAdd, wide, lanes);
}

const Expr* LaunchGen::Read(const Shared& memory, const Expr* index) {
  const Expr* element = MakeLoad(ctx(), memory.buffer, {index});
  DType dtype = memory.buffer->dtype;
  if (dtype.IsScalar()) return element;
  Shuffle* lane = ctx().arena.New<Shuffle>();
  lane->vectors = ctx().Copy(std::vector<const Expr*>{element});
  auto which = static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(dtype.lanes)));
  lane->indices = ctx().Copy(std::vector<const Expr*>{Int(which)});
  lane->type = ctx().Prim(dtype.Scalar());
  return lane;
}

const Expr* LaunchGen::TellingThreads(const Expr* value) {
  DType dtype = DTypeOf(value);
  const Expr* thread = Thread();
  if (!dtype.IsBool())
    return Op(NodeKind::kAdd, value, dtype == DType::Int(32) ? thread : MakeCast(ctx(), dtype, thread));
  return Op(NodeKind::kNE, value, Op(NodeKind::kEQ, Op(NodeKind::kFloorMod, thread, Int(2)), Int(0)));
}

const Expr* LaunchGen::ScalarValue(DType dtype, const Shared* from) {
  std::vector<Axis> axes = Axes(/*uniform=*/false);
  const Expr* value = TirExpr(module_, readable_, axes, DType::Int(32)).Value(dtype, 1);
  auto with = [&](const Expr* more) {
    if (DTypeOf(more) != dtype) more = MakeCast(ctx(), dtype, more);
    value = Joined(dtype, more, value);
  };
  if (from != nullptr) with(Read(*from, Any(*from)));
  // Of another thread's value it shows that it is none of one's own.
  if (bytes().Chance(1, 3)) value = TellingThreads(value);
  if (registers_.empty()) return value;
  const Buffer* kept = bytes().Pick(sums_.empty() || bytes().Chance(1, 2) ? registers_ : sums_);
  // A cast of any value of one dtype to any other is not defined.
  if (kept->dtype == dtype && bytes().Chance(1, 3)) with(MakeLoad(ctx(), kept, {Int(0)}));
  return value;
}

// By a name alone: what it stands for says for which threads it holds.
const Expr* LaunchGen::OfName() {
  const Axis& axis = bytes().Pick(names_).axis;
  return Op(bytes().Chance(1, 2) ? NodeKind::kLT : NodeKind::kGE, axis.var, Int(1));
}

void LaunchGen::AddGuarded(const Stmt* stmt) {
  if (bytes().Chance(1, 8)) {
    // As often as the thread has it.
    const Expr* count = names_.empty() || bytes().Chance(1, 2) ? Thread() : bytes().Pick(names_).axis.var;
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
  some->condition = names_.empty() || bytes().Chance(1, 3) ? Condition(/*uniform=*/false) : OfName();
  some->then_case = stmt;
  Add(some);
}

}  // namespace assay
