#include "passes/golden_text.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "ir/text/print.h"

namespace assay {
namespace {

// The rest of the line that begins at `start` with `mark`; empty when it does not.
std::string RestOfLine(std::string_view text, size_t start, std::string_view mark) {
  if (!text.substr(std::min(start, text.size())).starts_with(mark)) return "";
  size_t from = start + mark.size();
  return std::string(text.substr(from, text.find('\n', from) - from));
}

std::string WithNotes(const PassContext& pass_ctx, std::string text) {
  for (const PassNote& note : pass_ctx.notes) {
    text += "# note: " + note.op + (note.kind == PassNote::Kind::kLater ? " later by " + note.who : " now");
    text += ": " + note.why + "\n";
  }
  return text;
}

}  // namespace

Result<GoldenText> SplitGoldenText(std::string_view text) {
  GoldenText golden;
  golden.run = RestOfLine(text, 0, kGoldenRun);
  if (golden.run.empty()) return Diag{DiagKind::kSyntax, {}, "the first line must say '# RUN: PassName'", "", {}};
  golden.setting = RestOfLine(text, std::min(text.find('\n'), text.size() - 1) + 1, kGoldenConfig);
  size_t separator = text.find(kGoldenSeparator);
  golden.input = text.substr(0, separator);
  if (separator != std::string_view::npos) golden.expected = text.substr(separator + kGoldenSeparator.size());
  return golden;
}

std::vector<std::string> GoldenTextsIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

Result<Module> RunGoldenText(PassContext& pass_ctx, const GoldenText& golden, const Module& module) {
  ASSAY_TRY(std::vector<PassCall> calls, ParsePassList(pass_ctx.ctx, golden.run));
  if (!golden.setting.empty()) pass_ctx.config.insert_or_assign(golden.setting, MakeAttrBool(pass_ctx.ctx, true));
  return RunSequential(pass_ctx, calls, module);
}

std::string GoldenOutcome(const PassContext& pass_ctx, const Result<Module>& after) {
  if (!after.ok()) {
    const Diag& error = after.error();
    std::string rule = error.rule.empty() ? "" : fmt::format("[{}] ", error.rule);
    return fmt::format("# error: {}{}\n", rule, error.message);
  }
  std::string text = PrintModule(*after);
  if (!text.empty() && text.back() != '\n') text += '\n';
  return WithNotes(pass_ctx, std::move(text));
}

}  // namespace assay
