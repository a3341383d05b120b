# RUN: RenormalizeSplitPattern
# Shows a mutant of passes/analysis/kernel_facts.cc (condition): !no_wrap_.DoesNotOverflow(extent)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def erf(x8: T.Buffer((T.int64(0), T.int64(1)), "float32"), m: T.int64, compute: T.Buffer((T.int64(0), T.int64(1)), "float32")):
        for i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_0_i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_1_fused in range(m * T.int64(2)):
            compute[(i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_0_i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_1_fused // T.int64(3) * T.int64(3) + i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_0_i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_1_fused % T.int64(3)) // T.int64(0), T.int64(0)] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def erf(x8: T.Buffer((T.int64(0), T.int64(1)), "float32"), m: T.int64, compute: T.Buffer((T.int64(0), T.int64(1)), "float32")):
        for i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_0_i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_1_fused in range(m * T.int64(2)):
            compute[i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_0_i0_i1_fused_0_i0_i1_fused_1_i0_i1_fused_2_fused_fused_1_fused // T.int64(0), T.int64(0)] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
