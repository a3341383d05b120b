#include "oracles/core/change_edit.h"

#include <algorithm>
#include <utility>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "oracles/core/changes.h"
#include "passes/rewrite/function_at.h"

namespace assay {

const Expr* MakeInt32(Context& ctx, int64_t value) { return MakeInt(ctx, value, DType::Int(32)); }

const Stmt* MakeBind(Context& ctx, const Var* var, const Expr* value) {
  Bind* bind = ctx.arena.New<Bind>();
  bind->var = var;
  bind->value = value;
  return bind;
}

namespace {

// Counts the places at which a change could be made.
class Places {
 public:
  explicit Places(size_t leave_out) : left_(leave_out) {}
  // Whether it is to be made at this one.
  bool Take() {
    ++seen_;
    return left_ == 0 ? true : (--left_, false);
  }
  size_t seen() const { return seen_; }

 private:
  size_t left_, seen_ = 0;
};

// `make` with the places to count; behind the last one, once more from the first.
template <class F>
std::optional<Module> AtPlace(size_t place, F&& make) {
  Places places(place);
  std::optional<Module> made = make(places);
  if (made || places.seen() == 0) return made;
  Places again(place % places.seen());
  return make(again);
}

std::optional<Module> WithNode(Context& ctx, const Module& module, NodeKind kind, const Edit& edit, Places& places) {
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const Expr* func = module.entries[i].func->kind == kind ? module.entries[i].func : nullptr;
    bool done = false;
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const Node* edited = done ? nullptr : edit(rebuilt);
      bool here = edited != nullptr && places.Take();
      done |= here;
      return here ? edited : rebuilt;
    };
    const Node* changed = func == nullptr ? nullptr : Rewrite(ctx, func, rule);
    if (done) return WithFunctionAt(ctx, module, i, static_cast<const Expr*>(changed));
  }
  return std::nullopt;
}

}  // namespace

size_t SpreadOver(size_t count, size_t place) {
  return std::min(place, kChangePlaces - 1) * (count - 1) / (kChangePlaces - 1);
}

std::optional<Module> WithFirst(Context& ctx, const Module& module, size_t place, NodeKind kind, const Edit& edit) {
  return AtPlace(place, [&](Places& places) { return WithNode(ctx, module, kind, edit, places); });
}

std::optional<Module> WithFirst(Context& ctx, const Module& module, size_t place, const Edit& edit) {
  std::optional<Module> changed = WithFirst(ctx, module, place, NodeKind::kFunction, edit);
  return changed ? changed : WithFirst(ctx, module, place, NodeKind::kPrimFunc, edit);
}

std::optional<Module> WithRelaxFunction(Context& ctx, const Module& module, size_t place,
                                        const std::function<const Function*(const Function*)>& edit) {
  return AtPlace(place, [&](Places& places) -> std::optional<Module> {
    for (size_t i = 0; i < module.entries.size(); ++i) {
      const auto* func = As<Function>(module.entries[i].func);
      const Function* changed = func == nullptr ? nullptr : edit(func);
      if (changed != nullptr && places.Take()) return WithFunctionAt(ctx, module, i, changed);
    }
    return std::nullopt;
  });
}

Function* WithBlocks(Context& ctx, const Function* func, const std::vector<const BindingBlock*>& blocks) {
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*func->body);
  seq->blocks = ctx.Copy(blocks);
  Function* changed = ctx.arena.New<Function>(*func);
  changed->body = seq;
  return changed;
}

void AddBound(const SeqExpr& seq, std::vector<const Var*>& found) {
  for (const BindingBlock* block : seq.blocks) {
    for (const Binding* binding : block->bindings) found.push_back(binding->var);
  }
}

const Function* WithBinding(Context& ctx, const Function* func, const Binding* binding) {
  std::vector<const BindingBlock*> blocks(func->body->blocks.begin(), func->body->blocks.end());
  blocks.push_back(MakeBlock(ctx, {binding}, false));
  return WithBlocks(ctx, func, blocks);
}

}  // namespace assay
