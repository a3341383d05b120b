// What a pass left undone, in words: "left nn.conv2d at a.py:3:5: its shape is not known (later: LegalizeOps)". Tested
// by cli_test.cc.
#pragma once

#include <string>

#include "passes/pass.h"

namespace assay {

std::string NoteText(const PassNote& note, const Context& ctx);

}  // namespace assay
