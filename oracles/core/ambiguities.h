// What a module leaves open, so that a pass may take it either way, and neither is wrong: one row each, beside the
// operators' rows (ir/ops), which say what is not open. Oracles that compare skip there, and say why. Tested by
// ambiguities_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/check/well_formed.h"
#include "oracles/core/frame_items.h"
#include "oracles/core/oracle.h"

namespace assay {

// What is compared: the results of runs, two modules beside what they compute (frame_kept), or what a pass leaves with
// the rules of modules.
enum class Compared : uint8_t { kRuns, kFrames, kRules };

// What is known where oracles compare.
struct ComparedPass {
  Context& ctx;
  const Module& module;
  // The function that runs; empty beside frames and rules.
  std::string_view entry;
  const PassSpec& pass;
  // Of runs: before and after the pass.
  const Outcome* want = nullptr;
  const Outcome* got = nullptr;
  std::span<const Value> inputs = {};
};

struct Ambiguity {
  Compared compared;
  // The operator that leaves it open, which stands in the module; empty where it is none.
  std::string_view op;
  // What else must be so.
  bool (*holds)(const ComparedPass& at);
  std::string_view why;
  // Of frames: the changes that it leaves open.
  FrameContract opens = {};
  // Of rules: the one that it leaves open.
  std::optional<Rule> rule = {};
};
std::span<const Ambiguity> AllAmbiguities();

// The first row that fits; null where nothing is open.
const Ambiguity* AmbiguityAt(Compared compared, const ComparedPass& at);

// Takes out the changes of a frame that the module leaves open to the pass, and gives the row that says so.
const Ambiguity* TakeOutAmbiguous(const ComparedPass& at, std::vector<FrameChange>& changes);

}  // namespace assay
