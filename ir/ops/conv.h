// What convolutions and transposed convolutions share: attributes, layouts, dtypes, and tensors seen in the order of
// their primal dimensions. Tested by conv_test.cc.
#pragma once

#include "ir/ops/spatial.h"

namespace assay {

struct ConvAttrs {
  Ints strides, dilation;
  Padding padding;
  // Of transposed convolutions alone.
  Ints output_padding;
  int64_t groups = 1;
};
// Nothing where an attribute has a wrong number of entries, or one that is not positive (paddings: negative).
std::optional<ConvAttrs> ReadConv(const Call& call, size_t spatial);

// The kernel's letters: "OI" and the spatial ones; "IO" of transposed convolutions.
std::string KernelLetters(size_t spatial, bool transposed);
struct ConvLayouts {
  Layout data, kernel, out;
  bool ArePermutations() const { return data.IsPermutation() && kernel.IsPermutation() && out.IsPermutation(); }
};
std::optional<ConvLayouts> ReadConvLayouts(const Call& call, size_t spatial, bool transposed);

// What is the same of all convolutions in inference, preconditions 1 to 4; `dims` gives the result in primal order, or
// breaks a further precondition.
using ConvDimsFn = Result<Dims> (*)(const InferIn&, const ConvAttrs&, const Dims& data, const Dims& kernel);
Result<const Type*> InferConvolution(const InferIn& in, bool transposed, ConvDimsFn dims);

// ---- reference evaluation

// A tensor seen in the order of its primal dimensions.
struct SeenTensor {
  SeenTensor(const Tensor& x, const Layout& layout, std::string_view primal);
  int64_t extent(size_t dimension) const { return tensor.shape()[places[dimension]]; }
  Scalar At(const eval::Index& at) const;

  const Tensor& tensor;
  std::vector<size_t> places;
};
// What is summed for one element of the result, and how.
struct ConvRun {
  const SeenTensor& data;
  const SeenTensor& weight;
  const ConvAttrs& attrs;
  DType dtype;
  // Channels and spatial dimensions in the order of the data's layout.
  std::string order;
};
// What sets convolutions apart. `fits`: whether the channels do; `extents`: the result's, in primal order; `at`: the
// sum for one element, by its index in primal order.
struct ConvRule {
  bool transposed = false;
  bool (*fits)(const ConvRun&) = nullptr;
  eval::Index (*extents)(const ConvRun&) = nullptr;
  Scalar (*at)(const ConvRun&, const eval::Index& index) = nullptr;
};
EvalResult EvalConvolution(const EvalIn& in, const ConvRule& rule);
// Why evaluation and lowering cannot do it; empty where they can.
std::string WhyNotConvolved(const Call& call, const ConvLayouts& layouts, DType dtype);

// ---- sampling

// Letters "NCHW" of DataLetters in the order N, spatial, C.
std::string ChannelsLast(size_t spatial);

}  // namespace assay
