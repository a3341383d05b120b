// Statements: loops of every kind run in order; blocks bind their variables, skip on a false predicate, and run init
// when all reduction variables stand at their start. Budget and traps are taken where the reference interpreter takes
// them.
#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "ir/tir/threads.h"
#include "ir/visit.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/counter_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/fuel_emitter.h"
#include "vm/llvm/number_emitter.h"
#include "vm/llvm/statement_emitter.h"

namespace assay {
namespace {

// Of a loop, as far as steps are counted ahead.
constexpr int64_t kMostIterations = int64_t{1} << 30;
// A loop of few iterations with others inside stays rolled from so many iterations on in all: unrolled whole, four of
// six trip_count take LLVM half a minute. A loop of many is unrolled in part, which is quick, and its code as well.
constexpr int64_t kFewIterations = 16;
constexpr int64_t kRolled = 33;

}  // namespace

// recursion: capped by FunctionBuilder::Descend
void StatementEmitter::Statement(const Stmt* s) {
  if (s == nullptr || !fn_.Descend(s)) return;
  const Node* outer = fn_.EnterNode(s);
  StatementNode(s);
  fn_.LeaveNode(outer);
  fn_.Ascend();
}

void StatementEmitter::StatementNode(const Stmt* s) {
  VisitStmt(s, Overloaded{
                   [&](const SeqStmt& seq) {
                     for (const Stmt* item : seq.seq) Statement(item);
                   },
                   [&](const Bind& bind) {
                     if (IsPointer(bind.value)) return calls_.BindPointer(bind.var, bind.value);
                     exprs_.BindVar(bind.var, exprs_.Expression(bind.value), bind.value);
                   },
                   [&](const AttrStmt& attr) { Attribute(attr); },
                   [&](const AssertStmt& assertion) { Assertion(assertion); },
                   [&](const BufferStore& store) { Store(store); },
                   [&](const DeclBuffer& decl) { buffers_.DeclareOver(decl); },
                   [&](const AllocBuffer& alloc) { buffers_.Allocate(alloc.buffer); },
                   [&](const Evaluate& evaluate) { exprs_.Expression(evaluate.value); },
                   [&](const IfThenElse& branch) { Conditional(branch); },
                   [&](const For& loop) { ForLoop(loop); },
                   [&](const While& loop) { WhileLoop(loop); },
                   [&](const Return& result) { exprs_.ReturnOf(result.value); },
                   [&](const Break& node) { JumpAway(&node, /*to_end=*/true); },
                   [&](const Continue& node) { JumpAway(&node, /*to_end=*/false); },
                   [&](const SBlockRealize& realize) { Block(realize); },
                   [&](const SBlock& block) { fn_.Fail(&block, "a SBlock as a statement"); },
               });
}

void StatementEmitter::JumpAway(const Node* node, bool to_end) {
  if (fn_.code().loops.empty()) return fn_.Fail(node, to_end ? "a break outside a loop" : "a continue outside a loop");
  fuel_.Uncountable();
  builder_.CreateBr(to_end ? fn_.code().loops.back().end : fn_.code().loops.back().next);
  fn_.StartDeadBlock();
}

void StatementEmitter::Assertion(const AssertStmt& assertion) {
  std::string text = assertion.error_kind.str();
  for (Name part : assertion.message_parts) text += (text.empty() ? "" : " ") + part.str();
  llvm::Value* condition = exprs_.Condition(assertion.condition);
  fn_.TrapUnless(condition,
                 {.kind = SiteKind::kAssert, .span = fn_.CurrentSpan(), .buffer = nullptr, .text = std::move(text)});
}

void StatementEmitter::ForLoop(const For& loop) {
  Lane start = exprs_.Index(loop.min);
  Lane extent = exprs_.Index(loop.extent);
  Lane step{Int64(1), Interval::Of(1)};
  if (loop.step != nullptr) step = exprs_.Index(loop.step);
  Loop(loop.loop_var, start, extent, step, loop.body, RunsInParallel(loop));
}

// All operands have 64 bits. The variable is counted from the start, so that a loop up to the largest number ends.
void StatementEmitter::Loop(const Var* var, Lane start, Lane extent, Lane step, const Stmt* body, bool apart) {
  if (!DTypeOf(var).IsInteger() && !DTypeOf(var).IsBool()) fn_.Fail(var, "a loop over no integers");
  if (fn_.failed()) return;
  const bool once = extent.interval == Interval::Of(1);
  llvm::Value* one = Int64(1);
  llvm::BasicBlock* end = once ? nullptr : fn_.NewBlock();
  if (extent.interval.low <= 0) {
    llvm::BasicBlock* some = fn_.NewBlock();
    builder_.CreateCondBr(builder_.CreateICmpSGT(extent.value, Int64(0)), some, end);
    fn_.GoOnAt(some);
  }
  fn_.TrapUnless(builder_.CreateICmpSGT(step.value, Int64(0)),
                 {.kind = SiteKind::kLoopStep, .span = fn_.CurrentSpan(), .buffer = nullptr, .text = {}});
  if (once) return EmitSingleTrip(var, start, body);
  llvm::Value* iterations =
      builder_.CreateAdd(builder_.CreateSDiv(builder_.CreateSub(extent.value, one), step.value), one);
  if (step.interval == Interval::Of(1)) iterations = extent.value;
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(iterations);
  int64_t trip_count = constant == nullptr ? 0 : constant->getSExtValue();
  // Steps of a loop that may have no iteration are not always taken.
  if (extent.interval.low <= 0) fuel_.Uncountable();
  fuel_.BurnFuel(iterations);
  bool known = trip_count <= kMostIterations && fuel_.times() <= kMostIterations;
  int64_t outer = fuel_.Times(known ? fuel_.times() * trip_count : 0);
  Interval steps{0, extent.interval.high <= 0 ? 0 : extent.interval.high - 1};
  Interval values = BinaryInterval(NodeKind::kAdd, start.interval, steps, DType::Int(64));
  if (apart) {
    ParallelIterations(var, start, iterations, values, body);
    builder_.CreateBr(end);
  } else {
    int64_t outside = std::exchange(nested_, 1);
    llvm::BranchInst* again = IterationsInOrder(var, start, extent, step, values, end, body);
    int64_t nest = (trip_count == 0 ? kRolled : std::min(trip_count, kRolled)) * nested_;
    if (nested_ > 1 && trip_count > 0 && trip_count <= kFewIterations && nest >= kRolled) DisableUnroll(again);
    nested_ = std::max(outside, std::min(nest, kRolled));
  }
  fn_.GoOnAt(end);
  fuel_.Times(outer);
}

llvm::BranchInst* StatementEmitter::IterationsInOrder(const Var* var, Lane start, Lane extent, Lane step,
                                                      Interval values, llvm::BasicBlock* end, const Stmt* body) {
  LoopExits exits{fn_.NewBlock(), end};
  LoopCounter counter = counters_.StartCounter();
  KernelScope::Marks scope = scope_.OpenScope();
  counters_.BindCounter(var, counter, start, values);
  fn_.code().loops.push_back(exits);
  Statement(body);
  fn_.code().loops.pop_back();
  scope_.CloseScope(scope);
  fn_.ContinueAt(exits.next);
  return counters_.CountOn(counter, step.value, extent.value, end);
}

void StatementEmitter::DisableUnroll(llvm::BranchInst* again) {
  llvm::LLVMContext& context = builder_.getContext();
  llvm::MDNode* keep = llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.disable")});
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, keep});
  loop->replaceOperandWith(0, loop);
  again->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void StatementEmitter::EmitSingleTrip(const Var* var, Lane start, const Stmt* body) {
  fuel_.BurnFuel(Int64(1));
  llvm::BasicBlock* end = fn_.NewBlock();
  KernelScope::Marks scope = scope_.OpenScope();
  scope_.vars.Set(var, Lane{numbers_.Narrow(DTypeOf(var), start.value), Fit(start.interval, DTypeOf(var))});
  fn_.code().loops.push_back({end, end});
  Statement(body);
  fn_.code().loops.pop_back();
  scope_.CloseScope(scope);
  fn_.ContinueAt(end);
}

void StatementEmitter::WhileLoop(const While& loop) {
  LoopExits exits{fn_.NewBlock(), fn_.NewBlock()};
  builder_.CreateBr(exits.next);
  fn_.GoOnAt(exits.next);
  KernelScope::Marks scope = scope_.OpenScope();
  int64_t outer = fuel_.Times(0);
  fuel_.BurnFuel(Int64(1));
  llvm::Value* condition = exprs_.Condition(loop.condition);
  llvm::BasicBlock* body = fn_.NewBlock();
  builder_.CreateCondBr(condition, body, exits.end);
  fn_.GoOnAt(body);
  fn_.code().loops.push_back(exits);
  Statement(loop.body);
  fn_.code().loops.pop_back();
  fuel_.Times(outer);
  scope_.CloseScope(scope);
  builder_.CreateBr(exits.next);
  fn_.GoOnAt(exits.end);
}

void StatementEmitter::Conditional(const IfThenElse& branch) {
  llvm::Value* condition = exprs_.Condition(branch.condition);
  llvm::BasicBlock* yes = fn_.NewBlock();
  llvm::BasicBlock* end = fn_.NewBlock();
  llvm::BasicBlock* no = branch.else_case == nullptr ? end : fn_.NewBlock();
  builder_.CreateCondBr(condition, yes, no);
  auto fill = [&](llvm::BasicBlock* block, const Stmt* body) {
    fn_.GoOnAt(block);
    KernelScope::Marks scope = scope_.OpenScope();
    exprs_.Know(branch.condition, block == yes);
    int64_t outer = fuel_.Times(0);
    Statement(body);
    fuel_.Times(outer);
    scope_.CloseScope(scope);
    builder_.CreateBr(end);
  };
  fill(yes, branch.then_case);
  if (branch.else_case != nullptr) fill(no, branch.else_case);
  fn_.GoOnAt(end);
}

void StatementEmitter::Block(const SBlockRealize& realize) {
  const auto* constant = As<IntImm>(realize.predicate);
  bool always = realize.predicate == nullptr || (constant != nullptr && constant->value != 0);
  if (always) return BlockInstance(realize);
  llvm::Value* condition = exprs_.Condition(realize.predicate);
  llvm::BasicBlock* body = fn_.NewBlock();
  llvm::BasicBlock* end = fn_.NewBlock();
  builder_.CreateCondBr(condition, body, end);
  fn_.GoOnAt(body);
  KernelScope::Marks scope = scope_.OpenScope();
  exprs_.Know(realize.predicate, true);
  int64_t outer = fuel_.Times(0);
  BlockInstance(realize);
  fuel_.Times(outer);
  scope_.CloseScope(scope);
  builder_.CreateBr(end);
  fn_.GoOnAt(end);
}

// Of a block that its predicate does not leave out.
void StatementEmitter::BlockInstance(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  std::vector<Lanes> values;
  for (size_t i = 0; i < realize.iter_values.size(); ++i) {
    const Var* var = i < block.iter_vars.size() ? block.iter_vars[i]->var : nullptr;
    values.push_back(BlockValue(realize.iter_values[i], var));
  }
  if (fn_.failed()) return;
  KernelScope::Marks scope = scope_.OpenScope();
  for (size_t i = 0; i < values.size() && i < block.iter_vars.size(); ++i)
    scope_.vars.Set(block.iter_vars[i]->var, values[i]);
  BlockBody(block);
  scope_.CloseScope(scope);
}

// What is a variable already stays where that one is.
Lanes StatementEmitter::BlockValue(const Expr* value, const Var* var) {
  const auto* source = As<Var>(value);
  const Lanes* known =
      source == nullptr || var == nullptr || DTypeOf(source) != DTypeOf(var) ? nullptr : scope_.vars.Find(source);
  if (known != nullptr && known->count() == 1) return *known;
  Lane lane = exprs_.FirstLane(value);
  if (fn_.failed() || var == nullptr) return lane;
  if (numbers_.TypeOf(DTypeOf(var)) != nullptr) return numbers_.Convert(lane, DTypeOf(value), DTypeOf(var));
  fn_.Fail(var, "a block variable that is no number");
  return lane;
}

void StatementEmitter::BlockBody(const SBlock& block) {
  for (const Buffer* buffer : block.alloc_buffers) buffers_.Allocate(buffer);
  for (const MatchBufferRegion* match : block.match_buffers) buffers_.MatchRegion(*match);
  if (block.init != nullptr && !fn_.failed()) Init(block);
  Statement(block.body);
}

void StatementEmitter::Init(const SBlock& block) {
  llvm::BasicBlock* end = fn_.NewBlock();
  KernelScope::Marks scope = scope_.OpenScope();
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type != IterType::kCommReduce) continue;
    llvm::Value* start = exprs_.Index(iter->dom->min).value;
    llvm::Value* value = exprs_.Index(iter->var).value;
    if (fn_.failed()) return;
    llvm::BasicBlock* next = fn_.NewBlock();
    builder_.CreateCondBr(builder_.CreateICmpEQ(value, start), next, end);
    fn_.GoOnAt(next);
  }
  int64_t outer = fuel_.Times(0);
  Statement(block.init);
  fuel_.Times(outer);
  scope_.CloseScope(scope);
  builder_.CreateBr(end);
  fn_.GoOnAt(end);
}

void StatementEmitter::Attribute(const AttrStmt& attr) {
  const IterVar* iter = ThreadOf(&attr);
  if (iter == nullptr || scope_.vars.Find(iter->var) != nullptr) return Statement(attr.body);
  // A launch of threads is a loop over them.
  Lane extent = exprs_.Index(attr.value);
  Loop(iter->var, {Int64(0), Interval::Of(0)}, extent, {Int64(1), Interval::Of(1)}, attr.body);
}

void StatementEmitter::Store(const BufferStore& store) {
  Lanes value = exprs_.Expression(store.value);
  BufferAccess access = buffers_.AccessOf(&store, store.buffer, store.indices, store.predicate);
  if (fn_.failed()) return;
  // Such a store would be done again by a run that starts again.
  if (!fuel_.taken()) fuel_.Uncountable();
  DType element = access.view->element;
  if (DTypeOf(store.value).Scalar() != element)
    return fn_.Fail(&store, "a stored value of another dtype than its buffer");
  llvm::Value *inside = nullptr, *address = buffers_.RunAddress(access, &inside);
  if (address != nullptr) return buffers_.StoreRun(access, address, inside, value);
  value = numbers_.Scalarize(std::move(value));
  for (int i = 0; i < access.lanes; ++i) buffers_.StoreLane(access, i, value.At(i).value);
}

}  // namespace assay
