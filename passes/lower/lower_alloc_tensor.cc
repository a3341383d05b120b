// LowerAllocTensor: relax.builtin.alloc_tensor becomes a storage of its own and a tensor in it:
// relax.memory.alloc_storage and relax.memory.alloc_tensor at offset 0. Tested by testdata/lower_alloc_tensor.
#include "ir/ops/op_spec.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class AllocTensorLowerer : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override;
};

// The dimensions of a shape value, when they are known.
bool DimsOf(const Expr* shape, Nodes<Expr>& dims) {
  if (const auto* literal = As<ShapeExpr>(shape)) {
    dims = literal->values;
    return true;
  }
  const auto* type = As<ShapeType>(shape->type);
  if (type == nullptr || !type->has_values) return false;
  dims = type->values;
  return true;
}

// Bytes of the tensor: constant dimensions are folded, as TVM's operators on expressions do.
const Expr* ByteCount(Context& ctx, DType dtype, Nodes<Expr> dims) {
  const Expr* bytes = MakeInt(ctx, dtype.ElementBytes() * int64_t{dtype.lanes});
  for (const Expr* dim : dims) {
    const IntImm* left = AsInt(bytes);
    const IntImm* right = AsInt(dim);
    if (left != nullptr && right != nullptr) {
      bytes =
          MakeInt(ctx, static_cast<int64_t>(static_cast<uint64_t>(left->value) * static_cast<uint64_t>(right->value)));
    } else if (left != nullptr && left->value == 1) {
      bytes = dim;
    } else if (right == nullptr || right->value != 1) {
      bytes = MakeBinary(ctx, NodeKind::kMul, bytes, dim);
    }
  }
  return bytes;
}

const Expr* AllocTensorLowerer::VisitCall(const Call* call, const Call*) {
  if (!IsCallOf(call, "relax.builtin.alloc_tensor") || call->args.size() != 4) return call;
  Nodes<Expr> dims;
  const auto* dtype = As<DataTypeImm>(call->args[1]);
  if (dtype == nullptr || !DimsOf(call->args[0], dims)) {
    Fail({DiagKind::kCannotLower, call->span, "alloc_tensor needs a known shape and dtype", "", {}});
    return call;
  }
  const Expr* size = MakeShape(ctx, {ByteCount(ctx, dtype->value, dims)});
  std::vector<const Expr*> storage_args{size, call->args[2], call->args[3], MakeDataType(ctx, DType::UInt(8))};
  const Call* storage =
      MakeCall(ctx, OpNode(ctx, "relax.memory.alloc_storage"), storage_args, nullptr, {}, ctx.Object());
  std::vector<const Expr*> args{Emit(storage, "storage"), MakeInt(ctx, 0), call->args[0], dtype, call->args[2]};
  const IntImm* device = AsInt(call->args[2]);
  const VDevice* vdevice = VDeviceAt(*module_, device == nullptr ? -1 : device->value);
  const Type* type = MakeTensorType(ctx, call->args[0], dtype->value, vdevice);
  Call* tensor = ctx.arena.New<Call>(*MakeCall(ctx, OpNode(ctx, "relax.memory.alloc_tensor"), args, nullptr, {}, type));
  tensor->span = call->span;
  return tensor;
}

Result<Module> RunLowerAllocTensor(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateRelaxFunctions<AllocTensorLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kLowerAllocTensor = {
    .name = "LowerAllocTensor",
    .doc = "gives every tensor allocation that is left a storage of its own",
    .gives = kAllocLowered,
    .expects = kCallTIRLowered,
    .changes = Adds({Facet::kDevices}) | Alters({Facet::kGraphs}),
    .run = RunLowerAllocTensor,
};

}  // namespace assay
