// The same bytes seen otherwise, and what only names a value: memory.view, memory.ensure_zero_offset, wrap_param.
// Tested by index_rows_test.cc.
#include <cstring>

#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/indices.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

// An argument that is left out: the empty tuple, or a null value.
bool IsNothing(const Expr* e) {
  const auto* tuple = As<TupleType>(e->type);
  const auto* call = As<Call>(e);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  return (tuple != nullptr && tuple->fields.empty()) || (op != nullptr && op->name.text() == "relax.null_value");
}
// Elements of a shape, where it is known and constant.
std::optional<int64_t> CountOf(const std::optional<Dims>& dims) {
  if (!dims) return std::nullopt;
  int64_t count = 1;
  for (const Expr* dim : *dims) {
    if (AsInt(dim) == nullptr) return std::nullopt;
    count *= AsInt(dim)->value;
  }
  return count;
}
Result<const Type*> InferView(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  const Expr *shape = in.call.args[1], *dtype_arg = in.call.args[2], *offset = in.call.args[3];
  bool reshapes = !IsNothing(shape), recasts = !IsNothing(dtype_arg);
  if (reshapes && !Is<ShapeType>(shape->type)) return Broken(in, 1, "a shape", fact::Arg{1});
  const auto* literal = As<DataTypeImm>(dtype_arg);
  if (recasts && literal == nullptr && !Is<ObjectType>(dtype_arg->type)) return Broken(in, 2, "a dtype", fact::Arg{2});
  const auto* prim = As<PrimType>(offset->type);
  bool offset_fits = IsNothing(offset) || (prim != nullptr && prim->dtype == DType::Int(64));
  if (!offset_fits) return Broken(in, 3, "an int64", fact::Arg{3});
  DType dtype = !recasts ? x->dtype : literal != nullptr ? literal->value : DType::Void();
  std::optional<Dims> own = DimsOf(x), wanted = reshapes ? DimsOfShape(shape) : own;
  std::optional<int64_t> from = CountOf(own), to = CountOf(wanted),
                         skipped = IsNothing(offset) ? 0 : ConstantValue(in.ctx, offset);
  if (from && to && skipped && !dtype.IsVoid() && !x->dtype.IsVoid()) {
    bool inside = *skipped >= 0 && *skipped + *to * dtype.ElementBytes() <= *from * x->dtype.ElementBytes();
    bool whole = *skipped != 0 || reshapes || *to * dtype.ElementBytes() == *from * x->dtype.ElementBytes();
    if (!inside || !whole)
      return Broken(in, 4, "a view that lies inside x", fact::Arg{0}, fact::Arg{1}, fact::Arg{2}, fact::Arg{3});
  }
  if (!reshapes) return WithDType(in.ctx, x, dtype);
  if (Is<ShapeExpr>(shape) || Is<Var>(shape)) return MakeTensorType(in.ctx, shape, dtype, x->vdevice);
  return MakeTensorTypeOfRank(in.ctx, As<ShapeType>(shape->type)->rank, dtype, x->vdevice);
}
Result<const Type*> InferWrapParam(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return WithDType(in.ctx, x, DTypeAttr(in.call, "dtype"));
}

// ---- reference evaluation

EvalResult EvalView(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  const auto* shape = in.args[1].As<ShapeValue>();
  const auto* dtype = in.args[2].As<DTypeValue>();
  const auto* offset = in.args[3].As<PrimValue>();
  DType wanted = dtype == nullptr ? x.dtype() : dtype->dtype;
  int64_t skipped = offset == nullptr ? 0 : offset->scalar.AsInt();
  Result<Tensor> made = Tensor::Make(wanted, shape == nullptr ? x.shape() : shape->dims);
  if (!made.ok()) return Trap{TrapKind::kOutOfMemory, made.error().message, in.call.span};
  if (skipped < 0 || skipped + made->byte_count() > x.byte_count())
    return eval::OutOfBounds(in, "the view is not inside x");
  if (made->byte_count() > 0) std::memcpy(made->data(), x.data() + skipped, static_cast<size_t>(made->byte_count()));
  return eval::ValueOf(*std::move(made));
}
EvalResult EvalSame(const EvalIn& in) { return in.args[0]; }
EvalResult EvalWrapParam(const EvalIn& in) {
  DType dtype = DTypeAttr(in.call, "dtype");
  const Tensor& x = eval::TensorOf(in, 0);
  return eval::Fill(dtype, x.shape(), [&](const Index& i) { return scalar::Cast(eval::At(x, i), dtype); });
}

// ---- lowering

Lowered LowerWrapParam(LowerSite& site, const Call& call) {
  DType dtype = As<TensorType>(call.type)->dtype;
  return LowerElementwise(site, call, "wrap_param", [&](Term x) { return CastTo(dtype, x); });
}

// ---- sampling

const Call* SampleView(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  int64_t rows = site.bytes().Between(1, 4), columns = site.bytes().Between(1, 4),
          first = site.bytes().Between(0, rows - 1);
  DType dtype = site.PickDType(kNumeric);
  const Expr* x = site.Tensor(RequestShape(dtype, ConstantDims(ctx, {rows, columns})));
  const Expr* nothing = MakeTuple(ctx, {});
  Dims dims = site.bytes().Chance(1, 2) ? ConstantDims(ctx, {columns, rows - first})
                                        : ConstantDims(ctx, {(rows - first) * columns});
  const Expr* offset = first == 0 ? nothing : MakeInt(ctx, first * columns * dtype.ElementBytes());
  return MakeOpCall(ctx, row, {x, MakeShape(ctx, dims), nothing, offset});
}
const Call* SampleX(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kAnyDType, 0, 3))});
}
const Call* SampleWrapParam(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 0, 3));
  return MakeOpCall(site.ctx(), row, {x}, {{"dtype", MakeAttrDType(site.ctx(), site.PickDType(kNumeric))}});
}

// ---- rows

constexpr Operand kView[] = {
    {"x"}, {"shape", OperandKind::kAny}, {"dtype", OperandKind::kAny}, {"relative_byte_offset", OperandKind::kAny}};
constexpr Operand kX[] = {{"x"}};
constexpr Operand kData[] = {{"data"}};
constexpr AttrSpec kWrapAttrs[] = {{"dtype", AttrKind::kDType, "\"float32\""}};
constexpr Precondition kViewRules[] = {{"view.r1", "shape is a shape, or nothing"},
                                       {"view.r2", "dtype is a dtype, or nothing"},
                                       {"view.r3", "relative_byte_offset is an int64, or nothing"},
                                       {"view.r4", "the view is inside x, and all of it without shape and offset"}};
constexpr OpSpec kRows[] = {
    {.name = "memory.view",
     .doc = "The bytes of x from relative_byte_offset on as a tensor of that shape and dtype; what is left out stays "
            "as it "
            "is. A view that reaches beyond x is a trap. Kernels see whole elements of x's dtype alone.",
     .operands = kView,
     .attrs = {},
     .preconditions = kViewRules,
     .infer = InferView,
     .eval = EvalView,
     .lower = NoLowering("LowerRuntimeBuiltin makes it a call of the runtime's function"),
     .sample = SampleView,
     .tolerance = Exact()},
    {.name = "memory.ensure_zero_offset",
     .doc = "the tensor itself, at the start of its memory",
     .operands = kX,
     .attrs = {},
     .preconditions = {},
     .infer = InferOperand,
     .eval = EvalSame,
     .lower = NoLowering("LowerRuntimeBuiltin makes it a call of the VM's builtin"),
     .sample = SampleX,
     .tolerance = Exact()},
    {.name = "wrap_param",
     .doc = "data as a parameter of that dtype: converted as astype does",
     .operands = kData,
     .attrs = kWrapAttrs,
     .preconditions = {},
     .infer = InferWrapParam,
     .eval = EvalWrapParam,
     .lower = {LowerWrapParam},
     .sample = SampleWrapParam,
     .tolerance = Exact()},
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> ViewOps() { return kRows; }

}  // namespace assay
