// Moves that give loads and stores of kernels other places, conditions, views and names: what a pass looks for, and
// then not quite. Tested by near_moves_test.cc.
#include <algorithm>

#include <fmt/format.h>

#include "generators/moves/kernel_places.h"
#include "generators/moves/kernel_surroundings.h"
#include "generators/moves/near_moves.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "passes/analysis/effects.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// So that twice as much is a number of each dtype of indices.
constexpr int64_t kMostExtent = 1 << 20;

// Another index within an axis of that extent, for one that is within it. `distinct`: where two were different, what
// they become is, too.
const Expr* OtherWithin(MoveSite& site, const Expr* index, int64_t extent, bool distinct) {
  Context& ctx = site.ctx;
  auto number = [&](int64_t value) { return Number(ctx, value, index); };
  switch (site.bytes.Below(distinct ? 2 : 6)) {
    case 0: return MakeBinary(ctx, NodeKind::kSub, number(extent - 1), index);
    case 1:
      return MakeBinary(ctx, NodeKind::kFloorMod,
                        MakeBinary(ctx, NodeKind::kAdd, index, number(site.bytes.Between(1, extent - 1))),
                        number(extent));
    case 2: return number(site.bytes.Between(0, extent - 1));
    case 3: return MakeBinary(ctx, NodeKind::kFloorDiv, index, number(2));
    case 4:
      return MakeBinary(ctx, NodeKind::kMin, MakeBinary(ctx, NodeKind::kAdd, index, number(1)), number(extent - 1));
    default: return MakeBinary(ctx, NodeKind::kMax, MakeBinary(ctx, NodeKind::kSub, index, number(1)), number(0));
  }
}

// Whether an element may be another one: not where iterations have no order, or a block promises what it computes.
bool MayMove(const KernelSurroundings& around, const Node* node, const ElementAccess& access) {
  bool stored = around.IsStored(access.buffer) || around.IsNamedOtherwise(access.buffer);
  if (!stored) return true;
  if (around.has_threads() || around.AtOnce(node)) return false;
  const SBlock* block = around.BlockAround(node);
  if (block == nullptr) return true;
  auto touches = [&](bool writes) {
    return AnyAccess(
        block, [&](const ElementAccess& a) { return a.buffer->data == access.buffer->data && a.writes == writes; });
  };
  return block->init == nullptr && !touches(!access.writes);
}

struct IndexPlace {
  size_t entry = 0;
  const Node* access = nullptr;
  size_t axis = 0;
  // Of the axis.
  int64_t extent = 0;
  bool distinct = false;
};

std::vector<IndexPlace> IndexPlaces(const Module& module) {
  std::vector<IndexPlace> places;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (!Is<PrimFunc>(module.entries[i].func)) continue;
    KernelSurroundings around(module.entries[i].func);
    WalkOnce(module.entries[i].func, [&](const Node* node) {
      std::optional<ElementAccess> access = ElementAccessOf(node);
      if (!access || !MayMove(around, node, *access)) return;
      bool distinct = access->writes && around.BlockAround(node) != nullptr;
      for (size_t axis = 0; axis < access->indices.size(); ++axis) {
        const IntImm* extent = AsInt(access->buffer->shape[axis]);
        DType dtype = DTypeOf(access->indices[axis]);
        if (extent == nullptr || extent->value < 2 || extent->value > kMostExtent) continue;
        if (dtype.lanes == 1 && dtype.IsInt() && dtype.bits >= 32)
          places.push_back({i, node, axis, extent->value, distinct});
      }
    });
  }
  return places;
}

Nodes<Expr> WithIndex(Context& ctx, Nodes<Expr> indices, size_t axis, const Expr* by) {
  std::vector<const Expr*> changed(indices.begin(), indices.end());
  changed[axis] = by;
  return ctx.Copy(changed);
}

// Blocks name the whole buffer then.
void WidenRegions(MoveSite& site, size_t entry, const Buffer* buffer, NodeMap& map) {
  std::vector<const Range*> ranges;
  for (const Expr* extent : buffer->shape) ranges.push_back(MakeRange(site.ctx, Number(site.ctx, 0, extent), extent));
  const BufferRegion* whole = MakeRegion(site.ctx, buffer, ranges);
  WalkOnce(site.module.entries[entry].func, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    if (block == nullptr) return;
    for (const auto* regions : {&block->reads, &block->writes}) {
      for (const BufferRegion* region : *regions) {
        if (region->buffer == buffer) map[region] = whole;
      }
    }
  });
}

// What a kernel says of its own form is no longer so.
Module WithoutPattern(Context& ctx, Module module, size_t entry) {
  const auto* func = As<PrimFunc>(module.entries[entry].func);
  if (func->attrs == nullptr || func->attrs->Find("op_pattern") == nullptr) return module;
  PrimFunc* plain = ctx.arena.New<PrimFunc>(*func);
  plain->attrs = WithAttr(ctx, func->attrs, "op_pattern", nullptr);
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  entries[entry].func = plain;
  return WithEntries(ctx, module, entries);
}

std::optional<Module> OtherIndex(MoveSite& site) {
  std::vector<IndexPlace> places = IndexPlaces(site.module);
  if (places.empty()) return std::nullopt;
  const IndexPlace& place = site.bytes.Pick(places);
  ElementAccess access = *ElementAccessOf(place.access);
  const Expr* by = OtherWithin(site, access.indices[place.axis], place.extent, place.distinct);
  if (Equal(by, access.indices[place.axis])) return std::nullopt;
  NodeMap map;
  if (const auto* load = As<BufferLoad>(place.access)) {
    BufferLoad* changed = site.ctx.arena.New<BufferLoad>(*load);
    changed->indices = WithIndex(site.ctx, load->indices, place.axis, by);
    map[load] = changed;
  } else {
    BufferStore* changed = site.ctx.arena.New<BufferStore>(*As<BufferStore>(place.access));
    changed->indices = WithIndex(site.ctx, changed->indices, place.axis, by);
    map[place.access] = changed;
  }
  WidenRegions(site, place.entry, access.buffer, map);
  return WithoutPattern(site.ctx, WithNodes(site, place.entry, map), place.entry);
}

// ---- statements around a store

// Draws a store of a scalar, and puts what `change` makes of it in its place.
template <class Fits, class Change>
std::optional<Module> ChangeStore(MoveSite& site, Fits&& fits, Change&& change) {
  auto of_scalar = [&](const KernelSurroundings& around, const BufferStore& store) {
    return DTypeOf(store.value).lanes == 1 && fits(around, store);
  };
  return ChangeAround<BufferStore>(site, of_scalar, change);
}
bool Anywhere(const KernelSurroundings&, const BufferStore&) { return true; }
bool OutsideBlocks(const KernelSurroundings& around, const BufferStore&) {
  return !around.has_blocks() && !around.has_threads();
}

const Stmt* Look(Context& ctx, const Expr* value) {
  Evaluate* look = ctx.arena.New<Evaluate>();
  look->value = value;
  return look;
}

// It reads memory at most.
bool OnlyReads(const Expr* e) {
  bool only = true;
  WalkBeforeChildren(e, [&](const Node* node) {
    NodeEffects effects = EffectsOfNode(node);
    only &= !effects.writes && !effects.calls && !effects.jumps && !effects.unknown;
    return !Is<Buffer>(node);
  });
  return only;
}

// An index, or the value as a whole, is bound to a name before the store.
std::optional<Module> NamedPart(MoveSite& site) {
  return ChangeStore(site, Anywhere, [&](const KernelSurroundings&, const BufferStore& store) -> const Stmt* {
    std::vector<size_t> parts;
    for (size_t i = 0; i <= store.indices.size(); ++i) {
      const Expr* part = i < store.indices.size() ? store.indices[i] : store.value;
      if (!Is<Var>(part) && !Is<IntImm>(part) && DTypeOf(part).lanes == 1 && OnlyReads(part)) parts.push_back(i);
    }
    if (parts.empty()) return nullptr;
    size_t at = site.bytes.Pick(parts);
    BufferStore* changed = site.ctx.arena.New<BufferStore>(store);
    Bind* bind = site.ctx.arena.New<Bind>();
    bind->value = at < store.indices.size() ? store.indices[at] : store.value;
    bind->var = MakeVar(site.ctx, "named", DTypeOf(bind->value));
    if (at < store.indices.size())
      changed->indices = WithIndex(site.ctx, store.indices, at, bind->var);
    else
      changed->value = bind->var;
    return MakeSeqStmt(site.ctx, {bind, changed});
  });
}

std::optional<Module> StoreItself(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const BufferStore& store) {
    bool alone = OutsideBlocks(around, store) && !around.AtOnce(&store) && store.predicate == nullptr;
    return alone &&
           std::ranges::all_of(store.indices, [](const Expr* i) { return DTypeOf(i).lanes == 1 && IsPure(i); });
  };
  return ChangeStore(site, fits, [&](const KernelSurroundings&, const BufferStore& store) {
    std::vector<const Expr*> from, to;
    for (const Expr* index : store.indices)
      from.push_back(FreshCopy(site.ctx, index)), to.push_back(FreshCopy(site.ctx, index));
    const Stmt* again = MakeStore(site.ctx, store.buffer, MakeLoad(site.ctx, store.buffer, from), to);
    return MakeSeqStmt(site.ctx, {site.ctx.arena.New<BufferStore>(store), again});
  });
}

// A read, or a look at the pointer, of which nothing is needed.
std::optional<Module> LookAtBuffer(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const BufferStore& store) {
    return OutsideBlocks(around, store) && !around.AtOnce(&store);
  };
  return ChangeStore(site, fits, [&](const KernelSurroundings&, const BufferStore& store) {
    const Expr* look = MakeIntrinsic(site.ctx, IntrinsicId::isnullptr, DType::Bool(), {store.buffer->data});
    if (site.bytes.Chance(1, 2)) {
      const Expr* loaded = nullptr;
      WalkBeforeChildren(store.value, [&](const Node* node) {
        if (Is<BufferLoad>(node) && loaded == nullptr) loaded = As<BufferLoad>(node);
        return loaded == nullptr && !Is<Let>(node) && !Is<Select>(node) && !Is<Call>(node);
      });
      if (loaded != nullptr) look = FreshCopy(site.ctx, loaded);
    }
    const Stmt* stored = site.ctx.arena.New<BufferStore>(store);
    const Stmt* looked = Look(site.ctx, look);
    return site.bytes.Chance(1, 2) ? MakeSeqStmt(site.ctx, {looked, stored}) : MakeSeqStmt(site.ctx, {stored, looked});
  });
}

// Loads and the store of one buffer go through another one over the same memory.
std::optional<Module> ThroughView(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const BufferStore& store) { return OutsideBlocks(around, store); };
  return ChangeStore(site, fits, [&](const KernelSurroundings&, const BufferStore& store) -> const Stmt* {
    std::vector<const Buffer*> buffers{store.buffer};
    ForEachAccess(&store, [&](const ElementAccess& access) {
      if (std::ranges::find(buffers, access.buffer) == buffers.end()) buffers.push_back(access.buffer);
    });
    const Buffer* buffer = site.bytes.Pick(buffers);
    Buffer* view = site.ctx.arena.New<Buffer>(*buffer);
    view->name = site.ctx.Intern(fmt::format("{}_seen", buffer->name.text()));
    DeclBuffer* declared = site.ctx.arena.New<DeclBuffer>();
    declared->data = buffer->data;
    declared->buffer = view;
    const auto* through =
        static_cast<const Stmt*>(Rewrite(site.ctx, &store, [&](const Node* rebuilt, const Node* original) {
          return original == buffer ? static_cast<const Node*>(view) : rebuilt;
        }));
    return MakeSeqStmt(site.ctx, {declared, through});
  });
}

// ---- conditions

std::optional<Module> AccessPredicate(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const BufferStore& store) {
    return store.predicate == nullptr && !store.indices.empty() && !around.CountersAround(&store).empty();
  };
  return ChangeStore(site, fits, [&](const KernelSurroundings& around, const BufferStore& store) {
    BufferStore* changed = site.ctx.arena.New<BufferStore>(store);
    changed->predicate = AlwaysTrue(site, around.CountersAround(&store));
    return changed;
  });
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const Expr* AlwaysTrue(MoveSite& site, const std::vector<Counter>& counters) {
  const Counter& counter = site.bytes.Pick(counters);
  DType dtype = DTypeOf(counter.var);
  if (site.bytes.Chance(1, 2))
    return MakeBinary(site.ctx, NodeKind::kGE, counter.var, MakeInt(site.ctx, counter.min, dtype));
  return MakeBinary(site.ctx, NodeKind::kLE, counter.var, MakeInt(site.ctx, counter.min + counter.extent - 1, dtype));
}

const MoveSpec kOtherIndex = {"other_index", kMutate, "a load or store of a kernel goes to another element",
                              OtherIndex};
const MoveSpec kNamedPart = {"named_part", kSame, "an index or a stored value is bound to a name before the store",
                             NamedPart};
const MoveSpec kStoreItself = {"store_itself", kSame, "an element is stored into itself once it is written",
                               StoreItself};
const MoveSpec kLookAtBuffer = {"look_at_buffer", kSame, "an element or a pointer is looked at beside a store",
                                LookAtBuffer};
const MoveSpec kThroughView = {"through_view", kSame, "a store goes through another buffer over the same memory",
                               ThroughView};
const MoveSpec kAccessPredicate = {"access_predicate", kSame, "a store has a predicate that always holds",
                                   AccessPredicate};

}  // namespace assay
