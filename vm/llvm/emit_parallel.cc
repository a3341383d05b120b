// Parallel loops whose iterations are independent (passes/analysis/iterations.h): the body becomes a function of its
// own, which runs a range of iterations, and the host shares them out (FrameRun::InParallel). What the body takes from
// around the loop is handed over in memory.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>

#include <cstddef>
#include <utility>

#include "ir/walk.h"
#include "passes/analysis/iterations.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/memory_tracker.h"
#include "vm/llvm/number_emitter.h"
#include "vm/llvm/statement_emitter.h"

namespace assay {
namespace {

bool CallsFunctions(const For& loop) {
  bool calls = false;
  WalkOnce(&loop, [&](const Node* node) { calls = calls || Is<GlobalVar>(node); });
  return calls;
}

}  // namespace

bool StatementEmitter::RunsInParallel(const For& loop) {
  // An iteration of a loop that runs apart is one thread's.
  if (!options_.parallel || loop.for_kind != ForKind::kParallel || fn_.code().iterations || fn_.failed()) return false;
  // What functions access is not looked at, nor where pointers lead.
  if (fn_.called() || tracked_.points() || CallsFunctions(loop)) return false;
  LoopSurroundings around;
  around.memory_of = [this](const Buffer* buffer) -> std::optional<size_t> {
    const KernelMemory* memory = scope_.memories.Find(buffer->data);
    return memory == nullptr ? std::nullopt : std::optional(memory->id);
  };
  around.has_value = [this](const Var* var) { return scope_.vars.Find(var) != nullptr; };
  return WhyNotIndependent(loop, around).empty();
}

void StatementEmitter::ParallelIterations(const Var* var, Lane start, llvm::Value* iterations, Interval values,
                                          const Stmt* body) {
  llvm::BasicBlock* here = builder_.GetInsertBlock();
  FunctionCode outer = std::exchange(fn_.code(), {});
  fn_.code().iterations = true;
  fn_.Enter(outer.function->getName().str() + ".iterations", llvm::Function::InternalLinkage);
  RunRange(var, start, values, body);
  fn_.LeaveWith(KernelCode::kDone);
  fn_.Leave();
  std::vector<llvm::Value*> taken = TakeFromAround();
  llvm::Function* function = fn_.code().function;
  fn_.code() = std::move(outer);
  builder_.SetInsertPoint(here);
  if (options_.debug != nullptr) options_.debug->GoOn(*fn_.code().function);
  fn_.LeaveNode(fn_.place());
  if (!fn_.failed()) CallParallelFor(function, iterations, taken);
}

// From the first iteration to the last one that the second argument says, at least one.
void StatementEmitter::RunRange(const Var* var, Lane start, Interval values, const Stmt* body) {
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* range = fn_.code().function->getArg(1);
  llvm::Value* first = builder_.CreateLoad(wide, range);
  llvm::Value* end = builder_.CreateLoad(wide, builder_.CreateConstGEP1_64(wide, range, 1));
  LoopExits exits{fn_.NewBlock(), fn_.NewBlock()};
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  llvm::BasicBlock* block = fn_.NewBlock();
  builder_.CreateBr(block);
  builder_.SetInsertPoint(block);
  llvm::PHINode* iteration = builder_.CreatePHI(wide, 2);
  iteration->addIncoming(first, before);
  KernelScope::Marks scope = scope_.OpenScope();
  scope_.vars.Set(
      var, Lane{numbers_.Narrow(DTypeOf(var), arithmetic_.Add(start.value, iteration)), Fit(values, DTypeOf(var))});
  fn_.code().loops.push_back(exits);
  Statement(body);
  fn_.code().loops.pop_back();
  scope_.CloseScope(scope);
  fn_.ContinueAt(exits.next);
  llvm::Value* next = builder_.CreateAdd(iteration, Int64(1));
  iteration->addIncoming(next, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpULT(next, end), block, exits.end);
  builder_.SetInsertPoint(exits.end);
}

std::vector<llvm::Value*> StatementEmitter::TakeFromAround() {
  auto elsewhere = [this](llvm::Value* value) {
    auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    auto* argument = llvm::dyn_cast<llvm::Argument>(value);
    return (made != nullptr && made->getFunction() != fn_.code().function) ||
           (argument != nullptr && argument->getParent() != fn_.code().function);
  };
  llvm::MapVector<llvm::Value*, std::vector<llvm::Use*>> uses;
  for (llvm::Instruction& instruction : llvm::instructions(*fn_.code().function)) {
    for (llvm::Use& use : instruction.operands()) {
      if (elsewhere(use.get())) uses[use.get()].push_back(&use);
    }
  }
  std::vector<llvm::Value*> taken;
  builder_.SetInsertPoint(fn_.code().entry, fn_.code().entry->begin());
  for (auto& [value, places] : uses) {
    llvm::Value* slot =
        builder_.CreateConstGEP1_64(builder_.getInt64Ty(), fn_.code().function->getArg(0), taken.size());
    llvm::Value* given = builder_.CreateLoad(value->getType(), slot);
    for (llvm::Use* use : places) use->set(given);
    taken.push_back(value);
  }
  return taken;
}

void StatementEmitter::CallParallelFor(llvm::Function* function, llvm::Value* iterations,
                                       llvm::ArrayRef<llvm::Value*> taken) {
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* slots = fn_.StackSlot(static_cast<int64_t>(taken.size()));
  for (size_t i = 0; i < taken.size(); ++i) builder_.CreateStore(taken[i], builder_.CreateConstGEP1_64(wide, slots, i));
  fn_.RunCountedInFrame([&] {
    return fn_.CallRuntime("assay_kernel_iterations", builder_.getInt32Ty(),
                           {fn_.code().frame, function, slots, iterations},
                           /*pure=*/false);
  });
}

}  // namespace assay
