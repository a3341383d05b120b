// What pools and their gradients share: the windows of a call. Tested by nn_rows_test.cc.
#pragma once

#include "ir/ops/spatial.h"

namespace assay {

struct PoolAttrs {
  Ints size, strides, dilation;
  Padding padding;
  bool ceil_mode = false, count_include_pad = false;
};
// Nothing where an attribute has a wrong number of entries, or one that is not positive (padding: negative).
std::optional<PoolAttrs> ReadPool(const Call& call, size_t spatial);

}  // namespace assay
