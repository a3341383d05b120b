// Bytes are a saved executable, which gets the checksums that belong to it. What loads saves to the same bytes again, and
// every function of it, on small arguments and a small budget, gives a value, a trap or a refusal.
#include <cstdlib>

#include "fuzzers/targets/small_inputs.h"
#include "ir/serial/serial.h"
#include "vm/bytecode/executable.h"
#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

constexpr Budget kBudget{.steps = 20'000, .bytes = int64_t{1} << 22};

void RunAll(LoadedImage loaded) {
  auto kernels = MakeReferenceKernels(loaded.kernels, /*strict=*/false);
  std::vector<VmFunction> functions = loaded.image.functions;
  Module module = loaded.module;
  if (Disassemble(loaded.image).empty()) std::abort();
  auto executable = MakeInterpreter(std::move(loaded.image), *std::move(kernels));
  for (const VmFunction& function : functions) {
    if (function.kind == VmFunctionKind::kPacked || function.params > 16) continue;
    std::vector<Value> args = SmallInputs(module.Find(function.name));
    if (args.empty()) args.resize(static_cast<size_t>(function.params), Value{ShapeValue{{2, 3}}});
    executable->Run(function.name, args, kBudget);
  }
}

}  // namespace
}  // namespace assay

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  auto image = DecodeVm(WithVmChecksum({data, data + size}));
  if (!image.ok()) return 0;
  auto again = DecodeVm(EncodeVm(*image));
  if (!again.ok() || EncodeVm(*again) != EncodeVm(*image)) std::abort();
  if (image->module.size() > 8) image->module = WithChecksum(std::span(image->module).first(image->module.size() - 8));
  Context ctx;
  auto loaded = LoadImage(ctx, *std::move(image));
  if (loaded.ok()) RunAll(*std::move(loaded));
  return 0;
}
