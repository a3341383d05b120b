#include "cli/since.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/say.h"
#include "fuzzers/units/cluster_script.h"
#include "ir/support/file.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Sources, of which a text that long is none.
constexpr size_t kMostSourceBytes = size_t{4} << 20;

// What the command prints; nothing where it fails.
std::optional<std::string> Printed(const std::string& command) {
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string out;
  char part[4096];
  for (size_t got = 0; (got = fread(part, 1, sizeof part, pipe)) > 0;) out.append(part, got);
  return pclose(pipe) == 0 ? std::optional(out) : std::nullopt;
}

// "fuse_ops" and "FuseOps" are the same then.
std::string Plain(std::string_view name) {
  std::string plain;
  for (char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

bool IsSource(const std::string& path) {
  for (const char* end : {".cc", ".h", ".py", ".def"}) {
    if (path.ends_with(end)) return true;
  }
  return false;
}

// "FuseOps" in quotes, or "relax.transform.FuseOps".
bool Names(const std::string& text, const std::string& pass) {
  return text.find(fmt::format("\"{}\"", pass)) != std::string::npos ||
         text.find(fmt::format(".transform.{}\"", pass)) != std::string::npos;
}

// A file, or the folder that it is in, has the pass's name: fuse_ops.cc, legalize_ops/nn.py.
bool IsOf(const std::filesystem::path& path, const std::string& plain) {
  return Plain(path.stem().string()) == plain || Plain(path.parent_path().filename().string()) == plain;
}

}  // namespace

Result<std::vector<ChangedFile>> ChangedSince(const std::string& revision) {
  auto invalid = [&](std::string_view what) {
    return Diag{DiagKind::kBadArgument, {}, fmt::format("invalid --since {}: {}", revision, what), "", {}};
  };
  std::optional<std::string> root = Printed("git rev-parse --show-toplevel");
  if (!root) return invalid("expected a checkout of git around the current folder");
  root->erase(root->find_last_not_of('\n') + 1);
  std::optional<std::string> commit =
      Printed(fmt::format("git rev-parse --verify --quiet --end-of-options {}", ShellWord(revision + "^{commit}")));
  if (!commit) return invalid("git knows no such revision");
  commit->erase(commit->find_last_not_of('\n') + 1);
  std::optional<std::string> names =
      Printed(fmt::format("git -C {} diff --name-only --no-renames -z {} --", ShellWord(*root), *commit));
  if (!names) return invalid("git tells no differences");
  std::vector<ChangedFile> files;
  for (size_t at = 0; at < names->size();) {
    size_t end = std::min(names->find('\0', at), names->size());
    ChangedFile file{.path = names->substr(at, end - at), .text = ""};
    at = end + 1;
    if (!IsSource(file.path)) continue;
    if (Result<std::string> text = ReadFile(*root + "/" + file.path, kMostSourceBytes); text.ok()) file.text = *text;
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> PassesTouched(const std::vector<ChangedFile>& files, const std::vector<std::string>& passes) {
  std::vector<std::string> touched;
  for (const std::string& pass : passes) {
    std::string plain = Plain(pass);
    bool any = std::ranges::any_of(
        files, [&](const ChangedFile& file) { return IsOf(file.path, plain) || Names(file.text, pass); });
    if (any) touched.push_back(pass);
  }
  return touched;
}

Result<std::vector<PassCall>> PassesSince(const Subject& subject, const std::string& revision) {
  ASSAY_TRY(std::vector<ChangedFile> files, ChangedSince(revision));
  std::vector<const PassSpec*> all(AllRelaxAndTirPasses().begin(), AllRelaxAndTirPasses().end());
  std::ranges::copy(TargetPasses(), std::back_inserter(all));
  std::erase_if(all, [&](const PassSpec* pass) { return !subject.Has(*pass); });
  std::vector<std::string> names(all.size());
  std::ranges::transform(all, names.begin(), [](const PassSpec* pass) { return std::string(pass->name); });
  std::vector<std::string> touched = PassesTouched(files, names);
  std::vector<PassCall> calls;
  for (const PassSpec* pass : all) {
    if (std::ranges::find(touched, pass->name) != touched.end()) calls.push_back({pass, {}});
  }
  SayNote(touched.empty() ? fmt::format("no file that differs from {} is of a pass: all passes are tried", revision)
                          : fmt::format("passes that differ from {}: {}", revision, fmt::join(touched, ", ")));
  return calls;
}

}  // namespace assay
