// Where two modules first differ: in words for people, and as members of the path to there. Tested by finding_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/tensor/dtype.h"

namespace assay {

// Of two dtypes.
struct DTypeDifference {
  DType expected, got;

  friend bool operator==(const DTypeDifference&, const DTypeDifference&) = default;
};

struct ModuleDifference {
  // For people: the path, and what stands there on each side.
  std::string text;
  // Members on the way from the root, without names and indices: "body", "blocks", "value", "op". Empty where the
  // subject names no path.
  std::vector<std::string> path = {};
  // The end of the path, as the subject puts it: what says of a text which member it loses, whatever the module. May be
  // empty.
  std::string tail = {};
  // The subject's modules are objects that hold more than their texts say: the tail tells what a pass gets wrong, too.
  bool of_objects = false;
  // Where dtypes stand there.
  std::optional<DTypeDifference> dtypes = {};
  // Both sides are floats that are not a number.
  bool of_nan = false;
};

// The members of "main.body.blocks[0].value": an index or a key in brackets belongs to none.
std::vector<std::string> MembersOf(std::string_view path);

}  // namespace assay
