#include "generators/modules/launch_flow.h"

#include <utility>

#include "generators/modules/launch_reductions.h"
#include "generators/modules/launch_stores.h"
#include "generators/modules/launch_tiles.h"
#include "ir/support/check.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr int64_t kMostTrips = 3;

}  // namespace

// recursion: at most `depth` deep
void LaunchFlow::Items(int depth) {
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    uint64_t roll = bytes().exhausted() ? 9 : bytes().Below(10);
    if (roll < 2 && depth > 0)
      Iterations(depth - 1);
    else if (roll == 2 && depth > 0)
      Choice(depth - 1);
    else if (!(roll == 3 && LaunchReductions(scope_).Tree()))
      Step();
    // Also where nothing asks for one.
    if (bytes().Chance(1, 6)) Barrier();
  }
}

// Memory that is filled inside of a loop or branch may not be filled behind it. What is used before the loop may still
// be in use behind it, where it has no iteration.
void LaunchFlow::Iterations(int depth) {
  if (bytes().Chance(1, 2)) Barrier();
  ClosePhase();
  std::vector<Shared> outer = scope_.shared;
  std::vector<Named> names = scope_.names;
  std::vector<const Buffer*> sums = scope_.sums;
  Stmts before = std::exchange(scope_.launch, {});
  For* loop = ctx().arena.New<For>();
  loop->min = Int(0);
  int64_t extent = 1 + static_cast<int64_t>(bytes().Below(kMostTrips));
  loop->extent = Int(extent);
  // In some blocks there may be no iteration.
  bool varies = bytes().Chance(1, 3);
  if (varies) {
    std::vector<const Var*> counts{bytes().Pick(scope_.blocks).var};
    for (const Named& one : scope_.names) {
      if (one.uniform) counts.push_back(one.axis.var);
    }
    loop->extent = Op(NodeKind::kMin, bytes().Pick(counts), loop->extent);
  }
  loop->loop_var = MakeVar(ctx(), Fresh("k"), DType::Int(32));
  if (!varies && bytes().Chance(1, 6)) loop->for_kind = ForKind::kUnrolled;
  scope_.iterations.push_back({loop->loop_var, loop->extent, false});
  if (bytes().Chance(1, 3)) Stage();
  Items(depth);
  // What this iteration reads the next one may write.
  Barrier();
  ClosePhase();
  scope_.iterations.pop_back();
  loop->body = MakeSeqStmt(ctx(), std::exchange(scope_.launch, std::move(before)));
  scope_.launch.push_back(loop);
  scope_.shared = std::move(outer);
  scope_.sums = std::move(sums);
  scope_.names = std::move(names);
}

void LaunchFlow::Stage() {
  DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
  std::string_view scope = bytes().Chance(1, 4) ? "shared.dyn" : "shared";
  Shared stage{.buffer = MakeBuffer(ctx(), Fresh("d"), dtype, {Int(scope_.thread_count)}, scope)};
  stage.staged = true;
  scope_.staged.push_back(stage.buffer);
  size_t before = scope_.launch.size();
  scope_.shared.push_back(stage);
  LaunchStores(scope_).FillAt(scope_.shared.back(), bytes().Below(2));
  ClosePhase();
  // What was asked for before it, such as a barrier, stands in front.
  AttrStmt* attr = ctx().arena.New<AttrStmt>();
  attr->node = stage.buffer->data;
  attr->attr_key = ctx().Intern("double_buffer_scope");
  attr->value = Int(1);
  attr->body = scope_.launch.back();
  ASSAY_CHECK(scope_.launch.size() > before, "nothing is filled");
  scope_.launch.back() = attr;
  if (bytes().Chance(7, 8)) Barrier();
}

void LaunchFlow::Choice(int depth) {
  ClosePhase();
  std::vector<Shared> outer = scope_.shared;
  std::vector<const Buffer*> sums = scope_.sums;
  std::vector<Named> names = scope_.names;
  Stmts before = std::exchange(scope_.launch, {});
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = Condition(/*uniform=*/true);
  bool both = bytes().Chance(1, 2);
  for (const Stmt** arm : {&choice->then_case, &choice->else_case}) {
    if (arm == &choice->else_case && !both) break;
    scope_.shared = outer;
    scope_.sums = sums;
    scope_.names = names;
    Items(depth);
    Barrier();
    ClosePhase();
    *arm = MakeSeqStmt(ctx(), std::exchange(scope_.launch, {}));
  }
  scope_.launch = std::move(before);
  scope_.launch.push_back(choice);
  scope_.shared = std::move(outer);
  scope_.sums = std::move(sums);
  scope_.names = std::move(names);
  // Without a branch of its own, what was used before the choice still is.
  if (both) {
    for (Shared& memory : scope_.shared) memory.use = Shared::Use::kNone;
  }
}

// recursion: where no tiles can be, until another kind of step is drawn
void LaunchFlow::Step() {
  uint64_t roll = scope_.apart ? bytes().Between(3, 6) : bytes().Below(9);
  if (roll == 7 && scope_.thread_count % kWarpThreads == 0) {
    if (!LaunchTiles(scope_).Tiles()) Step();
    return;
  }
  if (roll == 3 || roll == 8) return Name();
  if (roll == 2) return LaunchReductions(scope_).Reduce();
  LaunchStores stores(scope_);
  if (roll == 0 || (roll == 1 && !LaunchReductions(scope_).Exchange())) return stores.Keep();
  if (roll == 1) return;
  std::vector<Shared*> possible;
  for (Shared& memory : scope_.shared) {
    if (!memory.staged) possible.push_back(&memory);
  }
  stores.Fill(*bytes().Pick(possible));
}

void LaunchFlow::Name() {
  bool uniform = bytes().Chance(1, 2);
  std::vector<Axis> axes = Axes(uniform);
  const Expr* number = TirExpr(scope_.module, scope_.readable, axes, DType::Int(32)).Value(DType::Int(32), 1);
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
  scope_.names.push_back({{bind->var, Int(extent), false}, uniform});
}

}  // namespace assay
