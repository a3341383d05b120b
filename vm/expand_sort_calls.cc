#include "vm/expand_sort_calls.h"

#include <unordered_map>

#include "ir/builder.h"
#include "ir/ops/kernel.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

using Buffers = std::unordered_map<const Var*, const Buffer*>;

const Call* AsIntrinsic(const Expr* e, IntrinsicId id) { return IsCallOf(e, id) ? As<Call>(e) : nullptr; }
// The call of the sort that a statement is; null for any other.
const Call* SortIn(const Node* node) {
  const auto* evaluate = As<Evaluate>(node);
  const Call* call = evaluate == nullptr ? nullptr : AsIntrinsic(evaluate->value, IntrinsicId::tvm_call_packed);
  if (call == nullptr || call->args.size() != 6) return nullptr;
  const auto* name = As<StringImm>(call->args[0]);
  return name != nullptr && name->value.text() == "tvm.contrib.sort.argsort_nms" ? call : nullptr;
}
Buffers BuffersOf(const Node* func) {
  Buffers buffers;
  WalkBeforeChildren(func, [&](const Node* node) {
    const auto* buffer = As<Buffer>(node);
    if (buffer != nullptr && buffer->data != nullptr) buffers.emplace(buffer->data, buffer);
    return true;
  });
  return buffers;
}
// The buffer whose memory an argument of the sort describes, when it has this rank.
const Buffer* BufferOf(const Buffers& buffers, const Expr* argument, size_t rank) {
  const Call* array = AsIntrinsic(argument, IntrinsicId::tvm_stack_make_array);
  const auto* data = array == nullptr || array->args.empty() ? nullptr : As<Var>(array->args[0]);
  auto found = buffers.find(data);
  return found == buffers.end() || found->second->shape.size() != rank ? nullptr : found->second;
}

// Puts index i of row b in its place among those before it, by exchanges with its neighbours.
const Stmt* Insert(const KernelBuffer& scores, const KernelBuffer& order, const Term& b, const Term& i, bool ascend) {
  Context& ctx = scores.ctx();
  return LoopOf("j", i, [&](const Term& j) {
    Term at = i - j, before = at - 1;
    auto score = [&](const Term& place) { return scores(b, CastTo(at.dtype(), order(b, place))); };
    const Var* held = MakeVar(ctx, "held", order.dtype());
    auto* bind = ctx.arena.New<Bind>();
    bind->var = held;
    bind->value = order(b, at).expr();
    const Stmt* exchange =
        MakeSeqStmt(ctx, {bind, Write(order, {b, at}, order(b, before)), Write(order, {b, before}, {ctx, held})});
    return When(ascend ? score(at) < score(before) : score(before) < score(at), exchange);
  });
}
const Stmt* Sorted(Context& ctx, const Buffers& buffers, const Call* call) {
  const Buffer *scores = BufferOf(buffers, call->args[1], 2), *counts = BufferOf(buffers, call->args[2], 1),
               *order = BufferOf(buffers, call->args[3], 2);
  const IntImm *axis = AsInt(call->args[4]), *ascend = AsInt(call->args[5]);
  bool known = scores != nullptr && counts != nullptr && order != nullptr && axis != nullptr && axis->value == 1;
  if (!known || ascend == nullptr) return nullptr;
  KernelBuffer x(ctx, scores), valid(ctx, counts), out(ctx, order);
  return LoopOf("b", x.dim(0), [&](const Term& b) {
    return LoopOf("i", x.dim(1), [&](const Term& i) {
      const Stmt* own = Write(out, {b, i}, CastTo(out.dtype(), i));
      const Stmt* insert = When(i < CastTo(i.dtype(), valid(b)), Insert(x, out, b, i, ascend->value != 0));
      return MakeSeqStmt(ctx, {own, insert});
    });
  });
}
bool HasSort(const Node* func) {
  bool found = false;
  WalkBeforeChildren(func, [&](const Node* node) {
    found = found || SortIn(node) != nullptr;
    return !found;
  });
  return found;
}

}  // namespace

Module ExpandSortCalls(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !HasSort(entry.func)) continue;
    Buffers buffers = BuffersOf(entry.func);
    auto rule = [&](const Node* node, const Node*) -> const Node* {
      const Call* call = SortIn(node);
      const Stmt* loops = call == nullptr ? nullptr : Sorted(ctx, buffers, call);
      return loops == nullptr ? node : loops;
    };
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule));
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
