#include "oracles/core/finding_class.h"

#include <signal.h>

#include <charconv>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr FindingClassSpec kClasses[] = {
#define ASSAY_FINDING_CLASS(Constant, spelling, sides, doc) {spelling, SidesShown::sides, doc},
#include "oracles/core/finding_classes.def"
};
constexpr std::string_view kSignalPrefix = "SIG";

// 3 of "exit_3" for the row "exit".
std::optional<uint8_t> NumberBehind(FindingClass::Row row, std::string_view name) {
  std::string prefix = fmt::format("{}_", kClasses[row].name);
  if (!name.starts_with(prefix)) return std::nullopt;
  uint8_t number = 0;
  auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

std::optional<uint8_t> SignalNamed(std::string_view name) {
  for (int number = 1; number < NSIG && name.starts_with(kSignalPrefix); ++number) {
    const char* known = sigabbrev_np(number);
    if (known != nullptr && name.substr(kSignalPrefix.size()) == known) return static_cast<uint8_t>(number);
  }
  return NumberBehind(FindingClass::kSignal, name);
}

}  // namespace

std::span<const FindingClassSpec> AllFindingClasses() { return kClasses; }

std::string FindingClass::name() const {
  const char* signal = row_ == kSignal ? sigabbrev_np(number_) : nullptr;
  if (signal != nullptr) return fmt::format("{}{}", kSignalPrefix, signal);
  if (row_ == kExit || row_ == kSignal) return fmt::format("{}_{}", kClasses[row_].name, number_);
  return std::string(kClasses[row_].name);
}

Result<FindingClass> FindingClassNamed(std::string_view name) {
  if (auto code = NumberBehind(FindingClass::kExit, name)) return FindingClass(FindingClass::kExit, *code);
  if (auto number = SignalNamed(name)) return FindingClass(FindingClass::kSignal, *number);
  for (size_t i = 0; i < std::size(kClasses); ++i) {
    auto row = static_cast<FindingClass::Row>(i);
    if (kClasses[i].name == name && row != FindingClass::kExit && row != FindingClass::kSignal)
      return FindingClass(row);
  }
  return Diag{DiagKind::kCorrupt,
              {},
              fmt::format("invalid class of finding: expected one such as \"{}\", got \"{}\"", kClasses[0].name, name),
              "",
              {}};
}

}  // namespace assay
