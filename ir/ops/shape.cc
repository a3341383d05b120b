// Between tensors and shapes, and where values live. Tested by ops_table_test.cc.
#include "ir/ops/common_rows.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/infer.h"
#include "ir/targets.h"

namespace assay {
namespace {

constexpr Operand kTensor[] = {{"input"}};
constexpr Operand kData[] = {{"data"}};
constexpr Operand kShape[] = {{"input", OperandKind::kShape}};
constexpr AttrSpec kHint[] = {{"device_type", AttrKind::kInt, ""},
                              {"index", AttrKind::kInt, "0"},
                              {"memory_scope", AttrKind::kString, "\"global\""}};
constexpr AttrSpec kDestination[] = {{"dst_vdevice", AttrKind::kAny, ""}};

// ---- inference

Result<const Type*> InferShapeOf(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  const auto* shape = As<ShapeExpr>(x->shape);
  if (shape == nullptr) return MakeShapeTypeOfRank(in.ctx, x->rank);
  return MakeShapeType(in.ctx, {shape->values.begin(), shape->values.end()});
}

constexpr Precondition kToShapeRules[] = {{"tensor_to_shape.r1", "the tensor has rank 1"}};
Result<const Type*> InferTensorToShape(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank == kUnknownRank) {
    return Broken(in, 1, "a tensor of rank 1 (an annotation or a match_cast gives a rank that is not known)",
                  fact::Arg{0});
  }
  if (x->rank != 1) return Broken(in, 1, "a tensor of rank 1", fact::Arg{0});
  std::optional<Dims> dims = DimsOf(x);
  const IntImm* length = dims ? AsInt((*dims)[0]) : nullptr;
  return MakeShapeTypeOfRank(in.ctx, length == nullptr ? kUnknownRank : static_cast<int>(length->value));
}
// Of a shape of unknown rank, TVM writes the length as -1.
Result<const Type*> InferShapeToTensor(const InferIn& in) {
  int rank = As<ShapeType>(in.call.args[0]->type)->rank;
  return MakeTensorType(in.ctx, Dims{MakeInt(in.ctx, rank)}, DType::Int(64));
}
Result<const Type*> InferSize(const InferIn& in) {
  ASSAY_RETURN_IF_ERROR(TensorArg(in, 0));
  return MakeTensorType(in.ctx, Dims{}, DType::Int(64));
}
constexpr Precondition kToDeviceRules[] = {{"to_vdevice.r1", "dst_vdevice is a vdevice"}};
Result<const Type*> InferToVDevice(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  const auto* attr = As<AttrNode>(in.call.attrs->Find("dst_vdevice"));
  const auto* device = attr == nullptr ? nullptr : As<VDevice>(attr->node);
  if (device == nullptr) return Broken(in, 1, "a vdevice", fact::Attr{"dst_vdevice"});
  auto* moved = in.ctx.arena.New<TensorType>(*x);
  moved->vdevice = device;
  return moved;
}

// ---- reference evaluation

EvalResult EvalShapeOf(const EvalIn& in) { return Value{ShapeValue{eval::TensorOf(in, 0).shape()}}; }
EvalResult EvalTensorToShape(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.dtype() != DType::Int(64)) return Refused{"a shape is made of int64"};
  ShapeValue shape;
  for (int64_t i = 0; i < x.size(); ++i) shape.dims.push_back(x.At(i).i);
  return Value{std::move(shape)};
}
EvalResult EvalShapeToTensor(const EvalIn& in) {
  eval::Index dims = eval::IntsOf(in.args[0]);
  return eval::ValueOf(Tensor::Ints(DType::Int(64), {static_cast<int64_t>(dims.size())}, dims));
}
EvalResult EvalSize(const EvalIn& in) {
  return eval::ValueOf(Tensor::Of(Scalar::Int(DType::Int(64), eval::TensorOf(in, 0).size())));
}
// Engines keep the label of the device; the elements do not change.
EvalResult EvalSame(const EvalIn& in) { return in.args[0]; }

// ---- lowering

// Dimension i by comparing the index with each position, as TVM's te function does.
Lowered LowerShapeToTensor(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  std::optional<Dims> dims = DimsOfShape(call.args[0]);
  if (!dims) {
    const ExternFunc* builtin = MakePackedFunc(ctx, "relax.run.shape_to_tensor");
    return MakeCall(ctx, OpNode(ctx, "call_pure_packed"), {builtin, call.args[0]}, nullptr, {call.type}, call.type);
  }
  return LowerToCallTIR(site, call, "shape_to_tensor", {}, [&](KernelBuilder& k, const std::vector<KernelBuffer>&) {
    Terms values;
    for (const Expr* dim : *dims) values.push_back(k.Import(dim));
    auto body = [&](const Terms& i) {
      Term result = k.Int(0);
      for (size_t d = values.size(); d-- > 0;) {
        result = IfThenElseOf(i[0] == k.Int(static_cast<int64_t>(d)), CastTo(DType::Int(64), values[d]), result);
      }
      return result;
    };
    KernelAxes axes{{"i", k.Int(static_cast<int64_t>(values.size()))}};
    return std::vector{k.Compute("shape_to_tensor", axes, body)};
  });
}
// The product of the dimensions, which are known where the kernel is made.
// By other operators, as in TVM.
Lowered LowerSize(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  std::optional<Dims> dims = DimsOf(As<TensorType>(call.args[0]->type));
  if (!dims) return Refused{"the shape of operand 0 is not known"};
  auto emitted = [&](std::string_view op, const Expr* operand, const Type* type) {
    return site.Emit(MakeCall(ctx, OpNode(ctx, op), {operand}, nullptr, {}, type));
  };
  const Var* shape = emitted("shape_of", call.args[0], MakeShapeType(ctx, *dims));
  const Type* type = MakeTensorType(ctx, Dims{MakeInt(ctx, static_cast<int64_t>(dims->size()))}, DType::Int(64));
  const Call* product = MakeOpCall(ctx, *FindOp("prod"), {emitted("shape_to_tensor", shape, type)});
  return MakeCall(ctx, product->op, {product->args[0]}, product->attrs, {}, call.type);
}

// ---- sampling

const Call* SampleOneTensor(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {SampleTensor(site, kAnyDType)});
}
const Call* SampleShapeToTensor(SampleSite& site, const OpSpec& row) {
  Dims dims;
  for (uint64_t rank = 1 + site.bytes().Below(4); rank > 0; --rank) dims.push_back(site.Dim());
  return MakeOpCall(site.ctx(), row, {MakeShape(site.ctx(), dims)});
}
// A constant, so that the shape is one that a tensor may have.
const Call* SampleTensorToShape(SampleSite& site, const OpSpec& row) {
  std::vector<int64_t> dims;
  for (uint64_t rank = 1 + site.bytes().Below(3); rank > 0; --rank) dims.push_back(site.bytes().Between(1, 5));
  Tensor table = Tensor::Ints(DType::Int(64), {static_cast<int64_t>(dims.size())}, dims);
  return MakeOpCall(site.ctx(), row, {MakeConstant(site.ctx(), table)});
}
const Call* SampleToVDevice(SampleSite& site, const OpSpec& row) {
  const VDevice* device = site.Device();
  if (device == nullptr) return nullptr;
  return MakeOpCall(site.ctx(), row, {SampleTensor(site, kAnyDType)},
                    {{"dst_vdevice", MakeAttrNode(site.ctx(), device)}});
}

const Call* SampleHint(SampleSite& site, const OpSpec& row) {
  const VDevice* device = site.Device();
  std::optional<int64_t> type = device == nullptr ? std::nullopt : DeviceTypeOf(*device);
  if (!type) return nullptr;
  Context& ctx = site.ctx();
  return MakeOpCall(ctx, row, {SampleTensor(site, kAnyDType)},
                    {{"device_type", MakeAttrInt(ctx, *type)},
                     {"index", MakeAttrInt(ctx, device->vdevice_id)},
                     {"memory_scope", MakeAttrString(ctx, device->memory_scope.text())}});
}

constexpr std::string_view kRuntime = "LowerRuntimeBuiltin makes it a call of the VM's builtin";

constexpr OpSpec kRows[] = {
    {.name = "shape_of",
     .doc = "the shape of a tensor, at run time",
     .operands = kTensor,
     .attrs = {},
     .preconditions = {},
     .infer = InferShapeOf,
     .eval = EvalShapeOf,
     .lower = NoLowering(kRuntime),
     .sample = SampleOneTensor,
     .tolerance = Exact()},
    {.name = "tensor_to_shape",
     .doc = "the shape whose dimensions are the elements of an int64 tensor",
     .operands = kTensor,
     .attrs = {},
     .preconditions = kToShapeRules,
     .infer = InferTensorToShape,
     .eval = EvalTensorToShape,
     .lower = NoLowering(kRuntime),
     .sample = SampleTensorToShape,
     .tolerance = Exact()},
    {.name = "shape_to_tensor",
     .doc = "an int64 tensor of the dimensions of a shape",
     .operands = kShape,
     .attrs = {},
     .preconditions = {},
     .infer = InferShapeToTensor,
     .eval = EvalShapeToTensor,
     .lower = {LowerShapeToTensor, {}},
     .sample = SampleShapeToTensor,
     .tolerance = Exact()},
    {.name = "size",
     .doc = "the number of elements, as an int64 tensor of rank 0",
     .operands = kTensor,
     .attrs = {},
     .preconditions = {},
     .infer = InferSize,
     .eval = EvalSize,
     .lower = {LowerSize, {}},
     .sample = SampleOneTensor,
     .tolerance = Exact()},
    {.name = "hint_on_device",
     .doc = "the value itself, and a hint where it should live, which RealizeVDevice follows",
     .operands = kData,
     .attrs = kHint,
     .preconditions = {},
     .infer = InferLikeOperand,
     .eval = EvalSame,
     .lower = NoLowering("RealizeVDevice removes it"),
     .sample = SampleHint,
     .tolerance = Exact()},
    {.name = "to_vdevice",
     .doc = "a copy on another device",
     .operands = kData,
     .attrs = kDestination,
     .preconditions = kToDeviceRules,
     .infer = InferToVDevice,
     .eval = EvalSame,
     .lower = NoLowering(kRuntime),
     .sample = SampleToVDevice,
     .tolerance = Exact()},
    {.name = "builtin.stop_lift_params",
     .doc = "the value itself; LiftTransformParams lifts nothing beyond it",
     .operands = kData,
     .attrs = {},
     .preconditions = {},
     .infer = InferLikeOperand,
     .eval = EvalSame,
     .lower = NoLowering("LiftTransformParams removes it"),
     .sample = SampleOneTensor,
     .tolerance = Exact()},
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> ShapeOps() { return kRows; }

}  // namespace assay
