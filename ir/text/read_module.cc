// Modules and functions. All signatures are lowered first, so that bodies can call what stands further down.
#include <algorithm>

#include "ir/ops/infer.h"
#include "ir/support/unknown_name.h"
#include "ir/targets.h"
#include "ir/text/read.h"
#include "ir/walk.h"

namespace assay {
namespace {

// "R.function", "relax.function", "function": what a decorator's last name is.
std::string_view DecoratorName(const PyExpr* decorator) {
  const PyExpr* e = decorator->Is(PyKind::kCall) ? decorator->items[0] : decorator;
  return e->Is(PyKind::kAttribute) || e->Is(PyKind::kName) ? e->text : std::string_view();
}
bool HasDecorator(const PyStmt* def, std::string_view name) {
  return std::any_of(def->decorators.begin(), def->decorators.end(),
                     [&](const PyExpr* d) { return DecoratorName(d) == name; });
}

}  // namespace

Module ModuleReader::LowerModule(std::string_view name, std::span<const PyStmt* const> body,
                                 const std::vector<std::string_view>& type_vars) {
  around_.Enter(name, type_vars, ctx_.arena.New<DummyGlobalInfo>());
  scope_.Define("cls", around_.marker());
  if (!name.empty()) scope_.Define(name, around_.marker());
  std::vector<FunctionDraft> drafts;
  DeclareAll(body, drafts);
  for (FunctionDraft& draft : drafts) {
    if (draft.failed || draft.external != nullptr) continue;
    site_.StartOver();
    size_t mark = scope_.Mark();
    for (const auto& [key, node] : draft.names) scope_.Define(key, node);
    around_.Write(&draft);
    if (draft.is_prim) {
      kernels_.FinishPrim(draft);
    } else {
      relax_.FinishRelax(draft);
    }
    around_.Write(nullptr);
    draft.failed = site_.failed();
    scope_.RollBack(mark);
  }
  UpdateModule(drafts);
  return around_.module();
}

void ModuleReader::UpdateModule(const std::vector<FunctionDraft>& drafts) {
  std::vector<ModuleEntry> entries;
  for (const FunctionDraft& draft : drafts) {
    const Expr* func = draft.is_prim ? static_cast<const Expr*>(draft.prim) : draft.relax;
    if (draft.external != nullptr) func = draft.external;
    if (func != nullptr) entries.push_back({draft.var, func});
  }
  Module module;
  module.entries = ctx_.Copy(entries);
  module.attrs = module_attrs_;
  module.global_infos = ctx_.Copy(global_infos_);
  around_.Become(module);
}

void ModuleReader::DeclareAll(std::span<const PyStmt* const> body, std::vector<FunctionDraft>& drafts) {
  for (const PyStmt* stmt : body) {
    if (stmt->kind == PyStmtKind::kExpr && stmt->value->Is(PyKind::kCall)) LowerModuleCall(stmt->value);
  }
  UpdateModule(drafts);
  for (const PyStmt* stmt : body) {
    site_.StartOver();
    if (stmt->kind == PyStmtKind::kAssign) {
      DeclareAssign(stmt, drafts);
      continue;
    }
    if (stmt->kind != PyStmtKind::kDef) {
      bool harmless = stmt->kind == PyStmtKind::kExpr || stmt->kind == PyStmtKind::kPass;
      if (!harmless) site_.Fail(stmt->span, "a module holds functions only");
      continue;
    }
    FunctionDraft draft;
    draft.def = stmt;
    draft.is_prim = HasDecorator(stmt, "prim_func");
    if (!draft.is_prim && !HasDecorator(stmt, "function")) {
      // Python methods of a module class (I.pyfunc and the like) are no IR.
      for (const PyExpr* decorator : stmt->decorators) {
        auto known = site_.Dotted(decorator->Is(PyKind::kCall) ? decorator->items[0] : decorator);
        if (known && known->dialect != 'I')
          site_.Fail(decorator->span, UnknownText("decorator", known->path, {"function", "prim_func"}));
      }
      plain_defs_.push_back(stmt);
      continue;
    }
    if (around_.GlobalNamed(stmt->name) != nullptr) {
      site_.Fail(stmt->span, "the module has two functions '" + std::string(stmt->name) + "'");
      continue;
    }
    draft.var = MakeGlobalVar(ctx_, stmt->name);
    around_.AddGlobal(stmt->name, draft.var);
    drafts.push_back(draft);
  }
  for (FunctionDraft& draft : drafts) {
    if (draft.external != nullptr) continue;
    site_.StartOver();
    size_t mark = scope_.Mark();
    if (draft.is_prim) {
      signatures_.DeclarePrim(draft);
    } else {
      signatures_.DeclareRelax(draft);
    }
    scope_.RollBack(mark);
    draft.failed = site_.failed();
  }
  UpdateModule(drafts);
}

// name = R.ExternFunc("name").
void ModuleReader::DeclareAssign(const PyStmt* stmt, std::vector<FunctionDraft>& drafts) {
  auto callee = stmt->value == nullptr ? std::nullopt : site_.DottedCallee(stmt->value);
  if (!stmt->target->Is(PyKind::kName) || !callee || !callee->Is('R', "ExternFunc")) {
    site_.Fail(stmt->span, "a module holds functions only");
    return;
  }
  FunctionDraft draft;
  draft.def = stmt;
  draft.external = As<ExternFunc>(values_.LowerRelaxCall(stmt->value));
  draft.var = MakeGlobalVar(ctx_, stmt->target->text);
  around_.AddGlobal(stmt->target->text, draft.var);
  if (draft.external != nullptr) drafts.push_back(draft);
}

void ModuleReader::LowerModuleCall(const PyExpr* call) {
  auto callee = site_.DottedCallee(call);
  if (!callee || callee->dialect != 'I' || call->items.size() != 2) return;
  site_.StartOver();
  if (callee->path == "module_attrs") module_attrs_ = attrs_.LowerDict(call->items[1]);
  if (callee->path == "module_global_infos") LowerGlobalInfos(call->items[1]);
}

void ModuleReader::LowerGlobalInfos(const PyExpr* dict) {
  if (!dict->Is(PyKind::kDict)) {
    site_.Fail(dict->span, "expected a dictionary");
    return;
  }
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    auto key = site_.LowerText(dict->items[i], "a key");
    if (!key) return;
    std::vector<const Node*> infos;
    for (const PyExpr* item : dict->items[i + 1]->items) {
      const auto* info = As<AttrNode>(attrs_.LowerAttr(item));
      if (info == nullptr) {
        site_.Fail(item->span, "expected a global info such as I.vdevice");
        return;
      }
      infos.push_back(info->node);
    }
    global_infos_.push_back({ctx_.Intern(*key), ctx_.Copy(infos)});
  }
  std::sort(global_infos_.begin(), global_infos_.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

const Type* ModuleReader::LowerLoneType(const PyExpr* e, std::unordered_map<std::string, const Var*>& vars) {
  for (const auto& [name, var] : vars) scope_.Define(name, var);
  size_t mark = scope_.Mark();
  types_.DefineQuoted(true);
  const Type* type = types_.LowerType(e);
  for (const auto& [name, node] : scope_.DefinedSince(mark)) vars.emplace(name, As<Var>(node));
  return type;
}

const Expr* ModuleReader::LowerLoneExpr(const PyExpr* e, const std::unordered_map<std::string, const Var*>& vars) {
  for (const auto& [name, var] : vars) scope_.Define(name, var);
  // Dimensions that no variable names are free int64 variables.
  types_.DefineQuoted(true);
  return values_.LowerRelax(e);
}

}  // namespace assay
