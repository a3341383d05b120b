#include "generators/modules/tir_extras.h"

#include "generators/modules/tir_plain.h"
#include "generators/modules/widen.h"

namespace assay {
namespace {

constexpr int kFewLanes[] = {2, 4};

}  // namespace

const Stmt* ExtraStages::WithExtra(const Buffer* target, const Stmt* stage) {
  switch (bytes().Below(6)) {
    case 0: return Attributed(target, stage);
    case 1: {
      std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
      Evaluate* look = ctx().arena.New<Evaluate>();
      look->value = MakeLoad(ctx(), target, TargetIndices(target, axes));
      return MakeSeqStmt(ctx(), {stage, Over(axes, look)});
    }
    case 2: {
      std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
      if (axes.empty()) return stage;
      const Expr* inside = MakeBinary(ctx(), NodeKind::kLT, axes.back().var, axes.back().extent);
      return MakeSeqStmt(ctx(), {stage, Over(axes, PlainStages(scope_).Claim(inside))});
    }
    case 3: return MakeSeqStmt(ctx(), {stage, Left(target)});
    case 4: {
      DeclBuffer* view = ctx().arena.New<DeclBuffer>();
      std::vector<const Expr*> shape(target->shape.begin(), target->shape.end());
      view->buffer =
          WithData(MakeBuffer(ctx(), "view" + std::to_string(scope_.next++), target->dtype, shape), target->data);
      view->data = target->data;
      return MakeSeqStmt(ctx(), {stage, view, Left(view->buffer)});
    }
    default: {
      const Stmt* again = VectorsAgain(target);
      return again == nullptr ? stage : MakeSeqStmt(ctx(), {stage, again});
    }
  }
}

const Buffer* ExtraStages::WithData(const Buffer* buffer, const Var* data) {
  Buffer* own = ctx().arena.New<Buffer>(*buffer);
  own->data = data;
  return own;
}

const Stmt* ExtraStages::Attributed(const Buffer* target, const Stmt* stage) {
  AttrStmt* attr = ctx().arena.New<AttrStmt>();
  bool of_memory = bytes().Chance(1, 2);
  attr->node = of_memory ? target->data : nullptr;
  attr->attr_key = ctx().Intern(of_memory ? "volatile_scope" : "pragma_auto_unroll_max_step");
  attr->value = MakeInt(ctx(), of_memory ? 1 : 1 + static_cast<int64_t>(bytes().Below(8)), DType::Int(32));
  attr->body = stage;
  return attr;
}

// Writes elements once more, until a condition ends the innermost loop or in those iterations in which it does not
// hold.
const Stmt* ExtraStages::Left(const Buffer* target) {
  std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  const Stmt* store = MakeStore(ctx(), target, expr.Value(target->dtype, 1), TargetIndices(target, axes));
  if (axes.empty()) return store;
  IfThenElse* out = ctx().arena.New<IfThenElse>();
  out->condition = expr.Condition(1);
  out->then_case =
      bytes().Chance(1, 2) ? static_cast<const Stmt*>(ctx().arena.New<Break>()) : ctx().arena.New<Continue>();
  return Over(axes, MakeSeqStmt(ctx(), {out, store}));
}

// nullptr when the last dimension is no multiple of a vector.
const Stmt* ExtraStages::VectorsAgain(const Buffer* target) {
  std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
  const auto* extent = axes.empty() ? nullptr : As<IntImm>(axes.back().extent);
  int lanes = kFewLanes[bytes().Below(std::size(kFewLanes))];
  if (extent == nullptr || extent->value == 0 || extent->value % lanes != 0) return nullptr;
  const Var* step = MakeVar(ctx(), "s" + std::to_string(scope_.next++), scope_.index);
  WideVar over{axes.back().var, MakeBinary(ctx(), NodeKind::kMul, step, IndexInt(lanes)), lanes, nullptr};
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  std::vector<const Expr*> indices = TargetIndices(target, axes);
  const Expr* value = Spread(ctx(), Widened(ctx(), over, expr.Value(target->dtype, 1)), lanes);
  indices.back() = MakeRamp(ctx(), over.base, lanes);
  axes.back() = {step, IndexInt(extent->value / lanes), false};
  return Over(axes, MakeStore(ctx(), target, bytes().Chance(1, 4) ? Turned(value, lanes) : value, indices));
}

// Its lanes in the opposite order.
const Expr* ExtraStages::Turned(const Expr* value, int lanes) {
  Shuffle* turned = ctx().arena.New<Shuffle>();
  std::vector<const Expr*> places;
  for (int i = lanes; i-- > 0;) places.push_back(MakeInt(ctx(), i, DType::Int(32)));
  turned->vectors = ctx().Copy(std::vector<const Expr*>{value});
  turned->indices = ctx().Copy(places);
  turned->type = value->type;
  return turned;
}

}  // namespace assay
