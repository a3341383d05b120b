#include "passes/dlight/rules.h"

#include "passes/dlight/passes.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"

namespace assay::dlight {
namespace {

constexpr std::string_view kIsScheduled = "tirx.is_scheduled";

bool IsScheduled(const PrimFunc& func) {
  const Attr* mark = func.attrs == nullptr ? nullptr : func.attrs->Find(kIsScheduled);
  const auto* truth = As<AttrBool>(mark);
  const auto* number = As<AttrInt>(mark);
  return (truth != nullptr && truth->value) || (number != nullptr && number->value != 0);
}

}  // namespace

Result<Module> ApplyRules(PassContext& pass_ctx, const Module& module, std::string_view pass,
                          std::span<const Rule> rules) {
  Context& ctx = pass_ctx.ctx;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<PrimFunc>(module.entries[i].func);
    if (func == nullptr || IsScheduled(*func)) continue;
    std::optional<Device> device = DeviceOf(ctx, *func);
    if (!device) continue;
    std::string why;
    for (Rule rule : rules) {
      Result<const PrimFunc*> scheduled = rule(ctx, *func, *device);
      why = scheduled.ok() ? "" : scheduled.error().message;
      if (!scheduled.ok()) continue;
      editor.Replace(i, WithFunctionAttr(ctx, *scheduled, kIsScheduled, MakeAttrBool(ctx, true)));
      break;
    }
    if (!why.empty())
      pass_ctx.notes.push_back({pass, PassNote::Kind::kNow, module.entries[i].var->name.str(), func->span, why, ""});
  }
  return editor.Finish();
}

Result<Module> RunFallback(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.Fallback", {{Fallback}});
}
Result<Module> RunGeneralReduction(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.GeneralReduction", {{GeneralReduction}});
}
Result<Module> RunTranspose(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.Transpose", {{Transpose}});
}
Result<Module> RunReduction(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.Reduction", {{Reduction}});
}
Result<Module> RunMatmul(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.Matmul", {{Matmul}});
}
Result<Module> RunGemv(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.GEMV", {{Gemv}});
}
Result<Module> RunRmsNorm(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.gpu.RMSNorm", {{RmsNorm}});
}
Result<Module> RunDefaultGPUSchedule(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "DefaultGPUSchedule", {{BindSpatialLoops}});
}
Result<Module> RunDefaultRules(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return ApplyRules(pass_ctx, module, "dlight.ApplyDefaultSchedule",
                    {{Matmul, Gemv, Reduction, GeneralReduction, Fallback}});
}

}  // namespace assay::dlight
