// Which expressions are places in memory.
#pragma once

#include "ir/prim/node.h"
#include "ir/type.h"

namespace assay {

// Whether the expression is a place in memory, and no number.
inline bool IsPointer(const Expr* e) { return DTypeOf(e).IsHandle() || Is<PointerType>(e->type); }

}  // namespace assay
