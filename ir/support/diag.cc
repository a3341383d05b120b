#include "ir/support/diag.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "ir/support/printable.h"
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

// The line with a caret under its place. Columns are bytes of what is shown, where a control character takes more.
void AppendSnippet(std::string& out, SourceSpan span, const SourceMap& sources) {
  if (span.file == 0 || sources.TextOf(span.file).empty()) return;
  constexpr size_t kMaxShown = 160;
  std::string_view line = sources.LineAt(span.file, span.begin);
  size_t before = sources.Locate(span.file, span.begin).column - 1;
  bool cut = before >= kMaxShown;
  if (cut) {
    // Of a long line, the part around the place, and not from the middle of a character.
    constexpr size_t kBefore = 60;
    size_t left = before + 1 - kBefore;
    while (left < line.size() && (static_cast<uint8_t>(line[left]) & 0xC0) == 0x80) ++left;
    line.remove_prefix(std::min(left, line.size()));
    before -= std::min(left, before);
  }
  line = line.substr(0, cut ? 100 : kMaxShown);
  std::string shown_before = Printable(line.substr(0, before));
  size_t marked = std::min<size_t>(span.end - span.begin, line.size() - std::min(before, line.size()));
  std::string shown_marked = Printable(line.substr(std::min(before, line.size()), marked));
  out += fmt::format("\n  {}{}\n  {}", cut ? "…" : "", Printable(line), cut ? " " : "");
  out.append(std::max(shown_before.size(), before), ' ');
  out += '^';
  out.append(std::max<size_t>(1, shown_marked.size()) - 1, '~');
}

}  // namespace

std::string Render(const Diag& diag, const SourceMap& sources, bool colour) {
  std::string_view red = colour ? "\x1b[1;31m" : "", plain = colour ? "\x1b[0m" : "";
  auto described = [&](SourceSpan span) { return Printable(sources.Describe(span)); };
  std::string place = diag.span.file == 0 ? std::string() : described(diag.span) + ": ";
  std::string out = fmt::format("{}{}error:{} {}", place, red, plain, Printable(diag.message, LineEnds::kKept));
  if (!diag.rule.empty()) out += fmt::format(" [{}]", diag.rule);
  AppendSnippet(out, diag.span, sources);
  for (const DiagLabel& label : diag.labels) {
    out += fmt::format("\n{}: note: {}", described(label.span), Printable(label.text, LineEnds::kKept));
    AppendSnippet(out, label.span, sources);
  }
  return out;
}

std::string_view Nearest(std::string_view written, const std::vector<std::string_view>& candidates) {
  std::vector<std::string_view> near = NearestNames(written, candidates);
  return near.empty() ? std::string_view() : near[0];
}

}  // namespace assay
