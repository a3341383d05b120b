// Whether a mutant shows at all, whatever oracles see of it: each pass is applied to many generated modules with and
// without it, and modules are built and run with and without it. What campaigns leave of mutants that show is what they
// could still find. Tested by mutation_detector_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzers/campaign/campaign.h"
#include "ir/support/mutant.h"

namespace assay {

// How a mutant shows; the later, the worse. kRewrite: a pass gives another module, of the same types and results (a
// rewrite that is lost or one too many, another order, another name).
enum class Shown : uint8_t { kNothing, kRewrite, kType, kVerdict, kResult };
// "nothing", "lost rewrite", "type", "verdict", "result".
std::string_view ShownName(Shown shown);
// Of such a word; kNothing for any other.
Shown ShownOf(std::string_view name);

struct DetectedMutant {
  uint32_t number = 0;
  Shown shown = Shown::kNothing;
  // The pass whose result shows it, or "build"; empty for kNothing.
  std::string where = "";
  // The run whose module shows it, of the campaign with the detector's seed.
  uint64_t run = 0;
  // Modules on which a pass reached it, and on which that gave something else.
  uint64_t reached = 0, differing = 0;
};

struct DetectorOptions {
  std::vector<MutantSpec> mutants;
  // That are generated, behind those of `seed_files`.
  uint64_t modules = 5000;
  uint64_t seed = 1;
  int jobs = 1;
  // Who applies passes and builds, and texts or recorded suites whose modules are looked at first.
  SubjectFactory make_subject;
  std::vector<std::string> seed_files = {};
  // Tried on each module; empty: all that there are.
  std::vector<const PassSpec*> passes = {};
  GenOptions generate = {};
  // Makes this mutant, and no other, part of what is tested from now on; 0: none.
  std::function<void(uint32_t number)> switch_on;
  std::function<bool(uint32_t number)> reached;
  // From now on nothing has been reached, in this process.
  std::function<void()> forget;
  // Called with how many modules are done.
  std::function<void(size_t done, size_t of)> progress = nullptr;
};

// In the order of `mutants`. Diag of a seed file that cannot be read.
Result<std::vector<DetectedMutant>> DetectMutants(const DetectorOptions& options);

}  // namespace assay
