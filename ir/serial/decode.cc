// Deserialize: reads what encode.cc writes, and trusts nothing. Every number is checked against what exists already, so
// that the result is a finite acyclic structure whose fields hold nodes of the right families.
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "ir/fields.h"
#include "ir/placement.h"
#include "ir/serial/optional_fields.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

inline constexpr size_t kKindCount = 0
#define ASSAY_NODE(Name) +1
#include "ir/node_kinds.def"
    ;

// Whether a node of this kind may stand where the field's type is T.
template <class T>
bool Fits(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return std::is_base_of_v<T, Name>;
#include "ir/node_kinds.def"
  }
  return false;
}

// The largest number of a closed choice.
template <class T>
inline constexpr int64_t kLastChoice = 0;
template <>
inline constexpr int64_t kLastChoice<VarFlavor> = static_cast<int64_t>(VarFlavor::kSize);
template <>
inline constexpr int64_t kLastChoice<IterType> = static_cast<int64_t>(IterType::kTensorized);
template <>
inline constexpr int64_t kLastChoice<ForKind> = static_cast<int64_t>(ForKind::kThreadBinding);

constexpr size_t kChecksumBytes = 8;
// Elements that an empty constant may seem to have along its other dimensions: more could not even be written down.
constexpr uint64_t kMaxEmptyRows = 1 << 20;
constexpr size_t kMaxRank = 64;

class Decoder {
 public:
  Decoder(Context& ctx, std::span<const uint8_t> bytes, OpResolver resolve)
      : ctx_(ctx), bytes_(bytes), resolve_(resolve) {}

  Result<Module> Run() {
    if (bytes_.size() < 5 || std::string_view(reinterpret_cast<const char*>(bytes_.data()), 4) != "ASIR") {
      return Corrupt("these bytes are no serialised module: the first four are not ASIR");
    }
    if (bytes_[4] != kSerialVersion) {
      return Corrupt(fmt::format("format version {} is not {}, the one this build reads", bytes_[4], kSerialVersion));
    }
    if (bytes_.size() < 5 + kChecksumBytes || !ChecksumFits()) {
      return Corrupt("serialised module is corrupt: its checksum does not fit");
    }
    bytes_ = bytes_.first(bytes_.size() - kChecksumBytes);
    position_ = 5;
    ReadNames();
    ReadNodes();
    Module module = ReadModule();
    if (ok_ && position_ != bytes_.size()) Fail("bytes follow the end of the module");
    if (!ok_) return Corrupt(fmt::format("serialised module is corrupt at byte {}: {}", failed_at_, why_));
    return module;
  }

 private:
  bool ChecksumFits() const {
    size_t size = bytes_.size() - kChecksumBytes;
    uint64_t stored = 0;
    for (size_t i = 0; i < kChecksumBytes; ++i) stored |= uint64_t{bytes_[size + i]} << (8 * i);
    return stored == HashBytes(bytes_.data(), size);
  }
  static Diag Corrupt(std::string message) { return Diag{DiagKind::kCorrupt, {}, std::move(message), {}, {}}; }

  void Fail(std::string_view why) {
    if (!ok_) return;
    ok_ = false;
    failed_at_ = position_;
    why_ = why;
  }
  uint8_t Byte() {
    if (!ok_ || position_ >= bytes_.size()) {
      Fail("it ends too early");
      return 0;
    }
    return bytes_[position_++];
  }
  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      uint8_t byte = Byte();
      value |= uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
    Fail("a number is longer than 64 bits");
    return 0;
  }
  int64_t Signed() {
    uint64_t raw = Varint();
    return static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
  }
  // A count of things that take at least one byte each.
  size_t Count() {
    uint64_t count = Varint();
    if (count > bytes_.size() - position_) Fail("a count is larger than the bytes that are left");
    return ok_ ? static_cast<size_t>(count) : 0;
  }
  std::string_view Text(size_t size) {
    if (!ok_ || size > bytes_.size() - position_) {
      Fail("a text is longer than the bytes that are left");
      return {};
    }
    auto* begin = reinterpret_cast<const char*>(bytes_.data()) + position_;
    position_ += size;
    return {begin, size};
  }

  void ReadNames() {
    size_t count = Count();
    names_.reserve(count);
    for (size_t i = 0; i < count && ok_; ++i) names_.push_back(ctx_.Intern(Text(Count())));
  }

  void ReadNodes() {
    size_t count = Count();
    nodes_.reserve(count + 1);
    nodes_.push_back(nullptr);
    depths_.reserve(count + 1);
    depths_.push_back(0);
    for (size_t i = 0; i < count && ok_; ++i) {
      depth_ = 1;
      nodes_.push_back(ReadNode());
      depths_.push_back(depth_);
      if (depth_ > kMaxSerialDepth) Fail("nodes are nested too deeply");
    }
  }

  const Node* ReadNode() {
    uint8_t kind = Byte();
    if (kind >= kKindCount) {
      Fail("no kind of node has this number");
      return nullptr;
    }
    switch (static_cast<NodeKind>(kind)) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return ReadFields<Name>();
#include "ir/node_kinds.def"
    }
    return nullptr;
  }

  template <class T>
  const Node* ReadFields() {
    T* node = ctx_.arena.New<T>();
    if constexpr (std::is_base_of_v<Expr, T>) node->type = Reference<Type>();
    [&]<size_t... I>(std::index_sequence<I...>) {
      (ReadPart<T, I>(*node), ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(T::kFields)>>());
    if (ok_) CheckParts(*node);
    return ok_ ? Shared(*node) : node;
  }

  template <class T, size_t I>
  void ReadPart(T& node) {
    auto& slot = node.*(std::get<I>(T::kFields).member);
    using V = std::remove_reference_t<decltype(slot)>;
    // Long sums lean to the left, and whatever walks them does so without recursion.
    constexpr bool kSpine = std::is_base_of_v<BinaryExpr, T> && I == 0;
    uint32_t outer = depth_;
    ReadField(slot);
    if constexpr (kSpine) depth_ = std::max(outer, depth_ - 1);
    if constexpr (NodePointer<V> && !kIsOptional<T, I>) {
      if (slot == nullptr) Fail("a part of a node is missing");
    } else if constexpr (kIsNodeSpan<V> && !kIsOptional<T, I>) {
      if (std::ranges::any_of(slot, [](const Node* item) { return item == nullptr; }))
        Fail("an item of a list is missing");
    }
  }

  // What fields say of one another.
  void CheckParts(const AttrDict& dict) {
    if (dict.keys.size() != dict.values.size()) Fail("an attribute dictionary has unequal numbers of keys and values");
  }
  void CheckParts(const PrimFunc& func) {
    if (!func.buffers.empty() && func.buffers.size() != func.params.size())
      Fail("a PrimFunc has not one buffer for each parameter");
  }
  void CheckParts(const SBlock& block) {
    if (std::ranges::any_of(block.iter_vars, [](const IterVar* iter) { return iter->dom == nullptr; })) {
      Fail("an iteration variable of a block has no domain");
    }
  }
  void CheckParts(const CommReducer& reducer) {
    size_t values = reducer.result.size();
    if (reducer.lhs.size() != values || reducer.rhs.size() != values || reducer.identity_element.size() != values)
      Fail("a reducer has not one variable of each side and one identity for each value");
  }
  void CheckParts(const SBlockRealize& realize) {
    if (realize.iter_values.size() != realize.block->iter_vars.size())
      Fail("a block has not one value for each iteration variable");
  }
  // A type that is stored beside its parts must not contradict them: readers of one trust the other.
  void CheckParts(const Tuple& tuple) {
    const auto* type = As<TupleType>(tuple.type);
    if (type == nullptr) return;
    bool agrees = type->fields.size() == tuple.fields.size();
    for (size_t i = 0; agrees && i < tuple.fields.size(); ++i) {
      const Type* field = tuple.fields[i]->type;
      bool known = field != nullptr && !Is<ObjectType>(type->fields[i]) && !Is<ObjectType>(field);
      agrees = !known || (field->kind == type->fields[i]->kind && (!Is<PrimType>(field) || field == type->fields[i]));
    }
    if (!agrees) Fail("a tuple is not of its type");
  }
  void CheckParts(const IntImm& imm) {
    DType dtype = DTypeOf(&imm);
    if (!dtype.IsInteger() && !dtype.IsBool()) Fail("an integer is of no integer dtype");
  }
  void CheckParts(const FloatImm& imm) {
    if (!DTypeOf(&imm).IsFloating()) Fail("a float is of no floating-point dtype");
  }
  void CheckParts(const BinaryExpr& binary) {
    if (DTypeOf(binary.a) != DTypeOf(binary.b)) Fail("operands differ in dtype");
  }
  void CheckParts(const ShapeExpr& shape) { CheckDimensions(shape.values); }
  void CheckParts(const ShapeType& shape) {
    CheckDimensions(shape.values);
    CheckRank(shape.rank, shape.has_values ? std::optional(shape.values.size()) : std::nullopt);
    if (!shape.has_values && !shape.values.empty()) Fail("an unknown shape has dimensions");
  }
  void CheckParts(const TensorType& tensor) {
    const auto* shape = As<ShapeExpr>(tensor.shape);
    CheckRank(tensor.rank, shape != nullptr ? std::optional(shape->values.size()) : std::nullopt);
    if (tensor.shape != nullptr && shape == nullptr && !Is<Var>(tensor.shape))
      Fail("a shape is neither written nor a variable");
  }
  void CheckParts(const DeviceMesh& mesh) {
    std::vector<int64_t> shape(mesh.shape.begin(), mesh.shape.end()),
        ids(mesh.device_ids.begin(), mesh.device_ids.end());
    if (!MakeDeviceMesh(ctx_, shape, ids, mesh.is_range).ok()) Fail("a device mesh has not one device for each place");
    for (size_t i = 1; mesh.is_range && i < ids.size(); ++i) {
      if (ids[i] - 1 != ids[i - 1]) return Fail("the devices of a range do not follow one another");
    }
  }
  void CheckParts(const DTensorType& type) {
    std::optional<Placement> placement = ParsePlacement(type.placement.text());
    if (!placement || PlacementText(*placement) != type.placement.text()) return Fail("a placement is malformed");
    if (!DTensorTypeFlaw(*type.tensor, *type.mesh, *placement).empty())
      Fail("a distributed tensor does not fit its mesh");
  }
  void CheckRank(int rank, std::optional<size_t> dimensions) {
    bool agrees = dimensions ? rank == static_cast<int64_t>(*dimensions) : rank >= kUnknownRank && rank <= 1000;
    if (!agrees) Fail("a rank is not the number of dimensions");
  }
  // Relax measures in int64; the types of TIR functions have the dimensions of their buffers, which may be of int32.
  void CheckDimensions(Nodes<Expr> values) {
    auto measures = [](const Expr* value) {
      return DTypeOf(value) == DType::Int(64) || DTypeOf(value) == DType::Int(32);
    };
    if (!std::ranges::all_of(values, measures)) {
      Fail("a dimension is neither of int64 nor of int32");
    }
  }
  void CheckParts(const Node&) {}

  // The one node of its kind and content, where a context keeps such.
  template <class T>
  const Node* Shared(const T& node) {
    if constexpr (std::is_same_v<T, Op>) {
      return resolve_(ctx_, node.name.text());
    } else if constexpr (std::is_same_v<T, PrimType>) {
      return ctx_.Prim(node.dtype);
    } else if constexpr (std::is_same_v<T, ObjectType>) {
      return ctx_.Object();
    } else {
      return &node;
    }
  }

  template <class T>
  const T* Reference() {
    uint64_t number = Varint();
    if (number >= nodes_.size()) {
      Fail("a node refers to one that comes later");
      return nullptr;
    }
    const Node* node = nodes_[number];
    if (node != nullptr && !Fits<T>(node->kind)) {
      Fail("a node stands where one of another family belongs");
      return nullptr;
    }
    depth_ = std::max(depth_, depths_[number] + 1);
    return static_cast<const T*>(node);
  }

  template <class T>
  void ReadField(const T*& slot) {
    slot = Reference<T>();
  }
  template <class T>
    requires std::derived_from<T, Node>
  void ReadField(Nodes<T>& slot) {
    size_t count = Count();
    std::vector<const T*> items;
    items.reserve(count);
    for (size_t i = 0; i < count && ok_; ++i) items.push_back(Reference<T>());
    slot = ctx_.Copy(items);
  }
  void ReadField(Name& slot) {
    uint64_t number = Varint();
    if (number >= names_.size()) return Fail("a name's number is out of range");
    slot = names_[number];
  }
  void ReadField(double& slot) {
    uint64_t raw = 0;
    for (int i = 0; i < 8; ++i) raw |= uint64_t{Byte()} << (8 * i);
    slot = std::bit_cast<double>(raw);
  }
  void ReadField(DType& slot) {
    slot.code = static_cast<DTypeCode>(Byte());
    slot.bits = Byte();
    ReadField(slot.lanes);
    if (std::ranges::find(known_dtypes_, slot) != known_dtypes_.end()) return;
    if (slot.IsVoid() ? slot != DType::Void() : ParseDType(DTypeName(slot)) != slot)
      Fail("no dtype has this code and width");
    known_dtypes_.push_back(slot);
  }
  void ReadField(TensorView& slot) {
    ReadField(slot.dtype);
    ReadField(slot.shape);
    size_t bytes = Count();
    if (!ok_ || slot.shape.size() > kMaxRank || slot.dtype.ElementBytes() == 0 || slot.dtype.IsHandle() ||
        !slot.dtype.IsScalar()) {
      return Fail("a constant has no shape or no dtype that a tensor can have");
    }
    // Empty constants are as large as they would be without their empty dimensions.
    uint64_t expected = static_cast<uint64_t>(slot.dtype.ElementBytes()), rows = 1;
    for (int64_t extent : slot.shape) {
      auto length = static_cast<uint64_t>(std::max<int64_t>(extent, 1));
      if (extent < 0 || length > std::numeric_limits<uint32_t>::max() / rows)
        return Fail("a constant's shape is negative or too large");
      rows *= length;
      expected *= static_cast<uint64_t>(extent);
    }
    if (expected != bytes) return Fail("a constant has another number of bytes than its shape asks for");
    if (expected == 0 && rows > kMaxEmptyRows) return Fail("an empty constant's shape is too large");
    std::string_view data = Text(bytes);
    auto* place = static_cast<std::byte*>(ctx_.arena.Allocate(bytes, 16));
    if (!data.empty()) std::memcpy(place, data.data(), data.size());
    slot.data = place;
  }
  template <class T>
    requires(!std::derived_from<std::remove_cv_t<std::remove_pointer_t<T>>, Node>)
  void ReadField(std::span<const T>& slot) {
    size_t count = Count();
    std::vector<T> items(count);
    for (T& item : items) ReadField(item);
    slot = ctx_.Copy(items);
  }
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void ReadField(T& slot) {
    int64_t value = Signed();
    slot = static_cast<T>(value);
    if (static_cast<int64_t>(slot) != value) Fail("a number is too large for its field");
    if constexpr (std::is_enum_v<T>) {
      if (value < 0 || value > kLastChoice<T>) Fail("a choice has no such number");
    }
  }

  Module ReadModule() {
    Module module;
    module.attrs = Reference<AttrDict>();
    std::vector<GlobalInfoList> infos(Count());
    for (GlobalInfoList& list : infos) {
      ReadField(list.key);
      ReadField(list.infos);
      if (std::ranges::any_of(list.infos, [](const Node* info) { return info == nullptr; }))
        Fail("a global info is missing");
    }
    module.global_infos = ctx_.Copy(infos);
    std::vector<ModuleEntry> entries(Count());
    for (ModuleEntry& entry : entries) {
      entry.var = Reference<GlobalVar>();
      entry.func = Reference<Expr>();
      if (entry.var == nullptr || entry.func == nullptr) Fail("a function of the module is missing");
    }
    module.entries = ctx_.Copy(entries);
    return module;
  }

  Context& ctx_;
  std::span<const uint8_t> bytes_;
  OpResolver resolve_;
  size_t position_ = 0;
  bool ok_ = true;
  size_t failed_at_ = 0;
  std::string why_;
  std::vector<Name> names_;
  // Those that have been read: a module has few, many times, and to ask for a dtype's name takes long.
  std::vector<DType> known_dtypes_;
  std::vector<const Node*> nodes_;
  // How deep each node is nested, and the one that is being read.
  std::vector<uint32_t> depths_;
  uint32_t depth_ = 0;
};

}  // namespace

Result<Module> Deserialize(Context& ctx, std::span<const uint8_t> bytes, OpResolver resolve) {
  return Decoder(ctx, bytes, resolve).Run();
}

}  // namespace assay
