// What some oracles know of a fault, by the tables of what they are about. Their texts, which causes and signatures
// have, are the tables' spellings. Tested by finding_test.cc and cause_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/node.h"
#include "ir/ops/trap.h"
#include "passes/frame.h"

namespace assay {

// "attributes of functions added"; which attribute it is, the text does not say.
struct FrameBreach {
  Facet facet = {};
  Way way = {};
  // Of attributes.
  std::string key = {};

  std::string Text() const;
  friend bool operator==(const FrameBreach&, const FrameBreach&) = default;
};

// "arithmetic of FloorMod Mul (simplify)".
struct ArithmeticFault {
  // The operations of the expression, each once, in order of their names.
  std::vector<NodeKind> operations;
  // Whose claim it is: "simplify".
  std::string by;

  std::string Text() const;
  friend bool operator==(const ArithmeticFault&, const ArithmeticFault&) = default;
};

// "IntImm.value".
struct NodeField {
  NodeKind kind = {};
  std::string name;

  std::string Text() const;
  friend bool operator==(const NodeField&, const NodeField&) = default;
};

struct TrapFact {
  TrapKind kind = {};
  // The buffer that it is about, where it is of one.
  std::string buffer = {};

  friend bool operator==(const TrapFact&, const TrapFact&) = default;
};

// Nothing where no row of the table is spelled so.
std::optional<Facet> FacetNamed(std::string_view text);
std::optional<Way> WayNamed(std::string_view text);

}  // namespace assay
