// The files that a campaign tries first (case_source.h), and what they hold.
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "fuzzers/campaign/case_source.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/support/file.h"
#include "ir/support/hash.h"
#include "ir/text/no_module.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/conform/read_suite.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool IsSuite(std::string_view path) { return path.ends_with(".jsonl") || path.ends_with(".jsonl.xz"); }

std::vector<std::string> FilesIn(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& item : fs::recursive_directory_iterator(path, error)) {
    if (item.path().extension() == ".py" || IsSuite(item.path().string())) files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "line 3: unknown operator …".
std::string Placed(const Context& ctx, const Diag& diag) {
  return fmt::format("line {}: {}", ctx.sources.Locate(diag.span.file, diag.span.begin).line, diag.message);
}

// Checks of functions come by kind; `check` says what stands first in the file first.
const Diag& FirstInFile(const DiagSink& sink) {
  return *std::ranges::min_element(sink.diags(), {}, [](const Diag& diag) { return diag.span.begin; });
}

}  // namespace

// A file that holds one module is tried as it is written. Of several, as in a pair of a module and what a pass makes of
// it, each is a seed.
void CaseSource::AddFile(const std::string& file, std::string text) {
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, file, text, sink);
  if (!sink.ok()) unread_.push_back(fmt::format("{}: {}", file, Placed(ctx, FirstInFile(sink))));
  if (sink.ok() && program.modules.empty()) unread_.push_back(fmt::format("{}: {}", file, NoModule(ctx, file).message));
  for (const NamedModule& one : program.modules) {
    DiagSink checked;
    CheckWellFormed(ctx, one.module, checked);
    if (!checked.ok()) unread_.push_back(fmt::format("{}: {}", file, Placed(ctx, FirstInFile(checked))));
    if (program.modules.size() > 1 && checked.ok()) AddSeed(file, PrintModule(one.module));
  }
  if (program.modules.size() <= 1) AddSeed(file, std::move(text));
}

Status CaseSource::Load() {
  for (const std::string& path : options_.seed_files) {
    const std::vector<std::string> files = FilesIn(path);
    if (files.empty()) return FileError(DiagKind::kIo, path, "holds no module: expected *.py, *.jsonl or *.jsonl.xz");
    for (const std::string& file : files) {
      if (IsSuite(file)) {
        ASSAY_RETURN_IF_ERROR(LoadSuite(file));
        continue;
      }
      ASSAY_TRY(std::string text, ReadFile(file));
      AddFile(file, std::move(text));
    }
  }
  return Done{};
}

void CaseSource::AddSeed(const std::string& name, std::string text) {
  Context ctx;
  auto parsed = ParseModule(ctx, name, text);
  std::vector<std::string> entries{""};
  if (parsed.ok()) entries = EntriesOf(*parsed);
  for (const std::string& entry : entries) seeds_.push_back({name, text, entry});
}

std::string CaseSource::EntryOfRun(uint64_t run, const Module& module) const {
  bool of_seed = run < seeds_.size() && module.Find(seeds_[run].entry) != nullptr;
  if (of_seed) return seeds_[run].entry;
  // Of kernels that stand for themselves one is as good as another.
  std::string first = EntryOf(module);
  if (first == "main" || !Is<PrimFunc>(module.Find(first))) return first;
  std::vector<std::string> entries = EntriesOf(module);
  return entries[HashCombine(HashCombine(HashCombine(0, options_.seed), run), entries.size()) % entries.size()];
}

// The modules of a recorded suite, each once: many cases are about the same one.
Status CaseSource::LoadSuite(const std::string& file) {
  ASSAY_TRY(std::vector<nlohmann::json> cases, ReadSuite(file));
  std::set<std::string> known;
  for (const nlohmann::json& one : cases) {
    // What was refused is wrong in some way that no checker may know.
    if (one.contains("error")) continue;
    for (const char* key : {"module", "before"}) {
      auto text = one.find(key);
      if (text == one.end() || !text->is_string() || !known.insert(text->get<std::string>()).second) continue;
      AddSeed(fmt::format("{} {}", file, one.value("id", "")), text->get<std::string>());
    }
  }
  return Done{};
}

}  // namespace assay
