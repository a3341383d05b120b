// An LLVM pass around a fault of LLVM 19: of `t * 3 & 31` in a loop it takes the low bits for a sequence that does not
// wrap, whenever the product does not, and loads vectors from behind the memory. Before the vectorizer, what is masked
// is frozen, which ends what is known of it. Tested by fast_code_test.cc.
#pragma once

#include <llvm/IR/PassManager.h>

namespace assay {

class MaskedStepsPass : public llvm::PassInfoMixin<MaskedStepsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace assay
