#include "passes/relax/if_it_fits.h"

#include <fmt/format.h>

#include "ir/check/well_formed.h"

namespace assay {

Result<Module> IfItFits(Context& ctx, const Module& module, std::string_view what) {
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  if (sink.ok()) return module;
  std::string message = fmt::format("the {} do not fit the module: {}", what, sink.Take().front().message);
  return Diag{DiagKind::kBadArgument, {}, std::move(message), "", {}};
}

}  // namespace assay
