// Attribute values: what stands in func_attr, module_attrs, block annotations and operator attributes.
#pragma once

#include <string_view>

#include "ir/node.h"
#include "ir/tensor/dtype.h"

namespace assay {

struct AttrNull : NodeOf<NodeKind::kAttrNull, Attr> {
  static constexpr auto kFields = std::tuple{};
};
struct AttrBool : NodeOf<NodeKind::kAttrBool, Attr> {
  bool value = false;
  static constexpr auto kFields = std::tuple{Field{"value", &AttrBool::value}};
};
struct AttrInt : NodeOf<NodeKind::kAttrInt, Attr> {
  int64_t value = 0;
  static constexpr auto kFields = std::tuple{Field{"value", &AttrInt::value}};
};
struct AttrFloat : NodeOf<NodeKind::kAttrFloat, Attr> {
  double value = 0;
  static constexpr auto kFields = std::tuple{Field{"value", &AttrFloat::value}};
};
struct AttrString : NodeOf<NodeKind::kAttrString, Attr> {
  Name value;
  static constexpr auto kFields = std::tuple{Field{"value", &AttrString::value}};
};
struct AttrDType : NodeOf<NodeKind::kAttrDType, Attr> {
  DType value;
  static constexpr auto kFields = std::tuple{Field{"value", &AttrDType::value}};
};
struct AttrList : NodeOf<NodeKind::kAttrList, Attr> {
  Nodes<Attr> items;
  static constexpr auto kFields = std::tuple{Field{"items", &AttrList::items}};
};
// Keys and values side by side. func_attr and the like are sorted by key (TVM prints them so); operator attributes
// stand in the order of the operator's row.
struct AttrDict : NodeOf<NodeKind::kAttrDict, Attr> {
  std::span<const Name> keys;
  Nodes<Attr> values;
  static constexpr auto kFields = std::tuple{Field{"keys", &AttrDict::keys}, Field{"values", &AttrDict::values}};

  // nullptr when there is no such key.
  const Attr* Find(std::string_view key) const {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key) return values[i];
    }
    return nullptr;
  }
};
// T.target({...}).
struct AttrTarget : NodeOf<NodeKind::kAttrTarget, Attr> {
  const AttrDict* config = nullptr;
  static constexpr auto kFields = std::tuple{Field{"config", &AttrTarget::config}};
};
// Any other IR object used as an attribute: a scalar expression, a type, a buffer, an index map, a vdevice.
struct AttrNode : NodeOf<NodeKind::kAttrNode, Attr> {
  const Node* node = nullptr;
  static constexpr auto kFields = std::tuple{Field{"node", &AttrNode::node}};
};

// I.vdevice(target, id, memory_scope). Types refer to it; the module lists it under global infos.
struct VDevice : NodeOf<NodeKind::kVDevice, Node> {
  // A dictionary with at least "kind", or a target tag as AttrString.
  const Attr* target = nullptr;
  int64_t vdevice_id = 0;
  Name memory_scope;
  static constexpr auto kFields =
      std::tuple{Field{"target", &VDevice::target}, Field{"vdevice_id", &VDevice::vdevice_id},
                 Field{"memory_scope", &VDevice::memory_scope}};
};
// R.device_mesh(shape, ids): devices in rows and columns. DTensorType refers to it; the module lists it under any key
// of its global infos, mostly "mesh".
struct DeviceMesh : NodeOf<NodeKind::kDeviceMesh, Node> {
  std::span<const int64_t> shape;
  // As many as the shape has places.
  std::span<const int64_t> device_ids;
  // Written as I.Range(first, last + 1) rather than one by one, which TVM tells apart.
  bool is_range = false;
  static constexpr auto kFields =
      std::tuple{Field{"shape", &DeviceMesh::shape}, Field{"device_ids", &DeviceMesh::device_ids},
                 Field{"is_range", &DeviceMesh::is_range}};
};
struct DummyGlobalInfo : NodeOf<NodeKind::kDummyGlobalInfo, Node> {
  static constexpr auto kFields = std::tuple{};
};

}  // namespace assay
