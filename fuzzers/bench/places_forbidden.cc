// What cannot stand in a place: by a rule of the checker, or since no chain of fields leads there that rules leave
// open.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "fuzzers/bench/places.h"
#include "fuzzers/bench/places_openings.h"
#include "ir/fields.h"
#include "ir/ops/op_spec.h"

namespace assay {
namespace {

using Kinds = std::set<NodeKind>;

struct Forbidden {
  NodeKind kind;
  Place place;
  Rule rule;
};
// Leaves alone are fields, arguments, results and conditions.
#define ASSAY_NO_LEAF(kind)                                                                \
  {kind, Place::kField, Rule::kRelaxNormal}, {kind, Place::kArgument, Rule::kRelaxNormal}, \
      {kind, Place::kResult, Rule::kRelaxNormal}, {                                        \
    kind, Place::kPredicate, Rule::kRelaxNormal                                            \
  }
constexpr Forbidden kForbidden[] = {
    {NodeKind::kPrimFunc, Place::kDataflow, Rule::kRelaxInlinePrimFunc},
    {NodeKind::kPrimFunc, Place::kLocal, Rule::kRelaxInlinePrimFunc},
    {NodeKind::kIf, Place::kDataflow, Rule::kRelaxDataflowIf},
    {NodeKind::kSeqExpr, Place::kDataflow, Rule::kRelaxSeqPlace},
    ASSAY_NO_LEAF(NodeKind::kPrimFunc),
    ASSAY_NO_LEAF(NodeKind::kIf),
    ASSAY_NO_LEAF(NodeKind::kSeqExpr),
    ASSAY_NO_LEAF(NodeKind::kFunction),
    ASSAY_NO_LEAF(NodeKind::kTupleGetItem),
};
#undef ASSAY_NO_LEAF

std::optional<Rule> RuleAgainst(NodeKind kind, Place place) {
  for (const Forbidden& one : kForbidden) {
    if (one.kind == kind && one.place == place) return one.rule;
  }
  return std::nullopt;
}

template <class Base>
void AddDerived(Kinds& kinds) {
#define ASSAY_NODE(Name) \
  if (std::is_base_of_v<Base, Name>) kinds.insert(NodeKind::k##Name);
#include "ir/node_kinds.def"
}
// What a field that takes any node is for (ir/attr.h, ir/tir/node.h): scalars, types, buffers, axes, index maps,
// devices.
template <>
void AddDerived<Node>(Kinds& kinds) {
  AddDerived<Type>(kinds);
  kinds.insert({NodeKind::kVar, NodeKind::kIntImm, NodeKind::kBuffer, NodeKind::kIterVar, NodeKind::kIndexMap,
                NodeKind::kVDevice, NodeKind::kAttrString});
}
template <class V>
void AddField(Kinds& kinds, const V*) {
  if constexpr (NodePointer<V>) {
    AddDerived<std::remove_cv_t<std::remove_pointer_t<V>>>(kinds);
  } else if constexpr (kIsNodeSpan<V>) {
    AddDerived<std::remove_cv_t<std::remove_pointer_t<typename V::value_type>>>(kinds);
  }
}
// The kinds that the field of such a node can hold; of all its fields where none is named.
template <class T>
void AddFieldsOf(Kinds& kinds, std::string_view name) {
  T node;
  ForEachField(node, [&](const auto& value, const auto& field) {
    if (name.empty() || field.name == name) AddField(kinds, &value);
  });
  if (name.empty() && std::is_base_of_v<Expr, T>) AddDerived<Type>(kinds);
}
void AddFields(Kinds& kinds, NodeKind kind, std::string_view name) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return AddFieldsOf<Name>(kinds, name);
#include "ir/node_kinds.def"
  }
}

// What stands right behind the openings of the place.
Kinds Openers(Place place) {
  Kinds kinds;
  for (const Opening& opening : AllOpenings()) {
    if (opening.place == place) AddFields(kinds, opening.parent, opening.field);
  }
  return kinds;
}

// What a chain of fields leads to, from what the place opens with, through kinds that no rule forbids there.
Kinds Reached(Place place) {
  // A constant is its elements and what its type says of them; infos are of three kinds (ir/attr.h).
  if (place == Place::kConstant)
    return {NodeKind::kConstant,  NodeKind::kTensorType, NodeKind::kShapeExpr,
            NodeKind::kShapeType, NodeKind::kPrimType,   NodeKind::kIntImm};
  Kinds reached;
  std::vector<NodeKind> pending;
  auto add = [&](const Kinds& kinds) {
    for (NodeKind kind : kinds) {
      if (!RuleAgainst(kind, place) && reached.insert(kind).second) pending.push_back(kind);
    }
  };
  add(place == Place::kGlobalInfo ? Kinds{NodeKind::kVDevice, NodeKind::kDeviceMesh, NodeKind::kDummyGlobalInfo}
                                  : Openers(place));
  while (!pending.empty()) {
    NodeKind kind = pending.back();
    pending.pop_back();
    Kinds below;
    AddFields(below, kind, {});
    add(below);
  }
  return reached;
}
bool IsReached(NodeKind kind, Place place) {
  static const std::array kReached = [] {
    std::array<Kinds, kPlaces> all;
    for (size_t i = 0; i < kPlaces; ++i) all[i] = Reached(static_cast<Place>(i));
    return all;
  }();
  return kReached[static_cast<size_t>(place)].contains(kind);
}

NodeKind KindNamed(std::string_view name) {
#define ASSAY_NODE(Name) \
  if (name == #Name) return NodeKind::k##Name;
#include "ir/node_kinds.def"
  ASSAY_UNREACHABLE();
}

// The kinds of nodes that a row is about.
std::vector<NodeKind> CarriersOf(const PlacedKind& row) {
  if (row.sort == "node") return {KindNamed(row.name)};
  if (row.sort == "dtype")
    return {NodeKind::kPrimType, NodeKind::kPointerType, NodeKind::kTensorType,
            NodeKind::kBuffer,   NodeKind::kDataTypeImm, NodeKind::kAttrDType};
  if (row.sort == "literal") return {NodeKind::kIntImm, NodeKind::kFloatImm, NodeKind::kConstant};
  if (row.sort == "scope") return {NodeKind::kPointerType, NodeKind::kBuffer, NodeKind::kVDevice};
  if (row.sort == "loop") return {NodeKind::kFor};
  if (row.sort == "axis") return {NodeKind::kIterVar};
  if (row.sort == "variable") return {NodeKind::kVar};
  if (row.sort == "function") return {NodeKind::kFunction};
  if (row.sort == "buffer") return {NodeKind::kBuffer};
  return {NodeKind::kCall};
}

std::string_view LabelOf(Rule rule) { return AllRules()[static_cast<size_t>(rule)].label; }

}  // namespace

std::string_view WhatForbids(const PlacedKind& row, Place place) {
  const OpSpec* called = row.sort == "call" ? FindOp(row.name) : nullptr;
  if (called != nullptr && called->purity == Purity::kImpure && place == Place::kDataflow)
    return LabelOf(Rule::kRelaxDataflowPure);
  std::string_view why;
  for (NodeKind kind : CarriersOf(row)) {
    std::optional<Rule> rule = RuleAgainst(kind, place);
    if (!rule && IsReached(kind, place)) return {};
    if (why.empty() || rule) why = rule ? LabelOf(*rule) : "type";
  }
  return why;
}

}  // namespace assay
