#include "cli/module_input.h"

#include "cli/files.h"
#include "cli/say.h"
#include "ir/text/parse.h"

namespace assay {

Result<Module> LoadModule(Context& ctx, const std::string& path) {
  ASSAY_TRY(std::string text, ReadInput(path));
  DiagSink sink;
  Result<Module> module = ParseModule(ctx, path, std::move(text), sink);
  if (module.ok() || sink.diags().empty()) return module;
  for (size_t i = 0; i + 1 < sink.diags().size(); ++i) Report(sink.diags()[i], kBadInput, &ctx);
  return sink.diags().back();
}

}  // namespace assay
