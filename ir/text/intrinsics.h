// What reader and writer know of TIR's intrinsics: how TVMScript spells them, where the dtype stands, what they yield.
#pragma once

#include <string_view>

#include "ir/tensor/dtype.h"

namespace assay {

enum class DTypeAt : uint8_t { kNone, kFirst, kLast };

struct IntrinsicSpec {
  // As in T.call_packed.
  std::string_view script_name;
  // As the operator is called; empty: "tirx." + script_name.
  std::string_view op_name;
  DTypeAt dtype_at = DTypeAt::kNone;
  // The result when the arguments do not say it.
  DType result;
  // The result has the dtype of the first argument (of the second, for if_then_else).
  bool follows_argument = true;
  // Both operands are brought to one dtype, as for operators.
  bool matches_operands = false;
  // How many it takes, without a dtype; 0: any number.
  uint8_t operands = 0;
};

// By script name; names outside the table follow their first argument.
IntrinsicSpec FindIntrinsic(std::string_view script_name);
// By operator name, for the writer.
IntrinsicSpec FindIntrinsicByOp(std::string_view op_name);

}  // namespace assay
