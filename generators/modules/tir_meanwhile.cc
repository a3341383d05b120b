// Statements about memory that is written between two looks at it (tir_free.h): whoever remembers what the first one
// saw, moves the second one in front of the store, or makes one of both, is wrong.
#include <utility>

#include "generators/modules/tir_free.h"
#include "passes/rewrite/copies.h"

namespace assay {

const Stmt* FreeStmts::WrittenMeanwhile(int depth) {
  switch (bytes().Below(3)) {
    case 0: return NamedMeanwhile();
    case 1: return LoopedMeanwhile();
    default: return AskedMeanwhile(depth);
  }
}

// The condition again, or what it denies, behind a store into the element that it is about.
const Stmt* FreeStmts::AskedMeanwhile(int depth) {
  const Expr* condition = OfMemory();
  if (condition == nullptr) return Store();
  const Element element = looked_.back();
  Scope outer = Here();
  asked_.push_back(condition);
  std::vector<const Stmt*> stmts;
  if (bytes().Chance(1, 2)) stmts.push_back(Any(depth));
  stmts.push_back(StoreBeside(element));
  IfThenElse* inner = ctx().arena.New<IfThenElse>();
  const Expr* again = FreshCopy(ctx(), condition);
  inner->condition = bytes().Chance(1, 4) ? MakeNot(ctx(), again) : again;
  inner->then_case = Store();
  if (bytes().Chance(1, 2)) inner->else_case = Store();
  stmts.push_back(inner);
  BackTo(outer);
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = condition;
  choice->then_case = MakeSeqStmt(ctx(), stmts);
  if (bytes().Chance(1, 3)) choice->else_case = Any(depth);
  return choice;
}

// What the element was is stored beside what it is.
const Stmt* FreeStmts::NamedMeanwhile() {
  const Buffer* buffer = bytes().Pick(writable_);
  const Element element{buffer, Indices(buffer)};
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("was"), buffer->dtype);
  bind->value = MakeLoad(ctx(), buffer, element.indices);
  return MakeSeqStmt(ctx(), {bind, StoreInto(element), MakeStore(ctx(), buffer, bind->var, Indices(buffer))});
}

// Each iteration asks for what the one before may have written; the condition itself knows nothing of the loop.
const Stmt* FreeStmts::LoopedMeanwhile() {
  const Expr* condition = OfMemory();
  if (condition == nullptr) return Store();
  const Element element = looked_.back();
  const Var* round = MakeVar(ctx(), Fresh("f"), index_);
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(2));
  Scope outer = Here();
  vars_.push_back({round, 0, extent - 1});
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = condition;
  choice->then_case = Store();
  if (bytes().Chance(1, 2)) choice->else_case = Store();
  const Stmt* written = StoreBeside(element);
  // All that the loop does is what the condition decides.
  bool alone = bytes().Chance(1, 2);
  if (alone) choice->then_case = MakeSeqStmt(ctx(), {choice->then_case, written});
  BackTo(outer);
  if (alone) return MakeFor(ctx(), round, Int(extent), choice);
  std::vector<const Stmt*> body{choice, written};
  if (bytes().Chance(1, 4)) std::swap(body[0], body[1]);
  return MakeFor(ctx(), round, Int(extent), MakeSeqStmt(ctx(), body));
}

// An element of the stage before: at the same place, from the other end, further on, or the first one.
const Expr* FreeStmts::OfStage(const Buffer* before, const std::vector<const Expr*>& indices) {
  std::vector<const Expr*> from;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t extent = As<IntImm>(before->shape[i])->value;
    switch (extent == 1 ? 0 : bytes().Below(5)) {
      case 1: from.push_back(MakeBinary(ctx(), NodeKind::kSub, Int(extent - 1), indices[i])); break;
      case 2: {
        const Expr* next = MakeBinary(ctx(), NodeKind::kAdd, indices[i], Int(1));
        from.push_back(MakeBinary(ctx(), NodeKind::kFloorMod, next, Int(extent)));
        break;
      }
      case 3: from.push_back(Int(0)); break;
      default: from.push_back(indices[i]);
    }
  }
  return MakeLoad(ctx(), before, from);
}

const Stmt* FreeStmts::Stages() {
  std::vector<const Expr*> shape;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) shape.push_back(Int(2 + static_cast<int64_t>(bytes().Below(3))));
  DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
  std::vector<const Stmt*> stmts;
  const Buffer* before = nullptr;
  for (uint64_t i = 2 + bytes().Below(3); i > 0; --i) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx(), Fresh("stage"), dtype, shape, "global");
    stmts.push_back(alloc);
    stmts.push_back(
        before == nullptr ? Filled(alloc->buffer) : Filled(alloc->buffer, [&](const std::vector<const Expr*>& indices) {
          const Expr* value = OfStage(before, indices);
          bool two = !dtype.IsBool() && bytes().Chance(1, 2);
          return two ? MakeBinary(ctx(), NodeKind::kAdd, value, OfStage(before, indices)) : value;
        }));
    before = alloc->buffer;
  }
  readable_.push_back(before);
  writable_.push_back(before);
  const Buffer* target = writable_[0];
  std::vector<const Expr*> at = Indices(before), into = Indices(target);
  const Expr* last = MakeLoad(ctx(), before, at);
  if (target->dtype != dtype) last = MakeCast(ctx(), target->dtype, last);
  stmts.push_back(MakeStore(ctx(), target, last, into));
  return MakeSeqStmt(ctx(), stmts);
}

}  // namespace assay
