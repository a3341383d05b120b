// Calls that LegalizeOps has lowered to one call of a kernel: the same operator with the same attributes on variables
// of the same types becomes the same kernel, so that it need not be made and compared again. Tested by
// known_kernels_test.cc.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/context.h"

namespace assay {

class KnownKernels {
 public:
  // The lowered form of a call that is like one that was added; null when there is none.
  const Call* Find(Context& ctx, const Call* call) const;
  // Remembers that `call` became `lowered`, where that says what becomes of calls like it: a call_tir whose arguments
  // are those of `call`, which are distinct variables, and numbers.
  void Add(const Call* call, const Call* lowered);

 private:
  struct Entry {
    const Call* call;
    const Call* lowered;
    // Of each argument of the kernel: the call's argument that it is, or -1.
    std::vector<int> sources;
  };
  std::unordered_multimap<size_t, Entry> entries_;
};

}  // namespace assay
