// Attributes that passes are there to write or to take away, looked for in what they made. The oracle promised_form
// asks; which pass says what is in marks.def. Tested by marks_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"

namespace assay {

// What bears a mark: functions that the pass made, or found; loops, blocks and allocations by their annotations.
enum class Bearers : uint8_t {
  kMadeKernels,
  kMadeGraphs,
  kKernels,
  kGraphs,
  // That nobody calls from outside.
  kPrivateGraphs,
  kPureGraphs,
  kFunctions,
  // The kernel that is the module's one function.
  kOnlyKernel,
  kStatements,
};
enum class MarkSays : uint8_t { kTrue, kPresent, kAbsent, kItsName };

struct Mark {
  const PassSpec* pass;
  Bearers bearers;
  std::string_view key;
  MarkSays says;
};
std::span<const Mark> AllMarks();

// Whether any mark is the pass's.
bool HasMarks(const PassSpec& pass);
// What is not as a mark of the pass has it.
struct WrongMark {
  std::string_view key;
  // Of what was there before, options may tell a pass to leave some.
  bool of_what_it_made = false;
  // "function f has no tirx.is_host_func".
  std::string what;
};
// Of each mark that something breaks, the first that does.
std::vector<WrongMark> WrongMarks(const PassSpec& pass, const Module& before, const Module& after);

}  // namespace assay
