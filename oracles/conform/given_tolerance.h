// A tolerance that a case states itself: numpy's allclose. Tested by given_tolerance_test.cc.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "ir/ops/value.h"
#include "ir/support/result.h"

namespace assay {

// |got - want| <= atol + rtol * |want| for every number; NaN equals NaN, an infinity itself. Dtypes and shapes are
// exact.
struct GivenTolerance {
  double rtol = 0;
  double atol = 0;
};

// The case's "tolerance": {"rtol": r, "atol": a}, either of which may be missing; nothing when it states none. Diag
// kCorrupt for anything else, and for numbers below 0.
Result<std::optional<GivenTolerance>> ToleranceOf(const nlohmann::json& recorded);
// The first difference by that tolerance, with the greatest one; nothing where there is none.
std::optional<std::string> DifferenceWithin(const GivenTolerance& tolerance, const Value& got, const Value& want);

}  // namespace assay
