#include "generators/modules/tir_free.h"

#include <algorithm>
#include <utility>

#include "generators/modules/notes.h"
#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_blocks.h"
#include "generators/modules/tir_free_memory.h"
#include "generators/modules/tir_free_names.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/tir_held.h"
#include "generators/modules/tir_lanes.h"
#include "generators/modules/tir_meanwhile.h"
#include "generators/modules/tir_part.h"
#include "generators/modules/tir_pipeline.h"
#include "generators/modules/tir_split.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/check.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

constexpr int kDepth = 3;
// Of statements that are about one thing.
constexpr int kTopicDepth = 2;
constexpr int64_t kMostExtent = 4;

}  // namespace

const Stmt* MakeFreeStmts(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index,
                          bool blocks) {
  FreeScope scope(module, std::move(readable), target, index, blocks);
  return FreeStmts(scope).Make();
}

const Stmt* FreeStmts::Make() {
  if (IsEmptyBuffer(scope_.writable[0])) return nullptr;
  Topics topics = scope_.module.plan.options->topics;
  if (topics != 0 && bytes().Chance(3, 4)) {
    const Stmt* first = AboutOneOf(topics);
    return bytes().Chance(1, 3) ? MakeSeqStmt(ctx(), {first, AboutOneOf(topics)}) : first;
  }
  // Where nothing stands around it, passes over memory see all of it.
  // Of two, the second may take the place of the first.
  if (bytes().Chance(1, 2)) {
    const Stmt* first = OwnMemoryAlone(1);
    return bytes().Chance(1, 3) ? MakeSeqStmt(ctx(), {first, OwnMemoryAlone(1)}) : first;
  }
  return scope_.blocks ? FreeBlocks(scope_).Block(kDepth) : Sequence(kDepth);
}

const Stmt* FreeStmts::OwnMemoryAlone(int depth) {
  switch (bytes().Below(12)) {
    case 10:
    case 11: return HeldStmts(scope_).Padded();
    case 8:
    case 9: return HeldStmts(scope_).Staged(depth);
    case 0: return PartStmts(scope_).PartlyUsed(depth);
    case 1: return PartStmts(scope_).KeptOverIterations(depth);
    case 2: return PartStmts(scope_).OfVectors(depth);
    case 3: return LaneStmts(scope_).Lanes();
    case 4:
    case 5: return PartStmts(scope_).Windows(depth);
    default: return scope_.blocks ? FreeBlocks(scope_).Block(kDepth) : HeldStmts(scope_).Held(depth);
  }
}

// recursion: at most kDepth deep
const Stmt* FreeStmts::Any(int depth) {
  if (depth <= 0 || bytes().exhausted()) return FreeStores(scope_).Store();
  switch (bytes().Below(17)) {
    case 16: return HeldStmts(scope_).Staged(depth - 1);
    case 15: return bytes().Chance(3, 4) ? SplitStmts(scope_).Split(depth - 1) : PipelineStmts(scope_).Pipeline();
    case 14: return LaneStmts(scope_).Lanes();
    case 10: return MeanwhileStmts(scope_).WrittenMeanwhile(depth - 1);
    case 11: return HeldStmts(scope_).Held(depth - 1);
    case 12:
      return bytes().Chance(1, 4) ? PartStmts(scope_).OfVectors(depth - 1) : PartStmts(scope_).PartlyUsed(depth - 1);
    case 13:
      return bytes().Chance(2, 3) ? PartStmts(scope_).Windows(depth - 1)
                                  : PartStmts(scope_).KeptOverIterations(depth - 1);
    case 0:
    case 1:
    case 2: return Loop(depth - 1);
    case 3: return Branch(depth - 1);
    case 4: return Counted(depth - 1);
    case 5: return Claim();
    case 6: return scope_.blocks && bytes().Chance(1, 2) ? FreeBlocks(scope_).Block(depth - 1) : Look();
    case 7: return scope_.blocks ? FreeBlocks(scope_).Block(depth - 1) : Loop(depth - 1);
    default: return FreeStores(scope_).Store();
  }
}

// What is named, allocated or viewed is there for the statements behind it.
const Stmt* FreeStmts::Sequence(int depth) {
  Mark outer = scope_.Here();
  std::vector<const Stmt*> stmts;
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    uint64_t roll = bytes().Below(8);
    const Stmt* added = roll == 0   ? FreeNames(scope_).Named()
                        : roll == 1 ? FreeMemory(scope_).Memory(depth)
                        : roll == 2 ? FreeMemory(scope_).View()
                                    : nullptr;
    if (added != nullptr) stmts.push_back(added);
    stmts.push_back(Any(depth));
  }
  scope_.BackTo(outer);
  return MakeSeqStmt(ctx(), stmts);
}

// Serial, unrolled, or bound to a thread, whose iterations have an order.
const Stmt* FreeStmts::Loop(int depth) {
  int64_t from = bytes().Chance(1, 2) ? 0 : bytes().Between(-2, 4);
  Ranged start =
      bytes().Chance(1, 3) ? FreeForms(scope_).Affine(1) : Ranged{FreeValues(scope_).Known(from), from, from};
  // A loop of one iteration is none to some passes.
  auto iterations = static_cast<int64_t>(bytes().Chance(1, 6) ? 1 : bytes().Below(kMostExtent + 1));
  Ranged extent = {nullptr, 0, iterations};
  extent.low = extent.high;
  // Readers of text simplify an extent that they compute from both ends.
  extent.expr = Is<IntImm>(start.expr) && from == 0 ? FreeValues(scope_).Known(extent.high) : Int(extent.high);
  if (!scope_.vars.empty() && bytes().Chance(1, 4)) {
    const Expr* varied = MakeBinary(ctx(), NodeKind::kMin, bytes().Pick(scope_.vars).expr, Int(kMostExtent));
    extent = {varied, 0, kMostExtent};
  }
  // Where it begins, or how many iterations it has, may be read from memory, which its iterations may write.
  if (bytes().Chance(1, 10)) (bytes().Chance(1, 3) ? start : extent) = FreeForms(scope_).Indirect();
  bool constant = Is<IntImm>(extent.expr) && Is<IntImm>(start.expr);
  For* loop = ctx().arena.New<For>();
  loop->min = start.expr;
  loop->extent = extent.expr;
  bool steps = bytes().Chance(1, 6);
  if (steps) loop->step = FreeValues(scope_).Known(2 + static_cast<int64_t>(bytes().Below(2)));
  // Passes leave marked loops alone that they cannot write out.
  bool marked = scope_.module.plan.options->bare_kernels && bytes().Chance(1, 3);
  if ((marked || (constant && !steps)) && bytes().Chance(1, 5)) loop->for_kind = ForKind::kUnrolled;
  if (bytes().Chance(1, 8)) loop->annotations = MakeDict(ctx(), {{"assay.note", MakeAttrInt(ctx(), 1)}});
  if (const AttrDict* note = MaybeNote(scope_.module)) loop->annotations = note;
  loop->loop_var = MakeVar(ctx(), Fresh("f"), scope_.index);
  bool outer = std::exchange(scope_.in_loop, loop->for_kind == ForKind::kSerial);
  scope_.vars.push_back({loop->loop_var, start.low, std::max(start.low, start.high + extent.high - 1)});
  loop->body = bytes().Chance(1, 12) ? NoOp(ctx()) : WithExit(Sequence(depth));
  scope_.vars.pop_back();
  scope_.in_loop = outer;
  return loop;
}

// The body of a loop that may be left, now and then left in the middle, or gone on from there.
const Stmt* FreeStmts::WithExit(const Stmt* body) {
  if (!scope_.in_loop || !bytes().Chance(1, 3)) return body;
  Mark outer = scope_.Here();
  IfThenElse* exit = ctx().arena.New<IfThenElse>();
  const Expr* of_memory = bytes().Chance(1, 2) ? FreeForms(scope_).OfMemory() : nullptr;
  exit->condition = of_memory == nullptr ? FreeForms(scope_).Condition() : of_memory;
  exit->then_case =
      bytes().Chance(1, 3) ? static_cast<const Stmt*>(ctx().arena.New<Break>()) : ctx().arena.New<Continue>();
  if (bytes().Chance(1, 4)) exit->else_case = FreeStores(scope_).Store();
  std::vector<const Stmt*> stmts{exit, body};
  if (bytes().Chance(1, 2)) stmts.insert(stmts.begin(), FreeStores(scope_).Store());
  scope_.BackTo(outer);
  return MakeSeqStmt(ctx(), stmts);
}

// Counts in memory of its own.
const Stmt* FreeStmts::Counted(int depth, const Expr* also) {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  alloc->buffer = MakeBuffer(ctx(), Fresh("count"), DType::Int(32), {Int(1)}, "local");
  std::vector<const Expr*> first{Int(0)};
  const Expr* count = MakeLoad(ctx(), alloc->buffer, first);
  auto number = [&](int64_t value) { return MakeInt(ctx(), value, DType::Int(32)); };
  While* loop = ctx().arena.New<While>();
  loop->condition = MakeBinary(ctx(), NodeKind::kLT, count, number(static_cast<int64_t>(bytes().Below(kMostExtent))));
  if (also != nullptr) loop->condition = MakeBinary(ctx(), NodeKind::kAnd, loop->condition, also);
  // Counted first, so that an iteration that goes on early counts.
  const Stmt* step = MakeStore(ctx(), alloc->buffer, MakeBinary(ctx(), NodeKind::kAdd, count, number(1)), first);
  bool outer = std::exchange(scope_.in_loop, true);
  loop->body = MakeSeqStmt(ctx(), {step, WithExit(Sequence(depth))});
  scope_.in_loop = outer;
  return MakeSeqStmt(ctx(), {alloc, MakeStore(ctx(), alloc->buffer, number(0), first), loop});
}

const Stmt* FreeStmts::Branch(int depth) {
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  const Expr* of_memory = bytes().Chance(1, 2) ? FreeForms(scope_).OfMemory() : nullptr;
  if (const Expr* guarded = bytes().Chance(1, 6) ? FreeValues(scope_).BehindAGuard() : nullptr) of_memory = guarded;
  choice->condition = of_memory == nullptr ? FreeForms(scope_).Condition() : of_memory;
  if (bytes().Chance(1, 4)) {
    // Most times of where an axis is, which loops are split by.
    const Expr* crossed = bytes().Chance(1, 2) ? FreeForms(scope_).Crossed() : nullptr;
    if (crossed != nullptr) choice->condition = crossed;
    choice->condition = MakeIntrinsic(ctx(), IntrinsicId::likely, DType::Bool(), {choice->condition});
  }
  scope_.asked.push_back(choice->condition);
  bool leaves = scope_.in_loop && bytes().Chance(1, 4);
  if (leaves && bytes().Chance(1, 2)) {
    choice->then_case = ctx().arena.New<Break>();
  } else if (leaves) {
    choice->then_case = ctx().arena.New<Continue>();
  } else {
    choice->then_case = bytes().Chance(1, 5) ? NoOp(ctx()) : Sequence(depth);
  }
  bool nothing = Is<Evaluate>(choice->then_case);
  if (nothing || bytes().Chance(1, 2))
    choice->else_case = !nothing && bytes().Chance(1, 5) ? NoOp(ctx()) : Sequence(depth);
  return choice;
}

// Something that holds, as an assertion or as what passes may go by.
const Stmt* FreeStmts::Claim() {
  Ranged a = FreeForms(scope_).Affine(2);
  if (Is<IntImm>(a.expr)) return FreeStores(scope_).Store();
  const Expr* condition = MakeBinary(ctx(), NodeKind::kLE, a.expr, Int(a.high));
  if (bytes().Chance(1, 3)) {
    Evaluate* assumed = ctx().arena.New<Evaluate>();
    assumed->value = MakeIntrinsic(ctx(), IntrinsicId::assume, DType::Bool(), {condition});
    return assumed;
  }
  AssertStmt* claim = ctx().arena.New<AssertStmt>();
  claim->condition = condition;
  claim->error_kind = ctx().Intern("RuntimeError");
  claim->message_parts = ctx().Copy(std::vector<Name>{ctx().Intern("a claim does not hold")});
  return claim;
}

// A value that nothing needs; or a hint around a store.
const Stmt* FreeStmts::Look() {
  if (bytes().Chance(1, 2)) {
    AttrStmt* hint = ctx().arena.New<AttrStmt>();
    bool note = scope_.module.Has(Feature::kNotes);
    hint->attr_key = ctx().Intern(note ? "assay.note" : "pragma_auto_unroll_max_step");
    hint->value = note ? FreeValues(scope_).Value(scope_.module.plan.PickDType(bytes(), kAnyDType))
                       : MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(8)), DType::Int(32));
    hint->body = FreeStores(scope_).Store();
    return hint;
  }
  const Buffer* buffer = bytes().Pick(scope_.writable);
  Evaluate* look = ctx().arena.New<Evaluate>();
  look->value = MakeLoad(ctx(), buffer, FreeForms(scope_).Indices(buffer));
  return look;
}

const Stmt* FreeStmts::About(Topic topic) {
  switch (topic) {
    case Topic::kPart: return PartStmts(scope_).PartlyUsed(kTopicDepth);
    case Topic::kWindows: return PartStmts(scope_).Windows(kTopicDepth);
    case Topic::kLoopCarried: return PartStmts(scope_).KeptOverIterations(kTopicDepth);
    case Topic::kVectors: return PartStmts(scope_).OfVectors(kTopicDepth);
    case Topic::kHeld: return HeldStmts(scope_).Held(kTopicDepth);
    case Topic::kMeanwhile:
      return bytes().Chance(1, 3) ? HeldStmts(scope_).Padded() : MeanwhileStmts(scope_).WrittenMeanwhile(kTopicDepth);
    case Topic::kLanes: return LaneStmts(scope_).Lanes();
    case Topic::kSplit: return SplitStmts(scope_).Split(kTopicDepth);
    case Topic::kPipeline:
      return bytes().Chance(1, 2) ? HeldStmts(scope_).Staged(kTopicDepth) : PipelineStmts(scope_).Pipeline();
    case Topic::kBlocks: return scope_.blocks ? FreeBlocks(scope_).Block(kTopicDepth) : Sequence(kTopicDepth);
    case Topic::kNest:
    case Topic::kCount: return Sequence(kTopicDepth);
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

}  // namespace assay
