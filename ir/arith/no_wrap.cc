#include "ir/arith/no_wrap.h"

#include "ir/prim/intrinsics.h"

#include <algorithm>
#include <vector>

namespace assay {
namespace {

using Wide = __int128;
// No bound: beyond everything that 64 bits hold, and its square fits.
constexpr Wide kNone = Wide{1} << 62 << 38;

Wide Clamped(Wide value) { return std::clamp(value, -kNone, kNone); }
bool Unknown(Wide end) { return end == kNone || end == -kNone; }
// What has no end has none after a step either.
Wide Plus(Wide a, Wide b) { return Unknown(a) ? a : Unknown(b) ? b : Clamped(a + b); }
Wide Times(Wide a, Wide b) {
  // Beyond 2^100 only sizes go, and a product of two of those is one, too.
  if (a == 0 || b == 0) return 0;
  bool negative = (a < 0) != (b < 0);
  Wide x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  Wide product = x > kNone / y ? kNone : x * y;
  return negative ? -product : product;
}

bool IsIntegerScalar(const Expr* e) {
  DType dtype = DTypeOf(e);
  return dtype.IsScalar() && (dtype.IsInteger() || dtype.IsBool());
}
Wide Lowest(DType dtype) { return dtype.IsInt() ? -(Wide{1} << (dtype.bits - 1)) : 0; }
Wide Highest(DType dtype) {
  return dtype.IsBool() ? 1 : (Wide{1} << (dtype.IsInt() ? dtype.bits - 1 : dtype.bits)) - 1;
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
  if (found != done_.end()) return found->second;
  DType dtype = DTypeOf(e);
  return {Lowest(dtype), Highest(dtype), false};
}

NoWrap::Reach NoWrap::OfVar(const Var* var) const {
  DType dtype = DTypeOf(var);
  if (sizes_.contains(var)) return {0, kNone};
  auto found = bounds_.find(var);
  if (found == bounds_.end()) return {var->flavor == VarFlavor::kSize ? 0 : Lowest(dtype), Highest(dtype)};
  auto [low, high] = found->second;
  return {low == INT64_MIN ? -kNone : low, high == INT64_MAX ? kNone : high};
}

NoWrap::Reach NoWrap::OfBinary(const BinaryExpr& e) const {
  if (!IsIntegerScalar(e.a)) return {Lowest(DTypeOf(&e)), Highest(DTypeOf(&e))};
  Reach a = Done(e.a), b = Done(e.b), out;
  switch (e.kind) {
    case NodeKind::kAdd: out = {Plus(a.low, b.low), Plus(a.high, b.high)}; break;
    case NodeKind::kSub: out = {Plus(a.low, -b.high), Plus(a.high, -b.low)}; break;
    case NodeKind::kMul: {
      auto [low, high] =
          std::minmax({Times(a.low, b.low), Times(a.low, b.high), Times(a.high, b.low), Times(a.high, b.high)});
      out = {low, high};
      break;
    }
    case NodeKind::kDiv:
    case NodeKind::kFloorDiv:
      if (b.low >= 1)
        out = {std::min(a.low, Wide{0}), std::max(a.high, Wide{0})};
      else
        out = {Lowest(DTypeOf(&e)), Highest(DTypeOf(&e))};
      break;
    case NodeKind::kMod:
    case NodeKind::kFloorMod:
      if (b.low >= 1)
        out = {e.kind == NodeKind::kMod ? std::min(a.low, Wide{0}) : 0, std::min(b.high, kNone) - 1};
      else
        out = {Lowest(DTypeOf(&e)), Highest(DTypeOf(&e))};
      break;
    case NodeKind::kMin: out = {std::min(a.low, b.low), std::min(a.high, b.high)}; break;
    case NodeKind::kMax: out = {std::max(a.low, b.low), std::max(a.high, b.high)}; break;
    default: out = {0, 1};
  }
  DType dtype = DTypeOf(&e);
  bool fits = (Unknown(out.low) || out.low >= Lowest(dtype)) && (Unknown(out.high) || out.high <= Highest(dtype));
  if (!fits) return {Lowest(dtype), Highest(dtype), false};
  out.holds = a.holds && b.holds;
  return out;
}

NoWrap::Reach NoWrap::OfNode(const Expr* e) {
  DType dtype = DTypeOf(e);
  Reach whole{Lowest(dtype), Highest(dtype)};
  if (const auto* imm = As<IntImm>(e)) {
    return dtype.IsUInt() && imm->value < 0 ? whole : Reach{imm->value, imm->value};
  }
  if (const auto* var = As<Var>(e)) return OfVar(var);
  if (const BinaryExpr* binary = AsBinary(e)) return OfBinary(*binary);
  std::vector<const Expr*> operands = OperandsOf(e);
  for (const Expr* operand : operands) whole.holds &= !IsIntegerScalar(operand) || Done(operand).holds;
  if (Is<Cast>(e) && IsIntegerScalar(operands[0])) {
    Reach value = Done(operands[0]);
    bool fits = (Unknown(value.low) || value.low >= whole.low) && (Unknown(value.high) || value.high <= whole.high);
    return fits && !dtype.IsBool() ? value : whole;
  }
  if (operands.size() == 3) {
    Reach a = Done(operands[1]), b = Done(operands[2]);
    return {std::min(a.low, b.low), std::max(a.high, b.high), whole.holds};
  }
  return whole;
}

bool NoWrap::IsOpen(const Expr* e) { return Unknown(ReachOf(e).high); }

NoWrap::Reach NoWrap::ReachOf(const Expr* root) {
  if (!IsIntegerScalar(root)) return {};
  struct Frame {
    const Expr* e;
    bool expanded;
  };
  std::vector<Frame> stack{{root, false}};
  while (!stack.empty()) {
    auto [e, expanded] = stack.back();
    if (done_.contains(e) || !IsIntegerScalar(e)) {
      stack.pop_back();
    } else if (expanded) {
      stack.pop_back();
      done_.emplace(e, OfNode(e));
    } else {
      stack.back().expanded = true;
      for (const Expr* operand : OperandsOf(e)) stack.push_back({operand, false});
    }
  }
  return done_.at(root);
}

}  // namespace assay
