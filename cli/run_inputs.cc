#include "cli/run_inputs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files.h"
#include "cli/say.h"
#include "generators/modules/dims.h"
#include "generators/modules/generate.h"
#include "ir/support/plural.h"
#include "ir/support/read_json.h"
#include "ir/tensor/npy.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "oracles/conform/archive_arguments.h"
#include "oracles/conform/argument_check.h"
#include "oracles/conform/recorded_value.h"
#include "vm/engine.h"

namespace assay {
namespace {

// Elements of one innermost row, and rows, that ShowValue prints.
constexpr int64_t kShown = 64;
// Elements of one random argument: a byte each is what one tensor holds.
constexpr int64_t kMostRandom = kMaxTensorBytes;

// No parameter whose extents are known asks for a larger tensor than there can be. Diag kTooLarge.
// recursion: types nest no deeper than the reader lets them
Status CheckRandomSizes(const std::vector<Param>& params) {
  for (const Param& param : params) {
    if (const auto* tuple = param.buffer == nullptr ? As<TupleType>(param.type) : nullptr) {
      std::vector<Param> fields;
      for (size_t i = 0; i < tuple->fields.size(); ++i)
        fields.push_back({fmt::format("{}[{}]", param.name, i), tuple->fields[i]});
      ASSAY_RETURN_IF_ERROR(CheckRandomSizes(fields));
    }
    const ShapeExpr* shape = param.buffer == nullptr ? ShapeListOf(param.type) : nullptr;
    std::span<const Expr* const> dims;
    const auto* tensor = As<TensorType>(param.type);
    DType dtype = param.buffer != nullptr ? param.buffer->dtype : tensor != nullptr ? tensor->dtype : DType::Void();
    if (param.buffer != nullptr) dims = param.buffer->shape;
    if (shape != nullptr) dims = shape->values;
    bool none = std::ranges::any_of(dims, [](const Expr* dim) {
      const auto* extent = As<IntImm>(dim);
      return extent != nullptr && extent->value == 0;
    });
    int64_t count = std::max(dtype.ElementBytes() * std::max<int>(dtype.lanes, 1), 1);
    for (const Expr* dim : dims) {
      const auto* extent = As<IntImm>(dim);
      if (extent != nullptr && __builtin_mul_overflow(count, extent->value, &count)) count = INT64_MAX;
    }
    if (none || count <= kMaxTensorBytes) continue;
    return Diag{DiagKind::kTooLarge,
                {},
                fmt::format("parameter {} is {}: expected at most 1 GiB, the most that one tensor holds; the module "
                            "needs a smaller extent",
                            param.name, KindText(param)),
                "",
                {}};
  }
  return Done{};
}

Diag NoSizes(const std::string& entry, const Expr* func, const Expr* negative) {
  return {
      DiagKind::kTypeMismatch,
      negative->span.file == 0 ? func->span : negative->span,
      fmt::format("invalid extent {} of a parameter of {}: expected 0 or more, got less for all sizes from 0 to 1032 "
                  "that were tried; --inputs gives others",
                  PrintExpr(negative), entry),
      "",
      {}};
}

// "n = 3, m = 5": those of the shape.
std::string SizesText(std::span<const Expr* const> dims, const std::vector<std::pair<const Var*, int64_t>>& sizes) {
  std::vector<std::string> words;
  for (const auto& [var, size] : sizes) {
    bool stands = std::ranges::any_of(dims, [&](const Expr* dim) { return std::ranges::count(VarsIn(dim), var) != 0; });
    if (stands) words.push_back(fmt::format("{} = {}", var->name.text(), size));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string ShapeText(std::span<const Expr* const> dims) {
  std::vector<std::string> words;
  for (const Expr* dim : dims) words.push_back(PrintExpr(dim));
  return fmt::format("({})", fmt::join(words, ", "));
}

// Sizes that nobody gave are others than the seed draws where these ask for too much.
Status TellOfSizes(const LargeInputs& made) {
  if (made.too_large.empty()) return Done{};
  std::string too_large =
      fmt::format("a parameter of shape {} has more than 1 GiB, the most that one tensor holds, with {}",
                  ShapeText(made.too_large), SizesText(made.too_large, made.drawn));
  if (made.none) return Diag{DiagKind::kTooLarge, {}, too_large + "; --inputs gives others", "", {}};
  // Once, however often a run asks for the same.
  static std::string told;
  std::string note = fmt::format("sizes are {}: {}", SizesText(made.too_large, made.taken), too_large);
  if (told != note) SayNote(note);
  told = note;
  return Done{};
}

Result<std::vector<Value>> FromArchive(const std::vector<Param>& params, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(std::vector<NamedTensor> archive, ReadNpz(bytes));
  return ArgumentsOfArchive(params, std::move(archive));
}

// The one argument.
Result<std::vector<Value>> FromArray(const std::vector<Param>& params, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  ASSAY_TRY(Tensor tensor, ReadNpy(bytes));
  if (params.size() == 1 && !Is<TupleType>(params[0].type)) {
    ASSAY_TRY(Value arg, ArgumentOfArray(0, params[0], tensor));
    return std::vector<Value>{std::move(arg)};
  }
  return std::vector<Value>{Value{TensorValue{std::move(tensor)}}};
}

Result<std::vector<Value>> FromJson(const Module& module, const std::string& entry, const std::string& path) {
  ASSAY_TRY(std::string text, ReadInput(path));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, "arguments"));
  return ArgumentsFor(module, entry, json);
}

Result<std::vector<Value>> FromFile(const Module& module, const std::string& entry, const std::string& path) {
  std::vector<Param> params = ParamsOf(module.Find(entry));
  auto read = [&] {
    if (path.ends_with(".npz")) return FromArchive(params, path);
    return path.ends_with(".npy") ? FromArray(params, path) : FromJson(module, entry, path);
  };
  ASSAY_TRY(std::vector<Value> args, read());
  ASSAY_RETURN_IF_ERROR(CheckArguments(params, args));
  return args;
}

// Tuples nest no deeper than types.
// recursion: values nest no deeper than their types
Status Flatten(const std::string& name, const Value& value, std::vector<NamedTensor>& tensors) {
  if (const auto* tuple = value.As<TupleValue>()) {
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      ASSAY_RETURN_IF_ERROR(Flatten(fmt::format("{}_{}", name, i), tuple->fields[i], tensors));
    }
    return Done{};
  }
  if (const auto* tensor = value.As<TensorValue>()) {
    DType dtype = tensor->tensor.dtype();
    tensors.push_back({HasNoNumpyType(dtype) ? fmt::format("{}.{}", name, DTypeName(dtype)) : name, tensor->tensor});
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
  if (tensor.size() == 0) return shape;
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
  if (path.empty()) {
    ASSAY_RETURN_IF_ERROR(CheckRandomSizes(ParamsOf(module.Find(entry))));
    LargeInputs made = MakeLargeInputs(module, entry, seed, kMostRandom);
    if (made.negative != nullptr) return NoSizes(entry, module.Find(entry), made.negative);
    ASSAY_RETURN_IF_ERROR(TellOfSizes(made));
    return std::move(made.values);
  }
  Result<std::vector<Value>> args = FromFile(module, entry, path);
  if (args.ok() || args.error().message.find(path) != std::string::npos) return args;
  Diag diag = args.error();
  diag.message = fmt::format("{}: {}", path, diag.message);
  return diag;
}

// -1 where the type does not say. Tuples nest no deeper than types.
// recursion: types nest no deeper than the reader lets them
int64_t ArraysOf(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return type != nullptr && !Is<ObjectType>(type) ? 1 : -1;
  int64_t count = 0;
  for (const Type* field : tuple->fields) {
    int64_t inner = ArraysOf(field);
    if (inner < 0) return -1;
    count += inner;
  }
  return count;
}

Status CheckOutputs(const std::string& path, const Expr* func) {
  const auto* relax = As<Function>(func);
  int64_t arrays = relax == nullptr ? -1 : ArraysOf(relax->ret_type);
  if (!path.ends_with(".npy") || arrays < 0 || arrays == 1) return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("invalid --outputs: expected a file that ends in .npz, as the result has {}, got {}",
                          Counted(static_cast<size_t>(arrays), "array"), path),
              "",
              {}};
}

Status WriteOutputs(const std::string& path, const Value& value) {
  std::vector<NamedTensor> tensors;
  ASSAY_RETURN_IF_ERROR(Flatten("result", value, tensors));
  bool alone = path.ends_with(".npy");
  if (alone && tensors.size() != 1) {
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("{}: one .npy file does not hold {} arrays; .npz holds several", path, tensors.size()),
                "",
                {}};
  }
  return WriteWhole(path, alone ? WriteNpy(tensors.front().tensor) : WriteNpz(tensors));
}

// Tuples nest no deeper than types.
// recursion: values nest no deeper than their types
std::vector<Value> CopiesOf(std::span<const Value> values) {
  std::vector<Value> copies(values.begin(), values.end());
  for (Value& value : copies) {
    if (const auto* tuple = value.As<TupleValue>()) {
      value = Value{TupleValue{CopiesOf(tuple->fields)}};
    } else if (const auto* tensor = value.As<TensorValue>(); tensor != nullptr && !tensor->tensor.empty_handle()) {
      TensorValue copy = *tensor;
      copy.tensor = tensor->tensor.Clone();
      value = Value{std::move(copy)};
    }
  }
  return copies;
}

// Tuples nest no deeper than types.
// recursion: values nest no deeper than their types
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
