#include "fuzzers/units/packed_files.h"

#include <charconv>

#include <fmt/format.h>

#include "ir/support/printable.h"

namespace assay {
namespace {

constexpr std::string_view kHead = "assay packed 1\n";
constexpr size_t kMostShown = 80;

}  // namespace

std::string PackedText(const PackedFiles& files) {
  std::string packed(kHead);
  for (const auto& [name, text] : files) {
    packed += fmt::format("{} {}\n", text.size(), name);
    packed += text;
  }
  return packed;
}

Result<PackedFiles> ParsePacked(std::string_view text, std::string_view place) {
  auto wrong = [&](std::string_view expected, std::string_view got) {
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("invalid {}: expected {}, got '{}'", place, expected, Printable(got.substr(0, kMostShown))),
                "",
                {}};
  };
  auto line = [&] { return text.substr(0, text.find('\n')); };
  if (!text.starts_with(kHead)) return wrong("'assay packed 1'", line());
  text.remove_prefix(kHead.size());
  PackedFiles files;
  while (!text.empty()) {
    std::string_view head = line();
    size_t bytes = 0;
    auto [end, error] = std::from_chars(head.data(), head.data() + head.size(), bytes);
    size_t digits = static_cast<size_t>(end - head.data());
    bool fits = error == std::errc() && head.size() > digits + 1 && head[digits] == ' ' && head.size() < text.size();
    // One way to write it: no sign, no zero in front.
    if (!fits || fmt::format("{}", bytes) != head.substr(0, digits)) return wrong("'BYTES NAME'", head);
    std::string_view name = head.substr(digits + 1);
    if (!files.empty() && name <= files.rbegin()->first) return wrong("names in order", name);
    text.remove_prefix(head.size() + 1);
    if (bytes > text.size())
      return wrong(fmt::format("{} bytes of {}", bytes, Printable(name.substr(0, kMostShown))),
                   fmt::format("{} bytes", text.size()));
    files.emplace_hint(files.end(), name, text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return files;
}

}  // namespace assay
