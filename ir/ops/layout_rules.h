// Layout rules, as TVM's FRelaxInferLayout: how an operator goes along with the layouts that its arguments have, or
// takes the one that ConvertLayout wants. Where TVM's rule would change results (scatter_nd, stack, a flattened
// repeat), the original layout is kept. A packed layout ("ABCD4b": dimension B split, its inner part of 4 last) goes
// through where TVM's rule takes it and extents are divisible; elsewhere the operator gets the original layout. Tested
// by layout_rules_test.cc.
#pragma once

#include <optional>

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

bool IsPacked(std::string_view letters);
// Whether a tensor of this type (in its original layout) can be packed so without padding.
bool Packs(const Type* type, std::string_view letters);
// The letters of a packed layout: those of `ref` in the places that `from` names, in the order of `to`, numbers kept:
// ("ABCD", "NCHW", "NCHW4c") is "ABCD4b". Nothing when `to` has other letters.
std::optional<std::string> PackedLike(std::string_view ref, std::string_view from, std::string_view to);

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
