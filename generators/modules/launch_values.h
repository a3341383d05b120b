// LaunchValues: what the threads of a launch (launch_scope.h) compute: elements of their own and of each other, values
// of them, and conditions. Tested by launch_gen_test.cc.
#pragma once

#include <vector>

#include "generators/modules/launch_scope.h"

namespace assay {

class LaunchValues : protected LaunchParts {
 protected:
  explicit LaunchValues(LaunchScope& scope) : LaunchParts(scope) {}

  // In its memory; its own elements lie where `slots` has them.
  const Expr* Own(const Shared& memory, const Expr* which);
  const Expr* Any(const Shared& memory);
  // Of a dtype with lanes all have one value, or each its own.
  const Expr* Value(DType dtype, const Shared* from);
  const Expr* Number(DType dtype, int64_t value);
  // An element of the memory, or a lane of one.
  const Expr* Read(const Shared& memory, const Expr* index);
  const Expr* Joined(DType dtype, const Expr* a, const Expr* b);
  // `uniform`: the same for all threads of a block.
  const Expr* Condition(bool uniform);
  const Expr* OfName();
  std::vector<Axis> Axes(bool uniform) const;

 private:
  const Expr* InARow(DType dtype, const Shared* from);
  const Expr* ScalarValue(DType dtype, const Shared* from);
  // Another one for each thread of a block.
  const Expr* TellingThreads(const Expr* value);
};

}  // namespace assay
