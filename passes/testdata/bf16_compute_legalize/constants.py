# RUN: BF16ComputeLegalize
# A constant is rounded as it was before it counts as float32.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2,), "bfloat16")):
        A[0] = A[0] + T.bfloat16(-0.66666666666666674)
        A[1] = T.max(T.bfloat16(2.5), A[1])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2,), "bfloat16")):
        A[0] = T.Cast("bfloat16", T.Cast("float32", A[0]) + T.float32(-0.66796875))
        A[1] = T.Cast("bfloat16", T.max(T.float32(2.5), T.Cast("float32", A[1])))
