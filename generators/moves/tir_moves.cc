// Moves on kernels: values that stores write, loops, guards, annotations and buffers. What a kernel accesses, and in
// which order it sums, stays what it is.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "generators/modules/arithmetic_kinds.h"
#include "generators/moves/kernel_places.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/prim/literals.h"
#include "ir/rewrite.h"
#include "ir/tensor/int_range.h"
#include "ir/tensor/scalar.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

constexpr int64_t kMostUnrolled = 8;

// ---- values: what a store writes, and nothing that says where or whether it does

// The parts of a stored value that are numbers only: not indices, conditions, divisors, amounts of shifts, or variables
// of lets.
void CollectValues(const Expr* root, std::vector<const Expr*>& values) {
  WalkBeforeChildren(root, [&](const Node* node) {
    const Expr* e = AsExpr(node);
    if (e == nullptr || DTypeOf(e).IsVoid() || DTypeOf(e).lanes != 1 || DTypeOf(e).IsBool()) return false;
    values.push_back(e);
    bool inside = Is<Cast>(e) || Is<Add>(e) || Is<Sub>(e) || Is<Mul>(e) || Is<Min>(e) || Is<Max>(e);
    return inside;
  });
}

// Kernels that load numbers to find places by, or loop until a number says stop, keep their numbers.
// other kinds: use numbers as values alone
bool NumbersDecide(const Expr* func) {
  bool decide = false;
  WalkOnce(func, [&](const Node* node) {
    decide |= Is<While>(node) || Is<Bind>(node) || Is<DeclBuffer>(node);
    std::optional<ElementAccess> access = ElementAccessOf(node);
    decide |= access && std::ranges::any_of(access->indices, [](const Expr* index) {
                return AnyAccess(index, [](const ElementAccess&) { return true; });
              });
  });
  return decide;
}

// A store, a part of its value, and what takes that part's place there.
template <class Fits, class Change>
std::optional<Module> ChangeValue(MoveSite& site, Fits&& fits, Change&& change) {
  std::vector<std::pair<KernelPlace, const Expr*>> places;
  for (const KernelPlace& place : KernelPlaces(site.module, Is<BufferStore>)) {
    std::vector<const Expr*> values;
    CollectValues(As<BufferStore>(place.node)->value, values);
    for (const Expr* value : values) {
      // What stands twice would be replaced twice.
      if (fits(value) && std::ranges::count(values, value) == 1) places.push_back({place, value});
    }
  }
  std::erase_if(places, [&](const auto& place) { return NumbersDecide(site.module.entries[place.first.entry].func); });
  if (places.empty()) return std::nullopt;
  auto [place, value] = site.bytes.Pick(places);
  const Expr* by = change(value);
  if (by == nullptr || Equal(by, value)) return std::nullopt;
  const auto* store = As<BufferStore>(place.node);
  BufferStore* changed = site.ctx.arena.New<BufferStore>(*store);
  changed->value = static_cast<const Expr*>(
      Rewrite(site.ctx, store->value, [&, value = value](const Node* rebuilt, const Node* original) {
        return original == value ? static_cast<const Node*>(by) : rebuilt;
      }));
  return WithNodes(site, place.entry, {{store, changed}});
}

bool IsArithmetic(const Expr* e) { return std::ranges::find(kTotalArithmetic, e->kind) != kTotalArithmetic.end(); }
bool HasArithmetic(DType dtype) { return !dtype.IsBool() && (dtype.IsInt() || dtype.IsUInt() || dtype.bits >= 16); }
bool IsProper(const Expr* e) { return !IsLiteral(e) && HasArithmetic(DTypeOf(e)); }

std::optional<Module> KernelOperator(MoveSite& site) {
  return ChangeValue(site, IsArithmetic, [&](const Expr* e) -> const Expr* {
    const BinaryExpr* binary = AsBinary(e);
    NodeKind kind = site.bytes.Pick(kTotalArithmetic);
    return kind == e->kind ? nullptr : MakeBinary(site.ctx, kind, binary->a, binary->b);
  });
}

// Of a dtype that holds fewer numbers than int64.
int64_t MostOf(DType dtype) { return dtype.bits >= 32 ? INT32_MAX : scalar::Highest(dtype).AsInt(); }

std::optional<Module> KernelConstant(MoveSite& site) {
  return ChangeValue(site, IsLiteral, [&](const Expr* e) -> const Expr* {
    constexpr std::array kFloats = {0.0, 1.0, -1.0, 0.5, 3.0, 1e-3, 1000.0};
    DType dtype = DTypeOf(e);
    if (Is<FloatImm>(e)) return MakeFloat(site.ctx, site.bytes.Pick(kFloats), dtype);
    int64_t least = std::max<int64_t>(-3, LeastInt(dtype)), most = std::min<int64_t>(9, MostOf(dtype));
    return MakeInt(site.ctx, site.bytes.Between(least, most), dtype);
  });
}

std::optional<Module> KernelCommute(MoveSite& site) {
  auto commutes = [](const Expr* e) { return (Is<Add>(e) || Is<Mul>(e)) && !Equal(AsBinary(e)->a, AsBinary(e)->b); };
  return ChangeValue(site, commutes,
                     [&](const Expr* e) { return MakeBinary(site.ctx, e->kind, AsBinary(e)->b, AsBinary(e)->a); });
}

std::optional<Module> KernelLet(MoveSite& site) {
  return ChangeValue(site, IsProper, [&](const Expr* e) {
    Let* let = site.ctx.arena.New<Let>();
    let->value = e;
    let->var = MakeVar(site.ctx, "kept", DTypeOf(e));
    let->body = let->var;
    let->type = e->type;
    return let;
  });
}

std::optional<Module> KernelWiden(MoveSite& site) {
  auto narrow = [](const Expr* e) {
    DType dtype = DTypeOf(e);
    return IsProper(e) && dtype.bits < 64 && (dtype.IsInt() || dtype == DType::Float(32) || dtype == DType::Float(16));
  };
  return ChangeValue(site, narrow, [&](const Expr* e) {
    DType wide = DTypeOf(e).IsFloating() ? DType::Float(64) : DType::Int(64);
    return MakeCast(site.ctx, DTypeOf(e), MakeCast(site.ctx, wide, e));
  });
}

// ---- loops

std::optional<Module> UnrollLoop(MoveSite& site) {
  auto short_enough = [](const For& loop) {
    return IsSimple(loop) && ExtentOf(loop) > 0 && ExtentOf(loop) <= kMostUnrolled;
  };
  return ChangeOne<For>(site, short_enough, [&](const For& loop) {
    For* unrolled = site.ctx.arena.New<For>(loop);
    unrolled->for_kind = ForKind::kUnrolled;
    return unrolled;
  });
}

const Stmt* Guarded(Context& ctx, const Expr* condition, const Stmt* body) {
  IfThenElse* guarded = ctx.arena.New<IfThenElse>();
  guarded->condition = condition;
  guarded->then_case = body;
  return guarded;
}

// What is within the loop is put below others, so it may be no flat declaration.
std::optional<Module> SplitLoop(MoveSite& site) {
  auto long_enough = [](const For& loop) {
    return IsSimple(loop) && ExtentOf(loop) > 1 && TakesStatements(loop) && !MayBreak(loop);
  };
  return ChangeOne<For>(site, long_enough, [&](const For& loop) -> const Stmt* {
    Context& ctx = site.ctx;
    DType dtype = DTypeOf(loop.loop_var);
    int64_t extent = ExtentOf(loop), factor = site.bytes.Between(2, 4);
    int64_t iterations = (extent - 1) / factor + 1;
    // The index reaches beyond the last iteration, up to the guard.
    if (iterations > GreatestInt(dtype) / factor) return nullptr;
    const Var* outer = MakeVar(ctx, fmt::format("{}_outer", loop.loop_var->name.text()), dtype);
    const Var* inner = MakeVar(ctx, fmt::format("{}_inner", loop.loop_var->name.text()), dtype);
    const Expr* index =
        MakeBinary(ctx, NodeKind::kAdd, MakeBinary(ctx, NodeKind::kMul, outer, MakeInt(ctx, factor, dtype)), inner);
    const Stmt* body = SubstituteIn(ctx, loop.body, {{loop.loop_var, index}});
    if (extent % factor != 0)
      body = Guarded(ctx, MakeBinary(ctx, NodeKind::kLT, index, MakeInt(ctx, extent, dtype)), body);
    body = MakeFor(ctx, inner, MakeInt(ctx, factor, dtype), body);
    return MakeFor(ctx, outer, MakeInt(ctx, iterations, dtype), body);
  });
}

std::optional<Module> UnitLoop(MoveSite& site) {
  return ChangeOne<For>(site, IsSimple, [&](const For& loop) {
    const Var* once = MakeVar(site.ctx, "once", DType::Int(32));
    return MakeFor(site.ctx, once, MakeInt(site.ctx, 1, DType::Int(32)), site.ctx.arena.New<For>(loop));
  });
}

std::optional<Module> GuardLoop(MoveSite& site) {
  // An extent that is read from memory is read once; within the body it may be another one.
  auto fits = [](const For& loop) { return IsSimple(loop) && TakesStatements(loop) && IsPure(loop.extent); };
  return ChangeOne<For>(site, fits, [&](const For& loop) {
    For* guarded = site.ctx.arena.New<For>(loop);
    guarded->body = Guarded(site.ctx, MakeBinary(site.ctx, NodeKind::kLT, loop.loop_var, loop.extent), loop.body);
    return guarded;
  });
}

std::optional<Module> NoteLoop(MoveSite& site) {
  return ChangeOne<For>(site, IsSimple, [&](const For& loop) {
    For* noted = site.ctx.arena.New<For>(loop);
    noted->annotations = MakeSortedDict(site.ctx, {{"assay.note", MakeAttrInt(site.ctx, site.bytes.Between(0, 3))}});
    return noted;
  });
}

std::optional<Module> EvaluateNothing(MoveSite& site) {
  return ChangeOne<For>(site, TakesStatements, [&](const For& loop) {
    For* longer = site.ctx.arena.New<For>(loop);
    longer->body = MakeSeqStmt(site.ctx, {NoOp(site.ctx), loop.body});
    return longer;
  });
}

// ---- blocks and buffers

// Axes stay within their domains, and the predicate says so once more. Where an axis is a loop's variable, that can be
// seen; a domain that is narrower is the module's own fault.
std::optional<Module> BlockPredicate(MoveSite& site) {
  std::unordered_map<const Node*, int64_t> ends;
  for (const KernelPlace& place : KernelPlaces(site.module, Is<For>)) {
    const For& loop = *As<For>(place.node);
    int64_t end = 0;
    if (AsInt(loop.min) != nullptr && AsInt(loop.extent) != nullptr &&
        !__builtin_add_overflow(AsInt(loop.min)->value, AsInt(loop.extent)->value, &end))
      ends[loop.loop_var] = end;
  }
  auto fits = [&](const SBlockRealize& realize) {
    bool open =
        realize.predicate == nullptr || (AsInt(realize.predicate) != nullptr && AsInt(realize.predicate)->value != 0);
    if (!open || realize.iter_values.empty() || MayReduceNothing(&realize)) return false;
    const IntImm* extent = AsInt(realize.block->iter_vars[0]->dom->extent);
    auto end = ends.find(realize.iter_values[0]);
    return extent != nullptr && end != ends.end() && end->second <= extent->value;
  };
  return ChangeOne<SBlockRealize>(site, fits, [&](const SBlockRealize& realize) {
    const IntImm* extent = AsInt(realize.block->iter_vars[0]->dom->extent);
    SBlockRealize* guarded = site.ctx.arena.New<SBlockRealize>(realize);
    guarded->predicate = MakeBinary(site.ctx, NodeKind::kLT, realize.iter_values[0],
                                    MakeInt(site.ctx, extent->value, DTypeOf(realize.iter_values[0])));
    return guarded;
  });
}

std::optional<Module> NoteBlock(MoveSite& site) {
  auto named = [](const SBlock& block) { return !block.iter_vars.empty(); };
  return ChangeOne<SBlock>(site, named, [&](const SBlock& block) {
    SBlock* noted = site.ctx.arena.New<SBlock>(block);
    bool there = block.annotations != nullptr && block.annotations->Find("assay.note") != nullptr;
    noted->annotations =
        WithAttr(site.ctx, block.annotations, "assay.note", there ? nullptr : MakeAttrInt(site.ctx, 1));
    return noted;
  });
}

// A buffer that a block allocates, under a form that `change` makes of it.
template <class Change>
std::optional<Module> ChangeBuffer(MoveSite& site, Change&& change) {
  std::vector<std::pair<size_t, const Buffer*>> buffers;
  for (const KernelPlace& place : KernelPlaces(site.module, Is<SBlock>)) {
    for (const Buffer* buffer : As<SBlock>(place.node)->alloc_buffers) buffers.push_back({place.entry, buffer});
  }
  if (buffers.empty()) return std::nullopt;
  auto [entry, buffer] = site.bytes.Pick(buffers);
  Buffer* changed = site.ctx.arena.New<Buffer>(*buffer);
  NodeMap map{{buffer, changed}};
  if (!change(*changed, map)) return std::nullopt;
  return WithNodes(site, entry, map);
}

std::optional<Module> WrittenStrides(MoveSite& site) {
  return ChangeBuffer(site, [&](Buffer& buffer, NodeMap&) {
    if (!buffer.strides.empty() || buffer.shape.empty()) return false;
    std::vector<const Expr*> strides(buffer.shape.size());
    int64_t stride = 1;
    for (size_t i = strides.size(); i-- > 0;) {
      strides[i] = MakeInt(site.ctx, stride, DTypeOf(buffer.shape[i]));
      if (AsInt(buffer.shape[i]) == nullptr ||
          __builtin_mul_overflow(stride, std::max<int64_t>(1, AsInt(buffer.shape[i])->value), &stride))
        return false;
    }
    buffer.strides = site.ctx.Copy(strides);
    return true;
  });
}

void MakeLocal(Context& ctx, Buffer& buffer, NodeMap& map) {
  const Var* data = MakeVar(ctx, buffer.data->name.text(), MakePointerType(ctx, buffer.dtype, "local"));
  map[buffer.data] = data;
  buffer.data = data;
  buffer.scope = ctx.Intern("local");
}

// Views lie where the buffer lies.
std::optional<Module> LocalBuffer(MoveSite& site) {
  return ChangeBuffer(site, [&](Buffer& buffer, NodeMap& map) {
    if (buffer.scope != "global") return false;
    MakeLocal(site.ctx, buffer, map);
    for (const KernelPlace& place : KernelPlaces(site.module, Is<SBlock>)) {
      for (const MatchBufferRegion* match : As<SBlock>(place.node)->match_buffers) {
        if (!map.contains(match->source->buffer)) continue;
        Buffer* view = site.ctx.arena.New<Buffer>(*match->buffer);
        MakeLocal(site.ctx, *view, map);
        map[match->buffer] = view;
      }
    }
    return true;
  });
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kKernelOperator = {"kernel_operator", kMutate,
                                  "an arithmetic operator in a stored value becomes another one", KernelOperator};
const MoveSpec kKernelConstant = {"kernel_constant", kMutate, "a literal in a stored value becomes another one",
                                  KernelConstant};
const MoveSpec kKernelCommute = {"kernel_commute", kSame, "a sum or product in a stored value is turned round",
                                 KernelCommute};
const MoveSpec kKernelLet = {"kernel_let", kSame, "a part of a stored value is let into a variable", KernelLet};
const MoveSpec kKernelWiden = {"kernel_widen", kSame, "a part of a stored value goes through 64 bits", KernelWiden};
const MoveSpec kUnrollLoop = {"unroll_loop", kSame, "a short serial loop is unrolled", UnrollLoop};
const MoveSpec kSplitLoop = {"split_loop", kSame, "a serial loop becomes two, with a guard where they do not divide",
                             SplitLoop};
const MoveSpec kUnitLoop = {"unit_loop", kSame, "a loop is put into one that has one iteration", UnitLoop};
const MoveSpec kGuardLoop = {"guard_loop", kSame, "a loop's body is guarded by what holds anyway", GuardLoop};
const MoveSpec kNoteLoop = {"note_loop", kSame, "a loop gets an annotation that means nothing", NoteLoop};
const MoveSpec kEvaluateNothing = {"evaluate_nothing", kSame,
                                   "a statement that does nothing is put before a loop's body", EvaluateNothing};
const MoveSpec kBlockPredicate = {"block_predicate", kSame,
                                  "a block's predicate says that its first axis is within its domain", BlockPredicate};
const MoveSpec kNoteBlock = {"note_block", kSame, "a block gets an annotation that means nothing, or loses it",
                             NoteBlock};
const MoveSpec kWrittenStrides = {"written_strides", kSame, "a block's buffer has its compact strides written out",
                                  WrittenStrides};
const MoveSpec kLocalBuffer = {"local_buffer", kSame, "a block's buffer lies in scope local", LocalBuffer};

}  // namespace assay
