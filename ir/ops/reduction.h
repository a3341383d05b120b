// What reductions share: the reduced axes, result types, and plain loops over what is reduced. Tested by
// reduce_test.cc.
#pragma once

#include "ir/ops/eval_index.h"
#include "ir/ops/row_types.h"

namespace assay {

// For each dimension whether it is reduced: those that `axis` names, all when it is None.
std::vector<bool> ReducedDims(const Call& call, int rank);

// The result's shape from x's: reduced dimensions dropped, or 1 with keepdims. Precondition `rule`: axes are distinct
// and in [-rank, rank). As TVM's InferTypeStatistical.
Result<const Type*> InferReduced(const InferIn& in, int rule, DType dtype);

// ---- reference evaluation

struct ReducedShape {
  // The result's shape, and the extents of reduced dimensions with 1 elsewhere.
  eval::Index kept;
  eval::Index inner;
  std::vector<bool> reduced;
  bool keepdims = false;
};
// Nothing when an axis is outside the run-time rank.
std::optional<ReducedShape> ReduceShape(const Call& call, const eval::Index& shape);
// Calls f(element) for each element that folds into result position `index`, in row-major order.
template <class F>
void ForEachReduced(const Tensor& x, const ReducedShape& shape, const eval::Index& index, F&& f) {
  eval::ForEach(shape.inner, [&](const eval::Index& inner) {
    eval::Index source = inner;
    size_t next = 0;
    for (size_t d = 0; d < source.size(); ++d) {
      if (!shape.reduced[d]) source[d] = index[next];
      if (!shape.reduced[d] || shape.keepdims) ++next;
    }
    f(eval::At(x, source), source);
  });
}

// ---- lowering

// Loops of a reduction as topi names them: "ax0", … over the result, "k<dimension>" over what is reduced.
struct ReductionLoops {
  KernelAxes axes;
  KernelAxes reduce;
  std::vector<bool> reduced;
  bool keepdims = false;
};
ReductionLoops LoopsOf(KernelBuilder& k, const Call& call, const KernelBuffer& x, bool keepdims);
// Indices of x at a point of the loops.
Terms SourceIndices(const ReductionLoops& loops, const Terms& spatial, const Terms& reduced);

}  // namespace assay
