// Lock-step through the build: the first pass after which the module, still run by the reference engine, gives
// something else, and in it the first binding, by element and with both values. Tested by cli_test.cc, which plants a
// fault.
#pragma once

#include <optional>
#include <string>

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
};

// Nothing when every step of the build pipeline keeps the results, or when that cannot be told: then the engine itself
// is at fault. `reference` is of the module as written on the same inputs.
std::optional<Divergence> FindDivergence(Context& ctx, const Module& module, const std::string& entry,
                                         const std::vector<Value>& inputs, const ReferenceOutcome& reference,
                                         const Budget& budget);

// The same through the own build of any subject. Modules that assay cannot read, or whose runs say nothing, are passed
// over; so is what code generation makes of kernels once they are packed functions. `unread` gets their passes. Nothing
// when no step that was run parts from the reference.
Result<std::optional<Divergence>> FindDivergenceIn(Context& ctx, Subject& subject, const Module& module,
                                                   const std::string& entry, const std::vector<Value>& inputs,
                                                   const ReferenceOutcome& reference, const Budget& budget,
                                                   std::vector<std::string>& unread);

}  // namespace assay
