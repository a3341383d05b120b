#include "passes/analysis/launches_by_name.h"

#include "ir/prim/intrinsics.h"

namespace assay {

bool IsDeviceKernel(const Expr* func) {
  const auto* kernel = As<PrimFunc>(func);
  const auto* convention =
      kernel == nullptr || kernel->attrs == nullptr ? nullptr : As<AttrInt>(kernel->attrs->Find(kCallingConv));
  return convention != nullptr && convention->value == kDeviceKernelLaunch;
}

const ModuleEntry* LaunchedKernel(const Module& module, const Call& call) {
  bool by_name = IsCallOf(&call, IntrinsicId::tvm_call_packed) || IsCallOf(&call, IntrinsicId::call_ffi_kernel);
  const auto* name = by_name && !call.args.empty() ? As<StringImm>(call.args[0]) : nullptr;
  if (name == nullptr) return nullptr;
  for (const ModuleEntry& entry : module.entries) {
    if (!IsDeviceKernel(entry.func) || StringAttr(AttrsOf(entry.func), "global_symbol") != name->value.text()) continue;
    return As<PrimFunc>(entry.func)->params.size() < call.args.size() ? &entry : nullptr;
  }
  return nullptr;
}

}  // namespace assay
