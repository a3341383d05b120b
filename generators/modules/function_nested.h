// FunctionNested: branches, and functions inside of the one under construction (function_scope.h). Tested by
// generate_test.cc.
#pragma once

#include <span>
#include <vector>

#include "generators/modules/function_scope.h"
#include "ir/support/function_ref.h"

namespace assay {

class FunctionNested : protected FunctionFamily {
 public:
  explicit FunctionNested(FunctionScope& scope) : FunctionFamily(scope) {}

  const SeqExpr* Branch(const Type* wanted, const Call* again = nullptr);
  // An operator's call of the sequence that could stand outside of it; null where it has none, and now and then.
  const Call* CallOutOf(const SeqExpr* seq);
  // The same call to stand a second time: index maps of its own.
  const Call* Again(const Call* call);
  // A sequence of a few steps in blocks of either kind, which ends in what `result` gives.
  const SeqExpr* Nested(FunctionRef<const Expr*()> result);
  const Expr* ValueOf(const Type* wanted);
  const Type* OtherType(const Type* type);
  bool LocalFunctionStep();
  std::vector<const Type*> LocalParams();
  const Function* LocalFunction(const Var* self, const std::vector<const Var*>& params, const Type* result);
  // The local function, now and then by another name.
  const Var* OtherNameOf(const Var* func);
  const Var* Through(const Var* func, std::vector<const Expr*>& args);
  const Expr* CallAgain(const Var* self, const std::vector<const Var*>& params, const Type* result);

 private:
  std::vector<const Expr*> OtherDims(std::span<const Expr* const> dims);
};

}  // namespace assay
