#include "generators/modules/tir_pipeline.h"

#include <algorithm>
#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_memory.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/tir_split.h"
#include "passes/analysis/pipeline_marks.h"

namespace assay {
namespace {

constexpr int64_t kMostStages = 3;

}  // namespace

// Memory with a row for each iteration, or filled anew in each, is filled from the memory that the statement before has
// filled; the last statement shows. Stages and order of the statements are any that go up, or any at all.
const Stmt* PipelineStmts::Pipeline() {
  int64_t iterations = static_cast<int64_t>(bytes().Below(5)), width = 1 + static_cast<int64_t>(bytes().Below(3));
  int64_t from = bytes().Chance(1, 4) ? bytes().Between(1, 3) : 0;
  // As TVM has pipelines: the loop holds a block, whose memory is that of an iteration.
  bool anew = scope_.blocks && bytes().Chance(1, 2);
  auto count = static_cast<int64_t>(1 + bytes().Below(2));
  std::vector<const Buffer*> own;
  for (int64_t i = 0; i < count; ++i) {
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    std::vector<const Expr*> shape{Int(width)};
    if (!anew) shape.insert(shape.begin(), Int(from + std::max<int64_t>(iterations, 1)));
    if (anew && bytes().Chance(1, 4)) shape.push_back(Int(2));
    own.push_back(MakeBuffer(ctx(), Fresh("stage"), dtype, shape, scope_.SomeScope()));
  }
  const Var* iteration = MakeVar(ctx(), Fresh("f"), scope_.index);
  Mark outer = scope_.Here();
  scope_.vars.push_back({iteration, from, from + std::max<int64_t>(iterations - 1, 0)});
  std::optional<Element> carried;
  if (bytes().Chance(1, 3)) carried = FreeValues(scope_).Carried();
  std::vector<const Stmt*> body;
  for (size_t i = 0; i <= own.size(); ++i) body.push_back(PipelineStep(own, i, iteration, width, anew, carried));
  scope_.BackTo(outer);
  std::vector<const Attr*> stages, orders;
  int64_t stage = 0;
  for (size_t i = 0; i < body.size(); ++i) {
    stages.push_back(MakeAttrInt(ctx(), stage));
    orders.push_back(MakeAttrInt(ctx(), static_cast<int64_t>(i)));
    stage = std::min(kMostStages, stage + static_cast<int64_t>(bytes().Below(3)));
  }
  for (size_t i = orders.size(); bytes().Chance(1, 2) && i > 1; --i) std::swap(orders[i - 1], orders[bytes().Below(i)]);
  const Stmt* all = anew ? FreeMemory(scope_).Owning(own, body) : MakeSeqStmt(ctx(), body);
  std::vector<const Stmt*> whole;
  For* loop = ctx().arena.New<For>(
      *MakeFor(ctx(), iteration, from == 0 ? SplitStmts(scope_).Count(iterations, whole) : Int(iterations), all));
  loop->min = Int(from);
  loop->annotations = MakeDict(ctx(), {{std::string(kPipelineOrder), MakeAttrList(ctx(), orders)},
                                       {std::string(kPipelineStage), MakeAttrList(ctx(), stages)}});
  whole.push_back(loop);
  return anew ? MakeSeqStmt(ctx(), whole) : FreeMemory(scope_).Owning(own, whole);
}

// Fills memory number `i` from the one before it, or the target from the last one; the target maybe in a block that
// runs where something holds.
const Stmt* PipelineStmts::PipelineStep(const std::vector<const Buffer*>& own, size_t i, const Var* iteration,
                                        int64_t width, bool anew, const std::optional<Element>& carried) {
  bool last = i == own.size();
  const Var* place = MakeVar(ctx(), Fresh("f"), scope_.index);
  scope_.vars.push_back({place, 0, width - 1});
  auto at = [&](const Buffer* buffer) {
    std::vector<const Expr*> indices{place};
    if (!anew) indices.insert(indices.begin(), iteration);
    if (indices.size() < buffer->shape.size()) indices.push_back(Int(1));
    return indices;
  };
  const Expr* before = i == 0 ? nullptr : MakeLoad(ctx(), own[i - 1], at(own[i - 1]));
  const Buffer* into = last ? scope_.writable[0] : own[i];
  const Expr* value =
      before == nullptr ? FreeValues(scope_).Value(into->dtype) : FreeValues(scope_).Converted(before, into->dtype);
  if (before != nullptr && !into->dtype.IsBool() && bytes().Chance(1, 2))
    value = MakeBinary(ctx(), NodeKind::kAdd, value, FreeValues(scope_).Value(into->dtype));
  if (i == 0 && bytes().Chance(1, 2)) value = FreeValues(scope_).Telling(value, iteration);
  if (carried && i == 0) value = FreeValues(scope_).WithCarried(*carried, value);
  const Stmt* store = MakeStore(ctx(), into, value,
                                !last     ? at(into)
                                : carried ? carried->indices
                                          : FreeForms(scope_).Indices(into));
  scope_.vars.pop_back();
  const Stmt* filled = MakeFor(ctx(), place, Int(width), store);
  if (!last || !scope_.blocks || !bytes().Chance(1, 2)) return filled;
  const Expr* condition = FreeForms(scope_).Condition();
  size_t known = scope_.readable.size();
  scope_.readable.insert(scope_.readable.end(), own.begin(), own.end());
  SBlockRealize* some = ctx().arena.New<SBlockRealize>(*As<SBlockRealize>(FreeMemory(scope_).Owning({}, {filled})));
  scope_.readable.resize(known);
  some->predicate = condition;
  return some;
}

}  // namespace assay
