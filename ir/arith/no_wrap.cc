#include "ir/arith/no_wrap.h"

#include <vector>

#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"

namespace assay {
namespace {

// A known end so far out that what is added to a size, or multiplied by one, may leave the dtype.
bool IsFar(WideInt end, DType dtype) {
  WideInt quarter = NumbersOf(dtype).high / 4;
  return !IsNoEnd(end) && (end > quarter || end < -quarter);
}
bool HasNoEnd(const WideInterval& interval) { return IsNoEnd(interval.low) || IsNoEnd(interval.high); }
bool IsFar(const WideInterval& interval, DType dtype) {
  return IsFar(interval.low, dtype) || IsFar(interval.high, dtype);
}

// Whether the dtype holds the result, or what has no end is made of sizes and of what is small beside the dtype.
bool Fits(const BinaryExpr& e, const WideInterval& a, const WideInterval& b, const WideInterval& result) {
  DType dtype = DTypeOf(&e);
  WideInterval range = NumbersOf(dtype);
  bool moves = e.kind == NodeKind::kAdd || e.kind == NodeKind::kSub || e.kind == NodeKind::kMul;
  if (moves && ((HasNoEnd(a) && IsFar(b, dtype)) || (HasNoEnd(b) && IsFar(a, dtype)))) return false;
  // Unsigned numbers end at 0.
  bool low = IsNoEnd(result.low) ? dtype.IsInt() : result.low >= range.low;
  return low && (IsNoEnd(result.high) || result.high <= range.high);
}

// What the value of `e` is computed from by numbers; what stands elsewhere in it (indices, conditions) is its own
// matter.
std::vector<const Expr*> OperandsOf(const Expr* e) {
  if (const BinaryExpr* binary = AsBinary(e)) return {binary->a, binary->b};
  if (const auto* negation = As<Not>(e)) return {negation->a};
  if (const auto* cast = As<Cast>(e)) return {cast->value};
  if (const auto* select = As<Select>(e)) return {select->condition, select->true_value, select->false_value};
  if (const Call* choice = AsChoice(e)) return {choice->args.begin(), choice->args.end()};
  return {};
}

}  // namespace

NoWrap::Reach NoWrap::Done(const Expr* e) const {
  auto found = done_.find(e);
  return found != done_.end() ? found->second : Reach{NumbersOf(DTypeOf(e)), false};
}

WideInterval NoWrap::OfVar(const Var* var) const {
  if (sizes_.contains(var)) return {0, kNoEnd};
  auto found = bounds_.find(var);
  if (found != bounds_.end()) return Opened(found->second);
  WideInterval range = NumbersOf(DTypeOf(var));
  return {var->flavor == VarFlavor::kSize ? 0 : range.low, range.high};
}

NoWrap::Reach NoWrap::OfBinary(const BinaryExpr& e) const {
  WideInterval whole = NumbersOf(DTypeOf(&e));
  if (!IsWholeScalar(e.a)) return {whole, true};
  Reach a = Done(e.a), b = Done(e.b);
  WideInterval result = BinaryInterval(e.kind, a.values, b.values);
  // Of a division that may turn signs.
  if (IsDivision(e.kind) && b.values.low <= 0) result = whole;
  if (!Fits(e, a.values, b.values, result)) return {whole, false};
  return {result, a.holds && b.holds};
}

NoWrap::Reach NoWrap::OfNode(const Expr* e) {
  DType dtype = DTypeOf(e);
  WideInterval whole = NumbersOf(dtype);
  if (const auto* imm = As<IntImm>(e)) {
    return {dtype.IsUInt() && imm->value < 0 ? whole : WideInterval{imm->value, imm->value}, true};
  }
  if (const auto* var = As<Var>(e)) return {OfVar(var), true};
  if (const BinaryExpr* binary = AsBinary(e)) return OfBinary(*binary);
  std::vector<const Expr*> operands = OperandsOf(e);
  bool holds = true;
  for (const Expr* operand : operands) holds &= !IsWholeScalar(operand) || Done(operand).holds;
  if (Is<Cast>(e) && IsWholeScalar(operands[0])) {
    WideInterval value = Done(operands[0]).values;
    bool fits = (IsNoEnd(value.low) || value.low >= whole.low) && (IsNoEnd(value.high) || value.high <= whole.high);
    return fits && !dtype.IsBool() ? Done(operands[0]) : Reach{whole, holds};
  }
  if (operands.size() == 3) return {Union(Done(operands[1]).values, Done(operands[2]).values), holds};
  return {whole, holds};
}

bool NoWrap::IsUnbounded(const Expr* e) { return IsNoEnd(ReachOf(e).values.high); }

NoWrap::Reach NoWrap::ReachOf(const Expr* root) {
  if (!IsWholeScalar(root)) return {};
  WalkAfterChildren(
      root, [&](const Expr* e) { return done_.contains(e) || !IsWholeScalar(e); },
      [](const Expr* e, auto&& push) {
        for (const Expr* operand : OperandsOf(e)) push(operand);
      },
      [&](const Expr* e) { done_.emplace(e, OfNode(e)); });
  return done_.at(root);
}

}  // namespace assay
