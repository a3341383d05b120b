#include "oracles/conform/archive_arguments.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"

namespace assay {
namespace {

// The arrays that an argument consists of: of a tuple, those of its fields, as `run --outputs` names them.
// recursion: types nest no deeper than the reader lets them
void ListArrays(const Param& param, std::vector<std::string>& names) {
  const auto* tuple = As<TupleType>(param.type);
  if (tuple == nullptr) return names.push_back(param.name);
  for (size_t i = 0; i < tuple->fields.size(); ++i)
    ListArrays({fmt::format("{}_{}", param.name, i), tuple->fields[i]}, names);
}

Diag Misfit(size_t index, const Param& param, const Tensor& tensor, std::string_view wanted) {
  return {DiagKind::kTypeMismatch,
          {},
          fmt::format("argument {} ({}): expected {}, got an array {}", index, param.name, wanted,
                      KindText(Value{TensorValue{tensor}})),
          "",
          {}};
}

Result<Value> ScalarOf(size_t index, const Param& param, DType dtype, const Tensor& tensor) {
  if (tensor.size() != 1 || tensor.dtype() != dtype)
    return Misfit(index, param, tensor, fmt::format("an array of one {}", DTypeName(dtype)));
  return Value{PrimValue{tensor.At(0)}};
}

Result<Value> ShapeOf(size_t index, const Param& param, const Tensor& tensor) {
  if (tensor.shape().size() != 1 || !tensor.dtype().IsInteger())
    return Misfit(index, param, tensor, "a shape: integers in a row");
  ShapeValue shape;
  for (int64_t i = 0; i < tensor.size(); ++i) shape.dims.push_back(tensor.At(i).i);
  return Value{shape};
}

// An array of bytes for a parameter of such a dtype holds its elements.
Tensor AsDeclared(const Param& param, const Tensor& tensor) {
  const auto* type = As<TensorType>(param.type);
  DType wanted = param.buffer != nullptr ? param.buffer->dtype : type != nullptr ? type->dtype : DType::Void();
  bool bytes = tensor.dtype() == DType::UInt(8) || tensor.dtype() == DType::Int(8);
  if (wanted.IsVoid() || !bytes || !HasNoNumpyType(wanted)) return tensor;
  Result<Tensor> same = WithDType(tensor, wanted);
  return same.ok() ? *same : tensor;
}

// "x.float8_e5m2" is an array x of that dtype, as `run --outputs` calls it.
Result<NamedTensor> Renamed(const NamedTensor& array) {
  size_t dot = array.name.rfind('.');
  std::optional<DType> dtype = dot == std::string::npos ? std::nullopt : ParseDType(array.name.substr(dot + 1));
  if (!dtype || !HasNoNumpyType(*dtype)) return array;
  ASSAY_TRY(Tensor tensor, WithDType(array.tensor, *dtype));
  return NamedTensor{array.name.substr(0, dot), std::move(tensor)};
}

// Takes the argument's arrays from the front of `rest`, which has as many as ListArrays lists.
// recursion: types nest no deeper than the reader lets them
Result<Value> TakeArgument(size_t index, const Param& param, std::span<const Tensor>& rest) {
  if (const auto* tuple = As<TupleType>(param.type)) {
    TupleValue value;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_TRY(Value field, TakeArgument(index, {fmt::format("{}[{}]", param.name, i), tuple->fields[i]}, rest));
      value.fields.push_back(std::move(field));
    }
    return Value{std::move(value)};
  }
  const Tensor& tensor = rest.front();
  rest = rest.subspan(1);
  return ArgumentOfArray(index, param, tensor);
}

// The arrays' names as TVM's printer spells those of parameters ("conv1/w" is conv1_w, and the second such conv1_w_1):
// an archive may have the names that the parameters had before they were printed.
std::vector<std::string> Spelled(const std::vector<NamedTensor>& archive) {
  std::vector<std::string> spelled;
  for (const NamedTensor& array : archive) {
    std::string name = array.name;
    for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    std::string unique = name;
    for (int i = 1; std::ranges::find(spelled, unique) != spelled.end(); ++i) unique = fmt::format("{}_{}", name, i);
    spelled.push_back(unique);
  }
  return spelled;
}

// The arrays of these names, in their order; those that are not there are left out.
std::vector<Tensor> ArraysNamed(const std::vector<std::string>& names, const std::vector<NamedTensor>& archive,
                                const std::vector<std::string>& called, std::vector<std::string>& missing) {
  std::vector<Tensor> chosen;
  for (const std::string& name : names) {
    auto found = std::ranges::find(called, name);
    if (found == called.end()) missing.push_back(name);
    if (found != called.end()) chosen.push_back(archive[static_cast<size_t>(found - called.begin())].tensor);
  }
  return chosen;
}

Result<std::vector<Tensor>> ChooseArrays(const std::vector<std::string>& names,
                                         const std::vector<NamedTensor>& archive) {
  std::vector<std::string> there, missing, missing_spelled;
  for (const NamedTensor& array : archive) there.push_back(array.name);
  std::vector<Tensor> chosen = ArraysNamed(names, archive, there, missing);
  if (missing.empty()) return chosen;
  std::vector<Tensor> spelled = ArraysNamed(names, archive, Spelled(archive), missing_spelled);
  if (missing_spelled.empty()) return spelled;
  if (missing_spelled.size() < missing.size()) std::swap(missing, missing_spelled);
  // By order only where none has a parameter's name: a name that is misspelt must not move the others.
  if (!chosen.empty() || !spelled.empty()) {
    return Diag{DiagKind::kTypeMismatch,
                {},
                fmt::format("no array for {}: expected {}, got {}", fmt::join(missing, ", "), fmt::join(names, ", "),
                            fmt::join(there, ", ")),
                "",
                {}};
  }
  if (archive.size() != names.size()) {
    return Diag{
        DiagKind::kTypeMismatch,
        {},
        fmt::format("expected {} ({}), got {}", Counted(names.size(), "array"), fmt::join(names, ", "), archive.size()),
        "",
        {}};
  }
  chosen.clear();
  for (const NamedTensor& array : archive) chosen.push_back(array.tensor);
  return chosen;
}

}  // namespace

Result<Value> ArgumentOfArray(size_t index, const Param& param, const Tensor& tensor) {
  if (Is<ShapeType>(param.type)) return ShapeOf(index, param, tensor);
  const auto* prim = As<PrimType>(param.type);
  if (prim != nullptr && !prim->dtype.IsHandle()) return ScalarOf(index, param, prim->dtype, tensor);
  return Value{TensorValue{AsDeclared(param, tensor)}};
}

Result<std::vector<Value>> ArgumentsOfArchive(const std::vector<Param>& params, std::vector<NamedTensor> archive) {
  for (NamedTensor& array : archive) {
    ASSAY_TRY(array, Renamed(array));
  }
  std::vector<std::string> names;
  for (const Param& param : params) ListArrays(param, names);
  ASSAY_TRY(std::vector<Tensor> arrays, ChooseArrays(names, archive));
  std::span<const Tensor> rest = arrays;
  std::vector<Value> args;
  for (const Param& param : params) {
    ASSAY_TRY(Value arg, TakeArgument(args.size(), param, rest));
    args.push_back(std::move(arg));
  }
  return args;
}

}  // namespace assay
