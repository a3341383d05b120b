// Operators by the names that saved modules and text hold: what Deserialize asks. Tested by native_subject and by the
// fuzz targets that load modules.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// "relax.add" gives the table's operator; any other name ("tirx.exp") an operator without a row.
inline const Op* OpOfFullName(Context& ctx, std::string_view name) {
  return name.starts_with("relax.") ? OpNode(ctx, name) : ctx.InternOp(name, nullptr);
}

}  // namespace assay
