#include "passes/analysis/in_place.h"

#include <algorithm>

#include "ir/equal.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/iterations.h"

namespace assay {
namespace {

// Null when there are several, or none.
const BufferStore* OnlyStoreInto(const Stmt* s, const Buffer* buffer) {
  const BufferStore* only = nullptr;
  size_t count = 0;
  WalkBeforeChildren(s, [&](const Node* node) {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr || store->buffer != buffer) return AsExpr(node) == nullptr;
    only = store;
    ++count;
    return false;
  });
  return count == 1 ? only : nullptr;
}

// How many loads of the buffer the value has, if all are of that element.
std::optional<size_t> LoadsOfElement(const Expr* value, const Buffer* buffer, const Expr* index) {
  size_t count = 0;
  bool same = true;
  ForEachAccess(value, [&](const ElementAccess& access) {
    if (access.buffer != buffer) return;
    ++count;
    same = same && access.indices.size() == 1 && Equal(access.indices[0], index);
  });
  return same ? std::optional(count) : std::nullopt;
}

bool IsPlainLoop(const Stmt* scope) {
  const auto* loop = As<For>(scope);
  return loop != nullptr && loop->step == nullptr && loop->for_kind != ForKind::kVectorized;
}

}  // namespace

// other kinds: nothing is reused
bool CanReuseBuffer(Context& ctx, KernelFacts& facts, const Stmt* s, const Buffer* from, const Buffer* to) {
  const BufferStore* store = Is<For>(s) || Is<BufferStore>(s) ? OnlyStoreInto(s, to) : nullptr;
  if (store == nullptr || store->indices.size() != 1 || !DTypeOf(store->indices[0]).IsScalar()) return false;
  Accesses accesses = AccessesIn(ctx, s);
  auto read = accesses.uses.find(from), written = accesses.uses.find(to);
  if (read == accesses.uses.end() || written == accesses.uses.end() || read->second.opaque || written->second.opaque)
    return false;
  std::optional<size_t> loads = LoadsOfElement(store->value, from, store->indices[0]);
  const std::vector<const Access*>& writes = written->second.accesses;
  if (!loads || *loads != read->second.accesses.size() || writes.size() != 1) return false;
  return std::ranges::all_of(writes[0]->scopes, [&](const Stmt* scope) {
    return IsPlainLoop(scope) && IterationsAreIndependent(ctx, facts, *As<For>(scope), writes);
  });
}

}  // namespace assay
