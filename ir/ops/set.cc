// What a tensor holds, as a set: unique, nonzero. Their results' shapes are known at run time alone, so that a packed
// function takes the place of a kernel (vm/packed_set.cc). Tested by index_rows_test.cc.
#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferUnique(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  bool along_axis = in.call.args.size() == 6;
  const IntImm* axis = along_axis ? AsInt(in.call.args[5]) : nullptr;
  if (axis != nullptr && x->rank != kUnknownRank && !NormalizeAxis(axis->value, x->rank)) {
    return Broken(in, 1, fmt::format("axis in [{}, {})", -x->rank, x->rank), fact::Arg{5}, fact::Arg{0});
  }
  const Type* list = MakeTensorTypeOfRank(in.ctx, 1, DType::Int(64), x->vdevice);
  std::vector<const Type*> fields{LikeWithRank(in.ctx, x, along_axis ? x->rank : 1)};
  if (x->rank == 0) {
    Dims one{MakeInt(in.ctx, 1)};
    fields[0] = LikeWithDims(in.ctx, x, one);
    list = MakeTensorType(in.ctx, one, DType::Int(64), x->vdevice);
  }
  for (size_t i = 2; i < 5; ++i) {
    const IntImm* wanted = AsInt(in.call.args[i]);
    if (wanted == nullptr) return Broken(in, 2, "constant flags", fact::Arg{i});
    if (wanted->value != 0) fields.push_back(list);
  }
  return fields.size() == 1 ? fields[0] : MakeTupleType(in.ctx, fields);
}
Result<const Type*> InferNonzero(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return MakeTensorTypeOfRank(in.ctx, 2, DType::Int(64), x->vdevice);
}

// ---- reference evaluation

using Slice = std::vector<Scalar>;
// Numbers in order, NaN after all of them and equal to itself.
int Compare(const Scalar& a, const Scalar& b) {
  bool a_nan = scalar::Ne(a, a).IsTrue(), b_nan = scalar::Ne(b, b).IsTrue();
  if (a_nan || b_nan) return static_cast<int>(a_nan) - static_cast<int>(b_nan);
  return scalar::Lt(a, b).IsTrue() ? -1 : scalar::Lt(b, a).IsTrue() ? 1 : 0;
}
int Compare(const Slice& a, const Slice& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (int order = Compare(a[i], b[i]); order != 0) return order;
  }
  return 0;
}
Value Longs(const Index& numbers) {
  return eval::ValueOf(Tensor::Ints(DType::Int(64), {static_cast<int64_t>(numbers.size())}, numbers));
}
bool FlagOf(const EvalIn& in, size_t i) { return in.args[i].As<PrimValue>()->scalar.IsTrue(); }

EvalResult EvalUnique(const EvalIn& in) {
  const Tensor& given = eval::TensorOf(in, 0);
  bool along_axis = in.args.size() == 6 && given.rank() > 0;
  Tensor x = along_axis ? given : given.Reshaped({given.size()});
  std::optional<int> normal = NormalizeAxis(along_axis ? in.args[5].As<PrimValue>()->scalar.AsInt() : 0, x.rank());
  if (!normal) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto axis = static_cast<size_t>(*normal);
  std::vector<Slice> slices(static_cast<size_t>(x.shape()[axis]));
  eval::ForEach(x.shape(), [&](const Index& i) { slices[static_cast<size_t>(i[axis])].push_back(eval::At(x, i)); });
  // The first place of each distinct slice, in the order of the result.
  Index firsts;
  for (size_t i = 0; i < slices.size(); ++i) {
    bool known = std::any_of(firsts.begin(), firsts.end(),
                             [&](int64_t f) { return Compare(slices[static_cast<size_t>(f)], slices[i]) == 0; });
    if (!known) firsts.push_back(static_cast<int64_t>(i));
  }
  if (FlagOf(in, 1)) {
    std::sort(firsts.begin(), firsts.end(), [&](int64_t a, int64_t b) {
      return Compare(slices[static_cast<size_t>(a)], slices[static_cast<size_t>(b)]) < 0;
    });
  }
  Index inverse, counts(firsts.size(), 0);
  for (const Slice& slice : slices) {
    for (size_t n = 0; n < firsts.size(); ++n) {
      if (Compare(slices[static_cast<size_t>(firsts[n])], slice) != 0) continue;
      inverse.push_back(static_cast<int64_t>(n));
      ++counts[n];
    }
  }
  Index shape = x.shape();
  shape[axis] = static_cast<int64_t>(firsts.size());
  EvalResult values = eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source = i;
    source[axis] = firsts[static_cast<size_t>(i[axis])];
    return eval::At(x, source);
  });
  if (!std::holds_alternative<Value>(values)) return values;
  TupleValue results{{std::get<Value>(values)}};
  if (FlagOf(in, 2)) results.fields.push_back(Longs(firsts));
  if (FlagOf(in, 3)) results.fields.push_back(Longs(inverse));
  if (FlagOf(in, 4)) results.fields.push_back(Longs(counts));
  if (results.fields.size() == 1) return results.fields[0];
  return Value{std::move(results)};
}
EvalResult EvalNonzero(const EvalIn& in) {
  const Tensor& given = eval::TensorOf(in, 0);
  Tensor x = given.rank() == 0 ? given.Reshaped({1}) : given;
  std::vector<Index> places;
  eval::ForEach(x.shape(), [&](const Index& i) {
    if (eval::At(x, i).IsTrue()) places.push_back(i);
  });
  return eval::Fill(DType::Int(64), {x.rank(), static_cast<int64_t>(places.size())}, [&](const Index& i) {
    return Scalar::Int(DType::Int(64), places[static_cast<size_t>(i[1])][static_cast<size_t>(i[0])]);
  });
}

// ---- sampling

const Call* SampleUnique(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 3));
  std::vector<const Expr*> args{x};
  for (int i = 0; i < 4; ++i) args.push_back(MakeBool(ctx, site.bytes().Chance(1, 2)));
  if (site.bytes().Chance(1, 3)) args.push_back(MakeInt(ctx, SampleAxis(site, SampledType(x)->rank)));
  return MakeOpCall(ctx, row, args);
}
const Call* SampleNonzero(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 1, 3))});
}

constexpr Operand kUnique[] = {{"x"},
                               {"sorted", OperandKind::kPrim},
                               {"return_index", OperandKind::kPrim},
                               {"return_inverse", OperandKind::kPrim},
                               {"return_counts", OperandKind::kPrim},
                               {"axis", OperandKind::kPrim, kAnyDType, true}};
constexpr Operand kX[] = {{"x"}};
constexpr Precondition kUniqueRules[] = {{"unique.r1", "axis is in [-rank, rank)"},
                                         {"unique.r2", "flags are constants"}};

constexpr OpSpec kSet[] = {
    {.name = "unique",
     .doc = "The distinct elements, or slices along axis, in ascending order (slices by their first difference) or in "
            "order "
            "of first occurrence; -0 and +0 are one element, and all NaN, which come last. On demand the index of each "
            "one's first occurrence, the number of each element's in the result, and how often each occurs, in int64.",
     .operands = kUnique,
     .attrs = {},
     .preconditions = kUniqueRules,
     .infer = InferUnique,
     .eval = EvalUnique,
     .lower = NoLowering("the packed function relax.run.unique: the shape is known at run time alone"),
     .sample = SampleUnique,
     .tolerance = Exact()},
    {.name = "nonzero",
     .doc =
         "Indices of the elements that are not zero (NaN is not), in row-major order: one row for each dimension, in "
         "int64. A scalar counts as a vector of one.",
     .operands = kX,
     .attrs = {},
     .preconditions = {},
     .infer = InferNonzero,
     .eval = EvalNonzero,
     .lower = NoLowering("the packed function relax.run.nonzero: the shape is known at run time alone"),
     .sample = SampleNonzero,
     .tolerance = Exact()},
};
static_assert(AllComplete(kSet));

}  // namespace

std::span<const OpSpec> SetOps() { return kSet; }

}  // namespace assay
