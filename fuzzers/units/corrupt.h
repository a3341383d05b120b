// What is said of a unit or a merge that is not as it should be. Tested by unit_folder_test.cc and merge_test.cc.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include "ir/support/diag.h"

namespace assay {

// Diag kCorrupt: "PLACE: WHAT".
inline Diag CorruptAt(std::string_view place, std::string_view what) {
  return {DiagKind::kCorrupt, {}, fmt::format("{}: {}", place, what), "", {}};
}

}  // namespace assay
