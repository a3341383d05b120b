#include "oracles/core/typed_facts.h"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

// The constant whose spelling in a table it is.
template <class T, size_t n>
std::optional<T> Named(const std::string_view (&spellings)[n], std::string_view text) {
  for (size_t i = 0; i < n; ++i) {
    if (spellings[i] == text) return static_cast<T>(i);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Facet> FacetNamed(std::string_view text) { return Named<Facet>(kFacetTexts, text); }
std::optional<Way> WayNamed(std::string_view text) { return Named<Way>(kWayTexts, text); }

// The key is no part of it: what goes missing in one attribute goes missing in others.
std::string FrameBreach::Text() const {
  return fmt::format("{} {}", kFacetTexts[static_cast<size_t>(facet)], kWayTexts[static_cast<size_t>(way)]);
}

std::string ArithmeticFault::Text() const {
  std::vector<std::string_view> names;
  for (NodeKind kind : operations) names.push_back(NodeKindName(kind));
  return fmt::format("arithmetic of {} ({})", fmt::join(names, " "), by);
}

std::string NodeField::Text() const { return fmt::format("{}.{}", NodeKindName(kind), name); }

}  // namespace assay
