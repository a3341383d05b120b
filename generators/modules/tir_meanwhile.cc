#include "generators/modules/tir_meanwhile.h"

#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free.h"
#include "generators/modules/tir_free_stores.h"
#include "passes/rewrite/copies.h"

namespace assay {

const Stmt* MeanwhileStmts::WrittenMeanwhile(int depth) {
  switch (bytes().Below(3)) {
    case 0: return NamedMeanwhile();
    case 1: return LoopedMeanwhile();
    default: return AskedMeanwhile(depth);
  }
}

// The condition again, or what it denies, behind a store into the element that it is about.
const Stmt* MeanwhileStmts::AskedMeanwhile(int depth) {
  const Expr* condition = FreeForms(scope_).OfMemory();
  if (condition == nullptr) return FreeStores(scope_).Store();
  const Element element = scope_.looked.back();
  Mark outer = scope_.Here();
  scope_.asked.push_back(condition);
  std::vector<const Stmt*> stmts;
  if (bytes().Chance(1, 2)) stmts.push_back(FreeStmts(scope_).Any(depth));
  stmts.push_back(FreeStores(scope_).StoreBeside(element));
  IfThenElse* inner = ctx().arena.New<IfThenElse>();
  const Expr* again = FreshCopy(ctx(), condition);
  inner->condition = bytes().Chance(1, 4) ? MakeNot(ctx(), again) : again;
  inner->then_case = FreeStores(scope_).Store();
  if (bytes().Chance(1, 2)) inner->else_case = FreeStores(scope_).Store();
  stmts.push_back(inner);
  scope_.BackTo(outer);
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = condition;
  choice->then_case = MakeSeqStmt(ctx(), stmts);
  if (bytes().Chance(1, 3)) choice->else_case = FreeStmts(scope_).Any(depth);
  return choice;
}

// What the element was is stored beside what it is.
const Stmt* MeanwhileStmts::NamedMeanwhile() {
  const Buffer* buffer = bytes().Pick(scope_.writable);
  const Element element{buffer, FreeForms(scope_).Indices(buffer)};
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("was"), buffer->dtype);
  bind->value = MakeLoad(ctx(), buffer, element.indices);
  return MakeSeqStmt(ctx(), {bind, FreeStores(scope_).StoreInto(element),
                             MakeStore(ctx(), buffer, bind->var, FreeForms(scope_).Indices(buffer))});
}

// Each iteration asks for what the one before may have written; the condition itself knows nothing of the loop.
const Stmt* MeanwhileStmts::LoopedMeanwhile() {
  const Expr* condition = FreeForms(scope_).OfMemory();
  if (condition == nullptr) return FreeStores(scope_).Store();
  const Element element = scope_.looked.back();
  const Var* iteration = MakeVar(ctx(), Fresh("f"), scope_.index);
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(2));
  Mark outer = scope_.Here();
  scope_.vars.push_back({iteration, 0, extent - 1});
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = condition;
  choice->then_case = FreeStores(scope_).Store();
  if (bytes().Chance(1, 2)) choice->else_case = FreeStores(scope_).Store();
  const Stmt* written = FreeStores(scope_).StoreBeside(element);
  // All that the loop does is what the condition decides.
  bool alone = bytes().Chance(1, 2);
  if (alone) choice->then_case = MakeSeqStmt(ctx(), {choice->then_case, written});
  scope_.BackTo(outer);
  if (alone) return MakeFor(ctx(), iteration, Int(extent), choice);
  std::vector<const Stmt*> body{choice, written};
  if (bytes().Chance(1, 4)) std::swap(body[0], body[1]);
  return MakeFor(ctx(), iteration, Int(extent), MakeSeqStmt(ctx(), body));
}

}  // namespace assay
