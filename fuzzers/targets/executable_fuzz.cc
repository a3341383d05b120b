// Bytes are a saved executable. What loads runs by the reference interpreter.
#include "fuzzers/targets/executable_runner.h"
#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto loaded = LoadHostile(ctx, data, size);
  if (!loaded.ok()) return 0;
  auto kernels = MakeReferenceKernels(loaded->kernels, /*strict=*/false);
  std::vector<VmFunction> functions = loaded->image.functions;
  if (Disassemble(loaded->image).empty()) std::abort();
  RunAll(*MakeInterpreter(std::move(loaded->image), *std::move(kernels)), functions, loaded->module);
  return 0;
}
