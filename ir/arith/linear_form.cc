#include "ir/arith/linear_form.h"

#include <algorithm>

#include "ir/arith/sum.h"
#include "ir/tensor/int_division.h"

namespace assay {
namespace {

constexpr int kMaxDepth = 60;
// Divisors beyond this are not followed.
constexpr int64_t kMostDivisor = int64_t{1} << 30;

bool MultipleOf(const LinearForm& form, int64_t by) {
  return std::ranges::all_of(form.terms, [&](const LinearTerm& term) { return term.factor % by == 0; });
}
// One term alone, as it is.
bool IsBare(const LinearForm& form) {
  return form.terms.size() == 1 && form.terms[0].factor == 1 && form.rest == Interval{0, 0};
}
bool CanDivide(const LinearTerm& term, int64_t by) {
  return term.modulus % by == 0 && by < kMostDivisor / term.divisor;
}

}  // namespace

bool LinearTerm::SameBut(const LinearTerm& other) const {
  return SameFactor(of, other.of) && divisor == other.divisor && modulus == other.modulus;
}

std::optional<int64_t> LinearForm::FactorOf(const Var* var) const {
  int64_t factor = 0;
  for (const LinearTerm& term : terms) {
    if (term.of != var) continue;
    if (!term.IsPlain() || __builtin_add_overflow(factor, term.factor, &factor)) return std::nullopt;
  }
  return factor;
}

MaybeLinear Scaled(const MaybeLinear& form, int64_t factor) {
  if (!form) return std::nullopt;
  if (factor == 0) return LinearForm{};
  LinearForm scaled = *form;
  bool overflows = false;
  auto scale = [&](int64_t& number) { overflows |= __builtin_mul_overflow(number, factor, &number); };
  for (LinearTerm& term : scaled.terms) scale(term.factor);
  scale(scaled.rest.low);
  scale(scaled.rest.high);
  if (factor < 0) std::swap(scaled.rest.low, scaled.rest.high);
  return overflows ? std::nullopt : MaybeLinear(std::move(scaled));
}

MaybeLinear Total(const MaybeLinear& a, const MaybeLinear& b) {
  if (!a || !b) return std::nullopt;
  LinearForm total = *a;
  bool overflows = false;
  auto add = [&](int64_t& number, int64_t more) { overflows |= __builtin_add_overflow(number, more, &number); };
  for (const LinearTerm& term : b->terms) {
    auto known = std::ranges::find_if(total.terms, [&](const LinearTerm& other) { return other.SameBut(term); });
    if (known == total.terms.end())
      total.terms.push_back(term);
    else
      add(known->factor, term.factor);
  }
  std::erase_if(total.terms, [](const LinearTerm& term) { return term.factor == 0; });
  add(total.rest.low, b->rest.low);
  add(total.rest.high, b->rest.high);
  return overflows ? std::nullopt : MaybeLinear(std::move(total));
}

MaybeLinear Quotient(const LinearForm& a, int64_t by) {
  if (by <= 0) return std::nullopt;
  if (MultipleOf(a, by)) {
    LinearForm quotient{a.terms, {FloorQuotient(a.rest.low, by), FloorQuotient(a.rest.high, by)}};
    for (LinearTerm& term : quotient.terms) term.factor /= by;
    return quotient;
  }
  if (!IsBare(a) || !CanDivide(a.terms[0], by)) return std::nullopt;
  LinearTerm term = a.terms[0];
  // What is below the divisor is 0.
  if (term.modulus == by) return LinearForm{};
  term.divisor *= by;
  term.modulus /= by;
  return LinearForm{{term}, {0, 0}};
}

MaybeLinear Remainder(const LinearForm& a, int64_t by) {
  if (by <= 0) return std::nullopt;
  if (MultipleOf(a, by)) {
    if (a.rest.low >= 0 && a.rest.high < by) return LinearForm{{}, a.rest};
    if (a.rest.IsPoint()) return LinearForm{{}, Interval::Of(FloorRemainder(a.rest.low, by))};
  }
  if (!IsBare(a) || !CanDivide(a.terms[0], by)) return LinearForm{{}, {0, by - 1}};
  LinearTerm term = a.terms[0];
  term.modulus = by;
  return LinearForm{{term}, {0, 0}};
}

// recursion: kMaxDepth bounds it
MaybeLinear LinearReader::Of(const Expr* e, int depth) const {
  if (depth > kMaxDepth || !IsIndexType(DTypeOf(e).Scalar())) return std::nullopt;
  MaybeLinear form = OfKnown(e, depth + 1);
  return form || Is<Var>(e) ? form : OfOther(e);
}

MaybeLinear LinearReader::OfKnown(const Expr* e, int depth) const {
  if (const auto* number = As<IntImm>(e)) return LinearForm{{}, Interval::Of(number->value)};
  if (const auto* var = As<Var>(e)) return OfVar(var);
  if (const auto* cast = As<Cast>(e)) return KeepsValue(*cast) ? Of(cast->value, depth) : std::nullopt;
  if (const auto* ramp = As<Ramp>(e)) return OfRamp(*ramp, depth);
  if (const auto* sum = As<Add>(e)) return Total(Of(sum->a, depth), Of(sum->b, depth));
  if (const auto* difference = As<Sub>(e)) return Total(Of(difference->a, depth), Scaled(Of(difference->b, depth), -1));
  if (const auto* product = As<Mul>(e)) return OfProduct(Of(product->a, depth), Of(product->b, depth));
  if (const auto* quotient = As<FloorDiv>(e)) return OfDivision(*quotient, true, depth);
  if (const auto* rest = As<FloorMod>(e)) return OfDivision(*rest, false, depth);
  return std::nullopt;
}

MaybeLinear LinearReader::OfProduct(const MaybeLinear& a, const MaybeLinear& b) const {
  if (!a || !b) return std::nullopt;
  if (b->IsConstant()) return Scaled(a, b->rest.low);
  return a->IsConstant() ? Scaled(b, a->rest.low) : std::nullopt;
}

MaybeLinear LinearReader::OfDivision(const BinaryExpr& e, bool quotient, int depth) const {
  MaybeLinear a = Of(e.a, depth), b = Of(e.b, depth);
  if (!a || !b || !b->IsConstant() || !IsNumber(*a, e.a)) return std::nullopt;
  return quotient ? Quotient(*a, b->rest.low) : Remainder(*a, b->rest.low);
}

MaybeLinear LinearReader::OfRamp(const Ramp& ramp, int depth) const {
  const auto* lanes = As<IntImm>(ramp.lanes);
  if (lanes == nullptr || lanes->value < 1) return std::nullopt;
  MaybeLinear stride = Of(ramp.stride, depth), lane = LinearForm{{}, {0, lanes->value - 1}};
  return stride && stride->IsConstant() ? Total(Of(ramp.base, depth), Scaled(lane, stride->rest.low)) : std::nullopt;
}

std::optional<CommonMove> MoveOf(const Var* var, std::span<const LinearForm> places) {
  if (places.empty()) return std::nullopt;
  Interval all = places[0].rest;
  for (const LinearForm& place : places) {
    if (!std::ranges::is_permutation(places[0].terms, place.terms)) return std::nullopt;
    all = Union(all, place.rest);
  }
  std::optional<int64_t> factor = places[0].FactorOf(var);
  CommonMove move;
  if (!factor || __builtin_sub_overflow(all.high, all.low, &move.spread)) return std::nullopt;
  move.factor = *factor;
  return move;
}

}  // namespace assay
