// Steps: each makes one binding or a few. Operators come from their rows' samplers; the rest is structure.
#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/ops/purity.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

constexpr size_t kMaxRefusalsKept = 32;
// Of the sizes that a match_cast finds, one in so many is claimed to be one that is at hand.
constexpr uint32_t kOneInClaims = 6;
// Of the tuples of which a field is taken, one in so many goes by another name.
constexpr uint32_t kOneInOtherNames = 6;
// Of the other names, one in so many is a view that a packed function gives.
constexpr uint32_t kOneInViews = 3;
// Of what a match_cast is made of, one in so many is cast a second time.
constexpr uint32_t kOneInCastAgain = 4;
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

}  // namespace

void FunctionGen::Step() {
  if (BaitStep()) return;
  if (MayHaveEffects() && bytes().Chance(1, 10) && EffectStep()) return;
  if (module_.Has(Feature::kClosures) && bytes().Chance(1, 8) && LocalFunctionStep()) return;
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
    case 28: made = LocalFunctionStep(); break;
    case 29: made = EffectStep(); break;
    case 14: made = OpenShapeStep(); break;
    default: break;
  }
  if (!made) OperatorStep();
}

// Any of the steps that are no operators, each as often as another: few steps stand in a sequence within another one.
bool FunctionGen::StructureStep() {
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

bool FunctionGen::OperatorStep() {
  if (module_.plan.ops.empty()) {
    --budget_;
    return false;
  }
  const OpSpec* row = bytes().Pick(module_.plan.ops);
  if (row->purity == Purity::kImpure && !MayHaveEffects()) return false;
  any_device_ = row->name == "to_vdevice" || row->name == "hint_on_device";
  const Call* call = row->sample(*this, *row);
  any_device_ = false;
  if (call == nullptr) {
    ++module_.stats.null_samples;
    return false;
  }
  call = WithinDTypes(ctx(), *row, call, module_.plan.options->dtypes);
  if (!EmitCall(call, row)) return false;
  --budget_;
  if (row->purity == Purity::kPure && bytes().Chance(1, 12)) CallAgainOtherwise(*row, call);
  return true;
}

// The operands again, with the attributes of another call, if that can be.
void FunctionGen::CallAgainOtherwise(const OpSpec& row, const Call* before) {
  const Call* other = row.attrs.empty() ? before : row.sample(*this, row);
  if (other == nullptr || other->args.size() != before->args.size()) return;
  Call* again = ctx().arena.New<Call>(*other);
  again->args = before->args;
  Module view = module_.View();
  const Call* wanted = WithinDTypes(ctx(), row, again, module_.plan.options->dtypes);
  if (WithInferredType(ctx(), &view, ShareNodes(wanted)).ok()) EmitCall(wanted, &row);
}

void FunctionGen::CountRefusal(const OpSpec* row, const Diag& diag) {
  GenStats& stats = module_.stats;
  ++stats.refused;
  if (stats.refusals.size() >= kMaxRefusalsKept) return;
  stats.refusals.push_back(std::string(row == nullptr ? "call" : row->name) + ": " + diag.message + " [" + diag.rule +
                           "]");
}

bool FunctionGen::EmitCall(const Call* call, const OpSpec* row) {
  Module view = module_.View();
  Result<const Call*> typed = WithInferredType(ctx(), &view, ShareNodes(call));
  if (!typed.ok()) {
    CountRefusal(row, typed.error());
    return false;
  }
  if (LargestElements((*typed)->type) > module_.plan.options->max_elements) {
    ++module_.stats.too_large;
    return false;
  }
  bool known_pure = row != nullptr && row->purity == Purity::kPure;
  if (!known_pure && !MayHaveEffects() && IsImpureCall(&view, **typed)) return false;
  // TVM 0.26 reads R.Shape([]) as a shape of any rank.
  const auto* shape = As<ShapeType>((*typed)->type);
  if (shape != nullptr && shape->rank == 0) return false;
  const Call* written = WithWrittenConstants(*typed);
  if (written != *typed) typed = WithInferredType(ctx(), &view, written);
  if (!typed.ok()) {
    CountRefusal(row, typed.error());
    return false;
  }
  if (row != nullptr && bytes().Chance(1, 3)) typed = WithNamedShapes(*row, *typed);
  const Type* known = (*typed)->type;
  bool any_operator = module_.plan.options->ops.empty() && module_.plan.options->dtypes.empty();
  if (known_pure && any_operator && module_.Has(Feature::kConstants) && bytes().Chance(1, 8))
    typed = WithComputedShapes(*row, *typed);
  const Var* var = Emit(*typed);
  if ((*typed)->type != known) KnownAgain(var, static_cast<const TensorType*>(known));
  // Nothing mentions a void value: TVM writes its call as a statement, without the variable.
  const auto* nothing = As<TupleType>((*typed)->type);
  if (nothing != nullptr && nothing->fields.empty()) scope_.pop_back();
  ++module_.stats.bindings;
  return true;
}

// Operators that keep the type work on what is not known, and then a match_cast says it, most times.
void FunctionGen::KnownAgain(const Var* var, const TensorType* known) {
  static const std::vector<const OpSpec*> kKeeping = [] {
    std::vector<const OpSpec*> rows = RowsIn({.all = Bits(Aspect::kElemwise, Aspect::kKeepsType)});
    std::erase_if(rows, [](const OpSpec* row) {
      return !row->attrs.empty() || std::ranges::any_of(row->operands, [](const Operand& operand) {
        return operand.kind != OperandKind::kTensor || operand.optional || operand.variadic;
      });
    });
    return rows;
  }();
  Module view = module_.View();
  for (uint64_t i = bytes().Below(3); i > 0 && !kKeeping.empty(); --i) {
    const OpSpec* row = bytes().Pick(kKeeping);
    const std::vector<const Expr*> args(row->operands.size(), var);
    Result<const Call*> call = WithInferredType(ctx(), &view, MakeOpCall(ctx(), *row, args));
    bool keeps = call.ok() && Is<TensorType>((*call)->type) && As<TensorType>((*call)->type)->rank == known->rank &&
                 As<TensorType>((*call)->type)->dtype == known->dtype;
    if (keeps) var = Emit(*call);
  }
  if (bytes().Chance(1, 4)) return;
  Var* cast = NewVar(known);
  EmitBinding(cast, MakeMatchCast(ctx(), cast, var, known));
}

// Static shapes among the arguments become the module's own copy, which other functions mention too.
const Call* FunctionGen::ShareNodes(const Call* call) {
  if (!module_.Has(Feature::kSharedNodes)) return call;
  const Call* shared = call;
  for (size_t i = 0; i < call->args.size(); ++i) {
    const auto* shape = As<ShapeExpr>(call->args[i]);
    const ShapeExpr* kept = shape == nullptr ? nullptr : module_.StaticShape(shape);
    if (kept == shape) continue;
    std::vector<const Expr*> args(shared->args.begin(), shared->args.end());
    args[i] = kept;
    Call* copy = ctx().arena.New<Call>(*shared);
    copy->args = ctx().Copy(args);
    shared = copy;
  }
  return shared;
}

// Types of tuples of tuples double with each step: what a type holds in all, counted up to one more than the most.
// recursion: it ends at the most
static size_t LeavesUpTo(const Type* type, size_t most) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return 1;
  size_t leaves = 1;
  for (size_t i = 0; i < tuple->fields.size() && leaves <= most; ++i)
    leaves += LeavesUpTo(tuple->fields[i], most - leaves);
  return leaves;
}
static constexpr size_t kMostLeaves = 24;

// A tuple of the fields of another one, or of some that are alike: all of them, some of them, in this order or in
// another.
bool FunctionGen::RebuildTuple() {
  const Entry* entry = PickEntry([](const Entry& e) {
    const auto* tuple = As<TupleType>(e.type);
    return tuple != nullptr && tuple->fields.size() > 1 && LeavesUpTo(tuple, kMostLeaves) <= kMostLeaves;
  });
  if (entry == nullptr) return false;
  const Expr* whole = entry->value;
  uint64_t size = static_cast<const TupleType*>(entry->type)->fields.size();
  uint64_t count = bytes().Chance(1, 2) ? size : 1 + bytes().Below(size + 1);
  bool in_order = bytes().Chance(2, 3);
  std::vector<const Expr*> alike{whole};
  for (const Entry& other : scope_) {
    if (bytes().Chance(1, 2) && other.value != whole && Equal(other.type, whole->type)) alike.push_back(other.value);
  }
  // Where there is none, one is asked for.
  bool askable = local_ == 0 && IsKnown(whole->type) && ShapeVarsOf(whole->type).empty() &&
                 !MentionsAny(whole->type, body_symbols_);
  if (alike.size() == 1 && askable && bytes().Chance(1, 3)) alike.push_back(FreshParam(whole->type));
  std::vector<const Expr*> fields;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t index = in_order && i < size ? i : bytes().Below(size);
    fields.push_back(Emit(MakeTupleGetItem(ctx(), bytes().Pick(alike), static_cast<int64_t>(index))));
  }
  const Expr* tuple = MakeTuple(ctx(), fields);
  bool fits = LeavesUpTo(tuple->type, kMostLeaves) <= kMostLeaves;
  if (fits && LargestElements(tuple->type) <= 4 * module_.plan.options->max_elements) Emit(tuple);
  return true;
}

bool FunctionGen::TupleStep() {
  if (!module_.Has(Feature::kTuples)) return false;
  if (bytes().Chance(1, 2) && RebuildTuple()) return true;
  std::vector<const Expr*> fields;
  size_t count = 1 + bytes().Below(3);
  for (size_t i = 0; i < count; ++i) fields.push_back(bytes().Pick(scope_).value);
  if (bytes().Chance(1, 4)) fields.push_back(MakeTuple(ctx(), {fields[0]}));
  const Expr* tuple = MakeTuple(ctx(), fields);
  if (LeavesUpTo(tuple->type, kMostLeaves) > kMostLeaves) return false;
  if (LargestElements(tuple->type) > 4 * module_.plan.options->max_elements) return false;
  Emit(tuple);
  return true;
}

bool FunctionGen::GetItemStep() {
  const Entry* entry = PickEntry([](const Entry& e) {
    const auto* tuple = As<TupleType>(e.type);
    return tuple != nullptr && !tuple->fields.empty();
  });
  if (entry == nullptr) return false;
  size_t count = static_cast<const TupleType*>(entry->type)->fields.size();
  const Expr* tuple = entry->value;
  if (module_.Has(Feature::kAliases) && bytes().Chance(1, kOneInOtherNames)) {
    tuple = Emit(tuple);
    scope_.pop_back();
  }
  Emit(MakeTupleGetItem(ctx(), tuple, static_cast<int64_t>(bytes().Below(count))));
  return true;
}

// Of something in scope; now and then of a shape, of which there are few, or of a tuple with one.
const Type* FunctionGen::BranchType() {
  if (bytes().Chance(1, 4)) {
    const Type* shape = MakeShapeType(ctx(), {SmallDim(), SmallDim()});
    const Entry* beside = bytes().Chance(1, 4) ? PickEntry([](const Entry& e) { return IsKnown(e.type); }) : nullptr;
    return beside == nullptr ? shape : MakeTupleType(ctx(), {beside->type, shape});
  }
  const Entry* entry =
      PickEntry([](const Entry& e) { return IsKnown(e.type) || IsKnownShape(e.type) || Is<PrimType>(e.type); });
  return entry == nullptr ? nullptr : entry->type;
}

bool FunctionGen::IfStep() {
  if (!module_.Has(Feature::kIf) || frames_.back().is_dataflow || nested_ >= kMaxNesting) return false;
  const Type* wanted = BranchType();
  if (wanted == nullptr) return false;
  const Type* other = bytes().Chance(1, Is<ShapeType>(wanted) ? 2 : 4) ? OtherType(wanted) : wanted;
  TensorRequest condition;
  condition.dtype = DType::Bool();
  condition.has_shape = true;
  If* node = ctx().arena.New<If>();
  node->cond = Tensor(condition);
  std::vector<const Var*> outer = std::exchange(found_elsewhere_, {});
  size_t known = body_symbols_.size();
  node->true_branch = Branch(wanted);
  // What a binding gives a name to is no size that another cast could find.
  std::copy_if(body_symbols_.begin() + static_cast<std::ptrdiff_t>(known), body_symbols_.end(),
               std::back_inserter(found_elsewhere_),
               [&](const Var* var) { return std::ranges::find(captured_, var) == captured_.end(); });
  // What one branch computes, the other one does as well now and then, or what stands behind both.
  const Call* again = CallOutOf(node->true_branch);
  node->false_branch = Branch(other, bytes().Chance(1, 2) ? again : nullptr);
  found_elsewhere_ = std::move(outer);
  Module view = module_.View();
  Result<const Type*> type = InferType(ctx(), &view, node);
  if (!type.ok()) {
    CountRefusal(nullptr, type.error());
    return false;
  }
  node->type = *type;
  Emit(node);
  // Now and then nobody needs it: what its branches do is still to be done.
  if (bytes().Chance(1, pure_ ? 4 : 2)) scope_.pop_back();
  if (again != nullptr && bytes().Chance(1, 2)) EmitCall(Again(again), SpecOf(again));
  return true;
}

bool FunctionGen::MatchCastStep(bool finds) {
  if (!(finds ? module_.May(Feature::kMatchCast) : module_.Has(Feature::kMatchCast))) return false;
  bool (*with_dims)(const Entry&) = [](const Entry& e) {
    const auto* type = As<TensorType>(e.type);
    return type != nullptr && type->rank > 0 && !type->dtype.IsVoid();
  };
  bool (*any)(const Entry&) = [](const Entry& e) {
    const auto* type = As<TensorType>(e.type);
    return type != nullptr && type->rank >= 0 && !type->dtype.IsVoid();
  };
  const Entry* entry = PickEntry(finds ? with_dims : any);
  if (entry == nullptr) return false;
  const Expr* value = entry->value;
  if (!Cast(value, finds)) return false;
  // What one cast has found does not hold for the names that another one gives.
  if (bytes().Chance(1, kOneInCastAgain)) Cast(value);
  return true;
}

bool FunctionGen::Cast(const Expr* value, bool finds) {
  const auto* type = static_cast<const TensorType*>(value->type);
  const ShapeExpr* shape = ShapeListOf(type);
  // New symbols may not leave a local function.
  bool may_define = local_ == 0 && FindOp("zeros") != nullptr;
  if (shape == nullptr && !may_define) return false;
  std::vector<const Expr*> dims;
  for (int i = 0; i < type->rank; ++i) {
    const Expr* known = shape == nullptr ? nullptr : shape->values[static_cast<size_t>(i)];
    // A size that may be another one: then the run ends here.
    if ((known == nullptr || !IsConstantDim(known)) && bytes().Chance(1, kOneInClaims)) {
      const Expr* claimed = SmallDim();
      dims.push_back(IsConstantDim(claimed) || bytes().Chance(1, 2) ? claimed : ComputedOf(claimed));
      continue;
    }
    // A size that is known goes by a name, which a binding gives it.
    if (may_define && module_.Has(Feature::kAliases) && IsNameable(known) && bytes().Chance(1, kOneInNames)) {
      const Var* name = Emit(known);
      scope_.pop_back();
      captured_.push_back(name);
      body_symbols_.push_back(name);
      dims.push_back(name);
      continue;
    }
    bool define =
        known == nullptr || (may_define && LargestDim(known) <= kLargestSymbol && bytes().Chance(finds ? 2 : 1, 3));
    dims.push_back(define ? FoundSize() : known);
  }
  const TensorType* target = MakeTensorType(ctx(), dims, type->dtype, type->vdevice);
  Var* var = NewVar(target);
  EmitBinding(var, MakeMatchCast(ctx(), var, value, target));
  return true;
}

// A name for a size that a match_cast finds out.
const Expr* FunctionGen::FoundSize() {
  if (!found_elsewhere_.empty() && bytes().Chance(1, 2)) {
    const Var* again = found_elsewhere_.back();
    found_elsewhere_.pop_back();
    return again;
  }
  body_symbols_.push_back(MakeVar(ctx(), "p" + std::to_string(body_symbols_.size()), DType::Int(64)));
  return body_symbols_.back();
}

// A scalar of any dtype under a name: what takes any value takes it from then on.
bool FunctionGen::ScalarStep() {
  if (!module_.Has(Feature::kAliases)) return false;
  // Sizes are numbers, too.
  bool size = !symbols_.empty() && bytes().Chance(1, 4);
  const Expr* scalar = size ? ComputedOf(bytes().Pick(symbols_)) : FreshScalar(PickDType(kAnyDType));
  bool field = module_.Has(Feature::kTuples) && bytes().Chance(1, 4);
  Emit(field ? MakeTuple(ctx(), {bytes().Pick(scope_).value, scalar}) : scalar);
  return true;
}

bool FunctionGen::CallStep() {
  const Call* call = nullptr;
  bool kernel = module_.Has(Feature::kKernels) && (module_.functions.empty() || bytes().Chance(2, 3));
  if (kernel) {
    bool in_place = module_.plan.options->ops.empty() && bytes().Chance(1, 4);
    if (in_place && module_.plan.options->profile != Profile::kRelax) {
      if (!InPlaceStep()) return false;
      --budget_;
      return true;
    }
    call = KernelCall();
  } else if (!module_.functions.empty()) {
    const GenFunction& callee = bytes().Pick(module_.functions);
    call = CallFunction(callee);
    bool by_closure = module_.plan.options->ops.empty() && bytes().Chance(1, module_.Has(Feature::kClosures) ? 2 : 8);
    if (by_closure && CallByClosure(call, *callee.func)) {
      --budget_;
      return true;
    }
  }
  if (call == nullptr) return false;
  bool written_out = kernel && MayHaveEffects() && bytes().Chance(1, 2) && ExplicitCall(call);
  if (!written_out && !EmitCall(call, nullptr)) return false;
  --budget_;
  return true;
}

// The same memory as a packed function gives it back: in its order, under its dimensions in the other one. No operator
// says that it is a view. Null where the dimensions are not known.
const Expr* FunctionGen::PackedView(const Expr* value) {
  const auto* type = As<TensorType>(value->type);
  const ShapeExpr* known = type == nullptr ? nullptr : ShapeListOf(type);
  const OpSpec* row = FindOp("call_pure_packed");
  const bool asked_for = module_.plan.options->ops.empty();
  if (!asked_for || known == nullptr || known->values.empty() || row == nullptr) return nullptr;
  std::vector<const Expr*> dims(known->values.begin(), known->values.end());
  std::ranges::reverse(dims);
  const std::vector<const Expr*> args{MakePackedFunc(ctx(), "vm.builtin.reshape"), value, MakeShape(ctx(), dims)};
  const Type* view = MakeTensorType(ctx(), dims, type->dtype, type->vdevice);
  return EmitCall(MakeOpCall(ctx(), *row, args, {}, {view}), row) ? frames_.back().vars.back() : nullptr;
}

bool FunctionGen::AliasStep() {
  if (!module_.Has(Feature::kAliases)) return false;
  if (bytes().Chance(1, 2)) {
    const Expr* value = bytes().Pick(scope_).value;
    if (!bytes().Chance(1, kOneInViews) || PackedView(value) == nullptr) Emit(value);
    return true;
  }
  if (bytes().Chance(1, 2) || !module_.Has(Feature::kConstants)) {
    Emit(module_.StaticShape(MakeShape(ctx(), {SmallDim(), SmallDim()})));
    return true;
  }
  const Expr* constant = Written(module_.TensorConstant(PickDType(kAnyDType), {}));
  if (Is<Constant>(constant)) Emit(constant);
  return true;
}

// Something is printed, or an assertion that always holds is made: what they use must stay alive.
bool FunctionGen::EffectStep() {
  if (bytes().Chance(1, kOneInKills) && KillStep()) return true;
  bool asserts = bytes().Chance(1, 3);
  const OpSpec* row = FindOp(asserts ? "assert_op" : "print");
  if (!MayHaveEffects() || !module_.plan.options->ops.empty() || row == nullptr) return false;
  const Expr* shown = bytes().Pick(scope_).value;
  const Expr* format = MakeString(ctx(), "{}");
  const assay::Tensor holds = assay::Tensor::Of(Scalar::Bool(true));
  std::vector<const Expr*> args{format, shown};
  if (asserts) args.insert(args.begin(), MakeConstant(ctx(), holds));
  return EmitCall(MakeOpCall(ctx(), *row, args), row);
}

}  // namespace assay
