#include "cli/options.h"

#include <charconv>
#include <cmath>
#include <deque>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/names.h"

namespace assay {
namespace {

constexpr double kYear = 365.0 * 24 * 3600;
constexpr uint64_t kMostBytes = uint64_t{1} << 40;
constexpr uint64_t kMostSteps = 1'000'000'000'000'000;

Diag Invalid(const std::string& option, const std::string& expected, const std::string& got) {
  return {DiagKind::kBadArgument,
          {},
          fmt::format("invalid {}: expected {}, got {}", option, expected, got.empty() ? "nothing" : got),
          "",
          {}};
}

// A number at the front of `text`, which is taken off; nothing when there is none, or one that no double holds.
std::optional<double> TakeNumber(std::string_view& text) {
  bool digit = !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '.');
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!digit || error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

struct Unit {
  std::string_view name;
  double factor;
};
constexpr Unit kTimes[] = {{"", 1}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}};
constexpr double kKi = 1024;
constexpr Unit kSizes[] = {{"", 1},
                           {"B", 1},
                           {"k", kKi},
                           {"K", kKi},
                           {"KiB", kKi},
                           {"M", kKi* kKi},
                           {"MiB", kKi* kKi},
                           {"G", kKi* kKi* kKi},
                           {"GiB", kKi* kKi* kKi},
                           {"T", kKi* kKi* kKi* kKi},
                           {"TiB", kKi* kKi* kKi* kKi}};
constexpr Unit kAmounts[] = {{"", 1}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};

// A number and one of the units; nothing for anything else.
std::optional<double> Measured(std::string_view text, std::span<const Unit> units) {
  std::optional<double> value = TakeNumber(text);
  for (const Unit& unit : units) {
    if (value && text == unit.name) return *value * unit.factor;
  }
  return std::nullopt;
}

// At least 1 and at most so many, rounded down.
Result<uint64_t> ParseUnits(const std::string& option, const std::string& text, std::span<const Unit> units,
                            uint64_t most, const std::string& expected) {
  std::optional<double> value = Measured(text, units);
  if (value && *value >= 1 && *value <= static_cast<double>(most)) return static_cast<uint64_t>(*value);
  return Invalid(option, expected, text);
}

// Those of every option that was ever made, which stay where they are.
std::deque<OptionFacts>& AllFacts() {
  static std::deque<OptionFacts> facts;
  return facts;
}

CLI::Option* AddParsed(CLI::App& sub, const std::string& names, const std::string& doc, OptionFacts facts,
                       const char* metavar, std::function<void(const std::string&)> take,
                       std::function<std::string()> show = {}) {
  auto store = [take](const CLI::results_t& given) {
    take(given.at(0));
    return true;
  };
  CLI::Option* option = sub.add_option(names, CLI::callback_t(store), doc, false, std::move(show));
  Remember(*option, std::move(facts));
  return option->type_name(metavar)->type_size(1)->expected(1);
}

Status CheckChoice(const std::string& option, const std::string& given, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), given) != choices.end()) return Done{};
  std::string near = NearestOf(given, choices);
  std::string got = fmt::format("\"{}\"{}", given, near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
  return Invalid(option, fmt::format("one of {}", fmt::join(choices, ", ")), got);
}

}  // namespace

Result<uint64_t> ParseWhole(const std::string& option, const std::string& text, WholeRange range) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  if (whole && value >= range.least && value <= range.most) return value;
  return Invalid(option, fmt::format("a whole number from {} to {}", range.least, range.most), text);
}

Result<double> ParseReal(const std::string& option, const std::string& text, RealRange range) {
  std::optional<double> value = Measured(text, std::span(kTimes, 1));
  if (value && *value >= range.least && *value <= range.most) return *value;
  return Invalid(option, fmt::format("a number from {} to {}", range.least, range.most), text);
}

Result<double> ParseDuration(const std::string& option, const std::string& text) {
  std::optional<double> value = Measured(text, kTimes);
  if (value && *value > 0 && *value <= kYear) return *value;
  std::string much = value && *value > kYear ? " of at most 8760h" : "";
  return Invalid(option, fmt::format("a positive time{} such as 60s, 5m or 2h", much), text);
}

Result<uint64_t> ParseSize(const std::string& option, const std::string& text) {
  return ParseUnits(option, text, kSizes, kMostBytes, "a size from 1 to 1TiB such as 512MiB or 8GiB");
}

Result<uint64_t> ParseAmount(const std::string& option, const std::string& text) {
  return ParseUnits(option, text, kAmounts, kMostSteps, "a number from 1 to 1000T such as 500000, 20M or 200G");
}

// They are found by the name of a validator that takes everything: parsers come and go, and so do the addresses of
// options.
constexpr std::string_view kFactsName = "facts ";

const OptionFacts& FactsOf(const CLI::Option& option) {
  static const OptionFacts other;
  // Looking changes nothing, and yet CLI11 wants the option itself.
  auto& asked = const_cast<CLI::Option&>(option);
  for (int i = 0;; ++i) {
    try {
      const std::string& name = asked.get_validator(i)->get_name();
      if (name.starts_with(kFactsName)) return AllFacts().at(std::stoul(name.substr(kFactsName.size())));
    } catch (const CLI::OptionNotFound&) {
      return other;
    }
  }
}

void Remember(CLI::Option& option, OptionFacts facts) {
  CLI::Validator mark;
  mark.name(std::string(kFactsName) + std::to_string(AllFacts().size())).description("");
  AllFacts().push_back(std::move(facts));
  option.check(mark);
}

std::string NameIn(const std::string& names) { return names.substr(names.find_last_of(',') + 1); }

CLI::Option* AddWhole(CLI::App& sub, const std::string& names, std::optional<int>& target, const std::string& doc,
                      WholeRange range) {
  auto take = [&target, name = NameIn(names), range](const std::string& text) {
    target = static_cast<int>(OrThrow(ParseWhole(name, text, range)));
  };
  return AddParsed(sub, names, doc, {.kind = OptionKind::kWhole, .whole = range}, "N", take);
}

CLI::Option* AddReal(CLI::App& sub, const std::string& names, double& target, const std::string& doc, RealRange range) {
  auto take = [&target, name = NameIn(names), range](const std::string& text) {
    target = OrThrow(ParseReal(name, text, range));
  };
  return AddParsed(sub, names, doc, {.kind = OptionKind::kReal, .real = range}, "NUMBER", take,
                   [&target] { return fmt::format("{}", target); });
}

CLI::Option* AddDuration(CLI::App& sub, const std::string& names, double& target, const std::string& doc) {
  auto take = [&target, name = NameIn(names)](const std::string& text) { target = OrThrow(ParseDuration(name, text)); };
  auto show = [&target] { return target > 0 ? ShowDuration(target) : ""; };
  return AddParsed(sub, names, doc, {.kind = OptionKind::kDuration}, "DURATION", take, show)->capture_default_str();
}

CLI::Option* AddSize(CLI::App& sub, const std::string& names, int64_t& target, const std::string& doc) {
  auto take = [&target, name = NameIn(names)](const std::string& text) {
    target = static_cast<int64_t>(OrThrow(ParseSize(name, text)));
  };
  auto show = [&target] { return target > 0 ? ShowSize(static_cast<uint64_t>(target)) : ""; };
  return AddParsed(sub, names, doc, {.kind = OptionKind::kSize}, "SIZE", take, show)->capture_default_str();
}

CLI::Option* AddAmount(CLI::App& sub, const std::string& names, int64_t& target, const std::string& doc) {
  auto take = [&target, name = NameIn(names)](const std::string& text) {
    target = static_cast<int64_t>(OrThrow(ParseAmount(name, text)));
  };
  auto show = [&target] { return target > 0 ? ShowAmount(static_cast<uint64_t>(target)) : ""; };
  return AddParsed(sub, names, doc, {.kind = OptionKind::kAmount}, "N", take, show)->capture_default_str();
}

CLI::Option* AddChoice(CLI::App& sub, const std::string& names, std::string& target, const std::string& doc,
                       std::vector<std::string> choices) {
  auto take = [&target, name = NameIn(names), choices](const std::string& text) {
    OrThrow(CheckChoice(name, text, choices));
    target = text;
  };
  std::string metavar = names.starts_with("-") ? fmt::format("{}", fmt::join(choices, "|")) : "";
  CLI::Option* option = AddParsed(sub, names, doc, {.kind = OptionKind::kChoice, .choices = choices}, metavar.c_str(),
                                  take, [&target] { return target; });
  return option->capture_default_str();
}

CLI::Option* AddChoices(CLI::App& sub, const std::string& names, std::vector<std::string>& target,
                        const std::string& doc, std::vector<std::string> choices) {
  auto store = [&target, name = NameIn(names), choices](const CLI::results_t& given) {
    target = SplitNames(given);
    if (target.empty()) OrThrow(CheckChoice(name, "", choices));
    for (const std::string& one : target) OrThrow(CheckChoice(name, one, choices));
    return true;
  };
  CLI::Option* option = sub.add_option(names, CLI::callback_t(store), doc, false,
                                       [&target] { return fmt::format("{}", fmt::join(target, ",")); });
  Remember(*option, {.kind = OptionKind::kChoice, .choices = std::move(choices)});
  return option->type_name("TEXT")
      ->type_size(1)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->capture_default_str();
}

std::string ShowDuration(double seconds) {
  for (const auto& [unit, factor] : {Unit{"h", 3600}, Unit{"m", 60}}) {
    if (seconds > factor && std::fmod(seconds, factor) == 0) return fmt::format("{}{}", seconds / factor, unit);
  }
  return fmt::format("{}s", seconds);
}

std::string ShowSize(uint64_t bytes) {
  for (const auto& [unit, factor] :
       {Unit{"TiB", kKi * kKi * kKi * kKi}, Unit{"GiB", kKi * kKi * kKi}, Unit{"MiB", kKi * kKi}, Unit{"KiB", kKi}}) {
    auto whole = static_cast<uint64_t>(factor);
    if (bytes >= whole && bytes % whole == 0) return fmt::format("{}{}", bytes / whole, unit);
  }
  return fmt::format("{} bytes", bytes);
}

std::string ShowAmount(uint64_t count) {
  for (const auto& [unit, factor] : {Unit{"T", 1e12}, Unit{"G", 1e9}, Unit{"M", 1e6}, Unit{"k", 1e3}}) {
    auto whole = static_cast<uint64_t>(factor);
    if (count >= whole && count % whole == 0) return fmt::format("{}{}", count / whole, unit);
  }
  return fmt::to_string(count);
}

}  // namespace assay
