#include "generators/modules/tir_part.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_memory.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/tir_held.h"
#include "generators/modules/widen.h"

namespace assay {

// `counts` elements of each axis, with room on both sides.
PartStmts::Part PartStmts::PartOf(const std::vector<int64_t>& counts) {
  Part part;
  std::vector<const Expr*> shape;
  for (int64_t count : counts) {
    int64_t before = bytes().Chance(1, 2) ? static_cast<int64_t>(bytes().Below(4)) : 0;
    int64_t behind = bytes().Chance(1, 2) ? static_cast<int64_t>(bytes().Below(4)) : 0;
    shape.push_back(Int(before + count + behind));
    part.axes.push_back({before, count, bytes().Chance(1, 3)});
  }
  DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
  part.buffer = FreeMemory(scope_).Laid(MakeBuffer(ctx(), Fresh("part"), dtype, shape, scope_.SomeScope()));
  return part;
}

// The element of the part that these are the numbers of.
std::vector<const Expr*> PartStmts::At(const Part& part, const std::vector<const Expr*>& numbers) {
  std::vector<const Expr*> indices;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const PartAxis& axis = part.axes[i];
    int64_t last = axis.begin + axis.count - 1;
    const auto* known = As<IntImm>(numbers[i]);
    if (known != nullptr) {
      indices.push_back(Int(axis.mirrored ? last - known->value : axis.begin + known->value));
    } else if (axis.mirrored) {
      indices.push_back(MakeBinary(ctx(), NodeKind::kSub, Int(last), numbers[i]));
    } else {
      indices.push_back(axis.begin == 0 ? numbers[i] : MakeBinary(ctx(), NodeKind::kAdd, numbers[i], Int(axis.begin)));
    }
  }
  return indices;
}

// Any of the part's elements.
const Expr* PartStmts::OneOf(const Part& part) {
  std::vector<const Expr*> numbers;
  for (const PartAxis& axis : part.axes) numbers.push_back(FreeForms(scope_).Index(Int(axis.count)));
  return MakeLoad(ctx(), part.buffer, At(part, numbers));
}

const Stmt* PartStmts::FilledPart(const Part& part) {
  size_t vars = scope_.vars.size();
  std::vector<const Expr*> numbers;
  for (const PartAxis& axis : part.axes) {
    numbers.push_back(MakeVar(ctx(), Fresh("f"), scope_.index));
    scope_.vars.push_back({numbers.back(), 0, axis.count - 1});
  }
  // The last axis at once, now and then.
  const PartAxis& last = part.axes.back();
  bool at_once = last.count > 1 && bytes().Chance(1, 6);
  const Expr* value = FreeValues(scope_).Value(part.buffer->dtype);
  std::vector<const Expr*> indices = At(part, numbers);
  if (at_once) {
    int lanes = static_cast<int>(last.count);
    WideVar over{static_cast<const Var*>(numbers.back()), Int(0), lanes, nullptr};
    value = Spread(ctx(), Widened(ctx(), over, value), lanes);
    Ramp* all = ctx().arena.New<Ramp>(*static_cast<const Ramp*>(
        MakeRamp(ctx(), Int(last.mirrored ? last.begin + last.count - 1 : last.begin), lanes)));
    if (last.mirrored) all->stride = Int(-1);
    indices.back() = all;
    numbers.pop_back();
  }
  const Stmt* body = MakeStore(ctx(), part.buffer, value, indices);
  scope_.vars.resize(vars);
  for (size_t i = numbers.size(); i-- > 0;)
    body = MakeFor(ctx(), static_cast<const Var*>(numbers[i]), Int(part.axes[i].count), body);
  return body;
}

// The element shows in the target, or in whether, where and what another statement stores.
const Stmt* PartStmts::ShownElement(const Expr* element, int depth) {
  DType dtype = DTypeOf(element);
  if (bytes().Chance(1, 2)) {
    const Buffer* target = scope_.writable[0];
    if (target->dtype != dtype) element = MakeCast(ctx(), target->dtype, element);
    return MakeStore(ctx(), target, element, FreeForms(scope_).Indices(target));
  }
  const Expr* other = dtype.IsBool() ? MakeBool(ctx(), true) : FreeValues(scope_).Value(dtype);
  constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kEQ, NodeKind::kNE};
  NodeKind kind = dtype.IsBool() ? NodeKind::kNE : bytes().Pick(kOrders);
  Mark outer = scope_.Here();
  const Stmt* look = HeldStmts(scope_).LastLook(MakeBinary(ctx(), kind, element, other), depth);
  scope_.BackTo(outer);
  return look;
}

const Stmt* PartStmts::PartlyUsed(int depth) {
  Mark outer = scope_.Here();
  std::vector<int64_t> counts;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) counts.push_back(1 + static_cast<int64_t>(bytes().Below(4)));
  Part part = PartOf(counts);
  std::vector<const Stmt*> stmts{FilledPart(part)};
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) stmts.push_back(ShownElement(OneOf(part), depth));
  scope_.BackTo(outer);
  return FreeMemory(scope_).Owning({part.buffer}, stmts);
}

// Each iteration of a loop has a window of the memory, which begins some elements behind that of the iteration before.
// An iteration fills all of its window, or what the one before it has not filled.
const Stmt* PartStmts::Windows(int depth) {
  int64_t iterations = 2 + static_cast<int64_t>(bytes().Below(2)), apart = 1 + static_cast<int64_t>(bytes().Below(4)),
          width = 1 + static_cast<int64_t>(bytes().Below(4));
  // About where windows begin to share elements.
  if (bytes().Chance(1, 2)) width = apart + bytes().Between(0, 1);
  Part part = PartOf({apart * (iterations - 1) + width});
  bool goes_on = width > apart && bytes().Chance(2, 3);
  Mark outer = scope_.Here();
  const Var *iteration = MakeVar(ctx(), Fresh("f"), scope_.index), *place = MakeVar(ctx(), Fresh("f"), scope_.index);
  const Expr* begin = apart == 1 ? iteration : MakeBinary(ctx(), NodeKind::kMul, iteration, Int(apart));
  auto element = [&](const Expr* number, int64_t from) {
    const Expr* at = MakeBinary(ctx(), NodeKind::kAdd, begin, number);
    if (from != 0) at = MakeBinary(ctx(), NodeKind::kAdd, at, Int(from));
    return At(part, {at});
  };
  scope_.vars.push_back({iteration, 0, iterations - 1});
  std::vector<const Stmt*> stmts;
  auto fill = [&](const Var* number, int64_t from, int64_t count) {
    scope_.vars.push_back({number, 0, count - 1});
    const Expr* value = FreeValues(scope_).Value(part.buffer->dtype);
    if (bytes().Chance(1, 2)) value = FreeValues(scope_).Telling(value, iteration);
    const Stmt* store = MakeStore(ctx(), part.buffer, value, element(number, from));
    scope_.vars.pop_back();
    return MakeFor(ctx(), number, Int(count), store);
  };
  if (goes_on) {
    IfThenElse* first = ctx().arena.New<IfThenElse>();
    first->condition = MakeBinary(ctx(), NodeKind::kEQ, iteration, Int(0));
    first->then_case = fill(MakeVar(ctx(), Fresh("f"), scope_.index), 0, width - apart);
    stmts.push_back(first);
  }
  stmts.push_back(goes_on ? fill(place, width - apart, apart) : fill(place, 0, width));
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i)
    stmts.push_back(ShownElement(MakeLoad(ctx(), part.buffer, element(FreeForms(scope_).Index(Int(width)), 0)), depth));
  scope_.BackTo(outer);
  return FreeMemory(scope_).Owning({part.buffer},
                                   {MakeFor(ctx(), iteration, Int(iterations), MakeSeqStmt(ctx(), stmts))});
}

// The first iteration of a loop fills memory that those behind it look at, beside other memory that each iteration
// fills.
const Stmt* PartStmts::KeptOverIterations(int depth) {
  constexpr int64_t kMostCount = 4;
  int64_t count = 1 + static_cast<int64_t>(bytes().Below(kMostCount));
  Part kept = PartOf({count}), other = PartOf({count});
  if (bytes().Chance(3, 4)) {
    Buffer* alike = ctx().arena.New<Buffer>(*kept.buffer);
    alike->name = other.buffer->name;
    alike->data = MakeVar(ctx(), other.buffer->name.text(), kept.buffer->data->type);
    other = {alike, kept.axes};
  }
  Mark outer = scope_.Here();
  const Var* iteration = MakeVar(ctx(), Fresh("f"), scope_.index);
  scope_.vars.push_back({iteration, 0, 1});
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = MakeBinary(ctx(), NodeKind::kEQ, iteration, Int(0));
  choice->then_case = FilledPart(kept);
  choice->else_case = ShownElement(OneOf(kept), depth);
  const Stmt* beside =
      FreeMemory(scope_).Owning({other.buffer}, {FilledPart(other), ShownElement(OneOf(other), depth)});
  scope_.BackTo(outer);
  std::vector<const Stmt*> body{beside, choice};
  if (bytes().Chance(1, 3)) std::swap(body[0], body[1]);
  return FreeMemory(scope_).Owning({kept.buffer}, {MakeFor(ctx(), iteration, Int(2), MakeSeqStmt(ctx(), body))});
}

// Elements of memory may be vectors, which are stored and read whole. The lanes are those of a value, or numbers of a
// ramp where the dtype has them.
const Stmt* PartStmts::OfVectors(int depth) {
  constexpr std::array kLanes = {2, 4};
  int lanes = bytes().Pick(kLanes);
  DType dtype = scope_.module.plan.PickDType(bytes(), bytes().Chance(1, 2) ? kNumeric : kAnyDType);
  if (dtype.IsBool()) dtype = DType::Int(32);
  DType wide = dtype.WithLanes(static_cast<int16_t>(lanes));
  int64_t count = 1 + static_cast<int64_t>(bytes().Below(4));
  const Buffer* buffer = MakeBuffer(ctx(), Fresh("wide"), wide, {Int(count)}, scope_.SomeScope());
  Mark outer = scope_.Here();
  const Var* place = MakeVar(ctx(), Fresh("f"), scope_.index);
  scope_.vars.push_back({place, 0, count - 1});
  const Expr* value = FreeValues(scope_).Wide(dtype, lanes);
  if (dtype == scope_.index && bytes().Chance(1, 2)) value = MakeRamp(ctx(), FreeForms(scope_).Affine(1).expr, lanes);
  std::vector<const Stmt*> stmts{MakeFor(ctx(), place, Int(count), MakeStore(ctx(), buffer, value, {place}))};
  scope_.BackTo(outer);
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    Shuffle* lane = ctx().arena.New<Shuffle>();
    lane->vectors =
        ctx().Copy(std::vector<const Expr*>{MakeLoad(ctx(), buffer, {FreeForms(scope_).Index(Int(count))})});
    auto which = static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(lanes)));
    lane->indices = ctx().Copy(std::vector<const Expr*>{MakeInt(ctx(), which, DType::Int(32))});
    lane->type = ctx().Prim(dtype);
    stmts.push_back(ShownElement(lane, depth));
  }
  scope_.BackTo(outer);
  return FreeMemory(scope_).Owning({buffer}, stmts);
}

}  // namespace assay
