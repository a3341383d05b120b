// FunctionCalls: calls of the module's own functions (function_scope.h): Relax functions with their symbols bound to
// dimensions in scope, and kernels made on demand for tensors in scope. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"
#include "ir/rewrite.h"

namespace assay {

class FunctionCalls : protected FunctionFamily {
 public:
  explicit FunctionCalls(FunctionScope& scope) : FunctionFamily(scope) {}

  const Call* CallFunction(const GenFunction& callee);
  // The call of a function by a closure that holds some of the arguments: what LambdaLift leaves behind.
  bool CallByClosure(const Call* call, const Function& callee);
  const Call* NewKernelCall();
  const Expr* ThroughTuples(const Expr* value);
  void CallGroups();
  const Call* CallKernel(const GenKernel& kernel);
  // What a call of a kernel is lowered to: memory for its results, and a call that fills it. False where that cannot
  // be, and then nothing is changed.
  bool ExplicitCall(const Call* call);

 private:
  const Expr* ArgumentFor(const Type* type, const VarMap& symbols);
  bool MayBeEmpty(const Expr* tensor) const;
  const Expr* Allocated(const TensorType* type);
  const Call* MakeKernelCall(const GenKernel& kernel, const std::vector<const Expr*>& args, const VarMap& symbols);
};

}  // namespace assay
