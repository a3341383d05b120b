// FreeValues: what free statements store and ask (tir_free_scope.h): values of any dtype, what holds an element of
// before, a number that shows, or a condition as a number. Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class FreeValues : protected FreeFamily {
 public:
  explicit FreeValues(FreeScope& scope) : FreeFamily(scope) {}

  const Expr* Converted(const Expr* value, DType dtype);
  const Expr* WithOwn(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* value);
  // An element of the target, which statements of each iteration of a loop may read before others of it write it; as
  // often as not the same in all iterations.
  Element Carried();
  // The value beside the number: which iteration it is of shows.
  const Expr* Telling(const Expr* value, const Expr* number);
  const Expr* WithCarried(const Element& element, const Expr* value);
  const Expr* LooksAt(const Buffer* held, const Buffer* next);
  Ranged NumberOf(const Expr* condition, int64_t most);
  // A number of the index dtype as a value of another one.
  const Expr* InDType(const Expr* number, DType dtype);
  const Expr* Value(DType dtype);
  const Expr* Wide(DType dtype, int lanes);
  // The number, or what comes to it; without a look at memory.
  const Expr* Known(int64_t number);
  // A condition whose one side the other one keeps from being computed; nullptr where nothing is at hand.
  const Expr* BehindAGuard();
};

}  // namespace assay
