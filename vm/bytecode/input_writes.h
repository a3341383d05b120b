// Whether a run of an image may write what its caller gave it. In the form that the pipelines end in, kernels write
// what the run itself allocated, and nothing has to be copied; in-place calls are the exception. Tested by
// input_writes_test.cc.
#pragma once

#include "vm/bytecode/image.h"
#include "vm/kernel.h"

namespace assay {

// True unless every kernel of the image writes nothing but tensors that alloc_tensor gave a register of the same
// function, and nothing else is called that may write. `image` must have passed VerifyVm.
bool MayWriteInputs(const VmImage& image, KernelLibrary& kernels);

}  // namespace assay
