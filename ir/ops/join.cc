// Putting tensors together and taking them apart: concat, stack, split. Tested by manipulate_test.cc.
#include <algorithm>

#include "ir/arith/dim_binary.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- the fields of a tuple operand

// What the fields have in common, for concat and stack; unknown where any is.
struct Joint {
  DType dtype;
  int rank = kUnknownRank;
  const VDevice* vdevice = nullptr;
  // Shapes that are known; `all_known` says whether that is every field's.
  std::vector<Dims> shapes;
  bool all_known = true;
};
// Preconditions 1 to 3 of the rows: at least one field, one dtype, one rank.
Result<Joint> JoinFields(const InferIn& in, const std::vector<const TensorType*>& fields) {
  if (fields.empty()) return Broken(in, 1, "a tuple of one tensor or more", fact::Arg{0});
  Joint joint;
  bool void_dtype = false, mixed_devices = false;
  for (size_t i = 0; i < fields.size(); ++i) {
    const TensorType* field = fields[i];
    void_dtype |= field->dtype.IsVoid();
    if (!field->dtype.IsVoid() && !joint.dtype.IsVoid() && field->dtype != joint.dtype) {
      return Differ(in, 2, "dtypes", fact::Field{0, 0}, fact::Field{0, i});
    }
    if (joint.dtype.IsVoid()) joint.dtype = field->dtype;
    if (joint.rank == kUnknownRank) joint.rank = field->rank;
    if (field->rank != kUnknownRank && field->rank != joint.rank)
      return Differ(in, 3, "ranks", fact::Field{0, 0}, fact::Field{0, i});
    if (joint.vdevice == nullptr) joint.vdevice = field->vdevice;
    mixed_devices |= field->vdevice != nullptr && !SameVDevice(field->vdevice, joint.vdevice);
    std::optional<Dims> dims = DimsOf(field);
    if (dims) joint.shapes.push_back(*dims);
    joint.all_known &= KnownShape(field) != nullptr;
  }
  if (void_dtype) joint.dtype = DType::Void();
  if (mixed_devices) joint.vdevice = nullptr;
  return joint;
}
// Precondition `rule`: dimensions other than `axis` are equal. True when that is proven for all.
Result<bool> SameElsewhere(const InferIn& in, int rule, const std::vector<Dims>& shapes, int axis) {
  bool proven = true;
  for (const Dims& shape : shapes) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (static_cast<int>(d) == axis) continue;
      if (ProveUnequal(in.ctx, shape[d], shapes[0][d])) {
        return Broken(in, rule, fmt::format("equal extents on axis {}", d), fact::NamedDim("first", shapes[0][d]),
                      fact::NamedDim("then", shape[d]), fact::Arg{0});
      }
      proven &= ProveEqual(in.ctx, shape[d], shapes[0][d]);
    }
  }
  return proven;
}
// The fields of a tuple operand as expressions: those of a literal, or projections bound before the call.
std::vector<const Expr*> FieldsOf(LowerSite& site, const Expr* operand) {
  if (const auto* tuple = As<Tuple>(operand)) return {tuple->fields.begin(), tuple->fields.end()};
  std::vector<const Expr*> fields;
  size_t count = As<TupleType>(operand->type)->fields.size();
  for (size_t i = 0; i < count; ++i) {
    fields.push_back(site.Emit(MakeTupleGetItem(site.ctx(), operand, static_cast<int64_t>(i))));
  }
  return fields;
}
const TupleValue& FieldsOf(const EvalIn& in) {
  const auto* tuple = in.args[0].As<TupleValue>();
  ASSAY_CHECK(tuple != nullptr);
  return *tuple;
}
constexpr Operand kTupleOperand[] = {{"tensors", OperandKind::kTensorTuple}};

// ---- concat

int64_t ConcatAxis(const Call& call) { return IsNullAttr(call, "axis") ? 0 : IntAttr(call, "axis"); }

// As TVM adds these up: constants fold, and nothing else is rearranged (text shows 1 + n as it came).
const Expr* PlainSum(Context& ctx, const Expr* a, const Expr* b) {
  const auto *x = As<IntImm>(a), *y = As<IntImm>(b);
  if (x != nullptr && y != nullptr) return AddDims(ctx, a, b);
  if (x != nullptr && x->value == 0) return b;
  return y != nullptr && y->value == 0 ? a : DimBinary(ctx, NodeKind::kAdd, a, b);
}

Result<const Type*> InferConcat(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> fields, TensorTupleArg(in, 0));
  ASSAY_TRY(Joint joint, JoinFields(in, fields));
  if (IsNullAttr(in.call, "axis") && joint.rank == kUnknownRank) joint.rank = 1;
  if (IsNullAttr(in.call, "axis") && joint.rank != 1)
    return Broken(in, 3, "tensors of rank 1 where axis is None", fact::Arg{0});
  if (joint.rank == kUnknownRank && fields.size() == 1) return fields[0];
  if (joint.rank == kUnknownRank) return MakeTensorTypeOfRank(in.ctx, joint.rank, joint.dtype, joint.vdevice);
  std::optional<int> axis = NormalizeAxis(ConcatAxis(in.call), joint.rank);
  if (!axis) return BadAxis(in, 4, "axis", joint.rank);
  if (fields.size() == 1) return fields[0];
  ASSAY_TRY(bool proven, SameElsewhere(in, 5, joint.shapes, *axis));
  if (!joint.all_known || !proven) return MakeTensorTypeOfRank(in.ctx, joint.rank, joint.dtype, joint.vdevice);
  auto along = static_cast<size_t>(*axis);
  Dims dims = joint.shapes[0];
  bool alike = std::all_of(joint.shapes.begin(), joint.shapes.end(),
                           [&](const Dims& shape) { return ProveEqual(in.ctx, shape[along], dims[along]); });
  if (alike) {
    dims[along] = MulDims(in.ctx, dims[along], MakeInt(in.ctx, static_cast<int64_t>(fields.size())));
  } else {
    for (size_t i = 1; i < joint.shapes.size(); ++i)
      dims[along] = PlainSum(in.ctx, dims[along], joint.shapes[i][along]);
  }
  return MakeTensorType(in.ctx, dims, joint.dtype, joint.vdevice);
}
EvalResult EvalConcat(const EvalIn& in) {
  const TupleValue& fields = FieldsOf(in);
  if (fields.fields.empty()) return eval::ShapeMismatch(in, "the tuple is empty");
  const Tensor& first = eval::TensorOf(fields.fields[0]);
  std::optional<int> axis = NormalizeAxis(ConcatAxis(in.call), first.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto along = static_cast<size_t>(*axis);
  Index shape = first.shape();
  shape[along] = 0;
  for (const Value& field : fields.fields) {
    Index other = eval::TensorOf(field).shape();
    if (other.size() != shape.size()) return eval::ShapeMismatch(in, "fields have different ranks");
    int64_t extent = std::exchange(other[along], shape[along]);
    if (other != shape) return eval::ShapeMismatch(in, "fields differ in another dimension than axis");
    shape[along] += extent;
  }
  return eval::Fill(first.dtype(), shape, [&](const Index& index) {
    Index source = index;
    for (const Value& field : fields.fields) {
      const Tensor& x = eval::TensorOf(field);
      if (source[along] < x.shape()[along]) return eval::At(x, source);
      source[along] -= x.shape()[along];
    }
    ASSAY_UNREACHABLE();
  });
}
// "off <= i" where off is a constant, else "c <= i - rest" of off = rest + c: the forms that TVM's simplifier leaves.
Term AtLeast(const Term& i, const Term& off) {
  if (AsInt(off.expr()) != nullptr) return off <= i;
  Term apart = Simplified(i - off);
  const auto* sub = As<Sub>(apart.expr());
  const IntImm* constant = sub == nullptr ? nullptr : AsInt(sub->b);
  return constant == nullptr ? 0 <= apart : Term(i.ctx(), constant) <= Term(i.ctx(), sub->a);
}
Lowered LowerConcat(LowerSite& site, const Call& call) {
  auto along = static_cast<size_t>(NormalizeAxis(ConcatAxis(call), As<TensorType>(call.type)->rank).value_or(0));
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    Terms dims = in[0].dims();
    Terms starts{k.Int(0)};
    for (const KernelBuffer& x : in) starts.push_back(Simplified(starts.back() + x.dim(static_cast<int>(along))));
    dims[along] = in.size() == 1 ? dims[along] : k.ImportDims(KnownShape(call.type)->values)[along];
    return std::vector{k.Compute("T_concat", Axes("ax", dims), [&](const Terms& i) {
      Term value = in[0](i);
      for (size_t n = 1; n < in.size(); ++n) {
        Terms source = i;
        source[along] = i[along] - starts[n];
        value = IfThenElseOf(AtLeast(i[along], starts[n]), in[n](source), value);
      }
      return value;
    })};
  };
  return LowerToCallTIR(site, call, "concatenate", FieldsOf(site, call.args[0]), body);
}
const Call* SampleConcat(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* first = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(first);
  int64_t axis = SampleAxis(site, static_cast<int>(dims.size()));
  std::vector<const Expr*> fields{first};
  for (uint64_t more = site.bytes().Below(3); more > 0; --more) {
    dims[static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(dims.size())))] = site.Dim();
    fields.push_back(site.Tensor(RequestShape(SampledType(first)->dtype, dims)));
  }
  return MakeOpCall(ctx, row, {MakeTuple(ctx, fields)}, {{"axis", MakeAttrInt(ctx, axis)}});
}
constexpr AttrSpec kConcatAttrs[] = {{"axis", AttrKind::kInt, "0", true}};
constexpr Precondition kConcatRules[] = {
    {"concat.r1", "the tuple has at least one tensor"},
    {"concat.r2", "tensors have one dtype"},
    {"concat.r3", "tensors have one rank"},
    {"concat.r4", "axis is in [-rank, rank)"},
    {"concat.r5", "dimensions other than axis are equal"},
};

// ---- stack

int64_t StackAxis(const Call& call) { return IsNullAttr(call, "axis") ? 0 : IntAttr(call, "axis"); }

Result<const Type*> InferStack(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> fields, TensorTupleArg(in, 0));
  ASSAY_TRY(Joint joint, JoinFields(in, fields));
  if (joint.rank == kUnknownRank) return MakeTensorTypeOfRank(in.ctx, joint.rank, joint.dtype, joint.vdevice);
  int rank = joint.rank + 1;
  std::optional<int> axis = NormalizeAxis(StackAxis(in.call), rank);
  if (!axis) return BadAxis(in, 4, "axis", rank);
  ASSAY_TRY(bool proven, SameElsewhere(in, 5, joint.shapes, kUnknownRank));
  if (!joint.all_known || !proven) return MakeTensorTypeOfRank(in.ctx, rank, joint.dtype, joint.vdevice);
  Dims dims = joint.shapes[0];
  dims.insert(dims.begin() + *axis, MakeInt(in.ctx, static_cast<int64_t>(fields.size())));
  return MakeTensorType(in.ctx, dims, joint.dtype, joint.vdevice);
}
EvalResult EvalStack(const EvalIn& in) {
  const TupleValue& fields = FieldsOf(in);
  if (fields.fields.empty()) return eval::ShapeMismatch(in, "the tuple is empty");
  const Tensor& first = eval::TensorOf(fields.fields[0]);
  std::optional<int> axis = NormalizeAxis(StackAxis(in.call), first.rank() + 1);
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  for (const Value& field : fields.fields) {
    if (eval::TensorOf(field).shape() != first.shape()) return eval::ShapeMismatch(in, "fields have different shapes");
  }
  Index shape = first.shape();
  shape.insert(shape.begin() + *axis, static_cast<int64_t>(fields.fields.size()));
  return eval::Fill(first.dtype(), shape, [&](const Index& index) {
    Index source = index;
    source.erase(source.begin() + *axis);
    return eval::At(eval::TensorOf(fields.fields[static_cast<size_t>(index[static_cast<size_t>(*axis)])]), source);
  });
}
Lowered LowerStack(LowerSite& site, const Call& call) {
  int axis = NormalizeAxis(StackAxis(call), As<TensorType>(call.type)->rank).value_or(0);
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    Terms dims = in[0].dims();
    dims.insert(dims.begin() + axis, k.Int(static_cast<int64_t>(in.size())));
    return std::vector{k.Compute("T_stack", Axes("ax", dims), [&](const Terms& i) {
      Terms source = i;
      source.erase(source.begin() + axis);
      Term value = in[0](source);
      for (size_t n = 1; n < in.size(); ++n) {
        value = IfThenElseOf(i[static_cast<size_t>(axis)] == static_cast<int64_t>(n), in[n](source), value);
      }
      return value;
    })};
  };
  return LowerToCallTIR(site, call, "stack", FieldsOf(site, call.args[0]), body);
}
const Call* SampleStack(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* first = site.Tensor(RequestRank(kAnyDType, 0, 4));
  Dims dims = SampledDims(first);
  std::vector<const Expr*> fields{first};
  for (uint64_t more = site.bytes().Below(3); more > 0; --more) {
    fields.push_back(site.Tensor(RequestShape(SampledType(first)->dtype, dims)));
  }
  int64_t axis = SampleAxis(site, static_cast<int>(dims.size()) + 1);
  return MakeOpCall(ctx, row, {MakeTuple(ctx, fields)}, {{"axis", MakeAttrInt(ctx, axis)}});
}
constexpr AttrSpec kStackAttrs[] = {{"axis", AttrKind::kInt, "0"}};
constexpr Precondition kStackRules[] = {
    {"stack.r1", "the tuple has at least one tensor"},
    {"stack.r2", "tensors have one dtype"},
    {"stack.r3", "tensors have one rank"},
    {"stack.r4", "axis is in [-rank, rank) of the result"},
    {"stack.r5", "tensors have one shape"},
};

constexpr OpSpec kJoin[] = {
    {.name = "concat",
     .doc = "The tensors of a tuple one after another along axis (None: 0, of tensors of rank 1). Bits are kept; empty "
            "tensors add nothing.",
     .operands = kTupleOperand,
     .attrs = kConcatAttrs,
     .preconditions = kConcatRules,
     .infer = InferConcat,
     .eval = EvalConcat,
     .lower = {LowerConcat},
     .sample = SampleConcat,
     .tolerance = Exact(),
     .gradient = {ConcatGradient},
     .layout = LayoutOfConcat,
     .mixed = kFollows},
    {.name = "stack",
     .doc = "The tensors of a tuple, all of one shape, along a new dimension at axis. Bits are kept.",
     .operands = kTupleOperand,
     .attrs = kStackAttrs,
     .preconditions = kStackRules,
     .infer = InferStack,
     .eval = EvalStack,
     .lower = {LowerStack},
     .sample = SampleStack,
     .tolerance = Exact(),
     .mixed = kFollows},
};
static_assert(AllComplete(kJoin));

}  // namespace

std::span<const OpSpec> JoinOps() { return kJoin; }

}  // namespace assay
