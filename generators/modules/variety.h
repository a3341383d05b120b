// Variety: what generated modules consist of, and what of the tables they never were: operators with each class of
// dtypes that they take, kinds of nodes. Tested by variety_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/module.h"

namespace assay {

class Variety {
 public:
  using Counts = std::map<std::string, uint64_t>;

  void Add(const Module& module);

  uint64_t modules = 0;
  // Modules with a dimension that is no number.
  uint64_t symbolic = 0;
  // Modules with the operator; with a node of the kind.
  Counts ops, kinds;
  // Tensor types of the dtype; of the rank, with "symbolic", "empty" or "unknown".
  Counts dtypes, shapes;
  // Calls of the operator by the class of its first tensor, or else of its result: "add int".
  Counts op_dtypes;

  // Operators with classes that they meet when a generator is asked for nothing else, and here did not: "add uint".
  std::vector<std::string> MissingOpDTypes() const;
  std::vector<std::string> MissingKinds() const;

 private:
  void AddCall(const Node* node);
  void AddType(const Node* node, bool& symbolic_type);
};

}  // namespace assay
