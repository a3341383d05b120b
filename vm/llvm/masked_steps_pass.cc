#include "vm/llvm/masked_steps_pass.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace assay {

llvm::PreservedAnalyses MaskedStepsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  using namespace llvm::PatternMatch;
  llvm::SmallVector<llvm::Instruction*, 8> masks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* masked = nullptr;
    const llvm::APInt* mask = nullptr;
    if (!match(&instruction, m_And(m_Value(masked), m_APInt(mask))) || !llvm::isa<llvm::Instruction>(masked)) continue;
    // The low bits, of which all others are gone: a remainder by a power of two.
    if (mask->isMask() && !masked->getType()->isVectorTy()) masks.push_back(&instruction);
  }
  for (llvm::Instruction* mask : masks) {
    llvm::IRBuilder<> builder(mask);
    for (llvm::Use& operand : mask->operands()) {
      if (llvm::isa<llvm::Instruction>(operand.get())) operand.set(builder.CreateFreeze(operand.get()));
    }
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return masks.empty() ? llvm::PreservedAnalyses::all() : preserved;
}

}  // namespace assay
