// CallTIRRewrite: destination-passing calls become explicit: one relax.builtin.alloc_tensor for each output, then a
// plain call of the kernel that writes into them. Outputs in place (call_tir_inplace) reuse the argument. Tested by
// testdata/call_tir_rewrite.
#include <algorithm>
#include <functional>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class CallTIRMutator : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call* original) override;
  void VisitVarBinding(const VarBinding* binding) override {
    RelaxMutator::VisitVarBinding(binding);
    if (IsConstant(binding->value)) constants_.insert(binding->var);
  }

 private:
  const Expr* Allocate(const TensorType* type, SourceSpan span);
  std::vector<const Expr*> KernelArgs(const Call* call);
  const Expr* Output(const Call* call, const Type* type, std::vector<const Expr*>& outs);
  void CheckFits(const Call* call);
  void EmitKernelCall(const Call* call, const std::vector<const Expr*>& args);
  void CheckOverwritten(const Call* original);
  bool IsConstant(const Expr* e) const { return Is<Constant>(e) || constants_.contains(e); }
  // Whether output `index` is written into an argument.
  bool Reuses(size_t index) const { return index < inplace_.size() && inplace_[index] >= 0; }

  // Of the call that is being rewritten.
  std::vector<int64_t> inplace_;
  std::vector<const Expr*> args_;
  // Variables that name constants.
  std::unordered_set<const Expr*> constants_;
};

std::vector<int64_t> InplaceIndices(const Call* call) {
  std::vector<int64_t> indices;
  const auto* list = call->attrs == nullptr ? nullptr : As<AttrList>(call->attrs->Find("inplace_indices"));
  for (size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const auto* index = As<AttrInt>(list->items[i]);
    indices.push_back(index == nullptr ? -1 : index->value);
  }
  return indices;
}

// The arguments: a tuple's fields, those of a variable that holds a tuple, or one value.
std::vector<const Expr*> CallTIRMutator::KernelArgs(const Call* call) {
  const Expr* given = call->args[1];
  if (const auto* tuple = As<Tuple>(given)) return {tuple->fields.begin(), tuple->fields.end()};
  const auto* type = As<TupleType>(given->type);
  if (type == nullptr) return {given};
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    fields.push_back(Emit(MakeTupleGetItem(ctx, given, static_cast<int64_t>(i)), "gv"));
  }
  return fields;
}

const Expr* CallTIRMutator::Allocate(const TensorType* type, SourceSpan span) {
  if (!Is<ShapeExpr>(type->shape)) {
    Fail({DiagKind::kCannotLower, span, "the output of a destination-passing call has no known shape", "", {}});
    return MakeTuple(ctx, {});
  }
  std::string_view scope = type->vdevice == nullptr ? "global" : type->vdevice->memory_scope.text();
  int64_t device =
      type->vdevice == nullptr ? DeviceIndexByScope(*module_, scope) : IndexOfVDevice(*module_, type->vdevice);
  // Memory is taken by the device's index; TVM refuses, too.
  if (device < 0) {
    Fail({DiagKind::kCannotLower,
          span,
          fmt::format("the output of a destination-passing call lies on a device that the module does not list: "
                      "expected one of I.module_global_infos, got {}",
                      TypeText(type)),
          "",
          {}});
    return MakeTuple(ctx, {});
  }
  const Type* placed = MakeTensorType(ctx, type->shape, type->dtype, VDeviceAt(*module_, device));
  std::vector<const Expr*> args{type->shape, MakeDataType(ctx, type->dtype), MakeInt(ctx, device),
                                MakeString(ctx, scope)};
  Call* alloc =
      ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.builtin.alloc_tensor"), args, nullptr, {type}, placed));
  alloc->span = span;
  return Emit(alloc, "alloc");
}

// The value of the call with the outputs appended to `outs` in order; nested tuples keep their nesting.
// recursion: types nest as deep as the parser lets them
const Expr* CallTIRMutator::Output(const Call* call, const Type* type, std::vector<const Expr*>& outs) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(Output(call, field, outs));
    return MakeTuple(ctx, fields);
  }
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr) {
    std::string_view what =
        Is<DTensorType>(type) ? "a distributed tensor, which needs a mesh of devices" : "something that is no tensor";
    Fail({DiagKind::kCannotLower, call->span, fmt::format("a destination-passing call yields {}", what), "", {}});
    return MakeTuple(ctx, {});
  }
  size_t index = outs.size();
  outs.push_back(Reuses(index) ? args_[inplace_[index]] : Allocate(tensor, call->span));
  return outs.back();
}

// A call_tir may leave open what a direct call cannot: constants that contradict, beside extents that are not known.
void CallTIRMutator::CheckFits(const Call* call) {
  const auto* global = As<GlobalVar>(call->op);
  const Expr* kernel = global == nullptr ? nullptr : module_->Find(global->name.text());
  const auto* type = kernel == nullptr ? nullptr : As<FuncType>(SignatureOf(ctx, kernel));
  if (type == nullptr || type->params.size() != call->args.size()) return;
  VarMap bound;
  for (size_t i = 0; i < call->args.size(); ++i) {
    if (MatchParam(ctx, type->params[i], call->args[i]->type, bound) != SubtypeAnswer::kNever) continue;
    Fail({DiagKind::kCannotLower,
          call->span,
          fmt::format("argument {} cannot have the type of the kernel's parameter", i),
          "",
          {}});
  }
}

void CallTIRMutator::EmitKernelCall(const Call* call, const std::vector<const Expr*>& args) {
  const Type* type = Is<ExternFunc>(call->args[0]) ? static_cast<const Type*>(ctx.Object()) : MakeTupleType(ctx, {});
  Call* kernel = ctx.arena.New<Call>(*MakeCall(ctx, call->args[0], args, nullptr, {}, type));
  kernel->span = call->span;
  CheckFits(kernel);
  Emit(kernel, "_");
}

// A constant's mentions are one value, whatever is written into one of them. TVM overwrites it, for later calls, too.
void CallTIRMutator::CheckOverwritten(const Call* original) {
  const auto* given = As<Tuple>(original->args[1]);
  for (int64_t index : inplace_) {
    if (index < 0) continue;
    const Expr* arg = given == nullptr ? original->args[1] : given->fields[static_cast<size_t>(index)];
    if (IsConstant(arg))
      Fail({DiagKind::kCannotLower, original->span, "a call writes in place into a constant", "", {}});
  }
}

const Expr* CallTIRMutator::VisitCall(const Call* call, const Call* original) {
  if (!IsDestinationPassing(OpNameOf(call)) || call->args.size() < 2) return call;
  inplace_ = InplaceIndices(call);
  args_ = KernelArgs(call);
  for (int64_t& index : inplace_) {
    if (index >= static_cast<int64_t>(args_.size())) index = -1;
  }
  CheckOverwritten(original);
  std::vector<const Expr*> outs;
  const Expr* value = Output(call, call->type, outs);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!Reuses(i)) args_.push_back(outs[i]);
  }
  EmitKernelCall(call, args_);
  return value;
}

// What is allocated lies on a device, so that functions may give other types than they did.
bool GivesOthers(const ModuleEntry& now, const ModuleEntry& before) {
  const auto *func = As<Function>(now.func), *old = As<Function>(before.func);
  return func != nullptr && old != nullptr && !SameType(func->ret_type, old->ret_type);
}

Result<Module> RunCallTIRRewrite(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Result<Module> rewritten = MutateRelaxFunctions<CallTIRMutator>(pass_ctx.ctx, module);
  // Tuples that hold such functions are then of other types, too.
  bool retypes = rewritten.ok() && !std::ranges::equal(rewritten->entries, module.entries, std::not_fn(GivesOthers));
  if (retypes) rewritten = MutateRelaxFunctions<RelaxMutator>(pass_ctx.ctx, *rewritten);
  if (rewritten.ok() || CheckProp(pass_ctx.ctx, module, kLegalized).ok()) return rewritten;
  // An operator that has no kernel may not take tensors whose device is known now; the module is not to blame.
  Diag diag = rewritten.error();
  diag.kind = DiagKind::kCannotLower;
  diag.message = fmt::format("an operator that has not been lowered: {}", diag.message);
  return diag;
}

}  // namespace

const PassSpec kCallTIRRewrite = {
    .name = "CallTIRRewrite",
    .doc = "makes the allocation of outputs of call_tir and call_dps_packed explicit",
    .needs = kDataflowFree | kPurityForced,
    .gives = kCallTIRLowered,
    .breaks = kAllocLowered,
    .expects = kLegalized,
    .changes = Changes({Facet::kResultDevices}) | Adds({Facet::kDevices, Facet::kMemory}) | Drops({Facet::kDevices}) |
               Alters({Facet::kGraphs}),
    .run = RunCallTIRRewrite,
};

}  // namespace assay
