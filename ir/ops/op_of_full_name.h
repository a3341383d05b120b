// Operators by the names that text and saved modules hold: what Deserialize asks. Tested wherever modules are read
// back.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// "relax.add" gives the table's operator; any other name ("tirx.exp") an operator without a row.
inline const Op* OpOfFullName(Context& ctx, std::string_view name) {
  return name.starts_with("relax.") ? OpNode(ctx, name) : ctx.InternOp(name, nullptr);
}

}  // namespace assay
