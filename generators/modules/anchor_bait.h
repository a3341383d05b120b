// Bait for passes that schedule kernels for a device: graphs around one operator that gives a kernel its shape (a
// matrix product, a reduction, a norm, a transpose), with what stands in front of it and behind it. Static and symbolic
// sizes, which tiles divide and do not. Tested by bait_text_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/support/byte_source.h"

namespace assay {

// As BaitText (bait_text.h); empty for passes of another kind.
std::string AnchorText(std::string_view pass, ByteSource& bytes);
bool HasAnchor(std::string_view pass);

}  // namespace assay
