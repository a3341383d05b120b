// Options that take numbers, times, sizes and words of a list: how they are read, which values they take, and what is
// said of others. Every option of these kinds is made here. Tested by options_test.cc, which walks all subcommands.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "ir/support/result.h"

namespace assay {

struct WholeRange {
  uint64_t least = 0;
  uint64_t most = std::numeric_limits<uint64_t>::max();
  // Why there are no more; may be empty.
  std::string_view why = {};
};
struct RealRange {
  double least = 0;
  double most = 0;
};
// What any seed is, and how many of most things there may be.
inline constexpr WholeRange kAnySeed{};
inline constexpr WholeRange kSome{1, 1'000'000'000'000};
inline constexpr WholeRange kNoneOrSome{0, 1'000'000'000'000};
inline constexpr WholeRange kOptLevels{0, 3};
// How many processes this machine has the memory for.
WholeRange Jobs();

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
const OptionFacts& FactsOf(Option option);

// T is int, int64_t or uint64_t.
template <class T>
Option AddWhole(Command sub, std::string_view names, T& target, std::string_view doc, WholeRange range);
// One that may be left open.
Option AddWhole(Command sub, std::string_view names, std::optional<int>& target, std::string_view doc,
                WholeRange range);
// Several, between commas or in repeated options. T is uint32_t or uint64_t.
template <class T>
Option AddWholes(Command sub, std::string_view names, std::vector<T>& target, std::string_view doc, WholeRange range);
Option AddReal(Command sub, std::string_view names, double& target, std::string_view doc, RealRange range);
// Seconds. 0 as the target's value is no default to show, nor is it below.
Option AddDuration(Command sub, std::string_view names, double& target, std::string_view doc);
// Bytes, and steps.
Option AddSize(Command sub, std::string_view names, int64_t& target, std::string_view doc);
Option AddAmount(Command sub, std::string_view names, int64_t& target, std::string_view doc);
// One word of a list; an unknown one gets the list and the nearest one suggested.
Option AddChoice(Command sub, std::string_view names, std::string& target, std::string_view doc,
                 const std::vector<std::string_view>& choices);
// Several words, between commas or in repeated options.
Option AddChoices(Command sub, std::string_view names, std::vector<std::string>& target, std::string_view doc,
                  const std::vector<std::string_view>& choices);

// "90s", "2m", "1.5s": seconds as ParseDuration reads them. "8GiB". "200G".
std::string ShowDuration(double seconds);
std::string ShowSize(uint64_t bytes);
std::string ShowAmount(uint64_t count);

}  // namespace assay
