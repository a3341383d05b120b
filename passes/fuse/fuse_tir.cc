// FuseTIR: functions with the attribute Primitive become kernels, and calls of them call_tir. As TVM's, tuples among
// their parameters are expanded and unused parameters removed before, and dead functions removed after.
// Tested by testdata/fuse_tir.
#include <algorithm>
#include <unordered_set>

#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/function_uses.h"
#include "passes/fuse/fused_kernel.h"
#include "passes/fuse/group_functions.h"
#include "passes/pass_names.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using Kernels = std::unordered_map<std::string_view, FusedKernel>;
using OpenCalls = std::unordered_map<std::string_view, const Call*>;

// recursion: tuples nest as deep as the parser lets them
bool SaysSizes(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) return std::ranges::all_of(tuple->fields, SaysSizes);
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && Is<ShapeExpr>(tensor->shape);
}

class CallMutator : public RelaxMutator {
 public:
  CallMutator(Context& context, const Module* module, const Kernels& kernels, OpenCalls& open)
      : RelaxMutator(context, module), kernels_(kernels), open_(open) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    auto found = callee == nullptr ? kernels_.end() : kernels_.find(callee->name.text());
    if (found == kernels_.end()) return call;
    if (!SaysSizes(TypeOfCall(call))) open_.emplace(found->first, call);
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) {
      const auto* shape = As<ShapeType>(arg->type);
      if (shape != nullptr && shape->has_values) {
        args.insert(args.end(), shape->values.begin(), shape->values.end());
      } else {
        args.push_back(arg);
      }
    }
    if (!found->second.overwritten.empty()) return CallThatOverwrites(call, found->second, args);
    // A tuple of one comes from a kernel with one output, whose call gives a tensor.
    const Type* type = TypeOfCall(call);
    const auto* tuple = As<TupleType>(type);
    bool wrap = tuple != nullptr && tuple->fields.size() == 1;
    const Call* made = KernelCall(call, args, found->second.inplace, wrap ? tuple->fields[0] : type);
    return wrap ? static_cast<const Expr*>(MakeTuple(ctx, {Emit(made, "fused")})) : made;
  }

 private:
  const Call* KernelCall(const Call* call, const std::vector<const Expr*>& args, const std::vector<int64_t>& inplace,
                         const Type* out) {
    std::string_view op = inplace.empty() ? "relax.call_tir" : "relax.call_tir_inplace";
    const AttrDict* attrs =
        inplace.empty() ? nullptr : MakeDict(ctx, {{"inplace_indices", MakeAttrInts(ctx, inplace)}});
    Call* made =
        ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, op), {call->op, MakeTuple(ctx, args)}, attrs, {out}, out));
    made->span = call->span;
    return made;
  }
  // So that passes behind see what the kernel overwrites, the call gives that, too, behind what the function gives.
  const Expr* CallThatOverwrites(const Call* call, const FusedKernel& fused, const std::vector<const Expr*>& args) {
    const Type* type = TypeOfCall(call);
    const auto* tuple = As<TupleType>(type);
    std::vector<const Type*> outs{type};
    if (tuple != nullptr) outs.assign(tuple->fields.begin(), tuple->fields.end());
    const size_t results = outs.size();
    std::vector<int64_t> inplace = fused.inplace;
    inplace.resize(results, -1);
    for (int64_t place : fused.overwritten) {
      outs.push_back(args[static_cast<size_t>(place)]->type);
      inplace.push_back(place);
    }
    const Var* all = Emit(KernelCall(call, args, inplace, MakeTupleType(ctx, outs)), "fused");
    if (tuple == nullptr) return MakeTupleGetItem(ctx, all, 0);
    std::vector<const Expr*> fields;
    for (size_t i = 0; i < results; ++i)
      fields.push_back(Emit(MakeTupleGetItem(ctx, all, static_cast<int64_t>(i)), "fused"));
    return MakeTuple(ctx, fields);
  }
  // A call may be said to give less than its callee does; the kernel's outputs are what it does give.
  const Type* TypeOfCall(const Call* call) {
    Result<const Type*> own = InferType(ctx, module_, call);
    auto more = [&](const Type* than, const Type* type) {
      return type != nullptr && IsSubtype(ctx, than, type) == SubtypeAnswer::kAlways;
    };
    const Type* known = own.ok() && more(call->type, *own) ? *own : call->type;
    const Type* told = TypeBySizes(call);
    return more(known, told) ? told : known;
  }
  // What the callee gives, in the caller's sizes, also those that it is given as numbers, of which no type speaks; null
  // where there are no words for it here.
  const Type* TypeBySizes(const Call* call) {
    const auto* callee = As<Function>(module_->Find(As<GlobalVar>(call->op)->name.text()));
    if (callee->ret_type == nullptr) return nullptr;
    std::vector<const Var*> params(callee->params.begin(), callee->params.end());
    VarMap sizes = SymbolsOfCall(ctx, params, {call->args.begin(), call->args.end()});
    for (const Var* var : VarsIn(callee->ret_type)) {
      if (!sizes.contains(var)) return nullptr;
    }
    const Type* type = SubstituteDimsIn(ctx, callee->ret_type, sizes);
    bool local = MentionsAny(type, [](const Var* var) { return var->flavor == VarFlavor::kDataflow; });
    return local ? nullptr : type;
  }

  const Kernels& kernels_;
  OpenCalls& open_;
};

// A kernel is called in another way: what others call, too, stays a function (TVM's FuseTIR leaves them with the
// kernel).
Result<FusedKernel> FuseEntry(Context& ctx, KernelPlans& plans, const ModuleEntry& entry,
                              const std::unordered_set<std::string_view>& as_values) {
  if (as_values.contains(entry.var->name.text())) {
    return Diag{DiagKind::kCannotLower,
                entry.func->span,
                "a primitive function is called by more than calls of its module",
                "",
                {}};
  }
  return FuseKernels(ctx, plans, As<Function>(entry.func));
}

// What cannot be one kernel stays a function, which is called as any other: with and without this pass the same modules
// compile (TVM's stops).
void LeaveFunction(PassContext& pass_ctx, std::string_view name, const Diag& why) {
  pass_ctx.notes.push_back(
      {"FuseTIR", PassNote::Kind::kLater, std::string(name), why.span, why.message, "code generation"});
}

Result<Kernels> KernelsOf(PassContext& pass_ctx, const Module& module) {
  Kernels kernels;
  KernelPlans plans(module);
  std::unordered_set<std::string_view> as_values = FunctionsUsedAsValues(module);
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || !IsPrimitive(func)) continue;
    Result<FusedKernel> fused = FuseEntry(pass_ctx.ctx, plans, entry, as_values);
    if (!fused.ok() && fused.error().kind != DiagKind::kCannotLower) return std::move(fused).error();
    if (fused.ok()) {
      kernels.emplace(entry.var->name.text(), *fused);
    } else {
      LeaveFunction(pass_ctx, entry.var->name.text(), fused.error());
    }
  }
  return kernels;
}

// With kernels in place of functions. Memory for a kernel's results is there before it runs: functions of which a call
// does not say the sizes are put into `open`.
Result<Module> WithKernels(Context& ctx, const Module& module, const Kernels& kernels, OpenCalls& open) {
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    auto kernel = kernels.find(module.entries[i].var->name.text());
    if (func != nullptr && kernel != kernels.end()) editor.Replace(i, kernel->second.kernel);
    if (func == nullptr || kernel != kernels.end()) continue;
    CallMutator mutator(ctx, &module, kernels, open);
    const Function* rewritten = mutator.VisitFunction(func);
    if (Status status = mutator.status(); !status.ok()) return std::move(status).error();
    editor.Replace(i, rewritten);
  }
  return editor.Finish();
}

Result<Module> FusePrimitives(PassContext& pass_ctx, const Module& module) {
  ASSAY_TRY(Kernels kernels, KernelsOf(pass_ctx, module));
  while (!kernels.empty()) {
    OpenCalls open;
    Result<Module> fused = WithKernels(pass_ctx.ctx, module, kernels, open);
    if (open.empty()) return fused;
    for (const auto& [name, call] : open) {
      LeaveFunction(pass_ctx, name,
                    {DiagKind::kCannotLower, call->span, "a call does not say the sizes of its results", "", {}});
      kernels.erase(name);
    }
  }
  return module;
}

Result<Module> RunFuseTIR(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Module current = module;
  for (const PassSpec* before : {&kExpandTupleArguments, &kRemoveUnusedParameters}) {
    Result<Module> next = before->run(pass_ctx, current, {});
    if (!next.ok()) return next;
    current = *next;
  }
  Result<Module> fused = FusePrimitives(pass_ctx, current);
  if (!fused.ok()) return fused;
  return kDeadCodeElimination.run(pass_ctx, *fused, {});
}

}  // namespace

const PassSpec kFuseTIR = {
    .name = "FuseTIR",
    .doc = "functions with the attribute Primitive become kernels",
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent =
        "DeadCodeElimination at its end leaves results of dataflow blocks that nothing needs any more, "
        "which its first steps tidy up the next time",
    .signatures = Signatures::kRefined,
    .changes =
        Changes({Facet::kPrivateFunctions, Facet::kPrivateParameters, Facet::kPrivateParameterTypes,
                 Facet::kPrivateResultTypes, Facet::kParameterDevices, Facet::kResultDevices, Facet::kVariableKinds}) |
        Drops({Facet::kPublicFunctions, Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunFuseTIR,
};

}  // namespace assay
