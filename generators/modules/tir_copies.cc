#include "generators/modules/tir_copies.h"

#include <algorithm>

#include "generators/modules/dims.h"

namespace assay {
namespace {

// Of the targets of blocks.
constexpr uint32_t kOneInCopies = 4;
constexpr size_t kMostDims = 4;
// Of the copies, one in so many is none.
constexpr uint32_t kOneInNear = 2;

int64_t ValueOf(const Expr* dim) { return As<IntImm>(dim)->value; }

}  // namespace

const Buffer* CopyStages::CopiedBuffer() {
  if (scope_.plain || !bytes().Chance(1, kOneInCopies)) return nullptr;
  const Buffer* source = bytes().Pick(scope_.readable);
  bool known = !source->shape.empty() && std::ranges::all_of(source->shape, IsConstantDim);
  return known && LargestCount(source->shape) > 0 ? source : nullptr;
}

// As many elements: in the same dimensions, in the other order, with two in one, or one in two.
std::vector<const Expr*> CopyStages::CopiedDims(const Buffer* source) {
  std::vector<const Expr*> dims(source->shape.begin(), source->shape.end());
  size_t at = bytes().Below(dims.size());
  auto place = dims.begin() + static_cast<std::ptrdiff_t>(at);
  int64_t extent = ValueOf(*place);
  switch (bytes().Below(4)) {
    case 1:
      if (at + 1 == dims.size()) break;
      *place = IndexInt(extent * ValueOf(*(place + 1)));
      dims.erase(place + 1);
      break;
    case 2:
      for (int64_t factor : {3, 2}) {
        if (extent % factor != 0 || dims.size() >= kMostDims) continue;
        *place = IndexInt(extent / factor);
        dims.insert(place + 1, IndexInt(factor));
        break;
      }
      break;
    case 3: std::reverse(dims.begin(), dims.end()); break;
    default: break;
  }
  return dims;
}

// Whatever the numbers, a remainder by an extent is within it.
const Expr* CopyStages::CopiedElement(const Buffer* source, const Buffer* target, const std::vector<Axis>& axes) {
  auto binary = [&](NodeKind kind, const Expr* a, int64_t b) -> const Expr* {
    if (b == 1) return kind == NodeKind::kFloorMod ? IndexInt(0) : a;
    return MakeBinary(ctx(), kind, a, IndexInt(b));
  };
  if (scope_.pointwise) return MakeLoad(ctx(), source, TargetIndices(target, axes));
  size_t rank = source->shape.size();
  size_t near = bytes().Chance(1, kOneInNear) ? bytes().Below(rank) : rank;
  std::vector<const Expr*> indices(rank);
  if (SameDims(source->shape, target->shape)) {
    for (size_t d = 0; d < rank; ++d) {
      int64_t extent = ValueOf(source->shape[d]);
      indices[d] = axes[d].var;
      if (d == near) indices[d] = binary(NodeKind::kFloorMod, indices[d], std::max<int64_t>(1, extent - 1));
      if (d != near && bytes().Chance(1, 4))
        indices[d] = binary(NodeKind::kFloorMod, indices[d], extent + static_cast<int64_t>(bytes().Below(2)));
    }
    return MakeLoad(ctx(), source, indices);
  }
  const Expr* flat = nullptr;
  for (size_t d = 0; d < target->shape.size(); ++d) {
    const Expr* row = flat == nullptr ? nullptr : binary(NodeKind::kMul, flat, ValueOf(target->shape[d]));
    flat = row == nullptr ? axes[d].var : MakeBinary(ctx(), NodeKind::kAdd, row, axes[d].var);
  }
  int64_t below = 1;
  for (size_t d = rank; d-- > 0;) {
    int64_t extent = ValueOf(source->shape[d]);
    int64_t divisor = below + (d == near && below > 1 ? bytes().Between(-1, 1) : 0);
    indices[d] = binary(NodeKind::kFloorDiv, flat, divisor);
    bool shorter = d == near && extent > 1 && bytes().Chance(1, 2);
    if (d > 0 || divisor != below || bytes().Chance(1, 4))
      indices[d] = binary(NodeKind::kFloorMod, indices[d], shorter ? extent - 1 : extent);
    below *= extent;
  }
  return MakeLoad(ctx(), source, indices);
}

const Expr* CopyStages::GoneOnFrom(const Expr* element) {
  DType dtype = DTypeOf(element);
  if (dtype.IsBool()) return bytes().Chance(3, 4) ? MakeNot(ctx(), element) : element;
  const Expr* one = MakeImmediate(ctx(), Scalar::One(dtype));
  switch (bytes().Below(dtype.IsFloating() ? 5 : 3)) {
    case 0: return MakeBinary(ctx(), NodeKind::kMax, element, one);
    case 1: return MakeBinary(ctx(), NodeKind::kMin, element, one);
    case 3: return MakeBinary(ctx(), NodeKind::kAdd, element, one);
    case 4: return MakeBinary(ctx(), NodeKind::kMul, element, MakeBinary(ctx(), NodeKind::kAdd, one, one));
    default: return element;
  }
}

std::vector<const BufferRegion*> CopyStages::ElementOf(const BufferLoad* load) {
  std::vector<const Range*> ranges;
  for (const Expr* index : load->indices) ranges.push_back(MakeRange(ctx(), index, IndexInt(1)));
  return {MakeRegion(ctx(), load->buffer, ranges)};
}

}  // namespace assay
