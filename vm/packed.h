// The packed functions that every engine knows: pure test functions for generated modules, those of
// TVM's own VM tests, and what Relax calls print
// and assert_op by after lowering. Tested by packed_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "vm/engine.h"

namespace assay {

// `ret` style: results are returned. `dps` style: the last argument is a tensor to write, the result is null.
using PackedFn = Outcome (*)(std::span<const Value> args);
// nullptr when there is no such function.
PackedFn FindPacked(std::string_view name);
// Whether it writes into its last argument, so that no call of it is pure.
bool PackedWrites(std::string_view name);

}  // namespace assay
