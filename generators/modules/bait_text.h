// Bait that is a whole function: what a pass goes wrong on where branches, casts, allocations or kernels that call
// kernels come in a certain order. Texts with places to fill, one or more for each pass. Tested by bait_text_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/support/byte_source.h"

namespace assay {

// The functions of a module, with a `main` that takes tensors or conditions, indented by four spaces; empty when there
// is no such bait for the pass.
std::string BaitText(std::string_view pass, ByteSource& bytes);
// The same as the text of a module.
std::string BaitModule(std::string_view pass, ByteSource& bytes);
bool HasBaitText(std::string_view pass);

}  // namespace assay
