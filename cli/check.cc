// assay check: reads modules and judges their well-formedness. Many files are quick: each gets a Context of its own.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/say.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
};

struct CheckTotals {
  size_t modules = 0;
  size_t bad_files = 0;
  nlohmann::json files = nlohmann::json::array();
};

nlohmann::json DiagJson(const Diag& diag, const Context& ctx) {
  LineColumn at = diag.span.file == 0 ? LineColumn{} : ctx.sources.Locate(diag.span.file, diag.span.begin);
  return {{"kind", DiagKindName(diag.kind)}, {"message", diag.message}, {"rule", diag.rule}, {"line", at.line},
          {"column", at.column}};
}

void CheckFile(const std::string& path, CheckTotals& totals) {
  Context ctx;
  DiagSink sink;
  size_t modules = 0;
  Result<std::string> text = ReadInput(path);
  if (!text.ok()) {
    sink.Report(text.error());
  } else {
    Program program = ParseProgram(ctx, path, *std::move(text), sink);
    modules = program.modules.size();
    if (modules == 0 && sink.ok()) sink.Report({DiagKind::kSyntax, {}, path + ": holds no module", "", {}});
    for (const NamedModule& named : program.modules) CheckWellFormed(ctx, named.module, sink);
  }
  nlohmann::json diags = nlohmann::json::array();
  for (const Diag& diag : sink.diags()) {
    Report(diag, kBadInput, &ctx);
    diags.push_back(DiagJson(diag, ctx));
  }
  totals.modules += modules;
  totals.bad_files += sink.ok() ? 0 : 1;
  totals.files.push_back({{"path", path}, {"modules", modules}, {"ok", sink.ok()}, {"diagnostics", diags}});
}

int Check(const CheckOptions& options) {
  CheckTotals totals;
  for (const std::string& path : options.files) CheckFile(path, totals);
  if (options.json) {
    PrintJson({{"files", totals.files}, {"ok", totals.bad_files == 0}});
  } else if (totals.bad_files == 0) {
    fmt::print("{} {} well-formed\n", ShowCount(totals.modules), totals.modules == 1 ? "module is" : "modules are");
  } else {
    fmt::print(stderr, "assay: {} of {} files are not well-formed\n", totals.bad_files, options.files.size());
  }
  return totals.bad_files == 0 ? kClean : kBadInput;
}

}  // namespace

void AddCheck(CLI::App& app, Job& job) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* sub = app.add_subcommand("check", "Read modules and judge their well-formedness");
  sub->add_option("FILE", options->files, "Files of TVMScript; - is standard input")->required();
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  sub->callback([options, &job] { job = [options] { return Check(*options); }; });
}

}  // namespace assay
