// Running sums and products along an axis: cumsum, cumprod. Tested by index_rows_test.cc.
#include <utility>

#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferScan(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  DType dtype = DTypeAttr(in.call, "dtype");
  if (!dtype.IsVoid()) x = WithDType(in.ctx, x, dtype);
  if (!IsNullAttr(in.call, "axis")) {
    bool fits = x->rank == kUnknownRank || NormalizeAxis(IntAttr(in.call, "axis"), x->rank).has_value();
    if (!fits) return BadAxis(in, 1, "axis", x->rank);
    return x;
  }
  const ShapeExpr* shape = KnownShape(x);
  // TVM keeps the rank of x, which the flat result has not.
  if (shape == nullptr) return LikeWithRank(in.ctx, x, 1);
  return LikeWithDims(in.ctx, x, {PlainProduct(in.ctx, Dims(shape->values.begin(), shape->values.end()))});
}

// ---- reference evaluation

EvalResult EvalScan(const EvalIn& in, bool product) {
  const Tensor& given = eval::TensorOf(in, 0);
  bool flat = IsNullAttr(in.call, "axis");
  Tensor x = flat ? given.Reshaped({given.size()}) : given;
  std::optional<int> axis = NormalizeAxis(flat ? 0 : IntAttr(in.call, "axis"), x.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  DType dtype = DTypeOfResult(in.call, x.dtype());
  auto along = static_cast<size_t>(*axis);
  bool exclusive = BoolAttr(in.call, "exclusive");
  auto step = dtype.IsBool() ? (product ? scalar::And : scalar::Or) : (product ? scalar::Mul : scalar::Add);
  Result<Tensor> made = Tensor::Make(dtype, x.shape());
  if (!made.ok()) return Trap{TrapKind::kOutOfMemory, made.error().message, {}};
  Index lines = x.shape();
  int64_t length = std::exchange(lines[along], 1);
  eval::ForEach(lines, [&](Index at) {
    Scalar value = product ? Scalar::One(dtype) : Scalar::Zero(dtype);
    for (at[along] = 0; at[along] < length && eval::Visit(1); ++at[along]) {
      Scalar next = step(value, scalar::Cast(eval::At(x, at), dtype));
      made->Set(eval::Offset(x.shape(), at), exclusive ? value : next);
      value = next;
    }
  });
  return eval::ValueOf(*std::move(made));
}
EvalResult EvalCumsum(const EvalIn& in) { return EvalScan(in, false); }
EvalResult EvalCumprod(const EvalIn& in) { return EvalScan(in, true); }

// ---- lowering: each place folds its whole line and leaves out what stands after it

Term Step(Term a, Term b, bool product) {
  if (a.dtype().IsBool()) return product ? a && b : a || b;
  return product ? a * b : a + b;
}
Lowered LowerScan(LowerSite& site, const Call& call, bool product) {
  DType dtype = As<TensorType>(call.type)->dtype;
  bool flat = IsNullAttr(call, "axis"), exclusive = BoolAttr(call, "exclusive");
  return LowerToCallTIR(
      site, call, product ? "cumprod" : "cumsum", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
        const KernelBuffer& x = in[0];
        Terms dims = k.ImportDims(KnownShape(call.type)->values);
        auto along = flat ? size_t{0} : static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), x.rank()));
        return std::vector{k.Reduce("scan", Axes("ax", dims), {{"k", dims[along]}},
                                    Literal(k.ctx(), dtype, product ? 1 : 0),
                                    [&](Term value, const Terms& s, const Terms& r) {
                                      Terms source = s;
                                      source[along] = r[0];
                                      Term element = CastTo(dtype, x(flat ? PlaceOfElement(x, r[0]) : source));
                                      Term counts = exclusive ? r[0] < s[along] : r[0] <= s[along];
                                      return SelectOf(counts, Step(value, element, product), value);
                                    })};
      });
}
Lowered LowerCumsum(LowerSite& site, const Call& call) { return LowerScan(site, call, false); }
Lowered LowerCumprod(LowerSite& site, const Call& call) { return LowerScan(site, call, true); }

// ---- sampling

const Call* SampleScan(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  AttrItems attrs{{"exclusive", MakeAttrBool(ctx, site.bytes().Chance(1, 2))}};
  if (site.bytes().Chance(3, 4)) attrs.emplace_back("axis", MakeAttrInt(ctx, SampleAxis(site, SampledType(x)->rank)));
  if (site.bytes().Chance(1, 3)) attrs.emplace_back("dtype", MakeAttrDType(ctx, site.PickDType(kNumeric)));
  return MakeOpCall(ctx, row, {x}, attrs);
}

constexpr Operand kData[] = {{"data", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kScanAttrs[] = {
    {"axis", AttrKind::kInt, "None"}, {"dtype", AttrKind::kDType, "None"}, {"exclusive", AttrKind::kBool, "False"}};
constexpr Precondition kCumsumRules[] = {{"cumsum.r1", "axis is in [-rank, rank)"}};
constexpr Precondition kCumprodRules[] = {{"cumprod.r1", "axis is in [-rank, rank)"}};

constexpr OpSpec kScan[] = {
    {.name = "cumsum",
     .doc = "Each element's sum with all before it along axis (exclusive: without itself), or in the flattened tensor. "
            "Elements are cast to dtype first; sums start from 0 and round or wrap there. Of bool: any.",
     .operands = kData,
     .attrs = kScanAttrs,
     .preconditions = kCumsumRules,
     .infer = InferScan,
     .eval = EvalCumsum,
     .lower = {LowerCumsum},
     .sample = SampleScan,
     .tolerance = SumsOfProducts(1),
     .gradient = {CumsumGradient}},
    {.name = "cumprod",
     .doc = "Each element's product with all before it along axis (exclusive: without itself), or in the flattened "
            "tensor. Elements are cast to dtype first; products round or wrap there. Of bool: all.",
     .operands = kData,
     .attrs = kScanAttrs,
     .preconditions = kCumprodRules,
     .infer = InferScan,
     .eval = EvalCumprod,
     .lower = {LowerCumprod},
     .sample = SampleScan,
     .tolerance = UlpsPerReduced(1)},
};
static_assert(AllComplete(kScan));

}  // namespace

std::span<const OpSpec> ScanOps() { return kScan; }

}  // namespace assay
