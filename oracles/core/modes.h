// Ways to run what the build pipeline makes of a module, compared to the bit with vm, which interprets it. What
// execution_modes, optimisation_levels and serialised_equals_loaded share. Tested by oracles_test.cc.
#pragma once

#include <string>
#include <vector>

#include "oracles/core/results.h"

namespace assay {

struct Mode {
  // For messages: "vm-compiled", "vm-llvm at O3".
  std::string name;
  ProgramRef program;
};

bool HasEngine(const Subject& subject, std::string_view name);

// That a mode runs out of steps, of which vm takes few on these inputs, or the other way round; nothing where neither
// does.
std::optional<Finding> OneTakesFarMore(const OracleSpec& oracle, size_t inputs, const Outcome& want, const Mode& mode,
                                       const Outcome& got, OracleContext& oc);

// Each mode against vm, on every set of inputs, in another order than vm was run: a finding
// kBitsDiffer or kSlow, or Skip when vm has no result on any of them.
Verdict CompareModes(const OracleSpec& oracle, std::span<const Mode> modes, OracleContext& oc);

}  // namespace assay
