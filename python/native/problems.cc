#include "python/native/problems.h"

#include <fmt/format.h>

#include "cli/limits.h"
#include "cli/module_input.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay::python {

Problem ToProblem(const Diag& diag, const Context* ctx) {
  Problem problem{.kind = std::string(DiagKindName(diag.kind)), .rule = diag.rule, .message = diag.message};
  SourceMap none;
  const SourceMap& sources = ctx == nullptr ? none : ctx->sources;
  problem.rendered = Render(diag, sources);
  if (ctx == nullptr || diag.span.file == 0) return problem;
  LineColumn at = sources.Locate(diag.span.file, diag.span.begin);
  problem.line = at.line;
  problem.column = at.column;
  problem.file = sources.NameOf(diag.span.file);
  return problem;
}

Problem ToProblem(const Outcome& outcome, const Budget& budget, const Context& ctx) {
  if (const auto* trap = std::get_if<Trap>(&outcome)) {
    Problem problem = ToProblem(Diag{DiagKind::kBadArgument, trap->span, trap->message, "", {}}, &ctx);
    problem.kind = "Trap";
    problem.rule = TrapKindName(trap->kind);
    return problem;
  }
  std::string kind = std::holds_alternative<OutOfBudget>(outcome) ? "OutOfBudget" : "Refused";
  std::string why = assay::Explain(outcome, budget);
  return {.kind = kind, .rule = {}, .message = why, .file = {}, .rendered = why};
}

std::optional<Module> Read(Context& ctx, const Source& source, bool checked, std::vector<Problem>& problems) {
  DiagSink sink;
  Result<Module> module = ParseModule(ctx, source.file, source.text, sink);
  if (module.ok() && checked) CheckWellFormed(ctx, *module, sink);
  for (const Diag& diag : InFileOrder(sink.diags())) problems.push_back(ToProblem(diag, &ctx));
  if (!module.ok() && problems.empty()) problems.push_back(ToProblem(module.error(), &ctx));
  if (!problems.empty()) return std::nullopt;
  return *module;
}

std::string TextOf(const Module& module) {
  std::string text = PrintModule(module);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace assay::python
