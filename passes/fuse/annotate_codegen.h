// Composite functions get a function around them that says which external compiler takes them ("Codegen"), as TVM's
// CompositeFunctionAnnotator: what MergeCompositeFunctions does for several at once. Tested by
// testdata/fuse_ops_by_pattern.
#pragma once

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// Each composite function that a function of the module calls gives way to a public one that contains it.
Result<Module> AnnotateCodegen(Context& ctx, const Module& module);

}  // namespace assay
