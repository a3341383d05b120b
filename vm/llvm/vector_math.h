// Functions of tensor/math.h for several elements at once, which vectorised loops call in place of the scalar ones:
// same operations, same bits. Tested by fast_code_test.cc.
#pragma once

#include <span>
#include <string_view>

namespace assay {

struct VectorFunction {
  // "assay_exp_f32", and the function that takes and gives a vector of `lanes` of them in a register.
  std::string_view scalar;
  std::string_view vector;
  int lanes = 0;
  void* address = nullptr;
};

// Those that this processor can run.
std::span<const VectorFunction> VectorFunctions();

}  // namespace assay
