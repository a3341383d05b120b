// Parameters that nothing uses, with the arguments in every call of the function.
#include <algorithm>

#include "fuzzers/reduce/shrinks.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Every call of the function loses its argument at `place`.
Module WithoutArgument(Context& ctx, const Module& module, Name callee, size_t place) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* node, const Node*) -> const Node* {
      const auto* call = As<Call>(node);
      const auto* var = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      if (var == nullptr || !(var->name == callee) || place >= call->args.size()) return node;
      std::vector<const Expr*> args(call->args.begin(), call->args.end());
      args.erase(args.begin() + static_cast<std::ptrdiff_t>(place));
      Call* fewer = ctx.arena.New<Call>(*call);
      fewer->args = ctx.Copy(args);
      return fewer;
    }));
  }
  return WithEntries(ctx, module, entries);
}

bool TryDropParam(Reducer& r, size_t index, size_t place) {
  const auto* func = As<Function>(r.module.entries[index].func);
  const Var* param = func->params[place];
  std::vector<const Var*> used = VarsIn(func->body, Types::kSkip);
  if (std::find(used.begin(), used.end(), param) != used.end()) return false;
  Module fewer = WithoutArgument(r.ctx, r.module, r.module.entries[index].var->name, place);
  func = As<Function>(fewer.entries[index].func);
  std::vector<const Var*> params(func->params.begin(), func->params.end());
  params.erase(params.begin() + static_cast<std::ptrdiff_t>(place));
  const Function* shorter = MakeFunction(r.ctx, params, func->body, func->ret_type, func->is_pure, func->attrs);
  return r.Try(WithEntryFunction(r.ctx, fewer, index, shorter));
}

}  // namespace

void DropParams(Reducer& r) {
  for (size_t index = 0; index < r.module.entries.size() && !r.Spent(); ++index) {
    if (!Is<Function>(r.module.entries[index].func)) continue;
    size_t count = As<Function>(r.module.entries[index].func)->params.size();
    for (size_t place = count; place-- > 0 && !r.Spent();) TryDropParam(r, index, place);
  }
}

}  // namespace assay
