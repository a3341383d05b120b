// The part of LLVM's code generation that kernels need at O0. Most of its passes are about what no kernel has
// (exceptions, garbage collection, x87, profiles), and each costs time for every function all the same. Tested by
// needed_passes_test.cc.
#pragma once

#include <llvm/IR/LegacyPassManager.h>

#include <string_view>

namespace assay {

// Whether a kernel's code is the same without the pass of that name.
bool IsNeedless(std::string_view pass);

// Hands on what is needed.
class NeededPasses : public llvm::legacy::PassManagerBase {
 public:
  explicit NeededPasses(llvm::legacy::PassManagerBase& into) : into_(into) {}
  void add(llvm::Pass* pass) override;

 private:
  llvm::legacy::PassManagerBase& into_;
};

}  // namespace assay
