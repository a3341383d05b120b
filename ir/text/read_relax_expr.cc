// Relax expressions other than calls of operators.
#include <algorithm>

#include "ir/tensor/scalar.h"
#include "ir/text/binding_builder.h"
#include "ir/text/lexer.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/value_reader.h"
#include "ir/visit.h"

namespace assay {

// recursion: expressions nest no deeper than the parser lets them
const Expr* ValueReader::LowerRelax(const PyExpr* e) {
  if (site_.failed()) return nullptr;
  const Expr* value = LowerRelaxNode(e);
  return site_.failed() ? nullptr : value;
}

const Expr* ValueReader::LowerRelaxNode(const PyExpr* e) {
  switch (e->kind) {
    case PyKind::kName: return LowerRelaxName(e);
    case PyKind::kInt:
    case PyKind::kTrue:
    case PyKind::kFalse: {
      // Python's bool is an int, and TVM takes it for one.
      const Expr* literal = scalars_.LowerLiteral(e);
      return literal == nullptr ? nullptr : BuildCast(ctx_, DType::Int(64), literal);
    }
    case PyKind::kFloat: return MakeFloat(ctx_, e->real, DType::Float(64));
    case PyKind::kString: return At(e->span, MakeString(ctx_, e->text));
    case PyKind::kTuple:
    case PyKind::kList: return LowerRelaxTuple(e);
    case PyKind::kBinary: return LowerRelaxBinary(e);
    case PyKind::kUnary: {
      if (e->items[0]->Is(PyKind::kInt)) {
        const Expr* literal = scalars_.LowerScalarUnary(e);
        return literal == nullptr ? nullptr : BuildCast(ctx_, DType::Int(64), literal);
      }
      if (e->items[0]->Is(PyKind::kFloat)) return MakeFloat(ctx_, -e->items[0]->real, DType::Float(64));
      const Expr* value = bindings_.ToLeaf(LowerRelax(e->items[0]));
      if (value == nullptr) return nullptr;
      if (Is<PrimType>(value->type)) return scalars_.LowerScalarUnary(e);
      if (e->op != '-') return site_.Fail(e->span, "this operator is not defined on tensors");
      return At(e->span, MakeCall(ctx_, OpNode(ctx_, "negative"), {value}));
    }
    case PyKind::kAttribute: return LowerRelaxAttribute(e);
    case PyKind::kSubscript: return LowerRelaxSubscript(e);
    case PyKind::kCall: return LowerRelaxCall(e);
    case PyKind::kIfElse:
      // Python decides what it knows.
      if (e->items[0]->Is(PyKind::kTrue)) return LowerRelax(e->items[1]);
      if (e->items[0]->Is(PyKind::kFalse)) return LowerRelax(e->items[2]);
      break;
    case PyKind::kNone:
    case PyKind::kEllipsis:
    case PyKind::kDict:
    case PyKind::kLambda:
    case PyKind::kSlice:
    case PyKind::kStarred: break;
  }
  return site_.Fail(e->span, "expected a Relax expression");
}

const Expr* ValueReader::LowerRelaxName(const PyExpr* e) {
  const Node* node = scope_.Find(e->text);
  if (const Expr* value = AsExpr(node)) return value;
  if (node == nullptr) {
    bool declared = around_.IsTypeVar(e->text);
    return declared ? scalars_.LowerScalarName(e) : site_.Undefined(e->span, e->text);
  }
  return site_.Fail(e->span, "the module stands where a value is expected");
}

const Expr* ValueReader::LowerRelaxAttribute(const PyExpr* e) {
  bool of_module = e->items[0]->Is(PyKind::kName) && around_.marker() != nullptr &&
                   scope_.Find(e->items[0]->text) == around_.marker();
  if (of_module) {
    const GlobalVar* global = around_.GlobalNamed(e->text);
    return global != nullptr ? global : site_.Undefined(e->span, e->text);
  }
  if (e->items[0]->Is(PyKind::kName) && scope_.Find(e->items[0]->text) == nullptr && !site_.Dotted(e)) {
    return site_.Undefined(e->items[0]->span, e->items[0]->text);
  }
  return site_.Fail(e->span, "unknown attribute '" + std::string(e->text) + "'");
}

// metadata["relax.expr.Constant"][0]: the constant stands in the text's metadata section.
bool ValueReader::IsMetadata(const PyExpr* e) {
  const PyExpr* table = e->Is(PyKind::kSubscript) ? e->items[0] : nullptr;
  return table != nullptr && table->Is(PyKind::kSubscript) && table->items[0]->Is(PyKind::kName) &&
         table->items[0]->text == "metadata";
}
const Expr* ValueReader::LowerMetadata(const PyExpr* e) {
  auto key = site_.LowerText(e->items[0]->items.back(), "a key of the metadata");
  auto index = key && e->items.size() == 2 ? site_.LowerInt(e->items[1]) : std::nullopt;
  if (!index) return nullptr;
  if (around_.constants().empty()) {
    return site_.Fail(e->span, "the text leaves out its metadata: script(show_meta=True) prints it",
                      DiagKind::kUnsupported);
  }
  if (*key != "relax.expr.Constant" && *key != "ir.GenericConst")
    return site_.Fail(e->span, "only constants are read from metadata", DiagKind::kUnsupported);
  if (*index < 0 || *index >= static_cast<int64_t>(around_.constants().size())) {
    return site_.Fail(e->span, "the metadata has no such constant", DiagKind::kBadArgument);
  }
  return around_.constants()[static_cast<size_t>(*index)];
}

const Expr* ValueReader::LowerRelaxSubscript(const PyExpr* e) {
  if (IsMetadata(e) && scope_.Find("metadata") == nullptr) return LowerMetadata(e);
  const Expr* tuple = bindings_.ToLeaf(LowerRelax(e->items[0]));
  if (tuple == nullptr) return nullptr;
  auto index = e->items.size() == 2 ? site_.LowerInt(e->items[1]) : std::nullopt;
  if (!index) return site_.Fail(e->span, "expected one constant index");
  const auto* type = As<TupleType>(tuple->type);
  if (type != nullptr && (*index < 0 || *index >= static_cast<int64_t>(type->fields.size()))) {
    return site_.Fail(e->span, "the index is outside the tuple", DiagKind::kBadArgument);
  }
  // A field of a tuple that is written here is that field.
  const auto* fields = As<Tuple>(tuple);
  if (fields != nullptr && *index < static_cast<int64_t>(fields->fields.size())) return fields->fields[*index];
  return At(e->span, MakeTupleGetItem(ctx_, tuple, *index));
}

const Expr* ValueReader::LowerRelaxTuple(const PyExpr* e) {
  std::vector<const Expr*> fields;
  for (const PyExpr* item : e->items) {
    const Expr* field = bindings_.ToLeaf(LowerRelax(item));
    if (field == nullptr) return nullptr;
    fields.push_back(field);
  }
  return At(e->span, MakeTuple(ctx_, fields));
}

namespace {

std::string_view TensorOperator(uint32_t op) {
  switch (op) {
    case Punct("+"): return "add";
    case Punct("-"): return "subtract";
    case Punct("*"): return "multiply";
    case Punct("/"): return "divide";
    case Punct("//"): return "floor_divide";
    case Punct("%"): return "mod";
    case Punct("**"): return "power";
    case Punct("<"): return "less";
    case Punct("<="): return "less_equal";
    case Punct(">"): return "greater";
    case Punct(">="): return "greater_equal";
    default: return {};
  }
}

}  // namespace

// Python's operators: arithmetic on scalars, operators of the table on tensors.
const Expr* ValueReader::LowerRelaxBinary(const PyExpr* e) {
  std::vector<const PyExpr*> spine;
  const PyExpr* left = e;
  for (; left->Is(PyKind::kBinary); left = left->items[0]) spine.push_back(left);
  auto operand = [&](const PyExpr* item) -> const Expr* {
    // Bare numbers adapt to the other operand, so they must not be widened first.
    bool number = item->Is(PyKind::kInt) || item->Is(PyKind::kFloat) || item->Is(PyKind::kUnary);
    return number ? scalars_.LowerScalar(item) : LowerRelax(item);
  };
  const Expr* value = operand(left);
  for (size_t i = spine.size(); i-- > 0 && value != nullptr;) {
    const Expr* right = operand(spine[i]->items[1]);
    if (right == nullptr) return nullptr;
    if (Is<PrimType>(value->type) && Is<PrimType>(right->type)) {
      value = scalars_.ApplyScalarBinary(spine[i], value, right);
      continue;
    }
    std::string_view name = TensorOperator(spine[i]->op);
    if (name.empty()) return site_.Fail(spine[i]->span, "this operator is not defined on tensors");
    value = bindings_.ToLeaf(value);
    value = At(spine[i]->span, MakeCall(ctx_, OpNode(ctx_, name), {value, bindings_.ToLeaf(right)}));
    bindings_.WithType(value);
  }
  if (const auto* imm = As<IntImm>(value); imm != nullptr && DTypeOf(imm) == DType::Int(32)) {
    return BuildCast(ctx_, DType::Int(64), imm);
  }
  return value;
}

// A number of a constant: those of 64 unsigned bits and Python's texts for special ones ("inf") included.
const Expr* ValueReader::LowerConstElement(const PyExpr* e) {
  bool named = e->Is(PyKind::kCall) && e->items.size() == 2 && e->items[0]->Is(PyKind::kName) &&
               e->items[0]->text == "float" && e->items[1]->Is(PyKind::kString);
  if (named) return LowerConstElement(e->items[1]);
  if (e->Is(PyKind::kString)) return MakeFloat(ctx_, std::strtod(std::string(e->text).c_str(), nullptr));
  bool large = e->Is(PyKind::kInt) && !e->overflow && e->integer > static_cast<uint64_t>(INT64_MAX);
  if (large) return MakeInt(ctx_, static_cast<int64_t>(e->integer), DType::UInt(64));
  return scalars_.LowerScalar(e);
}

// R.const(value, dtype).
const Expr* ValueReader::LowerConst(const PyExpr* e) {
  const PyExpr* dtype_arg = Arg(e, 1, "dtype");
  std::optional<DType> given;
  if (dtype_arg != nullptr && !(given = site_.LowerDType(dtype_arg))) return nullptr;
  return LowerConstOf(e, given);
}

const Expr* ValueReader::LowerConstOf(const PyExpr* e, std::optional<DType> given) {
  const PyExpr* value = Arg(e, 0, "value");
  if (value == nullptr) return site_.Fail(e->span, "R.const needs a value", DiagKind::kArityMismatch);
  std::vector<int64_t> shape;
  std::vector<const PyExpr*> items{value};
  // Nested lists: all rows of a level have one length.
  while (!items.empty() && items[0]->Is(PyKind::kList)) {
    shape.push_back(static_cast<int64_t>(items[0]->items.size()));
    std::vector<const PyExpr*> inner;
    for (const PyExpr* item : items) {
      bool regular = item->Is(PyKind::kList) && static_cast<int64_t>(item->items.size()) == shape.back();
      if (!regular)
        return site_.Fail(item->span, "the rows of the constant differ in length", DiagKind::kShapeMismatch);
      inner.insert(inner.end(), item->items.begin(), item->items.end());
    }
    items = std::move(inner);
  }
  std::vector<const Expr*> scalars;
  for (const PyExpr* item : items) {
    const Expr* scalar = LowerConstElement(item);
    if (scalar == nullptr) return nullptr;
    if (!Is<IntImm>(scalar) && !Is<FloatImm>(scalar)) return site_.Fail(item->span, "a constant holds numbers only");
    scalars.push_back(scalar);
  }
  DType dtype = given ? *given : scalars.empty() ? DType::Float(32) : DTypeOf(scalars[0]);
  if (dtype.ElementBytes() <= 0 || dtype.IsHandle() || !dtype.IsScalar())
    return site_.Fail(e->span, "a constant of this dtype");
  std::vector<std::byte> bytes(scalars.size() * static_cast<size_t>(dtype.ElementBytes()) + 8);
  for (size_t i = 0; i < scalars.size(); ++i) {
    const auto* integer = As<IntImm>(scalars[i]);
    const auto* real = As<FloatImm>(scalars[i]);
    Scalar element = integer != nullptr ? Scalar::Int(dtype, integer->value) : Scalar::Float(dtype, real->value);
    bool large = integer != nullptr && DTypeOf(integer).IsUInt() && integer->value < 0;
    if (large && dtype.IsInt()) return site_.Fail(e->span, "the integer does not fit 64 bits", DiagKind::kTooLarge);
    if (large && dtype.IsFloating())
      element = Scalar::Float(dtype, static_cast<double>(static_cast<uint64_t>(integer->value)));
    StoreScalar(bytes.data() + i * static_cast<size_t>(dtype.ElementBytes()), element);
  }
  return At(e->span, MakeConstant(ctx_, TensorView{dtype, shape, bytes.data()}));
}

}  // namespace assay
