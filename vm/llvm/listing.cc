#include "vm/llvm/listing.h"

#include <algorithm>

#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"
#include "vm/llvm/emit_relax.h"
#include "vm/llvm/jit.h"

namespace assay {

Result<std::string> ListKernels(const Module& module, int opt_level, KernelForm form, const SourceMap* sources,
                                const VmImage* image) {
  int level = std::clamp(opt_level, 0, 3);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = NewJitModule(context, level);
  std::optional<DebugInfo> debug;
  if (sources != nullptr) debug.emplace(*code, sources);
  EmitOptions options;
  options.functions = module;
  options.debug = debug ? &*debug : nullptr;
  options.optimised = level > 0;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || TakesPointers(*func)) continue;
    ASSAY_TRY(KernelSignature signature, KernelSignature::Make(*func));
    ASSAY_TRY(FramePlan plan, KernelEmitter(*code, signature, options).Emit(entry.var->name.str()));
    static_cast<void>(plan);
  }
  if (debug) debug->Finish();
  if (image != nullptr) RelaxEmitter(*code, *image).Emit("relax.");
  return JitListing(*code, level, form);
}

}  // namespace assay
