#include "oracles/conform/recorded_value.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/support/plural.h"
#include "ir/tensor/unknown_dtype.h"
#include "ir/tir/node.h"
#include "oracles/conform/archive_arguments.h"
#include "oracles/conform/array_file.h"
#include "oracles/core/value_json.h"

namespace assay {
namespace {

constexpr int kMaxNesting = 64;

Diag Wrong(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), "", {}}; }

// Data stands as numbers, booleans, or "nan", "inf", "-inf".
Result<Scalar> ReadScalar(const nlohmann::json& json, DType dtype) {
  if (json.is_boolean()) return Scalar::Int(dtype, json.get<bool>() ? 1 : 0);
  if (json.is_number_float()) return Scalar::Float(dtype, json.get<double>());
  if (json.is_number_integer() && dtype.IsFloating()) return Scalar::Float(dtype, json.get<double>());
  if (json.is_number_integer()) return Scalar::Int(dtype, json.get<int64_t>());
  if (json == "nan" || json == "NaN") return Scalar::Float(dtype, std::nan(""));
  if (json == "inf" || json == "Infinity") return Scalar::Float(dtype, HUGE_VAL);
  if (json == "-inf" || json == "-Infinity") return Scalar::Float(dtype, -HUGE_VAL);
  return Wrong(fmt::format("an element is {}", json.dump().substr(0, 40)));
}

// Nested lists are taken in row-major order too, so that a matrix may be written as one. The JSON reader keeps no text
// deeper than kMaxNesting useful.
Status Flatten(const nlohmann::json& data, std::vector<const nlohmann::json*>& out, int depth) {
  if (depth > kMaxNesting) return Wrong("data nests too deep");
  if (!data.is_array()) {
    out.push_back(&data);
    return Done{};
  }
  for (const auto& item : data) ASSAY_RETURN_IF_ERROR(Flatten(item, out, depth + 1));
  return Done{};
}

Result<Value> ReadTensor(const nlohmann::json& json) {
  if (IsArrayReference(json)) {
    ASSAY_TRY(Tensor array, ReferencedArray(json));
    return Value{TensorValue{std::move(array)}};
  }
  std::string name = json.contains("dtype") && json["dtype"].is_string() ? json["dtype"].get<std::string>() : "";
  std::optional<DType> dtype = ParseDType(name);
  if (!dtype || dtype->IsVoid()) return Wrong(UnknownDTypeText(name));
  if (!json.contains("shape") || !json["shape"].is_array() || !json.contains("data")) {
    return Wrong("a tensor needs \"dtype\", \"shape\" and \"data\"");
  }
  std::vector<int64_t> shape;
  for (const auto& extent : json["shape"]) {
    if (!extent.is_number_integer()) return Wrong("a shape holds something that is no integer");
    shape.push_back(extent.get<int64_t>());
  }
  ASSAY_TRY(Tensor tensor, Tensor::Make(*dtype, shape));
  std::vector<const nlohmann::json*> elements;
  ASSAY_RETURN_IF_ERROR(Flatten(json["data"], elements, 0));
  // Of vectors TVM shows the first lane alone; the others are then 0.
  int64_t shown = static_cast<int64_t>(elements.size()),
          each = shown * dtype->lanes == tensor.size() ? dtype->lanes : 1;
  if (shown * each != tensor.size()) {
    return Wrong(fmt::format("a tensor of {} has {} in \"data\"",
                             Counted(static_cast<uint64_t>(tensor.size()), "element"), elements.size()));
  }
  for (int64_t i = 0; i < shown; ++i) {
    ASSAY_TRY(Scalar value, ReadScalar(*elements[static_cast<size_t>(i)], dtype->Scalar()));
    tensor.Set(i * each, value);
  }
  return Value{TensorValue{tensor}};
}

bool AllIntegers(const nlohmann::json& list) {
  for (const auto& item : list) {
    if (!item.is_number_integer()) return false;
  }
  return true;
}

ShapeValue ReadShape(const nlohmann::json& list) {
  ShapeValue shape;
  for (const auto& dim : list) shape.dims.push_back(dim.get<int64_t>());
  return shape;
}

Result<Value> ReadNumber(const nlohmann::json& json, DType dtype) {
  if (dtype.IsVoid())
    dtype = json.is_boolean() ? DType::Bool() : json.is_number_float() ? DType::Float(32) : DType::Int(64);
  ASSAY_TRY(Scalar scalar, ReadScalar(json, dtype.Scalar()));
  return Value{PrimValue{scalar}};
}

// An array of integers in a row, as numpy has a shape.
Result<Value> ShapeOfArray(const Tensor& extents) {
  if (extents.rank() != 1 || !extents.dtype().IsInt())
    return Wrong("a shape is a list of integers, or an array of them of one dimension");
  ShapeValue shape;
  for (int64_t i = 0; i < extents.size(); ++i) shape.dims.push_back(extents.At(i).AsInt());
  return Value{std::move(shape)};
}

// A scalar for a rank-0 tensor parameter may be written as a number.
bool IsScalarTensor(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && tensor->rank == 0 && !tensor->dtype.IsVoid();
}

// What an array stands for where the parameter takes no tensor.
Result<Value> InFormOf(const Type* type, Value array) {
  const Tensor& tensor = array.As<TensorValue>()->tensor;
  if (Is<ShapeType>(type)) return ShapeOfArray(tensor);
  const auto* prim = As<PrimType>(type);
  if (prim != nullptr && !prim->dtype.IsHandle() && tensor.size() == 1 && tensor.dtype() == prim->dtype)
    return Value{PrimValue{tensor.At(0)}};
  return array;
}

Result<Value> Read(const nlohmann::json& json, const Type* type, int depth) {
  if (depth > kMaxNesting) return Wrong("values nest too deep");
  if (json.is_null()) return Value{NullValue{}};
  if (json.is_string()) return Value{StringValue{json.get<std::string>()}};
  if (json.is_object()) {
    ASSAY_TRY(Value array, ReadTensor(json));
    return InFormOf(type, std::move(array));
  }
  if (json.is_array()) {
    const auto* tuple = As<TupleType>(type);
    bool shape = type == nullptr || Is<ShapeType>(type) || Is<ObjectType>(type) || Is<TensorType>(type);
    if (tuple == nullptr && shape && AllIntegers(json)) return Value{ReadShape(json)};
    TupleValue out;
    for (const auto& item : json) {
      size_t index = out.fields.size();
      const Type* field = tuple != nullptr && index < tuple->fields.size() ? tuple->fields[index] : nullptr;
      ASSAY_TRY(Value value, Read(item, field, depth + 1));
      out.fields.push_back(std::move(value));
    }
    return Value{std::move(out)};
  }
  if (IsScalarTensor(type)) {
    ASSAY_TRY(Scalar scalar, ReadScalar(json, As<TensorType>(type)->dtype));
    return Value{TensorValue{Tensor::Of(scalar)}};
  }
  const auto* prim = As<PrimType>(type);
  return ReadNumber(json, prim == nullptr ? DType::Void() : prim->dtype);
}

// Arrays in the form of what they are compared with: a row of integers may be a shape, a single number a scalar.
Result<Value> InFormOf(const Value& model, Value array) {
  const auto *tuple = array.As<TupleValue>(), *fields = model.As<TupleValue>();
  if (tuple != nullptr && fields != nullptr) {
    TupleValue out;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_TRY(Value field, InFormOf(i < fields->fields.size() ? fields->fields[i] : Value{}, tuple->fields[i]));
      out.fields.push_back(std::move(field));
    }
    return Value{std::move(out)};
  }
  const auto* tensor = array.As<TensorValue>();
  if (tensor == nullptr) return array;
  if (model.As<ShapeValue>() != nullptr) return ShapeOfArray(tensor->tensor);
  const auto* prim = model.As<PrimValue>();
  bool scalar = prim != nullptr && tensor->tensor.rank() == 0 && tensor->tensor.dtype() == prim->scalar.dtype;
  return scalar ? Value{PrimValue{tensor->tensor.At(0)}} : array;
}

Result<Value> ReadLike(const nlohmann::json& json, const Value& model, int depth) {
  if (depth > kMaxNesting) return Wrong("values nest too deep");
  if (IsWholeArchive(json)) {
    ASSAY_TRY(Value value, ValueOfArchive(json));
    return InFormOf(model, std::move(value));
  }
  if (json.is_array() && model.As<TupleValue>() != nullptr) {
    const auto& fields = model.As<TupleValue>()->fields;
    TupleValue out;
    for (const auto& item : json) {
      size_t index = out.fields.size();
      auto value = index < fields.size() ? ReadLike(item, fields[index], depth + 1) : Read(item, nullptr, depth + 1);
      if (!value.ok()) return std::move(value).error();
      out.fields.push_back(*std::move(value));
    }
    return Value{std::move(out)};
  }
  if (const auto* prim = model.As<PrimValue>(); prim != nullptr && (json.is_number() || json.is_boolean())) {
    // Truth is no number, and a fraction no integer.
    DType dtype = prim->scalar.dtype;
    bool of_kind = json.is_boolean() == dtype.IsBool() && (dtype.IsFloating() || !json.is_number_float());
    return ReadNumber(json, of_kind ? dtype : DType::Void());
  }
  if (json.is_object()) {
    ASSAY_TRY(Value array, ReadTensor(json));
    return InFormOf(model, std::move(array));
  }
  // Real TVM hands an int64 scalar back as a plain number.
  if (const auto* tensor = model.As<TensorValue>();
      tensor != nullptr && tensor->tensor.rank() == 0 && json.is_number()) {
    ASSAY_TRY(Scalar scalar, ReadScalar(json, tensor->tensor.dtype()));
    return Value{TensorValue{Tensor::Of(scalar)}};
  }
  return Read(json, nullptr, depth);
}

// The types of a PrimFunc's arguments: a handle's is its buffer's tensor.
std::vector<const Type*> ParamTypes(const Expr* func) {
  std::vector<const Type*> types;
  if (const auto* relax = As<Function>(func)) {
    for (const Var* param : relax->params) types.push_back(param->type);
  } else if (const auto* prim = As<PrimFunc>(func)) {
    for (const Var* param : prim->params) types.push_back(As<PrimType>(param->type));
  }
  return types;
}

}  // namespace

Result<Value> ValueOfType(const nlohmann::json& json, const Type* type) { return Read(json, type, 0); }

Result<Value> ValueLike(const nlohmann::json& json, const Value& model) { return ReadLike(json, model, 0); }

Result<std::vector<Value>> ArgumentsFor(const Module& module, std::string_view entry, const nlohmann::json& list) {
  if (!list.is_array() && !IsWholeArchive(list)) return Wrong("arguments are not a list");
  const Expr* func = module.Find(entry);
  if (func == nullptr) {
    return Diag{DiagKind::kUnknownName, {}, fmt::format("the module has no function \"{}\"", entry), "", {}};
  }
  if (IsWholeArchive(list)) {
    ASSAY_TRY(std::vector<NamedTensor> arrays, ArraysIn(list));
    Result<std::vector<Value>> args = ArgumentsOfArchive(ParamsOf(func), std::move(arrays));
    if (!args.ok()) return Wrong(fmt::format("{}: {}", list[kNpzKey].get<std::string>(), args.error().message));
    return args;
  }
  std::vector<const Type*> types = ParamTypes(func);
  std::vector<Value> args;
  for (const auto& item : list) {
    auto value = Read(item, args.size() < types.size() ? types[args.size()] : nullptr, 0);
    if (!value.ok()) return Wrong(fmt::format("argument {}: {}", args.size(), value.error().message));
    args.push_back(*std::move(value));
  }
  return args;
}

nlohmann::json ValueAsRecorded(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) {
    nlohmann::json data = nlohmann::json::array();
    for (int64_t i = 0; i < tensor->tensor.size(); ++i) data.push_back(ScalarToJson(tensor->tensor.At(i)));
    return {{"dtype", DTypeName(tensor->tensor.dtype())}, {"shape", tensor->tensor.shape()}, {"data", std::move(data)}};
  }
  if (const auto* shape = value.As<ShapeValue>()) return shape->dims;
  if (const auto* prim = value.As<PrimValue>()) return ScalarToJson(prim->scalar);
  if (const auto* text = value.As<StringValue>()) return text->text;
  if (const auto* dtype = value.As<DTypeValue>()) return DTypeName(dtype->dtype);
  if (const auto* tuple = value.As<TupleValue>()) {
    nlohmann::json fields = nlohmann::json::array();
    for (const Value& field : tuple->fields) fields.push_back(ValueAsRecorded(field));
    return fields;
  }
  return nullptr;
}

}  // namespace assay
