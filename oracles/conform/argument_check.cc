#include "oracles/conform/argument_check.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"
#include "ir/text/print.h"
#include "vm/engine.h"

namespace assay {
namespace {

std::string DimText(const Expr* dim) {
  if (const auto* number = As<IntImm>(dim)) return fmt::to_string(number->value);
  if (const auto* var = As<Var>(dim)) return var->name.str();
  return "?";
}

std::string TensorText(DType dtype, const std::vector<std::string>& dims) {
  return fmt::format("{}[{}]", dtype.IsVoid() ? "any dtype" : DTypeName(dtype), fmt::join(dims, ", "));
}

std::vector<std::string> DimTexts(Nodes<Expr> dims) {
  std::vector<std::string> texts;
  for (const Expr* dim : dims) texts.push_back(DimText(dim));
  return texts;
}

// recursion: types nest no deeper than the reader lets them
std::string TypeText(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    if (const auto* shape = As<ShapeExpr>(tensor->shape)) return TensorText(tensor->dtype, DimTexts(shape->values));
    if (tensor->rank == kUnknownRank) return TensorText(tensor->dtype, {"..."});
    return TensorText(tensor->dtype, std::vector<std::string>(static_cast<size_t>(tensor->rank), "?"));
  }
  if (const auto* mesh = As<DTensorType>(type)) return TypeText(mesh->tensor);
  if (const auto* shape = As<ShapeType>(type)) {
    if (shape->has_values) return fmt::format("shape[{}]", fmt::join(DimTexts(shape->values), ", "));
    return shape->rank == kUnknownRank ? "shape" : "shape of " + Counted(static_cast<uint64_t>(shape->rank), "extent");
  }
  if (const auto* prim = As<PrimType>(type)) return DTypeName(prim->dtype);
  if (const auto* tuple = As<TupleType>(type)) return fmt::format("tuple of {}", tuple->fields.size());
  return PrintType(type);
}

// Where in a value it does not fit, in parts of tuples; what fits there, and what is there.
struct Misfit {
  std::string place, expected, got;
};

class Checker {
 public:
  // The first part of the value that is not of the type.
  // recursion: types nest no deeper than the reader lets them
  std::optional<Misfit> Find(const Type* type, const Value& value, const std::string& place) {
    const auto* tuple = As<TupleType>(type);
    const auto* fields = value.As<TupleValue>();
    if (tuple == nullptr || fields == nullptr || fields->fields.size() != tuple->fields.size()) {
      if (const auto* shape = Is<ShapeType>(type) ? value.As<ShapeValue>() : nullptr) {
        auto negative = std::ranges::find_if(shape->dims, [](int64_t extent) { return extent < 0; });
        if (negative != shape->dims.end()) {
          return Misfit{place, "extents of 0 or more",
                        fmt::format("{} (axis {})", *negative, negative - shape->dims.begin())};
        }
      }
      if (FitsType(type, value)) return std::nullopt;
      return Misfit{place, TypeText(type), KindText(value)};
    }
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (auto misfit = Find(tuple->fields[i], fields->fields[i], fmt::format("{}[{}]", place, i))) return misfit;
    }
    return std::nullopt;
  }
  std::optional<Misfit> Find(const Param& param, const Value& value) {
    if (param.buffer == nullptr) return Find(param.type, value, param.name);
    if (Fits(param, value)) return std::nullopt;
    return Misfit{param.name, KindText(param), KindText(value)};
  }

 private:
  bool Fits(const Param& param, const Value& value) {
    if (param.buffer == nullptr) return FitsType(param.type, value);
    const auto* tensor = value.As<TensorValue>();
    return tensor != nullptr && FitsTensor(param.buffer->dtype, param.buffer->shape, tensor->tensor);
  }
  // Types nest no deeper than the reader allows.
  // recursion: types nest no deeper than the reader lets them
  bool FitsType(const Type* type, const Value& value) {
    if (const auto* tensor = As<TensorType>(type)) return FitsTensorType(*tensor, value);
    if (const auto* mesh = As<DTensorType>(type)) return FitsTensorType(*mesh->tensor, value);
    if (const auto* shape = As<ShapeType>(type)) return FitsShape(*shape, value);
    if (const auto* prim = As<PrimType>(type)) return FitsScalar(prim->dtype, value);
    const auto* tuple = As<TupleType>(type);
    if (tuple == nullptr) return true;
    const auto* fields = value.As<TupleValue>();
    bool fits = fields != nullptr && fields->fields.size() == tuple->fields.size();
    for (size_t i = 0; fits && i < tuple->fields.size(); ++i) fits = FitsType(tuple->fields[i], fields->fields[i]);
    return fits;
  }
  // A handle takes what it is given.
  static bool FitsScalar(DType dtype, const Value& value) {
    const auto* prim = value.As<PrimValue>();
    return dtype.IsHandle() || (prim != nullptr && prim->scalar.dtype == dtype);
  }
  bool FitsShape(const ShapeType& type, const Value& value) {
    const auto* shape = value.As<ShapeValue>();
    if (shape == nullptr) return false;
    if (type.has_values) return FitsDims(type.values, shape->dims);
    return type.rank == kUnknownRank || static_cast<size_t>(type.rank) == shape->dims.size();
  }
  bool FitsTensorType(const TensorType& type, const Value& value) {
    const auto* tensor = value.As<TensorValue>();
    if (tensor == nullptr || tensor->tensor.empty_handle()) return false;
    if (const auto* shape = As<ShapeExpr>(type.shape)) return FitsTensor(type.dtype, shape->values, tensor->tensor);
    bool rank = type.rank == kUnknownRank || static_cast<size_t>(type.rank) == tensor->tensor.shape().size();
    return rank && (type.dtype.IsVoid() || type.dtype == tensor->tensor.dtype());
  }
  bool FitsTensor(DType dtype, Nodes<Expr> dims, const Tensor& tensor) {
    return (dtype.IsVoid() || dtype == tensor.dtype()) && FitsDims(dims, tensor.shape());
  }
  bool FitsDims(Nodes<Expr> dims, std::span<const int64_t> extents) {
    if (dims.size() != extents.size()) return false;
    for (size_t i = 0; i < dims.size(); ++i) {
      if (const auto* number = As<IntImm>(dims[i]); number != nullptr && number->value != extents[i]) return false;
      if (const auto* var = As<Var>(dims[i]);
          var != nullptr && known_.emplace(var, extents[i]).first->second != extents[i])
        return false;
    }
    return true;
  }

  std::map<const Var*, int64_t> known_;
};

// The first part of the value that is a tuple where the type is a tensor, shape or number, or the other way round, or a
// tuple of another length. Arrays stand for shapes and numbers, and a lone one for a tuple of one. Types nest no deeper
// than the reader allows.
// recursion: types nest no deeper than the reader lets them
std::optional<Misfit> FindOtherKind(const Type* type, const Value& value, const std::string& place) {
  const auto* wanted = As<TupleType>(type);
  const auto* fields = value.As<TupleValue>();
  bool array = value.As<TensorValue>() != nullptr || value.As<PrimValue>() != nullptr;
  Misfit misfit{place, TypeText(type), KindText(value)};
  if (wanted == nullptr) {
    bool single = Is<TensorType>(type) || Is<DTensorType>(type) || Is<ShapeType>(type) || Is<PrimType>(type);
    return single && fields != nullptr ? std::optional(misfit) : std::nullopt;
  }
  if (fields == nullptr) return array && wanted->fields.size() != 1 ? std::optional(misfit) : std::nullopt;
  if (fields->fields.size() != wanted->fields.size()) return misfit;
  for (size_t i = 0; i < wanted->fields.size(); ++i) {
    if (auto found = FindOtherKind(wanted->fields[i], fields->fields[i], fmt::format("{}[{}]", place, i))) return found;
  }
  return std::nullopt;
}

Diag Misfitting(const std::string& place, const Misfit& misfit) {
  return {
      DiagKind::kTypeMismatch, {}, fmt::format("{}: expected {}, got {}", place, misfit.expected, misfit.got), "", {}};
}

}  // namespace

std::vector<Param> ParamsOf(const Expr* func) {
  std::vector<Param> params;
  const auto* relax = As<Function>(func);
  const auto* prim = As<PrimFunc>(func);
  for (const Var* param : relax != nullptr ? relax->params : prim != nullptr ? prim->params : Nodes<Var>()) {
    const Buffer* buffer =
        prim != nullptr && params.size() < prim->buffers.size() ? prim->buffers[params.size()] : nullptr;
    params.push_back({buffer != nullptr ? buffer->name.str() : param->name.str(), param->type, buffer});
  }
  return params;
}

Status CheckArguments(const std::vector<Param>& params, std::span<const Value> args) {
  std::vector<std::string> names;
  for (const Param& param : params) names.push_back(param.name);
  if (params.size() != args.size()) {
    return Diag{DiagKind::kTypeMismatch,
                {},
                fmt::format("expected {}{}{}{}, got {}", Counted(params.size(), "argument"), names.empty() ? "" : " (",
                            fmt::join(names, ", "), names.empty() ? "" : ")", args.size()),
                "",
                {}};
  }
  Checker checker;
  for (size_t i = 0; i < params.size(); ++i) {
    if (auto misfit = checker.Find(params[i], args[i]))
      return Misfitting(fmt::format("argument {} ({})", i, misfit->place), *misfit);
  }
  return Done{};
}

Status CheckResultKind(const Expr* func, const Value& result) {
  const auto* relax = As<Function>(func);
  if (relax == nullptr || relax->ret_type == nullptr) return Done{};
  auto misfit = FindOtherKind(relax->ret_type, result, "result");
  return misfit ? Status(Misfitting(misfit->place, *misfit)) : Done{};
}

Status CheckResult(const Expr* func, std::span<const Value> args, const Value& result) {
  const auto* relax = As<Function>(func);
  if (relax == nullptr || relax->ret_type == nullptr) return Done{};
  Checker checker;
  std::vector<Param> params = ParamsOf(func);
  // What the arguments say of variables.
  for (size_t i = 0; i < std::min(params.size(), args.size()); ++i) (void)checker.Find(params[i], args[i]);
  auto misfit = checker.Find(relax->ret_type, result, "result");
  return misfit ? Status(Misfitting(misfit->place, *misfit)) : Done{};
}

std::string KindText(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) {
    if (tensor->tensor.empty_handle()) return "no tensor";
    return fmt::format("{}[{}]", DTypeName(tensor->tensor.dtype()), fmt::join(tensor->tensor.shape(), ", "));
  }
  if (const auto* shape = value.As<ShapeValue>()) return fmt::format("shape[{}]", fmt::join(shape->dims, ", "));
  if (const auto* prim = value.As<PrimValue>()) return DTypeName(prim->scalar.dtype);
  if (const auto* tuple = value.As<TupleValue>()) return fmt::format("tuple of {}", tuple->fields.size());
  return std::string(KindOf(value));
}

std::string KindText(const Param& param) {
  return param.buffer == nullptr ? TypeText(param.type)
                                 : TensorText(param.buffer->dtype, DimTexts(param.buffer->shape));
}

}  // namespace assay
