// Values of expressions from those of their operands, where chains of binary operators are long: a + b + c + … nests to
// the left once for each operator, and the parser does not count them. Tested by ops_test and scalar_build_test.
#pragma once

#include <utility>
#include <vector>

#include "ir/prim/node.h"

namespace assay {

// leaf(e) for what is no binary operator, combine(binary, a, b) for what is, operands first.
// recursion: on right operands alone, which nest as deep as the parser lets parentheses nest
template <class Leaf, class Combine>
auto FoldBinary(const Expr* e, const Leaf& leaf, const Combine& combine) -> decltype(leaf(e)) {
  std::vector<const BinaryExpr*> chain;
  for (const BinaryExpr* binary = AsBinary(e); binary != nullptr; binary = AsBinary(e)) {
    chain.push_back(binary);
    e = binary->a;
  }
  auto value = leaf(e);
  for (; !chain.empty(); chain.pop_back()) {
    value = combine(*chain.back(), std::move(value), FoldBinary(chain.back()->b, leaf, combine));
  }
  return value;
}

}  // namespace assay
