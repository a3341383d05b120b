#include "generators/modules/figure_parts.h"

#include <algorithm>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/figure_names.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/function_nested.h"
#include "generators/modules/other_attributes.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// Samples of one operator until it takes what it is to take.
constexpr int kAttempts = 10;
// Each makes a kernel, which stays.
constexpr int kKernelAttempts = 3;
constexpr int64_t kMaxConstantElements = 64;
// Of the values that an operator takes.
constexpr uint32_t kOneInLinks = 8;
// Of the tuples of which a field is taken.
constexpr uint32_t kOneInOtherNames = 6;

// Shapes, known tensors and tuples of such that say the same.
// recursion: tuples nest as deep as this generator made them
bool IsSameType(const Type* a, const Type* b) {
  const auto *tuple = As<TupleType>(a), *other = As<TupleType>(b);
  if (tuple != nullptr && other != nullptr) {
    return tuple->fields.size() == other->fields.size() && std::ranges::equal(tuple->fields, other->fields, IsSameType);
  }
  const auto *sizes = As<ShapeType>(a), *others = As<ShapeType>(b);
  if (sizes != nullptr && others != nullptr) {
    return sizes->rank > 0 && sizes->rank == others->rank && SameDims(sizes->values, others->values) &&
           !sizes->values.empty();
  }
  const auto *tensor = As<TensorType>(a), *like = As<TensorType>(b);
  const ShapeExpr *dims = ShapeListOf(a), *like_dims = ShapeListOf(b);
  return tensor != nullptr && like != nullptr && dims != nullptr && like_dims != nullptr &&
         tensor->dtype == like->dtype && tensor->vdevice == like->vdevice && SameDims(dims->values, like_dims->values);
}

// What a sampler gives for any value of its type: a variable, sizes; not a constant, whose elements may matter.
// other kinds: leaves that samplers choose by their value
// recursion: tuples nest as deep as this generator made them
bool MayBeAnother(const Expr* arg) {
  if (const auto* tuple = As<Tuple>(arg)) return std::ranges::all_of(tuple->fields, MayBeAnother);
  return Is<Var>(arg) || Is<ShapeExpr>(arg);
}

const Call* WithArg(Context& ctx, const Call* call, size_t at, const Expr* arg) {
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  args[at] = arg;
  Call* copy = ctx.arena.New<Call>(*call);
  copy->args = ctx.Copy(args);
  return copy;
}

bool IsNothing(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && tuple->fields.empty();
}

}  // namespace

// recursion: types nest no deeper than generators make them
bool HasConstantDims(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr) return std::ranges::all_of(tuple->fields, HasConstantDims);
  const ShapeExpr* shape = ShapeListOf(type);
  return shape != nullptr && std::ranges::all_of(shape->values, IsConstantDim);
}

size_t TimesTaken(const Call* call, const Expr* value) {
  size_t count = 0;
  for (const Expr* arg : call->args) {
    count += arg == value ? 1 : 0;
    if (const auto* tuple = As<Tuple>(arg)) count += static_cast<size_t>(std::ranges::count(tuple->fields, value));
  }
  return count;
}

FigureParts::Mark FigureParts::Here() const {
  const Frame& frame = gen_.frames.back();
  return {frame.bindings.size(), frame.vars.size(), gen_.entries.size(), gen_.params.size(), gen_.next_var};
}

void FigureParts::BackTo(const Mark& mark) {
  Frame& frame = gen_.frames.back();
  frame.bindings.resize(mark.bindings);
  frame.vars.resize(mark.vars);
  gen_.entries.resize(mark.scope);
  gen_.params.resize(mark.params);
  gen_.next_var = mark.next_var;
}

// The call with one of `from` in place of an argument like it, unless it takes one already; null where none is like it.
const Call* FigureParts::Taking(const Call* call, const OpSpec& row, const std::vector<const Expr*>& from) {
  if (std::ranges::any_of(from, [&](const Expr* value) { return TimesTaken(call, value) > 0; })) return call;
  for (size_t i = 0; i < call->args.size(); ++i) {
    bool list = i < row.operands.size() && row.operands[i].kind == OperandKind::kTensorTuple;
    for (const Expr* value : from) {
      const Expr* arg = call->args[i];
      if (arg->type == nullptr || !MayBeAnother(arg)) continue;
      if (list && Is<TupleType>(value->type)) {
        // Inference says whether its fields go together.
        Module view = gen_.module.View();
        const Call* other = WithArg(gen_.ctx(), call, i, value);
        if (WithInferredType(gen_.ctx(), &view, other).ok()) return other;
      }
      if (IsSameType(arg->type, value->type)) return WithArg(gen_.ctx(), call, i, value);
    }
  }
  return nullptr;
}

const Call* FigureParts::Sampled(const OpSpec& row, const std::vector<const Expr*>& from, bool all) {
  gen_.preferred = from;
  gen_.any_device = (AspectsOf(row) & BitOf(Aspect::kNamesDevice)) != 0;
  const Call* call = PerhapsOtherwise(gen_, row, row.sample(gen_, row));
  gen_.any_device = false;
  gen_.preferred.clear();
  if (call == nullptr || from.empty()) return call;
  if (!all) return Taking(call, row, from);
  bool has_all = std::ranges::all_of(from, [&](const Expr* value) { return TimesTaken(call, value) > 0; });
  return has_all ? call : WithList(call, row, from);
}

// The call with the values as its list; null where it takes no list. Inference says whether they go together.
const Call* FigureParts::WithList(const Call* call, const OpSpec& row, const std::vector<const Expr*>& values) {
  for (size_t i = 0; i < call->args.size() && i < row.operands.size(); ++i) {
    if (row.operands[i].kind == OperandKind::kTensorTuple)
      return WithArg(gen_.ctx(), call, i, MakeTuple(gen_.ctx(), values));
  }
  return nullptr;
}

const Expr* FigureParts::Bind(const Call* call, const OpSpec* row) {
  size_t before = gen_.frames.back().vars.size();
  if (!CallBinder(gen_).EmitCall(call, row) || gen_.frames.back().vars.size() == before) return nullptr;
  return gen_.frames.back().vars.back();
}

// recursion: a value that is given another name is given none on the way (FigureScope::naming)
const Expr* FigureParts::Put(const OpSpec& row, std::vector<const Expr*> from, bool all) {
  if (std::ranges::count(from, nullptr) != 0) return nullptr;
  // Between any two operators a value may go by another name, a cast, a field or another shape.
  for (const Expr*& value : from) {
    bool renames = !scope_.naming && Is<TensorType>(value->type) && gen_.bytes().Chance(1, kOneInLinks);
    if (!renames) continue;
    scope_.naming = true;
    const Expr* named = FigureNames(scope_).OtherName(value);
    scope_.naming = false;
    if (named != nullptr) value = named;
  }
  if (row.purity == Purity::kImpure && !gen_.MayHaveEffects()) return nullptr;
  bool kernels = (AspectsOf(row) & BitOf(Aspect::kTakesFunction)) != 0;
  for (int i = kernels ? kKernelAttempts : kAttempts; i > 0; --i) {
    Mark mark = Here();
    const Call* call = Sampled(row, from, all);
    const Expr* made = call == nullptr ? nullptr : Bind(call, &row);
    // What gives nothing stands for what it took.
    bool nothing = made != nullptr && IsNothing(made->type);
    if (nothing) made = !from.empty() ? from[0] : gen_.params.empty() ? nullptr : gen_.params[0];
    if (made != nullptr) return made;
    BackTo(mark);
  }
  return nullptr;
}

const Expr* FigureParts::Item(const Expr* tuple, int64_t index) {
  if (tuple == nullptr) return nullptr;
  // Now and then by another name.
  if (gen_.module.Has(Feature::kAliases) && Is<Var>(tuple) && gen_.bytes().Chance(1, kOneInOtherNames))
    tuple = gen_.Emit(tuple);
  return gen_.Emit(MakeTupleGetItem(gen_.ctx(), tuple, index));
}

const Expr* FigureParts::Part(const Expr* value) {
  while (value != nullptr && Is<TupleType>(value->type)) {
    size_t count = static_cast<const TupleType*>(value->type)->fields.size();
    if (count == 0) return nullptr;
    value = Item(value, static_cast<int64_t>(gen_.bytes().Below(count)));
  }
  return value;
}

const Expr* FigureParts::Fields(std::vector<const Expr*> fields) {
  if (std::ranges::count(fields, nullptr) != 0) return nullptr;
  return gen_.Emit(MakeTuple(gen_.ctx(), fields));
}

const Expr* FigureParts::Kept(const Expr* value) {
  if (const auto* var = As<Var>(value)) gen_.captured.push_back(var);
  return value;
}

const Expr* FigureParts::In(Block block, FunctionRef<const Expr*()> steps) {
  size_t before = gen_.entries.size();
  bool is_dataflow = block == Block::kDataflow;
  gen_.frames.push_back({{}, {}, is_dataflow});
  Mark mark = Here();
  const Expr* value = steps();
  if (value == nullptr) BackTo(mark);
  Kept(value);
  if (is_dataflow) gen_.FinishDataflow(before);
  gen_.CloseFrame();
  return value;
}

bool FigureParts::Give(const Expr* value) {
  if (value != nullptr) scope_.results.push_back(value);
  return value != nullptr;
}

const SeqExpr* FigureParts::Sequence(FunctionRef<const Expr*()> result) {
  size_t scope_before = gen_.entries.size();
  std::vector<const BindingBlock*> outer = std::exchange(gen_.blocks, {});
  ++gen_.nested;
  gen_.frames.push_back({{}, {}, false});
  const Expr* value = result();
  const Frame& frame = gen_.frames.back();
  // What a sequence ends in is a binding of its own.
  if (value != nullptr && (frame.vars.empty() || frame.vars.back() != value)) value = gen_.Emit(value);
  gen_.CloseFrame();
  --gen_.nested;
  gen_.entries.resize(scope_before);
  std::vector<const BindingBlock*> blocks = std::exchange(gen_.blocks, outer);
  return value == nullptr ? nullptr : MakeSeq(gen_.ctx(), blocks, value);
}

const Expr* FigureParts::Choice(const Expr* condition, const SeqExpr* yes, const SeqExpr* no) {
  if (condition == nullptr || yes == nullptr || no == nullptr) return nullptr;
  // Shapes that are named in a branch are not known behind it.
  if (!ShapeVarsOf(yes->type).empty() || !ShapeVarsOf(no->type).empty()) return nullptr;
  If* node = gen_.ctx().arena.New<If>();
  node->cond = condition;
  node->true_branch = yes;
  node->false_branch = no;
  Module view = gen_.module.View();
  Result<const Type*> type = InferType(gen_.ctx(), &view, node);
  if (!type.ok() || Is<ObjectType>(*type)) return nullptr;
  node->type = *type;
  return gen_.Emit(node);
}

const Expr* FigureParts::Condition() {
  TensorRequest condition;
  condition.dtype = DType::Bool();
  condition.has_shape = true;
  return gen_.Tensor(condition);
}

const Expr* FigureParts::OpCall(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs) {
  const OpSpec* row = FindOp(op);
  if (row == nullptr || std::ranges::count(args, nullptr) != 0) return nullptr;
  return Bind(MakeOpCall(gen_.ctx(), *row, args, std::move(attrs)), row);
}

// Whether a sum is a number, and whether the largest integer is positive.
const Expr* FigureParts::ConditionOf(const Expr* value) {
  const auto* type = value == nullptr ? nullptr : As<TensorType>(value->type);
  if (type == nullptr || ShapeListOf(type) == nullptr) return nullptr;
  if (type->dtype.IsBool() && type->rank == 0) return value;
  if (type->dtype.IsFloating() && type->dtype.bits >= 16) return OpCall("isnan", {OpCall("sum", {value})});
  if (!type->dtype.IsInt()) return nullptr;
  const Expr* largest = OpCall("max", {value});
  const Expr* zero = MakeConstant(gen_.ctx(), assay::Tensor::Of(Scalar::Int(type->dtype, 0)));
  return largest == nullptr ? nullptr : OpCall("greater", {largest, zero});
}

std::optional<GenFunction> FigureParts::Helper(const Type* param,
                                               FunctionRef<const Expr*(FigureParts&, const Expr*)> body) {
  FunctionScope inner(gen_.module, FunctionScope::Role::kPrivate, 0);
  inner.pure = gen_.pure;
  inner.home = gen_.home;
  inner.sizes = param == nullptr ? gen_.sizes : Sizes::kConstant;
  FunctionGen(inner).MakeSymbols();
  FigureScope figure{.gen = inner, .a = a(), .b = b()};
  FigureParts near(figure);
  const Expr* given = param == nullptr ? nullptr : inner.FreshParam(param);
  Block block = scope_.dataflow ? Block::kDataflow : Block::kPlain;
  const Expr* result = near.In(block, [&] { return body(near, given); });
  if (result == nullptr) return std::nullopt;
  if (inner.params.empty()) inner.FreshParam(MakeTensorType(gen_.ctx(), {}, DType::Float(32)));
  FunctionGen(inner).DefineSymbols();
  FunctionGen(inner).Finish(gen_.module.FreshName("helper"), result);
  return gen_.module.functions.back();
}

const Expr* FigureParts::CallOf(const std::optional<GenFunction>& helper, const Expr* first) {
  if (!helper.has_value()) return nullptr;
  const Call* call = FunctionCalls(gen_).CallFunction(*helper);
  for (size_t i = 0; first != nullptr && i < call->args.size(); ++i) {
    if (call->args[i]->type == nullptr || !IsSameType(call->args[i]->type, first->type)) continue;
    call = WithArg(gen_.ctx(), call, i, first);
    break;
  }
  return Bind(call, nullptr);
}

// The call with a constant for one of its variables, where one is small enough.
const Call* FigureParts::WithConstant(const Call* call) {
  auto constant = [&](const Expr* arg) -> const Expr* {
    const ShapeExpr* shape = Is<Var>(arg) ? ShapeListOf(arg->type) : nullptr;
    if (shape == nullptr || !std::ranges::all_of(shape->values, IsConstantDim)) return nullptr;
    int64_t count = LargestCount(shape->values);
    if (count <= 0 || count > kMaxConstantElements) return nullptr;
    return FunctionConstants(gen_).FreshConstant({shape->values.begin(), shape->values.end()},
                                                 As<TensorType>(arg->type)->dtype);
  };
  for (size_t i = call->args.size(); i-- > 0;) {
    const auto* tuple = As<assay::Tuple>(call->args[i]);
    if (tuple == nullptr) {
      if (const Expr* made = constant(call->args[i])) return WithArg(gen_.ctx(), call, i, made);
      continue;
    }
    std::vector<const Expr*> fields(tuple->fields.begin(), tuple->fields.end());
    const Expr* made = fields.empty() ? nullptr : constant(fields.back());
    if (made == nullptr) continue;
    fields.back() = made;
    return WithArg(gen_.ctx(), call, i, MakeTuple(gen_.ctx(), fields));
  }
  return nullptr;
}

const Expr* FigureParts::Begun() {
  Mark mark = Here();
  const Expr* base = gen_.bytes().Chance(1, 3) ? Part(Put(*b())) : nullptr;
  const Expr* made = base == nullptr ? nullptr : Part(Put(*a(), {base}));
  if (made != nullptr) return made;
  BackTo(mark);
  return Part(Put(*a()));
}

// A local function of one parameter of the value's type, in which b takes that, or the value as it captures it. Of what
// another function captures, types are those of its own symbols alone.
const Var* FigureParts::LocalOver(const Expr* made, bool captures) {
  if (made == nullptr || !HasConstantDims(made->type)) return nullptr;
  const Var* param = MakeVar(gen_.ctx(), "a" + std::to_string(gen_.next_var++), made->type);
  size_t scope_before = gen_.entries.size();
  std::vector<const Var*> symbols = std::exchange(gen_.symbols, {});
  ++gen_.local;
  gen_.AddToScope(param);
  const SeqExpr* body = Sequence([&] { return Put(*b(), {Part(captures ? made : param)}); });
  --gen_.local;
  gen_.symbols = std::move(symbols);
  gen_.entries.resize(scope_before);
  if (body == nullptr || !ShapeVarsOf(body->type).empty()) return nullptr;
  const assay::Function* func = MakeFunction(gen_.ctx(), {param}, body, body->type, gen_.pure);
  for (const Var* var : VarsIn(func->body)) Kept(var);
  Var* self = gen_.NewVar(MakeFuncType(gen_.ctx(), {made->type}, body->type, gen_.pure));
  gen_.EmitBinding(self, MakeBinding(gen_.ctx(), self, func));
  gen_.entries.pop_back();
  return FunctionNested(gen_).OtherNameOf(self);
}

// By one of the two, or by any operator that takes several values.
const Expr* FigureParts::Joined(const std::vector<const Expr*>& values) {
  static const std::vector<const OpSpec*> kJoining = RowsIn(
      {.any = Bits(Aspect::kJoins, Aspect::kCommutes), .all = Bits(Aspect::kTakesSeveral, Aspect::kGivesTensor)});
  std::vector<const OpSpec*> rows{b(), a()};
  for (int i = 0; i < 4; ++i) rows.push_back(gen_.bytes().Pick(kJoining));
  for (const OpSpec* row : rows) {
    if (const Expr* joined = Put(*row, values, true)) return joined;
  }
  return nullptr;
}

const Call* FigureParts::OnOthers(const Call* call, bool otherwise) {
  Call* other = gen_.ctx().arena.New<Call>(*FunctionNested(gen_).Again(call));
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  for (const Expr*& arg : args) {
    const auto* type = Is<Var>(arg) ? As<TensorType>(arg->type) : nullptr;
    const ShapeExpr* shape = type == nullptr ? nullptr : ShapeListOf(type);
    bool told = shape != nullptr && !MentionsAny(type, gen_.body_symbols);
    if (told && gen_.local == 0 && gen_.bytes().Chance(2, 3)) arg = gen_.FreshParam(type);
  }
  other->args = gen_.ctx().Copy(args);
  const Call* drawn = otherwise ? a()->sample(gen_, *a()) : nullptr;
  if (drawn != nullptr) other->attrs = FunctionNested(gen_).Again(drawn)->attrs;
  return other;
}

}  // namespace assay
