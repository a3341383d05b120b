// The budget in compiled code. A kernel whose loops all have constant extents, and that nothing else can end, takes the
// steps of all its loops where it would take the first ones: that is quicker to compile and to run.
#include <cstddef>

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "vm/llvm/emit.h"

namespace assay {
namespace {

// Of steps taken at once; far beyond any budget.
constexpr int64_t kMostSteps = int64_t{1} << 60;

}  // namespace

void KernelEmitter::BurnFuel(llvm::Value* count) {
  llvm::LoadInst* left = builder_.CreateLoad(builder_.getInt64Ty(), code_.steps);
  OutOfBudgetUnless(builder_.CreateICmpSGE(left, count));
  taken_.push_back({llvm::cast<llvm::BranchInst>(left->getParent()->getTerminator()), left});
  // Told that it does not wrap, which it is compared for, LLVM does not ask every comparison before whether it does: of
  // a nest of loops that it unrolls, that took half a minute.
  builder_.CreateStore(builder_.CreateSub(left, count, "", /*HasNUW=*/true, /*HasNSW=*/true), code_.steps);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(count);
  int64_t steps = constant == nullptr ? kMostSteps : constant->getSExtValue();
  if (iterations_ == 0 || steps > kMostSteps / iterations_) all_steps_.reset();
  if (all_steps_) *all_steps_ += steps * iterations_;
  if (all_steps_ && *all_steps_ > kMostSteps) all_steps_.reset();
}

// An optimiser keeps the count in a register between a slot's first load and its last store; without one the frame's
// own count is as quick, and its copies would be a tenth of all instructions.
void KernelEmitter::OpenMeter() {
  if (options_.optimised) code_.steps = builder_.CreateAlloca(builder_.getInt64Ty());
  code_.meter = builder_.CreateLoad(builder_.getPtrTy(), FrameField(offsetof(Frame, steps)));
  if (!options_.optimised) code_.steps = code_.meter;
  CopySteps(code_.meter, code_.steps);
}

void KernelEmitter::CopySteps(llvm::Value* from, llvm::Value* to) {
  if (from != to) builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), from), to);
}

void KernelEmitter::RunCountedInFrame(FunctionRef<llvm::Value*()> call) {
  CopySteps(code_.steps, code_.meter);
  llvm::Value* code = call();
  CopySteps(code_.meter, code_.steps);
  llvm::BasicBlock* ended = NewBlock();
  code_.cold.push_back(ended);
  BranchToCold(builder_.CreateICmpEQ(code, builder_.getInt32(0)), ended);
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(ended);
  builder_.CreateRet(code);
}

void KernelEmitter::TakeStepsAtOnce() {
  if (options_.stepwise || !all_steps_ || !plan_.sites.empty() || taken_.size() < 2) return;
  for (const Taken& later : std::span(taken_).subspan(1)) GiveBack(later);
  const Taken& first = taken_.front();
  llvm::BasicBlock* too_few = NewBlock();
  first.branch->setSuccessor(1, too_few);
  // In the comparison, and in what is left then.
  for (llvm::User* user : first.left->users()) user->setOperand(1, Int64(*all_steps_));
  builder_.SetInsertPoint(too_few);
  LeaveWith(KernelCode::kOutOfFuel);
}

void KernelEmitter::GiveBack(const Taken& taken) {
  llvm::BasicBlock* next = taken.branch->getSuccessor(0);
  auto* enough = llvm::cast<llvm::Instruction>(taken.branch->getCondition());
  llvm::BranchInst::Create(next, taken.branch->getIterator());
  taken.branch->eraseFromParent();
  enough->eraseFromParent();
  llvm::Instruction* rest = taken.left->user_back();
  rest->user_back()->eraseFromParent();
  rest->eraseFromParent();
  taken.left->eraseFromParent();
  llvm::MergeBlockIntoPredecessor(next);
}

}  // namespace assay
