#include "passes/analysis/effects.h"

#include <algorithm>

#include "ir/arith/sum.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/tiles.h"
#include "passes/analysis/all_parts.h"
#include "passes/op_names.h"

namespace assay {
namespace {

bool MayDivideByZero(const Node* node) {
  const BinaryExpr* binary = AsBinary(node);
  if (binary == nullptr || !IsDivision(binary->kind)) return false;
  if (!DTypeOf(binary->a).IsInteger()) return false;
  const auto* divisor = AsInt(binary->b);
  const auto* spread = As<Broadcast>(binary->b);
  if (spread != nullptr) divisor = AsInt(spread->value);
  return divisor == nullptr || divisor->value == 0;
}

// other kinds: show what they do by their parts
bool HidesEffects(const Node* node) {
  if (const auto* var = As<Var>(node)) return Is<PointerType>(var->type);
  return Is<DeclBuffer>(node) || Is<MatchBufferRegion>(node) || Is<While>(node) || Is<AssertStmt>(node);
}

void AddNode(const Node* node, EffectSet& found);
// Of an expression in which no call of tiles stands.
void AddScalar(const Node* root, EffectSet& found) {
  WalkBeforeChildren(root, [&](const Node* node) {
    AddNode(node, found);
    return !Is<Buffer>(node);
  });
}

// What a call of tiles reaches by pointers is known: which argument it writes, and what tvm_access_ptr says. Anything
// but such a call: false.
bool AddTileCall(const Node* node, EffectSet& found) {
  const Call* call = AsTileCall(node);
  if (call == nullptr) return false;
  bool stores = IsCallOf(call, IntrinsicId::tvm_store_matrix_sync);
  for (size_t i = 0; i < call->args.size(); ++i) {
    const Expr* arg = call->args[i];
    if (const auto* var = As<Var>(arg); var != nullptr && Is<PointerType>(var->type)) {
      // A sum adds to one of the tiles that it reads, or to another one.
      (i == 0 && !stores ? found.writes : found.reads).insert(var);
    } else if (IsCallOf(arg, IntrinsicId::tvm_access_ptr)) {
      for (auto [data, writes] : PointersTakenBy(arg)) (writes ? found.writes : found.reads).insert(data);
      const auto* place = As<Call>(arg);
      for (const Expr* part : place->args.subspan(std::min<size_t>(2, place->args.size()))) AddScalar(part, found);
    } else {
      AddScalar(arg, found);
    }
  }
  return true;
}

void AddNode(const Node* node, EffectSet& found) {
  if (std::optional<ElementAccess> access = ElementAccessOf(node)) {
    (access->writes ? found.writes : found.reads).insert(access->buffer->data);
    return;
  }
  NodeEffects effects = EffectsOfNode(node);
  found.unknown |= effects.unknown || effects.calls || effects.jumps;
}

void AddParts(const Node* root, EffectSet& found) {
  WalkBeforeChildren(root, [&](const Node* node) {
    if (AddTileCall(node, found)) return false;
    AddNode(node, found);
    return !Is<Buffer>(node);
  });
}

}  // namespace

// other kinds: do what their parts do
NodeEffects EffectsOfNode(const Node* node) {
  NodeEffects effects;
  if (std::optional<ElementAccess> access = ElementAccessOf(node)) {
    (access->writes ? effects.writes : effects.reads) = true;
  } else if (const auto* call = As<Call>(node)) {
    const IntrinsicSpec* row = IntrinsicOf(call);
    effects.calls = row == nullptr || !row->IsSpeculatable();
    effects.may_trap = row == nullptr || row->may_trap || row->HasSideEffect();
  } else {
    effects.jumps = Is<Return>(node) || Is<Break>(node) || Is<Continue>(node);
    effects.unknown = HidesEffects(node);
    effects.may_trap = Is<AssertStmt>(node) || MayDivideByZero(node);
  }
  return effects;
}

void EffectSet::Add(const EffectSet& other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  unknown |= other.unknown;
}

EffectSet EffectsOf(const Node* root) {
  EffectSet found;
  AddParts(root, found);
  return found;
}

bool Jumps(const Stmt* s) {
  bool jumps = false;
  WalkBeforeChildren(s, [&](const Node* node) {
    jumps = jumps || EffectsOfNode(node).jumps;
    return !jumps && AsExpr(node) == nullptr;
  });
  return jumps;
}

EffectSet DeclaredEffectsOf(const Stmt* s) {
  EffectSet found;
  WalkBeforeChildren(s, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    if (block == nullptr) {
      if (AddTileCall(node, found)) return false;
      AddNode(node, found);
      return !Is<Buffer>(node);
    }
    for (const BufferRegion* region : block->reads) found.reads.insert(region->buffer->data);
    for (const BufferRegion* region : block->writes) found.writes.insert(region->buffer->data);
    return false;
  });
  return found;
}

bool CanReorder(const EffectSet& a, const EffectSet& b) {
  auto meets = [](const auto& some, const EffectSet& other) {
    return std::ranges::any_of(some, [&](const Var* data) { return other.Touches(data); });
  };
  return !a.unknown && !b.unknown && !meets(a.writes, b) && !meets(b.writes, a);
}

bool IsPureIntrinsic(const Call* call) { return !EffectsOfNode(call).calls; }

bool IsPure(const Expr* e) {
  bool pure = true;
  WalkBeforeChildren(e, [&](const Node* node) {
    NodeEffects effects = EffectsOfNode(node);
    pure = pure && !effects.reads && !effects.calls;
    return pure;
  });
  return pure;
}

bool IsSpeculatable(const Expr* e) {
  bool safe = true;
  WalkBeforeChildren(e, [&](const Node* node) {
    safe = safe && IsSpeculatableAlone(node);
    return safe;
  });
  return safe;
}

bool IsHeadSpeculatable(const For& loop) {
  const IntImm* step = loop.step == nullptr ? nullptr : AsInt(loop.step);
  bool forward = loop.step == nullptr || (step != nullptr && step->value > 0);
  return forward && IsSpeculatable(loop.min) && IsSpeculatable(loop.extent);
}

bool IsSelfStore(const BufferStore* store) {
  const auto* load = As<BufferLoad>(store->value);
  if (load == nullptr || load->buffer != store->buffer || load->indices.size() != store->indices.size()) return false;
  if (load->predicate != nullptr || store->predicate != nullptr) return false;
  return std::ranges::equal(load->indices, store->indices, SameFactor);
}

std::vector<const BufferLoad*> HandedOnBy(const Node* node) {
  const auto* call = As<Call>(node);
  if (call == nullptr) return {};
  bool takes = IsCallOf(call, IntrinsicId::address_of) && call->args.size() == 1;
  if (takes && Is<BufferLoad>(call->args[0])) return {As<BufferLoad>(call->args[0])};
  std::optional<AllReduce> reduction = AllReduceOf(call);
  return reduction ? reduction->destinations : std::vector<const BufferLoad*>();
}

std::vector<PointerUse> PointersTakenBy(const Node* node) {
  const auto* call = As<Call>(node);
  if (call == nullptr) return {};
  // Its mask: 1 reads, 2 writes.
  constexpr size_t kMask = 4;
  bool access = IsCallOf(call, IntrinsicId::tvm_access_ptr) && call->args.size() > kMask;
  const IntImm* mask = access ? AsInt(call->args[kMask]) : nullptr;
  std::vector<PointerUse> taken;
  for (const Expr* arg : call->args) {
    const auto* var = As<Var>(arg);
    if (var != nullptr && Is<PointerType>(var->type)) taken.push_back({var, mask == nullptr || mask->value != 1});
  }
  return taken;
}

}  // namespace assay
