// Signatures that an earlier version of assay stored, as this one would put them: kernels without an operator of their
// own went by nothing, and some rejections by assay's own sentence instead of the rule or the kind of diagnostic.
// Tested by old_signature_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace assay {

// Of an index's rows (PRAGMA user_version); the first ones have 0, and those before schedules' labels had a prefix 1.
inline constexpr int kSignatureVersion = 2;

// `module`: the reduced one. `note`: what was said of the finding when it was stored. A signature of today is given
// back as it is.
std::string CurrentSignature(std::string_view signature, const Module& module, std::string_view note);

// What an earlier version stored for what has this signature today; the same where it stored no less. It told of a text
// that loses a dtype which member that is, and not between which dtypes.
std::string_view SignatureOfBefore(std::string_view signature);

}  // namespace assay
