// Scalar expressions of kernels (tir_expr.h): leaves, arithmetic by dtype, choices, lets.
#include "generators/modules/tir_expr.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "generators/modules/dims.h"
#include "generators/modules/values.h"
#include "generators/modules/widen.h"
#include "ir/prim/intrinsics.h"
#include "ir/prim/literals.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr std::array kArithmetic = {NodeKind::kAdd, NodeKind::kSub, NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kDivision = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kDiv, NodeKind::kMod};
constexpr std::array kComparison = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                    NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};

// The rows that generated kernels have in places of a kind.
std::vector<const IntrinsicSpec*> RowsSampled(Sampled kind) {
  std::vector<const IntrinsicSpec*> rows;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.sampled == kind) rows.push_back(&row);
  }
  return rows;
}
const IntrinsicSpec& PickRow(ByteSource& bytes, Sampled kind) {
  static const std::array kRows = {RowsSampled(Sampled::kNone), RowsSampled(Sampled::kModerate),
                                   RowsSampled(Sampled::kBits), RowsSampled(Sampled::kShift),
                                   RowsSampled(Sampled::kTest)};
  const auto& rows = kRows[static_cast<size_t>(kind)];
  return *rows[bytes.Below(rows.size())];
}

// Off by less than most dtypes tell apart, or by more.
constexpr double kLittleMore = 1.0 + 0x1p-9 + 0x1p-27;

// Constants that TVM 0.26 reads: it takes every literal through int64 or float32, whatever its dtype.
Scalar Readable(Scalar value) {
  constexpr double kReach = 3.0e38;
  if (value.dtype == DType::UInt(64) && value.i < 0) return Scalar::Int(value.dtype, INT64_MAX);
  bool beyond = value.dtype == DType::Float(64) && std::isfinite(value.f) && std::abs(value.f) > kReach;
  return beyond ? Scalar::Float(value.dtype, std::copysign(kReach, value.f)) : value;
}

}  // namespace

const Expr* MakeImmediate(Context& ctx, Scalar value) { return MakeLiteral(ctx, value); }

const Expr* TirExpr::Immediate(DType dtype) {
  ValueStyle style = bytes().Chance(1, 16) ? ValueStyle::kSpecial : ValueStyle::kModerate;
  Scalar value = Readable(RandomScalar(bytes(), dtype, style));
  // Text may say more digits than the dtype holds.
  bool longer = dtype.IsFloating() && dtype.bits < 64 && std::isfinite(value.f) && bytes().Chance(1, 6);
  if (longer) return MakeFloat(ctx(), value.f * kLittleMore, dtype);
  return MakeImmediate(ctx(), value);
}

const Expr* TirExpr::Binary(NodeKind kind, const Expr* a, const Expr* b) {
  bool compares = kind >= NodeKind::kEQ && kind <= NodeKind::kGE;
  if (IsLiteral(a) && IsLiteral(b)) return compares ? MakeBool(ctx(), true) : a;
  const auto* divisor = kind == NodeKind::kDiv ? As<FloatImm>(b) : nullptr;
  if (divisor != nullptr && divisor->value == 0) return a;
  if (a == b && (kind == NodeKind::kMin || kind == NodeKind::kMax)) return a;
  return MakeBinary(ctx(), kind, a, b);
}

void TirExpr::Record(const Buffer* buffer, const std::vector<const Expr*>& indices, bool whole) {
  for (Read& read : reads_) {
    if (read.buffer != buffer) continue;
    read.whole |= whole || !SameDims(read.indices, indices);
    return;
  }
  reads_.push_back({buffer, indices, whole});
}

std::vector<const BufferRegion*> TirExpr::Reads() const {
  Context& context = module_.ctx;
  std::vector<const BufferRegion*> regions;
  for (const Read& read : reads_) {
    std::vector<const Range*> ranges;
    for (size_t i = 0; i < read.indices.size(); ++i) {
      const Expr* min = read.whole ? MakeInt(context, 0, index_) : read.indices[i];
      ranges.push_back(MakeRange(context, min, read.whole ? read.buffer->shape[i] : MakeInt(context, 1, index_)));
    }
    regions.push_back(MakeRegion(context, read.buffer, ranges));
  }
  return regions;
}

// An index in [0, extent), preferably the axis at the same place counted from the right.
const Expr* TirExpr::Index(const Expr* extent, size_t from_right) {
  const auto* constant = As<IntImm>(extent);
  if (constant != nullptr && constant->value == 1) return MakeInt(ctx(), 0, index_);
  std::vector<const Var*> fitting;
  for (size_t i = 0; i < axes_.size(); ++i) {
    const Axis& axis = axes_[axes_.size() - 1 - i];
    const auto* reach = As<IntImm>(axis.extent);
    bool smaller = constant != nullptr && reach != nullptr && reach->value <= constant->value;
    if (!smaller && !SameDim(axis.extent, extent)) continue;
    fitting.insert(i == from_right ? fitting.begin() : fitting.end(), axis.var);
  }
  if (fitting.empty()) {
    if (axes_.empty() || bytes().Chance(1, 2)) {
      return MakeInt(
          ctx(), constant == nullptr ? 0 : static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(constant->value))),
          index_);
    }
    return MakeBinary(ctx(), NodeKind::kFloorMod, bytes().Pick(axes_).var, extent);
  }
  const Var* var = bytes().Chance(1, 4) ? bytes().Pick(fitting) : fitting[0];
  if (Hazard() && bytes().Chance(1, 8)) {
    return MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kSub, var, MakeInt(ctx(), 1, index_));
  }
  if (!bytes().Chance(1, 12)) return var;
  // Constants fold in every reader of text, so they are never combined here.
  const Expr* last = constant != nullptr ? MakeInt(ctx(), constant->value - 1, index_)
                                         : MakeBinary(ctx(), NodeKind::kSub, extent, MakeInt(ctx(), 1, index_));
  return MakeBinary(ctx(), NodeKind::kSub, last, var);
}

const Expr* TirExpr::ShiftedLoad(const Buffer* buffer, std::vector<const Expr*> indices, DType dtype) {
  const Expr* axis = indices.back();
  const Expr* inside = MakeBinary(ctx(), NodeKind::kGE, axis, MakeInt(ctx(), 1, index_));
  indices.back() = MakeBinary(ctx(), NodeKind::kSub, axis, MakeInt(ctx(), 1, index_));
  Record(buffer, indices, true);
  return MakeIntrinsic(ctx(), IntrinsicId::if_then_else, dtype,
                       {inside, MakeLoad(ctx(), buffer, indices), Immediate(dtype)});
}

// An element before or behind the one at an axis, or a quotient by an element: none where `guard` does not hold. Null
// where there is nothing of the kind.
const Expr* TirExpr::Partial(const Expr*& guard, int depth) {
  if (readable_.empty()) return nullptr;
  const Buffer* buffer = bytes().Pick(readable_);
  if (std::ranges::any_of(buffer->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value == 0; }))
    return nullptr;
  if (buffer->dtype.IsInteger() && bytes().Chance(1, 2)) {
    const Expr* divisor = Load(buffer);
    guard = MakeBinary(ctx(), NodeKind::kGT, divisor, MakeInt(ctx(), 0, buffer->dtype));
    const Expr* divided = Value(buffer->dtype, depth - 1);
    const Expr* again = FreshCopy(ctx(), divisor);
    return MakeBinary(ctx(), bytes().Pick(kDivision), divided, again);
  }
  std::vector<const Expr*> indices;
  size_t rank = buffer->shape.size();
  for (size_t i = 0; i < rank; ++i) indices.push_back(Index(buffer->shape[i], rank - 1 - i));
  if (rank == 0 || !Is<Var>(indices.back())) return nullptr;
  const Expr *axis = indices.back(), *one = MakeInt(ctx(), 1, index_);
  bool before = bytes().Chance(1, 2);
  indices.back() = MakeBinary(ctx(), before ? NodeKind::kSub : NodeKind::kAdd, axis, one);
  guard = before ? MakeBinary(ctx(), NodeKind::kGE, axis, one)
                 : MakeBinary(ctx(), NodeKind::kLT, indices.back(), buffer->shape.back());
  Record(buffer, indices, true);
  return MakeLoad(ctx(), buffer, indices);
}

const Expr* TirExpr::Guarded(int depth) {
  const Expr* guard = nullptr;
  const Expr* partial = Partial(guard, depth);
  if (partial == nullptr) return nullptr;
  DType dtype = DTypeOf(partial);
  const Expr* asked = partial;
  if (!dtype.IsBool()) {
    NodeKind kind = bytes().Pick(kComparison);
    asked = Binary(kind, partial, Value(dtype, depth - 1));
  }
  return bytes().Chance(1, 2) ? MakeBinary(ctx(), NodeKind::kAnd, guard, asked)
                              : MakeBinary(ctx(), NodeKind::kOr, MakeNot(ctx(), guard), asked);
}

const Expr* TirExpr::Load(const Buffer* buffer) {
  std::vector<const Expr*> indices;
  size_t rank = buffer->shape.size();
  for (size_t i = 0; i < rank; ++i) indices.push_back(Index(buffer->shape[i], rank - 1 - i));
  if (rank != 0 && Is<Var>(indices.back()) && bytes().Chance(1, 10)) return ShiftedLoad(buffer, indices, buffer->dtype);
  Record(buffer, indices, false);
  return MakeLoad(ctx(), buffer, indices);
}

const Expr* TirExpr::Leaf(DType dtype) {
  uint64_t roll = bytes().Below(8);
  bool of_axes = !axes_.empty() && !dtype.IsBool();
  if (roll == 7 || (readable_.empty() && !of_axes)) return Immediate(dtype);
  if (of_axes && (roll == 6 || readable_.empty())) {
    const Expr* axis = bytes().Pick(axes_).var;
    return DTypeOf(axis) == dtype ? axis : MakeCast(ctx(), dtype, axis);
  }
  const Buffer* source = bytes().Pick(readable_);
  auto is_zero = [](const Expr* extent) { return Is<IntImm>(extent) && As<IntImm>(extent)->value == 0; };
  if (std::ranges::any_of(source->shape, is_zero)) return Immediate(dtype);
  const Expr* load = Load(source);
  return DTypeOf(load) == dtype ? load : MakeCast(ctx(), dtype, load);
}

const Expr* TirExpr::Choice(DType dtype, int depth) {
  const Expr* condition = Condition(depth - 1);
  const Expr* a = Value(dtype, depth - 1);
  const Expr* guard = nullptr;
  const Expr* partial = bytes().Chance(1, 4) ? Partial(guard, depth) : nullptr;
  if (partial != nullptr) {
    if (DTypeOf(partial) != dtype) partial = MakeCast(ctx(), dtype, partial);
    return MakeIntrinsic(ctx(), IntrinsicId::if_then_else, dtype, {guard, partial, a});
  }
  const Expr* b = Value(dtype, depth - 1);
  if (bytes().Chance(1, 2)) return MakeSelect(ctx(), condition, a, b);
  if (IsLiteral(condition)) return a;
  return MakeIntrinsic(ctx(), IntrinsicId::if_then_else, dtype, {condition, a, b});
}

const Expr* TirExpr::LetValue(DType dtype, int depth) {
  Let* let = ctx().arena.New<Let>();
  let->value = Value(dtype, depth - 1);
  let->var = MakeVar(ctx(), "t", dtype);
  NodeKind kind = bytes().Pick(kArithmetic);
  let->body = Binary(kind, let->var, Value(dtype, depth - 1));
  let->type = ctx().Prim(dtype);
  return let;
}

const Expr* TirExpr::Known(const Expr* number) {
  if (!module_.Has(Feature::kComputed) || axes_.empty() || !bytes().Chance(1, 3)) return number;
  DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
  const Expr* asked = Value(dtype, 2);
  if (!dtype.IsBool()) asked = Binary(bytes().Pick(kComparison), asked, Value(dtype, 1));
  return IsLiteral(asked) ? number : MakeSelect(ctx(), asked, number, FreshCopy(ctx(), number));
}

// recursion: once; the wide dtype is not widened again
const Expr* TirExpr::Applied(const IntrinsicSpec& row, DType dtype, const Expr* first, int depth) {
  if (row.tvm_code == TvmCode::kWideScalars && dtype.bits < 32) {
    DType wide = dtype.IsFloating() ? DType::Float(32) : DType::Int(32);
    return MakeCast(ctx(), dtype, Applied(row, wide, MakeCast(ctx(), wide, first), depth));
  }
  std::vector<const Expr*> operands{first};
  while (operands.size() < static_cast<size_t>(row.arity)) operands.push_back(Value(dtype, depth - 1));
  return MakeIntrinsic(ctx(), row.id, row.result == ResultType::kBool ? DType::Bool() : dtype, operands);
}

const Expr* TirExpr::FloatValue(DType dtype, int depth) {
  const Expr* a = Value(dtype, depth - 1);
  // Floats of 8 bits have no mathematics of their own.
  if (module_.Has(Feature::kIntrinsics) && dtype.bits > 8 && !IsLiteral(a) && bytes().Chance(1, 3)) {
    return Applied(PickRow(bytes(), Sampled::kModerate), dtype, a, depth);
  }
  if (bytes().Chance(1, 10)) return Binary(NodeKind::kDiv, a, Value(dtype, depth - 1));
  NodeKind kind = bytes().Pick(kArithmetic);
  // Zeros of both signs are where these differ from what one writes first.
  bool bound = (kind == NodeKind::kMin || kind == NodeKind::kMax) && !IsLiteral(a) && bytes().Chance(1, 4);
  const Expr* zero = bound ? MakeFloat(ctx(), bytes().Chance(1, 2) ? 0.0 : -0.0, dtype) : nullptr;
  return Binary(kind, a, bound ? zero : Value(dtype, depth - 1));
}

// A positive constant divides, so that neither zero nor the least number over -1 comes up.
const Expr* TirExpr::Divisor(NodeKind kind, DType dtype, int depth) {
  if (Hazard()) return Value(dtype, depth - 1);
  int64_t least = kind == NodeKind::kMod ? 2 : 1;
  // At most 7, which is the greatest int4.
  return MakeInt(ctx(), least + static_cast<int64_t>(bytes().Below(6)), dtype);
}

const Expr* TirExpr::ShiftAmount(DType dtype, int depth) {
  if (Hazard()) return Value(dtype, depth - 1);
  return MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(dtype.bits - 1u)), dtype);
}

const Expr* TirExpr::IntValue(DType dtype, int depth) {
  const Expr* a = Value(dtype, depth - 1);
  uint64_t roll = bytes().Below(8);
  if (roll == 7) {
    NodeKind kind = bytes().Pick(kDivision);
    const Expr* divisor = Divisor(kind, dtype, depth);
    const auto* known = As<IntImm>(divisor);
    return known != nullptr && known->value == 0 ? a : Binary(kind, a, divisor);
  }
  if (roll == 6 && module_.Has(Feature::kIntrinsics) && !IsLiteral(a)) {
    const Expr* amount = ShiftAmount(dtype, depth);
    return MakeIntrinsic(ctx(), PickRow(bytes(), Sampled::kShift).id, dtype, {a, amount});
  }
  if (roll == 5 && module_.Has(Feature::kIntrinsics)) {
    const IntrinsicSpec& row = PickRow(bytes(), Sampled::kBits);
    return row.arity == 1 && IsLiteral(a) ? a : Applied(row, dtype, a, depth);
  }
  NodeKind kind = bytes().Pick(kArithmetic);
  return Binary(kind, a, Value(dtype, depth - 1));
}

const Expr* TirExpr::Tested(const IntrinsicSpec& row, const Expr* value) {
  bool widens = row.widens_halves || row.tvm_code == TvmCode::kWideScalars;
  const Expr* wide = widens && DTypeOf(value).bits == 16 ? MakeCast(ctx(), DType::Float(32), value) : value;
  return MakeIntrinsic(ctx(), row.id, DType::Bool(), {wide});
}

const Expr* TirExpr::BoolValue(int depth) {
  if (const Expr* guarded = bytes().Chance(1, 8) ? Guarded(depth) : nullptr) return guarded;
  uint64_t roll = bytes().Below(6);
  if (roll == 5) {
    const Expr* inner = Condition(depth - 1);
    return IsLiteral(inner) ? inner : MakeNot(ctx(), inner);
  }
  if (roll >= 3) {
    const Expr* a = Condition(depth - 1);
    return Binary(roll == 3 ? NodeKind::kAnd : NodeKind::kOr, a, Condition(depth - 1));
  }
  if (roll == 2 && bytes().Chance(1, 2)) {
    const Expr *a = Condition(depth - 1), *b = Condition(depth - 1);
    if (IsLiteral(a) || IsLiteral(b)) return a;
    return Binary(bytes().Chance(1, 2) ? NodeKind::kEQ : NodeKind::kNE, a, b);
  }
  DType dtype = module_.plan.PickDType(bytes(), kNumeric);
  const Expr* a = Value(dtype, depth - 1);
  if (module_.Has(Feature::kIntrinsics) && dtype.IsFloating() && dtype.bits > 8 && !IsLiteral(a) &&
      bytes().Chance(1, 4)) {
    return Tested(PickRow(bytes(), Sampled::kTest), a);
  }
  NodeKind kind = bytes().Pick(kComparison);
  const Expr* beside = bytes().Chance(1, 8) ? Beside(a) : nullptr;
  return Binary(kind, a, beside == nullptr ? Value(dtype, depth - 1) : beside);
}

// A few more or less than the value, of a dtype that wraps: at its ends, less than it. Null for other dtypes.
const Expr* TirExpr::Beside(const Expr* value) {
  DType dtype = DTypeOf(value);
  bool wraps = dtype.IsUInt() || (dtype.IsInt() && dtype.bits < 32);
  if (!wraps || dtype.bits < 8 || IsLiteral(value)) return nullptr;
  const Expr* number = MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(4)), dtype);
  return Binary(bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kSub, FreshCopy(ctx(), value), number);
}

const Expr* TirExpr::Condition(int depth) { return Value(DType::Bool(), depth); }

// The depth is at most four, so recursion is bounded.
const Expr* TirExpr::Value(DType dtype, int depth) {
  const Expr* value = Single(dtype, depth);
  if (!bytes().Chance(1, 12)) return value;
  const Expr* twin = TwinOf(value);
  return twin == nullptr ? value : Binary(dtype.IsBool() ? NodeKind::kAnd : bytes().Pick(kArithmetic), value, twin);
}

// The same operands under the operation that one may take for it, or the other way round; null where there is none.
const Expr* TirExpr::TwinOf(const Expr* value) {
  const BinaryExpr* binary = AsBinary(value);
  // What a guard keeps from being read stands behind it.
  if (binary == nullptr || value->kind == NodeKind::kAnd || value->kind == NodeKind::kOr) return nullptr;
  auto other_of = [&](const auto& kinds) {
    bool among = std::ranges::find(kinds, value->kind) != kinds.end();
    return among ? bytes().Pick(kinds) : value->kind;
  };
  bool floating = DTypeOf(binary->a).IsFloating();
  NodeKind kind = other_of(kArithmetic);
  if (kind == value->kind) kind = other_of(kComparison);
  if (kind == value->kind && !floating) kind = other_of(kDivision);
  const Expr *a = FreshCopy(ctx(), binary->a), *b = FreshCopy(ctx(), binary->b);
  // What stood on the left may be zero.
  bool swaps = kind == value->kind && std::ranges::find(kDivision, kind) == kDivision.end();
  if (kind == value->kind && !swaps) return nullptr;
  return swaps ? Binary(kind, b, a) : Binary(kind, a, b);
}

const Expr* TirExpr::Single(DType dtype, int depth) {
  if (depth <= 0 || bytes().exhausted() || bytes().Chance(1, 5)) return Leaf(dtype);
  if (dtype.IsBool()) return BoolValue(depth);
  uint64_t roll = bytes().Below(12);
  if (roll == 11) return Choice(dtype, depth);
  if (roll == 10) return LetValue(dtype, depth);
  if (roll == 8 && HasVectors(dtype)) return LaneValue(dtype, depth);
  if (roll == 9) return MakeCast(ctx(), dtype, Value(module_.plan.PickDType(bytes(), kNumeric), depth - 1));
  return dtype.IsFloating() ? FloatValue(dtype, depth) : IntValue(dtype, depth);
}

}  // namespace assay
