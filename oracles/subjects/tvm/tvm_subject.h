// The real TVM as a subject: modules go to its process as programs of its script builders, or as text, and are known
// here by number. How each came about is kept, so that a child that crashed is replaced by one that holds the same.
// Tested by tvm_subject_test.cc.
#pragma once

#include <memory>
#include <string>

#include "oracles/core/subject.h"
#include "oracles/subjects/tvm/worker.h"

namespace assay {

// `target`: what it compiles for (target.h); empty: this machine's processor.
std::unique_ptr<Subject> MakeTvmSubject(Context& ctx, std::shared_ptr<TvmServer> server, std::string target = {});

}  // namespace assay
