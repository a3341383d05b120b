// Which calls of composite functions in a row go to one external compiler together. As TVM's CompositeGroupsBuilder:
// a call joins the groups of its arguments unless another group would then both need it and be needed by it.
// Tested by testdata/merge_composite_functions.
#pragma once

#include <string_view>

#include "passes/fuse/partition.h"

namespace assay {

// "dnnl" of "dnnl.conv2d_relu".
std::string_view CodegenName(std::string_view composite);
// The attributes of a composite function's copy inside another function: it becomes no kernel of its own, and a symbol
// stays with the function of the module.
const AttrDict* LocalAttrs(Context& ctx, const AttrDict* composite);

// match_cast, If and nested functions stay in groups of their own.
Partition CompositeGroups(Context& ctx, const Module& module, const Function* func);

}  // namespace assay
