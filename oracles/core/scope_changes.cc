#include "oracles/core/scope_changes.h"

#include <functional>

#include "ir/builder.h"
#include "oracles/core/change_edit.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

// Statements in front of the first store.
// other kinds: are no store
template <class F>
std::optional<Module> BeforeStore(Context& ctx, const Module& module, size_t place, F&& before) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr) return nullptr;
    std::vector<const Stmt*> stmts = before();
    stmts.push_back(store);
    return MakeSeqStmt(ctx, stmts);
  });
}

using Around = const Stmt* (*)(Context&, const Stmt*);

const Stmt* InWhile(Context& ctx, const Stmt* body) {
  While* loop = ctx.arena.New<While>();
  loop->condition = MakeBool(ctx, false);
  loop->body = body;
  return loop;
}
const Stmt* InBranch(Context& ctx, const Stmt* body) {
  IfThenElse* choice = ctx.arena.New<IfThenElse>();
  choice->condition = MakeBool(ctx, true);
  choice->then_case = body;
  return choice;
}
const Stmt* InElse(Context& ctx, const Stmt* body) {
  IfThenElse* choice = ctx.arena.New<IfThenElse>();
  choice->condition = MakeBool(ctx, true);
  choice->then_case = NoOp(ctx);
  choice->else_case = body;
  return choice;
}
const Stmt* InAttribute(Context& ctx, const Stmt* body) {
  AttrStmt* attr = ctx.arena.New<AttrStmt>();
  attr->attr_key = ctx.Intern("pragma_auto_unroll_max_step");
  attr->value = MakeInt32(ctx, 1);
  attr->body = body;
  return attr;
}
const Stmt* InBlock(Context& ctx, const Stmt* body) {
  SBlock* block = ctx.arena.New<SBlock>();
  block->name_hint = ctx.Intern("inside");
  block->body = body;
  SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
  realize->predicate = MakeBool(ctx, true);
  realize->block = block;
  return realize;
}

// A name that is given inside, and looked at behind it.
std::optional<Module> NameEnds(Context& ctx, const Module& module, size_t place, Around around) {
  return BeforeStore(ctx, module, place, [&] {
    const Var *name = MakeVar(ctx, "name", DType::Int(32)), *again = MakeVar(ctx, "again", DType::Int(32));
    return std::vector{around(ctx, MakeBind(ctx, name, MakeInt32(ctx, 0))), MakeBind(ctx, again, name)};
  });
}
// Memory that is allocated and filled inside, and stored into behind it.
std::optional<Module> BufferEnds(Context& ctx, const Module& module, size_t place, Around around) {
  return BeforeStore(ctx, module, place, [&] {
    AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx, "own", DType::Int(32), {MakeInt32(ctx, 1)});
    auto filled = [&]() -> const Stmt* {
      return MakeStore(ctx, alloc->buffer, MakeInt32(ctx, 0), {MakeInt32(ctx, 0)});
    };
    return std::vector<const Stmt*>{around(ctx, MakeSeqStmt(ctx, {alloc, filled()})), filled()};
  });
}

}  // namespace

std::optional<Module> EndedInWhile(Context& ctx, const Module& module, size_t place) {
  return NameEnds(ctx, module, place, InWhile);
}
std::optional<Module> EndedInBranch(Context& ctx, const Module& module, size_t place) {
  return NameEnds(ctx, module, place, InBranch);
}
std::optional<Module> EndedInElse(Context& ctx, const Module& module, size_t place) {
  return NameEnds(ctx, module, place, InElse);
}
std::optional<Module> EndedInAttribute(Context& ctx, const Module& module, size_t place) {
  return NameEnds(ctx, module, place, InAttribute);
}
std::optional<Module> EndedInBlock(Context& ctx, const Module& module, size_t place) {
  return NameEnds(ctx, module, place, InBlock);
}
std::optional<Module> BufferEndedInWhile(Context& ctx, const Module& module, size_t place) {
  return BufferEnds(ctx, module, place, InWhile);
}
std::optional<Module> BufferEndedInBranch(Context& ctx, const Module& module, size_t place) {
  return BufferEnds(ctx, module, place, InBranch);
}
std::optional<Module> BufferEndedInBlock(Context& ctx, const Module& module, size_t place) {
  return BufferEnds(ctx, module, place, InBlock);
}

std::optional<Module> LoopVarBehind(Context& ctx, const Module& module, size_t place) {
  return BeforeStore(ctx, module, place, [&] {
    const Var *iteration = MakeVar(ctx, "once", DType::Int(32)), *name = MakeVar(ctx, "name", DType::Int(32));
    Evaluate* nothing = ctx.arena.New<Evaluate>();
    nothing->value = MakeInt32(ctx, 0);
    return std::vector<const Stmt*>{MakeFor(ctx, iteration, MakeInt32(ctx, 1), nothing),
                                    MakeBind(ctx, name, iteration)};
  });
}

std::optional<Module> LetVarBehind(Context& ctx, const Module& module, size_t place) {
  return BeforeStore(ctx, module, place, [&] {
    const Var *inner = MakeVar(ctx, "inner", DType::Int(32)), *name = MakeVar(ctx, "name", DType::Int(32)),
              *again = MakeVar(ctx, "again", DType::Int(32));
    Let* let = ctx.arena.New<Let>();
    let->var = inner;
    let->value = MakeInt32(ctx, 0);
    let->body = inner;
    let->type = inner->type;
    return std::vector{MakeBind(ctx, name, let), MakeBind(ctx, again, inner)};
  });
}

std::optional<Module> BranchNameInElse(Context& ctx, const Module& module, size_t place) {
  return BeforeStore(ctx, module, place, [&] {
    const Var *name = MakeVar(ctx, "name", DType::Int(32)), *again = MakeVar(ctx, "again", DType::Int(32));
    IfThenElse* choice = ctx.arena.New<IfThenElse>();
    choice->condition = MakeBool(ctx, true);
    choice->then_case = MakeBind(ctx, name, MakeInt32(ctx, 0));
    choice->else_case = MakeBind(ctx, again, name);
    return std::vector<const Stmt*>{choice};
  });
}

}  // namespace assay
