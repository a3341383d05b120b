// Calls of the module's own functions: Relax functions with their symbols bound to dimensions in scope, and kernels
// made on demand for tensors in scope.
#include <algorithm>

#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
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

// Kernels may count in int32; Relax counts in int64.
const Expr* FunctionGen::WideDim(const Expr* dim) {
  return DTypeOf(dim) == DType::Int(64) ? dim : MakeInt(ctx(), static_cast<const IntImm*>(dim)->value);
}

std::vector<const Expr*> FunctionGen::MappedDims(const std::vector<const Expr*>& dims, const VarMap& symbols) {
  std::vector<const Expr*> mapped;
  for (const Expr* dim : dims)
    mapped.push_back(IsConstantDim(dim) ? WideDim(dim) : Simplify(ctx(), SubstituteIn(ctx(), dim, symbols)));
  return mapped;
}

// Types nest only as deep as this generator made them.
const Expr* FunctionGen::ArgumentFor(const Type* type, const VarMap& symbols) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(ArgumentFor(field, symbols));
    return MakeTuple(ctx(), fields);
  }
  if (const auto* scalar = As<PrimType>(type)) return FreshScalar(scalar->dtype);
  if (const auto* shape = As<ShapeType>(type); shape != nullptr && !shape->has_values) {
    std::vector<const Expr*> dims;
    for (int i = 0; i < shape->rank; ++i) dims.push_back(SmallDim());
    return MakeShape(ctx(), dims);
  }
  if (const auto* shape = As<ShapeType>(type)) {
    return MakeShape(ctx(), MappedDims({shape->values.begin(), shape->values.end()}, symbols));
  }
  const auto* tensor = static_cast<const TensorType*>(type);
  if (const ShapeExpr* shape = ShapeListOf(tensor)) {
    std::vector<const Expr*> dims = MappedDims({shape->values.begin(), shape->values.end()}, symbols);
    return ExactTensor(dims, tensor->dtype, tensor->vdevice);
  }
  std::vector<const Expr*> dims;
  for (int i = 0; i < tensor->rank; ++i) dims.push_back(SmallDim());
  return ExactTensor(dims, tensor->dtype, tensor->vdevice);
}

const Call* FunctionGen::CallFunction(const GenFunction& callee) {
  VarMap symbols;
  // No kernel reads where there is nothing, and its callers say how much there is.
  bool positive = MentionsFunctions(callee.func->body);
  for (const Var* symbol : callee.symbols) {
    bool nothing = !positive && bytes().Chance(1, kOneInNothing);
    symbols.emplace(symbol, nothing ? MakeInt(ctx(), 0) : positive ? PositiveDim() : SmallDim());
  }
  std::vector<const Expr*> args;
  for (const Var* param : callee.func->params) {
    auto size = symbols.find(param);
    args.push_back(size == symbols.end() ? ArgumentFor(param->type, symbols) : static_cast<const Expr*>(size->second));
  }
  return MakeCall(ctx(), callee.var, args);
}

bool FunctionGen::CallByClosure(const Call* call, const Function& callee) {
  const OpSpec *making = FindOp("make_closure"), *pure = FindOp("invoke_pure_closure"),
               *impure = FindOp("invoke_closure");
  if (making == nullptr || pure == nullptr || impure == nullptr) return false;
  bool promised = callee.is_pure && (!MayHaveEffects() || bytes().Chance(1, 3));
  if (!promised && !MayHaveEffects()) return false;
  Module view = module_.View();
  Result<const Call*> typed = WithInferredType(ctx(), &view, call);
  if (!typed.ok()) return false;
  std::span<const Expr* const> args(call->args.begin(), call->args.end());
  size_t bound = bytes().Chance(1, 3) ? args.size() : bytes().Below(args.size() + 1);
  auto tuple = [&](std::span<const Expr* const> fields) {
    return MakeTuple(ctx(), std::vector<const Expr*>(fields.begin(), fields.end()));
  };
  if (!EmitCall(MakeOpCall(ctx(), *making, {call->op, tuple(args.first(bound))}), making)) return false;
  const Expr* closure = frames_.back().vars.back();
  if (bytes().Chance(1, 4)) {
    scope_.pop_back();
    closure = Emit(closure);
  }
  // No operator takes it as a value.
  scope_.pop_back();
  const OpSpec* invoking = promised ? pure : impure;
  return EmitCall(MakeOpCall(ctx(), *invoking, {closure, tuple(args.subspan(bound))}, {}, {(*typed)->type}), invoking);
}

const Call* FunctionGen::MakeKernelCall(const GenKernel& kernel, const std::vector<const Expr*>& args,
                                        const VarMap& symbols) {
  const OpSpec* row = FindOp("call_tir");
  if (row == nullptr) return nullptr;
  std::vector<const Type*> types;
  for (const TensorSpec& output : kernel.outputs) {
    types.push_back(MakeTensorType(ctx(), MappedDims(output.dims, symbols), output.dtype));
  }
  const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx(), types);
  std::vector<const Expr*> given = args;
  const std::vector<const Expr*> numbers(kernel.numbers.begin(), kernel.numbers.end());
  for (const Expr* number : MappedDims(numbers, symbols)) given.push_back(number);
  const std::vector<const Expr*> operands{kernel.var, MakeTuple(ctx(), given)};
  const OpSpec* with_grad = bytes().Chance(1, 16) ? FindOp("call_tir_with_grad") : nullptr;
  if (with_grad == nullptr) return MakeOpCall(ctx(), *row, operands, {}, {type});
  return MakeOpCall(ctx(), *with_grad, operands, {{"te_grad_name", MakeAttrString(ctx(), "assay_grad")}}, {type});
}

const Call* FunctionGen::CallKernel(const GenKernel& kernel) {
  VarMap symbols;
  for (const Var* symbol : kernel.symbols) symbols.emplace(symbol, PositiveDim());
  std::vector<const Expr*> args;
  for (const TensorSpec& input : kernel.inputs) {
    args.push_back(ExactTensor(MappedDims(input.dims, symbols), input.dtype, nullptr));
  }
  return MakeKernelCall(kernel, args, symbols);
}

// No kernel reads where there is nothing: dimensions that may be 0 at run time (of slices, or found by a match_cast)
// never become its symbols. Constant ones it sees itself.
bool FunctionGen::MayBeEmpty(const Expr* tensor) const {
  const ShapeExpr* shape = ShapeListOf(tensor->type);
  std::vector<const Expr*> pending;
  for (const Expr* dim : shape->values) {
    if (!IsConstantDim(dim)) pending.push_back(dim);
  }
  while (!pending.empty()) {
    const Expr* dim = pending.back();
    pending.pop_back();
    bool positive = Is<IntImm>(dim) ? As<IntImm>(dim)->value > 0
                                    : std::find(symbols_.begin(), symbols_.end(), dim) != symbols_.end();
    if (positive) continue;
    const BinaryExpr* binary = AsBinary(dim);
    if (binary == nullptr || (binary->kind != NodeKind::kAdd && binary->kind != NodeKind::kMul)) return true;
    pending.push_back(binary->a);
    pending.push_back(binary->b);
  }
  return false;
}

// A fresh tensor, or one in a block of bytes; nullptr where inference refuses it.
const Expr* FunctionGen::Allocated(const TensorType* type) {
  const Expr *shape = type->shape, *dtype = MakeDataType(ctx(), type->dtype), *zero = MakeInt(ctx(), 0);
  auto made = [&](std::string_view op, const std::vector<const Expr*>& args) -> const Expr* {
    const OpSpec* row = FindOp(op);
    return row != nullptr && EmitCall(MakeOpCall(ctx(), *row, args), nullptr) ? frames_.back().vars.back() : nullptr;
  };
  const Expr* scope = MakeString(ctx(), module_.MemoryScope());
  if (bytes().Chance(1, 2)) return made("builtin.alloc_tensor", {shape, dtype, zero, scope});
  int64_t count = LargestCount(ShapeListOf(type)->values);
  const Expr* size = MakeShape(ctx(), {MakeInt(ctx(), count * std::max(1, type->dtype.ElementBytes()))});
  const Expr* storage = made("memory.alloc_storage", {size, zero, scope, MakeDataType(ctx(), DType::UInt(8))});
  if (storage == nullptr) return nullptr;
  // No operator takes it as a value.
  scope_.pop_back();
  return made("memory.alloc_tensor", {storage, zero, shape, dtype, zero});
}

bool FunctionGen::ExplicitCall(const Call* call) {
  const OpSpec* dynamic = FindOp("vm.call_tir_dyn");
  if (SpecOf(call) != FindOp("call_tir") || dynamic == nullptr || !module_.devices.empty()) return false;
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
    scope_.pop_back();
    results.push_back(result);
  }
  args.insert(args.end(), results.begin(), results.end());
  const Call* fill = MakeCall(ctx(), call->args[0], args);
  if (bytes().Chance(1, 2)) {
    args.push_back(MakeShape(ctx(), {}));
    fill = MakeOpCall(ctx(), *dynamic, {call->args[0], MakeTuple(ctx(), args)});
  }
  bool made = EmitCall(fill, nullptr);
  for (const Expr* result : results) {
    if (made) AddToScope(result);
  }
  return made;
}

// Dimensions that are not constant become symbols of the kernel.
const Call* FunctionGen::NewKernelCall() {
  std::vector<const Expr*> args;
  size_t count = 1 + bytes().Below(3);
  TensorRequest wish;
  for (size_t i = 0; i < count; ++i) {
    const Expr* arg = Tensor(wish);
    if (MayBeEmpty(arg)) arg = ExactTensor({}, static_cast<const TensorType*>(arg->type)->dtype, nullptr);
    args.push_back(arg);
  }
  // TVM 0.26 reads no such dimensions of kernels.
  const bool wide =
      module_.Has(Feature::kSymbolic) && module_.Has(Feature::kUnreadable) && bytes().Chance(1, kOneInWide);
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
  if (wide && bytes().Chance(1, 2)) numbers.push_back(sizes.Add(PositiveDim()));
  std::string name = module_.FreshName("kernel");
  GenKernel kernel = TirGen(module_).PrivateKernel(std::move(inputs), sizes.symbols, std::move(numbers));
  kernel.var = module_.Add(name, kernel.func);
  module_.kernels.push_back(kernel);
  return MakeKernelCall(kernel, args, sizes.values);
}

// The value as a field of a tuple, or of one in it, which has others in front of it.
const Expr* FunctionGen::ThroughTuples(const Expr* value) {
  auto other = [&]() -> const Expr* {
    const Expr* one = bytes().Chance(1, 2) ? value : bytes().Pick(params_);
    return Is<TensorType>(one->type) ? one : value;
  };
  const Expr* first = bytes().Chance(1, 2) ? MakeTuple(ctx(), {other(), other()}) : other();
  bool inner = bytes().Chance(1, 2);
  const Expr* held = inner ? MakeTuple(ctx(), {other(), value}) : value;
  const Expr* whole = Emit(MakeTuple(ctx(), {first, held}));
  const Expr* field = Emit(MakeTupleGetItem(ctx(), whole, 1));
  return inner ? Emit(MakeTupleGetItem(ctx(), field, 1)) : field;
}

void FunctionGen::RunGroup(std::string_view name) {
  is_group_ = true;
  MakeSymbols();
  FirstParams();
  size_t scope_before = scope_.size();
  frames_.push_back({{}, {}, true});
  bool in_place = module_.plan.options->ops.empty() && module_.plan.options->profile == Profile::kMixed;
  std::vector<const Expr*> fields;
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    size_t before = frames_.back().vars.size();
    if (in_place && bytes().Chance(1, 2)) {
      InPlaceStep();
    } else if (const Call* call = KernelCall()) {
      EmitCall(call, nullptr);
    }
    std::vector<Var*>& vars = frames_.back().vars;
    if (vars.size() == before) continue;
    const Expr* made = vars.back();
    if (module_.Has(Feature::kTuples) && bytes().Chance(1, 2)) made = ThroughTuples(made);
    bool within = module_.Has(Feature::kTuples) && bytes().Chance(1, 3);
    fields.push_back(within ? MakeTuple(ctx(), {made, bytes().Chance(1, 2) ? made : bytes().Pick(params_)}) : made);
  }
  for (const Expr* field : fields) {
    for (const Var* var : VarsIn(field)) captured_.push_back(var);
  }
  FinishDataflow(scope_before);
  CloseFrame();
  const Expr* body = fields.empty() ? params_[0] : fields.size() == 1 ? fields[0] : MakeTuple(ctx(), fields);
  DefineSymbols();
  Finish(name, body);
}

// What nobody calls no pass looks at.
void FunctionGen::CallGroups() {
  frames_.push_back({{}, {}, false});
  for (const GenFunction& group : module_.groups) {
    if (!bytes().Chance(3, 4)) continue;
    size_t before = frames_.back().vars.size();
    EmitCall(CallFunction(group), nullptr);
    if (frames_.back().vars.size() > before) captured_.push_back(frames_.back().vars.back());
  }
  CloseFrame();
}

const Call* FunctionGen::KernelCall() {
  if (module_.plan.options->profile == Profile::kRelax && module_.plan.options->ops.empty()) return nullptr;
  if (!module_.kernels.empty() && bytes().Chance(1, 3)) return CallKernel(bytes().Pick(module_.kernels));
  return NewKernelCall();
}

}  // namespace assay
