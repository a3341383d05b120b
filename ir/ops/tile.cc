// Repeating elements: tile (the whole tensor) and repeat (each slice). Tested by manipulate_test.cc.
#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

constexpr Operand kData[] = {{"data"}};

// ---- tile

// The factor of each dimension of the result: repeats aligned at the last dimension, 1 where there are fewer.
std::vector<int64_t> TileFactors(const Call& call, int rank) {
  std::vector<int64_t> factors = IntsAttr(call, "repeats");
  if (static_cast<int>(factors.size()) < rank) {
    factors.insert(factors.begin(), static_cast<size_t>(rank) - factors.size(), 1);
  }
  return factors;
}
Result<const Type*> InferTile(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::vector<int64_t> repeats = IntsAttr(in.call, "repeats");
  bool negative = std::any_of(repeats.begin(), repeats.end(), [](int64_t n) { return n < 0; });
  if (negative) return Broken(in, 1, "factors of 0 or more", fact::Attr{"repeats"});
  if (x->rank == kUnknownRank) return LikeWithRank(in.ctx, x, kUnknownRank);
  std::vector<int64_t> factors = TileFactors(in.call, x->rank);
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) {
    bool same = static_cast<int>(factors.size()) == x->rank &&
                std::all_of(factors.begin(), factors.end(), [](int64_t n) { return n == 1; });
    return same ? x : LikeWithRank(in.ctx, x, static_cast<int>(factors.size()));
  }
  Dims dims;
  size_t fresh = factors.size() - shape->values.size();
  for (size_t i = 0; i < factors.size(); ++i) {
    const Expr* factor = MakeInt(in.ctx, factors[i]);
    const Expr* dim = i < fresh ? factor : shape->values[i - fresh];
    dims.push_back(i < fresh || AsInt(factor)->value == 1 ? dim : MulDims(in.ctx, dim, factor));
  }
  return LikeWithDims(in.ctx, x, dims);
}
EvalResult EvalTile(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Index shape = TileFactors(in.call, x.rank());
  size_t fresh = shape.size() - x.shape().size();
  for (size_t i = fresh; i < shape.size(); ++i) shape[i] *= x.shape()[i - fresh];
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source(i.begin() + static_cast<std::ptrdiff_t>(fresh), i.end());
    for (size_t d = 0; d < source.size(); ++d) source[d] %= x.shape()[d];
    return eval::At(x, source);
  });
}
Lowered LowerTile(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "tile", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute("T_tile", Axes("ax", dims), [&](const Terms& i) {
      Terms source;
      size_t fresh = i.size() - static_cast<size_t>(x.rank());
      for (int d = 0; d < x.rank(); ++d) source.push_back(i[fresh + static_cast<size_t>(d)] % x.dim(d));
      return x(source);
    })};
  });
}
const Call* SampleTile(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 0, 4));
  std::vector<int64_t> repeats;
  uint64_t count = 1 + site.bytes().Below(4);
  for (uint64_t i = 0; i < count; ++i) repeats.push_back(site.bytes().Between(1, count == 4 ? 2 : 3));
  return MakeOpCall(site.ctx(), row, {x}, {{"repeats", MakeAttrInts(site.ctx(), repeats)}});
}
constexpr AttrSpec kTileAttrs[] = {{"repeats", AttrKind::kIntList, ""}};
constexpr Precondition kTileRules[] = {{"tile.r1", "factors are not negative"}};

// ---- repeat

Result<const Type*> InferRepeat(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  int64_t repeats = IntAttr(in.call, "repeats");
  if (repeats < 0) return Broken(in, 1, "repeats of 0 or more", fact::Attr{"repeats"});
  bool given = !IsNullAttr(in.call, "axis");
  if (given && x->rank != kUnknownRank && !NormalizeAxis(IntAttr(in.call, "axis"), x->rank)) {
    return BadAxis(in, 2, "axis", x->rank);
  }
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) {
    if (given && repeats == 1) return x;
    return LikeWithRank(in.ctx, x, given ? x->rank : 1);
  }
  const Expr* factor = MakeInt(in.ctx, repeats);
  Dims dims(shape->values.begin(), shape->values.end());
  if (!given) {
    for (const Expr* dim : dims) factor = MulDims(in.ctx, factor, dim);
    return LikeWithDims(in.ctx, x, {factor});
  }
  const Expr*& along = dims[static_cast<size_t>(*NormalizeAxis(IntAttr(in.call, "axis"), x->rank))];
  along = MulDims(in.ctx, along, factor);
  return LikeWithDims(in.ctx, x, dims);
}
EvalResult EvalRepeat(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  int64_t repeats = IntAttr(in.call, "repeats");
  if (IsNullAttr(in.call, "axis")) {
    return eval::Fill(x.dtype(), {x.size() * repeats}, [&](const Index& i) { return x.At(i[0] / repeats); });
  }
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  Index shape = x.shape();
  shape[static_cast<size_t>(*axis)] *= repeats;
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source = i;
    source[static_cast<size_t>(*axis)] /= repeats;
    return eval::At(x, source);
  });
}
// x in one dimension, as reshape's kernel does it.
KernelBuffer Flattened(KernelBuilder& k, const KernelBuffer& x) {
  Term count = k.Int(1);
  for (const Term& dim : x.dims()) count = count * dim;
  return Reshaped(k, x, {Simplified(count)});
}
Lowered LowerRepeat(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "repeat", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    bool flat = IsNullAttr(call, "axis");
    KernelBuffer x = flat ? Flattened(k, in[0]) : in[0];
    auto axis = static_cast<size_t>(flat ? 0 : *NormalizeAxis(IntAttr(call, "axis"), x.rank()));
    Terms dims = x.dims();
    dims[axis] = IntAttr(call, "repeats") * dims[axis];
    return std::vector{k.Compute("T_repeat", Axes("ax", dims), [&](const Terms& i) {
      Terms source = i;
      source[axis] = i[axis] / IntAttr(call, "repeats");
      return x(source);
    })};
  });
}
const Call* SampleRepeat(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  AttrItems attrs{{"repeats", MakeAttrInt(ctx, site.bytes().Between(1, 3))}};
  if (site.bytes().Chance(3, 4)) {
    attrs.emplace_back("axis", MakeAttrInt(ctx, SampleAxis(site, static_cast<int>(SampledDims(x).size()))));
  }
  return MakeOpCall(ctx, row, {x}, attrs);
}
constexpr AttrSpec kRepeatAttrs[] = {{"repeats", AttrKind::kInt, ""}, {"axis", AttrKind::kInt, "None"}};
constexpr Precondition kRepeatRules[] = {
    {"repeat.r1", "repeats is not negative"},
    {"repeat.r2", "axis is in [-rank, rank)"},
};

constexpr OpSpec kTile[] = {
    {.name = "tile",
     .doc =
         "The whole tensor repeats[i] times along dimension i; factors and dimensions are aligned at the last, missing "
         "ones are 1. Bits are kept.",
     .operands = kData,
     .attrs = kTileAttrs,
     .preconditions = kTileRules,
     .infer = InferTile,
     .eval = EvalTile,
     .lower = {LowerTile},
     .sample = SampleTile,
     .tolerance = Exact(),
     .layout = LayoutOfTile},
    {.name = "repeat",
     .doc =
         "Each slice along axis `repeats` times in a row; without axis, each element of the flattened tensor. Bits are "
         "kept.",
     .operands = kData,
     .attrs = kRepeatAttrs,
     .preconditions = kRepeatRules,
     .infer = InferRepeat,
     .eval = EvalRepeat,
     .lower = {LowerRepeat},
     .sample = SampleRepeat,
     .tolerance = Exact(),
     .layout = LayoutOfRepeat},
};
static_assert(AllComplete(kTile));

}  // namespace

std::span<const OpSpec> TileOps() { return kTile; }

}  // namespace assay
