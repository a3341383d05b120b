#include "oracles/core/change_edit.h"

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {

Module WithFunctionAt(Context& ctx, const Module& module, size_t at, const Expr* func) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  entries[at].func = func;
  return WithEntries(ctx, module, entries);
}

std::optional<Module> WithFirst(Context& ctx, const Module& module, NodeKind kind, const Edit& edit) {
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const Expr* func = module.entries[i].func->kind == kind ? module.entries[i].func : nullptr;
    bool done = false;
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const Node* edited = done ? nullptr : edit(rebuilt);
      done |= edited != nullptr;
      return edited == nullptr ? rebuilt : edited;
    };
    const Node* changed = func == nullptr ? nullptr : Rewrite(ctx, func, rule);
    if (done) return WithFunctionAt(ctx, module, i, static_cast<const Expr*>(changed));
  }
  return std::nullopt;
}

std::optional<Module> WithFirst(Context& ctx, const Module& module, const Edit& edit) {
  std::optional<Module> changed = WithFirst(ctx, module, NodeKind::kFunction, edit);
  return changed ? changed : WithFirst(ctx, module, NodeKind::kPrimFunc, edit);
}

std::optional<Module> WithRelaxFunction(Context& ctx, const Module& module,
                                        const std::function<const Function*(const Function*)>& edit) {
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    const Function* changed = func == nullptr ? nullptr : edit(func);
    if (changed != nullptr) return WithFunctionAt(ctx, module, i, changed);
  }
  return std::nullopt;
}

const Function* WithBinding(Context& ctx, const Function* func, const Binding* binding) {
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*func->body);
  std::vector<const BindingBlock*> blocks(seq->blocks.begin(), seq->blocks.end());
  blocks.push_back(MakeBlock(ctx, {binding}, false));
  seq->blocks = ctx.Copy(blocks);
  Function* changed = ctx.arena.New<Function>(*func);
  changed->body = seq;
  return changed;
}

}  // namespace assay
