# RUN: InjectDoubleBuffer{"split_loop": 2}
# Of eight iterations three pairs, and two behind them.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        S = T.alloc_buffer((1,), "int32", scope="local")
        for i in range(8):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]
            x: T.int32 = S[0] * 2
            B[i] = x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        S = T.alloc_local((2,), "int32")
        S[0] = A[0]
        for i_outer in range(3):
            with T.attr(S.data, "double_buffer_write", 1):
                S[1] = A[i_outer * 2 + 1]
            x: T.int32 = S[0] * 2
            B[i_outer * 2] = x
            with T.attr(S.data, "double_buffer_write", 1):
                S[0] = A[i_outer * 2 + 2]
            x_1: T.int32 = S[1] * 2
            B[i_outer * 2 + 1] = x_1
        S[1] = A[7]
        x: T.int32 = S[0] * 2
        B[6] = x
        x_1: T.int32 = S[1] * 2
        B[7] = x_1
