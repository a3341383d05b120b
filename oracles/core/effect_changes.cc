#include "oracles/core/effect_changes.h"

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/prim/intrinsics.h"
#include "oracles/core/change_edit.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

// Whose effect it is: of kernels, one that calls for an effect, and one that writes what it is given.
enum class Callee : uint8_t { kOperator, kPacked, kFunction, kVariable, kCallingKernel, kWritingKernel };

bool IsKernel(Callee callee) { return callee == Callee::kCallingKernel || callee == Callee::kWritingKernel; }

// A function of the module that says that it is impure, or a kernel that is.
struct Impure {
  const GlobalVar* name = nullptr;
  const Expr* func = nullptr;
};
const Function* MakeImpureFunction(Context& ctx) {
  Function* func = ctx.arena.New<Function>();
  func->body = MakeSeq(ctx, {}, MakeTuple(ctx, {}));
  func->ret_type = MakeTupleType(ctx, {});
  func->is_pure = false;
  func->type = MakeFuncType(ctx, {}, func->ret_type, false);
  return func;
}
const PrimFunc* MakeImpureKernel(Context& ctx, Callee callee) {
  PrimFunc* kernel = ctx.arena.New<PrimFunc>();
  if (callee == Callee::kCallingKernel) {
    Evaluate* evaluate = ctx.arena.New<Evaluate>();
    evaluate->value =
        MakeIntrinsic(ctx, IntrinsicId::tvm_call_packed, DType::Int(32), {MakeString(ctx, "assay.effect")});
    kernel->body = evaluate;
  } else {
    const Expr* zero = MakeInt32(ctx, 0);
    const Buffer* buffer = MakeBuffer(ctx, "written", DType::Float(32), {MakeInt32(ctx, 1)});
    kernel->params = ctx.Copy(std::vector<const Var*>{MakeVar(ctx, "written_handle", DType::Handle())});
    kernel->buffers = ctx.Copy(std::vector<const Buffer*>{buffer});
    kernel->body = MakeStore(ctx, buffer, MakeFloat(ctx, 1, DType::Float(32)), {zero});
  }
  kernel->ret_type = MakeTupleType(ctx, {});
  kernel->type = SignatureOf(ctx, kernel);
  return kernel;
}
Impure MakeImpure(Context& ctx, Callee callee) {
  const Expr* func = IsKernel(callee) ? static_cast<const Expr*>(MakeImpureKernel(ctx, callee))
                                      : static_cast<const Expr*>(MakeImpureFunction(ctx));
  GlobalVar* name = ctx.arena.New<GlobalVar>(*MakeGlobalVar(ctx, "impure_one"));
  name->type = func->type;
  return {name, func};
}

const Call* CallOf(Context& ctx, const Expr* callee, const Type* type) {
  Call* call = ctx.arena.New<Call>();
  call->op = callee;
  call->type = type;
  return call;
}

// Bindings whose last has the effect.
std::vector<const Binding*> EffectOf(Context& ctx, Callee callee, const Impure& impure, VarFlavor flavor) {
  auto bound = [&](const char* name, const Expr* value) {
    return MakeBinding(ctx, MakeVar(ctx, name, value->type, flavor), value);
  };
  const Type* nothing = MakeTupleType(ctx, {});
  switch (callee) {
    case Callee::kOperator: {
      Call* call = ctx.arena.New<Call>(*MakeOpCall(ctx, *FindOp("print"), {MakeString(ctx, "{}"), MakeInt(ctx, 1)}));
      call->type = nothing;
      return {bound("printed", call)};
    }
    case Callee::kPacked: {
      Call* call = ctx.arena.New<Call>(*CallOf(ctx, MakePackedFunc(ctx, "assay.effect"), ctx.Object()));
      call->ty_args = ctx.Copy(std::vector<const Type*>{ctx.Object()});
      return {bound("packed", call)};
    }
    case Callee::kFunction:
    case Callee::kCallingKernel: return {bound("called", CallOf(ctx, impure.name, nothing))};
    case Callee::kWritingKernel: {
      Call* call = ctx.arena.New<Call>(*CallOf(ctx, impure.name, nothing));
      call->args = ctx.Copy(std::vector<const Expr*>{MakeConstant(ctx, Tensor(DType::Float(32), {1}))});
      return {bound("called", call)};
    }
    case Callee::kVariable: {
      const Binding* function = bound("function", impure.name);
      return {function, bound("called", CallOf(ctx, function->var, nothing))};
    }
  }
  return {};
}

// With the function there, where it is called.
Module WithCallee(Context& ctx, const Module& module, Callee callee, const Impure& impure) {
  bool called = callee == Callee::kFunction || callee == Callee::kVariable || IsKernel(callee);
  return called ? WithFunction(ctx, module, impure.name, impure.func) : module;
}

bool IsJudgedPure(const Function& func) {
  return func.is_pure && (func.attrs == nullptr || func.attrs->Find("relax.force_pure") == nullptr);
}

// In a function that says that it is impure, so that this alone is wrong.
std::optional<Module> InDataflow(Context& ctx, const Module& module, size_t place, Callee callee) {
  Impure impure = MakeImpure(ctx, callee);
  return WithRelaxFunction(
      ctx, WithCallee(ctx, module, callee, impure), place, [&](const Function* func) -> const Function* {
        std::vector<const BindingBlock*> blocks(func->body->blocks.begin(), func->body->blocks.end());
        std::vector<size_t> places;
        for (size_t i = 0; i < blocks.size(); ++i) {
          if (blocks[i]->is_dataflow) places.push_back(i);
        }
        if (places.empty() || (func->is_pure && !IsJudgedPure(*func))) return nullptr;
        const BindingBlock*& block = blocks[places[SpreadOver(places.size(), place)]];
        std::vector<const Binding*> bindings(block->bindings.begin(), block->bindings.end());
        for (const Binding* binding : EffectOf(ctx, callee, impure, VarFlavor::kDataflow)) bindings.push_back(binding);
        block = MakeBlock(ctx, bindings, true);
        Function* changed = WithBlocks(ctx, func, blocks);
        changed->is_pure = false;
        return changed;
      });
}

std::optional<Module> InPureFunction(Context& ctx, const Module& module, size_t place, Callee callee) {
  Impure impure = MakeImpure(ctx, callee);
  return WithRelaxFunction(ctx, WithCallee(ctx, module, callee, impure), place,
                           [&](const Function* func) -> const Function* {
                             if (!IsJudgedPure(*func)) return nullptr;
                             for (const Binding* binding : EffectOf(ctx, callee, impure, VarFlavor::kPlain))
                               func = WithBinding(ctx, func, binding);
                             return func;
                           });
}

// With more bindings at the end of a branch.
const If* WithInBranch(Context& ctx, const If& branch, const std::vector<const Binding*>& more) {
  SeqExpr* longer = ctx.arena.New<SeqExpr>(*branch.false_branch);
  std::vector<const BindingBlock*> blocks(longer->blocks.begin(), longer->blocks.end());
  blocks.push_back(MakeBlock(ctx, more, false));
  longer->blocks = ctx.Copy(blocks);
  If* changed = ctx.arena.New<If>(branch);
  changed->false_branch = longer;
  return changed;
}

}  // namespace

std::optional<Module> EffectInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kOperator);
}
std::optional<Module> PackedInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kPacked);
}
std::optional<Module> ImpureCallInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kFunction);
}
std::optional<Module> CallableInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kVariable);
}

std::optional<Module> CallingKernelInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kCallingKernel);
}
std::optional<Module> WritingKernelInDataflow(Context& ctx, const Module& module, size_t place) {
  return InDataflow(ctx, module, place, Callee::kWritingKernel);
}

std::optional<Module> EffectInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kOperator);
}
std::optional<Module> PackedInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kPacked);
}
std::optional<Module> ImpureCallInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kFunction);
}
std::optional<Module> CallableInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kVariable);
}

std::optional<Module> CallingKernelInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kCallingKernel);
}
std::optional<Module> WritingKernelInPureFunction(Context& ctx, const Module& module, size_t place) {
  return InPureFunction(ctx, module, place, Callee::kWritingKernel);
}

// A variable that claims to be pure holds a function that says that it is not, and nobody calls it.
std::optional<Module> ImpureHeldAsPure(Context& ctx, const Module& module, size_t place) {
  Impure impure = MakeImpure(ctx, Callee::kFunction);
  Module with = WithFunction(ctx, module, impure.name, impure.func);
  return WithRelaxFunction(ctx, with, place, [&](const Function* func) -> const Function* {
    if (func == impure.func) return nullptr;
    const Type* pure = MakeFuncType(ctx, {}, MakeTupleType(ctx, {}), true);
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "held", pure), impure.name));
  });
}

std::optional<Module> EffectInBranch(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    if (!IsJudgedPure(*func)) return nullptr;
    std::vector<const BindingBlock*> blocks(func->body->blocks.begin(), func->body->blocks.end());
    for (const BindingBlock*& block : blocks) {
      std::vector<const Binding*> bindings(block->bindings.begin(), block->bindings.end());
      for (const Binding*& binding : bindings) {
        const auto* branch = As<VarBinding>(binding) == nullptr ? nullptr : As<If>(binding->value);
        if (branch == nullptr) continue;
        binding = MakeBinding(ctx, binding->var,
                              WithInBranch(ctx, *branch, EffectOf(ctx, Callee::kOperator, {}, VarFlavor::kPlain)));
        block = MakeBlock(ctx, bindings, block->is_dataflow);
        return WithBlocks(ctx, func, blocks);
      }
    }
    return nullptr;
  });
}

std::optional<Module> BranchVarInOther(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* branch = As<If>(node);
    std::vector<const Var*> found;
    if (branch != nullptr) AddBound(*branch->true_branch, found);
    if (found.empty()) return nullptr;
    SeqExpr* other = ctx.arena.New<SeqExpr>(*branch->false_branch);
    other->body = found[SpreadOver(found.size(), place)];
    If* changed = ctx.arena.New<If>(*branch);
    changed->false_branch = other;
    return changed;
  });
}

}  // namespace assay
