// Shrinks of the module as a whole: functions, passes, attributes, global infos.
#include <algorithm>

#include "fuzzers/reduce/retype.h"
#include "fuzzers/reduce/shrinks.h"
#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr ShrinkSpec kShrinks[] = {
    {"drop_functions", "leave out functions that nothing left calls", DropFunctions},
    {"become_entry", "another function in the entry's place, under its name", BecomeEntry},
    {"drop_passes", "leave out passes", DropPasses},
    {"drop_steps", "leave out steps of schedules", DropSteps},
    {"shrink_outputs", "end a function early, or return less", ShrinkOutputs},
    {"drop_bindings", "leave out bindings; what used them uses something of the same type", DropBindings},
    {"replace_calls", "use an operand in place of a call of the same type; a branch in place of an If", ReplaceCalls},
    {"plain_operators", "negative or add in place of another operator", PlainOperators},
    {"inline_aliases", "use what an alias or a tuple field stands for", InlineAliases},
    {"drop_params", "leave out unused parameters, and their arguments in calls", DropParams},
    {"join_blocks", "make one plain block of several", JoinBlocks},
    {"drop_attributes", "leave out attributes of functions and of the module, and impurity", DropAttributes},
    {"drop_global_infos", "leave out devices that nothing uses", DropGlobalInfos},
    {"drop_statements", "leave out statements; bodies in place of loops and branches", DropStatements},
    {"simplify_expressions", "an operand or a constant in place of a scalar expression", SimplifyExpressions},
    {"shrink_dims", "smaller dimensions, symbols as numbers, the same everywhere", ShrinkDims},
};

Module WithoutEntries(Reducer& r, size_t start, size_t end) {
  std::vector<ModuleEntry> entries;
  for (size_t i = 0; i < r.module.entries.size(); ++i) {
    bool dropped = i >= start && i < end && !(r.module.entries[i].var->name == r.entry);
    if (!dropped) entries.push_back(r.module.entries[i]);
  }
  return WithEntries(r.ctx, r.module, entries);
}

const Expr* WithAttrs(Context& ctx, const Expr* func, const AttrDict* attrs) {
  if (const auto* relax = As<Function>(func)) {
    Function* copy = ctx.arena.New<Function>(*relax);
    copy->attrs = attrs;
    return copy;
  }
  const auto* prim = As<PrimFunc>(func);
  if (prim == nullptr) return func;
  PrimFunc* copy = ctx.arena.New<PrimFunc>(*prim);
  copy->attrs = attrs;
  return copy;
}

bool ListsDevice(const Module& module, const Node* device) {
  for (const Node* listed : module.VDevices()) {
    if (Equal(listed, device)) return true;
  }
  return false;
}

// Whether every device that the functions mention stands among the global infos; without that, text cannot name it.
bool DevicesListed(const Module& module) {
  bool listed = true;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(
        entry.func, [&](const Node* node) { listed &= !Is<VDevice>(node) || ListsDevice(module, node); },
        Types::kInclude);
  }
  return listed;
}

bool TryInfos(Reducer& r, const std::vector<GlobalInfoList>& lists) {
  Module fewer = r.module;
  fewer.global_infos = r.ctx.Copy(lists);
  return DevicesListed(fewer) && r.Try(fewer);
}

void DropFunctionAttributes(Reducer& r, size_t index) {
  const AttrDict* attrs = AttrsOf(r.module.entries[index].func);
  std::vector<Name> keys;
  if (attrs != nullptr) keys.assign(attrs->keys.begin(), attrs->keys.end());
  for (Name key : keys) {
    if (key == "global_symbol") continue;
    const Expr* func = r.module.entries[index].func;
    const AttrDict* fewer = WithAttr(r.ctx, AttrsOf(func), key.text(), nullptr);
    r.Try(WithEntryFunction(r.ctx, r.module, index, WithAttrs(r.ctx, func, fewer)));
  }
  const auto* relax = As<Function>(r.module.entries[index].func);
  if (relax == nullptr || relax->is_pure) return;
  const Function* pure = MakeFunction(r.ctx, {relax->params.begin(), relax->params.end()}, relax->body, relax->ret_type,
                                      true, relax->attrs);
  r.Try(WithEntryFunction(r.ctx, r.module, index, pure));
}

}  // namespace

std::span<const ShrinkSpec> AllShrinks() { return kShrinks; }

Module WithEntryFunction(Context& ctx, const Module& module, size_t index, const Expr* func) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  const GlobalVar* old = entries[index].var;
  entries[index].func = func;
  if (func->type == old->type || Equal(func->type, old->type)) return WithEntries(ctx, module, entries);
  // The signature changed: every mention of the function carries its type, and every call of it gives what it gives now.
  GlobalVar* fresh = ctx.arena.New<GlobalVar>(*old);
  fresh->type = func->type;
  for (ModuleEntry& entry : entries) {
    if (entry.var == old) entry.var = fresh;
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* node, const Node*) {
      const auto* var = As<GlobalVar>(node);
      return var != nullptr && var->name == old->name ? fresh : node;
    }));
  }
  Module changed = WithEntries(ctx, module, entries);
  for (ModuleEntry& entry : entries) entry.func = WithTypesInStep(ctx, changed, entry.func);
  return WithEntries(ctx, module, entries);
}

void DropFunctions(Reducer& r) {
  DropParts(
      r,
      [&](size_t start, size_t end) {
        Module fewer = WithoutEntries(r, start, end);
        return fewer.entries.size() < r.module.entries.size() && r.Try(fewer);
      },
      [&] { return r.module.entries.size(); });
}

// The entry goes; another Relax function takes its name and symbol.
void BecomeEntry(Reducer& r) {
  for (size_t i = 0; i < r.module.entries.size() && !r.Spent(); ++i) {
    const ModuleEntry& other = r.module.entries[i];
    if (other.var->name == r.entry || !Is<Function>(other.func)) continue;
    GlobalVar* var = r.ctx.arena.New<GlobalVar>(*other.var);
    var->name = r.ctx.Intern(r.entry);
    const AttrDict* attrs = WithAttr(r.ctx, AttrsOf(other.func), "global_symbol", MakeAttrString(r.ctx, r.entry));
    std::vector<ModuleEntry> entries{{var, WithAttrs(r.ctx, other.func, attrs)}};
    for (const ModuleEntry& entry : r.module.entries) {
      if (!(entry.var->name == r.entry) && entry.var != other.var) entries.push_back(entry);
    }
    if (r.Try(WithEntries(r.ctx, r.module, entries))) return;
  }
}

void DropPasses(Reducer& r) {
  DropParts(
      r,
      [&](size_t start, size_t end) {
        if (r.passes.size() <= 1) return false;
        std::vector<PassCall> fewer = r.passes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(start),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        return r.TryPasses(std::move(fewer));
      },
      [&] { return r.passes.size(); });
}

void DropAttributes(Reducer& r) {
  if (r.module.attrs != nullptr) {
    Module bare = r.module;
    bare.attrs = nullptr;
    r.Try(bare);
  }
  for (size_t i = 0; i < r.module.entries.size() && !r.Spent(); ++i) DropFunctionAttributes(r, i);
}

void DropGlobalInfos(Reducer& r) {
  if (r.module.global_infos.empty()) return;
  if (TryInfos(r, {})) return;
  for (size_t list = 0; list < r.module.global_infos.size(); ++list) {
    for (size_t i = r.module.global_infos[list].infos.size(); i-- > 0;) {
      std::vector<GlobalInfoList> lists(r.module.global_infos.begin(), r.module.global_infos.end());
      std::vector<const Node*> infos(lists[list].infos.begin(), lists[list].infos.end());
      infos.erase(infos.begin() + static_cast<std::ptrdiff_t>(i));
      lists[list].infos = r.ctx.Copy(infos);
      TryInfos(r, lists);
    }
  }
}

}  // namespace assay
