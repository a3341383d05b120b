#include "fuzzers/units/merge_contents.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/units/digest.h"
#include "fuzzers/units/manifest.h"
#include "ir/support/printable.h"

namespace assay {
namespace {

constexpr std::string_view kHead = "assay merge 1\n";
constexpr std::string_view kDigest = "digest ";
constexpr std::string_view kUnits = "units/";
constexpr size_t kMostShown = 80;

// "units/UNIT/DIGESTS": two digests, of what is compared and of what is not.
bool IsCopy(std::string_view path) {
  if (!path.starts_with(kUnits)) return false;
  path.remove_prefix(kUnits.size());
  size_t slash = path.find('/');
  std::string_view unit = path.substr(0, slash);
  return slash != std::string_view::npos && !unit.empty() &&
         unit.find_first_not_of("0123456789") == std::string_view::npos &&
         IsHex(path.substr(slash + 1), 2 * kDigestDigits);
}

bool IsContent(std::string_view path) {
  return IsCopy(path) || ((path.starts_with("corpus/") || path.starts_with("findings/")) && IsUnitFile(path));
}

}  // namespace

std::string ContentOf(std::string_view path) {
  if (path.find("/.") != std::string_view::npos) return "";
  if (path.starts_with("corpus/") || path.starts_with("findings/")) return std::string(path);
  if (!path.starts_with(kUnits)) return "";
  // The first three names.
  size_t end = path.find('/', std::min(path.size(), path.find('/', kUnits.size())) + 1);
  return std::string(path.substr(0, end));
}

std::string ContentsText(const MergeContents& contents) {
  std::string lines;
  for (const auto& [path, digest] : contents) lines += fmt::format("{} {}\n", digest, path);
  return fmt::format("{}{}{}\n{}", kHead, kDigest, DigestOf(lines), lines);
}

Result<MergeContents> ParseContents(std::string_view text, std::string_view place) {
  auto wrong = [&](std::string_view expected, std::string_view got) {
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("invalid {}: expected {}, got '{}'", place, expected, Printable(got.substr(0, kMostShown))),
                "",
                {}};
  };
  auto line = [&] { return text.substr(0, text.find('\n')); };
  if (!text.starts_with(kHead)) return wrong("'assay merge 1'", line());
  text.remove_prefix(kHead.size());
  size_t most = kDigest.size() + kDigestDigits;
  if (!text.starts_with(kDigest) || text.size() <= most || text[most] != '\n') return wrong("'digest DIGEST'", line());
  std::string_view said = text.substr(kDigest.size(), kDigestDigits);
  text.remove_prefix(most + 1);
  if (std::string got = DigestOf(text); got != said)
    return wrong(fmt::format("lines of digest {}", Printable(said)), got);
  MergeContents contents;
  while (!text.empty()) {
    std::string_view one = line();
    bool fits = one.size() < text.size() && one.size() > kDigestDigits + 1 && one[kDigestDigits] == ' ' &&
                IsHex(one.substr(0, kDigestDigits), kDigestDigits);
    if (!fits) return wrong("'DIGEST PATH'", one);
    std::string_view path = one.substr(kDigestDigits + 1);
    if (!IsContent(path)) return wrong("the path of what a merge holds", path);
    if (!contents.empty() && path <= contents.rbegin()->first) return wrong("paths in order", path);
    contents.emplace_hint(contents.end(), path, one.substr(0, kDigestDigits));
    text.remove_prefix(one.size() + 1);
  }
  return contents;
}

}  // namespace assay
