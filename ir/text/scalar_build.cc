#include "ir/text/scalar_build.h"

#include <fmt/format.h>

#include <cmath>

#include "ir/prim/binary_function.h"

namespace assay {
namespace {

// Two's complement wrap to the width; 64 bits stay.
int64_t WrapTo(DType dtype, int64_t value) {
  if (dtype.IsBool()) return value != 0;
  if (dtype.bits >= 64) return value;
  uint64_t mask = (uint64_t{1} << dtype.bits) - 1;
  uint64_t low = static_cast<uint64_t>(value) & mask;
  bool negative = dtype.IsInt() && (low >> (dtype.bits - 1) & 1) != 0;
  return static_cast<int64_t>(negative ? low | ~mask : low);
}

bool IsIndex(DType dtype) { return dtype == DType::Int(32) || dtype == DType::Int(64); }

const Expr* FoldInts(Context& ctx, NodeKind kind, const IntImm* a, const IntImm* b) {
  DType dtype = DTypeOf(a);
  Scalar x = Scalar::Int(dtype, a->value), y = Scalar::Int(dtype, b->value);
  if (kind == NodeKind::kMin) return scalar::Lt(x, y).IsTrue() ? a : b;
  if (kind == NodeKind::kMax) return scalar::Lt(x, y).IsTrue() ? b : a;
  if (IsComparison(kind)) return MakeBool(ctx, BinaryFunction(kind)(x, y).IsTrue());
  if (IsDivision(kind)) {
    if (scalar::DividesByZero(y) || (dtype.IsUInt() && (a->value < 0 || b->value < 0))) return nullptr;
    // TVM folds remainders where they may be indices, and floor remainders of unsigned numbers.
    bool remainder = kind == NodeKind::kMod || kind == NodeKind::kFloorMod;
    if (remainder && !IsIndex(dtype) && !(kind == NodeKind::kFloorMod && dtype.IsUInt())) return nullptr;
  }
  return MakeInt(ctx, BinaryFunction(kind)(x, y).i, dtype);
}

const Expr* FoldFloats(Context& ctx, NodeKind kind, const FloatImm* a, const FloatImm* b) {
  DType dtype = DTypeOf(a);
  double x = a->value;
  double y = b->value;
  if (IsComparison(kind)) {
    DType wide = DType::Float(64);
    return MakeBool(ctx, BinaryFunction(kind)(Scalar::Float(wide, x), Scalar::Float(wide, y)).IsTrue());
  }
  if (kind == NodeKind::kMin) return x < y ? a : b;
  if (kind == NodeKind::kMax) return x > y ? a : b;
  // TVM folds arithmetic of single and double precision only.
  if (dtype.code != DTypeCode::kFloat || (dtype.bits != 32 && dtype.bits != 64)) return nullptr;
  auto made = [&](double value) { return MakeFloat(ctx, dtype.bits == 32 ? static_cast<float>(value) : value, dtype); };
  if (kind == NodeKind::kAdd) return made(x + y);
  if (kind == NodeKind::kSub) return made(x - y);
  if (kind == NodeKind::kMul) return made(x * y);
  if (kind == NodeKind::kDiv && y != 0) return made(x / y);
  return nullptr;
}

// Neutral and absorbing elements.
const Expr* FoldNeutral(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  switch (kind) {
    case NodeKind::kAdd: return IsConstant(a, 0) ? b : IsConstant(b, 0) ? a : nullptr;
    case NodeKind::kSub: return IsConstant(b, 0) ? a : nullptr;
    case NodeKind::kMul:
      if (IsConstant(a, 1)) return b;
      if (IsConstant(a, 0)) return a;
      return IsConstant(b, 1) ? a : IsConstant(b, 0) ? b : nullptr;
    case NodeKind::kDiv:
    case NodeKind::kFloorDiv: return IsConstant(a, 0) || IsConstant(b, 1) ? a : nullptr;
    case NodeKind::kMod:
    case NodeKind::kFloorMod:
      if (!IsIndex(DTypeOf(a))) return nullptr;
      if (IsConstant(a, 0)) return a;
      return IsConstant(b, 1) ? BuildImmediate(ctx, DTypeOf(a), int64_t{0}) : nullptr;
    case NodeKind::kMin:
    case NodeKind::kMax: return a == b ? a : nullptr;
    // other kinds: no neutral element
    default: return nullptr;
  }
}

const Expr* FoldLogical(NodeKind kind, const Expr* a, const Expr* b) {
  const auto* x = As<IntImm>(a);
  const auto* y = As<IntImm>(b);
  bool is_and = kind == NodeKind::kAnd;
  if (x != nullptr) return (x->value != 0) == is_and ? b : a;
  if (y != nullptr) return (y->value != 0) == is_and ? a : b;
  return nullptr;
}

}  // namespace

bool IsConstant(const Expr* e, int64_t value) {
  if (const auto* imm = As<IntImm>(e)) return imm->value == value;
  if (const auto* imm = As<FloatImm>(e)) return imm->value == static_cast<double>(value);
  return false;
}

const Expr* BuildImmediate(Context& ctx, DType dtype, int64_t value) {
  if (dtype.IsFloating()) return MakeFloat(ctx, static_cast<double>(value), dtype);
  return MakeInt(ctx, WrapTo(dtype, value), dtype);
}
const Expr* BuildImmediate(Context& ctx, DType dtype, double value) {
  if (dtype.IsFloating()) return MakeFloat(ctx, value, dtype);
  bool fits = value > -9.3e18 && value < 9.2e18;
  return MakeInt(ctx, WrapTo(dtype, fits ? static_cast<int64_t>(value) : 0), dtype);
}

const Expr* BuildCast(Context& ctx, DType to, const Expr* value) {
  if (DTypeOf(value) == to) return value;
  bool arithmetic = to.IsScalar() && (to.IsInteger() || to.IsFloating() || to.IsBool());
  if (const auto* imm = As<IntImm>(value); imm != nullptr && arithmetic) return BuildImmediate(ctx, to, imm->value);
  if (const auto* imm = As<FloatImm>(value); imm != nullptr && arithmetic) return BuildImmediate(ctx, to, imm->value);
  return MakeCast(ctx, to, value);
}

const Expr* OneOf(Context& ctx, const Expr* index) {
  DType dtype = DTypeOf(index);
  return MakeInt(ctx, 1, dtype.IsInteger() || dtype.IsBool() ? dtype : DType::Int(32));
}

// recursion: once; lanes agree then
bool MatchDTypes(Context& ctx, const Expr*& a, const Expr*& b) {
  DType x = DTypeOf(a);
  DType y = DTypeOf(b);
  if (x == y) return !x.IsVoid();
  if (x.IsVoid() || y.IsVoid() || x.IsHandle() || y.IsHandle()) return false;
  if (x.lanes != y.lanes) {
    if (x.lanes != 1 && y.lanes != 1) return false;
    const Expr*& narrow = x.lanes == 1 ? a : b;
    int lanes = x.lanes == 1 ? y.lanes : x.lanes;
    auto* spread = ctx.arena.New<Broadcast>();
    spread->value = narrow;
    spread->lanes = MakeInt(ctx, lanes, DType::Int(32));
    spread->type = ctx.Prim(DTypeOf(narrow).WithLanes(static_cast<int16_t>(lanes)));
    narrow = spread;
    return MatchDTypes(ctx, a, b);
  }
  // Floats win over integers, wider over narrower; of equal width signed over unsigned; anything over bool.
  auto rank = [](DType t) { return (t.IsFloating() ? 1000 : t.IsBool() ? 0 : 100) + t.bits * 2 + (t.IsInt() ? 1 : 0); };
  if (rank(x) >= rank(y)) {
    b = BuildCast(ctx, x, b);
  } else {
    a = BuildCast(ctx, y, a);
  }
  return true;
}

std::string NoCommonDType(std::string_view what, const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return std::string(what);
  auto text = [](const Expr* e) { return DTypeOf(e).IsVoid() ? "no scalar" : DTypeName(DTypeOf(e)); };
  return fmt::format("{}: {} and {}", what, text(a), text(b));
}

std::string WrongIndexCount(const Buffer* buffer, size_t got) {
  return fmt::format("invalid number of indices into {}: expected {}, its rank, got {}", buffer->name.text(),
                     buffer->shape.size(), got);
}

const Expr* TryFold(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  if (kind == NodeKind::kAnd || kind == NodeKind::kOr) return FoldLogical(kind, a, b);
  if (Is<IntImm>(a) && Is<IntImm>(b)) {
    if (const Expr* folded = FoldInts(ctx, kind, As<IntImm>(a), As<IntImm>(b))) return folded;
  }
  if (Is<FloatImm>(a) && Is<FloatImm>(b)) {
    if (const Expr* folded = FoldFloats(ctx, kind, As<FloatImm>(a), As<FloatImm>(b))) return folded;
  }
  return FoldNeutral(ctx, kind, a, b);
}

const Expr* BuildBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  if (!MatchDTypes(ctx, a, b)) return nullptr;
  if (const Expr* folded = TryFold(ctx, kind, a, b)) return folded;
  if (IsDivision(kind) && Is<IntImm>(b) && IsConstant(b, 0)) return nullptr;
  return MakeBinary(ctx, kind, a, b);
}

}  // namespace assay
