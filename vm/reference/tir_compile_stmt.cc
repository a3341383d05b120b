#include "vm/reference/tir_compile_stmt.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/tir/threads.h"
#include "ir/visit.h"
#include "vm/kernel_calls.h"
#include "vm/reference/tir_compile_buffer.h"
#include "vm/reference/tir_compile_call.h"
#include "vm/reference/tir_compile_expr.h"
#include "vm/reference/tir_compile_threads.h"
#include "vm/reference/tir_compile_track.h"

namespace assay {

// recursion: capped by kMaxDepth
void TirStmtCompiler::Statement(const Stmt* s) {
  if (state_.failure || s == nullptr) return;
  state_.EnterNode(s);
  const Node* outer = std::exchange(state_.place, s->span.file == 0 && state_.place != nullptr ? state_.place : s);
  if (!state_.failure) StatementNode(s);
  state_.place = outer;
  state_.LeaveNode();
}

void TirStmtCompiler::StatementNode(const Stmt* s) {
  if (TirThreadCompiler(state_).BindsThreads(s)) return;
  VisitStmt(s, Overloaded{
                   [&](const SeqStmt& seq) {
                     for (const Stmt* item : seq.seq) Statement(item);
                   },
                   [&](const Bind& bind) {
                     if (IsPointer(bind.value)) return TirCallCompiler(state_).BindPointer(bind.var, bind.value);
                     Cells value = TirExprCompiler(state_).Expression(bind.value);
                     Cells var = state_.DefineVar(bind.var);
                     for (int32_t i = 0; i < var.lanes; ++i)
                       state_.Emit({.op = Opcode::kMove, .dst = var.At(i), .a = value.At(i)});
                   },
                   [&](const AttrStmt& attr) { Attribute(attr); },
                   [&](const AssertStmt& assertion) {
                     Cells condition = TirExprCompiler(state_).Expression(assertion.condition);
                     std::string text = assertion.error_kind.str();
                     for (Name part : assertion.message_parts) text += (text.empty() ? "" : " ") + part.str();
                     state_.program.texts.push_back(std::move(text));
                     state_.Emit({.op = Opcode::kAssert,
                                  .extra = static_cast<int32_t>(state_.program.texts.size()) - 1,
                                  .a = condition.first});
                   },
                   [&](const BufferStore& store) { Store(store); },
                   [&](const DeclBuffer& decl) {
                     TirCallCompiler(state_).BindPointer(decl.buffer->data,
                                                         decl.data == nullptr ? decl.buffer->data : decl.data);
                     if (!state_.failure)
                       TirBufferCompiler(state_).Declare(decl.buffer, state_.memory[decl.buffer->data]);
                   },
                   [&](const AllocBuffer& alloc) { TirBufferCompiler(state_).Allocate(alloc.buffer); },
                   [&](const Evaluate& evaluate) { TirExprCompiler(state_).Expression(evaluate.value); },
                   [&](const IfThenElse& branch) { Conditional(branch); },
                   [&](const For& loop) { Loop(loop); },
                   [&](const While& loop) { WhileLoop(loop); },
                   [&](const Return& result) { ReturnOf(result.value); },
                   [&](const Break& node) {
                     if (state_.loops.empty()) return state_.Fail(&node, "a break outside a loop");
                     state_.loops.back().breaks.push_back(state_.Emit({.op = Opcode::kJump}));
                   },
                   [&](const Continue& node) {
                     if (state_.loops.empty()) return state_.Fail(&node, "a continue outside a loop");
                     state_.loops.back().continues.push_back(state_.Emit({.op = Opcode::kJump}));
                   },
                   [&](const SBlockRealize& realize) { Block(realize); },
                   [&](const SBlock& block) { state_.Fail(&block, "a SBlock as a statement"); },
               });
}

void TirStmtCompiler::ReturnOf(const Expr* value) {
  if (value == nullptr) {
    state_.Emit({.op = Opcode::kReturn, .a = -1});
    return;
  }
  Cells cells = TirExprCompiler(state_).Expression(value);
  if (state_.is_called && DTypeOf(value) != ReturnedBy(state_.signature.func()))
    state_.Fail(value, "a returned value of another type than is declared");
  state_.program.result = DTypeOf(value);
  state_.Emit({.op = Opcode::kReturn, .type = state_.TypeIndex(DTypeOf(value)), .a = cells.first});
}

void TirStmtCompiler::Loop(const For& loop) {
  Cells start = TirExprCompiler(state_).Expression(loop.min);
  Cells count = TirExprCompiler(state_).Expression(loop.extent);
  int32_t step_cell = loop.step == nullptr ? -1 : TirExprCompiler(state_).Expression(loop.step).first;
  Cells index = state_.DefineVar(loop.loop_var);
  state_.loops.emplace_back();
  TirTrackCompiler(state_).TrackLoopEntry(loop.loop_var, loop.for_kind);
  int32_t begin =
      state_.Emit({.op = Opcode::kLoopBegin, .dst = index.first, .a = start.first, .b = count.first, .c = step_cell});
  int32_t top = state_.Here();
  TirTrackCompiler(state_).TrackIteration();
  Statement(loop.body);
  for (int32_t jump : state_.loops.back().continues) state_.Land(jump);
  state_.Emit(
      {.op = Opcode::kLoopNext, .dst = index.first, .a = start.first, .b = count.first, .c = step_cell, .target = top});
  state_.Land(begin);
  for (int32_t jump : state_.loops.back().breaks) state_.Land(jump);
  state_.loops.pop_back();
  TirTrackCompiler(state_).TrackLoopEnd();
}

void TirStmtCompiler::WhileLoop(const While& loop) {
  state_.loops.emplace_back();
  int32_t top = state_.Here();
  state_.Emit({.op = Opcode::kTick});
  Cells condition = TirExprCompiler(state_).Expression(loop.condition);
  int32_t out = state_.Emit({.op = Opcode::kJumpUnless, .a = condition.first});
  TirTrackCompiler(state_).TrackLanding();
  Statement(loop.body);
  for (int32_t jump : state_.loops.back().continues) state_.LandAt(jump, top);
  state_.Emit({.op = Opcode::kJump, .target = top});
  state_.Land(out);
  for (int32_t jump : state_.loops.back().breaks) state_.Land(jump);
  state_.loops.pop_back();
  TirTrackCompiler(state_).TrackLanding();
}

void TirStmtCompiler::Conditional(const IfThenElse& branch) {
  Cells condition = TirExprCompiler(state_).Expression(branch.condition);
  int32_t to_else = state_.Emit({.op = Opcode::kJumpUnless, .a = condition.first});
  Statement(branch.then_case);
  if (branch.else_case == nullptr) return state_.Land(to_else);
  int32_t to_end = state_.Emit({.op = Opcode::kJump});
  state_.Land(to_else);
  Statement(branch.else_case);
  state_.Land(to_end);
}

void TirStmtCompiler::Block(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  // First, as in TVM's branch: what is left out need not have values, as places of a loop of no iterations that was
  // fused have none.
  int32_t skip = -1;
  if (realize.predicate != nullptr) {
    const auto* constant = As<IntImm>(realize.predicate);
    if (constant == nullptr || constant->value == 0) {
      int32_t condition = TirExprCompiler(state_).Expression(realize.predicate).first;
      skip = state_.Emit({.op = Opcode::kJumpUnless, .a = condition});
    }
  }
  std::vector<Cells> values;
  for (const Expr* value : realize.iter_values) values.push_back(TirExprCompiler(state_).Expression(value));
  for (size_t i = 0; i < values.size() && i < block.iter_vars.size(); ++i) {
    DType from = DTypeOf(realize.iter_values[i]);
    const Var* var = block.iter_vars[i]->var;
    Instruction move{.op = Opcode::kMove, .dst = state_.DefineVar(var).first, .a = values[i].first};
    if (from != DTypeOf(var)) {
      move.op = Opcode::kCast;
      move.type = state_.TypeIndex(from);
      move.result = state_.TypeIndex(DTypeOf(var));
    }
    state_.Emit(move);
  }
  TirTrackCompiler(state_).TrackBlockEntry(block);
  for (const Buffer* buffer : block.alloc_buffers) TirBufferCompiler(state_).Allocate(buffer);
  for (const MatchBufferRegion* match : block.match_buffers) {
    if (!state_.failure) TirBufferCompiler(state_).MatchRegion(*match);
  }
  if (block.init != nullptr) Init(block);
  Statement(block.body);
  TirTrackCompiler(state_).TrackBlockEnd();
  if (skip >= 0) state_.Land(skip);
}

void TirStmtCompiler::Init(const SBlock& block) {
  std::vector<int32_t> skips;
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type != IterType::kCommReduce) continue;
    Cells start = TirExprCompiler(state_).Expression(iter->dom->min);
    int32_t at_start = state_.NewCells(1);
    TirExprCompiler(state_).EmitBinary(NodeKind::kEQ, DTypeOf(iter->var), at_start, state_.DefineVar(iter->var).first,
                                       start.first);
    skips.push_back(state_.Emit({.op = Opcode::kJumpUnless, .a = at_start}));
  }
  Statement(block.init);
  for (int32_t skip : skips) state_.Land(skip);
}

void TirStmtCompiler::Attribute(const AttrStmt& attr) {
  if (const auto* reducer = As<CommReducer>(attr.node); reducer != nullptr && attr.attr_key == "reduce_scope") {
    state_.reducers.push_back(reducer);
    Statement(attr.body);
    return state_.reducers.pop_back();
  }
  const IterVar* iter = ThreadOf(&attr);
  bool open = iter != nullptr && std::ranges::find(state_.open_threads, iter->var) != state_.open_threads.end();
  if (iter == nullptr || open) return Statement(attr.body);
  // A launch of threads is a loop over them.
  state_.open_threads.push_back(iter->var);
  Cells start = state_.Constant(DTypeOf(iter->var), Cell{.i = 0});
  Cells count = TirExprCompiler(state_).Expression(attr.value);
  Cells index = state_.DefineVar(iter->var);
  state_.loops.emplace_back();
  int32_t begin =
      state_.Emit({.op = Opcode::kLoopBegin, .dst = index.first, .a = start.first, .b = count.first, .c = -1});
  int32_t top = state_.Here();
  Statement(attr.body);
  state_.Emit(
      {.op = Opcode::kLoopNext, .dst = index.first, .a = start.first, .b = count.first, .c = -1, .target = top});
  state_.Land(begin);
  state_.loops.pop_back();
  state_.open_threads.pop_back();
}

void TirStmtCompiler::Store(const BufferStore& store) {
  Cells value = TirExprCompiler(state_).Expression(store.value);
  TirBufferCompiler::Access access =
      TirBufferCompiler(state_).AccessOf(&store, store.buffer, store.indices, store.predicate);
  for (int32_t i = 0; i < access.lanes; ++i)
    TirBufferCompiler(state_).EmitAccess(Opcode::kStore, access, i, value.At(i));
}

}  // namespace assay
