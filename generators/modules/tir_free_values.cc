#include "generators/modules/tir_free_values.h"

#include <array>

#include "generators/modules/tir_affine.h"
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};

}  // namespace

const Expr* FreeValues::Value(DType dtype) {
  std::vector<Axis> axes = scope_.Axes();
  return TirExpr(scope_.module, scope_.readable, axes, scope_.index)
      .Value(dtype, 1 + static_cast<int>(bytes().Below(2)));
}

const Expr* FreeValues::Wide(DType dtype, int lanes) {
  std::vector<Axis> axes = scope_.Axes();
  return TirExpr(scope_.module, scope_.readable, axes, scope_.index)
      .Vector(dtype, lanes, 1 + static_cast<int>(bytes().Below(2)));
}

const Expr* FreeValues::Known(int64_t number) {
  std::vector<Axis> axes = scope_.Axes();
  std::vector<const Buffer*> none;
  return TirExpr(scope_.module, none, axes, scope_.index).Known(Int(number));
}

const Expr* FreeValues::BehindAGuard() {
  std::vector<Axis> axes = scope_.Axes();
  return TirExpr(scope_.module, scope_.readable, axes, scope_.index).Guarded(1);
}

// The value beside what the element holds: how often it is stored shows.
const Expr* FreeValues::WithOwn(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* value) {
  std::vector<const Expr*> again;
  for (const Expr* index : indices) again.push_back(FreshCopy(ctx(), index));
  const Expr* own = MakeLoad(ctx(), buffer, again);
  if (buffer->dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, own, value);
  return MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kSub, own, value);
}

// Whether an element of `held` is less, … than the one of `next` at its place; without that, than what else is there.
const Expr* FreeValues::LooksAt(const Buffer* held, const Buffer* next) {
  std::vector<const Expr*> at = FreeForms(scope_).Indices(held), also;
  for (const Expr* index : at) also.push_back(FreshCopy(ctx(), index));
  const Expr* element = MakeLoad(ctx(), held, at);
  const Expr* other = next == nullptr ? Value(held->dtype) : MakeLoad(ctx(), next, also);
  if (held->dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, element, other);
  return MakeBinary(ctx(), bytes().Pick(kOrders), element, other);
}

// 0 or 1, by what is there; `most` is at least 1.
FreeValues::Ranged FreeValues::NumberOf(const Expr* condition, int64_t most) {
  return bytes().Chance(1, 2)
             ? Ranged{MakeCast(ctx(), scope_.index, condition), 0, 1}
             : Ranged{MakeIntrinsic(ctx(), IntrinsicId::if_then_else, scope_.index, {condition, Int(0), Int(most)}), 0,
                      most};
}

const Expr* FreeValues::InDType(const Expr* number, DType dtype) {
  if (dtype.IsBool() && Is<IntImm>(number)) return MakeBool(ctx(), As<IntImm>(number)->value > 1);
  if (dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kGT, number, Int(1));
  return dtype == scope_.index ? number : MakeCast(ctx(), dtype, number);
}

FreeValues::Element FreeValues::Carried() {
  const Buffer* target = scope_.writable[0];
  std::vector<const Expr*> at = FreeForms(scope_).Indices(target);
  bool one = bytes().Chance(1, 2);
  for (size_t i = 0; one && i < at.size(); ++i) {
    const auto* extent = As<IntImm>(target->shape[i]);
    at[i] = Int(extent == nullptr ? 0 : static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent->value))));
  }
  return {target, at};
}

const Expr* FreeValues::Telling(const Expr* value, const Expr* number) {
  DType dtype = DTypeOf(value);
  if (!dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kAdd, value, InDType(number, dtype));
  const Expr* odd = MakeBinary(ctx(), NodeKind::kFloorMod, number, Int(2));
  return MakeBinary(ctx(), NodeKind::kNE, value, MakeBinary(ctx(), NodeKind::kEQ, odd, Int(1)));
}

const Expr* FreeValues::WithCarried(const Element& element, const Expr* value) {
  std::vector<const Expr*> again;
  for (const Expr* index : element.indices) again.push_back(FreshCopy(ctx(), index));
  DType dtype = DTypeOf(value);
  const Expr* brought = Converted(MakeLoad(ctx(), element.buffer, again), dtype);
  if (dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, brought, value);
  return MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kMax, brought, value);
}

// A value of one dtype as one of another.
const Expr* FreeValues::Converted(const Expr* value, DType dtype) {
  DType from = DTypeOf(value);
  if (from == dtype) return value;
  if (!dtype.IsBool()) return MakeCast(ctx(), dtype, value);
  return MakeBinary(ctx(), NodeKind::kGT, value, MakeImmediate(ctx(), Scalar::Int(from, 0)));
}

}  // namespace assay
