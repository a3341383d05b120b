// Relations: changes of a case that no pass should care about, for the oracle "metamorphic". Tested by relations_test.cc.
#pragma once

#include "oracles/oracle.h"

namespace assay {

// The case under other names: functions are renamed so that their order by name is reversed ("main" no longer being
// called so), with their symbols and everything that refers to them; and each Relax function but the entry stands there
// once more, unused. Passes whose options may name functions keep the names.
Case Disguised(Context& ctx, const Case& c, const PassCall* pass);

}  // namespace assay
