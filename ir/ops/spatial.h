// Windows over the last dimensions of images: what pools, convolutions and pads share in reading attributes, in types
// and in padding stages. "Spatial" dimensions are W, HW or DHW of NCW, NCHW or NCDHW. Tested by the rows' own tests.
#pragma once

#include "ir/ops/eval_index.h"
#include "ir/ops/layout.h"
#include "ir/ops/row_types.h"

namespace assay {

using Ints = std::vector<int64_t>;

// "NCW", "NCHW" or "NCDHW" for 1, 2 or 3 spatial dimensions; their letters alone.
std::string_view DataLetters(size_t spatial);
std::string_view SpatialLetters(size_t spatial);

// The number of spatial dimensions that an operator's name says: 2 of "nn.conv2d_transpose".
size_t SpatialOf(std::string_view name);
// recursion: none, it calls another overload
inline size_t SpatialOf(const Call& call) { return SpatialOf(As<Op>(call.op)->name.text()); }

// One number stands for all dimensions; nothing where there are neither one nor `spatial`.
std::optional<Ints> OnePerDim(Ints given, size_t spatial);
struct Padding {
  Ints before, after;
};
// One number for all, one for each dimension, or all before and then all after.
std::optional<Padding> ReadPadding(const Ints& given, size_t spatial);
bool ArePositive(const Ints& values);
bool AreNatural(const Ints& values);

// The layout of the result: `out_layout`, or where that is None the layout in attribute `data`.
std::string_view OutLayoutName(const Call& call, std::string_view data);
// Places of the spatial dimensions in a layout.
std::vector<size_t> SpatialPlaces(const Layout& layout, size_t spatial);
// No spatial dimension is split.
bool HasWholeSpatial(std::string_view layout, size_t spatial);

// ---- types

// floor((in + padding - dilation * (window - 1) - 1) / stride) + 1
const Expr* WindowCount(Context& ctx, const Expr* in, const Expr* window, int64_t padding, int64_t stride,
                        int64_t dilation);

// ---- lowering

// Which bounds a padded dimension is compared with: both, or where something is added.
enum class PadBounds { kBoth, kPadded };
// Stage "pad_temp": x with `before` and `after` elements of `fill` around each dimension, lists in x's own order.
KernelBuffer PadStage(KernelBuilder& k, const KernelBuffer& x, const Ints& before, const Ints& after, Term fill,
                      PadBounds bounds = PadBounds::kBoth);

// ---- sampling

const Attr* IntsOf(Context& ctx, const Ints& values);
// `count` numbers in [low, high]. Three of them mostly stay at 2 or below: their products are what a kernel costs.
Ints SampleInts(SampleSite& site, size_t count, int64_t low, int64_t high);

}  // namespace assay
