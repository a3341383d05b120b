#include "ir/support/unknown_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

// Names that a message lists.
constexpr size_t kMostListed = 20;
constexpr size_t kMostOffered = 3;
// Fewer letters begin too many names.
constexpr size_t kLeastBeginning = 3;

// Which arguments of `assay list` show a kind of names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kTables{{
    {"operator", "ops"},
    {"pass", "passes"},
    {"oracle", "oracles"},
    {"engine", "engines"},
    {"move", "moves"},
    {"rule", "rules"},
    {"fault", "faults"},
    {"rule, operator, pass, oracle, engine or class", "rules|ops|passes|oracles|engines"},
}};

char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Letters left out, added, changed, or exchanged with the next one.
size_t Mistakes(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      bool same = Lower(a[i - 1]) == Lower(b[j - 1]);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      bool exchanged = i > 1 && j > 1 && Lower(a[i - 1]) == Lower(b[j - 2]) && Lower(a[i - 2]) == Lower(b[j - 1]);
      if (exchanged) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

// A mistake in three letters; in fewer, every name is near.
size_t MostMistakes(std::string_view written) {
  return written.size() < 2 ? 0 : std::max<size_t>(1, written.size() / 3);
}

std::string_view LastPart(std::string_view name) { return name.substr(name.find_last_of('.') + 1); }

bool BeginsWith(std::string_view name, std::string_view written) {
  return std::ranges::equal(written, name.substr(0, written.size()), {}, Lower, Lower);
}

std::vector<std::string_view> FirstOf(std::vector<std::string_view> names) {
  names.resize(std::min(names.size(), kMostOffered));
  return names;
}

}  // namespace

std::vector<std::string_view> NearestNames(std::string_view written, const std::vector<std::string_view>& names) {
  // Whole names come before last parts with as many mistakes.
  auto mistakes = [&](std::string_view name) {
    size_t whole = Mistakes(written, name), part = Mistakes(written, LastPart(name));
    return std::pair(std::min(whole, part), part < whole);
  };
  std::pair least(MostMistakes(written), true);
  for (std::string_view name : names) least = std::min(least, mistakes(name));
  std::vector<std::string_view> found;
  for (std::string_view name : names) {
    if (mistakes(name) == least && std::ranges::find(found, name) == found.end()) found.push_back(name);
  }
  if (!found.empty() || written.size() < kLeastBeginning) return FirstOf(found);
  for (std::string_view name : names) {
    if (BeginsWith(name, written) || BeginsWith(LastPart(name), written)) found.push_back(name);
  }
  return FirstOf(found);
}

std::string NearHint(std::string_view written, const std::vector<std::string_view>& names, std::string_view before) {
  std::vector<std::string> quoted;
  for (std::string_view name : NearestNames(written, names)) quoted.push_back(fmt::format("'{}{}'", before, name));
  return quoted.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(quoted, " or "));
}

std::string UnknownText(std::string_view kind, std::string_view written, const std::vector<std::string_view>& names,
                        std::string_view expected) {
  std::string message = fmt::format("unknown {} '{}'", kind, written), hint = NearHint(written, names);
  if (!expected.empty()) return fmt::format("{}: expected {}{}", message, expected, hint);
  if (names.empty()) return fmt::format("{}: there is none", message);
  const auto* table = std::ranges::find(kTables, kind, &std::pair<std::string_view, std::string_view>::first);
  if (names.size() > kMostListed && !hint.empty()) return message + hint;
  if (names.size() > kMostListed && table != kTables.end())
    return fmt::format("{}; `assay list {}` has them", message, table->second);
  size_t listed = std::min(names.size(), kMostListed);
  std::span<const std::string_view> shown(names.data(), listed);
  return fmt::format("{}: expected {}{}{}{}", message, listed == 1 ? "" : "one of ", fmt::join(shown, ", "),
                     listed < names.size() ? ", …" : "", hint);
}

Diag UnknownName(std::string_view kind, std::string_view written, const std::vector<std::string_view>& names,
                 std::string_view expected) {
  return {DiagKind::kUnknownName, {}, UnknownText(kind, written, names, expected), "", {}};
}

}  // namespace assay
