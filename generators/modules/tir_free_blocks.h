// FreeBlocks: blocks among free statements (tir_free_scope.h): inside of each other, with memory of their own and views
// of what is around them, views of views among those. Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class FreeBlocks : protected FreeFamily {
 public:
  explicit FreeBlocks(FreeScope& scope) : FreeFamily(scope) {}

  // Where the predicate holds, or at the place that it says, where there is one.
  const Stmt* Block(int depth, const Expr* decides = nullptr);

 private:
  // The parts of a block (tir_free_blocks.cc).
  const Expr* PlainIndex(int64_t extent);
  const MatchBufferRegion* Matched();
  void NameSizes(const MatchBufferRegion& match);
  void NameStrides(const MatchBufferRegion& match, size_t dropped);
  std::vector<const MatchBufferRegion*> Matches();
  std::vector<const Stmt*> OwnMemory(SBlock& block);
};

}  // namespace assay
