// Notes: attributes and annotations that nobody reads, with values of every kind that text has for them; passes carry
// them along. Tested by notes_test.cc.
#pragma once

#include "generators/modules/module_gen.h"
#include "ir/builder.h"

namespace assay {

// Adds one where the module has notes, now and then.
void AddNote(ModuleGen& module, AttrItems& items);
// A dictionary of such a note; null where there is none.
const AttrDict* MaybeNote(ModuleGen& module);

}  // namespace assay
