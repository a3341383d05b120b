#include "passes/analysis/infer_vdevices.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "ir/walk.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"

namespace assay {

Result<const VDevice*> HintedDevice(const Module& module, const Call& hint) {
  auto number = [&](std::string_view key) {
    const auto* value = hint.attrs == nullptr ? nullptr : As<AttrInt>(hint.attrs->Find(key));
    return value == nullptr ? int64_t{0} : value->value;
  };
  int64_t type = number("device_type");
  int64_t index = number("index");
  std::string_view scope = StringAttr(hint.attrs, "memory_scope");
  for (const Node* info : module.VDevices()) {
    const auto* device = As<VDevice>(info);
    if (device == nullptr || device->vdevice_id != index || DeviceType(*device) != type) continue;
    if (scope.empty() || device->memory_scope == scope) return device;
  }
  std::string message = "hint_on_device: the module lists no vdevice of device type " + std::to_string(type) +
                        " and index " + std::to_string(index);
  return Diag{DiagKind::kUnsupported, hint.span, message, "", {}};
}

namespace {

using Places = std::vector<std::pair<const Var*, const VDevice*>>;

const VDevice* DeviceOfType(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  return tensor == nullptr ? nullptr : tensor->vdevice;
}

// One look at the module: what is known, what is hinted, what lies together.
class Collector {
 public:
  explicit Collector(const Module& module) : module_(module) {}

  Status Collect() {
    for (const ModuleEntry& entry : module_.entries) {
      if (const auto* func = As<Function>(entry.func)) VisitFunction(func);
    }
    if (error_) return *error_;
    return Done{};
  }

  VDeviceMap Propagated() const {
    // What is known stays where it is.
    VDeviceMap places(known_.begin(), known_.end());
    Spread(known_, places);
    Spread(hinted_, places);
    return places;
  }

 private:
  // From each device in the module's order, not in that of functions, which is one of names: what lies together with
  // two of them goes to the first, also where there is a hint for the second, lest operands of one call lie apart.
  void Spread(const Places& seeds, VDeviceMap& places) const {
    std::map<int64_t, Places> by_device;
    for (const auto& seed : seeds) by_device[IndexOfVDevice(module_, seed.second)].push_back(seed);
    for (const auto& [index, here] : by_device) {
      std::vector<const Var*> pending;
      for (auto [var, device] : here) {
        const VDevice* place = places.emplace(var, device).first->second;
        if (IndexOfVDevice(module_, place) == index) pending.push_back(var);
      }
      Flood(pending, places);
    }
  }
  void Flood(std::vector<const Var*>& pending, VDeviceMap& places) const {
    while (!pending.empty()) {
      const Var* var = pending.back();
      pending.pop_back();
      auto found = together_.find(var);
      if (found == together_.end()) continue;
      const VDevice* device = places.at(var);
      for (const Var* other : found->second) {
        if (places.emplace(other, device).second) pending.push_back(other);
      }
    }
  }

  void Define(const Var* var) {
    if (const VDevice* device = DeviceOfType(var->type)) known_.emplace_back(var, device);
  }

  // recursion: functions and branches nest as deep as the parser lets them
  void VisitFunction(const Function* func) {
    for (const Var* param : func->params) Define(param);
    VisitSeq(func->body);
    VisitResult(func->body->body, func->ret_type);
    while (!results_.empty()) {
      auto [bound, result] = results_.back();
      results_.pop_back();
      VisitUses(bound, result);
    }
  }

  void VisitSeq(const SeqExpr* seq) {
    for (const BindingBlock* block : seq->blocks) {
      for (const Binding* binding : block->bindings) VisitBinding(binding);
    }
  }

  // An annotated result says where the variable lies that is returned.
  // recursion: tuples nest as deep as the parser lets them
  void VisitResult(const Expr* result, const Type* type) {
    if (const VDevice* device = DeviceOfType(type); device != nullptr && Is<Var>(result)) {
      known_.emplace_back(As<Var>(result), device);
    }
    const auto* fields = As<TupleType>(type);
    if (fields == nullptr) return;
    for (auto found = values_.find(As<Var>(result)); found != values_.end(); found = values_.find(As<Var>(result))) {
      result = found->second;
    }
    const auto* tuple = As<Tuple>(result);
    for (size_t i = 0; tuple != nullptr && i < fields->fields.size() && i < tuple->fields.size(); ++i) {
      VisitResult(tuple->fields[i], fields->fields[i]);
    }
  }

  void VisitBinding(const Binding* binding) {
    values_[binding->var] = binding->value;
    if (IsCallOf(binding->value, "relax.hint_on_device")) {
      // Whatever the variable's type says, which is the argument's.
      VisitHint(binding->var, static_cast<const Call*>(binding->value));
      return;
    }
    Define(binding->var);
    if (!IsCallOf(binding->value, "relax.to_vdevice")) {
      VisitUses(binding);
    }
  }

  void VisitHint(const Var* var, const Call* hint) {
    auto device = HintedDevice(module_, *hint);
    if (!device.ok()) {
      if (!error_) error_ = device.error();
      return;
    }
    known_.emplace_back(var, *device);
    const auto* arg = hint->args.empty() ? nullptr : As<Var>(hint->args[0]);
    if (arg != nullptr) hinted_.emplace_back(arg, *device);
  }

  void VisitUses(const Binding* binding) { VisitUses(binding->var, binding->value); }

  // What a branch or a nested function results in lies where the variable does that it is bound to.
  void VisitUses(const Var* bound, const Expr* e) {
    WalkBeforeChildren(e, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) LieTogether(bound, var);
      if (const auto* call = As<Call>(node); call != nullptr && VisitModuleCall(bound, *call)) return false;
      const auto* func = As<Function>(node);
      const auto* seq = func != nullptr ? func->body : As<SeqExpr>(node);
      if (func != nullptr) VisitFunction(func);
      if (func == nullptr && seq != nullptr) VisitSeq(seq);
      if (seq != nullptr) results_.emplace_back(bound, seq->body);
      return seq == nullptr && !IsTypeKind(node->kind) && !Is<ShapeExpr>(node);
    });
  }

  // A call of a function of the module: arguments lie where its parameters do, what it returns where `bound` does.
  bool VisitModuleCall(const Var* bound, const Call& call) {
    const auto* name = As<GlobalVar>(call.op);
    const auto* callee = name == nullptr ? nullptr : As<Function>(module_.Find(name->name.text()));
    if (callee == nullptr) return false;
    size_t count = std::min(call.args.size(), callee->params.size());
    for (size_t i = 0; i < count; ++i) results_.emplace_back(callee->params[i], call.args[i]);
    results_.emplace_back(bound, callee->body->body);
    return true;
  }

  void LieTogether(const Var* a, const Var* b) {
    if (Is<PrimType>(a->type) || Is<PrimType>(b->type)) return;
    together_[a].push_back(b);
    together_[b].push_back(a);
  }

  const Module& module_;
  Places known_;
  Places hinted_;
  // Results of branches and functions, and arguments, that are not visited yet, with what they are bound to.
  std::vector<std::pair<const Var*, const Expr*>> results_;
  std::unordered_map<const Var*, std::vector<const Var*>> together_;
  std::unordered_map<const Var*, const Expr*> values_;
  std::optional<Diag> error_;
};

}  // namespace

Result<VDeviceMap> InferVDevices(const Module& module) {
  Collector collector(module);
  ASSAY_RETURN_IF_ERROR(collector.Collect());
  return collector.Propagated();
}

}  // namespace assay
