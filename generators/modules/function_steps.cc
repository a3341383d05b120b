#include "generators/modules/function_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_bait.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_dims.h"
#include "generators/modules/function_inplace.h"
#include "generators/modules/function_kills.h"
#include "generators/modules/function_nested.h"
#include "generators/modules/other_attributes.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/ops/purity.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// Of the sizes that a match_cast finds, one in so many is claimed to be one that is at hand.
constexpr uint32_t kOneInClaims = 6;
// Of the tuples of which a field is taken, one in so many goes by another name.
constexpr uint32_t kOneInOtherNames = 6;
// Of the other names, one in so many is a view that a packed function gives.
constexpr uint32_t kOneInViews = 3;
// Of what a match_cast is made of, one in so many is cast a second time.
constexpr uint32_t kOneInCastAgain = 4;
// Of what is cast, so many are constants, and tuples.
constexpr uint32_t kOneInConstantCasts = 8, kOneInTupleCasts = 6;
// Of a tensor whose extents have names; and of these, against a shape that stands around.
constexpr uint32_t kOneInShapeCasts = 6, kOneInOtherShapes = 8;
// Of the steps with an effect, one in so many kills something.
constexpr uint32_t kOneInKills = 2;
// Of the sizes of a match_cast that are numbers, one in so many goes by a name.
constexpr uint32_t kOneInNames = 6;

// Null, or no number that a size may be.
bool IsNameable(const Expr* dim) {
  return dim != nullptr && IsConstantDim(dim) && LargestDim(dim) > 0 && LargestDim(dim) <= kLargestSymbol &&
         DTypeOf(dim) == DType::Int(64);
}

// Without the attributes that ask for a result of another dtype than the options do, where the row has a default: None.
const Call* WithinDTypes(Context& ctx, const OpSpec& row, const Call* call, const std::vector<DType>& dtypes) {
  if (dtypes.empty() || call->attrs == nullptr) return call;
  AttrItems kept;
  for (size_t i = 0; i < call->attrs->keys.size(); ++i) {
    std::string_view key = call->attrs->keys[i].text();
    const auto* dtype = As<AttrDType>(call->attrs->values[i]);
    bool optional = std::ranges::any_of(
        row.attrs, [&](const AttrSpec& attr) { return attr.name == key && attr.default_text == "None"; });
    bool other = dtype != nullptr && std::ranges::find(dtypes, dtype->value) == dtypes.end();
    if (!optional || !other) kept.emplace_back(key, call->attrs->values[i]);
  }
  if (kept.size() == call->attrs->keys.size()) return call;
  return MakeOpCall(ctx, row, {call->args.begin(), call->args.end()}, kept);
}

// A shape whose extents are known.
bool IsKnownShape(const Type* type) {
  const auto* shape = As<ShapeType>(type);
  return shape != nullptr && shape->has_values && !shape->values.empty();
}

constexpr size_t kMostLeaves = 24;

// Types of tuples of tuples double with each step: what a type holds in all, counted up to one more than the most.
// recursion: it ends at the most
size_t LeavesUpTo(const Type* type, size_t most) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return 1;
  size_t leaves = 1;
  for (size_t i = 0; i < tuple->fields.size() && leaves <= most; ++i)
    leaves += LeavesUpTo(tuple->fields[i], most - leaves);
  return leaves;
}

}  // namespace

void FunctionSteps::Step() {
  if (FunctionBait(scope_).BaitStep()) return;
  if (scope_.MayHaveEffects() && bytes().Chance(1, 10) && EffectStep()) return;
  if (scope_.module.Has(Feature::kClosures) && bytes().Chance(1, 8) && FunctionNested(scope_).LocalFunctionStep())
    return;
  // Most steps are operators; a structural step that finds nothing to work on becomes one.
  bool made = false;
  switch (bytes().Below(32)) {
    case 18:
    case 19: made = ScalarStep(); break;
    case 17:
    case 20: made = TupleStep(); break;
    case 15:
    case 21: made = GetItemStep(); break;
    case 22: made = IfStep(); break;
    case 16:
    case 23: made = MatchCastStep(); break;
    case 24:
    case 25:
    case 26: made = CallStep(); break;
    case 27: made = AliasStep(); break;
    case 28: made = FunctionNested(scope_).LocalFunctionStep(); break;
    case 29: made = EffectStep(); break;
    case 14: made = OpenShapeStep(); break;
    default: break;
  }
  if (!made) OperatorStep();
}

// Any of the steps that are no operators, each as often as another: few steps stand in a sequence within another one.
bool FunctionSteps::StructureStep() {
  switch (bytes().Below(9)) {
    case 0: return ScalarStep();
    case 8: return OpenShapeStep();
    case 1: return TupleStep();
    case 2: return GetItemStep();
    case 3:
    case 4: return IfStep();
    case 5: return MatchCastStep();
    case 6: return CallStep();
    default: return AliasStep();
  }
}

bool FunctionSteps::OperatorStep() {
  if (scope_.module.plan.ops.empty()) {
    --scope_.budget;
    return false;
  }
  const OpSpec* row = bytes().Pick(scope_.module.plan.ops);
  if (row->purity == Purity::kImpure && !scope_.MayHaveEffects()) return false;
  scope_.any_device = row->name == "to_vdevice" || row->name == "hint_on_device";
  const Call* call = PerhapsOtherwise(scope_, *row, row->sample(scope_, *row));
  scope_.any_device = false;
  if (call == nullptr) {
    ++scope_.module.stats.null_samples;
    return false;
  }
  call = WithinDTypes(ctx(), *row, call, scope_.module.plan.options->dtypes);
  if (!CallBinder(scope_).EmitCall(call, row)) return false;
  --scope_.budget;
  if (row->purity == Purity::kPure && bytes().Chance(1, 12)) CallAgainOtherwise(*row, call);
  return true;
}

// The operands again, with the attributes of another call, if that can be.
void FunctionSteps::CallAgainOtherwise(const OpSpec& row, const Call* before) {
  const Call* other = row.attrs.empty() ? before : row.sample(scope_, row);
  if (other == nullptr || other->args.size() != before->args.size()) return;
  Call* again = ctx().arena.New<Call>(*other);
  again->args = before->args;
  Module view = scope_.module.View();
  const Call* wanted = WithinDTypes(ctx(), row, again, scope_.module.plan.options->dtypes);
  if (WithInferredType(ctx(), &view, CallBinder(scope_).ShareNodes(wanted)).ok())
    CallBinder(scope_).EmitCall(wanted, &row);
}

// A tuple of the fields of another one, or of some that are alike: all of them, some of them, in this order or in
// another.
bool FunctionSteps::RebuildTuple() {
  const Entry* entry = scope_.PickEntry([](const Entry& e) {
    const auto* tuple = As<TupleType>(e.type);
    return tuple != nullptr && tuple->fields.size() > 1 && LeavesUpTo(tuple, kMostLeaves) <= kMostLeaves;
  });
  if (entry == nullptr) return false;
  const Expr* whole = entry->value;
  uint64_t size = static_cast<const TupleType*>(entry->type)->fields.size();
  uint64_t count = bytes().Chance(1, 2) ? size : 1 + bytes().Below(size + 1);
  bool in_order = bytes().Chance(2, 3);
  std::vector<const Expr*> alike{whole};
  for (const Entry& other : scope_.entries) {
    if (bytes().Chance(1, 2) && other.value != whole && Equal(other.type, whole->type)) alike.push_back(other.value);
  }
  // Where there is none, one is asked for.
  bool askable = scope_.local == 0 && IsKnown(whole->type) && ShapeVarsOf(whole->type).empty() &&
                 !MentionsAny(whole->type, scope_.body_symbols);
  if (alike.size() == 1 && askable && bytes().Chance(1, 3)) alike.push_back(scope_.FreshParam(whole->type));
  std::vector<const Expr*> fields;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t index = in_order && i < size ? i : bytes().Below(size);
    fields.push_back(scope_.Emit(MakeTupleGetItem(ctx(), bytes().Pick(alike), static_cast<int64_t>(index))));
  }
  const Expr* tuple = MakeTuple(ctx(), fields);
  bool fits = LeavesUpTo(tuple->type, kMostLeaves) <= kMostLeaves;
  if (fits && LargestElements(tuple->type) <= 4 * scope_.module.plan.options->max_elements) scope_.Emit(tuple);
  return true;
}

bool FunctionSteps::TupleStep() {
  if (!scope_.module.Has(Feature::kTuples)) return false;
  if (bytes().Chance(1, 2) && RebuildTuple()) return true;
  std::vector<const Expr*> fields;
  size_t count = 1 + bytes().Below(3);
  for (size_t i = 0; i < count; ++i) fields.push_back(bytes().Pick(scope_.entries).value);
  if (bytes().Chance(1, 4)) fields.push_back(MakeTuple(ctx(), {fields[0]}));
  const Expr* tuple = MakeTuple(ctx(), fields);
  if (LeavesUpTo(tuple->type, kMostLeaves) > kMostLeaves) return false;
  if (LargestElements(tuple->type) > 4 * scope_.module.plan.options->max_elements) return false;
  scope_.Emit(tuple);
  return true;
}

bool FunctionSteps::GetItemStep() {
  const Entry* entry = scope_.PickEntry([](const Entry& e) {
    const auto* tuple = As<TupleType>(e.type);
    return tuple != nullptr && !tuple->fields.empty();
  });
  if (entry == nullptr) return false;
  size_t count = static_cast<const TupleType*>(entry->type)->fields.size();
  const Expr* tuple = entry->value;
  if (scope_.module.Has(Feature::kAliases) && bytes().Chance(1, kOneInOtherNames)) {
    tuple = scope_.Emit(tuple);
    scope_.entries.pop_back();
  }
  scope_.Emit(MakeTupleGetItem(ctx(), tuple, static_cast<int64_t>(bytes().Below(count))));
  return true;
}

// Of something in scope; now and then of a shape, of which there are few, or of a tuple with one.
const Type* FunctionSteps::BranchType() {
  if (bytes().Chance(1, 4)) {
    const Type* shape = MakeShapeType(ctx(), {FunctionDims(scope_).SmallDim(), FunctionDims(scope_).SmallDim()});
    const Entry* beside =
        bytes().Chance(1, 4) ? scope_.PickEntry([](const Entry& e) { return IsKnown(e.type); }) : nullptr;
    return beside == nullptr ? shape : MakeTupleType(ctx(), {beside->type, shape});
  }
  const Entry* entry =
      scope_.PickEntry([](const Entry& e) { return IsKnown(e.type) || IsKnownShape(e.type) || Is<PrimType>(e.type); });
  return entry == nullptr ? nullptr : entry->type;
}

bool FunctionSteps::IfStep() {
  if (!scope_.module.Has(Feature::kIf) || scope_.frames.back().is_dataflow ||
      scope_.nested >= FunctionScope::kMaxNesting)
    return false;
  const Type* wanted = BranchType();
  if (wanted == nullptr) return false;
  const Type* other =
      bytes().Chance(1, Is<ShapeType>(wanted) ? 2 : 4) ? FunctionNested(scope_).OtherType(wanted) : wanted;
  TensorRequest condition;
  condition.dtype = DType::Bool();
  condition.has_shape = true;
  If* node = ctx().arena.New<If>();
  node->cond = scope_.Tensor(condition);
  std::vector<const Var*> outer = std::exchange(scope_.found_elsewhere, {});
  size_t known = scope_.body_symbols.size();
  node->true_branch = FunctionNested(scope_).Branch(wanted);
  // What a binding gives a name to is no size that another cast could find.
  std::copy_if(scope_.body_symbols.begin() + static_cast<std::ptrdiff_t>(known), scope_.body_symbols.end(),
               std::back_inserter(scope_.found_elsewhere),
               [&](const Var* var) { return std::ranges::find(scope_.captured, var) == scope_.captured.end(); });
  // What one branch computes, the other one does as well now and then, or what stands behind both.
  const Call* again = FunctionNested(scope_).CallOutOf(node->true_branch);
  node->false_branch = FunctionNested(scope_).Branch(other, bytes().Chance(1, 2) ? again : nullptr);
  scope_.found_elsewhere = std::move(outer);
  Module view = scope_.module.View();
  Result<const Type*> type = InferType(ctx(), &view, node);
  if (!type.ok()) {
    CallBinder(scope_).CountRefusal(nullptr, type.error());
    return false;
  }
  node->type = *type;
  scope_.Emit(node);
  // Now and then nobody needs it: what its branches do is still to be done.
  if (bytes().Chance(1, scope_.pure ? 4 : 2)) scope_.entries.pop_back();
  if (again != nullptr && bytes().Chance(1, 2))
    CallBinder(scope_).EmitCall(FunctionNested(scope_).Again(again), SpecOf(again));
  return true;
}

bool FunctionSteps::MatchCastStep(bool finds) {
  if (!(finds ? scope_.module.May(Feature::kMatchCast) : scope_.module.Has(Feature::kMatchCast))) return false;
  bool (*with_dims)(const Entry&) = [](const Entry& e) {
    const auto* type = As<TensorType>(e.type);
    return type != nullptr && type->rank > 0 && !type->dtype.IsVoid();
  };
  bool (*any)(const Entry&) = [](const Entry& e) {
    const auto* type = As<TensorType>(e.type);
    return type != nullptr && type->rank >= 0 && !type->dtype.IsVoid();
  };
  bool (*tuples)(const Entry&) = [](const Entry& e) { return Is<TupleType>(e.type); };
  const Entry* whole = bytes().Chance(1, kOneInTupleCasts) ? scope_.PickEntry(tuples) : nullptr;
  if (whole != nullptr) return Cast(whole->value, finds);
  const Entry* entry = scope_.PickEntry(finds ? with_dims : any);
  if (entry == nullptr) return false;
  const Expr* value = entry->value;
  if (!finds && bytes().Chance(1, kOneInShapeCasts)) return CastByShape(value);
  const Expr* constant = bytes().Chance(1, kOneInConstantCasts) ? ConstantLike(*entry) : nullptr;
  if (!Cast(constant == nullptr ? value : constant, finds)) return false;
  // What one cast has found does not hold for the names that another one gives.
  if (bytes().Chance(1, kOneInCastAgain)) Cast(value);
  return true;
}

// A constant of the same type, or of other small extents where that has sizes that are no numbers.
const Expr* FunctionSteps::ConstantLike(const Entry& entry) {
  const auto* type = static_cast<const TensorType*>(entry.type);
  const ShapeExpr* shape = ShapeListOf(type);
  if (type->vdevice != nullptr || type->rank < 1 || !scope_.module.Has(Feature::kConstants)) return nullptr;
  std::vector<const Expr*> dims;
  for (int i = 0; i < type->rank; ++i) {
    const Expr* known = shape == nullptr ? nullptr : shape->values[static_cast<size_t>(i)];
    bool is_number = known != nullptr && IsConstantDim(known);
    dims.push_back(is_number ? known : MakeInt(ctx(), static_cast<int64_t>(1 + bytes().Below(3))));
  }
  return FunctionConstants(scope_).FreshConstant(dims, type->dtype);
}

// What a cast may say of a value of the type, part for part; null where it can say nothing.
// recursion: tuples nest as deep as this generator made them
const Type* FunctionSteps::CastOf(const Type* whole, bool finds, bool constant) {
  if (const auto* tuple = As<TupleType>(whole)) {
    std::vector<const Type*> fields;
    for (const Type* field : tuple->fields) {
      const Type* cast = CastOf(field, finds, constant);
      fields.push_back(cast == nullptr ? field : cast);
    }
    return MakeTupleType(ctx(), fields);
  }
  const auto* type = As<TensorType>(whole);
  const ShapeExpr* shape = ShapeListOf(whole);
  // New symbols may not leave a local function.
  bool may_define = scope_.local == 0 && FindOp("zeros") != nullptr;
  if (type == nullptr || type->rank < 0 || type->dtype.IsVoid() || (shape == nullptr && !may_define)) return nullptr;
  std::vector<const Expr*> dims;
  for (int i = 0; i < type->rank; ++i) {
    const Expr* known = shape == nullptr ? nullptr : shape->values[static_cast<size_t>(i)];
    // A size that may be another one: then the run ends here.
    bool open = known == nullptr || !IsConstantDim(known) || (constant && !scope_.symbols.empty());
    if (open && bytes().Chance(1, kOneInClaims)) {
      const Expr* claimed = constant ? bytes().Pick(scope_.symbols) : FunctionDims(scope_).SmallDim();
      dims.push_back(IsConstantDim(claimed) || bytes().Chance(1, 2) ? claimed
                                                                    : FunctionDims(scope_).ComputedOf(claimed));
      continue;
    }
    // A size that is known goes by a name, which a binding gives it.
    if (may_define && scope_.module.Has(Feature::kAliases) && IsNameable(known) && bytes().Chance(1, kOneInNames)) {
      const Var* name = scope_.Emit(known);
      scope_.entries.pop_back();
      scope_.captured.push_back(name);
      scope_.body_symbols.push_back(name);
      dims.push_back(name);
      continue;
    }
    bool define =
        known == nullptr || (may_define && LargestDim(known) <= kLargestSymbol && bytes().Chance(finds ? 2 : 1, 3));
    dims.push_back(define ? FoundSize() : known);
  }
  return MakeTensorType(ctx(), dims, type->dtype, type->vdevice);
}

bool FunctionSteps::Cast(const Expr* value, bool finds) {
  const Type* target = CastOf(value->type, finds, Is<Constant>(value));
  if (target == nullptr) return false;
  Var* var = scope_.NewVar(target);
  scope_.EmitBinding(var, MakeMatchCast(ctx(), var, value, target));
  return true;
}

// Against a shape that is a variable, and back to the extents that operators know: the tensor's own shape, or one that
// may be another, where the run ends.
bool FunctionSteps::CastByShape(const Expr* value) {
  const auto* type = As<TensorType>(value->type);
  const OpSpec* shape_of = FindOp("shape_of");
  bool may = scope_.module.plan.options->ops.empty() && shape_of != nullptr;
  if (!may || ShapeListOf(type) == nullptr) return false;
  bool (*shapes)(const Entry&) = [](const Entry& e) { return Is<ShapeType>(e.type) && Is<Var>(e.value); };
  const Entry* other = bytes().Chance(1, kOneInOtherShapes) ? scope_.PickEntry(shapes) : nullptr;
  bool fits = other != nullptr && As<ShapeType>(other->type)->rank == type->rank;
  const Expr* shape = fits ? other->value : nullptr;
  if (shape == nullptr) {
    Call* call = ctx().arena.New<Call>(*MakeOpCall(ctx(), *shape_of, {value}));
    call->type = MakeShapeType(ctx(), {ShapeListOf(type)->values.begin(), ShapeListOf(type)->values.end()});
    shape = scope_.Emit(call);
  }
  TensorType* named = ctx().arena.New<TensorType>(*type);
  named->shape = shape;
  Var* by_shape = scope_.NewVar(named);
  scope_.EmitBinding(by_shape, MakeMatchCast(ctx(), by_shape, value, named));
  scope_.entries.pop_back();
  Var* again = scope_.NewVar(type);
  scope_.EmitBinding(again, MakeMatchCast(ctx(), again, by_shape, type));
  return true;
}

// A name for a size that a match_cast finds out.
const Expr* FunctionSteps::FoundSize() {
  if (!scope_.found_elsewhere.empty() && bytes().Chance(1, 2)) {
    const Var* again = scope_.found_elsewhere.back();
    scope_.found_elsewhere.pop_back();
    return again;
  }
  scope_.body_symbols.push_back(MakeVar(ctx(), "p" + std::to_string(scope_.body_symbols.size()), DType::Int(64)));
  return scope_.body_symbols.back();
}

// A scalar of any dtype under a name: what takes any value takes it from then on.
bool FunctionSteps::ScalarStep() {
  if (!scope_.module.Has(Feature::kAliases)) return false;
  // Sizes are numbers, too.
  bool size = !scope_.symbols.empty() && bytes().Chance(1, 4);
  const Expr* scalar = size ? FunctionDims(scope_).ComputedOf(bytes().Pick(scope_.symbols))
                            : FunctionConstants(scope_).FreshScalar(scope_.PickDType(kAnyDType));
  bool field = scope_.module.Has(Feature::kTuples) && bytes().Chance(1, 4);
  scope_.Emit(field ? MakeTuple(ctx(), {bytes().Pick(scope_.entries).value, scalar}) : scalar);
  return true;
}

bool FunctionSteps::CallStep() {
  const Call* call = nullptr;
  bool kernel = scope_.module.Has(Feature::kKernels) && (scope_.module.functions.empty() || bytes().Chance(2, 3));
  if (kernel) {
    bool in_place = scope_.module.plan.options->ops.empty() && bytes().Chance(1, 4);
    if (in_place && scope_.module.plan.options->profile != Profile::kRelax) {
      if (!FunctionInPlace(scope_).InPlaceStep()) return false;
      --scope_.budget;
      return true;
    }
    call = scope_.KernelCall();
  } else if (!scope_.module.functions.empty()) {
    const GenFunction& callee = bytes().Pick(scope_.module.functions);
    call = FunctionCalls(scope_).CallFunction(callee);
    bool by_closure =
        scope_.module.plan.options->ops.empty() && bytes().Chance(1, scope_.module.Has(Feature::kClosures) ? 2 : 8);
    if (by_closure && FunctionCalls(scope_).CallByClosure(call, *callee.func)) {
      --scope_.budget;
      return true;
    }
  }
  if (call == nullptr) return false;
  bool written_out =
      kernel && scope_.MayHaveEffects() && bytes().Chance(1, 2) && FunctionCalls(scope_).ExplicitCall(call);
  if (!written_out && !CallBinder(scope_).EmitCall(call, nullptr)) return false;
  --scope_.budget;
  return true;
}

// The same memory as a packed function gives it back: in its order, under its dimensions in the other one. No operator
// says that it is a view. Null where the dimensions are not known.
const Expr* FunctionSteps::PackedView(const Expr* value) {
  const auto* type = As<TensorType>(value->type);
  const ShapeExpr* known = type == nullptr ? nullptr : ShapeListOf(type);
  const OpSpec* row = FindOp("call_pure_packed");
  const bool asked_for = scope_.module.plan.options->ops.empty();
  if (!asked_for || known == nullptr || known->values.empty() || row == nullptr) return nullptr;
  std::vector<const Expr*> dims(known->values.begin(), known->values.end());
  std::ranges::reverse(dims);
  const std::vector<const Expr*> args{MakePackedFunc(ctx(), "vm.builtin.reshape"), value, MakeShape(ctx(), dims)};
  const Type* view = MakeTensorType(ctx(), dims, type->dtype, type->vdevice);
  return CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *row, args, {}, {view}), row) ? scope_.frames.back().vars.back()
                                                                                     : nullptr;
}

bool FunctionSteps::AliasStep() {
  if (!scope_.module.Has(Feature::kAliases)) return false;
  if (bytes().Chance(1, 2)) {
    const Expr* value = bytes().Pick(scope_.entries).value;
    if (!bytes().Chance(1, kOneInViews) || PackedView(value) == nullptr) scope_.Emit(value);
    return true;
  }
  if (bytes().Chance(1, 2) || !scope_.module.Has(Feature::kConstants)) {
    scope_.Emit(scope_.module.StaticShape(
        MakeShape(ctx(), {FunctionDims(scope_).SmallDim(), FunctionDims(scope_).SmallDim()})));
    return true;
  }
  const Expr* constant =
      FunctionConstants(scope_).Written(scope_.module.TensorConstant(scope_.PickDType(kAnyDType), {}));
  if (Is<Constant>(constant)) scope_.Emit(constant);
  return true;
}

// Something is printed, or an assertion that always holds is made: what they use must stay alive.
bool FunctionSteps::EffectStep() {
  if (bytes().Chance(1, kOneInKills) && FunctionKills(scope_).KillStep()) return true;
  bool asserts = bytes().Chance(1, 3);
  const OpSpec* row = FindOp(asserts ? "assert_op" : "print");
  if (!scope_.MayHaveEffects() || !scope_.module.plan.options->ops.empty() || row == nullptr) return false;
  const Expr* shown = bytes().Pick(scope_.entries).value;
  const Expr* format = MakeString(ctx(), "{}");
  const assay::Tensor holds = assay::Tensor::Of(Scalar::Bool(true));
  std::vector<const Expr*> args{format, shown};
  if (asserts) args.insert(args.begin(), MakeConstant(ctx(), holds));
  return CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *row, args), row);
}

bool FunctionSteps::OpenShapeStep() {
  static const std::vector<const OpSpec*> kMaking =
      RowsIn({.all = Bits(Aspect::kTakesNone, Aspect::kTakesShape, Aspect::kGivesTensor)});
  const Entry* open = scope_.PickEntry([](const Entry& entry) {
    const auto* type = Is<Var>(entry.value) ? As<ShapeType>(entry.type) : nullptr;
    return type != nullptr && type->rank > 0 && !type->has_values;
  });
  const GenOptions& options = *scope_.module.plan.options;
  // What a local function gives back may not say what it captures.
  if (open == nullptr || scope_.local > 0 || !options.ops.empty() || !options.dtypes.empty() || kMaking.empty())
    return false;
  const OpSpec* row = bytes().Pick(kMaking);
  const Call* call = row->sample(scope_, *row);
  if (call == nullptr) return false;
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  for (size_t i = 0; i < args.size() && i < row->operands.size(); ++i) {
    if (row->operands[i].kind == OperandKind::kShape) args[i] = open->value;
  }
  Call* of_open = ctx().arena.New<Call>(*call);
  of_open->args = ctx().Copy(args);
  if (!CallBinder(scope_).EmitCall(of_open, row)) return false;
  --scope_.budget;
  return true;
}

}  // namespace assay
