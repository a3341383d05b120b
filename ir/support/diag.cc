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

constexpr size_t kMaxShown = 160;

// Whether a character starts with this byte.
bool StartsOne(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) != 0x80; }

// Characters of what a terminal is shown: each takes one column, and so does a tab, which the line below repeats.
size_t Columns(std::string_view shown) { return static_cast<size_t>(std::ranges::count_if(shown, StartsOne)); }

// What is left of a text without its first or last characters, so that at most `most` columns stay.
std::string_view LastColumns(std::string_view shown, size_t most) {
  for (size_t columns = Columns(shown); columns > most; --columns) {
    shown.remove_prefix(1);
    while (!shown.empty() && !StartsOne(shown[0])) shown.remove_prefix(1);
  }
  return shown;
}
std::string_view FirstColumns(std::string_view shown, size_t most) {
  for (size_t i = 0, columns = 0; i < shown.size(); ++i) {
    if (StartsOne(shown[i]) && ++columns > most) return shown.substr(0, i);
  }
  return shown;
}

// The line with a caret under its place; of a long line, the part around the place.
void AppendSnippet(std::string& out, SourceSpan span, const SourceMap& sources) {
  if (span.file == 0 || sources.TextOf(span.file).empty()) return;
  std::string_view line = sources.LineAt(span.file, span.begin);
  size_t at = std::min<size_t>(sources.Locate(span.file, span.begin).column - 1, line.size());
  size_t marked = std::min<size_t>(span.end - span.begin, line.size() - at);
  // No character has more bytes than that; what lies further away is not looked at, nor half a character.
  constexpr size_t kMostBytes = 4 * kMaxShown;
  size_t from = at - std::min(at, kMostBytes), to = at + std::min(line.size() - at, kMostBytes);
  while (from > 0 && from < at && !StartsOne(line[from])) ++from;
  while (to < line.size() && to > at + 1 && !StartsOne(line[to])) --to;
  std::string before = Printable(line.substr(from, at - from)), after = Printable(line.substr(at, to - at));
  std::string under = Printable(line.substr(at, std::min(marked, to - at)));
  std::string_view left = before, right = after;
  if (from > 0 || to < line.size() || Columns(before) + Columns(after) > kMaxShown) {
    // The place is in view, with what leads up to it.
    constexpr size_t kBefore = 60;
    bool near = from == 0 && Columns(before) <= kMaxShown - kBefore;
    if (!near) left = LastColumns(before, kBefore);
    right = FirstColumns(after, kMaxShown - Columns(left));
  }
  bool cut = from > 0 || left.size() < before.size(), more = to < line.size() || right.size() < after.size();
  out += fmt::format("\n  {}{}{}{}\n  {}", cut ? "…" : "", left, right, more ? "…" : "", cut ? " " : "");
  for (char byte : left) {
    if (StartsOne(byte)) out += byte == '\t' ? '\t' : ' ';
  }
  out += '^';
  out.append(std::max<size_t>(1, Columns(FirstColumns(under, Columns(right)))) - 1, '~');
}

std::string Shown(std::string_view sentence) { return WithoutLongWords(Printable(sentence, LineEnds::kKept)); }

}  // namespace

std::string Render(const Diag& diag, const SourceMap& sources, bool colour) {
  std::string_view red = colour ? "\x1b[1;31m" : "", plain = colour ? "\x1b[0m" : "";
  auto described = [&](SourceSpan span) { return Printable(sources.Describe(span)); };
  std::string place = diag.span.file == 0 ? std::string() : described(diag.span) + ": ";
  std::string out = fmt::format("{}{}error:{} {}", place, red, plain, Shown(diag.message));
  if (!diag.rule.empty()) out += fmt::format(" [{}]", diag.rule);
  AppendSnippet(out, diag.span, sources);
  for (const DiagLabel& label : diag.labels) {
    out += fmt::format("\n{}: note: {}", described(label.span), Shown(label.text));
    AppendSnippet(out, label.span, sources);
  }
  return out;
}

std::string_view Nearest(std::string_view written, const std::vector<std::string_view>& candidates) {
  std::vector<std::string_view> near = NearestNames(written, candidates);
  return near.empty() ? std::string_view() : near[0];
}

}  // namespace assay
