#include "ir/ops/layout.h"

#include <algorithm>
#include <cctype>

namespace assay {

std::optional<Layout> Layout::Parse(std::string_view name, std::string_view primal) {
  Layout layout;
  layout.primal_ = primal;
  int64_t factor = 0;
  for (char letter : name) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      factor = factor * 10 + (letter - '0');
      if (factor > (1 << 20)) return std::nullopt;
      continue;
    }
    char dimension = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    bool inner = dimension != letter;
    if (inner != (factor > 0) || primal.find(dimension) == std::string_view::npos) return std::nullopt;
    for (const Part& part : layout.parts_) {
      if (part.dimension == dimension && (part.factor > 0) == inner) return std::nullopt;
    }
    layout.parts_.push_back({dimension, factor});
    factor = 0;
  }
  auto outer = std::count_if(layout.parts_.begin(), layout.parts_.end(), [](const Part& p) { return p.factor == 0; });
  if (factor != 0 || static_cast<size_t>(outer) != primal.size()) return std::nullopt;
  return layout;
}

bool Layout::IsPermutation() const { return parts_.size() == primal_.size(); }

size_t Layout::PlaceOf(char dimension) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].dimension == dimension && parts_[i].factor == 0) return i;
  }
  ASSAY_UNREACHABLE();
}
bool Layout::Takes(std::span<const Expr* const> dims) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    const IntImm* extent = AsInt(dims[i]);
    if (parts_[i].factor > 0 && extent != nullptr && extent->value != parts_[i].factor) return false;
  }
  return true;
}
Dims Layout::ToPrimal(Context& ctx, const Dims& dims) const {
  Dims primal;
  for (char dimension : primal_) {
    const Expr* extent = dims[PlaceOf(dimension)];
    for (const Part& part : parts_) {
      if (part.dimension == dimension && part.factor > 0) extent = MulDims(ctx, extent, MakeInt(ctx, part.factor));
    }
    primal.push_back(extent);
  }
  return primal;
}
Dims Layout::FromPrimal(Context& ctx, const Dims& dims) const {
  Dims own;
  for (const Part& part : parts_) {
    const Expr* whole = dims[primal_.find(part.dimension)];
    for (const Part& split : parts_) {
      bool divides = part.factor == 0 && split.dimension == part.dimension && split.factor > 0;
      if (divides) whole = FloorDivDims(ctx, whole, MakeInt(ctx, split.factor));
    }
    own.push_back(part.factor > 0 ? MakeInt(ctx, part.factor) : whole);
  }
  return own;
}

}  // namespace assay
