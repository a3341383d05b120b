// What stands by itself: nodes that have variables of their own, which nothing outside of them means, and attributes
// that passes over code carry along as they are. Tested by rewrite_test.cc and equal_test.cc.
#pragma once

#include <vector>

#include "ir/attr.h"
#include "ir/tir/node.h"

namespace assay {

// Whether the node is an attribute whose value is a map or a reducer, or a number.
bool HasOwnScope(const Node* node);

// The variables of a map or a reducer, in their order; of other nodes none.
// other kinds: have none of their own
inline std::vector<const Var*> OwnVarsOf(const Node* node) {
  std::vector<const Var*> own;
  if (const auto* map = As<IndexMap>(node)) own.assign(map->initial_indices.begin(), map->initial_indices.end());
  if (const auto* reducer = As<CommReducer>(node)) {
    own.assign(reducer->lhs.begin(), reducer->lhs.end());
    own.insert(own.end(), reducer->rhs.begin(), reducer->rhs.end());
  }
  return own;
}

}  // namespace assay
