// SymbolMatcher: what a kernel's symbolic variables stand for where a function with the attribute Primitive calls it.
// Tested by testdata/fuse_tir.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/arith/analyzer.h"
#include "ir/rewrite.h"

namespace assay {

class SymbolMatcher {
 public:
  SymbolMatcher(Context& ctx, VarMap& values) : ctx_(ctx), values_(values) {}

  // A variable stands for what the function has there, and once it does, for that. What is computed defines none, as in
  // a kernel's own signature: `3 * n` of a kernel may stand for `n * 3`, operand by operand for nothing. Looked at by
  // Fits, when all are known. False when the kernel's expression cannot be what the function has there.
  bool Match(const Expr* param, const Expr* arg) {
    if (param == arg) return true;
    if (DTypeOf(param).code != DTypeOf(arg).code) return false;
    const auto* var = As<Var>(param);
    if (var == nullptr) {
      computed_.emplace_back(param, arg);
      return AsInt(param) == nullptr || MayBeEqual(param, arg);
    }
    auto [known, fresh] = values_.emplace(var, InDTypeOf(var, arg));
    return fresh || known->second == arg || MayBeEqual(known->second, arg);
  }
  // Whether what is computed of the variables, as they are known now, may be what the function has there. Forgets it.
  bool Fits() {
    return std::ranges::all_of(std::exchange(computed_, {}), [&](const auto& pair) {
      return MayBeEqual(SubstituteIn(ctx_, pair.first, values_), pair.second);
    });
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
  std::vector<std::pair<const Expr*, const Expr*>> computed_;
};

}  // namespace assay
