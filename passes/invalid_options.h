// Options that a pass does not take: unknown names, values of another kind, and what is at the ends of its kind or has
// a part of another kind. Each is refused by name, or taken; none ends the process or breaks a module. Tested by
// invalid_options_test.cc; campaigns try some (oracle options_refused).
#pragma once

#include <string>
#include <vector>

#include "passes/pass.h"

namespace assay {

struct InvalidOptions {
  PassOptions options;
  // The option that is changed.
  std::string name;
  // Whether no module makes them valid; else the pass may take them.
  bool certain = false;
};

// `valid` changed in one place each: options that the pass was drawn with, or none.
std::vector<InvalidOptions> InvalidOptionsOf(Context& ctx, const PassSpec& pass, const PassOptions& valid);

// What is wrong with a refusal of invalid options: it names another thing than the option. Empty where the words do, or
// where the pass never came to look at them.
std::string WrongWordsOf(const Diag& diag, const InvalidOptions& invalid);

}  // namespace assay
