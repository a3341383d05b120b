#include "ir/ops/reduction.h"

namespace assay {

std::vector<bool> ReducedDims(const Call& call, int rank) {
  bool all = IsNullAttr(call, "axis");
  std::vector<bool> reduced(static_cast<size_t>(rank), all);
  if (all) return reduced;
  for (int64_t axis : IntsAttr(call, "axis")) reduced[static_cast<size_t>(*NormalizeAxis(axis, rank))] = true;
  return reduced;
}

Result<const Type*> InferReduced(const InferIn& in, int rule, DType dtype) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  x = WithDType(in.ctx, x, dtype);
  bool all = IsNullAttr(in.call, "axis"), keepdims = BoolAttr(in.call, "keepdims");
  std::vector<int64_t> attr = all ? std::vector<int64_t>() : IntsAttr(in.call, "axis");
  int rank = x->rank;
  if (rank == kUnknownRank) {
    if (all && !keepdims) return LikeWithDims(in.ctx, x, {});
    return LikeWithRank(in.ctx, x, kUnknownRank);
  }
  ASSAY_TRY(std::vector<int> axes, NormalizeAxes(in, rule, attr, rank));
  std::vector<bool> reduced = ReducedDims(in.call, rank);
  const ShapeExpr* shape = KnownShape(x);
  int out_rank = keepdims ? rank : all ? 0 : rank - static_cast<int>(axes.size());
  if (shape == nullptr && !(all && keepdims) && out_rank > 0) return LikeWithRank(in.ctx, x, out_rank);
  Dims dims;
  for (size_t d = 0; d < reduced.size(); ++d) {
    if (!reduced[d]) {
      dims.push_back(shape->values[d]);
    } else if (keepdims) {
      dims.push_back(MakeInt(in.ctx, 1));
    }
  }
  return LikeWithDims(in.ctx, x, dims);
}

std::optional<ReducedShape> ReduceShape(const Call& call, const eval::Index& shape) {
  int rank = static_cast<int>(shape.size());
  if (!IsNullAttr(call, "axis")) {
    for (int64_t axis : IntsAttr(call, "axis")) {
      if (!NormalizeAxis(axis, rank)) return std::nullopt;
    }
  }
  ReducedShape out;
  out.reduced = ReducedDims(call, rank);
  out.keepdims = BoolAttr(call, "keepdims");
  for (size_t d = 0; d < shape.size(); ++d) {
    out.inner.push_back(out.reduced[d] ? shape[d] : 1);
    if (!out.reduced[d]) out.kept.push_back(shape[d]);
    if (out.reduced[d] && out.keepdims) out.kept.push_back(1);
  }
  return out;
}

ReductionLoops LoopsOf(KernelBuilder& k, const Call& call, const KernelBuffer& x, bool keepdims) {
  ReductionLoops loops;
  loops.keepdims = keepdims;
  loops.reduced = ReducedDims(call, x.rank());
  Terms kept;
  for (int d = 0; d < x.rank(); ++d) {
    bool reduced = loops.reduced[static_cast<size_t>(d)];
    if (reduced) loops.reduce.push_back({"k" + std::to_string(d), x.dim(d)});
    if (!reduced) kept.push_back(x.dim(d));
    if (reduced && keepdims) kept.push_back(k.Int(1));
  }
  loops.axes = Axes("ax", kept);
  return loops;
}
Terms SourceIndices(const ReductionLoops& loops, const Terms& spatial, const Terms& reduced) {
  Terms source;
  size_t next_spatial = 0, next_reduced = 0;
  for (bool is_reduced : loops.reduced) {
    source.push_back(is_reduced ? reduced[next_reduced++] : spatial[next_spatial++]);
    if (is_reduced && loops.keepdims) ++next_spatial;
  }
  return source;
}

}  // namespace assay
