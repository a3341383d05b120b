// Estimates and values of dimensions (dims.h). Depth is capped, so that recursion is bounded.
#include "generators/modules/dims.h"

#include <algorithm>

#include "ir/equal.h"
#include "ir/ops/kernel.h"
#include "ir/prim/exact_int.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

constexpr int kMaxDepth = 64;

std::optional<int64_t> Combine(NodeKind kind, int64_t a, int64_t b) {
  return kind <= NodeKind::kMax ? ExactInt(kind, a, b) : std::nullopt;
}

// recursion: capped by kMaxDepth
std::optional<int64_t> Eval(const Expr* dim, const std::function<int64_t(const Var*)>& symbol, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (const auto* constant = As<IntImm>(dim)) return constant->value;
  if (const auto* var = As<Var>(dim)) return symbol(var);
  if (const auto* cast = As<Cast>(dim)) return Eval(cast->value, symbol, depth + 1);
  // Whatever chooses, it chooses the same.
  if (const auto* select = As<Select>(dim)) {
    return Equal(select->true_value, select->false_value) ? Eval(select->true_value, symbol, depth + 1) : std::nullopt;
  }
  const BinaryExpr* binary = AsBinary(dim);
  if (binary == nullptr) return std::nullopt;
  std::optional<int64_t> a = Eval(binary->a, symbol, depth + 1);
  std::optional<int64_t> b = a ? Eval(binary->b, symbol, depth + 1) : std::nullopt;
  return b ? Combine(binary->kind, *a, *b) : std::nullopt;
}

// Upper estimate: subtraction and remainders are bounded by their left operand, all parts being positive.
// recursion: capped by kMaxDepth
int64_t Largest(const Expr* dim, int depth) {
  if (depth > kMaxDepth) return kHugeDim;
  if (const auto* constant = As<IntImm>(dim)) return constant->value;
  if (Is<Var>(dim)) return kLargestSymbol;
  if (const auto* select = As<Select>(dim))
    return std::max(Largest(select->true_value, depth + 1), Largest(select->false_value, depth + 1));
  const BinaryExpr* binary = AsBinary(dim);
  if (binary == nullptr) return kHugeDim;
  int64_t a = Largest(binary->a, depth + 1);
  if (const auto* right = As<IntImm>(binary->b)) {
    return std::min(kHugeDim, Combine(binary->kind, a, right->value).value_or(kHugeDim));
  }
  int64_t b = Largest(binary->b, depth + 1);
  if (binary->kind == NodeKind::kAdd) return std::min(kHugeDim, a + b);
  if (binary->kind == NodeKind::kMul) return std::min(kHugeDim, Combine(NodeKind::kMul, a, b).value_or(kHugeDim));
  return binary->kind == NodeKind::kMax ? std::max(a, b) : a;
}

// recursion: capped by kMaxDepth
bool Same(const Expr* a, const Expr* b, int depth) {
  if (a == b) return true;
  if (a->kind != b->kind || depth > kMaxDepth) return false;
  if (const auto* constant = As<IntImm>(a)) return constant->value == As<IntImm>(b)->value;
  if (Is<Select>(a)) return Equal(a, b);
  const BinaryExpr* left = AsBinary(a);
  const BinaryExpr* right = AsBinary(b);
  return left != nullptr && Same(left->a, right->a, depth + 1) && Same(left->b, right->b, depth + 1);
}

}  // namespace

std::optional<int64_t> EvalDim(const Expr* dim, const std::function<int64_t(const Var*)>& symbol) {
  return Eval(dim, symbol, 0);
}

int64_t LargestDim(const Expr* dim) { return std::max<int64_t>(0, Largest(dim, 0)); }

int64_t LargestCount(std::span<const Expr* const> dims) {
  int64_t count = 1;
  for (const Expr* dim : dims) {
    if (__builtin_mul_overflow(count, LargestDim(dim), &count) || count > kHugeDim) return kHugeDim;
  }
  return count;
}

const ShapeExpr* ShapeListOf(const Type* type) { return KnownShape(type); }

int64_t LargestElements(const Type* type) {
  if (const ShapeExpr* shape = ShapeListOf(type)) return LargestCount(shape->values);
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return 0;
  // Tuples nest only as deep as the generator (or an operator's row) made them.
  int64_t total = 0;
  std::vector<const Type*> pending(tuple->fields.begin(), tuple->fields.end());
  while (!pending.empty()) {
    const Type* field = pending.back();
    pending.pop_back();
    if (const auto* inner = As<TupleType>(field))
      pending.insert(pending.end(), inner->fields.begin(), inner->fields.end());
    if (const ShapeExpr* shape = ShapeListOf(field)) total = std::min(kHugeDim, total + LargestCount(shape->values));
  }
  return total;
}

// recursion: tuples nest as deep as the generator made them
bool IsKnown(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr) return !tuple->fields.empty() && std::ranges::all_of(tuple->fields, IsKnown);
  return ShapeListOf(type) != nullptr && !As<TensorType>(type)->dtype.IsVoid();
}

bool SameDim(const Expr* a, const Expr* b) { return Same(a, b, 0); }

bool SameDims(std::span<const Expr* const> a, std::span<const Expr* const> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), SameDim);
}

std::vector<const Var*> ShapeVarsOf(const Type* type) {
  std::vector<const Var*> vars;
  std::vector<const Type*> pending{type};
  while (!pending.empty()) {
    const Type* next = pending.back();
    pending.pop_back();
    const auto* tensor = As<TensorType>(next);
    const auto* shape = tensor == nullptr || tensor->shape == nullptr ? nullptr : As<Var>(tensor->shape);
    if (shape != nullptr) vars.push_back(shape);
    const auto* tuple = As<TupleType>(next);
    if (tuple != nullptr) pending.insert(pending.end(), tuple->fields.begin(), tuple->fields.end());
  }
  return vars;
}

}  // namespace assay
