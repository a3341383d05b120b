// The just-in-time compiler: one ORC session per process, one dylib in it per compiled module, removed with its memory
// when the code is dropped. Target machines and code generation pipelines are made once per level and reused, because
// making them costs more than compiling a small kernel. Any thread may compile; one at a time does.
// Tested by llvm_kernels_test.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vm/llvm/listing.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace assay {

// Machine code in memory; dropping it frees the memory.
class JitCode {
 public:
  virtual ~JitCode() = default;
  // One per requested symbol, in order.
  const std::vector<void*>& addresses() const { return addresses_; }

 protected:
  std::vector<void*> addresses_;
};

// An empty module for the host's target at a level from 0 to 3.
std::unique_ptr<llvm::Module> NewJitModule(llvm::LLVMContext& context, int opt_level);
// What LLVM's verifier says against the module; empty when it is sound.
std::string JitFlaws(const llvm::Module& module);
// Optimises, compiles and links; the module is changed. `symbols` must be defined in it. What the module refers to
// beside RuntimeSymbols() is a broken promise and aborts.
std::unique_ptr<JitCode> JitCompile(llvm::Module& module, int opt_level, const std::vector<std::string>& symbols);
// Optimises and compiles the same way, and gives the result instead of loading it; the module is changed.
std::string JitListing(llvm::Module& module, int opt_level, KernelForm form);
// An object file of what is optimised already, by all of LLVM's code generation: JitCompile leaves out what kernels do
// not need.
std::string ObjectByAllPasses(llvm::Module& module, int opt_level);

}  // namespace assay
