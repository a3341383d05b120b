// Moves that shrink functions as wholes, and the module around them: functions, results, parameters, attributes,
// devices.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "generators/moves/function_edit.h"
#include "generators/moves/relax_places.h"
#include "generators/moves/retype.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"

namespace assay {
namespace {

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

template <class T>
std::vector<T> Without(std::span<const T> items, const std::vector<size_t>& gone) {
  std::vector<T> kept;
  for (size_t i = 0, at = 0; i < items.size(); ++i) {
    bool drops = at < gone.size() && gone[at] == i;
    at += drops ? 1 : 0;
    if (!drops) kept.push_back(items[i]);
  }
  return kept;
}

// ---- functions

// Nothing when something that is left mentions a function that goes.
Proposals DropFunction(const ShrinkSite& site) {
  std::vector<size_t> found;
  for (size_t i = 0; i < site.module.entries.size(); ++i) {
    if (!(site.module.entries[i].var->name == site.entry)) found.push_back(i);
  }
  size_t places = found.size();
  return {places, 1, [site, found = std::move(found)](size_t, size_t first, size_t last) -> std::optional<Module> {
            std::vector<size_t> gone(found.begin() + static_cast<std::ptrdiff_t>(first),
                                     found.begin() + static_cast<std::ptrdiff_t>(last));
            Module fewer = WithEntries(site.ctx, site.module, Without(site.module.entries, gone));
            auto mentioned = MentionedFunctions(fewer);
            bool missed = std::ranges::any_of(
                gone, [&](size_t i) { return mentioned.contains(site.module.entries[i].var->name.text()); });
            return missed ? std::nullopt : std::optional(fewer);
          }};
}

// The entry goes; another Relax function takes its name and symbol, if only the entry mentions it.
std::optional<Module> WithEntry(const ShrinkSite& site, const ModuleEntry& other) {
  GlobalVar* var = site.ctx.arena.New<GlobalVar>(*other.var);
  var->name = site.ctx.Intern(site.entry);
  const AttrDict* attrs =
      WithAttr(site.ctx, AttrsOf(other.func), "global_symbol", MakeAttrString(site.ctx, site.entry));
  std::vector<ModuleEntry> entries{{var, WithAttrs(site.ctx, other.func, attrs)}};
  for (const ModuleEntry& entry : site.module.entries) {
    if (!(entry.var->name == site.entry) && entry.var != other.var) entries.push_back(entry);
  }
  Module fewer = WithEntries(site.ctx, site.module, entries);
  auto mentioned = MentionedFunctions(fewer);
  bool missed = mentioned.contains(other.var->name.text()) || mentioned.contains(site.entry);
  return missed ? std::nullopt : std::optional(fewer);
}

Proposals BecomeEntry(const ShrinkSite& site) {
  std::vector<size_t> found = ShrinkableFunctions(site);
  std::erase_if(found, [&](size_t i) { return site.module.entries[i].var->name == site.entry; });
  if (site.module.Find(site.entry) == nullptr) found.clear();
  size_t places = found.size();
  return {places, 1, [site, found = std::move(found)](size_t, size_t first, size_t last) -> std::optional<Module> {
            // One function alone can.
            return last == first + 1 ? WithEntry(site, site.module.entries[found[first]]) : std::nullopt;
          }};
}

// ---- results

// A part of the tuple that a function gives back.
struct OutputPlace {
  size_t entry = 0;
  size_t field = 0;
};

// The first way gives back what is left when that is one thing, the second one a tuple of it.
Proposals DropOutput(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<OutputPlace>>();
  for (size_t entry : ShrinkableFunctions(site)) {
    const auto* tuple = As<Tuple>(As<Function>(site.module.entries[entry].func)->body->body);
    for (size_t i = 0; tuple != nullptr && i < tuple->fields.size(); ++i) places->push_back({entry, i});
  }
  return {places->size(), 2, [site, places](size_t way, size_t first, size_t last) -> std::optional<Module> {
            std::map<size_t, std::vector<size_t>> gone;
            for (size_t i = first; i < last; ++i) gone[(*places)[i].entry].push_back((*places)[i].field);
            FunctionEdits edits;
            for (const auto& [entry, fields] : gone) {
              const auto* tuple = As<Tuple>(As<Function>(site.module.entries[entry].func)->body->body);
              std::vector<const Expr*> kept = Without(std::span<const Expr* const>(tuple->fields), fields);
              bool alone = kept.size() == 1 && way == 0;
              // Of a tuple of one, that one.
              if (kept.empty() && way == 0 && tuple->fields.size() == 1) kept = {tuple->fields[0]}, alone = true;
              edits[entry].result = alone ? kept[0] : MakeTuple(site.ctx, kept);
              edits[entry].Widen(site.ctx, edits[entry].result);
            }
            return WithEdits(site, edits);
          }};
}

// ---- parameters

struct ParamPlace {
  size_t entry = 0;
  size_t param = 0;
};

std::vector<ParamPlace> UnusedParams(const ShrinkSite& site) {
  std::vector<ParamPlace> places;
  auto values = FunctionsUsedAsValues(site.module);
  for (size_t entry : ShrinkableFunctions(site)) {
    const auto* func = As<Function>(site.module.entries[entry].func);
    bool fixed = values.contains(site.module.entries[entry].var->name.text());
    if (func->params.empty() || fixed || (!site.everywhere && NumInputAttr(func) >= 0)) continue;
    PointerSet<Node> used;
    WalkBeforeChildren(func->body, [](const Node*) { return true; }, Types::kSkip, &used);
    for (size_t i = 0; i < func->params.size(); ++i) {
      if (!used.contains(func->params[i])) places.push_back({entry, i});
    }
  }
  return places;
}

// Every call of a function loses the arguments at these places.
using GoneArguments = std::unordered_map<Name, std::vector<size_t>>;
const Node* WithoutArguments(Context& ctx, const Node* node, const GoneArguments& gone) {
  const auto* call = As<Call>(node);
  const auto* var = call == nullptr ? nullptr : As<GlobalVar>(call->op);
  auto found = var == nullptr ? gone.end() : gone.find(var->name);
  if (found == gone.end()) return node;
  Call* fewer = ctx.arena.New<Call>(*call);
  fewer->args = ctx.Copy(Without(std::span<const Expr* const>(call->args), found->second));
  return fewer;
}

Proposals DropParam(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<ParamPlace>>(UnusedParams(site));
  return {places->size(), 1, [site, places](size_t, size_t first, size_t last) -> std::optional<Module> {
            GoneArguments gone;
            for (size_t i = first; i < last; ++i)
              gone[site.module.entries[(*places)[i].entry].var->name].push_back((*places)[i].param);
            FunctionChanges changes;
            for (size_t i = 0; i < site.module.entries.size(); ++i) {
              const Expr* before = site.module.entries[i].func;
              const auto* func = static_cast<const Expr*>(Rewrite(site.ctx, before, [&](const Node* node, const Node*) {
                return WithoutArguments(site.ctx, node, gone);
              }));
              auto own = gone.find(site.module.entries[i].var->name);
              if (const auto* relax = As<Function>(func); relax != nullptr && own != gone.end()) {
                std::vector<const Var*> params = Without(std::span<const Var* const>(relax->params), own->second);
                func = MakeFunction(site.ctx, params, relax->body, relax->ret_type, relax->is_pure, relax->attrs);
              }
              if (func != before) changes.push_back({i, func});
            }
            return WithFunctions(site.ctx, site.module, changes);
          }};
}

// ---- attributes

// Of a function, of the module where `entry` is the number of functions; the null name is a function's impurity.
struct AttributePlace {
  size_t entry = 0;
  Name key;
  bool impurity = false;
};

std::vector<AttributePlace> AttributePlaces(const ShrinkSite& site) {
  std::vector<AttributePlace> places;
  auto add = [&](size_t entry, const AttrDict* attrs) {
    for (size_t i = 0; attrs != nullptr && i < attrs->keys.size(); ++i) {
      if (!(attrs->keys[i] == "global_symbol")) places.push_back({entry, attrs->keys[i]});
    }
  };
  add(site.module.entries.size(), site.module.attrs);
  for (size_t entry = 0; entry < site.module.entries.size(); ++entry) {
    const Expr* func = site.module.entries[entry].func;
    const auto* relax = As<Function>(func);
    if (!site.everywhere && !(relax != nullptr && IsEditable(func))) continue;
    add(entry, AttrsOf(func));
    if (relax != nullptr && !relax->is_pure) places.push_back({entry, {}, true});
  }
  return places;
}

const Expr* WithoutAttribute(Context& ctx, const Expr* func, const AttributePlace& place) {
  if (!place.impurity) return WithAttrs(ctx, func, WithAttr(ctx, AttrsOf(func), place.key.text(), nullptr));
  const auto* relax = As<Function>(func);
  return MakeFunction(ctx, {relax->params.begin(), relax->params.end()}, relax->body, relax->ret_type, true,
                      relax->attrs);
}

Proposals DropAttribute(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<AttributePlace>>(AttributePlaces(site));
  return {places->size(), 1, [site, places](size_t, size_t first, size_t last) -> std::optional<Module> {
            Module bare = site.module;
            std::map<size_t, const Expr*> changed;
            for (size_t i = first; i < last; ++i) {
              const AttributePlace& place = (*places)[i];
              if (place.entry == site.module.entries.size()) {
                bare.attrs = WithAttr(site.ctx, bare.attrs, place.key.text(), nullptr);
              } else {
                const Expr*& func =
                    changed.try_emplace(place.entry, site.module.entries[place.entry].func).first->second;
                func = WithoutAttribute(site.ctx, func, place);
              }
            }
            return WithFunctions(site.ctx, bare, {changed.begin(), changed.end()});
          }};
}

// ---- devices

bool ListsDevice(const Module& module, const Node* device) {
  return std::ranges::any_of(module.VDevices(), [&](const Node* listed) { return Equal(listed, device); });
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

Proposals DropGlobalInfo(const ShrinkSite& site) {
  size_t places = 0;
  for (const GlobalInfoList& list : site.module.global_infos) places += std::max<size_t>(1, list.infos.size());
  return {places, 1, [site](size_t, size_t first, size_t last) -> std::optional<Module> {
            std::vector<GlobalInfoList> lists;
            size_t at = 0;
            for (const GlobalInfoList& list : site.module.global_infos) {
              std::vector<size_t> gone;
              for (size_t i = 0; i < list.infos.size(); ++i) {
                if (at + i >= first && at + i < last) gone.push_back(i);
              }
              std::vector<const Node*> infos = Without(std::span<const Node* const>(list.infos), gone);
              bool untouched = gone.empty() && !(list.infos.empty() && at >= first && at < last);
              at += std::max<size_t>(1, list.infos.size());
              if (untouched || !infos.empty()) lists.push_back({list.key, site.ctx.Copy(infos)});
            }
            Module fewer = site.module;
            fewer.global_infos = site.ctx.Copy(lists);
            return DevicesListed(fewer) ? std::optional(fewer) : std::nullopt;
          }};
}

constexpr MoveFamily kShrink = MoveFamily::kShrink;

}  // namespace

const MoveSpec kDropFunction = {.name = "drop_function",
                                .family = kShrink,
                                .doc = "a function goes that no other one mentions",
                                .propose = DropFunction};
const MoveSpec kBecomeEntry = {.name = "become_entry",
                               .family = kShrink,
                               .doc = "another function takes the entry's place and name",
                               .propose = BecomeEntry};
const MoveSpec kDropOutput = {
    .name = "drop_output", .family = kShrink, .doc = "a function gives back one thing less", .propose = DropOutput};
const MoveSpec kDropParam = {.name = "drop_param",
                             .family = kShrink,
                             .doc = "a parameter goes that nothing uses, and its arguments in calls",
                             .propose = DropParam};
const MoveSpec kDropAttribute = {.name = "drop_attribute",
                                 .family = kShrink,
                                 .doc = "an attribute of a function or of the module goes, or a function's impurity",
                                 .propose = DropAttribute};
const MoveSpec kDropGlobalInfo = {
    .name = "drop_global_info", .family = kShrink, .doc = "a device goes that nothing uses", .propose = DropGlobalInfo};

}  // namespace assay
