#include "oracles/conform/recorded_value.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"
#include "ir/tensor/unknown_dtype.h"
#include "ir/tir/node.h"
#include "oracles/conform/archive_arguments.h"
#include "oracles/conform/array_file.h"
#include "oracles/core/json_scalar.h"
#include "oracles/core/value_json.h"

namespace assay {
namespace {

constexpr int kMaxNesting = 64;

// What a value is for, as messages name it: "argument 1 (w[0]), element 2", "result[1]".
struct Place {
  // "argument 1"; empty for a result.
  std::string argument;
  // "w[0]"; empty where no parameter is there.
  std::string name;
  std::string part = {};

  std::string Text() const {
    std::string text = argument.empty() || name.empty() ? argument + name : fmt::format("{} ({})", argument, name);
    return part.empty() ? text : fmt::format("{}, {}", text, part);
  }
  Place Field(size_t index) const { return {argument, fmt::format("{}[{}]", name, index), part}; }
  Place Part(std::string which) const { return {argument, name, std::move(which)}; }
};

Diag Wrong(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), "", {}}; }
Diag Wrong(const Place& at, std::string_view message) { return Wrong(fmt::format("{}: {}", at.Text(), message)); }
Diag Told(const Place& at, Diag diag) {
  diag.message = fmt::format("{}: {}", at.Text(), diag.message);
  return diag;
}

Result<Scalar> ReadScalar(const nlohmann::json& json, DType dtype, const Place& at) {
  Result<Scalar> scalar = ScalarOfJson(json, dtype);
  if (!scalar.ok()) return Told(at, scalar.error());
  return scalar;
}

// Nested lists are taken in row-major order too, so that a matrix may be written as one.
// recursion: stops at kMaxNesting
Status Flatten(const nlohmann::json& data, std::vector<const nlohmann::json*>& out, const Place& at, int depth) {
  if (depth > kMaxNesting) return Wrong(at, fmt::format("\"data\" is nested deeper than {}", kMaxNesting));
  if (!data.is_array()) {
    out.push_back(&data);
    return Done{};
  }
  for (const auto& item : data) ASSAY_RETURN_IF_ERROR(Flatten(item, out, at, depth + 1));
  return Done{};
}

// Every key that a tensor has.
Status CheckKeys(const nlohmann::json& json, const Place& at) {
  std::vector<std::string> missing;
  for (const char* key : {"dtype", "shape", "data"}) {
    if (!json.contains(key)) missing.push_back(fmt::format("\"{}\"", key));
  }
  if (missing.empty()) return Done{};
  return Wrong(at, fmt::format("expected a tensor with \"dtype\", \"shape\" and \"data\", got {} without {}",
                               json.empty() ? "an object" : ShownJson(json), fmt::join(missing, " and ")));
}

Result<DType> ReadDType(const nlohmann::json& json, const Place& at) {
  if (!json.is_string()) return Wrong(at, fmt::format("\"dtype\": expected a name, got {}", ShownJson(json)));
  std::optional<DType> dtype = ParseDType(json.get<std::string>());
  if (!dtype || dtype->IsVoid()) return Wrong(at, UnknownDTypeText(json.get<std::string>()));
  return *dtype;
}

Result<std::vector<int64_t>> ReadExtents(const nlohmann::json& json, const Place& at) {
  if (!json.is_array()) return Wrong(at, fmt::format("\"shape\": expected a list of extents, got {}", ShownJson(json)));
  std::vector<int64_t> shape;
  for (const auto& extent : json) {
    ASSAY_TRY(Scalar value, ReadScalar(extent, DType::Int(64), at.Part(fmt::format("extent {}", shape.size()))));
    shape.push_back(value.i);
  }
  return shape;
}

// "element [0, 2]", or "element 2" of a row.
std::string ElementText(int64_t i, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; i /= shape[axis]) index[axis] = i % shape[axis];
  if (shape.size() < 2) return shape.empty() ? "" : fmt::format("element {}", index[0]);
  return fmt::format("element [{}]", fmt::join(index, ", "));
}

Result<Value> ReadTensor(const nlohmann::json& json, const Place& at) {
  if (IsArrayReference(json)) {
    Result<Tensor> array = ReferencedArray(json);
    if (!array.ok()) return Told(at, array.error());
    return Value{TensorValue{*std::move(array)}};
  }
  ASSAY_RETURN_IF_ERROR(CheckKeys(json, at));
  ASSAY_TRY(DType dtype, ReadDType(json["dtype"], at));
  ASSAY_TRY(std::vector<int64_t> shape, ReadExtents(json["shape"], at));
  Result<Tensor> made = Tensor::Make(dtype, shape);
  if (!made.ok()) return Told(at, made.error());
  Tensor tensor = *std::move(made);
  std::vector<const nlohmann::json*> elements;
  ASSAY_RETURN_IF_ERROR(Flatten(json["data"], elements, at, 0));
  // Of vectors TVM shows the first lane alone; the others are then 0.
  int64_t shown = static_cast<int64_t>(elements.size()), each = shown * dtype.lanes == tensor.size() ? dtype.lanes : 1;
  if (shown * each != tensor.size()) {
    return Wrong(at, fmt::format("a tensor of {} has {} in \"data\"",
                                 Counted(static_cast<uint64_t>(tensor.size()), "element"), elements.size()));
  }
  for (int64_t i = 0; i < shown; ++i) {
    Result<Scalar> value = ScalarOfJson(*elements[static_cast<size_t>(i)], dtype.Scalar());
    if (!value.ok())
      return Told(at.Part(ElementText(each == 1 ? i / std::max<int>(dtype.lanes, 1) : i, shape)), value.error());
    tensor.Set(i * each, *value);
  }
  return Value{TensorValue{tensor}};
}

bool AllIntegers(const nlohmann::json& list) {
  for (const auto& item : list) {
    if (!item.is_number_integer()) return false;
  }
  return true;
}

Result<Value> ReadShape(const nlohmann::json& list, const Place& at) {
  ASSAY_TRY(std::vector<int64_t> dims, ReadExtents(list, at));
  return Value{ShapeValue{std::move(dims)}};
}

Result<Value> ReadNumber(const nlohmann::json& json, DType dtype, const Place& at) {
  if (dtype.IsVoid())
    dtype = json.is_boolean() ? DType::Bool() : json.is_number_float() ? DType::Float(32) : DType::Int(64);
  ASSAY_TRY(Scalar scalar, ReadScalar(json, dtype.Scalar(), at));
  return Value{PrimValue{scalar}};
}

// An array of integers in a row, as numpy has a shape.
Result<Value> ShapeOfArray(const Tensor& extents, const Place& at) {
  if (extents.rank() != 1 || !extents.dtype().IsInt()) {
    return Wrong(at, fmt::format("expected a shape, a list of integers or an array of them in a row, got {}",
                                 KindText(Value{TensorValue{extents}})));
  }
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
Result<Value> InFormOf(const Type* type, Value array, const Place& at) {
  const Tensor& tensor = array.As<TensorValue>()->tensor;
  if (Is<ShapeType>(type)) return ShapeOfArray(tensor, at);
  const auto* prim = As<PrimType>(type);
  if (prim != nullptr && !prim->dtype.IsHandle() && tensor.size() == 1 && tensor.dtype() == prim->dtype)
    return Value{PrimValue{tensor.At(0)}};
  return array;
}

// recursion: types nest no deeper than the reader lets them
Result<Value> Read(const nlohmann::json& json, const Type* type, const Place& at, int depth) {
  if (depth > kMaxNesting) return Wrong(at, fmt::format("nested deeper than {}", kMaxNesting));
  if (json.is_null()) return Value{NullValue{}};
  if (json.is_string()) return Value{StringValue{json.get<std::string>()}};
  if (json.is_object()) {
    ASSAY_TRY(Value array, ReadTensor(json, at));
    return InFormOf(type, std::move(array), at);
  }
  if (json.is_array()) {
    const auto* tuple = As<TupleType>(type);
    bool shape = type == nullptr || Is<ShapeType>(type) || Is<ObjectType>(type) || Is<TensorType>(type);
    if (tuple == nullptr && shape && AllIntegers(json)) return ReadShape(json, at);
    TupleValue out;
    for (const auto& item : json) {
      size_t index = out.fields.size();
      const Type* field = tuple != nullptr && index < tuple->fields.size() ? tuple->fields[index] : nullptr;
      ASSAY_TRY(Value value, Read(item, field, at.Field(index), depth + 1));
      out.fields.push_back(std::move(value));
    }
    return Value{std::move(out)};
  }
  if (IsScalarTensor(type)) {
    ASSAY_TRY(Scalar scalar, ReadScalar(json, As<TensorType>(type)->dtype, at));
    return Value{TensorValue{Tensor::Of(scalar)}};
  }
  const auto* prim = As<PrimType>(type);
  return ReadNumber(json, prim == nullptr ? DType::Void() : prim->dtype, at);
}

// Arrays in the form of what they are compared with: a row of integers may be a shape, a single number a scalar.
// recursion: values nest no deeper than their types
Result<Value> InFormOf(const Value& model, Value array, const Place& at) {
  const auto *tuple = array.As<TupleValue>(), *fields = model.As<TupleValue>();
  if (tuple != nullptr && fields != nullptr) {
    TupleValue out;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_TRY(Value field,
                InFormOf(i < fields->fields.size() ? fields->fields[i] : Value{}, tuple->fields[i], at.Field(i)));
      out.fields.push_back(std::move(field));
    }
    return Value{std::move(out)};
  }
  const auto* tensor = array.As<TensorValue>();
  if (tensor == nullptr) return array;
  if (model.As<ShapeValue>() != nullptr) return ShapeOfArray(tensor->tensor, at);
  const auto* prim = model.As<PrimValue>();
  bool scalar = prim != nullptr && tensor->tensor.rank() == 0 && tensor->tensor.dtype() == prim->scalar.dtype;
  return scalar ? Value{PrimValue{tensor->tensor.At(0)}} : array;
}

// A number in the dtype of what came; where that does not hold it, in one of its own, which differs.
Result<Value> NumberLike(const nlohmann::json& json, DType dtype, const Place& at) {
  // Truth is no number, and a fraction no integer.
  bool of_kind = json.is_boolean() == dtype.IsBool() && (dtype.IsFloating() || !json.is_number_float());
  Result<Value> same = of_kind ? ReadNumber(json, dtype, at) : Result<Value>(Value{});
  return of_kind && same.ok() ? same : ReadNumber(json, DType::Void(), at);
}

// recursion: stops at kMaxNesting
Result<Value> ReadLike(const nlohmann::json& json, const Value& model, const Place& at, int depth) {
  if (depth > kMaxNesting) return Wrong(at, fmt::format("nested deeper than {}", kMaxNesting));
  if (IsWholeArchive(json)) {
    Result<Value> value = ValueOfArchive(json);
    if (!value.ok()) return Told(at, value.error());
    return InFormOf(model, *std::move(value), at);
  }
  if (json.is_array() && model.As<TupleValue>() != nullptr) {
    const auto& fields = model.As<TupleValue>()->fields;
    TupleValue out;
    for (const auto& item : json) {
      size_t index = out.fields.size();
      auto value = index < fields.size() ? ReadLike(item, fields[index], at.Field(index), depth + 1)
                                         : Read(item, nullptr, at.Field(index), depth + 1);
      if (!value.ok()) return std::move(value).error();
      out.fields.push_back(*std::move(value));
    }
    return Value{std::move(out)};
  }
  if (const auto* prim = model.As<PrimValue>(); prim != nullptr && (json.is_number() || json.is_boolean()))
    return NumberLike(json, prim->scalar.dtype, at);
  if (json.is_object()) {
    ASSAY_TRY(Value array, ReadTensor(json, at));
    return InFormOf(model, std::move(array), at);
  }
  // Real TVM hands an int64 scalar back as a plain number.
  if (const auto* tensor = model.As<TensorValue>();
      tensor != nullptr && tensor->tensor.rank() == 0 && json.is_number()) {
    Result<Scalar> scalar = ScalarOfJson(json, tensor->tensor.dtype());
    if (scalar.ok()) return Value{TensorValue{Tensor::Of(*scalar)}};
  }
  return Read(json, nullptr, at, depth);
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

Result<Value> ValueOfType(const nlohmann::json& json, const Type* type) { return Read(json, type, {"", "result"}, 0); }

Result<Value> ValueLike(const nlohmann::json& json, const Value& model) {
  return ReadLike(json, model, {"", "result"}, 0);
}

Result<std::vector<Value>> ArgumentsFor(const Module& module, std::string_view entry, const nlohmann::json& list) {
  if (!list.is_array() && !IsWholeArchive(list)) {
    return Wrong(
        fmt::format("invalid arguments: expected a list, a value for each parameter, got {}", ShownJson(list)));
  }
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
  std::vector<Param> params = ParamsOf(func);
  std::vector<Value> args;
  for (const auto& item : list) {
    size_t index = args.size();
    Place at{fmt::format("argument {}", index), index < params.size() ? params[index].name : ""};
    auto value = Read(item, index < types.size() ? types[index] : nullptr, at, 0);
    if (!value.ok()) return Wrong(value.error().message);
    args.push_back(*std::move(value));
  }
  return args;
}

// recursion: values nest no deeper than their types
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
