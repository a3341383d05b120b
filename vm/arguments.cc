#include "vm/arguments.h"

namespace assay {

const Tensor* TensorArg(std::span<const Value> args, size_t i) {
  const auto* value = i < args.size() ? args[i].As<TensorValue>() : nullptr;
  return value == nullptr ? nullptr : &value->tensor;
}
const ShapeValue* ShapeArg(std::span<const Value> args, size_t i) {
  return i < args.size() ? args[i].As<ShapeValue>() : nullptr;
}
std::optional<int64_t> IntArg(std::span<const Value> args, size_t i) {
  const auto* prim = i < args.size() ? args[i].As<PrimValue>() : nullptr;
  if (prim == nullptr || prim->scalar.dtype.IsFloating()) return std::nullopt;
  return prim->scalar.AsInt();
}
std::string_view TextArg(std::span<const Value> args, size_t i) {
  const auto* text = i < args.size() ? args[i].As<StringValue>() : nullptr;
  return text == nullptr ? std::string_view() : std::string_view(text->text);
}

}  // namespace assay
