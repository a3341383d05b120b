#include "generators/modules/launch_values.h"

#include <array>

#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "ir/text/scalar_build.h"
#include "ir/tir/threads.h"

namespace assay {
namespace {

constexpr std::array kJoins = {NodeKind::kAdd, NodeKind::kAdd, NodeKind::kSub,
                               NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kJoinsOfBools = {NodeKind::kAnd, NodeKind::kOr};

}  // namespace

const Expr* LaunchValues::Own(const Shared& memory, const Expr* which) {
  if (memory.of_warp)
    return scope_.thread_count > kWarpThreads ? Op(NodeKind::kFloorMod, Thread(), Int(kWarpThreads)) : Thread();
  auto behind = [&](const Expr* index, const Expr* more) {
    const IntImm* known = AsInt(more);
    return known != nullptr && known->value == 0 ? index : Op(NodeKind::kAdd, index, more);
  };
  const IntImm* known = AsInt(which);
  const Expr* rows =
      known != nullptr ? Int(known->value * scope_.thread_count) : Op(NodeKind::kMul, which, Int(scope_.thread_count));
  int64_t last = scope_.thread_count * memory.each - 1;
  switch (memory.slots) {
    case 0: return memory.each == 1 ? Thread() : behind(Op(NodeKind::kMul, Thread(), Int(memory.each)), which);
    case 1: return behind(Thread(), rows);
    case 2: return Op(NodeKind::kSub, Int(last), behind(Thread(), rows));
    default:
      return behind(Op(NodeKind::kFloorMod, Op(NodeKind::kAdd, Thread(), Int(1)), Int(scope_.thread_count)), rows);
  }
}

// Another thread's more often than not.
const Expr* LaunchValues::Any(const Shared& memory) {
  if (scope_.apart) return Own(memory, Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(memory.each)))));
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
      if (scope_.iterations.empty()) return lane;
      return Op(NodeKind::kFloorMod, Op(NodeKind::kAdd, lane, bytes().Pick(scope_.iterations).var), Int(count));
  }
}

std::vector<Axis> LaunchValues::Axes(bool uniform) const {
  std::vector<Axis> axes = scope_.iterations;
  auto add = [&](const std::vector<Binding>& bindings) {
    for (const Binding& one : bindings)
      axes.push_back({one.var, MakeInt(scope_.module.ctx, one.extent, DType::Int(32)), false});
  };
  add(scope_.blocks);
  if (!uniform) add(scope_.threads);
  for (const Named& one : scope_.names) {
    if (one.uniform || !uniform) axes.push_back(one.axis);
  }
  return axes;
}

const Expr* LaunchValues::Condition(bool uniform) {
  std::vector<Axis> axes = Axes(uniform);
  return TirExpr(scope_.module, scope_.readable, axes, DType::Int(32)).Condition(2);
}

// By a name alone: what it stands for says for which threads it holds.
const Expr* LaunchValues::OfName() {
  const Axis& axis = bytes().Pick(scope_.names).axis;
  return Op(bytes().Chance(1, 2) ? NodeKind::kLT : NodeKind::kGE, axis.var, Int(1));
}

const Expr* LaunchValues::Joined(DType dtype, const Expr* a, const Expr* b) {
  return Op(dtype.IsBool() ? bytes().Pick(kJoinsOfBools) : bytes().Pick(kJoins), a, b);
}

const Expr* LaunchValues::Number(DType dtype, int64_t value) {
  const Expr* one = BuildImmediate(ctx(), dtype.Scalar(), value);
  return dtype.IsScalar() ? one : Spread(ctx(), one, dtype.lanes);
}

// Each lane has another value.
const Expr* LaunchValues::InARow(DType dtype, const Shared* from) {
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

const Expr* LaunchValues::Value(DType dtype, const Shared* from) {
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

const Expr* LaunchValues::Read(const Shared& memory, const Expr* index) {
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

const Expr* LaunchValues::TellingThreads(const Expr* value) {
  DType dtype = DTypeOf(value);
  const Expr* thread = Thread();
  if (!dtype.IsBool())
    return Op(NodeKind::kAdd, value, dtype == DType::Int(32) ? thread : MakeCast(ctx(), dtype, thread));
  return Op(NodeKind::kNE, value, Op(NodeKind::kEQ, Op(NodeKind::kFloorMod, thread, Int(2)), Int(0)));
}

const Expr* LaunchValues::ScalarValue(DType dtype, const Shared* from) {
  std::vector<Axis> axes = Axes(/*uniform=*/false);
  const Expr* value = TirExpr(scope_.module, scope_.readable, axes, DType::Int(32)).Value(dtype, 1);
  auto with = [&](const Expr* more) {
    if (DTypeOf(more) != dtype) more = MakeCast(ctx(), dtype, more);
    value = Joined(dtype, more, value);
  };
  if (from != nullptr) with(Read(*from, Any(*from)));
  // Of another thread's value it shows that it is none of one's own.
  if (bytes().Chance(1, 3)) value = TellingThreads(value);
  if (scope_.registers.empty()) return value;
  const Buffer* kept = bytes().Pick(scope_.sums.empty() || bytes().Chance(1, 2) ? scope_.registers : scope_.sums);
  // A cast of any value of one dtype to any other is not defined.
  if (kept->dtype == dtype && bytes().Chance(1, 3)) with(MakeLoad(ctx(), kept, {Int(0)}));
  return value;
}

}  // namespace assay
