#include "vm/llvm/canonical_pass.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace assay {
namespace {

using Phis = llvm::SmallPtrSet<llvm::PHINode*, 16>;

// The number that `value` is a canonical form of; null when it is none.
llvm::Value* NumberOf(llvm::Value* value) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate predicate;
  llvm::Value *compared = nullptr, *yes = nullptr, *no = nullptr;
  if (!match(value, m_Select(m_FCmp(predicate, m_Value(compared), m_Value()), m_Value(yes), m_Value(no))))
    return nullptr;
  bool ordered = predicate == llvm::CmpInst::FCMP_ORD;
  if (!ordered && predicate != llvm::CmpInst::FCMP_UNO) return nullptr;
  auto* compare = llvm::cast<llvm::FCmpInst>(llvm::cast<llvm::SelectInst>(value)->getCondition());
  // A number is compared with itself or with a constant that is none of NaN.
  auto* constant = llvm::dyn_cast<llvm::ConstantFP>(compare->getOperand(1));
  if (compare->getOperand(1) != compared && (constant == nullptr || constant->isNaN())) return nullptr;
  llvm::Value* number = ordered ? yes : no;
  auto* nan = llvm::dyn_cast<llvm::ConstantFP>(ordered ? no : yes);
  return number == compared && nan != nullptr && nan->isNaN() ? number : nullptr;
}

llvm::Value* Plain(llvm::Value* value) {
  llvm::Value* number = NumberOf(value);
  return number == nullptr ? value : number;
}

// Does not see which NaN an operand is. What it gives is made canonical itself before it shows.
bool IsBlind(const llvm::User* user) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
    return call->getIntrinsicID() == llvm::Intrinsic::maximum || call->getIntrinsicID() == llvm::Intrinsic::minimum;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
  if (instruction == nullptr) return false;
  switch (instruction->getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FCmp:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: return true;
    default: return false;
  }
}

// What leaves a loop becomes canonical behind it instead of in each iteration.
bool Sink(llvm::PHINode& phi) {
  llvm::Value* number = phi.getNumIncomingValues() == 1 ? NumberOf(phi.getIncomingValue(0)) : nullptr;
  if (number == nullptr) return false;
  auto* select = llvm::cast<llvm::SelectInst>(phi.getIncomingValue(0));
  llvm::Constant* nan =
      llvm::cast<llvm::Constant>(select->getTrueValue() == number ? select->getFalseValue() : select->getTrueValue());
  llvm::IRBuilder<> builder(&phi);
  llvm::PHINode* plain = builder.CreatePHI(phi.getType(), 1);
  plain->addIncoming(number, phi.getIncomingBlock(0));
  builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(builder.CreateSelect(builder.CreateFCmpUNO(plain, plain), nan, plain));
  phi.eraseFromParent();
  return true;
}

// Phis that only blind instructions see, directly or through each other.
Phis BlindPhis(llvm::Function& function) {
  Phis phis;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (phi != nullptr && phi->getType()->isFPOrFPVectorTy()) phis.insert(phi);
  }
  auto sees = [&](llvm::PHINode* phi) {
    return llvm::any_of(phi->users(), [&](llvm::User* user) {
      auto* next = llvm::dyn_cast<llvm::PHINode>(user);
      return !IsBlind(user) && NumberOf(user) == nullptr && (next == nullptr || !phis.contains(next));
    });
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::PHINode* phi : llvm::SmallVector<llvm::PHINode*>(phis.begin(), phis.end())) {
      if (sees(phi)) changed |= phis.erase(phi);
    }
  }
  return phis;
}

}  // namespace

llvm::PreservedAnalyses CanonicalPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  for (llvm::Loop* loop : loops) llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) Sink(*phi);
  }
  Phis phis = BlindPhis(function);
  llvm::SmallVector<llvm::WeakTrackingVH, 16> unused;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (phi != nullptr ? !phis.contains(phi) : !IsBlind(&instruction)) continue;
    for (llvm::Use& operand : instruction.operands()) {
      llvm::Value* plain = Plain(operand);
      if (plain == operand.get()) continue;
      unused.push_back(operand.get());
      operand.set(plain);
    }
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace assay
