#include "passes/lower/shape_slots.h"

#include <tuple>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/walk.h"

namespace assay {

ShapeSlots::ShapeSlots(Context& ctx, const Function* func) : ctx_(ctx) {
  for (const Var* param : func->params) CollectType(param->type);
  CollectSeq(func->body);
  CollectType(func->ret_type);
  for (ShapeSlot& slot : slots_) {
    if (Is<Var>(slot.expr)) continue;
    for (const Var* var : VarsIn(slot.expr, Types::kSkip)) {
      Find(var)->users.push_back(&slot);
      ++slot.outstanding;
    }
  }
}

const std::vector<const Expr*>* ShapeSlots::SizesOf(const Var* shape) const {
  auto found = sizes_of_.find(shape);
  return found == sizes_of_.end() ? nullptr : &found->second;
}

ShapeSlot* ShapeSlots::Find(const Expr* e) const {
  auto found = by_node_.find(e);
  if (found != by_node_.end()) return found->second;
  // A variable is itself alone.
  if (Is<Var>(e) || AsInt(e) != nullptr || by_hash_.empty()) return nullptr;
  auto [first, last] = by_hash_.equal_range(StructuralHash(e));
  for (auto it = first; it != last; ++it) {
    if (!Equal(it->second->expr, e)) continue;
    by_node_.emplace(e, it->second);
    return it->second;
  }
  return nullptr;
}

ShapeSlot* ShapeSlots::Add(const Expr* scalar) {
  slots_.push_back({scalar, size(), {}, 0, false});
  ShapeSlot* slot = &slots_.back();
  by_node_.emplace(scalar, slot);
  if (!Is<Var>(scalar)) by_hash_.emplace(StructuralHash(scalar), slot);
  return slot;
}

void ShapeSlots::Collect(const Expr* scalar) {
  if (AsInt(scalar) != nullptr || Find(scalar) != nullptr) return;
  Add(scalar);
  if (Is<Var>(scalar)) return;
  for (const Var* var : VarsIn(scalar, Types::kSkip)) {
    if (Find(var) == nullptr) Add(var);
  }
}

// Of the dtype of sizes, as which it may be used.
void ShapeSlots::CollectScalar(const Var* var) {
  const auto* prim = As<PrimType>(var->type);
  if (prim != nullptr && prim->dtype == DType::Int(64)) Collect(var);
}

// recursion: types nest no deeper than the reader lets them
void ShapeSlots::CollectType(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    if (const auto* shape = As<ShapeExpr>(tensor->shape)) {
      for (const Expr* dim : shape->values) Collect(dim);
    }
  } else if (const auto* shape = As<ShapeType>(type)) {
    for (const Expr* dim : shape->values) Collect(dim);
  } else if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) CollectType(field);
  }
}

// recursion: types nest no deeper than the reader lets them
void ShapeSlots::CollectMatched(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  const auto* tensor = As<TensorType>(type);
  const auto* var = tensor == nullptr ? nullptr : As<Var>(tensor->shape);
  const auto* shape = var == nullptr ? nullptr : As<ShapeType>(var->type);
  if (tuple != nullptr) {
    for (const Type* field : tuple->fields) CollectMatched(field);
  } else if (shape == nullptr || shape->rank < 0) {
    CollectType(type);
  } else if (auto [sizes, fresh] = sizes_of_.try_emplace(var); fresh) {
    for (int i = 0; i < shape->rank; ++i) {
      sizes->second.push_back(MakeVar(ctx_, fmt::format("{}_{}", var->name.text(), i), DType::Int(64)));
      Add(sizes->second.back());
    }
  }
}

// recursion: functions and branches nest as deep as the parser lets them
void ShapeSlots::CollectValue(const Expr* value) {
  WalkBeforeChildren(value, [&](const Node* node) {
    if (const auto* shape = As<ShapeExpr>(node)) {
      for (const Expr* dim : shape->values) Collect(dim);
      return false;
    }
    if (const auto* seq = As<SeqExpr>(node)) {
      CollectSeq(seq);
      return false;
    }
    if (const auto* func = As<Function>(node)) {
      if (nested_ == nullptr) nested_ = func;
      return false;
    }
    if (const auto* var = As<Var>(node)) CollectScalar(var);
    if (IsTypeKind(node->kind)) CollectType(static_cast<const Type*>(node));
    return Is<Call>(node) || Is<Tuple>(node) || Is<TupleGetItem>(node) || Is<If>(node);
  });
}

void ShapeSlots::CollectSeq(const SeqExpr* seq) {
  for (const BindingBlock* block : seq->blocks) {
    for (const Binding* binding : block->bindings) {
      if (const auto* cast = As<MatchCast>(binding)) {
        CollectValue(cast->value);
        CollectMatched(cast->target);
      } else {
        CollectValue(binding->value);
        CollectType(binding->var->type);
      }
    }
  }
  CollectValue(seq->body);
}

std::vector<std::pair<bool, int>> ShapeSlots::Progress() const {
  std::vector<std::pair<bool, int>> progress;
  for (const ShapeSlot& slot : slots_) progress.emplace_back(slot.computed, slot.outstanding);
  return progress;
}

void ShapeSlots::Restore(const std::vector<std::pair<bool, int>>& progress) {
  for (size_t i = 0; i < slots_.size(); ++i) std::tie(slots_[i].computed, slots_[i].outstanding) = progress[i];
}

}  // namespace assay
