// Values as suites and input files write them: a tensor is {"dtype", "shape", "data"} with row-major data, or stands in
// an archive (array_file.h), a list is a tuple or a shape, a number a scalar, a string a string. What a list or number
// is depends on the type that it is for. Tested by recorded_value_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/module.h"
#include "ir/ops/value.h"
#include "ir/support/result.h"

namespace assay {

// The value for a parameter of `type` (null: none known; then a list of integers is a shape, a whole number is an
// int64). Diag kCorrupt says where something is wrong, and what: "result[1], element 2: expected int8 …".
Result<Value> ValueOfType(const nlohmann::json& json, const Type* type);
// The value in the form of `model`, as far as it goes: what a list or number stands for is read off there.
Result<Value> ValueLike(const nlohmann::json& json, const Value& model);
// One value for each parameter of the function `entry`, or of its PrimFunc's buffers and scalars. Diag kCorrupt names
// the argument: "argument 0 (x), element 2: expected …".
Result<std::vector<Value>> ArgumentsFor(const Module& module, std::string_view entry, const nlohmann::json& list);

// The other way, and what `assay run --json` prints.
nlohmann::json ValueAsRecorded(const Value& value);

}  // namespace assay
