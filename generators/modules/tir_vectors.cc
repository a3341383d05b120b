// Vectors among the expressions of kernels (tir_expr.h): all lanes alike, or each another one, as numbers of a ramp of
// any step, values in a row, elements that are read at once, or what is computed of such.
#include <algorithm>
#include <array>

#include "generators/modules/arithmetic_kinds.h"
#include "generators/modules/tir_expr.h"
#include "generators/modules/widen.h"

namespace assay {
namespace {

constexpr std::array kDivision = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kDiv, NodeKind::kMod};
constexpr std::array kComparison = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                    NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};

const Expr* MakeShuffle(Context& ctx, std::vector<const Expr*> vectors, const std::vector<int64_t>& places,
                        DType dtype) {
  Shuffle* shuffle = ctx.arena.New<Shuffle>();
  std::vector<const Expr*> indices;
  for (int64_t place : places) indices.push_back(MakeInt(ctx, place, DType::Int(32)));
  shuffle->vectors = ctx.Copy(vectors);
  shuffle->indices = ctx.Copy(indices);
  shuffle->type = ctx.Prim(dtype.WithLanes(static_cast<int16_t>(places.size())));
  return shuffle;
}

}  // namespace

// Where other compilers are to read the kernel, of what they have vectors of.
bool TirExpr::HasVectors(DType dtype) const {
  if (module_.plan.options->bare_kernels) return !dtype.IsBool() && dtype.bits >= 8;
  return module_.Has(Feature::kComputed) && (dtype.IsFloating() ? dtype.bits >= 32 : dtype.bits >= 8);
}

const Expr* TirExpr::LaneValue(DType dtype, int depth) {
  int lanes = bytes().Chance(1, 2) ? 2 : 4;
  const Expr* vector = nullptr;
  if (module_.plan.options->bare_kernels) {
    vector = Vector(dtype, lanes, depth);
  } else {
    const Expr* a = Value(dtype, depth - 1);
    bool counts = dtype.IsInteger() && dtype.bits >= 32 && bytes().Chance(1, 2);
    vector = counts ? MakeRamp(ctx(), a, lanes) : Spread(ctx(), a, lanes);
  }
  return MakeShuffle(ctx(), {vector}, {static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(lanes)))}, dtype);
}

// recursion: at most `depth` deep
const Expr* TirExpr::Vector(DType dtype, int lanes, int depth) {
  bool any = module_.plan.options->bare_kernels && HasVectors(dtype) && !bytes().exhausted();
  const Expr* made = nullptr;
  switch (any ? bytes().Below(7) : 6) {
    case 0:
    case 1: made = Counting(dtype, lanes, depth); break;
    case 2: made = InARow(dtype, lanes, depth); break;
    case 3: made = WideLoad(dtype, lanes); break;
    case 4:
    case 5: made = depth > 0 ? Computed(dtype, lanes, depth - 1) : nullptr; break;
    default: break;
  }
  return made == nullptr ? Spread(ctx(), Value(dtype, depth), lanes) : made;
}

// From any number up or down; null where the dtype has no ramps.
const Expr* TirExpr::Counting(DType dtype, int lanes, int depth) {
  if (!dtype.IsInteger() || dtype.bits < 32) return nullptr;
  constexpr std::array<int64_t, 6> kSteps = {1, 2, 3, -1, -2, -3};
  int64_t step = bytes().Pick(kSteps);
  if (dtype.IsUInt()) step = std::abs(step);
  const Expr* first =
      bytes().Chance(1, 2) ? MakeInt(ctx(), static_cast<int64_t>(bytes().Below(8)), dtype) : Value(dtype, depth - 1);
  Ramp* ramp = ctx().arena.New<Ramp>(*static_cast<const Ramp*>(MakeRamp(ctx(), first, lanes)));
  ramp->stride = MakeInt(ctx(), step, dtype);
  return ramp;
}

// Of values, or of the lanes of two vectors, from either side.
// recursion: at most `depth` deep
const Expr* TirExpr::InARow(DType dtype, int lanes, int depth) {
  std::vector<const Expr*> parts;
  bool of_vectors = depth > 0 && bytes().Chance(1, 3);
  for (int i = 0; i < (of_vectors ? 2 : lanes); ++i)
    parts.push_back(of_vectors ? Vector(dtype, lanes, depth - 1) : Value(dtype, i == 0 ? depth : 0));
  std::vector<int64_t> places;
  for (int i = 0; i < lanes; ++i)
    places.push_back(of_vectors ? static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(2 * lanes))) : i);
  return MakeShuffle(ctx(), parts, places, dtype);
}

// recursion: at most `depth` deep
const Expr* TirExpr::Computed(DType dtype, int lanes, int depth) {
  switch (bytes().Below(5)) {
    case 0: {
      DType from = module_.plan.PickDType(bytes(), kNumeric);
      return MakeCast(ctx(), dtype.WithLanes(static_cast<int16_t>(lanes)), Vector(from, lanes, depth));
    }
    case 1: {
      const Expr *a = Vector(dtype, lanes, depth), *b = Vector(dtype, lanes, 0);
      const Expr* less = MakeBinary(ctx(), bytes().Pick(kComparison), a, b);
      return MakeSelect(ctx(), less, Vector(dtype, lanes, depth), Vector(dtype, lanes, 0));
    }
    case 2:
      if (dtype.IsInteger()) {
        NodeKind kind = bytes().Pick(kDivision);
        const Expr* divisor = MakeInt(ctx(), 2 + static_cast<int64_t>(bytes().Below(5)), dtype);
        return MakeBinary(ctx(), kind, Vector(dtype, lanes, depth), Spread(ctx(), divisor, lanes));
      }
      [[fallthrough]];
    default: {
      const Expr* a = Vector(dtype, lanes, depth);
      return MakeBinary(ctx(), bytes().Pick(kTotalArithmetic), a, Vector(dtype, lanes, 0));
    }
  }
}

// Elements of memory a step apart, at once; null where no memory has a row of so many.
const Expr* TirExpr::WideLoad(DType dtype, int lanes) {
  std::vector<const Buffer*> rows;
  std::ranges::copy_if(readable_, std::back_inserter(rows), [&](const Buffer* buffer) {
    bool some = !buffer->dtype.IsBool() && buffer->dtype.IsScalar() && !buffer->shape.empty() &&
                std::ranges::all_of(buffer->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value; });
    return some && As<IntImm>(buffer->shape.back())->value >= lanes;
  });
  if (rows.empty()) return nullptr;
  const Buffer* buffer = bytes().Pick(rows);
  int64_t extent = As<IntImm>(buffer->shape.back())->value, step = extent >= 2 * lanes && bytes().Chance(1, 3) ? 2 : 1;
  int64_t reach = (lanes - 1) * step, choices = extent - reach;
  const Expr* first = MakeInt(ctx(), static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(choices))), index_);
  for (const Axis& axis : axes_) {
    const auto* iterations = As<IntImm>(axis.extent);
    bool fits = iterations != nullptr && iterations->value <= choices && DTypeOf(axis.var) == index_;
    if (fits && bytes().Chance(1, 2)) first = axis.var;
  }
  bool backwards = bytes().Chance(1, 4);
  if (backwards) {
    const auto* known = As<IntImm>(first);
    first = known != nullptr ? MakeInt(ctx(), known->value + reach, index_)
                             : MakeBinary(ctx(), NodeKind::kAdd, first, MakeInt(ctx(), reach, index_));
  }
  Ramp* places = ctx().arena.New<Ramp>(*static_cast<const Ramp*>(MakeRamp(ctx(), first, lanes)));
  places->stride = MakeInt(ctx(), backwards ? -step : step, index_);
  std::vector<const Expr*> indices;
  size_t rank = buffer->shape.size();
  for (size_t i = 0; i + 1 < rank; ++i) indices.push_back(Index(buffer->shape[i], rank - 1 - i));
  indices.push_back(places);
  Record(buffer, indices, true);
  const Expr* load = MakeLoad(ctx(), buffer, indices);
  return buffer->dtype == dtype ? load : MakeCast(ctx(), dtype.WithLanes(static_cast<int16_t>(lanes)), load);
}

}  // namespace assay
