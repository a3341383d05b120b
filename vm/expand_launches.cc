#include "vm/expand_launches.h"

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/analysis/launches_by_name.h"

namespace assay {
namespace {

bool Launches(const Module& module, const Node* func) {
  bool found = false;
  WalkBeforeChildren(func, [&](const Node* node) {
    const auto* call = As<Call>(node);
    found = found || (call != nullptr && LaunchedKernel(module, *call) != nullptr);
    return !found;
  });
  return found;
}

}  // namespace

Module ExpandLaunches(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !Launches(module, entry.func)) continue;
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* node, const Node*) -> const Node* {
      const auto* call = As<Call>(node);
      const ModuleEntry* kernel = call == nullptr ? nullptr : LaunchedKernel(module, *call);
      if (kernel == nullptr) return node;
      size_t count = As<PrimFunc>(kernel->func)->params.size();
      std::vector<const Expr*> args(call->args.begin() + 1, call->args.begin() + 1 + static_cast<ptrdiff_t>(count));
      Call* direct = ctx.arena.New<Call>(*MakeCall(ctx, kernel->var, args, nullptr, {}, ctx.Prim(DType::Void())));
      direct->span = call->span;
      return direct;
    }));
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
