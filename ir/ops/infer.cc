#include "ir/ops/infer.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/describe.h"
#include "ir/ops/general_rules.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/sharding.h"
#include "ir/relax/signature.h"
#include "ir/support/plural.h"
#include "ir/support/unknown_name.h"

namespace assay {

std::span<const Precondition> GeneralRules() {
  static constexpr Precondition kRules[] = {
      {"op.name", "an operator that is called is one of the table"},
      {"op.arity",
       "a call has an argument for each operand of its operator that may not be left out, and none beyond them"},
      {"op.operand",
       "an argument is of its operand's kind: a tensor, a tuple of tensors, a shape, a scalar, a function, …"},
      {"op.attr",
       "attributes are those of the operator, of the kinds that it names, and none without a default is left out"},
      {"call.callee", "what is called is a function, of the module where it is named"},
      {"call.arity", "a function is called with as many arguments as it has parameters"},
      {"call.argument", "an argument has the type of its parameter"},
      {"tuple.field", "the fields of a tuple have types"},
      {"tuple.get", "what is indexed is a tuple"},
      {"tuple.index", "the index of a field is at least 0 and below the number of fields"},
      {"if.branch", "both branches of a conditional have types"},
      {"expr.type", "an expression that inference has no rule for has a type already"},
      {"dist.mixed", "distributed and plain tensors do not meet in a call"},
      {"dist.shape", "the shapes of distributed operands are known, and which of their axes belong together"},
      {"dist.mesh", "distributed operands lie on one mesh"},
      {"dist.placement",
       "a placement says for each dimension of the mesh which axis it splits, or R, and splits no axis twice"},
      {"dist.operator", "the operator has a rule for distributed tensors and gives one tensor"},
      {"dist.attrs", "a sharding names a device mesh and a placement"},
  };
  return kRules;
}

std::string UnknownOperatorText(std::string_view name) {
  std::vector<std::string_view> names;
  for (const OpSpec* row : AllOps()) names.push_back(row->name);
  constexpr std::string_view kPrefix = "relax.";
  if (!name.starts_with(kPrefix)) return UnknownText("operator", name, names);
  std::string near = NearHint(name.substr(kPrefix.size()), names, kPrefix);
  return near.empty() ? UnknownText("operator", name, names) : fmt::format("unknown operator '{}'{}", name, near);
}

namespace {

Diag Mismatch(const Expr* place, std::string message, std::string_view rule) {
  return {DiagKind::kTypeMismatch, place->span, std::move(message), std::string(rule), {}};
}

// ---- operators

std::string_view WantedText(OperandKind kind) {
  switch (kind) {
    case OperandKind::kTensor: return "a tensor";
    case OperandKind::kTensorTuple: return "a tuple of tensors";
    case OperandKind::kShape: return "a shape";
    case OperandKind::kPrim: return "a scalar";
    case OperandKind::kString: return "a string literal";
    case OperandKind::kDType: return "a dtype literal";
    case OperandKind::kFunction: return "a function";
    case OperandKind::kTuple: return "a tuple";
    case OperandKind::kAny: return "a value";
  }
  ASSAY_UNREACHABLE();
}

bool AreTensors(const TupleType* tuple) {
  if (tuple == nullptr) return false;
  for (const Type* field : tuple->fields) {
    if (!Is<TensorType>(field)) return false;
  }
  return true;
}

bool Fits(OperandKind kind, const Expr* arg) {
  switch (kind) {
    case OperandKind::kTensor: return Is<TensorType>(arg->type) || Is<DTensorType>(arg->type);
    case OperandKind::kTensorTuple: return AreTensors(As<TupleType>(arg->type));
    case OperandKind::kShape: return Is<ShapeType>(arg->type);
    case OperandKind::kPrim: return Is<PrimType>(arg->type);
    case OperandKind::kString: return Is<StringImm>(arg);
    case OperandKind::kDType: return Is<DataTypeImm>(arg);
    case OperandKind::kFunction:
      return Is<GlobalVar>(arg) || Is<ExternFunc>(arg) || Is<FuncType>(arg->type) || Is<ObjectType>(arg->type);
    case OperandKind::kTuple:
      // One that holds functions by name has no type of its own.
      return Is<TupleType>(arg->type) || (Is<Tuple>(arg) && arg->type == nullptr);
    case OperandKind::kAny:
      return arg->type != nullptr || Is<GlobalVar>(arg) || Is<ExternFunc>(arg) || Is<DataTypeImm>(arg);
  }
  ASSAY_UNREACHABLE();
}

Status CheckOperands(const Call& call, const OpSpec& row) {
  bool variadic = !row.operands.empty() && row.operands.back().variadic;
  size_t least = 0;
  for (const Operand& operand : row.operands) least += operand.optional || operand.variadic ? 0 : 1;
  size_t given = call.args.size();
  if (given < least || (!variadic && given > row.operands.size())) {
    size_t most = row.operands.size();
    std::string count = variadic        ? fmt::format("at least {}", least)
                        : least == most ? std::to_string(most)
                                        : fmt::format("{} to {}", least, most);
    std::string message =
        fmt::format("{}: expected {} {}, got {}", row.name, count, Plural(variadic ? least : most, "argument"), given);
    return Diag{DiagKind::kArityMismatch, call.span, std::move(message), "op.arity", {}};
  }
  for (size_t i = 0; i < given; ++i) {
    const Operand& operand = row.operands[std::min(i, row.operands.size() - 1)];
    if (Fits(operand.kind, call.args[i])) continue;
    std::string_view wanted = WantedText(operand.kind);
    return Mismatch(&call, fmt::format("{}: expected {}, got {}", row.name, wanted, FactText(call, fact::Arg{i})),
                    "op.operand");
  }
  return Done{};
}

bool IsOfKind(const AttrSpec& spec, const Attr* attr) {
  if (Is<AttrNull>(attr)) return spec.nullable || spec.default_text == "None" || spec.kind == AttrKind::kAny;
  const auto* list = As<AttrList>(attr);
  switch (spec.kind) {
    case AttrKind::kBool: return Is<AttrBool>(attr);
    case AttrKind::kInt: return Is<AttrInt>(attr);
    case AttrKind::kFloat: return Is<AttrFloat>(attr);
    case AttrKind::kString: return Is<AttrString>(attr);
    case AttrKind::kDType: return Is<AttrDType>(attr);
    case AttrKind::kIntList:
      return Is<AttrInt>(attr) || (list != nullptr && std::ranges::all_of(list->items, Is<AttrInt>));
    case AttrKind::kAny: return true;
  }
  ASSAY_UNREACHABLE();
}

// Rows read the attributes that they name, whoever made the call: a loaded one may lack some.
Status CheckAttributes(const Call& call, const OpSpec& row) {
  for (const AttrSpec& spec : row.attrs) {
    const Attr* attr = call.attrs == nullptr ? nullptr : call.attrs->Find(spec.name);
    if (attr != nullptr && IsOfKind(spec, attr)) continue;
    return Mismatch(&call,
                    fmt::format("{}: expected {} for attribute {}, got {}", row.name, AttrKindText(spec.kind),
                                spec.name, AttrText(attr)),
                    "op.attr");
  }
  return Done{};
}

Result<const Type*> InferOpCall(Context& ctx, const Module* module, const Call& call, const Op& op) {
  if (op.spec == nullptr) {
    if (call.type != nullptr) return call.type;
    return Diag{DiagKind::kUnknownOperator, call.span, UnknownOperatorText(op.name.text()), "op.name", {}};
  }
  ASSAY_RETURN_IF_ERROR(CheckOperands(call, *op.spec));
  ASSAY_RETURN_IF_ERROR(CheckAttributes(call, *op.spec));
  InferIn in{ctx, call, module};
  return IsDistributedCall(call) ? InferDistributed(in) : op.spec->infer(in);
}

// ---- functions

// Relax measures in int64: a variable of another width is part of a conversion, and so nothing binds it (as in TVM).
const Type* BufferType(Context& ctx, const Buffer* buffer) {
  std::vector<const Expr*> dims;
  for (const Expr* dim : buffer->shape) {
    bool wide = DTypeOf(dim) == DType::Int(64);
    dims.push_back(wide                    ? dim
                   : AsInt(dim) != nullptr ? MakeInt(ctx, AsInt(dim)->value)
                                           : MakeCast(ctx, DType::Int(64), dim));
  }
  return MakeTensorType(ctx, dims, buffer->dtype);
}

const FuncType* PrimFuncSignature(Context& ctx, const PrimFunc& func) {
  std::vector<const Type*> params;
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Buffer* buffer = i < func.buffers.size() ? func.buffers[i] : nullptr;
    bool handle = buffer == nullptr && !DTypeOf(func.params[i]).IsVoid() && DTypeOf(func.params[i]).IsHandle();
    // A handle without a buffer takes any value.
    params.push_back(buffer != nullptr ? BufferType(ctx, buffer) : handle ? ctx.Object() : func.params[i]->type);
  }
  // TVM counts them as impure: they write to their arguments.
  return MakeFuncType(ctx, params, func.ret_type != nullptr ? func.ret_type : MakeTupleType(ctx, {}), false);
}

const FuncType* FunctionSignature(Context& ctx, const Function& func) {
  const Type* result = func.ret_type;
  if (result == nullptr && func.body != nullptr) result = func.body->type;
  return MakeSignature(ctx, func.params, result == nullptr ? ctx.Object() : result, func.is_pure);
}

// The type of a packed call: its one type argument, or a tuple of several.
const Type* TypeByArguments(Context& ctx, Nodes<Type> ty_args) {
  if (ty_args.empty()) return ctx.Object();
  if (ty_args.size() == 1) return ty_args[0];
  return MakeTupleType(ctx, std::vector<const Type*>(ty_args.begin(), ty_args.end()));
}

const Type* DeriveOpaque(Context& ctx, const FuncType& callee, const Call& call) {
  if (!callee.derive.empty()) return TypeByArguments(ctx, call.ty_args);
  return callee.result == nullptr ? ctx.Object() : callee.result;
}

// The type of an argument or a field: functions that stand by name have their signature.
const Type* TypeOfLeaf(Context& ctx, const Module* module, const Expr* leaf) {
  const auto* global = leaf->type == nullptr ? As<GlobalVar>(leaf) : nullptr;
  const Expr* func = Is<ExternFunc>(leaf) ? leaf : nullptr;
  if (global != nullptr && module != nullptr) func = module->Find(global->name.text());
  return leaf->type == nullptr && func != nullptr ? SignatureOf(ctx, func) : leaf->type;
}

// As TVM's DeriveCallRetType: parameters are matched with arguments, the result's variables follow.
Result<const Type*> DeriveCall(Context& ctx, const Module* module, const FuncType& callee, const Call& call) {
  if (!callee.has_params) return DeriveOpaque(ctx, callee, call);
  if (callee.params.size() != call.args.size()) {
    std::string message =
        fmt::format("expected {}, got {}", Counted(callee.params.size(), "argument"), call.args.size());
    return Diag{DiagKind::kArityMismatch, call.span, std::move(message), "call.arity", {}};
  }
  VarMap bound;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Type* type = TypeOfLeaf(ctx, module, call.args[i]);
    if (type == nullptr) return Mismatch(&call, fmt::format("{} has no type", ArgName(call, i)), "call.argument");
    SubtypeAnswer answer = MatchParam(ctx, callee.params[i], type, bound);
    if (answer == SubtypeAnswer::kAlways || answer == SubtypeAnswer::kMaybe) continue;
    std::string message =
        fmt::format("expected {} for argument {}, got {}", TypeText(callee.params[i]), i, FactText(call, fact::Arg{i}));
    return Mismatch(&call, std::move(message), "call.argument");
  }
  return EraseWith(ctx, callee.result, bound);
}

Result<const Type*> InferCall(Context& ctx, const Module* module, const Call& call) {
  if (const auto* op = As<Op>(call.op)) return InferOpCall(ctx, module, call, *op);
  const FuncType* callee = As<FuncType>(call.op->type);
  if (const auto* global = As<GlobalVar>(call.op)) {
    const Expr* func = module == nullptr ? nullptr : module->Find(global->name.text());
    if (func != nullptr) callee = SignatureOf(ctx, func);
    if (callee == nullptr) {
      std::string message = fmt::format("the module has no function '{}'", global->name.text());
      return Diag{DiagKind::kUndefinedName, call.span, std::move(message), "call.callee", {}};
    }
  }
  if (Is<ExternFunc>(call.op)) return TypeByArguments(ctx, call.ty_args);
  if (Is<Function>(call.op)) callee = SignatureOf(ctx, call.op);
  if (callee == nullptr)
    return Mismatch(&call, fmt::format("expected a function to call, got {}", TypeText(call.op->type)), "call.callee");
  return DeriveCall(ctx, module, *callee, call);
}

// ---- other expressions

Result<const Type*> InferTuple(Context& ctx, const Module* module, const Tuple& tuple) {
  std::vector<const Type*> fields;
  for (const Expr* field : tuple.fields) {
    const Type* type = TypeOfLeaf(ctx, module, field);
    if (type == nullptr) return Mismatch(&tuple, "a field of the tuple has no type", "tuple.field");
    fields.push_back(type);
  }
  return MakeTupleType(ctx, fields);
}

Result<const Type*> InferTupleGetItem(const TupleGetItem& item) {
  const auto* tuple = As<TupleType>(item.tuple->type);
  if (tuple == nullptr)
    return Mismatch(&item, fmt::format("expected a tuple to index, got {}", TypeText(item.tuple->type)), "tuple.get");
  if (item.index < 0 || item.index >= static_cast<int64_t>(tuple->fields.size())) {
    std::string message = fmt::format("expected an index in [0, {}), got {}", tuple->fields.size(), item.index);
    return Diag{DiagKind::kBadArgument, item.span, std::move(message), "tuple.index", {}};
  }
  return tuple->fields[static_cast<size_t>(item.index)];
}

Result<const Type*> InferIf(Context& ctx, const If& expr) {
  const Type* yes = expr.true_branch->type;
  const Type* no = expr.false_branch->type;
  if (yes == nullptr || no == nullptr) return Mismatch(&expr, "a branch of the conditional has no type", "if.branch");
  return JoinTypes(ctx, yes, no);
}

Result<const Type*> TypeItHas(const Expr* expr) {
  if (expr->type == nullptr) return Mismatch(expr, "the expression has no type", "expr.type");
  return expr->type;
}

}  // namespace

const FuncType* SignatureOf(Context& ctx, const Expr* func) {
  if (const auto* relax = As<Function>(func)) return FunctionSignature(ctx, *relax);
  if (const auto* prim = As<PrimFunc>(func)) return PrimFuncSignature(ctx, *prim);
  if (const auto* type = As<FuncType>(func->type)) return type;
  auto* opaque = ctx.arena.New<FuncType>();
  opaque->purity = false;
  opaque->result = ctx.Object();
  if (Is<ExternFunc>(func)) opaque->derive = ctx.Intern("tvm.relax.type.infer_by_ty_args");
  return opaque;
}

const ExternFunc* MakePackedFunc(Context& ctx, std::string_view symbol) {
  ExternFunc* packed = ctx.arena.New<ExternFunc>(*MakeExternFunc(ctx, symbol));
  packed->type = SignatureOf(ctx, packed);
  return packed;
}

const Call* MakePackedCall(Context& ctx, std::string_view symbol, const std::vector<const Expr*>& args,
                           const Type* type) {
  return MakeCall(ctx, MakePackedFunc(ctx, symbol), args, nullptr, {type}, type);
}

Result<const Type*> InferType(Context& ctx, const Module* module, const Expr* expr) {
  switch (ExprKindOf(expr)) {
    case ExprKind::kCall: return InferCall(ctx, module, static_cast<const Call&>(*expr));
    case ExprKind::kTuple: return InferTuple(ctx, module, static_cast<const Tuple&>(*expr));
    case ExprKind::kTupleGetItem: return InferTupleGetItem(static_cast<const TupleGetItem&>(*expr));
    case ExprKind::kIf: return InferIf(ctx, static_cast<const If&>(*expr));
    case ExprKind::kSeqExpr: return TypeItHas(static_cast<const SeqExpr*>(expr)->body);
    case ExprKind::kGlobalVar: {
      const auto* global = static_cast<const GlobalVar*>(expr);
      const Expr* func = module == nullptr ? nullptr : module->Find(global->name.text());
      return func == nullptr ? TypeItHas(expr) : SignatureOf(ctx, func);
    }
    case ExprKind::kFunction:
    case ExprKind::kPrimFunc:
    case ExprKind::kExternFunc: return SignatureOf(ctx, expr);
    case ExprKind::kDataTypeImm:
      return ctx.Object();
      // Made with their types.
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    case ExprKind::kVar:
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
    case ExprKind::kStringImm:
    case ExprKind::kCast:
    case ExprKind::kNot:
    case ExprKind::kSelect:
    case ExprKind::kLet:
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle:
    case ExprKind::kBufferLoad:
    case ExprKind::kOp:
    case ExprKind::kConstant:
    case ExprKind::kShapeExpr: return TypeItHas(expr);
  }
  ASSAY_UNREACHABLE();
}

Result<const Call*> WithInferredType(Context& ctx, const Module* module, const Call* call) {
  ASSAY_TRY(const Type* type, InferType(ctx, module, call));
  if (call->type == type) return call;
  auto* typed = ctx.arena.New<Call>(*call);
  typed->type = type;
  return typed;
}

Result<const Expr*> WithInferredTypes(Context& ctx, const Module* module, const Expr* expr) {
  std::optional<Diag> failed;
  auto rule = [&](const Node* node, const Node*) -> const Node* {
    const auto* call = As<Call>(node);
    if (failed || (call == nullptr && !Is<Tuple>(node) && !Is<TupleGetItem>(node))) return node;
    const auto* e = static_cast<const Expr*>(node);
    Result<const Type*> type = InferType(ctx, module, e);
    if (!type.ok()) {
      failed = type.error();
      return node;
    }
    if (e->type == *type) return e;
    return Visit(e, [&](const auto& n) -> const Node* {
      using T = std::remove_cvref_t<decltype(n)>;
      auto* typed = ctx.arena.New<T>(n);
      if constexpr (std::is_base_of_v<Expr, T>) typed->type = *type;
      return typed;
    });
  };
  const Node* typed = Rewrite(ctx, expr, rule);
  if (failed) return *std::move(failed);
  return static_cast<const Expr*>(typed);
}

}  // namespace assay
