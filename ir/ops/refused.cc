// Operators that are inferred and never carried out here: collectives and shardings need several workers. Tested by
// rejected_test.cc and ops_table_test.cc.
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

// ---- rows

constexpr std::string_view kOneWorker =
    "refused: a collective exchanges tensors between workers, and every engine here is one process; possible once an "
    "engine "
    "runs several";
constexpr std::string_view kNoMesh = "refused: needs a mesh of devices, and there is none";
EvalResult RefuseWorkers(const EvalIn&) { return Refused{"a collective needs several workers"}; }
EvalResult RefuseMesh(const EvalIn&) { return Refused{"a sharding needs a mesh of devices"}; }

constexpr Operand kX[] = {{"x"}};
constexpr Operand kInput[] = {{"input"}};
constexpr Operand kAnyInput[] = {{"input", OperandKind::kAny}};
constexpr Operand kCallee[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};
constexpr AttrSpec kReduceAttrs[] = {{"op_type", AttrKind::kString, "\"sum\""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kGatherAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kScatterAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"axis", AttrKind::kInt, "0"}};
constexpr AttrSpec kMeshAttrs[] = {{"device_mesh", AttrKind::kAny, ""}, {"placement", AttrKind::kAny, ""}};
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
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> RefusedOps() { return kRows; }

}  // namespace assay
