#include "vm/expand_launches.h"

#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

// TVM's CallingConv::kDeviceKernelLaunch.
constexpr int64_t kDeviceKernelLaunch = 2;

const ModuleEntry* KernelOf(const Module& module, const Call& call) {
  bool by_name = IsCallOf(&call, IntrinsicId::tvm_call_packed) || IsCallOf(&call, IntrinsicId::call_ffi_kernel);
  const auto* name = by_name && !call.args.empty() ? As<StringImm>(call.args[0]) : nullptr;
  if (name == nullptr) return nullptr;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    if (kernel == nullptr || kernel->attrs == nullptr) continue;
    const auto* symbol = As<AttrString>(kernel->attrs->Find("global_symbol"));
    const auto* convention = As<AttrInt>(kernel->attrs->Find("calling_conv"));
    bool called = symbol != nullptr && symbol->value == name->value && convention != nullptr &&
                  convention->value == kDeviceKernelLaunch && kernel->params.size() < call.args.size();
    if (called) return &entry;
  }
  return nullptr;
}

bool Launches(const Module& module, const Node* func) {
  bool found = false;
  WalkBeforeChildren(func, [&](const Node* node) {
    const auto* call = As<Call>(node);
    found = found || (call != nullptr && KernelOf(module, *call) != nullptr);
    return !found;
  });
  return found;
}

}  // namespace

Module ExpandLaunches(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !Launches(module, entry.func)) continue;
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* node, const Node*) -> const Node* {
      const auto* call = As<Call>(node);
      const ModuleEntry* kernel = call == nullptr ? nullptr : KernelOf(module, *call);
      if (kernel == nullptr) return node;
      size_t count = As<PrimFunc>(kernel->func)->params.size();
      std::vector<const Expr*> args(call->args.begin() + 1, call->args.begin() + 1 + static_cast<ptrdiff_t>(count));
      Call* direct = ctx.arena.New<Call>(*MakeCall(ctx, kernel->var, args, nullptr, {}, ctx.Prim(DType::Void())));
      direct->span = call->span;
      return direct;
    }));
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
