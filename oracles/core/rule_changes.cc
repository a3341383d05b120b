#include "oracles/core/rule_changes.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"
#include "oracles/core/change_edit.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

// The first node of kind T in a kernel for which `edit` gives another one.
template <class T, class F>
std::optional<Module> InKernel(Context& ctx, const Module& module, size_t place, F&& edit) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* wanted = As<T>(node);
    return wanted == nullptr ? nullptr : edit(*wanted);
  });
}

// A block inside a realization, changed.
template <class F>
const Node* WithBlock(Context& ctx, const SBlockRealize& realize, F&& edit) {
  SBlock* block = ctx.arena.New<SBlock>(*realize.block);
  edit(*block);
  SBlockRealize* changed = ctx.arena.New<SBlockRealize>(realize);
  changed->block = block;
  return changed;
}

}  // namespace

// ---- Relax

std::optional<Module> UntypedValue(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* binding = As<VarBinding>(node);
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    if (call == nullptr || call->type == nullptr) return nullptr;
    Call* untyped = ctx.arena.New<Call>(*call);
    untyped->type = nullptr;
    return MakeBinding(ctx, binding->var, untyped);
  });
}

std::optional<Module> SequenceAsValue(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    if (func->params.empty() || func->params[0]->type == nullptr) return nullptr;
    const Var* param = func->params[0];
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "sequence", param->type), MakeSeq(ctx, {}, param)));
  });
}

std::optional<Module> ForcedAndImpure(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    Function* impure = ctx.arena.New<Function>(*func);
    impure->is_pure = false;
    return static_cast<const Function*>(WithFunctionAttr(ctx, impure, "relax.force_pure", MakeAttrInt(ctx, 1)));
  });
}

std::optional<Module> KernelAsValue(Context& ctx, const Module& module, size_t place) {
  const Expr* kernel = nullptr;
  for (const ModuleEntry& entry : module.entries) kernel = Is<PrimFunc>(entry.func) ? entry.func : kernel;
  if (kernel == nullptr) return std::nullopt;
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) {
    const FuncType* type = MakeFuncType(ctx, {}, MakeTupleType(ctx, {}), true);
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "kernel", type), kernel));
  });
}

std::optional<Module> UnsignedDimension(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    const ShapeExpr* shape = MakeShape(ctx, {MakeInt(ctx, 2, DType::UInt(64))});
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "extents", MakeShapeTypeOfRank(ctx, 1)), shape));
  });
}

std::optional<Module> UnknownOperator(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* call = As<Call>(node);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    if (op == nullptr || op->spec == nullptr) return nullptr;
    Call* changed = ctx.arena.New<Call>(*call);
    changed->op = OpNode(ctx, "nothing_of_that_name");
    return changed;
  });
}

// ---- kernels

std::optional<Module> LoopVarTwice(Context& ctx, const Module& module, size_t place) {
  return InKernel<For>(ctx, module, place, [&](const For& loop) -> const Node* {
    if (loop.thread_binding != nullptr) return nullptr;
    return MakeFor(ctx, loop.loop_var, MakeInt(ctx, 1, DTypeOf(loop.loop_var)), &loop);
  });
}

std::optional<Module> UndeclaredBuffer(Context& ctx, const Module& module, size_t place) {
  return InKernel<BufferStore>(ctx, module, place, [&](const BufferStore& store) -> const Node* {
    std::vector<const Expr*> shape(store.buffer->shape.begin(), store.buffer->shape.end());
    const Buffer* nowhere = MakeBuffer(ctx, "undeclared", store.buffer->dtype, shape);
    return MakeStore(ctx, nowhere, store.value, {store.indices.begin(), store.indices.end()});
  });
}

std::optional<Module> OtherStoredType(Context& ctx, const Module& module, size_t place) {
  return InKernel<BufferStore>(ctx, module, place, [&](const BufferStore& store) -> const Node* {
    DType dtype = store.buffer->dtype, other = dtype == DType::Int(32) ? DType::Int(64) : DType::Int(32);
    bool scalars = dtype.lanes == 1 && DTypeOf(store.value).lanes == 1;
    if (!scalars || store.predicate != nullptr) return nullptr;
    return MakeStore(ctx, store.buffer, MakeInt(ctx, 1, other), {store.indices.begin(), store.indices.end()});
  });
}

std::optional<Module> OneValueMore(Context& ctx, const Module& module, size_t place) {
  return InKernel<SBlockRealize>(ctx, module, place, [&](const SBlockRealize& realize) -> const Node* {
    std::vector<const Expr*> values(realize.iter_values.begin(), realize.iter_values.end());
    values.push_back(MakeInt(ctx, 0, DType::Int(32)));
    SBlockRealize* changed = ctx.arena.New<SBlockRealize>(realize);
    changed->iter_values = ctx.Copy(values);
    return changed;
  });
}

std::optional<Module> NumberAsPredicate(Context& ctx, const Module& module, size_t place) {
  return InKernel<SBlockRealize>(ctx, module, place, [&](const SBlockRealize& realize) -> const Node* {
    SBlockRealize* changed = ctx.arena.New<SBlockRealize>(realize);
    changed->predicate = MakeInt(ctx, 1, DType::Int(32));
    return changed;
  });
}

// In place of an iteration variable that the block's body mentions.
std::optional<Module> LoopVarInBlock(Context& ctx, const Module& module, size_t place) {
  return InKernel<For>(ctx, module, place, [&](const For& loop) -> const Node* {
    const auto* realize = As<SBlockRealize>(loop.body);
    if (realize == nullptr || realize->block->iter_vars.empty()) return nullptr;
    SBlock inner = *realize->block;
    const Var* axis = inner.iter_vars[0]->var;
    if (DTypeOf(axis) != DTypeOf(loop.loop_var)) return nullptr;
    const Stmt* body = SubstituteIn(ctx, inner.body, {{axis, loop.loop_var}});
    if (body == inner.body) return nullptr;
    For* changed = ctx.arena.New<For>(loop);
    changed->body = static_cast<const Stmt*>(WithBlock(ctx, *realize, [&](SBlock& block) { block.body = body; }));
    return changed;
  });
}

// What a block's buffer shows, where it is a match_buffer of the block.
const Var* MemoryIn(const SBlock& block, const Var* data) {
  for (size_t i = block.match_buffers.size(); i-- > 0;) {
    const MatchBufferRegion& match = *block.match_buffers[i];
    if (match.buffer->data == data) data = match.source->buffer->data;
  }
  return data;
}

std::optional<Module> NoRegions(Context& ctx, const Module& module, size_t place) {
  return InKernel<SBlockRealize>(ctx, module, place, [&](const SBlockRealize& realize) -> const Node* {
    const SBlock& block = *realize.block;
    const auto* store = As<BufferStore>(block.body);
    if (store == nullptr || block.iter_vars.empty()) return nullptr;
    const Var* memory = MemoryIn(block, store->buffer->data);
    bool own = std::ranges::any_of(block.alloc_buffers, [&](const Buffer* buffer) { return buffer->data == memory; });
    bool named =
        std::ranges::any_of(block.writes, [&](const BufferRegion* one) { return one->buffer->data == memory; });
    if (own || !named) return nullptr;
    return WithBlock(ctx, realize, [&](SBlock& changed) { changed.writes = {}; });
  });
}

std::optional<Module> FloatIndex(Context& ctx, const Module& module, size_t place) {
  return InKernel<BufferStore>(ctx, module, place, [&](const BufferStore& store) -> const Node* {
    if (store.indices.empty() || DTypeOf(store.indices.back()).lanes != 1) return nullptr;
    std::vector<const Expr*> indices(store.indices.begin(), store.indices.end());
    indices.back() = MakeFloat(ctx, 0);
    BufferStore* changed = ctx.arena.New<BufferStore>(store);
    changed->indices = ctx.Copy(indices);
    return changed;
  });
}

std::optional<Module> ThreadOfNone(Context& ctx, const Module& module, size_t place) {
  return InKernel<For>(ctx, module, place, [&](const For& loop) -> const Node* {
    if (loop.thread_binding != nullptr) return nullptr;
    For* changed = ctx.arena.New<For>(loop);
    changed->for_kind = ForKind::kThreadBinding;
    return changed;
  });
}

std::optional<Module> KernelCallsNobody(Context& ctx, const Module& module, size_t place) {
  return InKernel<BufferStore>(ctx, module, place, [&](const BufferStore& store) -> const Node* {
    Evaluate* call = ctx.arena.New<Evaluate>();
    call->value = MakeCall(ctx, MakeGlobalVar(ctx, "nowhere_to_be_found"), {}, nullptr, {}, ctx.Prim(DType::Int(32)));
    return MakeSeqStmt(ctx, {call, &store});
  });
}

}  // namespace assay
