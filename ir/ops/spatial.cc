#include "ir/ops/spatial.h"

#include <algorithm>
#include <cctype>

namespace assay {

std::string_view DataLetters(size_t spatial) {
  static constexpr std::string_view kLetters[] = {"NCW", "NCHW", "NCDHW"};
  return kLetters[spatial - 1];
}
std::string_view SpatialLetters(size_t spatial) { return DataLetters(spatial).substr(2); }

size_t SpatialOf(std::string_view name) { return static_cast<size_t>(name[name.find_first_of("123")] - '0'); }

std::optional<Ints> OnePerDim(Ints given, size_t spatial) {
  if (given.size() == 1) given.resize(spatial, given[0]);
  if (given.size() != spatial) return std::nullopt;
  return given;
}
std::optional<Padding> ReadPadding(const Ints& given, size_t spatial) {
  std::optional<Ints> same = OnePerDim(given, spatial);
  if (same && !(spatial == 1 && given.size() == 2)) return Padding{*same, *same};
  if (given.size() != 2 * spatial) return std::nullopt;
  auto middle = given.begin() + static_cast<std::ptrdiff_t>(spatial);
  return Padding{Ints(given.begin(), middle), Ints(middle, given.end())};
}
bool ArePositive(const Ints& values) {
  return std::all_of(values.begin(), values.end(), [](int64_t v) { return v > 0; });
}
bool AreNatural(const Ints& values) {
  return std::all_of(values.begin(), values.end(), [](int64_t v) { return v >= 0; });
}

std::string_view OutLayoutName(const Call& call, std::string_view data) {
  return TextAttr(call, IsNullAttr(call, "out_layout") ? data : "out_layout");
}
std::vector<size_t> SpatialPlaces(const Layout& layout, size_t spatial) {
  std::vector<size_t> places;
  for (char letter : SpatialLetters(spatial)) places.push_back(layout.PlaceOf(letter));
  return places;
}
bool HasWholeSpatial(std::string_view layout, size_t spatial) {
  std::string_view letters = SpatialLetters(spatial);
  return std::none_of(letters.begin(), letters.end(), [&](char letter) {
    return layout.find(static_cast<char>(std::tolower(letter))) != std::string_view::npos;
  });
}

const Expr* WindowCount(Context& ctx, const Expr* in, const Expr* window, int64_t padding, int64_t stride,
                        int64_t dilation) {
  const Expr* one = MakeInt(ctx, 1);
  const Expr* reach = MulDims(ctx, MakeInt(ctx, dilation), SubDims(ctx, window, one));
  const Expr* padded = AddDims(ctx, in, MakeInt(ctx, padding - 1));
  return AddDims(ctx, FloorDivDims(ctx, SubDims(ctx, padded, reach), MakeInt(ctx, stride)), one);
}

KernelBuffer PadStage(KernelBuilder& k, const KernelBuffer& x, const Ints& before, const Ints& after, Term fill,
                      PadBounds bounds) {
  Terms dims = x.dims();
  for (size_t d = 0; d < dims.size(); ++d) dims[d] = Simplified(dims[d] + (before[d] + after[d]));
  return k.Compute("pad_temp", Axes("i", dims), [&](const Terms& at) {
    Terms source = at;
    Term inside(k.ctx(), MakeBool(k.ctx(), true));
    for (size_t d = 0; d < at.size(); ++d) {
      if (before[d] == 0 && after[d] == 0) continue;
      Term low = k.Int(before[d]);
      bool both = bounds == PadBounds::kBoth;
      if (both || before[d] != 0) inside = inside && low <= at[d];
      if (both || after[d] != 0) inside = inside && IsBelow(at[d], x.dim(static_cast<int>(d)) + before[d]);
      source[d] = at[d] - low;
    }
    return IfThenElseOf(inside, x(source), fill);
  });
}

const Attr* IntsOf(Context& ctx, const Ints& values) { return MakeAttrInts(ctx, values); }
Ints SampleInts(SampleSite& site, size_t count, int64_t low, int64_t high) {
  if (count == 3 && !site.bytes().Chance(1, 8)) high = std::max(low, std::min<int64_t>(high, 2));
  Ints values;
  for (size_t i = 0; i < count; ++i) values.push_back(site.bytes().Between(low, high));
  return values;
}

}  // namespace assay
