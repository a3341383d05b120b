// Numbers for scalar expressions: equal ones (SameFactor, ir/arith/sum.h) have one. A number is found from those of the
// operands, so that a chain of operators takes time in proportion to its length. Tested by value_numbers_test.cc.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include "ir/prim/node.h"
#include "ir/support/pointer_map.h"

namespace assay {

class ValueNumbers {
 public:
  // Of arithmetic on scalars, constants and variables; nothing for what else there is in it, such as calls, lets and
  // memory.
  std::optional<size_t> Of(const Expr* root);
  // How many nodes have been looked at.
  size_t asked() const { return asked_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  struct Key {
    NodeKind kind;
    DType dtype;
    // Numbers of operands, or what a leaf is.
    std::array<uint64_t, 3> parts;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  std::optional<Key> KeyOf(const Expr* e) const;

  PointerMap<Node, size_t> numbers_;
  std::unordered_map<Key, size_t, KeyHash> by_key_;
  size_t asked_ = 0;
};

}  // namespace assay
