#include "generators/modules/tir_free_stores.h"

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_values.h"
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/copies.h"

namespace assay {

const Stmt* FreeStores::StoreInto(const Element& element) {
  std::vector<const Expr*> indices;
  for (const Expr* index : element.indices) indices.push_back(FreshCopy(ctx(), index));
  return MakeStore(ctx(), element.buffer, FreeValues(scope_).Value(element.buffer->dtype), indices);
}

// What makes a condition about the element come out otherwise: a number beside those that elements are compared with.
const Stmt* FreeStores::StoreBeside(const Element& element) {
  DType dtype = element.buffer->dtype;
  if (dtype.IsBool() || bytes().Chance(1, 2)) return StoreInto(element);
  std::vector<const Expr*> indices;
  for (const Expr* index : element.indices) indices.push_back(FreshCopy(ctx(), index));
  const Expr* number = MakeImmediate(ctx(), Scalar::Int(dtype, bytes().Between(dtype.IsInt() ? -1 : 0, 4)));
  return MakeStore(ctx(), element.buffer, number, indices);
}

// Now and then into what a condition looked at.
const Stmt* FreeStores::Store() {
  if (!scope_.looked.empty() && bytes().Chance(1, 3)) return StoreInto(bytes().Pick(scope_.looked));
  const Buffer* buffer = bytes().Pick(scope_.writable);
  // Of a form that an index holds within its bounds all shows where it is the value.
  const Expr* value = bytes().Chance(1, 4) ? FreeValues(scope_).InDType(FreeForms(scope_).Affine(3).expr, buffer->dtype)
                                           : FreeValues(scope_).Value(buffer->dtype);
  std::vector<const Expr*> indices = FreeForms(scope_).Indices(buffer);
  return MakeStore(ctx(), buffer, bytes().Chance(1, 3) ? FreeValues(scope_).WithOwn(buffer, indices, value) : value,
                   indices);
}

const Stmt* FreeStores::Filled(const Buffer* buffer) {
  return Filled(buffer, [&](const std::vector<const Expr*>&) { return FreeValues(scope_).Value(buffer->dtype); });
}

// Each element of a small buffer, by serial loops.
const Stmt* FreeStores::Filled(const Buffer* buffer,
                               FunctionRef<const Expr*(const std::vector<const Expr*>&)> value_at) {
  size_t vars = scope_.vars.size();
  std::vector<const Expr*> indices;
  for (const Expr* extent : buffer->shape) {
    indices.push_back(MakeVar(ctx(), Fresh("f"), scope_.index));
    scope_.vars.push_back({indices.back(), 0, As<IntImm>(extent)->value - 1});
  }
  const Stmt* body = MakeStore(ctx(), buffer, value_at(indices), indices);
  for (size_t i = indices.size(); i-- > 0;)
    body = MakeFor(ctx(), static_cast<const Var*>(indices[i]), buffer->shape[i], body);
  scope_.vars.resize(vars);
  return body;
}

// Stores into the target at a place, or what it stores, by the condition.
const Stmt* FreeStores::StoreBy(const Expr* condition, bool by_place) {
  const Buffer* target = scope_.writable[0];
  std::vector<const Expr*> at = FreeForms(scope_).Indices(target);
  if (!by_place || at.empty()) {
    const Expr *a = FreeValues(scope_).Value(target->dtype), *b = FreeValues(scope_).Value(target->dtype);
    const Expr* value = bytes().Chance(1, 2)
                            ? MakeSelect(ctx(), condition, a, b)
                            : MakeIntrinsic(ctx(), IntrinsicId::if_then_else, target->dtype, {condition, a, b});
    return MakeStore(ctx(), target, value, at);
  }
  const auto* extent = As<IntImm>(target->shape.back());
  int64_t most = extent == nullptr ? 0 : extent->value - 1;
  at.back() = most < 1 ? Int(0) : FreeValues(scope_).NumberOf(condition, most).expr;
  return MakeStore(ctx(), target, FreeValues(scope_).Value(target->dtype), at);
}

// A number that shows in the target, wherever it lies.
const Stmt* FreeStores::StoreAll(const Expr* number) {
  const Buffer* target = scope_.writable[0];
  return MakeStore(ctx(), target, FreeValues(scope_).InDType(number, target->dtype), FreeForms(scope_).Indices(target));
}

// An element, where nothing else stands.
const Stmt* FreeStores::Shown(const Buffer* buffer) {
  const Buffer* target = scope_.writable[0];
  const Expr* element = MakeLoad(ctx(), buffer, FreeForms(scope_).Indices(buffer));
  if (target->dtype != buffer->dtype) element = MakeCast(ctx(), target->dtype, element);
  return MakeStore(ctx(), target, element, FreeForms(scope_).Indices(target));
}

}  // namespace assay
