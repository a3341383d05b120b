// The engine whose kernels are machine code, and the table of all engines: the one place that sees every one of them.
#include "vm/bytecode/interp.h"
#include "vm/empty_reductions.h"
#include "vm/foreign_sorts.h"
#include "vm/lazy_guards.h"
#include "vm/engine.h"
#include "vm/llvm/llvm_kernels.h"

namespace assay {

#define ASSAY_ENGINE(Constant) extern const EngineSpec Constant;
#include "vm/engines.def"

namespace {

Result<std::unique_ptr<Executable>> LoadOnLlvm(Context& ctx, const Module& module, const LoadOptions& options) {
  Module defined = DefineEmptyReductions(ctx, MakeGuardsLazy(ctx, WriteOutSorts(ctx, module)));
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, MakeLlvmKernels(defined, {.opt_level = options.opt_level}));
  return MakeVm(ctx, module, std::move(kernels));
}

}  // namespace

const EngineSpec kVmLlvm = {
    .name = "vm-llvm",
    .doc = "bytecode; kernels compiled by LLVM at the chosen level",
    .input = EngineInput::kCompiled,
    .load = LoadOnLlvm,
};

std::span<const EngineSpec* const> AllEngines() {
  static constexpr const EngineSpec* kEngines[] = {
#define ASSAY_ENGINE(Constant) &Constant,
#include "vm/engines.def"
  };
  return kEngines;
}

const EngineSpec* FindEngine(std::string_view name) {
  for (const EngineSpec* engine : AllEngines()) {
    if (engine->name == name) return engine;
  }
  return nullptr;
}

}  // namespace assay
