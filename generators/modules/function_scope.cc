// What a function under construction has at hand: tensors in scope, fresh parameters and constants, dimensions.
#include <algorithm>
#include <array>

#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/tir_expr.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Constants of more elements would make modules unreadable.
constexpr int64_t kMaxConstantElements = 64;

bool HasShapeAndDType(const Type* type) {
  return ShapeListOf(type) != nullptr && !As<TensorType>(type)->dtype.IsVoid();
}

bool Holds(const std::vector<const Var*>& vars, const Expr* e) {
  return std::find(vars.begin(), vars.end(), static_cast<const Node*>(e)) != vars.end();
}

}  // namespace

void FunctionGen::AddToScope(const Expr* value) {
  scope_.push_back({value, value->type, HasShapeAndDType(value->type)});
}

Var* FunctionGen::NewVar(const Type* type) {
  Var* var = ctx().arena.New<Var>();
  var->name = ctx().Intern((frames_.back().is_dataflow ? "lv" : "gv") + std::to_string(next_var_++));
  var->type = type;
  return var;
}

const Var* FunctionGen::EmitBinding(Var* var, const Binding* binding) {
  frames_.back().bindings.push_back(binding);
  frames_.back().vars.push_back(var);
  AddToScope(var);
  return var;
}

const Var* FunctionGen::Emit(const Expr* value) {
  Var* var = NewVar(value->type);
  return EmitBinding(var, MakeBinding(ctx(), var, value));
}

const Expr* FunctionGen::FreshParam(const Type* type) {
  const Var* param = MakeVar(ctx(), "x" + std::to_string(params_.size()), type);
  params_.push_back(param);
  AddToScope(param);
  return param;
}

// Constant expressions and plain symbols are what dimensions mostly are, so those are looked at first.
bool FunctionGen::UsesBodySymbols(const std::vector<const Expr*>& dims) const {
  if (body_symbols_.empty()) return false;
  return std::any_of(dims.begin(), dims.end(), [&](const Expr* dim) {
    if (IsConstantDim(dim) || Holds(symbols_, dim)) return false;
    bool found = false;
    EvalDim(dim, [&](const Var* var) {
      found |= Holds(body_symbols_, var);
      return int64_t{1};
    });
    return found;
  });
}

const Expr* FunctionGen::ZerosOf(const std::vector<const Expr*>& dims, DType dtype) {
  const OpSpec* zeros = FindOp("zeros");
  ASSAY_CHECK(zeros != nullptr, "symbols defined in a body need relax.zeros");
  const Call* call = MakeOpCall(ctx(), *zeros, {MakeShape(ctx(), dims)}, {{"dtype", MakeAttrDType(ctx(), dtype)}});
  Call* typed = ctx().arena.New<Call>(*call);
  typed->type = MakeTensorType(ctx(), dims, dtype);
  return Emit(typed);
}

const Expr* FunctionGen::Fresh(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice) {
  if (!frames_.empty() && UsesBodySymbols(dims)) return ZerosOf(dims, dtype);
  bool constant = std::all_of(dims.begin(), dims.end(), IsConstantDim) && LargestCount(dims) > 0 &&
                  LargestCount(dims) <= kMaxConstantElements;
  // Parameters are always parameters; constants have no device of their own, and a text without elements no shape.
  if (constant && !frames_.empty() && module_.Has(Feature::kConstants) && bytes().Chance(1, 3)) {
    return FreshConstant(dims, dtype);
  }
  return FreshParam(module_.StaticTensorType(dims, dtype, vdevice));
}

bool FunctionGen::Fits(const Entry& entry, const TensorRequest& wish) const {
  if (!entry.ready) return false;
  const auto* type = static_cast<const TensorType*>(entry.type);
  if (type->vdevice != nullptr && type->vdevice != home_ && !any_device_) return false;
  bool dtype_fits = wish.dtype.IsVoid() ? TakesDType(wish.dtypes, type->dtype) : type->dtype == wish.dtype;
  if (!dtype_fits) return false;
  if (wish.has_shape) return SameDims(ShapeListOf(type)->values, wish.shape);
  return type->rank >= wish.min_rank && type->rank <= wish.max_rank;
}

const Expr* FunctionGen::PreferredFor(const TensorRequest& wish) {
  if (preferred_.empty() || bytes().Chance(1, 4)) return nullptr;
  size_t first = bytes().Below(preferred_.size());
  for (size_t i = 0; i < preferred_.size(); ++i) {
    const Expr* value = preferred_[(first + i) % preferred_.size()];
    if (Fits({value, value->type, HasShapeAndDType(value->type)}, wish)) return value;
  }
  return nullptr;
}

const Expr* FunctionGen::Tensor(const TensorRequest& wish) {
  if (const Expr* value = PreferredFor(wish)) return value;
  std::array<const Expr*, 64> fitting;
  size_t count = 0;
  for (size_t i = scope_.size(); i-- > 0 && count < fitting.size();) {
    if (Fits(scope_[i], wish)) fitting[count++] = scope_[i].value;
  }
  if (count != 0 && !bytes().Chance(1, 6)) return fitting[bytes().Below(count)];
  DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
  return Fresh(wish.has_shape ? wish.shape : FreshDims(wish), dtype, home_);
}

const Expr* FunctionGen::ExactTensor(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice) {
  for (size_t i = scope_.size(); i-- > 0;) {
    if (!scope_[i].ready) continue;
    const auto* type = static_cast<const TensorType*>(scope_[i].type);
    if (type->dtype == dtype && type->vdevice == vdevice && SameDims(ShapeListOf(type)->values, dims)) {
      return scope_[i].value;
    }
  }
  if (!frames_.empty() && UsesBodySymbols(dims)) return ZerosOf(dims, dtype);
  return FreshParam(module_.StaticTensorType(dims, dtype, vdevice));
}

// Often the shape of something in scope, so that tensors fit each other.
std::vector<const Expr*> FunctionGen::FreshDims(const TensorRequest& wish) {
  if (!scope_.empty() && bytes().Chance(1, 2)) {
    const Entry& entry = bytes().Pick(scope_);
    const ShapeExpr* shape = ShapeListOf(entry.type);
    int rank = shape == nullptr ? -1 : static_cast<int>(shape->values.size());
    if (rank >= wish.min_rank && rank <= wish.max_rank) return {shape->values.begin(), shape->values.end()};
  }
  int reach = std::max(wish.min_rank, std::min(wish.max_rank, module_.plan.options->max_rank));
  int rank = wish.min_rank + static_cast<int>(bytes().Below(static_cast<uint64_t>(reach - wish.min_rank + 1)));
  std::vector<const Expr*> dims;
  for (int i = 0; i < rank; ++i) dims.push_back(Dim());
  for (size_t i = 0; LargestCount(dims) > module_.plan.options->max_elements / 4 && i < dims.size(); ++i) {
    dims[i] = MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(2)));
  }
  return dims;
}

const Expr* FunctionGen::SmallDim() {
  bool empty = module_.Has(Feature::kEmpty) && sizes_ != Sizes::kSymbolic && bytes().Chance(1, 5);
  return empty ? MakeInt(ctx(), 0) : PositiveDim();
}

const Expr* FunctionGen::PositiveDim() {
  bool symbolic = !symbols_.empty() && sizes_ != Sizes::kConstant;
  if (symbolic && (sizes_ == Sizes::kSymbolic || bytes().Chance(1, 2))) return bytes().Pick(symbols_);
  if (bytes().Chance(1, 8)) return MakeInt(ctx(), 1);
  return MakeInt(ctx(), bytes().Pick(module_.plan.extents));
}

const Expr* FunctionGen::Dim() {
  const Expr* dim = SmallDim();
  return IsConstantDim(dim) || !bytes().Chance(1, 4) ? dim : KnownDim(ComputedOf(dim));
}

// The same size, chosen by what need not be known.
const Expr* FunctionGen::KnownDim(const Expr* dim) {
  std::vector<Axis> axes;
  for (const Var* symbol : symbols_) axes.push_back({symbol, symbol, false});
  std::vector<const Buffer*> none;
  const Expr* known = TirExpr(module_, none, axes, DType::Int(64)).Known(dim);
  bool plain = true;
  // Relax has no names within scalars, and no passes compute a size by functions of numbers.
  WalkBeforeChildren(known, [&](const Node* node) {
    plain &= !Is<Let>(node) && !Is<Call>(node);
    return plain;
  });
  return plain ? known : dim;
}

const Expr* FunctionGen::ComputedOf(const Expr* dim) {
  switch (bytes().Below(4)) {
    case 0: return MakeBinary(ctx(), NodeKind::kAdd, dim, MakeInt(ctx(), 1));
    case 1: return MakeBinary(ctx(), NodeKind::kMul, dim, MakeInt(ctx(), 2));
    case 2: return MakeBinary(ctx(), NodeKind::kMul, symbols_.front(), symbols_.back());
    default:
      // TVM 0.26 gives a variable whose type says n + n another one beside it, which it then does not find.
      if (symbols_.size() == 1) return MakeBinary(ctx(), NodeKind::kMul, symbols_.front(), MakeInt(ctx(), 2));
      return MakeBinary(ctx(), NodeKind::kAdd, symbols_.front(), symbols_.back());
  }
}

DType FunctionGen::PickDType(DTypeSet set) { return module_.plan.PickDType(bytes(), set); }

const VDevice* FunctionGen::Device() { return module_.devices.empty() ? nullptr : bytes().Pick(module_.devices); }

const FunctionGen::Entry* FunctionGen::PickEntry(bool (*wanted)(const Entry&)) {
  std::array<const Entry*, 64> fitting;
  size_t count = 0;
  for (size_t i = scope_.size(); i-- > 0 && count < fitting.size();) {
    if (wanted(scope_[i])) fitting[count++] = &scope_[i];
  }
  return count == 0 ? nullptr : fitting[bytes().Below(count)];
}

}  // namespace assay
