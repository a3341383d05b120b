// Calls of kernels, packed functions and closures. Engines carry them out; here are their types, purity and rules.
// Tested by ops_table_test.cc.
#include <fmt/format.h>

#include "ir/ops/engine_rows.h"

namespace assay {
namespace {

constexpr Operand kCallee[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};
constexpr Operand kCalleeAndArgs[] = {{"func", OperandKind::kFunction},
                                      {"args", OperandKind::kAny, kAnyDType, false, true}};
constexpr Operand kClosure[] = {{"closure", OperandKind::kAny}, {"args", OperandKind::kTuple}};
constexpr Operand kMakeClosure[] = {{"func", OperandKind::kFunction}, {"args", OperandKind::kTuple}};
constexpr Operand kPyFunc[] = {{"func_name", OperandKind::kString}, {"args", OperandKind::kTuple}};
constexpr Operand kPrint[] = {{"format", OperandKind::kString}, {"vals", OperandKind::kAny, kAnyDType, false, true}};
constexpr Operand kAssert[] = {{"condition", OperandKind::kAny},
                               {"format", OperandKind::kString, kAnyDType, true},
                               {"vals", OperandKind::kAny, kAnyDType, false, true}};

constexpr AttrSpec kInplace[] = {{"inplace_indices", AttrKind::kIntList, ""}};
constexpr AttrSpec kGrad[] = {{"te_grad_name", AttrKind::kString, ""}, {"te_grad_kwargs", AttrKind::kAny, "{}"}};

// ---- call_tir

constexpr Precondition kCallTIRRules[] = {
    {"call_tir.r1", "out_ty is given: one type"},
    {"call_tir.r2", "the callee is a function of the module, by name"},
};
constexpr Precondition kInplaceRules[] = {
    {"call_tir_inplace.r1", "out_ty is given: one type"},
    {"call_tir_inplace.r2", "the callee is a function of the module, by name"},
    {"call_tir_inplace.r3", "each output has one index, in [-1, number of arguments), none but -1 twice, not all -1"},
    {"call_tir_inplace.r4", "an output in place and its argument are tensors of one shape and dtype"},
};
constexpr Precondition kGradRules[] = {
    {"call_tir_with_grad.r1", "out_ty is given: one type"},
    {"call_tir_with_grad.r2", "the callee is a function of the module, by name"},
};
constexpr Precondition kDpsRules[] = {{"call_dps_packed.r1", "out_ty is given: one type"}};
constexpr Precondition kPyFuncRules[] = {{"call_py_func.r1", "out_ty is given: one type"}};

Result<const Type*> InferOutType(const InferIn& in) {
  if (in.call.ty_args.size() != 1) return Broken(in, 1, "one type in out_ty", fact::OutTypes{});
  return in.call.ty_args[0];
}
Result<const Type*> InferCallTIR(const InferIn& in) {
  ASSAY_TRY(const Type* out, InferOutType(in));
  if (!Is<GlobalVar>(in.call.args[0])) return Broken(in, 2, "a function of the module by its name", fact::Arg{0});
  return out;
}

std::vector<const Type*> OutputTypes(const Type* out) {
  const auto* tuple = As<TupleType>(out);
  if (tuple == nullptr) return {out};
  return {tuple->fields.begin(), tuple->fields.end()};
}

// Indices are in range and distinct; false also when all of them are -1.
bool GoodIndices(const std::vector<int64_t>& indices, int64_t limit) {
  std::vector<int64_t> seen;
  for (int64_t index : indices) {
    if (index < -1 || index >= limit) return false;
    if (index == -1) continue;
    if (std::find(seen.begin(), seen.end(), index) != seen.end()) return false;
    seen.push_back(index);
  }
  return !seen.empty();
}

bool SameTensor(Context& ctx, const Type* a, const Type* b) {
  const auto* left = As<TensorType>(a);
  const auto* right = As<TensorType>(b);
  if (left == nullptr || right == nullptr || left->dtype.IsVoid() || left->dtype != right->dtype) return false;
  std::optional<Dims> left_dims = DimsOf(left);
  std::optional<Dims> right_dims = DimsOf(right);
  return left_dims && right_dims &&
         std::equal(left_dims->begin(), left_dims->end(), right_dims->begin(), right_dims->end(),
                    [&](const Expr* x, const Expr* y) { return ProveEqual(ctx, x, y); });
}

Result<const Type*> InferCallTIRInplace(const InferIn& in) {
  ASSAY_TRY(const Type* out, InferCallTIR(in));
  std::vector<const Type*> outputs = OutputTypes(out);
  std::vector<int64_t> indices = IntsAttr(in.call, "inplace_indices");
  const auto* given = As<TupleType>(in.call.args[1]->type);
  Nodes<Type> args = given == nullptr ? Nodes<Type>() : given->fields;
  if (indices.size() != outputs.size() || !GoodIndices(indices, static_cast<int64_t>(args.size()))) {
    return Broken(in, 3,
                  fmt::format("one index in [-1, {}) for each output, none but -1 twice, not all -1", args.size()),
                  fact::Attr{"inplace_indices"}, fact::OutTypes{}, fact::Arg{1});
  }
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] == -1 || SameTensor(in.ctx, outputs[i], args[static_cast<size_t>(indices[i])])) continue;
    return Broken(in, 4, fmt::format("output {} of the shape and dtype of argument {}", i, indices[i]),
                  fact::OutTypes{}, fact::Field{1, static_cast<size_t>(indices[i])});
  }
  return out;
}

const Call* SampleKernelCall(SampleSite& site, const OpSpec&) { return site.KernelCall(); }

// ---- packed functions

constexpr Precondition kPureRules[] = {{"call_pure_packed.r1", "the callee is an opaque function, not an operator"}};
constexpr Precondition kInplacePackedRules[] = {
    {"call_inplace_packed.r1", "the callee is an opaque function, not an operator"},
    {"call_inplace_packed.r2", "indices are in [-1, number of arguments), none but -1 twice, not all -1"},
    {"call_inplace_packed.r3", "the result in place has the type of its argument"},
};

bool IsOpaque(const Expr* callee) {
  if (Is<ExternFunc>(callee)) return true;
  const auto* type = As<FuncType>(callee->type);
  return type != nullptr && !type->has_params && !Is<Op>(callee);
}
Result<const Type*> InferPacked(const InferIn& in) {
  const Expr* callee = in.call.args[0];
  if (!IsOpaque(callee)) return Broken(in, 1, "an opaque function", fact::Arg{0});
  const auto* type = As<FuncType>(callee->type);
  bool fixed = type != nullptr && type->derive.empty() && type->result != nullptr && !Is<ExternFunc>(callee);
  if (fixed) return type->result;
  return InferByTypeArguments(in);
}

Result<const Type*> InferInplacePacked(const InferIn& in) {
  ASSAY_TRY(const Type* out, InferPacked(in));
  std::vector<int64_t> indices = IntsAttr(in.call, "inplace_indices");
  if (!GoodIndices(indices, static_cast<int64_t>(in.call.args.size()) - 1)) {
    return Broken(in, 2, fmt::format("indices in [-1, {}), none but -1 twice, not all -1", in.call.args.size() - 1),
                  fact::Attr{"inplace_indices"});
  }
  std::vector<const Type*> outputs = indices.size() == 1 ? std::vector{out} : OutputTypes(out);
  if (outputs.size() < indices.size())
    return Broken(in, 3, "a result for each index", fact::Attr{"inplace_indices"}, fact::OutTypes{});
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] == -1) continue;
    const Type* arg = in.call.args[static_cast<size_t>(indices[i]) + 1]->type;
    if (arg != nullptr && IsSubtype(in.ctx, outputs[i], arg) == SubtypeAnswer::kAlways) continue;
    return Broken(in, 3, fmt::format("result {} of the type of argument {}", i, indices[i]), fact::OutTypes{},
                  fact::Arg{static_cast<size_t>(indices[i]) + 1});
  }
  return out;
}

// test.identity_dps copies its argument, test.add_dps adds two of one type; every engine registers them.
const Call* SamplePackedDps(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 0, 4));
  const TensorType* type = MakeTensorType(site.ctx(), SampledDims(x), SampledType(x)->dtype);
  if (site.bytes().Chance(1, 2)) {
    return MakeOpCall(site.ctx(), row, {MakePackedFunc(site.ctx(), "test.identity_dps"), MakeTuple(site.ctx(), {x})},
                      {}, {type});
  }
  const Expr* y = site.Tensor(RequestShape(type->dtype, SampledDims(x)));
  return MakeOpCall(site.ctx(), row, {MakePackedFunc(site.ctx(), "test.add_dps"), MakeTuple(site.ctx(), {x, y})}, {},
                    {type});
}

// test.identity gives back its argument.
const Call* SamplePurePacked(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 0, 4));
  const Type* type = MakeTensorType(site.ctx(), SampledDims(x), SampledType(x)->dtype);
  return MakeOpCall(site.ctx(), row, {MakePackedFunc(site.ctx(), "test.identity"), x}, {}, {type});
}

Result<const Type*> InferBuiltin(const InferIn& in) {
  return in.call.ty_args.empty() ? InferNothing(in) : InferByTypeArguments(in);
}

// ---- checks at run time

constexpr Precondition kAssertRules[] = {{"assert_op.r1", "the condition is a bool scalar"}};

// A bool scalar, or a tensor that may be one (TVM's IsBoolType with unknowns permitted).
bool MayBeBool(const Type* type) {
  if (const auto* prim = As<PrimType>(type)) return prim->dtype.IsBool();
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr) return false;
  return (tensor->dtype.IsVoid() || tensor->dtype.IsBool()) && (tensor->rank == kUnknownRank || tensor->rank == 0);
}
Result<const Type*> InferAssert(const InferIn& in) {
  if (!MayBeBool(in.call.args[0]->type)) return Broken(in, 1, "a bool scalar", fact::Arg{0});
  return InferNothing(in);
}
EvalResult EvalAssert(const EvalIn& in) {
  const auto* prim = in.args[0].As<PrimValue>();
  const auto* tensor = in.args[0].As<TensorValue>();
  ASSAY_CHECK(prim != nullptr || tensor != nullptr);
  if (prim == nullptr && tensor->tensor.size() != 1)
    return Trap{TrapKind::kAssert, "the condition is no scalar", in.call.span};
  bool holds = prim != nullptr ? prim->scalar.IsTrue() : tensor->tensor.At(0).IsTrue();
  const auto* format = in.args.size() > 1 ? in.args[1].As<StringValue>() : nullptr;
  if (!holds) return Trap{TrapKind::kAssert, format == nullptr ? "Assertion Failed" : format->text, in.call.span};
  return Value{TupleValue{}};
}
EvalResult EvalPrint(const EvalIn&) { return Value{TupleValue{}}; }
EvalResult EvalNull(const EvalIn&) { return Value{NullValue{}}; }

constexpr std::string_view kRewrite = "CallTIRRewrite makes its outputs explicit";
constexpr std::string_view kPurity = "RemovePurityChecking makes it an ordinary call";
constexpr std::string_view kRuntime = "LowerRuntimeBuiltin makes it a call of the VM's builtin";

constexpr OpSpec kRows[] = {
    Row({.name = "call_tir",
         .doc = "calls a PrimFunc with these arguments and fresh outputs of out_ty",
         .operands = kCallee,
         .infer = InferCallTIR,
         .lowered_by = kRewrite,
         .preconditions = kCallTIRRules,
         .sample = SampleKernelCall}),
    Row({.name = "call_tir_inplace",
         .doc = "call_tir whose outputs with an index are written into that argument",
         .operands = kCallee,
         .infer = InferCallTIRInplace,
         .lowered_by = kRewrite,
         .attrs = kInplace,
         .preconditions = kInplaceRules}),
    Row({.name = "call_tir_with_grad",
         .doc = "call_tir that names the function which makes its gradient",
         .operands = kCallee,
         .infer = InferCallTIR,
         .lowered_by = "LegalizeOps makes it a call_tir",
         .attrs = kGrad,
         .preconditions = kGradRules}),
    Row({.name = "call_dps_packed",
         .doc = "calls a packed function with these arguments and fresh outputs of out_ty",
         .operands = kCallee,
         .infer = InferOutType,
         .lowered_by = kRewrite,
         .preconditions = kDpsRules,
         .sample = SamplePackedDps}),
    Row({.name = "call_pure_packed",
         .doc = "calls a packed function that the program promises has no effects",
         .operands = kCalleeAndArgs,
         .infer = InferPacked,
         .lowered_by = kPurity,
         .preconditions = kPureRules,
         .sample = SamplePurePacked}),
    Row({.name = "call_inplace_packed",
         .doc = "calls a packed function whose results are these arguments, changed",
         .operands = kCalleeAndArgs,
         .infer = InferInplacePacked,
         .lowered_by = kPurity,
         .attrs = kInplace,
         .preconditions = kInplacePackedRules}),
    Row({.name = "call_py_func",
         .doc = "calls a Python function of the module by name; assay has no Python",
         .operands = kPyFunc,
         .infer = InferOutType,
         .lowered_by = kRuntime,
         .preconditions = kPyFuncRules}),
    Row({.name = "call_builtin_with_ctx",
         .doc = "calls a builtin of the VM that takes the VM itself first",
         .operands = kCallee,
         .infer = InferBuiltin,
         .lowered_by = "code generation calls the builtin",
         .purity = Purity::kImpure}),
    Row({.name = "make_closure",
         .doc = "a closure of a function over captured values",
         .operands = kMakeClosure,
         .lowered_by = kRuntime}),
    Row({.name = "invoke_closure",
         .doc = "calls a closure that may have effects",
         .operands = kClosure,
         .infer = InferByTypeArguments,
         .lowered_by = kRuntime,
         .purity = Purity::kImpure}),
    Row({.name = "invoke_pure_closure",
         .doc = "calls a closure that the program promises has no effects",
         .operands = kClosure,
         .infer = InferByTypeArguments,
         .lowered_by = kPurity}),
    Row({.name = "null_value",
         .doc = "no value: stands for an absent argument",
         .operands = {},
         .lowered_by = "code generation loads the null value",
         .eval = EvalNull}),
    Row({.name = "print",
         .doc = "prints values by a format; assay drops the text",
         .operands = kPrint,
         .infer = InferNothing,
         .lowered_by = "the packed function relax.run.print",
         .purity = Purity::kImpure,
         .eval = EvalPrint}),
    Row({.name = "assert_op",
         .doc = "traps unless the condition holds; the message is the format, unfilled",
         .operands = kAssert,
         .infer = InferAssert,
         .lowered_by = "the packed function relax.run.assert_op",
         .purity = Purity::kImpure,
         .preconditions = kAssertRules,
         .eval = EvalAssert}),
};
static_assert(AllComplete(kRows));

}  // namespace

Result<const Type*> InferByTypeArguments(const InferIn& in) {
  Nodes<Type> types = in.call.ty_args;
  if (types.empty()) return in.ctx.Object();
  if (types.size() == 1) return types[0];
  return MakeTupleType(in.ctx, {types.begin(), types.end()});
}

std::span<const OpSpec> CallOps() { return kRows; }

}  // namespace assay
