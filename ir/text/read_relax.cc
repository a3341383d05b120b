// Relax functions: statements and bindings. Values are brought to A-normal form as TVM's builder does: a nested call is
// bound to a fresh variable first, named lv, lv1, … inside dataflow and gv, gv1, … outside.
#include <algorithm>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/ops/refined_result.h"
#include "ir/relax/signature.h"
#include "ir/support/plural.h"
#include "ir/text/attr_reader.h"
#include "ir/text/binding_builder.h"
#include "ir/text/relax_reader.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/signature_reader.h"
#include "ir/text/type_reader.h"
#include "ir/text/value_reader.h"
#include "ir/walk.h"

namespace assay {

bool RelaxReader::LowerRelaxStmts(std::span<const PyStmt* const> stmts) {
  for (const PyStmt* stmt : stmts) {
    if (bindings_.body()->result != nullptr) {
      site_.Fail(stmt->span, "a statement follows return");
      return false;
    }
    if (!LowerRelaxStmt(stmt) || site_.failed()) return false;
  }
  return true;
}

bool RelaxReader::LowerRelaxStmt(const PyStmt* stmt) {
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
  site_.Fail(stmt->span, "this statement is not part of a Relax function");
  return false;
}

// a, b = t for a variable that holds a tuple: its fields, as many as there are.
bool RelaxReader::LowerUnpacking(const PyStmt* stmt) {
  const Expr* tuple = bindings_.ToLeaf(values_.LowerRelax(stmt->value));
  if (tuple == nullptr) return false;
  const auto* type = Is<Var>(tuple) ? As<TupleType>(tuple->type) : nullptr;
  std::span<const PyExpr* const> names = stmt->target->items;
  if (tuple->type == nullptr && bindings_.refused()) return site_.Fail(*bindings_.refused()), false;
  if (type == nullptr || type->fields.size() != names.size()) {
    std::string message =
        fmt::format("expected a tuple of {}, got {}", Counted(names.size(), "field"), TypeText(tuple->type));
    site_.Fail(stmt->span, std::move(message), DiagKind::kArityMismatch);
    return false;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i]->Is(PyKind::kName)) return site_.Fail(names[i]->span, "expected a name"), false;
    const Expr* field = bindings_.WithType(At(stmt->span, MakeTupleGetItem(ctx_, tuple, static_cast<int64_t>(i))));
    const Var* var = bindings_.BindRelax(stmt, names[i]->text, field, nullptr);
    bindings_.body()->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, field)));
  }
  return true;
}

bool RelaxReader::LowerRelaxAssign(const PyStmt* stmt) {
  if (types_.LowerSymbolicVars(stmt)) return true;
  if (site_.failed()) return false;
  bool unpacks =
      stmt->target->Is(PyKind::kTuple) && stmt->value != nullptr && stmt->annotation == nullptr && stmt->op == 0;
  if (unpacks) return LowerUnpacking(stmt);
  if (!stmt->target->Is(PyKind::kName) || (stmt->value == nullptr && stmt->annotation == nullptr) || stmt->op != 0) {
    site_.Fail(stmt->span, "expected a binding of one variable");
    return false;
  }
  if (stmt->value == nullptr) {
    // A type alone: a free variable of an ill-formed function, as the printer declares it.
    const Type* type = types_.LowerType(stmt->annotation);
    scope_.Define(stmt->target->text, At(stmt->span, MakeVar(ctx_, stmt->target->text, type)));
    return type != nullptr;
  }
  std::string_view name = stmt->target->text;
  const PyExpr* value_py = stmt->value;
  // cls = Module.
  if (value_py->Is(PyKind::kName) &&
      (value_py->text == around_.name() || scope_.Find(value_py->text) == around_.marker()) &&
      around_.marker() != nullptr) {
    scope_.Define(name, around_.marker());
    return true;
  }
  const Type* annotation = nullptr;
  if (stmt->annotation != nullptr && (annotation = types_.LowerType(stmt->annotation)) == nullptr) return false;
  if (auto callee = site_.DottedCallee(value_py); callee && callee->Is('R', "match_cast")) {
    if (value_py->items.size() != 3) {
      site_.Fail(value_py->span, "expected a value and a type", DiagKind::kArityMismatch);
      return false;
    }
    // As in TVM, a call or a field of a tuple may stand in a match_cast itself.
    const Expr* value = values_.LowerRelax(value_py->items[1]);
    value = Is<Call>(value) || Is<TupleGetItem>(value) ? bindings_.WithType(value) : bindings_.ToLeaf(value);
    const Type* target = value == nullptr ? nullptr : types_.LowerType(value_py->items[2]);
    if (target == nullptr) return false;
    // As TVM's reader wants it: "Cannot specify inconsistent annotation for match cast pair".
    if (annotation != nullptr && !Equal(annotation, target)) {
      site_.Fail(stmt->annotation->span, "the annotation is not the type that the match_cast casts to",
                 DiagKind::kTypeMismatch);
      return false;
    }
    const Expr* typed = At(stmt->span, MakeVar(ctx_, name, target));
    const Var* var = bindings_.BindRelax(stmt, name, typed, annotation);
    bindings_.body()->bindings.push_back(At(stmt->span, MakeMatchCast(ctx_, var, value, target)));
    for (const Var* size : VarsIn(target)) bindings_.body()->sizes.push_back(size);
    if (Is<PrimType>(target)) bindings_.body()->sizes.push_back(var);
    return true;
  }
  // As in TVM, a literal that is bound is a constant, unless the variable is said to be a scalar.
  bool truth = value_py->IsTruth() && Is<PrimType>(annotation);
  const Expr* value = value_py->IsNumber() && annotation == nullptr ? values_.LowerBareConst(value_py)
                      : truth                                       ? scalars_.LowerLiteral(value_py)
                                                                    : values_.LowerRelax(value_py);
  if (value == nullptr) return false;
  if (Is<Call>(value) && annotation != nullptr && !Is<PrimType>(value->type)) {
    // As in TVM, a call that is annotated has that type; whether it can have it is for the checker to say. Nodes of
    // calls are fresh here.
    const_cast<Expr*>(value)->type = annotation;
  }
  bindings_.WithType(value);
  const Var* var = bindings_.BindRelax(stmt, name, value, annotation);
  bindings_.body()->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  if (Is<PrimType>(var->type)) bindings_.body()->sizes.push_back(var);
  return true;
}

bool RelaxReader::LowerRelaxExprStmt(const PyStmt* stmt) {
  auto callee = site_.DottedCallee(stmt->value);
  if (callee && callee->Is('R', "func_attr")) {
    const AttrDict* attrs = stmt->value->items.size() == 2 ? attrs_.LowerDict(stmt->value->items[1]) : nullptr;
    if (attrs == nullptr) return site_.Fail(stmt->span, "expected one dictionary"), false;
    for (size_t i = 0; i < attrs->keys.size(); ++i) {
      around_.draft()->relax->attrs =
          WithAttr(ctx_, around_.draft()->relax->attrs, attrs->keys[i].text(), attrs->values[i]);
    }
    return true;
  }
  if (callee && callee->Is('R', "func_ret_value") && stmt->value->items.size() == 2) {
    bindings_.body()->result = bindings_.ToLeaf(values_.LowerRelax(stmt->value->items[1]));
    return bindings_.body()->result != nullptr;
  }
  if (callee && callee->Is('R', "is_impure")) {
    around_.draft()->relax->is_pure = false;
    return true;
  }
  if (stmt->value->Is(PyKind::kString) || stmt->value->Is(PyKind::kEllipsis)) return true;
  const Expr* value = bindings_.WithType(values_.LowerRelax(stmt->value));
  if (value == nullptr) return false;
  // A call for its effect yields the empty tuple when no rule says otherwise.
  if (value->type == nullptr && Is<Call>(value)) const_cast<Expr*>(value)->type = MakeTupleType(ctx_, {});
  const Var* var = bindings_.BindRelax(stmt, "", value, nullptr);
  bindings_.body()->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  return true;
}

bool RelaxReader::LowerRelaxReturn(const PyStmt* stmt) {
  if (stmt->value == nullptr) return site_.Fail(stmt->span, "return needs a value"), false;
  if (bindings_.body()->is_dataflow) return site_.Fail(stmt->span, "return inside a dataflow block"), false;
  bindings_.body()->result = bindings_.ToLeaf(values_.LowerRelax(stmt->value));
  bindings_.body()->result_span = stmt->span;
  return bindings_.body()->result != nullptr;
}

bool RelaxReader::LowerDataflow(const PyStmt* stmt) {
  auto callee = site_.DottedCallee(stmt->value);
  if (!callee || !callee->Is('R', "dataflow") || bindings_.body()->is_dataflow) {
    site_.Fail(stmt->span, "expected with R.dataflow()");
    return false;
  }
  if (stmt->value->items.size() > 1)
    return site_.Fail(stmt->value->span, "R.dataflow takes no arguments", DiagKind::kArityMismatch), false;
  // The last binding of each name in R.output(…) leaves the block.
  std::vector<const PyStmt*> outputs;
  std::vector<std::string_view> names;
  for (const PyStmt* inner : stmt->body) {
    if (inner->kind != PyStmtKind::kExpr) continue;
    auto output = site_.DottedCallee(inner->value);
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
  bindings_.FlushBlock(*bindings_.body());
  bindings_.body()->is_dataflow = true;
  bindings_.body()->outputs = &outputs;
  bindings_.body()->output_names = &names;
  for (const PyStmt* inner : stmt->body) {
    auto output = inner->kind == PyStmtKind::kExpr ? site_.DottedCallee(inner->value) : std::nullopt;
    if (output && output->Is('R', "output")) {
      for (const PyExpr* item : inner->value->args()) {
        if (item->Is(PyKind::kName) && scope_.Find(item->text) == nullptr)
          return site_.Undefined(item->span, item->text), false;
      }
    } else if (!LowerRelaxStmt(inner)) {
      return false;
    }
  }
  if (bindings_.body()->bindings.empty()) {
    bindings_.body()->blocks.push_back(MakeBlock(ctx_, {}, true));
  } else {
    bindings_.FlushBlock(*bindings_.body());
  }
  bindings_.body()->is_dataflow = false;
  bindings_.body()->outputs = nullptr;
  bindings_.body()->output_names = nullptr;
  return !site_.failed();
}

// The branch's statements; the last one's value is the branch's result, bound by `name` outside and by name_then or
// name_else inside (as TVM names it).
// recursion: statements nest no deeper than the parser lets them
const SeqExpr* RelaxReader::LowerBranch(std::span<const PyStmt* const> stmts, bool is_then, std::string_view& name,
                                        const Type*& type) {
  const PyStmt* last = stmts.back();
  RelaxBody body;
  RelaxBody* outer = bindings_.Enter(&body);
  body.sizes = outer->sizes;
  size_t mark = scope_.Mark();
  LowerRelaxStmts(stmts.first(stmts.size() - 1));
  const Expr* result = nullptr;
  if (!site_.failed() && last->kind == PyStmtKind::kAssign && last->target->Is(PyKind::kName) &&
      last->value != nullptr) {
    name = last->target->text;
    if (last->annotation != nullptr) type = types_.LowerType(last->annotation);
    result = site_.failed() ? nullptr : bindings_.WithType(values_.LowerRelax(last->value));
  } else if (!site_.failed() && last->kind == PyStmtKind::kExpr) {
    name = "";
    result = bindings_.WithType(values_.LowerRelax(last->value));
  } else if (!site_.failed() && last->kind == PyStmtKind::kIf) {
    // The inner if binds a variable; its value is the result.
    LowerRelaxIf(last);
    if (!site_.failed()) {
      bindings_.FlushBlock(body);
      const Binding* inner = body.blocks.back()->bindings.back();
      name = scope_.Find(inner->var->name.text()) == inner->var ? inner->var->name.text() : "";
      type = inner->var->type;
      result = inner->var;
    }
  } else {
    site_.Fail(last->span, "a branch must end in a binding");
  }
  if (result != nullptr && type != nullptr && result->type == nullptr && Is<Call>(result)) {
    const_cast<Expr*>(result)->type = type;
  }
  const Expr* leaf =
      site_.failed()
          ? nullptr
          : bindings_.ToLeaf(result, (name.empty() ? "_" : std::string(name)) + (is_then ? "_then" : "_else"));
  bindings_.Enter(outer);
  scope_.RollBack(mark);
  bindings_.FlushBlock(body);
  return leaf == nullptr ? nullptr : bindings_.Sequence(body, leaf, outer->sizes);
}

bool RelaxReader::LowerRelaxIf(const PyStmt* stmt) {
  if (bindings_.body()->is_dataflow) return site_.Fail(stmt->span, "an if inside a dataflow block"), false;
  const Expr* cond = bindings_.ToLeaf(values_.LowerRelax(stmt->value));
  if (cond == nullptr) return false;
  if (stmt->body.empty() || stmt->orelse.empty()) {
    return site_.Fail(stmt->span, "invalid if: expected two branches, got no else"), false;
  }
  std::string_view names[2];
  const Type* types[2] = {};
  const SeqExpr* branches[2] = {LowerBranch(stmt->body, true, names[0], types[0]), nullptr};
  branches[1] = site_.failed() ? nullptr : LowerBranch(stmt->orelse, false, names[1], types[1]);
  if (site_.failed()) return false;
  if (names[0] != names[1]) return site_.Fail(stmt->span, "the branches bind different names"), false;
  If* value = ctx_.arena.New<If>();
  value->cond = cond;
  value->true_branch = branches[0];
  value->false_branch = branches[1];
  value->span = stmt->span;
  bindings_.WithType(value);
  const Type* type = types[0] != nullptr && types[1] != nullptr ? JoinTypes(ctx_, types[0], types[1]) : nullptr;
  if (value->type == nullptr) value->type = type;
  const Var* var = bindings_.BindRelax(stmt, names[0], value, type);
  bindings_.body()->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, value)));
  return true;
}

bool RelaxReader::LowerNestedFunction(const PyStmt* stmt) {
  FunctionDraft draft;
  draft.def = stmt;
  // The name is visible inside, for recursion.
  size_t mark = scope_.Mark();
  bool saved_quoted = types_.DefineQuoted(false);
  signatures_.DeclareRelax(draft);
  if (site_.failed()) return false;
  Var* var = ctx_.arena.New<Var>();
  var->name = ctx_.Intern(stmt->name);
  var->span = stmt->span;
  var->type = draft.relax->type;
  scope_.Define(stmt->name, var);
  for (const auto& [name, node] : draft.names) scope_.Define(name, node);
  RelaxBody* outer = bindings_.Enter(nullptr);
  BindingBuilder::FreshNames names = bindings_.fresh();
  FunctionDraft* outer_draft = around_.Write(&draft);
  FinishRelax(draft);
  around_.Write(outer_draft);
  bindings_.Enter(outer);
  bindings_.RestoreFresh(names);
  types_.DefineQuoted(saved_quoted);
  scope_.RollBack(mark);
  if (site_.failed()) return false;
  var->type = draft.relax->type;
  if (bindings_.body()->is_dataflow) var->flavor = VarFlavor::kDataflow;
  bool leaves = bindings_.body()->outputs != nullptr &&
                std::find(bindings_.body()->outputs->begin(), bindings_.body()->outputs->end(), stmt) !=
                    bindings_.body()->outputs->end();
  if (leaves) var->flavor = VarFlavor::kPlain;
  scope_.Define(stmt->name, var);
  bindings_.body()->bindings.push_back(At(stmt->span, MakeBinding(ctx_, var, draft.relax)));
  bindings_.CountName();
  return true;
}

namespace {

// What a call binds: scalar parameters, and variables that stand alone as a dimension of a parameter's type.
std::vector<const Var*> BoundBySignature(const Function& func) {
  std::vector<const Var*> vars;
  for (const Var* param : func.params) {
    if (Is<PrimType>(param->type)) vars.push_back(param);
    WalkBeforeChildren(param->type, [&](const Node* node) {
      auto add = [&](Nodes<Expr> dims) {
        for (const Expr* dim : dims) {
          if (const auto* var = As<Var>(dim)) vars.push_back(var);
        }
      };
      if (const auto* shape = As<ShapeExpr>(node)) add(shape->values);
      if (const auto* shape = As<ShapeType>(node)) add(shape->values);
      return !Is<FuncType>(node);
    });
  }
  return vars;
}

}  // namespace

// The written result type, or the body's where that is known more exactly (as TVM's Function does), without variables
// that the signature does not bind.
const Type* RelaxReader::RefinedResult(const FunctionDraft& draft, const Type* body) {
  const Type* written = draft.relax->ret_type;
  if (body == nullptr) return written;
  // TVM keeps no calls in the dimensions of a result.
  bool has_call = false;
  WalkOnce(body, [&](const Node* node) { has_call |= Is<Call>(node); });
  if (has_call && written != nullptr) return written;
  return assay::RefinedResult(ctx_, written, body, BoundBySignature(*draft.relax));
}

// The scalar variables of the signature, and of the functions around it.
std::vector<const Var*> RelaxReader::VisibleAround(const FunctionDraft& draft) const {
  std::vector<const Var*> visible = draft.outer_scalars;
  for (const auto& [name, node] : draft.names) {
    if (const auto* var = As<Var>(node)) visible.push_back(var);
  }
  return visible;
}

void RelaxReader::FinishRelax(FunctionDraft& draft) {
  RelaxBody body;
  body.sizes = VisibleAround(draft);
  bindings_.StartFunction();
  bindings_.Enter(&body);
  LowerRelaxStmts(draft.def->body);
  if (!site_.failed() && body.result == nullptr) site_.Fail(draft.def->span, "the function does not return");
  bindings_.Enter(nullptr);
  if (site_.failed()) return;
  bindings_.FlushBlock(body);
  Function* func = draft.relax;
  func->body = bindings_.Sequence(body, body.result, VisibleAround(draft));
  func->ret_type = RefinedResult(draft, body.result->type);
  func->attrs = signatures_.WithSymbol(func->attrs, draft);
  func->type = MakeSignature(ctx_, func->params, func->ret_type, func->is_pure);
  bindings_.FitsIn(draft.def->span, func->type);
}

}  // namespace assay
