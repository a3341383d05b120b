// Moving and renaming dimensions: permute_dims, expand_dims, squeeze, flip. Tested by manipulate_test.cc.
#include <algorithm>
#include <numeric>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

constexpr Operand kOneTensor[] = {{"x"}};

// ---- permute_dims

// Where dimension i of the result comes from: axes made non-negative, or all dimensions backwards.
std::vector<int> Permutation(const Call& call, int rank) {
  std::vector<int> order(static_cast<size_t>(rank));
  std::iota(order.rbegin(), order.rend(), 0);
  if (IsNullAttr(call, "axes")) return order;
  std::vector<int64_t> axes = IntsAttr(call, "axes");
  for (size_t i = 0; i < order.size(); ++i) order[i] = NormalizeAxis(axes[i], rank).value_or(0);
  return order;
}

Result<const Type*> InferPermuteDims(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  bool given = !IsNullAttr(in.call, "axes");
  if (x->rank == kUnknownRank && !given) return LikeWithRank(in.ctx, x, kUnknownRank);
  int rank = x->rank;
  if (given) {
    std::vector<int64_t> axes = IntsAttr(in.call, "axes");
    if (rank == kUnknownRank)
      return Broken(in, 1, "a known rank where axes are given", fact::Arg{0}, fact::Attr{"axes"});
    if (static_cast<int>(axes.size()) != rank)
      return Broken(in, 1, fmt::format("{} axes", rank), fact::Attr{"axes"}, fact::Arg{0});
    ASSAY_RETURN_IF_ERROR(NormalizeAxes(in, 2, axes, rank));
  }
  std::vector<int> order = Permutation(in.call, rank);
  if (std::is_sorted(order.begin(), order.end())) return x;
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return LikeWithRank(in.ctx, x, rank);
  Dims dims;
  for (int from : order) dims.push_back(shape->values[static_cast<size_t>(from)]);
  return LikeWithDims(in.ctx, x, dims);
}
EvalResult EvalPermuteDims(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (!IsNullAttr(in.call, "axes") && static_cast<int>(IntsAttr(in.call, "axes").size()) != x.rank()) {
    return eval::ShapeMismatch(in, "axes has another length than x has dimensions");
  }
  std::vector<int> order = Permutation(in.call, x.rank());
  Index shape;
  for (int from : order) shape.push_back(x.shape()[static_cast<size_t>(from)]);
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source(i.size());
    for (size_t d = 0; d < i.size(); ++d) source[static_cast<size_t>(order[d])] = i[d];
    return eval::At(x, source);
  });
}
Lowered LowerPermuteDims(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "transpose", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    std::vector<int> order = Permutation(call, x.rank());
    Terms dims;
    for (int from : order) dims.push_back(x.dim(from));
    return std::vector{k.Compute("T_transpose", Axes("ax", dims), [&](const Terms& i) {
      Terms source = i;
      for (size_t d = 0; d < i.size(); ++d) source[static_cast<size_t>(order[d])] = i[d];
      return x(source);
    })};
  });
}
const Call* SamplePermuteDims(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 0, 4));
  if (site.bytes().Chance(1, 3)) return MakeOpCall(site.ctx(), row, {x});
  std::vector<int64_t> axes(SampledDims(x).size());
  std::iota(axes.begin(), axes.end(), 0);
  // What many rules look for: matrices that are transposed one by one.
  bool transposes = axes.size() >= 2 && site.bytes().Chance(1, 3);
  if (transposes) std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  for (size_t i = axes.size(); i > 1 && !transposes; --i) std::swap(axes[i - 1], axes[site.bytes().Below(i)]);
  return MakeOpCall(site.ctx(), row, {x}, {{"axes", MakeAttrInts(site.ctx(), axes)}});
}
constexpr AttrSpec kPermuteAttrs[] = {{"axes", AttrKind::kIntList, "None"}};
constexpr Precondition kPermuteRules[] = {
    {"permute_dims.r1", "axes has as many entries as x has dimensions"},
    {"permute_dims.r2", "axes are distinct and in [-rank, rank)"},
};

// ---- expand_dims

// For each dimension of the result, whether it is a new one.
std::vector<bool> NewDims(const std::vector<int64_t>& axes, int out_rank) {
  std::vector<bool> fresh(static_cast<size_t>(out_rank));
  for (int64_t axis : axes) fresh[static_cast<size_t>(NormalizeAxis(axis, out_rank).value_or(0))] = true;
  return fresh;
}
Result<const Type*> InferExpandDims(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::vector<int64_t> axes = IntsAttr(in.call, "axis");
  if (axes.empty()) return x;
  if (x->rank == kUnknownRank) return LikeWithRank(in.ctx, x, kUnknownRank);
  int rank = x->rank + static_cast<int>(axes.size());
  ASSAY_RETURN_IF_ERROR(NormalizeAxes(in, 1, axes, rank));
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return LikeWithRank(in.ctx, x, rank);
  Dims dims;
  size_t next = 0;
  for (bool fresh : NewDims(axes, rank)) dims.push_back(fresh ? MakeInt(in.ctx, 1) : shape->values[next++]);
  return LikeWithDims(in.ctx, x, dims);
}
EvalResult EvalExpandDims(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  std::vector<int64_t> axes = IntsAttr(in.call, "axis");
  Index shape;
  size_t next = 0;
  for (bool fresh : NewDims(axes, x.rank() + static_cast<int>(axes.size()))) {
    shape.push_back(fresh ? 1 : x.shape()[next++]);
  }
  // Extents of 1 move no element.
  int64_t at = 0;
  return eval::Fill(x.dtype(), shape, [&](const Index&) { return x.At(at++); });
}
Lowered LowerExpandDims(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "expand_dims", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    std::vector<bool> fresh = NewDims(IntsAttr(call, "axis"), static_cast<int>(dims.size()));
    return std::vector{k.Compute("expand_dims", Axes("i", dims), [&](const Terms& i) {
      Terms kept;
      for (size_t d = 0; d < i.size(); ++d) {
        if (!fresh[d]) kept.push_back(i[d]);
      }
      return x(kept);
    })};
  });
}
const Call* SampleExpandDims(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 0, 4));
  int rank = static_cast<int>(SampledDims(x).size()) + 1;
  std::vector<int64_t> axes{SampleAxis(site, rank)};
  return MakeOpCall(site.ctx(), row, {x}, {{"axis", MakeAttrInts(site.ctx(), axes)}});
}
constexpr AttrSpec kExpandDimsAttrs[] = {{"axis", AttrKind::kIntList, ""}};
constexpr Precondition kExpandDimsRules[] = {
    {"expand_dims.r1", "axes are distinct and in [-rank, rank) of the result"}};

// ---- squeeze

// TVM: with axes, those whose extent is 1 or symbolic are dropped and others stay; without, all constant 1s are
// dropped.
Result<const Type*> InferSqueeze(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  bool given = !IsNullAttr(in.call, "axis");
  std::vector<int64_t> attr = given ? IntsAttr(in.call, "axis") : std::vector<int64_t>();
  if (given && attr.empty()) return x;
  if (x->rank == kUnknownRank) return LikeWithRank(in.ctx, x, kUnknownRank);
  ASSAY_TRY(std::vector<int> axes, NormalizeAxes(in, 1, attr, x->rank));
  std::optional<Dims> known = DimsOf(x);
  if (!known) return LikeWithRank(in.ctx, x, given ? x->rank - static_cast<int>(axes.size()) : kUnknownRank);
  Dims dims;
  for (size_t i = 0; i < known->size(); ++i) {
    const IntImm* extent = AsInt((*known)[i]);
    if (!given && extent == nullptr) return LikeWithRank(in.ctx, x, kUnknownRank);
    bool chosen = !given || std::find(axes.begin(), axes.end(), static_cast<int>(i)) != axes.end();
    if (!chosen || (extent != nullptr && extent->value != 1)) dims.push_back((*known)[i]);
  }
  if (KnownShape(x) == nullptr) {
    if (dims.size() == known->size()) return x;
    return LikeWithRank(in.ctx, x, given ? static_cast<int>(dims.size()) : kUnknownRank);
  }
  return LikeWithDims(in.ctx, x, dims);
}
// A symbolic extent that the axes name must turn out to be 1 at run time.
EvalResult EvalSqueeze(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  std::vector<bool> chosen(x.shape().size(), IsNullAttr(in.call, "axis"));
  if (!IsNullAttr(in.call, "axis")) {
    for (int64_t axis : IntsAttr(in.call, "axis")) {
      std::optional<int> normal = NormalizeAxis(axis, x.rank());
      if (!normal) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
      chosen[static_cast<size_t>(*normal)] = true;
    }
  }
  Index shape;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i] || x.shape()[i] != 1) shape.push_back(x.shape()[i]);
  }
  const auto* type = As<TensorType>(in.call.type);
  if (type != nullptr && type->rank != kUnknownRank && type->rank != static_cast<int>(shape.size())) {
    return eval::ShapeMismatch(in, "a dimension that squeeze drops is not 1");
  }
  int64_t at = 0;
  return eval::Fill(x.dtype(), shape, [&](const Index&) { return x.At(at++); });
}
Lowered LowerSqueeze(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "squeeze", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    std::vector<bool> dropped(static_cast<size_t>(x.rank()), false);
    bool given = !IsNullAttr(call, "axis");
    for (int64_t axis : given ? IntsAttr(call, "axis") : std::vector<int64_t>()) {
      dropped[static_cast<size_t>(*NormalizeAxis(axis, x.rank()))] = true;
    }
    Terms dims;
    for (int i = 0; i < x.rank(); ++i) {
      auto d = static_cast<size_t>(i);
      bool symbolic = AsInt(x.dim(i).expr()) == nullptr;
      dropped[d] = (dropped[d] || !given) && (x.dim(i).IsInt(1) || symbolic);
      if (!dropped[d]) dims.push_back(x.dim(i));
    }
    return std::vector{k.Compute("T_squeeze", Axes("ax", dims), [&](const Terms& i) {
      Terms source;
      size_t next = 0;
      for (bool gone : dropped) source.push_back(gone ? k.Int(0) : i[next++]);
      return x(source);
    })};
  });
}
const Call* SampleSqueeze(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  Dims dims{site.Dim(), site.Dim()};
  auto axis = static_cast<int64_t>(site.bytes().Below(3));
  dims.insert(dims.begin() + axis, MakeInt(ctx, 1));
  const Expr* x = site.Tensor(RequestShape(site.PickDType(kAnyDType), dims));
  return MakeOpCall(ctx, row, {x}, {{"axis", MakeAttrInts(ctx, std::vector<int64_t>{axis})}});
}
constexpr AttrSpec kSqueezeAttrs[] = {{"axis", AttrKind::kIntList, "None"}};
constexpr Precondition kSqueezeRules[] = {{"squeeze.r1", "axes are distinct and in [-rank, rank)"}};

// ---- flip

Result<const Type*> InferFlip(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank != kUnknownRank && !NormalizeAxis(IntAttr(in.call, "axis"), x->rank)) {
    return BadAxis(in, 1, "axis", x->rank);
  }
  return x;
}
EvalResult EvalFlip(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto d = static_cast<size_t>(*axis);
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& i) {
    Index source = i;
    source[d] = x.shape()[d] - 1 - i[d];
    return eval::At(x, source);
  });
}
Lowered LowerFlip(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "flip", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    int axis = *NormalizeAxis(IntAttr(call, "axis"), x.rank());
    return std::vector{k.Compute("T_reverse_sequence", Axes("ax", x.dims()), [&](const Terms& i) {
      Terms source = i;
      source[static_cast<size_t>(axis)] = x.dim(axis) - i[static_cast<size_t>(axis)] - 1;
      return x(source);
    })};
  });
}
const Call* SampleFlip(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  int64_t axis = SampleAxis(site, static_cast<int>(SampledDims(x).size()));
  return MakeOpCall(site.ctx(), row, {x}, {{"axis", MakeAttrInt(site.ctx(), axis)}});
}
constexpr AttrSpec kFlipAttrs[] = {{"axis", AttrKind::kInt, ""}};
constexpr Precondition kFlipRules[] = {{"flip.r1", "axis is in [-rank, rank)"}};
constexpr Operand kFlipOperands[] = {{"data"}};

constexpr OpSpec kPermute[] = {
    {.name = "permute_dims",
     .doc =
         "Dimension i of the result is dimension axes[i] of x; without axes, dimensions are reversed. Bits are kept.",
     .operands = kOneTensor,
     .attrs = kPermuteAttrs,
     .preconditions = kPermuteRules,
     .infer = InferPermuteDims,
     .eval = EvalPermuteDims,
     .lower = {LowerPermuteDims},
     .sample = SamplePermuteDims,
     .tolerance = Exact(),
     .gradient = {PermuteDimsGradient},
     .layout = LayoutOfPermuteDims,
     .mixed = kFollows},
    {.name = "expand_dims",
     .doc = "Inserts dimensions of extent 1 where axis names positions of the result. Bits are kept.",
     .operands = kOneTensor,
     .attrs = kExpandDimsAttrs,
     .preconditions = kExpandDimsRules,
     .infer = InferExpandDims,
     .eval = EvalExpandDims,
     .lower = {LowerExpandDims},
     .sample = SampleExpandDims,
     .tolerance = Exact(),
     .gradient = {ExpandDimsGradient},
     .layout = LayoutOfExpandDims,
     .mixed = kFollows},
    {.name = "squeeze",
     .doc = "Drops the named dimensions of extent 1 (a named constant extent other than 1 stays, as in TVM; a symbolic "
            "one "
            "must be 1 at run time); without axis, drops every dimension of extent 1. Bits are kept.",
     .operands = kOneTensor,
     .attrs = kSqueezeAttrs,
     .preconditions = kSqueezeRules,
     .infer = InferSqueeze,
     .eval = EvalSqueeze,
     .lower = {LowerSqueeze},
     .sample = SampleSqueeze,
     .tolerance = Exact(),
     .layout = LayoutOfSqueeze,
     .mixed = kFollows},
    {.name = "flip",
     .doc = "Reverses the order of elements along axis. Bits are kept.",
     .operands = kFlipOperands,
     .attrs = kFlipAttrs,
     .preconditions = kFlipRules,
     .infer = InferFlip,
     .eval = EvalFlip,
     .lower = {LowerFlip},
     .sample = SampleFlip,
     .tolerance = Exact(),
     .laws = kInvolution,
     .layout = LayoutWithAxis},
};
static_assert(AllComplete(kPermute));

}  // namespace

std::span<const OpSpec> PermuteOps() { return kPermute; }

}  // namespace assay
