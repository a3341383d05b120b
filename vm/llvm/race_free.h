// Which parallel loops may run their iterations in any order, on several threads: those that provably touch different
// elements of each memory that they write. A proof by indices (docs/decisions/011-parallel-loops.md); all other loops
// run in order. Tested by race_free_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/tir/node.h"

namespace assay {

// What is known where the loop stands.
struct LoopSurroundings {
  // The memory that a buffer reads through; nothing for one that is not declared there. Different ones lie apart.
  std::function<std::optional<size_t>(const Buffer*)> memory_of;
  // Whether a variable has a value there.
  std::function<bool(const Var*)> has_value;
};

// Empty when the iterations are apart, otherwise why that is not proven.
std::string WhyNotIndependent(const For& loop, const LoopSurroundings& around);

}  // namespace assay
