// Moves on one call: another operator, other operands, attributes and constants; and metamorphic ones that lay calls
// elsewhere.
#include <algorithm>
#include <array>
#include <limits>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/plan.h"
#include "generators/modules/values.h"
#include "generators/moves/relax_places.h"
#include "generators/sweep/attr_levels.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"
#include "ir/walk.h"

namespace assay {
namespace {

// With integers, most values of the second operand have no meaning to these: a divisor of 0, a shift of 99.
constexpr std::array kPartial = {"divide",       "floor_divide", "mod",        "floor_mod",   "power",
                                 "trunc_divide", "trunc_mod",    "left_shift", "right_shift", "logaddexp"};

const Call* CallAt(const Place& place) { return OperatorCall(place.binding->value); }
const OpSpec& RowOf(const Call& call) { return *As<Op>(call.op)->spec; }
bool IsTotal(const OpSpec& row, const Call& call) {
  const auto* tensor = As<TensorType>(call.type);
  bool partial = std::ranges::find(kPartial, row.name) != kPartial.end();
  return row.lower.rule != nullptr && IsCarriedOut(row) && row.purity == Purity::kPure &&
         (!partial || (tensor != nullptr && tensor->dtype.IsFloating()));
}
// Tensors alone as operands, and nothing to be said beside them.
bool IsPlain(const OpSpec& row) {
  return row.attrs.empty() && std::ranges::all_of(row.operands, [](const Operand& operand) {
           return !operand.optional && !operand.variadic &&
                  (operand.kind == OperandKind::kTensor || operand.kind == OperandKind::kAny);
         });
}

const Call* WithArgs(Context& ctx, const Call& call, const std::vector<const Expr*>& args) {
  Call* changed = ctx.arena.New<Call>(call);
  changed->args = ctx.Copy(args);
  return changed;
}
std::vector<const Expr*> ArgsOf(const Call& call) { return {call.args.begin(), call.args.end()}; }

// ---- operators

std::optional<Module> OtherOperator(MoveSite& site) {
  auto place = DrawPlace(site, [](const Place& p) { return CallAt(p) != nullptr && IsPlain(RowOf(*CallAt(p))); });
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  constexpr int kTries = 16;
  for (int i = 0; i < kTries; ++i) {
    const OpSpec* row = site.bytes.Pick(AllOps());
    bool alike =
        row != &RowOf(call) && IsPlain(*row) && row->operands.size() == call.args.size() && IsTotal(*row, call);
    const Call* typed = alike ? TypedOpCall(site.ctx, site.module, row->name, ArgsOf(call)) : nullptr;
    if (typed == nullptr || !SameType(typed->type, call.type)) continue;
    return EditBinding(site, *place, [&](BindingEditor&, const VarBinding&) { return typed; });
  }
  return std::nullopt;
}

// An elementwise operator that takes one tensor of the type and gives another one.
const Call* DrawUnary(MoveSite& site, const Module& module, const Expr* operand) {
  constexpr std::array kUnary = {"abs",   "negative", "nn.relu", "tanh",        "sigmoid",     "exp", "sqrt",
                                 "floor", "sign",     "square",  "logical_not", "bitwise_not", "erf", "cos"};
  for (int i = 0; i < 8; ++i) {
    const OpSpec* row = FindOp(site.bytes.Pick(kUnary));
    const Call* call = row == nullptr ? nullptr : TypedOpCall(site.ctx, module, row->name, {operand});
    if (call != nullptr && SameType(call->type, operand->type)) return call;
  }
  return nullptr;
}

// Offers a value to an operator's sampler, where it fits, and constants beside it.
class OperandSite final : public SampleSite {
 public:
  OperandSite(MoveSite& site, const Expr* operand) : site_(site), operand_(operand) {}

  Context& ctx() override { return site_.ctx; }
  ByteSource& bytes() override { return site_.bytes; }
  const Expr* Tensor(const TensorRequest& wish) override {
    const auto* type = As<TensorType>(operand_->type);
    bool fits = wish.dtype.IsVoid() ? TakesDType(wish.dtypes, type->dtype) : wish.dtype == type->dtype;
    const Nodes<Expr> dims = As<ShapeExpr>(type->shape)->values;
    fits &= wish.has_shape ? SameDims(dims, wish.shape) : type->rank >= wish.min_rank && type->rank <= wish.max_rank;
    if (fits) return operand_;
    DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
    std::vector<int64_t> shape;
    for (const Expr* dim : wish.shape) shape.push_back(AsInt(dim) == nullptr ? 1 : AsInt(dim)->value);
    if (!wish.has_shape) shape.assign(static_cast<size_t>(wish.min_rank), 1);
    return MakeConstant(site_.ctx, RandomTensor(site_.bytes, dtype, shape, ValueStyle::kModerate));
  }
  const Expr* Dim() override { return MakeInt(site_.ctx, site_.bytes.Between(1, 3)); }
  // The value's own where that is asked for.
  DType PickDType(DTypeSet set) override {
    DType own = As<TensorType>(operand_->type)->dtype;
    if (TakesDType(set, own)) return own;
    return Contains(set, DType::Int(64)) ? DType::Int(64) : DType::Float(32);
  }
  const Call* KernelCall() override { return nullptr; }
  const VDevice* Device() override { return nullptr; }

 private:
  MoveSite& site_;
  const Expr* operand_;
};

// Any operator, by its sampler, that takes the value and gives one of its type.
const Call* DrawKeeping(MoveSite& site, const Expr* operand) {
  static const std::vector<const OpSpec*> kKeeping =
      RowsIn({.all = Bits(Aspect::kKeepsType, Aspect::kLowered), .none = Bits(Aspect::kImpure, Aspect::kNeverSampled)});
  static const std::vector<const OpSpec*> kMoving =
      RowsIn({.all = Bits(Aspect::kMoves, Aspect::kLowered), .none = Bits(Aspect::kImpure, Aspect::kNeverSampled)});
  const TensorType* type = StaticTensor(operand->type);
  if (type == nullptr || type->vdevice != nullptr) return nullptr;
  constexpr int kTries = 16;
  for (int i = 0; i < kTries; ++i) {
    const OpSpec* row = site.bytes.Pick(site.bytes.Chance(1, 2) ? kMoving : kKeeping);
    OperandSite own(site, operand);
    const Call* call = row->sample(own, *row);
    if (call == nullptr || std::ranges::count(call->args, operand) == 0) continue;
    Result<const Call*> typed = WithInferredType(site.ctx, &site.module, call);
    if (typed.ok() && IsTotal(*row, **typed) && SameType((*typed)->type, operand->type)) return *typed;
  }
  return nullptr;
}

// The place in a call's arguments of a tensor variable; nothing when there is none.
std::optional<size_t> DrawOperand(MoveSite& site, const Call& call) {
  std::vector<size_t> tensors;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (Is<Var>(call.args[i]) && Is<TensorType>(call.args[i]->type)) tensors.push_back(i);
  }
  return tensors.empty() ? std::nullopt : std::optional(site.bytes.Pick(tensors));
}
bool HasOperand(const Place& place) {
  const Call* call = CallAt(place);
  return call != nullptr &&
         std::ranges::any_of(call->args, [](const Expr* arg) { return Is<Var>(arg) && Is<TensorType>(arg->type); });
}

std::optional<Module> InsertOperator(MoveSite& site) {
  auto place = DrawPlace(site, HasOperand);
  if (!place) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding& binding) -> const Expr* {
    const Call& call = *OperatorCall(binding.value);
    size_t at = *DrawOperand(site, call);
    const Call* laid = site.bytes.Chance(1, 2) ? DrawKeeping(site, call.args[at]) : nullptr;
    if (laid == nullptr) laid = DrawUnary(site, site.module, call.args[at]);
    if (laid == nullptr) return nullptr;
    std::vector<const Expr*> args = ArgsOf(call);
    args[at] = editor.Emit(laid);
    return WithArgs(site.ctx, call, args);
  });
}

// ---- operands

std::optional<Module> OtherOperand(MoveSite& site) {
  auto place = DrawPlace(site, HasOperand);
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  size_t at = *DrawOperand(site, call);
  const Var* other = DrawVisible(site, *place, call.args[at]->type, As<Var>(call.args[at]));
  if (other == nullptr) return std::nullopt;
  std::vector<const Expr*> args = ArgsOf(call);
  args[at] = other;
  return EditBinding(site, *place, [&](BindingEditor&, const VarBinding&) { return WithArgs(site.ctx, call, args); });
}

bool SwapsWell(const Place& place, bool commutes) {
  const Call* call = CallAt(place);
  if (call == nullptr || call->args.size() != 2 || Equal(call->args[0], call->args[1]) || !IsTotal(RowOf(*call), *call))
    return false;
  if (commutes != ((RowOf(*call).laws & kCommutative) != 0)) return false;
  return commutes ? call->args[0]->type != nullptr : SameType(call->args[0]->type, call->args[1]->type);
}
std::optional<Module> Swapped(MoveSite& site, bool commutes) {
  auto place = DrawPlace(site, [&](const Place& p) { return SwapsWell(p, commutes); });
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  auto typed = WithInferredType(site.ctx, &site.module, WithArgs(site.ctx, call, {call.args[1], call.args[0]}));
  if (!typed.ok() || !SameType((*typed)->type, call.type)) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor&, const VarBinding&) { return *typed; });
}
std::optional<Module> SwapOperands(MoveSite& site) { return Swapped(site, false); }
std::optional<Module> Commute(MoveSite& site) { return Swapped(site, true); }

// ---- constants

Scalar SpecialValue(ByteSource& bytes, DType dtype) {
  constexpr std::array kValues = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  0.5,
                                  2.0,
                                  3.0,
                                  100.0,
                                  6e-8,
                                  -1e-30,
                                  65504.0,
                                  std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
  return Scalar::Float(dtype, bytes.Pick(kValues));
}

// A tensor of special values, all the same ones or each drawn on its own.
const Constant* SpecialConstant(Context& ctx, ByteSource& bytes, DType dtype, std::vector<int64_t> shape) {
  Tensor tensor(dtype, std::move(shape));
  bool uniform = bytes.Chance(1, 2);
  Scalar value = SpecialValue(bytes, dtype);
  ByteSource own = bytes.Fork();
  for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, uniform ? value : SpecialValue(own, dtype));
  return MakeConstant(ctx, tensor);
}

bool IsFloatConstant(const Expr* e) { return Is<Constant>(e) && As<Constant>(e)->value.dtype.IsFloating(); }
bool IsFloatTensor(const Expr* e) {
  const TensorType* tensor = StaticTensor(e->type);
  return tensor != nullptr && tensor->dtype.IsFloating() && tensor->vdevice == nullptr && Is<Var>(e);
}

// An argument that `wanted` accepts becomes a constant of special values.
std::optional<Module> WithConstant(MoveSite& site, bool (*wanted)(const Expr*)) {
  auto place = DrawPlace(
      site, [&](const Place& p) { return CallAt(p) != nullptr && std::ranges::any_of(CallAt(p)->args, wanted); });
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  std::vector<const Expr*> args = ArgsOf(call);
  auto found = std::ranges::find_if(args, wanted);
  std::vector<int64_t> shape;
  const auto* tensor = As<TensorType>((*found)->type);
  for (const Expr* dim : As<ShapeExpr>(tensor->shape)->values) shape.push_back(AsInt(dim)->value);
  const Expr* before = *found;
  *found = SpecialConstant(site.ctx, site.bytes, tensor->dtype, shape);
  if (Equal(before, *found)) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding&) {
    return editor.Typed(WithArgs(site.ctx, call, args));
  });
}
std::optional<Module> OtherConstant(MoveSite& site) { return WithConstant(site, IsFloatConstant); }
std::optional<Module> ConstantOperand(MoveSite& site) { return WithConstant(site, IsFloatTensor); }

// ---- attributes

// A list with two of its numbers in each other's place, or one of them another one.
const Attr* OtherList(MoveSite& site, const AttrList& list) {
  std::vector<int64_t> numbers;
  for (const Attr* item : list.items) {
    const auto* number = As<AttrInt>(item);
    constexpr int64_t kMost = 64;
    if (number == nullptr || std::abs(number->value) > kMost) return nullptr;
    numbers.push_back(number->value);
  }
  if (numbers.empty()) return nullptr;
  int64_t& one = numbers[site.bytes.Below(numbers.size())];
  int64_t& other = numbers[site.bytes.Below(numbers.size())];
  if (one == other) {
    one += site.bytes.Chance(1, 2) ? 1 : -1;
  } else {
    std::swap(one, other);
  }
  return MakeAttrInts(site.ctx, numbers);
}

// Near the value that it has.
const Attr* NearValue(MoveSite& site, const Attr* attr) {
  if (const auto* list = As<AttrList>(attr)) return OtherList(site, *list);
  if (const auto* flag = As<AttrBool>(attr)) return MakeAttrBool(site.ctx, !flag->value);
  if (const auto* number = As<AttrFloat>(attr)) {
    constexpr std::array kFactors = {0.5, 2.0, -1.0};
    return number->value == 0 ? nullptr : MakeAttrFloat(site.ctx, number->value * site.bytes.Pick(kFactors));
  }
  const auto* number = As<AttrInt>(attr);
  if (number == nullptr) return nullptr;
  constexpr int64_t kMost = 8;
  int64_t value = number->value;
  if (value < -kMost - 1 || value > kMost + 1) return site.bytes.Chance(1, 4) ? MakeAttrInt(site.ctx, 0) : nullptr;
  const std::array near = {value + 1, value - 1, -value, int64_t{0}};
  int64_t drawn = site.bytes.Pick(near);
  return drawn == value || std::abs(drawn) > kMost ? nullptr : MakeAttrInt(site.ctx, drawn);
}

// Near the one that it has, or any that the sweep of the operator knows.
const Attr* OtherValue(MoveSite& site, const Call& call, size_t at) {
  const Attr* now = call.attrs->values[at];
  const AttrSpec& spec = RowOf(call).attrs[at];
  std::vector<AttrLevel> levels = LevelsOf(spec, AllTensorDTypes());
  if (levels.empty() || site.bytes.Chance(1, 2)) {
    if (const Attr* near = NearValue(site, now); near != nullptr || levels.empty()) return near;
  }
  const auto* first = call.args.empty() ? nullptr : As<TensorType>(call.args[0]->type);
  int rank = first == nullptr ? -1 : first->rank;
  const AttrLevel& level = site.bytes.Pick(levels);
  if (IsAtLevel(level, now, rank) || (level.form == AttrForm::kWhole && rank < 0)) return nullptr;
  return AttrAt(site.ctx, level, now, rank);
}

std::optional<Module> OtherAttribute(MoveSite& site) {
  auto place = DrawPlace(site, [](const Place& p) {
    return CallAt(p) != nullptr && CallAt(p)->attrs != nullptr && !CallAt(p)->attrs->values.empty() &&
           CallAt(p)->attrs->values.size() == RowOf(*CallAt(p)).attrs.size() && IsTotal(RowOf(*CallAt(p)), *CallAt(p));
  });
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  std::vector<const Attr*> values(call.attrs->values.begin(), call.attrs->values.end());
  const size_t at = site.bytes.Below(values.size());
  const Attr*& value = values[at];
  value = OtherValue(site, call, at);
  if (value == nullptr || Equal(value, call.attrs->values[at])) return std::nullopt;
  AttrDict* attrs = site.ctx.arena.New<AttrDict>(*call.attrs);
  attrs->values = site.ctx.Copy(values);
  Call* changed = site.ctx.arena.New<Call>(call);
  changed->attrs = attrs;
  std::optional<Module> edited =
      EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding&) { return editor.Typed(changed); });
  // Kernels behind it want what the call gave before.
  return edited && IsWellFormed(site.ctx, *edited) ? edited : std::nullopt;
}

// ---- calls that are laid elsewhere

std::optional<Module> DeadCall(MoveSite& site) {
  auto place = DrawPlace(site, [](const Place& p) { return Is<TensorType>(p.binding->var->type); });
  if (!place) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding& binding) -> const Expr* {
    const Var* value = editor.Emit(binding.value);
    const Call* unary = DrawUnary(site, site.module, value);
    if (unary == nullptr) return nullptr;
    editor.Emit(unary);
    return value;
  });
}

// The operand's own value once more, where everything that it is made of is still in scope.
const Expr* ValueAgain(const MoveSite& site, const Place& place, const Expr* operand) {
  std::vector<const Var*> visible = VisibleAt(place);
  for (const Place& other : PlacesIn(site.module)) {
    if (other.binding->var != operand || !MayStandTwice(site.module, other.binding->value)) continue;
    if (!Is<Call>(other.binding->value)) return nullptr;
    for (const Var* var : VarsIn(other.binding->value, Types::kSkip)) {
      if (!Is<PrimType>(var->type) && std::ranges::find(visible, var) == visible.end()) return nullptr;
    }
    return other.binding->value;
  }
  return nullptr;
}

std::optional<Module> ComputeAgain(MoveSite& site) {
  auto place = DrawPlace(site, HasOperand);
  if (!place) return std::nullopt;
  const Call& call = *CallAt(*place);
  size_t at = *DrawOperand(site, call);
  const Expr* again = ValueAgain(site, *place, call.args[at]);
  if (again == nullptr) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding&) {
    std::vector<const Expr*> args = ArgsOf(call);
    args[at] = editor.Emit(again);
    return WithArgs(site.ctx, call, args);
  });
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kOtherOperator = {"other_operator", kMutate,
                                 "a call's operator becomes another one that gives the same type", OtherOperator};
const MoveSpec kInsertOperator = {"insert_operator", kMutate,
                                  "an operator that keeps the type is laid before an operand", InsertOperator};
const MoveSpec kOtherOperand = {"other_operand", kMutate, "an operand becomes another variable of its type",
                                OtherOperand};
const MoveSpec kSwapOperands = {"swap_operands", kMutate, "two operands of one type change places", SwapOperands};
const MoveSpec kOtherConstant = {"other_constant", kMutate, "a constant of floats becomes one of special values",
                                 OtherConstant};
const MoveSpec kConstantOperand = {"constant_operand", kMutate, "a float operand becomes a constant of special values",
                                   ConstantOperand};
const MoveSpec kOtherAttribute = {
    "other_attribute", kMutate,
    "an attribute of a call gets another value: near its own, or of those that it may have; types follow",
    OtherAttribute};
const MoveSpec kCommute = {"commute", kSame, "the operands of a commutative operator change places", Commute};
const MoveSpec kDeadCall = {"dead_call", kSame, "an operator is called whose result nobody needs", DeadCall};
const MoveSpec kComputeAgain = {"compute_again", kSame, "an operand is computed a second time", ComputeAgain};

}  // namespace assay
