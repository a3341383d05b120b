// The native subject with a build pipeline that lacks a step, to see whether that step is to blame. Tested by
// native_subject_test.cc.
#pragma once

#include <memory>
#include <string_view>

#include "oracles/core/subject.h"

namespace assay {

// `step` is a pass's name.
std::unique_ptr<Subject> MakeNativeSubjectWithout(Context& ctx, std::string_view step);

}  // namespace assay
