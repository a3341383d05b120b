#include "python/native/values.h"

#include <cstring>

#include <fmt/format.h>

#include "ir/tensor/npy.h"
#include "oracles/conform/archive_arguments.h"
#include "python/native/problems.h"

namespace assay::python {
namespace {

Datum OfTensor(const Tensor& tensor) {
  Datum datum{.kind = DatumKind::kTensor, .dtype = DTypeName(tensor.dtype()), .dims = tensor.shape()};
  auto kept = std::make_shared<Tensor>(tensor);
  datum.data = kept->data();
  datum.owner = std::move(kept);
  return datum;
}

// What Python's own numbers are converted to: the parameter's dtype, where it says one.
DType DeclaredDType(const Param& param) {
  if (param.buffer != nullptr) return param.buffer->dtype;
  if (const auto* tensor = As<TensorType>(param.type)) return tensor->dtype;
  if (const auto* prim = As<PrimType>(param.type)) return prim->dtype;
  return DType::Void();
}

// A number of Python's, which says no dtype: float64, int64 or bool, or what the parameter takes of such numbers.
Result<Tensor> Numbered(size_t index, const Param& param, const Datum& datum) {
  std::optional<DType> given = ParseDType(datum.dtype);
  ASSAY_CHECK(given.has_value(), "a number's dtype is a dtype");
  Scalar scalar = LoadScalar(*given, static_cast<const std::byte*>(datum.data));
  DType wanted = DeclaredDType(param);
  if (wanted.IsVoid() || wanted == *given) return Tensor::Of(scalar);
  if (wanted.IsFloating() && !given->IsBool())
    return Tensor::Of(
        Scalar::Float(wanted, given->IsFloating() ? scalar.AsDouble() : static_cast<double>(scalar.AsInt())));
  if ((wanted.IsInteger() || wanted.IsBool()) && !given->IsFloating()) {
    Scalar same = Scalar::Int(wanted, scalar.AsInt());
    if (same.AsInt() == scalar.AsInt()) return Tensor::Of(same);
  }
  return Diag{DiagKind::kTypeMismatch,
              {},
              fmt::format("argument {} ({}): expected {}, got the number {}", index, param.name, KindText(param),
                          ToText(scalar)),
              "",
              {}};
}

// A tuple of Python's integers where the parameter is a shape.
std::optional<ShapeValue> Extents(const Param& param, const Datum& datum) {
  if (!Is<ShapeType>(param.type)) return std::nullopt;
  ShapeValue shape;
  for (const Datum& field : datum.fields) {
    if (field.kind != DatumKind::kScalar || field.dtype != "int64") return std::nullopt;
    shape.dims.push_back(*static_cast<const int64_t*>(field.data));
  }
  return shape;
}

Result<Tensor> TensorOf(const Datum& datum) {
  std::optional<DType> dtype = ParseDType(datum.dtype);
  if (!dtype || dtype->IsVoid() || dtype->IsHandle())
    return Diag{DiagKind::kUnsupported, {}, fmt::format("no tensor has the dtype {}", datum.dtype), "", {}};
  ASSAY_TRY(Tensor tensor, Tensor::Make(*dtype, datum.dims));
  if (tensor.byte_count() > 0) std::memcpy(tensor.data(), datum.data, static_cast<size_t>(tensor.byte_count()));
  return tensor;
}

}  // namespace

size_t ElementBytes(const std::string& dtype) {
  std::optional<DType> found = ParseDType(dtype);
  return found && !found->IsVoid() ? static_cast<size_t>(found->ElementBytes()) : 0;
}

Reply<Datum> MakeTensor(const std::string& dtype, std::vector<int64_t> dims, const void* bytes) {
  Datum given{.kind = DatumKind::kTensor, .dtype = dtype, .dims = std::move(dims)};
  given.data = const_cast<void*>(bytes);
  Result<Tensor> tensor = TensorOf(given);
  if (!tensor.ok()) return Failed<Datum>(tensor.error());
  return {OfTensor(*tensor), {}};
}

std::optional<std::pair<uint8_t, uint8_t>> DLPackOf(const std::string& dtype) {
  std::optional<DType> found = ParseDType(dtype);
  if (!found || found->IsVoid() || found->lanes != 1 || found->bits < 8) return std::nullopt;
  return std::pair(static_cast<uint8_t>(found->code), found->bits);
}

std::optional<std::string> DTypeOfDLPack(uint8_t code, uint8_t bits) {
  // A bool takes a byte, whatever bits it is said to have.
  DType dtype{static_cast<DTypeCode>(code), code == static_cast<uint8_t>(DTypeCode::kBool) ? uint8_t{8} : bits, 1};
  std::string name = DTypeName(dtype);
  if (dtype.IsVoid() || dtype.IsHandle() || ParseDType(name) != dtype) return std::nullopt;
  return name;
}

// Tuples nest no deeper than types.
// recursion: values nest no deeper than their types
Datum ToDatum(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return OfTensor(tensor->tensor);
  if (const auto* shape = value.As<ShapeValue>()) return {.kind = DatumKind::kShape, .dims = shape->dims};
  if (const auto* prim = value.As<PrimValue>()) {
    Datum datum = OfTensor(Tensor::Of(prim->scalar));
    datum.kind = DatumKind::kScalar;
    return datum;
  }
  if (const auto* text = value.As<StringValue>()) return {.kind = DatumKind::kString, .text = text->text};
  if (const auto* dtype = value.As<DTypeValue>()) return {.kind = DatumKind::kDType, .dtype = DTypeName(dtype->dtype)};
  if (const auto* tuple = value.As<TupleValue>()) {
    Datum datum{.kind = DatumKind::kTuple};
    for (const Value& field : tuple->fields) datum.fields.push_back(ToDatum(field));
    return datum;
  }
  if (value.As<NullValue>() != nullptr) return {};
  return {.kind = DatumKind::kOther, .dtype = std::string(KindOf(value))};
}

// recursion: tuples nest no deeper than types
// recursion: values nest no deeper than their types
Result<Value> ToArgument(size_t index, const Param& param, const Datum& datum) {
  switch (datum.kind) {
    case DatumKind::kNull: return Value{NullValue{}};
    case DatumKind::kString: return Value{StringValue{datum.text}};
    case DatumKind::kShape: return Value{ShapeValue{datum.dims}};
    case DatumKind::kDType: {
      std::optional<DType> dtype = ParseDType(datum.dtype);
      if (dtype) return Value{DTypeValue{*dtype}};
      return Diag{DiagKind::kTypeMismatch, {}, fmt::format("'{}' is not a dtype", datum.dtype), "", {}};
    }
    case DatumKind::kTuple: {
      TupleValue value;
      if (std::optional<ShapeValue> shape = Extents(param, datum)) return Value{*shape};
      const auto* tuple = As<TupleType>(param.type);
      if (tuple != nullptr && tuple->fields.size() != datum.fields.size()) {
        return Diag{DiagKind::kTypeMismatch,
                    {},
                    fmt::format("argument {} ({}): expected {}, got a tuple of {}", index, param.name, KindText(param),
                                datum.fields.size()),
                    "",
                    {}};
      }
      for (size_t i = 0; i < datum.fields.size(); ++i) {
        // What takes any object takes tuples of any.
        Param field = param;
        field.name = fmt::format("{}[{}]", param.name, i);
        if (tuple != nullptr) field.type = tuple->fields[i];
        ASSAY_TRY(Value one, ToArgument(index, field, datum.fields[i]));
        value.fields.push_back(std::move(one));
      }
      return Value{std::move(value)};
    }
    case DatumKind::kScalar: {
      ASSAY_TRY(Tensor tensor, Numbered(index, param, datum));
      return ArgumentOfArray(index, param, tensor);
    }
    case DatumKind::kTensor: {
      ASSAY_TRY(Tensor tensor, TensorOf(datum));
      return ArgumentOfArray(index, param, tensor);
    }
    case DatumKind::kOther: break;
  }
  return Diag{DiagKind::kUnsupported,
              {},
              fmt::format("argument {} ({}): no argument is a {}", index, param.name, datum.dtype),
              "",
              {}};
}

}  // namespace assay::python
