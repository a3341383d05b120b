// Elements in another arrangement: nn.pad, nn.pixel_shuffle, nn.batch_flatten, meshgrid, reverse_sequence. Tested by
// index_rows_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/arith/dim_binary.h"
#include "ir/ops/common_rows.h"
#include "ir/ops/families.h"
#include "ir/ops/spatial.h"
#include "ir/tensor/int_division.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

bool IsPadMode(std::string_view mode) {
  return mode == "constant" || mode == "reflect" || mode == "replicate" || mode == "circular";
}
Result<const Type*> InferPad(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  Ints widths = IntsAttr(in.call, "pad_width");
  if (static_cast<int>(widths.size()) != 2 * x->rank)
    return Broken(in, 1, "two numbers in pad_width for each dimension of a known rank", fact::Attr{"pad_width"},
                  fact::Arg{0});
  if (!IsPadMode(TextAttr(in.call, "pad_mode")))
    return Broken(in, 2, "pad_mode to be constant, reflect, replicate or circular", fact::Attr{"pad_mode"});
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return MakeTensorTypeOfRank(in.ctx, x->rank, x->dtype);
  Dims dims;
  for (size_t d = 0; d < shape->values.size(); ++d) {
    dims.push_back(AddDims(in.ctx, shape->values[d], MakeInt(in.ctx, widths[2 * d] + widths[2 * d + 1])));
  }
  return MakeTensorType(in.ctx, dims, x->dtype);
}
Result<const Type*> InferPixelShuffle(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  int64_t factor = IntAttr(in.call, "upscale_factor");
  if (factor <= 0) return Broken(in, 1, "an upscale_factor of 1 or more", fact::Attr{"upscale_factor"});
  if (x->rank < 3) return Broken(in, 2, "data of rank 3 or more", fact::Arg{0});
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return MakeTensorTypeOfRank(in.ctx, x->rank, x->dtype);
  Dims dims(shape->values.begin(), shape->values.end());
  size_t channel = dims.size() - 3;
  const Expr* square = MakeInt(in.ctx, factor * factor);
  const Expr* rest = Simplify(in.ctx, DimBinary(in.ctx, NodeKind::kFloorMod, dims[channel], square));
  if (ExtentsDiffer(in, rest, MakeInt(in.ctx, 0)))
    return Broken(in, 3, "channels that are divisible by the square of upscale_factor", fact::Extent{0, -3},
                  fact::Attr{"upscale_factor"});
  dims[channel] = FloorDivDims(in.ctx, dims[channel], square);
  for (size_t d = channel + 1; d < dims.size(); ++d) dims[d] = MulDims(in.ctx, dims[d], MakeInt(in.ctx, factor));
  return MakeTensorType(in.ctx, dims, x->dtype);
}
Result<const Type*> InferBatchFlatten(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank != kUnknownRank && x->rank < 2) return Broken(in, 1, "data of rank 2 or more", fact::Arg{0});
  if (x->rank == 2) return x;
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return LikeWithRank(in.ctx, x, 2);
  const Expr* flat = PlainProduct(in.ctx, {shape->values.begin() + 1, shape->values.end()});
  return LikeWithDims(in.ctx, x, {shape->values[0], flat});
}
// Each result has all lengths as dimensions; with "xy" TVM's inference gives the same order.
Result<const Type*> InferMeshgrid(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> types, TensorTupleArg(in, 0));
  if (types.empty()) return Broken(in, 1, "one vector or more", fact::Arg{0});
  DType dtype = DType::Void();
  Dims lengths;
  const VDevice* device = nullptr;
  bool two_devices = false;
  for (size_t i = 0; i < types.size(); ++i) {
    const TensorType* type = types[i];
    if (type->rank != 1) return Broken(in, 1, "tensors of rank 1", fact::Field{0, i});
    if (type->dtype.IsVoid()) continue;
    if (!dtype.IsVoid() && type->dtype != dtype) return Differ(in, 2, "dtypes", fact::Field{0, 0}, fact::Field{0, i});
    dtype = type->dtype;
    if (const ShapeExpr* shape = KnownShape(type)) lengths.push_back(shape->values[0]);
    if (type->vdevice == nullptr) continue;
    two_devices |= device != nullptr && !SameVDevice(device, type->vdevice);
    if (device == nullptr) device = type->vdevice;
  }
  if (two_devices) device = nullptr;
  int rank = static_cast<int>(types.size());
  const Type* field = lengths.size() == types.size() ? MakeTensorType(in.ctx, lengths, dtype, device)
                                                     : MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
  return MakeTupleType(in.ctx, std::vector<const Type*>(types.size(), field));
}
Result<const Type*> InferReverseSequence(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* lengths, TensorArg(in, 1));
  if (lengths->rank != kUnknownRank && lengths->rank != 1) return Broken(in, 1, "seq_lengths of rank 1", fact::Arg{1});
  bool fits = lengths->dtype.IsVoid() || lengths->dtype == DType::Int(32) || lengths->dtype == DType::Int(64);
  if (!fits) return Broken(in, 2, "seq_lengths of int32 or int64", fact::Arg{1});
  if (x->rank == kUnknownRank) return x;
  std::optional<int> batch = NormalizeAxis(IntAttr(in.call, "batch_axis"), x->rank);
  if (!batch || !NormalizeAxis(IntAttr(in.call, "seq_axis"), x->rank)) {
    return Broken(in, 3, fmt::format("seq_axis and batch_axis in [{}, {})", -x->rank, x->rank), fact::Attr{"seq_axis"},
                  fact::Attr{"batch_axis"}, fact::Arg{0});
  }
  std::optional<Dims> dims = DimsOf(x), count = DimsOf(lengths);
  if (dims && count && ExtentsDiffer(in, (*dims)[static_cast<size_t>(*batch)], (*count)[0])) {
    return Broken(in, 4, "a length for each place of the batch", fact::Extent{1, 0}, fact::Extent{0, *batch});
  }
  return x;
}

// ---- reference evaluation

// Where a place `i` before padding comes from in a dimension: -1 where nothing does.
int64_t PaddedFrom(std::string_view mode, int64_t i, int64_t extent) {
  if (mode == "reflect") i = i < 0 ? -i : i >= extent ? 2 * extent - 2 - i : i;
  if (mode == "replicate") i = std::clamp<int64_t>(i, 0, std::max<int64_t>(extent - 1, 0));
  if (mode == "circular") return extent == 0 ? -1 : FloorRemainder(i, extent);
  return i >= 0 && i < extent ? i : -1;
}
EvalResult EvalPad(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Ints widths = IntsAttr(in.call, "pad_width");
  if (static_cast<int>(widths.size()) != 2 * x.rank()) return eval::ShapeMismatch(in, "pad_width");
  std::string_view mode = TextAttr(in.call, "pad_mode");
  Scalar fill = scalar::Cast(Scalar::Float(DType::Float(64), FloatAttr(in.call, "pad_value")), x.dtype());
  Index shape = x.shape();
  for (size_t d = 0; d < shape.size(); ++d) shape[d] += widths[2 * d] + widths[2 * d + 1];
  bool beyond = false;
  EvalResult result = eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source;
    bool inside = true;
    for (size_t d = 0; d < i.size(); ++d) {
      source.push_back(PaddedFrom(mode, i[d] - widths[2 * d], x.shape()[d]));
      inside = inside && source.back() >= 0;
    }
    beyond |= !inside && mode != "constant";
    return inside ? eval::At(x, source) : fill;
  });
  if (beyond && mode == "circular") return Trap{TrapKind::kDivisionByZero, "a pad repeats what is empty", in.call.span};
  if (beyond) return eval::OutOfBounds(in, "a pad is wider than what it repeats");
  return result;
}
EvalResult EvalPixelShuffle(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  int64_t factor = IntAttr(in.call, "upscale_factor");
  if (x.rank() < 3) return eval::ShapeMismatch(in, "data has less than three dimensions");
  Index shape = x.shape();
  size_t channel = shape.size() - 3;
  if (shape[channel] % (factor * factor) != 0) return eval::ShapeMismatch(in, "channels are not divisible");
  shape[channel] /= factor * factor;
  shape[channel + 1] *= factor;
  shape[channel + 2] *= factor;
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source = i;
    int64_t row = i[channel + 1], column = i[channel + 2];
    source[channel] = i[channel] * factor * factor + row % factor * factor + column % factor;
    source[channel + 1] = row / factor;
    source[channel + 2] = column / factor;
    return eval::At(x, source);
  });
}
EvalResult EvalBatchFlatten(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.rank() < 2) return eval::ShapeMismatch(in, "data has less than two dimensions");
  Index rest(x.shape().begin() + 1, x.shape().end());
  return eval::ValueOf(x.Reshaped({x.shape()[0], eval::ElementCount(rest)}));
}
constexpr std::string_view kXY = "indexing xy changes the shape against TVM's own inference";
bool IsIJ(const Call& call) {
  return IsNullAttr(call, "indexing") || TextAttr(call, "indexing") == "ij" ||
         As<TupleType>(call.args[0]->type)->fields.size() < 2;
}
EvalResult EvalMeshgrid(const EvalIn& in) {
  if (!IsIJ(in.call)) return Refused{std::string(kXY)};
  const std::vector<Value>& vectors = in.args[0].As<TupleValue>()->fields;
  Index shape;
  for (const Value& vector : vectors) shape.push_back(eval::TensorOf(vector).size());
  TupleValue grids;
  for (size_t n = 0; n < vectors.size(); ++n) {
    const Tensor& own = eval::TensorOf(vectors[n]);
    EvalResult grid = eval::Fill(own.dtype(), shape, [&](const Index& i) { return own.At(i[n]); });
    if (!std::holds_alternative<Value>(grid)) return grid;
    grids.fields.push_back(std::get<Value>(grid));
  }
  return Value{std::move(grids)};
}
EvalResult EvalReverseSequence(const EvalIn& in) {
  const Tensor &x = eval::TensorOf(in, 0), &lengths = eval::TensorOf(in, 1);
  std::optional<int> seq = NormalizeAxis(IntAttr(in.call, "seq_axis"), x.rank());
  std::optional<int> batch = NormalizeAxis(IntAttr(in.call, "batch_axis"), x.rank());
  bool fits = seq && batch && lengths.shape() == Index{x.shape()[static_cast<size_t>(*batch)]};
  if (!fits) return eval::ShapeMismatch(in, "axes or seq_lengths do not fit");
  auto along = static_cast<size_t>(*seq), by = static_cast<size_t>(*batch);
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& i) {
    int64_t length = std::min(lengths.At(i[by]).AsInt(), x.shape()[along]);
    Index source = i;
    if (i[along] < length) source[along] = length - 1 - i[along];
    return eval::At(x, source);
  });
}

// ---- lowering

// Where data stands what is at `i` of the result, whose dimension has `before` more in front.
Term PaddedFrom(std::string_view mode, const Term& i, int64_t before, const Term& extent) {
  if (mode == "circular") return Simplified((i + (extent - before)) % extent);
  bool reflects = mode == "reflect";
  Term first = !reflects ? Like(i, 0) : before == 0 ? i * -1 : Simplified(Like(i, before) - i);
  Term last = reflects ? Simplified(extent * 2 + (before - 2) - i) : Simplified(extent - 1);
  return IfThenElseOf(i < before, first, IfThenElseOf(Simplified(extent + before) <= i, last, i - before));
}
Lowered LowerPad(LowerSite& site, const Call& call) {
  Ints widths = IntsAttr(call, "pad_width");
  std::string_view mode = TextAttr(call, "pad_mode");
  if (mode == "constant") {
    return LowerToCallTIR(site, call, "pad", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
      Terms dims = k.ImportDims(KnownShape(call.type)->values);
      Term fill = Literal(k.ctx(), in[0].dtype(), FloatAttr(call, "pad_value"));
      return std::vector{k.Compute("PadInput", Axes("i", dims), [&](const Terms& i) {
        Terms source = i;
        Term inside(k.ctx(), MakeBool(k.ctx(), true));
        for (size_t d = 0; d < i.size(); ++d) {
          if (widths[2 * d] == 0 && widths[2 * d + 1] == 0) continue;
          source[d] = i[d] - widths[2 * d];
          inside = inside && widths[2 * d] <= i[d] && i[d] < Simplified(in[0].dim(static_cast<int>(d)) + widths[2 * d]);
        }
        return IfThenElseOf(inside, in[0](source), fill);
      })};
    });
  }
  std::string stage = fmt::format("{}{}PadInput", static_cast<char>(std::toupper(mode[0])), mode.substr(1));
  return LowerToCallTIR(site, call, fmt::format("{}_pad", mode), {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute(stage, Axes("i", dims), [&](const Terms& i) {
      Terms source;
      for (size_t d = 0; d < i.size(); ++d)
        source.push_back(PaddedFrom(mode, i[d], widths[2 * d], in[0].dim(static_cast<int>(d))));
      return in[0](source);
    })};
  });
}
Lowered LowerPixelShuffle(LowerSite& site, const Call& call) {
  int64_t factor = IntAttr(call, "upscale_factor");
  return LowerToCallTIR(site, call, "pixel_shuffle", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute("pixel_shuffle", Axes("ax", dims), [&](const Terms& i) {
      Terms source = i;
      size_t channel = i.size() - 3;
      Term row = i[channel + 1], column = i[channel + 2];
      source[channel] = i[channel] * (factor * factor) + row % factor * factor + column % factor;
      source[channel + 1] = row / factor;
      source[channel + 2] = column / factor;
      return in[0](source);
    })};
  });
}
Lowered LowerMeshgrid(LowerSite& site, const Call& call) {
  if (!IsIJ(call)) return Refused{std::string(kXY)};
  const auto* tuple = As<Tuple>(call.args[0]);
  size_t count = As<TupleType>(call.args[0]->type)->fields.size();
  std::vector<const Expr*> tensors;
  for (size_t i = 0; i < count; ++i) {
    const Expr* item = tuple != nullptr ? tuple->fields[i] : nullptr;
    if (item == nullptr) item = site.Emit(MakeTupleGetItem(site.ctx(), call.args[0], static_cast<int64_t>(i)));
    tensors.push_back(item);
  }
  // A kernel with one result gives no tuple.
  if (count == 1) return MakeTuple(site.ctx(), tensors);
  return LowerToCallTIR(site, call, "meshgrid", tensors, [&](KernelBuilder& k, const auto& in) {
    Terms dims;
    for (const KernelBuffer& vector : in) dims.push_back(vector.dim(0));
    std::vector<KernelBuffer> grids;
    for (size_t n = 0; n < in.size(); ++n) {
      grids.push_back(k.Compute("T_meshgrid", Axes("ax", dims), [&](const Terms& i) { return in[n](i[n]); }));
    }
    return grids;
  });
}
Lowered LowerReverseSequence(LowerSite& site, const Call& call) {
  return LowerToCallTIR(
      site, call, "reverse_sequence", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
        auto along = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "seq_axis"), in[0].rank()));
        auto by = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "batch_axis"), in[0].rank()));
        return std::vector{k.Compute("T_reverse_sequence", Axes("ax", in[0].dims()), [&](const Terms& i) {
          Term length = CastTo(DType::Int(64), in[1](i[by])), extent = in[0].dim(static_cast<int>(along));
          Terms source = i;
          source[along] = IfThenElseOf(length <= 1 || length <= i[along], i[along],
                                       IfThenElseOf(extent < length, extent - 1 - i[along], length - i[along] - 1));
          return in[0](source);
        })};
      });
}

// ---- sampling

const Call* SamplePad(SampleSite& site, const OpSpec& row) {
  static constexpr std::string_view kModes[] = {"constant", "reflect", "replicate", "circular"};
  std::string_view mode = kModes[site.bytes().Below(4)];
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  Ints widths;
  for (const Expr* dim : SampledDims(x)) {
    // What is repeated is at most as wide as what there is.
    const IntImm* extent = AsInt(dim);
    int64_t widest = mode == "constant" ? 2 : extent == nullptr ? 0 : extent->value - (mode == "reflect" ? 1 : 0);
    for (int side = 0; side < 2; ++side) widths.push_back(site.bytes().Between(0, std::clamp<int64_t>(widest, 0, 2)));
  }
  return MakeOpCall(site.ctx(), row, {x},
                    {{"pad_width", IntsOf(site.ctx(), widths)},
                     {"pad_mode", MakeAttrString(site.ctx(), mode)},
                     {"pad_value", MakeAttrFloat(site.ctx(), static_cast<double>(site.bytes().Between(-3, 3)))}});
}
const Call* SamplePixelShuffle(SampleSite& site, const OpSpec& row) {
  int64_t factor = site.bytes().Between(1, 2);
  Dims dims{MakeInt(site.ctx(), factor * factor * site.bytes().Between(1, 2)), site.Dim(), site.Dim()};
  if (site.bytes().Chance(1, 2)) dims.insert(dims.begin(), site.Dim());
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestShape(site.PickDType(kAnyDType), dims))},
                    {{"upscale_factor", MakeAttrInt(site.ctx(), factor)}});
}
const Call* SampleBatchFlatten(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 2, 4))});
}
const Call* SampleMeshgrid(SampleSite& site, const OpSpec& row) {
  DType dtype = site.PickDType(kAnyDType);
  std::vector<const Expr*> vectors;
  for (uint64_t n = 1 + site.bytes().Below(3); n > 0; --n)
    vectors.push_back(site.Tensor(RequestShape(dtype, {site.Dim()})));
  return MakeOpCall(site.ctx(), row, {MakeTuple(site.ctx(), vectors)});
}
const Call* SampleReverseSequence(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 2, 3));
  int rank = SampledType(x)->rank;
  int64_t seq = site.bytes().Between(0, rank - 1), batch = site.bytes().Between(0, rank - 1);
  DType dtype = site.bytes().Chance(1, 2) ? DType::Int(32) : DType::Int(64);
  const Expr* lengths = site.Tensor(RequestShape(dtype, {SampledDims(x)[static_cast<size_t>(batch)]}));
  return MakeOpCall(site.ctx(), row, {x, lengths},
                    {{"seq_axis", MakeAttrInt(site.ctx(), seq)}, {"batch_axis", MakeAttrInt(site.ctx(), batch)}});
}

// ---- rows

constexpr Operand kData[] = {{"data"}};
constexpr Operand kTensors[] = {{"tensors", OperandKind::kTensorTuple}};
constexpr Operand kSequences[] = {{"data"}, {"seq_lengths", OperandKind::kTensor, kIntDType}};
constexpr AttrSpec kPadAttrs[] = {{"pad_width", AttrKind::kIntList, ""},
                                  {"pad_value", AttrKind::kFloat, "0.0"},
                                  {"pad_mode", AttrKind::kString, "\"constant\""}};
constexpr AttrSpec kShuffleAttrs[] = {{"upscale_factor", AttrKind::kInt, ""}};
constexpr AttrSpec kMeshAttrs[] = {{"indexing", AttrKind::kString, "\"ij\"", true}};
constexpr AttrSpec kReverseAttrs[] = {{"seq_axis", AttrKind::kInt, "1"}, {"batch_axis", AttrKind::kInt, "0"}};
constexpr Precondition kPadRules[] = {{"pad.r1", "pad_width has two numbers for each dimension, and the rank is known"},
                                      {"pad.r2", "pad_mode is constant, reflect, replicate or circular"}};
constexpr Precondition kShuffleRules[] = {{"pixel_shuffle.r1", "upscale_factor is positive"},
                                          {"pixel_shuffle.r2", "data has at least three dimensions"},
                                          {"pixel_shuffle.r3", "channels are divisible by the factor's square"}};
constexpr Precondition kFlattenRules[] = {{"batch_flatten.r1", "data has at least two dimensions"}};
constexpr Precondition kMeshRules[] = {{"meshgrid.r1", "there is a vector, and only vectors"},
                                       {"meshgrid.r2", "all have one dtype"}};
constexpr Precondition kReverseRules[] = {{"reverse_sequence.r1", "seq_lengths are a vector"},
                                          {"reverse_sequence.r2", "seq_lengths are int32 or int64"},
                                          {"reverse_sequence.r3", "seq_axis and batch_axis are in [-rank, rank)"},
                                          {"reverse_sequence.r4", "there is one length for each place of the batch"}};

constexpr OpSpec kRearrange[] = {
    {.name = "nn.pad",
     .doc = "data with elements before and after each dimension (fewer where a width is negative): pad_value, cast to "
            "data's dtype; or reflect, which repeats data and traps out of bounds where it is too short; or circular, "
            "which repeats it as often as it takes; or replicate, the nearest end.",
     .operands = kData,
     .attrs = kPadAttrs,
     .preconditions = kPadRules,
     .infer = InferPad,
     .eval = EvalPad,
     .lower = {LowerPad},
     .sample = SamplePad,
     .tolerance = Exact()},
    {.name = "nn.pixel_shuffle",
     .doc = "Channels c * r * r + i * r + j become channel c, row h * r + i and column w * r + j. Bits are kept.",
     .operands = kData,
     .attrs = kShuffleAttrs,
     .preconditions = kShuffleRules,
     .infer = InferPixelShuffle,
     .eval = EvalPixelShuffle,
     .lower = {LowerPixelShuffle},
     .sample = SamplePixelShuffle,
     .tolerance = Exact()},
    {.name = "nn.batch_flatten",
     .doc = "All dimensions but the first as one, in row-major order. Bits are kept.",
     .operands = kData,
     .attrs = {},
     .preconditions = kFlattenRules,
     .infer = InferBatchFlatten,
     .eval = EvalBatchFlatten,
     .lower = {LowerRefill},
     .sample = SampleBatchFlatten,
     .tolerance = Exact(),
     .laws = kIdempotentLaw,
     .mixed = kFollows},
    {.name = "meshgrid",
     .doc = "For each vector a tensor of all lengths in which it runs along its own dimension. indexing xy is inferred "
            "as TVM does, with unchanged shapes, and refused otherwise. Bits are kept.",
     .operands = kTensors,
     .attrs = kMeshAttrs,
     .preconditions = kMeshRules,
     .infer = InferMeshgrid,
     .eval = EvalMeshgrid,
     .lower = {LowerMeshgrid},
     .sample = SampleMeshgrid,
     .tolerance = Exact(),
     .mixed = kFollows},
    {.name = "reverse_sequence",
     .doc = "The first seq_lengths[b] elements along seq_axis in reverse, for each b along batch_axis; a length beyond "
            "the extent is the extent, one below 2 changes nothing. Bits are kept.",
     .operands = kSequences,
     .attrs = kReverseAttrs,
     .preconditions = kReverseRules,
     .infer = InferReverseSequence,
     .eval = EvalReverseSequence,
     .lower = {LowerReverseSequence},
     .sample = SampleReverseSequence,
     .tolerance = Exact()},
};
static_assert(AllComplete(kRearrange));

}  // namespace

std::span<const OpSpec> RearrangeOps() { return kRearrange; }

}  // namespace assay
