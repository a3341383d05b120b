// Serialize: nodes in post-order, each once, so that sharing is kept. Field order is that of kFields.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "ir/fields.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"
#include "ir/support/pointer_map.h"
#include "ir/walk.h"

namespace assay {
namespace {

class Writer {
 public:
  void Byte(uint8_t value) { bytes.push_back(value); }
  void Varint(uint64_t value) {
    while (value >= 0x80) {
      bytes.push_back(static_cast<uint8_t>(value | 0x80));
      value >>= 7;
    }
    bytes.push_back(static_cast<uint8_t>(value));
  }
  void Signed(int64_t value) { Varint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63)); }
  void Fixed64(uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
  void Append(const void* data, size_t count) {
    const auto* from = static_cast<const uint8_t*>(data);
    bytes.insert(bytes.end(), from, from + count);
  }
  std::vector<uint8_t> bytes;
};

class Encoder {
 public:
  std::vector<uint8_t> Run(const Module& module) {
    Writer tail;
    EncodeModule(tail, module);
    Writer out;
    out.Append("ASIR", 4);
    out.Byte(kSerialVersion);
    out.Varint(names_.size());
    for (Name name : names_) {
      out.Varint(name.text().size());
      out.Append(name.text().data(), name.text().size());
    }
    out.Varint(node_numbers_.size());
    out.Append(nodes_.bytes.data(), nodes_.bytes.size());
    out.Append(tail.bytes.data(), tail.bytes.size());
    return WithChecksum(out.bytes);
  }

 private:
  void EncodeModule(Writer& out, const Module& module) {
    out.Varint(NumberOf(module.attrs));
    out.Varint(module.global_infos.size());
    for (const GlobalInfoList& list : module.global_infos) {
      out.Varint(NameNumber(list.key));
      out.Varint(list.infos.size());
      for (const Node* info : list.infos) out.Varint(NumberOf(info));
    }
    out.Varint(module.entries.size());
    for (const ModuleEntry& entry : module.entries) {
      out.Varint(NumberOf(entry.var));
      out.Varint(NumberOf(entry.func));
    }
  }

  uint64_t NameNumber(Name name) {
    // Most names are interned: their text stands at one place, and is hashed once.
    const char* place = name.text().data();
    const Placed* known = name.empty() ? nullptr : placed_.Find(place);
    if (known != nullptr && known->size == name.text().size()) return known->number;
    auto [at, fresh] = name_numbers_.emplace(name, names_.size());
    if (fresh) names_.push_back(name);
    if (!name.empty()) placed_.Insert(place, {name.text().size(), at->second});
    return at->second;
  }

  // 0 stands for null; encodes what is new below `root` first.
  uint64_t NumberOf(const Node* root) {
    if (root == nullptr) return 0;
    auto known = [&](const Node* node) { return node_numbers_.contains(node); };
    auto expand = [&](const Node* node, auto push) {
      ForEachChild(node, Types::kInclude, [&](const Node* child) {
        if (!known(child)) push(child);
      });
    };
    WalkAfterChildren<Order::kLastToFirst>(root, known, expand, [&](const Node* node) {
      EncodeNode(node);
      node_numbers_.Insert(node, node_numbers_.size() + 1);
    });
    return *node_numbers_.Find(root);
  }

  uint64_t Reference(const Node* child) { return child == nullptr ? 0 : *node_numbers_.Find(child); }

  void EncodeNode(const Node* node) {
    nodes_.Byte(static_cast<uint8_t>(node->kind));
    Visit(node, [&](const auto& n) {
      using T = std::remove_cvref_t<decltype(n)>;
      if constexpr (std::is_base_of_v<Expr, T>) nodes_.Varint(Reference(n.type));
      ForEachField(n, [&](const auto& value, const auto&) { EncodeField(value); });
    });
  }

  template <class V>
  void EncodeField(const V& value) {
    if constexpr (NodePointer<V>) {
      nodes_.Varint(Reference(value));
    } else if constexpr (kIsNodeSpan<V>) {
      nodes_.Varint(value.size());
      for (const Node* child : value) nodes_.Varint(Reference(child));
    } else {
      EncodeValue(value);
    }
  }
  void EncodeValue(Name value) { nodes_.Varint(NameNumber(value)); }
  void EncodeValue(double value) { nodes_.Fixed64(std::bit_cast<uint64_t>(value)); }
  void EncodeValue(DType value) {
    nodes_.Byte(static_cast<uint8_t>(value.code));
    nodes_.Byte(value.bits);
    nodes_.Signed(value.lanes);
  }
  void EncodeValue(const TensorView& value) {
    EncodeValue(value.dtype);
    EncodeValue(value.shape);
    nodes_.Varint(value.ByteCount());
    nodes_.Append(value.data, value.ByteCount());
  }
  template <class T>
  void EncodeValue(std::span<const T> values) {
    nodes_.Varint(values.size());
    for (const T& value : values) EncodeValue(value);
  }
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void EncodeValue(T value) {
    nodes_.Signed(static_cast<int64_t>(value));
  }

  PointerMap<Node, uint64_t> node_numbers_;
  // The number of a name by where its text begins.
  struct Placed {
    size_t size = 0;
    uint64_t number = 0;
  };
  PointerMap<char, Placed> placed_;
  std::unordered_map<Name, uint64_t> name_numbers_;
  std::vector<Name> names_;
  Writer nodes_;
};

}  // namespace

std::vector<uint8_t> WithChecksum(std::span<const uint8_t> bytes) {
  Writer out;
  out.Append(bytes.data(), bytes.size());
  out.Fixed64(HashBytes(bytes.data(), bytes.size()));
  return std::move(out.bytes);
}

std::vector<uint8_t> Serialize(const Module& module) { return Encoder().Run(module); }

}  // namespace assay
