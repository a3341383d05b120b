// Elementwise operators of three operands: choice, clipping, multiply-add. Tested by ops_table_test.cc.
#include <array>

#include "ir/ops/elementwise.h"
#include "ir/ops/gradients.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/layout_rules.h"
#include "ir/prim/literals.h"

namespace assay {
namespace {

constexpr Operand kWhere[] = {{"condition", OperandKind::kTensor, kBoolDType}, {"x1"}, {"x2"}};
constexpr Operand kClip[] = {{"x"}, {"min", OperandKind::kPrim}, {"max", OperandKind::kPrim}};
constexpr Operand kFma[] = {{"x1"}, {"x2"}, {"x3"}};

using Three = std::array<const TensorType*, 3>;
Result<Three> ThreeTensors(const InferIn& in) {
  Three types = {};
  for (size_t i = 0; i < 3; ++i) {
    ASSAY_TRY(types[i], TensorArg(in, i));
  }
  return types;
}

// The one device that operands name; none when they differ.
const VDevice* DeviceOfThree(const Three& types) {
  const VDevice* device = nullptr;
  for (const TensorType* type : types) {
    if (type->vdevice == nullptr) continue;
    if (device == nullptr) {
      device = type->vdevice;
    } else if (type->vdevice->target != nullptr && !SameVDevice(device, type->vdevice)) {
      return nullptr;
    }
  }
  return device;
}
bool OneShape(const Three& types) {
  return types[0]->shape != nullptr && types[0]->shape == types[1]->shape && types[0]->shape == types[2]->shape;
}

// ---- where

constexpr Precondition kWhereRules[] = {
    {"where.r1", "condition has dtype bool"},
    {"where.r2", "the three shapes broadcast"},
    {"where.r3", "x1 and x2 have one dtype, or one of them is bool"},
};

Result<const Type*> InferWhere(const InferIn& in) {
  ASSAY_TRY(Three types, ThreeTensors(in));
  auto [condition, x1, x2] = types;
  if (!condition->dtype.IsVoid() && !condition->dtype.IsBool())
    return Broken(in, 1, "a condition of bool", fact::Arg{0});
  bool known = !x1->dtype.IsVoid() && !x2->dtype.IsVoid();
  if (known && x1->dtype != x2->dtype && !x1->dtype.IsBool() && !x2->dtype.IsBool()) {
    return Differ(in, 3, "dtypes", fact::Arg{1}, fact::Arg{2});
  }
  DType dtype = known ? x1->dtype : DType::Void();
  const VDevice* device = DeviceOfThree(types);
  bool ranked = condition->rank != kUnknownRank && x1->rank != kUnknownRank && x2->rank != kUnknownRank;
  int rank = ranked ? std::max({condition->rank, x1->rank, x2->rank}) : kUnknownRank;
  const auto *s0 = As<ShapeExpr>(condition->shape), *s1 = As<ShapeExpr>(x1->shape), *s2 = As<ShapeExpr>(x2->shape);
  if (s0 == nullptr || s1 == nullptr || s2 == nullptr) {
    if (OneShape(types)) return MakeTensorType(in.ctx, condition->shape, dtype, device);
    return MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
  }
  Broadcast2 both = BroadcastDims(in.ctx, *DimsOf(x1), *DimsOf(x2));
  if (both.answer == Broadcast2::Answer::kKnown) both = BroadcastDims(in.ctx, *DimsOf(condition), both.dims);
  if (both.answer == Broadcast2::Answer::kConflict)
    return Broken(in, 2, "shapes that broadcast", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  if (both.answer == Broadcast2::Answer::kKnown) return MakeTensorType(in.ctx, both.dims, dtype, device);
  return MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
}

EvalResult EvalWhere(const EvalIn& in) {
  const Tensor &condition = eval::TensorOf(in, 0), &x1 = eval::TensorOf(in, 1), &x2 = eval::TensorOf(in, 2);
  eval::Index values, shape;
  if (!eval::BroadcastShapes(x1.shape(), x2.shape(), &values) ||
      !eval::BroadcastShapes(condition.shape(), values, &shape)) {
    return eval::ShapeMismatch(in, "the operands' shapes do not broadcast");
  }
  auto at = [](const Tensor& t, const eval::Index& i) { return t.At(eval::BroadcastOffset(t.shape(), i)); };
  DType common = x1.dtype().IsBool() ? x2.dtype() : x1.dtype();
  return eval::Fill(x1.dtype(), shape, [&](const eval::Index& i) {
    Scalar chosen = at(condition, i).IsTrue() ? at(x1, i) : at(x2, i);
    return scalar::Cast(scalar::Cast(chosen, common), x1.dtype());
  });
}

// TVM converts the condition to int64 and compares with zero.
Lowered LowerWhere(LowerSite& site, const Call& call) {
  std::vector<const Expr*> tensors(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "where", tensors, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const auto* result = As<TensorType>(call.type);
    Terms dims = k.ImportDims(KnownShape(result)->values);
    DType common = in[1].dtype().IsBool() ? in[2].dtype() : in[1].dtype();
    auto body = [&](const Terms& i) {
      auto at = [&](size_t operand) { return in[operand](BroadcastIndex(in[operand], i, dims)); };
      Term holds = k.Int(0) < CastTo(DType::Int(64), at(0));
      return CastTo(result->dtype, SelectOf(holds, CastTo(common, at(1)), CastTo(common, at(2))));
    };
    return std::vector{k.Compute("T_where", Axes("ax", dims), body)};
  });
}

const Call* SampleWhere(SampleSite& site, const OpSpec& row) {
  const Expr* x1 = SampleTensor(site, kAnyDType);
  const Expr* x2 = SampleBroadcastable(site, x1);
  Dims dims = SampledDims(x1);
  if (site.bytes().Chance(1, 3)) dims.clear();
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestShape(DType::Bool(), dims)), x1, x2});
}

// ---- clip

Result<const Type*> InferClip(const InferIn& in) { return in.call.args[0]->type; }

// min(x, max) first, then max with min; bounds converted to the dtype of x.
EvalResult EvalClip(const EvalIn& in) {
  Scalar low = in.args[1].As<PrimValue>()->scalar;
  Scalar high = in.args[2].As<PrimValue>()->scalar;
  return eval::Map(in, [&](Scalar x) {
    return scalar::Max(scalar::Min(x, scalar::Cast(high, x.dtype)), scalar::Cast(low, x.dtype));
  });
}
const Expr* Bound(Context& ctx, const Expr* e, DType dtype) {
  Scalar value;
  if (const auto* imm = AsInt(e)) {
    value = Scalar::Int(DTypeOf(imm), imm->value);
  } else if (const auto* number = As<FloatImm>(e)) {
    value = Scalar::Float(DTypeOf(number), number->value);
  } else {
    return DTypeOf(e) == dtype ? e : MakeCast(ctx, dtype, e);
  }
  return MakeLiteral(ctx, scalar::Cast(value, dtype));
}
Lowered LowerClip(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "tir_clip", {call.args[0]},
                        [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
                          const KernelBuffer& x = in[0];
                          auto bound = [&](size_t i) { return k.Import(Bound(k.ctx(), call.args[i], x.dtype())); };
                          auto body = [&](const Terms& i) {
                            Term below = MinOf(x(i), bound(2));
                            return MaxOf(below, bound(1));
                          };
                          return std::vector{k.Compute("compute", Axes("i", x.dims()), body)};
                        });
}
const Call* SampleClip(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  int64_t low = site.bytes().Between(0, 3);
  int64_t high = low + site.bytes().Between(0, 5);
  return MakeOpCall(ctx, row, {SampleTensor(site, kNumeric), MakeInt(ctx, low), MakeInt(ctx, high)});
}

// ---- ewise_fma

constexpr Precondition kFmaRules[] = {
    {"ewise_fma.r1", "the operands have one rank and one shape"},
    {"ewise_fma.r2", "the operands have one dtype"},
};

bool SameDims(Context& ctx, const ShapeExpr* a, const ShapeExpr* b) {
  return std::equal(a->values.begin(), a->values.end(), b->values.begin(), b->values.end(),
                    [&](const Expr* x, const Expr* y) { return ProveEqual(ctx, x, y); });
}
Result<const Type*> InferFma(const InferIn& in) {
  ASSAY_TRY(Three types, ThreeTensors(in));
  int rank = kUnknownRank;
  bool known = true;
  for (const TensorType* type : types) {
    if (rank != kUnknownRank && type->rank != kUnknownRank && type->rank != rank) {
      return Differ(in, 1, "ranks", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
    }
    if (rank == kUnknownRank) rank = type->rank;
    known = known && !type->dtype.IsVoid();
  }
  auto [x1, x2, x3] = types;
  if (known && (x1->dtype != x2->dtype || x2->dtype != x3->dtype))
    return Differ(in, 2, "dtypes", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  DType dtype = known ? x1->dtype : DType::Void();
  const VDevice* device = DeviceOfThree(types);
  const auto *s1 = As<ShapeExpr>(x1->shape), *s2 = As<ShapeExpr>(x2->shape), *s3 = As<ShapeExpr>(x3->shape);
  if (s1 != nullptr && s2 != nullptr && s3 != nullptr) {
    if (!SameDims(in.ctx, s1, s2) || !SameDims(in.ctx, s2, s3))
      return Differ(in, 1, "shapes", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
    return MakeTensorType(in.ctx, static_cast<const Expr*>(s1), dtype, device);
  }
  if (OneShape(types)) return MakeTensorType(in.ctx, x1->shape, dtype, device);
  return MakeTensorTypeOfRank(in.ctx, rank, dtype, device);
}
EvalResult EvalFma(const EvalIn& in) {
  const Tensor &x1 = eval::TensorOf(in, 0), &x2 = eval::TensorOf(in, 1), &x3 = eval::TensorOf(in, 2);
  if (x1.shape() != x2.shape() || x1.shape() != x3.shape())
    return eval::ShapeMismatch(in, "the operands' shapes differ");
  return eval::Fill(x1.dtype(), x1.shape(), [&](const eval::Index& i) {
    return scalar::Add(scalar::Mul(eval::At(x1, i), eval::At(x2, i)), eval::At(x3, i));
  });
}
// TVM has none; ours multiplies and adds, each rounded.
Lowered LowerFma(LowerSite& site, const Call& call) {
  std::vector<const Expr*> tensors(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "ewise_fma", tensors, [](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    auto body = [&](const Terms& i) {
      return BinaryNode(NodeKind::kAdd, BinaryNode(NodeKind::kMul, in[0](i), in[1](i)), in[2](i));
    };
    return std::vector{k.Compute("T_ewise_fma", Axes("ax", in[0].dims()), body)};
  });
}
const Call* SampleFma(SampleSite& site, const OpSpec& row) {
  const Expr* x1 = SampleTensor(site, kNumeric);
  TensorRequest same = RequestShape(SampledType(x1)->dtype, SampledDims(x1));
  const Expr* x2 = site.Tensor(same);
  return MakeOpCall(site.ctx(), row, {x1, x2, site.Tensor(same)});
}

constexpr OpSpec kRows[] = {
    {.name = "clip",
     .doc = "x between min and max, which are converted to its dtype; NaN stays; min wins over max",
     .operands = kClip,
     .attrs = {},
     .preconditions = {},
     .infer = InferClip,
     .eval = EvalClip,
     .lower = {LowerClip, {}},
     .sample = SampleClip,
     .tolerance = Exact(),
     .laws = kIdempotentLaw},
    {.name = "ewise_fma",
     .doc = "x1 * x2 + x3, rounded after each step; wraps",
     .operands = kFma,
     .attrs = {},
     .preconditions = kFmaRules,
     .infer = InferFma,
     .eval = EvalFma,
     .lower = {LowerFma, {}},
     .sample = SampleFma,
     .tolerance = Exact(),
     .layout = LayoutOfFma,
     .mixed = kFollows},
    {.name = "where",
     .doc = "x1 where condition holds, else x2",
     .operands = kWhere,
     .attrs = {},
     .preconditions = kWhereRules,
     .infer = InferWhere,
     .eval = EvalWhere,
     .lower = {LowerWhere, {}},
     .sample = SampleWhere,
     .tolerance = Exact(),
     .gradient = {WhereGradient}},
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> WhereOps() { return kRows; }

}  // namespace assay
