// The same elements under another shape: reshape, flatten, broadcast_to. Tested by manipulate_test.cc.
#include <algorithm>

#include "ir/arith/dims.h"
#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- shape operands

Result<const ShapeType*> ShapeArg(const InferIn& in, size_t i) {
  const auto* type = i < in.call.args.size() ? As<ShapeType>(in.call.args[i]->type) : nullptr;
  if (type == nullptr) return WrongOperand(in, i, "a shape");
  return type;
}

// How reshape reads its shape when it is given as numbers: 0 copies the dimension of x in that place, one -1 takes what
// is left. TVM resolves both when the call is made; here the call keeps them and inference resolves.
Result<Dims> ResolveShape(const InferIn& in, const Dims& wanted, const std::optional<Dims>& old) {
  Dims dims = wanted;
  int inferred = -1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const IntImm* number = AsInt(dims[i]);
    if (number == nullptr || number->value > 0) continue;
    if (number->value < -1) return Broken(in, 1, "dimensions of -1 or more", fact::Arg{1});
    if (number->value == -1 && inferred >= 0) return Broken(in, 1, "at most one -1", fact::Arg{1});
    if (number->value == -1) inferred = static_cast<int>(i);
    if (number->value == 0 && old && i < old->size()) dims[i] = (*old)[i];
  }
  if (inferred < 0) return dims;
  if (!old) return Broken(in, 2, "a known shape of x where a dimension is -1", fact::Arg{0}, fact::Arg{1});
  auto place = static_cast<size_t>(inferred);
  Dims others = dims;
  others.erase(others.begin() + inferred);
  dims[place] = FloorDivDims(in.ctx, ProductOf(in.ctx, *old), ProductOf(in.ctx, others));
  return dims;
}

// ---- reshape

bool HasSpecialNumbers(const Dims& dims) {
  return std::any_of(dims.begin(), dims.end(), [](const Expr* dim) {
    const IntImm* number = AsInt(dim);
    return number != nullptr && number->value <= 0;
  });
}
Result<const Type*> InferReshape(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const ShapeType* target, ShapeArg(in, 1));
  const Expr* shape = in.call.args[1];
  if (!target->has_values) return MakeTensorType(in.ctx, shape, x->dtype, x->vdevice);
  std::optional<Dims> old = DimsOf(x);
  Dims written(target->values.begin(), target->values.end());
  ASSAY_TRY(Dims dims, ResolveShape(in, written, old));
  if (old && ProveUnequal(in.ctx, ProductOf(in.ctx, *old), ProductOf(in.ctx, dims))) {
    return Differ(in, 3, "numbers of elements", fact::NamedDim("before", ProductOf(in.ctx, *old)),
                  fact::NamedDim("after", ProductOf(in.ctx, dims)), fact::Arg{0}, fact::Arg{1});
  }
  if (Is<ShapeExpr>(shape) && !HasSpecialNumbers(written)) return MakeTensorType(in.ctx, shape, x->dtype, x->vdevice);
  return LikeWithDims(in.ctx, x, dims);
}
EvalResult Refilled(const EvalIn& in, const Index& shape) {
  const Tensor& x = eval::TensorOf(in, 0);
  bool possible = std::ranges::all_of(shape, [](int64_t extent) { return extent >= 0; });
  if (possible && eval::ElementCount(shape) != x.size())
    return eval::ShapeMismatch(in, "the number of elements changes");
  int64_t at = 0;
  return eval::Fill(x.dtype(), shape, [&](const Index&) { return x.At(at++); });
}
EvalResult EvalReshape(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Index shape = eval::IntsOf(in.args[1]);
  // Only a written 0 copies, and a written -1 stands for the rest; an extent that turns out to be 0 is 0.
  const auto* written = As<ShapeExpr>(in.call.args[1]);
  for (size_t i = 0; written != nullptr && i < shape.size() && i < x.shape().size(); ++i) {
    if (shape[i] == 0 && Is<IntImm>(written->values[i])) shape[i] = x.shape()[i];
  }
  auto unknown = std::find(shape.begin(), shape.end(), -1);
  if (written != nullptr && unknown != shape.end()) {
    *unknown = 1;
    int64_t others = eval::ElementCount(shape);
    *unknown = others == 0 ? 0 : x.size() / others;
  }
  return Refilled(in, shape);
}

// One of the dimensions as what the others leave, or as that of x at its place.
void WriteOtherwise(SampleSite& site, const Dims& old, Dims& dims) {
  size_t at = site.bytes().Below(dims.size());
  bool same = at < old.size() && ProveEqual(site.ctx(), old[at], dims[at]);
  dims[at] = MakeInt(site.ctx(), same && site.bytes().Chance(1, 2) ? 0 : -1);
}
const Call* SampleReshape(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(x);
  // In another order, or merge two neighbours; or put a 1 somewhere.
  if (dims.size() > 1 && site.bytes().Chance(1, 4)) {
    std::rotate(dims.begin(), dims.begin() + 1, dims.end());
  } else if (dims.size() > 1 && site.bytes().Chance(2, 3)) {
    size_t at = site.bytes().Below(dims.size() - 1);
    dims[at] = MulDims(ctx, dims[at], dims[at + 1]);
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  if (site.bytes().Chance(1, 2)) {
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(site.bytes().Below(dims.size() + 1)), MakeInt(ctx, 1));
  }
  // A 0 would say something else.
  if (HasSpecialNumbers(dims)) return nullptr;
  // A shape with symbols may become a value that is handed on, in which a number is an extent.
  bool known = std::ranges::all_of(dims, [](const Expr* dim) { return AsInt(dim) != nullptr; });
  if (known && !dims.empty() && site.bytes().Chance(1, 6)) WriteOtherwise(site, SampledDims(x), dims);
  return MakeOpCall(ctx, row, {x, MakeShape(ctx, dims)});
}
constexpr Operand kReshapeOperands[] = {{"x"}, {"shape", OperandKind::kShape}};
constexpr Precondition kReshapeRules[] = {
    {"reshape.r1", "dimensions are positive, but for 0 (copied from x) and at most one -1"},
    {"reshape.r2", "with -1, the dimensions of x are known"},
    {"reshape.r3", "the number of elements stays the same"},
};

// ---- flatten

Result<const Type*> InferFlatten(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank == 1) return x;
  if (x->rank == 0) return LikeWithDims(in.ctx, x, {MakeInt(in.ctx, 1)});
  const ShapeExpr* shape = KnownShape(x);
  if (shape == nullptr) return LikeWithRank(in.ctx, x, 1);
  return LikeWithDims(in.ctx, x, {PlainProduct(in.ctx, Dims(shape->values.begin(), shape->values.end()))});
}
EvalResult EvalFlatten(const EvalIn& in) { return Refilled(in, {eval::TensorOf(in, 0).size()}); }
constexpr Operand kFlattenOperands[] = {{"x"}};

// ---- broadcast_to

Result<const Type*> InferBroadcastTo(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const ShapeType* target, ShapeArg(in, 1));
  const TensorType* result = MakeTensorType(in.ctx, in.call.args[1], x->dtype, x->vdevice);
  if (x->rank != kUnknownRank && target->rank != kUnknownRank && target->rank < x->rank) {
    return Broken(in, 1, "a target of at least as many dimensions as x", fact::Arg{1}, fact::Arg{0});
  }
  std::optional<Dims> old = DimsOf(x);
  if (!old || !target->has_values) return result;
  for (size_t i = 1; i <= old->size(); ++i) {
    if (ExtentsDifferAndNoneIsOne(in, (*old)[old->size() - i], target->values[target->values.size() - i])) {
      auto from_end = -static_cast<int64_t>(i);
      return Broken(in, 2, "dimensions of x that are 1 or the target's", fact::Extent{0, from_end},
                    fact::Extent{1, from_end}, fact::Arg{0}, fact::Arg{1});
    }
  }
  return result;
}
EvalResult EvalBroadcastTo(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Index shape = eval::IntsOf(in.args[1]), joined;
  if (!eval::BroadcastShapes(x.shape(), shape, &joined) || joined != shape) {
    return eval::ShapeMismatch(in, "x does not broadcast to the shape");
  }
  return eval::Fill(x.dtype(), shape, [&](const Index& i) { return x.At(eval::BroadcastOffset(x.shape(), i)); });
}
Lowered LowerBroadcastTo(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "broadcast_to", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    auto element = [&](const Terms& i) { return x(BroadcastIndex(x, i, dims)); };
    return std::vector{k.Compute("T_broadcast_to", Axes("ax", dims), element)};
  });
}
const Call* SampleBroadcastTo(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 0, 4));
  Dims dims = SampledDims(x);
  for (const Expr*& dim : dims) {
    const IntImm* number = AsInt(dim);
    if (number != nullptr && number->value == 1 && site.bytes().Chance(2, 3)) dim = site.Dim();
  }
  if (site.bytes().Chance(1, 2)) dims.insert(dims.begin(), site.Dim());
  return MakeOpCall(ctx, row, {x, MakeShape(ctx, dims)});
}
constexpr Precondition kBroadcastToRules[] = {
    {"broadcast_to.r1", "the target has at least as many dimensions as x"},
    {"broadcast_to.r2", "each dimension of x, aligned at the last, is 1 or the target's"},
};

constexpr OpSpec kReshape[] = {
    {.name = "reshape",
     .doc =
         "The elements of x in row-major order under another shape. Numbers in the shape: 0 copies the dimension of x "
         "in that place, one -1 takes what is left. Bits are kept.",
     .operands = kReshapeOperands,
     .attrs = {},
     .preconditions = kReshapeRules,
     .infer = InferReshape,
     .eval = EvalReshape,
     .lower = {LowerRefill},
     .sample = SampleReshape,
     .tolerance = Exact(),
     .gradient = {ReshapeGradient},
     .mixed = kFollows},
    {.name = "flatten",
     .doc = "The elements of x in row-major order in one dimension; a scalar becomes one element. Bits are kept.",
     .operands = kFlattenOperands,
     .attrs = {},
     .preconditions = {},
     .infer = InferFlatten,
     .eval = EvalFlatten,
     .lower = {LowerRefill},
     .sample = SampleOfAnyTensor,
     .tolerance = Exact(),
     .laws = kIdempotentLaw,
     .mixed = kFollows},
    {.name = "broadcast_to",
     .doc = "Repeats x along its dimensions of extent 1 and along new leading dimensions. Bits are kept.",
     .operands = kReshapeOperands,
     .attrs = {},
     .preconditions = kBroadcastToRules,
     .infer = InferBroadcastTo,
     .eval = EvalBroadcastTo,
     .lower = {LowerBroadcastTo},
     .sample = SampleBroadcastTo,
     .tolerance = Exact(),
     .gradient = {BroadcastToGradient},
     .mixed = kFollows},
};
static_assert(AllComplete(kReshape));

}  // namespace

std::span<const OpSpec> ReshapeOps() { return kReshape; }

}  // namespace assay
