// Facts of a tensor as scalars at run time: inspect.tensor_shape_i and its kin, by DLPack's codes and widths. Tensors
// are compact and start at the start of their memory. Tested by ops_table_test.cc.
#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

constexpr Operand kTensor[] = {{"tensor"}};
constexpr Operand kTensorAndAxis[] = {{"tensor"}, {"axis", OperandKind::kPrim}};
constexpr std::string_view kAxisRule = "a constant axis is in [0, rank)";
constexpr Precondition kShapeRules[] = {{"tensor_shape_i.r1", kAxisRule}};
constexpr Precondition kStrideRules[] = {{"tensor_stride_i.r1", kAxisRule}};

// ---- inference

template <uint8_t kBits, bool kSigned>
Result<const Type*> InferFact(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  static_cast<void>(x);
  return in.ctx.Prim(kSigned ? DType::Int(kBits) : DType::UInt(kBits));
}
Result<const Type*> InferExtent(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (const IntImm* axis = AsInt(in.call.args[1])) {
    bool beyond = x->rank != kUnknownRank && axis->value >= x->rank;
    if (axis->value < 0 || beyond) return Broken(in, 1, "an axis in [0, rank)", fact::Arg{1}, fact::Arg{0});
  }
  return in.ctx.Prim(DType::Int(64));
}

// ---- reference evaluation

EvalResult Fact(DType dtype, int64_t value) { return Value{PrimValue{Scalar::Int(dtype, value)}}; }
EvalResult EvalCode(const EvalIn& in) {
  return Fact(DType::UInt(8), static_cast<int64_t>(eval::TensorOf(in, 0).dtype().code));
}
EvalResult EvalBits(const EvalIn& in) { return Fact(DType::UInt(8), eval::TensorOf(in, 0).dtype().bits); }
EvalResult EvalLanes(const EvalIn& in) { return Fact(DType::UInt(16), eval::TensorOf(in, 0).dtype().lanes); }
EvalResult EvalRank(const EvalIn& in) { return Fact(DType::Int(32), eval::TensorOf(in, 0).rank()); }
EvalResult EvalNoOffset(const EvalIn&) { return Fact(DType::UInt(64), 0); }

// The axis, when it is one of the tensor's.
std::optional<size_t> AxisOf(const EvalIn& in) {
  const auto* prim = in.args[1].As<PrimValue>();
  ASSAY_CHECK(prim != nullptr);
  int64_t axis = prim->scalar.AsInt();
  if (axis < 0 || axis >= eval::TensorOf(in, 0).rank()) return std::nullopt;
  return static_cast<size_t>(axis);
}
EvalResult EvalShape(const EvalIn& in) {
  std::optional<size_t> axis = AxisOf(in);
  if (!axis) return Trap{TrapKind::kAssert, "the axis is outside [0, rank)", in.call.span};
  return Fact(DType::Int(64), eval::TensorOf(in, 0).shape()[*axis]);
}
EvalResult EvalStride(const EvalIn& in) {
  std::optional<size_t> axis = AxisOf(in);
  if (!axis) return Trap{TrapKind::kAssert, "the axis is outside [0, rank)", in.call.span};
  int64_t stride = 1;
  const eval::Index& shape = eval::TensorOf(in, 0).shape();
  for (size_t d = *axis + 1; d < shape.size(); ++d) stride *= shape[d];
  return Fact(DType::Int(64), stride);
}

// ---- sampling

const Call* SampleExtent(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  auto rank = static_cast<int64_t>(SampledDims(x).size());
  return MakeOpCall(site.ctx(), row, {x, MakeInt(site.ctx(), site.bytes().Between(0, rank - 1))});
}

constexpr OpSpec Row(std::string_view name, std::string_view doc, InferFn infer, EvalFn eval) {
  return {.name = name,
          .doc = doc,
          .operands = kTensor,
          .attrs = {},
          .preconditions = {},
          .infer = infer,
          .eval = eval,
          .lower = NoLowering("LowerRuntimeBuiltin makes it a call of the VM's builtin"),
          .sample = SampleOfAnyTensor,
          .tolerance = Exact(),
          .tvm_reads_back = false};
}
constexpr OpSpec RowOfAxis(std::string_view name, std::string_view doc, std::span<const Precondition> rules,
                           EvalFn eval) {
  OpSpec row = Row(name, doc, InferExtent, eval);
  row.operands = kTensorAndAxis;
  row.preconditions = rules;
  row.sample = SampleExtent;
  return row;
}
constexpr OpSpec kRows[] = {
    Row("inspect.tensor_dtype_code", "DLPack's code of the dtype, as uint8", InferFact<8, false>, EvalCode),
    Row("inspect.tensor_dtype_bits", "the width of an element's lane in bits, as uint8", InferFact<8, false>, EvalBits),
    Row("inspect.tensor_dtype_lanes", "the lanes of an element, as uint16", InferFact<16, false>, EvalLanes),
    Row("inspect.tensor_ndim", "the rank, as int32", InferFact<32, true>, EvalRank),
    RowOfAxis("inspect.tensor_shape_i", "the extent of one axis, as int64; a trap where there is no such axis",
              kShapeRules, EvalShape),
    RowOfAxis("inspect.tensor_stride_i",
              "elements from one index of an axis to the next, as int64; a trap where there is no such axis",
              kStrideRules, EvalStride),
    Row("inspect.tensor_byte_offset", "bytes from the start of the memory, as uint64: 0", InferFact<64, false>,
        EvalNoOffset),
    Row("inspect.tensor_elem_offset", "elements from the start of the memory, as uint64: 0", InferFact<64, false>,
        EvalNoOffset),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> InspectOps() { return kRows; }

}  // namespace assay
