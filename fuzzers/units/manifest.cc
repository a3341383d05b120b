#include "fuzzers/units/manifest.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/units/digest.h"
#include "ir/support/hash.h"
#include "ir/support/printable.h"

namespace assay {
namespace {

constexpr std::string_view kHead = "assay unit 1";
constexpr size_t kIdDigits = 16;
constexpr size_t kMostName = 64;
// No unit has more files.
constexpr size_t kMostFiles = 200'000;

// Letters, digits and what stands between them: no folder, nothing hidden, nothing for a shell.
bool IsPlainName(std::string_view name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !name.empty() && name.size() <= kMostName && name[0] != '.' &&
         name.find_first_not_of(kPlain) == std::string_view::npos;
}

std::string LineOf(const std::string& path, const std::string& digest) { return fmt::format("{} {}\n", digest, path); }

// The next line, without its end; what is left begins behind it. Nothing where no whole line is left.
std::optional<std::string_view> TakeLine(std::string_view& text) {
  size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

void FillDigests(Manifest& manifest) {
  std::string compared, outside;
  for (const auto& [path, digest] : manifest.digests)
    (path.starts_with(kOutsideFolder) ? outside : compared) += LineOf(path, digest);
  manifest.digest = DigestOf(compared);
  manifest.outside = DigestOf(outside);
}

}  // namespace

std::string FindingId(std::string_view signature) { return fmt::format("{:016x}", HashText(signature)); }

bool IsUnitFile(std::string_view path) {
  if (path == kUnitName || path == kTrailName || path == kOutcomesName || path == kOutsideName) return true;
  bool outside = path.starts_with(kOutsideFolder);
  if (outside) path.remove_prefix(kOutsideFolder.size());
  size_t slash = path.find('/');
  if (slash == std::string_view::npos) return false;
  std::string_view folder = path.substr(0, slash), rest = path.substr(slash + 1);
  if (folder == "corpus" && !outside)
    return rest.ends_with(".py") && IsHex(rest.substr(0, rest.size() - 3), kDigestDigits);
  size_t id = rest.find('/');
  return folder == "findings" && id == kIdDigits && IsHex(rest.substr(0, id), kIdDigits) &&
         IsPlainName(rest.substr(id + 1));
}

Manifest ManifestOf(const std::map<std::string, std::string>& files) {
  Manifest manifest;
  for (const auto& [path, text] : files) manifest.digests.emplace(path, DigestOf(text));
  FillDigests(manifest);
  return manifest;
}

std::string ManifestText(const Manifest& manifest) {
  std::string text = fmt::format("{}\ndigest {}\noutside {}\n", kHead, manifest.digest, manifest.outside);
  for (const auto& [path, digest] : manifest.digests) text += LineOf(path, digest);
  return text;
}

Result<Manifest> ParseManifest(std::string_view text, std::string_view place) {
  size_t number = 0;
  auto wrong = [&](std::string_view expected, std::string_view got) {
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("invalid {}: expected {} in line {}, got '{}'", place, expected, number,
                            Printable(got.substr(0, kMostName))),
                "",
                {}};
  };
  auto next = [&] {
    ++number;
    return TakeLine(text).value_or("");
  };
  if (std::string_view line = next(); line != kHead) return wrong(fmt::format("'{}'", kHead), line);
  std::string said[2];
  for (size_t i = 0; i < 2; ++i) {
    std::string_view line = next(), word = i == 0 ? "digest " : "outside ";
    if (!line.starts_with(word) || !IsHex(line.substr(word.size()), kDigestDigits))
      return wrong(fmt::format("'{}DIGEST'", word), line);
    said[i] = line.substr(word.size());
  }
  Manifest manifest;
  std::string last;
  while (!text.empty()) {
    std::string_view line = next();
    bool fits = line.size() > kDigestDigits + 1 && line[kDigestDigits] == ' ' &&
                IsHex(line.substr(0, kDigestDigits), kDigestDigits);
    if (!fits) return wrong("'DIGEST PATH'", line);
    std::string path(line.substr(kDigestDigits + 1));
    if (!IsUnitFile(path)) return wrong("the path of a unit's file", path);
    if (path <= last) return wrong("paths in order", path);
    if (manifest.digests.size() == kMostFiles) return wrong(fmt::format("at most {} files", kMostFiles), path);
    manifest.digests.emplace(path, line.substr(0, kDigestDigits));
    last = std::move(path);
  }
  FillDigests(manifest);
  if (manifest.digest != said[0] || manifest.outside != said[1])
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("invalid {}: expected digest {} and outside {} as its lines give, got {} and {}", place,
                            manifest.digest, manifest.outside, said[0], said[1]),
                "",
                {}};
  return manifest;
}

}  // namespace assay
