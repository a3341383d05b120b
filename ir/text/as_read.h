// What a text can say of a module: it says where a region begins and where it ends, and readers (TVM's, and this one)
// simplify the length between; and it does not say the type of an If, which readers infer from its branches. Tested by
// as_read_test.cc.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/node.h"
#include "ir/tir/node.h"

namespace assay {

// `stop - start`, simplified, as TVM's slices of buffers are.
const Expr* RegionLength(Context& ctx, const Expr* start, const Expr* stop);
// Zero in the buffer's index type, which goes without saying.
bool IsDefaultOffset(const Buffer& buffer);
// The order in which text has a module's functions, which is TVM's: PrimFuncs, external functions, Relax functions,
// each by name; "main" last.
std::vector<const ModuleEntry*> EntriesInTextOrder(const Module& module);
Module InTextOrder(Context& ctx, const Module& module);
// The module as its text reads back: in that order, with the lengths of regions, and the types of Ifs, that readers
// make, and without such offsets.
Module AsRead(Context& ctx, const Module& module);

}  // namespace assay
