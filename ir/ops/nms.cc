// Non-maximum suppression: vision.non_max_suppression, vision.all_class_non_max_suppression. A box that overlaps a
// better one is dropped, or (soft) its score decays. Evaluated in nms_eval.cc, kernels in nms_lower.cc. Tested by
// nms_test.cc.
#include "ir/ops/nms.h"
#include "ir/arith/dim_binary.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

// ---- inference

Status CheckNms(const InferIn& in, const TensorType* data, const TensorType* count, const TensorType* indices) {
  auto is = [](const TensorType* type, int rank) { return type->rank == kUnknownRank || type->rank == rank; };
  if (!is(data, 3) || !is(count, 1) || !is(indices, 2))
    return Broken(in, 1, "ranks 3, 1 and 2", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  for (const TensorType* ints : {count, indices}) {
    if (!ints->dtype.IsVoid() && ints->dtype != DType::Int(32))
      return Broken(in, 2, "valid_count and indices of int32", fact::Arg{1}, fact::Arg{2});
  }
  const ShapeExpr *shape = KnownShape(data), *counts = KnownShape(count), *places = KnownShape(indices);
  if (shape == nullptr) return Done{};
  auto same = [&](const Expr* a, const Expr* b) { return ProveEqual(in.ctx, a, b); };
  bool fits = counts == nullptr || same(counts->values[0], shape->values[0]);
  fits = fits && (places == nullptr ||
                  (same(places->values[0], shape->values[0]) && same(places->values[1], shape->values[1])));
  if (!fits)
    return Broken(in, 3, "valid_count of shape (B,) and indices of (B, N) for data of (B, N, …)", fact::Arg{0},
                  fact::Arg{1}, fact::Arg{2});
  const IntImm* length = AsInt(shape->values[2]);
  if (length == nullptr) return Done{};
  int64_t score = IntAttr(in.call, "score_index"), start = IntAttr(in.call, "coord_start"),
          id = IntAttr(in.call, "id_index");
  bool inside =
      score >= 0 && score < length->value && start >= 0 && start + 3 < length->value && id >= -1 && id < length->value;
  return inside ? Status(Done{})
                : Broken(in, 4, "places within an element", fact::Attr{"score_index"}, fact::Attr{"coord_start"},
                         fact::Attr{"id_index"}, fact::Extent{0, 2});
}
Result<const Type*> InferNms(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* count, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 2));
  ASSAY_RETURN_IF_ERROR(CheckNms(in, data, count, indices));
  const ShapeExpr* shape = KnownShape(data);
  const TensorType* boxes =
      shape == nullptr ? LikeWithRank(in.ctx, data, 3) : MakeTensorType(in.ctx, shape, data->dtype, data->vdevice);
  if (!BoolAttr(in.call, "return_indices")) return boxes;
  auto ints = [&](const Expr* second) -> const Type* {
    if (shape == nullptr) return MakeTensorTypeOfRank(in.ctx, 2, DType::Int(32), data->vdevice);
    return MakeTensorType(in.ctx, Dims{shape->values[0], second}, DType::Int(32), data->vdevice);
  };
  std::vector<const Type*> fields{ints(shape == nullptr ? nullptr : shape->values[1]), ints(MakeInt(in.ctx, 1))};
  if (FloatAttr(in.call, "soft_nms_sigma") > 0) fields.insert(fields.begin(), boxes);
  return MakeTupleType(in.ctx, fields);
}
Result<const Type*> InferAllClassNms(const InferIn& in) {
  ASSAY_TRY(const TensorType* boxes, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* scores, TensorArg(in, 1));
  if (boxes->rank != 3 || scores->rank != 3)
    return Broken(in, 1, "boxes and scores of rank 3", fact::Arg{0}, fact::Arg{1});
  const ShapeExpr *shape = KnownShape(boxes), *classes = KnownShape(scores);
  if (shape == nullptr || classes == nullptr)
    return Broken(in, 1, "boxes and scores of known shapes", fact::Arg{0}, fact::Arg{1});
  bool differ = ExtentsDiffer(in, classes->values[0], shape->values[0]) ||
                ExtentsDiffer(in, classes->values[2], shape->values[1]) ||
                ExtentsDiffer(in, shape->values[2], MakeInt(in.ctx, 4));
  if (differ) return Broken(in, 2, "boxes (B, N, 4) and scores (B, classes, N)", fact::Arg{0}, fact::Arg{1});
  const Expr *batch = shape->values[0], *each = MulDims(in.ctx, classes->values[1], shape->values[1]);
  auto of = [&](const Dims& dims, DType dtype) -> const Type* {
    return MakeTensorType(in.ctx, dims, dtype, boxes->vdevice);
  };
  DType longs = DType::Int(64);
  if (TextAttr(in.call, "output_format") == "onnx") {
    return MakeTupleType(
        in.ctx, {of({MulDims(in.ctx, batch, each), MakeInt(in.ctx, 3)}, longs), of({MakeInt(in.ctx, 1)}, longs)});
  }
  return MakeTupleType(
      in.ctx, {of({batch, each, MakeInt(in.ctx, 2)}, longs), of({batch, each}, DType::Float(32)), of({batch}, longs)});
}

// ---- sampling

const Expr* Number(Context& ctx, DType dtype, double value) {
  Tensor scalar(dtype, {});
  scalar.Set(0, Scalar::Float(dtype, value));
  return MakeConstant(ctx, scalar.View());
}
const Call* SampleNms(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  int64_t batch = bytes.Between(1, 2), anchors = bytes.Between(1, 5);
  const Expr *images = MakeInt(ctx, batch), *boxes = MakeInt(ctx, anchors);
  std::vector<int64_t> valid;
  for (int64_t b = 0; b < batch; ++b) valid.push_back(bytes.Between(anchors / 2, anchors));
  auto flag = [&] { return MakeAttrBool(ctx, bytes.Chance(1, 2)); };
  bool front = bytes.Chance(1, 2);
  AttrItems attrs{{"max_output_size", MakeAttrInt(ctx, bytes.Between(-1, 3))},
                  {"iou_threshold", MakeAttrFloat(ctx, bytes.Chance(1, 2) ? 0.125 : 0.5)},
                  {"force_suppress", flag()},
                  {"top_k", MakeAttrInt(ctx, bytes.Between(-1, 4))},
                  {"coord_start", MakeAttrInt(ctx, front ? 0 : 2)},
                  {"score_index", MakeAttrInt(ctx, front ? 4 : 1)},
                  {"id_index", MakeAttrInt(ctx, bytes.Chance(1, 3) ? -1
                                                : front            ? 5
                                                                   : 0)},
                  {"return_indices", flag()},
                  {"invalid_to_bottom", flag()}};
  if (bytes.Chance(1, 3)) {
    attrs.emplace_back("soft_nms_sigma", MakeAttrFloat(ctx, 0.5));
    attrs.emplace_back("score_threshold", MakeAttrFloat(ctx, bytes.Chance(1, 2) ? 0.0 : 0.25));
  }
  const Expr* data = site.Tensor(RequestShape(site.PickDType(kFloatDType), {images, boxes, MakeInt(ctx, 6)}));
  const Expr* count = MakeConstant(ctx, Tensor::Ints(DType::Int(32), {batch}, valid).View());
  return MakeOpCall(ctx, row, {data, count, site.Tensor(RequestShape(DType::Int(32), {images, boxes}))}, attrs);
}
const Call* SampleAllClassNms(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  DType dtype = DType::Float(32);
  const Expr *images = MakeInt(ctx, bytes.Between(1, 2)), *boxes = MakeInt(ctx, bytes.Between(1, 4));
  std::vector<const Expr*> args{site.Tensor(RequestShape(dtype, {images, boxes, MakeInt(ctx, 4)})),
                                site.Tensor(RequestShape(dtype, {images, MakeInt(ctx, bytes.Between(1, 2)), boxes})),
                                Number(ctx, DType::Int(64), static_cast<double>(bytes.Between(1, 3))),
                                Number(ctx, dtype, bytes.Chance(1, 2) ? 0.125 : 0.5),
                                Number(ctx, dtype, bytes.Chance(1, 3) ? -0.5 : 0.25)};
  return MakeOpCall(ctx, row, args,
                    {{"output_format", MakeAttrString(ctx, bytes.Chance(1, 2) ? "onnx" : "tensorflow")}});
}

// ---- rows

constexpr Operand kNms[] = {{"data", OperandKind::kTensor, kFloatDType}, {"valid_count"}, {"indices"}};
constexpr Operand kAllNms[] = {{"boxes"},
                               {"scores"},
                               {"max_output_boxes_per_class", OperandKind::kAny},
                               {"iou_threshold", OperandKind::kAny},
                               {"score_threshold", OperandKind::kAny}};
constexpr AttrSpec kAllNmsAttrs[] = {{"output_format", AttrKind::kString, "\"onnx\""}};
constexpr AttrSpec kNmsAttrs[] = {{"max_output_size", AttrKind::kInt, "-1"},
                                  {"iou_threshold", AttrKind::kFloat, "0.5"},
                                  {"force_suppress", AttrKind::kBool, "False"},
                                  {"top_k", AttrKind::kInt, "-1"},
                                  {"coord_start", AttrKind::kInt, "2"},
                                  {"score_index", AttrKind::kInt, "1"},
                                  {"id_index", AttrKind::kInt, "0"},
                                  {"return_indices", AttrKind::kBool, "True"},
                                  {"invalid_to_bottom", AttrKind::kBool, "False"},
                                  {"soft_nms_sigma", AttrKind::kFloat, "0.0"},
                                  {"score_threshold", AttrKind::kFloat, "0.0"}};
constexpr Precondition kNmsRules[] = {
    {"non_max_suppression.r1", "data, valid_count and indices have three, one and two dimensions"},
    {"non_max_suppression.r2", "valid_count and indices are int32"},
    {"non_max_suppression.r3", "for data (B, N, …) valid_count is (B) and indices (B, N)"},
    {"non_max_suppression.r4", "score_index, coord_start (four places) and id_index (or -1) are in an element"}};
constexpr Precondition kAllNmsRules[] = {
    {"all_class_non_max_suppression.r1", "boxes and scores have three dimensions, which are known"},
    {"all_class_non_max_suppression.r2", "boxes are (B, N, 4) and scores (B, classes, N)"}};

constexpr OpSpec kRows[] = {
    {.name = "vision.non_max_suppression",
     .doc =
         "The first valid_count boxes of each image by descending score (NaN first), top_k of them: a box with a score "
         "above 0 drops those behind it (of its class, unless force_suppress) that share iou_threshold of what both "
         "cover; max_output_size are kept. With soft_nms_sigma scores of rivals decay by exp(-shared^2 / (2 * sigma)) "
         "instead, and the best above score_threshold comes next. The indices of boxes that are kept and their number, "
         "or the boxes, -1 for those dropped (invalid_to_bottom: those last).",
     .operands = kNms,
     .attrs = kNmsAttrs,
     .preconditions = kNmsRules,
     .infer = InferNms,
     .eval = EvalNms,
     .lower = {LowerNms},
     .sample = SampleNms,
     .tolerance = LibraryFunction()},
    {.name = "vision.all_class_non_max_suppression",
     .doc = "For each class of each image boxes by descending score, those above score_threshold and -1: each drops "
            "the ones "
            "behind it that have a positive score and share iou_threshold of what both cover; no more than "
            "max_output_boxes_per_class are kept, none where iou_threshold is not positive. onnx: rows (image, class, "
            "box), "
            "zeros behind, and their number; tensorflow: for each image rows (class, box), scores and their number.",
     .operands = kAllNms,
     .attrs = kAllNmsAttrs,
     .preconditions = kAllNmsRules,
     .infer = InferAllClassNms,
     .eval = EvalAllClassNms,
     .lower = {LowerAllClassNms},
     .sample = SampleAllClassNms,
     .tolerance = Exact()},
};
static_assert(AllComplete(kRows));

}  // namespace

NmsNumbers NmsNumbers::Of(const Call& call) {
  double sigma = FloatAttr(call, "soft_nms_sigma");
  auto narrowed = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  return {sigma > 0 ? narrowed(FloatAttr(call, "score_threshold")) : 0, sigma > 0 ? narrowed(-0.5 / sigma) : 0};
}
std::string WhyNotAllClassNms(const Call& call) {
  for (size_t i = 0; i < call.args.size(); ++i) {
    const auto* type = As<TensorType>(call.args[i]->type);
    if (type == nullptr || (i > 1 && type->rank != 0)) return "thresholds and limits that are no scalar tensors";
    if (i == 2 ? !type->dtype.IsInt() : type->dtype != DType::Float(32))
      return "TVM's kernel takes boxes, scores and thresholds of float32";
  }
  std::string_view format = TextAttr(call, "output_format");
  return format == "onnx" || format == "tensorflow" ? "" : "output_format is unknown";
}

std::span<const OpSpec> NmsOps() { return kRows; }

}  // namespace assay
