// Layout rules, as TVM's FRelaxInferLayout: how an operator goes along with the layouts that its arguments have, or takes
// the one that ConvertLayout wants. Where TVM's rule would change results (scatter_nd, stack, a flattened repeat), the
// original layout is kept. Tested by layout_rules_test.cc: rewritten calls give the same elements.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

using LaidOut = std::variant<LayoutOut, Refused>;

// ---- letters

// "ABC…" of this rank.
std::string OriginalLetters(int rank);
// The layout of a value of this type without conversion.
NestedLayout OriginalLayout(const Type* type);
// The letters of `ref`, taken from the order `from` into the order `to`, both of the same letters:
// ("ABCD", "NCHW", "NHWC") is "ACDB".
std::string ReorderedLike(std::string_view ref, std::string_view from, std::string_view to);
// Where an axis of the original layout stands; negative ones count from the end.
int64_t AxisIn(std::string_view letters, int64_t axis);

// ---- rules

LaidOut LayoutLikeFirst(const LayoutIn& in);
LaidOut LayoutOfBinary(const LayoutIn& in);
LaidOut LayoutOfFma(const LayoutIn& in);
LaidOut LayoutOfReduction(const LayoutIn& in);
LaidOut LayoutOfConcat(const LayoutIn& in);
LaidOut LayoutOfSplit(const LayoutIn& in);
LaidOut LayoutOfExpandDims(const LayoutIn& in);
LaidOut LayoutOfSqueeze(const LayoutIn& in);
LaidOut LayoutOfPermuteDims(const LayoutIn& in);
LaidOut LayoutOfRepeat(const LayoutIn& in);
LaidOut LayoutOfTile(const LayoutIn& in);
// One attribute `axis` of the first argument: softmax, flip, prelu.
LaidOut LayoutWithAxis(const LayoutIn& in);
LaidOut LayoutOfGather(const LayoutIn& in);
LaidOut LayoutOfScatter(const LayoutIn& in);
LaidOut LayoutOfStridedSlice(const LayoutIn& in);
LaidOut LayoutOfConv(const LayoutIn& in);
LaidOut LayoutOfPool(const LayoutIn& in);
LaidOut LayoutOfResize(const LayoutIn& in);
LaidOut LayoutOfNorm(const LayoutIn& in);
LaidOut LayoutOfBatchNorm(const LayoutIn& in);

}  // namespace assay
