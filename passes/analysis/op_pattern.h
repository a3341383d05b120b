// What a kernel does to its elements, as coarse as operator fusion needs it (TVM's OpPatternKind): the block structure
// of a PrimFunc decides. Tested by op_pattern_test.cc and testdata/annotate_tir_op_pattern.
#pragma once

#include <string_view>

#include "ir/module.h"

namespace assay {

// TVM's numbers, which stand in the attribute "op_pattern"; a greater one fuses less.
enum class OpPattern : int64_t {
  // Each output element needs the input element at its own place.
  kElemWise = 0,
  // The same with dimensions that the input lacks.
  kBroadcast = 1,
  // Each output element needs one input element, at a place that its own place determines.
  kInjective = 2,
  // A reduction over whole axes.
  kCommReduce = 3,
  // A convolution or the like: elementwise kernels may follow in the same function.
  kOutEWiseFusable = 4,
  kTuple = 7,
  kOpaque = 8,
};
inline constexpr std::string_view kOpPatternAttr = "op_pattern";

OpPattern AnalyzeOpPattern(const PrimFunc* kernel);
// What the attribute says; kOpaque when it says nothing.
OpPattern AnnotatedOpPattern(const PrimFunc* kernel);

}  // namespace assay
