// What cannot stand in a place: by a rule of the checker, or since no chain of fields leads there that rules leave
// open.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "fuzzers/bench/places.h"
#include "fuzzers/bench/places_openings.h"
#include "ir/check/scalar_parts.h"
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

// Where a node stands: among scalars, as in kernels, whose rule lets less in than fields would hold.
struct State {
  NodeKind kind;
  bool scalar;
  auto operator<=>(const State&) const = default;
};
using States = std::set<State>;

template <class Base>
void AddDerived(Kinds& kinds) {
#define ASSAY_NODE(Name) \
  if (std::is_base_of_v<Base, Name>) kinds.insert(NodeKind::k##Name);
#include "ir/node_kinds.def"
}
// What a field that takes any node is for (ir/attr.h, ir/tir/node.h): what text has as the value of an attribute, and
// what an AttrStmt is about.
template <>
void AddDerived<Node>(Kinds& kinds) {
  AddDerived<Type>(kinds);
  AddDerived<Attr>(kinds);
#define ASSAY_NODE(Name)
#define ASSAY_EXPR(Name) \
  if (IsScalarKind(ExprKind::k##Name)) kinds.insert(NodeKind::k##Name);
#include "ir/node_kinds.def"
  kinds.insert({NodeKind::kBuffer, NodeKind::kIndexMap, NodeKind::kCommReducer, NodeKind::kVDevice,
                NodeKind::kDeviceMesh, NodeKind::kDummyGlobalInfo, NodeKind::kConstant});
}
template <class V>
Kinds HeldBy(const V*) {
  Kinds kinds;
  if constexpr (NodePointer<V>) {
    AddDerived<std::remove_cv_t<std::remove_pointer_t<V>>>(kinds);
  } else if constexpr (kIsNodeSpan<V>) {
    AddDerived<std::remove_cv_t<std::remove_pointer_t<typename V::value_type>>>(kinds);
  }
  return kinds;
}
bool IsNoScalar(NodeKind kind) { return IsExprKind(kind) && !IsScalarKind(static_cast<ExprKind>(kind)); }

// The kinds that the field of such a node can hold; of all its fields where none is named.
template <class T>
void AddFieldsOf(States& states, State of, std::string_view name, bool by_rule) {
  T node;
  bool scalar = by_rule && (of.scalar || IsOfScalars(of.kind));
  ForEachField(node, [&](const auto& value, const auto& field) {
    if (!name.empty() && field.name != name) return;
    Kinds held = HeldBy(&value);
    if (std::is_same_v<T, TensorType> && field.name == "shape") held = {NodeKind::kVar, NodeKind::kShapeExpr};
    if (std::is_same_v<T, AttrStmt> && field.name == "node") held.insert(NodeKind::kIterVar);
    // A type among attributes may say anything again; what text writes out as their values is scalar.
    for (NodeKind kind : held) {
      bool attribute = std::is_base_of_v<Attr, T> && !IsExprKind(kind);
      if (scalar && !attribute && IsNoScalar(kind)) continue;
      if (scalar && !attribute && std::is_same_v<T, Call> && IsTypeKind(kind)) continue;
      states.insert({kind, (scalar && !attribute) || (std::is_base_of_v<Attr, T> && IsExprKind(kind))});
    }
  });
  if (!name.empty() || !std::is_base_of_v<Expr, T>) return;
  Kinds types;
  AddDerived<Type>(types);
  if (scalar && of.kind != NodeKind::kShapeExpr) types = {NodeKind::kPrimType, NodeKind::kPointerType};
  for (NodeKind kind : types) states.insert({kind, scalar});
}
void AddFields(States& states, State of, std::string_view name, bool by_rule) {
  switch (of.kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return AddFieldsOf<Name>(states, of, name, by_rule);
#include "ir/node_kinds.def"
  }
}

// What stands right behind the openings of the place.
States Openers(Place place, bool by_rule) {
  // A constant is its elements and what its type says of them; infos are of three kinds (ir/attr.h).
  if (place == Place::kGlobalInfo)
    return {{NodeKind::kVDevice, false}, {NodeKind::kDeviceMesh, false}, {NodeKind::kDummyGlobalInfo, false}};
  States states;
  for (const Opening& opening : AllOpenings()) {
    if (opening.place == place) AddFields(states, {opening.parent, false}, opening.field, by_rule);
  }
  return states;
}

// What a chain of fields leads to, from what the place opens with, through kinds that no rule forbids there.
States Reached(Place place, bool by_rule) {
  States reached;
  if (place == Place::kConstant) {
    for (NodeKind kind : {NodeKind::kConstant, NodeKind::kTensorType, NodeKind::kShapeExpr, NodeKind::kShapeType,
                          NodeKind::kPrimType, NodeKind::kIntImm})
      reached.insert({kind, false});
    return reached;
  }
  std::vector<State> pending;
  auto add = [&](const States& states) {
    for (State state : states) {
      if (!RuleAgainst(state.kind, place) && reached.insert(state).second) pending.push_back(state);
    }
  };
  add(Openers(place, by_rule));
  while (!pending.empty()) {
    State state = pending.back();
    pending.pop_back();
    States below;
    AddFields(below, state, {}, by_rule);
    add(below);
  }
  return reached;
}

// Whether a kind may be in a place, or would be if scalars held whatever their fields do.
enum class Placing : uint8_t { kReached, kButForScalars, kNone };
Placing PlacingOf(NodeKind kind, bool outside_scalars, Place place) {
  using All = std::array<std::array<States, 2>, kPlaces>;
  static const All kReached = [] {
    All all;
    for (size_t i = 0; i < kPlaces; ++i)
      all[i] = {Reached(static_cast<Place>(i), true), Reached(static_cast<Place>(i), false)};
    return all;
  }();
  const auto& [by_rule, by_field] = kReached[static_cast<size_t>(place)];
  if (by_rule.contains({kind, false}) || (!outside_scalars && by_rule.contains({kind, true}))) return Placing::kReached;
  return by_field.contains({kind, false}) || by_field.contains({kind, true}) ? Placing::kButForScalars : Placing::kNone;
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

// What only Relax calls: an operator, or a variable that is a function.
bool CallsInRelax(const PlacedKind& row) {
  return row.sort == "call" && row.name != "intrinsic" && row.name != "kernel" && row.name != "function";
}
bool IsLeafPlace(Place place) {
  return place == Place::kField || place == Place::kArgument || place == Place::kResult || place == Place::kPredicate;
}

}  // namespace

std::string_view WhatForbids(const PlacedKind& row, Place place) {
  const OpSpec* called = row.sort == "call" ? FindOp(row.name) : nullptr;
  if (called != nullptr && called->purity == Purity::kImpure && place == Place::kDataflow)
    return LabelOf(Rule::kRelaxDataflowPure);
  // A call that is a leaf is an intrinsic's.
  if (CallsInRelax(row) && IsLeafPlace(place)) return LabelOf(Rule::kRelaxNormal);
  std::string_view why;
  for (NodeKind kind : CarriersOf(row)) {
    std::optional<Rule> rule = RuleAgainst(kind, place);
    Placing reach = PlacingOf(kind, CallsInRelax(row), place);
    if (!rule && reach == Placing::kReached) return {};
    if (reach == Placing::kButForScalars && !rule) rule = Rule::kTirScalar;
    if (why.empty() || rule) why = rule ? LabelOf(*rule) : "type";
  }
  return why;
}

}  // namespace assay
