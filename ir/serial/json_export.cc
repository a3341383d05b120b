#include "ir/serial/json_export.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "ir/fields.h"
#include "ir/support/pointer_map.h"
#include "ir/walk.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string Base64(std::span<const std::byte> bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? std::to_integer<uint32_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out.push_back(i + k > bytes.size() ? '=' : kBase64[group >> (18 - 6 * k) & 63]);
  }
  return out;
}

Json ValueOf(Name value) { return value.text(); }
Json ValueOf(DType value) { return DTypeName(value); }
// JSON has no numbers for these.
Json ValueOf(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}
template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
Json ValueOf(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else {
    return static_cast<int64_t>(value);
  }
}
template <class T>
Json ValueOf(std::span<const T> values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(ValueOf(value));
  return list;
}
Json ValueOf(const TensorView& value) {
  return {{"dtype", DTypeName(value.dtype)},
          {"shape", ValueOf(value.shape)},
          {"base64", Base64({value.data, value.ByteCount()})}};
}

class Exporter {
 public:
  Json Run(const Module& module) {
    Json functions = Json::array(), infos = Json::object();
    Json attrs = Place(module.attrs);
    for (const GlobalInfoList& list : module.global_infos) {
      Json places = Json::array();
      for (const Node* info : list.infos) places.push_back(Place(info));
      infos[list.key.str()] = places;
    }
    for (const ModuleEntry& entry : module.entries) {
      functions.push_back({{"name", entry.var->name.text()}, {"node", Place(entry.func)}});
    }
    return {{"version", kJsonVersion},
            {"nodes", std::move(nodes_)},
            {"attrs", attrs},
            {"global_infos", infos},
            {"functions", functions}};
  }

 private:
  // The node's place in the list, after it and all below it have been written; null for nothing.
  Json Place(const Node* root) {
    WalkAfterChildren<Order::kLastToFirst>(
        root, [&](const Node* node) { return places_.contains(node); },
        [](const Node* node, auto push) { ForEachChild(node, Types::kInclude, push); },
        [&](const Node* node) {
          places_.Insert(node, nodes_.size());
          nodes_.push_back(Write(node));
        });
    return Known(root);
  }
  Json Known(const Node* node) const { return node == nullptr ? Json() : Json(*places_.Find(node)); }

  // What is null is left out.
  Json Write(const Node* node) {
    Json out{{"kind", NodeKindName(node->kind)}};
    Visit(node, [&](const auto& n) {
      using T = std::remove_cvref_t<decltype(n)>;
      if constexpr (std::is_base_of_v<Expr, T>) {
        if (n.type != nullptr) out["type"] = Known(n.type);
      }
      ForEachField(n, [&](const auto& value, const auto& field) { WriteField(out, value, std::string(field.name)); });
    });
    return out;
  }
  template <class V>
  void WriteField(Json& out, const V& value, const std::string& name) {
    if constexpr (NodePointer<V>) {
      if (value != nullptr) out[name] = Known(value);
    } else if constexpr (kIsNodeSpan<V>) {
      Json list = Json::array();
      for (const Node* item : value) list.push_back(Known(item));
      out[name] = std::move(list);
    } else {
      out[name] = ValueOf(value);
    }
  }

  PointerMap<Node, size_t> places_;
  Json nodes_ = Json::array();
};

}  // namespace

std::string ModuleToJson(const Module& module) {
  // Names may hold any bytes; what is no UTF-8 is replaced.
  return Exporter().Run(module).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay
