// Options that take numbers, times, sizes and words of a list: how they are read, which values they take, and what is
// said of others. Every option of these kinds is made here. Tested by options_test.cc, which walks all subcommands.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "ir/support/result.h"

namespace assay {

struct WholeRange {
  uint64_t least = 0;
  uint64_t most = std::numeric_limits<uint64_t>::max();
};
struct RealRange {
  double least = 0;
  double most = 0;
};
// What any seed is, how many of most things there may be, and how many processes.
inline constexpr WholeRange kAnySeed{};
inline constexpr WholeRange kSome{1, 1'000'000'000'000};
inline constexpr WholeRange kNoneOrSome{0, 1'000'000'000'000};
inline constexpr WholeRange kJobs{1, 1024};
inline constexpr WholeRange kOptLevels{0, 3};

// "invalid --runs: expected a whole number from 1 to 9, got -3" comes back as the Diag's message, kBadArgument.
Result<uint64_t> ParseWhole(const std::string& option, const std::string& text, WholeRange range);
Result<double> ParseReal(const std::string& option, const std::string& text, RealRange range);
// "60s", "500ms", "5m", "2h", "90": seconds, up to a year.
Result<double> ParseDuration(const std::string& option, const std::string& text);
// "512MiB", "8G", "4096": bytes; k, M, G and T are powers of 1024 here.
Result<uint64_t> ParseSize(const std::string& option, const std::string& text);
// "200G", "5M", "100": how many; k, M, G and T are powers of 1000 here.
Result<uint64_t> ParseAmount(const std::string& option, const std::string& text);

// What the options of this file are, for tests and completion.
enum class OptionKind : uint8_t { kOther, kWhole, kReal, kDuration, kSize, kAmount, kChoice };
struct OptionFacts {
  OptionKind kind = OptionKind::kOther;
  WholeRange whole = {};
  RealRange real = {};
  std::vector<std::string> choices = {};
};
// kOther for an option that was not made here.
const OptionFacts& FactsOf(const CLI::Option& option);
void Remember(CLI::Option& option, OptionFacts facts);

// The option's name in messages: the longest of "-o,--out".
std::string NameIn(const std::string& names);
// Throws CLI::ValidationError with the Diag's message; what comes back else is the value.
template <class T>
T OrThrow(Result<T> parsed) {
  if (!parsed.ok()) throw CLI::ValidationError(parsed.error().message);
  return *std::move(parsed);
}

template <class T>
CLI::Option* AddWhole(CLI::App& sub, const std::string& names, T& target, const std::string& doc, WholeRange range) {
  auto store = [&target, name = NameIn(names), range](const CLI::results_t& given) {
    target = static_cast<T>(OrThrow(ParseWhole(name, given.at(0), range)));
    return true;
  };
  CLI::Option* option =
      sub.add_option(names, CLI::callback_t(store), doc, false, [&target] { return std::to_string(target); });
  Remember(*option, {.kind = OptionKind::kWhole, .whole = range});
  return option->type_name("N")->type_size(1)->expected(1);
}
// Several, between commas or in repeated options.
template <class T>
CLI::Option* AddWholes(CLI::App& sub, const std::string& names, std::vector<T>& target, const std::string& doc,
                       WholeRange range) {
  auto store = [&target, name = NameIn(names), range](const CLI::results_t& given) {
    target.clear();
    for (const std::string& text : given) target.push_back(static_cast<T>(OrThrow(ParseWhole(name, text, range))));
    return true;
  };
  CLI::Option* option = sub.add_option(names, CLI::callback_t(store), doc);
  Remember(*option, {.kind = OptionKind::kWhole, .whole = range});
  return option->type_name("N,...")->type_size(1)->expected(1, CLI::detail::expected_max_vector_size)->delimiter(',');
}
// One that may be left open.
CLI::Option* AddWhole(CLI::App& sub, const std::string& names, std::optional<int>& target, const std::string& doc,
                      WholeRange range);
CLI::Option* AddReal(CLI::App& sub, const std::string& names, double& target, const std::string& doc, RealRange range);
// Seconds. `shows` is the default as --help has it; empty: the target's value.
CLI::Option* AddDuration(CLI::App& sub, const std::string& names, double& target, const std::string& doc);
// Bytes, and steps. 0 as the target's value is no default to show.
CLI::Option* AddSize(CLI::App& sub, const std::string& names, int64_t& target, const std::string& doc);
CLI::Option* AddAmount(CLI::App& sub, const std::string& names, int64_t& target, const std::string& doc);
// One word of a list; an unknown one gets the list and the nearest one suggested.
CLI::Option* AddChoice(CLI::App& sub, const std::string& names, std::string& target, const std::string& doc,
                       std::vector<std::string> choices);
// Several words, between commas or in repeated options.
CLI::Option* AddChoices(CLI::App& sub, const std::string& names, std::vector<std::string>& target,
                        const std::string& doc, std::vector<std::string> choices);

// "90s", "2m", "1.5s": seconds as ParseDuration reads them. "8GiB". "200G".
std::string ShowDuration(double seconds);
std::string ShowSize(uint64_t bytes);
std::string ShowAmount(uint64_t count);

}  // namespace assay
