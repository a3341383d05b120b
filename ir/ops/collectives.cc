// Collectives: tensors of several workers, exchanged. They are inferred, and lowered to calls of TVM's disco runtime,
// which no engine here has, since each is one process. Tested by rejected_test.cc and
// passes/testdata/legalize_ops/collectives.py.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "ir/arith/dim_binary.h"
#include "ir/ops/common_rows.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/infer.h"
#include "ir/ops/layout_rules.h"

namespace assay {
namespace {

// In the order of their numbers in TVM's ReduceKind.
constexpr std::array<std::string_view, 5> kReductions = {"sum", "prod", "min", "max", "avg"};
std::optional<int64_t> ReductionOf(const Call& call) {
  auto found = std::ranges::find(kReductions, TextAttr(call, "op_type"));
  return found == kReductions.end() ? std::nullopt : std::optional<int64_t>(found - kReductions.begin());
}

// ---- inference

// Its value where it has one; otherwise as it is written, which TVM does not simplify.
const Expr* ConstantOr(Context& ctx, const Expr* size) {
  std::optional<int64_t> value = ConstantValue(ctx, size);
  return value ? MakeInt(ctx, *value) : size;
}

Result<const Type*> InferAllReduce(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (!ReductionOf(in.call)) return Broken(in, 1, "op_type to be sum, prod, min, max or avg", fact::Attr{"op_type"});
  return x;
}
Result<const Type*> InferAllGather(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::optional<Dims> dims = DimsOf(x);
  if (!dims) return x;
  if (dims->empty()) return Broken(in, 1, "x of rank 1 or more", fact::Arg{0});
  (*dims)[0] = ConstantOr(
      in.ctx, DimBinary(in.ctx, NodeKind::kMul, (*dims)[0], MakeInt(in.ctx, IntAttr(in.call, "num_workers"))));
  return LikeWithDims(in.ctx, x, *dims);
}

// What does not go into as many equal parts as there are workers.
const Expr* RestOf(Context& ctx, const Expr* dim, int64_t workers) {
  return Simplify(ctx, DimBinary(ctx, NodeKind::kFloorMod, dim, MakeInt(ctx, workers)));
}
// One axis in as many equal parts as there are workers.
Result<const Type*> InferPart(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  std::optional<Dims> dims = DimsOf(x);
  int64_t axis = IntAttr(in.call, "axis"), workers = IntAttr(in.call, "num_workers");
  if (!dims) return Broken(in, 1, "x of a known shape", fact::Arg{0});
  if (axis < 0 || axis >= static_cast<int64_t>(dims->size()) || workers <= 0)
    return Broken(in, 1, "axis in [0, rank) and a positive num_workers", fact::Attr{"axis"}, fact::Attr{"num_workers"},
                  fact::Arg{0});
  const Expr*& dim = (*dims)[static_cast<size_t>(axis)];
  if (ProveUnequal(in.ctx, RestOf(in.ctx, dim, workers), MakeInt(in.ctx, 0)))
    return Broken(in, 2, "an extent that is divisible by num_workers", fact::Extent{0, axis},
                  fact::Attr{"num_workers"});
  dim = ConstantOr(in.ctx, DimBinary(in.ctx, NodeKind::kDiv, dim, MakeInt(in.ctx, workers)));
  return LikeWithDims(in.ctx, x, *dims);
}

// ---- lowering, as TVM's legalize_ops/ccl.py and distributed.py

// A call that writes to a tensor of the type. Flags among the arguments are integers, as TVM makes them of Python's.
const Expr* CallDisco(Context& ctx, std::string_view function, const std::vector<const Expr*>& args, const Type* type) {
  return MakeOpCall(ctx, *FindOp("call_dps_packed"), {MakePackedFunc(ctx, function), MakeTuple(ctx, args)}, {}, {type});
}

Lowered LowerAllReduce(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  const Expr* kind = MakeShape(ctx, {MakeInt(ctx, *ReductionOf(call))});
  const Expr* in_group = MakeInt(ctx, BoolAttr(call, "in_group") ? 1 : 0);
  return CallDisco(ctx, "runtime.disco.allreduce", {call.args[0], kind, in_group}, call.type);
}
Lowered LowerAllGather(LowerSite& site, const Call& call) {
  const Expr* in_group = MakeInt(site.ctx(), BoolAttr(call, "in_group") ? 1 : 0);
  return CallDisco(site.ctx(), "runtime.disco.allgather", {call.args[0], in_group}, call.type);
}
Lowered LowerBroadcast(LowerSite& site, const Call& call) {
  return CallDisco(site.ctx(), "runtime.disco.broadcast_from_worker0", {call.args[0], MakeInt(site.ctx(), 0)},
                   call.type);
}

// `x` with the workers as a dimension of its own in front of `axis`; emitted.
const Var* SplitAmongWorkers(LowerSite& site, const Expr* x, const Dims& dims, size_t axis, int64_t workers) {
  Context& ctx = site.ctx();
  Dims split = dims;
  split[axis] = FloorDivDims(ctx, split[axis], MakeInt(ctx, workers));
  split.insert(split.begin() + static_cast<std::ptrdiff_t>(axis), MakeInt(ctx, workers));
  const Call* reshaped = MakeOpCall(ctx, *FindOp("reshape"), {x, MakeShape(ctx, split)});
  const auto* type = As<TensorType>(x->type);
  return site.Emit(MakeCall(ctx, reshaped->op, {reshaped->args[0], reshaped->args[1]}, reshaped->attrs, {},
                            MakeTensorType(ctx, split, type->dtype, type->vdevice)));
}
// The dimension of the workers in front of all others, as collectives work on what lies together; emitted.
const Var* WorkersFirst(LowerSite& site, const Var* split, size_t axis) {
  Context& ctx = site.ctx();
  const auto* type = As<TensorType>(split->type);
  const Dims dims = *DimsOf(type);
  std::vector<int64_t> order = {static_cast<int64_t>(axis)};
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i != axis) order.push_back(static_cast<int64_t>(i));
  }
  Dims permuted;
  for (int64_t i : order) permuted.push_back(dims[static_cast<size_t>(i)]);
  const Call* call = MakeOpCall(ctx, *FindOp("permute_dims"), {split}, {{"axes", MakeAttrInts(ctx, order)}});
  return site.Emit(
      MakeCall(ctx, call->op, {split}, call->attrs, {}, MakeTensorType(ctx, permuted, type->dtype, type->vdevice)));
}
Lowered LowerScatter(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  const Expr* x = call.args[0];
  const Dims dims = *DimsOf(As<TensorType>(x->type));
  auto axis = static_cast<size_t>(IntAttr(call, "axis"));
  int64_t workers = IntAttr(call, "num_workers");
  const IntImm* rest = AsInt(RestOf(ctx, dims[axis], workers));
  if (rest == nullptr || rest->value != 0) return Refused{"the axis is not known to be divisible by num_workers"};
  const Var* parts = SplitAmongWorkers(site, x, dims, axis, workers);
  if (axis != 0) parts = WorkersFirst(site, parts, axis);
  return CallDisco(ctx, "runtime.disco.scatter_from_worker0", {parts, MakeInt(ctx, 0)}, call.type);
}

// Which worker it is, as a size that only the run gives.
const Expr* WorkerId(LowerSite& site) {
  Context& ctx = site.ctx();
  const Var* id = MakeVar(ctx, "worker_id", DType::Int(64));
  const Type* given = MakeShapeTypeOfRank(ctx, kUnknownRank);
  const Expr* disco = MakePackedFunc(ctx, "runtime.disco.worker_id");
  site.Emit(MakeCall(ctx, OpNode(ctx, "call_pure_packed"), {disco}, nullptr, {given}, MakeShapeType(ctx, {id})));
  return id;
}
Lowered LowerReplicaToShard(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  int64_t axis = IntAttr(call, "axis");
  const Expr* extent = (*DimsOf(As<TensorType>(call.args[0]->type)))[static_cast<size_t>(axis)];
  const Expr* workers = MakeInt(ctx, IntAttr(call, "num_workers"));
  const Expr* id = WorkerId(site);
  auto place = [&](const Expr* worker) {
    return MakeTuple(ctx, {FloorDivDims(ctx, MulDims(ctx, worker, extent), workers)});
  };
  const Expr* next = DimBinary(ctx, NodeKind::kAdd, id, MakeInt(ctx, 1));
  return MakeOpCall(ctx, *FindOp("strided_slice"),
                    {call.args[0], MakeTuple(ctx, {MakeInt(ctx, axis)}), place(id), place(next)},
                    {{"assume_inbound", MakeAttrBool(ctx, true)}});
}

// Workers' parts stand behind one another in the first dimension, which has to be the same as before.
LaidOut LayoutOfGathered(const LayoutIn& in) {
  const std::string& letters = in.args[0].letters;
  if (letters.starts_with('A') && !IsPacked(letters)) return LayoutLikeFirst(in);
  NestedLayout original = OriginalLayout(in.call.args[0]->type);
  return LayoutOut{.inputs = {original}, .output = original, .attrs = in.call.attrs, .args = {}};
}

// ---- rows

constexpr Operand kX[] = {{"x"}};
constexpr Operand kInput[] = {{"input"}};
constexpr AttrSpec kReduceAttrs[] = {{"op_type", AttrKind::kString, "\"sum\""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kGatherAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"in_group", AttrKind::kBool, "True"}};
constexpr AttrSpec kPartAttrs[] = {{"num_workers", AttrKind::kInt, ""}, {"axis", AttrKind::kInt, "0"}};
constexpr Precondition kReduceRules[] = {{"allreduce.r1", "op_type is sum, prod, min, max or avg"}};
constexpr Precondition kGatherRules[] = {{"allgather.r1", "x has a dimension"}};
constexpr Precondition kScatterRules[] = {{"scatter_from_worker0.r1", "x has a known shape and that axis"},
                                          {"scatter_from_worker0.r2", "the axis is divisible by num_workers"}};
constexpr Precondition kShardRules[] = {{"redistribute_replica_to_shard.r1", "x has a known shape and that axis"},
                                        {"redistribute_replica_to_shard.r2", "the axis is divisible by num_workers"}};

struct CollectiveRow {
  std::string_view name;
  std::string_view doc;
  InferFn infer;
  LowerFn lower;
  std::span<const Operand> operands = kX;
  std::span<const AttrSpec> attrs = {};
  std::span<const Precondition> preconditions = {};
  LayoutFn layout = nullptr;
};
constexpr OpSpec Row(const CollectiveRow& row) {
  return {.name = row.name,
          .doc = row.doc,
          .operands = row.operands,
          .attrs = row.attrs,
          .preconditions = row.preconditions,
          .infer = row.infer,
          .eval = NeedsWorkers,
          .lower = {row.lower},
          .sample = NeverSampled,
          .tolerance = Exact(),
          .layout = row.layout};
}

constexpr OpSpec kRows[] = {
    Row({.name = "ccl.allreduce",
         .doc = "x of all workers, combined; inferred and lowered alone",
         .infer = InferAllReduce,
         .lower = LowerAllReduce,
         .attrs = kReduceAttrs,
         .preconditions = kReduceRules,
         .layout = LayoutLikeFirst}),
    Row({.name = "ccl.allgather",
         .doc = "x of all workers, one behind the other; inferred and lowered alone",
         .infer = InferAllGather,
         .lower = LowerAllGather,
         .attrs = kGatherAttrs,
         .preconditions = kGatherRules,
         .layout = LayoutOfGathered}),
    Row({.name = "ccl.broadcast_from_worker0",
         .doc = "x of the first worker; inferred and lowered alone",
         .infer = InferOperand,
         .lower = LowerBroadcast,
         .layout = LayoutLikeFirst}),
    Row({.name = "ccl.scatter_from_worker0",
         .doc = "a part of the first worker's x for each; inferred and lowered alone",
         .infer = InferPart,
         .lower = LowerScatter,
         .attrs = kPartAttrs,
         .preconditions = kScatterRules}),
    Row({.name = "dist.redistribute_replica_to_shard",
         .doc = "a worker's part of a replica; inferred and lowered alone",
         .infer = InferPart,
         .lower = LowerReplicaToShard,
         .operands = kInput,
         .attrs = kPartAttrs,
         .preconditions = kShardRules}),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> CollectiveOps() { return kRows; }

}  // namespace assay
