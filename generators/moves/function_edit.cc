// Carrying out edits in one rewrite (function_edit.h).
#include "generators/moves/function_edit.h"

#include <algorithm>

#include "generators/moves/relax_places.h"
#include "generators/moves/retype.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

// Blocks of one kind that then stand in a row are one, as text has it.
const Node* WithoutEmptyBlocks(Context& ctx, const SeqExpr* seq) {
  std::vector<const BindingBlock*> blocks;
  for (const BindingBlock* block : seq->blocks) {
    if (block->bindings.empty()) continue;
    if (blocks.empty() || blocks.back()->is_dataflow != block->is_dataflow) {
      blocks.push_back(block);
      continue;
    }
    std::vector<const Binding*> bindings(blocks.back()->bindings.begin(), blocks.back()->bindings.end());
    bindings.insert(bindings.end(), block->bindings.begin(), block->bindings.end());
    blocks.back() = MakeBlock(ctx, bindings, block->is_dataflow);
  }
  if (blocks.size() == seq->blocks.size()) return seq;
  SeqExpr* fewer = ctx.arena.New<SeqExpr>(*seq);
  fewer->blocks = ctx.Copy(blocks);
  return fewer;
}

// Of a variable, what stands for it, and the very variable where nothing does.
const Expr* Mapped(Context& ctx, const Expr* e, const VarMap& map) {
  const auto* var = As<Var>(e);
  if (var == nullptr) return SubstituteIn(ctx, e, map);
  auto found = map.find(var);
  return found == map.end() ? var : found->second;
}

// Appends the bindings of a sequence, and of those that stand in its bindings' values.
void AppendPlaces(size_t entry, const Function* func, std::vector<BindingPlace>& places) {
  PointerSet<Binding> outermost;
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) outermost.Insert(binding, {});
  }
  WalkBeforeChildren(func->body, [&](const Node* node) {
    if (!Is<VarBinding>(node) && !Is<MatchCast>(node)) {
      return Is<SeqExpr>(node) || Is<BindingBlock>(node) || Is<If>(node) || Is<Function>(node);
    }
    const auto* binding = static_cast<const Binding*>(node);
    places.push_back({entry, binding, outermost.contains(binding)});
    return Is<If>(binding->value) || Is<Function>(binding->value);
  });
}

}  // namespace

void FunctionEdit::Replace(Context& ctx, const Var* var, const Expr* by) {
  replaced_.insert_or_assign(var, Mapped(ctx, by, replaced_));
}

void FunctionEdit::Widen(Context& ctx, const Expr* used) {
  for (const Var* var : VarsIn(used, Types::kSkip)) {
    if (var->flavor == VarFlavor::kDataflow) widened_.try_emplace(var, MakeVar(ctx, var->name.text(), var->type));
  }
}

const SeqExpr* FunctionEdit::EditBody(Context& ctx, const Function* func, const VarMap& map) const {
  auto enter = [&](const Node* node) {
    bool binding = Is<VarBinding>(node) || Is<MatchCast>(node);
    return !binding || !dropped.contains(static_cast<const Binding*>(node));
  };
  RewriteMemo memo;
  auto edited_block = [&](const BindingBlock* block, const BindingBlock* original) -> const Node* {
    std::vector<const Binding*> bindings;
    bool changed = false;
    for (size_t i = 0; i < block->bindings.size(); ++i) {
      auto other = instead.find(original->bindings[i]);
      bool is_dropped = dropped.contains(original->bindings[i]);
      changed |= is_dropped || other != instead.end();
      if (is_dropped) continue;
      if (other == instead.end()) {
        bindings.push_back(block->bindings[i]);
      } else {
        other->second(block->bindings[i], memo, bindings);
      }
    }
    return changed ? MakeBlock(ctx, bindings, block->is_dataflow) : block;
  };
  std::function<const Node*(const Node*, const Node*)> rule = [&](const Node* node,
                                                                  const Node* original) -> const Node* {
    if (const auto* var = As<Var>(original)) {
      auto found = map.find(var);
      // Nothing stands for what stands for it, but its type may have to follow, here as where it is defined.
      return found == map.end() ? node : Rewrite(ctx, found->second, rule, enter, Types::kInclude, memo);
    }
    if (const auto* block = As<BindingBlock>(node)) return edited_block(block, As<BindingBlock>(original));
    const auto* seq = As<SeqExpr>(node);
    return seq == nullptr ? node : WithoutEmptyBlocks(ctx, seq);
  };
  for (const Node* node : first) Rewrite(ctx, node, rule, enter, Types::kInclude, memo);
  return static_cast<const SeqExpr*>(Rewrite(ctx, func->body, rule, enter, Types::kInclude, memo));
}

const Function* FunctionEdit::Apply(Context& ctx, const Function* func) const {
  VarMap map;
  for (const auto& [var, by] : replaced_) map.emplace(var, Mapped(ctx, by, widened_));
  map.insert(widened_.begin(), widened_.end());
  const SeqExpr* edited = EditBody(ctx, func, map);
  const Expr* returned = result == nullptr ? edited->body : Mapped(ctx, result, map);
  const SeqExpr* seq = MakeSeq(ctx, {edited->blocks.begin(), edited->blocks.end()}, returned);
  std::vector<const Var*> params(func->params.begin(), func->params.end());
  params.insert(params.end(), new_params.begin(), new_params.end());
  // A body's type speaks of no variable of its own, a result's of what the parameters' types define alone, as readers
  // have it.
  std::vector<const Var*> symbols = SymbolsThatParamsDefine(params);
  auto* body = ctx.arena.New<SeqExpr>(*seq);
  body->type = EraseVars(ctx, returned->type, symbols);
  bool same_result = Equal(returned->type, func->body->body->type);
  const Type* ret_type = same_result ? func->ret_type : EraseVars(ctx, body->type, symbols);
  return MakeFunction(ctx, params, body, ret_type, func->is_pure, func->attrs);
}

std::optional<Module> WithEdits(const ShrinkSite& site, const FunctionEdits& edits) {
  FunctionChanges changes;
  for (const auto& [entry, edit] : edits) {
    if (!edit.empty()) changes.push_back({entry, edit.Apply(site.ctx, As<Function>(site.module.entries[entry].func))});
  }
  if (changes.empty()) return std::nullopt;
  return WithFunctions(site.ctx, site.module, changes);
}

std::vector<size_t> ShrinkableFunctions(const ShrinkSite& site) {
  std::vector<size_t> found;
  for (size_t i = 0; i < site.module.entries.size(); ++i) {
    const Expr* func = site.module.entries[i].func;
    if (Is<Function>(func) && (site.everywhere || IsEditable(func))) found.push_back(i);
  }
  return found;
}

std::vector<BindingPlace> BindingPlaces(const ShrinkSite& site) {
  std::vector<BindingPlace> places;
  for (size_t entry : ShrinkableFunctions(site))
    AppendPlaces(entry, As<Function>(site.module.entries[entry].func), places);
  return places;
}

}  // namespace assay
