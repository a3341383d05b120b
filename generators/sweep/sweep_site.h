// SweepSite: what a row of a sweep offers to an operator's sampler. Where the row says a dtype, a rank, an extent or a
// constant, it gives that, and notes that it did; elsewhere it draws. Tested by op_unit_test.cc.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "generators/sweep/sweep_unit.h"
#include "ir/ops/op_spec.h"

namespace assay {

inline constexpr size_t kSweptDTypes = 3;
// Of the last dimension, of the first, and of those between.
inline constexpr size_t kSweptDims = 3;
inline constexpr int kMostSweptRank = 4;

// What a site is to give; what is not set is drawn.
struct SiteWish {
  std::array<DType, kSweptDTypes> dtypes = {};
  int rank = -1;
  std::array<int, kSweptDims> extents = {-1, -1, -1};
  std::optional<bool> symbolic;
  std::optional<bool> constant;
  // Which special value a constant has.
  size_t value = 0;
  uint64_t draw = 0;
};
// What it was asked for, and gave.
struct SiteGave {
  // Void where there was no such question; the union of the sets that were asked for.
  std::array<DType, kSweptDTypes> dtypes = {};
  std::array<uint8_t, kSweptDTypes> sets = {};
  // Whether a dtype may be a float of fewer than 16 bits.
  std::array<bool, kSweptDTypes> narrow = {};
  int rank = -1, least_rank = kMostSweptRank, most_rank = -1;
  std::array<int, kSweptDims> extents = {-1, -1, -1};
  bool dims = false;
  bool tensors = false;
  // Whether a first tensor could have been a constant, and was one.
  bool could_be_constant = false, constant = false;
};

class SweepSite final : public SampleSite {
 public:
  // `dtypes`: those to draw from.
  SweepSite(Context& ctx, const std::vector<DType>& dtypes, const SiteWish& wish, const SweptPlace& place);

  Context& ctx() override { return ctx_; }
  ByteSource& bytes() override { return bytes_; }
  const Expr* Tensor(const TensorRequest& wish) override;
  const Expr* Dim() override;
  DType PickDType(DTypeSet set) override;
  const Call* KernelCall() override { return nullptr; }
  const VDevice* Device() override { return nullptr; }

  const SiteGave& gave() const { return gave_; }
  const std::vector<const Var*>& params() const { return params_; }
  // Variables that stand for extents, each with the place of its extent.
  struct Symbol {
    size_t extent;
    const Var* var;
  };
  const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  const Expr* Extent(size_t which);
  std::vector<const Expr*> FreshDims(const TensorRequest& wish);
  const Expr* ConstantOf(DType dtype, const std::vector<const Expr*>& dims);

  Context& ctx_;
  const std::vector<DType>& dtypes_;
  SiteWish wish_;
  SweptPlace place_;
  ByteSource bytes_;
  SiteGave gave_;
  std::vector<const Var*> params_;
  std::vector<Symbol> symbols_;
  size_t picks_ = 0, dims_ = 0, tensors_ = 0;
};

}  // namespace assay
