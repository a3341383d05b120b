// Lock-step through the build: the first pass after which the module, still run by the reference engine, gives
// something else, and in it the first binding, by element and with both values. Tested by divergence_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "oracles/core/subject.h"
#include "oracles/core/tolerance.h"

namespace assay {

struct Divergence {
  std::string pass;
  // How many passes of the build changed the module before it.
  size_t before = 0;
  // "binding lv2: [0, 3]: got 1.5, want 1.25": the first binding that both forms have and whose values differ; got is
  // the value after the pass. "return: …" where none is found.
  std::string where;
  // The build ends with the pass; `where` says why.
  bool ends = false;
};

// Nothing when every step of `pipeline` keeps the results, or when that cannot be told: then the engine itself is at
// fault. `reference` is of the module as written on the same inputs.
std::optional<Divergence> FindDivergence(Context& ctx, std::span<const PassCall> pipeline, const Module& module,
                                         const std::string& entry, const std::vector<Value>& inputs,
                                         const ReferenceOutcome& reference, const Budget& budget);

// What was seen of a subject's build.
struct BuildDivergence {
  // Nothing when no step that was run parts from the reference.
  std::optional<Divergence> first;
  // The passes behind which nothing could be run: assay cannot read what they leave, or its run says nothing.
  std::vector<std::string> unread;
  // A step whose module does not run to its end, where the search stopped.
  std::string unfinished;
  std::optional<OutOfBudget> spent;
};

// The same through the own build of any subject. What code generation makes of kernels once they are packed functions
// is passed over. Diag kUnsupported where the subject does not take the module, or does not tell its steps.
Result<BuildDivergence> FindDivergenceIn(Context& ctx, Subject& subject, const Module& module, const std::string& entry,
                                         const std::vector<Value>& inputs, const ReferenceOutcome& reference,
                                         const Budget& budget);

}  // namespace assay
