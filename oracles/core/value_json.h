// JSON forms of passes, their options and of arguments: in case files, and on the way to subjects in other processes.
// Tested by case_file_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/ops/value.h"
#include "passes/pass.h"

namespace assay {

// Option values: null, bool, int, float, string, list and object.
nlohmann::json AttrToJson(const Attr* attr);
const Attr* AttrFromJson(Context& ctx, const nlohmann::json& json);
nlohmann::json OptionsToJson(const PassOptions& options);
// "Name" or "Name{options}", as ParsePassList reads it.
std::string PassToText(const PassCall& call);
// [{"name", "options"}].
nlohmann::json PassesToJson(std::span<const PassCall> passes);

// True, a number, or "nan", "inf" and "-inf".
nlohmann::json ScalarToJson(Scalar value);
// Arguments written out for a reader: {"dtype", "shape", "data"} for a tensor; floats without a decimal form as "nan",
// "inf".
nlohmann::json ValueToJson(const Value& value);
Result<Value> ValueFromJson(const nlohmann::json& json);
// Sets of arguments, each a list.
nlohmann::json InputsToJson(std::span<const std::vector<Value>> inputs);

}  // namespace assay
