// Matrices and windows made from a few numbers, and triangles of given ones: eye, eye_like, tril, triu, hamming_window,
// one_hot. Tested by index_rows_test.cc.
#include <algorithm>
#include <numbers>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/indices.h"
#include "ir/ops/stages.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferEye(const InferIn& in) {
  return MakeTensorType(in.ctx, Dims{in.call.args[0], in.call.args[1]}, DTypeAttr(in.call, "dtype"));
}
Result<const Type*> InferEyeLike(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank != 2 && x->rank != kUnknownRank) return Broken(in, 1, "a tensor of rank 2", fact::Arg{0});
  DType dtype = DTypeAttr(in.call, "dtype");
  return dtype.IsVoid() ? x : WithDType(in.ctx, x, dtype);
}
Result<const Type*> InferTriangle(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank != kUnknownRank && x->rank < 2) return Broken(in, 1, "a tensor of rank 2 or more", fact::Arg{0});
  return x;
}
Result<const Type*> InferHamming(const InferIn& in) {
  DType dtype = DTypeAttr(in.call, "dtype");
  if (dtype.IsVoid() || !dtype.IsFloating()) return Broken(in, 1, "a float dtype", fact::Attr{"dtype"});
  std::optional<int64_t> size = ConstantValue(in.ctx, in.call.args[0]);
  if (size && *size < 1) return Broken(in, 2, "a window_size of 1 or more", fact::Arg{0});
  return MakeTensorType(in.ctx, Dims{Simplify(in.ctx, in.call.args[0])}, dtype);
}
Result<const Type*> InferOneHot(const InferIn& in) {
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 0));
  DType dtype = DTypeOf(in.call.args[1]);
  if (dtype != DTypeOf(in.call.args[2]))
    return Differ(in, 1, "dtypes", fact::NamedDType("on_value's", DTypeOf(in.call.args[1])),
                  fact::NamedDType("off_value's", DTypeOf(in.call.args[2])));
  if (!IsIndexDType(indices->dtype)) return Broken(in, 2, "indices of integers", fact::Arg{0});
  if (IntAttr(in.call, "depth") <= 0) return Broken(in, 4, "a depth of 1 or more", fact::Attr{"depth"});
  indices = WithDType(in.ctx, indices, dtype);
  if (indices->rank == kUnknownRank) return LikeWithRank(in.ctx, indices, kUnknownRank);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), indices->rank + 1);
  if (!axis) return BadAxis(in, 3, "axis", indices->rank + 1);
  const ShapeExpr* shape = KnownShape(indices);
  if (shape == nullptr) return LikeWithRank(in.ctx, indices, indices->rank + 1);
  Dims dims(shape->values.begin(), shape->values.end());
  dims.insert(dims.begin() + *axis, MakeInt(in.ctx, IntAttr(in.call, "depth")));
  return LikeWithDims(in.ctx, indices, dims);
}

// ---- reference evaluation

Scalar PrimOf(const EvalIn& in, size_t i) { return in.args[i].As<PrimValue>()->scalar; }

EvalResult Eye(DType dtype, int64_t rows, int64_t columns, int64_t k) {
  return eval::Fill(dtype, {rows, columns},
                    [&](const Index& i) { return i[1] - i[0] == k ? Scalar::One(dtype) : Scalar::Zero(dtype); });
}
EvalResult EvalEye(const EvalIn& in) {
  return Eye(DTypeAttr(in.call, "dtype"), PrimOf(in, 0).AsInt(), PrimOf(in, 1).AsInt(), PrimOf(in, 2).AsInt());
}
EvalResult EvalEyeLike(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.rank() != 2) return eval::ShapeMismatch(in, "x is no matrix");
  DType dtype = DTypeAttr(in.call, "dtype");
  return Eye(dtype.IsVoid() ? x.dtype() : dtype, x.shape()[0], x.shape()[1], PrimOf(in, 1).AsInt());
}
EvalResult EvalTriangle(const EvalIn& in, bool upper) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.rank() < 2) return eval::ShapeMismatch(in, "x has less than two dimensions");
  int64_t k = PrimOf(in, 1).AsInt();
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& i) {
    int64_t diagonal = i.back() - i[i.size() - 2];
    bool kept = upper ? diagonal >= k : diagonal <= k;
    return kept ? eval::At(x, i) : Scalar::Zero(x.dtype());
  });
}
EvalResult EvalTril(const EvalIn& in) { return EvalTriangle(in, false); }
EvalResult EvalTriu(const EvalIn& in) { return EvalTriangle(in, true); }

// Short floats are computed in float32, from numbers of elements that are rounded.
DType HammingDType(DType dtype) { return dtype.bits < 32 ? DType::Float(32) : dtype; }
EvalResult EvalHamming(const EvalIn& in) {
  DType dtype = DTypeAttr(in.call, "dtype"), wide = HammingDType(dtype);
  int64_t size = PrimOf(in, 0).AsInt(), steps = PrimOf(in, 1).IsTrue() ? size : size - 1;
  Scalar alpha = scalar::Cast(PrimOf(in, 2), wide), beta = scalar::Cast(PrimOf(in, 3), wide);
  return eval::Fill(dtype, {size}, [&](const Index& i) {
    if (size == 1) return Scalar::One(dtype);
    Scalar number = scalar::Cast(Scalar::Int(dtype, i[0]), wide);
    Scalar turns = scalar::Mul(Scalar::Float(wide, 2 * std::numbers::pi), number);
    Scalar angle = scalar::Div(turns, Scalar::Int(wide, steps));
    return scalar::Cast(scalar::Sub(alpha, scalar::Mul(beta, eval::Math("cos", angle))), dtype);
  });
}
EvalResult EvalOneHot(const EvalIn& in) {
  const Tensor& indices = eval::TensorOf(in, 0);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), indices.rank() + 1);
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  Index shape = indices.shape();
  shape.insert(shape.begin() + *axis, IntAttr(in.call, "depth"));
  Scalar on = PrimOf(in, 1), off = PrimOf(in, 2);
  return eval::Fill(on.dtype, shape, [&](const Index& i) {
    Index place = i;
    place.erase(place.begin() + *axis);
    return eval::At(indices, place).AsInt() == i[static_cast<size_t>(*axis)] ? on : off;
  });
}

// ---- lowering

using CellBody = std::function<Term(KernelBuilder& k, const Terms& i, const std::vector<KernelBuffer>& in)>;
Lowered LowerCells(LowerSite& site, const Call& call, std::string_view hint, const std::vector<const Expr*>& tensors,
                   const CellBody& body) {
  return LowerToCallTIR(site, call, hint, tensors, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute(hint, Axes("ax", dims), [&](const Terms& i) { return body(k, i, in); })};
  });
}
DType ResultDType(const Call& call) { return As<TensorType>(call.type)->dtype; }
Term Wide(KernelBuilder& k, const Expr* scalar) { return CastTo(DType::Int(64), k.Import(scalar)); }

Lowered LowerEyeAt(LowerSite& site, const Call& call, std::string_view hint, const Expr* diagonal) {
  DType dtype = ResultDType(call);
  return LowerToCallTIR(site, call, hint, {}, [&](KernelBuilder& k, const auto&) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute("eye", {{"i", dims[0]}, {"j", dims[1]}}, [&](const Terms& i) {
      Term on = i[0] == Simplified(i[1] - Wide(k, diagonal));
      return IfThenElseOf(on, Literal(k.ctx(), dtype, 1), Literal(k.ctx(), dtype, 0));
    })};
  });
}
Lowered LowerEye(LowerSite& site, const Call& call) { return LowerEyeAt(site, call, "eye", call.args[2]); }
Lowered LowerEyeLike(LowerSite& site, const Call& call) { return LowerEyeAt(site, call, "eye_like", call.args[1]); }
// A diagonal that is far beyond every tensor is brought so near that no sum with it wraps.
Term WithinReach(const Term& k) {
  constexpr int64_t kFar = INT64_MAX / 2;
  const IntImm* number = AsInt(k.expr());
  return number == nullptr ? k : Like(k, std::clamp(number->value, -kFar, kFar));
}
Lowered LowerTriangle(LowerSite& site, const Call& call, std::string_view hint, bool upper) {
  return LowerCells(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const Terms& i, const auto& in) {
    Term row = i[i.size() - 2], place = i.back() - WithinReach(Wide(k, call.args[1]));
    return SelectOf(upper ? IsAtMost(row, place) : IsAtMost(place, row), in[0](i), Literal(k.ctx(), in[0].dtype(), 0));
  });
}
Lowered LowerTril(LowerSite& site, const Call& call) { return LowerTriangle(site, call, "tril", false); }
Lowered LowerTriu(LowerSite& site, const Call& call) { return LowerTriangle(site, call, "triu", true); }
// Of a periodic window one element more is computed than given, as TVM.
Lowered LowerHamming(LowerSite& site, const Call& call) {
  DType dtype = ResultDType(call), wide = HammingDType(dtype);
  const IntImm* whole = AsInt(call.args[1]);
  return LowerToCallTIR(site, call, "hamming_window", {}, [&](KernelBuilder& k, const auto&) {
    Term size = Wide(k, call.args[0]), one = Literal(k.ctx(), dtype, 1);
    if (size.IsInt(1)) return std::vector{k.Compute("const_vector", {{"i", size}}, [&](const Terms&) { return one; })};
    bool longer = whole != nullptr && whole->value != 0;
    Term length = Simplified(longer ? size + 1 : size), steps = length - 1;
    if (whole == nullptr) steps = steps + Wide(k, call.args[1]);
    Stages s{k, {length}};
    KernelBuffer number = s.Binary("T_arange", [&](const Terms& i) { return CastTo(dtype, i[0]); });
    KernelBuffer turns =
        s.Binary("T_multiply", [&](const Terms& i) { return 2 * std::numbers::pi * CastTo(wide, number(i)); });
    KernelBuffer angle =
        s.Binary("T_divide", [&](const Terms& i) { return turns(i) / CastTo(wide, Simplified(steps)); });
    KernelBuffer cosine = s.Unary(angle, [](Term x) { return assay::Intrinsic("cos", {x}); });
    KernelBuffer wave =
        s.Binary("T_multiply", [&](const Terms& i) { return CastTo(wide, k.Import(call.args[3])) * cosine(i); });
    KernelBuffer value =
        s.Binary("T_subtract", [&](const Terms& i) { return CastTo(wide, k.Import(call.args[2])) - wave(i); });
    KernelBuffer result = s.Unary(value, [&](Term x) { return SelectOf(size == 1, one, CastTo(dtype, x)); });
    if (!longer) return std::vector{result};
    return std::vector{k.Compute("T_strided_slice", Axes("ax", {size}), [&](const Terms& i) { return result(i); })};
  });
}
Lowered LowerOneHot(LowerSite& site, const Call& call) {
  return LowerCells(site, call, "one_hot", {call.args[0]}, [&](KernelBuilder& k, const Terms& i, const auto& in) {
    int axis = *NormalizeAxis(IntAttr(call, "axis"), in[0].rank() + 1);
    Terms place = i;
    place.erase(place.begin() + axis);
    Term hot = CastTo(DType::Int(64), in[0](place)) == i[static_cast<size_t>(axis)];
    Term on = k.Import(call.args[1]), off = k.Import(call.args[2]);
    return SelectOf(hot, on, off);
  });
}

// ---- sampling

const Expr* SampleDiagonal(SampleSite& site) { return MakeInt(site.ctx(), site.bytes().Between(-3, 3)); }
const Call* SampleEye(SampleSite& site, const OpSpec& row) {
  std::vector<const Expr*> args = {site.Dim(), site.Dim(), SampleDiagonal(site)};
  return MakeOpCall(site.ctx(), row, args, {{"dtype", MakeAttrDType(site.ctx(), site.PickDType(kAnyDType))}});
}
const Call* SampleEyeLike(SampleSite& site, const OpSpec& row) {
  AttrItems attrs;
  if (site.bytes().Chance(1, 2)) attrs.emplace_back("dtype", MakeAttrDType(site.ctx(), site.PickDType(kAnyDType)));
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 2, 2)), SampleDiagonal(site)}, attrs);
}
const Call* SampleTriangle(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 2, 4)), SampleDiagonal(site)});
}
const Call* SampleHamming(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  auto number = [&] { return MakeFloat(ctx, static_cast<double>(site.bytes().Between(0, 8)) / 8); };
  const Expr* size = MakeInt(ctx, site.bytes().Between(1, 6));
  std::vector<const Expr*> args = {size, MakeBool(ctx, site.bytes().Chance(1, 2)), number(), number()};
  return MakeOpCall(ctx, row, args, {{"dtype", MakeAttrDType(ctx, site.PickDType(kFloatDType))}});
}
const Call* SampleOneHot(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* indices = site.Tensor(RequestRank(kIntegers, 0, 3));
  bool floats = site.bytes().Chance(1, 2);
  auto value = [&](int64_t n) {
    return floats ? static_cast<const Expr*>(MakeFloat(ctx, static_cast<double>(n) / 2)) : MakeInt(ctx, n);
  };
  int rank = SampledType(indices)->rank;
  std::vector<const Expr*> args = {indices, value(site.bytes().Between(-3, 3)), value(site.bytes().Between(-3, 3))};
  return MakeOpCall(ctx, row, args,
                    {{"depth", MakeAttrInt(ctx, site.bytes().Between(1, 4))},
                     {"axis", MakeAttrInt(ctx, site.bytes().Between(-1, rank))}});
}

// ---- rows

constexpr Operand kEye[] = {{"n", OperandKind::kPrim}, {"m", OperandKind::kPrim}, {"k", OperandKind::kPrim}};
constexpr Operand kXAndK[] = {{"x"}, {"k", OperandKind::kPrim}};
constexpr Operand kHamming[] = {{"window_size", OperandKind::kPrim},
                                {"periodic", OperandKind::kPrim},
                                {"alpha", OperandKind::kPrim},
                                {"beta", OperandKind::kPrim}};
constexpr Operand kOneHot[] = {
    {"indices", OperandKind::kTensor, kIntegers}, {"on_value", OperandKind::kPrim}, {"off_value", OperandKind::kPrim}};
constexpr AttrSpec kDType[] = {{"dtype", AttrKind::kDType, ""}};
constexpr AttrSpec kMaybeDType[] = {{"dtype", AttrKind::kDType, "None"}};
constexpr AttrSpec kOneHotAttrs[] = {{"depth", AttrKind::kInt, ""}, {"axis", AttrKind::kInt, "-1"}};
constexpr Precondition kEyeLikeRules[] = {{"eye_like.r1", "x is a matrix"}};
constexpr Precondition kTrilRules[] = {{"tril.r1", "x has at least two dimensions"}};
constexpr Precondition kTriuRules[] = {{"triu.r1", "x has at least two dimensions"}};
constexpr Precondition kHammingRules[] = {{"hamming_window.r1", "dtype is float"},
                                          {"hamming_window.r2", "window_size is positive"}};
constexpr Precondition kOneHotRules[] = {{"one_hot.r1", "on_value and off_value have one dtype"},
                                         {"one_hot.r2", "indices are integers"},
                                         {"one_hot.r3", "axis is in [-rank - 1, rank]"},
                                         {"one_hot.r4", "depth is positive"}};

constexpr OpSpec kMatrix[] = {
    {.name = "eye",
     .doc = "n by m, 1 where column - row is k, 0 elsewhere.",
     .operands = kEye,
     .attrs = kDType,
     .preconditions = {},
     .infer = InferEye,
     .eval = EvalEye,
     .lower = {LowerEye},
     .sample = SampleEye,
     .tolerance = Exact(),
     .mixed = kFollows},
    {.name = "eye_like",
     .doc = "eye of x's shape, in dtype or else x's.",
     .operands = kXAndK,
     .attrs = kMaybeDType,
     .preconditions = kEyeLikeRules,
     .infer = InferEyeLike,
     .eval = EvalEyeLike,
     .lower = {LowerEyeLike},
     .sample = SampleEyeLike,
     .tolerance = Exact()},
    {.name = "tril",
     .doc = "x where column - row of its last two dimensions is at most k, 0 elsewhere. Bits are kept.",
     .operands = kXAndK,
     .attrs = {},
     .preconditions = kTrilRules,
     .infer = InferTriangle,
     .eval = EvalTril,
     .lower = {LowerTril},
     .sample = SampleTriangle,
     .tolerance = Exact()},
    {.name = "triu",
     .doc = "x where column - row of its last two dimensions is at least k, 0 elsewhere. Bits are kept.",
     .operands = kXAndK,
     .attrs = {},
     .preconditions = kTriuRules,
     .infer = InferTriangle,
     .eval = EvalTriu,
     .lower = {LowerTriu},
     .sample = SampleTriangle,
     .tolerance = Exact(),
     .gradient = {TriuGradient}},
    {.name = "hamming_window",
     .doc =
         "alpha - beta * cos(2 pi i / (n - 1)), over n + 1 - 1 when periodic; each step rounds in dtype. A window of "
         "one element is 1.",
     .operands = kHamming,
     .attrs = kDType,
     .preconditions = kHammingRules,
     .infer = InferHamming,
     .eval = EvalHamming,
     .lower = {LowerHamming},
     .sample = SampleHamming,
     .tolerance = Ulps(8),
     .mixed = kFollows},
    {.name = "one_hot",
     .doc = "A new dimension of length depth at axis, on_value where its index is the element of indices, off_value "
            "elsewhere; also for an element outside [0, depth).",
     .operands = kOneHot,
     .attrs = kOneHotAttrs,
     .preconditions = kOneHotRules,
     .infer = InferOneHot,
     .eval = EvalOneHot,
     .lower = {LowerOneHot},
     .sample = SampleOneHot,
     .tolerance = Exact()},
};
static_assert(AllComplete(kMatrix));

}  // namespace

std::span<const OpSpec> MatrixOps() { return kMatrix; }

}  // namespace assay
