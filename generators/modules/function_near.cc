// What figures are made of (function_near.h).
#include "generators/modules/function_near.h"

#include <algorithm>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// Samples of one operator until it takes what it is to take.
constexpr int kAttempts = 10;
// And of a whole figure.
constexpr int kTries = 5;
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

size_t TimesTaken(const Call* call, const Expr* value) {
  size_t count = 0;
  for (const Expr* arg : call->args) {
    count += arg == value ? 1 : 0;
    if (const auto* tuple = As<Tuple>(arg)) count += static_cast<size_t>(std::ranges::count(tuple->fields, value));
  }
  return count;
}

void FunctionGen::RunNeighbourhoods(std::string_view name) {
  const std::vector<Neighbourhood>& wanted = module_.plan.options->neighbourhoods;
  auto has_effects = [](const OpSpec* row) { return row->purity == Purity::kImpure; };
  pure_ = std::ranges::none_of(wanted, [&](const Neighbourhood& one) {
    return one.figure == Figure::kEffect || has_effects(one.first) || std::ranges::any_of(one.seconds, has_effects);
  });
  MakeSymbols();
  FirstParams();
  Near near(*this);
  for (const Neighbourhood& one : wanted) {
    // Something stands between them now and then.
    budget_ = bytes().Chance(1, 4) ? 1 + static_cast<int>(bytes().Below(2)) : 0;
    if (budget_ > 0) MakeOneBlock(module_.Has(Feature::kDataflow) && bytes().Chance(1, 2));
    module_.stats.laid.push_back({one.figure, one.first, near.Lay(one)});
  }
  const Expr* body = near.Output();
  DefineSymbols();
  Finish(name, body);
}

const OpSpec* FunctionGen::Near::Lay(const Neighbourhood& wanted) {
  for (const OpSpec* second : wanted.seconds) {
    a_ = wanted.first;
    b_ = second;
    partners_ = wanted.seconds;
    bool pure = a_->purity == Purity::kPure && b_->purity == Purity::kPure;
    dataflow_ = pure && gen_.module_.Has(Feature::kDataflow) && gen_.bytes().Chance(3, 4);
    for (int i = 0; i < kTries; ++i) {
      if (Whole(wanted.figure)) return second;
    }
  }
  return nullptr;
}

// What a figure that does not come about has made is taken away.
bool FunctionGen::Near::Whole(Figure figure) {
  ModuleGen::Mark module = gen_.module_.Here();
  std::vector<const BindingBlock*> blocks = gen_.blocks_;
  std::vector<Entry> scope = gen_.scope_;
  size_t params = gen_.params_.size(), symbols = gen_.body_symbols_.size(), results = results_.size();
  int next_var = gen_.next_var_;
  if (Figured(figure)) return true;
  gen_.module_.BackTo(module);
  gen_.blocks_ = std::move(blocks);
  gen_.scope_ = std::move(scope);
  gen_.params_.resize(params);
  gen_.body_symbols_.resize(symbols);
  gen_.next_var_ = next_var;
  results_.resize(results);
  return false;
}

FunctionGen::Near::Mark FunctionGen::Near::Here() const {
  const Frame& frame = gen_.frames_.back();
  return {frame.bindings.size(), frame.vars.size(), gen_.scope_.size(), gen_.params_.size(), gen_.next_var_};
}

void FunctionGen::Near::BackTo(const Mark& mark) {
  Frame& frame = gen_.frames_.back();
  frame.bindings.resize(mark.bindings);
  frame.vars.resize(mark.vars);
  gen_.scope_.resize(mark.scope);
  gen_.params_.resize(mark.params);
  gen_.next_var_ = mark.next_var;
}

// The call with one of `from` in place of an argument like it, unless it takes one already; null where none is like it.
const Call* FunctionGen::Near::Taking(const Call* call, const OpSpec& row, const std::vector<const Expr*>& from) {
  if (std::ranges::any_of(from, [&](const Expr* value) { return TimesTaken(call, value) > 0; })) return call;
  for (size_t i = 0; i < call->args.size(); ++i) {
    bool list = i < row.operands.size() && row.operands[i].kind == OperandKind::kTensorTuple;
    for (const Expr* value : from) {
      const Expr* arg = call->args[i];
      if (arg->type == nullptr || !MayBeAnother(arg)) continue;
      if (list && Is<TupleType>(value->type)) {
        // Inference says whether its fields go together.
        Module view = gen_.module_.View();
        const Call* other = WithArg(gen_.ctx(), call, i, value);
        if (WithInferredType(gen_.ctx(), &view, other).ok()) return other;
      }
      if (IsSameType(arg->type, value->type)) return WithArg(gen_.ctx(), call, i, value);
    }
  }
  return nullptr;
}

const Call* FunctionGen::Near::Sampled(const OpSpec& row, const std::vector<const Expr*>& from, bool all) {
  gen_.preferred_ = from;
  gen_.any_device_ = (AspectsOf(row) & BitOf(Aspect::kNamesDevice)) != 0;
  const Call* call = row.sample(gen_, row);
  gen_.any_device_ = false;
  gen_.preferred_.clear();
  if (call == nullptr || from.empty()) return call;
  if (!all) return Taking(call, row, from);
  bool has_all = std::ranges::all_of(from, [&](const Expr* value) { return TimesTaken(call, value) > 0; });
  return has_all ? call : WithList(call, row, from);
}

// The call with the values as its list; null where it takes no list. Inference says whether they go together.
const Call* FunctionGen::Near::WithList(const Call* call, const OpSpec& row, const std::vector<const Expr*>& values) {
  for (size_t i = 0; i < call->args.size() && i < row.operands.size(); ++i) {
    if (row.operands[i].kind == OperandKind::kTensorTuple)
      return WithArg(gen_.ctx(), call, i, MakeTuple(gen_.ctx(), values));
  }
  return nullptr;
}

const Expr* FunctionGen::Near::Bind(const Call* call, const OpSpec* row) {
  size_t before = gen_.frames_.back().vars.size();
  if (!gen_.EmitCall(call, row) || gen_.frames_.back().vars.size() == before) return nullptr;
  return gen_.frames_.back().vars.back();
}

const Expr* FunctionGen::Near::Put(const OpSpec& row, std::vector<const Expr*> from, bool all) {
  if (std::ranges::count(from, nullptr) != 0) return nullptr;
  // Between any two operators a value may go by another name, a cast, a field or another shape.
  for (const Expr*& value : from) {
    bool renames = !naming_ && Is<TensorType>(value->type) && gen_.bytes().Chance(1, kOneInLinks);
    if (!renames) continue;
    naming_ = true;
    const Expr* named = OtherName(value);
    naming_ = false;
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
    if (nothing) made = !from.empty() ? from[0] : gen_.params_.empty() ? nullptr : gen_.params_[0];
    if (made != nullptr) return made;
    BackTo(mark);
  }
  return nullptr;
}

const Expr* FunctionGen::Near::Item(const Expr* tuple, int64_t index) {
  if (tuple == nullptr) return nullptr;
  // Now and then by another name.
  if (gen_.module_.Has(Feature::kAliases) && Is<Var>(tuple) && gen_.bytes().Chance(1, kOneInOtherNames))
    tuple = gen_.Emit(tuple);
  return gen_.Emit(MakeTupleGetItem(gen_.ctx(), tuple, index));
}

const Expr* FunctionGen::Near::Part(const Expr* value) {
  while (value != nullptr && Is<TupleType>(value->type)) {
    size_t count = static_cast<const TupleType*>(value->type)->fields.size();
    if (count == 0) return nullptr;
    value = Item(value, static_cast<int64_t>(gen_.bytes().Below(count)));
  }
  return value;
}

const Expr* FunctionGen::Near::Fields(std::vector<const Expr*> fields) {
  if (std::ranges::count(fields, nullptr) != 0) return nullptr;
  return gen_.Emit(MakeTuple(gen_.ctx(), fields));
}

const Expr* FunctionGen::Near::Kept(const Expr* value) {
  if (const auto* var = As<Var>(value)) gen_.captured_.push_back(var);
  return value;
}

const Expr* FunctionGen::Near::In(Block block, FunctionRef<const Expr*()> steps) {
  size_t before = gen_.scope_.size();
  bool is_dataflow = block == Block::kDataflow;
  gen_.frames_.push_back({{}, {}, is_dataflow});
  Mark mark = Here();
  const Expr* value = steps();
  if (value == nullptr) BackTo(mark);
  Kept(value);
  if (is_dataflow) gen_.FinishDataflow(before);
  gen_.CloseFrame();
  return value;
}

bool FunctionGen::Near::Give(const Expr* value) {
  if (value != nullptr) results_.push_back(value);
  return value != nullptr;
}

const SeqExpr* FunctionGen::Near::Sequence(FunctionRef<const Expr*()> result) {
  size_t scope_before = gen_.scope_.size();
  std::vector<const BindingBlock*> outer = std::exchange(gen_.blocks_, {});
  ++gen_.nested_;
  gen_.frames_.push_back({{}, {}, false});
  const Expr* value = result();
  const Frame& frame = gen_.frames_.back();
  // What a sequence ends in is a binding of its own.
  if (value != nullptr && (frame.vars.empty() || frame.vars.back() != value)) value = gen_.Emit(value);
  gen_.CloseFrame();
  --gen_.nested_;
  gen_.scope_.resize(scope_before);
  std::vector<const BindingBlock*> blocks = std::exchange(gen_.blocks_, outer);
  return value == nullptr ? nullptr : MakeSeq(gen_.ctx(), blocks, value);
}

const Expr* FunctionGen::Near::Choice(const Expr* condition, const SeqExpr* yes, const SeqExpr* no) {
  if (condition == nullptr || yes == nullptr || no == nullptr) return nullptr;
  // Shapes that are named in a branch are not known behind it.
  if (!ShapeVarsOf(yes->type).empty() || !ShapeVarsOf(no->type).empty()) return nullptr;
  If* node = gen_.ctx().arena.New<If>();
  node->cond = condition;
  node->true_branch = yes;
  node->false_branch = no;
  Module view = gen_.module_.View();
  Result<const Type*> type = InferType(gen_.ctx(), &view, node);
  if (!type.ok() || Is<ObjectType>(*type)) return nullptr;
  node->type = *type;
  return gen_.Emit(node);
}

const Expr* FunctionGen::Near::Condition() {
  TensorRequest condition;
  condition.dtype = DType::Bool();
  condition.has_shape = true;
  return gen_.Tensor(condition);
}

const Expr* FunctionGen::Near::OpCall(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs) {
  const OpSpec* row = FindOp(op);
  if (row == nullptr || std::ranges::count(args, nullptr) != 0) return nullptr;
  return Bind(MakeOpCall(gen_.ctx(), *row, args, std::move(attrs)), row);
}

// Whether a sum is a number, and whether the largest integer is positive.
const Expr* FunctionGen::Near::ConditionOf(const Expr* value) {
  const auto* type = value == nullptr ? nullptr : As<TensorType>(value->type);
  if (type == nullptr || ShapeListOf(type) == nullptr) return nullptr;
  if (type->dtype.IsBool() && type->rank == 0) return value;
  if (type->dtype.IsFloating() && type->dtype.bits >= 16) return OpCall("isnan", {OpCall("sum", {value})});
  if (!type->dtype.IsInt()) return nullptr;
  const Expr* largest = OpCall("max", {value});
  const Expr* zero = MakeConstant(gen_.ctx(), assay::Tensor::Of(Scalar::Int(type->dtype, 0)));
  return largest == nullptr ? nullptr : OpCall("greater", {largest, zero});
}

std::optional<GenFunction> FunctionGen::Near::Helper(const Type* param,
                                                     FunctionRef<const Expr*(Near&, const Expr*)> body) {
  FunctionGen inner(gen_.module_, Role::kPrivate, 0);
  inner.pure_ = gen_.pure_;
  inner.home_ = gen_.home_;
  inner.sizes_ = param == nullptr ? gen_.sizes_ : Sizes::kConstant;
  inner.MakeSymbols();
  Near near(inner);
  near.a_ = a_;
  near.b_ = b_;
  const Expr* given = param == nullptr ? nullptr : inner.FreshParam(param);
  Block block = dataflow_ ? Block::kDataflow : Block::kPlain;
  const Expr* result = near.In(block, [&] { return body(near, given); });
  if (result == nullptr) return std::nullopt;
  if (inner.params_.empty()) inner.FreshParam(MakeTensorType(gen_.ctx(), {}, DType::Float(32)));
  inner.DefineSymbols();
  inner.Finish(gen_.module_.FreshName("helper"), result);
  return gen_.module_.functions.back();
}

const Expr* FunctionGen::Near::CallOf(const std::optional<GenFunction>& helper, const Expr* first) {
  if (!helper.has_value()) return nullptr;
  const Call* call = gen_.CallFunction(*helper);
  for (size_t i = 0; first != nullptr && i < call->args.size(); ++i) {
    if (call->args[i]->type == nullptr || !IsSameType(call->args[i]->type, first->type)) continue;
    call = WithArg(gen_.ctx(), call, i, first);
    break;
  }
  return Bind(call, nullptr);
}

// The call with a constant for one of its variables, where one is small enough.
const Call* FunctionGen::Near::WithConstant(const Call* call) {
  auto constant = [&](const Expr* arg) -> const Expr* {
    const ShapeExpr* shape = Is<Var>(arg) ? ShapeListOf(arg->type) : nullptr;
    if (shape == nullptr || !std::ranges::all_of(shape->values, IsConstantDim)) return nullptr;
    int64_t count = LargestCount(shape->values);
    if (count <= 0 || count > kMaxConstantElements) return nullptr;
    return gen_.FreshConstant({shape->values.begin(), shape->values.end()}, As<TensorType>(arg->type)->dtype);
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

const Expr* FunctionGen::Near::Output() {
  if (results_.empty()) return gen_.scope_.back().value;
  if (results_.size() == 1) return results_[0];
  return MakeTuple(gen_.ctx(), results_);
}

}  // namespace assay
