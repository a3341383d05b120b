// Deserialize: reads what encode.cc writes, and trusts nothing. Every number is checked against what exists already, so
// that the result is a finite acyclic structure whose fields hold nodes of the right families.
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "ir/fields.h"
#include "ir/serial/byte_reader.h"
#include "ir/serial/optional_fields.h"
#include "ir/serial/part_flaw.h"
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

// Magic and version.
constexpr size_t kHeaderBytes = 5;
constexpr size_t kChecksumBytes = 8;
// Elements that an empty constant may seem to have along its other dimensions: more could not even be written down.
constexpr uint64_t kMaxEmptyRows = 1 << 20;
constexpr size_t kMaxRank = 64;

Diag Corrupt(std::string message) { return Diag{DiagKind::kCorrupt, {}, std::move(message), {}, {}}; }

bool ChecksumFits(std::span<const uint8_t> bytes) {
  size_t size = bytes.size() - kChecksumBytes;
  uint64_t stored = 0;
  for (size_t i = 0; i < kChecksumBytes; ++i) stored |= uint64_t{bytes[size + i]} << (8 * i);
  return stored == HashBytes(bytes.data(), size);
}

class Decoder {
 public:
  Decoder(Context& ctx, ByteReader in, OpResolver resolve) : ctx_(ctx), in_(std::move(in)), resolve_(resolve) {}

  Result<Module> Run() {
    ReadNames();
    ReadNodes();
    Module module = ReadModule();
    if (in_.ok() && !in_.AtEnd()) in_.Fail("bytes follow the end of the module");
    if (!in_.ok())
      return Corrupt(fmt::format("serialised module is corrupt at byte {}: {}", in_.failed_at(), in_.why()));
    return module;
  }

 private:
  void ReadNames() {
    size_t count = in_.Count();
    names_.reserve(count);
    for (size_t i = 0; i < count && in_.ok(); ++i) names_.push_back(ctx_.Intern(in_.Text(in_.Count())));
  }

  void ReadNodes() {
    size_t count = in_.Count();
    nodes_.reserve(count + 1);
    nodes_.push_back(nullptr);
    depths_.reserve(count + 1);
    depths_.push_back(0);
    for (size_t i = 0; i < count && in_.ok(); ++i) {
      depth_ = 1;
      nodes_.push_back(ReadNode());
      depths_.push_back(depth_);
      if (depth_ > kMaxSerialDepth) in_.Fail("nodes are nested too deeply");
    }
  }

  const Node* ReadNode() {
    uint8_t kind = in_.Byte();
    if (kind >= kKindCount) {
      in_.Fail("no kind of node has this number");
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
    if (in_.ok()) {
      if (std::string_view flaw = PartFlaw(ctx_, *node); !flaw.empty()) in_.Fail(flaw);
    }
    return in_.ok() ? Shared(*node) : node;
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
      if (slot == nullptr) in_.Fail("a part of a node is missing");
    } else if constexpr (kIsNodeSpan<V> && !kIsOptional<T, I>) {
      if (std::ranges::any_of(slot, [](const Node* item) { return item == nullptr; }))
        in_.Fail("an item of a list is missing");
    }
  }

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
    uint64_t number = in_.Varint();
    if (number >= nodes_.size()) {
      in_.Fail("a node refers to one that comes later");
      return nullptr;
    }
    const Node* node = nodes_[number];
    if (node != nullptr && !Fits<T>(node->kind)) {
      in_.Fail("a node stands where one of another family belongs");
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
    size_t count = in_.Count();
    if (count == 0) return;
    // Read where they stay.
    auto** items = static_cast<const T**>(ctx_.arena.Allocate(count * sizeof(const T*), alignof(const T*)));
    for (size_t i = 0; i < count; ++i) items[i] = Reference<T>();
    slot = {items, count};
  }
  void ReadField(Name& slot) {
    uint64_t number = in_.Varint();
    if (number >= names_.size()) return in_.Fail("a name's number is out of range");
    slot = names_[number];
  }
  void ReadField(double& slot) {
    uint64_t raw = 0;
    for (int i = 0; i < 8; ++i) raw |= uint64_t{in_.Byte()} << (8 * i);
    slot = std::bit_cast<double>(raw);
  }
  void ReadField(DType& slot) {
    slot.code = static_cast<DTypeCode>(in_.Byte());
    slot.bits = in_.Byte();
    ReadField(slot.lanes);
    if (std::ranges::find(known_dtypes_, slot) != known_dtypes_.end()) return;
    if (slot.IsVoid() ? slot != DType::Void() : ParseDType(DTypeName(slot)) != slot)
      in_.Fail("no dtype has this code and width");
    known_dtypes_.push_back(slot);
  }
  void ReadField(TensorView& slot) {
    ReadField(slot.dtype);
    ReadField(slot.shape);
    size_t bytes = in_.Count();
    if (!in_.ok() || slot.shape.size() > kMaxRank || slot.dtype.ElementBytes() == 0 || slot.dtype.IsHandle() ||
        !slot.dtype.IsScalar()) {
      return in_.Fail("a constant has no shape or no dtype that a tensor can have");
    }
    // Empty constants are as large as they would be without their empty dimensions.
    uint64_t expected = static_cast<uint64_t>(slot.dtype.ElementBytes()), rows = 1;
    for (int64_t extent : slot.shape) {
      auto length = static_cast<uint64_t>(std::max<int64_t>(extent, 1));
      if (extent < 0 || length > std::numeric_limits<uint32_t>::max() / rows)
        return in_.Fail("a constant's shape is negative or too large");
      rows *= length;
      expected *= static_cast<uint64_t>(extent);
    }
    if (expected != bytes) return in_.Fail("a constant has another number of bytes than its shape asks for");
    if (expected == 0 && rows > kMaxEmptyRows) return in_.Fail("an empty constant's shape is too large");
    std::string_view data = in_.Text(bytes);
    auto* place = static_cast<std::byte*>(ctx_.arena.Allocate(bytes, 16));
    if (!data.empty()) std::memcpy(place, data.data(), data.size());
    slot.data = place;
  }
  template <class T>
    requires(!std::derived_from<std::remove_cv_t<std::remove_pointer_t<T>>, Node>)
  void ReadField(std::span<const T>& slot) {
    size_t count = in_.Count();
    std::vector<T> items(count);
    for (T& item : items) ReadField(item);
    slot = ctx_.Copy(items);
  }
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void ReadField(T& slot) {
    int64_t value = in_.Signed();
    slot = static_cast<T>(value);
    if (static_cast<int64_t>(slot) != value) in_.Fail("a number is too large for its field");
    if constexpr (std::is_enum_v<T>) {
      if (value < 0 || value > kLastChoice<T>) in_.Fail("a choice has no such number");
    }
  }

  Module ReadModule() {
    Module module;
    module.attrs = Reference<AttrDict>();
    std::vector<GlobalInfoList> infos(in_.Count());
    for (GlobalInfoList& list : infos) {
      ReadField(list.key);
      ReadField(list.infos);
      if (std::ranges::any_of(list.infos, [](const Node* info) { return info == nullptr; }))
        in_.Fail("a global info is missing");
    }
    module.global_infos = ctx_.Copy(infos);
    std::vector<ModuleEntry> entries(in_.Count());
    for (ModuleEntry& entry : entries) {
      entry.var = Reference<GlobalVar>();
      entry.func = Reference<Expr>();
      if (entry.var == nullptr || entry.func == nullptr) in_.Fail("a function of the module is missing");
    }
    module.entries = ctx_.Copy(entries);
    return module;
  }

  Context& ctx_;
  ByteReader in_;
  OpResolver resolve_;
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
  if (bytes.size() < kHeaderBytes || std::string_view(reinterpret_cast<const char*>(bytes.data()), 4) != "ASIR") {
    return Corrupt("these bytes are no serialised module: the first four are not ASIR");
  }
  if (bytes[4] != kSerialVersion) {
    return Corrupt(fmt::format("format version {} is not {}, the one this build reads", bytes[4], kSerialVersion));
  }
  if (bytes.size() < kHeaderBytes + kChecksumBytes || !ChecksumFits(bytes)) {
    return Corrupt("serialised module is corrupt: its checksum does not fit");
  }
  return Decoder(ctx, ByteReader(bytes.first(bytes.size() - kChecksumBytes), kHeaderBytes), resolve).Run();
}

}  // namespace assay
