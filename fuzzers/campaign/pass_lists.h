// What campaigns know of passes by experience: which ones seldom do something, which nearly always do, and of which one
// draw of options says little (seldom_passes.def, common_passes.def, drawn_passes.def). Tested by other_passes_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "passes/pass.h"

namespace assay {

bool IsSeldom(const PassSpec& pass);
bool IsCommon(const PassSpec& pass);
// How many draws of its options are looked at.
uint64_t DrawsOf(const PassSpec& pass);
// What a module is worth at most that the pass changes.
size_t MostWorthOf(const PassSpec& pass);

}  // namespace assay
