#include "oracles/core/change_edit.h"

#include <utility>

#include "ir/builder.h"
#include "ir/rewrite.h"
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

thread_local size_t places_left_out = 0;

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
std::optional<Module> AtPlace(F&& make) {
  Places places(places_left_out);
  std::optional<Module> made = make(places);
  if (made || places.seen() == 0) return made;
  Places again(places_left_out % places.seen());
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

OtherPlace::OtherPlace(size_t leave_out) : outer_(std::exchange(places_left_out, leave_out)) {}
OtherPlace::~OtherPlace() { places_left_out = outer_; }

size_t PlaceAmong(size_t count) { return places_left_out % count; }

std::optional<Module> WithFirst(Context& ctx, const Module& module, NodeKind kind, const Edit& edit) {
  return AtPlace([&](Places& places) { return WithNode(ctx, module, kind, edit, places); });
}

std::optional<Module> WithFirst(Context& ctx, const Module& module, const Edit& edit) {
  std::optional<Module> changed = WithFirst(ctx, module, NodeKind::kFunction, edit);
  return changed ? changed : WithFirst(ctx, module, NodeKind::kPrimFunc, edit);
}

std::optional<Module> WithRelaxFunction(Context& ctx, const Module& module,
                                        const std::function<const Function*(const Function*)>& edit) {
  return AtPlace([&](Places& places) -> std::optional<Module> {
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

const Function* WithBinding(Context& ctx, const Function* func, const Binding* binding) {
  std::vector<const BindingBlock*> blocks(func->body->blocks.begin(), func->body->blocks.end());
  blocks.push_back(MakeBlock(ctx, {binding}, false));
  return WithBlocks(ctx, func, blocks);
}

}  // namespace assay
