// Calls by which a warp fills, loads, multiplies and stores tiles of tensor cores (wmma). Tested by
// vm/llvm/expand_fragments_test.cc.
#pragma once

#include <algorithm>
#include <array>

#include "ir/prim/intrinsics.h"
#include "ir/tir/node.h"

namespace assay {

// Null for any other call, and for what is none.
inline const Call* AsTileCall(const Node* node) {
  constexpr std::array kTileCalls{IntrinsicId::tvm_fill_fragment, IntrinsicId::tvm_load_matrix_sync,
                                  IntrinsicId::tvm_mma_sync, IntrinsicId::tvm_store_matrix_sync};
  const auto* call = As<Call>(node);
  bool of_tiles =
      call != nullptr && std::ranges::any_of(kTileCalls, [&](IntrinsicId id) { return IsCallOf(call, id); });
  return of_tiles ? call : nullptr;
}
// Whether the memory is a tile: registers of the warp, in which elements have no places.
inline bool IsTile(const Buffer& buffer) { return buffer.scope.text().starts_with("wmma."); }

}  // namespace assay
