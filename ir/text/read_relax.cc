// Relax functions: statements and bindings. Values are brought to A-normal form as TVM's builder does: a nested call is
// bound to a fresh variable first, named lv, lv1, … inside dataflow and gv, gv1, … outside.
#include <algorithm>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/text/read.h"
#include "ir/walk.h"

namespace assay {

void ModuleReader::FlushBlock(RelaxBody& body) {
  if (body.bindings.empty()) return;
  body.blocks.push_back(MakeBlock(ctx_, body.bindings, body.is_dataflow));
  body.bindings.clear();
}

const Expr* ModuleReader::WithType(const Expr* value) {
  if (value == nullptr || value->type != nullptr) return value;
  Result<const Type*> type = InferType(ctx_, &module_, value);
  // No rule, or a call that is wrong: the well-formedness check says so later; reading goes on as long as it does not
  // need the type.
  if (type.ok() && *type != nullptr) const_cast<Expr*>(value)->type = *type;
  if (!type.ok() && !refused_) refused_ = std::move(type).error();
  return value;
}

const Expr* ModuleReader::ToLeaf(const Expr* value, std::string name) {
  if (value == nullptr || relax_ == nullptr) return value;
  switch (value->kind) {
    case NodeKind::kCall:
      // A scalar intrinsic is part of its expression; only Relax calls are bound.
      if (const auto* op = As<Op>(static_cast<const Call*>(value)->op);
          op != nullptr && !op->name.text().starts_with("relax.")) {
        return value;
      }
      break;
    case NodeKind::kTupleGetItem:
    case NodeKind::kIf:
    case NodeKind::kFunction:
    case NodeKind::kSeqExpr: break;
    // other kinds: leaves, which stand as they are
    default: return value;
  }
  WithType(value);
  int& count = relax_->is_dataflow ? fresh_lv_ : fresh_gv_;
  if (name.empty()) {
    name = relax_->is_dataflow ? "lv" : "gv";
    if (count > 0) name += std::to_string(count);
  }
  ++count;
  const Var* var = MakeVar(ctx_, name, value->type, relax_->is_dataflow ? VarFlavor::kDataflow : VarFlavor::kPlain);
  relax_->bindings.push_back(At(value->span, MakeBinding(ctx_, At(value->span, var), value)));
  return var;
}

bool ModuleReader::LowerRelaxStmts(std::span<const PyStmt* const> stmts) {
  for (const PyStmt* stmt : stmts) {
    if (relax_->result != nullptr) {
      Fail(stmt->span, "a statement follows return");
      return false;
    }
    if (!LowerRelaxStmt(stmt) || failed_) return false;
  }
  return true;
}

bool ModuleReader::LowerRelaxStmt(const PyStmt* stmt) {
  switch (stmt->kind) {
    case PyStmtKind::kPass: return true;
    case PyStmtKind::kExpr: return LowerRelaxExprStmt(stmt);
    case PyStmtKind::kAssign: return LowerRelaxAssign(stmt);
    case PyStmtKind::kReturn: return LowerRelaxReturn(stmt);
    case PyStmtKind::kWith: return LowerDataflow(stmt);
    case PyStmtKind::kIf: return LowerRelaxIf(stmt);
    case PyStmtKind::kDef: return LowerNestedFunction(stmt);
    case PyStmtKind::kFor:
    case PyStmtKind::kWhile:
    case PyStmtKind::kClass:
    case PyStmtKind::kBreak:
    case PyStmtKind::kContinue:
    case PyStmtKind::kAssert: break;
  }
  Fail(stmt->span, "this statement is not part of a Relax function");
  return false;
}

bool DeclaresSize(const PyExpr* call, std::string_view path) {
  const PyExpr* flag = call->Keyword("is_size_var");
  return path == "SizeVar" || (flag != nullptr && flag->Is(PyKind::kTrue));
}

// n = T.int64(), m, n = T.int64(), T.int64(), n = T.var("int64"): names of the signature keep their variable.
bool ModuleReader::LowerSymbolicVars(const PyStmt* stmt) {
  if (stmt->value == nullptr || stmt->annotation != nullptr || stmt->op != 0) return false;
  bool many = stmt->target->Is(PyKind::kTuple) && stmt->value->Is(PyKind::kTuple) &&
              stmt->target->items.size() == stmt->value->items.size();
  auto targets = many ? stmt->target->items : std::span<const PyExpr* const>(&stmt->target, 1);
  auto values = many ? stmt->value->items : std::span<const PyExpr* const>(&stmt->value, 1);
  std::vector<DType> dtypes;
  std::vector<VarFlavor> flavors;
  for (size_t i = 0; i < values.size(); ++i) {
    auto callee = DottedCallee(values[i]);
    if (!targets[i]->Is(PyKind::kName) || !callee || callee->dialect != 'T') return false;
    bool is_var = callee->path == "var" || callee->path == "Var" || callee->path == "SizeVar";
    std::optional<DType> dtype = is_var ? std::nullopt : ParseDType(callee->path);
    if (is_var && values[i]->items.size() >= 2) dtype = LowerDType(values[i]->items.back());
    if (!dtype || (!is_var && values[i]->items.size() != 1)) return false;
    dtypes.push_back(*dtype);
    flavors.push_back(DeclaresSize(values[i], callee->path) ? VarFlavor::kSize : VarFlavor::kPlain);
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const auto* known = As<Var>(scope_.Find(targets[i]->text));
    if (known != nullptr && known->type == ctx_.Prim(dtypes[i]) && !DTypeOf(known).IsHandle()) continue;
    scope_.Define(targets[i]->text,
                  At(targets[i]->span, MakeVar(ctx_, targets[i]->text, ctx_.Prim(dtypes[i]), flavors[i])));
  }
  return true;
}

const Var* ModuleReader::BindRelax(const PyStmt* stmt, std::string_view name, const Expr* value,
                                   const Type* annotation) {
  bool leaves = relax_->outputs != nullptr &&
                std::find(relax_->outputs->begin(), relax_->outputs->end(), stmt) != relax_->outputs->end();
  // Of several variables that one statement binds, those that the block gives out.
  if (leaves && stmt->kind == PyStmtKind::kAssign && stmt->target->Is(PyKind::kTuple)) {
    leaves = std::ranges::find(*relax_->output_names, name) != relax_->output_names->end();
  }
  bool local = relax_->is_dataflow && !leaves;
  ++(relax_->is_dataflow ? fresh_lv_ : fresh_gv_);
  bool inferred = annotation == nullptr || SaysTheSameOfFunctions(annotation, value->type);
  const Type* type = inferred ? value->type : annotation;
  const Var* var =
      At(stmt->span, MakeVar(ctx_, name.empty() ? "_" : name, type, local ? VarFlavor::kDataflow : VarFlavor::kPlain));
  if (!name.empty()) scope_.Define(name, var);
  return var;
}

// a, b = t for a variable that holds a tuple: its fields, as many as there are.
bool ModuleReader::LowerUnpacking(const PyStmt* stmt) {
  const Expr* tuple = ToLeaf(LowerRelax(stmt->value));
  if (tuple == nullptr) return false;
  const auto* type = Is<Var>(tuple) ? As<TupleType>(tuple->type) : nullptr;
  std::span<const PyExpr* const> names = stmt->target->items;
  if (tuple->type == nullptr && refused_) return Fail(*refused_), false;
  if (type == nullptr || type->fields.size() != names.size()) {
    std::string message = fmt::format("expected a tuple of {} fields, got {}", names.size(), TypeText(tuple->type));
    Fail(stmt->span, std::move(message), DiagKind::kArityMismatch);
    return false;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i]->Is(PyKind::kName)) return Fail(names[i]->span, "expected a name"), false;
    const Expr* field = WithType(At(stmt->span, MakeTupleGetItem(ctx_, tuple, static_cast<int64_t>(i))));
    const Var* var = BindRelax(stmt, names[i]->text, field, nullptr);
    relax_->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, field)));
  }
  return true;
}

bool ModuleReader::LowerRelaxAssign(const PyStmt* stmt) {
  if (LowerSymbolicVars(stmt)) return true;
  if (failed_) return false;
  bool unpacks =
      stmt->target->Is(PyKind::kTuple) && stmt->value != nullptr && stmt->annotation == nullptr && stmt->op == 0;
  if (unpacks) return LowerUnpacking(stmt);
  if (!stmt->target->Is(PyKind::kName) || (stmt->value == nullptr && stmt->annotation == nullptr) || stmt->op != 0) {
    Fail(stmt->span, "expected a binding of one variable");
    return false;
  }
  if (stmt->value == nullptr) {
    // A type alone: a free variable of an ill-formed function, as the printer declares it.
    const Type* type = LowerType(stmt->annotation);
    scope_.Define(stmt->target->text, At(stmt->span, MakeVar(ctx_, stmt->target->text, type)));
    return type != nullptr;
  }
  std::string_view name = stmt->target->text;
  const PyExpr* value_py = stmt->value;
  // cls = Module.
  if (value_py->Is(PyKind::kName) &&
      (value_py->text == module_name_ || scope_.Find(value_py->text) == module_marker_) && module_marker_ != nullptr) {
    scope_.Define(name, module_marker_);
    return true;
  }
  const Type* annotation = nullptr;
  if (stmt->annotation != nullptr && (annotation = LowerType(stmt->annotation)) == nullptr) return false;
  if (auto callee = DottedCallee(value_py); callee && callee->Is('R', "match_cast")) {
    if (value_py->items.size() != 3) {
      Fail(value_py->span, "expected a value and a type", DiagKind::kArityMismatch);
      return false;
    }
    // As in TVM, a call or a field of a tuple may stand in a match_cast itself.
    const Expr* value = LowerRelax(value_py->items[1]);
    value = Is<Call>(value) || Is<TupleGetItem>(value) ? WithType(value) : ToLeaf(value);
    const Type* target = value == nullptr ? nullptr : LowerType(value_py->items[2]);
    if (target == nullptr) return false;
    // As TVM's reader wants it: "Cannot specify inconsistent annotation for match cast pair".
    if (annotation != nullptr && !Equal(annotation, target)) {
      Fail(stmt->annotation->span, "the annotation is not the type that the match_cast casts to",
           DiagKind::kTypeMismatch);
      return false;
    }
    const Expr* typed = At(stmt->span, MakeVar(ctx_, name, target));
    const Var* var = BindRelax(stmt, name, typed, annotation);
    relax_->bindings.push_back(At(stmt->span, MakeMatchCast(ctx_, var, value, target)));
    for (const Var* size : VarsIn(target)) relax_->sizes.push_back(size);
    if (Is<PrimType>(target)) relax_->sizes.push_back(var);
    return true;
  }
  // As in TVM, a literal that is bound is a constant, unless the variable is said to be a scalar.
  bool truth = value_py->IsTruth() && Is<PrimType>(annotation);
  const Expr* value = value_py->IsNumber() && annotation == nullptr ? LowerBareConst(value_py)
                      : truth                                       ? LowerLiteral(value_py)
                                                                    : LowerRelax(value_py);
  if (value == nullptr) return false;
  if (Is<Call>(value) && annotation != nullptr && !Is<PrimType>(value->type)) {
    // As in TVM, a call that is annotated has that type; whether it can have it is for the checker to say. Nodes of
    // calls are fresh here.
    const_cast<Expr*>(value)->type = annotation;
  }
  WithType(value);
  const Var* var = BindRelax(stmt, name, value, annotation);
  relax_->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  if (Is<PrimType>(var->type)) relax_->sizes.push_back(var);
  return true;
}

bool ModuleReader::LowerRelaxExprStmt(const PyStmt* stmt) {
  auto callee = DottedCallee(stmt->value);
  if (callee && callee->Is('R', "func_attr")) {
    const AttrDict* attrs = stmt->value->items.size() == 2 ? LowerDict(stmt->value->items[1]) : nullptr;
    if (attrs == nullptr) return Fail(stmt->span, "expected one dictionary"), false;
    for (size_t i = 0; i < attrs->keys.size(); ++i) {
      draft_->relax->attrs = WithAttr(ctx_, draft_->relax->attrs, attrs->keys[i].text(), attrs->values[i]);
    }
    return true;
  }
  if (callee && callee->Is('R', "func_ret_value") && stmt->value->items.size() == 2) {
    relax_->result = ToLeaf(LowerRelax(stmt->value->items[1]));
    return relax_->result != nullptr;
  }
  if (callee && callee->Is('R', "is_impure")) {
    draft_->relax->is_pure = false;
    return true;
  }
  if (stmt->value->Is(PyKind::kString) || stmt->value->Is(PyKind::kEllipsis)) return true;
  const Expr* value = WithType(LowerRelax(stmt->value));
  if (value == nullptr) return false;
  // A call for its effect yields the empty tuple when no rule says otherwise.
  if (value->type == nullptr && Is<Call>(value)) const_cast<Expr*>(value)->type = MakeTupleType(ctx_, {});
  const Var* var = BindRelax(stmt, "", value, nullptr);
  relax_->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  return true;
}

bool ModuleReader::LowerRelaxReturn(const PyStmt* stmt) {
  if (stmt->value == nullptr) return Fail(stmt->span, "return needs a value"), false;
  if (relax_->is_dataflow) return Fail(stmt->span, "return inside a dataflow block"), false;
  relax_->result = ToLeaf(LowerRelax(stmt->value));
  relax_->result_span = stmt->span;
  return relax_->result != nullptr;
}

bool ModuleReader::LowerDataflow(const PyStmt* stmt) {
  auto callee = DottedCallee(stmt->value);
  if (!callee || !callee->Is('R', "dataflow") || relax_->is_dataflow) {
    Fail(stmt->span, "expected with R.dataflow()");
    return false;
  }
  if (stmt->value->items.size() > 1)
    return Fail(stmt->value->span, "R.dataflow takes no arguments", DiagKind::kArityMismatch), false;
  // The last binding of each name in R.output(…) leaves the block.
  std::vector<const PyStmt*> outputs;
  std::vector<std::string_view> names;
  for (const PyStmt* inner : stmt->body) {
    if (inner->kind != PyStmtKind::kExpr) continue;
    auto output = DottedCallee(inner->value);
    if (!output || !output->Is('R', "output")) continue;
    for (const PyExpr* item : inner->value->args()) {
      if (item->Is(PyKind::kName)) names.push_back(item->text);
    }
  }
  for (std::string_view name : names) {
    auto binds = [&](const PyStmt* s) {
      auto is_name = [&](const PyExpr* target) { return target->Is(PyKind::kName) && target->text == name; };
      bool assigns =
          s->kind == PyStmtKind::kAssign &&
          (is_name(s->target) || (s->target->Is(PyKind::kTuple) && std::ranges::any_of(s->target->items, is_name)));
      return assigns || (s->kind == PyStmtKind::kDef && s->name == name);
    };
    auto last = std::find_if(stmt->body.rbegin(), stmt->body.rend(), binds);
    if (last != stmt->body.rend()) outputs.push_back(*last);
  }
  FlushBlock(*relax_);
  relax_->is_dataflow = true;
  relax_->outputs = &outputs;
  relax_->output_names = &names;
  for (const PyStmt* inner : stmt->body) {
    auto output = inner->kind == PyStmtKind::kExpr ? DottedCallee(inner->value) : std::nullopt;
    if (output && output->Is('R', "output")) {
      for (const PyExpr* item : inner->value->args()) {
        if (item->Is(PyKind::kName) && scope_.Find(item->text) == nullptr)
          return Undefined(item->span, item->text), false;
      }
    } else if (!LowerRelaxStmt(inner)) {
      return false;
    }
  }
  if (relax_->bindings.empty()) {
    relax_->blocks.push_back(MakeBlock(ctx_, {}, true));
  } else {
    FlushBlock(*relax_);
  }
  relax_->is_dataflow = false;
  relax_->outputs = nullptr;
  relax_->output_names = nullptr;
  return !failed_;
}

// The branch's statements; the last one's value is the branch's result, bound by `name` outside and by name_then or
// name_else inside (as TVM names it).
const SeqExpr* ModuleReader::LowerBranch(std::span<const PyStmt* const> stmts, bool is_then, std::string_view& name,
                                         const Type*& type) {
  if (stmts.empty()) return Fail({}, "an if in Relax needs both branches");
  const PyStmt* last = stmts.back();
  RelaxBody body;
  RelaxBody* outer = std::exchange(relax_, &body);
  body.sizes = outer->sizes;
  size_t mark = scope_.Mark();
  LowerRelaxStmts(stmts.first(stmts.size() - 1));
  const Expr* result = nullptr;
  if (!failed_ && last->kind == PyStmtKind::kAssign && last->target->Is(PyKind::kName) && last->value != nullptr) {
    name = last->target->text;
    if (last->annotation != nullptr) type = LowerType(last->annotation);
    result = failed_ ? nullptr : WithType(LowerRelax(last->value));
  } else if (!failed_ && last->kind == PyStmtKind::kExpr) {
    name = "";
    result = WithType(LowerRelax(last->value));
  } else if (!failed_ && last->kind == PyStmtKind::kIf) {
    // The inner if binds a variable; its value is the result.
    LowerRelaxIf(last);
    if (!failed_) {
      FlushBlock(body);
      const Binding* inner = body.blocks.back()->bindings.back();
      name = scope_.Find(inner->var->name.text()) == inner->var ? inner->var->name.text() : "";
      type = inner->var->type;
      result = inner->var;
    }
  } else {
    Fail(last->span, "a branch must end in a binding");
  }
  if (result != nullptr && type != nullptr && result->type == nullptr && Is<Call>(result)) {
    const_cast<Expr*>(result)->type = type;
  }
  const Expr* leaf =
      failed_ ? nullptr : ToLeaf(result, (name.empty() ? "_" : std::string(name)) + (is_then ? "_then" : "_else"));
  relax_ = outer;
  scope_.RollBack(mark);
  FlushBlock(body);
  return leaf == nullptr ? nullptr : Sequence(body, leaf, outer->sizes);
}

// The type of a sequence speaks of no variable that its own bindings define, wherever that was declared.
const SeqExpr* ModuleReader::Sequence(const RelaxBody& body, const Expr* result,
                                      const std::vector<const Var*>& visible) {
  SeqExpr* seq = const_cast<SeqExpr*>(MakeSeq(ctx_, body.blocks, result));
  // Where the result is given.
  seq->span = body.result_span;
  if (seq->type != nullptr) seq->type = EraseVars(ctx_, seq->type, visible);
  return seq;
}

bool ModuleReader::LowerRelaxIf(const PyStmt* stmt) {
  if (relax_->is_dataflow) return Fail(stmt->span, "an if inside a dataflow block"), false;
  const Expr* cond = ToLeaf(LowerRelax(stmt->value));
  if (cond == nullptr) return false;
  std::string_view names[2];
  const Type* types[2] = {};
  const SeqExpr* branches[2] = {LowerBranch(stmt->body, true, names[0], types[0]), nullptr};
  branches[1] = failed_ ? nullptr : LowerBranch(stmt->orelse, false, names[1], types[1]);
  if (failed_) return false;
  if (names[0] != names[1]) return Fail(stmt->span, "the branches bind different names"), false;
  If* value = ctx_.arena.New<If>();
  value->cond = cond;
  value->true_branch = branches[0];
  value->false_branch = branches[1];
  value->span = stmt->span;
  WithType(value);
  const Type* type = types[0] != nullptr && types[1] != nullptr ? JoinTypes(ctx_, types[0], types[1]) : nullptr;
  if (value->type == nullptr) value->type = type;
  const Var* var = BindRelax(stmt, names[0], value, type);
  relax_->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  return true;
}

bool ModuleReader::LowerNestedFunction(const PyStmt* stmt) {
  Draft draft;
  draft.def = stmt;
  // The name is visible inside, for recursion.
  size_t mark = scope_.Mark();
  bool saved_quoted = std::exchange(quoted_defines_, false);
  DeclareRelax(draft);
  if (failed_) return false;
  Var* var = ctx_.arena.New<Var>();
  var->name = ctx_.Intern(stmt->name);
  var->span = stmt->span;
  var->type = draft.relax->type;
  scope_.Define(stmt->name, var);
  for (const auto& [name, node] : draft.names) scope_.Define(name, node);
  RelaxBody* outer = std::exchange(relax_, nullptr);
  int saved_gv = std::exchange(fresh_gv_, 0);
  int saved_lv = std::exchange(fresh_lv_, 0);
  Draft* outer_draft = std::exchange(draft_, &draft);
  FinishRelax(draft);
  draft_ = outer_draft;
  relax_ = outer;
  fresh_gv_ = saved_gv;
  fresh_lv_ = saved_lv;
  quoted_defines_ = saved_quoted;
  scope_.RollBack(mark);
  if (failed_) return false;
  var->type = draft.relax->type;
  if (relax_->is_dataflow) var->flavor = VarFlavor::kDataflow;
  bool leaves = relax_->outputs != nullptr &&
                std::find(relax_->outputs->begin(), relax_->outputs->end(), stmt) != relax_->outputs->end();
  if (leaves) var->flavor = VarFlavor::kPlain;
  scope_.Define(stmt->name, var);
  relax_->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, draft.relax)));
  ++(relax_->is_dataflow ? fresh_lv_ : fresh_gv_);
  return true;
}

}  // namespace assay
