#include "vm/reference/type_match.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/context.h"
#include "ir/support/plural.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "vm/scalar_ops.h"

namespace assay {
namespace {

// Tuples nest no deeper than their types, which readers and generators cap. Null of what has no type of its own.
// recursion: types nest no deeper than the reader lets them
const Type* TypeOf(Context& ctx, const Value& value) {
  std::vector<const Expr*> dims;
  if (const auto* tensor = value.As<TensorValue>()) {
    for (int64_t extent : tensor->tensor.shape()) dims.push_back(MakeInt(ctx, extent));
    return MakeTensorType(ctx, dims, tensor->tensor.dtype());
  }
  if (const auto* shape = value.As<ShapeValue>()) {
    for (int64_t extent : shape->dims) dims.push_back(MakeInt(ctx, extent));
    return MakeShapeType(ctx, dims);
  }
  if (const auto* prim = value.As<PrimValue>()) return ctx.Prim(prim->scalar.dtype);
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return nullptr;
  std::vector<const Type*> fields;
  for (const Value& field : tuple->fields) {
    fields.push_back(TypeOf(ctx, field));
    if (fields.back() == nullptr) return nullptr;
  }
  return MakeTupleType(ctx, fields);
}

}  // namespace

std::string TypeText(const Type* type, const ValueMap& env) {
  std::string text = PrintType(type);
  std::string_view before = " where ";
  for (const Var* var : VarsIn(type)) {
    std::optional<int64_t> value = EvalDim(var, env);
    if (!value) continue;
    text += fmt::format("{}{} = {}", before, var->name.text(), *value);
    before = ", ";
  }
  return text;
}

std::string TypeText(const Value& value) {
  Context ctx;
  const Type* type = TypeOf(ctx, value);
  return type == nullptr ? fmt::format("a {}", KindOf(value)) : PrintType(type);
}

std::optional<int64_t> EvalDim(const Expr* dim, const ValueMap& env) {
  if (const auto* imm = As<IntImm>(dim)) return imm->value;
  auto lookup = [&](const Var* var) -> std::optional<Scalar> {
    auto found = env.find(var);
    const auto* prim = found == env.end() ? nullptr : found->second.As<PrimValue>();
    return prim == nullptr ? std::nullopt : std::optional(prim->scalar);
  };
  ScalarOutcome outcome = EvalScalar(dim, lookup);
  const auto* scalar = std::get_if<Scalar>(&outcome);
  return scalar == nullptr ? std::nullopt : std::optional(scalar->AsInt());
}

Trap TypeMatcher::Mismatch(SourceSpan span, std::string message) const {
  return MakeTrap(kind_, std::move(message), span);
}

std::optional<Trap> TypeMatcher::Match(const Type* type, const Value& value, SourceSpan span) {
  if (const auto* tensor = As<TensorType>(type)) return MatchTensor(*tensor, value, span);
  if (const auto* shape = As<ShapeType>(type)) return MatchShape(*shape, value, span);
  if (const auto* tuple = As<TupleType>(type)) return MatchTuple(*tuple, value, span);
  if (const auto* prim = As<PrimType>(type)) {
    const auto* scalar = value.As<PrimValue>();
    if (scalar == nullptr || scalar->scalar.dtype != prim->dtype) {
      return Mismatch(span, fmt::format("expected a scalar of {}, got a {}", DTypeName(prim->dtype), KindOf(value)));
    }
  } else if (Is<FuncType>(type) && value.As<ObjectValue>() == nullptr) {
    return Mismatch(span, fmt::format("expected a function, got a {}", KindOf(value)));
  }
  return std::nullopt;
}

std::optional<Trap> TypeMatcher::MatchTensor(const TensorType& type, const Value& value, SourceSpan span) {
  const auto* tensor = value.As<TensorValue>();
  if (tensor == nullptr) return Mismatch(span, fmt::format("expected a tensor, got a {}", KindOf(value)));
  if (!type.dtype.IsVoid() && type.dtype != tensor->tensor.dtype()) {
    return Mismatch(span, fmt::format("expected a tensor of {}, got one of {}", DTypeName(type.dtype),
                                      DTypeName(tensor->tensor.dtype())));
  }
  if (type.rank != kUnknownRank && type.rank != tensor->tensor.rank()) {
    return Mismatch(span, fmt::format("expected a tensor of rank {}, got rank {}", type.rank, tensor->tensor.rank()));
  }
  if (const auto* shape = As<ShapeExpr>(type.shape)) return MatchDims(shape->values, tensor->tensor.shape(), span);
  const auto* named = As<Var>(type.shape);
  auto known = named == nullptr ? env_.end() : env_.find(named);
  const auto* extents = known == env_.end() ? nullptr : known->second.As<ShapeValue>();
  return extents == nullptr ? std::nullopt : MatchExtents(extents->dims, tensor->tensor.shape(), span);
}

// Against a shape that is a variable.
std::optional<Trap> TypeMatcher::MatchExtents(std::span<const int64_t> known, std::span<const int64_t> extents,
                                              SourceSpan span) const {
  if (known.size() != extents.size())
    return Mismatch(span, fmt::format("expected {}, got {}", Counted(known.size(), "dimension"), extents.size()));
  for (size_t i = 0; i < known.size(); ++i) {
    if (known[i] != extents[i] && !(accept_unknown_ && known[i] == -1)) return WrongExtent(span, known[i], extents[i]);
  }
  return std::nullopt;
}

std::optional<Trap> TypeMatcher::MatchShape(const ShapeType& type, const Value& value, SourceSpan span) {
  const auto* shape = value.As<ShapeValue>();
  if (shape == nullptr) return Mismatch(span, fmt::format("expected a shape, got a {}", KindOf(value)));
  if (type.rank != kUnknownRank && type.rank != static_cast<int>(shape->dims.size())) {
    return Mismatch(span, fmt::format("expected a shape of {}, got {}",
                                      Counted(static_cast<uint64_t>(type.rank), "dimension"), shape->dims.size()));
  }
  return type.has_values ? MatchDims(type.values, shape->dims, span) : std::nullopt;
}

// recursion: types nest no deeper than the reader lets them
std::optional<Trap> TypeMatcher::MatchTuple(const TupleType& type, const Value& value, SourceSpan span) {
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr || tuple->fields.size() != type.fields.size()) {
    return Mismatch(span, fmt::format("expected a tuple of {}", Counted(type.fields.size(), "field")));
  }
  for (size_t i = 0; i < type.fields.size(); ++i) {
    if (auto trap = Match(type.fields[i], tuple->fields[i], span)) return trap;
  }
  return std::nullopt;
}

std::optional<Trap> TypeMatcher::MatchDims(Nodes<Expr> dims, std::span<const int64_t> extents, SourceSpan span) {
  if (dims.size() != extents.size()) {
    return Mismatch(span, fmt::format("expected {}, got {}", Counted(dims.size(), "dimension"), extents.size()));
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    if (auto trap = MatchDim(dims[i], extents[i], span)) return trap;
  }
  return std::nullopt;
}

std::optional<Trap> TypeMatcher::MatchDim(const Expr* dim, int64_t extent, SourceSpan span) {
  const auto* var = As<Var>(dim);
  if (var != nullptr && !env_.contains(var)) {
    env_.emplace(var, Value{PrimValue{Scalar::Int(DTypeOf(var), extent)}});
    return std::nullopt;
  }
  if (var == nullptr && !Is<IntImm>(dim)) {
    pending_.push_back({dim, extent, span});
    return std::nullopt;
  }
  std::optional<int64_t> known = EvalDim(dim, env_);
  if (known == extent || (accept_unknown_ && known == -1)) return std::nullopt;
  return WrongExtent(span, known.value_or(-1), extent);
}

// No value has a negative extent: the program's sizes do not fit each other, which no type can help.
Trap TypeMatcher::WrongExtent(SourceSpan span, int64_t known, int64_t extent) const {
  if (accept_unknown_ && known < -1)
    return MakeTrap(TrapKind::kShapeMismatch, fmt::format("an extent comes out as {}", known), span);
  return Mismatch(span, fmt::format("expected an extent of {}, got {}", known, extent));
}

std::optional<Trap> TypeMatcher::Finish() {
  for (const Pending& pending : pending_) {
    std::optional<int64_t> known = EvalDim(pending.dim, env_);
    if (!known || *known == pending.extent) continue;
    return WrongExtent(pending.span, *known, pending.extent);
  }
  pending_.clear();
  return std::nullopt;
}

}  // namespace assay
