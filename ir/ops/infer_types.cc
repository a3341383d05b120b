// The lattice of types: joins, subtype tests, and erasing variables that are out of scope; rule by rule as TVM's
// relax/analysis. Depth of types is capped by the parser.
#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/support/fault.h"
#include "ir/walk.h"

namespace assay {
namespace {

using Answer = SubtypeAnswer;

bool ProveSameDims(Context& ctx, Nodes<Expr> a, Nodes<Expr> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Expr* x, const Expr* y) { return ProveEqual(ctx, x, y); });
}

bool ProveSameShape(Context& ctx, const Expr* a, const Expr* b) {
  if (a == b) return true;
  const auto* left = As<ShapeExpr>(a);
  const auto* right = As<ShapeExpr>(b);
  return left != nullptr && right != nullptr && ProveSameDims(ctx, left->values, right->values);
}

// ---- subtypes

class Matcher {
 public:
  // With `bound`, the left side is a parameter whose variables are bound.
  Matcher(Context& ctx, VarMap* bound) : ctx_(ctx), bound_(bound) {}

  // recursion: types nest no deeper than the reader lets them
  Answer Match(const Type* base, const Type* derived) {
    if (bound_ == nullptr && base == derived) return Answer::kAlways;
    // A result type that is not given holds anything.
    if (base == nullptr || derived == nullptr)
      return base == derived || base == nullptr ? Answer::kAlways : Answer::kNeedsCast;
    if (Is<ObjectType>(base)) return Answer::kAlways;
    if (base->kind != derived->kind) return Is<ObjectType>(derived) ? Answer::kNeedsCast : Answer::kNever;
    if (const auto* prim = As<PrimType>(base)) {
      return prim->dtype == As<PrimType>(derived)->dtype ? Answer::kAlways : Answer::kNever;
    }
    if (const auto* shape = As<ShapeType>(base)) return MatchShape(*shape, *As<ShapeType>(derived));
    if (const auto* tensor = As<TensorType>(base)) return MatchTensor(*tensor, *As<TensorType>(derived));
    if (const auto* mesh = As<DTensorType>(base)) return MatchDistributed(*mesh, *As<DTensorType>(derived));
    if (const auto* tuple = As<TupleType>(base)) return MatchAll(tuple->fields, As<TupleType>(derived)->fields);
    if (const auto* func = As<FuncType>(base)) return MatchFunc(*func, *As<FuncType>(derived));
    return Equal(base, derived) ? Answer::kAlways : Answer::kNever;
  }

 private:
  Answer MatchShape(const ShapeType& base, const ShapeType& derived) {
    if (base.rank == kUnknownRank) return Answer::kAlways;
    if (base.rank != derived.rank) return derived.rank == kUnknownRank ? Answer::kNeedsCast : Answer::kNever;
    if (!base.has_values) return Answer::kAlways;
    return derived.has_values ? MatchDims(base.values, derived.values) : Answer::kMaybe;
  }

  Answer MatchTensor(const TensorType& base, const TensorType& derived) {
    if (!base.dtype.IsVoid() && base.dtype != derived.dtype) {
      return derived.dtype.IsVoid() ? Answer::kNeedsCast : Answer::kNever;
    }
    if (base.rank != kUnknownRank && base.rank != derived.rank) {
      return derived.rank == kUnknownRank ? Answer::kNeedsCast : Answer::kNever;
    }
    Answer device = MatchDevice(base.vdevice, derived.vdevice);
    if (device != Answer::kAlways) return device;
    if (base.shape == nullptr) return Answer::kAlways;
    if (derived.shape == nullptr) return Answer::kMaybe;
    return MatchTensorShape(base.shape, derived.shape);
  }

  Answer MatchDistributed(const DTensorType& base, const DTensorType& derived) {
    bool same = Equal(base.mesh, derived.mesh) && base.placement == derived.placement;
    return std::min(MatchTensor(*base.tensor, *derived.tensor), same ? Answer::kAlways : Answer::kNeedsCast);
  }

  static Answer MatchDevice(const VDevice* base, const VDevice* derived) {
    if (base == nullptr) return Answer::kAlways;
    if (derived == nullptr || (base->target != nullptr && derived->target == nullptr)) return Answer::kNeedsCast;
    return base->target == nullptr || SameVDevice(base, derived) ? Answer::kAlways : Answer::kNever;
  }

  Answer MatchTensorShape(const Expr* base, const Expr* derived) {
    if (bound_ == nullptr && base == derived) return Answer::kAlways;
    if (const auto* var = As<Var>(base); var != nullptr && bound_ != nullptr) {
      auto [found, fresh] = bound_->emplace(var, derived);
      return fresh || ProveSameShape(ctx_, found->second, derived) ? Answer::kAlways : Answer::kMaybe;
    }
    const auto* left = As<ShapeExpr>(base);
    const auto* right = As<ShapeExpr>(derived);
    return left == nullptr || right == nullptr ? Answer::kMaybe : MatchDims(left->values, right->values);
  }

  Answer MatchDims(Nodes<Expr> base, Nodes<Expr> derived) {
    if (base.size() != derived.size()) return Answer::kNever;
    Answer all = Answer::kAlways;
    for (size_t i = 0; i < base.size(); ++i) all = std::min(all, MatchDim(base[i], derived[i]));
    return all;
  }

  Answer MatchDim(const Expr* base, const Expr* derived) {
    if (const auto* var = As<Var>(base); var != nullptr && bound_ != nullptr) {
      auto [found, fresh] = bound_->emplace(var, derived);
      return fresh || ProveEqual(ctx_, found->second, derived) ? Answer::kAlways : Answer::kMaybe;
    }
    if (AsInt(base) != nullptr && AsInt(derived) != nullptr) {
      return AsInt(base)->value == AsInt(derived)->value ? Answer::kAlways : Answer::kNever;
    }
    return ProveEqual(ctx_, base, derived) ? Answer::kAlways : Answer::kMaybe;
  }

  Answer MatchAll(Nodes<Type> base, Nodes<Type> derived) {
    if (base.size() != derived.size()) return Answer::kNever;
    Answer all = Answer::kAlways;
    for (size_t i = 0; i < base.size(); ++i) all = std::min(all, Match(base[i], derived[i]));
    return all;
  }

  Answer MatchFunc(const FuncType& base, const FuncType& derived) {
    if (base.purity && !derived.purity) return Answer::kNever;
    if (!base.has_params) {
      if (!base.derive.empty()) return base.derive == derived.derive ? Answer::kAlways : Answer::kMaybe;
      return base.result == nullptr || derived.result == nullptr ? Answer::kMaybe : Match(base.result, derived.result);
    }
    if (!derived.has_params) return Answer::kMaybe;
    if (Equal(&base, &derived)) return Answer::kAlways;
    // Variables in the signature of a function parameter are that function's own: nothing is bound by them.
    Matcher inner(ctx_, nullptr);
    Answer params = inner.MatchAll(base.params, derived.params);
    if (params == Answer::kNeedsCast) params = Answer::kMaybe;
    return std::min(params, Match(base.result, derived.result));
  }

  Context& ctx_;
  VarMap* bound_;
};

// ---- joins

const Type* JoinShapes(Context& ctx, const ShapeType* a, const ShapeType& b) {
  bool comparable = a->rank == b.rank && a->has_values && b.has_values;
  if (comparable && (FaultOn(Fault::if_join_keeps_one_branch_value) || ProveSameDims(ctx, a->values, b.values)))
    return a;
  int rank = a->rank == b.rank ? a->rank : kUnknownRank;
  return !a->has_values && a->rank == rank ? a : MakeShapeTypeOfRank(ctx, rank);
}

const Type* JoinTensors(Context& ctx, const TensorType* a, const TensorType& b) {
  DType dtype = a->dtype == b.dtype ? a->dtype : DType::Void();
  const VDevice* device = a->vdevice != nullptr && SameVDevice(a->vdevice, b.vdevice) ? a->vdevice : nullptr;
  bool same_shape =
      a->rank == b.rank && a->shape != nullptr && b.shape != nullptr && ProveSameShape(ctx, a->shape, b.shape);
  if (same_shape) {
    return a->dtype == dtype && a->vdevice == device ? a : MakeTensorType(ctx, a->shape, dtype, device);
  }
  return MakeTensorTypeOfRank(ctx, a->rank == b.rank ? a->rank : kUnknownRank, dtype, device);
}

std::vector<const Type*> JoinAll(Context& ctx, Nodes<Type> a, Nodes<Type> b) {
  std::vector<const Type*> joined;
  for (size_t i = 0; i < a.size(); ++i) joined.push_back(JoinTypes(ctx, a[i], b[i]));
  return joined;
}

const Type* OpaqueFunction(Context& ctx, const Type* result, bool purity) {
  auto* type = ctx.arena.New<FuncType>();
  type->result = result;
  type->purity = purity;
  return type;
}

const Type* JoinFunctions(Context& ctx, const FuncType* a, const FuncType& b) {
  bool purity = a->purity && b.purity;
  if (!a->derive.empty()) return a->derive == b.derive ? a : OpaqueFunction(ctx, ctx.Object(), purity);
  if (Equal(a, &b)) return a;
  bool known = a->result != nullptr && b.result != nullptr;
  const Type* result = known ? JoinTypes(ctx, a->result, b.result) : ctx.Object();
  if (!a->has_params || !b.has_params || a->params.size() != b.params.size())
    return OpaqueFunction(ctx, result, purity);
  return MakeFuncType(ctx, JoinAll(ctx, a->params, b.params), result, purity);
}

// ---- erasing

class Eraser {
 public:
  Eraser(Context& ctx, const VarMap& bound) : ctx_(ctx), bound_(bound) {}

  // recursion: types nest no deeper than the reader lets them
  const Type* Erase(const Type* type) {
    if (const auto* shape = As<ShapeType>(type)) return EraseShape(shape);
    if (const auto* tensor = As<TensorType>(type)) return EraseTensor(tensor);
    if (const auto* distributed = As<DTensorType>(type)) return EraseDistributed(distributed);
    const auto* tuple = As<TupleType>(type);
    if (tuple == nullptr) return type;
    std::vector<const Type*> fields;
    for (const Type* field : tuple->fields) fields.push_back(Erase(field));
    bool same = std::equal(fields.begin(), fields.end(), tuple->fields.begin());
    return same ? tuple : MakeTupleType(ctx_, fields);
  }

 private:
  // Nothing when a variable is unbound; `changed` tells whether any was replaced.
  std::optional<Dims> EraseDims(Nodes<Expr> dims, bool& changed) {
    Dims out;
    for (const Expr* dim : dims) {
      for (const Var* var : VarsIn(dim)) {
        if (!bound_.contains(var)) return std::nullopt;
      }
      const Expr* replaced = SubstituteIn(ctx_, dim, bound_);
      if (const auto* imm = AsInt(replaced); imm != nullptr && DTypeOf(imm) != DType::Int(64)) {
        replaced = MakeInt(ctx_, imm->value);
      }
      out.push_back(replaced == dim ? dim : Simplify(ctx_, replaced));
      changed |= out.back() != dim;
    }
    return out;
  }

  const Type* EraseShape(const ShapeType* type) {
    if (!type->has_values) return type;
    bool changed = false;
    std::optional<Dims> dims = EraseDims(type->values, changed);
    if (!dims) return MakeShapeTypeOfRank(ctx_, type->rank);
    return changed ? MakeShapeType(ctx_, *dims) : type;
  }

  const Type* EraseDistributed(const DTensorType* type) {
    const Type* tensor = EraseTensor(type->tensor);
    if (tensor == type->tensor) return type;
    auto* erased = ctx_.arena.New<DTensorType>(*type);
    erased->tensor = As<TensorType>(tensor);
    return erased;
  }

  const Type* EraseTensor(const TensorType* type) {
    if (type->shape == nullptr) return type;
    if (const auto* var = As<Var>(type->shape)) {
      auto found = bound_.find(var);
      if (found == bound_.end()) return MakeTensorTypeOfRank(ctx_, type->rank, type->dtype, type->vdevice);
      return found->second == var ? type : MakeTensorType(ctx_, found->second, type->dtype, type->vdevice);
    }
    bool changed = false;
    std::optional<Dims> dims = EraseDims(As<ShapeExpr>(type->shape)->values, changed);
    if (!dims) return MakeTensorTypeOfRank(ctx_, type->rank, type->dtype, type->vdevice);
    return changed ? MakeTensorType(ctx_, *dims, type->dtype, type->vdevice) : type;
  }

  Context& ctx_;
  const VarMap& bound_;
};

}  // namespace

// recursion: types nest no deeper than the reader lets them
const Type* JoinTypes(Context& ctx, const Type* a, const Type* b) {
  if (a == b || Is<ObjectType>(a)) return a;
  if (a->kind != b->kind) return ctx.Object();
  if (const auto* shape = As<ShapeType>(a)) return JoinShapes(ctx, shape, *As<ShapeType>(b));
  if (const auto* tensor = As<TensorType>(a)) return JoinTensors(ctx, tensor, *As<TensorType>(b));
  if (const auto* func = As<FuncType>(a)) return JoinFunctions(ctx, func, *As<FuncType>(b));
  const auto* tuple = As<TupleType>(a);
  if (tuple == nullptr) return Equal(a, b) ? a : ctx.Object();
  Nodes<Type> others = As<TupleType>(b)->fields;
  if (tuple->fields.size() != others.size()) return ctx.Object();
  std::vector<const Type*> fields = JoinAll(ctx, tuple->fields, others);
  return std::equal(fields.begin(), fields.end(), tuple->fields.begin()) ? a : MakeTupleType(ctx, fields);
}

SubtypeAnswer IsSubtype(Context& ctx, const Type* base, const Type* derived) {
  return Matcher(ctx, nullptr).Match(base, derived);
}

SubtypeAnswer MatchParam(Context& ctx, const Type* param, const Type* arg, VarMap& bound) {
  return Matcher(ctx, &bound).Match(param, arg);
}

const Type* EraseWith(Context& ctx, const Type* type, const VarMap& bound) { return Eraser(ctx, bound).Erase(type); }

const Type* EraseVars(Context& ctx, const Type* type, const std::vector<const Var*>& visible) {
  VarMap same;
  // A shape that has a name of its own is never kept, as for TVM (EraseToWellDefinedInScope).
  for (const Var* var : visible) {
    if (Is<PrimType>(var->type)) same.emplace(var, var);
  }
  return EraseWith(ctx, type, same);
}

const Type* RefinedResult(Context& ctx, const Type* written, const Type* body, const std::vector<const Var*>& bound) {
  if (body == nullptr) return written;
  const Type* known = EraseVars(ctx, body, bound);
  bool says_as_much = written == nullptr || IsSubtype(ctx, written, known) == SubtypeAnswer::kAlways;
  return says_as_much ? known : written;
}

namespace {

// Types nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
bool HoldsFunctions(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return Is<FuncType>(type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, HoldsFunctions));
}

}  // namespace

bool SaysTheSameOfFunctions(const Type* declared, const Type* inferred) {
  bool alike = declared != nullptr && inferred != nullptr && declared->kind == inferred->kind;
  return alike && HoldsFunctions(inferred) && Equal(declared, inferred);
}

}  // namespace assay
