// Expressions made of those of a module: joined with parts, variables and numbers, over other values
// (MoreArithmetic in arithmetic.h). Tested by arithmetic_test.cc.
#include <algorithm>
#include <array>

#include "ir/builder.h"
#include "ir/prim/binary_function.h"
#include "ir/support/byte_source.h"
#include "ir/support/hash.h"
#include "ir/tensor/int_range.h"
#include "ir/text/print.h"
#include "oracles/core/arithmetic.h"

namespace assay {
namespace {

using Vars = std::vector<std::pair<const Var*, Interval>>;

constexpr std::array kOperations = {NodeKind::kAdd,      NodeKind::kSub,      NodeKind::kSub, NodeKind::kMul,
                                    NodeKind::kMul,      NodeKind::kDiv,      NodeKind::kMod, NodeKind::kFloorDiv,
                                    NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kComparisons = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                     NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};
constexpr std::array kJoinsOfBools = {NodeKind::kAnd, NodeKind::kOr};
constexpr int64_t kFewValues = 4;
constexpr int64_t kFarOut = int64_t{1} << 20;

class Maker {
 public:
  Maker(Context& ctx, const ArithmeticExpr& one, uint64_t seed)
      : ctx_(ctx), one_(one), bytes_(ByteSource::FromSeed(seed)) {
    for (ArithmeticExpr& part : PartsOf(one)) parts_.push_back(part.e);
    for (const auto& [var, range] : one.vars) parts_.push_back(var);
  }

  ArithmeticExpr Make() {
    const Expr* e = bytes_.Chance(1, 2) ? one_.e : bytes_.Pick(parts_);
    for (uint64_t i = 1 + bytes_.Below(2); i > 0; --i) e = Joined(e);
    Vars vars = one_.vars;
    for (auto& [var, range] : vars) {
      if (bytes_.Chance(1, 2)) range = OtherRange(DTypeOf(var), range);
    }
    return {e, std::move(vars)};
  }

 private:
  const Expr* Joined(const Expr* a) {
    DType dtype = DTypeOf(a);
    const Expr* b = Operand(dtype);
    if (bytes_.Chance(1, 3)) std::swap(a, b);
    bool compares = !dtype.IsBool() && bytes_.Chance(1, 3);
    NodeKind kind = dtype.IsBool() ? bytes_.Pick(kJoinsOfBools)
                    : compares     ? bytes_.Pick(kComparisons)
                                   : bytes_.Pick(kOperations);
    return MakeBinary(ctx_, kind, a, b);
  }
  // A number, or what there is of the dtype.
  const Expr* Operand(DType dtype) {
    std::vector<const Expr*> alike;
    std::ranges::copy_if(parts_, std::back_inserter(alike), [&](const Expr* e) { return DTypeOf(e) == dtype; });
    if (!alike.empty() && bytes_.Chance(2, 3)) return bytes_.Pick(alike);
    if (dtype.IsBool()) return MakeBool(ctx_, bytes_.Chance(1, 2));
    int64_t low = dtype.IsUInt() ? 0 : -8;
    return MakeInt(ctx_, std::min(bytes_.Between(low, 12), GreatestInt(dtype)), dtype);
  }
  // Below 0, of one sign, of one value, at an end of the dtype, or all of it.
  Interval OtherRange(DType dtype, Interval range) {
    if (dtype.IsBool()) return range;
    int64_t least = LeastInt(dtype), greatest = GreatestInt(dtype);
    // What arithmetic of 64 bits takes not to wrap, it does not.
    if (dtype.bits == 64) greatest = kFarOut, least = dtype.IsUInt() ? 0 : -kFarOut;
    auto from = [&](int64_t low, int64_t high) {
      return Interval{std::clamp(low, least, greatest), std::clamp(high, least, greatest)};
    };
    int64_t start = bytes_.Between(-9, 9);
    switch (bytes_.Below(6)) {
      case 0: return {least, greatest};
      case 1: return {greatest - kFewValues, greatest};
      case 2: return {least, least + kFewValues};
      case 3: return from(start, start);
      case 4: return from(-9, -1 - static_cast<int64_t>(bytes_.Below(3)));
      default: return from(start, start + static_cast<int64_t>(bytes_.Below(9)));
    }
  }

  Context& ctx_;
  const ArithmeticExpr& one_;
  ByteSource bytes_;
  std::vector<const Expr*> parts_;
};

}  // namespace

std::vector<ArithmeticExpr> MoreArithmetic(Context& ctx, const ArithmeticExpr& one, uint64_t variant) {
  uint64_t seed = HashCombine(HashText(PrintExpr(one.e)), variant);
  Maker maker(ctx, one, seed);
  return {maker.Make(), maker.Make()};
}

}  // namespace assay
