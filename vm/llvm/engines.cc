// The engines that are machine code, and the table of all engines.
#include "vm/llvm/engines.h"

#include <fmt/format.h>

#include "vm/bytecode/executable.h"
#include "vm/bytecode/interp.h"
#include "vm/launch_loops.h"
#include "vm/llvm/compiled_kernels.h"
#include "vm/llvm/compiled_vm.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/reference/tir_eval.h"

namespace assay {

#define ASSAY_ENGINE(Constant) extern const EngineSpec Constant;
#include "vm/engines.def"

namespace {

Result<std::unique_ptr<KernelLibrary>> KernelsBy(CompiledKernels& compiled, Context& ctx, const Module& module,
                                                 const LoadOptions& options) {
  return compiled.Make(WithLaunchesAsLoops(ctx, KernelsOf(ctx, module)),
                       {.opt_level = options.opt_level, .threads = options.threads});
}

Result<std::unique_ptr<Executable>> OnLlvm(CompiledKernels& compiled, Context& ctx, const Module& module,
                                           const LoadOptions& options) {
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, KernelsBy(compiled, ctx, module, options));
  return MakeVm(ctx, module, std::move(kernels));
}
Result<std::unique_ptr<Executable>> AllCompiled(CompiledKernels& compiled, Context& ctx, const Module& module,
                                                const LoadOptions& options) {
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, KernelsBy(compiled, ctx, module, options));
  ASSAY_TRY(VmImage image, EmitVm(ctx, module));
  ASSAY_RETURN_IF_ERROR(VerifyVm(image));
  return MakeCompiledVm(std::move(image), std::move(kernels), options.opt_level);
}

Result<std::unique_ptr<Executable>> LoadOnLlvm(Context& ctx, const Module& module, const LoadOptions& options) {
  CompiledKernels alone;
  return OnLlvm(alone, ctx, module, options);
}
Result<std::unique_ptr<Executable>> LoadCompiled(Context& ctx, const Module& module, const LoadOptions& options) {
  CompiledKernels alone;
  return AllCompiled(alone, ctx, module, options);
}

}  // namespace

const EngineSpec kVmLlvm = {
    .name = "vm-llvm",
    .doc = "bytecode; kernels compiled by LLVM at the chosen level",
    .input = EngineInput::kCompiled,
    .load = LoadOnLlvm,
};

const EngineSpec kVmCompiled = {
    .name = "vm-compiled",
    .doc = "no bytecode: Relax functions and kernels compiled by LLVM at the chosen level",
    .input = EngineInput::kCompiled,
    .load = LoadCompiled,
};

std::span<const EngineSpec* const> AllEngines() {
  static constexpr const EngineSpec* kEngines[] = {
#define ASSAY_ENGINE(Constant) &Constant,
#include "vm/engines.def"
  };
  return kEngines;
}

Result<std::unique_ptr<Executable>> LoadSharing(CompiledKernels& compiled, const EngineSpec& engine, Context& ctx,
                                                const Module& module, const LoadOptions& options) {
  if (&engine == &kVmLlvm) return OnLlvm(compiled, ctx, module, options);
  if (&engine == &kVmCompiled) return AllCompiled(compiled, ctx, module, options);
  return engine.load(ctx, module, options);
}

Result<std::unique_ptr<Executable>> LoadExecutable(LoadedImage loaded, std::string_view engine,
                                                   const LoadOptions& options) {
  CompiledKernels alone;
  return LoadSharing(alone, std::move(loaded), engine, options);
}

Result<std::unique_ptr<Executable>> LoadSharing(CompiledKernels& compiled, LoadedImage loaded, std::string_view engine,
                                                const LoadOptions& options) {
  std::unique_ptr<KernelLibrary> kernels;
  if (engine == kVmLlvm.name || engine == kVmCompiled.name) {
    ASSAY_TRY(kernels, compiled.Make(loaded.loops,
                                     {.opt_level = options.opt_level, .threads = options.threads, .verify = true}));
  } else if (engine == kVm.name || engine == kTirReference.name) {
    ASSAY_TRY(kernels, MakeReferenceKernels(loaded.kernels, true));
  } else {
    std::string message =
        fmt::format("{} does not run executables; vm-compiled, vm-llvm, vm and tir-reference do", engine);
    return Diag{DiagKind::kUnknownName, {}, std::move(message), {}, {}};
  }
  if (engine == kVmCompiled.name) return MakeCompiledVm(std::move(loaded.image), std::move(kernels), options.opt_level);
  return MakeInterpreter(std::move(loaded.image), std::move(kernels));
}

const EngineSpec* FindEngine(std::string_view name) {
  for (const EngineSpec* engine : AllEngines()) {
    if (engine->name == name) return engine;
  }
  return nullptr;
}

}  // namespace assay
