// DecorateDeviceScope: all of a kernel is said to run on the device. Tested by testdata/decorate_device_scope.
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunDecorateDeviceScope(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    if (HasBlocks(*func)) return BlocksAreLeft(*func);
    AttrStmt* scope = ctx.arena.New<AttrStmt>();
    scope->attr_key = ctx.Intern("device_scope");
    scope->value = MakeInt(ctx, 0, DType::Int(32));
    scope->body = func->body;
    return WithBody(ctx, func, scope);
  });
}

}  // namespace

const PassSpec tir_pass::kDecorateDeviceScope = {
    .name = "DecorateDeviceScope",
    .doc = "says of all that kernels do that it runs on the device",
    .idempotent = false,
    .why_not_idempotent = "each time a scope is put around all",
    .changes = Adds({Facet::kStatementAttrs}) | Alters({Facet::kKernels}),
    .run = RunDecorateDeviceScope,
};

}  // namespace assay
