// CallBinder: binds calls in a function under construction (function_scope.h), where inference lets them stand. Tested
// by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class CallBinder : protected FunctionFamily {
 public:
  explicit CallBinder(FunctionScope& scope) : FunctionFamily(scope) {}

  const Call* ShareNodes(const Call* call);
  // False when the call cannot stand here; `row` may be null.
  bool EmitCall(const Call* call, const OpSpec* row);
  void CountRefusal(const OpSpec* row, const Diag& diag);

 private:
  void KnownAgain(const Var* var, const TensorType* known);
};

}  // namespace assay
