// LaunchReductions: values of the threads of a launch (launch_scope.h) that are brought together: by shuffles of a
// warp, by reductions over a block, and by halves in memory. Tested by launch_gen_test.cc.
#pragma once

#include <span>
#include <vector>

#include "generators/modules/launch_values.h"

namespace assay {

class LaunchReductions : protected LaunchValues {
 public:
  explicit LaunchReductions(LaunchScope& scope) : LaunchValues(scope) {}

  // Whether there are lanes to do so.
  bool Exchange();
  // Over the threads of a block that differ along some axes; all threads come.
  void Reduce();
  // By halves in memory, with a barrier behind each; whether there are such memory and threads.
  bool Tree();

 private:
  std::vector<const Buffer*> IntoWhat();
  const CommReducer* Reducer(std::span<const DType> dtypes);
  std::vector<const Expr*> Combined(std::span<const Var* const> lhs, std::span<const Var* const> rhs);
};

}  // namespace assay
