// assay check: reads modules and judges their well-formedness. Many files are quick: each gets a Context of its own.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <ranges>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/say.h"
#include "ir/check/well_formed.h"
#include "ir/support/file.h"
#include "ir/support/plural.h"
#include "ir/text/no_module.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

// What one file is told of; a file that is wrong throughout says nothing new after that.
constexpr size_t kMaxDiagnostics = 100;

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
};

struct CheckTotals {
  size_t modules = 0;
  // Ill-formed, and those that could not be read, which are neither.
  size_t bad_files = 0;
  size_t unread = 0;
  nlohmann::json files = nlohmann::json::array();
};

nlohmann::json DiagJson(const Diag& diag, const Context& ctx) {
  LineColumn at = diag.span.file == 0 ? LineColumn{} : ctx.sources.Locate(diag.span.file, diag.span.begin);
  return {{"kind", DiagKindName(diag.kind)},
          {"message", diag.message},
          {"rule", diag.rule},
          {"line", at.line},
          {"column", at.column}};
}

void CheckFile(const std::string& path, CheckTotals& totals) {
  Context ctx;
  DiagSink sink;
  size_t modules = 0;
  Result<std::string> text = ReadInput(path);
  if (!text.ok()) {
    sink.Report(text.error());
    ++totals.unread;
  } else {
    Program program = ParseProgram(ctx, path, *std::move(text), sink);
    modules = program.modules.size();
    if (modules == 0 && sink.ok()) sink.Report(NoModule(ctx, path));
    for (const NamedModule& named : program.modules) CheckWellFormed(ctx, named.module, sink);
  }
  nlohmann::json diags = nlohmann::json::array();
  size_t shown = std::min(sink.diags().size(), kMaxDiagnostics);
  for (const Diag& diag : InFileOrder(sink.diags()) | std::views::take(shown)) {
    Report(diag, kBadInput, &ctx);
    diags.push_back(DiagJson(diag, ctx));
  }
  if (size_t more = sink.diags().size() - shown; more > 0) {
    Report({DiagKind::kSyntax, {}, fmt::format("{}: and {}", path, Counted(more, "more error")), "", {}}, kBadInput);
  }
  totals.modules += modules;
  totals.bad_files += sink.ok() || !text.ok() ? 0 : 1;
  totals.files.push_back({{"path", path}, {"modules", modules}, {"ok", sink.ok()}, {"diagnostics", diags}});
}

void Unreadable(const std::string& path, const Diag& diag, CheckTotals& totals) {
  Report(diag, kBadInput);
  ++totals.unread;
  totals.files.push_back({{"path", path}, {"modules", 0}, {"ok", false}, {"diagnostics", {DiagJson(diag, Context())}}});
}

// "of 3 files, 1 is ill-formed and 1 cannot be read".
std::string Closing(const CheckTotals& totals) {
  std::vector<std::string> parts;
  if (totals.bad_files > 0) parts.push_back(fmt::format("{} ill-formed", Counted(totals.bad_files, "is", "are")));
  if (totals.unread > 0) parts.push_back(fmt::format("{} cannot be read", totals.unread));
  return fmt::format("of {}, {}", Counted(totals.files.size(), "file"), fmt::join(parts, " and "));
}

// The modules of a folder, as `assay gen` writes them.
Result<std::vector<std::string>> FilesAt(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector{path};
  std::vector<std::string> files;
  for (const auto& item : fs::directory_iterator(path, error)) {
    if (item.path().extension() == ".py") files.push_back(item.path().string());
  }
  if (error) return FileError(DiagKind::kIo, path, error.message());
  if (files.empty()) return FileError(DiagKind::kIo, path, "holds no *.py");
  std::ranges::sort(files);
  return files;
}

int Check(const CheckOptions& options) {
  CheckTotals totals;
  for (const std::string& path : options.files) {
    Result<std::vector<std::string>> files = FilesAt(path);
    if (!files.ok()) Unreadable(path, files.error(), totals);
    for (const std::string& file : files.ok() ? *files : std::vector<std::string>()) CheckFile(file, totals);
  }
  bool good = totals.bad_files + totals.unread == 0;
  if (options.json) {
    PrintJson({{"files", totals.files}, {"ok", good}});
  } else if (good) {
    fmt::print("{} well-formed\n", Counted(totals.modules, "module is", "modules are"));
  } else {
    SayError(Closing(totals));
  }
  return good ? kClean : kBadInput;
}

}  // namespace

void AddCheck(Command app, Job& job) {
  auto options = std::make_shared<CheckOptions>();
  Command sub = app.AddSubcommand("check", "Read modules and judge their well-formedness");
  sub.AddOption("FILE", options->files, "Files of TVMScript, or folders of *.py; - is standard input").Required();
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Check(*options); });
}

}  // namespace assay
