#include "oracles/core/checked_run.h"

#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/executable.h"
#include "vm/bytecode/interp.h"

namespace assay {

Outcome RunChecked(Context& ctx, const Module& module, const std::string& entry, std::span<const Value> inputs,
                   const Budget& budget, const TirOptions& options) {
  auto load = [&]() -> Result<std::unique_ptr<Executable>> {
    ASSAY_TRY(Module lowered, BuildNatively(ctx, module));
    ASSAY_TRY(auto kernels, MakeReferenceKernels(KernelsOf(ctx, lowered), true, options));
    return MakeVm(ctx, lowered, std::move(kernels));
  };
  auto executable = load();
  if (!executable.ok()) return Refused{executable.error().message};
  return (*executable)->Run(entry, {inputs.begin(), inputs.end()}, budget);
}

std::optional<Trap> UntoldTrap(Context& ctx, const Subject& subject, const Module& module, const std::string& entry,
                               std::span<const Value> inputs, const Budget& budget) {
  if (subject.Traits().tells_traps) return std::nullopt;
  Outcome checked = RunChecked(ctx, module, entry, inputs, budget);
  const auto* trap = std::get_if<Trap>(&checked);
  return trap == nullptr ? std::nullopt : std::optional(*trap);
}

}  // namespace assay
