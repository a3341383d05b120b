// Operators that are inferred and never carried out here: shardings need a mesh of devices. Tested by rejected_test.cc
// and ops_table_test.cc.
#include "ir/ops/engine_rows.h"
#include "ir/ops/sharding.h"

namespace assay {
namespace {

// The value as it is; TVM does not ask what it is.
Result<const Type*> InferAnnotated(const InferIn& in) {
  ASSAY_RETURN_IF_ERROR(ShardingOf(in.call));
  return in.call.args[0]->type;
}
Result<const Type*> InferRedistribute(const InferIn& in) {
  const auto* x = As<DTensorType>(in.call.args[0]->type);
  if (x == nullptr) return Broken(in, 1, "a distributed tensor", fact::Arg{0});
  ASSAY_TRY(ShardingAttrs to, ShardingOf(in.call));
  return Distributed(in, x->tensor, to.mesh, to.placement);
}
Result<const Type*> InferLocalView(const InferIn& in) {
  if (in.call.ty_args.size() != 1) return Broken(in, 1, "one type in out_ty", fact::OutTypes{});
  if (!Is<GlobalVar>(in.call.args[0])) return Broken(in, 2, "a function of the module by its name", fact::Arg{0});
  const auto* tuple = As<TupleType>(in.call.ty_args[0]);
  std::span<const Type* const> outputs = tuple != nullptr ? tuple->fields : in.call.ty_args;
  for (const Type* output : outputs) {
    const auto* type = As<DTensorType>(output);
    if (type == nullptr || !Is<ShapeExpr>(type->tensor->shape))
      return Broken(in, 3, "distributed tensors of known shapes in out_ty", fact::OutTypes{});
  }
  return in.call.ty_args[0];
}

// ---- rows

constexpr std::string_view kNoMesh = "refused: needs a mesh of devices, and there is none";

constexpr Operand kAnyInput[] = {{"input", OperandKind::kAny}};
constexpr Operand kCallee[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};
constexpr AttrSpec kMeshAttrs[] = {{"device_mesh", AttrKind::kAny, ""}, {"placement", AttrKind::kAny, ""}};
constexpr Precondition kRedistributeRules[] = {{"redistribute.r1", "input is a distributed tensor"}};
constexpr Precondition kLocalRules[] = {
    {"call_tir_local_view.r1", "out_ty is given: one type"},
    {"call_tir_local_view.r2", "func is a function of the module"},
    {"call_tir_local_view.r3", "out_ty is a distributed tensor of a known shape, or a tuple of such"}};

constexpr OpSpec kRows[] = {
    Row({.name = "dist.annotate_sharding",
         .doc = "the value itself, said to be sharded; inferred alone",
         .operands = kAnyInput,
         .infer = InferAnnotated,
         .lowered_by = kNoMesh,
         .attrs = kMeshAttrs,
         .eval = NeedsWorkers}),
    Row({.name = "dist.redistribute",
         .doc = "a distributed tensor in another sharding; inferred alone",
         .operands = kAnyInput,
         .infer = InferRedistribute,
         .lowered_by = kNoMesh,
         .attrs = kMeshAttrs,
         .preconditions = kRedistributeRules,
         .eval = NeedsWorkers}),
    Row({.name = "dist.call_tir_local_view",
         .doc = "call_tir on a worker's parts; inferred alone",
         .operands = kCallee,
         .infer = InferLocalView,
         .lowered_by = kNoMesh,
         .preconditions = kLocalRules,
         .eval = NeedsWorkers}),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> RefusedOps() { return kRows; }

}  // namespace assay
