// What `assay run` is asked for, and one engine's run of it: shared by run.cc and compare.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/limits.h"
#include "cli/run_inputs.h"
#include "oracles/core/subject.h"

namespace assay {

struct RunOptions {
  std::string file;
  // Empty: main, or the only public function.
  std::string entry;
  std::string engine;
  std::string subject = "native";
  std::string target;
  std::string inputs;
  std::string outputs;
  std::vector<std::string> faults;
  uint64_t seed = 1;
  // Absent: 2 for a module, and what an executable was built with.
  std::optional<int> opt_level;
  std::string checks = "memory";
  // Of the threads of launches on tir-reference: forward, reverse or random.
  std::string thread_order = "forward";
  // Whether one of these two asks for a run on tir-reference.
  bool OnWalker() const { return checks == "all" || thread_order != "forward"; }
  int threads = 1;
  LimitFlags limits;
  bool compare = false;
  bool trace = false;
  bool no_check = false;
  bool json = false;
};

// Enough for a network at its usual size, on an engine of machine code.
inline constexpr Budget kRunBudget{.steps = 200'000'000'000, .bytes = int64_t{8} << 30};
// Where interpreters run as well, which take a hundred times as long for a step.
inline constexpr Budget kCompareBudget{.steps = 1'000'000'000, .bytes = int64_t{8} << 30};

// One piece of work on one module.
struct RunJob {
  const RunOptions& options;
  Context& ctx;
  Module module;
  std::unique_ptr<Subject> subject;
  Budget budget;
  // What the module was read from, so that refusals name lines; empty for standard input.
  std::string text = {};

  // What stands in a file, read when it is first asked for: a pipe gives it once.
  std::optional<Result<std::vector<Value>>> read = {};

  // For one run, which may write into them.
  Result<std::vector<Value>> Inputs() {
    if (options.inputs.empty()) return RunInputs(module, options.entry, "", options.seed);
    if (!read) read = RunInputs(module, options.entry, options.inputs, options.seed);
    return read->ok() ? Result<std::vector<Value>>(CopiesOf(**read)) : *read;
  }
};

// A module that an engine refuses to build is told like a refusal of the run.
Outcome RunOn(RunJob& job, const Module& module, const std::string& engine);
std::string OutcomeWord(const Outcome& outcome);
nlohmann::json OutcomeJson(const std::string& engine, const Outcome& outcome, const Budget& budget);

// --compare: every engine of the subject against relax-reference. The exit code: 1 where engines differ, or where the
// function traps and no engine gives a value; 3 where none gives a value or a trap; else 0.
int Compare(RunJob& job);

}  // namespace assay
