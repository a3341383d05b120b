// Bounds as expressions, over the ranges of some variables.
#include "ir/arith/bounds.h"
#include "ir/mentions.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr int kMaxDepth = 200;

class ExprBounder {
 public:
  ExprBounder(Context& ctx, const ExprDomains& domains, BinaryMaker make) : ctx_(ctx), domains_(domains), make_(make) {}

  // recursion: capped by kMaxDepth
  ExprBound Of(const Expr* e, int depth = 0) {
    if (e == nullptr || depth > kMaxDepth) return {};
    if (const auto* var = As<Var>(e)) {
      auto found = domains_.find(var);
      return found == domains_.end() ? ExprBound{e, e} : found->second;
    }
    if (const auto* ramp = As<Ramp>(e)) return OfRamp(*ramp, depth);
    const BinaryExpr* binary = AsBinary(e);
    if (binary == nullptr) return UsesDomains(e) ? ExprBound{} : ExprBound{e, e};
    ExprBound a = Of(binary->a, depth + 1);
    ExprBound b = Of(binary->b, depth + 1);
    if (a.low == nullptr || b.low == nullptr) return {};
    if (a.IsPoint() && b.IsPoint()) return Point(e, *binary, a.low, b.low);
    auto make = [&](const Expr* x, const Expr* y) { return make_(ctx_, e->kind, x, y); };
    if (e->kind == NodeKind::kAdd) return {make(a.low, b.low), make(a.high, b.high)};
    if (e->kind == NodeKind::kSub) return {make(a.low, b.high), make(a.high, b.low)};
    const auto* factor = As<IntImm>(b.low);
    bool scales = e->kind == NodeKind::kMul || e->kind == NodeKind::kFloorDiv;
    if (scales && b.IsPoint() && factor != nullptr && factor->value > 0) {
      return {make(a.low, b.low), make(a.high, b.high)};
    }
    return {};
  }

 private:
  ExprBound OfRamp(const Ramp& ramp, int depth) {
    const auto *lanes = As<IntImm>(ramp.lanes), *stride = As<IntImm>(ramp.stride);
    ExprBound base = Of(ramp.base, depth + 1);
    if (lanes == nullptr || base.low == nullptr || stride == nullptr) return {};
    int64_t span = (lanes->value - 1) * stride->value;
    const Expr* last = MakeInt(ctx_, span, DTypeOf(base.high));
    // Its last lane is the lowest where it goes down.
    if (span < 0) return {make_(ctx_, NodeKind::kAdd, base.low, last), base.high};
    return {base.low, make_(ctx_, NodeKind::kAdd, base.high, last)};
  }
  ExprBound Point(const Expr* e, const BinaryExpr& binary, const Expr* a, const Expr* b) {
    const Expr* made = a == binary.a && b == binary.b ? e : make_(ctx_, e->kind, a, b);
    return {made, made};
  }
  bool UsesDomains(const Expr* e) {
    return MentionsAny(e, [&](const Var* var) { return domains_.contains(var); }, Types::kSkip);
  }

  Context& ctx_;
  const ExprDomains& domains_;
  BinaryMaker make_;
};

}  // namespace

ExprBound BoundOver(Context& ctx, const ExprDomains& domains, const Expr* e, BinaryMaker make) {
  return ExprBounder(ctx, domains, make).Of(e);
}

}  // namespace assay
