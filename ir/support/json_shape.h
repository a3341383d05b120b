// Shape: what JSON from elsewhere must look like before anything is taken out of it, by an example: 0 stands for a
// whole number that is not negative, 0.0 for any number that is not, "" for a text, false for a truth value, [X] for a
// list of such, {"*": X} for an object of any keys with such values, null for anything; any other object for one of
// these keys, each of which may be missing. Tested by json_shape_test.cc.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"

namespace assay {

// Numbers beyond this are refused, so that sums of them stay numbers.
inline constexpr uint64_t kMostCounted = 1'000'000'000'000'000;

// Diag kCorrupt: "invalid PLACE: expected a whole number under tally.runs, got -1".
Status CheckShape(const nlohmann::json& value, const nlohmann::json& shape, std::string_view place);

}  // namespace assay
