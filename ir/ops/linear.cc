// Linear algebra: matmul. Tested by linear_test.cc.
#include <array>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/linear.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

// ---- inference

// Leading dimensions, without the two (or the one) that are multiplied.
Dims BatchDims(const Dims& dims) { return dims.size() <= 2 ? Dims{} : Dims(dims.begin(), dims.end() - 2); }

Result<std::optional<Dims>> MatmulDims(const InferIn& in, const Dims& a, const Dims& b) {
  Broadcast2 batch = BroadcastDims(in.ctx, BatchDims(a), BatchDims(b));
  if (batch.answer == Broadcast2::Answer::kConflict)
    return Broken(in, 3, "leading dimensions that broadcast", fact::Arg{0}, fact::Arg{1});
  if (batch.answer == Broadcast2::Answer::kUnknown) return std::optional<Dims>();
  if (ExtentsDiffer(in, a.back(), b.size() == 1 ? b[0] : b[b.size() - 2])) {
    return Differ(in, 4, "inner dimensions", fact::Extent{0, -1}, fact::Extent{1, b.size() == 1 ? -1 : -2});
  }
  if (a.size() > 1) batch.dims.push_back(a[a.size() - 2]);
  if (b.size() > 1) batch.dims.push_back(b.back());
  return std::optional<Dims>(batch.dims);
}

Result<const Type*> InferMatmul(const InferIn& in) {
  ASSAY_TRY(const TensorType* a, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* b, TensorArg(in, 1));
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (dtype.IsVoid()) {
    ASSAY_TRY(dtype, JoinDTypes(in, 1, a, b));
  }
  const VDevice* device = JoinVDevices(a->vdevice, b->vdevice);
  if (a->rank == kUnknownRank || b->rank == kUnknownRank) {
    return MakeTensorTypeOfRank(in.ctx, kUnknownRank, dtype, device);
  }
  if (a->rank == 0 || b->rank == 0) return Broken(in, 2, "operands of rank 1 or more", fact::Arg{0}, fact::Arg{1});
  int rank = std::max(std::max(a->rank, b->rank), 2) - (a->rank == 1 ? 1 : 0) - (b->rank == 1 ? 1 : 0);
  const ShapeExpr* a_shape = KnownShape(a);
  const ShapeExpr* b_shape = KnownShape(b);
  std::optional<Dims> dims;
  if (a_shape != nullptr && b_shape != nullptr) {
    ASSAY_TRY(dims, MatmulDims(in, Dims(a_shape->values.begin(), a_shape->values.end()),
                               Dims(b_shape->values.begin(), b_shape->values.end())));
  }
  if (!dims) return MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
  return MakeTensorType(in.ctx, *dims, dtype, device);
}

// ---- reference evaluation

using eval::Index;

EvalResult EvalMatmul(const EvalIn& in) {
  const Tensor& a = eval::TensorOf(in, 0);
  const Tensor& b = eval::TensorOf(in, 1);
  if (a.rank() == 0 || b.rank() == 0) return eval::ShapeMismatch(in, "matmul of a scalar");
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (dtype.IsVoid() && a.dtype() != b.dtype()) return Refused{"matmul of two dtypes without out_dtype"};
  if (dtype.IsVoid()) dtype = a.dtype();
  if (dtype.IsBool()) return Refused{"a sum of products of bool has no agreed meaning"};
  // A vector on the left is a row, on the right a column.
  Index a_shape = a.shape(), b_shape = b.shape(), full;
  if (a.rank() == 1) a_shape.insert(a_shape.begin(), 1);
  if (b.rank() == 1) b_shape.push_back(1);
  int64_t rows = a_shape[a_shape.size() - 2], columns = b_shape.back(), length = a_shape.back();
  if (length != b_shape[b_shape.size() - 2]) return eval::ShapeMismatch(in, "the lengths that are summed over differ");
  Index a_batch(a_shape.begin(), a_shape.end() - 2), b_batch(b_shape.begin(), b_shape.end() - 2);
  if (!eval::BroadcastShapes(a_batch, b_batch, &full)) return eval::ShapeMismatch(in, "leading dimensions differ");
  int64_t batch_rank = static_cast<int64_t>(full.size());
  Index out = full;
  if (a.rank() > 1) out.push_back(rows);
  if (b.rank() > 1) out.push_back(columns);
  return eval::Fill(dtype, out, [&](const Index& index) {
    Index batch(index.begin(), index.begin() + batch_rank);
    int64_t row = a.rank() > 1 ? index[batch.size()] : 0;
    int64_t column = b.rank() > 1 ? index.back() : 0;
    int64_t a_start = eval::BroadcastOffset(a_batch, batch) * rows + row;
    int64_t b_start = eval::BroadcastOffset(b_batch, batch) * length;
    Scalar sum = Scalar::Zero(dtype);
    eval::Visit(length);
    for (int64_t k = 0; k < length; ++k) {
      Scalar x = scalar::Cast(a.At(a_start * length + k), dtype);
      Scalar y = scalar::Cast(b.At((b_start + k) * columns + column), dtype);
      sum = scalar::Add(sum, scalar::Mul(x, y));
    }
    return sum;
  });
}

// ---- lowering

// Indices of one operand's leading dimensions, which broadcast to the result's `dims`.
Terms BatchIndices(const KernelBuffer& x, const Terms& dims, const Terms& spatial, int batch_rank) {
  Terms indices;
  int own = std::max(x.rank() - 2, 0);
  for (int i = 0; i < own; ++i) {
    auto at = static_cast<size_t>(batch_rank - own + i);
    indices.push_back(dims[at].IsInt(1) ? spatial[at] : BroadcastPlace(x, i, dims[at], spatial[at]));
  }
  return indices;
}

// `second` is the second matrix; with `transposed`, its last two dimensions stand the other way round.
Lowered LowerProduct(LowerSite& site, const Call& call, const Expr* second, bool transposed) {
  DType dtype = As<TensorType>(call.type)->dtype;
  bool mixed = As<TensorType>(call.args[0]->type)->dtype != As<TensorType>(call.args[1]->type)->dtype;
  if (mixed && DTypeAttr(call, "out_dtype").IsVoid()) return Refused{"matmul of two dtypes without out_dtype"};
  if (dtype.IsBool()) return Refused{"a sum of products of bool has no agreed meaning"};
  std::string_view name = transposed ? "NT_matmul" : "matmul";
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const KernelBuffer &a = in[0], &b = in[1];
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    Term zero = Literal(k.ctx(), dtype, 0);
    Term length = a.dim(a.rank() - 1);
    if (length.IsInt(0)) return std::vector{k.Compute(name, Axes("i", dims), [&](const Terms&) { return zero; })};
    int batch_rank = static_cast<int>(dims.size()) - (a.rank() > 1 ? 1 : 0) - (b.rank() > 1 ? 1 : 0);
    return std::vector{
        k.Reduce(name, Axes("i", dims), {{"k", length}}, zero, [&](Term sum, const Terms& s, const Terms& r) {
          Terms left = BatchIndices(a, dims, s, batch_rank);
          Terms right = BatchIndices(b, dims, s, batch_rank);
          if (a.rank() > 1) left.push_back(s[static_cast<size_t>(batch_rank)]);
          left.push_back(r[0]);
          right.push_back(r[0]);
          if (b.rank() > 1) right.push_back(s.back());
          if (transposed) std::swap(right[right.size() - 2], right.back());
          return sum + CastTo(dtype, a(left)) * CastTo(dtype, b(right));
        })};
  };
  return LowerToCallTIR(site, call, name, {call.args[0], second}, body);
}

Lowered LowerMatmul(LowerSite& site, const Call& call) { return LowerProduct(site, call, call.args[1], false); }

// ---- sampling

// The leading dimensions of one operand, which broadcast to `full`: some are 1, and some of the first are left out.
Dims SampleBatch(SampleSite& site, const Dims& full) {
  Dims batch = full;
  if (site.bytes().Chance(1, 4))
    batch.erase(batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(site.bytes().Below(full.size() + 1)));
  for (const Expr*& extent : batch) {
    if (site.bytes().Chance(1, 5)) extent = MakeInt(site.ctx(), 1);
  }
  return batch;
}

// An operand of two dimensions behind leading ones, or a vector, whatever the other one is.
Dims SampleOperand(SampleSite& site, const Dims& full, const Expr* length, bool left) {
  if (site.bytes().Chance(1, 8)) return {length};
  Dims dims = SampleBatch(site, full);
  const Expr* kept = site.Dim();
  dims.push_back(left ? kept : length);
  dims.push_back(left ? length : kept);
  return dims;
}

const Call* SampleMatmul(SampleSite& site, const OpSpec& row) {
  DType dtype = site.PickDType(kNumeric);
  const Expr* length = site.Dim();
  Dims batch;
  for (uint64_t i = site.bytes().Below(3); i > 0; --i) batch.push_back(site.Dim());
  Dims left = SampleOperand(site, batch, length, true), right = SampleOperand(site, batch, length, false);
  AttrItems attrs;
  DType other = dtype;
  if (site.bytes().Chance(1, 3)) {
    DType out = dtype.IsFloating() ? DType::Float(32) : DType::Int(32);
    if (site.bytes().Chance(1, 2)) out = site.PickDType(kNumeric);
    attrs.emplace_back("out_dtype", MakeAttrDType(site.ctx(), out));
    // The dtype of the result is said: that of one operand need not be the other one's.
    if (site.bytes().Chance(1, 4)) other = site.PickDType(kNumeric);
  }
  const Expr* a = site.Tensor(RequestShape(dtype, left));
  const Expr* b = site.Tensor(RequestShape(other, right));
  return MakeOpCall(site.ctx(), row, {a, b}, attrs);
}

constexpr Operand kMatmulOperands[] = {{"x1", OperandKind::kTensor, kNumeric}, {"x2", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kMatmulAttrs[] = {{"out_dtype", AttrKind::kDType, "None"}};
constexpr Precondition kMatmulRules[] = {
    {"matmul.r1", "both operands have one dtype, unless out_dtype is given"},
    {"matmul.r2", "no operand is a scalar"},
    {"matmul.r3", "leading dimensions broadcast"},
    {"matmul.r4", "the last dimension of x1 equals the last but one (or the only one) of x2"},
};

constexpr OpSpec kLinear[] = {
    {.name = "matmul",
     .doc =
         "Matrix product over the last two dimensions; leading ones broadcast. A vector on the left is a row, on the "
         "right a column, and its dimension of 1 is dropped. Operands are cast to the result's dtype first (out_dtype, "
         "else theirs), products and sums are rounded (integers wrap) in that dtype, in order of the summed index: "
         "float16 accumulates in float16, as TVM's legalisation does. An empty sum is 0.",
     .operands = kMatmulOperands,
     .attrs = kMatmulAttrs,
     .preconditions = kMatmulRules,
     .infer = InferMatmul,
     .eval = EvalMatmul,
     .lower = {LowerMatmul},
     .sample = SampleMatmul,
     .tolerance = SumsOfProducts(2),
     .gradient = {MatmulGradient},
     .mixed = {MixedPolicy::kAlways, "out_dtype"}},
};
static_assert(AllComplete(kLinear));

}  // namespace

Lowered LowerTransposedMatmul(LowerSite& site, const Call& call, const Expr* second) {
  return LowerProduct(site, call, second, true);
}

std::span<const OpSpec> LinearOps() { return kLinear; }

}  // namespace assay
