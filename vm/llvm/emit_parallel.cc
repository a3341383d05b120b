// Parallel loops whose iterations are apart (passes/analysis/iterations.h): the body becomes a function of its own,
// which runs a range of iterations, and the host shares them out (FrameRun::InParallel). What the body takes from
// around the loop is handed over in memory.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>

#include <cstddef>
#include <utility>

#include "ir/walk.h"
#include "passes/analysis/iterations.h"
#include "vm/llvm/emit.h"

namespace assay {
namespace {

bool CallsFunctions(const For& loop) {
  bool calls = false;
  WalkOnce(&loop, [&](const Node* node) { calls = calls || Is<GlobalVar>(node); });
  return calls;
}

}  // namespace

bool KernelEmitter::RunsApart(const For& loop) {
  // An iteration of a loop that runs apart is one thread's.
  if (!options_.parallel || loop.for_kind != ForKind::kParallel || code_.iterations || failure_) return false;
  // What functions access is not looked at, nor where pointers lead.
  if (called_ || points_ || CallsFunctions(loop)) return false;
  LoopSurroundings around;
  around.memory_of = [this](const Buffer* buffer) -> std::optional<size_t> {
    const Memory* memory = memories_.Find(buffer->data);
    return memory == nullptr ? std::nullopt : std::optional(memory->id);
  };
  around.has_value = [this](const Var* var) { return vars_.Find(var) != nullptr; };
  return WhyNotIndependent(loop, around).empty();
}

void KernelEmitter::ParallelIterations(const Var* var, Lane start, llvm::Value* iterations, Interval values,
                                       const Stmt* body) {
  llvm::BasicBlock* here = builder_.GetInsertBlock();
  Code outer = std::exchange(code_, {});
  code_.iterations = true;
  Enter(outer.function->getName().str() + ".iterations", llvm::Function::InternalLinkage);
  RunRange(var, start, values, body);
  LeaveWith(KernelCode::kDone);
  Leave();
  std::vector<llvm::Value*> taken = TakeFromAround();
  llvm::Function* function = code_.function;
  code_ = std::move(outer);
  builder_.SetInsertPoint(here);
  if (options_.debug != nullptr) options_.debug->GoOn(*code_.function);
  LeavePlace(place_);
  if (!failure_) CallParallelFor(function, iterations, taken);
}

// From the first round to the last one that the second argument says, at least one.
void KernelEmitter::RunRange(const Var* var, Lane start, Interval values, const Stmt* body) {
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* range = code_.function->getArg(1);
  llvm::Value* first = builder_.CreateLoad(wide, range);
  llvm::Value* end = builder_.CreateLoad(wide, builder_.CreateConstGEP1_64(wide, range, 1));
  LoopExits exits{NewBlock(), NewBlock()};
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  llvm::BasicBlock* block = NewBlock();
  builder_.CreateBr(block);
  builder_.SetInsertPoint(block);
  llvm::PHINode* round = builder_.CreatePHI(wide, 2);
  round->addIncoming(first, before);
  Scope scope = OpenScope();
  vars_.Set(var, Lane{Narrow(DTypeOf(var), Add(start.value, round)), Fit(values, DTypeOf(var))});
  code_.loops.push_back(exits);
  Statement(body);
  code_.loops.pop_back();
  CloseScope(scope);
  ContinueAt(exits.next);
  llvm::Value* next = builder_.CreateAdd(round, Int64(1));
  round->addIncoming(next, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpULT(next, end), block, exits.end);
  builder_.SetInsertPoint(exits.end);
}

std::vector<llvm::Value*> KernelEmitter::TakeFromAround() {
  auto elsewhere = [this](llvm::Value* value) {
    auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    auto* argument = llvm::dyn_cast<llvm::Argument>(value);
    return (made != nullptr && made->getFunction() != code_.function) ||
           (argument != nullptr && argument->getParent() != code_.function);
  };
  llvm::MapVector<llvm::Value*, std::vector<llvm::Use*>> uses;
  for (llvm::Instruction& instruction : llvm::instructions(*code_.function)) {
    for (llvm::Use& use : instruction.operands()) {
      if (elsewhere(use.get())) uses[use.get()].push_back(&use);
    }
  }
  std::vector<llvm::Value*> taken;
  builder_.SetInsertPoint(code_.entry, code_.entry->begin());
  for (auto& [value, places] : uses) {
    llvm::Value* slot = builder_.CreateConstGEP1_64(builder_.getInt64Ty(), code_.function->getArg(0), taken.size());
    llvm::Value* given = builder_.CreateLoad(value->getType(), slot);
    for (llvm::Use* use : places) use->set(given);
    taken.push_back(value);
  }
  return taken;
}

void KernelEmitter::CallParallelFor(llvm::Function* function, llvm::Value* iterations,
                                    llvm::ArrayRef<llvm::Value*> taken) {
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* slots = StackSlot(static_cast<int64_t>(taken.size()));
  for (size_t i = 0; i < taken.size(); ++i) builder_.CreateStore(taken[i], builder_.CreateConstGEP1_64(wide, slots, i));
  RunCountedInFrame([&] {
    return CallRuntime("assay_kernel_iterations", builder_.getInt32Ty(), {code_.frame, function, slots, iterations},
                       /*pure=*/false);
  });
}

}  // namespace assay
