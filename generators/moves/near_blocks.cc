// Moves that give axes of blocks and buffers of kernels other forms: what a pass looks for, and then not quite. Tested
// by near_moves_test.cc.
#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "generators/moves/kernel_places.h"
#include "generators/moves/kernel_surroundings.h"
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/tensor/int_range.h"
#include "ir/tir/threads.h"

namespace assay {
namespace {

// ---- axes

// Begins at 0, and its extent is a number.
bool IsCounted(const IterVar& axis) {
  return axis.dom != nullptr && AsInt(axis.dom->min) != nullptr && AsInt(axis.dom->min)->value == 0 &&
         AsInt(axis.dom->extent) != nullptr && AsInt(axis.dom->extent)->value > 0 &&
         AsInt(axis.dom->extent)->value < GreatestInt(DTypeOf(axis.var)) / 2;
}

// Blocks of kernels without threads, each of which has memory of its own.
std::unordered_set<const Node*> BlocksOfOneThread(const Module& module) {
  std::unordered_set<const Node*> blocks;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func) || KernelSurroundings(entry.func).has_threads()) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      if (Is<SBlockRealize>(node)) blocks.insert(node);
    });
  }
  return blocks;
}

// Draws a block and one of its axes that `fits` accepts.
template <class Fits, class Change>
std::optional<Module> ChangeAxis(MoveSite& site, Fits&& fits, Change&& change) {
  auto of = [&](const SBlockRealize& realize) {
    std::vector<size_t> axes;
    for (size_t i = 0; i < realize.iter_values.size(); ++i) {
      if (DTypeOf(realize.iter_values[i]) == DTypeOf(realize.block->iter_vars[i]->var) &&
          fits(*realize.block->iter_vars[i]))
        axes.push_back(i);
    }
    return axes;
  };
  auto has = [&](const SBlockRealize& realize) { return !of(realize).empty(); };
  return ChangeOne<SBlockRealize>(site, has, [&](const SBlockRealize& realize) -> const Stmt* {
    return change(realize, site.bytes.Pick(of(realize)));
  });
}

const SBlockRealize* WithValue(Context& ctx, const SBlockRealize& realize, size_t axis, const Expr* value) {
  SBlockRealize* made = ctx.arena.New<SBlockRealize>(realize);
  std::vector<const Expr*> values(realize.iter_values.begin(), realize.iter_values.end());
  values[axis] = value;
  made->iter_values = ctx.Copy(values);
  return made;
}

SBlock* WithAxis(Context& ctx, const SBlock& block, size_t axis, const IterVar* by) {
  SBlock* made = ctx.arena.New<SBlock>(block);
  std::vector<const IterVar*> axes(block.iter_vars.begin(), block.iter_vars.end());
  axes[axis] = by;
  made->iter_vars = ctx.Copy(axes);
  return made;
}

// All that a block says of its axes, but for the axes themselves.
void Substitute(Context& ctx, SBlock& block, const VarMap& values) {
  auto regions = [&](Nodes<BufferRegion> all) {
    std::vector<const BufferRegion*> made;
    for (const BufferRegion* region : all) made.push_back(SubstituteIn(ctx, region, values));
    return ctx.Copy(made);
  };
  block.reads = regions(block.reads);
  block.writes = regions(block.writes);
  std::vector<const MatchBufferRegion*> views;
  for (const MatchBufferRegion* view : block.match_buffers) views.push_back(SubstituteIn(ctx, view, values));
  block.match_buffers = ctx.Copy(views);
  if (block.init != nullptr) block.init = SubstituteIn(ctx, block.init, values);
  block.body = SubstituteIn(ctx, block.body, values);
}

// Iterations of such an axis have no order, but need not go through all of it.
std::optional<Module> ReverseAxis(MoveSite& site) {
  std::unordered_set<const Node*> plain = BlocksOfOneThread(site.module);
  auto fits = [](const IterVar& axis) { return IsCounted(axis) && axis.iter_type == IterType::kDataPar; };
  return ChangeAxis(site, fits, [&](const SBlockRealize& realize, size_t axis) -> const Stmt* {
    const IterVar& iter = *realize.block->iter_vars[axis];
    bool guarded = realize.predicate != nullptr && AsInt(realize.predicate) == nullptr;
    if (guarded || AsInt(iter.dom->extent)->value < 2 || !plain.contains(&realize)) return nullptr;
    const Expr* last = MakeInt(site.ctx, AsInt(iter.dom->extent)->value - 1, DTypeOf(iter.var));
    return WithValue(site.ctx, realize, axis, MakeBinary(site.ctx, NodeKind::kSub, last, realize.iter_values[axis]));
  });
}

std::optional<Module> ShiftAxis(MoveSite& site) {
  return ChangeAxis(site, IsCounted, [&](const SBlockRealize& realize, size_t axis) {
    Context& ctx = site.ctx;
    const IterVar& iter = *realize.block->iter_vars[axis];
    const Expr* by = MakeInt(ctx, site.bytes.Between(1, 4), DTypeOf(iter.var));
    IterVar* shifted = ctx.arena.New<IterVar>(iter);
    shifted->var = MakeVar(ctx, fmt::format("{}_shifted", iter.var->name.text()), DTypeOf(iter.var));
    shifted->dom = MakeRange(ctx, by, iter.dom->extent);
    SBlock* block = WithAxis(ctx, *realize.block, axis, shifted);
    Substitute(ctx, *block, {{iter.var, MakeBinary(ctx, NodeKind::kSub, shifted->var, by)}});
    SBlockRealize* made = ctx.arena.New<SBlockRealize>(
        *WithValue(ctx, realize, axis, MakeBinary(ctx, NodeKind::kAdd, realize.iter_values[axis], by)));
    made->block = block;
    return made;
  });
}

// An axis that goes nowhere, before one of the others or behind them.
std::optional<Module> UnitAxis(MoveSite& site) {
  auto has = [](const SBlockRealize& realize) { return !realize.iter_values.empty() && !MayReduceNothing(&realize); };
  return ChangeOne<SBlockRealize>(site, has, [&](const SBlockRealize& realize) {
    Context& ctx = site.ctx;
    DType dtype = DTypeOf(realize.iter_values[0]);
    IterVar* unit = ctx.arena.New<IterVar>();
    unit->var = MakeVar(ctx, "v_unit", dtype);
    unit->dom = MakeRange(ctx, MakeInt(ctx, 0, dtype), MakeInt(ctx, 1, dtype));
    bool reduces = realize.block->init != nullptr && site.bytes.Chance(1, 2);
    unit->iter_type = reduces ? IterType::kCommReduce : IterType::kDataPar;
    auto at = static_cast<ptrdiff_t>(site.bytes.Between(0, static_cast<int64_t>(realize.iter_values.size())));
    std::vector<const IterVar*> axes(realize.block->iter_vars.begin(), realize.block->iter_vars.end());
    std::vector<const Expr*> values(realize.iter_values.begin(), realize.iter_values.end());
    axes.insert(axes.begin() + at, unit);
    values.insert(values.begin() + at, MakeInt(ctx, 0, dtype));
    SBlock* block = ctx.arena.New<SBlock>(*realize.block);
    block->iter_vars = ctx.Copy(axes);
    SBlockRealize* made = ctx.arena.New<SBlockRealize>(realize);
    made->iter_values = ctx.Copy(values);
    made->block = block;
    return made;
  });
}

// What goes in any order may go in the one that it stands in.
std::optional<Module> OrderedAxis(MoveSite& site) {
  auto fits = [](const IterVar& axis) { return axis.dom != nullptr && axis.iter_type == IterType::kDataPar; };
  return ChangeAxis(site, fits, [&](const SBlockRealize& realize, size_t axis) {
    IterVar* ordered = site.ctx.arena.New<IterVar>(*realize.block->iter_vars[axis]);
    ordered->iter_type = site.bytes.Chance(1, 2) ? IterType::kOrdered : IterType::kOpaque;
    SBlockRealize* made = site.ctx.arena.New<SBlockRealize>(realize);
    made->block = WithAxis(site.ctx, *realize.block, axis, ordered);
    return made;
  });
}

// ---- buffers

struct OwnBuffer {
  size_t entry = 0;
  const Buffer* buffer = nullptr;
};

// What kernels allocate for themselves and reach by its own name alone.
// other kinds: allocate nothing
std::vector<OwnBuffer> OwnBuffers(const Module& module) {
  std::vector<OwnBuffer> own;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (!Is<PrimFunc>(module.entries[i].func)) continue;
    KernelSurroundings around(module.entries[i].func);
    auto add = [&](const Buffer* buffer) {
      bool plain = buffer->strides.empty() && !buffer->shape.empty() && !around.IsNamedOtherwise(buffer);
      if (plain && !around.has_threads()) own.push_back({i, buffer});
    };
    WalkOnce(module.entries[i].func, [&](const Node* node) {
      if (const auto* alloc = As<AllocBuffer>(node)) add(alloc->buffer);
      if (const auto* block = As<SBlock>(node)) std::ranges::for_each(block->alloc_buffers, add);
    });
  }
  return own;
}

// Rows, or elements, lie further apart than they are long.
std::optional<Module> PaddedStrides(MoveSite& site) {
  std::vector<OwnBuffer> own = OwnBuffers(site.module);
  if (own.empty()) return std::nullopt;
  const OwnBuffer& one = site.bytes.Pick(own);
  const Buffer& buffer = *one.buffer;
  std::vector<const Expr*> strides(buffer.shape.size());
  size_t padded = static_cast<size_t>(site.bytes.Between(0, static_cast<int64_t>(strides.size()) - 1));
  int64_t stride = 1;
  for (size_t i = strides.size(); i-- > 0;) {
    if (i == padded) stride += site.bytes.Between(1, 3);
    strides[i] = MakeInt(site.ctx, stride, DTypeOf(buffer.shape[i]));
    const IntImm* extent = AsInt(buffer.shape[i]);
    if (extent == nullptr || __builtin_mul_overflow(stride, std::max<int64_t>(1, extent->value), &stride) ||
        stride > GreatestInt(DType::Int(16)))
      return std::nullopt;
  }
  Buffer* changed = site.ctx.arena.New<Buffer>(buffer);
  changed->strides = site.ctx.Copy(strides);
  return WithNodes(site, one.entry, {{&buffer, changed}});
}

// Memory of one thread may lie in any of these.
std::optional<Module> OtherScope(MoveSite& site) {
  constexpr std::array<std::string_view, 3> kScopes = {"global", "local", "shared"};
  std::vector<OwnBuffer> own = OwnBuffers(site.module);
  std::erase_if(
      own, [&](const OwnBuffer& one) { return std::ranges::find(kScopes, one.buffer->scope.text()) == kScopes.end(); });
  if (own.empty()) return std::nullopt;
  const OwnBuffer& one = site.bytes.Pick(own);
  std::string_view scope = site.bytes.Pick(kScopes);
  if (scope == one.buffer->scope.text()) return std::nullopt;
  Buffer* changed = site.ctx.arena.New<Buffer>(*one.buffer);
  changed->scope = site.ctx.Intern(scope);
  changed->data = MakeVar(site.ctx, one.buffer->data->name.text(), MakePointerType(site.ctx, changed->dtype, scope));
  return WithNodes(site, one.entry, {{one.buffer, changed}, {one.buffer->data, changed->data}});
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kReverseAxis = {"reverse_axis", kMutate, "a block's axis goes backwards", ReverseAxis};
const MoveSpec kShiftAxis = {"shift_axis", kSame, "a block's axis begins elsewhere", ShiftAxis};
const MoveSpec kUnitAxis = {"unit_axis", kSame, "a block has one more axis, of one step", UnitAxis};
const MoveSpec kOrderedAxis = {"ordered_axis", kSame, "a block's axis keeps its order", OrderedAxis};
const MoveSpec kPaddedStrides = {"padded_strides", kSame, "rows of a kernel's own buffer lie further apart",
                                 PaddedStrides};
const MoveSpec kOtherScope = {"other_scope", kSame, "a kernel's own buffer lies in another scope", OtherScope};

}  // namespace assay
