// Giving a sampler what a row of a sweep says (sweep_site.h).
#include "generators/sweep/sweep_site.h"

#include <algorithm>

#include "generators/modules/dims.h"
#include "generators/modules/plan.h"

namespace assay {
namespace {

// Longer constants would make modules unreadable.
constexpr int64_t kMostConstantElements = 64;

}  // namespace

SweepSite::SweepSite(Context& ctx, const std::vector<DType>& dtypes, const SiteWish& wish, const SweptPlace& place)
    : ctx_(ctx), dtypes_(dtypes), wish_(wish), place_(place), bytes_(ByteSource::FromSeed(wish.draw)) {
  // Drawn once for all tensors; of the extents, those that are not 0 come up more often than that.
  for (int& extent : wish_.extents) {
    if (extent < 0) extent = static_cast<int>(bytes_.Chance(1, 8) ? 0 : 1 + bytes_.Below(kSweptExtents.size() - 2));
  }
  if (!wish_.symbolic) wish_.symbolic = bytes_.Chance(1, 4);
  if (!wish_.constant) wish_.constant = bytes_.Chance(1, 8);
}

DType SweepSite::PickDType(DTypeSet set) {
  size_t pick = picks_++;
  bool counted = pick < kSweptDTypes;
  if (counted) {
    gave_.sets[pick] |= set;
    gave_.narrow[pick] = gave_.narrow[pick] || set == kAnyDType;
  }
  DType dtype = counted ? wish_.dtypes[pick] : DType::Void();
  if (dtype.IsVoid() || !TakesDType(set, dtype)) {
    std::vector<DType> fitting;
    std::ranges::copy_if(dtypes_, std::back_inserter(fitting), [&](DType d) { return TakesDType(set, d); });
    if (fitting.empty()) return Contains(set, DType::Float(32)) ? DType::Float(32) : DType::Int(32);
    dtype = bytes_.Pick(fitting);
  }
  if (counted) gave_.dtypes[pick] = dtype;
  return dtype;
}

// The extent is a number, or a symbol that stands for it.
const Expr* SweepSite::Extent(size_t which) {
  gave_.dims = true;
  gave_.extents[which] = wish_.extents[which];
  if (!*wish_.symbolic) return MakeInt(ctx_, kSweptExtents[static_cast<size_t>(wish_.extents[which])]);
  auto named = std::ranges::find(symbols_, which, &Symbol::extent);
  if (named != symbols_.end()) return named->var;
  const Var* var = MakeVar(ctx_, SweptSymbolName(place_.symbol + symbols_.size()), DType::Int(64));
  symbols_.push_back({which, var});
  return var;
}

const Expr* SweepSite::Dim() { return Extent(dims_++ % kSweptDims); }

std::vector<const Expr*> SweepSite::FreshDims(const TensorRequest& wish) {
  int least = wish.min_rank, most = std::max(least, std::min(wish.max_rank, kMostSweptRank));
  int rank = least + static_cast<int>(bytes_.Below(static_cast<uint64_t>(most - least + 1)));
  if (wish_.rank >= least && wish_.rank <= most) rank = wish_.rank;
  if (least < most) {
    gave_.least_rank = std::min(gave_.least_rank, least);
    gave_.most_rank = std::max(gave_.most_rank, most);
    if (gave_.rank < 0) gave_.rank = rank;
  }
  std::vector<const Expr*> dims;
  for (int i = 0; i < rank; ++i) dims.push_back(Extent(i == rank - 1 ? 0 : i == 0 ? 1 : 2));
  return dims;
}

const Expr* SweepSite::ConstantOf(DType dtype, const std::vector<const Expr*>& dims) {
  std::vector<int64_t> shape;
  for (const Expr* dim : dims) shape.push_back(As<IntImm>(dim)->value);
  return MakeConstant(ctx_, SpecialTensor(dtype, shape, wish_.value, tensors_));
}

const Expr* SweepSite::Tensor(const TensorRequest& wish) {
  DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
  std::vector<const Expr*> dims = wish.has_shape ? wish.shape : FreshDims(wish);
  bool fixed =
      std::ranges::all_of(dims, IsConstantDim) && LargestCount(dims) > 0 && LargestCount(dims) <= kMostConstantElements;
  bool first = tensors_++ == 0;
  if (first && fixed) {
    gave_.could_be_constant = true;
    gave_.constant = *wish_.constant;
    if (gave_.constant) return ConstantOf(dtype, dims);
  }
  gave_.tensors = true;
  std::string name = "x" + std::to_string(place_.param + params_.size());
  params_.push_back(MakeVar(ctx_, name, MakeTensorType(ctx_, dims, dtype)));
  return params_.back();
}

}  // namespace assay
