#include "passes/fuse/group_creator.h"

#include <algorithm>
#include <cctype>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// TVM's names of functions have letters, digits and underscores alone.
std::string AsName(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

bool HasSymbols(const Expr* e) { return !VarsIn(e, Types::kSkip).empty(); }

// Scalars and shapes without variables, and tuples of such: they move into the function.
// recursion: tuples nest as deep as the parser lets them
bool IsInlinable(const Expr* e) {
  if (const auto* tuple = As<Tuple>(e)) return std::ranges::all_of(tuple->fields, IsInlinable);
  if (Is<Var>(e) || Is<Constant>(e) || (Is<Call>(e) && !IsScalarCall(e))) return false;
  bool scalar = Is<ShapeExpr>(e) || Is<PrimType>(e->type);
  return scalar && !HasSymbols(e);
}

// An operand that the operator reads as it is written: a dtype or a string. A parameter would not do.
bool WantsLiteral(const Expr* callee, size_t index) {
  const auto* op = As<Op>(callee);
  if (op == nullptr || op->spec == nullptr || index >= op->spec->operands.size()) return false;
  OperandKind kind = op->spec->operands[index].kind;
  return kind == OperandKind::kDType || kind == OperandKind::kString;
}

}  // namespace

void GroupCreator::Append(const VarBinding* binding) {
  if (const auto* call = As<Call>(binding->value)) AppendCall(call);
  if (const auto* item = As<TupleGetItem>(binding->value)) {
    Need(item->tuple);
    if (PartlyUsed* partly = FindPartlyUsed(item->tuple)) partly->items.push_back(item->index);
  }
  // Other names, and tuples, of what another block may define.
  if (Is<Var>(binding->value)) NeedWhole(binding->value);
  if (const auto* tuple = As<Tuple>(binding->value)) {
    for (const Expr* field : tuple->fields) {
      if (Is<Var>(field)) NeedWhole(field);
    }
  }
  defined_.insert(binding->var);
  bindings_.push_back(binding);
  if (binding->var->flavor != VarFlavor::kDataflow) AppendOutput(binding->var);
}

void GroupCreator::AppendOutput(const Var* var) {
  if (std::ranges::find(outputs_, var) == outputs_.end()) outputs_.push_back(var);
}

void GroupCreator::AppendCall(const Call* call) {
  std::string_view op = OpNameOf(call);
  bool kernel = (op == "relax.call_tir" || op == "relax.call_tir_inplace") && call->args.size() > 1;
  std::string_view callee = op;
  if (kernel) callee = static_cast<const GlobalVar*>(call->args[0])->name.text();
  if (const auto* var = As<GlobalVar>(call->op)) {
    callee = var->name.text();
    if (callee.starts_with("fused_")) callee.remove_prefix(6);
  }
  if (!callee.empty()) name_ += "_" + AsName(callee);
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  if (kernel) args = {call->args[1]};
  for (size_t i = 0; i < args.size(); ++i) {
    if (i < call->args.size() && WantsLiteral(call->op, i)) continue;
    // Tuples in place are made anew inside.
    if (const auto* tuple = As<Tuple>(args[i])) {
      args.insert(args.end(), tuple->fields.begin(), tuple->fields.end());
      continue;
    }
    NeedWhole(args[i]);
  }
}

void GroupCreator::NeedWhole(const Expr* e) {
  Need(e);
  std::erase_if(partly_used_, [&](const PartlyUsed& partly) { return partly.tuple == e; });
}

// A parameter for what the group does not define itself.
void GroupCreator::Need(const Expr* e) {
  if (std::ranges::find(args_, e) != args_.end()) return;
  const auto* var = As<Var>(e);
  if (var != nullptr && defined_.contains(var)) return;
  if (Is<GlobalVar>(e) || Is<ExternFunc>(e) || (!lift_constants_ && Is<Constant>(e))) return;
  std::string name = var != nullptr ? var->name.str() : "param_" + std::to_string(constants_++);
  if (IsInlinable(e)) return;
  args_.push_back(e);
  params_.push_back(MakeVar(ctx_, name, e->type));
  // Until something uses the whole tuple.
  if (Is<TupleType>(e->type)) partly_used_.push_back({e, {}});
}

GroupCreator::PartlyUsed* GroupCreator::FindPartlyUsed(const Expr* tuple) {
  auto found = std::ranges::find(partly_used_, tuple, &PartlyUsed::tuple);
  return found == partly_used_.end() ? nullptr : &*found;
}

// A tuple of which fields alone are used gives way to these fields.
void GroupCreator::SplitTuples() {
  for (const PartlyUsed& partly : partly_used_) {
    auto at = std::ranges::find(args_, partly.tuple) - args_.begin();
    const Var* whole = params_[static_cast<size_t>(at)];
    const auto* type = As<TupleType>(whole->type);
    std::vector<const Expr*> args;
    std::vector<const Var*> params;
    for (int64_t item : partly.items) {
      args.push_back(MakeTupleGetItem(ctx_, partly.tuple, item));
      params.push_back(
          MakeVar(ctx_, whole->name.str() + "_" + std::to_string(item), type->fields[static_cast<size_t>(item)]));
      for (const VarBinding* binding : bindings_) {
        const auto* get = As<TupleGetItem>(binding->value);
        if (get != nullptr && get->tuple == partly.tuple && get->index == item) inside_[binding->var] = params.back();
      }
    }
    args_.erase(args_.begin() + at);
    params_.erase(params_.begin() + at);
    args_.insert(args_.begin() + at, args.begin(), args.end());
    params_.insert(params_.begin() + at, params.begin(), params.end());
  }
}

// Variables that types mention are dimensions, which come along with shapes: TVM makes parameters of those too, and
// loses that they are the same. One that is a parameter or a binding of the caller is a parameter here, too, the first,
// by which the types of the others speak.
void GroupCreator::SettleDimensions() {
  std::unordered_set<const Var*> mentioned;
  std::vector<const Var*> sizes;
  auto note = [&](const Type* type) {
    for (const Var* var : VarsIn(type)) mentioned.insert(var);
  };
  for (const Expr* arg : args_) note(arg->type);
  for (const VarBinding* binding : bindings_) note(binding->var->type);
  for (size_t i = args_.size(); i-- > 0;) {
    const auto* var = As<Var>(args_[i]);
    if (var == nullptr || !mentioned.contains(var) || !Is<PrimType>(var->type)) continue;
    args_.erase(args_.begin() + static_cast<ptrdiff_t>(i));
    params_.erase(params_.begin() + static_cast<ptrdiff_t>(i));
    if (values_.contains(var)) sizes.push_back(var);
  }
  args_.insert(args_.begin(), sizes.rbegin(), sizes.rend());
  params_.insert(params_.begin(), sizes.rbegin(), sizes.rend());
}

// A type as it is inside the function: a shape that is a variable of the caller becomes the variable that stands for
// it, or its rank alone (TVM leaves the caller's variable there, undefined).
const Type* GroupCreator::TypeInside(const Type* type) const {
  if (type == nullptr || Is<PrimType>(type)) return type;
  VarMap bound;
  bool shapes = false;
  for (const Var* var : VarsIn(type)) {
    if (Is<PrimType>(var->type)) {
      bound.emplace(var, var);
      continue;
    }
    shapes = true;
    auto found = inside_.find(var);
    if (found != inside_.end()) bound.emplace(var, found->second);
    if (std::ranges::find(params_, var) != params_.end()) bound.emplace(var, var);
  }
  return shapes ? EraseWith(ctx_, type, bound) : type;
}

// A rewritten node with its own type, or the type that it is, as it is inside.
const Node* GroupCreator::WithTypeInside(const Node* node) const {
  if (IsTypeKind(node->kind)) return TypeInside(static_cast<const Type*>(node));
  const Expr* e = AsExpr(node);
  if (e == nullptr || Is<Var>(e)) return node;
  const Type* type = TypeInside(e->type);
  if (type == e->type) return node;
  return MapChildren(ctx_, e, Types::kInclude, [&](const Node* child) { return child == e->type ? type : child; });
}

void GroupCreator::Build(const AttrDict* attrs) {
  if (outputs_.empty()) return;
  SettleDimensions();
  for (const Var*& param : params_) {
    // Which parameters are shapes is not known to those before them.
    const Type* type = TypeInside(param->type);
    if (type != param->type) param = MakeVar(ctx_, param->name.text(), type);
  }
  for (size_t i = 0; i < args_.size(); ++i) inside_[args_[i]] = params_[i];
  SplitTuples();
  RewriteMemo memo;
  auto rule = [&](const Node* rebuilt, const Node* original) {
    auto found = inside_.find(original);
    return found == inside_.end() ? WithTypeInside(rebuilt) : static_cast<const Node*>(found->second);
  };
  auto enter = [&](const Node* node) { return !inside_.contains(node) && !Is<Var>(node); };
  std::vector<const Binding*> bindings;
  for (const VarBinding* binding : bindings_) {
    if (inside_.contains(binding->var)) continue;
    bool output = std::ranges::find(outputs_, binding->var) != outputs_.end();
    VarFlavor flavor = output ? VarFlavor::kPlain : VarFlavor::kDataflow;
    const Var* var = MakeVar(ctx_, binding->var->name.text(), TypeInside(binding->var->type), flavor);
    const auto* value = static_cast<const Expr*>(Rewrite(ctx_, binding->value, rule, enter, Types::kSkip, memo));
    bindings.push_back(MakeBinding(ctx_, var, value));
    inside_[binding->var] = var;
  }
  std::vector<const Expr*> results;
  for (const Var* var : outputs_) results.push_back(inside_.at(var));
  const Expr* result = results.size() == 1 ? results[0] : MakeTuple(ctx_, results);
  function_ = MakeFrom(bindings, result, WithAttr(ctx_, attrs, "Primitive", MakeAttrBool(ctx_, true)));
}

const Function* GroupCreator::MakeFrom(const std::vector<const Binding*>& bindings, const Expr* result,
                                       const AttrDict* attrs) {
  std::vector<const BindingBlock*> blocks;
  if (!bindings.empty()) blocks.push_back(MakeBlock(ctx_, bindings, true));
  SeqExpr* body = ctx_.arena.New<SeqExpr>(*MakeSeq(ctx_, blocks, result));
  Function like;
  like.attrs = attrs;
  const Function* func = MakeRefinedFunction(ctx_, like, params_, body, nullptr);
  // Symbolic variables that no parameter brings along come as a shape.
  std::vector<const Expr*> symbols;
  for (const Var* var : FreeVarsIn(func)) {
    if (Is<PrimType>(var->type)) symbols.push_back(var);
  }
  if (!symbols.empty()) {
    args_.push_back(MakeShape(ctx_, symbols));
    params_.push_back(MakeVar(ctx_, "tir_vars", MakeShapeType(ctx_, symbols)));
    func = MakeRefinedFunction(ctx_, like, params_, body, nullptr);
  }
  // Outside of its bindings, the body's type speaks of no shape that one of them defines.
  std::vector<const Var*> visible = params_;
  for (const Var* param : params_) {
    std::vector<const Var*> vars = VarsIn(param->type);
    visible.insert(visible.end(), vars.begin(), vars.end());
  }
  body->type = EraseVars(ctx_, body->type, visible);
  return WithFreshVars(ctx_, func);
}

}  // namespace assay
