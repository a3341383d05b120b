// RealizeVDevice: types say on which virtual device each tensor lies; a hint_on_device goes where the tensor is there
// already, and becomes a to_vdevice where it is not. The input is never touched, whoever else holds its nodes (TVM
// #17205). Tested by realize_vdevice_test.cc and testdata/realize_vdevice.
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "passes/module_editor.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/infer_vdevices.h"
#include "passes/relax_mutator.h"

namespace assay {
namespace {

class VDeviceRealizer : public RelaxMutator {
 public:
  VDeviceRealizer(Context& context, const Module* module, const VDeviceMap& places)
      : RelaxMutator(context, module), places_(places) {}

 protected:
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    const auto* type = As<TensorType>(visited->type);
    auto place = places_.find(var);
    if (type == nullptr || place == places_.end() || type->vdevice == place->second) return visited;
    TensorType* placed = ctx.arena.New<TensorType>(*type);
    placed->vdevice = place->second;
    return MakeVar(ctx, var->name.text(), placed, var->flavor);
  }

  const Expr* VisitCall(const Call* call, const Call* original) override {
    if (!IsCallOf(call, "relax.hint_on_device")) return call;
    auto device = HintedDevice(*module_, *call);
    if (!device.ok()) {
      Fail(device.error());
      return call;
    }
    const auto* type = As<TensorType>(call->args[0]->type);
    const VDevice* from = type == nullptr ? nullptr : type->vdevice;
    if (FaultOn(Fault::realize_vdevice_mutates_input)) WriteIntoInput(original->args[0], *device);
    if (from != nullptr && (from == *device || Equal(from, *device))) return call->args[0];
    const AttrDict* attrs = MakeDict(ctx, {{"dst_vdevice", MakeAttrNode(ctx, *device)}});
    Call* copy = ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.to_vdevice"), {call->args[0]}, attrs));
    copy->span = call->span;
    if (type == nullptr) return Typed(copy);
    TensorType* placed = ctx.arena.New<TensorType>(*type);
    placed->vdevice = *device;
    copy->type = placed;
    return copy;
  }

 private:
  // The historical bug: the argument's type belongs to the input module and to whoever shares it.
  static void WriteIntoInput(const Expr* arg, const VDevice* device) {
    const auto* type = As<TensorType>(arg->type);
    if (type != nullptr) const_cast<TensorType*>(type)->vdevice = device;
  }

  const VDeviceMap& places_;
};

Result<Module> RunRealizeVDevice(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ASSAY_TRY(VDeviceMap places, InferVDevices(module));
  // Without any device there is nothing to realise; hints would have been known places.
  if (places.empty()) return module;
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) -> Result<const Function*> {
    VDeviceRealizer realizer(pass_ctx.ctx, &module, places);
    const Function* realized = realizer.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(realizer.status());
    return realized;
  });
}

}  // namespace

const PassSpec kRealizeVDevice = {
    .name = "RealizeVDevice",
    .doc = "writes inferred virtual devices into types and turns hints into transfers",
    .changes_signatures = true,
    .run = RunRealizeVDevice,
};

}  // namespace assay
