// Compiled with -mavx2 (CMakeLists.txt), and called only where the processor has it.
#include "vm/llvm/vector_exp.h"

#if defined(__AVX2__)
ASSAY_VECTOR_EXP(assay_exp_f32_x8, float, 8)
ASSAY_VECTOR_EXP(assay_exp_f64_x4, double, 4)
#endif
