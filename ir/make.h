// What the makers of ir/builder.h are written with.
#pragma once

#include "ir/context.h"

namespace assay {

// A fresh node with its type and fields set by `fill`.
template <class T, class Fill>
const T* Make(Context& ctx, Fill&& fill) {
  T* node = ctx.arena.New<T>();
  fill(*node);
  return node;
}

}  // namespace assay
