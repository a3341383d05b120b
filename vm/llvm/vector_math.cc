#include "vm/llvm/vector_math.h"

#include <vector>

#include "vm/llvm/vector_exp.h"

ASSAY_VECTOR_EXP(assay_exp_f32_x4, float, 4)
ASSAY_VECTOR_EXP(assay_exp_f64_x2, double, 2)

// Only their addresses are used here.
#if defined(__x86_64__)
extern "C" void assay_exp_f32_x8();
extern "C" void assay_exp_f64_x4();
#endif

namespace assay {

std::span<const VectorFunction> VectorFunctions() {
  static const auto* const functions = [] {
    auto* made = new std::vector<VectorFunction>{
        {"assay_exp_f32", "assay_exp_f32_x4", 4, reinterpret_cast<void*>(&assay_exp_f32_x4)},
        {"assay_exp_f64", "assay_exp_f64_x2", 2, reinterpret_cast<void*>(&assay_exp_f64_x2)}};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
      made->push_back({"assay_exp_f32", "assay_exp_f32_x8", 8, reinterpret_cast<void*>(&assay_exp_f32_x8)});
      made->push_back({"assay_exp_f64", "assay_exp_f64_x4", 4, reinterpret_cast<void*>(&assay_exp_f64_x4)});
    }
#endif
    return made;
  }();
  return *functions;
}

}  // namespace assay
