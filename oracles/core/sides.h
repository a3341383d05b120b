// Two things that should be alike, for readers to see side by side: texts, or the elements of values. What a finding or
// a failed case shows beside its sentence; nothing is decided by it. Tested by sides_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/ops/value.h"

namespace assay {

struct SideElement {
  // "result[1][0, 2]".
  std::string where = "";
  std::string expected = "";
  std::string got = "";
  // Their distance, "" where there is none (NaN, infinity, truth).
  std::string off = "";
};

struct Sides {
  // What the sides are: "expected" and "got", "before" and "after", "once" and "twice".
  std::string expected_title = "expected";
  std::string got_title = "got";
  std::string expected = "";
  std::string got = "";
  // Where the texts first differ, in the words of whoever compared them; may be empty.
  std::string where = "";
  // Those that are furthest apart, in order of place, of all that differ.
  std::vector<SideElement> elements = {};
  uint64_t differing = 0;

  bool empty() const { return expected.empty() && got.empty() && elements.empty(); }
};

// Elements that are not the same in both; nothing where kinds, shapes or dtypes differ, of which a sentence says more.
Sides ElementsThatDiffer(const Value& expected, const Value& got);
// What kind of difference the elements are, in a few words that do not depend on the numbers: "NaN or infinity on one
// side", "a relative difference of up to 1e-5", "integers". Empty without elements.
std::string KindOfDifference(const Sides& sides);

nlohmann::json SidesToJson(const Sides& sides);
// Of something else: empty sides.
Sides SidesFromJson(const nlohmann::json& json);

}  // namespace assay
