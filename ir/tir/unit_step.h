// A step of 1 is none, as the reader has it. Tested through those who simplify steps.
#pragma once

#include "ir/builder.h"
#include "ir/tir/node.h"

namespace assay {

// The loop itself where its step is none, or not known to be 1.
inline const For* WithoutUnitStep(Context& ctx, const For* loop) {
  const IntImm* step = AsInt(loop->step);
  if (step == nullptr || step->value != 1) return loop;
  For* plain = ctx.arena.New<For>(*loop);
  plain->step = nullptr;
  return plain;
}

}  // namespace assay
