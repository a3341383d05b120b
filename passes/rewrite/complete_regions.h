// What another compiler's passes leave may access more than its blocks say, which no rule of that compiler forbids.
// Tested by complete_regions_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module in which each block that names what it accesses names all of it: buffers from outside that it reads or
// writes besides, whole. A block that names nothing stays so, and so do views of memory from outside.
Module CompleteRegions(Context& ctx, const Module& module);

}  // namespace assay
