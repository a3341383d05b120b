// The budget in compiled code. A kernel whose loops all have constant extents, and that nothing else can end, takes the
// steps of all its loops where it would take the first ones: that is quicker to compile and to run.
#include <cstddef>

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "vm/llvm/fuel_emitter.h"

namespace assay {
namespace {

// Of steps taken at once; far beyond any budget.
constexpr int64_t kMostSteps = int64_t{1} << 60;

}  // namespace

void FuelEmitter::BurnFuel(llvm::Value* count) {
  llvm::LoadInst* left = builder_.CreateLoad(builder_.getInt64Ty(), fn_.code().steps);
  fn_.OutOfBudgetUnless(builder_.CreateICmpSGE(left, count));
  taken_.push_back({llvm::cast<llvm::BranchInst>(left->getParent()->getTerminator()), left});
  // Told that it does not wrap, which it is compared for, LLVM does not ask every comparison before whether it does: of
  // a nest of loops that it unrolls, that took half a minute.
  builder_.CreateStore(builder_.CreateSub(left, count, "", /*HasNUW=*/true, /*HasNSW=*/true), fn_.code().steps);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(count);
  int64_t steps = constant == nullptr ? kMostSteps : constant->getSExtValue();
  if (iterations_ == 0 || steps > kMostSteps / iterations_) all_steps_.reset();
  if (all_steps_) *all_steps_ += steps * iterations_;
  if (all_steps_ && *all_steps_ > kMostSteps) all_steps_.reset();
}

void FuelEmitter::BurnFuelAtOnce() {
  if (options_.stepwise || !all_steps_ || !fn_.plan().sites.empty() || taken_.size() < 2) return;
  for (const Taken& later : std::span(taken_).subspan(1)) GiveBack(later);
  const Taken& first = taken_.front();
  llvm::BasicBlock* too_few = fn_.NewBlock();
  first.branch->setSuccessor(1, too_few);
  // In the comparison, and in what is left then.
  for (llvm::User* user : first.left->users()) user->setOperand(1, Int64(*all_steps_));
  builder_.SetInsertPoint(too_few);
  fn_.LeaveWith(KernelCode::kOutOfFuel);
}

void FuelEmitter::GiveBack(const Taken& taken) {
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
