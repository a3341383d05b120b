// Scalar expressions, variables and the small leaves of Relax.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/prim/literals.h"
#include "ir/support/fault.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/call_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"

namespace assay {
namespace {

struct OperatorText {
  std::string_view sign;
  std::string_view name;
  Precedence precedence;
};

// sign: empty where only the call form exists.
OperatorText TextOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kAdd: return {" + ", "Add", Precedence::kAdd};
    case NodeKind::kSub: return {" - ", "Sub", Precedence::kAdd};
    case NodeKind::kMul: return {" * ", "Mul", Precedence::kMul};
    case NodeKind::kDiv: return {" / ", "Div", Precedence::kMul};
    case NodeKind::kMod: return {"", "truncmod", Precedence::kAtom};
    case NodeKind::kFloorDiv: return {" // ", "FloorDiv", Precedence::kMul};
    case NodeKind::kFloorMod: return {" % ", "FloorMod", Precedence::kMul};
    case NodeKind::kMin: return {"", "min", Precedence::kAtom};
    case NodeKind::kMax: return {"", "max", Precedence::kAtom};
    case NodeKind::kEQ: return {" == ", "EQ", Precedence::kCompare};
    case NodeKind::kNE: return {" != ", "NE", Precedence::kCompare};
    case NodeKind::kLT: return {" < ", "LT", Precedence::kCompare};
    case NodeKind::kLE: return {" <= ", "LE", Precedence::kCompare};
    case NodeKind::kGT: return {" > ", "GT", Precedence::kCompare};
    case NodeKind::kGE: return {" >= ", "GE", Precedence::kCompare};
    case NodeKind::kAnd: return {" and ", "And", Precedence::kAnd};
    // other kinds: asked of binary operators, of which Or is left
    default: return {" or ", "Or", Precedence::kOr};
  }
}

// 16-bit floats are never folded together, only with neutral elements.
bool BothFold(const Expr* a, const Expr* b) {
  bool narrow = Is<FloatImm>(a) && DTypeOf(a).bits < 32;
  return !narrow && IsLiteral(a) && IsLiteral(b);
}
bool IsValue(const Expr* e, int64_t value) {
  if (const auto* i = As<IntImm>(e)) return i->value == value;
  const auto* f = As<FloatImm>(e);
  return f != nullptr && f->value == static_cast<double>(value);
}

bool IsIndex(DType dtype) { return dtype == DType::Int(32) || dtype == DType::Int(64); }

// Whether reading `a sign b` back would build something else than this node, because construction folds constants
// (TVM's TryConstFold); then only the call form says what stands there.
bool Folds(const BinaryExpr& e) {
  bool numbers = IsLiteral(e.a) && IsLiteral(e.b);
  bool both = BothFold(e.a, e.b);
  switch (e.kind) {
    case NodeKind::kAdd: return both || IsValue(e.a, 0) || IsValue(e.b, 0);
    case NodeKind::kSub: return both || IsValue(e.b, 0);
    case NodeKind::kMul: return both || IsValue(e.a, 0) || IsValue(e.a, 1) || IsValue(e.b, 0) || IsValue(e.b, 1);
    case NodeKind::kDiv: return both || IsValue(e.a, 0) || IsValue(e.b, 1);
    case NodeKind::kFloorDiv: return both || IsValue(e.a, 0) || IsValue(e.b, 1);
    case NodeKind::kFloorMod:
      // Remainders fold where they may be indices; those of two unsigned constants too.
      if (DTypeOf(e.a).IsUInt()) return both;
      return IsIndex(DTypeOf(e.a)) && (both || IsValue(e.a, 0) || IsValue(e.b, 1));
    case NodeKind::kAnd:
    case NodeKind::kOr: return IsLiteral(e.a) || IsLiteral(e.b);
    // other kinds: comparisons and the rest of binary operators fold numbers alone
    default: return numbers;
  }
}

}  // namespace

// Python's own comparisons and `and` do not make nodes; TVM's reader does.
bool ExprPrinter::UsesSign(const BinaryExpr& e) const {
  bool python = IsComparison(e.kind) || e.kind == NodeKind::kAnd || e.kind == NodeKind::kOr;
  if (TextOf(e.kind).sign.empty() || Folds(e) || (form_.program && python)) return false;
  return e.kind != NodeKind::kDiv || DTypeOf(e.a).IsFloating();
}

Precedence ExprPrinter::PrecedenceOf(const assay::Expr* e) {
  if (const BinaryExpr* binary = AsBinary(e)) {
    return UsesSign(*binary) ? TextOf(e->kind).precedence : Precedence::kAtom;
  }
  const auto* call = As<Call>(e);
  if (const BitSign* sign = call == nullptr ? nullptr : BitSignOf(*call)) return sign->precedence;
  if (Is<Not>(e))
    return form_.program || PrintsBareNumber(static_cast<const Not*>(e)->a) ? Precedence::kAtom : Precedence::kNot;
  return Precedence::kAtom;
}

// recursion: calls and right operands nest as deep as the parser lets them; Binary goes through chains of operators
void ExprPrinter::Child(Out out, const assay::Expr* e, Precedence parent, bool also_when_equal) {
  Precedence own = PrecedenceOf(e);
  // Beside a number, Python takes another one for what it likes.
  if (const auto* number = As<IntImm>(e); form_.program && number != nullptr && scope_.InRelax())
    return NamedNumber(out, *number);
  bool wrap = own < parent || (also_when_equal && own == parent);
  if (wrap) out += '(';
  Expr(out, e);
  if (wrap) out += ')';
}

// Whether a left operand needs parentheses: Python would chain two comparisons, `a < b == c` says `a < b and b == c`.
// TVM writes none, and reads the chain.
static bool WrapsLeft(Precedence left, Precedence own) {
  return left < own || (left == own && own == Precedence::kCompare);
}

void ExprPrinter::Binary(Out out, const BinaryExpr& e) {
  OperatorText text = TextOf(e.kind);
  if (!UsesSign(e)) {
    CallOf(out, text.name, {e.a, e.b});
    return;
  }
  // Chains lean to the left and may be long: the spine is walked by a loop.
  std::vector<const BinaryExpr*> spine{&e};
  while (true) {
    const BinaryExpr* left = AsBinary(spine.back()->a);
    if (left == nullptr || !UsesSign(*left)) break;
    if (WrapsLeft(TextOf(left->kind).precedence, TextOf(spine.back()->kind).precedence)) out += '(';
    spine.push_back(left);
  }
  Child(out, spine.back()->a, TextOf(spine.back()->kind).precedence, false);
  for (size_t i = spine.size(); i-- > 0;) {
    text = TextOf(spine[i]->kind);
    out += text.sign;
    Child(out, spine[i]->b, text.precedence, true);
    if (i > 0 && WrapsLeft(text.precedence, TextOf(spine[i - 1]->kind).precedence)) out += ')';
  }
}

// Bare numbers take the dtype of what stands beside them, conditions aside; with nothing else there, they are read as
// int32.
bool ExprPrinter::NumbersAlone(Nodes<assay::Expr> group) {
  return std::ranges::all_of(group, [](const assay::Expr* e) { return Is<IntImm>(e) || DTypeOf(e).IsBool(); });
}

void ExprPrinter::Member(Out out, const assay::Expr* e, Nodes<assay::Expr> group) {
  const auto* number = As<IntImm>(e);
  bool alone = form_.program || (!in_index_map_ && NumbersAlone(group));
  if (scope_.InRelax() && number != nullptr && alone) return NamedNumber(out, *number);
  Expr(out, e);
}

void ExprPrinter::CallOf(Out out, std::string_view name, std::initializer_list<const assay::Expr*> args) {
  head_.TirName(out, name);
  out += '(';
  bool first = true;
  for (const assay::Expr* arg : args) {
    if (!first) out += ", ";
    first = false;
    Member(out, arg, {args.begin(), args.size()});
  }
  out += ')';
}

void ExprPrinter::CommaList(Out out, Nodes<assay::Expr> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ", ";
    Expr(out, items[i]);
  }
}

// Relax shows int64 bare, and index maps in it those of indices, whichever these are; TIR shows int32 bare. Other
// dtypes are named, also where TVM leaves them out and reads another number back: a bare True is an integer in tuples
// and among the arguments of functions.
bool ExprPrinter::PrintsBareNumber(const assay::Expr* e) {
  bool relax = scope_.InRelax();
  DType dtype = DTypeOf(e);
  if (!Is<IntImm>(e)) return false;
  return (relax && in_index_map_ && dtype == DType::Int(32)) || dtype == DType::Int(relax ? 64 : 32);
}

void ExprPrinter::Immediate(Out out, const IntImm& imm) {
  DType dtype = DTypeOf(&imm);
  if (dtype.IsBool()) {
    head_.TirName(out, imm.value != 0 ? "bool(True)" : "bool(False)");
  } else if (PrintsBareNumber(&imm)) {
    literal::Int(out, imm.value);
  } else {
    NamedNumber(out, imm);
  }
}

// recursion: Immediate comes here with numbers alone, and is asked again for booleans alone
void ExprPrinter::NamedNumber(Out out, const IntImm& imm) {
  DType dtype = DTypeOf(&imm);
  if (dtype.IsBool()) return Immediate(out, imm);
  head_.DTypeCall(out, dtype);
  out += '(';
  if (dtype == DType::UInt(64)) {
    out += std::to_string(static_cast<uint64_t>(imm.value));
  } else {
    literal::Int(out, imm.value);
  }
  out += ')';
}

void ExprPrinter::Immediate(Out out, const FloatImm& imm) {
  head_.DTypeCall(out, DTypeOf(&imm));
  out += '(';
  literal::Float(out, imm.value);
  out += ')';
}

void ExprPrinter::Variable(Out out, const Var* var) {
  const std::string* name = scope_.FindName(var);
  if (name == nullptr) {
    bool scalar = var->type != nullptr && (Is<PrimType>(var->type) || Is<PointerType>(var->type));
    if (scope_.kernel() != nullptr) {
      UndefinedTirVar(var);
    } else if (scalar) {
      UndefinedRelaxScalar(var);
    } else {
      UndefinedRelaxVar(var);
    }
    name = scope_.FindName(var);
  }
  out += *name;
}

void ExprPrinter::VariableCreation(Out out, const Var& var) {
  if (const auto* pointer = As<PointerType>(var.type)) {
    size_t at = out.size();
    types_.PointerTypeText(out, *pointer);
    if (out.find('(', at) == std::string::npos) out += "()";
    return;
  }
  head_.DTypeCall(out, DTypeOf(&var));
  out += form_.SaysSize(var) && !FaultOn(Fault::printer_drops_size_var) ? "(is_size_var=True)" : "()";
}

void ExprPrinter::UndefinedTirVar(const Var* var) {
  PrintFrame& frame = scope_.FrameOfAllUses(var);
  std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), frame), value;
  VariableCreation(value, *var);
  scope_.LineIn(frame, form_.Named(name, value));
}

void ExprPrinter::UndefinedRelaxScalar(const Var* var) {
  PrintFrame* found = scope_.RelaxFunctionFrame();
  PrintFrame& frame = found == nullptr ? scope_.Top() : *found;
  if (frame.in_signature) frame.signature_vars.insert(var);
  std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), frame);
  // A TypeVar cannot say that it is a size.
  bool type_var = form_.New() && !form_.SaysSize(*var);
  if (frame.in_signature && type_var) return head_.NoteTypeVar(var, name);
  std::string value;
  VariableCreation(value, *var);
  scope_.LineIn(frame, form_.Named(name, value));
}

void ExprPrinter::UndefinedRelaxVar(const Var* var) {
  std::string type;
  types_.Type(type, var->type);
  std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
  if (form_.program) scope_.CannotSay("a variable that nothing defines");
  scope_.Line(name + ": " + type);
}

void ExprPrinter::Global(Out out, const GlobalVar& global) {
  if (scope_.module() != nullptr && scope_.module()->Find(global.name.text()) != nullptr) {
    PrintFrame* frame = scope_.kernel() == nullptr ? scope_.RelaxFunctionFrame() : nullptr;
    if (frame != nullptr) {
      if (!frame->alias_printed) scope_.LineIn(*frame, "cls = Module");
      frame->alias_printed = true;
      out += "cls.";
    } else {
      out += "Module.";
    }
  }
  out += global.name.text();
}

const ExprPrinter::BitSign* ExprPrinter::BitSignOf(const Call& call) const {
  static constexpr std::pair<std::string_view, BitSign> kSigns[] = {
      {"|", {" | ", Precedence::kBitOr, 2}},   {"^", {" ^ ", Precedence::kBitXor, 2}},
      {"&", {" & ", Precedence::kBitAnd, 2}},  {"<<", {" << ", Precedence::kShift, 2}},
      {">>", {" >> ", Precedence::kShift, 2}}, {"~", {"~", Precedence::kInvert, 1}}};
  const IntrinsicSpec* row = IntrinsicOf(&call);
  if (!form_.New() || row == nullptr || row->python_sign.empty()) return nullptr;
  for (const auto& [text, sign] : kSigns) {
    // Numbers alone would be folded when they are read.
    bool folds = std::ranges::all_of(call.args, IsLiteral);
    if (text == row->python_sign && call.args.size() == sign.operands && !folds) return &sign;
  }
  return nullptr;
}

void ExprPrinter::Intrinsic(Out out, const Call& call) {
  if (const BitSign* sign = BitSignOf(call)) {
    if (sign->operands == 2) Child(out, call.args[0], sign->precedence, false);
    out += sign->sign;
    return Child(out, call.args.back(), sign->precedence, sign->operands == 2);
  }
  std::string_view op_name = As<Op>(call.op)->name.text();
  const IntrinsicSpec* row = IntrinsicOf(&call);
  std::string_view unknown = op_name.starts_with("tirx.") ? op_name.substr(5) : op_name;
  std::string_view name = row != nullptr ? row->ScriptName() : unknown;
  std::string_view node = form_.New() && row != nullptr ? row->node_name : std::string_view();
  head_.TirName(out, node.empty() ? name : node);
  out += '(';
  DType dtype = DTypeOf(&call);
  std::string result;
  if (dtype.IsHandle()) {
    head_.TirName(result, "handle().ty");
  } else {
    literal::Quoted(result, dtype.IsVoid() ? "void" : DTypeName(dtype));
  }
  bool first = true;
  auto separate = [&] {
    if (!first) out += ", ";
    first = false;
  };
  DTypeAt dtype_at = row != nullptr ? row->dtype_at : DTypeAt::kNone;
  if (dtype_at == DTypeAt::kFirst) {
    separate();
    out += result;
  }
  for (const assay::Expr* arg : call.args) {
    separate();
    Member(out, arg, call.args);
  }
  if (dtype_at == DTypeAt::kLast) {
    separate();
    out += result;
  }
  if (row != nullptr && !row->attribute.empty()) {
    separate();
    StringsAttribute(out, call, row->attribute);
    out += fmt::format(", ret_ty={}", result);
  }
  out += ')';
}

// An attribute of a call that is a list of strings, by keyword.
void ExprPrinter::StringsAttribute(Out out, const Call& call, std::string_view name) {
  const auto* list = As<AttrList>(call.attrs == nullptr ? nullptr : call.attrs->Find(name));
  out += fmt::format("{}=[", name);
  for (size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    if (i > 0) out += ", ";
    const auto* text = As<AttrString>(list->items[i]);
    literal::Quoted(out, text == nullptr ? std::string_view() : text->value.text());
  }
  out += ']';
}

// The variable is declared before the statement, in the order in which TVM meets the parts: value, variable, body.
void ExprPrinter::LetExpr(Out out, const Let& let) {
  std::string var, value;
  Member(value, let.value, {&let.value, 1});
  Variable(var, let.var);
  head_.TirName(out, "Let(");
  Member(out, let.body, {&let.body, 1});
  out += ", where={" + var + ": " + value + "})";
}

void ExprPrinter::Load(Out out, const BufferLoad& load) {
  bool call = form_.program && load.predicate == nullptr && !buffers_.IsScalar(load.buffer);
  if (call) {
    out += "load(";
    buffers_.BufferUse(out, load.buffer);
    out += ", [";
    CommaList(out, load.indices);
    out += "])";
    return;
  }
  buffers_.BufferUse(out, load.buffer);
  if (load.predicate == nullptr && buffers_.IsScalar(load.buffer)) return;
  if (load.predicate == nullptr) return buffers_.Indices(out, load.indices);
  out += ".vload([";
  CommaList(out, load.indices);
  out += "], predicate=";
  Expr(out, load.predicate);
  out += ')';
}

void ExprPrinter::SumOf(Out out, const assay::Expr* a, const assay::Expr* b) {
  const auto *x = As<IntImm>(a), *y = As<IntImm>(b);
  if (x != nullptr && y != nullptr) {
    IntImm sum = *x;
    sum.value = static_cast<int64_t>(static_cast<uint64_t>(x->value) + static_cast<uint64_t>(y->value));
    return Immediate(out, sum);
  }
  if (IsValue(a, 0)) return Expr(out, b);
  if (IsValue(b, 0)) return Expr(out, a);
  Child(out, a, Precedence::kAdd, false);
  out += " + ";
  Child(out, b, Precedence::kAdd, true);
}

void ExprPrinter::OfIndexMap(Out out, Nodes<assay::Expr> indices) {
  bool outer = std::exchange(in_index_map_, true);
  CommaList(out, indices);
  in_index_map_ = outer;
}

void ExprPrinter::Expr(Out out, const assay::Expr* e) {
  switch (ExprKindOf(e)) {
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    return Binary(out, *static_cast<const BinaryExpr*>(e));
    case ExprKind::kVar: return Variable(out, static_cast<const Var*>(e));
    case ExprKind::kIntImm: return Immediate(out, *static_cast<const IntImm*>(e));
    case ExprKind::kFloatImm: return Immediate(out, *static_cast<const FloatImm*>(e));
    case ExprKind::kStringImm: {
      bool relax = scope_.kernel() == nullptr;
      if (relax) head_.RelaxName(out, "str(");
      literal::Quoted(out, static_cast<const StringImm*>(e)->value.text());
      if (relax) out += ')';
      return;
    }
    case ExprKind::kCast: {
      head_.TirName(out, "Cast(");
      literal::Quoted(out, DTypeName(DTypeOf(e)));
      out += ", ";
      Member(out, static_cast<const Cast*>(e)->value, {&static_cast<const Cast*>(e)->value, 1});
      out += ')';
      return;
    }
    case ExprKind::kNot: {
      const assay::Expr* a = static_cast<const Not*>(e)->a;
      if (form_.program || PrintsBareNumber(a)) return CallOf(out, "Not", {a});
      out += "not ";
      return Child(out, a, Precedence::kNot, false);
    }
    case ExprKind::kSelect: {
      const auto* n = static_cast<const Select*>(e);
      return CallOf(out, "Select", {n->condition, n->true_value, n->false_value});
    }
    case ExprKind::kLet: return LetExpr(out, *static_cast<const Let*>(e));
    case ExprKind::kRamp: {
      const auto* n = static_cast<const Ramp*>(e);
      return CallOf(out, "Ramp", {n->base, n->stride, n->lanes});
    }
    case ExprKind::kBroadcast: {
      const auto* n = static_cast<const Broadcast*>(e);
      return CallOf(out, "Broadcast", {n->value, n->lanes});
    }
    case ExprKind::kShuffle: {
      const auto* n = static_cast<const Shuffle*>(e);
      head_.TirName(out, "Shuffle([");
      CommaList(out, n->vectors);
      out += "], [";
      CommaList(out, n->indices);
      out += "])";
      return;
    }
    case ExprKind::kBufferLoad: return Load(out, *static_cast<const BufferLoad*>(e));
    case ExprKind::kGlobalVar: return Global(out, *static_cast<const GlobalVar*>(e));
    case ExprKind::kCall: return calls_.RelaxCall(out, *static_cast<const Call*>(e));
    case ExprKind::kOp:
    case ExprKind::kPrimFunc:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kShapeExpr:
    case ExprKind::kIf:
    case ExprKind::kSeqExpr:
    case ExprKind::kFunction:
    case ExprKind::kExternFunc: calls_.RelaxExpr(out, e);
  }
}

}  // namespace assay
