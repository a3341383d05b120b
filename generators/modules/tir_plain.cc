#include "generators/modules/tir_plain.h"

#include <utility>

#include "generators/modules/tir_blocks.h"
#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

constexpr int kLanes[] = {2, 3, 4, 8};
// More than a byte counts, in elements or in bits.
constexpr int kManyLanes[] = {64, 128, 256};

}  // namespace

// One store of each element, or a let or an if around it.
const Stmt* PlainStages::PlainStore(const Buffer* target, const std::vector<Axis>& axes) {
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  std::vector<const Expr*> indices = TargetIndices(target, axes);
  int depth = 1 + static_cast<int>(bytes().Below(3));
  const Expr* value = expr.Value(target->dtype, depth);
  switch (bytes().Below(4)) {
    case 1: {
      std::vector<const Stmt*> stmts;
      // Now and then a variable is bound to a variable.
      for (int names = bytes().Chance(1, 2) ? 2 : 1; names > 0; --names) {
        Bind* bind = ctx().arena.New<Bind>();
        bind->var = MakeVar(ctx(), names == 1 ? "u" : "w", target->dtype);
        bind->value = std::exchange(value, bind->var);
        stmts.push_back(bind);
      }
      stmts.push_back(MakeStore(ctx(), target, value, indices));
      return MakeSeqStmt(ctx(), stmts);
    }
    case 2: {
      IfThenElse* choice = ctx().arena.New<IfThenElse>();
      choice->condition = expr.Condition(1);
      if (bytes().Chance(1, 2)) choice->condition = Likely(choice->condition);
      choice->then_case = MakeStore(ctx(), target, value, indices);
      choice->else_case = MakeStore(ctx(), target, expr.Immediate(target->dtype), indices);
      return choice;
    }
    case 3:
      if (!scope_.module.plan.options->hazards) break;
      return MakeSeqStmt(ctx(), {Claim(expr.Condition(1)), MakeStore(ctx(), target, value, indices)});
    default: break;
  }
  return MakeStore(ctx(), target, value, indices);
}

// A loop in steps around a loop of one step, with a branch where steps do not divide it. The steps are the loop's own
// now and then.
const Stmt* PlainStages::PlainSplit(const Axis& axis, std::vector<Loop>& loops, const Stmt* body) {
  int64_t factor = 2 + static_cast<int64_t>(bytes().Below(3));
  const Expr* padded = MakeBinary(ctx(), NodeKind::kAdd, axis.extent, IndexInt(factor - 1));
  const auto* extent = As<IntImm>(axis.extent);
  const Expr* steps = extent == nullptr ? MakeBinary(ctx(), NodeKind::kFloorDiv, padded, IndexInt(factor))
                                        : IndexInt((extent->value + factor - 1) / factor);
  bool own = scope_.module.plan.options->bare_kernels && bytes().Chance(1, 3);
  const Var* outer = MakeVar(ctx(), "o" + std::to_string(scope_.next++), scope_.index);
  loops.push_back({outer, own ? axis.extent : steps, ForKind::kSerial, own ? IndexInt(factor) : nullptr});
  const Expr* start = own ? outer : MakeBinary(ctx(), NodeKind::kMul, outer, IndexInt(factor));
  loops.push_back(
      {MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index), IndexInt(factor), ForKind::kSerial});
  const Expr* value = MakeBinary(ctx(), NodeKind::kAdd, start, loops.back().var);
  body = SubstituteIn(ctx(), body, {{axis.var, value}});
  if (extent != nullptr && extent->value % factor == 0) return body;
  IfThenElse* inside = ctx().arena.New<IfThenElse>();
  inside->condition = Likely(MakeBinary(ctx(), NodeKind::kLT, value, axis.extent));
  inside->then_case = body;
  return inside;
}

// Ends the run where it does not hold.
const Stmt* PlainStages::Claim(const Expr* condition) {
  AssertStmt* claim = ctx().arena.New<AssertStmt>();
  claim->condition = condition;
  claim->error_kind = ctx().Intern("RuntimeError");
  claim->message_parts = ctx().Copy(std::vector<Name>{ctx().Intern("a claim does not hold")});
  return claim;
}

// The last axis in steps of some lanes. Where they do not divide it, those behind its end are switched off.
const Stmt* PlainStages::VectorStore(const Buffer* target, const std::vector<Axis>& axes) {
  bool many = bytes().Chance(1, 8);
  int lanes = many ? kManyLanes[bytes().Below(std::size(kManyLanes))] : kLanes[bytes().Below(std::size(kLanes))];
  const Axis& last = axes.back();
  const auto* extent = As<IntImm>(last.extent);
  const Expr* padded = MakeBinary(ctx(), NodeKind::kAdd, last.extent, IndexInt(lanes - 1));
  const Expr* steps = extent == nullptr ? MakeBinary(ctx(), NodeKind::kFloorDiv, padded, IndexInt(lanes))
                                        : IndexInt((extent->value + lanes - 1) / lanes);
  const Var* step = MakeVar(ctx(), "s" + std::to_string(scope_.next++), scope_.index);
  WideVar over{last.var, MakeBinary(ctx(), NodeKind::kMul, step, IndexInt(lanes)), lanes, nullptr};
  const Expr* ramp = MakeRamp(ctx(), over.base, lanes);
  if (extent == nullptr || extent->value % lanes != 0) {
    over.mask = MakeBinary(ctx(), NodeKind::kLT, ramp, Spread(ctx(), last.extent, lanes));
  }
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  const Expr* value = Widened(ctx(), over, expr.Value(target->dtype, 1 + static_cast<int>(bytes().Below(3))));
  std::vector<const Expr*> indices = TargetIndices(target, axes);
  indices.back() = ramp;
  BufferStore* store = ctx().arena.New<BufferStore>(*MakeStore(ctx(), target, value, indices));
  store->predicate = over.mask;
  return BlockStages(scope_).Nest({{step, steps, ForKind::kSerial}}, store);
}

const Stmt* PlainStages::PlainReduction(const Buffer* target, const std::vector<Axis>& axes) {
  TirExpr expr(scope_.module, scope_.readable, axes, scope_.index);
  std::vector<const Expr*> indices = TargetIndices(target, axes);
  Reducer reducer = PickReducer(target->dtype);
  const Expr* value = expr.Value(target->dtype, 1 + static_cast<int>(bytes().Below(2)));
  const Expr* next = MakeBinary(ctx(), reducer.kind, MakeLoad(ctx(), target, indices), value);
  std::vector<Loop> loops;
  for (const Axis& axis : axes) {
    if (axis.reduce) loops.push_back({axis.var, axis.extent, ForKind::kSerial});
  }
  const Stmt* update = BlockStages(scope_).Nest(loops, MakeStore(ctx(), target, next, indices));
  return MakeSeqStmt(ctx(), {MakeStore(ctx(), target, reducer.identity, indices), update});
}

// Does the same work a few times over: a while that counts in a buffer of its own.
const Stmt* PlainStages::Repeat(const Stmt* body) {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  alloc->buffer = MakeBuffer(ctx(), "count" + std::to_string(scope_.next++), DType::Int(32), {IndexInt(1)}, "local");
  std::vector<const Expr*> first{IndexInt(0)};
  const Expr* count = MakeLoad(ctx(), alloc->buffer, first);
  const Expr* next = MakeBinary(ctx(), NodeKind::kAdd, count, MakeInt(ctx(), 1, DType::Int(32)));
  While* loop = ctx().arena.New<While>();
  int64_t times = 1 + static_cast<int64_t>(bytes().Below(2));
  loop->condition = MakeBinary(ctx(), NodeKind::kLT, count, MakeInt(ctx(), times, DType::Int(32)));
  loop->body = MakeSeqStmt(ctx(), {body, MakeStore(ctx(), alloc->buffer, next, first)});
  return MakeSeqStmt(ctx(), {alloc, MakeStore(ctx(), alloc->buffer, MakeInt(ctx(), 0, DType::Int(32)), first), loop});
}

const Stmt* PlainStages::PlainStage(const Buffer* target, bool reduce) {
  std::vector<Axis> axes = MakeAxes(target, reduce);
  reduce = reduce && axes.size() > target->shape.size();
  bool vectors = !reduce && !axes.empty() && scope_.module.plan.options->bare_kernels && bytes().Chance(1, 3);
  const Stmt* body = vectors  ? VectorStore(target, axes)
                     : reduce ? PlainReduction(target, axes)
                              : PlainStore(target, axes);
  if (vectors) axes.pop_back();
  std::vector<Loop> loops;
  for (const Axis& axis : axes) {
    if (axis.reduce) continue;
    if (scope_.module.Has(Feature::kSplitLoops) && bytes().Chance(1, 6)) {
      body = PlainSplit(axis, loops, body);
      continue;
    }
    bool innermost = !reduce && &axis == &axes.back();
    loops.push_back({axis.var, axis.extent, BlockStages(scope_).PickKind(axis, loops.empty(), innermost)});
  }
  body = BlockStages(scope_).Nest(loops, body);
  return bytes().Chance(1, 8) ? Repeat(body) : body;
}

}  // namespace assay
