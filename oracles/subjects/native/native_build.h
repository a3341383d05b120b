// The native build: the default pipeline, with what it cannot lower named by line. Tested by native_subject_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "passes/pass.h"

namespace assay {

// A pipeline that lowers, by name, behind LambdaLift: TVM leaves that to the caller, and lowers no nested function.
std::vector<PassCall> NativeBuildPipeline(Context& ctx, std::string_view names = "default");

// What is known of a build that failed.
struct BuildNotes {
  // The passes that deal with operators that were left.
  std::vector<std::string> later;
  // The pipeline left an ill-formed module.
  bool breaks_rule = false;
  // What the passes used up, where they ended by kOutOfBudget.
  OutOfBudget spent = {};
};

// The module as engines take it, made in a PassContext of this config. Diag kCannotLower names every operator that is
// left, by line; kOutOfBudget that passes compute more than the budget allows. What else is known goes into `notes`,
// unless it is null. kIllFormed: the pipeline's own fault; where the module came in ill-formed, what is wrong with it
// instead. `leaves_unused` is PassContext's.
Result<Module> BuildNatively(Context& ctx, const Module& module, BuildNotes* notes = nullptr,
                             const PassOptions& config = {}, const Budget& budget = kPassBudget,
                             bool leaves_unused = false);

}  // namespace assay
