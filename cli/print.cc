// assay print: reads a module and writes it back, in the text form of a chosen TVM.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/say.h"
#include "ir/serial/json_export.h"
#include "ir/support/clock.h"
#include "ir/support/read_json.h"
#include "ir/text/no_module.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/text/print_program.h"

namespace assay {
namespace {

struct PrintCommandOptions {
  std::string file;
  std::string dialect = "0.26";
  std::string constants = "inline";
  bool matched_buffers = false;
  bool program = false;
  bool json = false;
};

// How long one takes: the least of a few.
double SecondsToPrint(const Module& module, const PrintOptions& how) {
  double least = 1e9;
  for (int i = 0; i < 5; ++i) {
    double start = Now();
    (void)PrintProgram(module, how);
    least = std::min(least, Now() - start);
  }
  return least;
}

int PrintPrograms(const Program& program, const PrintOptions& how, bool json) {
  nlohmann::json modules = nlohmann::json::array();
  for (const NamedModule& named : program.modules) {
    Result<std::string> written = PrintProgram(named.module, how);
    if (json) {
      modules.push_back({{"name", named.name},
                         {"program", written.ok() ? *written : ""},
                         {"cannot", written.ok() ? "" : written.error().message},
                         {"script", PrintModule(named.module, how)},
                         {"seconds", SecondsToPrint(named.module, how)}});
    } else if (!written.ok()) {
      return Report(written.error(), kBadInput);
    } else {
      fmt::print("{}", *written);
    }
  }
  if (json) PrintJson({{"modules", std::move(modules)}});
  return kClean;
}

int Print(const PrintCommandOptions& options) {
  PrintOptions how;
  if (options.dialect == "0.17") how.dialect = TextDialect::k017;
  if (options.dialect == "0.25") how.dialect = TextDialect::k025;
  if (options.dialect == "0.27") how.dialect = TextDialect::k027;
  if (options.constants == "metadata") how.constants = ConstantForm::kMetadata;
  if (options.constants == "omitted") how.constants = ConstantForm::kOmitted;
  how.matched_buffers = options.matched_buffers;
  Result<std::string> text = ReadInput(options.file);
  if (!text.ok()) return ReportFile(text.error());
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, options.file, *std::move(text), sink);
  for (const Diag& diag : sink.diags()) Report(diag, kBadInput, &ctx);
  if (!sink.ok()) return kBadInput;
  if (program.modules.empty()) {
    return Report(NoModule(ctx, options.file), kBadInput, &ctx);
  }
  if (options.program) return PrintPrograms(program, how, options.json);
  if (options.json) {
    nlohmann::json modules = nlohmann::json::array();
    for (const NamedModule& named : program.modules) {
      modules.push_back({{"name", named.name}, {"module", JsonOf(ModuleToJson(named.module))}});
    }
    PrintJson({{"modules", std::move(modules)}});
    return kClean;
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

void AddPrint(Command app, Job& job) {
  auto options = std::make_shared<PrintCommandOptions>();
  Command sub = app.AddSubcommand("print", "Read a module and write it back");
  sub.AddOption("FILE", options->file, "A file of TVMScript; - is standard input").Required();
  AddChoice(sub, "--dialect", options->dialect, "The TVM whose text form to write", {"0.17", "0.25", "0.26", "0.27"});
  AddChoice(sub, "--constants", options->constants, "Where tensors stand: in the text, in a metadata section, nowhere",
            {"inline", "metadata", "omitted"});
  sub.AddFlag("--matched-buffers", options->matched_buffers,
              "Symbolic buffers as T.match_buffer, which TVM reads where it stops at its own T.Buffer");
  sub.AddFlag("--program", options->program,
              "A Python program that makes the module in TVM without its reader (docs/guide/tvm.md)");
  sub.AddFlag("--json", options->json, "The modules as JSON graphs, one object on standard output");
  sub.SetJob(job, [options] { return Print(*options); });
}

}  // namespace assay
