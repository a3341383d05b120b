#include "oracles/core/frame_items.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/equal.h"
#include "ir/fields.h"
#include "ir/text/dump.h"
#include "ir/walk.h"
#include "passes/analysis/allocations.h"

namespace assay {
namespace {

struct FieldRow {
  NodeKind kind;
  std::string_view field;
  Facet facet;
};
constexpr FieldRow kFieldRows[] = {
#define ASSAY_FACET_FIELD(Kind, field, facet) {NodeKind::k##Kind, #field, Facet::facet},
#define ASSAY_OTHER_FIELDS(Kind, fields, who)
#include "oracles/core/facet_fields.def"
};

// Of what function something is, what it is and its name: empty where it is the function's own.
struct Place {
  std::string_view owner;
  std::string_view what;
  std::string_view name;

  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Item {
  Facet facet;
  Place place;
  std::string_view field;
  // Of an attribute, of an element in a list, or what a thing says that has no name.
  std::string key;
  int64_t number = 0;
  std::string text = {};
  const Node* node = nullptr;
  // It is of variables that the body defines, and part of what the body computes.
  bool of_body = false;
  // It stands in a loop of no iteration.
  bool never_runs = false;

  auto Identity() const { return std::tie(facet, place, field, key); }
};

std::string ValueText(const Item& item) {
  if (item.node != nullptr) return DumpText(item.node);
  return item.text.empty() ? std::to_string(item.number) : item.text;
}
constexpr EqualOptions kToTheName = {.map_free_vars = true, .compare_names = true};

// Both sides of where two values differ, which may be deep in a node.
std::pair<std::string, std::string> ValueTexts(const Item& a, const Item& b) {
  auto difference = a.node != nullptr && b.node != nullptr ? FirstDifference(a.node, b.node, kToTheName) : std::nullopt;
  if (!difference) return {ValueText(a), ValueText(b)};
  return {fmt::format("{} {}", difference->path, difference->left), difference->right};
}
bool SameValue(const Item& a, const Item& b) {
  return a.number == b.number && a.text == b.text && Equal(a.node, b.node, kToTheName);
}

// What an annotation says that names buffers, by their names alone: their shapes and dtypes are items of their own.
// Nothing where it names none.
std::optional<std::string> SaidOfBuffers(const Attr* attr) {
  const auto* list = As<AttrList>(attr);
  Nodes<Attr> items = list == nullptr ? Nodes<Attr>(&attr, 1) : list->items;
  std::string said = list == nullptr ? "" : "list ";
  bool any = false;
  for (const Attr* item : items) {
    const auto* named = As<AttrNode>(item);
    const auto* buffer = named == nullptr ? nullptr : As<Buffer>(named->node);
    any |= buffer != nullptr;
    said += (buffer == nullptr ? DumpText(item) : "buffer " + buffer->name.str()) + ", ";
  }
  return any ? std::optional(said) : std::nullopt;
}

// What stands in loops of no iteration, which whoever alters a kernel may take away.
std::unordered_set<const Node*> InLoopsOfNoIteration(const Node* body) {
  std::unordered_set<const Node*> inside;
  WalkOnce(body, [&](const Node* node) {
    const auto* loop = As<For>(node);
    const IntImm* extent = loop == nullptr ? nullptr : AsInt(loop->extent);
    if (extent == nullptr || extent->value > 0 || inside.contains(loop)) return;
    WalkOnce(loop->body, [&](const Node* within) { inside.insert(within); });
  });
  return inside;
}

// What functions are paired by: a public one's symbol, a private one's name.
std::string_view PairedBy(const ModuleEntry& entry) {
  std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
  return symbol.empty() ? entry.var->name.text() : symbol;
}
// By that; null where two have the same.
std::map<std::string_view, const Expr*> FunctionsOf(const Module& module) {
  std::map<std::string_view, const Expr*> functions;
  for (const ModuleEntry& entry : module.entries) {
    auto [found, fresh] = functions.emplace(PairedBy(entry), entry.func);
    if (!fresh) found->second = nullptr;
  }
  return functions;
}

// The bindings of a function, wherever they stand in it, each with whether its block is a dataflow one.
using PlacedBinding = std::pair<const Binding*, bool>;
std::vector<PlacedBinding> BindingsOf(const Function& func) {
  std::vector<PlacedBinding> bindings;
  WalkOnce(func.body, [&](const Node* node) {
    const auto* block = As<BindingBlock>(node);
    if (block == nullptr) return;
    for (const Binding* binding : block->bindings) bindings.emplace_back(binding, block->is_dataflow);
  });
  return bindings;
}

// Of two functions, without those that both have, of which nothing is to be said: but for those that share the name of
// their variable with one that is in one of them only, from which they are told by it.
std::pair<std::vector<PlacedBinding>, std::vector<PlacedBinding>> DistinctBindings(const Function& one,
                                                                                   const Function& other) {
  std::pair<std::vector<PlacedBinding>, std::vector<PlacedBinding>> bindings{BindingsOf(one), BindingsOf(other)};
  auto& [left, right] = bindings;
  std::ranges::sort(left);
  std::ranges::sort(right);
  std::vector<PlacedBinding> apart;
  std::ranges::set_symmetric_difference(left, right, std::back_inserter(apart));
  std::set<std::string_view> names;
  for (const auto& [binding, is_dataflow] : apart) names.insert(binding->var->name.text());
  auto shared = [&](const PlacedBinding& placed) { return !names.contains(placed.first->var->name.text()); };
  std::erase_if(left, shared);
  std::erase_if(right, shared);
  return bindings;
}

// All items of one module that `frame` does not leave open.
class Collector {
 public:
  // `other`: the module beside it; functions that both have need no look.
  Collector(const FrameContract& frame, const Module& other) : frame_(frame) {
    for (const ModuleEntry& entry : other.entries) others_.emplace(entry.func, entry.var->name.text());
  }
  std::map<Place, int> named;

  void AddModule(const Module& module) {
    AddDict(Facet::kModuleAttrs, {}, "attrs", module.attrs);
    for (const GlobalInfoList& list : module.global_infos) {
      for (size_t i = 0; i < list.infos.size(); ++i) {
        Add({Facet::kGlobalInfos, {}, "global_infos", fmt::format("{}[{}]", list.key.text(), i), 0, {}, list.infos[i]});
      }
    }
    for (const ModuleEntry& entry : module.entries) {
      if (Is<Function>(entry.func) && !IsPublic(entry.func)) private_.insert(entry.var->name.text());
      auto same = others_.find(entry.func);
      if (same != others_.end() && same->second == entry.var->name.text()) continue;
      Place place{PairedBy(entry), {}, {}};
      if (const auto* external = As<ExternFunc>(entry.func)) {
        Add({Facet::kExternals, place, "global_symbol", {}, 0, external->global_symbol.str()});
      } else {
        Facet facet = IsPublic(entry.func) ? Facet::kPublicFunctions : Facet::kPrivateFunctions;
        Add({facet,
             place,
             "name",
             {},
             0,
             fmt::format("{} {}", NodeKindName(entry.func->kind), entry.var->name.text())});
      }
      if (Looks(Facet::kExternals)) AddSymbols(As<Function>(entry.func));
    }
  }

  // `other`: what the function is in the module beside it; of the bindings, those that are looked at.
  void AddFunction(std::string_view name, const Function& func, const Function& other, bool is_public,
                   std::span<const PlacedBinding> bindings) {
    owner_ = name;
    Facet parameters = is_public ? Facet::kParameters : Facet::kPrivateParameters;
    signature_ = {is_public ? Facet::kParameterTypes : Facet::kPrivateParameterTypes, Facet::kParameterDevices};
    for (size_t i = 0; i < func.params.size(); ++i) {
      bool same = i < other.params.size() && other.params[i] == func.params[i];
      if (!same) AddParameter(parameters, i, *func.params[i]);
    }
    signature_ = {is_public ? Facet::kResultTypes : Facet::kPrivateResultTypes, Facet::kResultDevices};
    if (func.ret_type != other.ret_type) AddType(Own(), "ret_type", "", func.ret_type);
    signature_.reset();
    AddFieldsOf(func, Own());
    AddBindings(bindings);
    if (Looks(Facet::kMemory)) AddMemory(func);
  }

  void AddKernel(std::string_view name, const PrimFunc& func) {
    owner_ = name;
    signature_ = {Facet::kKernelParameters, Facet::kKernelParameters};
    for (size_t i = 0; i < func.params.size(); ++i) {
      AddParameter(Facet::kKernelParameters, i, *func.params[i]);
      if (i < func.buffers.size() && func.buffers[i] != nullptr)
        AddBuffer(false, Own(), std::to_string(i), *func.buffers[i]);
    }
    AddType(Own(), "ret_type", "", func.ret_type);
    AddFieldsOf(func, Own());
    signature_.reset();
    from_outside_ = {func.params.begin(), func.params.end()};
    for (const Buffer* buffer : func.buffers) {
      if (buffer == nullptr) continue;
      std::vector<const Var*> known = VarsIn(buffer);
      from_outside_.insert(known.begin(), known.end());
    }
    if (!frame_.Allows(Facet::kKernels, Way::kAltered)) return;
    never_run_ = InLoopsOfNoIteration(func.body);
    WalkKernel(func.body);
  }

  // By identity. What stands twice where it has no name says the same once.
  std::vector<const Item*> Sorted() const {
    std::vector<const Item*> sorted;
    for (const Item& item : items_) sorted.push_back(&item);
    auto identity = [](const Item* item) { return item->Identity(); };
    // Of those, one that runs.
    std::ranges::sort(sorted, {}, [&](const Item* item) { return std::tuple(identity(item), item->never_runs); });
    auto same = std::ranges::unique(sorted, {}, identity);
    sorted.erase(same.begin(), same.end());
    return sorted;
  }

 private:
  bool Looks(Facet facet) const { return !frame_.AllowsAll(facet); }
  bool MayChange(Facet facet) const {
    return frame_.Allows(facet, Way::kAltered) || frame_.Allows(facet, Way::kDropped);
  }
  Place Own() const { return {owner_, {}, {}}; }
  Place Named(std::string_view what, std::string_view name) {
    Place place{owner_, what, name};
    ++named[place];
    return place;
  }

  void Add(Item item) {
    if (!Looks(item.facet)) return;
    if (item.facet == Facet::kOwnShapes && item.node != nullptr) {
      auto defined = [&](const Var* var) { return !from_outside_.contains(var); };
      item.of_body = std::ranges::any_of(VarsIn(item.node), defined);
    }
    item.never_runs = never_runs_;
    items_.push_back(std::move(item));
  }
  void AddParameter(Facet facet, size_t index, const Var& param) {
    Add({facet, Own(), "params", std::to_string(index), static_cast<int64_t>(param.flavor), param.name.str()});
    AddType(Own(), "params", std::to_string(index), param.type);
  }
  void AddDict(Facet facet, Place place, std::string_view field, const AttrDict* dict) {
    if (dict == nullptr) return;
    for (size_t i = 0; i < std::min(dict->keys.size(), dict->values.size()); ++i) {
      auto said = facet == Facet::kAnnotations ? SaidOfBuffers(dict->values[i]) : std::nullopt;
      Add({facet, place, field, dict->keys[i].str(), 0, said.value_or(""), said ? nullptr : dict->values[i]});
    }
  }

  // The field as an item, unless it is one of no value: an unknown rank, no device, an empty name, a variable
  // or a block that is no dataflow one.
  template <class V>
  void AddValue(Facet facet, Place place, std::string_view field, const std::string& key, const V& value) {
    if constexpr (std::is_same_v<V, const AttrDict*>) {
      AddDict(facet, place, field, value);
    } else if constexpr (NodePointer<V>) {
      if (value != nullptr) Add({facet, place, field, key, 0, {}, value});
    } else if constexpr (kIsNodeSpan<V>) {
      for (size_t i = 0; i < value.size(); ++i) {
        Add({facet, place, field, fmt::format("{}[{}]", key, i), 0, {}, value[i]});
      }
    } else if constexpr (std::is_same_v<V, Name>) {
      if (!value.empty()) Add({facet, place, field, key, 0, value.str()});
    } else if constexpr (std::is_same_v<V, DType>) {
      if (!value.IsVoid()) Add({facet, place, field, key, 0, DTypeName(value)});
    } else if constexpr (std::is_same_v<V, std::span<const Name>>) {
      std::string joined;
      for (Name part : value) joined += part.str() + "|";
      Add({facet, place, field, key, 0, joined});
    } else if constexpr (std::is_same_v<V, std::span<const int64_t>>) {
      Add({facet, place, field, key, 0, fmt::format("{}", value)});
    } else if constexpr (std::is_integral_v<V> || std::is_enum_v<V>) {
      bool none = field == "rank" ? static_cast<int64_t>(value) == kUnknownRank
                                  : facet == Facet::kVariableKinds && static_cast<int64_t>(value) == 0;
      if (!none) Add({facet, place, field, key, static_cast<int64_t>(value)});
    }
  }
  // Nodes that are compared whole, or gone into.
  template <class T>
  void AddFieldsOf(const T& node, Place place) {
    ForEachField(node, [&](const auto& value, const auto& field) {
      std::optional<Facet> facet = FacetOf(T::kKind, field.name);
      bool listed = field.name == "params" || field.name == "ret_type";
      bool open = (field.name == "body" && frame_.Allows(*facet, Way::kAltered));
      if (facet && !listed && !open) AddValue(*facet, place, field.name, "", value);
    });
  }
  // A parameter's, or one of the kernel's own, whose name pairs it.
  void AddBuffer(bool own, Place place, const std::string& key, const Buffer& buffer) {
    ForEachField(buffer, [&](const auto& value, const auto& field) {
      std::optional<Facet> facet = FacetOf(NodeKind::kBuffer, field.name);
      if (!facet || (own && field.name == "name")) return;
      // An offset of zero goes without saying.
      if (const IntImm* offset = AsInt(buffer.elem_offset);
          field.name == "elem_offset" && offset != nullptr && offset->value == 0)
        return;
      if (!own) facet = *facet == Facet::kOwnShapes ? Facet::kParameterShapes : Facet::kParameterMemory;
      AddValue(*facet, place, field.name, key, value);
    });
  }

  // recursion: types nest no deeper than the parser and the generators cap
  void AddType(Place place, std::string_view of, const std::string& key, const Type* type) {
    if (type == nullptr) return;
    if (const auto* tuple = As<TupleType>(type)) {
      for (size_t i = 0; i < tuple->fields.size(); ++i)
        AddType(place, of, fmt::format("{}.{}", key, i), tuple->fields[i]);
    } else if (const auto* distributed = As<DTensorType>(type)) {
      AddType(place, of, key, distributed->tensor);
      AddTypeFields(*distributed, place, of, key);
    } else {
      Visit(type, [&](const auto& node) { AddTypeFields(node, place, of, key); });
    }
  }
  template <class T>
  void AddTypeFields(const T& type, Place place, std::string_view of, const std::string& key) {
    ForEachField(type, [&](const auto& value, const auto& field) {
      std::optional<Facet> facet = FacetOf(T::kKind, field.name);
      if (!facet) return;
      if (signature_ && *facet == Facet::kDevices) facet = signature_->devices;
      if (signature_ && (*facet == Facet::kVariableTypes || *facet == Facet::kPurity)) facet = signature_->types;
      AddValue(*facet, place, field.name, fmt::format("{} {}", of, key), value);
    });
  }

  void AddSymbols(const Function* func) {
    WalkOnce(func, [&](const Node* node) {
      const auto* external = As<ExternFunc>(node);
      if (external != nullptr) Add({Facet::kExternals, {}, "global_symbol", external->global_symbol.str()});
    });
  }

  // What an argument is called, with what its type says of it; of a tuple, all of its fields.
  // recursion: tuples nest no deeper than the parser and the generators cap
  static std::string ArgumentText(const Expr* arg) {
    if (const auto* tuple = As<Tuple>(arg)) {
      std::string text = "(";
      for (const Expr* field : tuple->fields) text += ArgumentText(field) + ", ";
      return text + ")";
    }
    if (!Is<Var>(arg)) return std::string(NodeKindName(arg->kind));
    const auto* tensor = As<TensorType>(arg->type);
    std::string of = tensor == nullptr ? "" : fmt::format(": {} of {}", DTypeName(tensor->dtype), tensor->rank);
    return As<Var>(arg)->name.str() + of;
  }
  // A variable is the same one as long as it is bound to the same call of the same names, of arguments of the same
  // dtypes and ranks: passes give names again. What types say of tuples and their fields follows from these.
  std::string_view ValueOf(const Binding& binding) {
    std::string text = fmt::format("{} = {}", binding.var->name.text(), NodeKindName(binding.value->kind));
    if (const auto* call = As<Call>(binding.value)) {
      const Node* callee = !call->args.empty() && Is<GlobalVar>(call->args[0]) ? call->args[0] : call->op;
      for (const Expr* arg : call->args) text += " " + ArgumentText(arg);
      if (const auto* op = As<Op>(callee)) text += " of " + op->name.str();
      if (const auto* function = As<GlobalVar>(callee)) text += " of " + function->name.str();
      if (const auto* external = As<ExternFunc>(callee)) text += " of " + external->global_symbol.str();
    }
    return texts_.emplace_back(std::move(text));
  }

  // Which memory there is, whatever it is taken for.
  void AddMemory(const Function& func) {
    WalkOnce(func.body, [&](const Node* node) {
      const auto* call = As<Call>(node);
      std::optional<AllocatedIn> where = call == nullptr ? std::nullopt : AllocationOf(*call);
      if (!where) return;
      std::string index = where->device == nullptr ? "of no index" : std::to_string(where->device->value);
      Add({Facet::kMemory, Own(), "memory", fmt::format("device {}, scope \"{}\"", index, where->scope)});
    });
  }

  void AddBindings(std::span<const PlacedBinding> bindings) {
    for (const auto& [binding, is_dataflow] : bindings) {
      Place place = Named("variable", binding->var->name.text());
      AddValue(Facet::kVariableKinds, place, "flavor", "", binding->var->flavor);
      AddValue(Facet::kVariableKinds, place, "is_dataflow", "", is_dataflow);
      if (!Is<Call>(binding->value) && !Is<Function>(binding->value)) continue;
      place = Named("binding", ValueOf(*binding));
      // What a private function gives is the type of what is bound to its calls.
      const auto* call = As<Call>(binding->value);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      if (callee != nullptr && private_.contains(callee->name.text()) && MayChange(Facet::kPrivateResultTypes))
        signature_ = {Facet::kPrivateResultTypes, Facet::kDevices};
      AddType(place, "type", "", binding->var->type);
      signature_.reset();
      if (const auto* local = As<Function>(binding->value)) {
        AddValue(Facet::kPurity, place, "is_pure", "", local->is_pure);
        AddDict(Facet::kFunctionAttrs, place, "attrs", local->attrs);
      }
    }
  }

  // Within its block: blocks that come and go name theirs alike.
  std::string_view AxisName(const SBlock& block, const IterVar& axis) {
    return texts_.emplace_back(fmt::format("{} of block {}", axis.var->name.text(), block.name_hint.text()));
  }

  void AddOwnBuffer(const Buffer& buffer) { AddBuffer(true, Named("buffer", buffer.name.text()), "", buffer); }

  // other kinds: what they say is computed
  void WalkKernel(const Node* body) {
    WalkOnce(body, [&](const Node* node) {
      never_runs_ = never_run_.contains(node);
      if (const auto* loop = As<For>(node)) {
        Place place = Named("loop", loop->loop_var->name.text());
        AddFieldsOf(*loop, place);
        if (loop->thread_binding != nullptr)
          AddValue(Facet::kLoopKinds, place, "thread_tag", "", loop->thread_binding->thread_tag);
      } else if (const auto* block = As<SBlock>(node)) {
        Add({Facet::kBlockNames, Own(), "name_hint", block->name_hint.str()});
        AddDict(Facet::kAnnotations, Named("block", block->name_hint.text()), "annotations", block->annotations);
        for (const IterVar* axis : block->iter_vars) AddFieldsOf(*axis, Named("axis", AxisName(*block, *axis)));
        for (const Buffer* buffer : block->alloc_buffers) AddOwnBuffer(*buffer);
        for (const MatchBufferRegion* match : block->match_buffers) AddOwnBuffer(*match->buffer);
      } else if (const auto* alloc = As<AllocBuffer>(node)) {
        AddOwnBuffer(*alloc->buffer);
        AddDict(Facet::kAnnotations, {owner_, "buffer", alloc->buffer->name.text()}, "annotations", alloc->annotations);
      } else if (const auto* declared = As<DeclBuffer>(node)) {
        AddOwnBuffer(*declared->buffer);
      } else if (const auto* attr = As<AttrStmt>(node)) {
        std::string value = Is<IntImm>(attr->value) || Is<StringImm>(attr->value) ? DumpText(attr->value) : "";
        Add({Facet::kStatementAttrs, Own(), "attr_key", fmt::format("{} = {}", attr->attr_key.text(), value)});
      } else if (const auto* asserted = As<AssertStmt>(node)) {
        std::string said = asserted->error_kind.str();
        for (Name part : asserted->message_parts) said += " " + part.str();
        Add({Facet::kAsserts, Own(), "message_parts", std::move(said)});
      }
    });
    never_runs_ = false;
  }

  const FrameContract& frame_;
  std::vector<Item> items_;
  std::unordered_map<const Expr*, std::string_view> others_;
  // Functions of the module that nothing outside calls.
  std::unordered_set<std::string_view> private_;
  std::string_view owner_;
  // Of the kernel at hand: its parameters, and the variables in their buffers.
  std::set<const Var*> from_outside_;
  // Of its body, what no iteration comes to, and whether what is added does.
  std::unordered_set<const Node*> never_run_;
  bool never_runs_ = false;
  std::deque<std::string> texts_;
  // What the types of parameters or of a result are, while these are looked at.
  struct SignatureFacets {
    Facet types, devices;
  };
  std::optional<SignatureFacets> signature_;
};

std::string WhereOf(const Item& item) {
  std::string where = item.place.owner.empty() ? "module" : fmt::format("function {}", item.place.owner);
  if (!item.place.what.empty()) where += fmt::format(", {} {}", item.place.what, item.place.name);
  where += fmt::format(", {}", item.field);
  return item.key.empty() ? where : fmt::format("{} {}", where, item.key);
}

// Whether a Relax function of the module names the packed function.
bool Calls(const Module& module, std::string_view symbol) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* external = As<ExternFunc>(node);
      found |= external != nullptr && external->global_symbol == symbol;
    });
  }
  return found;
}

bool SameFunctions(const Module& a, const Module& b) {
  return a.attrs == b.attrs && a.global_infos.data() == b.global_infos.data() &&
         a.global_infos.size() == b.global_infos.size() &&
         std::ranges::equal(a.entries, b.entries, [](const ModuleEntry& x, const ModuleEntry& y) {
           return x.func == y.func && x.var->name == y.var->name;
         });
}

}  // namespace

std::optional<Facet> FacetOf(NodeKind kind, std::string_view field) {
  for (const FieldRow& row : kFieldRows) {
    if (row.kind == kind && row.field == field) return row.facet;
  }
  return std::nullopt;
}

bool Allowed(const FrameChange& change, const FrameContract& frame, std::span<const std::string_view> attrs) {
  // A private function is told by its name alone: another one of the name is one that went and one that came.
  bool another = change.facet == Facet::kPrivateFunctions && change.way == Way::kAltered;
  if (another && frame.Allows(change.facet, Way::kAdded) && frame.Allows(change.facet, Way::kDropped)) return true;
  bool of_attrs = change.facet == Facet::kFunctionAttrs || change.facet == Facet::kModuleAttrs;
  return frame.Allows(change.facet, change.way) || (of_attrs && std::ranges::find(attrs, change.key) != attrs.end());
}

FrameContract AllowedBy(const PassSpec& pass) {
  FrameContract allowed = pass.changes;
  // Who makes a binding anew may find its type, where that said less, and a function that is made anew gives what its
  // body does, where that says more (TVM's constructor of functions).
  if (allowed.Allows(Facet::kGraphs, Way::kAltered)) {
    allowed = allowed | Adds({Facet::kVariableTypes, Facet::kDevices, Facet::kResultTypes, Facet::kPrivateResultTypes,
                              Facet::kResultDevices});
  }
  if (pass.signatures != Signatures::kRefined) return allowed;
  return allowed | Adds({Facet::kParameterTypes, Facet::kResultTypes, Facet::kParameterDevices, Facet::kResultDevices,
                         Facet::kVariableTypes});
}

std::vector<FrameChange> FrameChanges(const Module& before, const Module& after, const FrameContract& frame,
                                      std::span<const std::string_view> attrs) {
  std::vector<FrameChange> changes;
  if (SameFunctions(before, after)) return changes;
  Collector left(frame, after), right(frame, before);
  left.AddModule(before);
  right.AddModule(after);
  std::map<std::string_view, const Expr*> given = FunctionsOf(before), made = FunctionsOf(after);
  for (const auto& [name, one] : given) {
    auto found = made.find(name);
    const Expr* other = found == made.end() ? nullptr : found->second;
    if (one == nullptr || other == one || other == nullptr || other->kind != one->kind) continue;
    if (const auto* func = As<Function>(one)) {
      bool is_public = IsPublic(func) || IsPublic(other);
      const auto& now = *As<Function>(other);
      // Where a graph may not be altered it is compared whole.
      bool into = frame.Allows(Facet::kGraphs, Way::kAltered);
      auto [was_bound, is_bound] = into ? DistinctBindings(*func, now) : decltype(DistinctBindings(*func, now)){};
      left.AddFunction(name, *func, now, is_public, was_bound);
      right.AddFunction(name, now, *func, is_public, is_bound);
    } else if (const auto* kernel = As<PrimFunc>(one)) {
      left.AddKernel(name, *kernel);
      right.AddKernel(name, *As<PrimFunc>(other));
    }
  }
  std::vector<const Item*> was = left.Sorted(), is = right.Sorted();
  auto paired = [&](const Item& item) {
    auto one = [&](const Collector& side) {
      auto found = side.named.find(item.place);
      return found != side.named.end() && found->second == 1;
    };
    return item.place.what.empty() || (one(left) && one(right));
  };
  auto note = [&](Way way, const Item* before_item, const Item* after_item) {
    const Item& item = before_item != nullptr ? *before_item : *after_item;
    // Who alters a body may put something else for what it defines, and nothing for what never runs.
    if (!paired(item) || (before_item != nullptr && (before_item->of_body || before_item->never_runs))) return;
    // A function that both have may have it, too.
    const Module& other = before_item != nullptr ? after : before;
    if (item.facet == Facet::kExternals && item.place.owner.empty() && Calls(other, item.key)) return;
    FrameChange change{item.facet, way, WhereOf(item), item.key, "", ""};
    if (Allowed(change, frame, attrs)) return;
    if (before_item != nullptr && after_item != nullptr) {
      std::tie(change.before, change.after) = ValueTexts(*before_item, *after_item);
    } else {
      (before_item != nullptr ? change.before : change.after) = ValueText(item);
    }
    changes.push_back(std::move(change));
  };
  auto a = was.begin(), b = is.begin();
  while (a != was.end() || b != is.end()) {
    bool only_left = b == is.end() || (a != was.end() && (*a)->Identity() < (*b)->Identity());
    bool only_right = !only_left && (a == was.end() || (*b)->Identity() < (*a)->Identity());
    if (only_left) {
      note(Way::kDropped, *a, nullptr);
    } else if (only_right) {
      note(Way::kAdded, nullptr, *b);
    } else if (!SameValue(**a, **b)) {
      note(Way::kAltered, *a, *b);
    }
    if (!only_right) ++a;
    if (!only_left) ++b;
  }
  return changes;
}

}  // namespace assay
