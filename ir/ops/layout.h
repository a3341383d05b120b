// Data layouts by name: "NCHW", "HWIO", or with a split dimension "NCHW16c": a capital letter is a dimension, a number
// with a small letter the inner part of that dimension. Tested by conv_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ops/infer_rules.h"

namespace assay {

class Layout {
 public:
  // Nothing when the name is no layout of exactly the dimensions in `primal` ("NCHW" in any order).
  static std::optional<Layout> Parse(std::string_view name, std::string_view primal);

  int rank() const { return static_cast<int>(parts_.size()); }
  // No dimension is split: the layout is an order of the primal dimensions.
  bool IsPermutation() const;
  // Place of a whole dimension, by its capital letter.
  size_t PlaceOf(char dimension) const;
  // Whether split parts have their lengths in these dimensions, or ones that are not known.
  bool Takes(std::span<const Expr* const> dims) const;
  // Dimensions in the order of `primal`, from dimensions in this layout, and back.
  Dims ToPrimal(Context& ctx, const Dims& dims) const;
  Dims FromPrimal(Context& ctx, const Dims& dims) const;

 private:
  struct Part {
    char dimension;
    // 0: the whole dimension, or what is outside of its split part; else the length of the split part.
    int64_t factor;
  };
  std::string_view primal_;
  std::vector<Part> parts_;
};

}  // namespace assay
