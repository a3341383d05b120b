// FreeStores: single stores among free statements (tir_free_scope.h), and buffers that are filled. Tested by
// tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"
#include "ir/support/function_ref.h"

namespace assay {

class FreeStores : protected FreeFamily {
 public:
  explicit FreeStores(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* Store();
  const Stmt* StoreInto(const Element& element);
  const Stmt* StoreBeside(const Element& element);
  const Stmt* StoreBy(const Expr* condition, bool by_place);
  const Stmt* StoreAll(const Expr* number);
  const Stmt* Shown(const Buffer* buffer);
  const Stmt* Filled(const Buffer* buffer);
  const Stmt* Filled(const Buffer* buffer, FunctionRef<const Expr*(const std::vector<const Expr*>&)> value_at);
};

}  // namespace assay
