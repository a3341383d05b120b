// Modules and functions. All signatures are lowered first, so that bodies can call what stands further down.
#include <algorithm>

#include "ir/ops/infer.h"
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

bool ModuleReader::DecoratorFlag(const PyStmt* def, std::string_view keyword, bool otherwise) {
  for (const PyExpr* decorator : def->decorators) {
    const PyExpr* value = decorator->Is(PyKind::kCall) ? decorator->Keyword(keyword) : nullptr;
    if (value != nullptr) return value->Is(PyKind::kTrue);
  }
  return otherwise;
}

const GlobalVar* ModuleReader::GlobalNamed(std::string_view name) {
  auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : found->second;
}

Module ModuleReader::LowerModule(std::string_view name, std::span<const PyStmt* const> body,
                                 const std::vector<std::string_view>& type_vars) {
  module_name_ = name;
  type_vars_ = type_vars;
  module_marker_ = ctx_.arena.New<DummyGlobalInfo>();
  scope_.Define("cls", module_marker_);
  if (!name.empty()) scope_.Define(name, module_marker_);
  std::vector<Draft> drafts;
  DeclareAll(body, drafts);
  for (Draft& draft : drafts) {
    if (draft.failed || draft.external != nullptr) continue;
    failed_ = false;
    size_t mark = scope_.Mark();
    for (const auto& [key, node] : draft.names) scope_.Define(key, node);
    draft_ = &draft;
    if (draft.is_prim) {
      FinishPrim(draft);
    } else {
      FinishRelax(draft);
    }
    draft_ = nullptr;
    draft.failed = failed_;
    scope_.RollBack(mark);
  }
  UpdateModule(drafts);
  return module_;
}

void ModuleReader::UpdateModule(const std::vector<Draft>& drafts) {
  std::vector<ModuleEntry> entries;
  for (const Draft& draft : drafts) {
    const Expr* func = draft.is_prim ? static_cast<const Expr*>(draft.prim) : draft.relax;
    if (draft.external != nullptr) func = draft.external;
    if (func != nullptr) entries.push_back({draft.var, func});
  }
  module_.entries = ctx_.Copy(entries);
  module_.attrs = module_attrs_;
  module_.global_infos = ctx_.Copy(global_infos_);
}

void ModuleReader::DeclareAll(std::span<const PyStmt* const> body, std::vector<Draft>& drafts) {
  for (const PyStmt* stmt : body) {
    if (stmt->kind == PyStmtKind::kExpr && stmt->value->Is(PyKind::kCall)) LowerModuleCall(stmt->value);
  }
  UpdateModule(drafts);
  for (const PyStmt* stmt : body) {
    failed_ = false;
    if (stmt->kind == PyStmtKind::kAssign) {
      DeclareAssign(stmt, drafts);
      continue;
    }
    if (stmt->kind != PyStmtKind::kDef) {
      bool harmless = stmt->kind == PyStmtKind::kExpr || stmt->kind == PyStmtKind::kPass;
      if (!harmless) Fail(stmt->span, "a module holds functions only");
      continue;
    }
    Draft draft;
    draft.def = stmt;
    draft.is_prim = HasDecorator(stmt, "prim_func");
    if (!draft.is_prim && !HasDecorator(stmt, "function")) {
      // Python methods of a module class (I.pyfunc and the like) are no IR.
      for (const PyExpr* decorator : stmt->decorators) {
        auto known = Dotted(decorator->Is(PyKind::kCall) ? decorator->items[0] : decorator);
        if (known && known->dialect != 'I')
          Fail(decorator->span, std::string(known->path) + " is not what makes a function");
      }
      plain_defs_.push_back(stmt);
      continue;
    }
    if (GlobalNamed(stmt->name) != nullptr) {
      Fail(stmt->span, "the module has two functions '" + std::string(stmt->name) + "'");
      continue;
    }
    draft.var = MakeGlobalVar(ctx_, stmt->name);
    globals_.emplace(stmt->name, draft.var);
    drafts.push_back(draft);
  }
  for (Draft& draft : drafts) {
    if (draft.external != nullptr) continue;
    failed_ = false;
    size_t mark = scope_.Mark();
    if (draft.is_prim) {
      DeclarePrim(draft);
    } else {
      DeclareRelax(draft);
    }
    scope_.RollBack(mark);
    draft.failed = failed_;
  }
  UpdateModule(drafts);
}

// name = R.ExternFunc("name").
void ModuleReader::DeclareAssign(const PyStmt* stmt, std::vector<Draft>& drafts) {
  auto callee = stmt->value == nullptr ? std::nullopt : DottedCallee(stmt->value);
  if (!stmt->target->Is(PyKind::kName) || !callee || !callee->Is('R', "ExternFunc")) {
    Fail(stmt->span, "a module holds functions only");
    return;
  }
  Draft draft;
  draft.def = stmt;
  draft.external = As<ExternFunc>(LowerRelaxCall(stmt->value));
  draft.var = MakeGlobalVar(ctx_, stmt->target->text);
  globals_.emplace(stmt->target->text, draft.var);
  if (draft.external != nullptr) drafts.push_back(draft);
}

void ModuleReader::LowerModuleCall(const PyExpr* call) {
  auto callee = DottedCallee(call);
  if (!callee || callee->dialect != 'I' || call->items.size() != 2) return;
  failed_ = false;
  if (callee->path == "module_attrs") module_attrs_ = LowerDict(call->items[1]);
  if (callee->path == "module_global_infos") LowerGlobalInfos(call->items[1]);
}

void ModuleReader::LowerGlobalInfos(const PyExpr* dict) {
  if (!dict->Is(PyKind::kDict)) {
    Fail(dict->span, "expected a dictionary");
    return;
  }
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    auto key = LowerText(dict->items[i], "a key");
    if (!key) return;
    std::vector<const Node*> infos;
    for (const PyExpr* item : dict->items[i + 1]->items) {
      const auto* info = As<AttrNode>(LowerAttr(item));
      if (info == nullptr) {
        Fail(item->span, "expected a global info such as I.vdevice");
        return;
      }
      infos.push_back(info->node);
    }
    global_infos_.push_back({ctx_.Intern(*key), ctx_.Copy(infos)});
  }
  std::sort(global_infos_.begin(), global_infos_.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

// I.vdevice({"kind": …}, 0, "global"), I.vdevice("llvm").
const VDevice* ModuleReader::LowerVDevice(const PyExpr* call) {
  const PyExpr* target = Arg(call, 0, "target");
  const PyExpr* id = Arg(call, 1, "vdevice_id");
  const PyExpr* scope = Arg(call, 2, "memory_scope");
  if (target == nullptr) return Fail(call->span, "a vdevice needs a target", DiagKind::kArityMismatch);
  VDevice* device = ctx_.arena.New<VDevice>();
  if (target->Is(PyKind::kString)) {
    std::string_view kind = target->text.substr(0, target->text.find(' '));
    device->target = MakeDict(ctx_, {{"kind", MakeAttrString(ctx_, kind)}});
  } else {
    device->target = LowerAttr(target);
    if (const auto* wrapped = As<AttrTarget>(device->target)) device->target = wrapped->config;
  }
  if (const auto* config = As<AttrDict>(device->target)) device->target = CompleteTarget(ctx_, config);
  auto number = id == nullptr ? std::optional<int64_t>(0) : LowerInt(id);
  auto name = scope == nullptr ? std::optional<std::string_view>("global") : LowerText(scope, "a memory scope");
  if (failed_ || device->target == nullptr) return nullptr;
  device->vdevice_id = *number;
  device->memory_scope = ctx_.Intern(*name);
  return At(call->span, device);
}

bool ModuleReader::IsPrivate(const PyStmt* def) { return DecoratorFlag(def, "private", false); }

// Scalar parameters are visible in the whole signature, also in shapes that stand before them.
void ModuleReader::DeclareScalarParams(const PyStmt* def) {
  for (const PyParam& param : def->params) {
    const PyExpr* e = param.annotation;
    if (e == nullptr) continue;
    auto name = Dotted(e->Is(PyKind::kCall) ? e->items[0] : e);
    bool prim = name && name->Is('R', "Prim") && e->Is(PyKind::kCall) && e->Keyword("value") == nullptr;
    bool size = name && e->Is(PyKind::kCall) && DeclaresSize(e, name->path);
    bool scalar = name && name->dialect == 'T' && (size || !e->Is(PyKind::kCall)) && name->path != "handle" &&
                  ParseDType(name->path);
    if (!prim && !scalar) continue;
    const Type* type = LowerType(e);
    if (type == nullptr) return;
    VarFlavor flavor = size ? VarFlavor::kSize : VarFlavor::kPlain;
    scope_.Define(param.name, At(param.span, MakeVar(ctx_, param.name, type, flavor)));
  }
}

bool ModuleReader::DeclareParam(const PyParam& param, std::vector<const Var*>& params) {
  if (param.annotation == nullptr) return Fail(param.span, "the parameter needs a type"), false;
  const Type* type = LowerType(param.annotation);
  if (type == nullptr) return false;
  const auto* var = Is<PrimType>(type) ? As<Var>(scope_.Find(param.name)) : nullptr;
  // R.Prim(value=n) as a parameter: the parameter is n.
  const PyExpr* value = param.annotation->Is(PyKind::kCall) ? param.annotation->Keyword("value") : nullptr;
  if (var == nullptr && value != nullptr && Is<PrimType>(type)) {
    const auto* named = As<Var>(scope_.Find(value->text));
    bool taken = std::find(params.begin(), params.end(), named) != params.end();
    if (named != nullptr && !taken) var = named;
  }
  if (var == nullptr || std::find(params.begin(), params.end(), var) != params.end()) {
    var = At(param.span, MakeVar(ctx_, param.name, type));
  }
  scope_.Define(param.name, var);
  params.push_back(var);
  return true;
}

void ModuleReader::DeclareRelax(Draft& draft) {
  const PyStmt* def = draft.def;
  size_t mark = scope_.Mark();
  if (relax_ != nullptr) draft.outer_scalars = relax_->sizes;
  // Names of an enclosing function stay visible, unquoted.
  quoted_dtype_ = DType::Int(64);
  std::vector<const Var*> params;
  // Its dimensions are int64, whatever the body says.
  NoteDeclaredDims(def);
  declared_dims_.clear();
  DeclareScalarParams(def);
  for (const PyParam& param : def->params) {
    if (failed_ || !DeclareParam(param, params)) return;
  }
  const Type* result = def->annotation == nullptr ? nullptr : LowerType(def->annotation);
  declared_sizes_.clear();
  if (failed_) return;
  draft.names = scope_.DefinedSince(mark);
  Function* func = ctx_.arena.New<Function>();
  func->params = ctx_.Copy(params);
  func->ret_type = result;
  func->is_pure = DecoratorFlag(def, "pure", true);
  func->span = def->span;
  std::vector<const Type*> types;
  for (const Var* param : params) types.push_back(param->type);
  func->type = MakeFuncType(ctx_, types, result, func->is_pure);
  draft.relax = func;
}

// n = T.int64() in the body says which dtype a quoted dimension "n" of the signature has, and whether it is a size.
void ModuleReader::NoteDeclaredDims(const PyStmt* def) {
  declared_dims_.clear();
  declared_sizes_.clear();
  for (const PyStmt* stmt : def->body) {
    if (stmt->kind != PyStmtKind::kAssign || stmt->value == nullptr || stmt->annotation != nullptr) continue;
    bool many = stmt->target->Is(PyKind::kTuple) && stmt->value->Is(PyKind::kTuple) &&
                stmt->target->items.size() == stmt->value->items.size();
    auto targets = many ? stmt->target->items : std::span<const PyExpr* const>(&stmt->target, 1);
    auto values = many ? stmt->value->items : std::span<const PyExpr* const>(&stmt->value, 1);
    for (size_t i = 0; i < values.size(); ++i) {
      auto callee = DottedCallee(values[i]);
      if (!callee || callee->dialect != 'T' || values[i]->items.size() != 1) continue;
      if (auto dtype = ParseDType(callee->path)) declared_dims_[targets[i]->text] = *dtype;
      if (DeclaresSize(values[i], callee->path)) declared_sizes_.insert(targets[i]->text);
    }
  }
}

void ModuleReader::DeclarePrim(Draft& draft) {
  const PyStmt* def = draft.def;
  size_t mark = scope_.Mark();
  NoteDeclaredDims(def);
  PrimFunc* func = ctx_.arena.New<PrimFunc>();
  std::vector<const Var*> params;
  std::vector<const Buffer*> buffers;
  DeclareScalarParams(def);
  for (const PyParam& param : def->params) {
    if (failed_) return;
    auto callee = param.annotation == nullptr ? std::nullopt : DottedCallee(param.annotation);
    if (!callee || !callee->Is('T', "Buffer")) {
      if (!DeclareParam(param, params)) return;
      buffers.push_back(nullptr);
      continue;
    }
    auto made = LowerBufferCall(param.annotation, 0, param.name, DType::Float(32), "global");
    if (!made) return;
    scope_.Define(param.name, At(param.span, made->buffer));
    params.push_back(At(param.span, MakeVar(ctx_, std::string(param.name), ctx_.Prim(DType::Handle()))));
    buffers.push_back(made->buffer);
  }
  if (def->annotation != nullptr && !def->annotation->Is(PyKind::kNone)) func->ret_type = LowerType(def->annotation);
  declared_dims_.clear();
  declared_sizes_.clear();
  if (failed_) return;
  draft.names = scope_.DefinedSince(mark);
  func->params = ctx_.Copy(params);
  func->buffers = ctx_.Copy(buffers);
  func->is_s_tir = DecoratorFlag(def, "s_tir", s_tir_);
  func->span = def->span;
  draft.prim = func;
}

const AttrDict* ModuleReader::WithSymbol(const AttrDict* attrs, const Draft& draft) {
  bool public_here = draft.var != nullptr && !IsPrivate(draft.def);
  if (!public_here || (attrs != nullptr && attrs->Find("global_symbol") != nullptr)) return attrs;
  return WithAttr(ctx_, attrs, "global_symbol", MakeAttrString(ctx_, draft.def->name));
}

void ModuleReader::FinishPrim(Draft& draft) {
  draft.prim->body = LowerRoot(draft.def->body);
  loops_.clear();
  block_ = nullptr;
  draft.prim->attrs = WithSymbol(draft.prim->attrs, draft);
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
const Type* ModuleReader::RefinedResult(const Draft& draft, const Type* body) {
  const Type* written = draft.relax->ret_type;
  if (body == nullptr) return written;
  if (written != nullptr && IsSubtype(ctx_, written, body) != SubtypeAnswer::kAlways) return written;
  // TVM keeps no calls in the dimensions of a result.
  bool has_call = false;
  WalkOnce(body, [&](const Node* node) { has_call |= Is<Call>(node); });
  if (has_call && written != nullptr) return written;
  return EraseVars(ctx_, body, BoundBySignature(*draft.relax));
}

// The scalar variables of the signature, and of the functions around it.
std::vector<const Var*> ModuleReader::VisibleAround(const Draft& draft) const {
  std::vector<const Var*> visible = draft.outer_scalars;
  for (const auto& [name, node] : draft.names) {
    if (const auto* var = As<Var>(node)) visible.push_back(var);
  }
  return visible;
}

void ModuleReader::FinishRelax(Draft& draft) {
  RelaxBody body;
  body.sizes = VisibleAround(draft);
  relax_ = &body;
  fresh_gv_ = fresh_lv_ = 0;
  LowerRelaxStmts(draft.def->body);
  if (!failed_ && body.result == nullptr) Fail(draft.def->span, "the function does not return");
  relax_ = nullptr;
  if (failed_) return;
  FlushBlock(body);
  Function* func = draft.relax;
  func->body = Sequence(body, body.result, VisibleAround(draft));
  func->ret_type = RefinedResult(draft, body.result->type);
  func->attrs = WithSymbol(func->attrs, draft);
  std::vector<const Type*> types;
  for (const Var* param : func->params) types.push_back(param->type);
  func->type = MakeFuncType(ctx_, types, func->ret_type, func->is_pure);
}

}  // namespace assay
