// Golden texts that grow: random modules on which a mutant of a pass gives something else than what it stands in for,
// each reduced to the little that shows it. Mutants that a text at hand tells apart are left alone; what nothing tells
// apart after a long while computes the same, or bites where no generator goes. Tested by golden_growth_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generators/modules/generate.h"
#include "ir/support/mutant.h"
#include "passes/golden_text.h"
#include "passes/pass.h"

namespace assay {

struct GrownText {
  std::string pass;
  // Up to the `# ---` line, and what stands behind it (golden_text.h).
  std::string text;
  // Those that it tells apart, the one that it was made for first.
  std::vector<uint32_t> mutants;
};

struct GrowthOptions {
  std::vector<MutantSpec> mutants;
  // What is at hand: folders of golden texts.
  std::vector<std::string> texts;
  // Those that modules are made for, in turn; empty: all.
  std::vector<const PassSpec*> passes;
  uint64_t seed = 1;
  // How long modules are made; and how many at most.
  double seconds = 60;
  uint64_t runs = 100'000;
  int jobs = 1;
  double reduce_seconds = 3;
  // Longer ones help nobody.
  int most_lines = 60;
  // Makes this mutant, and no other, part of what is tested from now on; 0: none.
  std::function<void(uint32_t number)> switch_on;
  std::function<bool(uint32_t number)> reached;
  // From now on nothing has been reached, in this process.
  std::function<void()> forget;
  // What runs a text's passes.
  std::function<Result<Module>(PassContext&, const GoldenText&, const Module&)> run = RunGoldenText;
  // Called with each, in the order in which they come in.
  std::function<void(const GrownText&)> grown = nullptr;
};

struct GrowthResult {
  // How many mutants the texts at hand tell apart, how many the new ones do, and how many ended a process.
  size_t known = 0, told = 0, ended = 0;
  // Those that a module reached, and none told apart; and those that none reached.
  std::vector<uint32_t> left, unreached;
};

// Diag of a text that cannot be read.
Result<GrowthResult> GrowGoldenTexts(const GrowthOptions& options);

}  // namespace assay
