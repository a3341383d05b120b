#include "passes/analysis/block_storage.h"

#include <algorithm>
#include <array>

#include "ir/ops/op_spec.h"
#include "ir/ops/purity.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// Results that may be their first argument under another type.
bool IsView(std::string_view op) {
  static constexpr std::array kViews = {"relax.expand_dims",
                                        "relax.squeeze",
                                        "relax.reshape",
                                        "relax.flatten",
                                        "relax.permute_dims",
                                        "relax.nn.batch_flatten",
                                        "relax.memory.view",
                                        "relax.hint_on_device",
                                        "relax.to_vdevice",
                                        "relax.wrap_param",
                                        "relax.builtin.stop_lift_params",
                                        "relax.grad.no_grad",
                                        "relax.grad.start_checkpoint",
                                        "relax.grad.end_checkpoint",
                                        "relax.memory.ensure_zero_offset"};
  return std::ranges::find(kViews, op) != kViews.end();
}

// Results are written to memory that the call allocates.
bool MakesItsResult(const Call* call) {
  std::string_view op = OpNameOf(call);
  if (op == "relax.call_tir" || op == "relax.call_dps_packed") return true;
  const OpSpec* row = SpecOf(call);
  return row != nullptr && row->lower.rule != nullptr && !IsDestinationPassing(op) && !IsRuntimeBuiltin(op);
}

bool IsKernelCall(const Module& module, const Call& call) {
  const auto* callee = As<GlobalVar>(call.op);
  return callee != nullptr && Is<PrimFunc>(module.Find(callee->name.text()));
}

}  // namespace

bool OverwritesArgument(const Call* call) {
  return IsCallOf(call, "relax.call_tir_inplace") || IsCallOf(call, "relax.call_inplace_packed");
}

bool IsViewOf(const Call* call) { return IsView(OpNameOf(call)); }

template <class Predicate>
static bool AnyCall(const Function* func, Predicate&& is_found) {
  bool found = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* call = As<Call>(node);
    found |= call != nullptr && is_found(*call);
    return !found && !IsTypeKind(node->kind);
  });
  return found;
}

bool HasInplaceCalls(const Function* func) {
  return AnyCall(func, [](const Call& call) { return OverwritesArgument(&call); });
}

bool HasInplaceCalls(const Module& module, const Function* func) {
  return AnyCall(func, [&](const Call& call) {
    return OverwritesArgument(&call) || (IsKernelCall(module, call) && IsImpureCall(&module, call));
  });
}

void BlockStorage::Value::Merge(const Value& other) {
  storages.insert(other.storages.begin(), other.storages.end());
  unknown |= other.unknown;
}

BlockStorage::Value BlockStorage::Value::Flat() const {
  Value flat;
  flat.Merge(*this);
  std::vector<const Value*> pending;
  for (const Value& field : fields) pending.push_back(&field);
  while (!pending.empty()) {
    const Value* next = pending.back();
    pending.pop_back();
    flat.Merge(*next);
    for (const Value& field : next->fields) pending.push_back(&field);
  }
  return flat;
}

BlockStorage::Value BlockStorage::Unknown() {
  Value value;
  value.unknown = true;
  return value;
}

// Tuples nest as deep as the parser lets types.
// recursion: types nest no deeper than the reader lets them
BlockStorage::Value BlockStorage::Fresh(const Type* type) {
  Value value;
  if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) value.fields.push_back(Fresh(field));
    return value;
  }
  value.storages.insert(static_cast<int>(last_read_.size()));
  last_read_.push_back(0);
  return value;
}

// recursion: tuples nest as deep as the parser lets them
BlockStorage::Value BlockStorage::Of(const Expr* e) {
  if (const auto* var = As<Var>(e)) {
    auto known = values_.find(var);
    return known == values_.end() ? Unknown() : known->second;
  }
  if (const auto* tuple = As<Tuple>(e)) {
    Value value;
    for (const Expr* field : tuple->fields) value.fields.push_back(Of(field));
    return value;
  }
  if (const auto* item = As<TupleGetItem>(e)) {
    Value tuple = Of(item->tuple);
    auto index = static_cast<size_t>(item->index);
    return index < tuple.fields.size() ? tuple.fields[index] : tuple.Flat();
  }
  if (const auto* call = As<Call>(e)) return OfCall(call);
  // Shapes and scalars have no storage; constants belong to the program, closures hold what they capture.
  return Is<ShapeExpr>(e) || Is<PrimType>(e->type) ? Value() : Unknown();
}

BlockStorage::Value BlockStorage::OfCall(const Call* call) {
  bool view = IsView(OpNameOf(call)) && !FaultOn(Fault::inplace_ignores_view_alias);
  if (view && !call->args.empty()) return Of(call->args[0]);
  if (!MakesItsResult(call)) return OfAnyCall(call);
  // What is made of nothing may become a constant of the program.
  std::vector<const Var*> vars = VarsIn(call, Types::kSkip);
  bool made_of_values = std::ranges::any_of(vars, [](const Var* var) { return !Is<PrimType>(var->type); });
  return made_of_values ? Fresh(call->type) : Unknown();
}

BlockStorage::Value BlockStorage::OfAnyCall(const Call* call) {
  Value value = Fresh(nullptr);
  for (const Expr* arg : call->args) value.Merge(Of(arg).Flat());
  if (Is<Var>(call->op)) value.Merge(Of(call->op).Flat());
  return value;
}

void BlockStorage::Read(const Value& value, size_t index) {
  for (int storage : value.storages) last_read_[storage] = std::max(last_read_[storage], index);
}

BlockStorage::BlockStorage(const BindingBlock* block) {
  size_t after = block->bindings.size();
  for (size_t i = 0; i < after; ++i) {
    const Binding* binding = block->bindings[i];
    // Taking a tuple apart reads nothing; what is taken is read where it is used.
    if (!Is<TupleGetItem>(binding->value)) {
      bool closure = Is<Function>(binding->value);
      for (const Var* var : VarsIn(binding->value, Types::kSkip)) Read(Of(var).Flat(), closure ? after : i);
    }
    values_[binding->var] = Of(binding->value);
    // The block's results are read by what follows it.
    if (binding->var->flavor != VarFlavor::kDataflow) Read(values_[binding->var].Flat(), after);
  }
}

bool BlockStorage::MayOverwrite(const Var* var, const Call* call, size_t index) const {
  auto known = values_.find(var);
  if (known == values_.end()) return false;
  Value own = known->second.Flat();
  if (own.unknown || own.storages.empty()) return false;
  auto read_later = [&](int storage) { return last_read_[storage] > index; };
  if (std::ranges::any_of(own.storages, read_later)) return false;
  for (const Expr* arg : call->args) {
    const auto* other = As<Var>(arg);
    auto found = other == nullptr || other == var ? values_.end() : values_.find(other);
    if (found == values_.end()) continue;
    for (int storage : found->second.Flat().storages) {
      if (own.storages.contains(storage)) return false;
    }
  }
  return true;
}

}  // namespace assay
