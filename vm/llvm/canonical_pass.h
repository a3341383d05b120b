// An LLVM pass that makes NaN canonical less often: arithmetic and comparisons see that an operand is a NaN but not
// which one, so what flows into them needs no canonical one. Most of all a sum that is kept in a register, which would
// otherwise wait for it in each iteration. Tested by fast_code_test.cc.
#pragma once

#include <llvm/IR/PassManager.h>

namespace assay {

// For code of KernelEmitter, whose results of arithmetic are made canonical wherever their bits can be seen.
class CanonicalPass : public llvm::PassInfoMixin<CanonicalPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace assay
