// Relax functions as machine code: the functions of an image compiled by LLVM, so that no instruction is interpreted.
// Values, traps, budget and depth are the interpreter's, because both make the same calls of the same machine
// (vm/bytecode/machine.h). Tested by compiled_vm_test.cc.
#pragma once

#include "vm/bytecode/image.h"
#include "vm/kernel.h"

namespace assay {

// `image` must have passed VerifyVm. `opt_level`: 0 to 3. Diag kUnsupported for an image whose functions share
// instructions, which no compiler makes.
Result<std::unique_ptr<Executable>> MakeCompiledVm(VmImage image, std::unique_ptr<KernelLibrary> kernels,
                                                   int opt_level);

}  // namespace assay
