// Scalar expressions, shared by TIR and by Relax dimensions: literals, names, operators, loads.
#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/prim/intrinsics.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/lexer.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"
#include "ir/visit.h"

namespace assay {

// recursion: expressions nest no deeper than the parser lets them
const Expr* ScalarReader::LowerScalar(const PyExpr* e) {
  if (site_.failed()) return nullptr;
  switch (e->kind) {
    case PyKind::kName: return LowerScalarName(e);
    case PyKind::kInt:
    case PyKind::kFloat:
    case PyKind::kTrue:
    case PyKind::kFalse: return LowerLiteral(e);
    case PyKind::kString: return At(e->span, MakeString(ctx_, e->text));
    case PyKind::kBinary: return LowerScalarBinary(e);
    case PyKind::kUnary: return LowerScalarUnary(e);
    case PyKind::kAttribute: return LowerScalarAttribute(e);
    case PyKind::kSubscript:
      return e->items[0]->Is(PyKind::kAttribute) && e->items[0]->text != "buffer" ? LowerBufferShape(e) : LowerLoad(e);
    case PyKind::kCall: return LowerScalarCall(e);
    case PyKind::kIfElse: {
      // Python decides what it knows.
      if (e->items[0]->Is(PyKind::kTrue)) return LowerScalar(e->items[1]);
      if (e->items[0]->Is(PyKind::kFalse)) return LowerScalar(e->items[2]);
      const Expr* condition = LowerScalar(e->items[0]);
      const Expr* a = LowerScalar(e->items[1]);
      const Expr* b = LowerScalar(e->items[2]);
      if (site_.failed() || !MatchDTypes(ctx_, a, b))
        return site_.Fail(e->span, NoCommonDType("the branches have no common dtype", a, b), DiagKind::kTypeMismatch);
      return At(e->span, MakeIntrinsic(ctx_, IntrinsicId::if_then_else, DTypeOf(a), {condition, a, b}));
    }
    case PyKind::kNone:
    case PyKind::kEllipsis:
    case PyKind::kTuple:
    case PyKind::kList:
    case PyKind::kDict:
    case PyKind::kLambda:
    case PyKind::kSlice:
    case PyKind::kStarred: break;
  }
  return site_.Fail(e->span, "expected a scalar expression");
}

const Expr* ScalarReader::LowerLiteral(const PyExpr* e) {
  if (e->Is(PyKind::kTrue) || e->Is(PyKind::kFalse)) return MakeBool(ctx_, e->Is(PyKind::kTrue));
  if (e->Is(PyKind::kFloat)) return MakeFloat(ctx_, e->real);
  if (e->overflow || e->integer > static_cast<uint64_t>(INT64_MAX)) {
    return site_.Fail(e->span, "the integer does not fit 64 bits", DiagKind::kTooLarge);
  }
  bool fits = e->integer <= static_cast<uint64_t>(INT32_MAX);
  return MakeInt(ctx_, static_cast<int64_t>(e->integer), DType::Int(fits ? 32 : 64));
}

const Expr* ScalarReader::LowerScalarName(const PyExpr* e) {
  const Node* node = scope_.Find(e->text);
  if (const auto* var = As<Var>(node)) return var;
  if (const auto* buffer = As<Buffer>(node)) {
    if (buffers_.IsScalar(*buffer)) return MakeLoad(ctx_, buffer, {MakeInt(ctx_, 0, DType::Int(32))});
    return site_.Fail(e->span, "buffer '" + std::string(e->text) + "' stands where a scalar is expected",
                      DiagKind::kTypeMismatch);
  }
  if (const Expr* expr = AsExpr(node)) return expr;
  const Var* dimension = node == nullptr ? types_.NewDimension(e->text) : nullptr;
  if (dimension != nullptr) return dimension;
  return site_.Undefined(e->span, e->text);
}

namespace {

std::optional<NodeKind> BinaryKind(uint32_t op) {
  switch (op) {
    case Punct("+"): return NodeKind::kAdd;
    case Punct("-"): return NodeKind::kSub;
    case Punct("*"): return NodeKind::kMul;
    case Punct("/"): return NodeKind::kDiv;
    case Punct("//"): return NodeKind::kFloorDiv;
    case Punct("%"): return NodeKind::kFloorMod;
    case Punct("<"): return NodeKind::kLT;
    case Punct("<="): return NodeKind::kLE;
    case Punct(">"): return NodeKind::kGT;
    case Punct(">="): return NodeKind::kGE;
    case Punct("=="): return NodeKind::kEQ;
    case Punct("!="): return NodeKind::kNE;
    case 'a': return NodeKind::kAnd;
    case 'o': return NodeKind::kOr;
    default: return std::nullopt;
  }
}

// "&" and its like; null for any other operator.
const IntrinsicSpec* BitIntrinsic(uint32_t op) {
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.arity == 2 && !row.python_sign.empty() && Punct(row.python_sign) == op) return &row;
  }
  return nullptr;
}

}  // namespace

// Chains lean to the left and may be long: the spine is walked by a loop.
const Expr* ScalarReader::LowerScalarBinary(const PyExpr* e) {
  std::vector<const PyExpr*> spine;
  const PyExpr* left = e;
  for (; left->Is(PyKind::kBinary); left = left->items[0]) spine.push_back(left);
  const Expr* value = LowerScalar(left);
  for (size_t i = spine.size(); i-- > 0 && value != nullptr;) {
    const Expr* right = LowerScalar(spine[i]->items[1]);
    if (right == nullptr) return nullptr;
    value = ApplyScalarBinary(spine[i], value, right);
  }
  return value;
}

const Expr* ScalarReader::ApplyScalarBinary(const PyExpr* e, const Expr* a, const Expr* b) {
  auto mismatch = [&] {
    return site_.Fail(e->span, NoCommonDType("the operands have no common dtype", a, b), DiagKind::kTypeMismatch);
  };
  if (const IntrinsicSpec* row = BitIntrinsic(e->op)) {
    if (!MatchDTypes(ctx_, a, b)) return mismatch();
    return At(e->span, MakeIntrinsic(ctx_, row->id, DTypeOf(a), {a, b}));
  }
  std::optional<NodeKind> kind = BinaryKind(e->op);
  if (!kind) return site_.Fail(e->span, "this operator is not defined on scalars");
  bool integers = !DTypeOf(a).IsFloating() && !DTypeOf(b).IsFloating();
  if (*kind == NodeKind::kDiv && integers) {
    return site_.Fail(e->span, "'/' of integers is ambiguous: write //, T.truncdiv or T.Div", DiagKind::kTypeMismatch);
  }
  if (*kind == NodeKind::kAnd || *kind == NodeKind::kOr || IsComparison(*kind)) {
    // Logic and comparisons are made as they are written, without folding.
    if (!MatchDTypes(ctx_, a, b)) return mismatch();
    return At(e->span, MakeBinary(ctx_, *kind, a, b));
  }
  const Expr* value = BuildBinary(ctx_, *kind, a, b);
  if (value == nullptr) {
    const Expr* x = a;
    const Expr* y = b;
    if (!MatchDTypes(ctx_, x, y)) return mismatch();
    // What is not constant is kept as it is written: it traps when it is run.
    if (!Is<IntImm>(x)) return At(e->span, MakeBinary(ctx_, *kind, x, y));
    return site_.Fail(e->span, "division by zero", DiagKind::kBadArgument);
  }
  return value;
}

const Expr* ScalarReader::LowerScalarUnary(const PyExpr* e) {
  const PyExpr* inner = e->items[0];
  if (e->op == '-' && inner->Is(PyKind::kInt) && !inner->overflow && inner->integer <= uint64_t{1} << 63) {
    auto value = static_cast<int64_t>(0 - inner->integer);
    return MakeInt(ctx_, value, DType::Int(value >= INT32_MIN ? 32 : 64));
  }
  if (e->op == '-' && inner->Is(PyKind::kFloat)) return MakeFloat(ctx_, -inner->real);
  const Expr* value = LowerScalar(inner);
  if (value == nullptr) return nullptr;
  if (DTypeOf(value).IsVoid()) return site_.Fail(e->span, "the operand is no scalar", DiagKind::kTypeMismatch);
  if (e->op == '+') return value;
  if (e->op == 'n') return At(e->span, MakeNot(ctx_, value));
  if (e->op == '~') {
    return At(e->span, MakeIntrinsic(ctx_, IntrinsicId::bitwise_not, DTypeOf(value), {value}));
  }
  DType dtype = DTypeOf(value);
  if (!dtype.IsInteger() && !dtype.IsFloating())
    return site_.Fail(e->span, "'-' needs a number", DiagKind::kTypeMismatch);
  return BuildBinary(ctx_, NodeKind::kMul, value, MakeInt(ctx_, -1, DType::Int(32)));
}

const Expr* ScalarReader::LowerScalarAttribute(const PyExpr* e) {
  // x.data; for scalars also x.buffer.data.
  const PyExpr* owner = e->items[0];
  if (owner->Is(PyKind::kAttribute) && owner->text == "buffer") owner = owner->items[0];
  if (const Buffer* buffer = owner->Is(PyKind::kName) ? As<Buffer>(scope_.Find(owner->text)) : nullptr) {
    if (e->text == "data") return buffer->data;
    if (e->text == "elem_offset") {
      return buffer->elem_offset != nullptr ? buffer->elem_offset : MakeInt(ctx_, 0, DType::Int(32));
    }
    return site_.Fail(e->span, "buffers have no '" + std::string(e->text) + "' that is a scalar");
  }
  if (auto name = site_.Dotted(e); name && name->dialect == 'T') {
    if (name->path == "bool") return site_.Fail(e->span, "a type stands where a scalar is expected");
  }
  return site_.Fail(e->span, "expected a scalar expression");
}

// A.shape[0], A.strides[1].
const Expr* ScalarReader::LowerBufferShape(const PyExpr* e) {
  const PyExpr* list = e->items[0];
  const Buffer* buffer = buffers_.FindBuffer(list->items[0]);
  auto index = buffer != nullptr && e->items.size() == 2 ? site_.LowerInt(e->items[1]) : std::nullopt;
  if (!index) return site_.Fail(e->span, "expected one constant index");
  bool known = list->text == "shape" || list->text == "strides";
  if (!known) return site_.Fail(list->span, "buffers have no list '" + std::string(list->text) + "'");
  Nodes<Expr> values = list->text == "shape" ? buffer->shape : buffer->strides;
  auto size = static_cast<int64_t>(values.size());
  if (*index < -size || *index >= size)
    return site_.Fail(e->span, "the index is outside the list", DiagKind::kBadArgument);
  return values[static_cast<size_t>(*index < 0 ? *index + size : *index)];
}

// recursion: attributes nest no deeper than the parser lets them
const Buffer* BufferReader::FindBuffer(const PyExpr* e) {
  const auto* buffer = e->Is(PyKind::kName) ? As<Buffer>(scope_.Find(e->text)) : nullptr;
  // `x.buffer` is the buffer behind a scalar variable.
  if (buffer == nullptr && e->Is(PyKind::kAttribute) && e->text == "buffer") return FindBuffer(e->items[0]);
  if (buffer != nullptr) return buffer;
  if (e->Is(PyKind::kName) && scope_.Find(e->text) == nullptr) return site_.Undefined(e->span, e->text);
  return site_.Fail(e->span, "expected a buffer", DiagKind::kTypeMismatch);
}

bool ScalarReader::LowerIndices(std::span<const PyExpr* const> items, std::vector<const Expr*>& indices) {
  for (const PyExpr* item : items) {
    if (!item->Is(PyKind::kSlice)) {
      const Expr* index = LowerScalar(item);
      if (index == nullptr) return false;
      DType dtype = DTypeOf(index);
      if (!dtype.IsInteger() && !dtype.IsFloating() && !dtype.IsBool()) {
        return site_.Fail(item->span, "an index must be an integer", DiagKind::kTypeMismatch), false;
      }
      indices.push_back(index);
      continue;
    }
    // start:stop:step is a vector access; its length must be constant.
    const Expr* start = item->items[0] == nullptr ? MakeInt(ctx_, 0, DType::Int(32)) : LowerScalar(item->items[0]);
    const Expr* stop = item->items[1] == nullptr ? nullptr : LowerScalar(item->items[1]);
    const Expr* step = item->items[2] == nullptr ? MakeInt(ctx_, 1, DType::Int(32)) : LowerScalar(item->items[2]);
    if (site_.failed() || stop == nullptr || !MatchDTypes(ctx_, start, stop)) {
      site_.Fail(item->span, "a vector access needs integer bounds");
      return false;
    }
    const auto* stride = As<IntImm>(step);
    std::optional<int64_t> extent = ConstantValue(ctx_, Simplify(ctx_, MakeBinary(ctx_, NodeKind::kSub, stop, start)));
    bool sound =
        stride != nullptr && stride->value > 0 && extent && *extent > 0 && *extent / stride->value <= INT16_MAX;
    if (!sound || *extent % stride->value != 0) {
      site_.Fail(item->span, "a vector access needs a constant length and step", DiagKind::kBadArgument);
      return false;
    }
    int64_t lanes = *extent / stride->value;
    if (lanes == 1) {
      indices.push_back(start);
      continue;
    }
    Ramp* ramp = ctx_.arena.New<Ramp>();
    ramp->base = start;
    ramp->stride = BuildCast(ctx_, DTypeOf(start), step);
    ramp->lanes = MakeInt(ctx_, lanes, DType::Int(32));
    ramp->type = ctx_.Prim(DTypeOf(start).WithLanes(static_cast<int16_t>(lanes)));
    indices.push_back(ramp);
  }
  return true;
}

const Expr* ScalarReader::LowerLoad(const PyExpr* e) {
  const Buffer* buffer = buffers_.FindBuffer(e->items[0]);
  std::vector<const Expr*> indices;
  if (buffer == nullptr || !LowerIndices(e->args(), indices)) return nullptr;
  if (indices.size() != buffer->shape.size()) {
    return site_.Fail(e->span, WrongIndexCount(buffer, indices.size()), DiagKind::kShapeMismatch);
  }
  return At(e->span, MakeLoad(ctx_, buffer, indices));
}

bool ScalarReader::LowerScalarArgs(std::span<const PyExpr* const> items, std::vector<const Expr*>& args) {
  for (const PyExpr* item : items) {
    const Expr* arg = LowerScalar(item);
    if (arg == nullptr) return false;
    args.push_back(arg);
  }
  return true;
}

}  // namespace assay
