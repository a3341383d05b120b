// What the files of attention share: attention.cc (rows, evaluation), attention_lower.cc and
// attention_stages.cc (kernels). Tested by
// attention_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/ops/kernel.h"
#include "ir/ops/op_spec.h"

namespace assay {

struct AttentionMask {
  // Empty, "TopLeft" or "BottomRight".
  std::string_view kind;
  // How many keys a query looks at; not positive: all.
  int64_t window = 0;
  // nullopt: one over the root of the heads' dimension.
  std::optional<double> scale;
  static AttentionMask Of(const Call& call);
};
// Why attention of these operands is refused; empty when it is not.
std::string WhyNoAttention(const Call& call);

Lowered LowerAttention(LowerSite& site, const Call& call);
// Of query, key, value and maybe bias, with as many heads each, all keys of one sequence and no window.
KernelBuffer AttentionInStages(KernelBuilder& k, const Call& call, const std::vector<KernelBuffer>& in);

}  // namespace assay
