// The kinds of change of changes.def, by constant and spelling; changes.h has what makes them. Tested by
// changes_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

enum class ChangeKind : uint8_t {
#define ASSAY_VISIBLE_CHANGE(Constant, spelling, Function) Constant,
#define ASSAY_BREAKING_CHANGE(Constant, spelling, Function, rule, seen_by) Constant,
#include "oracles/core/changes.def"
};
// "a float is not a number": what is so of the changed module.
std::string_view ChangeName(ChangeKind kind);
// Nothing when none is spelled so.
std::optional<ChangeKind> ChangeNamed(std::string_view name);

}  // namespace assay
