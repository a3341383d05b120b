#include "generators/modules/tir_stage.h"

#include <algorithm>
#include <string>

#include "generators/modules/dims.h"
#include "generators/modules/tir_blocks.h"
#include "ir/prim/intrinsics.h"

namespace assay {
namespace {

// Iterations of one stage, reduction included.
constexpr int64_t kMaxWork = 1 << 14;

}  // namespace

std::vector<Axis> StageParts::MakeAxes(const Buffer* target, bool reduce) {
  std::vector<Axis> axes;
  for (const Expr* extent : target->shape) {
    axes.push_back({MakeVar(ctx(), "v" + std::to_string(axes.size()), scope_.index), extent, false});
  }
  int64_t work = LargestCount(target->shape);
  size_t count = reduce ? 1 + bytes().Below(2) : 0;
  for (size_t i = 0; i < count; ++i) {
    const Buffer* source = bytes().Pick(scope_.readable);
    const Expr* extent = source->shape.empty() ? IndexInt(2) : bytes().Pick(source->shape);
    work *= std::max<int64_t>(1, LargestDim(extent));
    if (work > kMaxWork) break;
    axes.push_back({MakeVar(ctx(), "v" + std::to_string(axes.size()), scope_.index), extent, true});
  }
  return axes;
}

std::vector<const Expr*> StageParts::TargetIndices(const Buffer* target, const std::vector<Axis>& axes) {
  std::vector<const Expr*> indices;
  for (size_t i = 0; i < target->shape.size(); ++i) indices.push_back(axes[i].var);
  return indices;
}

StageParts::Reducer StageParts::PickReducer(DType dtype) {
  if (dtype.IsBool()) {
    bool all = bytes().Chance(1, 2);
    return {all ? NodeKind::kAnd : NodeKind::kOr, MakeBool(ctx(), all)};
  }
  // TVM 0.26 has no literals for the least and greatest float64, nor for uint64 from 2^63 on.
  bool is_double = dtype == DType::Float(64);
  Scalar highest = is_double ? scalar::Infinity(dtype) : scalar::Highest(dtype);
  switch (bytes().Below(dtype == DType::UInt(64) ? 4 : 6)) {
    case 3: return {NodeKind::kMax, MakeImmediate(ctx(), is_double ? scalar::Neg(highest) : scalar::Lowest(dtype))};
    case 4: return {NodeKind::kMin, MakeImmediate(ctx(), highest)};
    case 5: return {NodeKind::kMul, MakeImmediate(ctx(), Scalar::One(dtype))};
    default: return {NodeKind::kAdd, MakeImmediate(ctx(), Scalar::Zero(dtype))};
  }
}

const Expr* StageParts::Likely(const Expr* condition) {
  return Is<IntImm>(condition) ? condition : MakeIntrinsic(ctx(), IntrinsicId::likely, DType::Bool(), {condition});
}

const Stmt* StageParts::Over(const std::vector<Axis>& axes, const Stmt* body) {
  std::vector<Loop> loops;
  for (const Axis& axis : axes) loops.push_back({axis.var, axis.extent, ForKind::kSerial});
  return BlockStages(scope_).Nest(loops, body);
}

}  // namespace assay
