// What a text can say of a module: it says where a region begins and where it ends, and readers (TVM's, and this one)
// simplify the length between. Tested by as_read_test.cc.
#pragma once

#include "ir/module.h"
#include "ir/node.h"

namespace assay {

// `stop - start`, simplified, as TVM's slices of buffers are.
const Expr* RegionLength(Context& ctx, const Expr* start, const Expr* stop);
// The module as its text reads back: with the lengths of regions that readers make.
Module AsRead(Context& ctx, const Module& module);

}  // namespace assay
