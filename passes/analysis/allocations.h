// Calls that allocate memory, in each form that a build has for them, and where it lies.
// Tested by oracles/core/frame_items_test.cc.
#pragma once

#include <optional>
#include <string_view>

#include "ir/module.h"

namespace assay {

struct AllocatedIn {
  // Null where it is no number.
  const IntImm* device = nullptr;
  std::string_view scope;
};

// Nothing for a call that allocates none, such as that of a tensor in memory that is there.
std::optional<AllocatedIn> AllocationOf(const Call& call);

}  // namespace assay
