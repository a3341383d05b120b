// Index maps of layouts: read from options, copied, and turned round. Tested by testdata/alter_op_impl.
#pragma once

#include <string>
#include <vector>

#include "ir/context.h"
#include "ir/support/result.h"
#include "ir/tir/node.h"

namespace assay {

// "lambda i, j: (j, i)", as text has it. Diag kSyntax for anything else.
Result<const IndexMap*> ParseIndexMap(Context& ctx, const std::string& text);
// The same map with variables of its own: two operators must not share them.
const IndexMap* CopyOf(Context& ctx, const IndexMap* map);

struct InverseMap {
  const IndexMap* map = nullptr;
  // Some places of the mapped shape are none of the shape's.
  bool pads = false;
};
// The way back for tensors of these dimensions (TVM's NonSurjectiveInverse), for maps whose indices are variables,
// quotients and remainders of one by a constant (a remainder alone where the constant is no less than the extent), or
// i * c + j where j has c values. Diag kUnsupported for others.
Result<InverseMap> Inverted(Context& ctx, const IndexMap& map, std::span<const Expr* const> dims);

}  // namespace assay
