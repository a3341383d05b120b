#include "oracles/subjects/tvm/essence.h"

#include <algorithm>

#include "oracles/core/normalized_message.h"

namespace assay {
namespace {

constexpr std::string_view kRoot = "<root>";

// What the checker quotes of the module: the expression that it is about, the names of a function. It stands between
// these words; to the end where there are none behind it.
struct Quote {
  std::string_view before;
  std::string_view after;
};
constexpr Quote kQuotes[] = {{"while the expression ", " is annotated as "},
                             {"is not equal to name in gsymbol: ", ""},
                             {"In PrimFunc ", " variables ("}};

std::string WithoutQuotes(std::string_view said) {
  for (const Quote& quote : kQuotes) {
    size_t begin = said.find(quote.before);
    size_t end = quote.after.empty() ? said.size() : said.rfind(quote.after);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) continue;
    return std::string(said.substr(0, begin + quote.before.size())) + "…" + std::string(said.substr(end));
  }
  return std::string(said);
}

}  // namespace

std::string TvmNormalizedMessage(std::string_view said) {
  // Before it is cut where it gets long.
  return WithoutLengths(NormalizedMessage(WithoutShapes(WithoutQuotes(said.substr(0, said.find("# from "))))));
}

std::string TvmNormalizedMessage(const Trap& trap) {
  constexpr size_t kLongest = 120;
  bool in_words = trap.kind == TrapKind::kInternal || trap.kind == TrapKind::kError || trap.kind == TrapKind::kCrash;
  if (!in_words) return "";
  std::string essence = trap.message.substr(0, std::min(trap.message.find('\n'), kLongest));
  for (char& letter : essence) letter = letter >= '0' && letter <= '9' ? 'N' : letter;
  return essence;
}

ModuleDifference TvmDifference(std::string text) {
  ModuleDifference difference{.text = std::move(text)};
  std::string_view path = difference.text;
  if (!path.starts_with(kRoot)) return difference;
  path = path.substr(kRoot.size(), path.find('\n') - kRoot.size());
  difference.path = MembersOf(path.substr(0, path.find(": <root>")));
  // The last two: which field, and of what.
  size_t count = difference.path.size();
  difference.tail = count < 2 ? difference.path.back() : difference.path[count - 2] + "." + difference.path[count - 1];
  difference.of_objects = true;
  return difference;
}

ModuleDifference TvmDifference(std::string text, std::string_view expected, std::string_view got) {
  ModuleDifference difference = TvmDifference(std::move(text));
  if (expected.empty() || got.empty()) return difference;
  auto first = ParseDType(expected), second = ParseDType(got);
  if (first && second && *first != *second) difference.dtypes = DTypeDifference{*first, *second};
  return difference;
}

}  // namespace assay
