// Literals, attribute values, vdevices and index maps.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/targets.h"
#include "ir/text/printer.h"
#include "ir/visit.h"

namespace assay {

void Printer::Quoted(Out out, std::string_view text) {
  out += '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

void Printer::Int(Out out, int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }

// TVM prints whole numbers with one decimal, others with %.17g; inf and nan in quotes.
void Printer::Float(Out out, double value) {
  if (std::isnan(value)) {
    out += std::signbit(value) ? "\"-nan\"" : "\"nan\"";
  } else if (std::isinf(value)) {
    out += value < 0 ? "\"-inf\"" : "\"inf\"";
  } else if (std::nearbyint(value) == value) {
    fmt::format_to(std::back_inserter(out), "{:.1f}", value);
  } else {
    fmt::format_to(std::back_inserter(out), "{:.17g}", value);
  }
}

void Printer::Dictionary(Out out, const AttrDict* dict) {
  std::vector<size_t> order;
  for (size_t i = 0; dict != nullptr && i < dict->keys.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return dict->keys[a] < dict->keys[b]; });
  out += '{';
  for (size_t i : order) {
    if (i != order.front()) out += ", ";
    Quoted(out, dict->keys[i].text());
    out += ": ";
    Attribute(out, dict->values[i]);
  }
  out += '}';
}

void Printer::Attribute(Out out, const Attr* attr) {
  if (attr == nullptr || Is<AttrNull>(attr)) {
    out += "None";
  } else if (const auto* b = As<AttrBool>(attr)) {
    out += b->value ? "True" : "False";
  } else if (const auto* i = As<AttrInt>(attr)) {
    Int(out, i->value);
  } else if (const auto* f = As<AttrFloat>(attr)) {
    Float(out, f->value);
  } else if (const auto* s = As<AttrString>(attr)) {
    Quoted(out, s->value.text());
  } else if (const auto* d = As<AttrDType>(attr)) {
    RelaxName(out, "dtype(");
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
    TirName(out, "target(");
    Dictionary(out, target->config);
    out += ')';
  } else if (const auto* node = As<AttrNode>(attr)) {
    AnyNode(out, node->node);
  }
}

// Where the operator says that the attribute is a dtype, its name is enough.
void Printer::OperatorAttribute(Out out, const Attr* attr) {
  const auto* d = As<AttrDType>(attr);
  if (d == nullptr) return Attribute(out, attr);
  Quoted(out, d->value.IsVoid() ? std::string_view("void") : std::string_view(DTypeName(d->value)));
}

void Printer::AnyNode(Out out, const Node* node) {
  if (const auto* vdevice = As<VDevice>(node)) {
    VDeviceInfo(out, *vdevice);
  } else if (const auto* mesh = As<DeviceMesh>(node)) {
    // Global infos are told in full; what stands in a function refers to them.
    if (RelaxFunctionFrame() != nullptr) return DeviceMeshReference(out, *mesh);
    DeviceMeshText(out, *mesh);
  } else if (Is<DummyGlobalInfo>(node)) {
    IrName(out, "dummy_global_info()");
  } else if (const auto* map = As<IndexMap>(node)) {
    IndexMapValue(out, *map);
  } else if (const auto* buffer = As<Buffer>(node)) {
    BufferUse(out, buffer);
  } else if (const auto* region = As<BufferRegion>(node)) {
    Region(out, *region);
  } else if (node != nullptr && IsTypeKind(node->kind)) {
    Type(out, static_cast<const assay::Type*>(node));
  } else if (const auto* iter = As<IterVar>(node)) {
    TirName(out, "iter_var(");
    Variable(out, iter->var);
    out += ", None, \"ThreadIndex\", ";
    Quoted(out, iter->thread_tag.text());
    out += ')';
  } else if (node != nullptr && IsExprKind(node->kind)) {
    Expr(out, static_cast<const assay::Expr*>(node));
  } else if (node != nullptr && node->kind <= NodeKind::kAttrNode) {
    Attribute(out, static_cast<const Attr*>(node));
  } else {
    out += "None";
  }
}

void Printer::VDeviceInfo(Out out, const VDevice& vdevice) {
  IrName(out, "vdevice(");
  Attribute(out, vdevice.target);
  out += ", ";
  Int(out, vdevice.vdevice_id);
  out += ", ";
  Quoted(out, vdevice.memory_scope.text());
  out += ')';
}

void Printer::VDeviceReference(Out out, const VDevice& vdevice) {
  std::string_view kind = TargetKind(vdevice);
  int64_t index = 0;
  bool found = false;
  for (const Node* info : module_ == nullptr ? Nodes<Node>() : module_->VDevices()) {
    const auto* listed = As<VDevice>(info);
    if (listed == nullptr) continue;
    if (listed == &vdevice || Equal(listed, &vdevice)) {
      found = true;
      break;
    }
    if (TargetKind(*listed) == kind) ++index;
  }
  Quoted(out, fmt::format("{}:{}:{}", kind, found ? index : -1, vdevice.memory_scope.text()));
}

void Printer::IndexMapLambda(Out out, const IndexMap& map) {
  PushFrame(&map, 0);
  out += "lambda ";
  for (size_t i = 0; i < map.initial_indices.size(); ++i) {
    if (i != 0) out += ", ";
    out += Define(map.initial_indices[i], Hint(map.initial_indices[i]->name, "v"), Top());
  }
  out += ": (";
  bool outer = std::exchange(in_index_map_, true);
  CommaList(out, map.final_indices);
  in_index_map_ = outer;
  if (map.final_indices.size() == 1) out += ',';
  out += ')';
  PopFrame();
}

void Printer::IndexMapValue(Out out, const IndexMap& map) {
  TirName(out, "index_map(");
  IndexMapLambda(out, map);
  if (const auto* inverse = As<IndexMap>(map.inverse_index_map)) {
    out += ", inverse_index_map=";
    IndexMapLambda(out, *inverse);
  }
  out += ')';
}

}  // namespace assay
