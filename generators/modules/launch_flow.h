// LaunchFlow: what the threads of a launch (launch_scope.h) go through together: steps with barriers between them, in
// iterations and branches. Tested by launch_gen_test.cc.
#pragma once

#include "generators/modules/launch_values.h"

namespace assay {

class LaunchFlow : protected LaunchValues {
 public:
  explicit LaunchFlow(LaunchScope& scope) : LaunchValues(scope) {}

  void Items(int depth);

 private:
  void Iterations(int depth);
  // Fills memory of the iteration's own, which is said to be a double buffer.
  void Stage();
  void Choice(int depth);
  // What threads do between two barriers.
  void Step();
  void Name();
};

}  // namespace assay
