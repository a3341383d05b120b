#include "cli/run_inputs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/argument_check.h"
#include "cli/files.h"
#include "generators/modules/generate.h"
#include "ir/tensor/npy.h"
#include "oracles/conform/recorded_value.h"
#include "vm/engine.h"

namespace assay {
namespace {

// Elements of one innermost row, and rows, that ShowValue prints.
constexpr int64_t kShown = 64;

// The arrays that an argument consists of: of a tuple, those of its fields, as WriteOutputs names them. Tuples nest no
// deeper than types.
void ListArrays(const Param& param, std::vector<std::string>& names) {
  const auto* tuple = As<TupleType>(param.type);
  if (tuple == nullptr) return names.push_back(param.name);
  for (size_t i = 0; i < tuple->fields.size(); ++i)
    ListArrays({fmt::format("{}_{}", param.name, i), tuple->fields[i]}, names);
}

Diag Misfit(const Param& param, const Tensor& tensor, std::string_view wanted) {
  return {DiagKind::kTypeMismatch,
          {},
          fmt::format("{}: expected {}, got an array {}", param.name, wanted, KindText(Value{TensorValue{tensor}})),
          "",
          {}};
}

Result<Value> ScalarOf(const Param& param, DType dtype, const Tensor& tensor) {
  if (tensor.size() != 1 || tensor.dtype() != dtype)
    return Misfit(param, tensor, fmt::format("an array of one {}", DTypeName(dtype)));
  return Value{PrimValue{tensor.At(0)}};
}

Result<Value> ShapeOf(const Param& param, const Tensor& tensor) {
  if (tensor.shape().size() != 1 || !tensor.dtype().IsInteger())
    return Misfit(param, tensor, "a shape: integers in a row");
  ShapeValue shape;
  for (int64_t i = 0; i < tensor.size(); ++i) shape.dims.push_back(tensor.At(i).i);
  return Value{shape};
}

// dtypes without a NumPy type are written as their byte (npy.h).
bool IsByteOfOther(DType dtype) {
  return dtype.ElementBytes() == 1 && !dtype.IsBool() && dtype != DType::UInt(8) && dtype != DType::Int(8);
}

// An array of bytes for a parameter of such a dtype holds its elements.
Tensor AsDeclared(const Param& param, const Tensor& tensor) {
  const auto* type = As<TensorType>(param.type);
  DType wanted = param.buffer != nullptr ? param.buffer->dtype : type != nullptr ? type->dtype : DType::Void();
  bool bytes = tensor.dtype() == DType::UInt(8) || tensor.dtype() == DType::Int(8);
  if (wanted.IsVoid() || !bytes || !IsByteOfOther(wanted)) return tensor;
  Result<Tensor> same = WithDType(tensor, wanted);
  return same.ok() ? *same : tensor;
}

// "x.float8_e5m2" is an array x of that dtype, as WriteOutputs calls it.
Result<NamedTensor> Renamed(const NamedTensor& array) {
  size_t dot = array.name.rfind('.');
  std::optional<DType> dtype = dot == std::string::npos ? std::nullopt : ParseDType(array.name.substr(dot + 1));
  if (!dtype || !IsByteOfOther(*dtype)) return array;
  ASSAY_TRY(Tensor tensor, WithDType(array.tensor, *dtype));
  return NamedTensor{array.name.substr(0, dot), std::move(tensor)};
}

// Takes the argument's arrays from the front of `rest`, which has as many as ListArrays lists.
Result<Value> TakeArgument(const Param& param, std::span<const Tensor>& rest) {
  if (const auto* tuple = As<TupleType>(param.type)) {
    TupleValue value;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_TRY(Value field, TakeArgument({fmt::format("{}_{}", param.name, i), tuple->fields[i]}, rest));
      value.fields.push_back(std::move(field));
    }
    return Value{std::move(value)};
  }
  const Tensor& tensor = rest.front();
  rest = rest.subspan(1);
  if (Is<ShapeType>(param.type)) return ShapeOf(param, tensor);
  const auto* prim = As<PrimType>(param.type);
  if (prim != nullptr && !prim->dtype.IsHandle()) return ScalarOf(param, prim->dtype, tensor);
  return Value{TensorValue{AsDeclared(param, tensor)}};
}

// By their names when each is there, else in the order of the archive: np.savez without names calls them arr_0, arr_1,
// ….
Result<std::vector<Tensor>> ChooseArrays(const std::vector<std::string>& names,
                                         const std::vector<NamedTensor>& archive) {
  std::vector<Tensor> chosen;
  for (const std::string& name : names) {
    auto found = std::ranges::find(archive, name, &NamedTensor::name);
    if (found != archive.end()) chosen.push_back(found->tensor);
  }
  if (chosen.size() == names.size()) return chosen;
  if (archive.size() != names.size()) {
    return Diag{DiagKind::kTypeMismatch,
                {},
                fmt::format("expected {} arrays ({}), got {}", names.size(), fmt::join(names, ", "), archive.size()),
                "",
                {}};
  }
  chosen.clear();
  for (const NamedTensor& array : archive) chosen.push_back(array.tensor);
  return chosen;
}

Result<std::vector<Value>> FromArchive(const Module& module, const std::string& entry, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(std::vector<NamedTensor> archive, ReadNpz(bytes));
  for (NamedTensor& array : archive) {
    ASSAY_TRY(array, Renamed(array));
  }
  std::vector<Param> params = ParamsOf(module.Find(entry));
  std::vector<std::string> names;
  for (const Param& param : params) ListArrays(param, names);
  ASSAY_TRY(std::vector<Tensor> arrays, ChooseArrays(names, archive));
  std::span<const Tensor> rest = arrays;
  std::vector<Value> args;
  for (const Param& param : params) {
    ASSAY_TRY(Value arg, TakeArgument(param, rest));
    args.push_back(std::move(arg));
  }
  return args;
}

// The one argument.
Result<std::vector<Value>> FromArray(const std::vector<Param>& params, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(Tensor tensor, ReadNpy(bytes));
  if (params.size() == 1 && !Is<TupleType>(params[0].type)) {
    std::span<const Tensor> one(&tensor, 1);
    ASSAY_TRY(Value arg, TakeArgument(params[0], one));
    return std::vector<Value>{std::move(arg)};
  }
  return std::vector<Value>{Value{TensorValue{std::move(tensor)}}};
}

Result<std::vector<Value>> FromJson(const Module& module, const std::string& entry, const std::string& path) {
  ASSAY_TRY(std::string text, ReadInput(path));
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return Diag{DiagKind::kCorrupt, {}, "invalid JSON", "", {}};
  return ArgumentsFor(module, entry, json);
}

Result<std::vector<Value>> FromFile(const Module& module, const std::string& entry, const std::string& path) {
  std::vector<Param> params = ParamsOf(module.Find(entry));
  auto read = [&] {
    if (path.ends_with(".npz")) return FromArchive(module, entry, path);
    return path.ends_with(".npy") ? FromArray(params, path) : FromJson(module, entry, path);
  };
  ASSAY_TRY(std::vector<Value> args, read());
  ASSAY_RETURN_IF_ERROR(CheckArguments(params, args));
  return args;
}

// Tuples nest no deeper than types.
Status Flatten(const std::string& name, const Value& value, std::vector<NamedTensor>& tensors) {
  if (const auto* tuple = value.As<TupleValue>()) {
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_RETURN_IF_ERROR(Flatten(fmt::format("{}_{}", name, i), tuple->fields[i], tensors));
    }
    return Done{};
  }
  if (const auto* tensor = value.As<TensorValue>()) {
    // NumPy has no type that would say it.
    DType dtype = tensor->tensor.dtype();
    tensors.push_back({IsByteOfOther(dtype) ? fmt::format("{}.{}", name, DTypeName(dtype)) : name, tensor->tensor});
  } else if (const auto* prim = value.As<PrimValue>()) {
    tensors.push_back({name, Tensor::Of(prim->scalar)});
  } else if (const auto* shape = value.As<ShapeValue>()) {
    tensors.push_back({name, Tensor::Ints(DType::Int(64), {static_cast<int64_t>(shape->dims.size())}, shape->dims)});
  } else {
    return Diag{
        DiagKind::kUnsupported, {}, fmt::format("{} is a {}, which no array holds", name, KindOf(value)), "", {}};
  }
  return Done{};
}

std::string ShowTensor(const Tensor& tensor) {
  std::string shape = fmt::format("{}[{}]", DTypeName(tensor.dtype()), fmt::join(tensor.shape(), ", "));
  std::string out;
  const auto& dims = tensor.shape();
  for (int64_t i = 0; i < std::min(tensor.size(), kShown); ++i) {
    // Brackets that close and open between elements: one pair for each dimension whose row ends here.
    int64_t rows = 1;
    std::string close;
    for (size_t d = dims.size(); d-- > 0;) {
      rows *= dims[d];
      if (i % rows == 0) close += "]";
    }
    if (i != 0) out += close + ", " + std::string(close.size(), '[');
    out += ToText(tensor.At(i));
  }
  std::string open(dims.size(), '['), shut(dims.size(), ']');
  if (tensor.size() > kShown) return fmt::format("{} {}{}, …{}", shape, open, out, shut);
  return fmt::format("{} {}{}{}", shape, open, out, shut);
}

}  // namespace

Result<std::vector<Value>> RunInputs(const Module& module, const std::string& entry, const std::string& path,
                                     uint64_t seed) {
  if (module.Find(entry) == nullptr) {
    return Diag{DiagKind::kUnknownName, {}, fmt::format("the module has no function \"{}\"", entry), "", {}};
  }
  if (path.empty()) return MakeInputs(module, entry, seed);
  Result<std::vector<Value>> args = FromFile(module, entry, path);
  if (args.ok() || args.error().message.find(path) != std::string::npos) return args;
  Diag diag = args.error();
  diag.message = fmt::format("{}: {}", path, diag.message);
  return diag;
}

Status WriteOutputs(const std::string& path, const Value& value) {
  std::vector<NamedTensor> tensors;
  ASSAY_RETURN_IF_ERROR(Flatten("result", value, tensors));
  bool alone = path.ends_with(".npy");
  if (alone && tensors.size() != 1) {
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("{} arrays do not fit into one .npy file; .npz holds several", tensors.size()),
                "",
                {}};
  }
  return WriteWhole(path, alone ? WriteNpy(tensors.front().tensor) : WriteNpz(tensors));
}

// Tuples nest no deeper than types.
std::string ShowValue(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return ShowTensor(tensor->tensor);
  if (const auto* shape = value.As<ShapeValue>()) return fmt::format("shape [{}]", fmt::join(shape->dims, ", "));
  if (const auto* prim = value.As<PrimValue>())
    return fmt::format("{} {}", DTypeName(prim->scalar.dtype), ToText(prim->scalar));
  if (const auto* text = value.As<StringValue>()) return fmt::format("\"{}\"", text->text);
  if (const auto* dtype = value.As<DTypeValue>()) return fmt::format("dtype {}", DTypeName(dtype->dtype));
  if (value.As<NullValue>() != nullptr) return "null";
  if (value.As<ObjectValue>() != nullptr) return "object";
  std::vector<std::string> fields;
  for (const Value& field : value.As<TupleValue>()->fields) fields.push_back(ShowValue(field));
  return fmt::format("({})", fmt::join(fields, ", "));
}

}  // namespace assay
