// Compiled kernels as text or as an object file, for people and for other tools: what `assay build --emit-llvm`,
// `--emit-asm` and `--emit-obj` write. The very code that runs, at the same level. Tested by listing_test.cc.
#pragma once

#include <string>

#include "ir/module.h"
#include "ir/support/result.h"
#include "ir/support/source.h"
#include "vm/bytecode/image.h"

namespace assay {

enum class KernelForm : uint8_t { kLlvm, kAssembly, kObject };

// Every kernel of the module under its own name, with debug information when there are `sources`; the calling
// convention is KernelEntry's (frame.h). The functions of `image`, verified, as compiled_vm.h runs them, unless it is
// null. Diag kUnsupported as MakeLlvmKernels.
Result<std::string> ListKernels(const Module& module, int opt_level, KernelForm form,
                                const SourceMap* sources = nullptr, const VmImage* image = nullptr);

}  // namespace assay
