// Operators that are inferred and never carried out here: collectives and shardings need several workers, non-maximum
// suppression loops whose length depends on values. Tested by rejected_test.cc and ops_table_test.cc.
#include <algorithm>

#include "ir/arith/dim_binary.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/sharding.h"

namespace assay {
namespace {

// ---- collectives

Result<const Type*> InferTensor(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return x;
}
Result<const Type*> InferAllGather(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::optional<Dims> dims = DimsOf(x);
  if (!dims) return x;
  if (dims->empty()) return Broken(in, 1, "x is a scalar");
  (*dims)[0] = MulDims(in.ctx, (*dims)[0], MakeInt(in.ctx, IntAttr(in.call, "num_workers")));
  return LikeWithDims(in.ctx, x, *dims);
}
// One axis in as many equal parts as there are workers.
Result<const Type*> InferScatter(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::optional<Dims> dims = DimsOf(x);
  int64_t axis = IntAttr(in.call, "axis"), workers = IntAttr(in.call, "num_workers");
  if (!dims) return Broken(in, 1, "the shape of x is not known");
  if (axis < 0 || axis >= static_cast<int64_t>(dims->size()) || workers <= 0)
    return Broken(in, 1, "axis or num_workers");
  const Expr*& dim = (*dims)[static_cast<size_t>(axis)];
  const Expr* count = MakeInt(in.ctx, workers);
  const Expr* rest = Simplify(in.ctx, DimBinary(in.ctx, NodeKind::kFloorMod, dim, count));
  if (ProveUnequal(in.ctx, rest, MakeInt(in.ctx, 0))) return Broken(in, 2, "the axis is not divisible by num_workers");
  dim = FloorDivDims(in.ctx, dim, count);
  return LikeWithDims(in.ctx, x, *dims);
}
// The value as it is; TVM does not ask what it is.
Result<const Type*> InferAnnotated(const InferIn& in) {
  ASSAY_RETURN_IF_ERROR(ShardingOf(in.call));
  return in.call.args[0]->type;
}
Result<const Type*> InferRedistribute(const InferIn& in) {
  const auto* x = As<DTensorType>(in.call.args[0]->type);
  if (x == nullptr) return Broken(in, 1, "what is redistributed is no distributed tensor");
  ASSAY_TRY(ShardingAttrs to, ShardingOf(in.call));
  return Distributed(in, x->tensor, to.mesh, to.placement);
}
Result<const Type*> InferLocalView(const InferIn& in) {
  if (in.call.ty_args.size() != 1) return Broken(in, 1, "out_ty is missing");
  if (!Is<GlobalVar>(in.call.args[0])) return Broken(in, 2, "what is called is no function of the module");
  const auto* tuple = As<TupleType>(in.call.ty_args[0]);
  std::span<const Type* const> outputs = tuple != nullptr ? tuple->fields : in.call.ty_args;
  for (const Type* output : outputs) {
    const auto* type = As<DTensorType>(output);
    if (type == nullptr || !Is<ShapeExpr>(type->tensor->shape))
      return Broken(in, 3, "an output is no distributed tensor of a known shape");
  }
  return in.call.ty_args[0];
}

// ---- non-maximum suppression

Status CheckNms(const InferIn& in, const TensorType* data, const TensorType* count, const TensorType* indices) {
  auto is = [](const TensorType* type, int rank) { return type->rank == kUnknownRank || type->rank == rank; };
  if (!is(data, 3) || !is(count, 1) || !is(indices, 2)) return Broken(in, 1, "ranks are not 3, 1 and 2");
  for (const TensorType* ints : {count, indices}) {
    if (!ints->dtype.IsVoid() && ints->dtype != DType::Int(32))
      return Broken(in, 2, "valid_count or indices are not int32");
  }
  const ShapeExpr *shape = KnownShape(data), *counts = KnownShape(count), *places = KnownShape(indices);
  if (shape == nullptr) return Done{};
  auto same = [&](const Expr* a, const Expr* b) { return ProveEqual(in.ctx, a, b); };
  bool fits = counts == nullptr || same(counts->values[0], shape->values[0]);
  fits = fits && (places == nullptr ||
                  (same(places->values[0], shape->values[0]) && same(places->values[1], shape->values[1])));
  if (!fits) return Broken(in, 3, "valid_count or indices do not fit data");
  const IntImm* length = AsInt(shape->values[2]);
  if (length == nullptr) return Done{};
  int64_t score = IntAttr(in.call, "score_index"), start = IntAttr(in.call, "coord_start"),
          id = IntAttr(in.call, "id_index");
  bool inside =
      score >= 0 && score < length->value && start >= 0 && start + 3 < length->value && id >= -1 && id < length->value;
  return inside ? Status(Done{}) : Broken(in, 4, "an index is outside an element");
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
  if (boxes->rank != 3 || scores->rank != 3) return Broken(in, 1, "boxes or scores have not three dimensions");
  const ShapeExpr *shape = KnownShape(boxes), *classes = KnownShape(scores);
  if (shape == nullptr || classes == nullptr) return Broken(in, 1, "the shape of boxes or scores is not known");
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

// ---- rows

constexpr std::string_view kOneWorker = 
    "refused: a collective exchanges tensors between workers, and every engine here is one process; possible once an engine "
    "runs several";
constexpr std::string_view kNoMesh = "refused: needs a mesh of devices, and there is none";
constexpr std::string_view kNmsLoops =
    "refused: boxes are dropped by loops that look back at those kept before, sorted by score; the kernels that rows write are "
    "stages over fixed extents, and TVM's own call its C library; possible as a packed function, as unique is";
EvalResult RefuseWorkers(const EvalIn&) { return Refused{"a collective needs several workers"}; }
EvalResult RefuseMesh(const EvalIn&) { return Refused{"a sharding needs a mesh of devices"}; }
EvalResult RefuseNms(const EvalIn&) { return Refused{"non-maximum suppression is inferred alone"}; }

constexpr Operand kX[] = {{"x"}};
constexpr Operand kInput[] = {{"input"}};
constexpr Operand kAnyInput[] = {{"input", OperandKind::kAny}};
constexpr Operand kCallee[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};
constexpr Operand kNms[] = {{"data"}, {"valid_count"}, {"indices"}};
constexpr Operand kAllNms[] = {{"boxes"},
                               {"scores"},
                               {"max_output_boxes_per_class", OperandKind::kAny},
                               {"iou_threshold", OperandKind::kAny},
                               {"score_threshold", OperandKind::kAny}};
constexpr AttrSpec kReduceAttrs[] = {{"op_type", AttrKind::kString, "\"sum\""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kGatherAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kScatterAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"axis", AttrKind::kInt, "0"}};
constexpr AttrSpec kMeshAttrs[] = {{"device_mesh", AttrKind::kAny, ""}, {"placement", AttrKind::kAny, ""}};
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
constexpr Precondition kGatherRules[] = {{"allgather.r1", "x has a dimension"}};
constexpr Precondition kScatterRules[] = {{"scatter_from_worker0.r1", "x has a known shape and that axis"},
                                          {"scatter_from_worker0.r2", "the axis is divisible by num_workers"}};
constexpr Precondition kShardRules[] = {{"redistribute_replica_to_shard.r1", "x has a known shape and that axis"},
                                        {"redistribute_replica_to_shard.r2", "the axis is divisible by num_workers"}};
constexpr Precondition kRedistributeRules[] = {{"redistribute.r1", "input is a distributed tensor"}};
constexpr Precondition kLocalRules[] = {
    {"call_tir_local_view.r1", "out_ty is given: one type"},
    {"call_tir_local_view.r2", "func is a function of the module"},
    {"call_tir_local_view.r3", "out_ty is a distributed tensor of a known shape, or a tuple of such"}};
constexpr Precondition kNmsRules[] = {
    {"non_max_suppression.r1", "data, valid_count and indices have three, one and two dimensions"},
    {"non_max_suppression.r2", "valid_count and indices are int32"},
    {"non_max_suppression.r3", "for data (B, N, …) valid_count is (B) and indices (B, N)"},
    {"non_max_suppression.r4", "score_index, coord_start (four places) and id_index (or -1) are in an element"}};
constexpr Precondition kAllNmsRules[] = {
    {"all_class_non_max_suppression.r1", "boxes and scores have three dimensions, which are known"}};

constexpr OpSpec kRows[] = {
    Row({.name = "ccl.allreduce",
         .doc = "x of all workers, combined; inferred alone",
         .operands = kX,
         .infer = InferTensor,
         .lowered_by = kOneWorker,
         .attrs = kReduceAttrs,
         .eval = RefuseWorkers}),
    Row({.name = "ccl.allgather",
         .doc = "x of all workers, one behind the other; inferred alone",
         .operands = kX,
         .infer = InferAllGather,
         .lowered_by = kOneWorker,
         .attrs = kGatherAttrs,
         .preconditions = kGatherRules,
         .eval = RefuseWorkers}),
    Row({.name = "ccl.broadcast_from_worker0",
         .doc = "x of the first worker; inferred alone",
         .operands = kX,
         .infer = InferTensor,
         .lowered_by = kOneWorker,
         .eval = RefuseWorkers}),
    Row({.name = "ccl.scatter_from_worker0",
         .doc = "a part of the first worker's x for each; inferred alone",
         .operands = kX,
         .infer = InferScatter,
         .lowered_by = kOneWorker,
         .attrs = kScatterAttrs,
         .preconditions = kScatterRules,
         .eval = RefuseWorkers}),
    Row({.name = "dist.annotate_sharding",
         .doc = "the value itself, said to be sharded; inferred alone",
         .operands = kAnyInput,
         .infer = InferAnnotated,
         .lowered_by = kNoMesh,
         .attrs = kMeshAttrs,
         .eval = RefuseMesh}),
    Row({.name = "dist.redistribute",
         .doc = "a distributed tensor in another sharding; inferred alone",
         .operands = kAnyInput,
         .infer = InferRedistribute,
         .lowered_by = kNoMesh,
         .attrs = kMeshAttrs,
         .preconditions = kRedistributeRules,
         .eval = RefuseMesh}),
    Row({.name = "dist.redistribute_replica_to_shard",
         .doc = "a worker's part of a replica; inferred alone",
         .operands = kInput,
         .infer = InferScatter,
         .lowered_by = kNoMesh,
         .attrs = kScatterAttrs,
         .preconditions = kShardRules,
         .eval = RefuseMesh}),
    Row({.name = "dist.call_tir_local_view",
         .doc = "call_tir on a worker's parts; inferred alone",
         .operands = kCallee,
         .infer = InferLocalView,
         .lowered_by = kNoMesh,
         .preconditions = kLocalRules,
         .eval = RefuseMesh}),
    Row({.name = "vision.non_max_suppression",
         .doc = "boxes without those that overlap better ones; inferred alone",
         .operands = kNms,
         .infer = InferNms,
         .lowered_by = kNmsLoops,
         .attrs = kNmsAttrs,
         .preconditions = kNmsRules,
         .eval = RefuseNms}),
    Row({.name = "vision.all_class_non_max_suppression",
         .doc = "non_max_suppression for each class; inferred alone",
         .operands = kAllNms,
         .infer = InferAllClassNms,
         .lowered_by = kNmsLoops,
         .attrs = kAllNmsAttrs,
         .preconditions = kAllNmsRules,
         .eval = RefuseNms}),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> RefusedOps() { return kRows; }

}  // namespace assay
