// Passes that change how public functions are called, and how a caller of the old function calls the new ones: what
// pass_preserves_results needs to compare both. Tested by changed_calls_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "oracles/core/oracle.h"

namespace assay {

// Runs functions of what a pass made.
using RunFunction = std::function<Outcome(std::string_view function, std::span<const Value> args)>;

struct ChangedCall {
  std::string_view pass;
  // The arguments for the old entry as the pass's options fix them; null: any.
  std::optional<std::vector<Value>> (*fixed)(Context&, const Function& entry, const PassCall&,
                                             std::span<const Value> args);
  // The old entry's result, from the new functions; `before` is the module that the pass was given.
  Outcome (*call)(const Module& before, std::string_view entry, const PassCall&, std::span<const Value> args,
                  const RunFunction& run);
  // The function that the pass is about, where that is not the case's entry; empty: there is none.
  std::string (*entry)(const Module& before) = nullptr;
  // The new functions call packed functions that assay's engines alone have.
  bool on_own_engines = false;
};
// nullptr where nobody knows how.
const ChangedCall* FindChangedCall(const PassSpec& pass);

}  // namespace assay
