// LaunchFrame: one launch of a kernel (launch_scope.h): its extents, its memory, and what its statements stand in.
// Tested by launch_gen_test.cc.
#pragma once

#include "generators/modules/launch_values.h"

namespace assay {

class LaunchFrame : protected LaunchValues {
 public:
  explicit LaunchFrame(LaunchScope& scope) : LaunchValues(scope) {}

  // As many as a block may have.
  int64_t SomeThreads();
  void DrawExtents();
  void DrawMemory();
  // Fills the result; `last`: it is the kernel's.
  const Stmt* Launch(const Buffer* result, bool last);
};

}  // namespace assay
