// Which variables the signature of a kernel defines. Tested by testdata/fuse_tir and
// testdata/split_layout_rewrite_preproc.
#pragma once

#include <unordered_set>

#include "ir/tir/node.h"

namespace assay {

// The parameters, and what stands alone in their buffers as an extent, a stride or an offset.
inline std::unordered_set<const Var*> SignatureVars(Nodes<Var> params, Nodes<Buffer> buffers) {
  std::unordered_set<const Var*> defined(params.begin(), params.end());
  for (const Buffer* buffer : buffers) {
    if (buffer == nullptr) continue;
    defined.insert(buffer->data);
    for (Nodes<Expr> extents : {buffer->shape, buffer->strides}) {
      for (const Expr* extent : extents) defined.insert(As<Var>(extent));
    }
    defined.insert(As<Var>(buffer->elem_offset));
  }
  defined.erase(nullptr);
  return defined;
}

}  // namespace assay
