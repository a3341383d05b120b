// What grad.start_checkpoint and grad.end_checkpoint are about: as TVM's inference has it, these take a variable and
// nothing else, so that no constant may take its place. Used by FoldConstant and CanonicalizeBindings; tested by their
// texts and regressions.
#pragma once

#include "passes/op_names.h"

namespace assay {

// Null for other calls.
inline const Var* CheckpointedBy(const Call* call) {
  bool checkpoint = IsCallOf(call, "relax.grad.start_checkpoint") || IsCallOf(call, "relax.grad.end_checkpoint");
  return checkpoint && !call->args.empty() ? As<Var>(call->args[0]) : nullptr;
}

}  // namespace assay
