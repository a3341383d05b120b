// AttachExternModules: hand-written modules go to those that external compilers made. Where TVM's are object code,
// these are texts, which engines evaluate (external_modules.h). Tested by testdata/attach_extern_modules.
#include <fmt/format.h>

#include "ir/text/parse.h"
#include "passes/fuse/external_modules.h"
#include "passes/options.h"
#include "passes/pass_names.h"

namespace assay {
namespace {

Result<Module> RunAttachExternModules(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(std::vector<std::string> texts, StringsOption(options, "extern_modules"));
  std::vector<const Attr*> all;
  for (std::string_view text : ExternalModules(module)) all.push_back(MakeAttrString(ctx, text));
  for (const std::string& text : texts) {
    Result<Module> parsed = ParseModule(ctx, "extern_module.py", text);
    if (!parsed.ok()) {
      return Diag{DiagKind::kBadArgument, {}, "an external module does not read: " + parsed.error().message, "", {}};
    }
    all.push_back(MakeAttrString(ctx, text));
  }
  // As TVM, which leaves the attribute there when there is nothing to attach.
  Module attached = module;
  attached.attrs = WithAttr(ctx, module.attrs, kExternalMods, MakeAttrList(ctx, all));
  return attached;
}

bool SampleOptions(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  std::vector<const Attr*> texts;
  for (uint64_t count = 1 + bytes.Below(2); count > 0; --count) {
    uint64_t extent = 1 + bytes.Below(4);
    texts.push_back(MakeAttrString(
        ctx,
        fmt::format("from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
                    "    @R.function\n    def by_hand_{0}(x: R.Tensor(({1},), dtype=\"float32\")) -> "
                    "R.Tensor(({1},), dtype=\"float32\"):\n        y: R.Tensor(({1},), dtype=\"float32\") = R.exp(x)\n"
                    "        return y\n",
                    count, extent)));
  }
  options["extern_modules"] = MakeAttrList(ctx, texts);
  return true;
}

constexpr std::string_view kOptions[] = {"extern_modules"};

}  // namespace

constexpr std::string_view kAttachExternModulesAttrs[] = {"external_mods"};

const PassSpec kAttachExternModules = {
    .name = "AttachExternModules",
    .doc = "modules written by hand join those of external compilers in external_mods",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "each application attaches them once more",
    .attrs = kAttachExternModulesAttrs,
    .run = RunAttachExternModules,
    .sample_options = SampleOptions,
};

}  // namespace assay
