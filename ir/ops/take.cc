// take: elements of x at indices along an axis. Tested by slice_test.cc.
#include <functional>
#include <numeric>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/row_types.h"
#include "ir/tensor/int_division.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

// The indices' dimensions and dtype; a scalar counts as a tensor of rank 0.
Result<const TensorType*> IndicesType(const InferIn& in) {
  if (in.call.args.size() > 1) {
    if (const auto* prim = As<PrimType>(in.call.args[1]->type)) return MakeTensorType(in.ctx, Dims{}, prim->dtype);
  }
  return TensorArg(in, 1);
}
Result<const Type*> InferTake(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* indices, IndicesType(in));
  if (!indices->dtype.IsVoid() && !indices->dtype.IsInteger())
    return Broken(in, 1, "indices of integers", fact::Arg{1});
  bool given = !IsNullAttr(in.call, "axis");
  if (!given && x->rank != 1) return Broken(in, 2, "a tensor of rank 1 where axis is None", fact::Arg{0});
  std::string_view mode = TextAttr(in.call, "mode");
  if (mode != "fast" && mode != "wrap" && mode != "clip" && mode != "nan")
    return Broken(in, 4, "mode to be fast, wrap, clip or nan", fact::Attr{"mode"});
  if (x->rank == kUnknownRank || indices->rank == kUnknownRank) return LikeWithRank(in.ctx, x, kUnknownRank);
  std::optional<int> axis = NormalizeAxis(given ? IntAttr(in.call, "axis") : 0, x->rank);
  if (!axis) return BadAxis(in, 3, "axis", x->rank);
  const ShapeExpr* shape = KnownShape(x);
  const ShapeExpr* index_shape = KnownShape(indices);
  if (shape == nullptr || index_shape == nullptr) return LikeWithRank(in.ctx, x, x->rank + indices->rank - 1);
  Dims dims(shape->values.begin(), shape->values.end());
  dims.erase(dims.begin() + *axis);
  dims.insert(dims.begin() + *axis, index_shape->values.begin(), index_shape->values.end());
  return LikeWithDims(in.ctx, x, dims);
}

// ---- reference evaluation

// The place that a mode makes of an index: in [0, extent), or -1 where there is none.
int64_t PlaceOf(std::string_view mode, bool flat, int64_t index, int64_t extent) {
  if (extent == 0) return -1;
  if (mode == "clip") return std::min(std::max<int64_t>(index, 0), extent - 1);
  if (mode == "wrap" || (mode == "fast" && flat)) return FloorRemainder(index, extent);
  return index >= 0 && index < extent ? index : -1;
}
// Indices as a tensor, whatever they were given as.
Tensor IndicesOf(const EvalIn& in) {
  if (const auto* prim = in.args[1].As<PrimValue>()) return Tensor::Of(prim->scalar);
  return eval::TensorOf(in, 1);
}
EvalResult EvalTake(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Tensor indices = IndicesOf(in);
  bool flat = IsNullAttr(in.call, "axis");
  std::string_view mode = TextAttr(in.call, "mode");
  std::optional<int> axis = NormalizeAxis(flat ? 0 : IntAttr(in.call, "axis"), x.rank());
  if (!axis || (flat && x.rank() != 1)) return eval::ShapeMismatch(in, "axis does not fit the run-time rank");
  if (mode == "nan" && !x.dtype().IsFloating()) return Refused{"mode nan needs floats"};
  auto along = static_cast<size_t>(*axis);
  Index shape = x.shape();
  shape.erase(shape.begin() + *axis);
  shape.insert(shape.begin() + *axis, indices.shape().begin(), indices.shape().end());
  int64_t extent = x.shape()[along];
  for (int64_t n = 0; mode != "nan" && eval::ElementCount(shape) > 0 && n < indices.size(); ++n) {
    if (PlaceOf(mode, flat, indices.At(n).AsInt(), extent) < 0) return eval::OutOfBounds(in, "index of take");
  }
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    auto first = i.begin() + *axis, last = first + indices.rank();
    int64_t place = PlaceOf(mode, flat, eval::At(indices, Index(first, last)).AsInt(), extent);
    if (place < 0) return scalar::NaN(x.dtype());
    Index source(i.begin(), first);
    source.push_back(place);
    source.insert(source.end(), last, i.end());
    return eval::At(x, source);
  });
}

// ---- lowering

struct TakeKernel {
  KernelBuilder& k;
  const KernelBuffer& x;
  int axis;
  bool flat;
  std::string_view mode;

  Term Element(const Terms& before, const Term& place, const Terms& after) const {
    Terms source = before;
    source.push_back(place);
    source.insert(source.end(), after.begin(), after.end());
    return x(source);
  }
  Term At(const Terms& before, const Term& index, const Terms& after) const {
    Term extent = x.dim(axis);
    if (mode == "fast" && !flat) return Element(before, index, after);
    Term wide = CastTo(DType::Int(64), index);
    if (mode == "fast") return Element(before, wide % extent, after);
    if (mode == "clip") return Element(before, MinOf(MaxOf(k.Int(0), wide), Simplified(extent - 1)), after);
    if (mode == "wrap") return Element(before, TruncModOf(TruncModOf(wide, extent) + extent, extent), after);
    Term nan(k.ctx(), MakeFloat(k.ctx(), scalar::NaN(x.dtype()).f, x.dtype()));
    return IfThenElseOf(0 <= wide && wide < extent, Element(before, index, after), nan);
  }
};
Lowered LowerTake(LowerSite& site, const Call& call) {
  bool flat = IsNullAttr(call, "axis");
  std::string_view mode = TextAttr(call, "mode");
  if (mode == "nan" && !As<TensorType>(call.args[0]->type)->dtype.IsFloating()) return Refused{"mode nan needs floats"};
  bool by_scalar = Is<PrimType>(call.args[1]->type);
  std::vector<const Expr*> tensors{call.args[0]};
  if (!by_scalar) tensors.push_back(call.args[1]);
  return LowerToCallTIR(site, call, "take", tensors, [&](KernelBuilder& k, const auto& in) {
    int axis = flat ? 0 : *NormalizeAxis(IntAttr(call, "axis"), in[0].rank());
    TakeKernel take{k, in[0], axis, flat, mode};
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute("T_take", Axes("ax", dims), [&](const Terms& i) {
      auto first = i.begin() + axis, last = first + (by_scalar ? 0 : in[1].rank());
      Term index = by_scalar ? k.Import(call.args[1]) : in[1](Terms(first, last));
      return take.At(Terms(i.begin(), first), index, Terms(last, i.end()));
    })};
  });
}

// ---- sampling

// Any index where the mode copes with it, also more than one round away on either side.
int64_t SampleIndex(SampleSite& site, const Expr* extent) {
  const IntImm* number = AsInt(extent);
  if (number == nullptr || site.bytes().Chance(1, 2)) return site.bytes().Between(-12, 12);
  int64_t end = site.bytes().Between(-3, 2) * number->value;
  return end + site.bytes().Between(-1, 1);
}

const Call* SampleTake(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(x);
  auto axis = static_cast<int64_t>(site.bytes().Below(dims.size()));
  // Constant indices of which 0 is always in bounds; other values need a mode that copes with them.
  bool safe = site.bytes().Chance(1, 3);
  auto index = [&] { return safe ? 0 : SampleIndex(site, dims[static_cast<size_t>(axis)]); };
  std::string_view mode = safe ? "fast" : site.bytes().Chance(1, 2) ? "clip" : "wrap";
  bool floats = SampledType(x)->dtype.IsFloating() && SampledType(x)->dtype.bits >= 16;
  if (!safe && floats && site.bytes().Chance(1, 4)) mode = "nan";
  DType dtype = site.bytes().Chance(1, 3) ? DType::Int(32) : DType::Int(64);
  const Expr* indices = nullptr;
  if (site.bytes().Chance(1, 6)) {
    indices = MakeInt(ctx, index(), DType::Int(64));
  } else {
    std::vector<int64_t> shape{site.bytes().Between(1, 4)}, values;
    if (site.bytes().Chance(1, 6)) shape.push_back(site.bytes().Between(1, 2));
    if (site.bytes().Chance(1, 6)) shape.clear();
    int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
    for (; count > 0; --count) values.push_back(index());
    indices = MakeConstant(ctx, Tensor::Ints(dtype, shape, values));
  }
  bool flat = dims.size() == 1 && site.bytes().Chance(1, 4);
  if (site.bytes().Chance(1, 4)) axis -= static_cast<int64_t>(dims.size());
  const Attr* along = flat ? MakeNull(ctx) : static_cast<const Attr*>(MakeAttrInt(ctx, axis));
  return MakeOpCall(ctx, row, {x, indices}, {{"axis", along}, {"mode", MakeAttrString(ctx, mode)}});
}

constexpr Operand kTakeOperands[] = {{"x"}, {"indices", OperandKind::kAny, kIntegers}};
constexpr AttrSpec kTakeAttrs[] = {{"axis", AttrKind::kInt, "None"}, {"mode", AttrKind::kString, "\"fast\""}};
constexpr Precondition kTakeRules[] = {
    {"take.r1", "indices are integers"},
    {"take.r2", "without axis, x has one dimension"},
    {"take.r3", "axis is in [-rank, rank)"},
    {"take.r4", "mode is fast, wrap, clip or nan"},
};

constexpr OpSpec kTake[] = {
    {.name = "take",
     .doc = "Elements of x at indices along axis; the indices' dimensions stand in place of the axis. An index outside "
            "the "
            "axis: wrap counts around, clip goes to the nearest end, nan gives NaN, and fast is a trap (but without "
            "axis it "
            "counts around, as TVM's kernel does). Bits are kept.",
     .operands = kTakeOperands,
     .attrs = kTakeAttrs,
     .preconditions = kTakeRules,
     .infer = InferTake,
     .eval = EvalTake,
     .lower = {LowerTake},
     .sample = SampleTake,
     .tolerance = Exact(),
     .gradient = {TakeGradient}},
};
static_assert(AllComplete(kTake));

}  // namespace

std::span<const OpSpec> TakeOps() { return kTake; }

}  // namespace assay
