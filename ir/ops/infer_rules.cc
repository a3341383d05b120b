#include "ir/ops/infer_rules.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "ir/arith/dim_binary.h"
#include "ir/equal.h"
#include "ir/ops/term.h"
#include "ir/prim/literals.h"

namespace assay {

Diag WrongOperand(const InferIn& in, size_t i, std::string_view wanted) {
  std::string message =
      fmt::format("{}: expected {}, got {}", SpecOf(&in.call)->name, wanted, FactText(in.call, fact::Arg{i}));
  return {DiagKind::kTypeMismatch, in.call.span, std::move(message), "op.operand", {}};
}

Diag BrokenBy(const InferIn& in, int number, std::string_view what) {
  const OpSpec* row = SpecOf(&in.call);
  ASSAY_CHECK(row != nullptr && number >= 1 && static_cast<size_t>(number) <= row->preconditions.size());
  std::string label(row->preconditions[static_cast<size_t>(number - 1)].label);
  return {DiagKind::kPrecondition, in.call.span, fmt::format("{}: {}", row->name, what), std::move(label), {}};
}
std::string GotText(const std::vector<std::string>& facts) { return fmt::format("{}", fmt::join(facts, ", ")); }

namespace {
thread_local AssumedExtents* assumed = nullptr;
}  // namespace
AssumedExtents::AssumedExtents() : before_(assumed) { assumed = this; }
AssumedExtents::~AssumedExtents() { assumed = before_; }

bool ExtentsDiffer(const InferIn& in, const Expr* a, const Expr* b) {
  if (ProveUnequal(in.ctx, a, b)) return true;
  if (assumed != nullptr && !ProveEqual(in.ctx, a, b)) assumed->pairs.emplace_back(a, b);
  return false;
}
bool ExtentsDifferAndNoneIsOne(const InferIn& in, const Expr* own, const Expr* wanted) {
  const IntImm* number = AsInt(own);
  if (number != nullptr) return number->value != 1 && ExtentsDiffer(in, own, wanted);
  if (ProveUnequal(in.ctx, own, wanted)) return true;
  bool open = assumed != nullptr && !ProveEqual(in.ctx, own, wanted);
  if (open)
    assumed->pairs.emplace_back(SelectOf(Term(in.ctx, own) == 1, Term(in.ctx, wanted), Term(in.ctx, own)).expr(),
                                wanted);
  return false;
}

Diag BadAxis(const InferIn& in, int number, std::string_view attr, int rank, size_t of) {
  return Broken(in, number, fmt::format("{} in [{}, {})", attr, -rank, rank), fact::Attr{attr}, fact::Arg{of});
}

Result<const TensorType*> TensorArg(const InferIn& in, size_t i) {
  if (i >= in.call.args.size()) return WrongOperand(in, i, "a tensor");
  const auto* type = As<TensorType>(in.call.args[i]->type);
  if (type == nullptr) return WrongOperand(in, i, "a tensor");
  return type;
}

Result<std::vector<const TensorType*>> TensorTupleArg(const InferIn& in, size_t i) {
  if (i >= in.call.args.size()) return WrongOperand(in, i, "a tensor");
  const auto* tuple = As<TupleType>(in.call.args[i]->type);
  if (tuple == nullptr) return WrongOperand(in, i, "a tuple of tensors");
  std::vector<const TensorType*> fields;
  for (const Type* field : tuple->fields) {
    fields.push_back(As<TensorType>(field));
    if (fields.back() == nullptr) return WrongOperand(in, i, "a tuple of tensors");
  }
  return fields;
}

std::optional<Dims> DimsOfShape(const Expr* shape) {
  if (shape == nullptr) return std::nullopt;
  if (const auto* dims = As<ShapeExpr>(shape)) return Dims(dims->values.begin(), dims->values.end());
  const auto* type = As<ShapeType>(shape->type);
  if (type == nullptr || !type->has_values) return std::nullopt;
  return Dims(type->values.begin(), type->values.end());
}

std::optional<Dims> DimsOf(const TensorType* type) { return DimsOfShape(type->shape); }

const TensorType* WithDType(Context& ctx, const TensorType* type, DType dtype) {
  if (type->dtype == dtype) return type;
  auto* copy = ctx.arena.New<TensorType>(*type);
  copy->dtype = dtype;
  return copy;
}

bool SameVDevice(const VDevice* a, const VDevice* b) { return Equal(a, b); }

bool IsTvmFloat(DType dtype) { return dtype.code == DTypeCode::kFloat || dtype.code == DTypeCode::kBFloat; }

Result<DType> JoinDTypes(const InferIn& in, int number, const TensorType* a, const TensorType* b, size_t second) {
  if (a->dtype.IsVoid() || b->dtype.IsVoid()) return DType::Void();
  if (a->dtype != b->dtype && !a->dtype.IsBool() && !b->dtype.IsBool()) {
    return Differ(in, number, "dtypes", fact::Arg{0}, fact::Arg{second});
  }
  return a->dtype;
}

Broadcast2 BroadcastDims(Context& ctx, const Dims& a, const Dims& b) {
  const Dims& longer = a.size() > b.size() ? a : b;
  size_t common = std::min(a.size(), b.size());
  Broadcast2 out;
  out.dims.assign(longer.begin(), longer.end() - static_cast<std::ptrdiff_t>(common));
  out.dims.resize(longer.size());
  for (size_t i = 1; i <= common; ++i) {
    const Expr* left = a[a.size() - i];
    const Expr* right = b[b.size() - i];
    const IntImm* left_value = AsInt(left);
    const IntImm* right_value = AsInt(right);
    const Expr*& dim = out.dims[out.dims.size() - i];
    if (left_value != nullptr && left_value->value == 1) {
      dim = right;
    } else if ((right_value != nullptr && right_value->value == 1) || ProveEqual(ctx, left, right)) {
      dim = left;
    } else if (left_value != nullptr && right_value != nullptr) {
      return {Broadcast2::Answer::kConflict, {}, static_cast<int>(i)};
    } else {
      return {};
    }
  }
  out.answer = Broadcast2::Answer::kKnown;
  return out;
}

std::optional<int> NormalizeAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Result<std::vector<int>> NormalizeAxes(const InferIn& in, int number, const std::vector<int64_t>& axes, int rank) {
  std::vector<int> out;
  for (int64_t axis : axes) {
    std::optional<int> normal = NormalizeAxis(axis, rank);
    if (!normal)
      return Broken(in, number, fmt::format("axes in [{}, {})", -rank, rank), fact::Value{"axis", axis}, fact::Arg{0});
    if (std::find(out.begin(), out.end(), *normal) != out.end()) {
      return Broken(in, number, "each axis once", fact::Value{"repeated axis", axis}, fact::Arg{0});
    }
    out.push_back(*normal);
  }
  return out;
}

const Expr* PlainProduct(Context& ctx, const Dims& dims) {
  const Expr* product = MakeInt(ctx, 1);
  for (const Expr* dim : dims) {
    bool folds = (Is<IntImm>(product) && Is<IntImm>(dim)) || IsLiteralInt(product, 0) || IsLiteralInt(dim, 0);
    if (IsLiteralInt(product, 1)) {
      product = dim;
    } else if (!IsLiteralInt(dim, 1)) {
      product = folds ? MulDims(ctx, product, dim) : DimBinary(ctx, NodeKind::kMul, product, dim);
    }
  }
  return product;
}

}  // namespace assay
