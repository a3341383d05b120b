// Several files packed into one, as a merge keeps what it holds of a unit: one file to open, to copy and to put in
// place for each unit, however many there are. Text, of each file in order of names:
//   assay packed 1
//   BYTES NAME
//   (so many bytes)
// Tested by packed_files_test.cc; merge_fuzz reads it from any bytes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ir/support/result.h"

namespace assay {

// By name: text.
using PackedFiles = std::map<std::string, std::string>;

std::string PackedText(const PackedFiles& files);
// Diag kCorrupt at `place` for what is none: a name out of order, bytes that are missing, anything behind the last.
Result<PackedFiles> ParsePacked(std::string_view text, std::string_view place);

}  // namespace assay
