// Joining kernels: many LLVM functions become a few, each of which runs the kernel whose number it is given. At level 0
// most of what LLVM takes for a small function does not depend on its size. Tested by llvm_kernels_test.cc.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <string>
#include <vector>

namespace assay {

// Where a kernel's code is: a function, by its place in the list of symbols, and the number to give it.
struct KernelPlace {
  size_t symbol = 0;
  int32_t number = 0;
};
struct KernelPlaces {
  std::vector<std::string> symbols;
  // One per kernel.
  std::vector<KernelPlace> kernels;
};

// Each kernel stays a function of its own.
KernelPlaces KeepSeparate(std::span<llvm::Function* const> kernels);
// All are of the type KernelEntry and of one module, and are gone afterwards.
KernelPlaces Join(std::span<llvm::Function* const> kernels);

}  // namespace assay
