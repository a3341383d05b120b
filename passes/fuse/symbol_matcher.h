// SymbolMatcher: what a kernel's symbolic variables stand for where a function with the attribute Primitive calls it.
// Tested by testdata/fuse_tir.
#pragma once

#include <utility>
#include <vector>

#include "ir/arith/analyzer.h"
#include "ir/rewrite.h"

namespace assay {

class SymbolMatcher {
 public:
  SymbolMatcher(Context& ctx, VarMap& values) : ctx_(ctx), values_(values) {}

  // False when the kernel's expression cannot be what the function has there.
  bool Match(const Expr* param, const Expr* arg) {
    if (param == arg) return true;
    std::vector<std::pair<const Expr*, const Expr*>> pending{{param, arg}};
    bool fits = true;
    while (fits && !pending.empty()) {
      auto [a, b] = pending.back();
      pending.pop_back();
      if (a == b) continue;
      if (DTypeOf(a).code != DTypeOf(b).code) return false;
      const BinaryExpr *left = AsBinary(a), *right = AsBinary(b);
      if (const auto* var = As<Var>(a)) {
        auto [known, fresh] = values_.emplace(var, InDTypeOf(var, b));
        fits = fresh || known->second == b || MayBeEqual(known->second, b);
      } else if (left != nullptr && right != nullptr && left->kind == right->kind) {
        pending.insert(pending.end(), {{left->b, right->b}, {left->a, right->a}});
      } else {
        fits = MayBeEqual(SubstituteIn(ctx_, a, values_), b);
      }
    }
    return fits;
  }

 private:
  // Kernels may count in int32 what the function counts in int64.
  const Expr* InDTypeOf(const Var* var, const Expr* value) {
    DType dtype = DTypeOf(var);
    if (DTypeOf(value) == dtype) return value;
    const IntImm* constant = AsInt(value);
    return constant != nullptr ? MakeInt(ctx_, constant->value, dtype) : MakeCast(ctx_, dtype, value);
  }
  bool MayBeEqual(const Expr* a, const Expr* b) {
    const IntImm *left = AsInt(a), *right = AsInt(b);
    if (left != nullptr && right != nullptr) return left->value == right->value;
    if (DTypeOf(a) != DTypeOf(b)) return true;
    const IntImm* equal = AsInt(Simplify(ctx_, MakeBinary(ctx_, NodeKind::kEQ, a, b)));
    return equal == nullptr || equal->value != 0;
  }

  Context& ctx_;
  VarMap& values_;
};

}  // namespace assay
