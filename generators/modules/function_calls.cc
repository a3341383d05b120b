#include "generators/modules/function_calls.h"

#include <algorithm>

#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_dims.h"
#include "generators/modules/tir_gen.h"
#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"

namespace assay {
namespace {

// Of the sizes that a call of a function says, one in so many is 0.
constexpr uint32_t kOneInNothing = 8;

// Of the kernels in symbolic modules, one in so many counts in int64: its dimensions may be computed of each other, and
// calls say some of its symbols.
constexpr uint32_t kOneInWide = 2;

// The sizes of a kernel that is made for a call: its symbols, and what the call has for each.
struct KernelSizes {
  Context& ctx;
  DType dtype;
  std::vector<const Expr*> callers = {};
  std::vector<const Var*> symbols = {};
  // The symbols' values, and what the caller's variables are in the kernel.
  VarMap values = {}, inside = {};

  const Var* Add(const Expr* caller) {
    callers.push_back(caller);
    symbols.push_back(MakeVar(ctx, "s" + std::to_string(symbols.size()), dtype));
    values.emplace(symbols.back(), caller);
    if (const auto* var = As<Var>(caller); var != nullptr && DTypeOf(var) == dtype) inside.emplace(var, symbols.back());
    return symbols.back();
  }
  // One symbol for each distinct expression, but what is computed of others, if it can be in their dtype.
  const Expr* Of(const Expr* dim) {
    if (IsConstantDim(dim)) return dim;
    auto known = std::find_if(callers.begin(), callers.end(), [&](const Expr* c) { return SameDim(c, dim); });
    if (known != callers.end()) return symbols[static_cast<size_t>(known - callers.begin())];
    bool other = MentionsAny(dim, [&](const Var* var) { return !inside.contains(var); });
    return other || DTypeOf(dim) != dtype ? Add(dim) : SubstituteIn(ctx, dim, inside);
  }
};

bool MentionsFunctions(const Node* root) {
  bool found = false;
  WalkBeforeChildren(root, [&](const Node* node) {
    found |= Is<GlobalVar>(node);
    return !found && !IsTypeKind(node->kind);
  });
  return found;
}

}  // namespace

// Types nest only as deep as this generator made them.
// recursion: types nest as deep as this generator made them
const Expr* FunctionCalls::ArgumentFor(const Type* type, const VarMap& symbols) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(ArgumentFor(field, symbols));
    return MakeTuple(ctx(), fields);
  }
  if (const auto* scalar = As<PrimType>(type)) return FunctionConstants(scope_).FreshScalar(scalar->dtype);
  if (const auto* shape = As<ShapeType>(type); shape != nullptr && !shape->has_values) {
    std::vector<const Expr*> dims;
    for (int i = 0; i < shape->rank; ++i) dims.push_back(FunctionDims(scope_).SmallDim());
    return MakeShape(ctx(), dims);
  }
  if (const auto* shape = As<ShapeType>(type)) {
    return MakeShape(ctx(), FunctionDims(scope_).MappedDims({shape->values.begin(), shape->values.end()}, symbols));
  }
  const auto* tensor = static_cast<const TensorType*>(type);
  if (const ShapeExpr* shape = ShapeListOf(tensor)) {
    std::vector<const Expr*> dims =
        FunctionDims(scope_).MappedDims({shape->values.begin(), shape->values.end()}, symbols);
    return scope_.ExactTensor(dims, tensor->dtype, tensor->vdevice);
  }
  std::vector<const Expr*> dims;
  for (int i = 0; i < tensor->rank; ++i) dims.push_back(FunctionDims(scope_).SmallDim());
  return scope_.ExactTensor(dims, tensor->dtype, tensor->vdevice);
}

const Call* FunctionCalls::CallFunction(const GenFunction& callee) {
  VarMap symbols;
  // No kernel reads where there is nothing, and its callers say how much there is.
  bool positive = MentionsFunctions(callee.func->body);
  for (const Var* symbol : callee.symbols) {
    bool nothing = !positive && bytes().Chance(1, kOneInNothing);
    symbols.emplace(symbol, nothing    ? MakeInt(ctx(), 0)
                            : positive ? FunctionDims(scope_).PositiveDim()
                                       : FunctionDims(scope_).SmallDim());
  }
  std::vector<const Expr*> args;
  for (const Var* param : callee.func->params) {
    auto size = symbols.find(param);
    args.push_back(size == symbols.end() ? ArgumentFor(param->type, symbols) : static_cast<const Expr*>(size->second));
  }
  return MakeCall(ctx(), callee.var, args);
}

bool FunctionCalls::CallByClosure(const Call* call, const Function& callee) {
  const OpSpec *making = FindOp("make_closure"), *pure = FindOp("invoke_pure_closure"),
               *impure = FindOp("invoke_closure");
  if (making == nullptr || pure == nullptr || impure == nullptr) return false;
  bool promised = callee.is_pure && (!scope_.MayHaveEffects() || bytes().Chance(1, 3));
  if (!promised && !scope_.MayHaveEffects()) return false;
  Module view = scope_.module.View();
  Result<const Call*> typed = WithInferredType(ctx(), &view, call);
  if (!typed.ok()) return false;
  std::span<const Expr* const> args(call->args.begin(), call->args.end());
  size_t bound = bytes().Chance(1, 3) ? args.size() : bytes().Below(args.size() + 1);
  auto tuple = [&](std::span<const Expr* const> fields) {
    return MakeTuple(ctx(), std::vector<const Expr*>(fields.begin(), fields.end()));
  };
  if (!CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *making, {call->op, tuple(args.first(bound))}), making))
    return false;
  const Expr* closure = scope_.frames.back().vars.back();
  if (bytes().Chance(1, 4)) {
    scope_.entries.pop_back();
    closure = scope_.Emit(closure);
  }
  // No operator takes it as a value.
  scope_.entries.pop_back();
  const OpSpec* invoking = promised ? pure : impure;
  return CallBinder(scope_).EmitCall(
      MakeOpCall(ctx(), *invoking, {closure, tuple(args.subspan(bound))}, {}, {(*typed)->type}), invoking);
}

const Call* FunctionCalls::MakeKernelCall(const GenKernel& kernel, const std::vector<const Expr*>& args,
                                          const VarMap& symbols) {
  const OpSpec* row = FindOp("call_tir");
  if (row == nullptr) return nullptr;
  std::vector<const Type*> types;
  for (const TensorSpec& output : kernel.outputs) {
    types.push_back(MakeTensorType(ctx(), FunctionDims(scope_).MappedDims(output.dims, symbols), output.dtype));
  }
  const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx(), types);
  std::vector<const Expr*> given = args;
  const std::vector<const Expr*> numbers(kernel.numbers.begin(), kernel.numbers.end());
  for (const Expr* number : FunctionDims(scope_).MappedDims(numbers, symbols)) given.push_back(number);
  const std::vector<const Expr*> operands{kernel.var, MakeTuple(ctx(), given)};
  const OpSpec* with_grad = bytes().Chance(1, 16) ? FindOp("call_tir_with_grad") : nullptr;
  if (with_grad == nullptr) return MakeOpCall(ctx(), *row, operands, {}, {type});
  return MakeOpCall(ctx(), *with_grad, operands, {{"te_grad_name", MakeAttrString(ctx(), "assay_grad")}}, {type});
}

const Call* FunctionCalls::CallKernel(const GenKernel& kernel) {
  VarMap symbols;
  for (const Var* symbol : kernel.symbols) symbols.emplace(symbol, FunctionDims(scope_).PositiveDim());
  std::vector<const Expr*> args;
  for (const TensorSpec& input : kernel.inputs) {
    args.push_back(scope_.ExactTensor(FunctionDims(scope_).MappedDims(input.dims, symbols), input.dtype, nullptr));
  }
  return MakeKernelCall(kernel, args, symbols);
}

// No kernel reads where there is nothing: dimensions that may be 0 at run time (of slices, or found by a match_cast)
// never become its symbols. Constant ones it sees itself.
bool FunctionCalls::MayBeEmpty(const Expr* tensor) const {
  const ShapeExpr* shape = ShapeListOf(tensor->type);
  std::vector<const Expr*> pending;
  for (const Expr* dim : shape->values) {
    if (!IsConstantDim(dim)) pending.push_back(dim);
  }
  while (!pending.empty()) {
    const Expr* dim = pending.back();
    pending.pop_back();
    bool positive = Is<IntImm>(dim)
                        ? As<IntImm>(dim)->value > 0
                        : std::find(scope_.symbols.begin(), scope_.symbols.end(), dim) != scope_.symbols.end();
    if (positive) continue;
    const BinaryExpr* binary = AsBinary(dim);
    if (binary == nullptr || (binary->kind != NodeKind::kAdd && binary->kind != NodeKind::kMul)) return true;
    pending.push_back(binary->a);
    pending.push_back(binary->b);
  }
  return false;
}

// A fresh tensor, or one in a block of bytes; nullptr where inference refuses it.
const Expr* FunctionCalls::Allocated(const TensorType* type) {
  const Expr *shape = type->shape, *dtype = MakeDataType(ctx(), type->dtype), *zero = MakeInt(ctx(), 0);
  auto made = [&](std::string_view op, const std::vector<const Expr*>& args) -> const Expr* {
    const OpSpec* row = FindOp(op);
    return row != nullptr && CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *row, args), nullptr)
               ? scope_.frames.back().vars.back()
               : nullptr;
  };
  const Expr* scope = MakeString(ctx(), scope_.module.MemoryScope());
  if (bytes().Chance(1, 2)) return made("builtin.alloc_tensor", {shape, dtype, zero, scope});
  int64_t count = LargestCount(ShapeListOf(type)->values);
  const Expr* size = MakeShape(ctx(), {MakeInt(ctx(), count * std::max(1, type->dtype.ElementBytes()))});
  const Expr* storage = made("memory.alloc_storage", {size, zero, scope, MakeDataType(ctx(), DType::UInt(8))});
  if (storage == nullptr) return nullptr;
  // No operator takes it as a value.
  scope_.entries.pop_back();
  return made("memory.alloc_tensor", {storage, zero, shape, dtype, zero});
}

bool FunctionCalls::ExplicitCall(const Call* call) {
  const OpSpec* dynamic = FindOp("vm.call_tir_dyn");
  if (SpecOf(call) != FindOp("call_tir") || dynamic == nullptr || !scope_.module.devices.empty()) return false;
  const auto* tuple = As<TupleType>(call->ty_args[0]);
  std::vector<const Type*> types{call->ty_args[0]};
  if (tuple != nullptr) types.assign(tuple->fields.begin(), tuple->fields.end());
  bool constant = std::ranges::all_of(
      types, [](const Type* type) { return std::ranges::all_of(ShapeListOf(type)->values, IsConstantDim); });
  if (!constant) return false;
  std::vector<const Expr*> args(As<Tuple>(call->args[1])->fields.begin(), As<Tuple>(call->args[1])->fields.end());
  // What they hold is known behind the call only.
  std::vector<const Expr*> results;
  for (const Type* type : types) {
    const Expr* result = Allocated(static_cast<const TensorType*>(type));
    if (result == nullptr) return false;
    scope_.entries.pop_back();
    results.push_back(result);
  }
  args.insert(args.end(), results.begin(), results.end());
  const Call* fill = MakeCall(ctx(), call->args[0], args);
  if (bytes().Chance(1, 2)) {
    args.push_back(MakeShape(ctx(), {}));
    fill = MakeOpCall(ctx(), *dynamic, {call->args[0], MakeTuple(ctx(), args)});
  }
  bool made = CallBinder(scope_).EmitCall(fill, nullptr);
  for (const Expr* result : results) {
    if (made) scope_.AddToScope(result);
  }
  return made;
}

// Dimensions that are not constant become symbols of the kernel.
const Call* FunctionCalls::NewKernelCall() {
  std::vector<const Expr*> args;
  size_t count = 1 + bytes().Below(3);
  TensorRequest wish;
  for (size_t i = 0; i < count; ++i) {
    const Expr* arg = scope_.Tensor(wish);
    if (MayBeEmpty(arg)) arg = scope_.ExactTensor({}, static_cast<const TensorType*>(arg->type)->dtype, nullptr);
    args.push_back(arg);
  }
  // TVM 0.26 reads no such dimensions of kernels.
  const bool wide =
      scope_.module.Has(Feature::kSymbolic) && scope_.module.Has(Feature::kUnreadable) && bytes().Chance(1, kOneInWide);
  KernelSizes sizes{ctx(), wide ? DType::Int(64) : DType::Int(32)};
  for (const Expr* arg : args) {
    for (const Expr* dim : ShapeListOf(arg->type)->values) {
      if (wide && Is<Var>(dim)) sizes.Of(dim);
    }
  }
  std::vector<TensorSpec> inputs;
  for (const Expr* arg : args) {
    TensorSpec spec{static_cast<const TensorType*>(arg->type)->dtype, {}};
    for (const Expr* dim : ShapeListOf(arg->type)->values) spec.dims.push_back(sizes.Of(dim));
    inputs.push_back(std::move(spec));
  }
  std::vector<const Var*> numbers;
  if (wide && !sizes.symbols.empty() && bytes().Chance(1, 2)) numbers.push_back(bytes().Pick(sizes.symbols));
  if (wide && bytes().Chance(1, 2)) numbers.push_back(sizes.Add(FunctionDims(scope_).PositiveDim()));
  std::string name = scope_.module.FreshName("kernel");
  GenKernel kernel = TirGen(scope_.module).PrivateKernel(std::move(inputs), sizes.symbols, std::move(numbers));
  kernel.var = scope_.module.Add(name, kernel.func);
  scope_.module.kernels.push_back(kernel);
  return MakeKernelCall(kernel, args, sizes.values);
}

// The value as a field of a tuple, or of one in it, which has others in front of it.
const Expr* FunctionCalls::ThroughTuples(const Expr* value) {
  auto other = [&]() -> const Expr* {
    const Expr* one = bytes().Chance(1, 2) ? value : bytes().Pick(scope_.params);
    return Is<TensorType>(one->type) ? one : value;
  };
  const Expr* first = bytes().Chance(1, 2) ? MakeTuple(ctx(), {other(), other()}) : other();
  bool inner = bytes().Chance(1, 2);
  const Expr* held = inner ? MakeTuple(ctx(), {other(), value}) : value;
  const Expr* whole = scope_.Emit(MakeTuple(ctx(), {first, held}));
  const Expr* field = scope_.Emit(MakeTupleGetItem(ctx(), whole, 1));
  return inner ? scope_.Emit(MakeTupleGetItem(ctx(), field, 1)) : field;
}

// What nobody calls no pass looks at.
void FunctionCalls::CallGroups() {
  scope_.frames.push_back({{}, {}, false});
  for (const GenFunction& group : scope_.module.groups) {
    if (!bytes().Chance(3, 4)) continue;
    size_t before = scope_.frames.back().vars.size();
    CallBinder(scope_).EmitCall(CallFunction(group), nullptr);
    if (scope_.frames.back().vars.size() > before) scope_.captured.push_back(scope_.frames.back().vars.back());
  }
  scope_.CloseFrame();
}

}  // namespace assay
