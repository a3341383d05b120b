#include "oracles/subjects/tvm/tvm_messages.h"

#include <algorithm>

#include "oracles/core/normalized_message.h"

namespace assay {
namespace {

constexpr std::string_view kRoot = "<root>";

// What is of the module in a sentence of the checker: the expression that it is about, the names of a function, kernels
// and their variables, ranges of variables, what types of tensors say.
constexpr MessagePattern kPatterns[] = {
    {PatternKind::kBetween, "while the expression ", " is annotated as ", "…"},
    {PatternKind::kBetween, "is not equal to name in gsymbol: ", "", "…"},
    {PatternKind::kBetween, "In PrimFunc ", " variables (", "…"},
    {PatternKind::kBetween, " is used at <root>.", " without a prior", "…"},
    {PatternKind::kBetween, "It was first defined at <root>.", "", "…"},
    {PatternKind::kInBrackets, ".Range", "", "(…)"},
    kShapesOut,
    kSizesOut,
    kParametersOut,
    kLengthsOut,
};

}  // namespace

std::string TvmNormalizedMessage(std::string_view said) {
  return NormalizedMessage(said.substr(0, said.find("# from ")), kPatterns);
}

std::string TvmCause(std::string_view cause) { return WithoutPatterns(cause, kPatterns); }

std::string TvmNormalizedMessage(const Trap& trap) {
  constexpr size_t kLongest = 120;
  bool in_words = trap.kind == TrapKind::kInternal || trap.kind == TrapKind::kError || trap.kind == TrapKind::kCrash;
  if (!in_words) return "";
  std::string normalized;
  for (char letter : trap.message.substr(0, std::min(trap.message.find('\n'), kLongest))) {
    bool digit = letter >= '0' && letter <= '9';
    // Numbers, however long; not what stands in a name, as of dtypes.
    bool goes_on = digit && (normalized == "N" || normalized.ends_with(" N") || normalized.ends_with("(N"));
    if (!goes_on) normalized += digit ? 'N' : letter;
  }
  return normalized;
}

bool SaysOtherSizes(std::string_view said) { return said.find("match_cast error") != std::string_view::npos; }

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
