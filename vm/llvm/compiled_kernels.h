// Kernels that were compiled: whoever asks for the same ones in the same way gets the library that there is, so that
// engines which differ in other things share machine code. Tested by compiled_kernels_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "vm/llvm/llvm_kernels.h"

namespace assay {

class CompiledKernels {
 public:
  // As MakeLlvmKernels; the modules' Contexts must outlive all of the libraries.
  Result<std::unique_ptr<KernelLibrary>> Make(const Module& kernels, const LlvmOptions& options);
  // How often machine code was made.
  size_t size() const { return libraries_.size(); }

 private:
  // What machine code depends on: the kernels, as they are saved, and the options.
  using Key = std::tuple<std::vector<uint8_t>, int, int, bool>;
  std::map<Key, std::shared_ptr<KernelLibrary>> libraries_;
};

}  // namespace assay
