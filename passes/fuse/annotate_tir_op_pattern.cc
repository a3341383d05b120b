// AnnotateTIROpPattern: writes what each kernel does to its elements into its attribute "op_pattern", where FuseOps
// looks. An attribute that is there stays. Tested by testdata/annotate_tir_op_pattern.
#include "passes/analysis/op_pattern.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

// TVM asks HasNonzeroAttr: a pattern of 0, elementwise, is found again.
bool IsAnnotated(const PrimFunc* kernel) {
  const Attr* attr = kernel->attrs == nullptr ? nullptr : kernel->attrs->Find(kOpPatternAttr);
  const auto* number = As<AttrInt>(attr);
  return number != nullptr && number->value != 0;
}

Result<Module> RunAnnotate(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* kernel = As<PrimFunc>(module.entries[i].func);
    if (kernel == nullptr || IsAnnotated(kernel)) continue;
    auto pattern = static_cast<int64_t>(AnalyzeOpPattern(kernel));
    const Attr* present = kernel->attrs == nullptr ? nullptr : kernel->attrs->Find(kOpPatternAttr);
    if (const auto* number = As<AttrInt>(present); number != nullptr && number->value == pattern) continue;
    PrimFunc* annotated = ctx.arena.New<PrimFunc>(*kernel);
    annotated->attrs = WithAttr(ctx, kernel->attrs, kOpPatternAttr, MakeAttrInt(ctx, pattern));
    editor.Replace(i, annotated);
  }
  return editor.Finish();
}

}  // namespace

constexpr std::string_view kAnnotateTIROpPatternAttrs[] = {"op_pattern"};

const PassSpec kAnnotateTIROpPattern = {
    .name = "AnnotateTIROpPattern",
    .doc =
        "kernels get the attribute op_pattern: elementwise, broadcast, injective, reduction, convolution-like, opaque",
    .attrs = kAnnotateTIROpPatternAttrs,
    .run = RunAnnotate,
};

}  // namespace assay
