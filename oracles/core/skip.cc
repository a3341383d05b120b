#include "oracles/core/skip.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr SkipKindSpec kKinds[] = {
#define ASSAY_SKIP_KIND(Constant, spelling, doc) {spelling, doc},
#include "oracles/core/skip_kinds.def"
};

constexpr std::string_view kOfPasses = " of passes";
constexpr std::string_view kColon = ": ";

// Takes `what` away from the text's beginning; false where it does not begin so.
bool Take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

// Takes away "(unsupported)" and what it names.
std::optional<RefusalKind> TakeRefusal(std::string_view& text) {
  for (size_t i = 0; i < AllRefusalKinds().size(); ++i) {
    if (Take(text, fmt::format(" ({})", AllRefusalKinds()[i].name))) return static_cast<RefusalKind>(i);
  }
  return std::nullopt;
}

// What begins with the spelling of the kind; nothing where that is part of another word.
std::optional<Skip> AsKind(std::string_view text, SkipKind kind) {
  if (!Take(text, SkipKindName(kind))) return std::nullopt;
  Skip skip{kind};
  if (kind == SkipKind::kRefused) skip.refusal = TakeRefusal(text);
  if (!text.empty() && !Take(text, kColon)) return std::nullopt;
  skip.why = text;
  return skip;
}

}  // namespace

std::span<const SkipKindSpec> AllSkipKinds() { return kKinds; }
std::string_view SkipKindName(SkipKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

std::string Skip::Text() const {
  std::string text(SkipKindName(kind));
  if (refusal) text += fmt::format(" ({})", RefusalKindName(*refusal));
  return why.empty() ? text : text + std::string(kColon) + why;
}

Skip SkipFromText(std::string_view text) {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (auto skip = AsKind(text, static_cast<SkipKind>(i))) return *std::move(skip);
  }
  return {SkipKind::kOther, std::string(text)};
}

std::string SkipReason::Text() const {
  return oracle.empty() ? skip.Text() : fmt::format("{}{}{}{}", oracle, of_pass ? kOfPasses : "", kColon, skip.Text());
}

SkipReason SkipReasonFromText(std::string_view text) {
  size_t colon = text.find(kColon);
  std::string_view asked = text.substr(0, colon);
  bool of_pass = asked.ends_with(kOfPasses);
  if (of_pass) asked.remove_suffix(kOfPasses.size());
  // Oracles are one word; nobody was asked where it is a kind's.
  bool named = colon != std::string_view::npos && asked.find(' ') == std::string_view::npos &&
               std::ranges::find(kKinds, asked, &SkipKindSpec::name) == std::end(kKinds);
  if (!named) return {.skip = SkipFromText(text)};
  return {std::string(asked), of_pass, SkipFromText(text.substr(colon + kColon.size()))};
}

}  // namespace assay
