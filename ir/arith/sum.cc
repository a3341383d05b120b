#include "ir/arith/sum.h"

#include <algorithm>
#include <numeric>

#include "ir/equal.h"
#include "ir/tensor/scalar.h"
#include "ir/walk.h"

namespace assay {
namespace {

// For a sum, which then knows whether it wrapped.
int64_t WrappedAdd(Sum& into, int64_t a, int64_t b) {
  int64_t exact = 0, result = WrapInt(into.dtype, static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  into.wrapped |= __builtin_add_overflow(a, b, &exact) || exact != result;
  return result;
}
int64_t WrappedMul(Sum& into, int64_t a, int64_t b) {
  int64_t exact = 0, result = WrapInt(into.dtype, static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  into.wrapped |= __builtin_mul_overflow(a, b, &exact) || exact != result;
  return result;
}

void AddTerm(Sum& into, const Monomial& term, int64_t coefficient) {
  if (coefficient == 0) return;
  for (auto it = into.terms.begin(); it != into.terms.end(); ++it) {
    if (!SameFactors(it->factors, term.factors)) continue;
    it->coefficient = WrappedAdd(into, it->coefficient, coefficient);
    if (it->coefficient == 0) into.terms.erase(it);
    return;
  }
  into.terms.push_back({coefficient, term.factors});
}

// The product of factors, times the coefficient when it is not 1.
const Expr* RebuildTerm(Context& ctx, const Sum& sum, const Monomial& term, int64_t coefficient) {
  const Expr* product = term.factors[0];
  for (size_t i = 1; i < term.factors.size(); ++i) product = MakeBinary(ctx, NodeKind::kMul, product, term.factors[i]);
  return coefficient == 1 ? product : MakeBinary(ctx, NodeKind::kMul, product, MakeInt(ctx, coefficient, sum.dtype));
}

int64_t NegatedIn(DType dtype, int64_t value) { return WrapInt(dtype, uint64_t{0} - static_cast<uint64_t>(value)); }

// Subtracting is possible where the negated coefficient is representable; of an unsigned one it is the shorter text
// where the coefficient is in the upper half.
bool Subtracts(DType dtype, int64_t coefficient) {
  if (dtype.IsUInt()) return static_cast<uint64_t>(coefficient) > uint64_t{1} << (dtype.bits - 1);
  return dtype.IsInt() && coefficient < 0 && coefficient != WrapInt(dtype, uint64_t{1} << (dtype.bits - 1));
}

// By falling coefficient; equal ones keep their order.
std::vector<Monomial> LargestFirst(const std::vector<Monomial>& terms) {
  std::vector<size_t> order(terms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    int64_t left = terms[a].coefficient;
    int64_t right = terms[b].coefficient;
    return left != right ? left > right : a < b;
  });
  std::vector<Monomial> sorted;
  for (size_t i : order) sorted.push_back(terms[i]);
  return sorted;
}

const Expr* Join(Context& ctx, NodeKind kind, const Expr* sum, const Expr* part) {
  return sum == nullptr ? part : MakeBinary(ctx, kind, sum, part);
}

// Structural equality lets any two buffers of one shape stand for each other; what they hold differs.
std::vector<const Node*> BuffersIn(const Expr* e) {
  std::vector<const Node*> buffers;
  WalkBeforeChildren(e, [&](const Node* node) {
    if (Is<Buffer>(node)) buffers.push_back(node);
    return !Is<Buffer>(node);
  });
  return buffers;
}

}  // namespace

bool SameFactor(const Expr* a, const Expr* b) {
  if (a == b) return true;
  if (a->kind != b->kind || Is<Var>(a)) return false;
  return Equal(a, b) && BuffersIn(a) == BuffersIn(b);
}

bool SameFactors(const std::vector<const Expr*>& a, const std::vector<const Expr*>& b) {
  if (a.size() != b.size()) return false;
  std::vector<bool> used(b.size(), false);
  for (const Expr* factor : a) {
    size_t i = 0;
    while (i < b.size() && (used[i] || !SameFactor(factor, b[i]))) ++i;
    if (i == b.size()) return false;
    used[i] = true;
  }
  return true;
}

Sum ConstantSum(DType dtype, int64_t value) { return {dtype, value, {}}; }

Sum FactorSum(const Expr* factor) { return {DTypeOf(factor), 0, {{1, {factor}}}}; }

void AddTo(Sum& into, const Sum& other, int64_t scale) {
  into.wrapped |= other.wrapped;
  into.constant = WrappedAdd(into, into.constant, WrappedMul(into, other.constant, scale));
  for (const Monomial& term : other.terms) AddTerm(into, term, WrappedMul(into, term.coefficient, scale));
}

Sum Expand(const Sum& a, const Sum& b) {
  Sum product = ConstantSum(a.dtype, 0);
  AddTo(product, a, b.constant);
  product.wrapped |= b.wrapped;
  for (const Monomial& right : b.terms) {
    AddTerm(product, right, WrappedMul(product, right.coefficient, a.constant));
    for (const Monomial& left : a.terms) {
      Monomial both = left;
      both.factors.insert(both.factors.end(), right.factors.begin(), right.factors.end());
      AddTerm(product, both, WrappedMul(product, left.coefficient, right.coefficient));
    }
  }
  return product;
}

const Expr* Rebuild(Context& ctx, const Sum& sum) {
  std::vector<Monomial> terms = LargestFirst(sum.terms);
  const Expr* out = nullptr;
  for (const Monomial& term : terms) {
    if (Subtracts(sum.dtype, term.coefficient)) continue;
    out = Join(ctx, NodeKind::kAdd, out, RebuildTerm(ctx, sum, term, term.coefficient));
  }
  bool constant_negative = Subtracts(sum.dtype, sum.constant);
  if (sum.constant != 0 && !constant_negative) {
    out = Join(ctx, NodeKind::kAdd, out, MakeInt(ctx, sum.constant, sum.dtype));
  }
  // Where all is subtracted, it is from zero (as TVM's canonical simplifier), but for a multiple in front.
  bool from_zero = out == nullptr && !terms.empty() && NegatedIn(sum.dtype, terms[0].coefficient) == 1;
  if (from_zero) out = MakeInt(ctx, 0, sum.dtype);
  for (const Monomial& term : terms) {
    if (!Subtracts(sum.dtype, term.coefficient)) continue;
    int64_t coefficient = out == nullptr ? term.coefficient : NegatedIn(sum.dtype, term.coefficient);
    out = Join(ctx, NodeKind::kSub, out, RebuildTerm(ctx, sum, term, coefficient));
  }
  if (out == nullptr) return MakeInt(ctx, sum.constant, sum.dtype);
  if (constant_negative)
    out = MakeBinary(ctx, NodeKind::kSub, out, MakeInt(ctx, NegatedIn(sum.dtype, sum.constant), sum.dtype));
  return out;
}

}  // namespace assay
