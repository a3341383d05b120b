#include "cli/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <functional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/names.h"
#include "fuzzers/process/memory_group.h"
#include "ir/support/plural.h"

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

// The option's name in messages: the longest of "-o,--out".
std::string NameIn(std::string_view names) {
  size_t begin = std::min(names.find("--"), names.size());
  return std::string(begin < names.size() ? names.substr(begin, names.find(',', begin) - begin) : names);
}

Option AddKnown(Command sub, std::string_view names, std::string_view doc, OptionFacts facts, ValueReader reader) {
  AllFacts().push_back(std::move(facts));
  return sub.AddOption(names, std::move(reader), doc).Mark(AllFacts().size() - 1);
}

// A reader of one value: parse(text) is a Result, whose value store(value) gets.
template <class Parse, class Store>
ValueReader ReaderOf(const char* type_name, Parse parse, Store store, std::function<std::string()> show = {}) {
  auto take = [parse, store](const std::vector<std::string>& given) -> Status {
    ASSAY_TRY(auto value, parse(given.at(0)));
    store(value);
    return Done{};
  };
  return {.take = take, .show = std::move(show), .type_name = type_name};
}

auto WholeParser(std::string_view names, WholeRange range) {
  return [name = NameIn(names), range](const std::string& text) { return ParseWhole(name, text, range); };
}

Status CheckChoice(const std::string& option, const std::string& given, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), given) != choices.end()) return Done{};
  std::string got = fmt::format("'{}'{}", given, NearHint(given, {choices.begin(), choices.end()}));
  return Invalid(option, fmt::format("one of {}", fmt::join(choices, ", ")), got);
}

}  // namespace

WholeRange Jobs() {
  constexpr uint64_t kMost = 1024, kBytesEach = uint64_t{256} << 20;
  uint64_t bytes = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  bytes = std::min(bytes, MemoryGroup().Limit().value_or(bytes));
  uint64_t most = std::max<uint64_t>(1, bytes / kBytesEach);
  if (most >= kMost) return {1, kMost};
  return {1, most, "a process takes 256 MiB of this machine's memory"};
}

Result<uint64_t> ParseWhole(const std::string& option, const std::string& text, WholeRange range) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  if (whole && value >= range.least && value <= range.most) return value;
  std::string why = range.why.empty() ? "" : fmt::format(" ({})", range.why);
  return Invalid(option, fmt::format("a whole number from {} to {}{}", range.least, range.most, why), text);
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
  return ParseUnits(option, text, kSizes, kMostBytes,
                    "a size from 1 to 1TiB: bytes, or with KiB, MiB, GiB, TiB, in short K, M, G, T");
}

Result<uint64_t> ParseAmount(const std::string& option, const std::string& text) {
  return ParseUnits(option, text, kAmounts, kMostSteps, "a number from 1 to 1000T such as 500000, 20M or 200G");
}

const OptionFacts& FactsOf(Option option) {
  static const OptionFacts other;
  std::optional<size_t> mark = option.Marked();
  return mark ? AllFacts().at(*mark) : other;
}

template <class T>
Option AddWhole(Command sub, std::string_view names, T& target, std::string_view doc, WholeRange range) {
  auto store = [&target](uint64_t value) { target = static_cast<T>(value); };
  auto show = [&target] { return std::to_string(target); };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kWhole, .whole = range},
                  ReaderOf("N", WholeParser(names, range), store, show));
}
template Option AddWhole(Command, std::string_view, int&, std::string_view, WholeRange);
template Option AddWhole(Command, std::string_view, int64_t&, std::string_view, WholeRange);
template Option AddWhole(Command, std::string_view, uint64_t&, std::string_view, WholeRange);

Option AddWhole(Command sub, std::string_view names, std::optional<int>& target, std::string_view doc,
                WholeRange range) {
  auto store = [&target](uint64_t value) { target = static_cast<int>(value); };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kWhole, .whole = range},
                  ReaderOf("N", WholeParser(names, range), store));
}

template <class T>
Option AddWholes(Command sub, std::string_view names, std::vector<T>& target, std::string_view doc, WholeRange range) {
  auto take = [&target, parse = WholeParser(names, range)](const std::vector<std::string>& given) -> Status {
    target.clear();
    for (const std::string& text : given) {
      ASSAY_TRY(uint64_t value, parse(text));
      target.push_back(static_cast<T>(value));
    }
    return Done{};
  };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kWhole, .whole = range},
                  {.take = take, .type_name = "N,...", .several = true, .delimiter = ','});
}
template Option AddWholes(Command, std::string_view, std::vector<uint32_t>&, std::string_view, WholeRange);
template Option AddWholes(Command, std::string_view, std::vector<uint64_t>&, std::string_view, WholeRange);

Option AddReal(Command sub, std::string_view names, double& target, std::string_view doc, RealRange range) {
  auto parse = [name = NameIn(names), range](const std::string& text) { return ParseReal(name, text, range); };
  auto store = [&target](double value) { target = value; };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kReal, .real = range},
                  ReaderOf("NUMBER", parse, store, [&target] { return fmt::format("{}", target); }));
}

Option AddDuration(Command sub, std::string_view names, double& target, std::string_view doc) {
  auto parse = [name = NameIn(names)](const std::string& text) { return ParseDuration(name, text); };
  auto store = [&target](double value) { target = value; };
  auto show = [&target] { return target > 0 ? ShowDuration(target) : ""; };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kDuration}, ReaderOf("DURATION", parse, store, show))
      .ShowDefault();
}

Option AddSize(Command sub, std::string_view names, int64_t& target, std::string_view doc) {
  auto parse = [name = NameIn(names)](const std::string& text) { return ParseSize(name, text); };
  auto store = [&target](uint64_t value) { target = static_cast<int64_t>(value); };
  auto show = [&target] { return target > 0 ? ShowSize(static_cast<uint64_t>(target)) : ""; };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kSize}, ReaderOf("SIZE", parse, store, show)).ShowDefault();
}

Option AddAmount(Command sub, std::string_view names, int64_t& target, std::string_view doc) {
  auto parse = [name = NameIn(names)](const std::string& text) { return ParseAmount(name, text); };
  auto store = [&target](uint64_t value) { target = static_cast<int64_t>(value); };
  auto show = [&target] { return target > 0 ? ShowAmount(static_cast<uint64_t>(target)) : ""; };
  return AddKnown(sub, names, doc, {.kind = OptionKind::kAmount}, ReaderOf("N", parse, store, show)).ShowDefault();
}

Option AddChoice(Command sub, std::string_view names, std::string& target, std::string_view doc,
                 const std::vector<std::string_view>& choices) {
  OptionFacts facts{.kind = OptionKind::kChoice, .choices = {choices.begin(), choices.end()}};
  auto take = [&target, name = NameIn(names), all = facts.choices](const std::vector<std::string>& given) -> Status {
    ASSAY_RETURN_IF_ERROR(CheckChoice(name, given.at(0), all));
    target = given.at(0);
    return Done{};
  };
  std::string metavar = names.starts_with("-") ? fmt::format("{}", fmt::join(choices, "|")) : "";
  return AddKnown(sub, names, doc, std::move(facts),
                  {.take = take, .show = [&target] { return target; }, .type_name = metavar})
      .ShowDefault();
}

Option AddChoices(Command sub, std::string_view names, std::vector<std::string>& target, std::string_view doc,
                  const std::vector<std::string_view>& choices) {
  OptionFacts facts{.kind = OptionKind::kChoice, .choices = {choices.begin(), choices.end()}};
  auto take = [&target, name = NameIn(names), all = facts.choices](const std::vector<std::string>& given) -> Status {
    target = SplitNames(given);
    if (target.empty()) return CheckChoice(name, "", all);
    for (const std::string& one : target) ASSAY_RETURN_IF_ERROR(CheckChoice(name, one, all));
    return Done{};
  };
  auto show = [&target] { return fmt::format("{}", fmt::join(target, ",")); };
  return AddKnown(sub, names, doc, std::move(facts), {.take = take, .show = show, .type_name = "TEXT", .several = true})
      .ShowDefault();
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
  return fmt::format("{} {}", bytes, Plural(bytes, "byte"));
}

std::string ShowAmount(uint64_t count) {
  for (const auto& [unit, factor] : {Unit{"T", 1e12}, Unit{"G", 1e9}, Unit{"M", 1e6}, Unit{"k", 1e3}}) {
    auto whole = static_cast<uint64_t>(factor);
    // A few thousand are as short in figures.
    if (factor == 1e3 && count < 10'000) break;
    if (count >= whole && count % whole == 0) return fmt::format("{}{}", count / whole, unit);
  }
  return fmt::to_string(count);
}

}  // namespace assay
