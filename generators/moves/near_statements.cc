// Moves that put statements of kernels into others, and give loops, conditions and blocks other forms: what a pass
// looks for, and then not quite. Tested by near_moves_test.cc.
#include <algorithm>

#include <fmt/format.h>

#include "generators/moves/kernel_places.h"
#include "generators/moves/kernel_surroundings.h"
#include "generators/moves/near_moves.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/tensor/int_range.h"
#include "ir/tir/accesses.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

const IfThenElse* Choice(Context& ctx, const Expr* condition, const Stmt* then_case, const Stmt* else_case = nullptr) {
  IfThenElse* choice = ctx.arena.New<IfThenElse>();
  choice->condition = condition;
  choice->then_case = then_case;
  choice->else_case = else_case;
  return choice;
}

// ---- into other statements

// other kinds: declare, jump or wait
bool CanBePutInside(const KernelSurroundings& around, const Stmt* s) {
  const auto* loop = As<For>(s);
  bool plain = Is<BufferStore>(s) || Is<SBlockRealize>(s) || Is<IfThenElse>(s) ||
               (loop != nullptr && loop->for_kind == ForKind::kSerial && loop->annotations == nullptr);
  return plain && !around.has_threads() && !MayReduceNothing(s) && !JumpsOut(s);
}

const Stmt* WithHint(MoveSite& site, const Stmt* s) {
  AttrStmt* hint = site.ctx.arena.New<AttrStmt>();
  hint->attr_key = site.ctx.Intern("assay.note");
  hint->value = MakeInt(site.ctx, site.bytes.Between(0, 3), DType::Int(32));
  hint->body = s;
  return hint;
}

const Stmt* BehindClaim(MoveSite& site, const Expr* condition, const Stmt* s) {
  AssertStmt* claim = site.ctx.arena.New<AssertStmt>();
  claim->condition = condition;
  claim->error_kind = site.ctx.Intern("RuntimeError");
  claim->message_parts = site.ctx.Copy(std::vector<Name>{site.ctx.Intern("a claim does not hold")});
  return MakeSeqStmt(site.ctx, {claim, s});
}

// A loop that goes on until it has had one iteration.
const Stmt* InLoopOfOneIteration(Context& ctx, const Stmt* s) {
  const Buffer* iterations = MakeBuffer(ctx, "iterations", DType::Int(32), {MakeInt(ctx, 1, DType::Int(32))});
  const Expr *zero = MakeInt(ctx, 0, DType::Int(32)), *one = MakeInt(ctx, 1, DType::Int(32));
  AllocBuffer* memory = ctx.arena.New<AllocBuffer>();
  memory->buffer = iterations;
  While* loop = ctx.arena.New<While>();
  loop->condition = MakeBinary(ctx, NodeKind::kLT, MakeLoad(ctx, iterations, {zero}), one);
  loop->body = MakeSeqStmt(ctx, {s, MakeStore(ctx, iterations, one, {zero})});
  return MakeSeqStmt(ctx, {memory, MakeStore(ctx, iterations, zero, {zero}), loop});
}

template <class T>
const Stmt* Inside(MoveSite& site, const KernelSurroundings& around, const T& original) {
  const Stmt* s = site.ctx.arena.New<T>(original);
  const std::vector<Counter>& loops = around.CountersAround(&original);
  bool blocks = around.has_blocks();
  switch (site.bytes.Below(loops.empty() ? 2 : 6)) {
    case 0: return WithHint(site, s);
    case 1: return blocks ? WithHint(site, s) : InLoopOfOneIteration(site.ctx, s);
    case 2: return Choice(site.ctx, AlwaysTrue(site, loops), s);
    case 3: return Choice(site.ctx, AlwaysTrue(site, loops), s, NoOp(site.ctx));
    case 4: return Choice(site.ctx, MakeNot(site.ctx, AlwaysTrue(site, loops)), NoOp(site.ctx), s);
    default: return BehindClaim(site, AlwaysTrue(site, loops), s);
  }
}

template <class T>
std::optional<Module> PutInside(MoveSite& site) {
  // The root of a kernel is written by what stands in it alone.
  auto fits = [](const KernelSurroundings& around, const T& s) {
    return CanBePutInside(around, &s) && (!Is<SBlockRealize>(&s) || around.BlockAround(&s) != nullptr);
  };
  return ChangeAround<T>(site, fits,
                         [&](const KernelSurroundings& around, const T& s) { return Inside(site, around, s); });
}
std::optional<Module> PutStoreInside(MoveSite& site) { return PutInside<BufferStore>(site); }
std::optional<Module> PutLoopInside(MoveSite& site) { return PutInside<For>(site); }
std::optional<Module> PutBlockInside(MoveSite& site) { return PutInside<SBlockRealize>(site); }

// ---- sequences

// Declarations stay before what they declare.
// other kinds: declare, jump or wait
bool CanChangePlaces(const Stmt* s) {
  return (Is<BufferStore>(s) || Is<For>(s) || Is<IfThenElse>(s) || Is<SBlockRealize>(s)) && !JumpsOut(s);
}

std::optional<Module> SwapStatements(MoveSite& site) {
  auto pairs = [](const SeqStmt& seq) {
    std::vector<size_t> found;
    for (size_t i = 0; i + 1 < seq.seq.size(); ++i) {
      if (CanChangePlaces(seq.seq[i]) && CanChangePlaces(seq.seq[i + 1])) found.push_back(i);
    }
    return found;
  };
  auto fits = [&](const KernelSurroundings& around, const SeqStmt& seq) {
    return !around.has_threads() && !pairs(seq).empty();
  };
  return ChangeAround<SeqStmt>(site, fits, [&](const KernelSurroundings&, const SeqStmt& seq) -> const Stmt* {
    std::vector<const Stmt*> stmts(seq.seq.begin(), seq.seq.end());
    size_t first = site.bytes.Pick(pairs(seq));
    if (Equal(stmts[first], stmts[first + 1])) return nullptr;
    std::swap(stmts[first], stmts[first + 1]);
    SeqStmt* swapped = site.ctx.arena.New<SeqStmt>(seq);
    swapped->seq = site.ctx.Copy(stmts);
    return swapped;
  });
}

// ---- loops

bool IsCounted(const For& loop) { return IsSimple(loop) && ExtentOf(loop) > 0; }

// The last iteration stands behind the loop.
std::optional<Module> PeelLoop(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const For& loop) {
    return IsCounted(loop) && ExtentOf(loop) > 1 && !around.has_blocks() && !around.has_threads() &&
           !JumpsOut(loop.body);
  };
  return ChangeAround<For>(site, fits, [&](const KernelSurroundings&, const For& loop) {
    const Expr* last = Number(site.ctx, ExtentOf(loop) - 1, loop.loop_var);
    For* before = site.ctx.arena.New<For>(loop);
    before->extent = Number(site.ctx, ExtentOf(loop) - 1, loop.extent);
    // What the iteration declares ends with it.
    const Stmt* behind = FreshCopy(site.ctx, loop.body, {{loop.loop_var, last}});
    return MakeSeqStmt(site.ctx, {before, WithHint(site, behind)});
  });
}

std::optional<Module> WideLoop(MoveSite& site) {
  auto fits = [](const KernelSurroundings&, const For& loop) {
    return IsCounted(loop) && DTypeOf(loop.loop_var) == DType::Int(32);
  };
  return ChangeAround<For>(site, fits, [&](const KernelSurroundings&, const For& loop) {
    Context& ctx = site.ctx;
    const Var* wide = MakeVar(ctx, fmt::format("{}_wide", loop.loop_var->name.text()), DType::Int(64));
    return MakeFor(ctx, wide, MakeInt(ctx, ExtentOf(loop)),
                   SubstituteIn(ctx, loop.body, {{loop.loop_var, MakeCast(ctx, DType::Int(32), wide)}}));
  });
}

std::optional<Module> StepLoop(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const For& loop) { return IsCounted(loop) && !around.has_blocks(); };
  return ChangeAround<For>(site, fits, [&](const KernelSurroundings&, const For& loop) -> const Stmt* {
    Context& ctx = site.ctx;
    int64_t step = site.bytes.Between(2, 4);
    if (ExtentOf(loop) > GreatestInt(DTypeOf(loop.loop_var)) / step) return nullptr;
    const Var* stepped = MakeVar(ctx, fmt::format("{}_stepped", loop.loop_var->name.text()), DTypeOf(loop.loop_var));
    const Expr* index = MakeBinary(ctx, NodeKind::kFloorDiv, stepped, Number(ctx, step, stepped));
    For* made = ctx.arena.New<For>(loop);
    made->loop_var = stepped;
    made->extent = Number(ctx, ExtentOf(loop) * step, stepped);
    made->step = Number(ctx, step, stepped);
    made->body = SubstituteIn(ctx, loop.body, {{loop.loop_var, index}});
    return made;
  });
}

// An extent that no literal says.
std::optional<Module> NamedExtent(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const For& loop) { return IsCounted(loop) && !around.has_blocks(); };
  return ChangeAround<For>(site, fits, [&](const KernelSurroundings&, const For& loop) {
    Bind* bind = site.ctx.arena.New<Bind>();
    bind->value = loop.extent;
    bind->var = MakeVar(site.ctx, "count", DTypeOf(loop.extent));
    For* made = site.ctx.arena.New<For>(loop);
    made->extent = bind->var;
    return MakeSeqStmt(site.ctx, {bind, made});
  });
}

// Two loops, each of which does a part of what one did.
std::optional<Module> SplitBody(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const For& loop) {
    const auto* seq = As<SeqStmt>(loop.body);
    return IsCounted(loop) && seq != nullptr && !around.has_threads() && std::ranges::all_of(seq->seq, CanChangePlaces);
  };
  return ChangeAround<For>(site, fits, [&](const KernelSurroundings&, const For& loop) {
    const auto* seq = As<SeqStmt>(loop.body);
    size_t first = static_cast<size_t>(site.bytes.Between(1, static_cast<int64_t>(seq->seq.size()) - 1));
    std::vector<const Stmt*> stmts(seq->seq.begin(), seq->seq.end());
    For* one = site.ctx.arena.New<For>(loop);
    one->body = MakeSeqStmt(site.ctx, {stmts.begin(), stmts.begin() + static_cast<ptrdiff_t>(first)});
    const Var* other = MakeVar(site.ctx, fmt::format("{}_again", loop.loop_var->name.text()), DTypeOf(loop.loop_var));
    const Stmt* rest = MakeSeqStmt(site.ctx, {stmts.begin() + static_cast<ptrdiff_t>(first), stmts.end()});
    return MakeSeqStmt(
        site.ctx, {one, MakeFor(site.ctx, other, loop.extent, SubstituteIn(site.ctx, rest, {{loop.loop_var, other}}))});
  });
}

// ---- conditions

std::optional<Module> TurnCondition(MoveSite& site) {
  return ChangeOne<IfThenElse>(
      site, [](const IfThenElse&) { return true; },
      [&](const IfThenElse& choice) {
        const Stmt* otherwise = choice.else_case == nullptr ? NoOp(site.ctx) : choice.else_case;
        return Choice(site.ctx, MakeNot(site.ctx, choice.condition), otherwise, choice.then_case);
      });
}

std::optional<Module> LongerCondition(MoveSite& site) {
  auto fits = [](const KernelSurroundings& around, const IfThenElse& choice) {
    return !around.CountersAround(&choice).empty();
  };
  return ChangeAround<IfThenElse>(site, fits, [&](const KernelSurroundings& around, const IfThenElse& choice) {
    const Expr* more = AlwaysTrue(site, around.CountersAround(&choice));
    IfThenElse* longer = site.ctx.arena.New<IfThenElse>(choice);
    bool first = site.bytes.Chance(1, 2);
    longer->condition =
        MakeBinary(site.ctx, NodeKind::kAnd, first ? more : choice.condition, first ? choice.condition : more);
    return longer;
  });
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kPutStoreInside = {
    "put_store_inside", kSame,
    "a store is put behind a claim, or into a hint, a condition or a loop that changes nothing", PutStoreInside};
const MoveSpec kPutLoopInside = {"put_loop_inside", kSame, "the same of a loop", PutLoopInside};
const MoveSpec kPutBlockInside = {"put_block_inside", kSame, "the same of a block", PutBlockInside};
const MoveSpec kSwapStatements = {"swap_statements", kMutate, "two statements of a kernel change places",
                                  SwapStatements};
const MoveSpec kPeelLoop = {"peel_loop", kSame, "a loop's last iteration is put behind it", PeelLoop};
const MoveSpec kWideLoop = {"wide_loop", kSame, "a loop counts in 64 bits", WideLoop};
const MoveSpec kStepLoop = {"step_loop", kSame, "a loop goes on by more than one", StepLoop};
const MoveSpec kNamedExtent = {"named_extent", kSame, "a loop's extent is bound to a name", NamedExtent};
const MoveSpec kSplitBody = {"split_body", kMutate, "a loop becomes two, each with a part of its statements",
                             SplitBody};
const MoveSpec kTurnCondition = {"turn_condition", kSame, "a condition is negated, and its branches change places",
                                 TurnCondition};
const MoveSpec kLongerCondition = {"longer_condition", kSame, "a condition also asks what always holds",
                                   LongerCondition};

}  // namespace assay
