// Calls in Relax: operators by their rows, operators without a row as they are written, and the few whose Python
// spelling differs from the call it makes (call_tir and its family, packed calls, print, devices).
#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/op_of_full_name.h"
#include "ir/targets.h"
#include "ir/text/attr_reader.h"
#include "ir/text/binding_builder.h"
#include "ir/text/python_forms.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"
#include "ir/text/value_reader.h"

namespace assay {
namespace {

// Numbers as scalar nodes of float32.
// recursion: attributes nest as deep as the parser lets them
const Attr* AsFloatNodes(Context& ctx, const Attr* attr) {
  if (const auto* number = As<AttrFloat>(attr)) return MakeAttrNode(ctx, MakeFloat(ctx, number->value));
  if (const auto* number = As<AttrInt>(attr))
    return MakeAttrNode(ctx, MakeFloat(ctx, static_cast<double>(number->value)));
  const auto* list = As<AttrList>(attr);
  if (list == nullptr) return attr;
  std::vector<const Attr*> items;
  for (const Attr* item : list->items) items.push_back(AsFloatNodes(ctx, item));
  return MakeAttrList(ctx, items);
}
// What TVM's attention and resizing keep as nodes, whatever they are given.
const AttrDict* WithFloatNodes(Context& ctx, std::string_view name, const AttrDict* attrs) {
  std::string_view key = name.starts_with("nn.attention") ? "scale" : name.starts_with("image.resize") ? "roi" : "";
  if (key.empty() || attrs == nullptr) return attrs;
  AttrItems items;
  for (size_t i = 0; i < attrs->keys.size(); ++i) {
    std::string_view name_of = attrs->keys[i].text();
    items.emplace_back(name_of, name_of == key ? AsFloatNodes(ctx, attrs->values[i]) : attrs->values[i]);
  }
  return MakeDict(ctx, items);
}

// One number for all spatial dimensions, or for both sides of each, is repeated; an output layout that is not given is
// that of the data (as TVM's convolutions and pools are made). "conv2d" has two spatial dimensions.
const AttrDict* WithWholeWindow(Context& ctx, std::string_view name, const AttrDict* attrs) {
  size_t at = name.find_first_of("123");
  bool windowed = name.starts_with("nn.") && at != std::string_view::npos && at + 1 < name.size() &&
                  name[at + 1] == 'd' &&
                  (name.find("conv") != std::string_view::npos || name.find("pool") != std::string_view::npos);
  if (!windowed || attrs == nullptr) return attrs;
  auto spatial = static_cast<size_t>(name[at] - '0');
  AttrItems items;
  for (size_t i = 0; i < attrs->keys.size(); ++i) {
    const Attr* value = attrs->values[i];
    std::string_view key = attrs->keys[i].text();
    const auto* list = As<AttrList>(value);
    bool per_side = key == "padding";
    size_t wanted = per_side ? 2 * spatial : spatial;
    bool window = per_side || key == "strides" || key == "dilation" || key == "pool_size";
    if (window && list != nullptr && !list->items.empty() && wanted % list->items.size() == 0) {
      std::vector<const Attr*> all;
      while (all.size() < wanted) all.insert(all.end(), list->items.begin(), list->items.end());
      value = MakeAttrList(ctx, all);
    }
    const Attr* layout = attrs->Find(attrs->Find("data_layout") != nullptr ? "data_layout" : "layout");
    if (key == "out_layout" && Is<AttrNull>(value) && Is<AttrString>(layout)) value = layout;
    items.emplace_back(key, value);
  }
  return MakeDict(ctx, items);
}

}  // namespace

const Expr* ValueReader::LowerRelaxCall(const PyExpr* e) {
  const PyExpr* callee = e->items[0];
  if (auto name = site_.Dotted(callee)) {
    if (name->dialect == 'R') return LowerRelaxOp(e, name->path);
    if (name->dialect == 'T' && !name->path.starts_with("custom_op.")) return scalars_.LowerScalarCall(e);
    if (name->dialect == 'T') return LowerUnknownOp(e, ctx_.Intern("tirx." + std::string(name->path)).text());
    return site_.Fail(e->span, "this call is no Relax expression");
  }
  return LowerFunctionCall(e);
}

// x.astype("float16")
const Expr* ValueReader::LowerAsType(const PyExpr* e) {
  const Expr* value = LowerArgument(e->items[0]->items[0]);
  const PyExpr* dtype = Arg(e, 0, "dtype");
  if (value == nullptr) return nullptr;
  if (dtype == nullptr) return site_.Fail(e->span, "astype needs 'dtype'", DiagKind::kArityMismatch);
  const Attr* attr = attrs_.LowerAttr(dtype);
  const AttrDict* attrs = nullptr;
  if (attr == nullptr || !AttrsOfRow(e, "astype", {{"dtype", attr}}, attrs)) return nullptr;
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, "astype"), {value}, attrs));
}

// cls.f(x), closure(x).
const Expr* ValueReader::LowerFunctionCall(const PyExpr* e) {
  const PyExpr* method = e->items[0];
  bool of_module = method->Is(PyKind::kAttribute) && method->items[0]->Is(PyKind::kName) &&
                   around_.marker() != nullptr && scope_.Find(method->items[0]->text) == around_.marker();
  if (method->Is(PyKind::kAttribute) && method->text == "astype" && !of_module) return LowerAsType(e);
  const Expr* op = bindings_.ToLeaf(LowerRelax(e->items[0]));
  if (op == nullptr) return nullptr;
  if (!Is<Var>(op) && !Is<GlobalVar>(op) && !Is<ExternFunc>(op)) {
    return site_.Fail(e->span, "this value cannot be called", DiagKind::kTypeMismatch);
  }
  std::vector<const Expr*> args;
  for (const PyExpr* item : e->args()) {
    const Expr* arg = LowerArgument(item);
    if (arg == nullptr) return nullptr;
    args.push_back(arg);
  }
  std::vector<const Type*> types;
  if (!LowerTypeArgs(e, types)) return nullptr;
  return At(e->span, MakeCall(ctx_, op, args, nullptr, types));
}

const Expr* ValueReader::LowerArgument(const PyExpr* e) { return bindings_.ToLeaf(LowerRelax(e)); }

bool ValueReader::LowerTypeArgs(const PyExpr* call, std::vector<const Type*>& types) {
  const PyExpr* given = call->Keyword("ty_args");
  if (given == nullptr) given = call->Keyword("sinfo_args");
  if (given == nullptr) return true;
  bool many = given->Is(PyKind::kTuple) || given->Is(PyKind::kList);
  for (const PyExpr* item : many ? given->items : std::span<const PyExpr* const>(&given, 1)) {
    const Type* type = types_.LowerType(item);
    if (type == nullptr) return false;
    types.push_back(type);
  }
  return true;
}

const Expr* ValueReader::LowerRelaxOp(const PyExpr* e, std::string_view path) {
  bool known = false;
  const Expr* value = LowerRelaxSurface(e, path, known);
  if (known) return value;
  if (const OpSpec* row = FindOp(path)) return LowerTableOp(e, *row);
  return LowerUnknownOp(e, ctx_.Intern("relax." + std::string(path)).text());
}

// What is no plain operator call.
const Expr* ValueReader::LowerRelaxSurface(const PyExpr* e, std::string_view path, bool& known) {
  known = true;
  bool literal = path == "shape" || path == "str" || path == "prim_value" || path == "dtype";
  const PyExpr* value = literal ? Arg(e, 0, "value") : nullptr;
  if (literal && value == nullptr)
    return site_.Fail(e->span, "R." + std::string(path) + " needs a value", DiagKind::kArityMismatch);
  if (path == "call_tir" || path == "call_dps_packed" || path == "call_tir_with_grad" || path == "call_tir_inplace" ||
      path == "dist.call_tir_local_view") {
    return LowerCallTir(e, path);
  }
  // The same operator, on distributed tensors.
  if (path == "dist.call_tir") return LowerCallTir(e, "call_tir");
  if (path == "dist.annotate_sharding" || path == "dist.redistribute") return LowerSharding(e, path);
  if (path == "dist.const") return LowerDistConst(e);
  if (path == "call_packed") return LowerPackedCall(e);
  if (path == "call_py_func" && (e->Keyword("out_ty") != nullptr || e->Keyword("out_sinfo") != nullptr))
    return LowerPyFuncCall(e);
  if (path == "print" || path == "assert_op") return LowerPrint(e, path);
  if (path == "hint_on_device") return LowerHintOnDevice(e);
  if (path == "to_vdevice") return LowerToVDevice(e);
  if (path == "const") return LowerConst(e);
  if (path == "tuple") {
    std::vector<const Expr*> fields;
    for (const PyExpr* item : e->args()) {
      const Expr* field = LowerArgument(item);
      if (field == nullptr) return nullptr;
      fields.push_back(field);
    }
    return At(e->span, MakeTuple(ctx_, fields));
  }
  if (path == "shape") {
    std::vector<const Expr*> dims;
    return types_.LowerDims(value, dims) ? At(e->span, MakeShape(ctx_, dims)) : nullptr;
  }
  if (path == "str") {
    auto text = site_.LowerText(value, "the value");
    return text ? At(e->span, MakeString(ctx_, *text)) : nullptr;
  }
  if (path == "prim_value") return LowerRelax(value);
  if (path == "dtype") {
    auto dtype = site_.LowerDType(value);
    return dtype ? At(e->span, MakeDataType(ctx_, *dtype)) : nullptr;
  }
  if (path == "ExternFunc") {
    const PyExpr *symbol_arg = Arg(e, 0, "global_symbol"), *type_arg = Arg(e, 1, "ty");
    if (symbol_arg == nullptr) return site_.Fail(e->span, "R.ExternFunc needs a symbol", DiagKind::kArityMismatch);
    auto symbol = site_.LowerText(symbol_arg, "the symbol");
    if (!symbol) return nullptr;
    ExternFunc* function = ctx_.arena.New<ExternFunc>();
    function->global_symbol = ctx_.Intern(*symbol);
    if (type_arg != nullptr && (function->type = types_.LowerType(type_arg)) == nullptr) return nullptr;
    return At(e->span, function);
  }
  known = false;
  return nullptr;
}

const Expr* ValueReader::LowerBareConst(const PyExpr* e) {
  PyExpr* call = ctx_.arena.New<PyExpr>();
  call->kind = PyKind::kCall;
  call->span = e->span;
  call->items = ctx_.Copy(std::vector<const PyExpr*>{nullptr, e});
  return LowerConst(call);
}

const Expr* ValueReader::LowerOperand(const PyExpr* e, const Operand& operand) {
  bool listed = e->Is(PyKind::kTuple) || e->Is(PyKind::kList);
  // Shapes and dtypes may be left out of a view, which takes anything in their places.
  if ((operand.kind == OperandKind::kShape || operand.name == "shape") && listed) {
    std::vector<const Expr*> dims;
    return types_.LowerDims(e, dims) ? At(e->span, MakeShape(ctx_, dims)) : nullptr;
  }
  // Operators say bool where they mean it; packed functions get Python's 1 and 0.
  if (e->IsTruth() && operand.kind != OperandKind::kTensor && !operand.variadic) return scalars_.LowerLiteral(e);
  if (operand.kind == OperandKind::kTensor && e->IsNumber()) return LowerBareConst(e);
  if ((operand.kind == OperandKind::kDType || operand.name == "dtype") && e->Is(PyKind::kString)) {
    auto dtype = site_.LowerDType(e);
    return dtype ? At(e->span, MakeDataType(ctx_, *dtype)) : nullptr;
  }
  // Outside a module a function of it is shown by its bare name.
  bool lone = around_.marker() == nullptr && e->Is(PyKind::kName) && scope_.Find(e->text) == nullptr;
  if (operand.kind == OperandKind::kFunction && lone) return At(e->span, MakeGlobalVar(ctx_, e->text));
  if (operand.kind == OperandKind::kFunction && e->Is(PyKind::kString)) {
    return At(e->span, MakeExternFunc(ctx_, e->text));
  }
  return LowerArgument(e);
}

// Positional arguments fill the row's operands, then its attributes; keywords name either. A variadic last operand
// takes all further positional arguments.
bool ValueReader::BindOperands(const PyExpr* e, const OpSpec& row, std::vector<OperandArg>& given, AttrItems& attrs) {
  auto add_attr = [&](std::string_view name, const PyExpr* value) {
    const Attr* attr = attrs_.LowerAttr(value);
    if (attr != nullptr) attrs.emplace_back(name, attr);
    return attr != nullptr;
  };
  std::span<const Operand> operands = row.operands;
  for (const Operand& operand : operands) given.push_back({&operand, nullptr});
  bool variadic = !operands.empty() && operands.back().variadic;
  if (variadic) given.pop_back();
  const PythonForm* form = FindPythonForm(row.name);
  auto by_name = [&](std::string_view name, const PyExpr* value) {
    auto named = std::find_if(given.begin(), given.end(), [&](const auto& arg) { return arg.operand->name == name; });
    bool no_bias = row.name == "nn.attention" && name == "bias";
    if (named == given.end() || named->operand->variadic) return no_bias || add_attr(name, value);
    named->value = value;
    return true;
  };
  std::span<const PyExpr* const> items = e->args();
  for (size_t i = 0; i < items.size(); ++i) {
    if (form != nullptr && i < form->order.size()) {
      if (!by_name(form->order[i], items[i])) return false;
    } else if (i < given.size() && i < operands.size() - (variadic ? 1 : 0)) {
      given[i].value = items[i];
    } else if (variadic) {
      given.push_back({&operands.back(), items[i]});
    } else if (size_t attr = i - operands.size(); attr >= row.attrs.size()) {
      site_.Fail(items[i]->span,
                 fmt::format("R.{} takes at most {} arguments, got {}", row.name, operands.size() + row.attrs.size(),
                             items.size()),
                 DiagKind::kArityMismatch);
      return false;
    } else if (!add_attr(row.attrs[attr].name, items[i])) {
      return false;
    }
  }
  for (const PyKeyword& keyword : e->keywords) {
    keyword.read = true;
    if (keyword.name == "ty_args" || keyword.name == "sinfo_args") continue;
    // 0.27 can leave out what this operator always does here.
    if (keyword.name == "apply_softmax" && row.name == "vision.multibox_transform_loc" &&
        keyword.value->Is(PyKind::kTrue))
      continue;
    if (!by_name(form == nullptr ? keyword.name : form->RowName(keyword.name), keyword.value)) return false;
  }
  return true;
}

// What Python takes for an operand that is left out, after the operands before it; null for what it needs.
const Expr* ValueReader::LeftOutOperand(const OpSpec& row, const Operand& operand,
                                        const std::vector<const Expr*>& args) {
  const PythonForm* form = FindPythonForm(row.name);
  const PythonDefault* value = form == nullptr ? nullptr : form->DefaultOf(operand.name);
  if (value == nullptr) return nullptr;
  switch (value->value) {
    case LeftOut::kZero: return MakeInt(ctx_, 0);
    case LeftOut::kOne: return MakeInt(ctx_, 1);
    case LeftOut::kTrue: return MakeBool(ctx_, true);
    case LeftOut::kFalse: return MakeBool(ctx_, false);
    case LeftOut::kNothing: return MakeTuple(ctx_, {});
    case LeftOut::kGlobalScope: return MakeString(ctx_, "global");
    case LeftOut::kAsBefore:
      return args[static_cast<size_t>(std::ranges::find(row.operands, value->before, &Operand::name) -
                                      row.operands.begin())];
  }
  ASSAY_UNREACHABLE();
}

// R.nn.attention(q, k, v, bias) is another operator where a bias is given.
const OpSpec& ValueReader::AttentionRow(const PyExpr* e, const OpSpec& row) {
  if (row.name != "nn.attention") return row;
  const PyExpr* bias = Arg(e, 3, "bias");
  return bias == nullptr || bias->Is(PyKind::kNone) ? row : *FindOp("nn.attention_bias");
}

// R.arange(n) counts from 0; without dtype whole numbers give int64.
void ValueReader::CompleteArange(std::vector<OperandArg>& given) {
  if (given[1].value == nullptr) std::swap(given[0].value, given[1].value);
}
const Attr* ValueReader::DTypeLeftOut(const OpSpec& row, const std::vector<const Expr*>& args) {
  bool whole =
      row.name == "arange" && std::ranges::all_of(args, [](const Expr* arg) { return !DTypeOf(arg).IsFloating(); });
  return MakeAttrString(ctx_, whole ? "int64" : "float32");
}

const Expr* ValueReader::LowerTableOp(const PyExpr* e, const OpSpec& written) {
  const OpSpec& row = AttentionRow(e, written);
  std::vector<OperandArg> given;
  AttrItems attrs;
  if (!BindOperands(e, row, given, attrs)) return nullptr;
  if (row.name == "arange") CompleteArange(given);
  std::vector<const Expr*> args;
  for (const OperandArg& arg : given) {
    bool left_out = arg.value == nullptr || arg.value->Is(PyKind::kNone);
    if (left_out && arg.operand->optional) continue;
    if (const Expr* value = left_out ? LeftOutOperand(row, *arg.operand, args) : nullptr) {
      args.push_back(value);
      continue;
    }
    if (arg.value == nullptr) {
      return site_.Fail(e->span, "R." + std::string(row.name) + " needs '" + std::string(arg.operand->name) + "'",
                        DiagKind::kArityMismatch);
    }
    const Expr* value = LowerOperand(arg.value, *arg.operand);
    if (value == nullptr) return nullptr;
    // R.image.resize2d(x, 8): for every dimension.
    if (const auto* size = row.name.starts_with("image.resize") && arg.operand->kind == OperandKind::kShape
                               ? As<IntImm>(value)
                               : nullptr) {
      value = MakeShape(ctx_, std::vector<const Expr*>(row.name.ends_with("2d") ? 2 : 3, MakeInt(ctx_, size->value)));
    }
    args.push_back(value);
  }
  bool creates = row.name == "arange" || row.name == "eye";
  if (creates && std::ranges::find(attrs, "dtype", &AttrItems::value_type::first) == attrs.end()) {
    attrs.emplace_back("dtype", DTypeLeftOut(row, args));
  }
  std::vector<const Type*> types;
  if (!LowerTypeArgs(e, types)) return nullptr;
  const AttrDict* complete = nullptr;
  if (!AttrsOfRow(e, row.name, attrs, complete)) return nullptr;
  if (row.name == "layout_transform" && !args.empty()) complete = WithPadDType(complete, args[0]);
  complete = WithFloatNodes(ctx_, row.name, WithWholeWindow(ctx_, row.name, complete));
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, row.name), args, complete, types));
}

// The attributes in the order of the operator's row, completed; as they were given when it has none.
bool ValueReader::AttrsOfRow(const PyExpr* e, std::string_view path, const AttrItems& attrs, const AttrDict*& out) {
  const OpSpec* row = FindOp(path);
  if (row == nullptr) {
    out = attrs.empty() ? nullptr : MakeDict(ctx_, attrs);
    return true;
  }
  Result<const AttrDict*> complete = CompleteAttrs(ctx_, *row, attrs);
  if (!complete.ok()) {
    Diag diag = std::move(complete).error();
    diag.span = e->span;
    site_.Fail(std::move(diag));
    return false;
  }
  out = *complete;
  return true;
}

// An operator that has no row: positional arguments are arguments, keywords are attributes in the order written.
const Expr* ValueReader::LowerUnknownOp(const PyExpr* e, std::string_view path) {
  std::vector<const Expr*> args;
  AttrItems attrs;
  std::vector<const Type*> types;
  for (const PyExpr* item : e->args()) {
    const Expr* arg = nullptr;
    if (args.empty() && item->Is(PyKind::kString)) {
      // A packed function by name: R.call_pure_packed("f", …), R.call_builtin_with_ctx("f", …).
      arg = At(item->span, MakeExternFunc(ctx_, item->text));
    } else {
      arg = LowerArgument(item);
    }
    if (arg == nullptr) return nullptr;
    args.push_back(arg);
  }
  for (const PyKeyword& keyword : e->keywords) {
    keyword.read = true;
    if (keyword.name == "ty_args" || keyword.name == "sinfo_args") continue;
    const Attr* attr = attrs_.LowerAttr(keyword.value);
    if (attr == nullptr) return nullptr;
    attrs.emplace_back(keyword.name, attr);
  }
  if (!LowerTypeArgs(e, types)) return nullptr;
  const AttrDict* dict = attrs.empty() ? nullptr : MakeDict(ctx_, attrs);
  const Op* op = OpOfFullName(ctx_, path);
  return At(e->span, MakeCall(ctx_, op, args, dict, types));
}

// R.call_tir(f, args, out_ty=…, tir_vars=…) and its family; out_sinfo= before 0.26.
const Expr* ValueReader::LowerCallTir(const PyExpr* e, std::string_view path) {
  const PyExpr* callee = Arg(e, 0, "gvar");
  if (callee == nullptr) callee = e->Keyword("func");
  const PyExpr* args_py = Arg(e, 1, "args");
  bool inplace = path == "call_tir_inplace";
  const PyExpr* out = Arg(e, inplace ? 3 : 2, "out_ty");
  if (out == nullptr) out = e->Keyword("out_sinfo");
  if (callee == nullptr || args_py == nullptr || out == nullptr) {
    return site_.Fail(e->span, "expected a function, its arguments and out_ty=", DiagKind::kArityMismatch);
  }
  const Expr* function = LowerOperand(callee, {.name = "func", .kind = OperandKind::kFunction});
  const Expr* args = function == nullptr ? nullptr : LowerArgument(args_py);
  if (args == nullptr) return nullptr;
  // One argument may stand without its tuple.
  if (!Is<Tuple>(args) && !Is<TupleType>(args->type)) args = MakeTuple(ctx_, {args});
  const Type* out_type = nullptr;
  if (out->Is(PyKind::kList) || out->Is(PyKind::kTuple)) {
    std::vector<const Type*> fields;
    for (const PyExpr* item : out->items) {
      const Type* field = types_.LowerType(item);
      if (field == nullptr) return nullptr;
      fields.push_back(field);
    }
    out_type = fields.size() == 1 ? fields[0] : MakeTupleType(ctx_, fields);
  } else if ((out_type = types_.LowerType(out)) == nullptr) {
    return nullptr;
  }
  std::vector<const Expr*> operands{function, args};
  if (const PyExpr* vars = e->Keyword("tir_vars"); vars != nullptr && !vars->Is(PyKind::kNone)) {
    std::vector<const Expr*> dims;
    const Expr* shape = vars->Is(PyKind::kTuple) || vars->Is(PyKind::kList)
                            ? (types_.LowerDims(vars, dims) ? MakeShape(ctx_, dims) : nullptr)
                            : LowerArgument(vars);
    if (shape == nullptr) return nullptr;
    operands.push_back(shape);
  }
  AttrItems attrs;
  for (std::string_view key : {"inplace_indices", "te_grad_name", "te_grad_kwargs"}) {
    const PyExpr* given = key == "inplace_indices" && inplace ? Arg(e, 2, key) : e->Keyword(key);
    if (given == nullptr) continue;
    const Attr* attr = attrs_.LowerAttr(given);
    if (attr == nullptr) return nullptr;
    if (key == "inplace_indices" && Is<AttrInt>(attr)) attr = MakeAttrList(ctx_, {attr});
    attrs.emplace_back(key, attr);
  }
  const AttrDict* dict = nullptr;
  return AttrsOfRow(e, path, attrs, dict)
             ? At(e->span, MakeCall(ctx_, OpNode(ctx_, path), operands, dict, {out_type}, out_type))
             : nullptr;
}

// R.call_py_func("f", x, y, out_ty=…): all arguments are one tuple. TVM prints the call itself, with ty_args=.
const Expr* ValueReader::LowerPyFuncCall(const PyExpr* e) {
  const PyExpr* out = e->Keyword("out_ty") != nullptr ? e->Keyword("out_ty") : e->Keyword("out_sinfo");
  const PyExpr* name = Arg(e, 0, "py_func_name");
  const Expr* symbol = name == nullptr ? site_.Fail(e->span, "expected the function's name") : LowerRelax(name);
  std::vector<const Expr*> args;
  for (const PyExpr* item : e->args().subspan(std::min<size_t>(e->args().size(), 1))) {
    const Expr* arg = symbol == nullptr ? nullptr : LowerArgument(item);
    if (arg == nullptr) return nullptr;
    args.push_back(arg);
  }
  bool many = out->Is(PyKind::kList) || out->Is(PyKind::kTuple);
  std::vector<const Type*> types;
  for (const PyExpr* item : many ? out->items : std::span<const PyExpr* const>(&out, 1)) {
    const Type* type = symbol == nullptr ? nullptr : types_.LowerType(item);
    if (type == nullptr) return nullptr;
    types.push_back(type);
  }
  const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx_, types);
  return At(e->span,
            MakeCall(ctx_, OpNode(ctx_, "call_py_func"), {symbol, MakeTuple(ctx_, args)}, nullptr, {type}, type));
}

// A bare number that pads is of the data's dtype.
const AttrDict* ValueReader::WithPadDType(const AttrDict* attrs, const Expr* data) {
  const auto* type = As<TensorType>(data->type);
  const Attr* pad = attrs == nullptr ? nullptr : attrs->Find("pad_value");
  if (type == nullptr || type->dtype.IsVoid() || (!Is<AttrInt>(pad) && !Is<AttrFloat>(pad))) return attrs;
  const Expr* value = Is<AttrInt>(pad) ? BuildImmediate(ctx_, type->dtype, static_cast<const AttrInt*>(pad)->value)
                                       : BuildImmediate(ctx_, type->dtype, static_cast<const AttrFloat*>(pad)->value);
  AttrItems items;
  for (size_t i = 0; i < attrs->keys.size(); ++i) {
    bool is_pad = attrs->values[i] == pad;
    items.emplace_back(attrs->keys[i].text(), is_pad ? MakeAttrNode(ctx_, value) : attrs->values[i]);
  }
  return MakeDict(ctx_, items);
}

// R.call_packed("f", x, ty_args=…, attribute=…): a call of an ExternFunc.
const Expr* ValueReader::LowerPackedCall(const PyExpr* e) {
  auto symbol = site_.LowerText(Arg(e, 0, "func"), "the function's name");
  if (!symbol) return nullptr;
  const ExternFunc* function = At(e->items[0]->span, MakeExternFunc(ctx_, *symbol));
  std::vector<const Expr*> args;
  for (const PyExpr* item : e->args().subspan(e->items.size() > 1 ? 1 : 0)) {
    const Expr* arg = LowerArgument(item);
    if (arg == nullptr) return nullptr;
    args.push_back(arg);
  }
  std::vector<const Type*> types;
  if (!LowerTypeArgs(e, types)) return nullptr;
  AttrItems attrs;
  for (const PyKeyword& keyword : e->keywords) {
    keyword.read = true;
    if (keyword.name == "ty_args" || keyword.name == "sinfo_args" || keyword.name == "func") continue;
    const Attr* attr = attrs_.LowerAttr(keyword.value);
    if (attr == nullptr) return nullptr;
    attrs.emplace_back(keyword.name, attr);
  }
  const Type* type = types.empty()       ? static_cast<const Type*>(ctx_.Object())
                     : types.size() == 1 ? types[0]
                                         : MakeTupleType(ctx_, types);
  return At(e->span, MakeCall(ctx_, function, args, attrs.empty() ? nullptr : MakeDict(ctx_, attrs), types, type));
}

// R.print(x, y, format=…): the format is the first operand; R.assert_op(condition, x, format=…): the second.
const Expr* ValueReader::LowerPrint(const PyExpr* e, std::string_view path) {
  bool is_assert = path == "assert_op";
  std::vector<const Expr*> args;
  for (const PyExpr* item : e->args()) {
    const Expr* arg = item->IsTruth() ? scalars_.LowerLiteral(item) : LowerArgument(item);
    if (arg == nullptr) return nullptr;
    args.push_back(arg);
  }
  if (is_assert && args.empty()) return site_.Fail(e->span, "expected a condition", DiagKind::kArityMismatch);
  const PyExpr* given = e->Keyword("format");
  const Expr* format = given != nullptr ? LowerRelax(given) : nullptr;
  if (site_.failed()) return nullptr;
  if (format == nullptr) format = MakeString(ctx_, "");
  args.insert(args.begin() + (is_assert ? 1 : 0), format);
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, path), args, nullptr, {}, MakeTupleType(ctx_, {})));
}

// R.hint_on_device(x, R.device(device_type=1, index=0), "global").
const Expr* ValueReader::LowerHintOnDevice(const PyExpr* e) {
  const PyExpr* device = Arg(e, 1, "dst_vdevice");
  if (device == nullptr) device = Arg(e, 1, "dst_device");
  const PyExpr* scope_arg = Arg(e, 2, "memory_scope");
  auto callee = device == nullptr ? std::nullopt : site_.DottedCallee(device);
  std::optional<int64_t> named = callee && callee->dialect == 'R' ? DeviceTypeNamed(callee->path) : std::nullopt;
  if (!named && (!callee || !callee->Is('R', "device"))) {
    return site_.Fail(e->span, "expected R.device(…), R.cpu(…), R.cuda(…) or another device", DiagKind::kArityMismatch);
  }
  const PyExpr* type_arg = named ? nullptr : Arg(device, 0, "device_type");
  const PyExpr* index_arg = named ? Arg(device, 0, "dev_id") : Arg(device, 1, "index");
  auto type = named ? named : type_arg == nullptr ? std::optional<int64_t>(1) : site_.LowerInt(type_arg);
  auto index = index_arg == nullptr ? std::optional<int64_t>(0) : site_.LowerInt(index_arg);
  auto scope =
      scope_arg == nullptr ? std::optional<std::string_view>("global") : site_.LowerText(scope_arg, "a memory scope");
  const PyExpr* data = Arg(e, 0, "data");
  const Expr* value = data == nullptr ? site_.Fail(e->span, "R.hint_on_device needs 'data'", DiagKind::kArityMismatch)
                                      : LowerArgument(data);
  if (site_.failed() || value == nullptr) return nullptr;
  const AttrDict* attrs = MakeDict(ctx_, {{"device_type", MakeAttrInt(ctx_, *type)},
                                          {"index", MakeAttrInt(ctx_, *index)},
                                          {"memory_scope", MakeAttrString(ctx_, *scope)}});
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, "hint_on_device"), {value}, attrs));
}

const Expr* ValueReader::LowerToVDevice(const PyExpr* e) {
  const PyExpr* device_arg = Arg(e, 1, "dst_vdevice");
  const PyExpr* data = Arg(e, 0, "data");
  const Expr* value = data == nullptr ? nullptr : LowerArgument(data);
  if (value == nullptr || device_arg == nullptr)
    return site_.Fail(e->span, "expected a value and dst_vdevice=", DiagKind::kArityMismatch);
  const VDevice* device = types_.FindVDevice(device_arg);
  if (device == nullptr) return nullptr;
  const AttrDict* attrs = MakeDict(ctx_, {{"dst_vdevice", MakeAttrNode(ctx_, device)}});
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, "to_vdevice"), {value}, attrs));
}

}  // namespace assay
