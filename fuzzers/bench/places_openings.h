// Which fields of which nodes open each place.
#pragma once

#include <span>
#include <string_view>

#include "fuzzers/bench/places.h"
#include "ir/node.h"

namespace assay {

// What stands below the field of the node stands in the place; below any of its fields where none is named. Only some
// nodes of the kind open it where places.cc says which.
struct Opening {
  NodeKind parent;
  std::string_view field;
  Place place;
};
std::span<const Opening> AllOpenings();

}  // namespace assay
