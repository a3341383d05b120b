#include "oracles/core/place_changes.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/mentions.h"
#include "ir/ops/op_spec.h"
#include "ir/prim/intrinsics.h"
#include "oracles/core/change_edit.h"

namespace assay {
namespace {

// ---- kernels: at a store of one element

using StoreEdit = std::function<const Stmt*(const BufferStore&)>;

std::optional<Module> AtStore(Context& ctx, const Module& module, size_t place, const StoreEdit& edit) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* store = As<BufferStore>(node);
    bool single = store != nullptr && store->predicate == nullptr && store->buffer->dtype.lanes == 1 &&
                  DTypeOf(store->value).lanes == 1 &&
                  std::ranges::all_of(store->indices, [](const Expr* index) { return DTypeOf(index).lanes == 1; });
    return single ? edit(*store) : nullptr;
  });
}

const Stmt* Storing(Context& ctx, const BufferStore& store, const Expr* value) {
  BufferStore* changed = ctx.arena.New<BufferStore>(store);
  changed->value = value;
  return changed;
}
// By a condition that is none.
std::optional<Module> StoringBy(Context& ctx, const Module& module, size_t place, const Expr* condition) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    return Storing(ctx, store, MakeSelect(ctx, condition, store.value, store.value));
  });
}

const Var* Undefined(Context& ctx, DType dtype) { return MakeVar(ctx, "undefined", dtype); }

const For* Once(Context& ctx, const Stmt* body) {
  return MakeFor(ctx, MakeVar(ctx, "once", DType::Int(32)), MakeInt32(ctx, 1), body);
}

std::optional<Module> UnderLoop(Context& ctx, const Module& module, size_t place, const Expr* start,
                                const Expr* extent) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    For* loop = ctx.arena.New<For>(*Once(ctx, &store));
    if (start != nullptr) loop->min = start;
    if (extent != nullptr) loop->extent = extent;
    return loop;
  });
}

}  // namespace

std::optional<Module> NumberAsBranch(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    IfThenElse* branch = ctx.arena.New<IfThenElse>();
    branch->condition = MakeInt32(ctx, 1);
    branch->then_case = &store;
    return branch;
  });
}

std::optional<Module> NumberAsWhile(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    While* loop = ctx.arena.New<While>();
    loop->condition = MakeInt32(ctx, 0);
    loop->body = &store;
    return loop;
  });
}

std::optional<Module> NumberAsClaim(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    AssertStmt* claim = ctx.arena.New<AssertStmt>();
    claim->condition = MakeInt32(ctx, 1);
    claim->error_kind = ctx.Intern("RuntimeError");
    claim->message_parts = ctx.Copy(std::vector<Name>{ctx.Intern("a claim")});
    return MakeSeqStmt(ctx, {claim, &store});
  });
}

std::optional<Module> NumberSelects(Context& ctx, const Module& module, size_t place) {
  return StoringBy(ctx, module, place, MakeInt32(ctx, 1));
}

std::optional<Module> NumberChooses(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    const Expr* value = MakeIntrinsic(ctx, IntrinsicId::if_then_else, DTypeOf(store.value),
                                      {MakeInt32(ctx, 1), store.value, store.value});
    return Storing(ctx, store, value);
  });
}

std::optional<Module> NumberNegated(Context& ctx, const Module& module, size_t place) {
  return StoringBy(ctx, module, place, MakeNot(ctx, MakeInt32(ctx, 1)));
}

std::optional<Module> NumberInLogic(Context& ctx, const Module& module, size_t place) {
  And* both = ctx.arena.New<And>();
  both->a = MakeBool(ctx, true);
  both->b = MakeInt32(ctx, 1);
  both->type = ctx.Prim(DType::Bool());
  return StoringBy(ctx, module, place, both);
}

std::optional<Module> FloatExtent(Context& ctx, const Module& module, size_t place) {
  return UnderLoop(ctx, module, place, nullptr, MakeFloat(ctx, 1));
}

std::optional<Module> FloatStart(Context& ctx, const Module& module, size_t place) {
  return UnderLoop(ctx, module, place, MakeFloat(ctx, 0), nullptr);
}

std::optional<Module> UndefinedExtent(Context& ctx, const Module& module, size_t place) {
  return UnderLoop(ctx, module, place, nullptr, Undefined(ctx, DType::Int(32)));
}

std::optional<Module> FloatReadIndex(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) -> const Stmt* {
    if (store.indices.empty()) return nullptr;
    std::vector<const Expr*> indices(store.indices.begin(), store.indices.end());
    indices.back() = MakeFloat(ctx, 0);
    return Storing(ctx, store, MakeLoad(ctx, store.buffer, indices));
  });
}

std::optional<Module> OneReadIndexMore(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    std::vector<const Expr*> indices(store.indices.begin(), store.indices.end());
    indices.push_back(MakeInt32(ctx, 0));
    return Storing(ctx, store, MakeLoad(ctx, store.buffer, indices));
  });
}

std::optional<Module> UndeclaredRead(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    std::vector<const Expr*> shape(store.buffer->shape.begin(), store.buffer->shape.end());
    const Buffer* nowhere = MakeBuffer(ctx, "undeclared", store.buffer->dtype, shape);
    return Storing(ctx, store, MakeLoad(ctx, nowhere, {store.indices.begin(), store.indices.end()}));
  });
}

std::optional<Module> UndefinedCondition(Context& ctx, const Module& module, size_t place) {
  return StoringBy(ctx, module, place, Undefined(ctx, DType::Bool()));
}

std::optional<Module> UndefinedValue(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    const Var* name = MakeVar(ctx, "name", DType::Int(32));
    return MakeSeqStmt(ctx, {MakeBind(ctx, name, Undefined(ctx, DType::Int(32))), &store});
  });
}

std::optional<Module> TupleInKernel(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    Evaluate* evaluate = ctx.arena.New<Evaluate>();
    evaluate->value = MakeTuple(ctx, {MakeInt32(ctx, 0)});
    return MakeSeqStmt(ctx, {evaluate, &store});
  });
}

std::optional<Module> EndedName(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    const Var *name = MakeVar(ctx, "name", DType::Int(32)), *again = MakeVar(ctx, "again", DType::Int(32));
    return MakeSeqStmt(ctx, {Once(ctx, MakeBind(ctx, name, MakeInt32(ctx, 0))), MakeBind(ctx, again, name), &store});
  });
}

std::optional<Module> EndedBuffer(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx, "own", DType::Int(32), {MakeInt32(ctx, 1)});
    auto filled = [&] { return MakeStore(ctx, alloc->buffer, MakeInt32(ctx, 0), {MakeInt32(ctx, 0)}); };
    return MakeSeqStmt(ctx, {Once(ctx, MakeSeqStmt(ctx, {alloc, filled()})), filled(), &store});
  });
}

std::optional<Module> NamedTwice(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    const Var* name = MakeVar(ctx, "name", DType::Int(32));
    return MakeSeqStmt(ctx, {MakeBind(ctx, name, MakeInt32(ctx, 0)), MakeBind(ctx, name, MakeInt32(ctx, 1)), &store});
  });
}

// other kinds: are no block of one store
std::optional<Module> UnnamedRead(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* realize = As<SBlockRealize>(node);
    const auto* store = realize == nullptr ? nullptr : As<BufferStore>(realize->block->body);
    if (store == nullptr || realize->block->writes.empty()) return nullptr;
    const SBlock& block = *realize->block;
    bool reads = std::ranges::any_of(block.reads, [&](const BufferRegion* read) {
      bool written = std::ranges::any_of(
          block.writes, [&](const BufferRegion* write) { return write->buffer->data == read->buffer->data; });
      return !written && Mentions(store->value, read->buffer);
    });
    if (!reads) return nullptr;
    SBlock* silent = ctx.arena.New<SBlock>(block);
    silent->reads = {};
    SBlockRealize* changed = ctx.arena.New<SBlockRealize>(*realize);
    changed->block = silent;
    return changed;
  });
}

std::optional<Module> ThreadOfSerial(Context& ctx, const Module& module, size_t place) {
  return AtStore(ctx, module, place, [&](const BufferStore& store) {
    IterVar* thread = ctx.arena.New<IterVar>();
    thread->var = MakeVar(ctx, "thread", DType::Int(32));
    thread->iter_type = IterType::kThreadIndex;
    thread->thread_tag = ctx.Intern("threadIdx.x");
    For* loop = ctx.arena.New<For>(*Once(ctx, &store));
    loop->thread_binding = thread;
    return loop;
  });
}

// ---- Relax

namespace {

const Var* UndefinedLike(Context& ctx, const Expr* e) { return MakeVar(ctx, "undefined", e->type); }

// The value once more, by a call.
const Expr* Called(Context& ctx, const Expr* value) {
  const OpSpec* same = FindOp("grad.no_grad");
  if (same == nullptr || !Is<Var>(value) || !Is<TensorType>(value->type)) return nullptr;
  Call* call = ctx.arena.New<Call>(*MakeOpCall(ctx, *same, {value}));
  call->type = value->type;
  return call;
}

template <class T, class F>
std::optional<Module> InFunction(Context& ctx, const Module& module, size_t place, F&& edit) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* wanted = As<T>(node);
    return wanted == nullptr ? nullptr : edit(*wanted);
  });
}

const SeqExpr* Giving(Context& ctx, const SeqExpr& seq, const Expr* result) {
  SeqExpr* changed = ctx.arena.New<SeqExpr>(seq);
  changed->body = result;
  return changed;
}

}  // namespace

std::optional<Module> UndefinedArgument(Context& ctx, const Module& module, size_t place) {
  return InFunction<Call>(ctx, module, place, [&](const Call& call) -> const Node* {
    if (!Is<Op>(call.op) || call.args.empty() || !Is<Var>(call.args[0]) || !Is<TensorType>(call.args[0]->type))
      return nullptr;
    std::vector<const Expr*> args(call.args.begin(), call.args.end());
    args[0] = UndefinedLike(ctx, args[0]);
    Call* changed = ctx.arena.New<Call>(call);
    changed->args = ctx.Copy(args);
    return changed;
  });
}

std::optional<Module> UndefinedBranch(Context& ctx, const Module& module, size_t place) {
  return InFunction<If>(ctx, module, place, [&](const If& branch) {
    If* changed = ctx.arena.New<If>(branch);
    changed->cond = UndefinedLike(ctx, branch.cond);
    return changed;
  });
}

std::optional<Module> CallAsCondition(Context& ctx, const Module& module, size_t place) {
  return InFunction<If>(ctx, module, place, [&](const If& branch) -> const Node* {
    const Expr* call = Called(ctx, branch.cond);
    if (call == nullptr) return nullptr;
    If* changed = ctx.arena.New<If>(branch);
    changed->cond = call;
    return changed;
  });
}

std::optional<Module> CallAsBranch(Context& ctx, const Module& module, size_t place) {
  return InFunction<If>(ctx, module, place, [&](const If& branch) -> const Node* {
    const Expr* call = Called(ctx, branch.true_branch->body);
    if (call == nullptr) return nullptr;
    If* changed = ctx.arena.New<If>(branch);
    changed->true_branch = Giving(ctx, *branch.true_branch, call);
    return changed;
  });
}

namespace {

std::optional<Module> WithField(Context& ctx, const Module& module, size_t place, bool by_call) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    auto is_tensor = [](const Var* param) { return Is<TensorType>(param->type); };
    auto param = std::ranges::find_if(func->params, is_tensor);
    if (param == func->params.end()) return nullptr;
    const Expr* field = by_call ? Called(ctx, *param) : UndefinedLike(ctx, *param);
    if (field == nullptr) return nullptr;
    const Expr* tuple = MakeTuple(ctx, {field});
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "fields", tuple->type), tuple));
  });
}

}  // namespace

std::optional<Module> UndefinedField(Context& ctx, const Module& module, size_t place) {
  return WithField(ctx, module, place, false);
}
std::optional<Module> CallAsField(Context& ctx, const Module& module, size_t place) {
  return WithField(ctx, module, place, true);
}

std::optional<Module> CallAsResult(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    const Expr* call = Called(ctx, func->body->body);
    if (call == nullptr) return nullptr;
    Function* changed = ctx.arena.New<Function>(*func);
    changed->body = Giving(ctx, *func->body, call);
    return changed;
  });
}

std::optional<Module> UndefinedSize(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    auto has_sizes = [](const Var* param) {
      const auto* type = As<TensorType>(param->type);
      return type != nullptr && type->rank > 0 && !type->dtype.IsVoid();
    };
    auto param = std::ranges::find_if(func->params, has_sizes);
    if (param == func->params.end()) return nullptr;
    const auto* type = As<TensorType>((*param)->type);
    const Expr* size = MakeBinary(ctx, NodeKind::kAdd, Undefined(ctx, DType::Int(64)), MakeInt(ctx, 1));
    const Type* target = MakeTensorType(ctx, std::vector<const Expr*>(static_cast<size_t>(type->rank), size),
                                        type->dtype, type->vdevice);
    return WithBinding(ctx, func, MakeMatchCast(ctx, MakeVar(ctx, "sized", target), *param, target));
  });
}

// Its parameters say sizes of their own; this one is none of them.
std::optional<Module> UndefinedCallableSize(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    const Var* own = MakeVar(ctx, "own", DType::Int(64));
    const Type* taken = MakeTensorType(ctx, std::vector<const Expr*>{own}, DType::Float(32));
    const Type* given = MakeTensorType(ctx, std::vector<const Expr*>{Undefined(ctx, DType::Int(64))}, DType::Float(32));
    const Type* target = MakeFuncType(ctx, {taken}, given, true);
    const Var* any = MakeVar(ctx, "any", ctx.Object());
    Call* null = ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.null_value"), {}));
    null->type = ctx.Object();
    func = WithBinding(ctx, func, MakeBinding(ctx, any, null));
    return WithBinding(ctx, func, MakeMatchCast(ctx, MakeVar(ctx, "callable", target), any, target));
  });
}

std::optional<Module> UsedBefore(Context& ctx, const Module& module, size_t place) {
  return InFunction<BindingBlock>(ctx, module, place, [&](const BindingBlock& block) -> const Node* {
    for (size_t i = 0; i + 1 < block.bindings.size(); ++i) {
      const Binding *first = block.bindings[i], *second = block.bindings[i + 1];
      if (!Mentions(second->value, first->var, Types::kSkip)) continue;
      std::vector<const Binding*> bindings(block.bindings.begin(), block.bindings.end());
      std::swap(bindings[i], bindings[i + 1]);
      return MakeBlock(ctx, bindings, block.is_dataflow);
    }
    return nullptr;
  });
}

std::optional<Module> ParameterBound(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    if (func->params.empty() || !Is<TensorType>(func->params[0]->type)) return nullptr;
    return WithBinding(ctx, func, MakeBinding(ctx, func->params[0], func->params[0]));
  });
}

}  // namespace assay
