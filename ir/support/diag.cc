#include "ir/support/diag.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "ir/support/unknown_name.h"

namespace assay {

std::string_view DiagKindName(DiagKind kind) {
  switch (kind) {
#define ASSAY_DIAG(Name, doc) \
  case DiagKind::k##Name: return #Name;
#include "ir/support/diag_kinds.def"
  }
  return "?";
}

std::optional<DiagKind> DiagKindNamed(std::string_view name) {
#define ASSAY_DIAG(Name, doc) \
  if (name == #Name) return DiagKind::k##Name;
#include "ir/support/diag_kinds.def"
  return std::nullopt;
}

void PrintTo(const Diag& diag, std::ostream* out) {
  *out << DiagKindName(diag.kind) << ": " << diag.message;
  if (!diag.rule.empty()) *out << " [" << diag.rule << ']';
}

void PrintOkTo(std::ostream* out) { *out << "ok"; }

namespace {

void AppendSnippet(std::string& out, SourceSpan span, const SourceMap& sources, std::string_view note) {
  if (span.file == 0 || sources.TextOf(span.file).empty()) return;
  constexpr size_t kMaxShown = 160;
  std::string_view line = sources.LineAt(span.file, span.begin);
  LineColumn at = sources.Locate(span.file, span.begin);
  size_t column = at.column;
  // Of a long line, the part around the place.
  constexpr size_t kBefore = 60;
  if (column > kMaxShown) {
    size_t cut = column - kBefore;
    // Not in the middle of a character.
    while (cut < line.size() && (static_cast<uint8_t>(line[cut]) & 0xC0) == 0x80) ++cut;
    line.remove_prefix(std::min(cut, line.size()));
    column -= cut;
    out += fmt::format("\n  …{}\n   {:>{}}", line.substr(0, kMaxShown - kBefore), '^', column);
  } else {
    out += fmt::format("\n  {}\n  {:>{}}", line.substr(0, kMaxShown), '^', column);
  }
  size_t width = std::max<size_t>(1, std::min<size_t>(span.end - span.begin, line.size() + 1 - column));
  out.append(std::min(width, kMaxShown) - 1, '~');
  if (!note.empty()) out += fmt::format(" {}", note);
}

}  // namespace

std::string Render(const Diag& diag, const SourceMap& sources, bool colour) {
  std::string_view red = colour ? "\x1b[1;31m" : "", plain = colour ? "\x1b[0m" : "";
  std::string place = diag.span.file == 0 ? std::string() : sources.Describe(diag.span) + ": ";
  std::string out = fmt::format("{}{}error:{} {}", place, red, plain, diag.message);
  if (!diag.rule.empty()) out += fmt::format(" [{}]", diag.rule);
  AppendSnippet(out, diag.span, sources, {});
  for (const DiagLabel& label : diag.labels) {
    out += fmt::format("\n{}: note: {}", sources.Describe(label.span), label.text);
    AppendSnippet(out, label.span, sources, {});
  }
  return out;
}

std::string_view Nearest(std::string_view written, const std::vector<std::string_view>& candidates) {
  std::vector<std::string_view> near = NearestNames(written, candidates);
  return near.empty() ? std::string_view() : near[0];
}

}  // namespace assay
