// Structural equality and hash, as TVM's: names of variables do not matter, bound variables and buffers map one to one,
// free ones must be the same object (or map, on demand). Floats compare by bits except that NaN equals NaN; constants
// by content; functions by name. Shared subtrees cost once. Tested by equal_test.cc.
#pragma once

#include <optional>
#include <string>

#include "ir/module.h"

namespace assay {

struct EqualOptions {
  // Free variables match one to one instead of by identity (TVM's map_free_vars).
  bool map_free_vars = false;
  // Names of variables, buffers and blocks must agree too; for "nothing at all was changed".
  bool compare_names = false;
};

// Where two structures first differ: field names from the root, and what stands there on each side.
struct NodeDifference {
  // For example "main.body.blocks[0].bindings[2].value.args[1]".
  std::string path;
  std::string left;
  std::string right;
};

// Nothing when equal. Either may be null.
std::optional<NodeDifference> FirstDifference(const Node* a, const Node* b, const EqualOptions& options = {});
// Functions are paired by name, in any order; attributes and global infos are compared too.
std::optional<NodeDifference> FirstDifference(const Module& a, const Module& b, const EqualOptions& options = {});

inline bool Equal(const Node* a, const Node* b, const EqualOptions& options = {}) {
  return a == b ? true : !FirstDifference(a, b, options).has_value();
}
inline bool Equal(const Module& a, const Module& b, const EqualOptions& options = {}) {
  return !FirstDifference(a, b, options).has_value();
}

// Equal structures have equal hashes; the order of a module's functions does not matter.
uint64_t StructuralHash(const Node* root);
uint64_t StructuralHash(const Module& module);

}  // namespace assay
