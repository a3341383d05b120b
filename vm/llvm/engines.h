// The table of all engines (vm/engines.def), in the one layer that sees every one of them. Tested by engines_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "vm/engine.h"

namespace assay {

// All engines, in engines.def order.
std::span<const EngineSpec* const> AllEngines();
// nullptr when there is none of that name.
const EngineSpec* FindEngine(std::string_view name);

}  // namespace assay
