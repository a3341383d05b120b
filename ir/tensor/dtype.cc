// Spelling of dtypes, as TVM prints and reads them. Tested by dtype_test.cc.
#include "ir/tensor/dtype.h"

#include <charconv>
#include <iterator>
#include <ostream>

namespace assay {
namespace {

struct NamedFormat {
  std::string_view name;
  DTypeCode code;
  uint8_t bits;
};

// Formats whose width is part of the name.
constexpr NamedFormat kFixed[] = {
#define ASSAY_FIXED_DTYPE(name, code, bits) {name, DTypeCode::code, bits},
#include "ir/tensor/dtypes.def"
};
// Formats followed by a width in bits; without one, 32 is meant.
constexpr NamedFormat kSized[] = {
#define ASSAY_SIZED_DTYPE(name, code, ...) {name, DTypeCode::code, 32},
#include "ir/tensor/dtypes.def"
};

// Takes a decimal number off the front of `text`; nothing when there is none or it is out of [1, limit].
std::optional<int> TakeNumber(std::string_view& text, int limit) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 1 || value > limit) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

std::optional<DType> TakeElement(std::string_view& text) {
  for (const NamedFormat& format : kFixed) {
    if (!text.starts_with(format.name)) continue;
    text.remove_prefix(format.name.size());
    return DType{format.code, format.bits, 1};
  }
  for (const NamedFormat& format : kSized) {
    if (!text.starts_with(format.name)) continue;
    text.remove_prefix(format.name.size());
    if (text.empty() || text.front() == 'x') return DType{format.code, format.bits, 1};
    std::optional<int> bits = TakeNumber(text, 64);
    if (!bits) return std::nullopt;
    bool float_width = *bits == 16 || *bits == 32 || *bits == 64;
    if (format.code == DTypeCode::kFloat && !float_width) return std::nullopt;
    return DType{format.code, static_cast<uint8_t>(*bits), 1};
  }
  return std::nullopt;
}

}  // namespace

std::string DTypeName(DType dtype) {
  if (dtype.IsVoid()) return "void";
  std::string name;
  for (const NamedFormat& format : kFixed) {
    if (format.code == dtype.code) name = format.name;
  }
  for (const NamedFormat& format : kSized) {
    if (format.code == dtype.code) name = std::string(format.name) + std::to_string(dtype.bits);
  }
  if (dtype.lanes < 0) return name + "xvscalex" + std::to_string(-dtype.lanes);
  if (dtype.lanes != 1) return name + "x" + std::to_string(dtype.lanes);
  return name;
}

std::optional<DType> ParseDType(std::string_view name) {
  if (name == "void" || name.empty()) return DType::Void();
  std::optional<DType> dtype = TakeElement(name);
  if (!dtype || name.empty()) return dtype;
  if (name.front() != 'x') return std::nullopt;
  name.remove_prefix(1);
  bool scalable = name.starts_with("vscalex");
  if (scalable) name.remove_prefix(7);
  std::optional<int> lanes = TakeNumber(name, 32767);
  if (!lanes || !name.empty()) return std::nullopt;
  return dtype->WithLanes(static_cast<int16_t>(scalable ? -*lanes : *lanes));
}

void PrintTo(DType dtype, std::ostream* out) { *out << DTypeName(dtype); }

}  // namespace assay
