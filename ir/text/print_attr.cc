// Literals, attribute values, vdevices and index maps.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/targets.h"
#include "ir/text/attr_printer.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"
#include "ir/visit.h"

namespace assay {

void AttrPrinter::Dictionary(Out out, const AttrDict* dict) {
  std::vector<size_t> order;
  for (size_t i = 0; dict != nullptr && i < dict->keys.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return dict->keys[a] < dict->keys[b]; });
  out += '{';
  for (size_t i : order) {
    if (i != order.front()) out += ", ";
    literal::Quoted(out, dict->keys[i].text());
    out += ": ";
    Attribute(out, dict->values[i]);
  }
  out += '}';
}

void AttrPrinter::Attribute(Out out, const Attr* attr) {
  if (attr == nullptr || Is<AttrNull>(attr)) {
    out += "None";
  } else if (const auto* b = As<AttrBool>(attr)) {
    out += b->value ? "True" : "False";
  } else if (const auto* i = As<AttrInt>(attr)) {
    literal::Int(out, i->value);
  } else if (const auto* f = As<AttrFloat>(attr)) {
    literal::Float(out, f->value);
  } else if (const auto* s = As<AttrString>(attr)) {
    literal::Quoted(out, s->value.text());
  } else if (const auto* d = As<AttrDType>(attr)) {
    head_.RelaxName(out, "dtype(");
    OperatorAttribute(out, d);
    out += ')';
  } else if (const auto* list = As<AttrList>(attr)) {
    out += '[';
    for (size_t k = 0; k < list->items.size(); ++k) {
      if (k != 0) out += ", ";
      Attribute(out, list->items[k]);
    }
    out += ']';
  } else if (const auto* dict = As<AttrDict>(attr)) {
    Dictionary(out, dict);
  } else if (const auto* target = As<AttrTarget>(attr)) {
    head_.TirName(out, "target(");
    Dictionary(out, target->config);
    out += ')';
  } else if (const auto* node = As<AttrNode>(attr)) {
    AnyNode(out, node->node);
  }
}

// Where the operator says that the attribute is a dtype, its name is enough.
void AttrPrinter::OperatorAttribute(Out out, const Attr* attr) {
  const auto* d = As<AttrDType>(attr);
  if (d == nullptr) return Attribute(out, attr);
  literal::Quoted(out, d->value.IsVoid() ? std::string_view("void") : std::string_view(DTypeName(d->value)));
}

void AttrPrinter::AnyNode(Out out, const Node* node) {
  if (const auto* vdevice = As<VDevice>(node)) {
    VDeviceInfo(out, *vdevice);
  } else if (const auto* mesh = As<DeviceMesh>(node)) {
    // Global infos are told in full; what stands in a function refers to them.
    if (scope_.RelaxFunctionFrame() != nullptr) return DeviceMeshReference(out, *mesh);
    DeviceMeshText(out, *mesh);
  } else if (Is<DummyGlobalInfo>(node)) {
    head_.IrName(out, "dummy_global_info()");
  } else if (const auto* map = As<IndexMap>(node)) {
    IndexMapValue(out, *map);
  } else if (const auto* reducer = As<CommReducer>(node)) {
    Reducer(out, *reducer);
  } else if (const auto* buffer = As<Buffer>(node)) {
    buffers_.BufferUse(out, buffer);
  } else if (const auto* region = As<BufferRegion>(node)) {
    buffers_.Region(out, *region);
  } else if (node != nullptr && IsTypeKind(node->kind)) {
    types_.Type(out, static_cast<const assay::Type*>(node));
  } else if (const auto* iter = As<IterVar>(node)) {
    head_.TirName(out, "iter_var(");
    exprs_.Variable(out, iter->var);
    out += ", None, \"ThreadIndex\", ";
    literal::Quoted(out, iter->thread_tag.text());
    out += ')';
  } else if (node != nullptr && IsExprKind(node->kind)) {
    exprs_.Expr(out, static_cast<const assay::Expr*>(node));
  } else if (node != nullptr && node->kind <= NodeKind::kAttrNode) {
    Attribute(out, static_cast<const Attr*>(node));
  } else {
    out += "None";
  }
}

void AttrPrinter::VDeviceInfo(Out out, const VDevice& vdevice) {
  head_.IrName(out, "vdevice(");
  Attribute(out, vdevice.target);
  out += ", ";
  literal::Int(out, vdevice.vdevice_id);
  out += ", ";
  literal::Quoted(out, vdevice.memory_scope.text());
  out += ')';
}

void AttrPrinter::VDeviceReference(Out out, const VDevice& vdevice) {
  std::string_view kind = TargetKind(vdevice);
  int64_t index = 0;
  bool found = false;
  for (const Node* info : scope_.module() == nullptr ? Nodes<Node>() : scope_.module()->VDevices()) {
    const auto* listed = As<VDevice>(info);
    if (listed == nullptr) continue;
    if (listed == &vdevice || Equal(listed, &vdevice)) {
      found = true;
      break;
    }
    if (TargetKind(*listed) == kind) ++index;
  }
  literal::Quoted(out, fmt::format("{}:{}:{}", kind, found ? index : -1, vdevice.memory_scope.text()));
}

void AttrPrinter::IndexMapLambda(Out out, const IndexMap& map) {
  scope_.PushFrame(&map, 0);
  out += "lambda ";
  for (size_t i = 0; i < map.initial_indices.size(); ++i) {
    if (i != 0) out += ", ";
    out += scope_.Define(map.initial_indices[i], PrintScope::Hint(map.initial_indices[i]->name, "v"), scope_.Top());
  }
  out += ": (";
  exprs_.OfIndexMap(out, map.final_indices);
  if (map.final_indices.size() == 1) out += ',';
  out += ')';
  scope_.PopFrame();
}

void AttrPrinter::IndexMapValue(Out out, const IndexMap& map) {
  head_.TirName(out, "index_map(");
  IndexMapLambda(out, map);
  if (const auto* inverse = As<IndexMap>(map.inverse_index_map)) {
    out += ", inverse_index_map=";
    IndexMapLambda(out, *inverse);
  }
  out += ')';
}

void AttrPrinter::Reducer(Out out, const CommReducer& reducer) {
  head_.TirName(out, "comm_reducer(");
  scope_.PushFrame(&reducer, 0);
  out += "lambda ";
  bool first = true;
  for (Nodes<Var> side : {reducer.lhs, reducer.rhs}) {
    for (const Var* var : side) {
      if (!std::exchange(first, false)) out += ", ";
      out += scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
    }
  }
  bool many = reducer.result.size() != 1;
  out += many ? ": (" : ": ";
  exprs_.CommaList(out, reducer.result);
  if (many) out += ')';
  scope_.PopFrame();
  out += ", [";
  // The dtypes of the variables are theirs.
  for (const Expr* identity : reducer.identity_element) {
    if (identity != reducer.identity_element.front()) out += ", ";
    const auto* number = As<IntImm>(identity);
    number == nullptr || DTypeOf(number) == DType::Int(32) ? exprs_.Expr(out, identity)
                                                           : exprs_.NamedNumber(out, *number);
  }
  out += "])";
}

}  // namespace assay
