// The backward half of the Gradient pass: adjoints of variables, from the target back to what they are wanted of.
#include <algorithm>
#include <array>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/relax/gradient_parts.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {

Status BlockMaker::status() const {
  if (error_) return *error_;
  return Done{};
}

// recursion: trees come from rules of gradients and are as deep as those are
const Expr* BlockMaker::Normal(const Expr* tree) {
  if (const auto* call = As<Call>(tree); call != nullptr && !IsScalarCall(call)) {
    Call* fresh = ctx.arena.New<Call>(*call);
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) args.push_back(Leaf(arg));
    fresh->args = ctx.Copy(args);
    auto typed = WithNameableType(ctx, &module_, fresh);
    if (typed.ok()) return *typed;
    if (!error_) error_ = typed.error();
    return fresh;
  }
  if (const auto* tuple = As<Tuple>(tree)) {
    std::vector<const Expr*> fields;
    for (const Expr* field : tuple->fields) fields.push_back(Leaf(field));
    return MakeTuple(ctx, fields);
  }
  const auto* item = As<TupleGetItem>(tree);
  return item == nullptr ? tree : MakeTupleGetItem(ctx, Leaf(item->tuple), item->index);
}

const Expr* BlockMaker::Leaf(const Expr* tree) {
  auto known = bound_.find(tree);
  if (known != bound_.end()) return known->second;
  const Expr* normal = Normal(tree);
  if (!IsLeafOrTuple(normal)) normal = Emit(normal, "lv");
  bound_[tree] = normal;
  return normal;
}

const Var* BlockMaker::Emit(const Expr* tree, std::string_view name, VarFlavor flavor) {
  const Expr* value = Normal(tree);
  const Var* var = MakeVar(ctx, name, value->type, flavor);
  bindings.push_back(MakeBinding(ctx, var, value));
  return var;
}

Diag NoGradient(const Node* place, std::string why) {
  return {DiagKind::kUnsupported, place->span, std::move(why), "", {}};
}

namespace {

bool FitsShapes(std::string_view op) {
  constexpr std::array kOps = {"relax.add",   "relax.subtract", "relax.multiply", "relax.divide",
                               "relax.power", "relax.maximum",  "relax.minimum",  "relax.matmul"};
  return std::ranges::find(kOps, op) != kOps.end();
}

// Values of the forward half as the backward half sees them: kept ones as they are, others computed again.
class Recomputer {
 public:
  Recomputer(BlockMaker& maker, const BackwardIn& in) : maker_(maker), kept_(in.checkpoints.kept) {
    for (const Binding* binding : in.forward->bindings) values_[binding->var] = binding->value;
  }
  // The call with operands of the backward half, and the variable that holds its result there.
  std::pair<const Var*, const Call*> Again(const Var* var, const Call* call) {
    for (const Var* operand : VarsIn(call, Types::kSkip)) Provide(operand);
    const auto* fresh = SubstituteIn(maker_.ctx, call, now_);
    if (IsThere(var)) return {Now(var), fresh};
    const Var* again = maker_.Emit(fresh, var->name.str() + "_cp");
    now_[var] = again;
    return {again, fresh};
  }

 private:
  bool IsThere(const Var* var) const { return kept_.contains(var) || now_.contains(var) || !values_.contains(var); }
  const Var* Now(const Var* var) const {
    auto found = now_.find(var);
    return found == now_.end() ? var : As<Var>(found->second);
  }
  // Computes the variable, after all that it needs; chains may be long, and so have a stack of their own.
  void Provide(const Var* wanted) {
    std::vector<const Var*> stack{wanted};
    while (!stack.empty()) {
      const Var* var = stack.back();
      if (IsThere(var)) {
        stack.pop_back();
        continue;
      }
      std::vector<const Var*> needs;
      for (const Var* operand : VarsIn(values_.at(var), Types::kSkip)) {
        if (!IsThere(operand)) needs.push_back(operand);
      }
      if (needs.empty()) {
        stack.pop_back();
        now_[var] = maker_.Emit(SubstituteIn(maker_.ctx, values_.at(var), now_), var->name.str() + "_cp");
      }
      stack.insert(stack.end(), needs.rbegin(), needs.rend());
    }
  }

  BlockMaker& maker_;
  const std::unordered_set<const Var*>& kept_;
  std::unordered_map<const Var*, const Expr*> values_;
  VarMap now_;
};

class Backward {
 public:
  Backward(BlockMaker& maker, const BackwardIn& in) : maker_(maker), in_(in), recomputer_(maker, in) {}

  Result<std::vector<const Var*>> Run() {
    const auto* type = As<TensorType>(in_.target->type);
    Update(in_.target, Call("ones", type->shape, type->dtype));
    Nodes<Binding> bindings = in_.forward->bindings;
    for (size_t i = bindings.size(); i-- > 0;) {
      if (adjoints_.contains(bindings[i]->var)) ASSAY_RETURN_IF_ERROR(VisitBinding(bindings[i]));
      ASSAY_RETURN_IF_ERROR(maker_.status());
    }
    return Outputs();
  }

 private:
  Status VisitBinding(const Binding* binding);
  Status VisitCall(const Var* var, const assay::Call* call);
  void VisitItem(const Var* var, const TupleGetItem* item);
  Result<std::vector<const Var*>> Outputs();
  // zeros or ones.
  const Expr* Call(std::string_view op, const Expr* shape, DType dtype) {
    return MakeOpCall(maker_.ctx, *FindOp(op), {shape}, {{"dtype", MakeAttrDType(maker_.ctx, dtype)}});
  }
  // Null when the shape of some tensor is not known, or the type is of something else. Types nest as deep as the parser
  // lets them.
  const Expr* Zeros(const Type* type);
  // The sum of two values of one type, field by field.
  const Expr* Sum(const Expr* a, const Expr* b, const Type* type);
  const Expr* Field(const Expr* e, size_t index) {
    const auto* tuple = As<Tuple>(e);
    return tuple != nullptr ? tuple->fields[index] : MakeTupleGetItem(maker_.ctx, e, static_cast<int64_t>(index));
  }
  // Adds `partial` to the adjoints of the variables in `e`.
  void Update(const Expr* e, const Expr* partial);
  // Rules that fit their partials to the shape of the operands bind the parts of all of them first; what is summed down
  // to a shape only where that is bound.
  const Expr* WithBoundParts(const Expr* tree) {
    if (!IsCallOf(tree, "relax.collapse_sum_to")) return maker_.Normal(tree);
    auto* sum = maker_.ctx.arena.New<assay::Call>(*As<assay::Call>(tree));
    std::vector<const Expr*> args(sum->args.begin(), sum->args.end());
    args[0] = maker_.Normal(args[0]);
    sum->args = maker_.ctx.Copy(args);
    return sum;
  }
  void SetAdjoint(const Var* var, const Expr* adjoint) {
    adjoints_[var] = maker_.Emit(adjoint, var->name.str() + "_adjoint");
  }

  BlockMaker& maker_;
  const BackwardIn& in_;
  Recomputer recomputer_;
  std::unordered_map<const Var*, const Var*> adjoints_;
};

// recursion: types nest no deeper than the reader lets them
const Expr* Backward::Zeros(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    bool known = tensor->shape != nullptr && !tensor->dtype.IsVoid();
    return known ? Call("zeros", tensor->shape, tensor->dtype) : nullptr;
  }
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return nullptr;
  std::vector<const Expr*> fields;
  for (const Type* field : tuple->fields) {
    fields.push_back(Zeros(field));
    if (fields.back() == nullptr) return nullptr;
  }
  return MakeTuple(maker_.ctx, fields);
}

// recursion: tuples nest as deep as the parser lets them
const Expr* Backward::Sum(const Expr* a, const Expr* b, const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return MakeOpCall(maker_.ctx, *FindOp("add"), {a, b});
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < tuple->fields.size(); ++i) fields.push_back(Sum(Field(a, i), Field(b, i), tuple->fields[i]));
  return MakeTuple(maker_.ctx, fields);
}

// recursion: tuples nest as deep as the parser lets them
void Backward::Update(const Expr* e, const Expr* partial) {
  const Expr* normal = maker_.Normal(partial);
  if (const auto* tuple = As<Tuple>(e)) {
    for (size_t i = 0; i < tuple->fields.size(); ++i) Update(tuple->fields[i], Field(normal, i));
    return;
  }
  const auto* var = As<Var>(e);
  if (var == nullptr) return;
  auto known = adjoints_.find(var);
  SetAdjoint(var, known == adjoints_.end() ? normal : Sum(known->second, normal, var->type));
}

Status Backward::VisitCall(const Var* var, const assay::Call* call) {
  if (!Is<Op>(call->op)) return Done{};
  const Var* adjoint = adjoints_.at(var);
  auto [output, again] = recomputer_.Again(var, call);
  const OpSpec* row = SpecOf(call);
  if (row == nullptr || row->gradient.rule == nullptr) {
    std::string why(row == nullptr ? "unknown operator" : row->gradient.why_not);
    return NoGradient(call, std::string(OpNameOf(call)) + ": " + why);
  }
  Adjoints partials = row->gradient.rule({maker_.ctx, *again, output, adjoint});
  if (const auto* refused = std::get_if<Refused>(&partials)) {
    return NoGradient(call, std::string(OpNameOf(call)) + ": " + refused->why);
  }
  auto trees = std::get<std::vector<const Expr*>>(std::move(partials));
  if (FitsShapes(OpNameOf(call))) {
    for (const Expr*& tree : trees) tree = WithBoundParts(tree);
  }
  for (size_t i = 0; i < trees.size() && i < call->args.size(); ++i) {
    if (!IsCallOf(trees[i], "relax.grad.no_grad")) Update(call->args[i], trees[i]);
  }
  return Done{};
}

// The adjoint of a tuple grows field by field, from zeros.
void Backward::VisitItem(const Var* var, const TupleGetItem* item) {
  const auto* tuple = As<Var>(item->tuple);
  const auto* type = As<TupleType>(item->tuple->type);
  if (tuple == nullptr || type == nullptr) return;
  size_t index = static_cast<size_t>(item->index);
  const Var* increment = adjoints_.at(var);
  auto known = adjoints_.find(tuple);
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    const Expr* before = known == adjoints_.end() ? nullptr : Field(known->second, i);
    if (i == index) {
      fields.push_back(before == nullptr ? increment : Sum(before, increment, type->fields[i]));
    } else {
      fields.push_back(before == nullptr ? Zeros(type->fields[i]) : before);
    }
    // What is no tensor of known shape has no adjoint.
    if (fields.back() == nullptr) fields.back() = MakeTuple(maker_.ctx, {});
  }
  SetAdjoint(tuple, MakeTuple(maker_.ctx, fields));
}

Status Backward::VisitBinding(const Binding* binding) {
  const Expr* value = binding->value;
  if (const auto* call = As<assay::Call>(value)) return VisitCall(binding->var, call);
  if (Is<Tuple>(value) || Is<Var>(value)) {
    Update(value, adjoints_.at(binding->var));
  } else if (const auto* item = As<TupleGetItem>(value)) {
    VisitItem(binding->var, item);
  } else if (!Is<Constant>(value)) {
    return NoGradient(binding, "this kind of value has no gradient");
  }
  return Done{};
}

Result<std::vector<const Var*>> Backward::Outputs() {
  std::vector<const Var*> outputs;
  for (const Var* var : in_.wanted) {
    auto marked = in_.checkpoints.marked.find(var);
    if (marked != in_.checkpoints.marked.end()) var = marked->second;
    if (!adjoints_.contains(var)) {
      const Expr* zeros = Zeros(var->type);
      if (zeros == nullptr) return NoGradient(var, "'" + var->name.str() + "' is no tensor of known shape");
      Update(var, zeros);
    }
    outputs.push_back(maker_.Emit(adjoints_.at(var), var->name.str() + "_adjoint_out", VarFlavor::kPlain));
  }
  ASSAY_RETURN_IF_ERROR(maker_.status());
  return outputs;
}

}  // namespace

Result<std::vector<const Var*>> MakeBackward(BlockMaker& maker, const BackwardIn& in) {
  return Backward(maker, in).Run();
}

}  // namespace assay
