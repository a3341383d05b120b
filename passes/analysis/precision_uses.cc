#include "passes/analysis/precision_uses.h"

#include <algorithm>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {
namespace {

// recursion: both nest as deep as the type whose uses they have
void Merge(NestedBits& into, const NestedBits& from) {
  into.bits = std::max(into.bits, from.bits);
  if (into.fields.size() < from.fields.size()) into.fields.resize(from.fields.size());
  for (size_t i = 0; i < from.fields.size(); ++i) Merge(into.fields[i], from.fields[i]);
}

// Goes backward, so that a variable's uses are known when its binding comes up.
class UseCollector {
 public:
  void VisitSeq(const SeqExpr* seq) {
    NeedAll(seq->body);
    for (size_t i = seq->blocks.size(); i-- > 0;) {
      if (!seq->blocks[i]->is_dataflow) continue;
      Nodes<Binding> bindings = seq->blocks[i]->bindings;
      // What the block gives out is needed as it is, whether or not anyone takes it.
      for (const Binding* binding : bindings) {
        if (binding->var->flavor != VarFlavor::kDataflow) NeedAll(binding->var);
      }
      for (size_t k = bindings.size(); k-- > 0;) VisitBinding(bindings[k]);
    }
  }
  std::unordered_map<const Var*, NestedBits> uses;

 private:
  void VisitBinding(const Binding* binding) {
    const auto* call = Is<VarBinding>(binding) ? As<Call>(binding->value) : nullptr;
    const auto* tuple = As<Tuple>(binding->value);
    const auto* item = As<TupleGetItem>(binding->value);
    if (const auto* op = call == nullptr ? nullptr : As<Op>(call->op); op != nullptr) {
      bool always = PolicyOf(call) == MixedPolicy::kAlways;
      for (const Expr* arg : call->args) {
        if (IsNestedTensor(arg->type)) Need(arg, BitsOf(arg->type, always ? 16 : 32));
      }
    } else if (tuple != nullptr && Is<VarBinding>(binding)) {
      Need(tuple, UsesOf(binding->var));
    } else if (item != nullptr && Is<VarBinding>(binding)) {
      // As TVM's collector: whoever takes one field needs the others as they are.
      NestedBits bits = BitsOf(item->tuple->type, 32);
      if (item->index < static_cast<int64_t>(bits.fields.size())) {
        bits.fields[static_cast<size_t>(item->index)] = UsesOf(binding->var);
      }
      Need(item->tuple, bits);
    } else {
      NeedAll(binding->value);
    }
  }
  const NestedBits& UsesOf(const Var* var) { return uses.try_emplace(var, BitsOf(var->type, 0)).first->second; }
  // recursion: tuples nest as deep as the parser lets them
  void Need(const Expr* e, const NestedBits& bits) {
    if (const auto* tuple = As<Tuple>(e)) {
      for (size_t i = 0; i < tuple->fields.size() && i < bits.fields.size(); ++i)
        Need(tuple->fields[i], bits.fields[i]);
      return;
    }
    const auto* var = As<Var>(e);
    if (var == nullptr || !IsNestedTensor(var->type)) return;
    auto [known, fresh] = uses.try_emplace(var, bits);
    if (!fresh) Merge(known->second, bits);
  }
  // Everything that is mentioned is needed as it is.
  void NeedAll(const Node* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) Need(var, BitsOf(var->type, 32));
      return !IsTypeKind(node->kind);
    });
  }
};

// Whether some tensor is known to be neither float16 nor float32.
// recursion: types nest no deeper than the reader lets them
bool HoldsOthers(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    DType dtype = tensor->dtype;
    return !dtype.IsVoid() && dtype != DType::Float(16) && dtype != DType::Float(32);
  }
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::any_of(tuple->fields, HoldsOthers);
}

}  // namespace

// recursion: types nest no deeper than the reader lets them
NestedBits BitsOf(const Type* type, int bits) {
  NestedBits nested;
  if (Is<TensorType>(type)) nested.bits = bits;
  if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) nested.fields.push_back(BitsOf(field, bits));
  }
  return nested;
}

// recursion: types nest no deeper than the reader lets them
bool IsNestedTensor(const Type* type) {
  if (Is<TensorType>(type)) return true;
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::all_of(tuple->fields, IsNestedTensor);
}

MixedPolicy PolicyOf(const Call* call) {
  const auto* op = As<Op>(call->op);
  if (op == nullptr || op->spec == nullptr) return MixedPolicy::kNever;
  MixedPolicy policy = op->spec->mixed.policy;
  // Integers and float64 are not cast, and an accumulator of float32 is nothing to them, nor to what gives them.
  bool others = HoldsOthers(call->type) ||
                std::ranges::any_of(call->args, [](const Expr* arg) { return HoldsOthers(arg->type); });
  return policy == MixedPolicy::kAlways && others ? MixedPolicy::kNever : policy;
}

std::unordered_map<const Var*, NestedBits> FindPrecisionUses(const Function* func) {
  UseCollector collector;
  collector.VisitSeq(func->body);
  return std::move(collector.uses);
}

}  // namespace assay
