// Bytes are a saved executable. What loads is compiled at O0, functions and kernels, where machine code can be made of
// them, and runs.
#include "fuzzers/targets/executable_runner.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto loaded = LoadHostile(ctx, data, size);
  if (!loaded.ok()) return 0;
  std::vector<VmFunction> functions = loaded->image.functions;
  Module module = loaded->module;
  auto executable = LoadExecutable(*std::move(loaded), "vm-compiled", {});
  if (executable.ok()) RunAll(**executable, functions, module);
  return 0;
}
