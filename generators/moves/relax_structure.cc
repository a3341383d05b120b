// Moves on bindings, blocks and results of Relax functions.
#include <algorithm>

#include "generators/moves/relax_places.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/symbols.h"
#include "passes/rewrite/plain_mutator.h"

namespace assay {
namespace {

// The function with one of its nodes replaced; types stay what they are.
const Function* WithNode(Context& ctx, const Function* func, const Node* node, const Node* by) {
  return static_cast<const Function*>(
      Rewrite(ctx, func, [&](const Node* rebuilt, const Node* original) { return original == node ? by : rebuilt; }));
}

// ---- bindings

// Two bindings in a row that may stand in either order.
bool AreIndependent(const Module& module, const Binding* first, const Binding* second) {
  bool plain = Is<VarBinding>(first) && Is<VarBinding>(second);
  return plain && IsPureValue(module, first->value) && IsPureValue(module, second->value) &&
         !Mentions(second, first->var);
}

struct BlockPlace {
  size_t entry;
  const BindingBlock* block;
  size_t at;
};
// A binding of a block of a function's own, with the block; nothing when `fits` accepts none.
template <class F>
std::optional<BlockPlace> DrawInBlock(MoveSite& site, F&& fits) {
  std::vector<BlockPlace> places;
  for (size_t entry : EditableFunctions(site.module)) {
    for (const BindingBlock* block : As<Function>(site.module.entries[entry].func)->body->blocks) {
      for (size_t i = 0; i < block->bindings.size(); ++i) {
        if (fits(*block, i)) places.push_back({entry, block, i});
      }
    }
  }
  return places.empty() ? std::nullopt : std::optional(site.bytes.Pick(places));
}

std::optional<Module> SwapBindings(MoveSite& site) {
  auto place = DrawInBlock(site, [&](const BindingBlock& block, size_t i) {
    return i + 1 < block.bindings.size() && AreIndependent(site.module, block.bindings[i], block.bindings[i + 1]);
  });
  if (!place) return std::nullopt;
  std::vector<const Binding*> bindings(place->block->bindings.begin(), place->block->bindings.end());
  std::swap(bindings[place->at], bindings[place->at + 1]);
  const auto* func = As<Function>(site.module.entries[place->entry].func);
  const BindingBlock* block = MakeBlock(site.ctx, bindings, place->block->is_dataflow);
  return WithRelaxFunction(site, site.module, place->entry, WithNode(site.ctx, func, place->block, block));
}

// ---- branches

const SeqExpr* Branch(Context& ctx, const Expr* value) {
  const Var* var = MakeVar(ctx, "gv", value->type);
  return MakeSeq(ctx, {MakeBlock(ctx, {MakeBinding(ctx, var, value)}, false)}, var);
}

std::optional<Module> BothBranches(MoveSite& site) {
  auto place = DrawPlace(site, [&](const Place& p) {
    return !p.in_dataflow && Is<Call>(p.binding->value) && StaticTensor(p.binding->value->type) != nullptr &&
           MayStandTwice(site.module, p.binding->value);
  });
  if (!place) return std::nullopt;
  const Tensor holds = Tensor::Of(Scalar::Bool(site.bytes.Chance(1, 2)));
  const Expr* value = place->binding->value;
  If* choice = site.ctx.arena.New<If>();
  choice->cond = DrawVisible(site, *place, MakeTensorType(site.ctx, std::vector<const Expr*>{}, DType::Bool()));
  if (choice->cond == nullptr || site.bytes.Chance(1, 2)) choice->cond = MakeConstant(site.ctx, holds);
  choice->true_branch = Branch(site.ctx, value);
  choice->false_branch = Branch(site.ctx, value);
  choice->type = value->type;
  return EditBinding(site, *place, [&](BindingEditor&, const VarBinding&) { return choice; });
}

bool HasDataflow(const SeqExpr* seq) {
  return std::ranges::any_of(seq->blocks, [](const BindingBlock* block) { return block->is_dataflow; });
}
// ---- blocks

std::optional<Module> PlainBlocks(MoveSite& site) {
  std::vector<size_t> functions = EditableFunctions(site.module);
  std::erase_if(functions, [&](size_t i) { return !HasDataflow(As<Function>(site.module.entries[i].func)->body); });
  if (functions.empty()) return std::nullopt;
  size_t entry = site.bytes.Pick(functions);
  PlainMutator mutator(site.ctx, &site.module);
  const Function* plain = mutator.VisitFunction(As<Function>(site.module.entries[entry].func));
  return mutator.status().ok() ? WithRelaxFunction(site, site.module, entry, plain) : std::nullopt;
}

bool MayFlow(const Module& module, const Binding* binding) {
  return Is<VarBinding>(binding) && IsPureValue(module, binding->value);
}
std::optional<Module> DataflowBlock(MoveSite& site) {
  auto place = DrawInBlock(site, [&](const BindingBlock& block, size_t i) {
    return !block.is_dataflow && MayFlow(site.module, block.bindings[i]);
  });
  if (!place) return std::nullopt;
  Nodes<Binding> all = place->block->bindings;
  size_t end = place->at;
  while (end < all.size() && MayFlow(site.module, all[end])) ++end;
  auto part = [&](size_t from, size_t to, bool flows, std::vector<const BindingBlock*>& blocks) {
    if (from < to) blocks.push_back(MakeBlock(site.ctx, {all.begin() + from, all.begin() + to}, flows));
  };
  const auto* func = As<Function>(site.module.entries[place->entry].func);
  std::vector<const BindingBlock*> blocks;
  for (const BindingBlock* block : func->body->blocks) {
    if (block != place->block) {
      blocks.push_back(block);
      continue;
    }
    part(0, place->at, false, blocks);
    part(place->at, end, true, blocks);
    part(end, all.size(), false, blocks);
  }
  SeqExpr* seq = site.ctx.arena.New<SeqExpr>(*func->body);
  seq->blocks = site.ctx.Copy(MergeBlocks(site.ctx, blocks));
  Function* changed = site.ctx.arena.New<Function>(*func);
  changed->body = seq;
  return WithRelaxFunction(site, site.module, place->entry, changed);
}

// ---- results

// The entry of a function whose result may be another one; nothing when there is none.
std::optional<size_t> DrawUncalled(MoveSite& site, bool (*fits)(const Function*)) {
  auto mentioned = MentionedFunctions(site.module);
  std::vector<size_t> functions = EditableFunctions(site.module);
  std::erase_if(functions, [&](size_t i) {
    return mentioned.contains(site.module.entries[i].var->name.text()) ||
           !fits(As<Function>(site.module.entries[i].func));
  });
  return functions.empty() ? std::nullopt : std::optional(site.bytes.Pick(functions));
}

std::optional<Module> WithResult(MoveSite& site, size_t entry, const Expr* result) {
  const auto* func = As<Function>(site.module.entries[entry].func);
  std::vector<const Var*> params(func->params.begin(), func->params.end());
  SeqExpr* seq = site.ctx.arena.New<SeqExpr>(*func->body);
  seq->body = result;
  // Sizes that the body defines are not known outside.
  seq->type = EraseVars(site.ctx, result->type, SymbolsInParams(params));
  return WithRelaxFunction(site, site.module, entry, MakeRefinedFunction(site.ctx, *func, params, seq, nullptr));
}

bool GivesSeveral(const Function* func) {
  const auto* tuple = As<Tuple>(func->body->body);
  return tuple != nullptr && tuple->fields.size() > 1;
}
std::vector<const Expr*> FieldsOf(const Function* func) {
  const auto* tuple = As<Tuple>(func->body->body);
  if (tuple == nullptr) return {func->body->body};
  return {tuple->fields.begin(), tuple->fields.end()};
}

std::optional<Module> SwapOutputs(MoveSite& site) {
  auto entry = DrawUncalled(site, GivesSeveral);
  if (!entry) return std::nullopt;
  std::vector<const Expr*> fields = FieldsOf(As<Function>(site.module.entries[*entry].func));
  size_t at = site.bytes.Below(fields.size() - 1);
  if (fields[at] == fields[at + 1]) return std::nullopt;
  std::swap(fields[at], fields[at + 1]);
  return WithResult(site, *entry, MakeTuple(site.ctx, fields));
}

std::optional<Module> MoreOutputs(MoveSite& site) {
  auto entry = DrawUncalled(site, [](const Function*) { return true; });
  if (!entry) return std::nullopt;
  const auto* func = As<Function>(site.module.entries[*entry].func);
  std::vector<const Var*> tensors(func->params.begin(), func->params.end());
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) tensors.push_back(binding->var);
  }
  std::erase_if(tensors, [](const Var* v) { return v->flavor == VarFlavor::kDataflow || !Is<TensorType>(v->type); });
  std::vector<const Expr*> fields = FieldsOf(func);
  constexpr size_t kMost = 8;
  if (tensors.empty() || fields.size() >= kMost) return std::nullopt;
  fields.push_back(site.bytes.Pick(tensors));
  return WithResult(site, *entry, MakeTuple(site.ctx, fields));
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kSwapOutputs = {"swap_outputs", kMutate, "two outputs of a function change places", SwapOutputs};
const MoveSpec kMoreOutputs = {"more_outputs", kMutate, "a function gives back a variable or parameter besides",
                               MoreOutputs};
const MoveSpec kSwapBindings = {"swap_bindings", kSame, "two bindings that do not need each other change places",
                                SwapBindings};
const MoveSpec kBothBranches = {"both_branches", kSame, "a call becomes an If that makes it in both branches",
                                BothBranches};
const MoveSpec kPlainBlocks = {"plain_blocks", kSame, "a function's dataflow blocks become plain ones", PlainBlocks};
const MoveSpec kDataflowBlock = {"dataflow_block", kSame, "pure bindings in a row become a dataflow block",
                                 DataflowBlock};

}  // namespace assay
