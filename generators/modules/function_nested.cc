#include "generators/modules/function_nested.h"

#include <algorithm>
#include <utility>

#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_dims.h"
#include "generators/modules/function_steps.h"
#include "generators/modules/notes.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"
#include "ir/walk.h"
#include "passes/rewrite/index_maps.h"

namespace assay {
namespace {

// One call of a local function in so many goes through another one, but for those by which it calls itself.
constexpr uint32_t kOneInThrough = 4;
// One sequence within another in so many begins with a cast that finds out sizes.
constexpr uint32_t kOneInFinds = 3;
// One sequence within another in so many begins with what is no operator.
constexpr uint32_t kOneInStructures = 3;

// recursion: tuples nest as deep as this generator made them
bool IsStatic(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) return std::ranges::all_of(tuple->fields, IsStatic);
  const ShapeExpr* shape = ShapeListOf(type);
  return shape != nullptr && std::ranges::all_of(shape->values, IsConstantDim);
}

bool IsCondition(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && tensor->dtype.IsBool() && tensor->rank == 0;
}

}  // namespace

// A value of the type, of parts in scope where there are some; the type is one that IsKnown.
// recursion: tuples nest as deep as this generator made them
const Expr* FunctionNested::ValueOf(const Type* wanted) {
  if (const auto* tuple = As<TupleType>(wanted)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(ValueOf(field));
    return MakeTuple(ctx(), fields);
  }
  if (const auto* scalar = As<PrimType>(wanted)) return FunctionConstants(scope_).FreshScalar(scalar->dtype);
  if (const auto* shape = As<ShapeType>(wanted))
    return scope_.module.StaticShape(MakeShape(ctx(), {shape->values.begin(), shape->values.end()}));
  const auto* type = static_cast<const TensorType*>(wanted);
  return scope_.ExactTensor({ShapeListOf(type)->values.begin(), ShapeListOf(type)->values.end()}, type->dtype,
                            type->vdevice);
}

std::vector<const Expr*> FunctionNested::OtherDims(std::span<const Expr* const> dims) {
  std::vector<const Expr*> others(dims.begin(), dims.end());
  if (!others.empty() && bytes().Chance(1, 8)) others.pop_back();
  for (const Expr*& dim : others) {
    if (bytes().Chance(1, 2)) dim = FunctionDims(scope_).SmallDim();
  }
  return others;
}

// What another branch may give: other extents, now and then another rank, dtype or device, in all or some of its parts.
// recursion: tuples nest as deep as this generator made them
const Type* FunctionNested::OtherType(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Type*> fields(tuple->fields.begin(), tuple->fields.end());
    for (const Type*& field : fields) {
      if (bytes().Chance(1, 2)) field = OtherType(field);
    }
    return MakeTupleType(ctx(), fields);
  }
  if (Is<PrimType>(type)) return type;
  if (const auto* shape = As<ShapeType>(type)) return MakeShapeType(ctx(), OtherDims(shape->values));
  const auto* tensor = static_cast<const TensorType*>(type);
  DType dtype = bytes().Chance(1, 8) ? scope_.PickDType(kAnyDType) : tensor->dtype;
  // On another device, now and then of the same type but for that.
  bool moves = !scope_.module.devices.empty() && bytes().Chance(1, 2);
  const VDevice* device = moves ? bytes().Pick(scope_.module.devices) : tensor->vdevice;
  std::vector<const Expr*> dims(ShapeListOf(tensor)->values.begin(), ShapeListOf(tensor)->values.end());
  if (!moves || bytes().Chance(1, 2)) dims = OtherDims(dims);
  return scope_.module.StaticTensorType(dims, dtype, device);
}

const SeqExpr* FunctionNested::Nested(FunctionRef<const Expr*()> result) {
  size_t scope_before = scope_.entries.size();
  std::vector<const BindingBlock*> outer = std::exchange(scope_.blocks, {});
  ++scope_.nested;
  auto steps = [&](bool is_dataflow, uint64_t most) {
    size_t before = scope_.entries.size();
    scope_.frames.push_back({{}, {}, is_dataflow});
    // Sizes that the other branch has found out, this one may find out, too.
    bool finds = !scope_.found_elsewhere.empty() || bytes().Chance(1, kOneInFinds);
    if (finds) FunctionSteps(scope_).MatchCastStep(/*finds=*/true);
    if (bytes().Chance(1, kOneInStructures)) FunctionSteps(scope_).StructureStep();
    if (bytes().Chance(1, kOneInStructures)) FunctionSteps(scope_).OpenShapeStep();
    for (uint64_t i = 1 + bytes().Below(most); i > 0 && scope_.budget > 0; --i) FunctionSteps(scope_).Step();
    if (bytes().Chance(1, 2)) FunctionSteps(scope_).EffectStep();
    if (is_dataflow) scope_.FinishDataflow(before), scope_.CloseFrame();
  };
  if (scope_.module.Has(Feature::kDataflow) && bytes().Chance(1, 4)) steps(true, 3);
  steps(false, 2);
  const Expr* value = result();
  scope_.CloseFrame();
  --scope_.nested;
  scope_.entries.resize(scope_before);
  std::vector<const BindingBlock*> blocks = std::exchange(scope_.blocks, outer);
  return MakeSeq(ctx(), blocks, value);
}

// A branch ends in a binding of its own, whose value has the wanted type.
const SeqExpr* FunctionNested::Branch(const Type* wanted, const Call* again) {
  return Nested([&]() -> const Expr* {
    if (again != nullptr) CallBinder(scope_).EmitCall(Again(again), SpecOf(again));
    const Expr* value = ValueOf(wanted);
    const Frame& frame = scope_.frames.back();
    bool own = !frame.vars.empty() && frame.vars.back() == value;
    return own ? value : scope_.Emit(value);
  });
}

const Call* FunctionNested::CallOutOf(const SeqExpr* seq) {
  std::vector<const Var*> outside(scope_.symbols.begin(), scope_.symbols.end());
  outside.insert(outside.end(), scope_.params.begin(), scope_.params.end());
  for (const Entry& entry : scope_.entries) {
    if (const auto* var = As<Var>(entry.value)) outside.push_back(var);
  }
  auto is_outside = [&](const Var* var) { return std::ranges::find(outside, var) != outside.end(); };
  std::vector<const Call*> calls;
  for (const BindingBlock* block : seq->blocks) {
    for (const Binding* binding : block->bindings) {
      const auto* call = Is<VarBinding>(binding) ? As<Call>(binding->value) : nullptr;
      const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
      bool pure = row != nullptr && row->purity == Purity::kPure;
      if (pure && std::ranges::all_of(VarsIn(call), is_outside)) calls.push_back(call);
    }
  }
  return calls.empty() || bytes().Chance(1, 3) ? nullptr : bytes().Pick(calls);
}

const Call* FunctionNested::Again(const Call* call) {
  Call* copy = ctx().arena.New<Call>(*call);
  if (call->attrs == nullptr) return copy;
  AttrItems items;
  for (size_t i = 0; i < call->attrs->keys.size(); ++i) {
    const Attr* value = call->attrs->values[i];
    const auto* node = As<AttrNode>(value);
    const auto* map = node == nullptr ? nullptr : As<IndexMap>(node->node);
    if (map != nullptr) value = MakeAttrNode(ctx(), CopyOf(ctx(), map));
    items.emplace_back(call->attrs->keys[i].text(), value);
  }
  copy->attrs = MakeDict(ctx(), items);
  return copy;
}

// Types of one or two values in scope without sizes of the outer function, which may not leave in the function's type.
std::vector<const Type*> FunctionNested::LocalParams() {
  std::vector<const Type*> types;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    const Entry* entry = scope_.PickEntry([](const Entry& e) { return IsKnown(e.type) && IsStatic(e.type); });
    if (entry != nullptr) types.push_back(entry->type);
  }
  return types;
}

const Var* FunctionNested::OtherNameOf(const Var* func) {
  if (!scope_.module.May(Feature::kAliases) || !bytes().Chance(1, kOneInThrough)) return func;
  Var* other = scope_.NewVar(func->type);
  scope_.EmitBinding(other, MakeBinding(ctx(), other, func));
  scope_.entries.pop_back();
  scope_.captured.push_back(func);
  return other;
}

// A local function that does nothing but call this one, which it captures, or is given before its arguments.
const Var* FunctionNested::Through(const Var* func, std::vector<const Expr*>& args) {
  const auto* type = static_cast<const FuncType*>(func->type);
  std::vector<const Var*> params;
  std::vector<const Expr*> given;
  for (const Type* param : type->params) {
    params.push_back(MakeVar(ctx(), "a" + std::to_string(scope_.next_var++), param));
    given.push_back(params.back());
  }
  const Var* callee = func;
  std::vector<const Type*> types(type->params.begin(), type->params.end());
  if (bytes().Chance(1, 2)) {
    callee = MakeVar(ctx(), "a" + std::to_string(scope_.next_var++), type);
    params.insert(params.begin(), callee);
    types.insert(types.begin(), type);
    args.insert(args.begin(), func);
  }
  Call* call = ctx().arena.New<Call>(*MakeCall(ctx(), callee, given));
  call->type = type->result;
  const Var* result = MakeVar(ctx(), "gv" + std::to_string(scope_.next_var++), type->result);
  const SeqExpr* body = MakeSeq(ctx(), {MakeBlock(ctx(), {MakeBinding(ctx(), result, call)}, false)}, result);
  Var* self = scope_.NewVar(MakeFuncType(ctx(), types, type->result, type->purity));
  scope_.EmitBinding(self, MakeBinding(ctx(), self, MakeFunction(ctx(), params, body, type->result, type->purity)));
  scope_.entries.pop_back();
  scope_.captured.push_back(func);
  return self;
}

// `again` of self with what is at hand, in one branch of two: the condition that it is given ends it there.
const Expr* FunctionNested::CallAgain(const Var* self, const std::vector<const Var*>& params, const Type* result) {
  std::vector<const Expr*> args;
  for (size_t i = 0; i + 1 < params.size(); ++i) args.push_back(ValueOf(params[i]->type));
  args.push_back(FunctionConstants(scope_).Written(MakeConstant(ctx(), assay::Tensor::Of(Scalar::Bool(false)))));
  If* choice = ctx().arena.New<If>();
  choice->cond = params.back();
  choice->true_branch = Nested([&]() -> const Expr* {
    const Var* callee = bytes().Chance(1, 2) ? Through(self, args) : self;
    Call* call = ctx().arena.New<Call>(*MakeCall(ctx(), callee, args));
    call->type = result;
    return scope_.Emit(call);
  });
  choice->false_branch = Branch(result);
  choice->type = result;
  return scope_.Emit(choice);
}

// recursion: at most FunctionScope::kMaxNesting deep
const Function* FunctionNested::LocalFunction(const Var* self, const std::vector<const Var*>& params,
                                              const Type* result) {
  size_t scope_before = scope_.entries.size();
  std::vector<const Var*> symbols = scope_.symbols;
  // Its parameters say no sizes; what it does may be about those of the function around it.
  if (!scope_.symbols.empty() && bytes().Chance(1, 2)) scope_.symbols.clear();
  bool outer_pure = std::exchange(scope_.pure, static_cast<const FuncType*>(self->type)->purity);
  ++scope_.local;
  for (const Var* param : params) scope_.AddToScope(param);
  // Recursive functions take a condition last.
  bool recursive = IsCondition(params.back()->type) && params.size() > 1 && scope_.nested < FunctionScope::kMaxNesting;
  const SeqExpr* body = Nested([&]() -> const Expr* {
    for (uint64_t i = bytes().Below(3); i > 0 && scope_.budget > 0; --i) FunctionSteps(scope_).Step();
    if (recursive && bytes().Chance(3, 4)) return CallAgain(self, params, result);
    return ValueOf(result);
  });
  --scope_.local;
  scope_.pure = outer_pure;
  scope_.symbols = std::move(symbols);
  scope_.entries.resize(scope_before);
  const Function* func = MakeFunction(ctx(), params, body, result, static_cast<const FuncType*>(self->type)->purity,
                                      MaybeNote(scope_.module));
  for (const Var* var : VarsIn(func->body)) scope_.captured.push_back(var);
  return func;
}

// A local function, and a call or two of it.
bool FunctionNested::LocalFunctionStep() {
  // TVMScript cannot name devices inside a nested function.
  bool possible = scope_.module.Has(Feature::kClosures) && scope_.module.devices.empty() &&
                  scope_.nested < FunctionScope::kMaxNesting;
  if (!possible) return false;
  std::vector<const Type*> types = LocalParams();
  if (types.empty()) return false;
  const Type* result = bytes().Chance(1, 4) ? types.back() : types.front();
  if (bytes().Chance(1, 3)) types.push_back(scope_.module.StaticTensorType({}, DType::Bool(), nullptr));
  bool pure = !scope_.MayHaveEffects() || bytes().Chance(1, 2);
  Var* self = scope_.NewVar(MakeFuncType(ctx(), types, result, pure));
  std::vector<const Var*> params;
  for (const Type* type : types) params.push_back(MakeVar(ctx(), "a" + std::to_string(scope_.next_var++), type));
  const Function* func = LocalFunction(self, params, result);
  scope_.EmitBinding(self, MakeBinding(ctx(), self, func));
  scope_.entries.pop_back();
  bool called = false;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    std::vector<const Expr*> args;
    for (const Type* type : types) args.push_back(ValueOf(type));
    const Var* callee = bytes().Chance(1, kOneInThrough) ? Through(self, args) : OtherNameOf(self);
    called |= CallBinder(scope_).EmitCall(MakeCall(ctx(), callee, args), nullptr);
  }
  return called;
}

}  // namespace assay
