// What a pass may change beside what its module computes, facet by facet (facets.def): whether something comes in,
// goes, or becomes something else. Nothing, unless its row says so. Tested by oracles/checks/frame_kept_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace assay {

enum class Facet : uint8_t {
#define ASSAY_FACET(Constant, what) Constant,
#include "passes/facets.def"
};
inline constexpr std::string_view kFacetTexts[] = {
#define ASSAY_FACET(Constant, what) what,
#include "passes/facets.def"
};
inline constexpr size_t kFacetCount = std::size(kFacetTexts);

// What became of one thing that both modules could have.
enum class Way : uint8_t { kAdded, kDropped, kAltered };
inline constexpr Way kAllWays[] = {Way::kAdded, Way::kDropped, Way::kAltered};
inline constexpr std::string_view kWayTexts[] = {"added", "dropped", "altered"};

// A set of facets, each with the ways in which it may change.
class FrameContract {
 public:
  constexpr FrameContract() = default;
  constexpr FrameContract(std::initializer_list<Facet> facets, std::initializer_list<Way> ways) {
    for (Facet facet : facets) {
      for (Way way : ways) ways_[static_cast<size_t>(facet)] |= Bit(way);
    }
  }
  constexpr bool Allows(Facet facet, Way way) const { return (ways_[static_cast<size_t>(facet)] & Bit(way)) != 0; }
  constexpr bool AllowsAll(Facet facet) const {
    return Allows(facet, Way::kAdded) && Allows(facet, Way::kDropped) && Allows(facet, Way::kAltered);
  }
  friend constexpr FrameContract operator|(FrameContract a, const FrameContract& b) {
    for (size_t i = 0; i < kFacetCount; ++i) a.ways_[i] |= b.ways_[i];
    return a;
  }

 private:
  static constexpr uint8_t Bit(Way way) { return static_cast<uint8_t>(1U << static_cast<uint8_t>(way)); }
  std::array<uint8_t, kFacetCount> ways_{};
};

// What rows are written with: `.changes = Adds({Facet::kX}) | Alters({Facet::kY})`.
constexpr FrameContract Adds(std::initializer_list<Facet> facets) { return {facets, {Way::kAdded}}; }
constexpr FrameContract Drops(std::initializer_list<Facet> facets) { return {facets, {Way::kDropped}}; }
constexpr FrameContract Alters(std::initializer_list<Facet> facets) { return {facets, {Way::kAltered}}; }
constexpr FrameContract Changes(std::initializer_list<Facet> facets) {
  return {facets, {Way::kAdded, Way::kDropped, Way::kAltered}};
}

}  // namespace assay
