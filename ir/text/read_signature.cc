// Signatures of functions, which are read before any body.
#include <algorithm>

#include "ir/relax/signature.h"
#include "ir/text/binding_builder.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/signature_reader.h"
#include "ir/text/type_reader.h"

namespace assay {

bool SignatureReader::DecoratorFlag(const PyStmt* def, std::string_view keyword, bool otherwise) {
  for (const PyExpr* decorator : def->decorators) {
    const PyExpr* value = decorator->Is(PyKind::kCall) ? decorator->Keyword(keyword) : nullptr;
    if (value != nullptr) return value->Is(PyKind::kTrue);
  }
  return otherwise;
}

bool SignatureReader::IsPrivate(const PyStmt* def) { return DecoratorFlag(def, "private", false); }

// Scalar parameters are visible in the whole signature, also in shapes that stand before them.
void SignatureReader::DeclareScalarParams(const PyStmt* def) {
  for (const PyParam& param : def->params) {
    const PyExpr* e = param.annotation;
    if (e == nullptr) continue;
    auto name = site_.Dotted(e->Is(PyKind::kCall) ? e->items[0] : e);
    bool prim = name && name->Is('R', "Prim") && e->Is(PyKind::kCall) && e->Keyword("value") == nullptr;
    bool size = name && e->Is(PyKind::kCall) && DeclaresSize(e, name->path);
    bool scalar = name && name->dialect == 'T' && (size || !e->Is(PyKind::kCall)) && name->path != "handle" &&
                  ParseDType(name->path);
    if (!prim && !scalar) continue;
    const Type* type = types_.LowerType(e);
    if (type == nullptr) return;
    VarFlavor flavor = size ? VarFlavor::kSize : VarFlavor::kPlain;
    scope_.Define(param.name, At(param.span, MakeVar(ctx_, param.name, type, flavor)));
  }
}

bool SignatureReader::DeclareParam(const PyParam& param, std::vector<const Var*>& params) {
  if (param.annotation == nullptr) return site_.Fail(param.span, "the parameter needs a type"), false;
  const Type* type = types_.LowerType(param.annotation);
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

void SignatureReader::DeclareRelax(FunctionDraft& draft) {
  const PyStmt* def = draft.def;
  size_t mark = scope_.Mark();
  if (bindings_.body() != nullptr) draft.outer_scalars = bindings_.body()->sizes;
  // Names of an enclosing function stay visible, unquoted.
  types_.MeasureIn(DType::Int(64));
  std::vector<const Var*> params;
  // Its dimensions are int64, whatever the body says.
  types_.NoteDeclaredSizes(def);
  DeclareScalarParams(def);
  for (const PyParam& param : def->params) {
    if (site_.failed() || !DeclareParam(param, params)) return;
  }
  const Type* result = def->annotation == nullptr ? nullptr : types_.LowerType(def->annotation);
  types_.ForgetDeclaredDims();
  if (site_.failed()) return;
  draft.names = scope_.DefinedSince(mark);
  Function* func = ctx_.arena.New<Function>();
  func->params = ctx_.Copy(params);
  func->ret_type = result;
  func->is_pure = DecoratorFlag(def, "pure", true);
  func->span = def->span;
  func->type = MakeSignature(ctx_, func->params, result, func->is_pure);
  draft.relax = func;
}

void SignatureReader::DeclarePrim(FunctionDraft& draft) {
  const PyStmt* def = draft.def;
  size_t mark = scope_.Mark();
  types_.NoteDeclaredDims(def);
  PrimFunc* func = ctx_.arena.New<PrimFunc>();
  std::vector<const Var*> params;
  std::vector<const Buffer*> buffers;
  DeclareScalarParams(def);
  for (const PyParam& param : def->params) {
    if (site_.failed()) return;
    auto callee = param.annotation == nullptr ? std::nullopt : site_.DottedCallee(param.annotation);
    if (!callee || !callee->Is('T', "Buffer")) {
      if (!DeclareParam(param, params)) return;
      buffers.push_back(nullptr);
      continue;
    }
    auto made = buffers_.LowerBufferCall(param.annotation, 0, param.name, DType::Float(32), "global");
    if (!made) return;
    scope_.Define(param.name, At(param.span, made->buffer));
    params.push_back(At(param.span, MakeVar(ctx_, std::string(param.name), ctx_.Prim(DType::Handle()))));
    buffers.push_back(made->buffer);
  }
  if (def->annotation != nullptr && !def->annotation->Is(PyKind::kNone))
    func->ret_type = types_.LowerType(def->annotation);
  types_.ForgetDeclaredDims();
  if (site_.failed()) return;
  draft.names = scope_.DefinedSince(mark);
  func->params = ctx_.Copy(params);
  func->buffers = ctx_.Copy(buffers);
  func->is_s_tir = DecoratorFlag(def, "s_tir", around_.s_tir());
  func->span = def->span;
  draft.prim = func;
}

const AttrDict* SignatureReader::WithSymbol(const AttrDict* attrs, const FunctionDraft& draft) {
  bool public_here = draft.var != nullptr && !IsPrivate(draft.def);
  if (!public_here || (attrs != nullptr && attrs->Find("global_symbol") != nullptr)) return attrs;
  return WithAttr(ctx_, attrs, "global_symbol", MakeAttrString(ctx_, draft.def->name));
}

}  // namespace assay
