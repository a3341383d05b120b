// One element or scalar as JSON writes it: a number, true or false, or "nan", "inf" and "-inf" of a float. What the
// dtype cannot hold is refused, not changed into something near. Tested by json_scalar_test.cc.
#pragma once

#include <nlohmann/json.hpp>

#include "ir/support/result.h"
#include "ir/tensor/scalar.h"

namespace assay {

// Diag kCorrupt: "expected int8 (-128 to 127), got 3.5". Decimals are rounded to floats whose range they are in; a
// whole number may be written as 2.0, truth as 0 or 1.
Result<Scalar> ScalarOfJson(const nlohmann::json& json, DType dtype);

// How messages show a piece of JSON: cut short.
std::string ShownJson(const nlohmann::json& json);

}  // namespace assay
