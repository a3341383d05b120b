// What the files of non-maximum suppression share: nms.cc (rows), nms_eval.cc and nms_lower.cc (kernels).
// Tested by nms_test.cc.
#pragma once

#include <string>

#include "ir/ops/op_spec.h"

namespace assay {

// Attributes that TVM's kernel rounds to float32 first: the score that a box must exceed, and what an overlap's square
// is multiplied by in the exponent of a decay.
struct NmsNumbers {
  double score = 0;
  double decay = 0;
  static NmsNumbers Of(const Call& call);
};
// Why all_class_non_max_suppression of these operands is refused; empty when it is not.
std::string WhyNotAllClassNms(const Call& call);

EvalResult EvalNms(const EvalIn& in);
EvalResult EvalAllClassNms(const EvalIn& in);
Lowered LowerNms(LowerSite& site, const Call& call);
Lowered LowerAllClassNms(LowerSite& site, const Call& call);

}  // namespace assay
