// A kernel that takes one of its parameters in another order of elements. Tested by alter_op_impl_test.cc.
#pragma once

#include <optional>
#include <string>

#include "ir/context.h"
#include "ir/support/byte_source.h"
#include "ir/tir/node.h"

namespace assay {

struct ParamLayout {
  const PrimFunc* kernel = nullptr;
  // What brings the parameter into that order, as text has it: "lambda i0, i1: (i1, i0 // 2, i0 % 2)".
  std::string map;
};

// Axes are split where a small factor divides them, and change places. Nothing where the parameter is no buffer that
// plain accesses alone see.
std::optional<ParamLayout> DrawParamLayout(Context& ctx, const PrimFunc* kernel, size_t param, ByteSource& bytes);

}  // namespace assay
