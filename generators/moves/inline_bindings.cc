// Moves that shrink by taking what is there already: a branch for an If, a body for a call of a local function, an
// operand for a call, a value for its second name, one plain block for several.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "generators/moves/function_edit.h"
#include "generators/moves/relax_places.h"
#include "generators/moves/retype.h"
#include "ir/builder.h"
#include "passes/analysis/function_uses.h"

namespace assay {
namespace {

// A binding and what a row knows of it.
template <class T>
struct KnownPlace {
  BindingPlace place;
  T known;
};

// Proposals at bindings: each is edited by `change(edit, place, way)`, which says whether it could be.
template <class T, class Change>
Proposals AtBindings(const ShrinkSite& site, std::vector<KnownPlace<T>> found, size_t ways, Change change) {
  auto places = std::make_shared<std::vector<KnownPlace<T>>>(std::move(found));
  return {places->size(), ways, [site, places, change](size_t way, size_t first, size_t last) {
            FunctionEdits edits;
            for (size_t i = first; i < last; ++i) change(edits[(*places)[i].place.entry], (*places)[i], way);
            return WithEdits(site, edits);
          }};
}

// ---- branches

void AppendBindings(const SeqExpr* seq, std::vector<const Binding*>& out) {
  for (const BindingBlock* block : seq->blocks) out.insert(out.end(), block->bindings.begin(), block->bindings.end());
}

// Variables of the sequence that are local to its dataflow blocks leave them.
void WidenAll(Context& ctx, FunctionEdit& edit, const SeqExpr* seq) {
  for (const BindingBlock* block : seq->blocks) {
    for (const Binding* binding : block->bindings) edit.Widen(ctx, binding->var);
  }
}

Proposals TakeBranch(const ShrinkSite& site) {
  std::vector<KnownPlace<const If*>> found;
  for (const BindingPlace& place : BindingPlaces(site)) {
    if (const auto* choice = As<If>(place.binding->value)) found.push_back({place, choice});
  }
  Context* ctx = &site.ctx;
  return AtBindings(site, std::move(found), 2, [ctx](FunctionEdit& edit, const KnownPlace<const If*>& at, size_t way) {
    WidenAll(*ctx, edit, way == 0 ? at.known->true_branch : at.known->false_branch);
    edit.instead[at.place.binding] = [ctx, way](const Binding* edited, const RewriteMemo&,
                                                std::vector<const Binding*>& out) {
      const auto* choice = As<If>(edited->value);
      const SeqExpr* taken = way == 0 ? choice->true_branch : choice->false_branch;
      AppendBindings(taken, out);
      out.push_back(MakeBinding(*ctx, edited->var, taken->body));
    };
  });
}

// ---- local functions

struct LocalUse {
  const Binding* definition = nullptr;
  const Function* func = nullptr;
};
// Local functions by their variables, and how often each variable stands somewhere other than where it is defined.
struct LocalFunctions {
  std::unordered_map<const Var*, LocalUse> defined;
  std::unordered_map<const Var*, size_t> uses;

  size_t UsesOf(const Var* var) const {
    auto found = uses.find(var);
    return found == uses.end() ? 0 : found->second;
  }
};
LocalFunctions LocalFunctionsAt(const ShrinkSite& site, const std::vector<BindingPlace>& places) {
  LocalFunctions local;
  for (const BindingPlace& place : places) {
    if (const auto* func = As<Function>(place.binding->value))
      local.defined[place.binding->var] = {place.binding, func};
  }
  if (local.defined.empty()) return local;
  for (size_t entry : ShrinkableFunctions(site)) {
    WalkBeforeChildren(As<Function>(site.module.entries[entry].func)->body, [&](const Node* node) {
      const auto* var = As<Var>(node);
      if (var != nullptr && local.defined.contains(var)) ++local.uses[var];
      return true;
    });
  }
  for (auto& [var, count] : local.uses) --count;
  return local;
}

bool StandsIn(const Binding* binding, const Function* func) {
  bool found = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    found |= node == binding;
    return !found;
  });
  return found;
}

// A local function that is called once, and nothing else: its bindings stand in place of the call. One that only calls
// itself stays.
Proposals InlineLocal(const ShrinkSite& site) {
  std::vector<BindingPlace> places = BindingPlaces(site);
  LocalFunctions local = LocalFunctionsAt(site, places);
  std::vector<KnownPlace<LocalUse>> found;
  for (const BindingPlace& place : places) {
    const auto* call = As<Call>(place.binding->value);
    auto callee = call == nullptr ? local.defined.end() : local.defined.find(As<Var>(call->op));
    if (callee == local.defined.end() || local.UsesOf(callee->first) != 1) continue;
    const Function* func = callee->second.func;
    if (func->params.size() == call->args.size() && !StandsIn(place.binding, func))
      found.push_back({place, callee->second});
  }
  Context* ctx = &site.ctx;
  return AtBindings(site, std::move(found), 1, [ctx](FunctionEdit& edit, const KnownPlace<LocalUse>& at, size_t) {
    const Function* callee = at.known.func;
    const auto* call = As<Call>(at.place.binding->value);
    for (size_t i = 0; i < call->args.size(); ++i) edit.Replace(*ctx, callee->params[i], call->args[i]);
    WidenAll(*ctx, edit, callee->body);
    edit.dropped.Insert(at.known.definition, {});
    // Calls within a body stand before the call of it, so that what they call comes first, too.
    edit.first.push_back(callee->body);
    edit.instead[at.place.binding] = [ctx, callee](const Binding* edited, const RewriteMemo& done,
                                                   std::vector<const Binding*>& out) {
      const auto* body = static_cast<const SeqExpr*>(*done.Find(callee->body));
      AppendBindings(body, out);
      out.push_back(MakeBinding(*ctx, edited->var, body->body));
    };
  });
}

// A local function that nothing calls: its bindings stand in its place, its parameters become the outer function's.
Proposals UnwrapLocal(const ShrinkSite& site) {
  std::vector<BindingPlace> places = BindingPlaces(site);
  LocalFunctions local = LocalFunctionsAt(site, places);
  auto mentioned = local.defined.empty() ? std::unordered_set<std::string_view>() : MentionedFunctions(site.module);
  std::vector<KnownPlace<const Function*>> found;
  for (const BindingPlace& place : places) {
    const auto* func = As<Function>(place.binding->value);
    bool fits = func != nullptr && place.outermost && local.UsesOf(place.binding->var) == 0;
    if (fits && !mentioned.contains(site.module.entries[place.entry].var->name.text())) found.push_back({place, func});
  }
  Context* ctx = &site.ctx;
  return AtBindings(site, std::move(found), 1,
                    [ctx](FunctionEdit& edit, const KnownPlace<const Function*>& at, size_t) {
                      edit.new_params.insert(edit.new_params.end(), at.known->params.begin(), at.known->params.end());
                      WidenAll(*ctx, edit, at.known->body);
                      edit.instead[at.place.binding] = [](const Binding* edited, const RewriteMemo&,
                                                          std::vector<const Binding*>& out) {
                        AppendBindings(As<Function>(edited->value)->body, out);
                      };
                    });
}

// ---- operands and aliases

// The item's variable becomes another expression, and the item goes.
void ReplaceUses(Context& ctx, FunctionEdit& edit, const Binding* binding, const Expr* by) {
  edit.dropped.Insert(binding, {});
  edit.Replace(ctx, binding->var, by);
  if (binding->var->flavor != VarFlavor::kDataflow) edit.Widen(ctx, by);
}

Proposals UseOperand(const ShrinkSite& site) {
  using Operands = std::vector<const Expr*>;
  std::vector<KnownPlace<Operands>> found;
  size_t ways = 0;
  for (const BindingPlace& place : BindingPlaces(site)) {
    const auto* call = As<Call>(place.binding->value);
    Operands alike;
    for (size_t i = 0; call != nullptr && i < call->args.size(); ++i) {
      const Expr* arg = call->args[i];
      if (arg->type != nullptr && SameType(arg->type, place.binding->var->type)) alike.push_back(arg);
    }
    ways = std::max(ways, alike.size());
    if (!alike.empty()) found.push_back({place, std::move(alike)});
  }
  Context* ctx = &site.ctx;
  return AtBindings(site, std::move(found), ways,
                    [ctx](FunctionEdit& edit, const KnownPlace<Operands>& at, size_t way) {
                      if (way < at.known.size()) ReplaceUses(*ctx, edit, at.place.binding, at.known[way]);
                    });
}

// What a binding merely renames: an alias's source, or the field that it takes out of a tuple of the same function.
using Tuples = std::unordered_map<const Expr*, const Tuple*>;
const Expr* Renamed(const Tuples& tuples, const Binding* binding) {
  if (Is<MatchCast>(binding)) return nullptr;
  if (Is<Var>(binding->value) || Is<Constant>(binding->value)) return binding->value;
  const auto* item = As<TupleGetItem>(binding->value);
  auto tuple = item == nullptr ? tuples.end() : tuples.find(item->tuple);
  return tuple == tuples.end() ? nullptr : tuple->second->fields[static_cast<size_t>(item->index)];
}

Proposals InlineAlias(const ShrinkSite& site) {
  std::vector<BindingPlace> places = BindingPlaces(site);
  Tuples tuples;
  for (const BindingPlace& place : places) {
    if (const auto* tuple = As<Tuple>(place.binding->value)) tuples.emplace(place.binding->var, tuple);
  }
  std::vector<KnownPlace<const Expr*>> found;
  for (const BindingPlace& place : places) {
    if (const Expr* source = Renamed(tuples, place.binding)) found.push_back({place, source});
  }
  Context* ctx = &site.ctx;
  return AtBindings(site, std::move(found), 1, [ctx](FunctionEdit& edit, const KnownPlace<const Expr*>& at, size_t) {
    ReplaceUses(*ctx, edit, at.place.binding, at.known);
  });
}

// ---- blocks

const Function* WithOnePlainBlock(Context& ctx, const Function* func) {
  std::unordered_map<const Var*, const Var*> plain;
  return static_cast<const Function*>(Rewrite(
      ctx, func,
      [&](const Node* node, const Node* original) -> const Node* {
        if (const auto* var = As<Var>(original)) {
          if (var->flavor != VarFlavor::kDataflow) return node;
          auto [at, fresh] = plain.try_emplace(var, nullptr);
          if (fresh) at->second = MakeVar(ctx, var->name.text(), static_cast<const Var*>(node)->type);
          return at->second;
        }
        const auto* seq = As<SeqExpr>(node);
        if (seq == nullptr || seq->blocks.empty() || (seq->blocks.size() == 1 && !seq->blocks[0]->is_dataflow))
          return node;
        std::vector<const Binding*> bindings;
        AppendBindings(seq, bindings);
        SeqExpr* joined = ctx.arena.New<SeqExpr>(*seq);
        joined->blocks = ctx.Copy(std::vector<const BindingBlock*>{MakeBlock(ctx, bindings, false)});
        return joined;
      },
      Types::kInclude));
}

Proposals JoinBlocks(const ShrinkSite& site) {
  std::vector<size_t> found;
  for (size_t entry : ShrinkableFunctions(site)) {
    bool joins = false;
    WalkBeforeChildren(site.module.entries[entry].func, [&](const Node* node) {
      const auto* seq = As<SeqExpr>(node);
      const auto* block = As<BindingBlock>(node);
      joins |= (seq != nullptr && seq->blocks.size() > 1) || (block != nullptr && block->is_dataflow);
      return !joins;
    });
    if (joins) found.push_back(entry);
  }
  size_t places = found.size();
  return {
      places, 1, [site, found = std::move(found)](size_t, size_t first, size_t last) -> std::optional<Module> {
        FunctionChanges changes;
        for (size_t i = first; i < last; ++i) {
          changes.push_back({found[i], WithOnePlainBlock(site.ctx, As<Function>(site.module.entries[found[i]].func))});
        }
        return WithFunctions(site.ctx, site.module, changes);
      }};
}

constexpr MoveFamily kShrink = MoveFamily::kShrink;

}  // namespace

const MoveSpec kTakeBranch = {
    .name = "take_branch", .family = kShrink, .doc = "an If becomes one of its branches", .propose = TakeBranch};
const MoveSpec kInlineLocal = {.name = "inline_local",
                               .family = kShrink,
                               .doc = "a local function that is called once becomes what it does, where it is called",
                               .propose = InlineLocal};
const MoveSpec kUnwrapLocal = {
    .name = "unwrap_local",
    .family = kShrink,
    .doc = "a local function that nothing calls becomes its body, its parameters the outer function's",
    .propose = UnwrapLocal};
const MoveSpec kUseOperand = {
    .name = "use_operand", .family = kShrink, .doc = "an operand stands for a call of its type", .propose = UseOperand};
const MoveSpec kInlineAlias = {.name = "inline_alias",
                               .family = kShrink,
                               .doc = "what an alias or a tuple's field stands for stands for it",
                               .propose = InlineAlias};
const MoveSpec kJoinBlocks = {.name = "join_blocks",
                              .family = kShrink,
                              .doc = "a function's blocks become one plain block",
                              .propose = JoinBlocks};

}  // namespace assay
