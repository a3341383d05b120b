#include "cli/run_inputs.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files.h"
#include "fuzzers/generate/generate.h"
#include "ir/tensor/npy.h"
#include "oracles/conform/recorded_value.h"
#include "vm/engine.h"

namespace assay {
namespace {

// Elements of one innermost row, and rows, that ShowValue prints.
constexpr int64_t kShown = 64;

// The parameters of either kind of function, in order.
Nodes<Var> ParamsOf(const Expr* func) {
  if (const auto* relax = As<Function>(func)) return relax->params;
  if (const auto* prim = As<PrimFunc>(func)) return prim->params;
  return {};
}

Result<std::vector<Value>> FromArchive(const Module& module, const std::string& entry, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(std::vector<NamedTensor> tensors, ReadNpz(bytes));
  Nodes<Var> params = ParamsOf(module.Find(entry));
  std::vector<Value> args;
  for (const Var* param : params) {
    auto found = std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& t) { return t.name == param->name.text(); });
    if (found == tensors.end()) break;
    args.push_back(Value{TensorValue{found->tensor}});
  }
  if (args.size() == params.size()) return args;
  if (tensors.size() != params.size()) {
    return Diag{DiagKind::kTypeMismatch, {}, fmt::format("{} holds {} arrays, and {} takes {} arguments", path, tensors.size(), entry,
                                                        params.size()), "", {}};
  }
  // np.savez without names calls them arr_0, arr_1, …, which is the order of the archive.
  args.clear();
  for (const NamedTensor& tensor : tensors) args.push_back(Value{TensorValue{tensor.tensor}});
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
