#include "ir/ops/value.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace assay {

std::string_view KindOf(const Value& value) {
  // In the order of Value's alternatives.
  constexpr std::string_view kNames[] = {"null", "tensor", "shape", "prim", "string", "dtype", "tuple", "object"};
  return kNames[value.state.index()];
}

// recursion: values nest no deeper than their types
std::string ValueText(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) {
    constexpr int64_t kMaxShown = 64;
    const Tensor& elements = tensor->tensor;
    std::string text = fmt::format("{}[{}]", DTypeName(elements.dtype()), fmt::join(elements.shape(), ", "));
    for (int64_t i = 0; i < std::min(elements.size(), kMaxShown); ++i) text += " " + ToText(elements.At(i));
    return elements.size() > kMaxShown ? text + " …" : text;
  }
  if (const auto* shape = value.As<ShapeValue>()) return fmt::format("shape [{}]", fmt::join(shape->dims, ", "));
  if (const auto* prim = value.As<PrimValue>()) return DTypeName(prim->scalar.dtype) + " " + ToText(prim->scalar);
  if (const auto* text = value.As<StringValue>()) return text->text;
  if (const auto* dtype = value.As<DTypeValue>()) return "dtype " + DTypeName(dtype->dtype);
  if (const auto* tuple = value.As<TupleValue>()) {
    std::vector<std::string> fields;
    for (const Value& field : tuple->fields) fields.push_back(ValueText(field));
    return fmt::format("({})", fmt::join(fields, ", "));
  }
  return std::string(KindOf(value));
}

void PrintTo(const Value& value, std::ostream* out) { *out << ValueText(value); }
void PrintTo(const Refused& refused, std::ostream* out) { *out << "refused: " << refused.why; }

}  // namespace assay
