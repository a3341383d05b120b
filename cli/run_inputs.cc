#include "cli/run_inputs.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files.h"
#include "generators/modules/generate.h"
#include "ir/tensor/npy.h"
#include "oracles/conform/recorded_value.h"
#include "vm/engine.h"

namespace assay {
namespace {

// Elements of one innermost row, and rows, that ShowValue prints.
constexpr int64_t kShown = 64;

// A parameter under the name that its arrays have.
struct Param {
  std::string name;
  const Type* type;
};

// Of either kind of function, in order; a buffer's name for those that are buffers.
std::vector<Param> ParamsOf(const Expr* func) {
  std::vector<Param> params;
  const auto* relax = As<Function>(func);
  const auto* prim = As<PrimFunc>(func);
  for (const Var* param : relax != nullptr ? relax->params : prim != nullptr ? prim->params : Nodes<Var>()) {
    const Buffer* buffer = prim != nullptr && params.size() < prim->buffers.size() ? prim->buffers[params.size()] : nullptr;
    params.push_back({buffer != nullptr ? buffer->name.str() : param->name.str(), param->type});
  }
  return params;
}

// The arrays that an argument consists of: of a tuple, those of its fields, as WriteOutputs names them. Tuples nest no deeper
// than types.
void ListArrays(const Param& param, std::vector<std::string>& names) {
  const auto* tuple = As<TupleType>(param.type);
  if (tuple == nullptr) return names.push_back(param.name);
  for (size_t i = 0; i < tuple->fields.size(); ++i) ListArrays({fmt::format("{}_{}", param.name, i), tuple->fields[i]}, names);
}

Diag Misfit(const Param& param, const Tensor& tensor, std::string_view wanted) {
  std::string got = fmt::format("{} of shape ({})", DTypeName(tensor.dtype()), fmt::join(tensor.shape(), ", "));
  return {DiagKind::kTypeMismatch, {}, fmt::format("{} takes {}, and its array is {}", param.name, wanted, got), "", {}};
}

Result<Value> ScalarOf(const Param& param, DType dtype, const Tensor& tensor) {
  if (tensor.size() != 1 || tensor.dtype() != dtype) return Misfit(param, tensor, fmt::format("one {}", DTypeName(dtype)));
  return Value{PrimValue{tensor.At(0)}};
}

Result<Value> ShapeOf(const Param& param, const Tensor& tensor) {
  if (tensor.shape().size() != 1 || !tensor.dtype().IsInteger()) return Misfit(param, tensor, "a shape: integers in a row");
  ShapeValue shape;
  for (int64_t i = 0; i < tensor.size(); ++i) shape.dims.push_back(tensor.At(i).i);
  return Value{shape};
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
  return Value{TensorValue{tensor}};
}

// By their names when each is there, else in the order of the archive: np.savez without names calls them arr_0, arr_1, ….
Result<std::vector<Tensor>> ChooseArrays(const std::vector<std::string>& names, const std::vector<NamedTensor>& archive) {
  std::vector<Tensor> chosen;
  for (const std::string& name : names) {
    auto found = std::ranges::find(archive, name, &NamedTensor::name);
    if (found != archive.end()) chosen.push_back(found->tensor);
  }
  if (chosen.size() == names.size()) return chosen;
  if (archive.size() != names.size()) {
    return Diag{DiagKind::kTypeMismatch, {}, fmt::format("it holds {} arrays, and {} are needed: {}", archive.size(), names.size(),
                                                        fmt::join(names, ", ")), "", {}};
  }
  chosen.clear();
  for (const NamedTensor& array : archive) chosen.push_back(array.tensor);
  return chosen;
}

Result<std::vector<Value>> FromArchive(const Module& module, const std::string& entry, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(std::vector<NamedTensor> archive, ReadNpz(bytes));
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
Result<std::vector<Value>> FromArray(const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(Tensor tensor, ReadNpy(bytes));
  return std::vector<Value>{Value{TensorValue{std::move(tensor)}}};
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
    tensors.push_back({name, tensor->tensor});
  } else if (const auto* prim = value.As<PrimValue>()) {
    tensors.push_back({name, Tensor::Of(prim->scalar)});
  } else if (const auto* shape = value.As<ShapeValue>()) {
    tensors.push_back({name, Tensor::Ints(DType::Int(64), {static_cast<int64_t>(shape->dims.size())}, shape->dims)});
  } else {
    return Diag{DiagKind::kUnsupported, {}, fmt::format("{} is a {}, which no array holds", name, KindOf(value)), "", {}};
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

Result<std::vector<Value>> RunInputs(const Module& module, const std::string& entry, const std::string& path, uint64_t seed) {
  if (module.Find(entry) == nullptr) {
    return Diag{DiagKind::kUnknownName, {}, fmt::format("the module has no function \"{}\"", entry), "", {}};
  }
  if (path.empty()) return MakeInputs(module, entry, seed);
  if (path.ends_with(".npz") || path.ends_with(".npy")) {
    Result<std::vector<Value>> args = path.ends_with(".npz") ? FromArchive(module, entry, path) : FromArray(path);
    if (args.ok() || args.error().message.find(path) != std::string::npos) return args;
    Diag diag = args.error();
    diag.message = fmt::format("{}: {}", path, diag.message);
    return diag;
  }
  ASSAY_TRY(std::string text, ReadInput(path));
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return Diag{DiagKind::kCorrupt, {}, path + ": is no JSON", "", {}};
  return ArgumentsFor(module, entry, json);
}

Status WriteOutputs(const std::string& path, const Value& value) {
  std::vector<NamedTensor> tensors;
  ASSAY_RETURN_IF_ERROR(Flatten("result", value, tensors));
  bool alone = path.ends_with(".npy");
  if (alone && tensors.size() != 1) {
    return Diag{DiagKind::kBadArgument, {}, fmt::format("{} arrays do not fit into one .npy file; .npz holds several", tensors.size()), "", {}};
  }
  return WriteWhole(path, alone ? WriteNpy(tensors.front().tensor) : WriteNpz(tensors));
}

// Tuples nest no deeper than types.
std::string ShowValue(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return ShowTensor(tensor->tensor);
  if (const auto* shape = value.As<ShapeValue>()) return fmt::format("shape [{}]", fmt::join(shape->dims, ", "));
  if (const auto* prim = value.As<PrimValue>()) return fmt::format("{} {}", DTypeName(prim->scalar.dtype), ToText(prim->scalar));
  if (const auto* text = value.As<StringValue>()) return fmt::format("\"{}\"", text->text);
  if (const auto* dtype = value.As<DTypeValue>()) return fmt::format("dtype {}", DTypeName(dtype->dtype));
  if (value.As<NullValue>() != nullptr) return "null";
  if (value.As<ObjectValue>() != nullptr) return "object";
  std::vector<std::string> fields;
  for (const Value& field : value.As<TupleValue>()->fields) fields.push_back(ShowValue(field));
  return fmt::format("({})", fmt::join(fields, ", "));
}

}  // namespace assay
