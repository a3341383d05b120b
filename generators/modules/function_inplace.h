// FunctionInPlace: calls that overwrite what they are given (call_tir_inplace; function_scope.h): one tensor or
// several, in whatever order, beside others that are read, and results that are made afresh. Tested by
// generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionInPlace : protected FunctionFamily {
 public:
  explicit FunctionInPlace(FunctionScope& scope) : FunctionFamily(scope) {}

  bool InPlaceStep();

 private:
  // A result of such a call: the argument whose type it has, and whether it is written there.
  struct Overwriting {
    size_t like;
    bool in_place;
  };
  const Call* OneInPlace(const OpSpec& row);
  const Call* SeveralInPlace(const OpSpec& row);
  GenKernel KernelInPlace(const std::vector<const Expr*>& args, const std::vector<Overwriting>& results);
  const Expr* OwnTensor();
  const Expr* OwnTwin(const Expr* tensor);
};

}  // namespace assay
