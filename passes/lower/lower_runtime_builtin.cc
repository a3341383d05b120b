// LowerRuntimeBuiltin: operators that the VM's runtime provides become calls of vm.builtin.… or relax.vm.….
// VMBuiltinLower is its older name. Tested by testdata/lower_runtime_builtin.
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using Args = std::vector<const Expr*>;

class RuntimeBuiltinLowerer : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override;
  void VisitVarBinding(const VarBinding* binding) override {
    if (IsCallOf(binding->value, "relax.null_value")) nulls_.insert(binding->var);
    RelaxMutator::VisitVarBinding(binding);
  }

 private:
  using Rule = const Expr* (RuntimeBuiltinLowerer::*)(const Call*);
  static Rule RuleOf(std::string_view op);
  const Expr* Packed(const Call* call, std::string_view symbol, const Args& args, const Type* type) {
    Call* packed = ctx.arena.New<Call>(*MakePackedCall(ctx, symbol, args, type));
    packed->span = call->span;
    return packed;
  }
  const Expr* Vm(std::string_view op, const Args& args, const Type* type) {
    return MakeCall(ctx, OpNode(ctx, op), args, nullptr, {}, type);
  }
  // The operands unchanged, under a VM builtin.
  const Expr* Plain(const Call* call, std::string_view symbol) {
    return Packed(call, symbol, {call->args.begin(), call->args.end()}, call->type);
  }
  // At run time a 0 is 0, and -1 no size: what they stand for is what the result's type says.
  const Expr* Reshape(const Call* call) {
    const auto* written = As<ShapeExpr>(call->args[1]);
    bool special = written != nullptr && std::ranges::any_of(written->values, [](const Expr* dim) {
                     const IntImm* number = AsInt(dim);
                     return number != nullptr && number->value <= 0;
                   });
    if (!special) return Plain(call, "vm.builtin.reshape");
    const auto* result = As<TensorType>(call->type);
    const auto* known = result == nullptr ? nullptr : As<ShapeExpr>(result->shape);
    if (known == nullptr) return NotLowered(call);
    return Packed(call, "vm.builtin.reshape", {call->args[0], known}, call->type);
  }
  // A mark for earlier passes that none has taken: at run time it is its operand, in a register of its own, since kills
  // stand already.
  const Expr* Itself(const Call* call) { return Packed(call, "vm.builtin.copy", {call->args[0]}, call->type); }
  const Expr* ShapeOf(const Call* call) { return Plain(call, "vm.builtin.shape_of"); }
  const Expr* TensorToShape(const Call* call) { return Plain(call, "vm.builtin.tensor_to_shape"); }
  // relax.inspect.… is vm.builtin.inspect.… of the same operands.
  const Expr* Inspect(const Call* call) {
    return Plain(call, "vm.builtin." + std::string(OpNameOf(call).substr(std::string_view("relax.").size())));
  }
  const Expr* ZeroOffset(const Call* call) { return Plain(call, "vm.builtin.ensure_zero_offset"); }
  const Expr* CallTIRDyn(const Call* call);
  const Expr* CallPyFunc(const Call* call);
  const Expr* ToDevice(const Call* call);
  const Expr* MakeClosure(const Call* call);
  const Expr* InvokeClosure(const Call* call);
  const Expr* AllocStorage(const Call* call);
  const Expr* AllocTensor(const Call* call);
  const Expr* Kill(const Call* call) { return Vm("relax.vm.kill_object", {call->args[0]}, MakeTupleType(ctx, {})); }
  const Expr* View(const Call* call);
  const Expr* NotLowered(const Call* call);
  bool IsNothing(const Expr* e) const;
  // The operands: a callee, then the fields of a tuple.
  static Args Spread(const Call* call) {
    Args args{call->args[0]};
    const auto* tuple = As<Tuple>(call->args[1]);
    if (tuple == nullptr) return {call->args[0], call->args[1]};
    args.insert(args.end(), tuple->fields.begin(), tuple->fields.end());
    return args;
  }

  std::unordered_set<const Var*> nulls_;
};

RuntimeBuiltinLowerer::Rule RuntimeBuiltinLowerer::RuleOf(std::string_view op) {
  struct OpRule {
    std::string_view op;
    Rule rule;
  };
  static constexpr OpRule kRules[] = {
      {"relax.vm.call_tir_dyn", &RuntimeBuiltinLowerer::CallTIRDyn},
      {"relax.reshape", &RuntimeBuiltinLowerer::Reshape},
      {"relax.shape_of", &RuntimeBuiltinLowerer::ShapeOf},
      {"relax.tensor_to_shape", &RuntimeBuiltinLowerer::TensorToShape},
      {"relax.call_py_func", &RuntimeBuiltinLowerer::CallPyFunc},
      {"relax.to_vdevice", &RuntimeBuiltinLowerer::ToDevice},
      {"relax.make_closure", &RuntimeBuiltinLowerer::MakeClosure},
      {"relax.invoke_closure", &RuntimeBuiltinLowerer::InvokeClosure},
      {"relax.builtin.alloc_tensor", &RuntimeBuiltinLowerer::NotLowered},
      {"relax.memory.alloc_storage", &RuntimeBuiltinLowerer::AllocStorage},
      {"relax.memory.alloc_tensor", &RuntimeBuiltinLowerer::AllocTensor},
      {"relax.memory.kill_storage", &RuntimeBuiltinLowerer::Kill},
      {"relax.memory.kill_tensor", &RuntimeBuiltinLowerer::Kill},
      {"relax.memory.view", &RuntimeBuiltinLowerer::View},
      {"relax.hint_on_device", &RuntimeBuiltinLowerer::Itself},
      {"relax.builtin.stop_lift_params", &RuntimeBuiltinLowerer::Itself},
      {"relax.memory.ensure_zero_offset", &RuntimeBuiltinLowerer::ZeroOffset},
  };
  for (const OpRule& entry : kRules) {
    if (entry.op == op) return entry.rule;
  }
  return nullptr;
}

const Expr* RuntimeBuiltinLowerer::VisitCall(const Call* call, const Call*) {
  std::string_view op = OpNameOf(call);
  if (op.starts_with("relax.inspect.")) return Inspect(call);
  if (op == "relax.tensor_to_shape" && FaultOn(Fault::legalize_drops_tensor_to_shape)) return call;
  Rule rule = op.empty() ? nullptr : RuleOf(op);
  return rule == nullptr ? call : (this->*rule)(call);
}

const Expr* RuntimeBuiltinLowerer::NotLowered(const Call* call) {
  Fail({DiagKind::kPassOrder,
        call->span,
        "relax.builtin.alloc_tensor should have been lowered by LowerAllocTensor",
        std::string(PropName(kAllocLowered)),
        {}});
  return call;
}

const Expr* RuntimeBuiltinLowerer::CallTIRDyn(const Call* call) {
  return Packed(call, "vm.builtin.call_tir_dyn", Spread(call), MakeTupleType(ctx, {}));
}

const Expr* RuntimeBuiltinLowerer::CallPyFunc(const Call* call) {
  const Expr* both = MakeTuple(ctx, {call->args[0], call->args[1]});
  const Type* type = call->ty_args.empty() ? call->type : call->ty_args[0];
  return Packed(call, "vm.builtin.call_py_func", {both}, type);
}

const Expr* RuntimeBuiltinLowerer::ToDevice(const Call* call) {
  const auto* attr = call->attrs == nullptr ? nullptr : As<AttrNode>(call->attrs->Find("dst_vdevice"));
  const auto* vdevice = attr == nullptr ? nullptr : As<VDevice>(attr->node);
  if (vdevice == nullptr) return call;
  Args args{call->args[0], MakeInt(ctx, DeviceType(*vdevice)), MakeInt(ctx, vdevice->vdevice_id),
            MakeString(ctx, vdevice->memory_scope.text())};
  Call* packed = ctx.arena.New<Call>(*MakePackedCall(ctx, "vm.builtin.to_device", args, call->type));
  packed->attrs = call->attrs;
  return packed;
}

const Expr* RuntimeBuiltinLowerer::MakeClosure(const Call* call) {
  return Packed(call, "vm.builtin.make_closure", Spread(call), ctx.Object());
}

const Expr* RuntimeBuiltinLowerer::InvokeClosure(const Call* call) {
  const Expr* builtin = MakePackedFunc(ctx, "vm.builtin.invoke_closure");
  // The type stays: kernels that take the result are typed by it.
  const Type* type = call->type == nullptr ? ctx.Object() : call->type;
  return MakeCall(ctx, OpNode(ctx, "relax.call_builtin_with_ctx"), {builtin, MakeTuple(ctx, Spread(call))}, nullptr,
                  {type}, type);
}

const Expr* RuntimeBuiltinLowerer::AllocStorage(const Call* call) {
  // A tuple of sizes is as good (TVM's reader takes one).
  const auto* sizes = As<Tuple>(call->args[0]);
  const Expr* size = sizes == nullptr ? call->args[0] : MakeShape(ctx, {sizes->fields.begin(), sizes->fields.end()});
  return Vm("relax.vm.alloc_storage", {size, call->args[1], MakeDataType(ctx, DType::UInt(8)), call->args[2]},
            ctx.Object());
}

const Expr* RuntimeBuiltinLowerer::AllocTensor(const Call* call) {
  return Vm("relax.vm.alloc_tensor", {call->args.begin(), call->args.end()}, call->type);
}

// R.tuple() or a null value: the view keeps what the tensor has.
bool RuntimeBuiltinLowerer::IsNothing(const Expr* e) const {
  const auto* empty = As<TupleType>(e->type);
  if (empty != nullptr && empty->fields.empty()) return true;
  const auto* var = As<Var>(e);
  return IsCallOf(e, "relax.null_value") || (var != nullptr && nulls_.contains(var));
}

const Expr* RuntimeBuiltinLowerer::View(const Call* call) {
  const Expr* data = call->args[0];
  bool no_shape = IsNothing(call->args[1]);
  bool no_dtype = IsNothing(call->args[2]);
  bool no_offset = IsNothing(call->args[3]);
  if (no_shape && no_dtype && no_offset) return data;
  const auto* type = As<TensorType>(data->type);
  const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
  if ((no_shape && shape == nullptr) || (no_dtype && (type == nullptr || type->dtype.IsVoid()))) {
    Fail({DiagKind::kCannotLower,
          call->span,
          "memory.view of a tensor of unknown shape or dtype states neither",
          "",
          {}});
    return call;
  }
  Args args{data, no_shape ? shape : call->args[1], no_dtype ? MakeDataType(ctx, type->dtype) : call->args[2],
            no_offset ? MakeInt(ctx, 0) : call->args[3]};
  Call* view = ctx.arena.New<Call>(*MakePackedCall(ctx, "runtime.TVMTensorCreateView", args, call->type));
  // Its result follows from the arguments, so that none is stated.
  view->ty_args = {};
  return view;
}

Result<Module> RunLowerRuntimeBuiltin(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateRelaxFunctions<RuntimeBuiltinLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kLowerRuntimeBuiltin = {
    .name = "LowerRuntimeBuiltin",
    .doc = "turns operators that the runtime provides into VM builtins",
    .needs = kAllocLowered | kDataflowFree | kPurityForced,
    .changes = Adds({Facet::kExternals}) | Alters({Facet::kGraphs}),
    .run = RunLowerRuntimeBuiltin,
};
const PassSpec kVMBuiltinLower = {
    .name = "VMBuiltinLower",
    .doc = "the older name of LowerRuntimeBuiltin",
    .needs = kAllocLowered | kDataflowFree | kPurityForced,
    .changes = Adds({Facet::kExternals}) | Alters({Facet::kGraphs}),
    .run = RunLowerRuntimeBuiltin,
};

}  // namespace assay
