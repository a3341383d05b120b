// What TVM's Python functions of operators take beyond the operators' rows, so that modules read that people wrote by
// hand: other names and another order of arguments, and what stands for those that are left out. Tested by
// forms_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

// What stands for an operand that is left out.
enum class LeftOut : uint8_t { kZero, kOne, kTrue, kFalse, kNothing, kGlobalScope, kAsBefore };

struct PythonDefault {
  std::string_view operand;
  LeftOut value = LeftOut::kZero;
  // For kAsBefore: which operand is taken once more.
  std::string_view before = {};
};

struct PythonForm {
  std::string_view op;
  // Of positional arguments, by the names of the row, where it is not the row's own order.
  std::vector<std::string_view> order;
  // A keyword, and the row's name for it.
  std::vector<std::pair<std::string_view, std::string_view>> aliases;
  std::vector<PythonDefault> defaults;

  std::string_view RowName(std::string_view keyword) const;
  const PythonDefault* DefaultOf(std::string_view operand) const;
};

// Null where Python takes what the row says.
const PythonForm* FindPythonForm(std::string_view op);

}  // namespace assay
