// Drawing from the project's own texts (own_texts.h).
#include "fuzzers/campaign/own_texts.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/preparation.h"
#include "ir/check/well_formed.h"
#include "ir/support/read_json.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "oracles/subjects/subject_spec.h"
#include "passes/golden_text.h"

namespace assay {
namespace {

constexpr std::string_view kCaseName = "case.json";

std::string_view FolderOf(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

// The case beside a module, where there is one; files are in order of their paths.
const EmbeddedFile* CaseBeside(std::span<const EmbeddedFile> files, std::string_view path) {
  std::string wanted = fmt::format("{}{}", FolderOf(path), kCaseName);
  auto found = std::ranges::lower_bound(files, std::string_view(wanted), {}, &EmbeddedFile::path);
  return found != files.end() && found->path == wanted ? &*found : nullptr;
}

// The passes of a case as a list; nothing where its module is none to begin from.
std::optional<std::string> RunOfCase(std::string_view text, bool elsewhere) {
  Context ctx;
  Result<CaseFile> file = CaseFileFromJson(ctx, JsonOf(text));
  if (!file.ok() || !file->fault.empty()) return std::nullopt;
  const SubjectSpec* subject = FindSubject(file->subject);
  bool of_another = subject == nullptr || subject->pace.has_value();
  if (of_another ? elsewhere : file->status == "open") return std::nullopt;
  std::vector<std::string_view> names;
  for (const PassCall& call : file->passes) names.push_back(call.pass->name);
  return fmt::format("{}", fmt::join(names, ","));
}

// Tensors of vectors, which moves know nothing of.
bool HasVectors(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* tensor = As<TensorType>(node);
      found |= tensor != nullptr && tensor->dtype.lanes != 1 && !tensor->dtype.IsVoid();
    });
  }
  return found;
}

// One of the modules of a text, most times the first: of a golden text, that is what the passes are given.
std::optional<Module> ModuleOf(Context& ctx, ByteSource& bytes, const EmbeddedFile& file, bool& first) {
  DiagSink sink;
  Program program = ParseProgram(ctx, std::string(file.path), std::string(file.text), sink);
  if (!sink.ok() || program.modules.empty()) return std::nullopt;
  size_t index = bytes.Chance(3, 4) ? 0 : bytes.Below(program.modules.size());
  first = index == 0;
  const Module& module = program.modules[index].module;
  return IsWellFormed(ctx, module) && !HasVectors(module) ? std::optional(module) : std::nullopt;
}

}  // namespace

OwnTexts::OwnTexts(std::span<const EmbeddedFile> files, bool elsewhere) {
  for (const EmbeddedFile& file : files) {
    if (file.path.ends_with(kCaseName)) continue;
    const EmbeddedFile* beside = CaseBeside(files, file.path);
    if (beside == nullptr) {
      Result<GoldenText> golden = SplitGoldenText(file.text);
      Add(file, golden.ok() ? golden->run : "");
    } else if (std::optional<std::string> run = RunOfCase(beside->text, elsewhere)) {
      Add(file, *std::move(run));
    }
  }
}

void OwnTexts::Add(const EmbeddedFile& file, std::string run) {
  Context ctx;
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, run);
  if (calls.ok()) {
    for (size_t i = 0; i < calls->size(); ++i) by_pass_[(*calls)[i].pass].push_back({texts_.size(), i});
  }
  texts_.push_back({&file, calls.ok() ? std::move(run) : ""});
}

size_t OwnTexts::For(const PassSpec& pass) const {
  auto found = by_pass_.find(&pass);
  return found == by_pass_.end() ? 0 : found->second.size();
}

OwnTexts::Place OwnTexts::DrawPlace(ByteSource& bytes, std::span<const PassCall> passes) const {
  if (!passes.empty() && bytes.Chance(3, 4)) {
    auto found = by_pass_.find(passes[bytes.Below(passes.size())].pass);
    if (found != by_pass_.end()) return bytes.Pick(found->second);
  }
  return {bytes.Below(texts_.size()), 0};
}

std::optional<Module> OwnTexts::Draw(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const {
  if (texts_.empty()) return std::nullopt;
  Place place = DrawPlace(bytes, passes);
  const Text& text = texts_[place.text];
  bool first = false;
  std::optional<Module> module = ModuleOf(ctx, bytes, *text.file, first);
  if (!module || !first || place.before == 0) return module;
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, text.run);
  calls->resize(place.before);
  return AfterPasses(ctx, *module, *calls);
}

const OwnTexts& OwnTextsFor(bool elsewhere) {
  if (elsewhere) {
    static const OwnTexts kElsewhere(kOwnTexts, true);
    return kElsewhere;
  }
  static const OwnTexts kNative(kOwnTexts, false);
  return kNative;
}

}  // namespace assay
