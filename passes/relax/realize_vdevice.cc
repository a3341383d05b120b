// RealizeVDevice: types say on which virtual device each tensor lies; a hint_on_device goes where the tensor is there
// already, and becomes a to_vdevice where it is not. The input is never touched, whoever else holds its nodes (TVM
// #17205). Tested by realize_vdevice_test.cc and testdata/realize_vdevice.
#include <algorithm>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/infer_vdevices.h"
#include "passes/analysis/killed.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// Moves what calls of the module's functions are given to where their parameters lie.
class ArgumentMover : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  // Null: nowhere in particular.
  virtual const VDevice* PlaceOf(const Var* param) const = 0;

  // Arguments go to their places before anyone asks whether they fit.
  const Expr* VisitRawCall(const Call* call) override {
    if (const Function* callee = CalleeOf(*call)) return VisitCall(WithArgsInPlace(call, ParametersOf(*callee)), call);
    return RelaxMutator::VisitRawCall(Is<Var>(call->op) ? WithArgsInPlace(call, ParametersOf(VisitExpr(call->op)->type))
                                                        : call);
  }
  // The function of the module that is called. Null: something else is.
  const Function* CalleeOf(const Call& call) const {
    const auto* name = As<GlobalVar>(call.op);
    return name == nullptr ? nullptr : As<Function>(module_->Find(name->name.text()));
  }

  const TensorType* Placed(const TensorType& type, const VDevice* device) {
    TensorType* placed = ctx.arena.New<TensorType>(type);
    placed->vdevice = device;
    return placed;
  }
  static bool LiesAt(const TensorType* type, const VDevice* device) {
    return type != nullptr && type->vdevice != nullptr && Equal(type->vdevice, device);
  }

  const Expr* Moved(const Expr* tensor, const VDevice* device, SourceSpan span) {
    const AttrDict* attrs = MakeDict(ctx, {{"dst_vdevice", MakeAttrNode(ctx, device)}});
    Call* call = ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.to_vdevice"), {tensor}, attrs));
    call->span = span;
    const auto* type = As<TensorType>(tensor->type);
    if (type == nullptr) return Typed(call);
    call->type = Placed(*type, device);
    return call;
  }

 private:
  // What an argument has to meet: the place is one for whatever tensor comes, null for no more than the type says.
  struct Parameter {
    std::string name;
    const Type* type;
    const VDevice* place;
  };
  std::vector<Parameter> ParametersOf(const Function& callee) const {
    std::vector<Parameter> params;
    for (const Var* param : callee.params) {
      params.push_back(
          {std::string(param->name.text()), param->type, Is<TensorType>(param->type) ? PlaceOf(param) : nullptr});
    }
    return params;
  }
  // A function that came as a value has the parameters that its type lists, if any.
  static std::vector<Parameter> ParametersOf(const Type* callee) {
    std::vector<Parameter> params;
    const auto* type = As<FuncType>(callee);
    if (type == nullptr) return params;
    for (const Type* param : type->params) params.push_back({std::to_string(params.size()), param, nullptr});
    return params;
  }

  // Whether a tensor, or one somewhere in a tuple, lies at another place than is wanted. Types nest as deep as the
  // parser lets them, here and in the next.
  // recursion: types nest no deeper than the reader lets them
  static bool LiesElsewhere(const Type* type, const Type* wanted) {
    if (const auto *tensor = As<TensorType>(type), *there = As<TensorType>(wanted);
        tensor != nullptr && there != nullptr) {
      return there->vdevice != nullptr && !LiesAt(tensor, there->vdevice);
    }
    const auto *tuple = As<TupleType>(type), *there = As<TupleType>(wanted);
    bool alike = tuple != nullptr && there != nullptr && tuple->fields.size() == there->fields.size();
    for (size_t i = 0; alike && i < tuple->fields.size(); ++i) {
      if (LiesElsewhere(tuple->fields[i], there->fields[i])) return true;
    }
    return false;
  }
  // The tensor, or a tuple of fields, where the parameter has it.
  // recursion: tuples nest as deep as the parser lets them
  const Expr* InPlace(const Expr* value, const Type* wanted, SourceSpan span) {
    if (!LiesElsewhere(value->type, wanted)) return value;
    if (const auto* tensor = As<TensorType>(wanted)) return Emit(Moved(value, tensor->vdevice, span), "moved");
    std::vector<const Expr*> fields;
    for (const Type* type : As<TupleType>(wanted)->fields) {
      const Expr* field = FieldOf(ctx, value, static_cast<int64_t>(fields.size()));
      fields.push_back(InPlace(AsArgument(field), type, span));
    }
    return MakeTuple(ctx, fields);
  }
  // The argument, moved if it has to be; a function is only checked.
  // recursion: none, it calls another overload
  const Expr* InPlace(const Expr* arg, const Parameter& param, SourceSpan span) {
    const auto* type = As<TensorType>(arg->type);
    bool moves = param.place != nullptr && type != nullptr && !LiesAt(type, param.place);
    if (moves) return Emit(Moved(arg, param.place, span), "moved");
    if (Is<FuncType>(param.type)) CheckFunction(param, *arg, span);
    return InPlace(arg, param.type, span);
  }
  // A function cannot be moved: what hints have made of it must be what the parameter takes.
  void CheckFunction(const Parameter& param, const Expr& arg, SourceSpan span) {
    if (IsSubtype(ctx, param.type, arg.type) != SubtypeAnswer::kNever) return;
    Fail({DiagKind::kUnsupported,
          span,
          fmt::format("hints place what a function takes or gives elsewhere than parameter {} says", param.name),
          "",
          {}});
  }
  // A parameter that lies somewhere takes only what lies there.
  const Call* WithArgsInPlace(const Call* call, const std::vector<Parameter>& params) {
    std::vector<const Expr*> args;
    bool changed = false;
    for (size_t i = 0; i < call->args.size(); ++i) {
      const Expr* arg = AsArgument(VisitExpr(call->args[i]));
      if (i < params.size()) arg = InPlace(arg, params[i], call->span);
      changed |= arg != call->args[i];
      args.push_back(arg);
    }
    if (!changed) return call;
    Call* copy = ctx.arena.New<Call>(*call);
    copy->args = ctx.arena.Copy<const Expr*>(args);
    return copy;
  }
};

class VDeviceRealizer : public ArgumentMover {
 public:
  VDeviceRealizer(Context& context, const Module* module, const VDeviceMap& places)
      : ArgumentMover(context, module), places_(places) {}

  const Function* VisitFunction(const Function* func) override {
    killed_ = KilledIn(func);
    return ArgumentMover::VisitFunction(func);
  }

 protected:
  const VDevice* PlaceOf(const Var* param) const override {
    auto place = places_.find(param);
    return place == places_.end() ? nullptr : place->second;
  }
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    const auto* type = As<TensorType>(visited->type);
    auto place = places_.find(var);
    if (in_cast_ || type == nullptr || place == places_.end() || type->vdevice == place->second) return visited;
    return MakeVar(ctx, var->name.text(), Placed(*type, place->second), var->flavor);
  }
  // What a cast says is what its variable is, as in TVM, whose reader takes nothing else.
  void VisitMatchCast(const MatchCast* binding) override {
    in_cast_ = true;
    RelaxMutator::VisitMatchCast(binding);
    in_cast_ = false;
  }

  void VisitVarBinding(const VarBinding* binding) override {
    bound_ = binding->var;
    ArgumentMover::VisitVarBinding(binding);
  }
  const Expr* VisitCall(const Call* call, const Call* original) override {
    if (!IsCallOf(call, "relax.hint_on_device")) return call;
    auto device = HintedDevice(*module_, *call);
    if (!device.ok()) {
      Fail(device.error());
      return call;
    }
    bool there = LiesAt(As<TensorType>(call->args[0]->type), *device);
    if (FaultOn(Fault::realize_vdevice_mutates_input)) WriteIntoInput(original->args[0], *device);
    // Of a value that is killed under one name, the other one goes on: no name takes the other's place.
    bool killed = killed_.contains(bound_) || killed_.contains(As<Var>(original->args[0]));
    if (there && !killed) return call->args[0];
    return Moved(call->args[0], *device, call->span);
  }

 private:
  // The historical bug: the argument's type belongs to the input module and to whoever shares it.
  static void WriteIntoInput(const Expr* arg, const VDevice* device) {
    const auto* type = As<TensorType>(arg->type);
    if (type != nullptr) const_cast<TensorType*>(type)->vdevice = device;
  }

  const VDeviceMap& places_;
  bool in_cast_ = false;
  VarSet killed_;
  const Var* bound_ = nullptr;
};

// Calls of functions whose result has come to lie elsewhere say so.
class CallRetyper : public ArgumentMover {
 public:
  using ArgumentMover::ArgumentMover;

 protected:
  const VDevice* PlaceOf(const Var* param) const override { return As<TensorType>(param->type)->vdevice; }
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (call->type == nullptr || CalleeOf(*call) == nullptr) return call;
    auto inferred = InferType(ctx, module_, call);
    if (!inferred.ok() || IsSubtype(ctx, call->type, *inferred) != SubtypeAnswer::kNever) return call;
    Call* retyped = ctx.arena.New<Call>(*call);
    retyped->type = *inferred;
    return retyped;
  }
};

// A hint may contradict its argument's type, which nothing sees until the hint is obeyed.
Diag Contradiction(Diag diag) {
  if (diag.kind == DiagKind::kUnsupported) return diag;
  diag.kind = DiagKind::kUnsupported;
  diag.message = "hints and types place what one call takes on different devices: " + diag.message;
  return diag;
}

// A call's type may change its function's, and so the calls of that; each iteration settles at least one function.
Result<Module> RetypeCalls(Context& ctx, Module module) {
  for (size_t iteration = 0; iteration < module.entries.size(); ++iteration) {
    Result<Module> changed = MutateRelaxFunctions<CallRetyper>(ctx, module);
    if (!changed.ok()) return Contradiction(changed.error());
    const Module& retyped = *changed;
    bool same = std::ranges::equal(retyped.entries, module.entries, {}, &ModuleEntry::func, &ModuleEntry::func);
    module = retyped;
    if (same) break;
  }
  return module;
}

Result<Module> RunRealizeVDevice(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ASSAY_TRY(VDeviceMap places, InferVDevices(module));
  // Without any device there is nothing to realise; hints would have been known places.
  if (places.empty()) return module;
  Result<Module> realized = MutateRelaxFunctions<VDeviceRealizer>(pass_ctx.ctx, module, places);
  if (!realized.ok()) return Contradiction(realized.error());
  return RetypeCalls(pass_ctx.ctx, *realized);
}

}  // namespace

const PassSpec kRealizeVDevice = {
    .name = "RealizeVDevice",
    .doc = "writes inferred virtual devices into types and turns hints into transfers",
    .signatures = Signatures::kRefined,
    // A call between devices that a hint has parted is on none.
    .changes = Changes({Facet::kDevices, Facet::kParameterDevices, Facet::kResultDevices}) | Alters({Facet::kGraphs}),
    .run = RunRealizeVDevice,
};

}  // namespace assay
