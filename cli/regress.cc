// assay regress: turns a finding into a regression, regressions/<slug>/ with module.py and case.json.
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/campaign/case_file.h"
#include "ir/text/print.h"

namespace assay {
namespace {

struct RegressOptions {
  std::string finding;
  std::string slug;
  std::string into = "regressions";
  std::string status = "open";
  std::string note;
};

// "idempotent-RealizeVDevice-differs" as a folder's name: lower case, dashes.
std::string SlugOf(const CaseFile& file) {
  std::string words = file.oracle;
  for (const PassCall& call : file.passes) words += "-" + std::string(call.pass->name);
  if (file.expect) words += "-" + file.expect->name();
  std::string slug;
  for (char c : words) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (c >= 'A' && c <= 'Z')
      slug += static_cast<char>(c - 'A' + 'a');
    else if (letter)
      slug += c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug.empty() ? "finding" : slug;
}

int Regress(const RegressOptions& options) {
  Context ctx;
  Result<LoadedCase> loaded = LoadCase(ctx, options.finding);
  if (!loaded.ok()) return ReportFile(loaded.error(), &ctx);
  std::string slug = options.slug.empty() ? SlugOf(loaded->file) : options.slug;
  if (slug.find('/') != std::string::npos) {
    return ReportUsage({DiagKind::kBadArgument, {}, "a slug is one folder's name, without /", "", {}});
  }
  CaseFile file = loaded->file;
  file.status = options.status;
  // Where the subject stands on this machine ("tvm@PYTHON") is nothing to others.
  file.subject = file.subject.substr(0, file.subject.find('@'));
  if (!options.note.empty()) file.note = options.note;
  std::string module = PrintModule(loaded->c.module);
  if (!module.ends_with('\n')) module += '\n';
  std::string target = options.into + "/" + slug;
  Result<OutFolder> folder = OutFolder::Create(target);
  if (!folder.ok()) return ReportFile(folder.error());
  Status written = folder->Write("module.py", module);
  if (written.ok()) written = folder->Write("case.json", CaseFileToJson(file).dump(2) + "\n");
  // Inputs that were written out win over seeds, so that the case stays when the generator changes.
  if (Result<std::string> values = ReadInput(options.finding + "/values.json"); written.ok() && values.ok()) {
    written = folder->Write("values.json", *values);
  }
  if (written.ok()) written = folder->Commit();
  if (!written.ok()) return ReportFile(written.error());
  fmt::print("{}\n", target);
  return kClean;
}

}  // namespace

void AddRegress(Command app, Job& job) {
  auto options = std::make_shared<RegressOptions>();
  Command sub = app.AddSubcommand("regress", "Turn a finding into a regression");
  sub.AddOption("FINDING", options->finding, "A finding's folder").Required();
  sub.AddOption("--slug", options->slug, "The regression's name [default: oracle, pass and class]");
  sub.AddOption("--into", options->into, "Where regressions stand").ShowDefault();
  AddChoice(sub, "--status", options->status, "Whether the bug is still there", {"open", "fixed"});
  sub.AddOption("--note", options->note, "A sentence for readers");
  sub.SetJob(job, [options] { return Regress(*options); });
}

}  // namespace assay
