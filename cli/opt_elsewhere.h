// assay opt of another subject: its passes, one by one, and its own text of what they leave. Tested by cli_test.cc and
// own_pass_cli_test.cc.
#pragma once

#include <string>
#include <vector>

#include "passes/pass.h"

namespace assay {

struct OptElsewhere {
  std::string subject;
  std::string target;
  std::string file;
  std::string out;
  bool no_check = false;
  bool print_after_all = false;
  bool print_diff = false;
  bool times = false;
  bool json = false;
  int opt_level = 0;
};
// The exit code: 1 where a pass ends with an internal error, a crash or no end; 3 where it refuses the module.
int OptOn(Context& ctx, const OptElsewhere& options, const std::vector<PassCall>& calls, const PassOptions& config);

}  // namespace assay
