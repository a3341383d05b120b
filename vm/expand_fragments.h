// Tiles of tensor cores (wmma): a warp fills, loads, multiplies and stores them by calls. Here loops take the calls'
// place, so that every engine runs them: a tile lies row by row in the memory of one thread, the first of its warp,
// which does all of the work. Sources: TVM's CodeGenCUDA::VisitExpr_ of the four calls, CUDA's nvcuda::wmma. Tested by
// llvm/expand_fragments_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with loops in place of each tvm_fill_fragment, tvm_load_matrix_sync, tvm_mma_sync and
// tvm_store_matrix_sync whose tiles' sizes are constants. Numbers are multiplied in the dtype of the sum, in order of
// the column of `a`. A product of tiles whose sizes no other call of the kernel says stays as it is.
Module ExpandFragments(Context& ctx, const Module& module);

}  // namespace assay
