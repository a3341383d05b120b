// Statements that are about one thing (topics.def), and two such things (tir_free.h): loops that conditions take
// apart, and pipelines.
#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/tir_free.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/check.h"
#include "passes/analysis/pipeline_marks.h"

namespace assay {
namespace {

constexpr int kDepth = 2;
// Where loops begin, and how many rounds they have.
constexpr int64_t kLeastStart = -4, kGreatestStart = 6, kMostTrips = 8;
constexpr int64_t kMostStages = 3;

}  // namespace

const Stmt* FreeStmts::About(Topic topic) {
  switch (topic) {
    case Topic::kPart: return PartlyUsed(kDepth);
    case Topic::kWindows: return Windows(kDepth);
    case Topic::kRounds: return KeptOverRounds(kDepth);
    case Topic::kVectors: return OfVectors(kDepth);
    case Topic::kHeld: return Held(kDepth);
    case Topic::kMeanwhile: return bytes().Chance(1, 3) ? Padded() : WrittenMeanwhile(kDepth);
    case Topic::kLanes: return Lanes();
    case Topic::kSplit: return Split(kDepth);
    case Topic::kPipeline: return bytes().Chance(1, 2) ? Staged(kDepth) : Pipeline();
    case Topic::kBlocks: return blocks_ ? Block(kDepth) : Sequence(kDepth);
    case Topic::kNest:
    case Topic::kCount: return Sequence(kDepth);
  }
  ASSAY_UNREACHABLE();
}

const Stmt* FreeStmts::AboutOneOf(Topics topics) {
  std::vector<Topic> some;
  for (int i = 0; i < static_cast<int>(Topic::kCount); ++i) {
    if ((topics & BitOf(static_cast<Topic>(i))) != 0) some.push_back(static_cast<Topic>(i));
  }
  return some.empty() ? nullptr : About(bytes().Pick(some));
}

// Holds for some of the values, from one of them on or up to one: a multiple of the variable, maybe beside what another
// one or a size comes to, against a bound that it crosses or just meets.
const Expr* FreeStmts::Reached(const Ranged& axis) {
  int64_t factor = bytes().Between(1, 5) * (bytes().Chance(1, 3) ? -1 : 1);
  auto [low, high] = std::minmax({factor * axis.low, factor * axis.high});
  const Expr* scaled = factor == 1 ? axis.expr : MakeBinary(ctx(), NodeKind::kMul, axis.expr, Int(factor));
  Ranged beside = bytes().Chance(1, 2) && !vars_.empty() ? bytes().Pick(vars_) : Ranged{nullptr, 0, 0};
  if (beside.expr != nullptr && beside.expr != axis.expr) {
    scaled = MakeBinary(ctx(), NodeKind::kAdd, scaled, beside.expr);
    low += beside.low, high += beside.high;
  } else if (bytes().Chance(1, 2)) {
    int64_t more = bytes().Between(-6, 6);
    if (more != 0) scaled = MakeBinary(ctx(), NodeKind::kAdd, scaled, Int(more));
    low += more, high += more;
  }
  constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT, NodeKind::kGE};
  const Expr* bound = Int(bytes().Between(low - 1, high + 1));
  if (bytes().Chance(1, 4)) return MakeBinary(ctx(), bytes().Pick(kOrders), bound, scaled);
  return MakeBinary(ctx(), bytes().Pick(kOrders), scaled, bound);
}

// How often a loop goes round: a number, or now and then a name for one up to it, which memory alone says. The name is
// bound in front of the loop.
const Expr* FreeStmts::Count(int64_t most, std::vector<const Stmt*>& before) {
  if (most < 1 || !bytes().Chance(1, 2)) return Int(most);
  const Expr* of_memory = OfMemory();
  bool chosen = of_memory != nullptr && bytes().Chance(1, 2);
  Ranged read = chosen ? NumberOf(of_memory, most) : Indirect();
  if (Is<IntImm>(read.expr) || read.low < 0) return Int(most);
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), index_);
  bind->value = read.high <= most ? read.expr : MakeBinary(ctx(), NodeKind::kMin, read.expr, Int(most));
  before.push_back(bind);
  return bind->var;
}

// A loop from any start, in which one or two conditions on its variable decide.
const Stmt* FreeStmts::Split(int depth) {
  For* loop = ctx().arena.New<For>();
  int64_t from = bytes().Chance(1, 3) ? 0 : bytes().Between(kLeastStart, kGreatestStart);
  int64_t rounds = 1 + static_cast<int64_t>(bytes().Below(kMostTrips));
  std::vector<const Stmt*> whole;
  loop->min = Int(from);
  loop->extent = from == 0 ? Count(rounds, whole) : Int(rounds);
  loop->loop_var = MakeVar(ctx(), Fresh("f"), index_);
  Scope outer = Here();
  bool left = std::exchange(in_loop_, false);
  Ranged axis{loop->loop_var, from, from + rounds - 1};
  vars_.push_back(axis);
  std::vector<const Stmt*> body;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    IfThenElse* choice = ctx().arena.New<IfThenElse>();
    choice->condition = Reached(axis);
    if (bytes().Chance(3, 4))
      choice->condition = MakeIntrinsic(ctx(), IntrinsicId::likely, DType::Bool(), {choice->condition});
    choice->then_case = depth > 1 && bytes().Chance(1, 4) ? Split(depth - 1) : Store();
    if (bytes().Chance(1, 2)) choice->else_case = Store();
    body.push_back(choice);
    if (bytes().Chance(1, 4)) body.push_back(Store());
  }
  loop->body = MakeSeqStmt(ctx(), body);
  in_loop_ = left;
  BackTo(outer);
  whole.push_back(loop);
  return MakeSeqStmt(ctx(), whole);
}

// A value of one dtype as one of another.
const Expr* FreeStmts::Converted(const Expr* value, DType dtype) {
  DType from = DTypeOf(value);
  if (from == dtype) return value;
  if (!dtype.IsBool()) return MakeCast(ctx(), dtype, value);
  return MakeBinary(ctx(), NodeKind::kGT, value, MakeImmediate(ctx(), Scalar::Int(from, 0)));
}

// Memory with a row for each round, or filled anew in each, is filled from the memory that the statement before has
// filled; the last statement shows. Stages and order of the statements are any that go up, or any at all.
const Stmt* FreeStmts::Pipeline() {
  int64_t rounds = static_cast<int64_t>(bytes().Below(5)), width = 1 + static_cast<int64_t>(bytes().Below(3));
  int64_t from = bytes().Chance(1, 4) ? bytes().Between(1, 3) : 0;
  // As TVM has pipelines: the loop holds a block, whose memory is that of a round.
  bool anew = blocks_ && bytes().Chance(1, 2);
  auto count = static_cast<int64_t>(1 + bytes().Below(2));
  std::vector<const Buffer*> own;
  for (int64_t i = 0; i < count; ++i) {
    DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
    std::vector<const Expr*> shape{Int(width)};
    if (!anew) shape.insert(shape.begin(), Int(from + std::max<int64_t>(rounds, 1)));
    if (anew && bytes().Chance(1, 4)) shape.push_back(Int(2));
    own.push_back(MakeBuffer(ctx(), Fresh("stage"), dtype, shape, SomeScope()));
  }
  const Var* round = MakeVar(ctx(), Fresh("f"), index_);
  Scope outer = Here();
  vars_.push_back({round, from, from + std::max<int64_t>(rounds - 1, 0)});
  std::optional<Element> carried;
  if (bytes().Chance(1, 3)) carried = Carried();
  std::vector<const Stmt*> body;
  for (size_t i = 0; i <= own.size(); ++i) body.push_back(PipelineStep(own, i, round, width, anew, carried));
  BackTo(outer);
  std::vector<const Attr*> stages, orders;
  int64_t stage = 0;
  for (size_t i = 0; i < body.size(); ++i) {
    stages.push_back(MakeAttrInt(ctx(), stage));
    orders.push_back(MakeAttrInt(ctx(), static_cast<int64_t>(i)));
    stage = std::min(kMostStages, stage + static_cast<int64_t>(bytes().Below(3)));
  }
  for (size_t i = orders.size(); bytes().Chance(1, 2) && i > 1; --i) std::swap(orders[i - 1], orders[bytes().Below(i)]);
  const Stmt* all = anew ? Owning(own, body) : MakeSeqStmt(ctx(), body);
  std::vector<const Stmt*> whole;
  For* loop = ctx().arena.New<For>(*MakeFor(ctx(), round, from == 0 ? Count(rounds, whole) : Int(rounds), all));
  loop->min = Int(from);
  loop->annotations = MakeDict(ctx(), {{std::string(kPipelineOrder), MakeAttrList(ctx(), orders)},
                                       {std::string(kPipelineStage), MakeAttrList(ctx(), stages)}});
  whole.push_back(loop);
  return anew ? MakeSeqStmt(ctx(), whole) : Owning(own, whole);
}

// Fills memory number `i` from the one before it, or the target from the last one; the target maybe in a block that
// runs where something holds.
const Stmt* FreeStmts::PipelineStep(const std::vector<const Buffer*>& own, size_t i, const Var* round, int64_t width,
                                    bool anew, const std::optional<Element>& carried) {
  bool last = i == own.size();
  const Var* place = MakeVar(ctx(), Fresh("f"), index_);
  vars_.push_back({place, 0, width - 1});
  auto at = [&](const Buffer* buffer) {
    std::vector<const Expr*> indices{place};
    if (!anew) indices.insert(indices.begin(), round);
    if (indices.size() < buffer->shape.size()) indices.push_back(Int(1));
    return indices;
  };
  const Expr* before = i == 0 ? nullptr : MakeLoad(ctx(), own[i - 1], at(own[i - 1]));
  const Buffer* into = last ? writable_[0] : own[i];
  const Expr* value = before == nullptr ? Value(into->dtype) : Converted(before, into->dtype);
  if (before != nullptr && !into->dtype.IsBool() && bytes().Chance(1, 2))
    value = MakeBinary(ctx(), NodeKind::kAdd, value, Value(into->dtype));
  if (i == 0 && bytes().Chance(1, 2)) value = Telling(value, round);
  if (carried && i == 0) value = WithCarried(*carried, value);
  const Stmt* store = MakeStore(ctx(), into, value, !last ? at(into) : carried ? carried->indices : Indices(into));
  vars_.pop_back();
  const Stmt* filled = MakeFor(ctx(), place, Int(width), store);
  if (!last || !blocks_ || !bytes().Chance(1, 2)) return filled;
  const Expr* condition = Condition();
  size_t known = readable_.size();
  readable_.insert(readable_.end(), own.begin(), own.end());
  SBlockRealize* some = ctx().arena.New<SBlockRealize>(*As<SBlockRealize>(Owning({}, {filled})));
  readable_.resize(known);
  some->predicate = condition;
  return some;
}

}  // namespace assay
