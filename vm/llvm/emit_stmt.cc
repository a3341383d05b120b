// Statements: loops of every kind run in order; blocks bind their variables, skip on a false predicate, and run init
// when all reduction variables stand at their start. Budget and traps are taken where the reference interpreter takes
// them.
#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "ir/visit.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"

namespace assay {
namespace {

// Of a loop, as far as steps are counted ahead.
constexpr int64_t kMostIterations = int64_t{1} << 30;
// A loop of few iterations with others inside stays rolled from so many iterations on in all: unrolled whole, four of
// six trip_count take LLVM half a minute. A loop of many is unrolled in part, which is quick, and its code as well.
constexpr int64_t kFewIterations = 16;
constexpr int64_t kRolled = 33;

}  // namespace

// recursion: capped by kMaxDepth
void KernelEmitter::Statement(const Stmt* s) {
  if (failure_ || s == nullptr) return;
  if (++nodes_ > kMaxNodes || depth_ >= kMaxDepth) return FailTooLarge(s, "a function of this size or depth");
  ++depth_;
  const Node* outer = EnterPlace(s);
  StatementNode(s);
  LeavePlace(outer);
  --depth_;
}

void KernelEmitter::StatementNode(const Stmt* s) {
  VisitStmt(s, Overloaded{
                   [&](const SeqStmt& seq) {
                     for (const Stmt* item : seq.seq) Statement(item);
                   },
                   [&](const Bind& bind) {
                     if (IsPointer(bind.value)) return BindPointer(bind.var, bind.value);
                     BindVar(bind.var, Expression(bind.value), bind.value);
                   },
                   [&](const AttrStmt& attr) { Attribute(attr); },
                   [&](const AssertStmt& assertion) { Assertion(assertion); },
                   [&](const BufferStore& store) { Store(store); },
                   [&](const DeclBuffer& decl) { DeclareOver(decl); },
                   [&](const AllocBuffer& alloc) { Allocate(alloc.buffer); },
                   [&](const Evaluate& evaluate) { Expression(evaluate.value); },
                   [&](const IfThenElse& branch) { Conditional(branch); },
                   [&](const For& loop) { ForLoop(loop); },
                   [&](const While& loop) { WhileLoop(loop); },
                   [&](const Return& result) { ReturnOf(result.value); },
                   [&](const Break& node) { JumpAway(&node, /*to_end=*/true); },
                   [&](const Continue& node) { JumpAway(&node, /*to_end=*/false); },
                   [&](const SBlockRealize& realize) { Block(realize); },
                   [&](const SBlock& block) { Fail(&block, "a SBlock as a statement"); },
               });
}

void KernelEmitter::BindVar(const Var* var, Lanes value, const Expr* from) {
  if (DTypeOf(var).Scalar() != DTypeOf(from).Scalar())
    Fail(var, fmt::format("variable {} of another dtype than its value", var->name.text()));
  if (!failure_) vars_.Set(var, std::move(value));
}

void KernelEmitter::JumpAway(const Node* node, bool to_end) {
  if (code_.loops.empty()) return Fail(node, to_end ? "a break outside a loop" : "a continue outside a loop");
  all_steps_.reset();
  builder_.CreateBr(to_end ? code_.loops.back().end : code_.loops.back().next);
  StartDeadBlock();
}

void KernelEmitter::ReturnOf(const Expr* value) {
  if (value != nullptr) {
    Lane result = FirstLane(value);
    DType dtype = DTypeOf(value).Scalar();
    if (called_ && DTypeOf(value) != ReturnedBy(signature_.func()))
      Fail(value, "a returned value of another type than is declared");
    if (failure_) return;
    auto type = static_cast<int64_t>(plan_.results.size());
    plan_.results.push_back(dtype);
    builder_.CreateStore(ToCell(dtype, result.value), FrameField(offsetof(Frame, result)));
    builder_.CreateStore(Int64(type), FrameField(offsetof(Frame, result_type)));
  }
  LeaveWith(KernelCode::kDone);
  all_steps_.reset();
  StartDeadBlock();
}

void KernelEmitter::Assertion(const AssertStmt& assertion) {
  std::string text = assertion.error_kind.str();
  for (Name part : assertion.message_parts) text += (text.empty() ? "" : " ") + part.str();
  llvm::Value* condition = Condition(assertion.condition);
  TrapUnless(condition, {.kind = SiteKind::kAssert, .span = Place(), .buffer = nullptr, .text = std::move(text)});
}

void KernelEmitter::ForLoop(const For& loop) {
  Lane start = Index(loop.min);
  Lane extent = Index(loop.extent);
  Lane step{Int64(1), Interval::Of(1)};
  if (loop.step != nullptr) step = Index(loop.step);
  Loop(loop.loop_var, start, extent, step, loop.body, RunsApart(loop));
}

// All operands have 64 bits. The variable is counted from the start, so that a loop up to the largest number ends.
void KernelEmitter::Loop(const Var* var, Lane start, Lane extent, Lane step, const Stmt* body, bool apart) {
  if (!DTypeOf(var).IsInteger() && !DTypeOf(var).IsBool()) Fail(var, "a loop over no integers");
  if (failure_) return;
  const bool once = extent.interval == Interval::Of(1);
  llvm::Value* one = Int64(1);
  llvm::BasicBlock* end = once ? nullptr : NewBlock();
  if (extent.interval.low <= 0) {
    llvm::BasicBlock* some = NewBlock();
    builder_.CreateCondBr(builder_.CreateICmpSGT(extent.value, Int64(0)), some, end);
    GoOnAt(some);
  }
  TrapUnless(builder_.CreateICmpSGT(step.value, Int64(0)),
             {.kind = SiteKind::kLoopStep, .span = Place(), .buffer = nullptr, .text = {}});
  if (once) return EmitSingleTrip(var, start, body);
  llvm::Value* iterations =
      builder_.CreateAdd(builder_.CreateSDiv(builder_.CreateSub(extent.value, one), step.value), one);
  if (step.interval == Interval::Of(1)) iterations = extent.value;
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(iterations);
  int64_t trip_count = constant == nullptr ? 0 : constant->getSExtValue();
  // Steps of a loop that may have no iteration are not always taken.
  if (extent.interval.low <= 0) all_steps_.reset();
  BurnFuel(iterations);
  bool known = trip_count <= kMostIterations && iterations_ <= kMostIterations;
  int64_t outer = std::exchange(iterations_, known ? iterations_ * trip_count : 0);
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
  GoOnAt(end);
  iterations_ = outer;
}

llvm::BranchInst* KernelEmitter::IterationsInOrder(const Var* var, Lane start, Lane extent, Lane step, Interval values,
                                                   llvm::BasicBlock* end, const Stmt* body) {
  LoopExits exits{NewBlock(), end};
  Counter counter = StartCounter();
  Scope scope = OpenScope();
  BindCounter(var, counter, start, values);
  code_.loops.push_back(exits);
  Statement(body);
  code_.loops.pop_back();
  CloseScope(scope);
  ContinueAt(exits.next);
  return CountOn(counter, step.value, extent.value, end);
}

void KernelEmitter::DisableUnroll(llvm::BranchInst* again) {
  llvm::LLVMContext& context = builder_.getContext();
  llvm::MDNode* keep = llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.disable")});
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, keep});
  loop->replaceOperandWith(0, loop);
  again->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void KernelEmitter::ContinueAt(llvm::BasicBlock* block) {
  if (block->use_empty()) {
    block->eraseFromParent();
    return;
  }
  builder_.CreateBr(block);
  GoOnAt(block);
}

void KernelEmitter::EmitSingleTrip(const Var* var, Lane start, const Stmt* body) {
  BurnFuel(Int64(1));
  llvm::BasicBlock* end = NewBlock();
  Scope scope = OpenScope();
  vars_.Set(var, Lane{Narrow(DTypeOf(var), start.value), Fit(start.interval, DTypeOf(var))});
  code_.loops.push_back({end, end});
  Statement(body);
  code_.loops.pop_back();
  CloseScope(scope);
  ContinueAt(end);
}

void KernelEmitter::WhileLoop(const While& loop) {
  LoopExits exits{NewBlock(), NewBlock()};
  builder_.CreateBr(exits.next);
  GoOnAt(exits.next);
  Scope scope = OpenScope();
  int64_t outer = std::exchange(iterations_, 0);
  BurnFuel(Int64(1));
  llvm::Value* condition = Condition(loop.condition);
  llvm::BasicBlock* body = NewBlock();
  builder_.CreateCondBr(condition, body, exits.end);
  GoOnAt(body);
  code_.loops.push_back(exits);
  Statement(loop.body);
  code_.loops.pop_back();
  iterations_ = outer;
  CloseScope(scope);
  builder_.CreateBr(exits.next);
  GoOnAt(exits.end);
}

void KernelEmitter::Conditional(const IfThenElse& branch) {
  llvm::Value* condition = Condition(branch.condition);
  llvm::BasicBlock* yes = NewBlock();
  llvm::BasicBlock* end = NewBlock();
  llvm::BasicBlock* no = branch.else_case == nullptr ? end : NewBlock();
  builder_.CreateCondBr(condition, yes, no);
  auto fill = [&](llvm::BasicBlock* block, const Stmt* body) {
    GoOnAt(block);
    Scope scope = OpenScope();
    Know(branch.condition, block == yes);
    int64_t outer = std::exchange(iterations_, 0);
    Statement(body);
    iterations_ = outer;
    CloseScope(scope);
    builder_.CreateBr(end);
  };
  fill(yes, branch.then_case);
  if (branch.else_case != nullptr) fill(no, branch.else_case);
  GoOnAt(end);
}

void KernelEmitter::Block(const SBlockRealize& realize) {
  const auto* constant = As<IntImm>(realize.predicate);
  bool always = realize.predicate == nullptr || (constant != nullptr && constant->value != 0);
  if (always) return BlockInstance(realize);
  llvm::Value* condition = Condition(realize.predicate);
  llvm::BasicBlock* body = NewBlock();
  llvm::BasicBlock* end = NewBlock();
  builder_.CreateCondBr(condition, body, end);
  GoOnAt(body);
  Scope scope = OpenScope();
  Know(realize.predicate, true);
  int64_t outer = std::exchange(iterations_, 0);
  BlockInstance(realize);
  iterations_ = outer;
  CloseScope(scope);
  builder_.CreateBr(end);
  GoOnAt(end);
}

// Of a block that its predicate does not leave out.
void KernelEmitter::BlockInstance(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  std::vector<Lanes> values;
  for (size_t i = 0; i < realize.iter_values.size(); ++i) {
    const Var* var = i < block.iter_vars.size() ? block.iter_vars[i]->var : nullptr;
    values.push_back(BlockValue(realize.iter_values[i], var));
  }
  if (failure_) return;
  Scope scope = OpenScope();
  for (size_t i = 0; i < values.size() && i < block.iter_vars.size(); ++i)
    vars_.Set(block.iter_vars[i]->var, values[i]);
  BlockBody(block);
  CloseScope(scope);
}

// What is a variable already stays where that one is.
Lanes KernelEmitter::BlockValue(const Expr* value, const Var* var) {
  const auto* source = As<Var>(value);
  const Lanes* known =
      source == nullptr || var == nullptr || DTypeOf(source) != DTypeOf(var) ? nullptr : vars_.Find(source);
  if (known != nullptr && known->count() == 1) return *known;
  Lane lane = FirstLane(value);
  if (failure_ || var == nullptr) return lane;
  if (TypeOf(DTypeOf(var)) != nullptr) return Convert(lane, DTypeOf(value), DTypeOf(var));
  Fail(var, "a block variable that is no number");
  return lane;
}

void KernelEmitter::BlockBody(const SBlock& block) {
  for (const Buffer* buffer : block.alloc_buffers) Allocate(buffer);
  for (const MatchBufferRegion* match : block.match_buffers) MatchRegion(*match);
  if (block.init != nullptr && !failure_) Init(block);
  Statement(block.body);
}

void KernelEmitter::Init(const SBlock& block) {
  llvm::BasicBlock* end = NewBlock();
  Scope scope = OpenScope();
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type != IterType::kCommReduce) continue;
    llvm::Value* start = Index(iter->dom->min).value;
    llvm::Value* value = Index(iter->var).value;
    if (failure_) return;
    llvm::BasicBlock* next = NewBlock();
    builder_.CreateCondBr(builder_.CreateICmpEQ(value, start), next, end);
    GoOnAt(next);
  }
  int64_t outer = std::exchange(iterations_, 0);
  Statement(block.init);
  iterations_ = outer;
  CloseScope(scope);
  builder_.CreateBr(end);
  GoOnAt(end);
}

void KernelEmitter::Attribute(const AttrStmt& attr) {
  const auto* iter = As<IterVar>(attr.node);
  bool thread = iter != nullptr && (attr.attr_key == "thread_extent" || attr.attr_key == "virtual_thread");
  if (!thread || vars_.Find(iter->var) != nullptr) return Statement(attr.body);
  // A launch of threads is a loop over them.
  Lane extent = Index(attr.value);
  Loop(iter->var, {Int64(0), Interval::Of(0)}, extent, {Int64(1), Interval::Of(1)}, attr.body);
}

void KernelEmitter::Store(const BufferStore& store) {
  Lanes value = Expression(store.value);
  Access access = AccessOf(&store, store.buffer, store.indices, store.predicate);
  if (failure_) return;
  // Such a store would be done again by a run that starts again.
  if (taken_.empty()) all_steps_.reset();
  DType element = access.view->element;
  if (DTypeOf(store.value).Scalar() != element) return Fail(&store, "a stored value of another dtype than its buffer");
  llvm::Value *inside = nullptr, *address = RunAddress(access, &inside);
  if (address != nullptr) return StoreRun(access, address, inside, value);
  value = Scalarize(std::move(value));
  for (int i = 0; i < access.lanes; ++i) StoreLane(access, i, value.At(i).value);
}

}  // namespace assay
