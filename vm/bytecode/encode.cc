// Images as bytes: "ASVM", a version, the xxHash of what follows, then the level, the mode, the source's name,
// functions, code, arguments, names, constants, external modules and the serialised module. Numbers are little-endian
// and fixed in width, so that the form is easy to read elsewhere.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "ir/support/hash.h"
#include "ir/support/printable.h"
#include "vm/bytecode/image.h"

namespace assay {
namespace {

// 2: functions have symbols. 3: a checksum; the module with the kernels; the level. 4: names of bindings; the mode.
constexpr uint8_t kVersion = 4;
constexpr size_t kChecksumAt = 5;
constexpr size_t kContentAt = kChecksumAt + 8;
enum class ConstantKind : uint8_t { kNull, kTensor, kShape, kPrim, kString, kDType };

class Writer {
 public:
  template <class T>
  void Number(T value) {
    auto raw = static_cast<uint64_t>(value);
    for (size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<uint8_t>(raw >> (8 * i)));
  }
  void Text(const std::string& text) {
    Number(static_cast<uint32_t>(text.size()));
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  void Type(DType dtype) {
    Number(static_cast<uint8_t>(dtype.code));
    Number(dtype.bits);
    Number(static_cast<uint16_t>(dtype.lanes));
  }
  void Dims(std::span<const int64_t> dims) {
    Number(static_cast<uint32_t>(dims.size()));
    for (int64_t dim : dims) Number(dim);
  }
  void Constant(const Value& value) {
    if (const auto* tensor = value.As<TensorValue>()) {
      Number(ConstantKind::kTensor);
      Type(tensor->tensor.dtype());
      Dims(tensor->tensor.shape());
      const auto* data = reinterpret_cast<const uint8_t*>(tensor->tensor.data());
      bytes.insert(bytes.end(), data, data + tensor->tensor.byte_count());
    } else if (const auto* shape = value.As<ShapeValue>()) {
      Number(ConstantKind::kShape);
      Dims(shape->dims);
    } else if (const auto* prim = value.As<PrimValue>()) {
      Number(ConstantKind::kPrim);
      Type(prim->scalar.dtype);
      Number(prim->scalar.dtype.IsFloating() ? std::bit_cast<uint64_t>(prim->scalar.f) : prim->scalar.u);
    } else if (const auto* text = value.As<StringValue>()) {
      Number(ConstantKind::kString);
      Text(text->text);
    } else if (const auto* dtype = value.As<DTypeValue>()) {
      Number(ConstantKind::kDType);
      Type(dtype->dtype);
    } else {
      Number(ConstantKind::kNull);
    }
  }
  std::vector<uint8_t> bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  Result<VmImage> Run() {
    std::string_view first(reinterpret_cast<const char*>(bytes_.data()), std::min<size_t>(4, bytes_.size()));
    if (first != kVmMagic) {
      return Bad(fmt::format("invalid executable: expected ASVM in the first four bytes, got {}",
                             first.empty() ? "none" : Printable(first)));
    }
    if (bytes_.size() < kContentAt) return Bad("the executable is cut short or damaged");
    if (bytes_[4] != kVersion)
      return Bad(fmt::format("executable format {} is not {}, the one this build reads", bytes_[4], kVersion));
    position_ = kChecksumAt;
    auto checksum = Number<uint64_t>();
    if (why_.empty() && checksum != HashBytes(bytes_.data() + kContentAt, bytes_.size() - kContentAt)) {
      return Bad("the executable is cut short or damaged: its checksum is another");
    }
    VmImage image;
    image.opt_level = Number<uint8_t>();
    if (image.opt_level > 3) Fail("there is no such optimisation level");
    image.compiled = Choice<uint8_t>(1) != 0;
    image.source = Text();
    for (size_t i = Count(22); i > 0 && why_.empty(); --i) image.functions.push_back(ReadFunction());
    for (size_t i = Count(29); i > 0 && why_.empty(); --i) image.code.push_back(ReadInstruction());
    for (size_t i = Count(9); i > 0 && why_.empty(); --i) image.args.push_back(ReadArg());
    image.names.clear();
    for (size_t i = Count(4); i > 0 && why_.empty(); --i) image.names.push_back(Text());
    for (size_t i = Count(1); i > 0 && why_.empty(); --i) image.constants.push_back(ReadConstant());
    for (size_t i = Count(4); i > 0 && why_.empty(); --i) image.external_modules.push_back(Text());
    size_t size = Count(1);
    image.module.assign(bytes_.begin() + static_cast<int64_t>(position_),
                        bytes_.begin() + static_cast<int64_t>(position_ + size));
    position_ += size;
    if (why_.empty() && position_ != bytes_.size()) Fail("bytes follow its end");
    if (!why_.empty()) return Bad(fmt::format("executable is corrupt at byte {}: {}", failed_at_, why_));
    return image;
  }

 private:
  static Diag Bad(std::string message) { return Diag{DiagKind::kCorrupt, {}, std::move(message), {}, {}}; }
  void Fail(std::string_view why) {
    if (!why_.empty()) return;
    why_ = why;
    failed_at_ = position_;
  }
  bool Has(uint64_t count) {
    if (why_.empty() && count <= bytes_.size() - position_) return true;
    Fail("it ends too early");
    return false;
  }
  template <class T>
  T Number() {
    if (!Has(sizeof(T))) return T{};
    uint64_t raw = 0;
    for (size_t i = 0; i < sizeof(T); ++i) raw |= uint64_t{bytes_[position_++]} << (8 * i);
    return static_cast<T>(raw);
  }
  // A count of things that take at least `each` bytes.
  size_t Count(size_t each) {
    auto count = Number<uint32_t>();
    return Has(uint64_t{count} * each) ? count : 0;
  }
  template <class E>
  E Choice(uint8_t last) {
    auto raw = Number<uint8_t>();
    if (raw > last) Fail("a choice has no such number");
    return why_.empty() ? static_cast<E>(raw) : E{};
  }
  std::string Text() {
    size_t size = Count(1);
    std::string text(reinterpret_cast<const char*>(bytes_.data()) + position_, size);
    position_ += size;
    return text;
  }
  DType Type() {
    DType dtype{static_cast<DTypeCode>(Number<uint8_t>()), Number<uint8_t>(), static_cast<int16_t>(Number<uint16_t>())};
    if (dtype.IsVoid() ? dtype != DType::Void() : ParseDType(DTypeName(dtype)) != dtype)
      Fail("no dtype has this code and width");
    return dtype;
  }
  std::vector<int64_t> Dims() {
    std::vector<int64_t> dims;
    for (size_t i = Count(8); i > 0; --i) dims.push_back(Number<int64_t>());
    return dims;
  }

  VmFunction ReadFunction() {
    VmFunction function;
    function.kind = Choice<VmFunctionKind>(2);
    function.name = Text();
    function.symbol = Text();
    function.params = Number<int32_t>();
    function.registers = Number<int32_t>();
    function.first = Number<uint32_t>();
    function.end = Number<uint32_t>();
    return function;
  }
  VmInstruction ReadInstruction() {
    VmInstruction instruction;
    instruction.op = Choice<VmOpcode>(3);
    instruction.dst = Number<int32_t>();
    instruction.func = Number<int32_t>();
    instruction.offset = Number<int32_t>();
    instruction.first_arg = Number<uint32_t>();
    instruction.arg_count = Number<uint32_t>();
    instruction.line = Number<uint32_t>();
    instruction.name = Number<uint32_t>();
    return instruction;
  }
  VmArg ReadArg() {
    ArgKind kind = Choice<ArgKind>(3);
    return {kind, Number<int64_t>()};
  }
  Value ReadConstant() {
    switch (Choice<ConstantKind>(5)) {
      case ConstantKind::kNull: return {};
      case ConstantKind::kTensor: return ReadTensor();
      case ConstantKind::kShape: return Value{ShapeValue{Dims()}};
      case ConstantKind::kPrim: {
        DType dtype = Type();
        auto raw = Number<uint64_t>();
        bool number = dtype.IsInteger() || dtype.IsBool() || dtype.IsFloating();
        if (dtype.lanes != 1 || !number) Fail("a scalar constant has no scalar dtype");
        if (!why_.empty()) return {};
        return Value{PrimValue{dtype.IsFloating() ? Scalar::Float(dtype, std::bit_cast<double>(raw))
                                                  : Scalar::Int(dtype, static_cast<int64_t>(raw))}};
      }
      case ConstantKind::kString: return Value{StringValue{Text()}};
      case ConstantKind::kDType: return Value{DTypeValue{Type()}};
    }
    return {};
  }
  Value ReadTensor() {
    DType dtype = Type();
    std::vector<int64_t> shape = Dims();
    Result<int64_t> bytes = CheckedByteCount(dtype, shape);
    if (dtype.IsVoid() || dtype.lanes != 1 || !bytes.ok() || !Has(static_cast<uint64_t>(*bytes))) {
      Fail("a tensor's shape asks for more bytes than there are");
      return {};
    }
    Tensor tensor(dtype, std::move(shape));
    if (*bytes != 0) std::memcpy(tensor.data(), bytes_.data() + position_, static_cast<size_t>(*bytes));
    position_ += static_cast<size_t>(*bytes);
    return Value{TensorValue{std::move(tensor), -1}};
  }

  std::span<const uint8_t> bytes_;
  size_t position_ = 0;
  std::string why_;
  size_t failed_at_ = 0;
};

}  // namespace

std::vector<uint8_t> WithVmChecksum(std::vector<uint8_t> bytes) {
  if (bytes.size() < kContentAt) return bytes;
  uint64_t checksum = HashBytes(bytes.data() + kContentAt, bytes.size() - kContentAt);
  for (size_t i = 0; i < 8; ++i) bytes[kChecksumAt + i] = static_cast<uint8_t>(checksum >> (8 * i));
  return bytes;
}

std::vector<uint8_t> EncodeVm(const VmImage& image) {
  Writer out;
  for (char c : kVmMagic) out.Number(static_cast<uint8_t>(c));
  out.Number(kVersion);
  out.Number(uint64_t{0});
  out.Number(image.opt_level);
  out.Number(static_cast<uint8_t>(image.compiled));
  out.Text(image.source);
  out.Number(static_cast<uint32_t>(image.functions.size()));
  for (const VmFunction& function : image.functions) {
    out.Number(static_cast<uint8_t>(function.kind));
    out.Text(function.name);
    out.Text(function.symbol);
    out.Number(function.params);
    out.Number(function.registers);
    out.Number(function.first);
    out.Number(function.end);
  }
  out.Number(static_cast<uint32_t>(image.code.size()));
  for (const VmInstruction& instruction : image.code) {
    out.Number(static_cast<uint8_t>(instruction.op));
    out.Number(instruction.dst);
    out.Number(instruction.func);
    out.Number(instruction.offset);
    out.Number(instruction.first_arg);
    out.Number(instruction.arg_count);
    out.Number(instruction.line);
    out.Number(instruction.name);
  }
  out.Number(static_cast<uint32_t>(image.args.size()));
  for (const VmArg& arg : image.args) {
    out.Number(static_cast<uint8_t>(arg.kind));
    out.Number(arg.value);
  }
  out.Number(static_cast<uint32_t>(image.names.size()));
  for (const std::string& name : image.names) out.Text(name);
  out.Number(static_cast<uint32_t>(image.constants.size()));
  for (const Value& constant : image.constants) out.Constant(constant);
  out.Number(static_cast<uint32_t>(image.external_modules.size()));
  for (const std::string& text : image.external_modules) out.Text(text);
  out.Number(static_cast<uint32_t>(image.module.size()));
  out.bytes.insert(out.bytes.end(), image.module.begin(), image.module.end());
  return WithVmChecksum(std::move(out.bytes));
}

Result<VmImage> DecodeVm(std::span<const uint8_t> bytes) { return Reader(bytes).Run(); }

}  // namespace assay
