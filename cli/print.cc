// assay print: reads a module and writes it back, in the text form of a chosen TVM.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/say.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

struct PrintCommandOptions {
  std::string file;
  std::string dialect = "0.26";
};

int Print(const PrintCommandOptions& options) {
  PrintOptions how;
  if (options.dialect == "0.17") how.dialect = TextDialect::k017;
  if (options.dialect == "0.27") how.dialect = TextDialect::k027;
  Result<std::string> text = ReadInput(options.file);
  if (!text.ok()) return ReportFile(text.error());
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, options.file, *std::move(text), sink);
  for (const Diag& diag : sink.diags()) Report(diag, kBadInput, &ctx);
  if (!sink.ok()) return kBadInput;
  if (program.modules.empty()) {
    return Report({DiagKind::kSyntax, {}, options.file + ": holds no module", "", {}}, kBadInput);
  }
  bool first = true;
  for (const NamedModule& named : program.modules) {
    std::string written = PrintModule(named.module, how);
    fmt::print("{}{}{}", first ? "" : "\n", written, written.ends_with('\n') ? "" : "\n");
    first = false;
  }
  return kClean;
}

}  // namespace

void AddPrint(CLI::App& app, Job& job) {
  auto options = std::make_shared<PrintCommandOptions>();
  CLI::App* sub = app.add_subcommand("print", "Read a module and write it back");
  sub->add_option("FILE", options->file, "A file of TVMScript; - is standard input")->required();
  sub->add_option("--dialect", options->dialect, "The TVM whose text form to write")
      ->check(CLI::IsMember({"0.17", "0.26", "0.27"}))
      ->capture_default_str();
  sub->callback([options, &job] { job = [options] { return Print(*options); }; });
}

}  // namespace assay
