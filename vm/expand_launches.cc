#include "vm/expand_launches.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "passes/analysis/launches_by_name.h"

namespace assay {
Module ExpandLaunches(Context& ctx, const Module& module) {
  auto is_launched = [](const ModuleEntry& entry) { return IsDeviceKernel(entry.func); };
  if (std::ranges::none_of(module.entries, is_launched)) return module;
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
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
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace assay
