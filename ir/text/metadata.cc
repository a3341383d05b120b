#include "ir/text/metadata.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ir/support/json_nesting.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

using Json = nlohmann::json;

// ---- bytes of tensors: base64 of DLPack's fields, then the elements

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint64_t kTensorMagic = 0xDD5E40F096B4A13F;
constexpr int32_t kCpu = 1;
constexpr int32_t kMaxRank = 64;

bool FromBase64(std::string_view text, std::string& out) {
  uint32_t group = 0;
  size_t digits = 0;
  for (char c : text) {
    if (c == '=' || c == '\n') continue;
    size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return false;
    group = group << 6 | static_cast<uint32_t>(digit);
    if (++digits % 4 != 0) continue;
    for (int shift : {16, 8, 0}) out.push_back(static_cast<char>(group >> shift));
    group = 0;
  }
  if (digits % 4 == 3) {
    for (int shift : {10, 2}) out.push_back(static_cast<char>(group >> shift));
  } else if (digits % 4 == 2) {
    out.push_back(static_cast<char>(group >> 4));
  }
  return digits % 4 != 1;
}

std::string ToBase64(std::string_view bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out.push_back(i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63]);
  }
  return out;
}

// Numbers in little-endian order from the front of `bytes`; false when there are too few.
template <class T>
bool Take(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof(T)) return false;
  uint64_t raw = 0;
  for (size_t i = 0; i < sizeof(T); ++i) raw |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  value = static_cast<T>(raw);
  bytes.remove_prefix(sizeof(T));
  return true;
}
template <class T>
void Give(std::string& bytes, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (8 * i)));
}

// nullptr when the bytes are no tensor.
const Constant* TensorOf(Context& ctx, std::string_view bytes) {
  uint64_t magic = 0, reserved = 0;
  int32_t device = 0, device_id = 0, rank = 0;
  uint8_t code = 0, bits = 0;
  int16_t lanes = 0;
  bool head = Take(bytes, magic) && Take(bytes, reserved) && Take(bytes, device) && Take(bytes, device_id) &&
              Take(bytes, rank) && Take(bytes, code) && Take(bytes, bits) && Take(bytes, lanes);
  if (!head || magic != kTensorMagic || rank < 0 || rank > kMaxRank || lanes != 1) return nullptr;
  // Before DLPack had bool, it was an unsigned integer of one bit.
  DType dtype = code == static_cast<uint8_t>(DTypeCode::kUInt) && bits == 1
                    ? DType::Bool()
                    : DType{static_cast<DTypeCode>(code), bits, 1};
  if (ParseDType(DTypeName(dtype)) != dtype || dtype.IsHandle()) return nullptr;
  std::vector<int64_t> shape(static_cast<size_t>(rank));
  uint64_t expected = static_cast<uint64_t>(dtype.ElementBytes()), size = 0;
  for (int64_t& extent : shape) {
    if (!Take(bytes, extent) || extent < 0 || extent > UINT32_MAX) return nullptr;
    if (__builtin_mul_overflow(expected, static_cast<uint64_t>(extent), &expected)) return nullptr;
  }
  if (!Take(bytes, size) || size != expected || size != bytes.size()) return nullptr;
  return MakeConstant(ctx, {dtype, shape, reinterpret_cast<const std::byte*>(bytes.data())});
}

std::string BytesOf(const TensorView& value) {
  std::string bytes;
  Give(bytes, kTensorMagic);
  Give(bytes, uint64_t{0});
  Give(bytes, kCpu);
  Give(bytes, int32_t{0});
  Give(bytes, static_cast<int32_t>(value.shape.size()));
  Give(bytes, static_cast<uint8_t>(value.dtype.code));
  Give(bytes, value.dtype.bits);
  Give(bytes, int16_t{1});
  for (int64_t extent : value.shape) Give(bytes, extent);
  Give(bytes, uint64_t{value.ByteCount()});
  bytes.append(reinterpret_cast<const char*>(value.data), value.ByteCount());
  return bytes;
}

// ---- the graph

class GraphReader {
 public:
  GraphReader(Context& ctx, const Json& graph) : ctx_(ctx), graph_(graph) {
    old_ = !graph.contains("root_index");
    nodes_ = Member(graph, "nodes");
  }

  // Null when something is wrong.
  std::optional<std::vector<const Constant*>> Run() {
    const Json* root = Node(Member(graph_, old_ ? "root" : "root_index"));
    std::vector<const Constant*> constants;
    const Json* list = root == nullptr ? nullptr : Under(*root, kConstantKey);
    if (root != nullptr && list == nullptr) list = Under(*root, kNewConstantKey);
    if (root == nullptr || (list != nullptr && !Member(*list, "data")->is_array())) return std::nullopt;
    for (const Json& item : list == nullptr ? Json::array() : *Member(*list, "data")) {
      const Constant* constant = ConstantOf(Node(&item));
      if (constant == nullptr) return std::nullopt;
      constants.push_back(constant);
    }
    return constants;
  }

 private:
  // Always something: null where there is no such member.
  static const Json* Member(const Json& object, const char* name) {
    static const Json kNothing;
    auto found = object.is_object() ? object.find(name) : object.end();
    return !object.is_object() || found == object.end() ? &kNothing : &*found;
  }
  static std::string TextOf(const Json* value) {
    return value->is_string() ? value->get<std::string>() : std::string();
  }

  const Json* Node(const Json* number) const {
    bool known = number->is_number_unsigned() && nodes_->is_array() && number->get<size_t>() < nodes_->size();
    return known ? &(*nodes_)[number->get<size_t>()] : nullptr;
  }
  // What a map has under a key; null when it has no such.
  const Json* Under(const Json& map, std::string_view key) const {
    const Json *data = Member(map, "data"), *keys = Member(map, "keys");
    if (!data->is_array()) return nullptr;
    for (size_t i = 0; old_ && keys->is_array() && i < std::min(keys->size(), data->size()); ++i) {
      if (TextOf(&(*keys)[i]) == key) return Node(&(*data)[i]);
    }
    for (size_t i = 0; !old_ && i + 1 < data->size(); i += 2) {
      const Json* name = Node(&(*data)[i]);
      if (name != nullptr && TextOf(Member(*name, "data")) == key) return Node(&(*data)[i + 1]);
    }
    return nullptr;
  }
  const Constant* ConstantOf(const Json* node) const {
    std::string type = node == nullptr ? "" : TextOf(Member(*node, old_ ? "type_key" : "type"));
    if (type != kConstantKey && type != "ir.GenericConst") return nullptr;
    std::string bytes;
    if (!FromBase64(old_ ? OldTensor(*node) : NewTensor(*node), bytes)) return nullptr;
    return TensorOf(ctx_, bytes);
  }
  std::string NewTensor(const Json& node) const {
    const Json* fields = Member(node, "data");
    const Json* tensor = Node(Member(*fields, fields->is_object() && fields->contains("value") ? "value" : "data"));
    return tensor == nullptr ? std::string() : TextOf(Member(*tensor, "data"));
  }
  // All attributes are texts there, also the number of the tensor in its own list.
  std::string OldTensor(const Json& node) const {
    std::string number = TextOf(Member(*Member(node, "attrs"), "data"));
    const Json* tensors = Member(graph_, "b64ndarrays");
    size_t index = SIZE_MAX;
    std::from_chars(number.data(), number.data() + number.size(), index);
    return tensors->is_array() && index < tensors->size() ? TextOf(&(*tensors)[index]) : std::string();
  }

  Context& ctx_;
  const Json& graph_;
  const Json* nodes_ = nullptr;
  bool old_ = false;
};

// ---- writing: nodes come after what they refer to, each field in TVM's order

class GraphWriter {
 public:
  explicit GraphWriter(MetadataForm form) : newest_(form == MetadataForm::k027) {}

  std::string Run(const std::vector<const Constant*>& constants) {
    Node("ffi.String", fmt::format("\"{}\"", newest_ ? kNewConstantKey : kConstantKey));
    std::vector<size_t> items;
    for (const Constant* constant : constants) items.push_back(Write(*constant));
    size_t list = Node("ffi.Array", Numbers(items));
    size_t root = Node("ffi.Map", Numbers({0, list}));
    std::string text = fmt::format("{{\n  \"root_index\": {},\n  \"nodes\": [\n{}\n  ],\n", root, nodes_);
    text +=
        fmt::format("  \"metadata\": {{\n    \"tvm_version\": \"{}\"\n  }}\n}}", newest_ ? "0.27.0.post1" : "0.26.0");
    std::string escaped;
    // JSON escapes the slashes of base64, and Python's text then the backslashes.
    for (char c : text) escaped += c == '"' ? "\\\"" : c == '/' ? "\\\\/" : std::string(1, c);
    return "metadata = tvm.ir.load_json(\"\"\"" + escaped + "\"\"\")\n";
  }

 private:
  using Fields = std::vector<std::pair<std::string_view, std::string>>;

  size_t Node(std::string_view type, std::string_view data) {
    if (count_ != 0) nodes_ += ",\n";
    nodes_ += fmt::format("    {{\n      \"type\": \"{}\"", type);
    if (!data.empty()) nodes_ += fmt::format(",\n      \"data\": {}", data);
    nodes_ += "\n    }";
    return count_++;
  }
  static std::string Numbers(const std::vector<size_t>& numbers) {
    std::string text = "[";
    for (size_t number : numbers) text += fmt::format("{}\n        {}", text.size() == 1 ? "" : ",", number);
    return text + "\n      ]";
  }
  size_t Object(std::string_view type, const Fields& fields) {
    std::string text = "{";
    for (const auto& [name, value] : fields) {
      text += fmt::format("{}\n        \"{}\": {}", text.size() == 1 ? "" : ",", name, value);
    }
    return Node(type, text + "\n      }");
  }
  std::string None() {
    if (none_ == SIZE_MAX) none_ = Node("None", "");
    return std::to_string(none_);
  }
  std::string Prim(std::string_view dtype) {
    for (const auto& [name, number] : prims_) {
      if (name == dtype) return std::to_string(number);
    }
    std::string span = None();
    prims_.emplace_back(dtype, Object("ir.PrimType", {{"span", span}, {"dtype", fmt::format("\"{}\"", dtype)}}));
    return std::to_string(prims_.back().second);
  }
  // 0.27 keeps numbers as nodes of their own, each once.
  std::string Integer(int64_t value) {
    if (!newest_) return std::to_string(value);
    auto [number, fresh] = integers_.try_emplace(value, 0);
    if (fresh) number->second = Node("int", std::to_string(value));
    return std::to_string(number->second);
  }
  size_t Write(const Constant& constant) {
    const TensorView& value = constant.value;
    std::string span = None();
    std::vector<size_t> dims;
    for (int64_t extent : value.shape) {
      std::string type = Prim("int64");
      std::string number = Integer(extent);
      dims.push_back(Object("ir.IntImm", {{"span", span}, {"ty", type}, {"value", number}}));
    }
    std::string rank = std::to_string(dims.size());
    std::string values = std::to_string(Node("ffi.Array", Numbers(dims)));
    size_t shape_type = Object("relax.ShapeType", {{"span", span}, {"values", values}, {"ndim", rank}});
    size_t shape =
        Object("relax.expr.ShapeExpr", {{"span", span}, {"ty", std::to_string(shape_type)}, {"values", values}});
    std::string dtype = Prim(DTypeName(value.dtype));
    size_t type =
        Object("relax.TensorType",
               {{"span", span}, {"shape", std::to_string(shape)}, {"dtype", dtype}, {"vdevice", span}, {"ndim", rank}});
    size_t tensor = Node("ffi.Tensor", fmt::format("\"{}\"", ToBase64(BytesOf(value))));
    return Object(newest_ ? kNewConstantKey : kConstantKey,
                  {{"span", span}, {"ty", std::to_string(type)}, {newest_ ? "value" : "data", std::to_string(tensor)}});
  }

  bool newest_;
  std::string nodes_;
  std::unordered_map<int64_t, size_t> integers_;
  size_t count_ = 0;
  size_t none_ = SIZE_MAX;
  std::vector<std::pair<std::string, size_t>> prims_;
};

}  // namespace

Result<std::vector<const Constant*>> ReadMetadata(Context& ctx, std::string_view json) {
  Json graph = JsonOf<Json>(json);
  if (std::string deep = TooDeepJson(json); !deep.empty())
    return Diag{DiagKind::kCorrupt, {}, fmt::format("the metadata section is {}", deep), "", {}};
  if (graph.is_object()) {
    if (auto constants = GraphReader(ctx, graph).Run()) return *std::move(constants);
  }
  return Diag{DiagKind::kCorrupt, {}, "the metadata section is no JSON graph of constants", "", {}};
}

std::string WriteMetadata(const std::vector<const Constant*>& constants, MetadataForm form) {
  return GraphWriter(form).Run(constants);
}

}  // namespace assay
