#include "generators/modules/launch_scope.h"

#include <utility>

#include "ir/tir/barriers.h"

namespace assay {

const Expr* LaunchParts::Thread() {
  const Expr* number = scope_.threads.back().var;
  for (size_t i = scope_.threads.size() - 1; i-- > 0;)
    number = Op(NodeKind::kAdd, Op(NodeKind::kMul, number, Int(scope_.threads[i].extent)), scope_.threads[i].var);
  return number;
}

const Expr* LaunchParts::Block() {
  const Expr* number = scope_.blocks.back().var;
  for (size_t i = scope_.blocks.size() - 1; i-- > 0;)
    number = Op(NodeKind::kAdd, Op(NodeKind::kMul, number, Int(scope_.blocks[i].extent)), scope_.blocks[i].var);
  return number;
}

const Stmt* LaunchParts::Bound(const Binding& binding, const Stmt* body, bool by_loop) {
  IterVar* thread = ctx().arena.New<IterVar>();
  thread->iter_type = IterType::kThreadIndex;
  thread->thread_tag = ctx().Intern(binding.tag);
  const Expr* extent = Int(binding.extent);
  if (by_loop) {
    thread->var = MakeVar(ctx(), "", DType::Int(32));
    For* loop = ctx().arena.New<For>(*MakeFor(ctx(), binding.var, extent, body));
    loop->for_kind = ForKind::kThreadBinding;
    loop->thread_binding = thread;
    return loop;
  }
  thread->var = binding.var;
  thread->dom = MakeRange(ctx(), Int(0), extent);
  AttrStmt* launch = ctx().arena.New<AttrStmt>();
  launch->node = thread;
  launch->attr_key = ctx().Intern(binding.tag.starts_with("vthread") ? "virtual_thread" : "thread_extent");
  launch->value = extent;
  launch->body = body;
  return launch;
}

void LaunchParts::OpenPhase() {
  if (scope_.style != Style::kAgain) return;
  scope_.names.clear();
  for (Binding& thread : scope_.threads) thread.var = MakeVar(ctx(), Fresh("t"), DType::Int(32));
}

void LaunchParts::ClosePhase() {
  if (!scope_.phase.empty()) {
    const Stmt* body = MakeSeqStmt(ctx(), std::exchange(scope_.phase, {}));
    for (size_t i = scope_.threads.size(); scope_.style == Style::kAgain && i-- > 0;)
      body = Bound(scope_.threads[i], body, /*by_loop=*/true);
    scope_.launch.push_back(body);
  }
  OpenPhase();
}

void LaunchParts::Barrier(bool of_warp) {
  if (scope_.apart) {
    if (bytes().Chance(1, 2)) ClosePhase();
    return;
  }
  std::string_view scope = of_warp ? "warp" : bytes().Chance(1, 4) ? "shared.dyn" : "shared";
  // All threads run what stands beside their loops as well.
  if (scope_.style == Style::kAgain && bytes().Chance(1, 2)) ClosePhase();
  Add(MakeBarrier(ctx(), scope));
  if (scope_.style != Style::kAgain || bytes().Chance(1, 2)) ClosePhase();
  for (Shared& memory : scope_.shared) {
    if (!of_warp || memory.of_warp) memory.use = Shared::Use::kNone;
  }
}

void LaunchParts::Ready(Shared& memory, Shared::Use use) {
  if (scope_.apart) use = Shared::Use::kOwn;
  bool fits = scope_.apart || memory.use == Shared::Use::kNone || (memory.use == use && use == Shared::Use::kAny);
  if (!fits) Barrier(memory.of_warp && bytes().Chance(1, 2));
  memory.use = use;
}

LaunchScope::Shared* LaunchParts::ToRead(const Shared* but) {
  std::vector<Shared*> filled;
  for (Shared& memory : scope_.shared) {
    if (memory.filled && &memory != but) filled.push_back(&memory);
  }
  return filled.empty() || bytes().Chance(1, 5) ? nullptr : bytes().Pick(filled);
}

}  // namespace assay
