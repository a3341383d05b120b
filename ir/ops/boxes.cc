// Boxes of detectors: vision.get_valid_counts, vision.multibox_transform_loc. Tested by image_rows_test.cc.
#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferValidCounts(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  if (data->rank != kUnknownRank && data->rank != 3) return Broken(in, 1, "data of rank 3", fact::Arg{0});
  auto ints = [&](int rank) { return MakeTensorTypeOfRank(in.ctx, rank, DType::Int(32), data->vdevice); };
  const ShapeExpr* shape = KnownShape(data);
  if (shape == nullptr) return MakeTupleType(in.ctx, {ints(1), LikeWithRank(in.ctx, data, 3), ints(2)});
  int64_t score = IntAttr(in.call, "score_index"), id = IntAttr(in.call, "id_index");
  const IntImm* length = AsInt(shape->values[2]);
  bool fits = length == nullptr || (score >= 0 && score < length->value && id >= -1 && id < length->value);
  if (!fits)
    return Broken(in, 2, "score_index, and id_index where it is not -1, within an element", fact::Attr{"score_index"},
                  fact::Attr{"id_index"}, fact::Extent{0, 2});
  Dims dims(shape->values.begin(), shape->values.end());
  auto of = [&](const Dims& own) { return MakeTensorType(in.ctx, own, DType::Int(32), data->vdevice); };
  return MakeTupleType(in.ctx, {of({dims[0]}), LikeWithDims(in.ctx, data, dims), of({dims[0], dims[1]})});
}

bool ConstantsDiffer(const Expr* a, int64_t b) { return AsInt(a) != nullptr && AsInt(a)->value != b; }
// recursion: none, it calls another overload
bool ConstantsDiffer(const Expr* a, const Expr* b, int64_t times = 1) {
  return AsInt(b) != nullptr && ConstantsDiffer(a, AsInt(b)->value * times);
}
Status CheckMultibox(const InferIn& in, const ShapeExpr* cls, const ShapeExpr* loc, const ShapeExpr* anchor) {
  const IntImm* length = loc == nullptr ? nullptr : AsInt(loc->values[1]);
  if (length != nullptr && length->value % 4 != 0)
    return Broken(in, 3, "a length of loc_pred that is divisible by 4", fact::Extent{1, 1});
  if (anchor != nullptr && ConstantsDiffer(anchor->values[0], 1))
    return Broken(in, 3, "anchor of shape (1, N, 4)", fact::Extent{2, 0});
  if (anchor != nullptr && ConstantsDiffer(anchor->values[2], 4))
    return Broken(in, 3, "anchor of shape (1, N, 4)", fact::Extent{2, 2});
  if (cls == nullptr) return Done{};
  bool batch = loc != nullptr && ConstantsDiffer(loc->values[0], cls->values[0]);
  if (batch) return Differ(in, 4, "batches", fact::Extent{0, 0}, fact::Extent{1, 0});
  if (loc != nullptr && ConstantsDiffer(loc->values[1], cls->values[2], 4))
    return Broken(in, 4, "four numbers in loc_pred for each anchor of cls_pred", fact::Extent{1, 1},
                  fact::Extent{0, 2});
  if (anchor != nullptr && ConstantsDiffer(anchor->values[1], cls->values[2]))
    return Differ(in, 4, "numbers of anchors", fact::Extent{2, 1}, fact::Extent{0, 2});
  return Done{};
}
Result<const Type*> InferMultibox(const InferIn& in) {
  ASSAY_TRY(const TensorType* cls, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* loc, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* anchor, TensorArg(in, 2));
  auto is = [](const TensorType* type, int rank) { return type->rank == kUnknownRank || type->rank == rank; };
  if (!is(cls, 3) || !is(loc, 2) || !is(anchor, 3))
    return Broken(in, 1, "ranks 3, 2 and 3", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  for (const TensorType* other : {loc, anchor}) {
    bool same = cls->dtype.IsVoid() || other->dtype.IsVoid() || cls->dtype == other->dtype;
    if (!same) return Differ(in, 2, "dtypes", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  }
  const ShapeExpr* shape = KnownShape(cls);
  ASSAY_RETURN_IF_ERROR(CheckMultibox(in, shape, KnownShape(loc), KnownShape(anchor)));
  const TensorType* open = LikeWithRank(in.ctx, cls, 3);
  if (shape == nullptr) return MakeTupleType(in.ctx, {open, open});
  Dims dims(shape->values.begin(), shape->values.end());
  return MakeTupleType(
      in.ctx, {LikeWithDims(in.ctx, cls, {dims[0], dims[2], MakeInt(in.ctx, 4)}), LikeWithDims(in.ctx, cls, dims)});
}

// ---- reference evaluation

EvalResult EvalValidCounts(const EvalIn& in) {
  const Tensor& data = eval::TensorOf(in, 0);
  if (!data.dtype().IsFloating()) return Refused{"scores of integers"};
  if (data.rank() != 3) return eval::ShapeMismatch(in, "data has not three dimensions");
  int64_t batch = data.shape()[0], anchors = data.shape()[1], score = IntAttr(in.call, "score_index"),
          id = IntAttr(in.call, "id_index");
  int64_t length = data.shape()[2];
  if (score < 0 || score >= length || id >= length) return eval::OutOfBounds(in, "an index is outside an element");
  Scalar zero = Scalar::Zero(data.dtype()),
         threshold = Scalar::Float(data.dtype(), FloatAttr(in.call, "score_threshold"));
  // For each batch the anchors that are kept, in order.
  std::vector<Index> kept(static_cast<size_t>(batch));
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t a = 0; a < anchors; ++a) {
      bool valid = scalar::Gt(eval::At(data, {b, a, score}), threshold).IsTrue();
      if (id >= 0) valid = valid && scalar::Ge(eval::At(data, {b, a, id}), zero).IsTrue();
      if (valid) kept[static_cast<size_t>(b)].push_back(a);
    }
  }
  DType ints = DType::Int(32);
  auto anchor = [&](const Index& i) {
    const Index& own = kept[static_cast<size_t>(i[0])];
    return i[1] < static_cast<int64_t>(own.size()) ? own[static_cast<size_t>(i[1])] : -1;
  };
  EvalResult counts = eval::Fill(ints, {batch}, [&](const Index& i) {
    return Scalar::Int(ints, static_cast<int64_t>(kept[static_cast<size_t>(i[0])].size()));
  });
  EvalResult moved = eval::Fill(data.dtype(), data.shape(), [&](const Index& i) {
    int64_t from = anchor(i);
    return from < 0 ? Scalar::Int(data.dtype(), -1) : eval::At(data, {i[0], from, i[2]});
  });
  EvalResult indices = eval::Fill(ints, {batch, anchors}, [&](const Index& i) { return Scalar::Int(ints, anchor(i)); });
  return TupleOf({std::get<Value>(counts), std::get<Value>(moved), std::get<Value>(indices)});
}

struct MultiboxRun {
  const EvalIn& in;
  const Tensor &cls, &loc, &anchor;
  DType dtype;
  std::vector<double> variances;

  Scalar Number(double value) const { return Scalar::Float(dtype, value); }
  // Centre and half length of a box in one dimension; 0 is x.
  std::pair<Scalar, Scalar> Span(int64_t b, int64_t a, int64_t d) const {
    Scalar low = eval::At(anchor, {0, a, d}), high = eval::At(anchor, {0, a, d + 2}), half = Number(0.5);
    Scalar middle = scalar::Mul(scalar::Add(low, high), half), length = scalar::Sub(high, low);
    Scalar shift = scalar::Mul(eval::At(loc, {b, 4 * a + d}), Number(variances[static_cast<size_t>(d)]));
    Scalar growth = scalar::Mul(eval::At(loc, {b, 4 * a + 2 + d}), Number(variances[static_cast<size_t>(2 + d)]));
    Scalar centre = scalar::Add(scalar::Mul(shift, length), middle);
    return {centre, scalar::Mul(scalar::Mul(half, eval::Math("exp", growth)), length)};
  }
  Scalar Edge(const Index& i) const {
    auto [centre, half] = Span(i[0], i[1], i[2] % 2 == 0 ? 1 : 0);
    Scalar edge = i[2] < 2 ? scalar::Sub(centre, half) : scalar::Add(centre, half);
    if (!BoolAttr(in.call, "clip")) return edge;
    return scalar::Max(Number(0), scalar::Min(Number(1), edge));
  }
  Scalar Score(const Index& i) const {
    Scalar greatest = scalar::Lowest(dtype), sum = Number(0);
    for (int64_t c = 0; c < cls.shape()[1]; ++c) greatest = scalar::Max(greatest, eval::At(cls, {i[0], c, i[2]}));
    for (int64_t c = 0; c < cls.shape()[1]; ++c) {
      sum = scalar::Add(sum, eval::Math("exp", scalar::Sub(eval::At(cls, {i[0], c, i[2]}), greatest)));
    }
    Scalar score = scalar::Div(eval::Math("exp", scalar::Sub(eval::At(cls, i), greatest)), sum);
    bool kept = scalar::Ge(score, Number(FloatAttr(in.call, "threshold"))).IsTrue();
    score = scalar::Mul(score, Number(kept ? 1 : 0));
    return i[1] == 0 && !BoolAttr(in.call, "keep_background") ? Number(0) : score;
  }
};
std::vector<double> VariancesOf(const Call& call) {
  const auto* list = As<AttrList>(call.attrs->Find("variances"));
  std::vector<double> numbers;
  for (size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const auto* number = As<AttrFloat>(list->items[i]);
    const auto* whole = As<AttrInt>(list->items[i]);
    const auto* node = As<AttrNode>(list->items[i]);
    const auto* imm = node == nullptr ? nullptr : As<FloatImm>(node->node);
    numbers.push_back(number != nullptr  ? number->value
                      : imm != nullptr   ? imm->value
                      : whole != nullptr ? static_cast<double>(whole->value)
                                         : 1.0);
  }
  numbers.resize(4, 1.0);
  return numbers;
}
bool OneFloatDType(const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  bool same = As<TensorType>(call.args[1]->type)->dtype == dtype && As<TensorType>(call.args[2]->type)->dtype == dtype;
  return same && dtype.IsFloating();
}
EvalResult EvalMultibox(const EvalIn& in) {
  if (!OneFloatDType(in.call)) return Refused{"boxes of integers, or of two dtypes"};
  MultiboxRun run{in,
                  eval::TensorOf(in, 0),
                  eval::TensorOf(in, 1),
                  eval::TensorOf(in, 2),
                  eval::TensorOf(in, 0).dtype(),
                  VariancesOf(in.call)};
  int64_t batch = run.cls.shape()[0], anchors = run.cls.shape()[2];
  bool fits = run.loc.shape() == Index{batch, 4 * anchors} && run.anchor.shape() == Index{1, anchors, 4};
  if (!fits) return eval::ShapeMismatch(in, "loc_pred or anchor");
  EvalResult boxes = eval::Fill(run.dtype, {batch, anchors, 4}, [&](const Index& i) { return run.Edge(i); });
  EvalResult scores = eval::Fill(run.dtype, run.cls.shape(), [&](const Index& i) { return run.Score(i); });
  return TupleOf({std::get<Value>(boxes), std::get<Value>(scores)});
}

// ---- lowering

Lowered LowerValidCounts(LowerSite& site, const Call& call) {
  if (!As<TensorType>(call.args[0]->type)->dtype.IsFloating()) return Refused{"scores of integers"};
  int64_t score = IntAttr(call, "score_index"), id = IntAttr(call, "id_index");
  return LowerToCallTIR(site, call, "get_valid_counts", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& data = in[0];
    DType ints = DType::Int(32);
    Terms places{data.dim(0), data.dim(1)};
    Term zero = Literal(k.ctx(), ints, 0), minus = Literal(k.ctx(), ints, -1);
    KernelBuffer valid = k.Compute("valid", Axes("ax", places), [&](const Terms& i) {
      Term kept = data(i[0], i[1], k.Int(score)) > FloatAttr(call, "score_threshold");
      if (id >= 0) kept = kept && data(i[0], i[1], k.Int(id)) >= 0.0;
      return CastTo(ints, kept);
    });
    auto counted = [&](const char* name, const KernelAxes& axes, bool all) {
      return k.Reduce(name, axes, {{"k", data.dim(1)}}, zero, [&](Term sum, const Terms& s, const Terms& r) {
        Term own = valid(s[0], r[0]);
        return all ? sum + own : SelectOf(r[0] < s[1], sum + own, sum);
      });
    };
    KernelBuffer before = counted("before", Axes("ax", places), false);
    KernelBuffer counts = counted("valid_count", Axes("ax", {data.dim(0)}), true);
    // The anchor that comes to a place, -1 where none does.
    KernelBuffer indices = k.Reduce("out_indices", Axes("ax", places), {{"k", data.dim(1)}}, minus,
                                    [&](Term found, const Terms& s, const Terms& r) {
                                      Term here =
                                          valid(s[0], r[0]) == 1 && CastTo(DType::Int(64), before(s[0], r[0])) == s[1];
                                      return SelectOf(here, CastTo(ints, r[0]), found);
                                    });
    KernelBuffer moved = k.Compute("out_tensor", Axes("ax", data.dims()), [&](const Terms& i) {
      Term from = CastTo(DType::Int(64), indices(i[0], i[1]));
      return IfThenElseOf(from >= 0, data(i[0], from, i[2]), Literal(k.ctx(), data.dtype(), -1));
    });
    return std::vector{counts, moved, indices};
  });
}
Lowered LowerMultibox(LowerSite& site, const Call& call) {
  if (!OneFloatDType(call)) return Refused{"boxes of integers, or of two dtypes"};
  std::vector<double> variances = VariancesOf(call);
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "multibox_transform_loc", args, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer &cls = in[0], &loc = in[1], &anchor = in[2];
    auto number = [&](double value) { return Literal(k.ctx(), cls.dtype(), value); };
    auto edge = [&](const Terms& i, int64_t d, bool far) {
      Term low = anchor(k.Int(0), i[1], k.Int(d)), high = anchor(k.Int(0), i[1], k.Int(d + 2)), length = high - low;
      Term shift = loc(i[0], i[1] * 4 + d) * variances[static_cast<size_t>(d)];
      Term growth = loc(i[0], i[1] * 4 + (2 + d)) * variances[static_cast<size_t>(2 + d)];
      Term centre = shift * length + (low + high) * 0.5, half = 0.5 * Exp(growth) * length;
      Term value = far ? centre + half : centre - half;
      return BoolAttr(call, "clip") ? MaxOf(number(0), MinOf(number(1), value)) : value;
    };
    KernelBuffer boxes =
        k.Compute("multibox_boxes", Axes("ax", {cls.dim(0), cls.dim(2), k.Int(4)}), [&](const Terms& i) {
          Term near = SelectOf(i[2] == 0, edge(i, 1, false), edge(i, 0, false));
          return SelectOf(i[2] < 2, near, SelectOf(i[2] == 2, edge(i, 1, true), edge(i, 0, true)));
        });
    KernelAxes rows = Axes("ax", {cls.dim(0), cls.dim(2)}), classes{{"k", cls.dim(1)}};
    KernelBuffer greatest =
        k.Reduce("T_softmax_maxelem", rows, classes, LowestTerm(k.ctx(), cls.dtype()),
                 [&](Term value, const Terms& s, const Terms& r) { return MaxOf(value, cls(s[0], r[0], s[1])); });
    KernelBuffer exp = k.Compute("T_softmax_exp", Axes("ax", cls.dims()),
                                 [&](const Terms& i) { return Exp(cls(i) - greatest(i[0], i[2])); });
    KernelBuffer sum =
        k.Reduce("T_softmax_expsum", rows, classes, number(0),
                 [&](Term value, const Terms& s, const Terms& r) { return value + exp(s[0], r[0], s[1]); });
    KernelBuffer norm =
        k.Compute("T_softmax_norm", Axes("ax", cls.dims()), [&](const Terms& i) { return exp(i) / sum(i[0], i[2]); });
    KernelBuffer scores = k.Compute("multibox_scores", Axes("ax", cls.dims()), [&](const Terms& i) {
      Term mask = CastTo(cls.dtype(), norm(i) >= FloatAttr(call, "threshold"));
      Term score = norm(i) * mask;
      return BoolAttr(call, "keep_background") ? score : SelectOf(i[1] == 0, number(0), score);
    });
    return std::vector{boxes, scores};
  });
}

// ---- sampling

const Call* SampleValidCounts(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  int64_t length = site.bytes().Between(2, 6);
  DType dtype = site.PickDType(kFloatDType);
  const Expr* data = site.Tensor(RequestShape(dtype, {site.Dim(), site.Dim(), MakeInt(ctx, length)}));
  return MakeOpCall(ctx, row, {data},
                    {{"score_threshold", MakeAttrFloat(ctx, 0.5)},
                     {"id_index", MakeAttrInt(ctx, site.bytes().Between(-1, length - 1))},
                     {"score_index", MakeAttrInt(ctx, site.bytes().Between(0, length - 1))}});
}
const Call* SampleMultibox(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr *batch = site.Dim(), *classes = site.Dim();
  int64_t anchors = site.bytes().Between(1, 3);
  DType dtype = site.PickDType(kFloatDType);
  auto flag = [&] { return MakeAttrBool(ctx, site.bytes().Chance(1, 2)); };
  const Expr* cls = site.Tensor(RequestShape(dtype, {batch, classes, MakeInt(ctx, anchors)}));
  const Expr* loc = site.Tensor(RequestShape(dtype, {batch, MakeInt(ctx, 4 * anchors)}));
  const Expr* anchor = site.Tensor(RequestShape(dtype, {MakeInt(ctx, 1), MakeInt(ctx, anchors), MakeInt(ctx, 4)}));
  return MakeOpCall(ctx, row, {cls, loc, anchor},
                    {{"clip", flag()}, {"threshold", MakeAttrFloat(ctx, 0.25)}, {"keep_background", flag()}});
}

// ---- rows

constexpr Operand kData[] = {{"data", OperandKind::kTensor, kFloatDType}};
constexpr Operand kMultibox[] = {{"cls_pred", OperandKind::kTensor, kFloatDType},
                                 {"loc_pred", OperandKind::kTensor, kFloatDType},
                                 {"anchor", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kCountAttrs[] = {{"score_threshold", AttrKind::kFloat, "0.0"},
                                    {"id_index", AttrKind::kInt, "0"},
                                    {"score_index", AttrKind::kInt, "1"}};
constexpr AttrSpec kMultiboxAttrs[] = {{"clip", AttrKind::kBool, "False"},
                                       {"threshold", AttrKind::kFloat, "0.0"},
                                       {"variances", AttrKind::kAny, "[1.0, 1.0, 1.0, 1.0]"},
                                       {"keep_background", AttrKind::kBool, "True"}};
constexpr Precondition kCountRules[] = {{"get_valid_counts.r1", "data has three dimensions"},
                                        {"get_valid_counts.r2", "score_index is in an element, id_index too or -1"}};
constexpr Precondition kMultiboxRules[] = {
    {"multibox_transform_loc.r1", "cls_pred, loc_pred and anchor have three, two and three dimensions"},
    {"multibox_transform_loc.r2", "all have one dtype"},
    {"multibox_transform_loc.r3", "loc_pred's length is divisible by 4, anchor is (1, N, 4)"},
    {"multibox_transform_loc.r4", "for cls_pred (B, C, N) loc_pred is (B, 4 * N), and there are N anchors"},
};
constexpr OpSpec kBoxes[] = {
    {.name = "vision.get_valid_counts",
     .doc = "How many boxes have a score above the threshold and (unless id_index is -1) a class that is not negative; "
            "those "
            "in order at the front, -1 behind them; and the index of each, or -1.",
     .operands = kData,
     .attrs = kCountAttrs,
     .preconditions = kCountRules,
     .infer = InferValidCounts,
     .eval = EvalValidCounts,
     .lower = {LowerValidCounts},
     .sample = SampleValidCounts,
     .tolerance = Exact()},
    {.name = "vision.multibox_transform_loc",
     .doc =
         "Boxes (ymin, xmin, ymax, xmax) from anchors (left, top, right, bottom) and their offsets times variances, "
         "clipped to [0, 1] on demand; and the softmax of scores over classes, 0 below the threshold, and for class 0 "
         "unless keep_background. Each step rounds in the operands' dtype.",
     .operands = kMultibox,
     .attrs = kMultiboxAttrs,
     .preconditions = kMultiboxRules,
     .infer = InferMultibox,
     .eval = EvalMultibox,
     .lower = {LowerMultibox},
     .sample = SampleMultibox,
     .tolerance = Ulps(64)},
};
static_assert(AllComplete(kBoxes));

}  // namespace

std::span<const OpSpec> BoxesOps() { return kBoxes; }

}  // namespace assay
