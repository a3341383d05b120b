#include "fuzzers/campaign/preparation.h"

#include <algorithm>

#include "ir/check/well_formed.h"

namespace assay {
namespace {

struct Row {
  std::string_view pass, before;
};
constexpr Row kRows[] = {
    {"AnnotateTIROpPattern", "LegalizeOps"},
    {"FuseOps", "LegalizeOps,AnnotateTIROpPattern"},
    {"FuseTIR", "LegalizeOps,AnnotateTIROpPattern,FuseOps"},
};

}  // namespace

std::string_view PreparationFor(const PassSpec& pass) {
  const Row* row = std::ranges::find(kRows, pass.name, &Row::pass);
  return row == std::end(kRows) ? std::string_view() : row->before;
}

Module Prepare(Context& ctx, const Module& module, std::string_view passes) {
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
  if (!calls.ok()) return module;
  PassContext pass_ctx(ctx);
  Module current = module;
  for (const PassCall& call : *calls) {
    Result<Module> next = RunPass(pass_ctx, call, current);
    if (!next.ok()) return module;
    current = *next;
  }
  return IsWellFormed(ctx, current) ? current : module;
}

}  // namespace assay
