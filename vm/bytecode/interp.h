// The interpreter of images behind Executable; kernels come from a library, so that the reference interpreter and
// machine code run under the very same VM. Tested by bytecode_test.cc.
#pragma once

#include "vm/bytecode/image.h"
#include "vm/kernel.h"

namespace assay {

// `image` must have passed VerifyVm.
std::unique_ptr<Executable> MakeInterpreter(VmImage image, std::unique_ptr<KernelLibrary> kernels);
// Emits, verifies and wraps a lowered module.
Result<std::unique_ptr<Executable>> MakeVm(Context& ctx, const Module& module, std::unique_ptr<KernelLibrary> kernels);

extern const EngineSpec kVm;
extern const EngineSpec kTirReference;

}  // namespace assay
