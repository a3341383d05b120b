// Types: R.Tensor and its relatives in all three dialects, and TIR's scalar and pointer types.
#include "ir/ops/describe.h"
#include "ir/support/unknown_name.h"
#include "ir/targets.h"
#include "ir/text/py_parser.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"

namespace assay {

const Type* TypeReader::LowerType(const PyExpr* e) {
  if (site_.failed()) return nullptr;
  const PyExpr* call = e->Is(PyKind::kCall) ? e : nullptr;
  auto name = site_.Dotted(call != nullptr ? call->items[0] : e);
  if (name && name->dialect == 'R') return LowerRelaxType(e, name->path, call);
  if (name && name->dialect == 'T') return LowerTirType(e, name->path, call);
  // 0.27 has a type of strings.
  if (name && name->Is('I', "StringType")) return ctx_.Object();
  if (e->Is(PyKind::kNone)) return MakeTupleType(ctx_, {});
  // A dtype alone, as TVM shows a scalar type.
  if (e->Is(PyKind::kName)) {
    if (auto dtype = ParseDType(e->text)) return ctx_.Prim(*dtype);
  }
  if (e->Is(PyKind::kString) && !e->text.empty()) {
    // A quoted annotation, or a dtype.
    if (auto dtype = ParseDType(e->text)) return ctx_.Prim(*dtype);
    const PyExpr* inner = ParseQuoted(e);
    return inner == nullptr ? nullptr : LowerType(inner);
  }
  return site_.Fail(e->span, "expected a type" + (e->Is(PyKind::kName) ? DTypeHint(e->text) : ""));
}

// recursion: expressions nest no deeper than the parser lets them
const Type* TypeReader::LowerRelaxType(const PyExpr* e, std::string_view path, const PyExpr* call) {
  if (path == "Tensor") return LowerTensorType(e, call);
  if (path == "Any" || path == "Object") return ctx_.Object();
  if (path == "Tuple") return LowerTupleType(call);
  if (path == "Shape") return LowerShapeType(e, call);
  if (path == "Callable") return LowerCallable(e, call);
  if (path == "Prim") return LowerPrimValueType(e, call);
  if (path == "DTensor") return LowerDTensorType(e, call);
  std::string hint = NearHint(path, {"Tensor", "Any", "Object", "Tuple", "Shape", "Callable", "Prim", "DTensor"}, "R.");
  return site_.Fail(e->span, "R." + std::string(path) + " is not a type" + hint);
}

const PyExpr* TypeReader::ParseQuoted(const PyExpr* text) {
  std::vector<Token> tokens = Tokenize(text->text);
  // Spans point to the string itself: its text may differ from the source by escapes.
  PyParser parser(ctx_, text->text, tokens, site_.file(), text->span.begin);
  const PyExpr* inner = parser.ParseLoneExpr();
  if (inner == nullptr)
    return site_.Fail(text->span, "the quoted expression is malformed: " + parser.TakeError()->message);
  return inner;
}

// n = T.int64() in the body says which dtype a quoted dimension "n" of the signature has, and whether it is a size.
void TypeReader::NoteDeclaredDims(const PyStmt* def) {
  ForgetDeclaredDims();
  for (const PyStmt* stmt : def->body) {
    if (stmt->kind != PyStmtKind::kAssign || stmt->value == nullptr || stmt->annotation != nullptr) continue;
    bool many = stmt->target->Is(PyKind::kTuple) && stmt->value->Is(PyKind::kTuple) &&
                stmt->target->items.size() == stmt->value->items.size();
    auto targets = many ? stmt->target->items : std::span<const PyExpr* const>(&stmt->target, 1);
    auto values = many ? stmt->value->items : std::span<const PyExpr* const>(&stmt->value, 1);
    for (size_t i = 0; i < values.size(); ++i) {
      auto callee = site_.DottedCallee(values[i]);
      if (!callee || callee->dialect != 'T' || values[i]->items.size() != 1) continue;
      if (auto dtype = ParseDType(callee->path)) declared_dims_[targets[i]->text] = *dtype;
      if (DeclaresSize(values[i], callee->path)) declared_sizes_.insert(targets[i]->text);
    }
  }
}

const Var* TypeReader::NewDimension(std::string_view name) {
  bool declared = around_.IsTypeVar(name);
  if (!quoted_defines_ && !declared) return nullptr;
  auto in_body = declared_dims_.find(name);
  DType dtype = declared ? DType::Int(64) : in_body != declared_dims_.end() ? in_body->second : quoted_dtype_;
  VarFlavor flavor = declared_sizes_.contains(name) ? VarFlavor::kSize : VarFlavor::kPlain;
  const Var* var = MakeVar(ctx_, name, ctx_.Prim(dtype), flavor);
  scope_.Define(name, var);
  return var;
}

// recursion: quotes within quotes are escaped, which doubles the text at each level
const Expr* TypeReader::LowerDim(const PyExpr* e, DType dtype) {
  if (e->Is(PyKind::kString)) {
    const PyExpr* inner = ParseQuoted(e);
    if (inner == nullptr) return nullptr;
    bool saved = std::exchange(quoted_defines_, true);
    DType saved_dtype = std::exchange(quoted_dtype_, dtype);
    const Expr* dim = LowerDim(inner, dtype);
    quoted_defines_ = saved;
    quoted_dtype_ = saved_dtype;
    return dim;
  }
  const Expr* dim = scalars_.LowerScalar(e);
  if (dim == nullptr) return nullptr;
  // A variable that is no scalar (a tensor, say) has no place in a shape.
  if (!DTypeOf(dim).IsInteger()) return site_.Fail(e->span, "a dimension must be an integer", DiagKind::kTypeMismatch);
  if (Is<IntImm>(dim) && dtype == DType::Int(64)) return BuildCast(ctx_, dtype, dim);
  // Relax measures in int64 alone.
  if (dtype == DType::Int(64) && DTypeOf(dim) != dtype) {
    return site_.Fail(e->span, "a dimension of a Relax shape must be int64", DiagKind::kTypeMismatch);
  }
  return dim;
}

bool TypeReader::LowerDims(const PyExpr* e, std::vector<const Expr*>& dims) {
  if (!e->Is(PyKind::kTuple) && !e->Is(PyKind::kList)) {
    site_.Fail(e->span, "expected a tuple of dimensions");
    return false;
  }
  for (const PyExpr* item : e->items) {
    const Expr* dim = LowerDim(item, DType::Int(64));
    if (dim == nullptr) return false;
    dims.push_back(dim);
  }
  return true;
}

const Type* TypeReader::LowerTensorType(const PyExpr* e, const PyExpr* call) {
  const VDevice* vdevice = nullptr;
  if (const PyExpr* device = Arg(call, 2, "vdevice"); device != nullptr && !device->Is(PyKind::kNone)) {
    if ((vdevice = FindVDevice(device)) == nullptr) return nullptr;
  }
  return LowerTensorOn(e, call, vdevice, Arg(call, 3, "ndim"));
}

// The tensor that the shape, dtype and ndim of an annotation say.
const Type* TypeReader::LowerTensorOn(const PyExpr* e, const PyExpr* call, const VDevice* vdevice, const PyExpr* ndim) {
  const PyExpr* shape = Arg(call, 0, "shape");
  const PyExpr* dtype_arg = Arg(call, 1, "dtype");
  // R.Tensor("float32") and R.Tensor(dtype, …): a leading string is the dtype.
  if (shape != nullptr && shape->Is(PyKind::kString)) dtype_arg = std::exchange(shape, nullptr);
  if (shape != nullptr && shape->Is(PyKind::kNone)) shape = nullptr;
  DType dtype = DType::Void();
  if (dtype_arg != nullptr) {
    auto given = site_.LowerDType(dtype_arg);
    if (!given) return nullptr;
    dtype = *given;
  }
  std::optional<int64_t> rank = kUnknownRank;
  if (ndim != nullptr && !(rank = site_.LowerInt(ndim))) return nullptr;
  if (*rank < kUnknownRank || *rank > 1000) return site_.Fail(e->span, "ndim is out of range", DiagKind::kBadArgument);
  if (shape == nullptr) return MakeTensorTypeOfRank(ctx_, static_cast<int>(*rank), dtype, vdevice);
  if (shape->Is(PyKind::kName)) {
    const auto* var = As<Var>(scope_.Find(shape->text));
    if (var == nullptr) return site_.Undefined(shape->span, shape->text);
    return MakeTensorType(ctx_, var, dtype, vdevice);
  }
  if (site_.DottedCallee(shape) && site_.DottedCallee(shape)->Is('R', "shape") && shape->items.size() == 2)
    shape = shape->items[1];
  std::vector<const Expr*> dims;
  if (!LowerDims(shape, dims)) return nullptr;
  if (ndim != nullptr && *rank != static_cast<int64_t>(dims.size())) {
    return site_.Fail(e->span, "ndim differs from the number of dimensions", DiagKind::kBadArgument);
  }
  return MakeTensorType(ctx_, dims, dtype, vdevice);
}

const Type* TypeReader::LowerShapeType(const PyExpr* e, const PyExpr* call) {
  const PyExpr* values = Arg(call, 0, "values");
  if (values != nullptr && !values->Is(PyKind::kNone)) {
    std::vector<const Expr*> dims;
    return LowerDims(values, dims) ? MakeShapeType(ctx_, dims) : nullptr;
  }
  const PyExpr* ndim = Arg(call, 1, "ndim");
  std::optional<int64_t> rank = kUnknownRank;
  if (ndim != nullptr && !(rank = site_.LowerInt(ndim))) return nullptr;
  if (*rank < kUnknownRank || *rank > 1000) return site_.Fail(e->span, "ndim is out of range", DiagKind::kBadArgument);
  return MakeShapeTypeOfRank(ctx_, static_cast<int>(*rank));
}

const Type* TypeReader::LowerTupleType(const PyExpr* call) {
  std::vector<const Type*> fields;
  std::span<const PyExpr* const> items = call == nullptr ? std::span<const PyExpr* const>() : call->args();
  if (items.size() == 1 && (items[0]->Is(PyKind::kList) || items[0]->Is(PyKind::kTuple))) items = items[0]->items;
  for (const PyExpr* item : items) {
    const Type* field = LowerType(item);
    if (field == nullptr) return nullptr;
    fields.push_back(field);
  }
  return MakeTupleType(ctx_, fields);
}

const Type* TypeReader::LowerCallable(const PyExpr* e, const PyExpr* call) {
  const PyExpr* params = Arg(call, 0, "params");
  const PyExpr* ret = Arg(call, 1, "ret");
  const PyExpr* purity_arg = Arg(call, 2, "purity");
  FuncType* type = ctx_.arena.New<FuncType>();
  type->purity = params != nullptr && !params->Is(PyKind::kNone);
  type->result = ctx_.Object();
  if (purity_arg != nullptr) {
    auto purity = site_.LowerBool(purity_arg);
    if (!purity) return nullptr;
    type->purity = *purity;
  }
  if (const PyExpr* derive = Arg(call, 3, "derive_func")) {
    auto text = site_.LowerText(derive, "derive_func");
    if (!text) return nullptr;
    type->derive = ctx_.Intern(*text);
  }
  if (ret != nullptr && (type->result = LowerType(ret)) == nullptr) return nullptr;
  if (params == nullptr || params->Is(PyKind::kNone)) return type;
  if (!params->Is(PyKind::kTuple) && !params->Is(PyKind::kList))
    return site_.Fail(e->span, "expected a tuple of types");
  std::vector<const Type*> types;
  for (const PyExpr* item : params->items) {
    const Type* param = LowerType(item);
    if (param == nullptr) return nullptr;
    types.push_back(param);
  }
  type->has_params = true;
  type->params = ctx_.Copy(types);
  return type;
}

// R.Prim("int64"), R.Prim(dtype="int64"), R.Prim(value=n): the type of the value, since 0.26 keeps no values in types.
const Type* TypeReader::LowerPrimValueType(const PyExpr* e, const PyExpr* call) {
  if (const PyExpr* value = call == nullptr ? nullptr : call->Keyword("value")) {
    const Expr* dim = LowerDim(value, DType::Int(64));
    return dim == nullptr ? nullptr : dim->type;
  }
  const PyExpr* dtype_arg = Arg(call, 0, "dtype");
  if (dtype_arg == nullptr) return site_.Fail(e->span, "R.Prim needs a dtype or a value");
  auto dtype = site_.LowerDType(dtype_arg);
  return dtype ? ctx_.Prim(*dtype) : nullptr;
}

const Type* TypeReader::LowerTirType(const PyExpr* e, std::string_view path, const PyExpr* call) {
  if (path == "handle") {
    const PyExpr* element_arg = Arg(call, 0, "dtype");
    const PyExpr* scope_arg = Arg(call, 1, "storage_scope");
    if (element_arg == nullptr && scope_arg == nullptr) return ctx_.Prim(DType::Handle());
    DType element = DType::Void();
    if (element_arg != nullptr) {
      auto given = site_.LowerDType(element_arg);
      if (!given) return nullptr;
      element = *given;
    }
    std::optional<std::string_view> scope = "global";
    if (scope_arg != nullptr && !(scope = site_.LowerText(scope_arg, "a storage scope"))) return nullptr;
    return MakePointerType(ctx_, element, *scope);
  }
  if (path == "Tuple") return LowerTupleType(call);
  auto dtype = ParseDType(path);
  if (!dtype) return site_.Fail(e->span, "T." + std::string(path) + " is not a type" + DTypeHint(path, "T."));
  return ctx_.Prim(*dtype);
}

// "llvm:0", "cuda:0:global", or I.vdevice of the module: the n-th device of that kind.
const VDevice* TypeReader::FindVDevice(const PyExpr* e) {
  auto text = site_.LowerText(e, "a vdevice such as \"cuda:0\"");
  if (!text) return nullptr;
  std::string_view kind = text->substr(0, text->find(':'));
  std::string_view rest = kind.size() < text->size() ? text->substr(kind.size() + 1) : std::string_view("0");
  std::string_view index = rest.substr(0, rest.find(':'));
  std::string_view scope = index.size() < rest.size() ? rest.substr(index.size() + 1) : std::string_view("global");
  size_t wanted = 0;
  bool known = index.size() <= 6;
  for (char c : index) {
    known &= c >= '0' && c <= '9';
    wanted = wanted * 10 + static_cast<size_t>(c - '0');
  }
  for (const Node* info : around_.module().VDevices()) {
    const auto* device = As<VDevice>(info);
    const auto* config = device == nullptr ? nullptr : As<AttrDict>(device->target);
    const auto* name = config == nullptr ? nullptr : As<AttrString>(config->Find("kind"));
    if (name != nullptr && name->value == kind && known && wanted-- == 0) return device;
  }
  // Outside a module (or beyond its devices) TVM writes index -1: a device that no module lists.
  VDevice* device = ctx_.arena.New<VDevice>();
  device->target = CompleteTarget(ctx_, MakeDict(ctx_, {{"kind", MakeAttrString(ctx_, kind)}}));
  device->vdevice_id = 0;
  device->memory_scope = ctx_.Intern(scope);
  if (!around_.module().VDevices().empty()) {
    return site_.Fail(e->span, "the module has no vdevice '" + std::string(*text) + "'", DiagKind::kUndefinedName);
  }
  return device;
}

bool DeclaresSize(const PyExpr* call, std::string_view path) {
  const PyExpr* flag = call->Keyword("is_size_var");
  return path == "SizeVar" || (flag != nullptr && flag->Is(PyKind::kTrue));
}

// n = T.int64(), m, n = T.int64(), T.int64(), n = T.var("int64"): names of the signature keep their variable.
bool TypeReader::LowerSymbolicVars(const PyStmt* stmt) {
  if (stmt->value == nullptr || stmt->annotation != nullptr || stmt->op != 0) return false;
  bool many = stmt->target->Is(PyKind::kTuple) && stmt->value->Is(PyKind::kTuple) &&
              stmt->target->items.size() == stmt->value->items.size();
  auto targets = many ? stmt->target->items : std::span<const PyExpr* const>(&stmt->target, 1);
  auto values = many ? stmt->value->items : std::span<const PyExpr* const>(&stmt->value, 1);
  std::vector<DType> dtypes;
  std::vector<VarFlavor> flavors;
  for (size_t i = 0; i < values.size(); ++i) {
    auto callee = site_.DottedCallee(values[i]);
    if (!targets[i]->Is(PyKind::kName) || !callee || callee->dialect != 'T') return false;
    bool is_var = callee->path == "var" || callee->path == "Var" || callee->path == "SizeVar";
    std::optional<DType> dtype = is_var ? std::nullopt : ParseDType(callee->path);
    if (is_var && values[i]->items.size() >= 2) dtype = site_.LowerDType(values[i]->items.back());
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

}  // namespace assay
