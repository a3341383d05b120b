// FreeMemory: memory among free statements (tir_free_scope.h): allocations, chains of them, views, and how buffers lie
// in it. Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class FreeMemory : protected FreeFamily {
 public:
  explicit FreeMemory(FreeScope& scope) : FreeFamily(scope) {}

  Nodes<BufferRegion> Whole(const std::vector<const Buffer*>& buffers);
  const Stmt* Owning(const std::vector<const Buffer*>& own, const std::vector<const Stmt*>& stmts);
  const Buffer* Laid(const Buffer* buffer);
  const Stmt* Memory(int depth);
  const Stmt* View();

 private:
  const Stmt* Allocation();
  // Buffers of one type, each filled from the one before alone: one's last use is where the next one begins.
  const Stmt* Stages();
  const Expr* OfStage(const Buffer* before, const std::vector<const Expr*>& indices);
  const Stmt* MovingView(const Buffer* source, int64_t count);
  const Stmt* Declared(const Buffer* view);
};

}  // namespace assay
