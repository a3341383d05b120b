// Statements: structure becomes jumps. Loops of every kind run in order; blocks bind their variables, skip on a false
// predicate, and run init when all reduction variables stand at their start (as TVM's LowerInitBlock).
#include <fmt/format.h>

#include <algorithm>

#include "ir/tir/threads.h"
#include "ir/visit.h"
#include "vm/kernel_calls.h"
#include "vm/reference/tir_compiler.h"

namespace assay {

// recursion: capped by kMaxDepth
void TirCompiler::Statement(const Stmt* s) {
  if (failure_ || s == nullptr) return;
  EnterNode(s);
  const Node* outer = std::exchange(place_, s->span.file == 0 && place_ != nullptr ? place_ : s);
  if (!failure_) StatementNode(s);
  place_ = outer;
  LeaveNode();
}

void TirCompiler::StatementNode(const Stmt* s) {
  if (BindsThreads(s)) return;
  VisitStmt(s, Overloaded{
                   [&](const SeqStmt& seq) {
                     for (const Stmt* item : seq.seq) Statement(item);
                   },
                   [&](const Bind& bind) {
                     if (IsPointer(bind.value)) return BindPointer(bind.var, bind.value);
                     Cells value = Expression(bind.value);
                     Cells var = DefineVar(bind.var);
                     for (int32_t i = 0; i < var.lanes; ++i)
                       Emit({.op = Opcode::kMove, .dst = var.At(i), .a = value.At(i)});
                   },
                   [&](const AttrStmt& attr) { Attribute(attr); },
                   [&](const AssertStmt& assertion) {
                     Cells condition = Expression(assertion.condition);
                     std::string text = assertion.error_kind.str();
                     for (Name part : assertion.message_parts) text += (text.empty() ? "" : " ") + part.str();
                     program_.texts.push_back(std::move(text));
                     Emit({.op = Opcode::kAssert,
                           .extra = static_cast<int32_t>(program_.texts.size()) - 1,
                           .a = condition.first});
                   },
                   [&](const BufferStore& store) { Store(store); },
                   [&](const DeclBuffer& decl) {
                     BindPointer(decl.buffer->data, decl.data == nullptr ? decl.buffer->data : decl.data);
                     if (!failure_) Declare(decl.buffer, memory_[decl.buffer->data]);
                   },
                   [&](const AllocBuffer& alloc) { Allocate(alloc.buffer); },
                   [&](const Evaluate& evaluate) { Expression(evaluate.value); },
                   [&](const IfThenElse& branch) { Conditional(branch); },
                   [&](const For& loop) { Loop(loop); },
                   [&](const While& loop) { WhileLoop(loop); },
                   [&](const Return& result) { ReturnOf(result.value); },
                   [&](const Break& node) {
                     if (loops_.empty()) return Fail(&node, "a break outside a loop");
                     loops_.back().breaks.push_back(Emit({.op = Opcode::kJump}));
                   },
                   [&](const Continue& node) {
                     if (loops_.empty()) return Fail(&node, "a continue outside a loop");
                     loops_.back().continues.push_back(Emit({.op = Opcode::kJump}));
                   },
                   [&](const SBlockRealize& realize) { Block(realize); },
                   [&](const SBlock& block) { Fail(&block, "a SBlock as a statement"); },
               });
}

void TirCompiler::ReturnOf(const Expr* value) {
  if (value == nullptr) {
    Emit({.op = Opcode::kReturn, .a = -1});
    return;
  }
  Cells cells = Expression(value);
  if (is_called_ && DTypeOf(value) != ReturnedBy(signature_.func()))
    Fail(value, "a returned value of another type than is declared");
  program_.result = DTypeOf(value);
  Emit({.op = Opcode::kReturn, .type = TypeIndex(DTypeOf(value)), .a = cells.first});
}

void TirCompiler::Loop(const For& loop) {
  Cells start = Expression(loop.min);
  Cells count = Expression(loop.extent);
  int32_t step_cell = loop.step == nullptr ? -1 : Expression(loop.step).first;
  Cells index = DefineVar(loop.loop_var);
  loops_.emplace_back();
  TrackLoopEntry(loop.loop_var, loop.for_kind);
  int32_t begin =
      Emit({.op = Opcode::kLoopBegin, .dst = index.first, .a = start.first, .b = count.first, .c = step_cell});
  int32_t top = Here();
  TrackIteration();
  Statement(loop.body);
  for (int32_t jump : loops_.back().continues) Land(jump);
  Emit(
      {.op = Opcode::kLoopNext, .dst = index.first, .a = start.first, .b = count.first, .c = step_cell, .target = top});
  Land(begin);
  for (int32_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  TrackLoopEnd();
}

void TirCompiler::WhileLoop(const While& loop) {
  loops_.emplace_back();
  int32_t top = Here();
  Emit({.op = Opcode::kTick});
  Cells condition = Expression(loop.condition);
  int32_t out = Emit({.op = Opcode::kJumpUnless, .a = condition.first});
  TrackLanding();
  Statement(loop.body);
  for (int32_t jump : loops_.back().continues) LandAt(jump, top);
  Emit({.op = Opcode::kJump, .target = top});
  Land(out);
  for (int32_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  TrackLanding();
}

void TirCompiler::Conditional(const IfThenElse& branch) {
  Cells condition = Expression(branch.condition);
  int32_t to_else = Emit({.op = Opcode::kJumpUnless, .a = condition.first});
  Statement(branch.then_case);
  if (branch.else_case == nullptr) return Land(to_else);
  int32_t to_end = Emit({.op = Opcode::kJump});
  Land(to_else);
  Statement(branch.else_case);
  Land(to_end);
}

void TirCompiler::Block(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  // First, as in TVM's branch: what is left out need not have values, as places of a loop of no iterations that was
  // fused have none.
  int32_t skip = -1;
  if (realize.predicate != nullptr) {
    const auto* constant = As<IntImm>(realize.predicate);
    if (constant == nullptr || constant->value == 0) {
      int32_t condition = Expression(realize.predicate).first;
      skip = Emit({.op = Opcode::kJumpUnless, .a = condition});
    }
  }
  std::vector<Cells> values;
  for (const Expr* value : realize.iter_values) values.push_back(Expression(value));
  for (size_t i = 0; i < values.size() && i < block.iter_vars.size(); ++i) {
    DType from = DTypeOf(realize.iter_values[i]);
    const Var* var = block.iter_vars[i]->var;
    Instruction move{.op = Opcode::kMove, .dst = DefineVar(var).first, .a = values[i].first};
    if (from != DTypeOf(var)) {
      move.op = Opcode::kCast;
      move.type = TypeIndex(from);
      move.result = TypeIndex(DTypeOf(var));
    }
    Emit(move);
  }
  TrackBlockEntry(block);
  for (const Buffer* buffer : block.alloc_buffers) Allocate(buffer);
  for (const MatchBufferRegion* match : block.match_buffers) {
    if (!failure_) MatchRegion(*match);
  }
  if (block.init != nullptr) Init(block);
  Statement(block.body);
  TrackBlockEnd();
  if (skip >= 0) Land(skip);
}

void TirCompiler::Init(const SBlock& block) {
  std::vector<int32_t> skips;
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type != IterType::kCommReduce) continue;
    Cells start = Expression(iter->dom->min);
    int32_t at_start = NewCells(1);
    EmitBinary(NodeKind::kEQ, DTypeOf(iter->var), at_start, DefineVar(iter->var).first, start.first);
    skips.push_back(Emit({.op = Opcode::kJumpUnless, .a = at_start}));
  }
  Statement(block.init);
  for (int32_t skip : skips) Land(skip);
}

void TirCompiler::Attribute(const AttrStmt& attr) {
  if (const auto* reducer = As<CommReducer>(attr.node); reducer != nullptr && attr.attr_key == "reduce_scope") {
    reducers_.push_back(reducer);
    Statement(attr.body);
    return reducers_.pop_back();
  }
  const IterVar* iter = ThreadOf(&attr);
  bool open = iter != nullptr && std::ranges::find(open_threads_, iter->var) != open_threads_.end();
  if (iter == nullptr || open) return Statement(attr.body);
  // A launch of threads is a loop over them.
  open_threads_.push_back(iter->var);
  Cells start = Constant(DTypeOf(iter->var), Cell{.i = 0});
  Cells count = Expression(attr.value);
  Cells index = DefineVar(iter->var);
  loops_.emplace_back();
  int32_t begin = Emit({.op = Opcode::kLoopBegin, .dst = index.first, .a = start.first, .b = count.first, .c = -1});
  int32_t top = Here();
  Statement(attr.body);
  Emit({.op = Opcode::kLoopNext, .dst = index.first, .a = start.first, .b = count.first, .c = -1, .target = top});
  Land(begin);
  loops_.pop_back();
  open_threads_.pop_back();
}

void TirCompiler::Store(const BufferStore& store) {
  Cells value = Expression(store.value);
  Access access = AccessOf(&store, store.buffer, store.indices, store.predicate);
  for (int32_t i = 0; i < access.lanes; ++i) EmitAccess(Opcode::kStore, access, i, value.At(i));
}

}  // namespace assay
