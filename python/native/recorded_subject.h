// A pass that another compiler has applied, as a subject: it gives what that pass gave, so that oracles judge it as
// they judge any pass.
#pragma once

#include <memory>
#include <string>

#include "oracles/core/subject.h"

namespace assay::python {

// Whatever pass is applied to whatever module, `after` is what comes out. Modules are run by assay's own engines.
// `as_text`: they are what a text says, which names things anew (oracles/checks/frame_kept.cc).
std::unique_ptr<Subject> MakeRecordedSubject(Context& ctx, const Module& after, bool as_text);

}  // namespace assay::python
