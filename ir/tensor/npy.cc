// The .npy format, versions 1 to 3: magic, header length, a Python dict literal, raw elements.
#include "ir/tensor/npy.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>

namespace assay {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

Diag Bad(DiagKind kind, std::string message) {
  return {.kind = kind, .span = {}, .message = std::move(message), .rule = {}, .labels = {}};
}

std::string DescrOf(DType dtype) {
  if (dtype.IsBool()) return "|b1";
  if (dtype.code == DTypeCode::kBFloat) return "|V2";
  std::string_view order = dtype.ElementBytes() == 1 ? "|" : "<";
  char kind = dtype.IsInt() ? 'i' : 'u';
  if (dtype.code == DTypeCode::kFloat) kind = 'f';
  return fmt::format("{}{}{}", order, kind, dtype.ElementBytes());
}

std::optional<DType> DTypeOf(std::string_view descr) {
  if (descr.size() < 3 || descr.front() == '>') return std::nullopt;
  std::string_view kind = descr.substr(1);
  for (DType dtype :
       {DType::Bool(), DType::BFloat16(), DType::Int(8), DType::Int(16), DType::Int(32), DType::Int(64), DType::UInt(8),
        DType::UInt(16), DType::UInt(32), DType::UInt(64), DType::Float(16), DType::Float(32), DType::Float(64)}) {
    if (DescrOf(dtype).substr(1) == kind) return dtype;
  }
  // One byte without a type that NumPy knows: what ml_dtypes' 8-bit floats are written as, float8_e5m2 as "<f1".
  if (kind == "V1" || kind == "f1") return DType::UInt(8);
  return std::nullopt;
}

struct Header {
  std::string descr;
  bool column_major = false;
  std::vector<int64_t> shape;
};

// The text after `key` and its colon, or nothing.
std::optional<std::string_view> ValueOf(std::string_view dict, std::string_view key) {
  size_t at = dict.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = dict.substr(at + key.size() + 3);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  return rest;
}

std::optional<std::vector<int64_t>> ParseShape(std::string_view text) {
  if (text.empty() || text.front() != '(') return std::nullopt;
  text.remove_prefix(1);
  std::vector<int64_t> shape;
  while (true) {
    while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    if (text.front() == ')') return shape;
    int64_t extent = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc() || extent < 0 || shape.size() >= 64) return std::nullopt;
    shape.push_back(extent);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
}

std::optional<Header> ParseHeader(std::string_view dict) {
  std::optional<std::string_view> descr = ValueOf(dict, "descr");
  std::optional<std::string_view> order = ValueOf(dict, "fortran_order");
  std::optional<std::string_view> shape = ValueOf(dict, "shape");
  if (!descr || !order || !shape || descr->empty()) return std::nullopt;
  Header header;
  bool quoted = descr->front() == '\'';
  // A list of fields for a structured one.
  header.descr =
      std::string(quoted ? descr->substr(1, descr->find('\'', 1) - 1) : descr->substr(0, descr->find(", '")));
  header.column_major = order->starts_with("True");
  std::optional<std::vector<int64_t>> extents = ParseShape(*shape);
  if (!extents) return std::nullopt;
  header.shape = std::move(*extents);
  return header;
}

// What an array of another descr is, and what makes one that can be read.
std::string UnreadableText(std::string_view descr) {
  auto wrong = [&](std::string_view what, std::string_view remedy) {
    return fmt::format("invalid dtype '{}': expected booleans, integers or floats in little-endian order, got {}; {}",
                       descr.substr(0, 40), what, remedy);
  };
  if (descr.starts_with('[')) return wrong("a structured dtype", "save each field as an array of its own");
  if (descr.starts_with('>')) {
    std::string turned = fmt::format("<{}", descr.substr(1));
    if (DTypeOf(turned)) return wrong("big-endian", fmt::format("save array.astype('{}')", turned));
  }
  char kind = descr.size() < 2 ? '?' : descr[1];
  std::string_view what = kind == 'O'                  ? "Python objects"
                          : kind == 'c'                ? "complex numbers"
                          : kind == 'U' || kind == 'S' ? "text"
                          : kind == 'M' || kind == 'm' ? "times"
                                                       : "another one";
  return wrong(what, "save array.astype('<f4'), or another of these dtypes");
}

// Row-major copy of column-major elements.
void Transpose(const char* source, Tensor& target) {
  const std::vector<int64_t>& shape = target.shape();
  std::vector<int64_t> index(shape.size(), 0);
  size_t width = static_cast<size_t>(target.dtype().ElementBytes());
  for (int64_t flat = 0; flat < target.size(); ++flat) {
    int64_t from = 0;
    for (size_t axis = shape.size(); axis-- > 0;) from = from * shape[axis] + index[axis];
    std::memcpy(target.data() + static_cast<size_t>(flat) * width, source + static_cast<size_t>(from) * width, width);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
}

// Splits "magic, version, length, dict" off the front; nothing when the bytes are too short or the magic is wrong.
std::optional<std::string_view> TakeDict(std::string_view& bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) return std::nullopt;
  auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(bytes[at])); };
  size_t version = byte(6);
  if (version < 1 || version > 3) return std::nullopt;
  size_t start = version == 1 ? 10 : 12;
  size_t length = byte(8) | byte(9) << 8;
  if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - start) return std::nullopt;
  std::string_view dict = bytes.substr(start, length);
  bytes.remove_prefix(start + length);
  return dict;
}

}  // namespace

std::string WriteNpy(TensorView tensor) {
  std::string shape;
  for (int64_t extent : tensor.shape) shape += fmt::format("{},", extent);
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", DescrOf(tensor.dtype), shape);
  // Elements start at a multiple of 64 bytes, as NumPy writes them.
  while ((10 + dict.size() + 1) % 64 != 0) dict += ' ';
  dict += '\n';
  std::string bytes(kMagic);
  bytes += '\1';
  bytes += '\0';
  bytes += static_cast<char>(dict.size() & 255);
  bytes += static_cast<char>(dict.size() >> 8);
  bytes += dict;
  bytes.append(reinterpret_cast<const char*>(tensor.data), tensor.ByteCount());
  return bytes;
}

Result<Tensor> ReadNpy(std::string_view bytes) {
  std::optional<std::string_view> dict = TakeDict(bytes);
  if (!dict) return Bad(DiagKind::kCorrupt, "not a .npy file, or its header is cut off");
  std::optional<Header> header = ParseHeader(*dict);
  if (!header) return Bad(DiagKind::kCorrupt, "the .npy header is not the dictionary that NumPy writes");
  std::optional<DType> dtype = DTypeOf(header->descr);
  if (!dtype) return Bad(DiagKind::kUnsupported, UnreadableText(header->descr));
  ASSAY_TRY(int64_t wanted, CheckedByteCount(*dtype, header->shape));
  if (static_cast<int64_t>(bytes.size()) < wanted) {
    return Bad(DiagKind::kCorrupt, fmt::format("{} bytes of elements where the header says {}", bytes.size(), wanted));
  }
  Tensor tensor(*dtype, std::move(header->shape));
  if (header->column_major) {
    Transpose(bytes.data(), tensor);
  } else if (wanted > 0) {
    std::memcpy(tensor.data(), bytes.data(), static_cast<size_t>(wanted));
  }
  return tensor;
}

bool HasNoNumpyType(DType dtype) {
  return dtype.ElementBytes() == 1 && !dtype.IsBool() && dtype != DType::UInt(8) && dtype != DType::Int(8);
}

Result<Tensor> WithDType(const Tensor& tensor, DType dtype) {
  if (tensor.dtype().ElementBytes() != dtype.ElementBytes()) {
    return Bad(DiagKind::kTypeMismatch,
               fmt::format("elements of {} cannot be read as {}", DTypeName(tensor.dtype()), DTypeName(dtype)));
  }
  TensorView view = tensor.View();
  view.dtype = dtype;
  return Tensor::Copy(view);
}

}  // namespace assay
