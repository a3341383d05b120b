// What a pass wants to see before it: random modules hold no fused functions, for instance, until FuseOps has run. One
// table says which passes bring a module into the form that a pass is about. Tested by preparation_test.cc.
#pragma once

#include <string_view>

#include "passes/pass.h"

namespace assay {

// The passes that lead up to `pass`, as a pass list; empty for passes that random modules feed as they are.
std::string_view PreparationFor(const PassSpec& pass);
// The module after these passes; the module itself when one of them refuses it or leaves something ill-formed.
Module Prepare(Context& ctx, const Module& module, std::string_view passes);

}  // namespace assay
