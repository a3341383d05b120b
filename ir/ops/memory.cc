// Explicit memory: allocation in Relax before and after planning, and the VM's own forms. Passes make such calls from
// call_tir; engines carry them out. Tested by ops_table_test.cc.
#include "ir/ops/engine_rows.h"

namespace assay {
namespace {

constexpr Operand kAllocTensor[] = {{"shape", OperandKind::kShape},
                                    {"dtype", OperandKind::kDType},
                                    {"runtime_device_index", OperandKind::kPrim},
                                    {"storage_scope", OperandKind::kString}};
constexpr Operand kAllocStorage[] = {{"total_space", OperandKind::kAny},
                                     {"virtual_device_index", OperandKind::kPrim},
                                     {"storage_scope", OperandKind::kString},
                                     {"dtype", OperandKind::kDType}};
constexpr Operand kVMAllocStorage[] = {{"size", OperandKind::kShape},
                                       {"runtime_device_index", OperandKind::kPrim},
                                       {"dtype", OperandKind::kDType},
                                       {"storage_scope", OperandKind::kString}};
constexpr Operand kTensorInStorage[] = {{"storage", OperandKind::kAny},
                                        {"offset", OperandKind::kPrim},
                                        {"shape", OperandKind::kShape},
                                        {"dtype", OperandKind::kDType},
                                        {"runtime_device_index", OperandKind::kPrim, kAnyDType, true}};
constexpr Operand kStorage[] = {{"storage", OperandKind::kAny}};
constexpr Operand kTensor[] = {{"tensor", OperandKind::kAny}};
constexpr Operand kObject[] = {{"obj", OperandKind::kAny}};
constexpr Operand kDyn[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};

// The module's vdevice of this index, or null.
const VDevice* DeviceAt(const InferIn& in, size_t argument) {
  const IntImm* index = argument < in.call.args.size() ? AsInt(in.call.args[argument]) : nullptr;
  if (in.module == nullptr || index == nullptr || index->value < 0) return nullptr;
  Nodes<Node> devices = in.module->VDevices();
  if (index->value >= static_cast<int64_t>(devices.size())) return nullptr;
  return As<VDevice>(devices[static_cast<size_t>(index->value)]);
}

const Type* TensorOfShape(const InferIn& in, const Expr* shape, const Expr* dtype, const VDevice* device) {
  DType element = As<DataTypeImm>(dtype)->value;
  if (Is<ShapeExpr>(shape) || Is<Var>(shape)) return MakeTensorType(in.ctx, shape, element, device);
  return MakeTensorTypeOfRank(in.ctx, As<ShapeType>(shape->type)->rank, element, device);
}

constexpr Precondition kAllocRules[] = {{"alloc_tensor.r1", "the shape is written out"}};
Result<const Type*> InferAllocTensor(const InferIn& in) {
  if (!Is<ShapeExpr>(in.call.args[0])) return Broken(in, 1, "a shape that is written out", fact::Arg{0});
  return TensorOfShape(in, in.call.args[0], in.call.args[1], DeviceAt(in, 2));
}
Result<const Type*> InferTensorInStorage(const InferIn& in) {
  return TensorOfShape(in, in.call.args[2], in.call.args[3], DeviceAt(in, 4));
}
// The VM's form forgets a shape variable and keeps what its type says.
Result<const Type*> InferVMTensor(const InferIn& in) {
  const Expr* shape = in.call.args[2];
  std::optional<Dims> dims = DimsOfShape(shape);
  if (dims && !Is<ShapeExpr>(shape)) shape = MakeShape(in.ctx, *dims);
  DType dtype = As<DataTypeImm>(in.call.args[3])->value;
  if (Is<ShapeExpr>(shape)) return MakeTensorType(in.ctx, shape, dtype, DeviceAt(in, 4));
  return MakeTensorTypeOfRank(in.ctx, As<ShapeType>(shape->type)->rank, dtype, DeviceAt(in, 4));
}

constexpr std::string_view kRuntime = "LowerRuntimeBuiltin makes it a call of the VM's builtin";
constexpr std::string_view kCodegen = "code generation makes it an instruction";

constexpr OpSpec kRows[] = {
    Row({.name = "builtin.alloc_tensor",
         .doc = "a fresh tensor; what it holds is not defined",
         .operands = kAllocTensor,
         .infer = InferAllocTensor,
         .lowered_by = "LowerAllocTensor",
         .preconditions = kAllocRules}),
    Row({.name = "memory.alloc_storage",
         .doc = "a fresh block of bytes",
         .operands = kAllocStorage,
         .lowered_by = kRuntime}),
    Row({.name = "memory.alloc_tensor",
         .doc = "a tensor in a block, at an offset in bytes",
         .operands = kTensorInStorage,
         .infer = InferTensorInStorage,
         .lowered_by = kRuntime}),
    Row({.name = "memory.kill_tensor",
         .doc = "the tensor is not used any more",
         .operands = kTensor,
         .infer = InferNothing,
         .lowered_by = kRuntime,
         .purity = Purity::kImpure}),
    Row({.name = "memory.kill_storage",
         .doc = "the block is not used any more",
         .operands = kStorage,
         .infer = InferNothing,
         .lowered_by = kRuntime,
         .purity = Purity::kImpure}),
    Row({.name = "vm.alloc_storage",
         .doc = "a fresh block of bytes, from the VM's allocator",
         .operands = kVMAllocStorage,
         .lowered_by = kCodegen}),
    Row({.name = "vm.alloc_tensor",
         .doc = "a tensor in a block, at an offset in bytes",
         .operands = kTensorInStorage,
         .infer = InferVMTensor,
         .lowered_by = kCodegen}),
    Row({.name = "vm.kill_object",
         .doc = "the value is not used any more",
         .operands = kObject,
         .infer = InferNothing,
         .lowered_by = kCodegen,
         .purity = Purity::kImpure}),
    Row({.name = "vm.call_tir_dyn",
         .doc = "calls a PrimFunc; a shape as last argument gives its scalar parameters",
         .operands = kDyn,
         .infer = InferNothing,
         .lowered_by = kCodegen,
         .purity = Purity::kImpure}),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> MemoryOps() { return kRows; }

}  // namespace assay
